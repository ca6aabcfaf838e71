package wheel_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	wheelnotation "tpnote/notation/wheel"
	"tpnote/rules/wheel"
	"tpnote/verify"
	wheelgame "tpnote/verify/games/wheel"
	"tpnote/verify/internal/logtest"
)

// playWheel writes a random legal game: half of the answers are wrong, so that turns end.
func playWheel(t testing.TB, r *rand.Rand, variant string, players, actions int) string {
	t.Helper()
	v, err := logtest.Library().Open(variant, ".")
	if err != nil {
		t.Fatal(err)
	}
	e, err := wheel.New(v)
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
		category, mark := "", ""
		if a.Category != 0 {
			category = e.Board.Colours[a.Category-1]
		}
		switch {
		case a.Answer == wheel.Wrong:
			mark = "-"
		case a.Answer == wheel.Right:
			mark = wheelgame.MarkSigns[e.Due(&s, a)]
		}
		b.WriteString(" " + wheelnotation.Word(int(a.Die), e.Board.Names[a.Space], category, "", mark))
		e.Apply(&s, a)
	}
	fmt.Fprintf(&b, "\nstate %s\n", e.AppendPosition(nil, &s, handles))
	return b.String()
}

// TestPlayoutsReplayClean checks that what the engine calls legal, the replay calls legal.
func TestPlayoutsReplayClean(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	reader := logtest.NewReader(t, verify.Options{})
	ended := 0
	for i := range 40 {
		for _, variant := range []string{"master-1981", "genus-iii", "genus-iii-five-wedge", "genus-iii-four-wedge", "master-1981-open-hub", "heisey-mania"} {
			log := playWheel(t, r, variant, 2+i%3, 50+i*10)
			_, err := reader.File(variant, ".", strings.NewReader(log), func(g *verify.Summary) error {
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

// BenchmarkReplay is the time for one action of a log that is read, parsed and judged.
func BenchmarkReplay(b *testing.B) {
	log := playWheel(b, rand.New(rand.NewPCG(1, 2)), "genus-iii", 4, 5000)
	reader := logtest.NewReader(b, verify.Options{})
	b.SetBytes(int64(len(log)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := reader.File("-", ".", strings.NewReader(log), func(*verify.Summary) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
}
