package verify

import (
	"slices"
	"strings"
	"sync"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/rules/variant"
	"tpnote/spec"
)

// Games is a list of games. Adding a game is adding it to a list.
type Games []AnyGame

// AddPages adds the pages that games from outside bring to the specification. It is called
// once, before anything is read.
func (gs Games) AddPages() {
	for _, g := range gs {
		if p := g.pages(); p != nil {
			spec.Add(p)
		}
	}
}

// Library is the library of all the games' variants.
func (gs Games) Library() *variant.Library {
	return variant.NewLibrary(gs.Families()...)
}

// Families lists the families of the games.
func (gs Games) Families() []*variant.Family {
	families := make([]*variant.Family, len(gs))
	for i, g := range gs {
		families[i] = g.family()
	}
	return families
}

// Reasons names what the engine of a family, which has to be in the list, refuses.
func (gs Games) Reasons(family *variant.Family) []rules.ReasonInfo { return gs.of(family).reasons() }

// Meaning says what a word means in a variant, as an action or a space of its board; its Kind is
// empty if it is neither.
func (gs Games) Meaning(v *variant.Variant, word string) Meaning {
	return gs.of(v.Family).meaning(v, word)
}

// Playable reports why a resolved variant cannot be played; nil means that it can.
func (gs Games) Playable(v *variant.Variant) error {
	_, err := gs.of(v.Family).bind(v)
	return err
}

// of returns the game of a family, which has to be in the list.
func (gs Games) of(family *variant.Family) AnyGame {
	i := slices.IndexFunc(gs, func(g AnyGame) bool { return g.family() == family })
	return gs[i]
}

// named returns the game that a Game tag names, which has to exist.
func (gs Games) named(name string) AnyGame {
	i := slices.IndexFunc(gs, func(g AnyGame) bool {
		return slices.ContainsFunc(g.family().Games, func(v variant.Game) bool { return v.Name == name })
	})
	return gs[i]
}

// rollsOff reports whether the players of a variant roll for the first turn.
func rollsOff(v *variant.Variant) bool {
	return v.Has("rolloff-tie") || v.Has("first-player") && v.Is("first-player", "roll")
}

// tieRule is the value of rolloff-tie of a variant in which the first turn is rolled for. Of
// two players it makes no difference.
func tieRule(v *variant.Variant) string {
	if v.Has("rolloff-tie") {
		return v.Setting("rolloff-tie").Value.Word
	}
	return "highest"
}

func hasPoint(f *variant.Family, name string) bool {
	return slices.ContainsFunc(f.Points, func(p variant.Point) bool { return p.Name == name })
}

// keywords lists the keywords of all the games' directives.
func (gs Games) keywords() []string {
	words := []string{"gap", "leave", "order", "ruling"}
	for _, g := range gs {
		words = append(words, g.notation().keywords...)
	}
	return append(words, "state", "tally")
}

// directive reads a directive of any of the games. The error is a *notation.SyntaxError; ok is
// false for a keyword that no game has.
func (gs Games) directive(d *notation.Directive) (parsed any, ok bool, err error) {
	for _, g := range gs {
		if n := g.notation(); slices.Contains(n.keywords, d.Keyword.Text) {
			parsed, err = n.directive(d)
			return parsed, true, err
		}
	}
	return nil, false, nil
}

// memo remembers what a game's grammar made of a word: an archive holds millions of
// actions, but only a few thousand different ones. It is bounded, and goroutines may
// share it.
type memo[A any] struct {
	parse func(string) (A, error)
	mu    sync.Mutex
	known map[string]A
	wrong string // the last word that does not parse, which often comes again
	err   error
}

// memoSize is how many words a memo holds, and mostRemembered their greatest length; other words are
// parsed again each time.
const (
	memoSize       = 1 << 14
	mostRemembered = 64
)

// newMemo makes a memo of a grammar.
func newMemo[A any](parse func(string) (A, error)) *memo[A] {
	return &memo[A]{parse: parse, known: map[string]A{}}
}

// ask is the grammar's answer, asked once for each word. Of errors the last is remembered.
func (m *memo[A]) ask(word string) (A, error) {
	m.mu.Lock()
	a, ok := m.known[word]
	var err error
	if m.err != nil && m.wrong == word {
		err = m.err
	}
	m.mu.Unlock()
	if ok || err != nil {
		return a, err
	}
	word = strings.Clone(word) // what is remembered keeps no line
	a, err = m.parse(word)
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case err != nil:
		m.wrong, m.err = word, err
	case len(m.known) < memoSize && len(word) <= mostRemembered:
		m.known[word] = a
	}
	return a, err
}
