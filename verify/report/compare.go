package report

import (
	"fmt"
	"strings"

	"tpnote/verify"
)

// Parting prints where two variants part over a game, and why.
func (t *Text) Parting(p *verify.Parting, a, b string) {
	where := "they agree turn by turn, and part at the end"
	switch {
	case p.Line > 0 && p.Turn > 0:
		where = fmt.Sprintf("they part at turn %d", p.Turn)
	case p.Line > 0:
		where = "they part"
	}
	place := Clean(p.A.File)
	if p.Line > 0 {
		place = fmt.Sprintf("%s:%d", place, p.Line)
	}
	t.printf("%s: game %d: %s%s%s\n", place, p.A.Number, t.style.bold, where, t.style.off)
	if p.Text != "" {
		t.printf("  %s| %s%s\n", t.style.dim, wrap(Clean(p.Text), "    "), t.style.off)
	}
	t.printf("  %sbecause of:%s %s\n", t.style.blue, t.style.off, wrap(oneOf(p.Causes), "        "))
	t.side(a, p.A, p.WasA, p.OfA)
	t.side(b, p.B, p.NowB, p.OfB)
	t.printf("\n")
}

// side prints what one of the variants makes of the game.
func (t *Text) side(name string, g *verify.Game, position string, here []verify.Finding) {
	colour := t.style.bold
	if g.Verdict() != verify.Legal {
		colour = t.style.red
	}
	t.printf("  %s: %s%s%s, result %s\n", Clean(name), colour, g.Verdict(), t.style.off, Clean(g.Result))
	for i := range here {
		f := &here[i]
		t.printf("    %s\n", wrap(fmt.Sprintf("%d:%d: %s: %s [%s]", f.Span.Line, f.Span.Column, f.Severity, Clean(f.Message), f.Code), "      "))
	}
	if position == "" {
		position = g.Position // the end of the game, where no turn was carried out
	}
	t.printf("    %s= %s%s\n", t.style.dim, wrap(Clean(position), "      "), t.style.off)
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
func (t *Text) Comparison(c *verify.Comparison) {
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
	Line    int          `json:"line"`
	Turn    int          `json:"turn"`
	A       jsonSide     `json:"a"`
	B       jsonSide     `json:"b"`
	Causes  [][]string   `json:"causes"`
	Effects []jsonEffect `json:"effects"`
}

type jsonSide struct {
	Variant  string        `json:"variant"`
	Verdict  string        `json:"verdict"`
	Result   string        `json:"result"`
	Position string        `json:"position"`
	Here     string        `json:"positionHere,omitempty"`
	Findings []jsonFinding `json:"findingsHere"`
}

type jsonEffect struct {
	Points  []string `json:"points"`
	Verdict string   `json:"verdict"`
}

// PartingJSON is a game that changes, for JSON.
func PartingJSON(p *verify.Parting) any {
	out := jsonParting{
		File: p.A.File, Game: p.A.Number, Line: p.Line, Turn: p.Turn, Causes: p.Causes,
		A: sideJSON(p.A, p.WasA, p.OfA), B: sideJSON(p.B, p.NowB, p.OfB), Effects: []jsonEffect{},
	}
	for _, e := range p.Effects {
		out.Effects = append(out.Effects, jsonEffect{e.Points, string(e.Verdict)})
	}
	return out
}

func sideJSON(g *verify.Game, position string, here []verify.Finding) jsonSide {
	out := jsonSide{
		Variant: g.Rules.Variant + "@" + g.Rules.Fingerprint, Verdict: string(g.Verdict()),
		Result: g.Result, Position: g.Position, Here: position, Findings: []jsonFinding{},
	}
	for i := range here {
		out.Findings = append(out.Findings, findingJSON(&here[i]))
	}
	return out
}

// ComparisonJSON is the summary of a comparison, for JSON.
func ComparisonJSON(c *verify.Comparison) any {
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
