package notation

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
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
		"Players: Ann":    BareTag,
		" Players=Ann":    BareTag,
		"Players":         BareTag,
		"Playersx Ann":    BodyLine,
		"{a} Players Ann": BodyLine,
		"\r":              BlankLine, // half of a line end
		"\r\r\n":          BodyLine,
		"\u00a0[A \"x\"]": BodyLine,
	} {
		if got := ClassOf([]byte(line)); got != want {
			t.Errorf("%q: class %d, want %d", line, got, want)
		}
	}
}

// TestOneCutter compares the ways to cut a file, the Reader and CutGame, over random files with the rule that they
// follow: a tag line after a body line begins the next game.
func TestOneCutter(t *testing.T) {
	bits := []string{"[A \"x\"]\n", "[\n", "Event: [x]\n", "1. B c\n", "; c\n", "{x} [\n", "\n", " \t\n", "state 1\n", "{\n", "\r\n", "\r\r\n", "1. B c\r\n"}
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
		at, line := 0, 1
		for at < len(text) {
			b, size := CutGame(text[at:], line)
			if b.First > 0 {
				cut = append(cut, b.First)
			}
			line += bytes.Count(text[at:at+size], []byte{'\n'})
			at += size
		}
		number, body := 0, false
		for l := range bytes.Lines(text) {
			number++
			class := ClassOf(l)
			begins := class == TagLine && body
			if begins || class != BlankLine && split == nil {
				split = append(split, number)
			}
			body = class == BodyLine || body && !begins
		}
		if diff := cmp.Diff(read, cut); diff != "" {
			t.Fatalf("%q (-Reader +CutGame):\n%s", text, diff)
		}
		if diff := cmp.Diff(read, split); diff != "" {
			t.Fatalf("%q (-Reader +rule):\n%s", text, diff)
		}
	}
}

// TestLongLinesSplit compares the games of the Reader with those of CutGame where lines are about as
// long as lines may be: they have the same text and places.
func TestLongLinesSplit(t *testing.T) {
	for _, size := range []int{MaxLine - 1, MaxLine, MaxLine + 1, maxKept - 1, maxKept, maxKept + 1, 2 * maxKept} {
		for _, text := range []string{
			"[A \"x\"]\n1. B c;" + strings.Repeat("y", size-7),
			"[A \"x\"]\n1. B c;" + strings.Repeat("y", size-7) + "\n2. B d\n[A \"y\"]\n",
			"[A \"x\"]\n;" + strings.Repeat("y", size-1) + "\n1. B c\n",
			"[A \"x\"]\n1. B c\n" + strings.Repeat(" ", size) + "\r\n2. B d\n",
			"[A \"x\"]\n1. B c\n;" + strings.Repeat("[", size) + "\n2. B d\n[A \"y\"]\n",
		} {
			var read, cut []string
			for b, err := range NewReader(strings.NewReader(text)).Blocks() {
				if err != nil {
					t.Fatal(err)
				}
				read = append(read, about(b))
			}
			for at, line := 0, 1; at < len(text); {
				b, size := CutGame([]byte(text[at:]), line)
				b.Offset += int64(at)
				cut = append(cut, about(b))
				line += strings.Count(text[at:at+size], "\n")
				at += size
			}
			if diff := cmp.Diff(read, cut); diff != "" {
				t.Errorf("%.20q with a line of %d bytes (-Reader +CutGame):\n%s", text, size, diff)
			}
		}
	}
}

// TestBlankBeginning leaves out the blank lines before a game, but not a line that is too long.
func TestBlankBeginning(t *testing.T) {
	for size, want := range map[int]int{0: 2, 1: 2, MaxLine: 2, MaxLine + 1: 1} {
		b, err := NewReader(strings.NewReader(strings.Repeat(" ", size) + "\n[A \"x\"]\n")).Next()
		if err != nil || b.Line != want {
			t.Errorf("after %d blanks the game begins on line %d, want %d: %v", size, b.Line, want, err)
		}
	}
}

// about sums up a game: its places, and its lines by their beginnings and sizes.
func about(b Block) string {
	said := fmt.Sprintf("lines %d and %d, offset %d, too long %t:", b.Line, b.First, b.Offset, b.TooLong)
	for line := range bytes.Lines(b.Text) {
		said += fmt.Sprintf(" %.8q of %d", line, len(line))
	}
	return said
}

// TestWhole holds that the texts of the games of a file are the file, whatever is in it, and that the games are
// where the Reader finds them.
func TestWhole(t *testing.T) {
	long := strings.Repeat("y", 3*maxKept)
	bits := []string{"[A \"x\"]\n", "1. B c\n", "; c\n", "\n", " \t\n", "1. B c\r\n", ";" + long + "\n", long + "\r\n", "\ufeff"}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var text string
		for range rng.IntN(12) {
			text += bits[rng.IntN(len(bits))]
		}
		text = text[:len(text)-min(len(text), rng.IntN(3))]
		var whole, read []string
		all := ""
		for b, err := range Whole(strings.NewReader(text)) {
			if all += string(b.Text); err != nil {
				t.Fatal(err)
			}
			if b.First > 0 {
				whole = append(whole, fmt.Sprint(b.First, b.Offset))
			}
		}
		for b := range NewReader(strings.NewReader(text)).Blocks() {
			read = append(read, fmt.Sprint(b.First, b.Offset))
		}
		if diff := cmp.Diff(read, whole); all != text || diff != "" {
			t.Fatalf("%q becomes %q (-Reader +Whole):\n%s", text, all, diff)
		}
	}
}

// TestSections cuts a file in two at every byte: each game is in the section where it begins, with the
// first line of the next game after it.
func TestSections(t *testing.T) {
	text := "\ufeff; about\n[A \"x\"]\n1. B c\n\n[A \"y\"]\n1. B d\n\n\n; more\n[A \"z\"]\n"
	read := func(from, to int) (part string) {
		for b, err := range Section(Whole(strings.NewReader(text)), int64(from), int64(to)) {
			if part += string(b.Text); err != nil {
				t.Fatal(err)
			}
		}
		return part
	}
	var begins []int
	for b := range NewReader(strings.NewReader(text)).Blocks() {
		begins = append(begins, int(b.Offset))
	}
	for cut := 1; cut <= len(text); cut++ {
		end := slices.IndexFunc(begins, func(at int) bool { return at >= cut })
		want := [2]string{text, ""}
		if end == 0 {
			want = [2]string{"", text}
		} else if end > 0 {
			at := begins[end]
			next := at + strings.IndexByte(text[at:], '\n') + 1
			want = [2]string{text[:next], text[at:]}
		}
		if diff := cmp.Diff(want, [2]string{read(0, cut), read(cut, len(text))}); diff != "" {
			t.Fatalf("cut at byte %d (-want +got):\n%s", cut, diff)
		}
	}
}
