package archive_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/archive"
)

// brief describes the findings in games.
func brief(games []*verify.Summary) (out []string) {
	for _, g := range games {
		out = append(out, fmt.Sprintf("%s %d line %d, byte %d: %s, %d turns, %d findings, %s", g.File, g.Number, g.Line, g.Entry.Offset, g.Verdict(), g.Turns, len(g.Findings), g.Entry.Moves))
	}
	return out
}

// TestPieces judges the same text however it comes in pieces, by any number of
// workers, with games longer than a buffer among short ones, a tag longer than a line may be after one
// of these, and a malformed game that does not disturb its neighbours.
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
			s.out.WriteString("[Event \"" + strings.Repeat("long ", 20_000) + "\"]\n1. Ann 1:pass\n")
		case 300:
			s.out.WriteString("[Game \"trouble\"\n{ [ \x00 9. Ann\n" + strings.Repeat("x", 70_000) + "\n")
		}
	}
	text := s.out.Bytes()
	want := brief(replay(t, s.reader, "pieces", text))
	for _, test := range []struct {
		name   string
		reader func(io.Reader) io.Reader
		jobs   int
	}{
		{"whole", func(r io.Reader) io.Reader { return r }, 1},
		{"whole", func(r io.Reader) io.Reader { return r }, 3},
		{"half", iotest.HalfReader, 1},
		{"late", iotest.DataErrReader, 3},
	} {
		c := run(t, test.jobs, &input{Log: archive.Log{Name: "pieces"}, Open: func() (io.ReadCloser, error) {
			return io.NopCloser(test.reader(bytes.NewReader(text))), nil
		}})
		if diff := cmp.Diff(want, brief(c.games)); diff != "" {
			t.Errorf("%s, %d jobs (-replay +archive):\n%s", test.name, test.jobs, diff)
		}
	}
}

// TestSources goes on after sources that cannot be read, and stops at an error of the caller.
func TestSources(t *testing.T) {
	s := newWriter(t, 12)
	s.any(20)
	good := s.out.Bytes()
	broken := errors.New("broken")
	sources := []*input{
		{Log: archive.Log{Name: "shut"}, Open: func() (io.ReadCloser, error) { return nil, broken }},
		sourceOf("good", good),
		{Log: archive.Log{Name: "torn"}, Open: func() (io.ReadCloser, error) {
			return io.NopCloser(io.MultiReader(bytes.NewReader(good), bytes.NewReader(good), iotest.ErrReader(broken))), nil
		}},
		sourceOf("empty", nil),
		sourceOf("also good", good),
	}
	c := run(t, 0, sources...)
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
	if _, err := judge(ctx, archive.Options{Options: options, Game: c.game, Done: c.ended}, sources...); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// TestLook checks that a Look reports the games in their order.
func TestLook(t *testing.T) {
	s := newWriter(t, 14)
	var want []string
	for n := range 60 {
		s.any(5 + s.IntN(120))
		want = append(want, fmt.Sprint(1+n))
	}
	for _, jobs := range []int{1, 3} {
		var got []string
		look := func(_ string, b notation.Block) func() error {
			number, begin := b.Number, string(b.Text[:5])
			return func() error {
				got = append(got, fmt.Sprint(number))
				if begin != "[Game" {
					t.Errorf("game %d begins with %q", number, begin)
				}
				return nil
			}
		}
		o := archive.Options{Jobs: jobs, Look: func() (archive.Look, error) { return look, nil }, Done: ended}
		games, err := judge(context.Background(), o, sourceOf("x.log", s.out.Bytes()))
		if err != nil || games != len(want) {
			t.Errorf("%d jobs: %d games, %v", jobs, games, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d jobs (-want +got):\n%s", jobs, diff)
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

// TestSmallSources judges small files of any kind with one worker as with two.
func TestSmallSources(t *testing.T) {
	w := newWriter(t, 13)
	game := func() []byte {
		w.out.Reset()
		w.any(1 + w.IntN(30))
		return bytes.Clone(w.out.Bytes())
	}
	source := func(n int) *input {
		text := game()
		s := &input{Log: archive.Log{Name: fmt.Sprint(n)}}
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
	for i := range got {
		w.Rand = rand.New(rand.NewPCG(13, 13))
		var sources []*input
		for n := range many {
			sources = append(sources, source(n))
		}
		got[i] = run(t, 1+i, sources...)
	}
	if diff := cmp.Diff(brief(got[0].games), brief(got[1].games)); diff != "" {
		t.Errorf("games (-one worker +two):\n%s", diff)
	}
	if diff := cmp.Diff(got[0].done, got[1].done); diff != "" || len(got[0].done) != many {
		t.Errorf("%d sources (-one worker +two):\n%s", len(got[0].done), diff)
	}
}

// TestInterrupted stops a run in a chunk: the games judged before come out, and a game that
// goes on and on is not waited for.
func TestInterrupted(t *testing.T) {
	const game = "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben\"]\n1. Ann 6:zz-\n"
	for name, stuck := range map[string]bool{"between games": false, "in a game": true} {
		t.Run(name, func(t *testing.T) {
			ctx, interrupt := context.WithCancel(t.Context())
			told, looked := 0, 0
			looks := func() (archive.Look, error) {
				return func(string, notation.Block) func() error {
					if looked++; looked == 4 {
						interrupt()
						if stuck {
							<-t.Context().Done()
						}
					}
					time.Sleep(60 * time.Millisecond) // so that some are passed on before the next
					return func() error { told++; return nil }
				}, nil
			}
			source := sourceOf("x.log", []byte(strings.Repeat(game, 100)))
			games, err := judge(ctx, archive.Options{Jobs: 1, Look: looks, Done: ended}, source)
			if !errors.Is(err, context.Canceled) || games != told || told == 0 || told > 4 || !stuck && told != 4 {
				t.Errorf("%d of %d games are reported, %d counted: %v", told, looked, games, err)
			}
		})
	}
}
