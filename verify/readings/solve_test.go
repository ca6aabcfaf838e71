package readings_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/play"
	"tpnote/verify/readings"
)

// measured is how many random games or slips the measures look at; 0 in an ordinary run. See
// TestMeasure.
var measured, _ = strconv.Atoi(os.Getenv("TPNOTE_MEASURE"))

// some is how many random games a test looks at: a few, or as many as are measured, which are
// others.
func some(few int) (n int, seed uint64) {
	if measured > 0 {
		return measured, 1_000_000
	}
	return few, 1
}

// mostTried is how many fillings brute force goes through.
func mostTried() int {
	if measured > 0 {
		return 10_000
	}
	return 60
}

// blankedGame is a game that chance played, and the same with unknown parts.
type blankedGame struct{ truth, blanked string }

// blankedGames calls yield with games that have 1 to 5 unknown parts; with rest, one of them
// may be the rest of a turn. The variants come in turn.
func blankedGames(t *testing.T, variants []string, few int, rest bool, yield func(g blankedGame)) {
	t.Helper()
	r := logtest.NewReader(t, verify.Options{})
	n, seed := some(few)
	for ; n > 0; seed++ {
		name := variants[seed%uint64(len(variants))]
		turns := []int{6, 6, 6, 20, 60}[seed%5]
		var logs [2]string
		for i, unknown := range []float64{0, 0.8 / float64(turns)} {
			chance := rand.New(rand.NewPCG(seed, 1))
			players := 2
			if !strings.HasPrefix(name, "trespass") {
				players += int(seed % 2)
			}
			header, err := r.Propose(verify.Header{Variant: name}, players, chance)
			if err != nil {
				t.Fatal(err)
			}
			played, err := play.Game(r, header, chance,
				play.Options{Right: 50, Limit: turns, Round: 1, Unknown: unknown})
			if err != nil {
				t.Fatal(err)
			}
			logs[i] = played.Log
		}
		if rest && seed%4 == 0 {
			logs[1] = restBlanked(logs[1], rand.New(rand.NewPCG(seed, 6)))
		}
		if g := judge(t, r, logs[1]); g.Unknown.Parts >= 1 && g.Unknown.Parts <= 5 {
			yield(blankedGame{logs[0], logs[1]})
			n--
		}
	}
}

// restBlanked is a log of which the rest of a turn, or all of it, is unknown.
func restBlanked(log string, chance *rand.Rand) string {
	lines := strings.Split(log, "\n")
	turns := turnLines(lines)
	i := turns[chance.IntN(len(turns))]
	n, h, words := parts(lines[i])
	lines[i] = join(n, h, append(words[:chance.IntN(len(words))], "..."))
	return strings.Join(lines, "\n")
}

// turnLines are the indices of the turns of a log.
func turnLines(lines []string) (turns []int) {
	for i, line := range lines {
		if _, ok := notation.ParseLine(line, 1).Node.(*notation.Turn); ok {
			turns = append(turns, i)
		}
	}
	return turns
}

