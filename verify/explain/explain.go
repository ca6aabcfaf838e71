// Package explain says what the names of the program mean: finding codes, rule points, clauses,
// variants, and the words of the games.
package explain

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"tpnote/rules"
	"tpnote/rules/nearest"
	"tpnote/rules/variant"
	"tpnote/spec"
	"tpnote/verify"
)

// Topic is all that is known of a name: a finding code, a rule point or rule, a clause, a
// built-in variant, a word or mark of the games, or a word that a log may have. A name can be
// several of these.
type Topic struct {
	Name     string
	Code     *spec.Code       // nil if the name is no finding code
	Points   []PointTopic     // the rule points of that name, one for each family of games
	Clause   *spec.Clause     // nil if the name is no clause
	Variant  *variant.Variant // nil if the name is no built-in variant
	Words    []spec.Word      // the rows of the glossary
	Meanings []verify.Meaning // what it says as an action or a space
	Sections []spec.Section   // of the specification
	Raises   []string         // the codes of a rule that no variant changes
	Behind   []spec.Clause    // the clauses of the rulebooks that the name stands on
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
	{Code: "false-mark", Rule: "capture"},
	{Code: "weak-mark", Rule: "capture"},
	{Code: "result-mismatch", Rule: "outcome"},
	{Code: "state-mismatch", Rule: "start"},
	{Code: "turn-unfinished", Rule: "turn-order"},
	{Code: "turn-over", Rule: "turn-order"},
	{Code: "game-over", Rule: "outcome"},
	{Code: "unknown-player", Rule: "record"},
	{Code: "state-mismatch", Rule: "record"},
	{Code: "tally-mismatch", Rule: "record"},
	{Code: "left", Rule: "record"},
	{Code: "ruling", Rule: "record"},
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

// Rule is a rule as it is settled for a game.
type Rule struct {
	Name     string
	Value    string // of a rule point; "" for a rule that has no alternatives
	Standing string
	Cites    []string // clause ids
}

// RuleOf reports how a rule is settled for the game of a replay, by the clauses that the rulebook's
// index names it in, or else those behind what it refuses. A name may have a situation after a slash,
// as movement/stuck has: the clauses that the index names for that situation then come first.
func RuleOf(r *verify.Replay, name string) Rule {
	v, full := r.Variant(), name
	name, _, _ = strings.Cut(name, "/")
	if v.Has(name) {
		s := v.Setting(name)
		return Rule{name, s.Value.String(), string(s.Standing), s.Cites}
	}
	rule := Rule{Name: name, Cites: spec.Enforcing(v.Rulebook, full, name)}
	if rule.Cites != nil {
		return rule
	}
	for _, code := range codesOf(r.Reasons(), name) {
		rule.Cites = union(rule.Cites, spec.Enforcing(v.Rulebook, code))
	}
	return rule
}

// Index explains names to people. It serves one goroutine.
type Index struct {
	games   verify.Games
	library *variant.Library
	topics  func() []string
	builtin map[*variant.Family]func() []*variant.Variant // opened when they are asked for
}

// NewIndex is the index of some games.
func NewIndex(games verify.Games) *Index {
	x := &Index{games: games, library: games.Library(), builtin: map[*variant.Family]func() []*variant.Variant{}}
	x.topics = sync.OnceValue(x.listTopics)
	for _, family := range games.Families() {
		x.builtin[family] = sync.OnceValue(func() []*variant.Variant { return variant.NewLibrary(family).Variants("") })
	}
	return x
}

// Topics lists the names that Explain knows: codes, rule points, other rules, clauses,
// built-in variants, and the words of the glossary. Actions and spaces are known besides.
func (x *Index) Topics() []string { return slices.Clone(x.topics()) }

func (x *Index) listTopics() []string {
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
	for _, family := range x.games.Families() {
		for _, p := range family.Points {
			add(p.Name)
		}
		for _, r := range x.games.Reasons(family) {
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
	for _, name := range x.library.Builtin() {
		add(name)
	}
	for _, w := range spec.Words() {
		add(w.Name)
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

// Explain tells what is known of a name, in whatever case its letters are. Of an unknown one
// it gives the nearest that is known, or "".
func (x *Index) Explain(name string) (t Topic, meant string) {
	topics := x.topics()
	if !slices.Contains(topics, name) {
		if t.Meanings = x.meanings(name); t.Meanings != nil {
			t.Name = name
			return t, ""
		}
		same := slices.IndexFunc(topics, func(topic string) bool { return strings.EqualFold(topic, name) })
		if same < 0 {
			return Topic{}, nearest.Word(name, topics)
		}
		name = topics[same]
	}
	t.Name, t.Sections = name, spec.Sections(name)
	for _, w := range spec.Words() {
		if w.Name == name {
			t.Words = append(t.Words, w)
		}
	}
	if clause, ok := spec.Find(name); ok {
		t.Clause = &clause
		if shown := spec.Shown(clause); shown.Name != "" {
			t.Sections = []spec.Section{shown}
		}
		return t, ""
	}
	if slices.Contains(x.library.Builtin(), name) {
		v, err := x.library.Open(name, ".")
		if err != nil {
			panic(err) // built-in variants are tested
		}
		t.Variant = v
	}
	if i := slices.IndexFunc(spec.Codes(), func(c spec.Code) bool { return c.Name == name }); i >= 0 {
		t.Code = &spec.Codes()[i]
	}
	for _, family := range x.games.Families() {
		if i := slices.IndexFunc(family.Points, func(p variant.Point) bool { return p.Name == name }); i >= 0 {
			t.Points = append(t.Points, PointTopic{family.Points[i], family.Name, x.builtin[family]})
		} else if t.Code == nil {
			t.Raises = union(t.Raises, codesOf(x.games.Reasons(family), name))
		}
	}
	if t.Code == nil {
		t.Raises = union(t.Raises, codesOf(judged, name))
	}
	if t.Behind = spec.Behind(name); len(t.Behind) == 0 {
		t.Behind = spec.Behind(t.Raises...)
	}
	return t, ""
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

// DieMeans says what the face of a die is.
func DieMeans(face int, terms verify.Terms) verify.MeaningPart {
	if face == 0 {
		return Unwritten("the " + terms.Throw)
	}
	return verify.MeaningPart{Text: fmt.Sprint(face), Says: fmt.Sprintf("the %s: a %d", terms.Throw, face)}
}

// Unwritten says that a part of an action was not written down.
func Unwritten(part string) verify.MeaningPart {
	return verify.MeaningPart{Text: "?", Says: part + ", which nobody wrote down"}
}

// MarkMeans says what a mark means in a game, by the glossary.
func MarkMeans(sign, game string) verify.MeaningPart {
	for _, w := range spec.Words() {
		if w.Name == sign && w.In(game) {
			says, _, _ := strings.Cut(w.Text, ":") // behind it stands an example
			return verify.MeaningPart{Text: sign, Says: strings.ToLower(says[:1]) + says[1:]}
		}
	}
	return verify.MeaningPart{Text: sign, Says: "a mark"}
}

// meanings says what a word means in each game in which it is an action or a space, judged
// by the boards of the default variants.
func (x *Index) meanings(word string) []verify.Meaning {
	var all []verify.Meaning
	for _, family := range x.games.Families() {
		for _, v := range x.builtin[family]() {
			if v.Name != x.library.Default(v.Game) {
				continue
			}
			if r := x.games.Meaning(v, word); r.Kind != "" {
				r.Game = v.Game
				all = append(all, r)
			}
		}
	}
	return all
}
