package notation

import (
	"bytes"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestClassOf(t *testing.T) {
	for line, want := range map[string]LineClass{
		"1. Ann 4:x":      BodyLine,
		"":                BlankLine,
		" \t\r\n":         BlankLine,
		"; [A \"x\"]":     BlankLine,
		"{a} {b} ; c":     BlankLine,
		"[A \"x\"]":       TagLine,
		" \t[":            TagLine,
		"{a} [A \"x\"]":   BodyLine,
		"{a":              BodyLine,
		"\r":              BlankLine, // half of a line end
		"\r\r\n":          BodyLine,
		"\u00a0[A \"x\"]": BodyLine,
	} {
		if got := ClassOf([]byte(line)); got != want {
			t.Errorf("%q: class %d, want %d", line, got, want)
		}
	}
}

// TestOneSplitter compares the ways to cut a file: the Reader, CutGame, CountGames,
// LastGame and a Splitter of one's own, over random files.
func TestOneSplitter(t *testing.T) {
	bits := []string{"[A \"x\"]\n", "[\n", "1. B c\n", "; c\n", "{x} [\n", "\n", " \t\n", "state 1\n", "{\n", "\r\n"}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var text []byte
		for range rng.IntN(12) {
			text = append(text, bits[rng.IntN(len(bits))]...)
		}
		var read, cut, split []int // the line of the first tag or body line of each game
		for r := NewReader(bytes.NewReader(text)); ; {
			b, err := r.Next()
			if err == io.EOF {
				break
			}
			read = append(read, b.First)
		}
		last, at, line := 0, 0, 1
		for at < len(text) {
			b, size := CutGame(text[at:], line)
			if b.First > 0 {
				cut = append(cut, b.First)
				last = at
			}
			line += bytes.Count(text[at:at+size], []byte{'\n'})
			at += size
		}
		var games Splitter
		number, begun := 0, false
		for l := range bytes.Lines(text) {
			number++
			class, begins := games.Line(l)
			if begins || class != BlankLine && !begun {
				split, begun = append(split, number), true
			}
		}
		if diff := cmp.Diff(read, cut); diff != "" {
			t.Fatalf("%q (-Reader +CutGame):\n%s", text, diff)
		}
		if diff := cmp.Diff(read, split); diff != "" {
			t.Fatalf("%q (-Reader +Splitter):\n%s", text, diff)
		}
		if n := CountGames(text); n != len(read) {
			t.Fatalf("%q: %d games are counted, want %d", text, n, len(read))
		}
		begin, vacant := LastGame(text)
		if vacant != (len(read) == 0) || begin != 0 && begin != last || begin == 0 && len(read) > 1 {
			t.Fatalf("%q: the last game begins at %d (vacant: %t), want %d", text, begin, vacant, last)
		}
	}
}