func judge(t *testing.T, r *verify.Reader, text string) *verify.Summary {
	t.Helper()
	g, _, err := r.Block("", ".", block(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func block(text string) notation.Block {
	b, _ := notation.CutGame([]byte(text), 1)
	return b
}

// brute counts the fillings of a game by trying them all, one word after the other, and finds
// the last line at which the first error of any of them stands. It gives up beyond most.
type brute struct {
	reader *verify.Reader
	most   int
	lines  []string // of the body
	first  int      // number of the first of them
	count  int      // fillings that fit
	tried  int      // and those that do not
	line   int
}

// tooMany reports whether brute has given up.
func (b *brute) tooMany() bool { return b.count > b.most || b.tried > 20*b.most }

var unknownWord = regexp.MustCompile(`^[^\s;]*\?`)

func (b *brute) try(t *testing.T, text string) {
	game, rest, _, err := b.reader.Enter(block(text), ".")
	if err != nil {
		t.Fatal(err)
	}
	b.lines, b.first = strings.Split(strings.TrimSuffix(string(rest.Text), "\n"), "\n"), rest.Line
	b.from(game, 0)
}

// from goes on with a line, with the game where p is.
func (b *brute) from(p *verify.Replay, at int) {
	for ; at < len(b.lines); at++ {
		line := notation.ParseLine(b.lines[at], b.first+at)
		if turn, ok := line.Node.(*notation.Turn); ok && slices.ContainsFunc(turn.Actions, func(w notation.Word) bool { return unknownWord.MatchString(w.Text) }) {
			b.fill(p, line, at)
			return
		}
		if hasError(p.Line(line).Findings) {
			b.fails(at)
			return
		}
	}
	if hasError(verify.NewSum("", 1, 1).End(p).Findings) {
		b.fails(-b.first + 1) // the Result comes before all lines
		return
	}
	b.count++
}

func (b *brute) fails(at int) {
	b.tried++
	b.line = max(b.line, b.first+at)
}

// fill puts everything that fits in the place of the first unknown word of a line.
func (b *brute) fill(p *verify.Replay, line notation.Line, at int) {
	ev := p.Detailed().Line(line)
	i := slices.IndexFunc(ev.Words, func(w notation.Word) bool { return unknownWord.MatchString(w.Text) })
	var list []verify.Filling
	if i >= 0 {
		list = ev.Before[i].Fillings(ev.Words[i].Text)
	}
	if list == nil {
		b.fails(at)
	}
	for _, f := range list {
		if b.tooMany() {
			return
		}
		b.lines[at] = line.Text[:ev.Words[i].Span.Start] + f.Words[0] + line.Text[ev.Words[i].Span.End:]
		b.from(p.Fork(), at)
	}
	b.lines[at] = line.Text
}

func hasError(findings []verify.Finding) bool {
	return slices.ContainsFunc(findings, func(f verify.Finding) bool { return f.Severity == verify.SeverityError })
}

// plainWord is an action without the marks that follow from the position, and without its way.
func plainWord(word string) string {
	if piece, path, moves := strings.Cut(word, ":"); moves && len(piece) > 1 { // Trespass
		return piece + path[max(strings.LastIndexByte(path, '-'), strings.LastIndexByte(path, '^')):][1:]
	}
	return strings.NewReplacer("*", "+", "#", "+", "x", "-").Replace(strings.TrimSuffix(word, "#"))
}

// TestSolve checks that random games with blanks are never illegal, that the truth is among the
// readings, that deduced parts are true, and that the count of ways is right.
func TestSolve(t *testing.T) {
	r := logtest.NewReader(t, verify.Options{})
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			name, n := f.name, 0
			deduced, parts, open, counted := 0, 0, 0, 0
			blankedGames(t, f.variants, 6, true, func(g blankedGame) {
				n++
				solved, err := readings.Solve(r, "", ".", block(g.blanked))
				if err != nil {
					t.Fatal(err)
				}
				if solved.Verdict() != verify.Incomplete {
					t.Errorf("%s game %d: %s\n%s", name, n, solved.Verdict(), g.blanked)
				}
				truth := strings.Split(g.truth, "\n")
				for _, p := range solved.Parts {
					if parts++; p.Open {
						open++
						continue
					}
					was := notation.ParseLine(truth[p.Span.Line-1], 1).Node.(*notation.Turn).Actions[p.Action-1].Text
					is := func(word string) bool { return plainWord(word) == plainWord(was) }
					if p.Deduced() {
						deduced++
					}
					if !slices.ContainsFunc(p.Choices, is) {
						t.Errorf("%s game %d: %s was %s, which is not among %v\n%s", name, n, p.Word, was, p.Choices, g.blanked)
					}
				}
				if solved.Unknown.Capped || solved.Unknown.Ways > uint64(mostTried()) {
					return
				}
				resumed := g.blanked + "gap\nstate " + judge(t, r, g.truth).Position + "\n"
				for text, ways := range map[string]uint64{g.blanked: solved.Unknown.Ways, resumed: judge(t, r, resumed).Unknown.Ways} {
					b := brute{reader: r, most: mostTried()}
					if b.try(t, text); b.tooMany() {
						return
					}
					if counted++; b.count != int(ways) {
						t.Errorf("%s game %d: %d ways, by brute force %d\n%s", name, n, ways, b.count, text)
					}
				}
			})
			t.Logf("%s: %d games, %d parts: %d deduced, %d open; the ways of %d records counted by brute force", name, n, parts, deduced, open, counted)
			if counted == 0 || deduced == 0 {
				t.Errorf("%s: nothing was counted, or deduced", name)
			}
		})
	}
}

