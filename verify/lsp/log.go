package lsp

import (
	"fmt"
	"slices"
	"strings"

	"tpnote/notation"
	"tpnote/spec"
	"tpnote/verify"
	"tpnote/verify/draft"
	"tpnote/verify/draw"
)

// tagNames are the tags that a log may have, in their canonical order.
var tagNames = []string{"Game", "Variant", "Rules", "Players", "Sides", "Setup", "Event", "Date", "Termination", "Result"}

// items are completions that replace some bytes of a line, the best first.
type items struct {
	list []completionItem
	at   textRange
}

func (c *items) add(text string, kind int, detail, documentation string) {
	c.list = append(c.list, completionItem{
		Label: text, Kind: kind, Detail: detail, Documentation: documentation, FilterText: text,
		SortText: fmt.Sprintf("%05d", len(c.list)), TextEdit: &textEdit{c.at, text},
	})
}

// names adds completions that need no words.
func (c *items) names(kind int, all []string) {
	for _, name := range all {
		c.add(name, kind, "", "")
	}
}

// handles adds the players of a game.
func (c *items) handles(g *draft.Game) {
	if end := g.End(); end != nil {
		c.names(kindVariable, end.Handles())
	}
}

func (s *Server) completion(d *document, p *documentParams) (any, error) {
	c := &items{list: []completionItem{}}
	line, at := d.place(p.Position)
	if d.variant {
		s.completeVariant(d, c, line, at)
	} else {
		s.complete(d, c, line, at)
	}
	return map[string]any{"isIncomplete": false, "items": c.list}, nil
}

// complete offers what can stand at a byte of a line of a log.
func (s *Server) complete(d *document, c *items, line, at int) {
	text := d.draft.Line(line)
	before := text[:at]
	begin := strings.LastIndexAny(before, " \t") + 1
	c.at = d.between(line, begin, at)
	g := d.draft.GameAt(line)
	if i := strings.LastIndexAny(before, ";{"); i >= 0 && !strings.Contains(before[i:], "}") {
		if words := strings.Fields(before[i+1:]); len(words) > 0 && words[0] == "want" && begin > i+1 {
			for _, code := range spec.Codes() {
				c.add(code.Name, kindValue, code.Severity, code.Text)
			}
		}
		return
	}
	if strings.HasPrefix(strings.TrimLeft(before, " \t"), "[") {
		s.completeTag(d, c, g, line, at)
		return
	}
	words := strings.Fields(before[:begin])
	switch {
	case len(words) == 0:
		s.completeLine(c, g, line)
	case len(words) == 1 && isNumber(words[0]):
		c.handles(g)
	default:
		place, ok := d.draft.At(line, at)
		if !ok {
			return
		}
		c.at = d.between(line, place.Start, max(place.End, at))
		for _, m := range place.Moves() {
			c.add(m.Word, kindValue, string(m.Group), strings.Join(m.Rules(), ", "))
		}
	}
}

// isNumber reports whether a word is the number of a turn.
func isNumber(word string) bool {
	digits, dotted := strings.CutSuffix(word, ".")
	return dotted && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// completeLine offers the possible beginnings of a line of the body: the next turn, or a keyword.
func (s *Server) completeLine(c *items, g *draft.Game, line int) {
	if p := g.Before(line); p != nil && p.Ready() && !p.Over() {
		clock := p.Clock()
		c.add(fmt.Sprintf("%d. %s ", clock.Number, p.Handles()[clock.Seat]), kindValue, "the next turn", "")
		c.add("state "+p.Position(), kindKeyword, "the position here", "")
	}
	c.names(kindKeyword, notation.Keywords())
}

// completeTag offers the names of tags and their values.
func (s *Server) completeTag(d *document, c *items, g *draft.Game, line, at int) {
	text := d.draft.Line(line)
	open := strings.IndexByte(text, '[')
	name, value, quoted := strings.Cut(text[open+1:at], `"`)
	if !quoted {
		c.at = d.between(line, open+1, at)
		c.names(kindProperty, tagNames)
		return
	}
	end := at
	if n := strings.IndexByte(text[at:], '"'); n >= 0 {
		end += n
	}
	c.at = d.between(line, at-len(value), end)
	switch strings.TrimSpace(name) {
	case "Game":
		c.names(kindValue, s.library.Games())
	case "Variant":
		_, game := g.Tag("Game")
		for _, v := range s.library.Variants(game) {
			c.add(v.Name, kindValue, v.Title, "")
		}
	case "Termination":
		c.names(kindValue, verify.Terminations())
	case "Result":
		c.add("*", kindValue, "unfinished", "")
		c.handles(g)
	}
}

// clean is a text as it may be shown.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '`' {
			return '�'
		}
		return r
	}, text)
}

