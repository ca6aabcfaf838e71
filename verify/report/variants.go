package report

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"tpnote/rules/variant"
	"tpnote/spec"
	"tpnote/verify/regress"
)

// Variants lists the built-in variants, game by game, with a game's default one marked.
func (t *Text) Variants(lib *variant.Library) {
	width := slices.Max(variant.Each(lib.Builtin(), func(name string) int { return len(name) }))
	for _, game := range lib.Games() {
		t.heading(game)
		for _, v := range lib.Variants(game) {
			mark := " "
			if v.Name == lib.Default(game) {
				mark = "*"
			}
			t.printf("%s %-*s  %s\n", mark, width, v.Name, v.Title)
		}
	}
	t.printf("* judges a log that names no variant\n")
}

// Variant prints a resolved variant: what it is, its board, and every rule point.
func (t *Text) Variant(v *variant.Variant) {
	t.heading(v.Rules())
	t.wrapped("  ", "  ", v.Title)
	var about list
	about.add("a variant of %s", v.Game)
	about.when(v.Parents != nil, ", extends %s", strings.Join(v.Parents, ", which extends "))
	about.when(v.Rulebook != "", "; rulebook %s", v.Rulebook)
	t.wrapped("  ", "  ", strings.Join(about, ""))
	for _, code := range slices.Sorted(maps.Keys(v.Categories)) {
		t.printf("  %s %s\n", code, wrap(v.Categories[code], "     "))
	}
	for _, part := range v.Family.Board {
		t.heading("\nboard " + part.Name)
		t.wrapped("    ", "        ", v.BoardLines(part)...)
		t.printf("    %s%s%s\n", t.style.dim, v.Board[part.Name].Origin.String(), t.style.off)
	}
	for _, s := range settings(v) {
		t.heading("\n" + s.Point + ": " + s.Value)
		t.printf("    %s%s, %s%s\n", t.style.dim, s.Standing, s.Origin.String(), t.style.off)
		t.wrapped("    ", "    ", s.Decides+": this variant "+s.Means)
		if s.Note != "" {
			t.wrapped("    note: ", "          ", s.Note)
		}
		for _, c := range s.Clauses {
			t.wrapped("    ", "        ", c.ID+": "+cmp.Or(c.Text, "no such clause"))
		}
	}
}

// Questions prints what players settle before a first game, each reading with a box to tick.
func (t *Text) Questions(v *variant.Variant, all []regress.Question) {
	open := "the rulebook leaves nothing open"
	if len(all) > 0 {
		open = count(len(all), "question") + " that the rulebook leaves open"
	}
	t.heading(wrap("Before a first game of "+v.Title+": "+open, "  "))
	for i, q := range all {
		t.printf("\n%s%d. %s%s (%s)\n", t.style.bold, i+1, q.Topic, t.style.off, q.Point.Name)
		t.wrapped("   ", "   ", Asks(q))
		for _, c := range q.Clauses {
			t.wrapped("   ", "       ", c.ID+": "+c.Text)
		}
		if q.Note != "" {
			t.wrapped("   note: ", "         ", q.Note)
		}
		for j, r := range q.Readings {
			box := "[ ]"
			if j == 0 {
				box = "[x]"
			}
			t.printf("   %s %s\n", box, wrap(r.Value+": "+r.Means, "       "))
			if r.Witness != nil {
				t.wrapped("       ", "       ", r.Witness.Says())
				for _, line := range r.Witness.Shown() {
					t.printf("         %s%s%s\n", t.style.dim, line, t.style.off)
				}
			}
		}
	}
}

// Asks says what a question is about and why the rulebook does not answer it.
func Asks(q regress.Question) string {
	why := "The rulebook is silent."
	if q.Standing == variant.Conflicted {
		why = "The rulebook says both."
	}
	return strings.ToUpper(q.Point.Decides[:1]) + q.Point.Decides[1:] + ". " + why
}

// Differences prints what two variants do not share, a sentence each.
func (t *Text) Differences(a, b *variant.Variant, all []variant.Difference) {
	if len(all) == 0 {
		t.printf("%s and %s are the same rules, and call everything the same.\n", a.Name, b.Name)
	}
	for _, d := range all {
		t.printf("%s\n    %s\n", d.About, wrap(d.Says, "    "))
	}
}

// jsonVariant is a variant. The fields here take the place of its own.
type jsonVariant struct {
	*variant.Variant
	Default bool                `json:"default,omitempty"`
	Extends []string            `json:"extends"`
	Board   map[string][]string `json:"board,omitempty"`
	Rules   []jsonSetting       `json:"rules,omitempty"`
}

type jsonSetting struct {
	Point   string `json:"point"`
	Decides string `json:"decides"`
	Value   string `json:"value"`
	Means   string `json:"means"`
	*variant.Setting
	Clauses []spec.Clause `json:"clauses"`
}

// VariantsJSON is the list of the built-in variants, for JSON.
func VariantsJSON(lib *variant.Library) any {
	return variant.Each(lib.Variants(""), func(v *variant.Variant) jsonVariant {
		return jsonVariant{Variant: v, Extends: listed(v.Parents), Default: lib.Default(v.Game) == v.Name}
	})
}

// VariantJSON is a resolved variant for JSON.
func VariantJSON(v *variant.Variant) any {
	out := jsonVariant{Variant: v, Extends: listed(v.Parents), Board: map[string][]string{}, Rules: settings(v)}
	for _, part := range v.Family.Board {
		out.Board[part.Name] = v.BoardLines(part)
	}
	return out
}

// settings are the values that a variant gives to the rule points, with what they mean.
func settings(v *variant.Variant) (all []jsonSetting) {
	for i, point := range v.Family.Points {
		s := &v.Settings[i]
		clauses := variant.Each(s.Cites, func(id string) spec.Clause {
			c, _ := spec.Find(id)
			c.ID = id // also where there is no such clause
			return c
		})
		all = append(all, jsonSetting{point.Name, point.Decides, s.Value.String(), point.Means(s.Value), s, clauses})
	}
	return all
}

// DifferencesJSON is what two variants do not share, for JSON.
func DifferencesJSON(a, b *variant.Variant, all []variant.Difference) any {
	return struct {
		A           string               `json:"a"`
		B           string               `json:"b"`
		Differences []variant.Difference `json:"differences"`
	}{a.Rules(), b.Rules(), listed(all)}
}
