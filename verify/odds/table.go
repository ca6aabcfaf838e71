package odds

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tpnote/rules"
	"tpnote/verify"
)

// Table has the least expected number of turns that a player of a game without interaction still
// takes, from every position of that player, for a share of right answers. A turn counts when it
// ends, the winning one included.
type Table struct {
	*graph
	share  Share
	expect []float64 // by state
	left   []float64 // by the number of a question, before the answer
}

// graph is the game of one player, whatever the share of right answers.
type graph struct {
	reader  *verify.Reader
	variant string
	index   map[string]int32 // the state of a position, as the position's text gives it for the player
	states  [][6][]choice    // what each roll allows; nothing where the game is over
	asks    map[question]int32
	all     []question
}

// choice is where a roll may lead.
type choice struct {
	to    string
	asked bool  // a question is asked there
	which int32 // in graph.all
}

// question is what follows a choice. Where the category is left open, as in the hub, there is one
// for each; they are linked.
type question struct {
	category     string
	asked        bool
	right, wrong link  // right alone where no question is asked
	more         int32 // the question of another category, with 1 added; 0 for none
}

// link leads to a state.
type link struct {
	state int32
	ends  bool // the turn ends
}

// solo is the player of the game of one.
const solo = "A"

// newGraph begins the graph of a variant, whatever number of players it asks for.
func newGraph(r *verify.Replay, games verify.Games) (*graph, error) {
	v := r.Variant()
	alone, err := v.Set("players", fmt.Sprintf("1-%d", v.Most("players")))
	if err != nil {
		return nil, err
	}
	reader, err := verify.ReaderBy(alone, verify.Options{Games: games})
	if err != nil {
		return nil, err
	}
	return &graph{reader: reader, variant: alone.Name, index: map[string]int32{}, asks: map[question]int32{}}, nil
}

// state returns the number of a state, which it explores, with all that follow it, if it is new.
func (g *graph) state(key string) (int32, error) {
	if at, known := g.index[key]; known {
		return at, nil
	}
	at := int32(len(g.states))
	waiting := []string{key}
	if key == rules.Out || strings.HasSuffix(key, "#") { // the player has left or won
		waiting = nil
	}
	g.index[key] = at
	g.states = append(g.states, [6][]choice{})
	for len(waiting) > 0 {
		next := waiting[0]
		waiting = waiting[1:]
		var err error
		if waiting, err = g.explore(next, waiting); err != nil {
			return 0, err
		}
	}
	return at, nil
}

// ending is all of an action that matters to what follows it in one state: not the roll.
type ending struct {
	to, category string
	answer       verify.Answer
}

// explore finds what may follow a state, and appends the states that are new.
func (g *graph) explore(key string, waiting []string) ([]string, error) {
	from, err := g.reader.Begin(verify.Header{Variant: g.variant, Players: []string{solo}, Setup: "1 " + solo + " " + solo + "=" + key})
	if err != nil {
		return nil, err
	}
	number := from.Clock().Number
	var after verify.Replay
	var text []byte
	known := map[ending]link{}
	follow := func(e ending) link {
		if l, ok := known[e]; ok {
			return l
		}
		text = after.AppendPosition(text[:0])
		next := keyOf(string(text), solo)
		at, old := g.index[next]
		if !old {
			at = int32(len(g.states))
			g.index[next] = at
			g.states = append(g.states, [6][]choice{})
			if !after.Over() {
				waiting = append(waiting, next)
			}
		}
		known[e] = link{at, after.Over() || after.Clock().Number != number}
		return known[e]
	}
	var rolls [6][]choice
	var list []question // of the last choice
	var last choice
	die := 0 // its roll
	end := func() {
		if die > 0 {
			last.which = g.ask(list)
			rolls[die-1] = append(rolls[die-1], last)
		}
		list = list[:0]
	}
	from.Follow(&after, func(a verify.Action) { // what belongs to one choice comes together
		asked := a.Answer != verify.NoQuestion
		if a.Die != die || a.To != last.to || asked != last.asked {
			end()
			die, last = a.Die, choice{to: a.To, asked: asked}
		}
		if n := len(list); n == 0 || list[n-1].category != a.Category {
			list = append(list, question{category: a.Category, asked: asked})
		}
		l := follow(ending{a.To, a.Category, a.Answer})
		if q := &list[len(list)-1]; a.Answer == verify.Wrong {
			q.wrong = l
		} else {
			q.right = l
		}
	})
	end()
	g.states[g.index[key]] = rolls
	return waiting, nil
}

