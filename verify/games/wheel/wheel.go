// Package wheel is the hub-and-spoke games as the program plays them: Trivial Pursuit (1981),
// its Genus III edition, and Heisey Mania. It joins notation/wheel to rules/wheel, words what
// is refused, says what a player sees, and draws the board.
package wheel

import (
	"cmp"
	"math/bits"
	"slices"
	"strconv"

	"tpnote/notation"
	wheelnotation "tpnote/notation/wheel"
	"tpnote/rules"
	"tpnote/rules/variant"
	"tpnote/rules/wheel"
	"tpnote/verify"
)

// Game is the family of the hub-and-spoke games.
var Game = &verify.Game[wheel.State, wheel.Action]{
	Family:  wheel.Family,
	Parse:   wheelnotation.Parse,
	Terms:   terms,
	Reasons: wheel.Reasons[:],
	Rules:   newReferee,
}

// referee judges one variant.
type referee struct {
	*wheel.Engine
	verify.Plain[wheel.State, wheel.Action]
	words vocabulary
}

func newReferee(v *variant.Variant) (verify.Rules[wheel.State, wheel.Action], error) {
	e, err := wheel.New(v)
	if err != nil {
		return nil, err
	}
	return &referee{Engine: e, words: vocabularies[v.Game]}, nil
}

func (r *referee) Artist() verify.Artist[wheel.State] { return newArtist(r) }

// markSigns are the signs of notation by what they are worth.
var markSigns = [...]string{wheel.WrongMark: "-", wheel.RightMark: "+", wheel.WedgeMark: "*", wheel.WinMark: "#"}

// decode is a word, and its mark, as far as the board goes; ok is false where it has no such space.
func (r *referee) decode(w notation.Parts) (a wheel.Action, mark wheel.Mark, ok bool) {
	a.Die = uint8(w.Roll())
	a.Box, a.Card = card(w.Card())
	switch mark = wheel.Mark(max(0, slices.Index(markSigns[:], w.Text(notation.IsAnswer)))); mark {
	case wheel.NoMark:
	case wheel.WrongMark:
		a.Answer = wheel.Wrong
	default:
		a.Answer = wheel.Right
	}
	if category := w.Text(notation.IsCategory); category != "" {
		a.Category = uint8(len(r.Board.Colours)) + 1
		if c := r.Board.ColourIndex(category); c >= 0 {
			a.Category = uint8(c) + 1
		}
	}
	a.Space, ok = r.Board.Space(w.Text(notation.IsTo))
	return a, mark, ok
}

// card returns a card as it is written.
func card(c notation.Card) (box uint8, number wheel.Card) {
	box = uint8(c.Box())
	if c.Number() == "" {
		return box, 0
	}
	n, err := strconv.Atoi(c.Number())
	if err != nil || n >= int(wheel.HugeCard) {
		return box, wheel.HugeCard
	}
	return box, wheel.Card(n + 1)
}

// Syntax returns the error of a word with a box that this variant does not have.
func (r *referee) Syntax(word string) *notation.SyntaxError {
	return wheelnotation.NoBox(word, r.Boxes())
}

// Act judges a roll with what came of it: the move, the question, the mark.
func (r *referee) Act(j *verify.Judgement, s *wheel.State, w notation.Parts, done *verify.Action) {
	a, mark, ok := r.decode(w)
	if !ok {
		r.unknownSpace(j, w)
		r.Skip(s, a)
		done.Die, done.To, done.Given, done.Said = w.Roll(), w.Text(notation.IsTo), markSigns[mark], "skipped: no such space"
		return
	}
	move, question := r.Faults(s, a)
	r.refuse(j, s, w, a, cmp.Or(move[:]...))
	r.refuse(j, s, w, a, cmp.Or(question[:]...))
	due := r.Due(s, a)
	r.checkMark(j, s, mark, a, due)
	*done = r.Describe(s, a)
	done.Given, done.Done = markSigns[mark], true
	if j.Narrate {
		done.Said = r.narrate(a, done.Category, due)
	}
	r.Apply(s, a)
}

