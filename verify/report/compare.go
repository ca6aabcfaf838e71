package report

import (
	"fmt"
	"strings"

	"tpnote/rules/variant"
	"tpnote/verify"
	"tpnote/verify/regress"
)

// This file prints what a change of rules does to games.

// Parting prints, after an empty line, where two variants first differ over a game, and why.
func (t *Text) Parting(p *regress.Parting) {
	t.printf("\n")
	t.place(p, &p.First, "first differ")
	if p.Judged != nil {
		t.place(p, p.Judged, "first judge differently")
	}
	for _, g := range []*verify.Summary{p.A, p.B} {
		t.printf("  in the end, %s: %s%s%s, result %s\n", g.Rules.Variant, t.verdict(g), g.Verdict(), t.style.off, g.Result)
		t.wrapped("    = ", "      ", g.Position)
	}
}

// place prints a line over which two variants differ.
func (t *Text) place(p *regress.Parting, at *regress.Place, what string) {
	file, when := list{Name(p.A.File)}, list{"the variants " + what}
	file.when(at.Line > 0, "%d", at.Line)
	when.when(at.Line == 0, "at the end")
	when.when(at.Line > 0 && at.Turn > 0, "at turn %d", at.Turn)
	t.printf("%s: game %d: %s%s%s\n", strings.Join(file, ":"), p.A.Number, t.style.bold, strings.Join(when, " "), t.style.off)
	if at.Text != "" {
		t.printf("  %s| %s%s\n", t.style.dim, wrap(at.Text, "    "), t.style.off)
	}
	t.labelled("  ", "because of", strings.Join(variant.Each(at.Causes, together), ", or ")) // each set is enough alone
	if at.Line > 0 {
		t.side(p.A, at.WasA, at.OfA)
		t.side(p.B, at.NowB, at.OfB)
	}
}

// side prints what one of the variants makes of a line.
func (t *Text) side(g *verify.Summary, position string, found []verify.Finding) {
	t.printf("  %s:\n", g.Rules.Variant)
	for _, f := range found {
		t.wrapped("    ", "      ", fmt.Sprintf("%d:%d: %s: %s [%s]", f.Span.Line, f.Span.Column, f.Severity, f.Message, f.Code))
	}
	if position != "" {
		t.printf("    %s= %s%s\n", t.style.dim, wrap(position, "      "), t.style.off)
	}
}

// together names a set of rule points.
func together(points []string) string { return strings.Join(points, " with ") }

// Comparison prints how many games change, and by which rule points.
func (t *Text) Comparison(c *regress.Comparison) {
	t.heading(wrap(fmt.Sprintf("%s → %s: %s", c.A.Name, c.B.Name, changes(c.Counts)), "  "))
	if len(c.Own) > 1 {
		for _, own := range c.Own {
			t.wrapped("  ", "    ", fmt.Sprintf("logs of %s: %s", own.Variant, changes(own.Counts)))
		}
	}
	for _, tally := range c.Tallies {
		var says list
		says.add("%s: %d of %s %s", together(tally.Points), tally.Games, count(c.Games, "game"), plural(tally.Games, "changes", "change"))
		says.when(tally.Illegal > 0, "%d %s illegal", tally.Illegal, plural(tally.Illegal, "becomes", "become"))
		says.when(tally.Legal > 0, "%d %s legal", tally.Legal, plural(tally.Legal, "becomes", "become"))
		t.wrapped("  ", "    ", strings.Join(says, ", "))
	}
	if c.Others > 0 {
		t.printf("  %s of %s skipped\n", count(c.Others, "log"), plural(c.Others, "another game", "other games"))
	}
}

// changes says how many games change.
func changes(n regress.Counts) string {
	return fmt.Sprintf("%d of %s %s; %s, %s sooner", n.Changed, count(n.Games, "game"), plural(n.Changed, "changes", "change"),
		CountIs(n.Results, "result", "changes", "change"), CountIs(n.Sooner, "game", "only ends", "only end"))
}

