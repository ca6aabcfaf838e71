package archive_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/archive"
	"tpnote/verify/internal/logtest"
)

// brief says what was found in games.
func brief(games []*verify.Summary) (out []string) {
	for _, g := range games {
		out = append(out, fmt.Sprintf("%s %d line %d: %s, %d turns, %d findings", g.File, g.Number, g.Line, g.Verdict(), g.Turns, len(g.Findings)))
	}
	return out
}

// TestPieces judges the same text however it comes in pieces, by any number of
// workers, with games longer than a buffer among short ones, and a malformed one that does
// not disturb its neighbours.
func TestPieces(t *testing.T) {
	s := newWriter(t, 11)
	s.out.WriteString("\xef\xbb\xbf; an archive\r\n\r\n")
	for i := range 600 {
		s.any(1 + s.IntN(60))
		switch i {
		case 200:
			s.out.WriteString(strings.Repeat("; a long remark on the game before\n", 100_000))
		case 250:
			s.out.WriteString("[Game \"trouble\"]\n\n1. Ann 1:pass\n" + strings.Repeat("; a remark in a long game\n\n", 200_000) + "2. Ben 1:pass\n")
		case 300:
			s.out.WriteString("[Game \"trouble\"\n{ [ \x00 9. Ann\n" + strings.Repeat("x", 70_000) + "\n")
		}
	}
	text := s.out.Bytes()
	want := brief(replay(t, s.reader, "pieces", text))
	for name, reader := range map[string]func(io.Reader) io.Reader{
		"whole": func(r io.Reader) io.Reader { return r },
		"half":  iotest.HalfReader,
		"late":  iotest.DataErrReader,
	} {
		for _, jobs := range []int{1, 3} {
			c, _ := run(t, jobs, &archive.Source{Name: "pieces", Open: func() (io.ReadCloser, error) {
				return io.NopCloser(reader(bytes.NewReader(text))), nil
			}})
			if diff := cmp.Diff(want, brief(c.games)); diff != "" {
				t.Errorf("%s, %d jobs (-replay +archive):\n%s", name, jobs, diff)
			}
		}
	}
}

