package readings_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tpnote/notation"
	"tpnote/verify"
)

// tallied counts what a tally of Trouble may have, from the words of a log and the position
// that it ends in.
func tallied(l log, position string) map[string]int {
	counts := map[string]int{}
	for _, line := range l.lines[l.body:] {
		_, who, words := parts(line)
		counts[who+" turns"]++
		for _, w := range words {
			counts[who+" rolls"]++
			counts[who+" pips"] += int(w[0] - '0')
			if w[0] == '6' {
				counts[who+" sixes"]++
			}
			if strings.Contains(w, "x") {
				counts[who+" captures"]++
			}
			if strings.Contains(w, "home") {
				counts[who+" captured"]++ // and one less for every peg that is not in HOME
			}
		}
	}
	for _, field := range strings.Fields(position)[2:] {
		who, pegs, _ := strings.Cut(field, "=")
		home := strings.Count(pegs, "home")
		counts[who+" home"] = home
		counts[who+" captured"] += home - 4
		counts[who+" finished"] = strings.Count(pegs, "f")
	}
	return counts
}

// TestTallies makes slips of the pen in games of Trouble that are legal all the same, and checks
// that a tally of every count that such a slip changes finds it. It says what share of the
// slips each key finds.
func TestTallies(t *testing.T) {
	b := newBench(t)
	n, seed := some(12)
	chance := rand.New(rand.NewPCG(seed, 4))
	keys := []string{"turns", "rolls", "sixes", "pips", "home", "finished", "captures", "captured"}
	found, wrongDie, byPips := map[string]int{}, 0, 0
	for done := 0; done < n; {
		l := b.game("trouble-official", chance)
		at := l.body + chance.IntN(len(l.lines)-l.body)
		s := slips[chance.IntN(len(slips))]
		spoilt, _, ok := s.spoil(l, at, chance)
		if !ok {
			continue
		}
		silent := b.judge(b.strict, spoilt.text())
		if silent.Verdict() != verify.Legal || len(silent.Findings) > 0 || spoilt.text() == l.text() {
			continue
		}
		done++
		truth := b.judge(b.strict, l.text())
		was, is := tallied(l, truth.Position), tallied(spoilt, silent.Position)
		all := ""
		for _, who := range truth.Handles {
			for _, key := range keys {
				all += fmt.Sprintf("tally %s %s=%d\n", who, key, was[who+" "+key])
			}
		}
		if g := b.judge(b.strict, l.text()+all); g.Verdict() != verify.Legal {
			t.Fatalf("%v\n%s%s", g.Findings, l.text(), all)
		}
		caught := map[string]bool{}
		noticed := b.judge(b.strict, spoilt.text()+all).Findings
		for i, who := range truth.Handles {
			for k, key := range keys {
				line := len(spoilt.lines) + i*len(keys) + k + 1
				found := slices.ContainsFunc(noticed, func(f verify.Finding) bool { return f.Code == verify.CodeTally && f.Span.Line == line })
				if changed := was[who+" "+key] != is[who+" "+key]; changed != found {
					t.Fatalf("%s, line %d: %s of %s noticed: %v\n%s%s", s.name, at+1, key, who, found, l.text(), spoilt.text())
				}
				caught[key] = caught[key] || found
			}
		}
		for key, yes := range caught {
			if yes {
				found[key]++
			}
		}
		if dice(l.lines[at]) != dice(spoilt.lines[min(at, len(spoilt.lines)-1)]) && len(l.lines) == len(spoilt.lines) {
			if wrongDie++; caught["pips"] {
				byPips++
			}
		}
	}
	for _, key := range keys {
		t.Logf("%s: %s %% of %d slips", key, share(found[key], n), n)
	}
	t.Logf("of %d wrong dice pips finds %d", wrongDie, byPips)
	if byPips < wrongDie {
		t.Error("pips does not find every wrong die")
	}
}

