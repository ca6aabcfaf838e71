// Package explain says what names mean: finding codes, rule points, clauses, variants, and the words of the games.
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

// Topic is all that is known of a name: a finding code, a rule point or rule, a clause, a built-in variant, a word or
// mark of the games, or a word that a log may have. A name can be several of these.
type Topic struct {
	Name     string
	Code     *spec.Code       // nil if the name is no finding code
	Points   []PointTopic     // the rule points of that name, one for each family of games
	Clause   *spec.Clause     // nil if the name is no clause
	Variant  *variant.Variant // nil if the name is no built-in variant
	Words    []spec.Word      // the rows of the glossary
	Meanings []verify.Meaning // what it says as an action or a space
	Sections []spec.Section   // of the specification; a clause's section has the id of the clause as its name
	Raises   []string         // the codes of a rule that no variant changes
	RestsOn  []spec.Clause    // the clauses of the rulebooks that the name rests on
}

// Games lists the games that have logs in a section, in the order of the logs.
func Games(s spec.Section) (games []string) {
	for _, p := range s.Parts {
		if p.Log != "" {
			games = variant.Union(games, p.Game)
		}
	}
	return games
}

// PointTopic is a rule point, as the variants of one family have it.
type PointTopic struct {
	Point    variant.Point
	Family   string
	Variants []*variant.Variant // the built-in ones of the family
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
func codesOf(reasons []rules.ReasonInfo, rule string) (codes []string) {
	for _, reason := range reasons {
		if reason.Rule == rule {
			codes = variant.Union(codes, reason.Code)
		}
	}
	return codes
}

// Rule is a rule as it is settled for a game.
type Rule struct {
	Name     string   `json:"-"`
	Value    string   `json:"value,omitempty"` // of a rule point; "" for a rule that has no alternatives
	Standing string   `json:"standing,omitempty"`
	Cites    []string `json:"cites"` // clause ids
}

// RuleOf returns the settled rule for the game of a replay. Its clauses are those that name it in the
// rulebook's index, or else those of the actions that it refuses. A name may have a situation after a
// slash, as in movement/stuck: the clauses for that situation then come first.
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
		rule.Cites = variant.Union(rule.Cites, spec.Enforcing(v.Rulebook, code)...)
	}
	return rule
}

// Allowing lists the rules that allow an action in a position; none if it is illegal there.
func Allowing(r *verify.Replay, a verify.Action) []string {
	if !r.Ready() {
		return nil
	}
	board := r.Board()
	done := board.Choice(a)
	for _, legal := range r.Legal() {
		if board.Choice(legal.Action).Same(done) && (legal.Answer == verify.Wrong) == (a.Answer == verify.Wrong) {
			return legal.Rules()
		}
	}
	return nil
}

// Index explains names to people. It serves one goroutine.
type Index struct {
	games    verify.Games
	names    []string          // of the games that it covers
	families []*variant.Family // of those games
	library  *variant.Library
	topics   func() []string
	builtin  func() []*variant.Variant // of the games covered; opened when they are asked for
}

// NewIndex returns the index of some games.
func NewIndex(games verify.Games) *Index {
	return newIndex(games, games.Library().Games())
}

// In returns the index of one of the games: it knows only what that game has.
func (x *Index) In(game string) (*Index, error) {
	if !slices.Contains(x.names, game) {
		return nil, fmt.Errorf("unknown game %q; the games are %s", game, strings.Join(x.names, ", "))
	}
	return newIndex(x.games, []string{game}), nil
}

// Having lists the games that have a name.
func (x *Index) Having(name string) []string {
	return slices.DeleteFunc(slices.Clone(x.names), func(game string) bool {
		t, _ := newIndex(x.games, []string{game}).Explain(name)
		return t.Name == ""
	})
}

