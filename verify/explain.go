package verify

import (
	"slices"
	"sync"

	"tpnote/rules"
	"tpnote/rules/nearest"
	"tpnote/rules/variant"
	"tpnote/spec"
)

// Topic is all that is known of a name: a finding code, a rule point or rule, a clause, a word
// of the notation. A
// name can be several of these; one that is none of the others is a rule that no variant
// changes.
type Topic struct {
	Name     string
	Code     *spec.Code     // nil if the name is no finding code
	Points   []PointTopic   // the rule points of that name, one for each family of games
	Clause   *spec.Clause   // nil if the name is no clause
	Notation bool           // the name is a word of the notation
	Sections []spec.Section // of the specification
	Raises   []string       // the codes of a rule that no variant changes
	Behind   []spec.Clause  // the clauses of the rulebooks that the name stands on
}

// PointTopic is a rule point, as the variants of one family have it.
type PointTopic struct {
	Point    variant.Point
	Family   string
	Variants func() []*variant.Variant // the built-in ones of the family
}

// judged names the rules that are judged here and in no engine.
var judged = []rules.ReasonInfo{
	{Code: "order-roll", Rule: "first-player"},
	{Code: "wrong-first-player", Rule: "first-player"},
	{Code: "wrong-player", Rule: "turn-order"},
	{Code: "false-mark", Rule: "marks"},
	{Code: "weak-mark", Rule: "marks"},
	{Code: "result-mismatch", Rule: "outcome"},
	{Code: "state-mismatch", Rule: "start"},
}

// codesOf lists the finding codes that some reasons have for a rule.
func codesOf(reasons []rules.ReasonInfo, rule string) []string {
	var codes []string
	for _, reason := range reasons {
		if reason.Rule == rule && !slices.Contains(codes, reason.Code) {
			codes = append(codes, reason.Code)
		}
	}
	return codes
}

// Index explains names to people. It serves one goroutine.
type Index struct {
	games   Games
	builtin map[*variant.Family]func() []*variant.Variant // opened when they are asked for
}

// NewIndex is the index of some games.
func NewIndex(games Games) *Index {
	x := &Index{games, map[*variant.Family]func() []*variant.Variant{}}
	for _, g := range games {
		x.builtin[g.family()] = sync.OnceValue(func() []*variant.Variant { return openAll(variant.NewLibrary(g.family())) })
	}
	return x
}

// openAll opens the built-in variants of a library.
func openAll(lib *variant.Library) []*variant.Variant {
	var all []*variant.Variant
	for _, name := range lib.Builtin() {
		v, err := lib.Open(name, ".")
		if err != nil {
			panic(err) // built-in variants are tested
		}
		all = append(all, v)
	}
	return all
}

// Topics lists all names that Explain knows: codes, rule points, other rules, words of the
// notation, clauses.
func (x *Index) Topics() []string {
	var names []string
	seen := map[string]bool{}
	add := func(name string) {
		if !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	for _, c := range spec.Codes() {
		add(c.Name)
	}
	for _, g := range x.games {
		for _, p := range g.family().Points {
			add(p.Name)
		}
		for _, r := range g.reasons() {
			if r.Rule != "" {
				add(r.Rule)
			}
		}
	}
	for _, r := range judged {
		add(r.Rule)
	}
	for _, word := range Words() {
		add(word)
	}
	for _, c := range spec.Clauses() {
		add(c.ID)
	}
	return names
}

// Words lists the words of the notation that can be explained.
func Words() []string {
	var words []string
	for _, s := range spec.AllSections() {
		if s.Page == "records.md" {
			words = append(words, s.Name)
		}
	}
	return words
}

// Explain tells what is known of a name. Of an unknown one it gives the nearest that is
// known, or "".
func (x *Index) Explain(name string) (t Topic, meant string) {
	if topics := x.Topics(); !slices.Contains(topics, name) {
		return Topic{}, nearest.Word(name, topics)
	}
	t = Topic{Name: name, Sections: spec.Sections(name), Notation: slices.Contains(Words(), name)}
	if clause, ok := spec.Find(name); ok {
		t.Clause = &clause
		t.Sections = x.shown(clause)
		return t, ""
	}
	if i := slices.IndexFunc(spec.Codes(), func(c spec.Code) bool { return c.Name == name }); i >= 0 {
		t.Code = &spec.Codes()[i]
	}
	for _, g := range x.games {
		family := g.family()
		if i := slices.IndexFunc(family.Points, func(p variant.Point) bool { return p.Name == name }); i >= 0 {
			t.Points = append(t.Points, PointTopic{family.Points[i], family.Name, x.builtin[family]})
		} else if t.Code == nil {
			t.Raises = union(t.Raises, codesOf(g.reasons(), name))
		}
	}
	if t.Code == nil {
		t.Raises = union(t.Raises, codesOf(judged, name))
	}
	if t.Behind = spec.EnforcedBy(name); len(t.Behind) == 0 {
		t.Behind = spec.EnforcedBy(t.Raises...)
	}
	return t, ""
}

// shown is the section that shows best what a clause is about: of the first name that
// enforces it and has logs, on the page of the clause's own games if there is one.
func (x *Index) shown(c spec.Clause) []spec.Section {
	for _, name := range c.Enforced {
		var best []spec.Section
		for _, s := range spec.Sections(name) {
			own := s.Page == x.familyOf(c.Rulebook)+".md"
			if s.Kept() != nil && s.Broken() != nil && (best == nil || own) {
				best = []spec.Section{s}
			}
		}
		if best != nil {
			return best
		}
	}
	return nil
}

// familyOf is the name of the family of games that a rulebook is of.
func (x *Index) familyOf(rulebook string) string {
	for _, g := range x.games {
		for _, v := range x.builtin[g.family()]() {
			if v.Rulebook == rulebook {
				return g.family().Name
			}
		}
	}
	return ""
}

// union is both lists, without repeats.
func union(a, b []string) []string {
	for _, s := range b {
		if !slices.Contains(a, s) {
			a = append(a, s)
		}
	}
	return a
}