// dice is the sum of the faces of a turn in Trouble.
func dice(line string) int {
	sum := 0
	_, _, words := parts(line)
	for _, w := range words {
		sum += int(w[0] - '0')
	}
	return sum
}

// after is the replay at the end of a log.
func (b *bench) after(r *verify.Reader, lines []string) *verify.Replay {
	b.t.Helper()
	game, _ := notation.CutGame([]byte(strings.Join(lines, "\n")+"\n"), 1)
	_, last, err := r.Block("log", ".", game, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	return last
}

// wronged plays a game in which some turns have an error and what follows is legal. It returns
// the lines, and the indices of those turns; nil if it did not come about.
func (b *bench) wronged(variant string, chance *rand.Rand) (lines []string, at []int) {
	l := b.game(variant, chance)
	lines = slices.DeleteFunc(slices.Clone(l.lines[:l.body]), func(s string) bool { return strings.HasPrefix(s, "[Result") || strings.HasPrefix(s, "[Termination") })
	last := b.after(b.strict, lines)
	for range 30 {
		if last.Over() {
			break
		}
		turn := last.Clock()
		if len(lines) > l.body+2 && chance.IntN(4) == 0 {
			_, _, words := parts(l.lines[l.body+chance.IntN(len(l.lines)-l.body)])
			line := join(int(turn.Number), last.Handles()[turn.Seat], words[:1])
			try := last.Fork()
			ev := try.Line(notation.ParseLine(line, len(lines)+1))
			if len(ev.Findings) == 1 && ev.Findings[0].Severity == verify.SeverityError && !ev.Findings[0].Malformed && !try.Over() && try.Clock().Number > turn.Number {
				last = try
				at = append(at, len(lines))
				lines = append(lines, line)
				continue
			}
		}
		line := fmt.Sprintf("%d. %s", turn.Number, last.Handles()[turn.Seat])
		for !last.Over() && last.Clock().Seat == turn.Seat && last.Clock().Number == turn.Number {
			moves := last.Legal()
			m := moves[chance.IntN(len(moves))]
			line += " " + m.Word
			last.Play(m.Word)
		}
		lines = append(lines, line)
	}
	return lines, at
}

// TestRulingsLaw checks that a log with as many rulings as turns with an error is legal, with a
// note for each; that without one of them, or with one twice, there is one error; and that
// with one after another turn there are two.
func TestRulingsLaw(t *testing.T) {
	b := newBench(t)
	for _, f := range families {
		n, seed := some(8)
		chance := rand.New(rand.NewPCG(seed, 7))
		wrong := 0
		for done := 0; done < n; {
			lines, at := b.wronged(f.variants[chance.IntN(len(f.variants))], chance)
			if len(at) == 0 {
				continue
			}
			done++
			wrong += len(at)
			ruled := func(behind []int) string {
				var text strings.Builder
				for i, line := range lines {
					fmt.Fprintln(&text, line)
					for _, k := range behind {
						if k == i {
							fmt.Fprintln(&text, "ruling stands")
						}
					}
				}
				return text.String()
			}
			check := func(what string, behind []int, errors, notes int) {
				g := b.judge(b.strict, ruled(behind))
				noted := 0
				for _, f := range g.Findings {
					if f.Ruled {
						noted++
					}
				}
				if found := len(errorsOf(g)); found != errors || noted != notes || g.OK() != (errors == 0) {
					t.Fatalf("%s: %s: %d errors and %d notes, want %d and %d: %v\n%s", f.name, what, found, noted, errors, notes, g.Findings, ruled(behind))
				}
			}
			k := len(at)
			check("all", at, 0, k)
			one := chance.IntN(k)
			without := slices.Delete(slices.Clone(at), one, one+1)
			check("one removed", without, 1, k-1)
			check("one doubled", append(slices.Clone(at), at[one]), 1, k)
			if to := len(lines) - 1; !slices.Contains(at, to) {
				check("one moved", append(without, to), 2, k-1)
			}
		}
		t.Logf("%s: %d games with %d rulings", f.name, n, wrong)
	}
}
