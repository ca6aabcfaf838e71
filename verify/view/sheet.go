package view

import (
	"fmt"
	"html"
	"math/rand/v2"
	"slices"
	"strings"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/verify"
	"tpnote/verify/draw"
	"tpnote/verify/report"
)

// example is an action of a kind that the game has.
type example struct {
	kind verify.Group
	line string // as a log has it
	said string
}

// examples finds an action of each kind in games that chance plays, always the same ones.
func examples(start *verify.Replay) []example {
	const plies = 2500
	chance := rand.New(rand.NewPCG(1, 2))
	var all []example
	game := start.Fork()
	for range plies {
		c := game.Clock()
		if c.Phase == rules.Over {
			start.ForkInto(game)
			continue
		}
		die := 1 + chance.IntN(6)
		var open []verify.Move
		for _, m := range game.Legal() {
			if !slices.ContainsFunc(all, func(e example) bool { return e.kind == m.Group }) {
				line := fmt.Sprintf("%d. %s %s", c.Number, game.Handles()[c.Seat], m.Word)
				told := game.Fork().Line(notation.ParseLine(line, 1))
				all = append(all, example{m.Group, line, report.OneLine(told.Actions[0].Said)})
			}
			if m.Die == 0 || m.Die == die {
				open = append(open, m)
			}
		}
		game.Play(open[chance.IntN(len(open))].Word)
	}
	return all
}

// The measures of a sheet are those of sheet.svg, whose sides are those of A4 and A5.
const (
	sheetHigh   = 1414
	sheetMargin = 40
	sheetBoard  = 858 // where the board ends
	lineApart   = 34  // between two lines to write on: 7 mm on A4
)

// SheetHTML is a sheet as a page, which prints onto one sheet of paper.
func SheetHTML(start *verify.Replay) string {
	title := html.EscapeString(report.OneLine(start.Variant().Title))
	return fill("page/sheet.html", map[string]string{"title": title, "sheet": SheetSVG(start)})
}

// SheetSVG is a picture to print for a game that is about to begin: its board with the names of the spaces,
// how actions are written, and lines to write on. The reader of the game needs Options.Narrate.
func SheetSVG(start *verify.Replay) string {
	board, examples := start.Board().Scene(report.OneLine).Board, examples(start)
	var b strings.Builder
	text := func(x, y, size int, class, text string) {
		fmt.Fprintf(&b, `<text class="left %s" x="%d" y="%d" font-size="%d">%s</text>`, class, x, y, size, html.EscapeString(strings.TrimSpace(text)))
	}
	const columns, size = 2, 15
	wide := (draw.Side - 2*sheetMargin) / columns
	y := sheetBoard + 34
	how := "How it is written"
	if i := slices.IndexFunc(board.Spaces, func(space draw.Space) bool { return len(space.Names()) > 1 }); i >= 0 {
		how += "; the names in two lines as one word: " + board.Spaces[i].Name
	}
	text(sheetMargin, y, 20, "actor", how)
	rows := (len(examples) + columns - 1) / columns
	top, low := y, y
	for i, e := range examples {
		if i%rows == 0 {
			top = y + 28
		}
		x := sheetMargin + i/rows*wide
		text(x, top, size+2, "actor", e.line)
		said := e.said
		if e.kind != "" {
			said = string(e.kind) + ": " + said
		}
		for _, line := range draw.Fold(said, wide*9/5/size, 3) {
			top += 18
			text(x+8, top, size, "ink", line)
		}
		top += 24
		low = max(low, top)
	}
	y = low + 6
	text(sheetMargin, y, 20, "actor", "Players, turns and actions")
	for y += lineApart; y < sheetHigh-20; y += lineApart {
		for i := range columns {
			x := sheetMargin + i*wide
			fmt.Fprintf(&b, `<path d="M%d %dh%d" stroke="#777" stroke-width="1.5"/>`, x, y, wide-20)
		}
	}
	_, light := draw.Styles("")
	return fill("page/sheet.svg", map[string]string{
		"title": html.EscapeString(report.OneLine(start.Variant().Title)), "style": lettersCSS + light,
		"board": draw.SVG(append(board.Shapes(true), board.Named()...)), "below": b.String(),
	})
}
