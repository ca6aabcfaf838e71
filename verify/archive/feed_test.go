package archive

import (
	"bytes"
	"context"
	"io"
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

// TestSearchOfSlowSource counts the bytes that are searched for the end of a game that has
// none, where each reading brings little, as that of a packed file does.
func TestSearchOfSlowSource(t *testing.T) {
	f := newFeed(context.Background(), context.Background(), 3)
	source := &Source{}
	c, err := f.take(source, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	const size = 8 * chunkSize
	src := &trickle{text: "1. Ann 6:br-\n", n: size, most: 1 << 10}
	searched := 0
	for f.fill(c, src) == nil {
		if cut := c.lastGame(c.buf); cut != 0 {
			t.Fatalf("a game begins at %d", cut)
		}
		searched += len(c.buf)
		c.searched = len(c.buf)
	}
	if len(c.buf) != size || searched > 4*size {
		t.Errorf("%d bytes were searched to read %d", searched, len(c.buf))
	}
}

// TestVacantSource checks that blank lines and comments before the first game, however
// many, take no more than a buffer, and that the game is where it is.
func TestVacantSource(t *testing.T) {
	for _, line := range []string{"\n", "  \r\n", "; nothing\n", "{a}\n"} {
		lines := 4 * chunkSize / len(line)
		f := newFeed(context.Background(), context.Background(), 3)
		game := "[Game \"trouble\"]\n"
		go f.run(func(yield func(*Source) bool) {
			yield(&Source{Open: func() (io.ReadCloser, error) {
				return io.NopCloser(io.MultiReader(&trickle{text: line, n: lines * len(line), most: chunkSize}, strings.NewReader(game))), nil
			}})
		})
		go func() {
			for range f.work { // the test judges nothing
			}
		}()
		last := 0
		for c := range f.order {
			if cap(c.buf) > chunkSize+slack {
				t.Errorf("%q: a buffer of %d bytes", line, cap(c.buf))
			}
			if at := bytes.Index(c.text, []byte(game)); at >= 0 {
				last = c.line + bytes.Count(c.text[:at], []byte{'\n'})
			}
			f.free <- c
		}
		if last != lines+1 {
			t.Errorf("%q: the game is on line %d, not %d", line, last, lines+1)
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
	const chunks = 10
	f := newFeed(context.Background(), context.Background(), chunks)
	open, games := 0, 0
	f.run(func(yield func(*Source) bool) {
		for range chunks {
			yield(&Source{Open: func() (io.ReadCloser, error) {
				if open++; open > 1 {
					t.Error("another one is open")
				}
				return counted{strings.NewReader("[Game \"trouble\"]\n"), &open}, nil
			}})
		}
	})
	for c := range f.work {
		games += bytes.Count(c.text, []byte("[Game"))
	}
	if open != 0 || games != chunks {
		t.Errorf("%d are open in the end, and %d were read", open, games)
	}
}