// ask returns the number of a question, with its other categories.
func (g *graph) ask(list []question) (at int32) {
	for _, q := range slices.Backward(list) {
		q.more = at
		number, known := g.asks[q]
		if !known {
			g.all = append(g.all, q)
			number = int32(len(g.all))
			g.asks[q] = number
		}
		at = number
	}
	return at
}

// keyOf returns what the text of a position says of a player.
func keyOf(position, handle string) string {
	for field := range strings.FieldsSeq(position) {
		if key, ok := strings.CutPrefix(field, handle+"="); ok {
			return key
		}
	}
	return ""
}

// standing returns the least expected number of turns of each player; 0 for those who have won or
// left.
func (t *Table) standing(r *verify.Replay) ([]float64, error) {
	position := r.Position()
	all := make([]float64, len(r.Handles()))
	for seat, handle := range r.Handles() {
		at, err := t.at(keyOf(position, handle))
		if err != nil {
			return nil, err
		}
		all[seat] = t.expect[at]
	}
	return all, nil
}

// worth finds an action among the choices of its roll.
func (t *Table) worth(before, after *verify.Replay, seat int, a *verify.Action) (w Worth, ends, ok bool, err error) {
	who := before.Handles()[seat]
	from, err := t.at(keyOf(before.Position(), who))
	if err != nil {
		return w, false, false, err
	}
	to := t.index[keyOf(after.Position(), who)]
	choices := t.states[from][a.Die-1]
	for i := range choices {
		c := &choices[i]
		if c.to != a.To || c.asked != (a.Answer != verify.NoQuestion) {
			continue
		}
		best, chosen := t.least(choices), t.leaves(c.which)
		for which := c.which; which > 0; which = t.all[which-1].more {
			q := &t.all[which-1]
			l := q.right
			if a.Answer == verify.Wrong {
				l = q.wrong
			}
			if l.state == to && (!c.asked || q.category == a.Category) {
				return Worth{Roll: t.expect[from] - best, Choice: best - chosen, Answer: chosen - t.follows(l)}, l.ends, true, nil
			}
		}
	}
	return w, false, false, nil
}

// at returns a state of which the expectation is known.
func (t *Table) at(key string) (int32, error) {
	at, err := t.state(key)
	if err == nil && len(t.expect) < len(t.states) {
		t.iterate()
	}
	return at, err
}

// iterate computes all expectations: E(s) is the mean over the faces of the least that a choice
// leaves.
func (t *Table) iterate() {
	t.expect = append(t.expect, make([]float64, len(t.states)-len(t.expect))...)
	t.left = make([]float64, len(t.all)+1)
	for change := 1.0; change > 1e-9; {
		change = 0
		for which := range t.all {
			t.left[which+1] = t.leaves(int32(which + 1))
		}
		for s := range t.states {
			sum := 0.0
			for _, choices := range t.states[s] {
				if len(choices) > 0 {
					sum += t.least(choices)
				}
			}
			change = max(change, math.Abs(sum/6-t.expect[s]))
			t.expect[s] = sum / 6
		}
	}
}

// least returns what the best choice of a roll leaves.
func (t *Table) least(choices []choice) float64 {
	least := math.Inf(1)
	for i := range choices {
		least = min(least, t.left[choices[i].which])
	}
	return least
}

// leaves returns what is left after a choice, before the answer: the mean over the categories that
// may be asked.
func (t *Table) leaves(which int32) float64 {
	sum, n := 0.0, 0.0
	for ; which > 0; n++ {
		q := &t.all[which-1]
		if right := 1.0; q.asked {
			right = t.share.of(q.category)
			sum += right*t.follows(q.right) + (1-right)*t.follows(q.wrong)
		} else {
			sum += t.follows(q.right)
		}
		which = q.more
	}
	return sum / n
}

// follows returns what is left after an answer, with the turn that it ends.
func (t *Table) follows(l link) float64 {
	if l.ends {
		return 1 + t.expect[l.state]
	}
	return t.expect[l.state]
}