func newIndex(games verify.Games, names []string) *Index {
	x := &Index{games: games, names: names, library: games.Library()}
	x.topics = sync.OnceValue(x.listTopics)
	x.families = slices.DeleteFunc(games.Families(), func(f *variant.Family) bool {
		return !slices.ContainsFunc(f.Games, func(g variant.Game) bool { return x.covers(g.Name) })
	})
	x.builtin = sync.OnceValue(func() []*variant.Variant {
		return slices.DeleteFunc(variant.NewLibrary(x.families...).Variants(""), func(v *variant.Variant) bool { return !x.covers(v.Game) })
	})
	return x
}

func (x *Index) covers(game string) bool { return slices.Contains(x.names, game) }

// hasCode reports whether a finding of the games covered can have a code: a section shows it in
// one of them, an engine of theirs refuses with it, or no engine does.
func (x *Index) hasCode(code string) bool {
	refused := func(families []*variant.Family) bool {
		return slices.ContainsFunc(families, func(f *variant.Family) bool {
			return slices.ContainsFunc(x.games.Reasons(f), func(r rules.ReasonInfo) bool { return r.Code == code })
		})
	}
	shown := slices.ContainsFunc(x.sections(code), func(s spec.Section) bool { return Games(s) != nil })
	return shown || refused(x.families) || !refused(x.games.Families())
}

// judged returns the rules of the games covered that no engine judges. Their clauses, if any, are of those rulebooks.
func (x *Index) judged() []rules.ReasonInfo {
	return slices.DeleteFunc(slices.Clone(judged), func(r rules.ReasonInfo) bool {
		clauses := spec.EnforcedBy(r.Rule)
		return len(clauses) > 0 && len(x.ofRulebooks(clauses)) == 0
	})
}

// sections returns the sections of a name, with the logs of the games covered. A section that
// shows only other games is left out where another one remains.
func (x *Index) sections(name string) []spec.Section {
	var own, bare []spec.Section
	for _, s := range spec.Sections(name) {
		s.Parts = slices.Clone(s.Parts)
		for i := range s.Parts { // the logs of unknown-game have misspelt names
			s.Parts[i].Game = nearest.Word(s.Parts[i].Game, x.library.Games())
		}
		if slices.ContainsFunc(x.games.Families(), func(f *variant.Family) bool { return f.Name+".md" == s.Page && !slices.Contains(x.families, f) }) {
			continue
		}
		had := Games(s)
		s.Parts = slices.DeleteFunc(s.Parts, func(p spec.Part) bool { return p.Log != "" && !x.covers(p.Game) })
		if had != nil && Games(s) == nil {
			bare = append(bare, s)
		} else {
			own = append(own, s)
		}
	}
	if own == nil {
		return bare
	}
	return own
}

// byClause returns, for each game that the sections of a topic do not show, the section of the first clause that does.
func (x *Index) byClause(t Topic) (added []spec.Section) {
	for _, game := range x.names {
		shows := func(s spec.Section) bool { return shows(s, game) }
		if slices.ContainsFunc(t.Sections, shows) {
			continue
		}
		for _, c := range t.RestsOn {
			if s := spec.Shown(c); shows(s) && (t.Code == nil || wants(s, t.Name)) {
				added = append(added, s)
				break
			}
		}
	}
	return added
}

// shows reports whether logs of a game keep the rule of a section, and others break it.
func shows(s spec.Section, game string) bool {
	shown := func(broken bool) bool {
		return slices.ContainsFunc(s.Parts, func(p spec.Part) bool { return p.Log != "" && p.Game == game && p.Broken == broken })
	}
	return shown(false) && shown(true)
}

// wants reports whether a log of a section wants a finding code.
func wants(s spec.Section, code string) bool {
	return slices.ContainsFunc(s.Logs(true), func(log string) bool {
		return slices.ContainsFunc(strings.Split(log, "\n"), func(line string) bool {
			_, codes, _ := strings.Cut(line, "; want ")
			return slices.Contains(strings.Fields(codes), code)
		})
	})
}

// Topics lists the names that Explain knows: codes, rule points, other rules, clauses,
// built-in variants, and the words of the glossary. Actions and spaces are known besides.
func (x *Index) Topics() []string { return slices.Clone(x.topics()) }

