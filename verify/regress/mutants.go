package regress

import (
	"fmt"
	"slices"

	"tpnote/notation"
	"tpnote/rules/variant"
	"tpnote/verify"
)

// Mutants are the variants that differ from those of a set of logs in one value of one rule
// point, see variant.Others. A game kills a mutant of its variant if the mutant comes to
// something else of it: other codes on its lines, another verdict, result or position.
type Mutants struct {
	study
	search *Witnesses
}

// study judges logs by the variants that they name, and by the mutants of these.
type study struct {
	Variants []*VariantStudy // in the order in which they were met

	reader *verify.Reader
	games  verify.Games
}

// VariantStudy says which rule points and mutants of a variant its games notice.
type VariantStudy struct {
	Variant *variant.Variant
	Games   int
	Points  []PointCoverage // in the order of the family
	Mutants []*Mutant       // in the order of the rule points
	Refused int             // other values that cannot be played by, and so are no mutants
}

// Mutant is a variant with another value of one rule point.
type Mutant struct {
	Point    string `json:"point"`
	Value    string `json:"value"`
	Kills    int    `json:"kills"`        // games that kill it
	By       string `json:"by,omitempty"` // the first of them, FILE:LINE
	*Witness        // of a survivor: what would kill it

	variant *variant.Variant
	reader  *verify.Reader // judges by it
}

// NewMutants prepares to try logs of some games, which r judges, on mutants. Witnesses of survivors are
// searched for within bounds.
func NewMutants(r *verify.Reader, games verify.Games, within SearchBounds) *Mutants {
	return &Mutants{study{reader: r, games: games}, NewWitnesses(games, within)}
}

// Add tries a game of a log on the mutants.
func (m *Mutants) Add(name, dir string, b notation.Block) error {
	b = b.Remembering()
	g, _, err := m.reader.Block(name, dir, b, nil)
	if err != nil || g.Variant() == nil {
		return err // or judged by no rules at all
	}
	v := m.of(g.Variant())
	v.Games++
	for _, mutant := range v.Mutants {
		other, _, err := mutant.reader.Block(name, dir, b, nil)
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
	return nil
}

// of finds the study of a variant, or begins it.
func (s *study) of(v *variant.Variant) *VariantStudy {
	if i := slices.IndexFunc(s.Variants, func(known *VariantStudy) bool { return known.Variant.Rules() == v.Rules() }); i >= 0 {
		return s.Variants[i]
	}
	out := &VariantStudy{Variant: v}
	for i, point := range v.Family.Points {
		out.Points = append(out.Points, PointCoverage{Point: point.Name, Value: v.Settings[i].Value.String()})
		mutants, refused := mutantsOf(s.games, v, point.Name)
		out.Mutants, out.Refused = append(out.Mutants, mutants...), out.Refused+refused
	}
	s.Variants = append(s.Variants, out)
	return out
}

// mutantsOf makes the mutants with another value of a rule point, and counts the values that cannot be played by.
func mutantsOf(games verify.Games, v *variant.Variant, point string) (mutants []*Mutant, refused int) {
	for _, other := range v.Others(point) {
		if r, err := verify.ReaderBy(other, verify.Options{Games: games}); err != nil {
			refused++
		} else {
			mutants = append(mutants, &Mutant{Point: point, Value: valueOf(other, point), variant: other, reader: r})
		}
	}
	return mutants, refused
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
func (v *VariantStudy) Counts() (killed, killable, others int) {
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

// PercentKilled is how many of a hundred mutants that can be killed are, rounded down.
func (v *VariantStudy) PercentKilled() int {
	killed, killable, _ := v.Counts()
	if killed+killable == 0 {
		return 100
	}
	return 100 * killed / (killed + killable)
}
