package verify

import (
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
}

var bindings = []binding{
	{wheel.Family, wheelSyntax, bindWheel},
	{trouble.Family, troubleSyntax, bindTrouble},
	{trespass.Family, trespassSyntax, bindTrespass},
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
	for _, b := range bindings {
		if b.family == v.Family {
			return b.bind(v)
		}
	}
	panic("verify: no binding for the family " + v.Family.Name)
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
