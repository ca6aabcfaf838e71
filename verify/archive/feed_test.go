package archive

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"
)

// trickle repeats a text up to n bytes, and gives a few bytes at a time.
type trickle struct {
	text        string
	n, most, at int
}

func (r *trickle) Read(p []byte) (int, error) {
	if r.at == r.n {
		return 0, io.EOF
	}
	p = p[:min(len(p), r.n-r.at, r.most)]
	for i := range p {
		p[i] = r.text[r.at%len(r.text)]
		r.at++
	}
	return len(p), nil
}

// TestVacantSource checks that blank lines before the first game, however many, take no more than a
// buffer, and that the game is where it is, after comments too.
func TestVacantSource(t *testing.T) {
	for _, line := range []string{"\n", "  \r\n", "; nothing\n", "{a}\n"} {
		lines := 4 * chunkSize / len(line)
		f := newFeed(context.Background(), context.Background(), 1, func(Log) (io.ReadCloser, error) {
			game := "[Game \"trouble\"]\n"
			return io.NopCloser(io.MultiReader(&trickle{text: line, n: lines * len(line), most: chunkSize}, strings.NewReader(game))), nil
		})
		go f.run(slices.Values([]Log{{}}))
		go func() {
			for range f.work { // the test judges nothing
			}
		}()
		first := 0
		for c := range f.order {
			if cap(c.text) > 2*chunkSize {
				t.Errorf("%q: a buffer of %d bytes", line, cap(c.text))
			}
			for _, b := range c.blocks {
				first = b.First
			}
			f.free <- c
		}
		if first != lines+1 {
			t.Errorf("%q: the game is on line %d, not %d", line, first, lines+1)
		}
	}
}

// counted is a source that counts how many such are open.
type counted struct {
	*strings.Reader
	open *int
}

func (c counted) Close() error { *c.open--; return nil }

// TestOpenSources checks that sources are closed before the next is opened.
func TestOpenSources(t *testing.T) {
	const sources = 10
	open, games := 0, 0
	f := newFeed(context.Background(), context.Background(), sources, func(Log) (io.ReadCloser, error) { // with as many workers, it has more chunks than it fills
		if open++; open > 1 {
			t.Error("another one is open")
		}
		return counted{strings.NewReader("[Game \"trouble\"]\n"), &open}, nil
	})
	f.run(slices.Values(make([]Log, sources)))
	for c := range f.work {
		games += len(c.blocks)
	}
	if open != 0 || games != sources {
		t.Errorf("%d are open in the end, and %d were read", open, games)
	}
}
