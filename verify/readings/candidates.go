package readings

import (
	"cmp"
	"slices"

	"tpnote/notation"
	"tpnote/verify"
)

// kind is the kind of slip that a reading supposes.
type kind string

const (
	character   kind = "character"       // one or two characters of a word
	word        kind = "word"            // another word
	swapped     kind = "words-swapped"   // two words of a turn
	doubled     kind = "word-doubled"    // a word is there twice
	surplus     kind = "word-surplus"    // a word too many
	missing     kind = "word-missing"    // an action is left out
	player      kind = "player"          // another player's name
	turnSwapped kind = "turns-swapped"   // two turn lines
	turnDoubled kind = "turn-doubled"    // a turn line is there twice
	turnMissing kind = "turn-missing"    // turns are left out
	notCarried  kind = "not-carried-out" // the turn was taken back
	turnOther   kind = "turn"            // a wholly different turn
	leaveLost   kind = "leave-missing"   // the next player has left the game, without a leave line
	lineMended  kind = "line"            // the line is spelt in its own way
	lineRemark  kind = "comment"         // the line is a remark without a comment sign
)

// candidate is a reading: Lines[at:at+size] are read as with.
type candidate struct {
	kind     kind
	cost     float64 // with away
	away     float64 // what its distance from the error costs
	at, size int
	with     []notation.Line
	index    int            // of the word in its turn, or of the other line
	text     string         // the word, name or line in its place
	count    int            // of the turns left out
	width    int            // how many candidates for the first missing turn are kept
	round    bool           // they are whole rounds, and no number shows that they are missing
	after    *verify.Replay // the replay after them; nil if it is not known
	fails    bool           // it was chosen, and an earlier reading has made it illegal
	fits     int            // turn lines after the error
	evidence int            // of them, those that only this candidate makes legal
	from     int            // the first line where the missing turn or action can be; 0 if that is its own
}

// attempt is a candidate on trial, with the lines that it is read as.
type attempt struct {
	trial trial
	c     candidate
	lines [2]notation.Line
	turns [2]notation.Turn
	words []notation.Word
}

// addAll takes candidates into the comparison, and reports whether one fits. They change the reading
// of a slip, if it is not nil.
func (w *weighing) addAll(list []*candidate, revises *slip) bool {
	any := false
	for _, c := range list {
		if w.patched(c.at, c.size, revises) {
			continue
		}
		if len(w.spare) == 0 {
			w.spare = append(w.spare, &attempt{})
		}
		last := len(w.spare) - 1
		a := w.spare[last]
		a.c = *c
		a.write(w.game)
		a.trial = trial{c: &a.c, cost: c.cost, attempt: a, revises: revises, errors: a.trial.errors[:0]}
		if revises != nil {
			a.trial.cost = revises.instead(c)
		}
		any = w.add(&a.trial) || any
		if a.trial.r != nil { // it is kept
			w.spare = w.spare[:last]
		}
	}
	return any
}

// write makes the lines that the candidate is read as, where they are not there yet.
func (a *attempt) write(g *game) {
	c := &a.c
	t, ok := g.Lines[c.at].Node.(*notation.Turn)
	if c.with != nil || !ok || c.kind == turnDoubled {
		return
	}
	turn, k := &a.turns[0], c.index
	*turn = *t
	before, after := t.Actions[:min(k, len(t.Actions))], t.Actions[min(k+1, len(t.Actions)):]
	a.lines = [2]notation.Line{{Node: turn}, {Node: &a.turns[1]}}
	c.with = a.lines[:1]
	switch c.kind {
	case character, word, doubled, surplus:
		turn.Actions = a.spell(before, c.text, after)
	case missing:
		turn.Actions = a.spell(before, c.text, t.Actions[k:])
	case swapped:
		turn.Actions = a.spell(t.Actions, "", nil)
		turn.Actions[k], turn.Actions[k+1] = turn.Actions[k+1], turn.Actions[k]
	case player:
		turn.Handle.Text = c.text
	case turnSwapped:
		u := g.Lines[c.index].Node.(*notation.Turn)
		a.turns = [2]notation.Turn{*u, *t}
		if t.Number < u.Number {
			a.turns[0].Number, a.turns[1].Number = t.Number, u.Number
		}
		c.with = a.lines[:2]
	case notCarried:
		a.lines[0].Node = &notation.Bad{}
	}
}

// spell gives words: those before, perhaps one word, those after.
func (a *attempt) spell(before []notation.Word, text string, after []notation.Word) []notation.Word {
	a.words = append(a.words[:0], before...)
	if text != "" {
		a.words = append(a.words, notation.Word{Text: text})
	}
	a.words = append(a.words, after...)
	return a.words
}

// unbound is more than any reading costs.
const unbound = 100.0

// A reading that fits for goodLines or fairLines turn lines is good or fair, even if an error
// follows, which may be the next slip. Further candidates may then cost at most this much more.
const (
	goodLines, aboveGood = 12, 1
	fairLines, aboveFair = 6, 2
)

// bound is the cost that a further candidate has to be under: the least of those that leave no
// error, or hardly more than the least of those that fit farthest.
func (w *weighing) bound() float64 {
	bound, far := unbound, w.farthest()
	for _, t := range w.trials {
		switch {
		case len(t.errors) == 0 && (t.ended || t.leads || t.turns >= windows[len(windows)-1]):
			bound = min(bound, t.cost)
		case len(t.errors) == 0 || t.reach() < far:
		case far >= goodLines:
			bound = min(bound, t.cost+aboveGood)
		case far >= fairLines:
			bound = min(bound, t.cost+aboveFair)
		}
	}
	return bound
}

// at lists the candidates of one line. action is the number of its first faulty action, 0 for
// none or the player; away is what its distance costs. Of what costs as much as bound, not all
// is listed. The cheapest come first.
func (w *weighing) at(i, action int, away, bound float64) []*candidate {
	t, ok := w.Lines[i].Node.(*notation.Turn)
	if !ok {
		return w.mended(i, away)
	}
	w.slab, w.list = w.slab[:0], w.list[:0]
	add := func(k kind, cost float64, index int, text string) *candidate {
		w.slab = append(w.slab, candidate{kind: k, cost: cost + away, away: away, at: i, size: 1, index: index, text: text})
		c := &w.slab[len(w.slab)-1]
		w.list = append(w.list, c)
		return c
	}
	w.wordSlips(i, t, action, away, bound, add)
	w.playerSlips(t, add)
	w.turnSlips(i, t, add)
	if away > 0 {
		for _, line := range w.later(i) {
			add(lineMended, respelt, 0, line.Text).with = []notation.Line{line}
		}
	}
	slices.SortStableFunc(w.list, func(a, b *candidate) int { return cmp.Compare(a.cost, b.cost) })
	return w.list
}

// adder adds a candidate of a line to a list.
type adder func(k kind, cost float64, index int, text string) *candidate
