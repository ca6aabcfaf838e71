package regress

import (
	"fmt"
	"slices"

	"tpnote/notation"
	"tpnote/rules/variant"
	"tpnote/verify"
)

// Study judges logs by the variants that they name, and by their mutants: the variants with one other value.
//
// A game *kills* a mutant of its variant if the mutant comes to something else of it: other codes on its lines,
// another verdict, result or position. For the rule points that a game keeps and breaks see PointCoverage.
type Study struct {
	Variants []*VariantStudy // in the order in which they were met

	reader  *verify.Reader
	games   verify.Games
	choices bool
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

// NewStudy prepares to study logs of some games, which r judges. choices says whether the coverage of the rule points
// is wanted: it takes long to find the choices that each roll allowed.
func NewStudy(r *verify.Reader, games verify.Games, choices bool) *Study {
	return &Study{reader: r, games: games, choices: choices}
}

// Add studies a game of a log.
func (s *Study) Add(name, dir string, b notation.Block) error {
	g := &game{b, name, dir, s.choices}
	t, err := g.judge(s.reader)
	if err != nil || t.Variant() == nil {
		return err // or judged by no rules at all
	}
	v := s.of(t.Variant())
	v.Games++
	for i := range v.Points {
		p := &v.Points[i]
		kept, broken, err := g.try(t, p.Point, v.Mutants)
		if err != nil {
			return err
		}
		if p.Met = p.Met || kept || broken; kept {
			p.Kept++
		}
		if broken {
			p.Broken++
		}
	}
	return nil
}

// try judges the game, of which t is a replay, by the mutants with other values of a rule point. It counts those that
// the game kills, and reports whether the game keeps or breaks the rule point.
func (g *game) try(t *trace, point string, mutants []*Mutant) (kept, broken bool, err error) {
	broken = slices.ContainsFunc(t.Findings, func(f verify.Finding) bool { return f.Severity == verify.SeverityError && f.Rule == point })
	for _, m := range mutants {
		if m.Point != point {
			continue
		}
		other, err := g.judge(m.reader)
		if err != nil {
			return false, false, err
		}
		k, b := matters(t, other)
		kept, broken = kept || k, broken || b
		if sameEnd(t.Summary, other.Summary) {
			continue
		}
		if m.Kills++; m.Kills == 1 {
			m.By = fmt.Sprintf("%s:%d", g.name, t.Line)
		}
	}
	return kept, broken, nil
}

// of finds the study of a variant, or begins it.
func (s *Study) of(v *variant.Variant) *VariantStudy {
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
func (s *Study) Survey(search *Witnesses) error {
	for _, v := range s.Variants {
		for _, mutant := range v.Mutants {
			if mutant.Kills > 0 {
				continue
			}
			var err error
			if mutant.Witness, err = search.search(v.Variant, mutant.variant, mutant.Point); err != nil {
				return err
			}
		}
	}
	return nil
}

// Counts are how many mutants the games kill, how many survive that a log would kill, and how many no known log kills.
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
