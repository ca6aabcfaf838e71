package verify

import (
	"fmt"
	"strings"

	"tpnote/spec"
)

// Reading is what a word of the notation says in a game.
type Reading struct {
	Game  string
	Kind  string // "an action", "a space"; "" if the word is neither
	Parts []ReadingPart
}

// ReadingPart is a piece of a word, and what it says.
type ReadingPart struct{ Text, Says string }

// ReadDie says what the face of a die is.
func ReadDie(face int, terms Terms) ReadingPart {
	return ReadingPart{fmt.Sprint(face), fmt.Sprintf("the %s: a %d", terms.Throw, face)}
}

// ReadMark says what a mark means in a game, by the glossary.
func ReadMark(sign, game string) ReadingPart {
	for _, w := range spec.Words() {
		if w.Name == sign && w.In(game) {
			says, _, _ := strings.Cut(w.Text, ":") // behind it stands an example
			return ReadingPart{sign, strings.ToLower(says[:1]) + says[1:]}
		}
	}
	return ReadingPart{sign, "a mark"}
}

// readings says what a word means in each game in which it is an action or a space, judged
// by the boards of the default variants.
func (x *Index) readings(word string) []Reading {
	var all []Reading
	for _, g := range x.games {
		for _, v := range x.builtin[g.family()]() {
			if v.Name != x.library.Default(v.Game) {
				continue
			}
			if r := g.read(v, word); r.Kind != "" {
				r.Game = v.Game
				all = append(all, r)
			}
		}
	}
	return all
}