// TestSources goes on behind sources that cannot be read, and stops when told to.
func TestSources(t *testing.T) {
	s := newWriter(t, 12)
	s.any(20)
	good := s.out.Bytes()
	broken := errors.New("broken")
	sources := []*archive.Source{
		{Name: "shut", Open: func() (io.ReadCloser, error) { return nil, broken }},
		sourceOf("good", good),
		{Name: "torn", Open: func() (io.ReadCloser, error) {
			return io.NopCloser(io.MultiReader(bytes.NewReader(good), bytes.NewReader(good), iotest.ErrReader(broken))), nil
		}},
		sourceOf("empty", nil),
		sourceOf("also good", good),
	}
	c, _ := run(t, 0, sources...)
	want := []string{
		"shut: 0 games, error broken", "good: 1 games, error <nil>",
		"torn: 1 games, error broken", // the second may go on where it breaks off
		"empty: 0 games, error <nil>", "also good: 1 games, error <nil>",
	}
	if diff := cmp.Diff(want, c.done); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := archive.Run(ctx, archive.Options{Options: options}, slices.Values(sources), c); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// TestPair judges games by two variants at once: those that both find legal, with the same end,
// are told as such, and all others are left, each in its place.
func TestPair(t *testing.T) {
	s := newWriter(t, 14)
	for i := range 60 {
		if i%20 == 0 {
			s.game("trouble-official", 30) // which is of another game
		}
		s.game("genus-iii", 5+s.IntN(120))
	}
	text := s.out.Bytes()
	readers := func() (a, b *verify.Reader, err error) {
		if a, err = verify.ReaderBy(logtest.Ruled(t, "genus-iii"), options); err == nil {
			b, err = verify.ReaderBy(logtest.Ruled(t, "genus-iii headquarters-reentry=anytime"), options)
		}
		return a, b, err
	}
	var want []string
	a, b, err := readers()
	if err != nil {
		t.Fatal(err)
	}
	agreed, left := 0, 0
	for block := range notation.NewReader(bytes.NewReader(text)).Blocks() {
		n := len(want) + 1 // by the other variant, there is something to say of the Rules tag
		says := fmt.Sprintf("%d differs", n)
		g, _, errA := a.Block("", ".", n, block, nil)
		h, _, errB := b.Block("", ".", n, block, nil)
		if errA == nil && errB == nil && len(g.Findings) == 0 && len(h.Findings) == 1 && g.Result == h.Result && g.Position == h.Position {
			says = fmt.Sprintf("%d %s %s", n, g.Result, g.Position)
			agreed++
		} else {
			left++
		}
		want = append(want, says)
	}
	if agreed < 10 || left < 10 {
		t.Fatalf("%d agree, %d do not", agreed, left)
	}
	for _, jobs := range []int{1, 3} {
		var got paired
		look := func(_ string, b notation.Block) func(int) error {
			begin := string(b.Text[:5])
			return func(number int) error {
				got = append(got, fmt.Sprintf("%d differs", number))
				if begin != "[Game" {
					t.Errorf("game %d begins with %q", number, begin)
				}
				return nil
			}
		}
		pair := &archive.Pair{Judges: func() (a, b *verify.Reader, _ archive.Look, err error) {
			a, b, err = readers()
			return a, b, look, err
		}}
		tally, err := archive.Run(context.Background(), archive.Options{Jobs: jobs, Pair: pair}, slices.Values([]*archive.Source{sourceOf("x.log", text)}), &got)
		if err != nil || tally.Judged != left {
			t.Errorf("%d jobs: %d left, want %d; %v", jobs, tally.Judged, left, err)
		}
		if diff := cmp.Diff(want, []string(got)); diff != "" {
			t.Errorf("%d jobs (-want +got):\n%s", jobs, diff)
		}
	}
}

// paired is a sink that keeps how games came out.
type paired []string

func (p *paired) Game(g *verify.Summary) error {
	*p = append(*p, fmt.Sprintf("%d %s %s", g.Number, g.Result, g.Position))
	return nil
}
func (*paired) Rewrite(*archive.Source, []byte, int) error { return nil }
func (*paired) Done(*archive.Source, int, error) error     { return nil }

// TestFixesStayInTheirGames fixes games between others, with a mark before the first and no
// newline behind the last: nothing else of the file changes, not by a byte.
func TestFixesStayInTheirGames(t *testing.T) {
	const (
		head     = "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben\"]\n\n"
		fixable  = head + "1. Ann 6:bl+ 1:bl5-\n3. Ben 3:ye3-"
		fixed    = head + "1. Ann 6:bl* 1:bl5-\n2. Ben 3:ye3-"
		legal    = head + "1. Ann 6:bl-\n"
		doubtful = head + "1. Ann 6:bl+ 1:bl5-\n3. Ben 3:zz3-\n" // what else is wrong with it, nobody knows
	)
	for _, end := range []string{"\n", "\r\n"} {
		for _, first := range []string{"", legal + "\n", doubtful, "; a remark\n\n"} {
			for _, last := range []string{"", "\n", "\n\n" + legal, "\n" + doubtful + "\n" + fixable} {
				dress := strings.NewReplacer("\n", end)
				source := sourceOf("x.log", []byte("\xef\xbb\xbf"+dress.Replace(first+fixable+last)))
				source.Fix = true
				c, _ := run(t, 1, source)
				want := "\xef\xbb\xbf" + dress.Replace(first+fixed+strings.Replace(last, fixable, fixed, 1))
				if diff := cmp.Diff(want, c.text.String()); diff != "" {
					t.Errorf("between %q and %q (-want +got):\n%s", first, last, diff)
				}
			}
		}
	}
}

// sized is a text that knows its size.
type sized struct{ *bytes.Reader }

func (sized) Close() error { return nil }

// cutOff cannot be read to its end.
type cutOff struct{ sized }

func (c cutOff) Read(p []byte) (int, error) {
	n, _ := c.sized.Read(p[:min(len(p), max(1, c.Len()/2))])
	if c.Len() < 10 {
		return n, errors.New("cut off")
	}
	return n, nil
}

// TestSmallSources judges small files of any kind, which share buffers, as it judges them one
// by one.
func TestSmallSources(t *testing.T) {
	w := newWriter(t, 13)
	game := func() []byte {
		w.out.Reset()
		w.any(1 + w.IntN(30))
		return bytes.Clone(w.out.Bytes())
	}
	source := func(n int, ready bool) *archive.Source {
		text := game()
		s := &archive.Source{Name: fmt.Sprint(n), Ready: ready, Fix: true}
		whole := func(text []byte) {
			s.Open = sourceOf("", text).Open
			if n%2 == 0 { // a worker reads it
				s.Open = func() (io.ReadCloser, error) { return sized{bytes.NewReader(text)}, nil }
			}
		}
		switch n % 11 {
		default:
			whole(text)
		case 2:
			whole(append(text, game()...))
		case 3:
			whole(bytes.TrimRight(text, "\n"))
		case 4:
			whole(append([]byte("\xef\xbb\xbf"), text...))
		case 5:
			whole(w.mutate(text))
		case 6:
			s.Open = func() (io.ReadCloser, error) { return nil, errors.New("shut") }
		case 7:
			whole(append(text, bytes.Repeat(game(), 1+1<<17/len(text))...)) // not small
		case 8:
			torn := append(text, game()...)
			s.Open = func() (io.ReadCloser, error) {
				return io.NopCloser(io.MultiReader(bytes.NewReader(torn), iotest.ErrReader(errors.New("broken")))), nil
			}
		case 9:
			whole(nil)
		case 10:
			torn := append(text, game()...)
			s.Open = func() (io.ReadCloser, error) { return cutOff{sized{bytes.NewReader(torn)}}, nil }
		}
		return s
	}
	const many = 300
	var got [2]*collected
	for i, ready := range []bool{false, true} {
		w.Rand = rand.New(rand.NewPCG(13, 13))
		var sources []*archive.Source
		for n := range many {
			sources = append(sources, source(n, ready))
		}
		got[i], _ = run(t, 2, sources...)
	}
	if diff := cmp.Diff(brief(got[0].games), brief(got[1].games)); diff != "" {
		t.Errorf("games (-one by one +shared):\n%s", diff)
	}
	if diff := cmp.Diff(got[0].done, got[1].done); diff != "" || len(got[0].done) != many {
		t.Errorf("%d sources (-one by one +shared):\n%s", len(got[0].done), diff)
	}
	if one, shared := got[0].text.String(), got[1].text.String(); one != shared || one == "" {
		t.Errorf("the texts are rewritten as %d and as %d bytes", len(one), len(shared))
	}
}
