package regress

import (
	"fmt"
	"slices"

	"tpnote/rules/variant"
	"tpnote/verify"
)

// Mutants are the variants that differ from those of a set of logs in one value of one rule
// point, see variant.Others. A game kills a mutant of its variant if the mutant comes to
// something else of it: other codes on its lines, another verdict, result or position.
type Mutants struct {
	Variants []*VariantMutants // in the order in which they were met

	reader *verify.Reader
	games  verify.Games
	search *Witnesses
}

// VariantMutants are the mutants of one variant.
type VariantMutants struct {
	Variant *variant.Variant
	Games   int
	Mutants []*Mutant // in the order of the rule points
	Refused int       // other values that cannot be played by, and so are no mutants
}

// Mutant is a variant with another value of one rule point.
type Mutant struct {
	Point    string `json:"point"`
	Value    string `json:"value"`
	Kills    int    `json:"kills"`        // games that kill it
	By       string `json:"by,omitempty"` // the first of them, FILE:LINE
	*Witness        // of a survivor: what would kill it

	other
}

// NewMutants prepares to try logs of some games, which r judges, on mutants. Witnesses of survivors are
// searched for within bounds.
func NewMutants(r *verify.Reader, games verify.Games, within SearchBounds) *Mutants {
	return &Mutants{reader: r, games: games, search: NewWitnesses(games, within)}
}

// Add tries the games of a log, given as its whole text, on the mutants.
func (m *Mutants) Add(name, dir string, text []byte) error {
	for number, b := range blocks(text) {
		b = b.Remembering()
		g, _, err := m.reader.Block(name, dir, number, b, nil)
		if err != nil {
			return err
		}
		if g.Variant() == nil {
			continue // judged by no rules at all
		}
		v := m.of(g.Variant())
		v.Games++
		for _, mutant := range v.Mutants {
			other, _, err := mutant.reader.Block(name, dir, number, b, nil)
			if err != nil {
				return err
			}
			if sameEnd(g, other) {
				continue
			}
			if mutant.Kills++; mutant.Kills == 1 {
				mutant.By = fmt.Sprintf("%s:%d", name, g.Line)
			}
		}
	}
	return nil
}

// of finds the mutants of a variant, or makes them.
func (m *Mutants) of(v *variant.Variant) *VariantMutants {
	if i := slices.IndexFunc(m.Variants, func(known *VariantMutants) bool { return same(known.Variant, v) }); i >= 0 {
		return m.Variants[i]
	}
	out := &VariantMutants{Variant: v}
	for _, point := range v.Family.Points {
		others, refused := othersOf(m.games, v, point.Name)
		out.Refused += refused
		for _, other := range others {
			out.Mutants = append(out.Mutants, &Mutant{Point: point.Name, Value: valueOf(other.variant, point.Name), other: other})
		}
	}
	m.Variants = append(m.Variants, out)
	return out
}

// Survey searches for what would kill the survivors.
func (m *Mutants) Survey() error {
	for _, v := range m.Variants {
		for _, mutant := range v.Mutants {
			if mutant.Kills > 0 {
				continue
			}
			var err error
			if mutant.Witness, err = m.search.search(v.Variant, mutant.variant, mutant.Point); err != nil {
				return err
			}
		}
	}
	return nil
}

// Counts are how many mutants the games kill, how many survive that a log would kill, and how
// many survive of which no log is known that would.
func (v *VariantMutants) Counts() (killed, killable, others int) {
	for _, m := range v.Mutants {
		switch {
		case m.Kills > 0:
			killed++
		case m.Witness != nil && m.Witness.Log != "":
			killable++
		default:
			others++
		}
	}
	return killed, killable, others
}

// Percent is how many of a hundred mutants that can be killed are, rounded down.
func (v *VariantMutants) Percent() int {
	killed, killable, _ := v.Counts()
	if killed+killable == 0 {
		return 100
	}
	return 100 * killed / (killed + killable)
}