func (r *referee) Why(j *verify.Judgement, s *wheel.State, w notation.Parts) {
	a, mark, ok := r.decode(w)
	if !ok {
		r.unknownSpace(j, w)
		return
	}
	move, question := r.Faults(s, a)
	for _, why := range slices.Concat(move[:], question[:]) {
		r.refuse(j, s, w, a, why)
	}
	r.checkMark(j, s, mark, a, r.Due(s, a))
}

// Spell asks whether a text is a word only where the space has another name.
func (r *referee) Spell(dst, word []byte, parses func(word string) bool) []byte {
	w, _ := wheelnotation.Parse(string(word))
	to := w.Last(notation.IsTo)
	space, ok := r.Board.Space(to.Text)
	if !ok || r.Board.Names[space] == to.Text || !parses(string(word)) {
		return append(dst, word...)
	}
	to.Text = r.Board.Names[space]
	return append(dst, w.With(to).String()...)
}

func (r *referee) Outcome(s *wheel.State, handles []string) verify.Outcome {
	var o verify.Outcome
	for seats := s.Winners; seats != 0; seats &= seats - 1 {
		o.Winners = append(o.Winners, handles[bits.TrailingZeros32(seats)])
	}
	return o
}

// Fill compares a legal action with a word with unknown parts. Without a question, an unknown mark counts as none.
func (r *referee) Fill(s *wheel.State, a wheel.Action, w notation.Parts) (wheel.Action, bool) {
	legal := a
	a.Box, a.Card = card(w.Card())
	if w.Lone() {
		return a, true
	}
	known := func(text string) bool { return text != notation.Unknown }
	asked, due := a.Answer != wheel.NoAnswer, r.Describe(s, legal)
	to, category, mark := w.Text(notation.IsTo), w.Text(notation.IsCategory), w.Text(notation.IsAnswer)
	space, exists := r.Board.Space(to)
	switch die := w.Roll(); {
	case die != 0 && die != due.Die,
		known(to) && (!exists || space != a.Space),
		category == "" && a.Category != 0, // in the hub a category is written
		category != "" && (!asked || known(category) && category != due.Category),
		a.Box != 0 && (!asked || r.Check(s, a).Reason != 0),
		known(mark) && mark != due.Due:
		return a, false
	}
	return a, true
}

// Counts lists what a tally of the wheel games may have.
func (r *referee) Counts() []string { return []string{"right", "wrong", "wedges"} }

// Count counts the answer of an action, and the wedge that it earned.
func (r *referee) Count(a verify.Action, who uint8, add func(seat uint8, key string, n, most int)) {
	switch a.Answer {
	case verify.Right:
		add(who, "right", 1, 1)
		if a.Due == markSigns[wheel.WedgeMark] {
			add(who, "wedges", 1, 1)
		}
	case verify.Wrong:
		add(who, "wrong", 1, 1)
	}
}

// Resume returns the position shown; after a gap no player has a chance to tie a win in a first turn.
func (r *referee) Resume(shown, _ wheel.State) (wheel.State, error) {
	shown.Had = shown.All()
	return shown, nil
}

func (r *referee) Unsettled(s *wheel.State, w notation.Parts, yield func(any)) {
	card := w.Card()
	if card == "" {
		return
	}
	anywhere := wheel.Action{Space: wheel.Hub, Category: 1, Answer: wheel.Right}
	for anywhere.Box = range uint8(r.Boxes()) + 1 {
		if _, faults := r.Faults(s, anywhere); faults == [3]rules.Reason{} {
			yield(anywhere.Box)
		}
	}
	anywhere.Box, anywhere.Card = s.Box, s.Card
	if _, faults := r.Faults(s, anywhere); card.Number() != "" && faults == [3]rules.Reason{} {
		yield("the card of the question before")
	}
}
