// Package spec is the prose of the project: the notation and the rules in our own words,
// and the clause index, which numbers every sentence of the rulebooks that binds a game and
// says where it is enforced, or why a log cannot show it. The pages are Markdown. A page is
// read when it is first asked for, so that a program that needs none starts at once.
package spec

import (
	"path"
	"slices"
	"strings"
	"sync"
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
func Clauses() []Clause {
	var all []Clause
	for _, b := range books() {
		all = append(all, b.clauses...)
	}
	return all
}

// Rulebooks returns the names of the rulebooks, sorted.
func Rulebooks() []string {
	var names []string
	for _, b := range books() {
		names = append(names, b.name)
	}
	return names
}

// Find returns the clause with the given id.
func Find(id string) (Clause, bool) {
	for _, b := range books() {
		if i := slices.IndexFunc(b.clauses, func(c Clause) bool { return c.ID == id }); i >= 0 {
			return b.clauses[i], true
		}
	}
	return Clause{}, false
}

// Enforcing returns the ids of a rulebook's clauses that are enforced by the first of the
// names that enforces any. Give the finest name first: a situation, such as
// unreachable/backtracking, then its code. The result is nil if no name enforces a clause.
func Enforcing(rulebook string, names ...string) []string {
	b := bookOf(rulebook)
	for _, name := range names {
		if ids := b.enforcing[name]; ids != nil {
			return slices.Clone(ids)
		}
	}
	return nil
}

// Behind returns the clauses that any of the names enforces, in whatever situation.
func Behind(names ...string) (all []Clause) {
	named := func(by string) bool {
		name, _, _ := strings.Cut(by, "/")
		return slices.Contains(names, name)
	}
	for _, b := range books() {
		for _, c := range b.clauses {
			if slices.ContainsFunc(c.Enforced, named) {
				all = append(all, c)
			}
		}
	}
	return all
}

// Shown returns the examples of a clause in a game of its own rulebook. It is the zero
// Section for a clause that no log can show.
func Shown(c Clause) Section { return bookOf(c.Rulebook).shown()[c.ID] }

// book is a rulebook's page.
type book struct {
	name      string
	clauses   []Clause
	enforcing map[string][]string       // the ids that each name enforces
	shown     func() map[string]Section // by id
}

// allBooks reads the pages of clauses/.
func allBooks() (all []*book) {
	for _, file := range List("clauses/*.md") {
		all = append(all, readBook(file))
	}
	return all
}

// bookOf is a rulebook's page. A rulebook without a page has no clauses.
func bookOf(rulebook string) *book {
	for _, b := range books() {
		if b.name == rulebook {
			return b
		}
	}
	return &book{shown: func() map[string]Section { return nil }}
}

func readBook(file string) *book {
	table, examples, _ := strings.Cut(Page(file), "\n## Examples\n")
	b := &book{name: strings.TrimSuffix(path.Base(file), ".md"), enforcing: map[string][]string{}}
	for _, cells := range rows(table) {
		c, ok := readClause(cells)
		if !ok {
			continue // the head of the table, or the rule below it
		}
		c.Rulebook = b.name
		b.clauses = append(b.clauses, c)
		for _, name := range c.Enforced {
			b.enforcing[name] = append(b.enforcing[name], c.ID)
		}
	}
	b.shown = sync.OnceValue(func() map[string]Section {
		shown := map[string]Section{}
		for _, s := range readPage(file, examples) {
			shown[s.Name] = s
		}
		return shown
	})
	return b
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