func (s *Server) hover(d *document, p *documentParams) (any, error) {
	line, at := d.place(p.Position)
	if d.variant {
		return s.hoverVariant(d, line, at), nil
	}
	ev, _ := d.draft.Event(line)
	turn, ok := ev.Line.Node.(*notation.Turn)
	if !ok || ev.After == nil {
		return nil, nil
	}
	show := func(w notation.Span, text string) any {
		return hover{markup{"markdown", text}, d.between(line, w.Start, w.End)}
	}
	if h := turn.Handle.Span; h.Start <= at && at <= h.End {
		seat := slices.Index(ev.After.Handles(), turn.Handle.Text)
		if seat < 0 {
			return nil, nil
		}
		player := ev.After.Board().Scene(clean).Players[seat]
		return show(h, player.Name+": "+player.Has+"\n"), nil
	}
	i := actionAt(&ev, at)
	if i < 0 {
		return nil, nil
	}
	scene := ev.AfterAction(i).Board().Scene(clean)
	picture := scene.Text(draw.Move{}, nil, draw.TextOptions{}) + "\n" + scene.Legend(draw.TextOptions{})
	return show(ev.Words[i].Span, "```\n"+picture+"\n```\n"+s.described(&ev, i)), nil
}

// actionAt is the action of a line at a byte of it; -1 for none.
func actionAt(ev *verify.Event, at int) int {
	i := slices.IndexFunc(ev.Words, func(w notation.Word) bool { return w.Span.Start <= at && at <= w.Span.End })
	if i >= min(len(ev.Actions), len(ev.Before)) {
		return -1
	}
	return i
}

// described says what an action did, and by which rules.
func (s *Server) described(ev *verify.Event, i int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", ev.Actions[i].Said)
	refused := false
	for k := range ev.Findings {
		if f := &ev.Findings[k]; f.Action == i+1 {
			refused = refused || f.Severity == verify.SeverityError
			fmt.Fprintf(&b, "\n%s: %s\n", f.Severity, strings.ReplaceAll(Message(f), "\n", "\n\n"))
		}
	}
	if rules := allowing(ev, i); !refused && len(rules) > 0 {
		fmt.Fprintf(&b, "\nallowed by %s\n", strings.Join(rules, ", "))
	}
	return b.String()
}

// allowing are the rules that allow an action of an event, if it is legal.
func allowing(ev *verify.Event, i int) []string {
	if !ev.Before[i].Ready() {
		return nil
	}
	word := ev.Before[i].Notation().Write(ev.Actions[i])
	for _, m := range ev.Before[i].Legal() {
		if m.Word == word {
			return m.Rules()
		}
	}
	return nil
}

// mostSignatures is how many legal actions are spelled out at a place.
const mostSignatures = 8