// TestBlankAndSlip checks that games with blanks, and a slip that no filling explains, are illegal at
// the first line where brute force has nothing left.
func TestBlankAndSlip(t *testing.T) {
	r := logtest.NewReader(t, verify.Options{})
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			chance := rand.New(rand.NewPCG(1, 2))
			name, n, tried, cut, many := f.name, 0, 0, 0, 0
			blankedGames(t, f.variants, 6, false, func(g blankedGame) {
				n++
				lines := strings.Split(g.blanked, "\n")
				turns := turnLines(lines)
				i, k := turns[chance.IntN(len(turns))], turns[chance.IntN(len(turns))]
				word := notation.ParseLine(lines[k], 1).Node.(*notation.Turn).Actions[0].Text
				at := notation.ParseLine(lines[i], 1).Node.(*notation.Turn).Actions[0].Span
				lines[i] = lines[i][:at.Start] + word + lines[i][at.End:]
				text := strings.Join(lines, "\n")
				b := brute{reader: r, most: mostTried()}
				switch b.try(t, text); {
				case b.count > 0 || judge(t, r, text).Unknown.Parts == 0:
					return
				case b.tooMany():
					many++
					return
				}
				tried++
				found := judge(t, r, text)
				if found.Unknown.Capped { // a set was cut: the count is a bound
					cut++
					return
				}
				first := 0
				for _, f := range found.Findings {
					if f.Severity == verify.SeverityError && first == 0 {
						first = f.Span.Line
					}
				}
				if found.Verdict() != verify.Illegal || first != b.line {
					t.Errorf("%s game %d: %s at line %d; brute force has nothing left at line %d\n%s", name, n, found.Verdict(), first, b.line, text)
				}
			})
			t.Logf("%s: %d games, %d slips that no filling explains, of which %d where a set was cut; %d with too many fillings to try", name, n, tried, cut, many)
			if tried == 0 {
				t.Errorf("%s: no slip was tried", name)
			}
		})
	}
}

func TestSolveText(t *testing.T) {
	const log = `[Game "trouble"]
[Players "Red, Blue"]
1. Red 6:? ?:? ; a comment
2. Blue ?
3. Red 2:re4-re6 ...
`
	solved, err := readings.Solve(logtest.NewReader(t, verify.Options{}), "", ".", block(log))
	if err != nil {
		t.Fatal(err)
	}
	want := `[Game "trouble"]
[Players "Red, Blue"]
1. Red 6:home-re0 {deduced} 4:re0-re4 {deduced} ; a comment
2. Blue ? {1:pass, 2:pass, 3:pass, 4:pass or 5:pass}
3. Red 2:re4-re6 ...
`
	if diff := cmp.Diff(want, string(solved.Text)); diff != "" {
		t.Errorf("solved (-want +got):\n%s", diff)
	}
}

