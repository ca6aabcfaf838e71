// Package spec is the prose of the project: the notation and the rules in our own words,
// and the clause index, which numbers every sentence of the rulebooks that binds a game
// and says where it is enforced, or why a log cannot show it. The pages are Markdown; the
// index is read from the tables in clauses/.
package spec

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
)

// Clause is a sentence of a rulebook that binds the game.
type Clause struct {
	ID        string   // "G3.31"
	Rulebook  string   // "genus-iii-1994", as a variant file names it
	Standing  string   // stated, derived, assumed or conflicted
	Enforced  []string // rule points, finding codes, or "board", "start", "outcome"
	Principal []string // those of Enforced that this clause is the main one for
	Unchecked string   // why a log cannot show it, where Enforced is empty
	Text      string   // in our own words
}

// Clauses lists the clauses of all rulebooks, in the order of the rulebooks.
func Clauses() []Clause { return slices.Clone(clauses()) }

// Find returns the clause with the given id.
func Find(id string) (Clause, bool) {
	all := clauses()
	i := slices.IndexFunc(all, func(c Clause) bool { return c.ID == id })
	if i < 0 {
		return Clause{}, false
	}
	return all[i], true
}

// EnforcedBy lists the clauses of all rulebooks that any of the names enforces: rule points,
// finding codes, or rules that no variant changes.
func EnforcedBy(names ...string) []Clause {
	var all []Clause
	for _, c := range clauses() {
		if slices.ContainsFunc(names, func(name string) bool { return slices.Contains(c.Enforced, name) }) {
			all = append(all, c)
		}
	}
	return all
}

// Enforcing lists the ids of a rulebook's clauses that are enforced by the given rule
// point or finding code: the principal ones where there are any, else all.
func Enforcing(rulebook, name string) []string {
	var principal, all []string
	for _, c := range clauses() {
		if c.Rulebook != rulebook {
			continue
		}
		if slices.Contains(c.Principal, name) {
			principal = append(principal, c.ID)
		}
		if slices.Contains(c.Enforced, name) {
			all = append(all, c.ID)
		}
	}
	if principal != nil {
		return principal
	}
	return all
}

var clauses = sync.OnceValue(readClauses)

func readClauses() []Clause {
	files, err := fs.Glob(pages, "clauses/*.md")
	if err != nil {
		panic(err) // the pattern is constant and well formed
	}
	var all []Clause
	for _, file := range files {
		text, err := fs.ReadFile(pages, file)
		if err != nil {
			panic(err) // the file was just listed
		}
		rulebook := strings.TrimSuffix(path.Base(file), ".md")
		for line := range strings.Lines(string(text)) {
			if c, ok := readRow(line); ok {
				c.Rulebook = rulebook
				all = append(all, c)
			}
		}
	}
	return all
}

// readRow reads "| id | standing | enforced | says |"; the table's head and rule, and prose,
// are no rows. A name in bold is one that the clause is the main one for.
func readRow(line string) (Clause, bool) {
	cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
	if len(cells) != 4 || !strings.HasPrefix(line, "|") {
		return Clause{}, false
	}
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	if !strings.Contains(cells[0], ".") {
		return Clause{}, false
	}
	c := Clause{ID: cells[0], Standing: cells[1], Text: cells[3]}
	if why, unchecked := strings.CutPrefix(cells[2], "no: "); unchecked {
		c.Unchecked = why
		return c, true
	}
	for name := range strings.SplitSeq(cells[2], ",") {
		bare := strings.Trim(strings.TrimSpace(name), "*`")
		if bare == "" {
			continue
		}
		c.Enforced = append(c.Enforced, bare)
		if strings.Contains(name, "**") {
			c.Principal = append(c.Principal, bare)
		}
	}
	return c, true
}
