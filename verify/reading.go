package verify

import (
	"fmt"
	"strings"

	"tpnote/rules/trouble"
	"tpnote/rules/variant"
	"tpnote/rules/wheel"
	"tpnote/spec"
)

// Reading is what a word of the notation says in a game: an action or a space.
type Reading struct {
	Game  string
	Kind  string // "an action", "a space"
	Parts []ReadingPart
}

// ReadingPart is a piece of a word, and what it says.
type ReadingPart struct{ Text, Says string }

// readings says what a word means in each game in which it is an action or a space, judged
// by the boards of the default variants.
func readings(word string) []Reading {
	var all []Reading
	for _, b := range bindings {
		for _, v := range builtinOf(b.family) {
			if v.Name != Library().Default(v.Game) {
				continue
			}
			if r := b.read(v, word); r.Parts != nil {
				r.Game = v.Game
				all = append(all, r)
			}
		}
	}
	return all
}

// die says what the face of a die is.
func die(face int, words vocabulary) ReadingPart {
	return ReadingPart{fmt.Sprint(face), fmt.Sprintf("the %s: a %d", words.roll, face)}
}

// mark says what a mark means, by the glossary.
func mark(sign, game string) ReadingPart {
	for _, w := range spec.Words() {
		if w.Name == sign && w.In(game) {
			says, _, _ := strings.Cut(w.Text, ":") // behind it stands an example
			return ReadingPart{sign, strings.ToLower(says[:1]) + says[1:]}
		}
	}
	return ReadingPart{sign, "a mark"}
}

func readWheel(v *variant.Variant, word string) (r Reading) {
	engine, err := wheel.New(v)
	if err != nil {
		return r
	}
	b, words := engine.Board, wordsOf(v.Game)
	if s, ok := b.Space(word); ok {
		return Reading{Kind: "a space", Parts: []ReadingPart{{word, describe(v, b, s, words)}}}
	}
	a, err := wheelWords.ask(word)
	if err != nil {
		return r
	}
	s, ok := b.Space(a.Space)
	if !ok {
		return r
	}
	r = Reading{Kind: "an action", Parts: []ReadingPart{die(a.Die, words), {a.Space, describe(v, b, s, words)}}}
	if a.Category != "" {
		name := v.Categories[a.Category]
		if name == "" {
			name = "no category of this game"
		}
		r.Parts = append(r.Parts, ReadingPart{"/" + a.Category, "the category of the question: " + name})
	}
	if a.Box != 0 {
		card := "a card of box " + string(a.Box)
		if a.Card != "" {
			card = "card " + a.Card + " of box " + string(a.Box)
		}
		r.Parts = append(r.Parts, ReadingPart{"@" + string(a.Box) + a.Card, card})
	}
	if a.Mark != 0 {
		r.Parts = append(r.Parts, mark(string(a.Mark), v.Game))
	}
	return r
}

// describe says which space of a wheel board a space is.
func describe(v *variant.Variant, b *wheel.Board, s wheel.Space, words vocabulary) string {
	name := b.Name(s)
	colour := func(code string) string { return strings.ToLower(v.Colours[code]) }
	switch b.Kind(s) {
	case wheel.HubKind:
		return words.hub + ", in the middle"
	case wheel.Headquarters:
		return "the " + colour(name) + " headquarters: " + v.Categories[name]
	}
	number := strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz")
	digits := strings.TrimRight(number, "abcdefghijklmnopqrstuvwxyz")
	from, to := name[:len(name)-len(number)], number[len(digits):]
	place := fmt.Sprintf("space %s of the track from the %s headquarters to the %s one", digits, colour(from), colour(to))
	if to == "" {
		place = fmt.Sprintf("space %s of the %s %s, counted from %s", digits, colour(from), words.spoke, words.hub)
	}
	if b.Kind(s) == wheel.RollAgain {
		return place + ": roll again"
	}
	return place + ": " + v.Categories[b.Colours[b.Colour(s)]]
}

func readTrouble(v *variant.Variant, word string) (r Reading) {
	engine, err := trouble.New(v)
	if err != nil {
		return r
	}
	words := wordsOf(v.Game)
	if _, ok := engine.Space(0, word); ok {
		return Reading{Kind: "a space", Parts: []ReadingPart{{word, describePegSpace(v, word)}}}
	}
	a, err := troubleWords.ask(word)
	if err != nil {
		return r
	}
	r = Reading{Kind: "an action", Parts: []ReadingPart{die(a.Die, words)}}
	if a.IsPass() {
		r.Parts = append(r.Parts, mark("pass", v.Game))
		return r
	}
	for _, space := range []string{a.From, a.To} {
		if _, ok := engine.Space(0, space); !ok {
			return Reading{}
		}
	}
	between := "-"
	if a.Captures {
		between = "x"
	}
	r.Parts = append(r.Parts, ReadingPart{a.From, "from " + describePegSpace(v, a.From)}, mark(between, v.Game), ReadingPart{a.To, "to " + describePegSpace(v, a.To)})
	if a.Finished {
		r.Parts = append(r.Parts, mark("#", v.Game))
	}
	return r
}

// describePegSpace says which space of a Trouble board a name is.
func describePegSpace(v *variant.Variant, name string) string {
	number := strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz")
	code := name[:len(name)-len(number)]
	switch {
	case number == "":
		return "the player's HOME"
	case code == "f":
		return "space " + number + " of the player's FINISH"
	}
	for _, colour := range v.Board["colours"].Words {
		if strings.HasPrefix(strings.ToLower(colour), code) {
			if number == "0" {
				return colour + "'s START"
			}
			return fmt.Sprintf("the space %s behind %s's START, clockwise", number, colour)
		}
	}
	return "a space"
}

func readTrespass(v *variant.Variant, word string) (r Reading) {
	a, err := trespassWords.ask(word)
	if err != nil || a.IsPass() {
		return r // pass is a word of the glossary
	}
	owner := "the first player"
	if strings.HasPrefix(a.Piece, "B") {
		owner = "the second player"
	}
	r = Reading{Kind: "an action", Parts: []ReadingPart{
		{a.Piece, "the piece " + strings.TrimLeft(a.Piece, "AB") + " of " + owner},
		{a.From, "from file " + a.From[:1] + ", row " + a.From[1:]},
	}}
	for _, h := range a.Hops {
		sign, how := "-", "slides to "
		if h.Jump {
			sign, how = "^", "jumps to "
		}
		r.Parts = append(r.Parts, ReadingPart{sign + h.To, how + h.To})
	}
	if a.Wins {
		r.Parts = append(r.Parts, mark("#", v.Game))
	}
	return r
}
