// Package spec is the prose of the project: the notation and the rules in our own words, and the clause index, which
// numbers every sentence of the rulebooks that binds a game and says where it is enforced, or why a log cannot show it.
// The pages are Markdown. A page is read when it is first asked for, so that a program that needs none starts at once.
package spec

import (
	"path"
	"slices"
	"strings"
)

// Clause is a sentence of a rulebook that binds the game.
type Clause struct {
	ID        string   `json:"id"`   // "G3.31"
	Rulebook  string   `json:"-"`    // "genus-iii-1994", as a variant file names it
	Standing  string   `json:"-"`    // stated, derived, assumed or conflicted
	Enforced  []string `json:"-"`    // rule points, finding codes, situations (CODE/SITUATION), and rules
	Unchecked string   `json:"-"`    // why a log cannot show it, where Enforced is empty
	Text      string   `json:"text"` // in our own words
}

// Clauses returns the clauses of all rulebooks, in the order of the rulebooks.
func Clauses() []Clause { return slices.Clone(readBooks().clauses) }

// Rulebooks returns the names of the rulebooks, sorted.
func Rulebooks() []string { return slices.Clone(readBooks().names) }

// Find returns the clause with the given id.
func Find(id string) (Clause, bool) {
	for _, c := range readBooks().clauses {
		if c.ID == id {
			return c, true
		}
	}
	return Clause{}, false
}

// Enforcing returns the ids of a rulebook's clauses that are enforced by the first of the
// names that enforces any. Give the finest name first: a situation, such as
// unreachable/backtracking, then its code. The result is nil if no name enforces a clause.
func Enforcing(rulebook string, names ...string) []string {
	for _, name := range names {
		if ids := readBooks().enforcing[enforcer{rulebook, name}]; ids != nil {
			return slices.Clone(ids)
		}
	}
	return nil
}

// EnforcedBy returns the clauses that any of the names enforces, in whatever situation.
func EnforcedBy(names ...string) []Clause {
	named := func(by string) bool {
		name, _, _ := strings.Cut(by, "/")
		return slices.Contains(names, name)
	}
	return slices.DeleteFunc(Clauses(), func(c Clause) bool { return !slices.ContainsFunc(c.Enforced, named) })
}

// books are the rulebooks' pages, those of clauses/.
type books struct {
	names     []string
	clauses   []Clause
	enforcing map[enforcer][]string // the ids of clauses
}

// enforcer is a name that enforces clauses of a rulebook.
type enforcer struct{ rulebook, name string }

func allBooks() books {
	all := books{enforcing: map[enforcer][]string{}}
	for _, file := range List("clauses/*.md") {
		book := strings.TrimSuffix(path.Base(file), ".md")
		all.names = append(all.names, book)
		table, _, _ := strings.Cut(Page(file), "\n## Examples\n")
		for _, cells := range rows(table) {
			c, ok := readClause(cells)
			if !ok {
				continue // the head of the table, or the rule below it
			}
			c.Rulebook = book
			all.clauses = append(all.clauses, c)
			for _, name := range c.Enforced {
				by := enforcer{book, name}
				all.enforcing[by] = append(all.enforcing[by], c.ID)
			}
		}
	}
	return all
}

// readClause reads "| id | standing | enforced | says |".
func readClause(cells []string) (c Clause, ok bool) {
	if !strings.Contains(cells[0], ".") {
		return Clause{}, false
	}
	c = Clause{ID: cells[0], Standing: cells[1], Text: cells[3]}
	if why, unchecked := strings.CutPrefix(cells[2], "no: "); unchecked {
		c.Unchecked = why
		return c, true
	}
	for name := range strings.SplitSeq(cells[2], ",") {
		if name = strings.Trim(strings.TrimSpace(name), "`"); name != "" {
			c.Enforced = append(c.Enforced, name)
		}
	}
	return c, true
}
