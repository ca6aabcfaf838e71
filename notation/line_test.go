package notation

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// TestOrdinaryLines checks that lines without anything odd never reach the grammar.
func TestOrdinaryLines(t *testing.T) {
	for _, line := range []string{
		`[Event "a \"b\" \\"]`,
		`  [ Team.Ann  "x" ] ; c`,
		`12. Ann 4:ye2+ {c} 3:or- ; d`,
		`1. Jörg pass ...`,
		`order Ann:6 Ben:6 / Ann:1 Ben:2`,
		`state 13  Ben+ Ann=bl3 {c} Ben=hub`,
		`ruling stands ; c`,
	} {
		s := newScanner(line, 1)
		if s.ordinary(s.scan(nil), nil) == nil {
			t.Errorf("%q takes the grammar", line)
		}
	}
}

// holdToGrammar checks that the way around the grammar leads to the same line, in new memory
// and in old.
func holdToGrammar(t testing.TB, p *Parser, line string) {
	t.Helper()
	s := newScanner(line, 7)
	want := s.parse(line, s.scan(nil), nil, false)
	if diff := cmp.Diff(want, ParseLine(line, 7)); diff != "" {
		t.Fatalf("%q (-grammar +ParseLine):\n%s", line, diff)
	}
	if diff := cmp.Diff(want, p.Line(line, 7), cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("%q (-grammar +Parser):\n%s", line, diff)
	}
}

// TestLinesKeepToTheGrammar tries lines that are put together from likely and unlikely bits.
func TestLinesKeepToTheGrammar(t *testing.T) {
	heads := []string{"", "1. Ann ", "order Ann:1 ", "state 1 Ann+ ", `[Game "g"] `, "[", "secret Ann "}
	bits := []string{
		"1.", "007.", "1000000000.", "0000000001.", "12", ".", "...", "Ann", "Ann-", "E\u0301a", "J\u00f6rg", "_a", "4:ye2+", "pass", "?", "Ann:6", "Ann:7", "E\u0301a:2", ":6", "/", "order", "state",
		"gap", "ruling", "stands", "leave", "tally", "turns=3", "(", ")", "[", "]", "Game", "9ame", "G\u00e4me", `"x"`, `"x\"`, `"`, "\\", ";", "{", "}", "{c}", "\u00a0", "\x00", "\xff", "\r", "\t", " ", "  ",
	}
	rng := rand.New(rand.NewPCG(1, 2))
	var p Parser
	for range 10_000 {
		var line strings.Builder
		line.WriteString(heads[rng.IntN(len(heads))])
		for range rng.IntN(8) {
			line.WriteString(bits[rng.IntN(len(bits))])
			if rng.IntN(4) > 0 {
				line.WriteByte(' ')
			}
		}
		holdToGrammar(t, &p, line.String())
	}
}

func FuzzLine(f *testing.F) {
	for _, line := range []string{`[Game "g"] ; c`, "1. Ann 4:ye2+ {c} 3:or- ...", "order Ann:1 Ben:2 / Ann:3", "state 1 Ann+ Ann=hub", "tally Ann turns=1", "1. E\u0301 x;\xff"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if len(line) <= MaxLine {
			var p Parser
			p.Line("1. Ann a b c ; d", 1)
			holdToGrammar(t, &p, line)
		}
	})
}
