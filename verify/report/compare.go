package report

import (
	"fmt"
	"strings"

	"tpnote/verify"
	"tpnote/verify/regress"
)

// Parting prints where two variants part over a game, and why.
func (t *Text) Parting(p *regress.Parting, a, b string) {
	t.place(p, &p.First, a, b, "part")
	if p.Judged != nil {
		t.place(p, p.Judged, a, b, "judge differently")
	}
	for _, side := range []struct {
		name string
		g    *verify.Summary
	}{{a, p.A}, {b, p.B}} {
		t.printf("  in the end, %s: %s%s%s, result %s\n", Clean(side.name), t.verdictColour(side.g), side.g.Verdict(), t.style.off, Clean(side.g.Result))
		t.printf("    = %s\n", wrap(Clean(side.g.Position), "      "))
	}
	t.printf("\n")
}

func (t *Text) verdictColour(g *verify.Summary) string {
	if g.OK() {
		return t.style.bold
	}
	return t.style.red
}

// place prints a line over which two variants part.
func (t *Text) place(p *regress.Parting, at *regress.Place, a, b, what string) {
	file := Name(p.A.File)
	switch {
	case at.Line == 0:
		t.printf("%s: game %d: %sthe variants %s at the end%s\n", file, p.A.Number, t.style.bold, what, t.style.off)
	case at.Turn == 0:
		t.printf("%s:%d: game %d: %sthe variants %s%s\n", file, at.Line, p.A.Number, t.style.bold, what, t.style.off)
	default:
		t.printf("%s:%d: game %d: %sthe variants %s at turn %d%s\n", file, at.Line, p.A.Number, t.style.bold, what, at.Turn, t.style.off)
	}
	if at.Text != "" {
		t.printf("  %s| %s%s\n", t.style.dim, wrap(Clean(at.Text), "    "), t.style.off)
	}
	t.printf("  %sbecause of:%s %s\n", t.style.blue, t.style.off, wrap(oneOf(at.Causes), "              "))
	if at.Line > 0 {
		t.side(a, at.WasA, at.OfA)
		t.side(b, at.NowB, at.OfB)
	}
}

// side prints what one of the variants makes of a line.
func (t *Text) side(name, position string, found []verify.Finding) {
	t.printf("  %s:\n", Clean(name))
	for i := range found {
		f := &found[i]
		t.printf("    %s\n", wrap(fmt.Sprintf("%d:%d: %s: %s [%s]", f.Span.Line, f.Span.Column, f.Severity, Clean(f.Message), f.Code), "      "))
	}
	if position != "" {
		t.printf("    %s= %s%s\n", t.style.dim, wrap(Clean(position), "      "), t.style.off)
	}
}

// oneOf names sets of rule points, each of which is enough.
func oneOf(sets [][]string) string {
	names := make([]string, len(sets))
	for i, set := range sets {
		names[i] = together(set)
	}
	return strings.Join(names, ", or ")
}

func together(points []string) string { return strings.Join(points, " with ") }

// Comparison prints how many games change, and by which rule points.
func (t *Text) Comparison(c *regress.Comparison) {
	t.printf("%s%s%s\n", t.style.bold, wrap(fmt.Sprintf("%s → %s: %d of %s %s.", Clean(c.A.Name), Clean(c.B.Name),
		c.Changed, count(c.Games, "game"), plural(c.Changed, "changes", "change")), "  "), t.style.off)
	for _, tally := range c.Tallies {
		says := fmt.Sprintf("%s: %d of %s %s", together(tally.Points), tally.Games, count(c.Games, "game"), plural(tally.Games, "changes", "change"))
		if n := tally.Illegal; n > 0 {
			says += fmt.Sprintf(", %d %s illegal", n, plural(n, "becomes", "become"))
		}
		if n := tally.Legal; n > 0 {
			says += fmt.Sprintf(", %d %s legal", n, plural(n, "becomes", "become"))
		}
		t.printf("  %s\n", wrap(says, "    "))
	}
	if c.Others > 0 {
		t.printf("  %s passed over: %s of another game\n", count(c.Others, "log"), plural(c.Others, "it is", "they are"))
	}
}

func plural(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

type jsonParting struct {
	File    string       `json:"file"`
	Game    int          `json:"game"`
	A       jsonSide     `json:"a"`
	B       jsonSide     `json:"b"`
	First   jsonPlace    `json:"first"`
	Judged  *jsonPlace   `json:"judged,omitempty"`
	Effects []jsonEffect `json:"effects"`
}

type jsonSide struct {
	Variant  string `json:"variant"`
	Verdict  string `json:"verdict"`
	Result   string `json:"result"`
	Position string `json:"position"`
}

type jsonPlace struct {
	Line   int        `json:"line"`
	Turn   int        `json:"turn"`
	Causes [][]string `json:"causes"`
	A      jsonThere  `json:"a"`
	B      jsonThere  `json:"b"`
}

type jsonThere struct {
	Position string        `json:"position"`
	Findings []jsonFinding `json:"findings"`
}

type jsonEffect struct {
	Points  []string `json:"points"`
	Verdict string   `json:"verdict"`
}

// PartingJSON is a game that changes, for JSON.
func PartingJSON(p *regress.Parting) any {
	out := jsonParting{
		File: FileName(p.A.File), Game: p.A.Number, A: sideJSON(p.A), B: sideJSON(p.B),
		First: placeJSON(&p.First), Effects: []jsonEffect{},
	}
	if p.Judged != nil {
		judged := placeJSON(p.Judged)
		out.Judged = &judged
	}
	for _, e := range p.Effects {
		out.Effects = append(out.Effects, jsonEffect{e.Points, string(e.Verdict)})
	}
	return out
}

func sideJSON(g *verify.Summary) jsonSide {
	return jsonSide{g.Rules.Variant + "@" + g.Rules.Fingerprint, string(g.Verdict()), g.Result, g.Position}
}

func placeJSON(p *regress.Place) jsonPlace {
	there := func(position string, found []verify.Finding) jsonThere {
		out := jsonThere{position, []jsonFinding{}}
		for i := range found {
			out.Findings = append(out.Findings, findingJSON(&found[i]))
		}
		return out
	}
	return jsonPlace{Line: p.Line, Turn: p.Turn, Causes: p.Causes, A: there(p.WasA, p.OfA), B: there(p.NowB, p.OfB)}
}

// ComparisonJSON is the summary of a comparison, for JSON.
func ComparisonJSON(c *regress.Comparison) any {
	type tally struct {
		Points  []string `json:"points"`
		Games   int      `json:"games"`
		Illegal int      `json:"becomeIllegal"`
		Legal   int      `json:"becomeLegal"`
	}
	type summary struct {
		A       string  `json:"a"`
		B       string  `json:"b"`
		Games   int     `json:"games"`
		Changed int     `json:"changed"`
		Others  int     `json:"others"`
		Points  []tally `json:"points"`
	}
	out := summary{nameOf(c.A), nameOf(c.B), c.Games, c.Changed, c.Others, []tally{}}
	for _, t := range c.Tallies {
		out.Points = append(out.Points, tally(t))
	}
	return map[string]summary{"summary": out}
}