// TestSolveSpellings checks that a deduced action that is written in one way or another, by what
// an unknown part before it was, rules out neither.
func TestSolveSpellings(t *testing.T) {
	const log = `[Game "trespass"]
[Players "Ann, Ben"]
place Ann 4 3 5 8 6 / 7 2 1 0 9
place Ben 3 1 5 7 0 / 6 2 4 9 8
1. Ann B8:?
2. Ben A0:d2-?
3. Ann B5:c6^c4
4. Ben A6:?
5. Ann A0:d4^b4
`
	solved, err := readings.Solve(logtest.NewReader(t, verify.Options{}), "", ".", block(log))
	if err != nil {
		t.Fatal(err)
	}
	if first := &solved.Parts[0]; !slices.Contains(first.Choices, "B8:e5-d3") {
		t.Errorf("%s is one of %v", first.Word, first.Choices)
	}
	if jumped := &solved.Parts[1]; jumped.Deduced() || !slices.Contains(jumped.Choices, "A0:d2^d4") || !slices.Contains(jumped.Choices, "A0:d2-d4") {
		t.Errorf("%s is one of %v", jumped.Word, jumped.Choices)
	}
}

// TestSolveByResult checks that fillings that the Result tag rules out do not fit.
func TestSolveByResult(t *testing.T) {
	const log = `[Game "trouble"]
[Players "Red, Blue"]
[Setup "7 Red Red=ye6,f2,f3,f4 Blue=home,home,home,home"]
[Result "Red > Blue"]
7. Red ?
`
	r := logtest.NewReader(t, verify.Options{})
	g := judge(t, r, log)
	if g.Verdict() != verify.Incomplete || g.Unknown.Ways != 1 || g.Result != "Red > Blue" || g.Unknown.Positions != nil {
		t.Errorf("%s, %s, %+v, %v", g.Verdict(), g.Result, g.Unknown, g.Findings)
	}
	if g := judge(t, r, strings.Replace(log, "Red > Blue", "*", 1)); g.Verdict() != verify.Incomplete || g.Unknown.Ways != 5 {
		t.Errorf("unfinished: %s, %+v, %v", g.Verdict(), g.Unknown, g.Findings)
	}
	if g := judge(t, r, strings.Replace(log, "Red > Blue", "Blue > Red", 1)); g.Verdict() != verify.Illegal || g.Unknown.Ways != 6 {
		t.Errorf("won by no player: %s, %+v, %v", g.Verdict(), g.Unknown, g.Findings)
	}
}

// TestSolveManyPositions looks at a record that allows more positions than a set holds. The
// first turns are deduced all the same.
func TestSolveManyPositions(t *testing.T) {
	const log = `[Game "trespass"]
[Players "Ann, Ben"]
place Ann 0 1 2 3 4 / 5 6 7 8 9
place Ben 0 1 2 3 4 / 5 6 7 8 9
1. Ann ?
2. Ben ?
3. Ann ?
`
	s, err := readings.Solve(logtest.NewReader(t, verify.Options{}), "", ".", block(log))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range s.Parts[:2] {
		if p.Open || len(p.Choices) < 100 {
			t.Errorf("turn %d: %d choices, open: %t", p.Turn, len(p.Choices), p.Open)
		}
	}
}

// TestUnknownThroughout replays the worst there is: games of which every action is unknown. A long
// one in which a turn may go on is given up in the end.
func TestUnknownThroughout(t *testing.T) {
	for _, game := range []struct {
		head, word string
		who        []string
		turns      int
	}{
		{"[Game \"trouble\"]\n[Players \"Red, Blue, Green, Yellow\"]\n", "? ...", []string{"Red", "Blue", "Green", "Yellow"}, 5},
		{"[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben\"]\n", "? ? ? ? ...", []string{"Ann", "Ben"}, 2},
	} {
		turns, begun := game.turns, used()
		if measured > 0 {
			turns = 3000
		}
		log := game.head
		for turn := range turns {
			log += fmt.Sprintf("%d. %s %s\n", turn+1, game.who[turn%len(game.who)], game.word)
		}
		g := judge(t, logtest.NewReader(t, verify.Options{}), log)
		if !g.OK() || !g.Unknown.Capped || len(g.Findings) == 0 || measured > 0 && len(game.who) == 2 && g.Unknown.Skipped == 0 {
			t.Errorf("%s, %v, %+v", g.Verdict(), g.Findings, g.Unknown)
		}
		t.Logf("%d turns: %v", turns, used()-begun)
	}
}
