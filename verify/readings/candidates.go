package readings

import (
	"cmp"
	"slices"

	"tpnote/notation"
	"tpnote/verify"
)

// The kinds of slips that a reading can suppose.
const (
	character   = "character"       // one or two characters of a word
	word        = "word"            // another word
	swapped     = "words-swapped"   // two words of a turn
	doubled     = "word-doubled"    // a word is there twice
	surplus     = "word-surplus"    // a word too many
	missing     = "word-missing"    // an action is left out
	player      = "player"          // another player's name
	turnSwapped = "turns-swapped"   // two turn lines
	turnDoubled = "turn-doubled"    // a turn line is there twice
	turnMissing = "turn-missing"    // turns are left out
	notCarried  = "not-carried-out" // the turn was taken back
	turnOther   = "turn"            // a wholly different turn
	leaveLost   = "leave-missing"   // the next player has left the game, without a leave line
	lineMended  = "line"            // the line is spelt in its own way
	lineRemark  = "comment"         // the line, or some words of it, are a remark without a comment sign
)

// candidate is a reading: Lines[at:at+size] are read as its edits make them.
type candidate struct {
	verify.Reading         // its cost is with away
	away           float64 // what its distance from the error costs
	at, size       int
	count          int            // of the turns left out
	width          int            // how many candidates for the first missing turn are kept
	round          bool           // they are whole rounds, and no number shows that they are missing
	after          *verify.Replay // the replay after them; nil if it is not known
	fails          bool           // it was chosen, and an earlier reading has made it illegal
}

// addAll takes candidates into the comparison, and reports whether one fits. They change the reading of a slip, if any.
func (w *weighing) addAll(revises *slip, list ...*candidate) bool {
	any := false
	for _, c := range list {
		if w.patched(c.at, c.size, revises) {
			continue
		}
		t := &trial{c: c, cost: c.Cost, revises: revises}
		if revises != nil {
			old := float64(standingCost)
			if revises.chosen != nil {
				old = revises.chosen.Cost
			}
			t.cost = revisionCost + max(0, c.Cost-old)
		}
		any = w.add(t) || any
	}
	return any
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
		case t.through():
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

// at lists the candidates of one line. action is the number of its first faulty action, 0 for none or the player;
// away is what its distance costs. Of what costs as much as bound, not all is listed. The cheapest come first.
func (w *weighing) at(i, action int, away, bound float64) []*candidate {
	l := w.list(i, away)
	t, turn := l.line.Node.(*notation.Turn)
	if !turn {
		w.mended(l, false)
	}
	meant := w.meant(i)
	switch {
	case meant != nil:
		l.written, l.line, t = l.line, meant, meant.Node.(*notation.Turn)
	case !turn:
		return l.all
	}
	w.wordSlips(l, t, action, bound)
	w.playerSlips(l, t)
	if meant == nil {
		w.turnSlips(l, t)
		if away > 0 {
			w.mended(l, true)
		}
	}
	slices.SortStableFunc(l.all, func(a, b *candidate) int { return cmp.Compare(a.Cost, b.Cost) })
	return l.all
}

// listing is the candidates of one line.
type listing struct {
	line    *notation.Line
	written *notation.Line // the line that line is a spelling of; nil if line is written so
	at      int            // its index
	away    float64
	all     []*candidate
}

// list begins a listing.
func (g *game) list(i int, away float64) *listing {
	return &listing{line: &g.Lines[i], at: i, away: away}
}

// add adds a candidate with its message and its edits.
func (l *listing) add(kind string, cost float64, message string, edits ...verify.Edit) *candidate {
	if l.written != nil { // the edits are of its spelling
		text := []string{l.line.Text}
		edited(text, l.line.Span.Line, edits)
		kind, message, edits = lineMended, "the line is "+text[0], []verify.Edit{whole(l.written, text[0])}
	}
	r := verify.Reading{Kind: kind, Cost: cost + l.away, Message: message, Edits: edits}
	c := &candidate{Reading: r, away: l.away, at: l.at, size: 1}
	l.all = append(l.all, c)
	return c
}

// mend adds that the line is spelt in its own way.
func (l *listing) mend(text string) {
	l.add(lineMended, respelt, "the line is "+text, whole(l.line, text))
}
