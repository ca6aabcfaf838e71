package readings_test

import (
	"strings"
	"testing"

	"tpnote/verify"
)

// TestWanted checks that a game with a comment that wants a finding is read as it is written, unless an
// option says otherwise, and that the other games of the file are not.
func TestWanted(t *testing.T) {
	b := newBench(t)
	spoilt := strings.Replace(trouble, "4:re5-bl2", "4:re5-bl3", 1)
	asked := b.read.With(func(o *verify.Options) { o.ReadWants = true })
	read := func(r *verify.Reader, text string) (n int) {
		for _, f := range b.judge(r, text).Findings {
			n += len(f.Readings)
		}
		return n
	}
	for _, tt := range []struct {
		text    string
		reader  *verify.Reader
		reading bool
	}{
		{spoilt, b.read, true},
		{spoilt + "; want no-peg\n", b.read, false},
		{spoilt + "; want no-peg\n", asked, true},
		{spoilt + "; I want to go home\n; want nothing\n", b.read, true},
		{spoilt + "; want no-peg\n\n" + spoilt, b.read, true}, // the last game
		{spoilt + "\n" + spoilt + "; want no-peg\n", b.read, false},
	} {
		if got := read(tt.reader, tt.text) > 0; got != tt.reading {
			t.Errorf("readings %t:\n%s", got, tt.text)
		}
	}
}

// TestStrayMark checks that a mark of a side line that closes nothing is found under every reading.
func TestStrayMark(t *testing.T) {
	b := newBench(t)
	text := strings.Replace(trouble, "4:re5-bl2\n", "4:re5-bl3\n)\n", 1)
	for _, r := range []*verify.Reader{b.read, b.strict} {
		if got := b.judge(r, text).Verdict(); got != verify.Malformed {
			t.Errorf("a stray ) leaves a log %s", got)
		}
	}
}

// TestWarningBeforeASlip checks that readings are sought for a word that follows one with a warning.
func TestWarningBeforeASlip(t *testing.T) {
	b := newBench(t)
	g := b.judge(b.read, "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben\"]\n\n1. Ann 6:bl+ 1:bl9+ 1:bl2-\n2. Ben 1:br5-\n")
	if found := errorsOf(g); len(found) == 0 || len(found[0].Readings) == 0 {
		t.Errorf("findings %v", g.Findings)
	}
}
