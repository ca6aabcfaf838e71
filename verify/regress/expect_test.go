package regress_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/regress"
)

// eachGame calls add with the games of a log.
func eachGame(t *testing.T, name, dir, log string, add func(name, dir string, b notation.Block) error) {
	t.Helper()
	for b := range notation.NewReader(strings.NewReader(log)).Blocks() { // memory is always read to its end
		if err := add(name, dir, b); err != nil {
			t.Fatal(err)
		}
	}
}

// tested tests the games of a log.
func tested(t *testing.T, name, dir, log string) *regress.Tested {
	t.Helper()
	tested := &regress.Tested{File: name}
	reader := logtest.NewReader(t, verify.Options{})
	eachGame(t, name, dir, log, func(_, dir string, b notation.Block) error {
		_, err := tested.Test(reader, dir, b)
		return err
	})
	return tested
}

func failures(t *testing.T, log string) string {
	t.Helper()
	tested := tested(t, "x.log", ".", log)
	var out []string
	for _, g := range tested.Games {
		for _, f := range g.Failures {
			text, _, _ := strings.Cut(f.String(), ": the ")
			out = append(out, text)
		}
	}
	if tested.Passed() != (out == nil) {
		t.Errorf("passed: %v, with %v", tested.Passed(), out)
	}
	return strings.Join(out, "; ")
}