// Changes prints what has become of the games of a lock.
func (t *Text) Changes(c *regress.Changes) {
	for _, change := range c.Changed {
		was, now := &change.Was, &change.Now
		var says list
		says.add("%s: game %d: %s: %s, was %s", Name(was.File), was.Number, change.Class, now.Verdict, was.Verdict)
		says.when(was.Result != now.Result, "result %s, was %s", now.Result, was.Result)
		says.when(was.Position != now.Position, "another position")
		t.wrapped("", "  ", strings.Join(says, "; "))
	}
	for _, p := range c.Points {
		t.wrapped("  ", "    ", fmt.Sprintf("%s, %s from %s to %s: %s, %s", p.Variant, p.Point, p.Was, p.Now, p.Class,
			CountIs(p.Games, "game", "changes", "change")))
	}
	if c.Unexplained > 0 {
		t.printf("  %s changed by more than rule points\n", count(c.Unexplained, "game"))
	}
	t.printf("%s%s%s: %s in the lock, %d changed, %d missing, %d new\n", t.style.bold, c.Class, t.style.off, count(c.Games, "game"), len(c.Changed), c.Missing, c.New)
}

// Fates prints what becomes of games whose rules are replaced.
func (t *Text) Fates(m *regress.Migration, f *regress.Fates) {
	t.wrapped("", "  ", fmt.Sprintf("%s → %s: %s", m.From.Rules(), m.To.Rules(), strings.Join(m.Changes(), "; ")))
	var counts list
	for fate, games := range f.Of {
		counts.add("%d %s", games, regress.Fate(fate))
	}
	t.heading(count(f.Games, "game") + ": " + strings.Join(counts, ", "))
	for _, group := range f.Groups {
		says := fmt.Sprintf("%s: %d: %s", group.Fate, group.Games, group.Why)
		if group.Fate >= regress.Repaired {
			first := list(variant.Each(group.First, func(m regress.Moved) string { return fmt.Sprintf("%s:%d", Name(m.File), m.Line) }))
			first.when(group.Games > len(first), "…")
			says += ": " + strings.Join(first, ", ")
		}
		t.wrapped("  ", "    ", says)
	}
}

type jsonSide struct {
	Variant  string         `json:"variant"`
	Verdict  verify.Verdict `json:"verdict"`
	Result   string         `json:"result"`
	Position string         `json:"position"`
}

type jsonPlace struct {
	*regress.Place
	A jsonThere `json:"a"`
	B jsonThere `json:"b"`
}

type jsonThere struct {
	Position string        `json:"position"`
	Findings []jsonFinding `json:"findings"`
}

// PartingJSON is a game that changes, for JSON.
func PartingJSON(p *regress.Parting) any {
	return struct {
		jsonEntry
		A       jsonSide         `json:"a"`
		B       jsonSide         `json:"b"`
		First   *jsonPlace       `json:"first"`
		Judged  *jsonPlace       `json:"judged,omitempty"`
		Effects []regress.Effect `json:"effects"`
	}{entryJSON(p.A), sideJSON(p.A), sideJSON(p.B), placeJSON(&p.First), placeJSON(p.Judged), listed(p.Effects)}
}

func sideJSON(g *verify.Summary) jsonSide {
	return jsonSide{g.Rules.String(), g.Verdict(), g.Result, g.Position}
}

func placeJSON(p *regress.Place) *jsonPlace {
	if p == nil {
		return nil
	}
	return &jsonPlace{p, jsonThere{p.WasA, findingsJSON(p.OfA)}, jsonThere{p.NowB, findingsJSON(p.OfB)}}
}

// ComparisonJSON is the summary of a comparison, for JSON, with the luck under both variants where that
// was measured. The fields A and B here take the place of its own.
func ComparisonJSON(c *regress.Comparison, luck []*Stats) any {
	type summary struct {
		A string `json:"a"`
		B string `json:"b"`
		*regress.Comparison
		Luck []*Stats `json:"luck,omitempty"`
	}
	return map[string]summary{"summary": {c.A.Rules(), c.B.Rules(), c, luck}}
}