// signatureHelp spells out what can become of a word: each of its parts, and what it says.
func (s *Server) signatureHelp(d *document, p *documentParams) (any, error) {
	line, at := d.place(p.Position)
	place, ok := d.draft.At(line, at)
	if !ok || place.Word == "" {
		return nil, nil
	}
	var words []string
	for _, m := range place.Moves() {
		words = append(words, m.Word)
	}
	if whole := d.draft.Line(line)[place.Start:place.End]; !slices.Contains(words, whole) && len(place.Replay.Notation().Meaning(whole)) > 0 {
		words = append(words, whole) // what is written, though it is illegal
	}
	help := signatureHelp{Signatures: []signature{}}
	for _, word := range words[:min(len(words), mostSignatures)] {
		out := signature{Label: word, Parameters: []parameter{}}
		for _, part := range place.Replay.Notation().Meaning(word) {
			if part.End <= len(place.Word) && part.End < len(word) {
				out.ActiveParameter++
			}
			out.Parameters = append(out.Parameters, parameter{[2]int{unitsOf(word[:part.Start]), unitsOf(word[:part.End])}, part.Says})
		}
		out.ActiveParameter = min(out.ActiveParameter, max(0, len(out.Parameters)-1))
		help.Signatures = append(help.Signatures, out)
	}
	if len(help.Signatures) == 0 {
		return nil, nil
	}
	help.ActiveParameter = help.Signatures[0].ActiveParameter
	return help, nil
}

func (s *Server) inlayHint(d *document, p *documentParams) (any, error) {
	hints := []inlayHint{}
	from, _ := d.place(p.Range.Start)
	to, _ := d.place(p.Range.End)
	for _, g := range d.games() {
		for n, ev := range g.Events(from, to+1) {
			if ev.Carried && ev.After != nil {
				hints = append(hints, inlayHint{d.at(n, len(d.draft.Line(n))), ev.After.Position(), true})
			}
		}
	}
	return hints, nil
}

func (s *Server) folding(d *document, _ *documentParams) (any, error) {
	folds := []foldingRange{}
	fold := func(from, to int, kind string) {
		if from < 0 {
			return
		}
		for to > from && strings.TrimSpace(d.draft.Line(to)) == "" {
			to--
		}
		if a, b := d.at(from, 0).Line, d.at(to, 0).Line; a < b {
			folds = append(folds, foldingRange{a, b, kind})
		}
	}
	for _, g := range d.games() {
		if g.End() == nil {
			continue
		}
		fold(g.Base(), g.After()-1, "region")
		if g.Body() > g.Base()+1 && g.Body() < g.After() {
			fold(g.Base(), g.Body()-1, "imports")
		}
		turn, begin, end := [2]string{}, -1, 0 // the turn under way and its lines
		var sides []int                        // where side lines begin
		for n, l := range d.lines(g.Body(), g.After()) {
			switch node := l.Node.(type) {
			case *notation.Turn:
				if of := [2]string{fmt.Sprint(node.Number), node.Handle.Text}; of != turn {
					fold(begin, end, "region")
					turn, begin = of, n
				}
				end = n
			case *notation.Ruling:
				end = n
			case *notation.SideLine:
				fold(begin, end, "region")
				turn, begin, end = [2]string{}, -1, -1
				if node.Open {
					sides = append(sides, n)
				} else if k := len(sides) - 1; k >= 0 {
					fold(sides[k], n, "region")
					sides = sides[:k]
				}
			}
		}
		fold(begin, end, "region")
	}
	return folds, nil
}

// The kinds of symbols.
const (
	symbolGame = 2  // a module
	symbolTurn = 24 // an event
)

func (s *Server) symbols(d *document, _ *documentParams) (any, error) {
	symbols := []documentSymbol{}
	for _, g := range d.games() {
		sum := g.Summary()
		first, last := g.Base(), max(g.Base(), g.After()-1)
		symbol := documentSymbol{
			Name: fmt.Sprintf("Game %d", sum.Number), Detail: strings.TrimSpace(sum.Rules.Variant + " " + strings.Join(sum.Handles, ", ")), Kind: symbolGame,
			Range: textRange{d.at(first, 0), d.whole(last).End}, SelectionRange: d.whole(sum.Line - 1),
		}
		for n, l := range d.lines(first, last+1) {
			if t, ok := l.Node.(*notation.Turn); ok {
				symbol.Children = append(symbol.Children, documentSymbol{
					Name: fmt.Sprintf("%d. %s", t.Number, t.Handle.Text), Kind: symbolTurn, Range: d.whole(n), SelectionRange: d.span(t.NumberSpan),
				})
			}
		}
		symbols = append(symbols, symbol)
	}
	return symbols, nil
}
