package explain

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tpnote/rules"
	"tpnote/rules/variant"
	"tpnote/spec"
	"tpnote/verify"
)

// Check reports contradictions in the data of games: in their reasons, pages, clauses and built-in
// variants. Without it, the author of a game meets them late: as a panic, or as an explanation that is
// missing. outside are those of the games that AddPages has returned. The data of the others are left to
// the tests of this module, so that tpnote itself starts at once.
func Check(games, outside verify.Games) error {
	c := checker{games: games}
	for _, family := range games.Families() {
		if page := family.Name + ".md"; spec.List(page) == nil {
			c.fault("the game %s has no page %s: give it one in Game.Pages", family.Name, page)
		}
	}
	if len(outside) > 0 {
		c.ids()
	}
	books := map[*variant.Family][]string{}
	for _, family := range outside.Families() {
		books[family] = c.variants(family)
	}
	if c.faults != nil {
		return errors.Join(c.faults...) // the rest looks at all variants
	}
	for _, family := range outside.Families() {
		c.reasons(family)
		for _, book := range books[family] {
			c.clauses(family, book)
		}
	}
	return errors.Join(c.faults...)
}

// checker collects the contradictions in the data of some games.
type checker struct {
	games  verify.Games
	faults []error
}

func (c *checker) fault(format string, args ...any) {
	c.faults = append(c.faults, fmt.Errorf(format, args...))
}

// ids checks that no two clauses have the same id.
func (c *checker) ids() {
	books := map[string]string{} // by the ids of their clauses
	for _, clause := range spec.Clauses() {
		if book, twice := books[clause.ID]; twice {
			c.fault("the clause id %s is used twice: in the rulebooks %s and %s", clause.ID, book, clause.Rulebook)
		}
		books[clause.ID] = clause.Rulebook
	}
}

// reasons checks the codes and rules of what the engine of a family refuses.
func (c *checker) reasons(family *variant.Family) {
	for n, reason := range c.games.Reasons(family) {
		named := len(spec.EnforcedBy(reason.Rule)) > 0 || len(spec.Sections(reason.Rule)) > 0
		switch {
		case reason == rules.ReasonInfo{} && n == 0: // nothing is refused
		case !spec.IsCode(reason.Code):
			c.fault("reason %d of %s has the code %q, which no page has in a table of codes", n, family.Name, reason.Code)
		case !named && family.Point(reason.Rule) == nil:
			c.fault("reason %d of %s (%s) has the rule %q, which is no rule point of %s, and which no clause and no page names", n, family.Name, reason.Code, reason.Rule, family.Name)
		}
	}
}

// variants checks the built-in variants of a family, and returns their rulebooks.
func (c *checker) variants(family *variant.Family) (books []string) {
	for _, name := range variant.NewLibrary(family).Builtin() {
		v, err := c.games.Library().Check(name, ".", c.games.Playable)
		switch {
		case err != nil:
			c.faults = append(c.faults, err)
		case v.Family != family:
			c.fault("the built-in variant %s of %s has the name of a variant of %s", name, family.Name, v.Family.Name)
		default:
			books = variant.Union(books, v.Rulebook)
		}
	}
	return books
}

// clauses checks what enforces the clauses of a rulebook, by which a family is played.
func (c *checker) clauses(family *variant.Family, book string) {
	reasons := slices.Concat(judged, c.games.Reasons(family))
	for _, clause := range spec.Clauses() {
		if clause.Rulebook != book {
			continue
		}
		for _, name := range clause.Enforced {
			name, _, _ = strings.Cut(name, "/") // without its situation
			if !spec.IsCode(name) && family.Point(name) == nil && codesOf(reasons, name) == nil {
				c.fault("clause %s of %s is enforced by %q, which is no rule point of %s, no code and no rule", clause.ID, book, name, family.Name)
			}
		}
	}
}
