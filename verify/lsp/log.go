package lsp

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"tpnote/notation"
	"tpnote/rules/variant"
	"tpnote/spec"
	"tpnote/verify"
	"tpnote/verify/draft"
	"tpnote/verify/draw"
	"tpnote/verify/explain"
)

// tagNames are the tags that a log may have, in their canonical order.
var tagNames = []string{"Game", "Variant", "Rules", "Players", "Sides", "Setup", "Event", "Date", "Termination", "Result"}

// items are completions that replace some bytes of a line, the best first.
type items struct {
	list []any
	at   textRange
}

func (c *items) add(text string, kind int, detail, documentation string) {
	c.list = append(c.list, map[string]any{
		"label": text, "kind": kind, "detail": detail, "documentation": documentation, "filterText": text,
		"sortText": fmt.Sprintf("%05d", len(c.list)), "textEdit": textEdit{c.at, text},
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

// offering is the completion of what is written before a place of a document. complete offers what can stand at a
// byte of a line, in the place of the bytes from begin on.
func offering(complete func(s *Server, d *document, c *items, line, begin, at int)) method {
	return func(s *Server, d *document, p *documentParams) (any, error) {
		begin := strings.LastIndexAny(d.draft.Line(p.line)[:p.at], " \t") + 1
		c := &items{list: []any{}, at: d.between(p.line, begin, p.at)}
		complete(s, d, c, p.line, begin, p.at)
		return map[string]any{"isIncomplete": false, "items": c.list}, nil
	}
}

// numbered is the number of a turn.
var numbered = regexp.MustCompile(`^[0-9]+\.$`)

// complete offers what can stand at a place of a log.
func (s *Server) complete(d *document, c *items, line, begin, at int) {
	before := d.draft.Line(line)[:at]
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
	case len(words) == 0: // the next turn, or a keyword
		if p := g.Before(line); p != nil && p.Ready() && !p.Over() {
			clock := p.Clock()
			c.add(fmt.Sprintf("%d. %s ", clock.Number, p.Handles()[clock.Seat]), kindValue, "the next turn", "")
			c.add("state "+p.Position(), kindKeyword, "the position here", "")
		}
		c.names(kindKeyword, notation.Keywords())
	case len(words) == 1 && numbered.MatchString(words[0]):
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
		game := ""
		if tag := g.Tag("Game"); tag != nil {
			game = tag.Value.Text
		}
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

// described is the answer to a hover.
func described(text string, where textRange) (any, error) {
	return map[string]any{"contents": map[string]string{"kind": "markdown", "value": text}, "range": where}, nil
}

// hover says what the player of a handle has, or what an action did and by which rules.
func (s *Server) hover(d *document, p *documentParams) (any, error) {
	ev, _ := d.draft.Event(p.line)
	if ev.After == nil {
		return nil, nil
	}
	if at := d.handle(p); at != nil {
		player := ev.After.Board().Scene(strings.Clone).Players[slices.Index(ev.After.Handles(), at.Text)]
		return described(player.Name+": "+player.Has+"\n", d.span(at.Span))
	}
	i := actionAt(&ev, p.at)
	if i < 0 {
		return nil, nil
	}
	scene := ev.AfterAction(i).Board().Scene(strings.Clone)
	picture := scene.Text(draw.Move{}, nil, draw.TextOptions{}) + "\n" + scene.Legend(draw.TextOptions{})
	word := ev.Words[i].Span
	return described("```\n"+picture+"\n```\n"+done(&ev, i), d.between(p.line, word.Start, word.End))
}

// touches reports whether a byte of a line is in a span, or next to it.
func touches(s notation.Span, at int) bool { return s.Start <= at && at <= s.End }

// actionAt is the action of a line at a byte of it; -1 for none.
func actionAt(ev *verify.Event, at int) int {
	i := slices.IndexFunc(ev.Words, func(w notation.Word) bool { return touches(w.Span, at) })
	if i >= min(len(ev.Actions), len(ev.Before)) {
		return -1
	}
	return i
}

// done says what an action did, and by which rules.
func done(ev *verify.Event, i int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", ev.Actions[i].Said)
	refused := false
	for k := range ev.Findings {
		if f := &ev.Findings[k]; f.Action == i+1 {
			refused = refused || f.Severity != verify.SeverityWarning // a note is an error that may stand
			fmt.Fprintf(&b, "\n%s: %s\n", f.Severity, strings.ReplaceAll(Message(f), "\n", "\n\n"))
		}
	}
	if rules := explain.Allowing(ev.Before[i], ev.Actions[i]); !refused && len(rules) > 0 {
		fmt.Fprintf(&b, "\nallowed by %s\n", strings.Join(rules, ", "))
	}
	return b.String()
}

// mostSignatures is how many legal actions are spelled out at a place.
const mostSignatures = 8

// signatureHelp spells out what can become of a word: each of its parts, and what it says.
func (s *Server) signatureHelp(d *document, p *documentParams) (any, error) {
	place, ok := d.draft.At(p.line, p.at)
	if !ok || place.Word == "" {
		return nil, nil
	}
	words := variant.Each(place.Moves(), func(m verify.Move) string { return m.Word })
	meaning := place.Replay.Notation().Meaning
	if whole := d.draft.Line(p.line)[place.Start:place.End]; !slices.Contains(words, whole) && len(meaning(whole)) > 0 {
		words = append(words, whole) // what is written, though it is illegal
	}
	if len(words) == 0 {
		return nil, nil
	}
	var help []map[string]any
	for _, word := range words[:min(len(words), mostSignatures)] {
		parameters, active := []any{}, 0
		for _, part := range meaning(word) {
			if part.End <= len(place.Word) && part.End < len(word) {
				active++
			}
			label := [2]int{unitsOf(word[:part.Start]), unitsOf(word[:part.End])} // from and to
			parameters = append(parameters, map[string]any{"label": label, "documentation": part.Says})
		}
		active = min(active, max(0, len(parameters)-1))
		help = append(help, map[string]any{"label": word, "parameters": parameters, "activeParameter": active})
	}
	return map[string]any{"signatures": help, "activeParameter": help[0]["activeParameter"]}, nil
}

func (s *Server) inlayHint(d *document, p *documentParams) (any, error) {
	hints := []any{}
	from, to := d.linesIn(p)
	for _, g := range d.draft.Games() {
		for n, ev := range g.Events(from, to) {
			if ev.Carried && ev.After != nil {
				hints = append(hints, map[string]any{"position": d.whole(n).End, "label": ev.After.Position(), "paddingLeft": true})
			}
		}
	}
	return hints, nil
}

func (s *Server) folding(d *document, _ *documentParams) (any, error) {
	folds := []any{}
	fold := func(from, to int, kind string) {
		for to > from && strings.TrimSpace(d.draft.Line(to)) == "" {
			to--
		}
		if a, b := d.whole(from).Start.Line, d.whole(to).Start.Line; a < b {
			folds = append(folds, map[string]any{"startLine": a, "endLine": b, "kind": kind})
		}
	}
	for _, g := range d.draft.Games() {
		if g.End() == nil {
			continue
		}
		fold(g.Base(), g.After()-1, "region")
		if g.Body() > g.Base()+1 && g.Body() < g.After() {
			fold(g.Base(), g.Body()-1, "imports")
		}
		end := -1       // of the turn under way
		var sides []int // where side lines begin
		for n := g.Body(); n < g.After(); n++ {
			switch node := d.draft.Parsed(n).Node.(type) {
			case *notation.Turn:
				if n > end {
					end = d.turnEnds(g, n)
					fold(n, end, "region")
				}
			case *notation.SideLine:
				if node.Open {
					sides = append(sides, n)
				} else if k := len(sides) - 1; k >= 0 {
					fold(sides[k], n, "region")
					sides = sides[:k]
				}
			}
		}
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
	for _, g := range d.draft.Games() {
		sum := g.Summary()
		first, last := g.Base(), max(g.Base(), g.After()-1)
		symbol := documentSymbol{
			Name: fmt.Sprintf("Game %d", sum.Number), Detail: strings.TrimSpace(sum.Rules.Variant + " " + strings.Join(sum.Handles, ", ")), Kind: symbolGame,
			Range: textRange{d.whole(first).Start, d.whole(last).End}, SelectionRange: d.whole(sum.Line - 1),
		}
		for n := first; n <= last; n++ {
			if t, ok := d.draft.Parsed(n).Node.(*notation.Turn); ok {
				symbol.Children = append(symbol.Children, documentSymbol{
					Name: fmt.Sprintf("%d. %s", t.Number, t.Handle.Text), Kind: symbolTurn, Range: d.whole(n), SelectionRange: d.span(t.NumberSpan),
				})
			}
		}
		symbols = append(symbols, symbol)
	}
	return symbols, nil
}