func (x *Index) listTopics() []string {
	rule := func(r rules.ReasonInfo) string { return r.Rule }
	codes := slices.DeleteFunc(slices.Clone(spec.Codes()), func(c spec.Code) bool { return !x.hasCode(c.Name) })
	names := variant.Each(codes, func(c spec.Code) string { return c.Name })
	for _, family := range x.families {
		names = append(names, variant.Each(family.Points, func(p variant.Point) string { return p.Name })...)
		names = append(names, variant.Each(x.games.Reasons(family), rule)...)
	}
	names = append(names, variant.Each(x.judged(), rule)...)
	names = append(names, Words()...)
	names = append(names, variant.Each(x.ofRulebooks(spec.Clauses()), func(c spec.Clause) string { return c.ID })...)
	names = append(names, variant.Each(x.builtin(), func(v *variant.Variant) string { return v.Name })...)
	names = append(names, variant.Each(x.words(""), func(w spec.Word) string { return w.Name })...)
	return slices.DeleteFunc(variant.Union([]string(nil), names...), func(name string) bool { return name == "" }) // a reason may have no rule
}

// ofRulebooks returns those clauses that belong to a rulebook of the games covered.
func (x *Index) ofRulebooks(clauses []spec.Clause) []spec.Clause {
	books := variant.Each(x.builtin(), func(v *variant.Variant) string { return v.Rulebook })
	return slices.DeleteFunc(clauses, func(c spec.Clause) bool { return !slices.Contains(books, c.Rulebook) })
}

// words returns the rows of the glossary for a name, or all if it is "".
func (x *Index) words(name string) []spec.Word {
	return slices.DeleteFunc(spec.Words(), func(w spec.Word) bool {
		return name != "" && w.Name != name || !slices.ContainsFunc(x.names, w.In)
	})
}

// Words lists the words of the notation that can be explained.
func Words() (words []string) {
	for _, s := range spec.AllSections() {
		if s.Page == "records.md" {
			words = append(words, s.Name)
		}
	}
	return words
}

// Explain returns the explanation of a name, in any case. For an unknown name it returns the nearest known one, or "".
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
	t.Name, t.Sections, t.Words = name, x.sections(name), x.words(name)
	if clause, ok := spec.Find(name); ok {
		t.Clause = &clause
		if shown := spec.Shown(clause); shown.Name != "" {
			t.Sections = []spec.Section{shown}
		}
		return t, ""
	}
	if i := slices.IndexFunc(spec.Codes(), func(c spec.Code) bool { return c.Name == name && x.hasCode(name) }); i >= 0 {
		t.Code = &spec.Codes()[i]
	}
	if i := slices.IndexFunc(x.builtin(), func(v *variant.Variant) bool { return v.Name == name }); i >= 0 {
		t.Variant = x.builtin()[i]
	}
	for _, family := range x.families {
		if p := family.Point(name); p != nil {
			own := slices.DeleteFunc(slices.Clone(x.builtin()), func(v *variant.Variant) bool { return v.Family != family })
			t.Points = append(t.Points, PointTopic{*p, family.Name, own})
		} else if t.Code == nil {
			t.Raises = variant.Union(t.Raises, codesOf(x.games.Reasons(family), name)...)
		}
	}
	if t.Code == nil {
		t.Raises = variant.Union(t.Raises, codesOf(x.judged(), name)...)
	}
	if t.RestsOn = x.ofRulebooks(spec.EnforcedBy(name)); len(t.RestsOn) == 0 {
		t.RestsOn = x.ofRulebooks(spec.EnforcedBy(t.Raises...))
	}
	t.Sections = append(t.Sections, x.byClause(t)...)
	return t, ""
}

// meanings says what a word means in each game, as an action or a space of the board of the default variant.
func (x *Index) meanings(word string) (all []verify.Meaning) {
	for _, v := range x.builtin() {
		if v.Name != x.library.Default(v.Game) {
			continue
		}
		if r := x.games.Meaning(v, word); r.Kind != "" {
			r.Game = v.Game
			all = append(all, r)
		}
	}
	return all
}
