package verify

import (
	"fmt"
	"math/rand/v2"

	"tpnote/rules"
	"tpnote/rules/trespass"
	"tpnote/rules/trouble"
	"tpnote/rules/variant"
	"tpnote/rules/wheel"
)

// binding joins a family of games with its notation. Adding a game is adding a line to
// bindings.
type binding struct {
	family *variant.Family
	syntax *game                                   // what its words look like, for logs that cannot be replayed
	bind   func(v *variant.Variant) (*game, error) // makes the engine of a variant
	// reasons names what the engine refuses: which codes stand for which rule.
	reasons []rules.ReasonInfo
	// players names that many players, for a game that nobody has named any for.
	players func(v *variant.Variant, n int) []string
	// opening gives the lines that have to stand before turn 1, settled by chance, or in
	// the plainest way where chance is nil; nil where there are none.
	opening func(v *variant.Variant, handles []string, chance *rand.Rand) []string
	// read says what a word means, as an action or a space; the zero Reading if it is none.
	read func(v *variant.Variant, word string) Reading
}

var bindings = []binding{
	{wheel.Family, wheelSyntax, bindWheel, wheel.Reasons[:], people, nil, readWheel},
	{trouble.Family, troubleSyntax, bindTrouble, trouble.Reasons[:], colours, nil, readTrouble},
	{trespass.Family, trespassSyntax, bindTrespass, trespass.Reasons[:], people, arrange, readTrespass},
}

// people is names for players who can be called anything.
func people(_ *variant.Variant, n int) []string {
	names := []string{"Ann", "Ben", "Cleo", "Dora", "Ewa", "Finn"}
	for i := len(names); i < n; i++ {
		names = append(names, fmt.Sprintf("P%d", i+1))
	}
	return names[:n]
}

// Library is the library of all games' variants.
func Library() *variant.Library {
	families := make([]*variant.Family, len(bindings))
	for i, b := range bindings {
		families[i] = b.family
	}
	return variant.NewLibrary(families...)
}

// bind makes the engine of a variant.
func bind(v *variant.Variant) (*game, error) {
	return bindingOf(v.Family).bind(v)
}

func bindingOf(family *variant.Family) *binding {
	for i := range bindings {
		if bindings[i].family == family {
			return &bindings[i]
		}
	}
	panic("verify: no binding for the family " + family.Name)
}

// syntaxOf is the notation of a game that is known to exist.
func syntaxOf(name string) *game {
	for _, b := range bindings {
		for _, g := range b.family.Games {
			if g.Name == name {
				return b.syntax
			}
		}
	}
	panic("verify: no game " + name)
}

// Playable reports why a resolved variant cannot be played; nil means that it can.
func Playable(v *variant.Variant) error {
	_, err := bind(v)
	return err
}