func TestExpectations(t *testing.T) {
	for _, test := range []struct{ name, log, want string }{
		{"as wanted", logtest.Head + "1. Ann 3:bl3+ 3:bl2- ; want unreachable\n", ""},
		{"not wanted", logtest.Head + "1. Ann 3:bl3+ 3:bl2-\n", "3: unreachable: a 3 from bl3 does not reach bl2 without turning back"},
		{"missing", logtest.Head + "1. Ann 3:bl3- ; want unreachable\n", "3: unreachable is wanted, and not found"},
		{"another code", logtest.Head + "1. Ann 3:bl3+ 3:bl2- ; want hub-entry\n",
			"3: unreachable: a 3 from bl3 does not reach bl2 without turning back; 3: hub-entry is wanted, and not found"},
		{"on another line", logtest.Head + "1. Ann 3:bl3+ ; want unreachable\n1. Ann 3:bl2-\n",
			"3: unreachable is wanted, and not found; 4: unreachable: a 3 from bl3 does not reach bl2 without turning back"},
		{"a note counts", logtest.Head + "1. Ann 3:bl3+ 3:bl2- 6:bl- ; want unreachable turn-over\n", ""},
		{"a note that is not wanted", logtest.Head + "1. Ann 3:bl3+ 3:bl2- 6:bl- ; want unreachable\n", "3: turn-over"},
		{"a warning counts", logtest.Head + "1. Ann 6:bl+ 1:bl1or-\n", "3: weak-mark: this right answer earns a wedge"},
		{"a position", logtest.Head + "1. Ann 3:bl3-\nstate 2 Ben Ann=bl3 Ben=hub\n", ""},
		{"another position", logtest.Head + "1. Ann 3:bl3-\nstate 2 Ben Ann=bl2 Ben=hub\n", "4: state-mismatch"},
		{"twice on a line, wanted once", logtest.Head + "1. Ann 3:bl2+ 3:bl2- ; want unreachable\n", ""},
		{"no game", "; nothing\n", ""},
	} {
		if got := failures(t, test.log); !strings.HasPrefix(got, test.want) || test.want == "" && got != "" {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

func TestExpecting(t *testing.T) {
	const bad = "1. Ann 3:bl3+ 3:bl2-"
	for _, test := range []struct{ name, line, want string }{
		{"none yet", bad, bad + "  ; want unreachable"},
		{"right already", bad + "   ;want  unreachable", bad + "   ;want  unreachable"},
		{"another", bad + " ; want hub-entry", bad + " ; want unreachable"},
		{"too many", bad + " ; want hub-entry unreachable", bad + " ; want unreachable"},
		{"none due", "1. Ann 3:bl3-  ; want unreachable", "1. Ann 3:bl3-"},
		{"none due, in braces", "1. Ann 3:bl3- {want unreachable} ; well", "1. Ann 3:bl3- ; well"},
		{"none due, between words", "1. Ann{want unreachable}3:bl3-", "1. Ann 3:bl3-"},
		{"another comment", bad + " ; well, well", bad + " {want unreachable} ; well, well"},
		{"a comment in braces", bad + " {well}", bad + " {well}  ; want unreachable"},
		{"in braces", bad + " {want hub-entry}", bad + " {want unreachable}"},
		{"two of them", bad + " {want hub-entry} ; want weak-mark", bad + " ; want unreachable"},
		{"a comment inside", "1. Ann 3:bl3+ {so far} 3:bl2-", "1. Ann 3:bl3+ {so far} 3:bl2-  ; want unreachable"},
		{"several codes", "1. Ann 3:bl3+ 3:bl2- 6:bl-", "1. Ann 3:bl3+ 3:bl2- 6:bl-  ; want unreachable turn-over"},
		{"no room for a comment", "1. Ann 3:bl3- {open", "1. Ann 3:bl3- {open"},
	} {
		for _, frame := range [][2]string{{logtest.Head, "\n"}, {strings.ReplaceAll(logtest.Head, "\n", "\r\n"), "\r\n"}, {"\ufeff" + logtest.Head, ""}} {
			got, err := regress.Expecting(logtest.NewReader(t, verify.Options{}), "x.log", ".", []byte(frame[0]+test.line+frame[1]))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(frame[0]+test.want+frame[1], string(got)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.name, diff)
			}
		}
	}
	// The first line has the byte-order mark, and may want something too.
	got, err := regress.Expecting(logtest.NewReader(t, verify.Options{}), "x.log", ".", []byte("\ufeff[Game \"trivial-pursiut\"]\n"))
	if want := "\ufeff[Game \"trivial-pursiut\"]  ; want unknown-game tag\n"; err != nil || string(got) != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestExpectingIsSettled: what was written passes, and is not written again; the logs of
// testdata are as they would be written.
func TestExpectingIsSettled(t *testing.T) {
	for path, log := range logtest.Logs(t) {
		text, dir := []byte(log), filepath.Dir(path)
		settled, err := regress.Expecting(logtest.NewReader(t, verify.Options{}), path, dir, text)
		if err != nil {
			t.Fatal(err)
		}
		if string(settled) != string(text) {
			t.Errorf("%s is rewritten", path)
		}
		var bare strings.Builder
		for line := range strings.Lines(string(text)) {
			if at := strings.Index(line, "; want"); at >= 0 {
				line = strings.TrimRight(line[:at], " ") + "\n"
			}
			bare.WriteString(line)
		}
		written, err := regress.Expecting(logtest.NewReader(t, verify.Options{}), path, dir, []byte(bare.String()))
		if err != nil {
			t.Fatal(err)
		}
		if tested := tested(t, path, dir, string(written)); !tested.Passed() {
			t.Errorf("%s: what was written does not pass: %+v", path, tested)
		}
	}
}

// FuzzExpecting: whatever the text, writing the expectations in is settled after once, keeps
// every line that has nothing to do with them.
func FuzzExpecting(f *testing.F) {
	for _, line := range []string{
		"Players", "Players\r\r", "\r", "1. Ann 3:bl3+ 3:bl2- ; want hub-entry", "1. Ann 4:bl3- {want x} ; y", "1. Ann {open", "1.Ann 3:bl3- {a}{b};c", "\x00 ; want", "[Event \"x\"] ; want tag",
	} {
		f.Add(logtest.Head + line + "\n2. Ben 3:or3-\r\r\n")
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "Variant") {
			return // it may name any file of this machine
		}
		r := logtest.NewReader(t, verify.Options{})
		once, err := regress.Expecting(r, "x.log", ".", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		twice, err := regress.Expecting(r, "x.log", ".", once)
		if err != nil || string(twice) != string(once) {
			t.Errorf("written again:\n%q\n%q (%v)", once, twice, err)
		}
		before, after := strings.Split(text, "\n"), strings.Split(string(once), "\n")
		if len(before) != len(after) {
			t.Fatalf("%d lines became %d", len(before), len(after))
		}
		for i := range before {
			if before[i] != after[i] && !strings.Contains(before[i]+after[i], "want") {
				t.Errorf("%q became %q", before[i], after[i])
			}
		}
	})
}
