package verify

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tpnote/notation/wheel"
	engine "tpnote/rules/wheel"
)

// playWheel writes a random legal game: half of the answers are wrong, so that turns end.
func playWheel(t testing.TB, r *rand.Rand, variant string, players, actions int) string {
	t.Helper()
	v, err := Library().Open(variant, ".")
	if err != nil {
		t.Fatal(err)
	}
	e, err := engine.New(v)
	if err != nil {
		t.Fatal(err)
	}
	handles := []string{"Ann", "Ben", "Cleo", "Dora"}[:players]
	s := e.Start(players)
	var b strings.Builder
	fmt.Fprintf(&b, "[Game %q]\n[Variant %q]\n[Players %q]\n", v.Game, variant, strings.Join(handles, ", "))
	number := int32(0)
	for range actions {
		legal := e.Legal(nil, &s)
		if len(legal) == 0 {
			break
		}
		a := legal[r.IntN(len(legal))]
		if s.Clock.Number != number {
			number = s.Clock.Number
			fmt.Fprintf(&b, "\n%d. %s", number, handles[s.Clock.Seat])
		}
		w := wheel.Action{Die: int(a.Die), Space: e.Board.Name(a.Space)}
		if a.Category != 0 {
			w.Category = e.Board.Colours[a.Category-1]
		}
		switch {
		case a.Answer == engine.Wrong:
			w.Mark = '-'
		case a.Answer == engine.Right:
			w.Mark = markSigns[e.Due(&s, a)][0]
		}
		b.WriteString(" " + w.String())
		e.Apply(&s, a)
	}
	fmt.Fprintf(&b, "\nstate %s\n", e.AppendPosition(nil, &s, handles))
	return b.String()
}

// TestPlayoutsReplayClean holds that what the engine calls legal, the replay calls legal.
func TestPlayoutsReplayClean(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	replayer, err := NewReplayer(Options{})
	if err != nil {
		t.Fatal(err)
	}
	ended := 0
	for i := range 40 {
		for _, variant := range []string{"master-1981", "genus-iii", "genus-iii-five-wedge", "genus-iii-four-wedge", "master-1981-open-hub", "heisey-mania"} {
			log := playWheel(t, r, variant, 2+i%3, 50+i*10)
			_, err := replayer.File(variant, ".", strings.NewReader(log), func(g *Game) error {
				if len(g.Findings) > 0 {
					return fmt.Errorf("%s [%s] in\n%s", g.Findings[0].Message, g.Findings[0].Code, log)
				}
				if g.Finished {
					ended++
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if ended == 0 {
		t.Error("no game came to an end")
	}
}

// FuzzReplay holds that no log makes the replay panic or hang, that every finding stands
// in its line, and that an error is never lost from the verdict.
func FuzzReplay(f *testing.F) {
	logs, err := filepath.Glob("../testdata/*/*.log")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range logs {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, game := range bytes.SplitAfter(text, []byte("\n\n")) {
			f.Add(game)
		}
	}
	replayer, err := NewReplayer(Options{Watch: func(*Step) {}})
	if err != nil {
		f.Fatal(err)
	}
	dir := f.TempDir() // no variant files to be found
	f.Fuzz(func(t *testing.T, text []byte) {
		_, err := replayer.File("fuzz.log", dir, bytes.NewReader(text), func(g *Game) error {
			for _, x := range g.Findings {
				if x.Span.Start < 0 || x.Span.Start > x.Span.End || x.Text != "" && x.Span.End > len(x.Text) {
					return fmt.Errorf("%s: span %+v in %q", x.Code, x.Span, x.Text)
				}
				if x.Severity == SeverityError && g.Verdict() == Legal {
					return fmt.Errorf("legal with the error %s", x.Code)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

// BenchmarkReplay is the time for one action of a log that is read, parsed and judged.
func BenchmarkReplay(b *testing.B) {
	log := playWheel(b, rand.New(rand.NewPCG(1, 2)), "genus-iii", 4, 5000)
	replayer, err := NewReplayer(Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(log)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := replayer.File("-", ".", strings.NewReader(log), func(*Game) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
}
