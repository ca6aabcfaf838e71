package readings_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/play"
	"tpnote/verify/readings"
)

func TestMerge(t *testing.T) {
	const head = "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n"
	var long, holed string
	for n := 1; n <= 1500; n++ {
		line := fmt.Sprintf("%d. %s %d:pass\n", n, []string{"Blue", "Red"}[n%2], 1+n%5)
		if long += line; n%9 > 0 {
			holed += line
		}
	}
	for _, tt := range []struct {
		name, a, b, want string
		left             int
	}{
		{"the one that fits", "1. Red 6:home-re0 4:re0-re5\n2. Blue 1:pass\n3. Red 1:re4-re5\n", "1. Red 6:home-re0 4:re0-re4\n2. Blue 1:pass\n3. Red 1:re5-re6\n",
			"1. Red 6:home-re0 4:re0-re4\n2. Blue 1:pass\n3. Red 1:re4-re5\n", 0},
		{"both fit", "1. Red 1:pass\n2. Blue 1:pass\n", "1. Red 2:pass\n2. Blue 1:pass\n", "1. Red 1:pass {or: 2:pass}\n2. Blue 1:pass\n", 1},
		{"what one knows", "1. Red ?\n2. Blue 1:pass\n", "1. Red 2:pass\n2. Blue ?:pass\n", "1. Red 2:pass\n2. Blue 1:pass\n", 0},
		{"a line is missing", "1. Red 1:pass\n3. Red 1:pass\n", "1. Red 1:pass\n2. Blue 4:pass\n3. Red 1:pass\n", "1. Red 1:pass\n2. Blue 4:pass\n3. Red 1:pass\n", 0},
		{"one goes on", "1. Red 1:pass\n", "1. Red 1:pass\n2. Blue 4:pass\n3. Red 1:pass\n", "1. Red 1:pass\n2. Blue 4:pass\n3. Red 1:pass\n", 0},
		{"one goes on with an error", "1. Red 1:pass\n2. Blue 6:pass\n3. Red 2:pass\n", "1. Red 1:pass\n", "1. Red 1:pass\n2. Blue 6:pass\n3. Red 2:pass\n", 0},
		{"comments before the first turn", "\n1. Red 1:pass\n", "; at home\n\n1. Red 1:pass\n", "; at home\n\n1. Red 1:pass\n", 0},
		{"lines are missing all over", long, holed, long, 0},
	} {
		m, err := readings.Merge(logtest.NewReader(t, verify.Options{}), ".", [][]byte{[]byte(head + tt.a), []byte(head + tt.b)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(head+tt.want, string(m.Text)); diff != "" || m.Left != tt.left {
			t.Errorf("%s: %d left (-want +got):\n%s", tt.name, m.Left, diff)
		}
	}
}

// TestMergeCopies checks which copies are one game, what most of the copies decide, and the report on their tags.
func TestMergeCopies(t *testing.T) {
	const head = "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n"
	const body = "1. Red 1:pass\n2. Blue 1:pass\n3. Red 2:pass\n"
	const wheel = "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben\"]\n1. Ann 6:bl-\n2. Ben 6:bl-\n"
	for _, tt := range []struct {
		name   string
		copies []string
		want   string // the text, or the error
		left   int
		tags   []string
		ok     bool
	}{
		{"another game", []string{head + body, wheel}, "not a copy of the same game: the first is of trouble, this of trivial-pursuit", 0, nil, false},
		{"more players", []string{head + body, strings.Replace(head, "Blue", "Blue, Green", 1) + body}, "not a copy of the same game: the first has 2 players, this 3", 0, nil, false},
		{"other rules", []string{head + body, head + "[Variant \"trouble-classic\"]\n" + body}, "not a copy of the same game: the first is judged by trouble-official, this by trouble-classic", 0, nil, false},
		{"other turns", []string{head + body, head + "1. Red 3:pass\n2. Blue 3:pass\n3. Red 3:pass\n"}, "not a copy of the same game: 0 of 3 turns agree", 0, nil, false},
		{"most decide", []string{head + body, head + strings.Replace(body, "2. Blue 1", "2. Blue 4", 1), head + strings.Replace(body, "2. Blue 1", "2. Blue 4", 1)}, head + strings.Replace(body, "2. Blue 1", "2. Blue 4", 1), 0, nil, true},
		{"a name and a date", []string{wheel, "[Date \"1981.01.02\"]\n" + strings.ReplaceAll(wheel, "Ann", "Anne")},
			strings.Replace(wheel, "1. Ann", "[Date \"1981.01.02\"]\n1. Ann", 1), 0, []string{`Players is "Ann, Ben" or "Anne, Ben"`}, true},
		{"half a turn", []string{head + body, head + strings.Replace(body, "2. Blue 1:pass", "2. Blue", 1)}, head + body, 0, nil, true},
		{"comments", []string{head + body, head + strings.Replace(body, "2. Blue 1:pass", "2. Blue 1:pass {a sigh} ; at last :}\n; on the train", 1)},
			head + strings.Replace(body, "2. Blue 1:pass", "2. Blue 1:pass {a sigh} {at last :)}\n; on the train", 1), 0, nil, true},
		{"an error that both have", []string{head + "1. Red 6:pass\n2. Blue 1:pass\n", head + "1. Red 6:pass\n2. Blue 1:pass\n"}, head + "1. Red 6:pass\n2. Blue 1:pass\n", 0, nil, false},
	} {
		var texts [][]byte
		for _, text := range tt.copies {
			texts = append(texts, []byte(text))
		}
		m, err := readings.Merge(logtest.NewReader(t, verify.Options{}), ".", texts, nil)
		if err != nil {
			if err.Error() != tt.want {
				t.Errorf("%s: %v, not %s", tt.name, err, tt.want)
			}
			continue
		}
		if diff := cmp.Diff([]any{tt.want, tt.left, tt.tags, tt.ok}, []any{string(m.Text), m.Left, m.Tags, m.OK}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// slipped is a game in which three actions of a hundred are written wrongly: one character, or
// a space.
func slipped(text string, chance *rand.Rand) string {
	l := log{lines: strings.Split(text, "\n")}
	turns := turnLines(l.lines)
	l.body = turns[0]
	of := log{l.lines[:turns[len(turns)-1]+1], l.body}
	for _, i := range turns {
		n, h, words := parts(l.lines[i])
		for k := range words {
			for slipped := chance.IntN(100) < 3; slipped; {
				one := changed(of, i, 1, join(n, h, words[k:k+1]))
				s := slips[[]int{0, 1, 4, 5}[chance.IntN(4)]] // digit, letter, space, sign
				if spoilt, _, ok := s.spoil(one, i, chance); ok {
					_, _, by := parts(spoilt.lines[i])
					words[k], slipped = by[0], false
				}
			}
		}
		l.lines[i] = join(n, h, words)
	}
	return strings.Join(l.lines, "\n")
}

// TestMergeMeasure merges copies of random games with three slips in a hundred actions each.
func TestMergeMeasure(t *testing.T) {
	r := logtest.NewReader(t, verify.Options{})
	for _, f := range families {
		right, actions, asked := 0, 0, 0
		n, seed := some(4)
		for last := seed + uint64(n); seed < last; seed++ {
			name := f.variants[seed%uint64(len(f.variants))]
			chance := rand.New(rand.NewPCG(seed, 3))
			header, _ := r.Propose(verify.Header{Variant: name}, 2, chance)
			played, err := play.Game(r, header, chance, play.Options{Right: 50, Limit: 60, Round: 1})
			if err != nil {
				t.Fatal(err)
			}
			m, err := readings.Merge(r, ".", [][]byte{[]byte(slipped(played.Log, chance)), []byte(slipped(played.Log, chance))}, func(d *readings.Difference) (int, error) {
				asked++
				for i, c := range d.Choices {
					if strings.Contains(played.Log, c) {
						return i, nil
					}
				}
				return 0, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			merged := strings.Split(string(m.Text), "\n")
			for i, line := range strings.Split(played.Log, "\n") {
				turn, ok := notation.ParseLine(line, 1).Node.(*notation.Turn)
				if !ok {
					continue
				}
				got, _ := notation.ParseLine(merged[i], 1).Node.(*notation.Turn)
				for k, w := range turn.Actions {
					if actions++; got != nil && k < len(got.Actions) && got.Actions[k].Text == w.Text {
						right++
					}
				}
			}
		}
		t.Logf("%s: %d of %d actions are right, asked %d times", f.name, right, actions, asked)
		if right*100 < actions*99 || asked*100 > actions*4 {
			t.Errorf("%s: %d of %d actions are right, asked %d times", f.name, right, actions, asked)
		}
	}
}
