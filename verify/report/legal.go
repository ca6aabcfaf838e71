package report

import (
	"fmt"
	"slices"
	"strings"

	"tpnote/rules/variant"
	"tpnote/verify"
	"tpnote/verify/explain"
)

// Legal prints what is legal in a position, by roll and by what it is to the player.
func (t *Text) Legal(table *verify.Replay, moves []verify.Move) {
	t.heading(table.Position())
	switch {
	case len(moves) == 0 && table.Over():
		t.printf("the game is over; result %s\n", table.Result())
	case len(moves) == 0:
		t.printf("no action is legal\n")
	}
	for _, thrown := range grouped(moves, func(a, b verify.Move) bool { return a.Die == b.Die }) {
		if die := thrown[0].Die; die != 0 {
			t.heading(fmt.Sprintf("a %s of %d", table.Notation().Throw(), die))
		}
		for _, g := range grouped(thrown, func(a, b verify.Move) bool { return a.Group == b.Group }) {
			t.printf("  %s\n", g[0].Group)
			t.wrapped("    ", "    ", strings.Join(wordsOf(g), " "))
			t.printf("    %s%s%s\n", t.style.dim, wrap(settled(table, g), "      "), t.style.off)
		}
	}
}

// grouped puts together what is the same in a way, in the order of first appearance.
func grouped[T any](these []T, same func(a, b T) bool) (all [][]T) {
	for _, x := range these {
		i := slices.IndexFunc(all, func(group []T) bool { return same(group[0], x) })
		if i < 0 {
			i, all = len(all), append(all, nil)
		}
		all[i] = append(all[i], x)
	}
	return all
}

// settled lists the rules that allow some of the moves, with their values and clauses.
func settled(table *verify.Replay, moves []verify.Move) string {
	return "by " + strings.Join(variant.Each(rulesOf(moves), func(name string) string {
		rule := explain.RuleOf(table, name)
		return strings.TrimSpace(rule.Name+" "+rule.Value) + bracketed(rule.Cites)
	}), "; ")
}

// rulesOf names the rules that allow some of the moves, each once.
func rulesOf(moves []verify.Move) (names []string) {
	for _, m := range moves {
		names = variant.Union(names, m.Rules()...)
	}
	return names
}

// bracketed is a list after the text that it belongs to; nothing if it is empty.
func bracketed(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return " (" + strings.Join(list, ", ") + ")"
}

// Why prints all that is wrong with an action, and the legal actions nearest to it; or why it is legal.
func (t *Text) Why(table *verify.Replay, word string, findings []verify.Finding, nearest []verify.Move) {
	t.heading(table.Position())
	if len(findings) == 0 {
		t.printf("%s is legal\n", word)
		if len(nearest) > 0 {
			t.printf("  %s\n", nearest[0].Group)
			t.wrapped("  ", "    ", settled(table, nearest[:1]))
		}
		return
	}
	t.printf("%s is not legal, for %s:\n", word, count(len(findings), "reason"))
	for _, f := range findings {
		t.printf("%serror:%s %s\n", t.style.red, t.style.off, wrap(fmt.Sprintf("%s [%s]", f.Message, f.Code), "       "))
		t.because(&f)
		t.labelled("  ", "help", f.Help...)
	}
	if len(nearest) > 0 {
		t.wrapped("nearest legal actions: ", "  ", strings.Join(wordsOf(nearest), " "))
	}
}

func wordsOf(moves []verify.Move) []string {
	return variant.Each(moves, func(m verify.Move) string { return m.Word })
}

type jsonPosition struct {
	Variant  string `json:"variant"`
	Position string `json:"position"`
	Player   string `json:"player"`
	Turn     int    `json:"turn"`
	Result   string `json:"result"`
}

type jsonMove struct {
	verify.Action
	Group verify.Group `json:"group"`
	Rules []string     `json:"rules"`
}

func positionOf(table *verify.Replay) jsonPosition {
	clock := table.Clock()
	return jsonPosition{table.Variant().Name, table.Position(), table.Handles()[clock.Seat], int(clock.Number), table.Result()}
}

// LegalJSON is Legal for JSON.
func LegalJSON(table *verify.Replay, moves []verify.Move) any {
	rules := map[string]explain.Rule{}
	for _, name := range rulesOf(moves) {
		rule := explain.RuleOf(table, name)
		rule.Cites = listed(rule.Cites)
		rules[name] = rule
	}
	actions := variant.Each(moves, func(m verify.Move) jsonMove { return jsonMove{m.Action, m.Group, m.Rules()} })
	return struct {
		jsonPosition
		Actions []jsonMove              `json:"actions"`
		Rules   map[string]explain.Rule `json:"rules"`
	}{positionOf(table), actions, rules}
}

// WhyJSON is Why for JSON.
func WhyJSON(table *verify.Replay, word string, findings []verify.Finding, nearest []verify.Move) any {
	action, _ := table.Read(word)
	return struct {
		jsonPosition
		verify.Action
		Asked    string        `json:"action"`
		Legal    bool          `json:"legal"`
		Findings []jsonFinding `json:"findings"`
		Nearest  []string      `json:"nearest"`
	}{positionOf(table), action, word, len(findings) == 0, findingsJSON(findings), wordsOf(nearest)}
}
