package view

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"

	"tpnote/verify/draw"
	"tpnote/verify/odds"
	"tpnote/verify/report"
)

// This file draws the curve of a game: how the players stood after each turn. The player who is
// ahead is on top: with the fewest expected turns left, or the best chance to win.

// The curve's picture, in its own units.
const (
	curveWide, curveHigh = 1000, 300
	curveLeft            = 70  // room for the scale
	curveRight           = 150 // room for the names
)

// Curve is the curve of a film with Luck, by itself, with how it was made.
func (f *Film) Curve() string {
	lines := draw.Fold(report.LuckMade(f.Luck), 120, math.MaxInt)
	var b strings.Builder
	high := curveHigh + 60 + 20*len(lines)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img"><title>%s</title>`, curveWide, high, html.EscapeString(f.Title+": luck"))
	b.WriteString("<style>svg{color:#222;background:#fff;font:15px system-ui,sans-serif}@media(prefers-color-scheme:dark){svg{color:#eee;background:#181818}}</style>")
	f.curve(&b)
	for i, line := range lines {
		fmt.Fprintf(&b, `<text x="10" y="%d" fill="currentColor">%s</text>`, curveHigh+60+20*i, html.EscapeString(strings.TrimRight(line, " ")))
	}
	return b.String() + "</svg>\n"
}

// curve draws the lines, the scale and the names.
func (f *Film) curve(b *strings.Builder) {
	l, n, most := f.Luck, len(f.Luck.Turns), f.mostLeft()
	x := func(i int) float64 {
		return curveLeft + float64(i)*(curveWide-curveLeft-curveRight)/float64(max(n, 1))
	}
	y := func(v float64) float64 { return 20 + (curveHigh-20)*(1-f.height(v, most)) }
	top, bottom := "0 turns", strconv.FormatFloat(most, 'f', 1, 64)
	if l.Unit == odds.Chance {
		top, bottom = "100 %", "0 %"
	}
	for _, mark := range []struct {
		text string
		at   float64
	}{{top, 20}, {bottom, curveHigh}} {
		fmt.Fprintf(b, `<path d="M%d %.0fH%d" stroke="currentColor" opacity=".3"/><text x="%d" y="%.0f" text-anchor="end" fill="currentColor">%s</text>`,
			curveLeft, mark.at, curveWide-curveRight, curveLeft-6, mark.at+5, mark.text)
	}
	if n > 0 {
		fmt.Fprintf(b, `<text x="%d" y="%d" fill="currentColor">turn %d</text><text x="%d" y="%d" text-anchor="end" fill="currentColor">turn %d</text>`,
			curveLeft, curveHigh+22, l.Turns[0].Number, curveWide-curveRight, curveHigh+22, l.Turns[n-1].Number)
	}
	standings := l.Standings()
	var ends []float64 // where names are written
	for seat, p := range f.Scene(0).Players {
		var points strings.Builder
		for i, standing := range standings {
			fmt.Fprintf(&points, " %.1f,%.1f", x(i), y(standing[seat]))
		}
		colour := cmp.Or(html.EscapeString(p.Colour), "currentColor")
		end := y(standings[n][seat])
		for slices.ContainsFunc(ends, func(other float64) bool { return other-18 < end && end < other+18 }) {
			end += 18
		}
		ends = append(ends, end)
		fmt.Fprintf(b, `<polyline fill="none" stroke="%s" stroke-width="3" points="%s"/><text x="%d" y="%.1f" fill="currentColor"><tspan fill="%s">●</tspan> %s</text>`,
			colour, points.String()[1:], curveWide-curveRight+8, end+5, colour, html.EscapeString(p.Name))
	}
}

// mostLeft is the largest number of expected turns in the curve.
func (f *Film) mostLeft() float64 {
	return max(1, slices.Max(slices.Concat(f.Luck.Standings()...)))
}

// height is how high a value is in the curve, from 0 to 1.
func (f *Film) height(value, most float64) float64 {
	if f.Luck.Unit == odds.Chance {
		return value
	}
	return 1 - value/most
}

// luckHTML is the curve for a page, with what there is to say of it.
func (f *Film) luckHTML() string {
	if f.Luck == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(`<section class="luck" aria-label="Luck"><h2>Luck</h2>`)
	if f.Luck.Unit != "" {
		fmt.Fprintf(&b, `<svg viewBox="0 0 %d %d" role="img" aria-label="How the players stood after each turn">`, curveWide, curveHigh+40)
		f.curve(&b)
		b.WriteString("</svg>")
	}
	for _, sentence := range report.LuckSaid(f.Luck) {
		fmt.Fprintf(&b, "<p>%s</p>", html.EscapeString(sentence))
	}
	return b.String() + "</section>"
}

// The levels of a curve in characters, the lowest first.
const (
	levels      = "▁▂▃▄▅▆▇█"
	levelsASCII = "01234567"
	sparkWide   = 20 // characters
)

// LuckSaid says what the turn of a moment was worth, and draws the curve up to it in characters.
func (f *Film) LuckSaid(moment int, o draw.TextOptions) []string {
	l := f.Luck
	if l == nil || l.Unit == "" {
		return nil
	}
	line := f.Moments[moment].Line
	var said []string
	if turn := l.TurnOn(line); turn != nil {
		said = append(said, "Luck of the turn: "+report.LuckTurn(l, turn))
	}
	past := 0 // turns
	for past < len(l.Turns) && l.Turns[past].Line <= line {
		past++
	}
	signs := []rune(levels)
	if o.ASCII {
		signs = []rune(levelsASCII)
	}
	most, standings := f.mostLeft(), l.Standings()
	for seat, who := range l.Players {
		curve := ""
		for column := range sparkWide {
			value := standings[column*past/(sparkWide-1)][seat]
			level := int(f.height(value, most) * float64(len(signs)))
			curve += string(signs[max(0, min(level, len(signs)-1))])
		}
		said = append(said, curve+" "+report.OneLine(who))
	}
	return said
}
