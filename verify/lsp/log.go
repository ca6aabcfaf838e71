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
var tagNames = []string{"Game", "Variant", "Rules", "Players", "Sides", "Setup", "Event", "Date", "Result"}

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
	g := d.draft.Games()[d.draft.GameOn(line)]
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
		if end := g.End(); end != nil {
			for _, handle := range end.Handles() {
				c.add(handle, kindVariable, "", "")
			}
		}
	default:
		place, ok := d.draft.At(line, at)
		if !ok {
			return
		}
		c.at = d.between(line, place.Start, max(place.End, at))
		for _, m := range place.Moves() {
			c.add(m.Word, kindValue, string(m.Group), strings.Join(m.Rules, ", "))
		}
	}
}

// isNumber reports whether a word is the number of a turn.
func isNumber(word string) bool {
	digits, dotted := strings.CutSuffix(word, ".")
	return dotted && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// completeLine offers how a line of the body can begin: with the turn that is due, or a
// keyword.
func (s *Server) completeLine(c *items, g *draft.Game, line int) {
	if p := g.Before(line - g.Base()); p != nil && p.Ready() && !p.Over() {
		clock := p.Clock()
		c.add(fmt.Sprintf("%d. %s ", clock.Number, p.Handles()[clock.Seat]), kindValue, "the turn that is due", "")
		c.add("state "+p.Position(), kindKeyword, "the position here", "")
	}
	for _, word := range notation.Keywords() {
		c.add(word, kindKeyword, "", "")
	}
}

// completeTag offers the names of tags and their values.
func (s *Server) completeTag(d *document, c *items, g *draft.Game, line, at int) {
	text := d.draft.Line(line)
	open := strings.IndexByte(text, '[')
	name, value, quoted := strings.Cut(text[open+1:at], `"`)
	if !quoted {
		c.at = d.between(line, open+1, at)
		for _, tag := range tagNames {
			c.add(tag, kindProperty, "", "")
		}
		return
	}
	end := at
	if n := strings.IndexByte(text[at:], '"'); n >= 0 {
		end += n
	}
	c.at = d.between(line, at-len(value), end)
	switch strings.TrimSpace(name) {
	case "Game":
		for _, game := range s.library.Games() {
			c.add(game, kindValue, "", "")
		}
	case "Variant":
		game := tagOf(d, g, "Game")
		for _, name := range s.library.Builtin() {
			if v, err := s.library.Open(name, "."); err == nil && (game == "" || v.Game == game) {
				c.add(name, kindValue, v.Title, "")
			}
		}
	case "Result":
		c.add("*", kindValue, "unfinished", "")
		if end := g.End(); end != nil {
			for _, handle := range end.Handles() {
				c.add(handle, kindVariable, "", "")
			}
		}
	}
}

// tagOf is the value of a game's tag, or "".
func tagOf(d *document, g *draft.Game, name string) string {
	for _, l := range d.lines(g.Base(), g.Base()+g.Len()) {
		switch n := l.Node.(type) {
		case *notation.Tag:
			if n.Name.Text == name {
				return n.Value.Text
			}
		case nil:
		default:
			return ""
		}
	}
	return ""
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

// drawn is a position in characters.
func drawn(p *verify.Replay) string {
	scene := p.Board().Scene(clean)
	return "```\n" + scene.Text(draw.Move{}, nil, draw.TextOptions{}) + "\n" + scene.Legend(draw.TextOptions{}) + "\n```\n"
}

func (s *Server) hover(d *document, p *documentParams) (any, error) {
	line, at := d.place(p.Position)
	if d.variant {
		return s.hoverVariant(d, line, at), nil
	}
	ev, ok := d.draft.Event(line)
	if !ok || ev.After == nil {
		return nil, nil
	}
	turn, ok := ev.Line.Node.(*notation.Turn)
	if !ok {
		return nil, nil
	}
	show := func(w notation.Span, text string) any {
		return hover{markup{"markdown", text}, d.between(line, w.Start, w.End)}
	}
	if h := turn.Handle.Span; h.Start <= at && at <= h.End {
		for _, player := range ev.After.Board().Scene(clean).Players {
			if player.Name == clean(turn.Handle.Text) {
				return show(h, player.Name+": "+player.Has+"\n"), nil
			}
		}
		return nil, nil
	}
	for i, w := range ev.Words {
		if w.Span.Start > at || at > w.Span.End || i >= len(ev.Actions) || i >= len(ev.Before) {
			continue
		}
		after := ev.After
		if i+1 < len(ev.Before) {
			after = ev.Before[i+1]
		}
		return show(w.Span, drawn(after)+s.told(&ev, i)), nil
	}
	return nil, nil
}

// told says what an action did, and by which rules.
func (s *Server) told(ev *verify.Event, i int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", ev.Actions[i].Said)
	refused := false
	for k := range ev.Findings {
		if f := &ev.Findings[k]; f.Action == i+1 {
			refused = refused || f.Severity == verify.SeverityError
			fmt.Fprintf(&b, "\n%s: %s\n", f.Severity, strings.ReplaceAll(Message(f), "\n", "\n\n"))
		}
	}
	if refused || !ev.Before[i].Ready() {
		return b.String()
	}
	word := ev.Before[i].Write(ev.Actions[i])
	for _, m := range ev.Before[i].Legal() {
		if m.Word == word && len(m.Rules) > 0 {
			fmt.Fprintf(&b, "\nallowed by %s\n", strings.Join(m.Rules, ", "))
			break
		}
	}
	return b.String()
}

func (s *Server) inlayHint(d *document, p *documentParams) (any, error) {
	hints := []inlayHint{}
	if d.variant || d.large {
		return hints, nil
	}
	from, _ := d.place(p.Range.Start)
	to, _ := d.place(p.Range.End)
	for k := d.draft.GameOn(from); k < len(d.draft.Games()); k++ {
		g := d.draft.Games()[k]
		if g.Base() > to {
			break
		}
		for i, ev := range g.Events(max(0, from-g.Base()), min(g.Len(), to+1-g.Base())) {
			if ev.Carried && ev.After != nil {
				n := g.Base() + i
				hints = append(hints, inlayHint{d.at(n, len(d.draft.Line(n))), ev.After.Position(), true})
			}
		}
	}
	return hints, nil
}

func (s *Server) folding(d *document, _ *documentParams) (any, error) {
	folds := []foldingRange{}
	if d.variant || d.large {
		return folds, nil
	}
	fold := func(from, to int, kind string) {
		for to > from && strings.TrimSpace(d.draft.Line(to)) == "" {
			to--
		}
		if a, b := d.at(from, 0).Line, d.at(to, 0).Line; a < b {
			folds = append(folds, foldingRange{a, b, kind})
		}
	}
	for _, g := range d.draft.Games() {
		if g.Blank() || g.End() == nil {
			continue
		}
		fold(g.Base(), g.Base()+g.Len()-1, "region")
		if g.Body() > 1 && g.Body() < g.Len() {
			fold(g.Base(), g.Base()+g.Body()-1, "imports")
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
	if d.variant || d.large {
		return symbols, nil
	}
	for _, g := range d.draft.Games() {
		if g.Blank() {
			continue
		}
		sum := g.Summary()
		first, last := g.Base(), max(g.Base(), g.Base()+g.Len()-1)
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

func (s *Server) lenses(d *document, _ *documentParams) (any, error) {
	lenses := []codeLens{}
	if d.variant || d.large {
		return lenses, nil
	}
	for g := range d.draft.Summaries() {
		title := string(g.Verdict()) + ", " + fmt.Sprintf("%d turns", g.Turns)
		if g.Finished {
			title += ", result " + g.Result
		}
		lenses = append(lenses, codeLens{d.whole(g.Line - 1), command{Title: title}})
	}
	return lenses, nil
}

func (s *Server) definition(d *document, p *documentParams) (any, error) {
	line, at := d.place(p.Position)
	if d.variant {
		return nil, nil
	}
	g := d.draft.Games()[d.draft.GameOn(line)]
	end := g.End()
	if end == nil {
		return nil, nil
	}
	parsed := notation.ParseLine(d.draft.Line(line), line+1)
	if tag, ok := parsed.Node.(*notation.Tag); ok && tag.Name.Text == "Variant" {
		if v := end.Variant(); v != nil && !slices.Contains(s.library.Builtin(), tag.Value.Text) {
			return location{uriOf(v.Origin.File), textRange{}}, nil
		}
		return nil, nil
	}
	if name, _ := handleAt(handlesIn(&parsed, end.Handles()), at); name != "" {
		for n, l := range d.lines(g.Base(), g.Base()+g.Body()) {
			if tag, ok := l.Node.(*notation.Tag); ok && tag.Name.Text == "Players" {
				return location{d.uri, d.between(n, tag.Value.Span.Start, tag.Value.Span.End)}, nil
			}
		}
	}
	return nil, nil
}

// codeAction offers fixes for what is found in a range. All have been tried: what they are for
// is not found any more.
func (s *Server) codeAction(d *document, p *documentParams) (any, error) {
	actions := []codeAction{}
	if d.variant || d.large {
		return actions, nil
	}
	from, _ := d.place(p.Range.Start)
	to, _ := d.place(p.Range.End)
	for k := d.draft.GameOn(from); k < len(d.draft.Games()) && d.draft.Games()[k].Base() <= to; k++ {
		g := d.draft.Games()[k]
		if g.Blank() {
			continue
		}
		findings := slices.Clone(g.Summary().Findings)
		for i := range findings {
			f := &findings[i]
			if n := f.Span.Line - 1; n < from || n > to {
				continue
			}
			for _, x := range d.fixes(g, f) {
				if s.tried(d, x, f) {
					actions = append(actions, codeAction{
						Title: x.title, Kind: "quickfix", Diagnostics: []diagnostic{d.diagnostic(f)}, IsPreferred: x.sure,
						Edit: workspaceEdit{map[string][]textEdit{d.uri: {{d.bytesBetween(x.edit.Start, x.edit.End), x.edit.Text}}}},
					})
				}
			}
			g = d.draft.Games()[min(k, len(d.draft.Games())-1)] // tried and taken back
		}
	}
	return actions, nil
}

// fix is an edit that may remove a finding.
type fix struct {
	title string
	edit  draft.Edit
	sure  bool
}

// nearestOffered is how many legal actions are offered in the place of an illegal one.
const nearestOffered = 3

// fixes proposes what may remove a finding.
func (d *document) fixes(g *draft.Game, f *verify.Finding) []fix {
	var all []fix
	put := func(title string, line, start, end int, text string, sure bool) {
		from := d.draft.Start(line) + d.draft.Mark(line)
		all = append(all, fix{title, draft.Edit{Start: from + start, End: from + end, Text: text}, sure})
	}
	for _, x := range f.Fixes {
		put(x.Message, x.Span.Line-1, x.Span.Start, x.Span.End, x.Text, true)
	}
	line := f.Span.Line - 1
	before := g.Before(line - g.Base())
	if f.Code == verify.CodeState && before != nil && before.Ready() {
		put("insert the position here", line, f.Span.Start, f.Span.End, before.Position(), false)
	}
	if f.Severity != verify.SeverityError || f.Action == 0 || before == nil {
		return all
	}
	if place, ok := d.draft.At(line, f.Span.Start); ok {
		word := d.draft.Line(line)[place.Start:place.End]
		for _, m := range place.Replay.Nearest(word, nearestOffered) {
			put("write "+m.Word, line, place.Start, place.End, m.Word, false)
		}
	}
	if !f.Malformed {
		text := d.draft.Line(line)
		put("let it stand", line, len(text), len(text), "\nruling stands", false)
	}
	return all
}

// tried reports whether an edit removes a finding, and makes nothing malformed in its place.
func (s *Server) tried(d *document, x fix, f *verify.Finding) bool {
	change := d.draft.Edit(x.edit)
	defer func() { d.draft.Edit(change.Undo) }()
	for _, g := range d.draft.Games()[change.Game : change.Game+change.Games] {
		if g.Blank() {
			continue
		}
		for i := range g.Summary().Findings {
			h := &g.Summary().Findings[i]
			if h.Span.Line == f.Span.Line && h.Span.Start == f.Span.Start && h.Severity == f.Severity {
				return false
			}
		}
	}
	return true
}

// handlesIn is where a line names players, among other words that may look alike.
func handlesIn(l *notation.Line, handles []string) []notation.Word {
	var found []notation.Word
	add := func(start, end int) {
		w := notation.Word{Text: l.Text[start:end], Span: notation.SpanIn(l.Text, l.Span.Line, start, end)}
		if slices.Contains(handles, w.Text) {
			found = append(found, w)
		}
	}
	// split looks for handles between some signs.
	split := func(start, end int, signs string) {
		for at := start; at < end; {
			n := strings.IndexAny(l.Text[at:end], signs)
			if n < 0 {
				n = end - at
			}
			add(at, at+n)
			at += n + 1
		}
	}
	// position looks for handles in a position: TURN WHO, then NAME=… for each player.
	position := func(start, end int) {
		k := 0
		for at := start; at < end; k++ {
			n := strings.IndexAny(l.Text[at:end], " \t")
			if n < 0 {
				n = end - at
			}
			word := l.Text[at : at+n]
			if name, _, set := strings.Cut(word, "="); set {
				add(at, at+len(name))
			} else if k == 1 {
				add(at, at+len(strings.TrimRight(word, "+-")))
			}
			if at += n + 1; n == 0 {
				k--
			}
		}
	}
	switch n := l.Node.(type) {
	case *notation.Tag:
		start, end := n.Value.Span.Start+1, n.Value.Span.End-1
		switch n.Name.Text {
		case "Players", "Sides", "Result":
			split(start, end, " \t,=>+")
		case "Setup":
			position(start, end)
		}
	case *notation.Turn:
		add(n.Handle.Span.Start, n.Handle.Span.End)
	case *notation.Order:
		for _, group := range n.Groups {
			for _, roll := range group {
				add(roll.Handle.Span.Start, roll.Handle.Span.End)
			}
		}
	case *notation.State:
		position(n.Position.Span.Start, n.Position.Span.End)
	case *notation.Leave:
		add(n.Handle.Span.Start, n.Handle.Span.End)
	case *notation.Tally:
		add(n.Handle.Span.Start, n.Handle.Span.End)
	case *notation.Directive:
		if len(n.Words) > 0 {
			add(n.Words[0].Span.Start, n.Words[0].Span.End)
		}
	case *notation.Bad:
		if n.Head != nil {
			add(n.Head.Handle.Span.Start, n.Head.Handle.Span.End)
		}
	}
	return found
}

// handleAt is the handle at a byte of a line, and where it stands.
func handleAt(words []notation.Word, at int) (string, notation.Span) {
	for _, w := range words {
		if w.Span.Start <= at && at <= w.Span.End {
			return w.Text, w.Span
		}
	}
	return "", notation.Span{}
}

// named is the handle at a position, in its game.
func (d *document) named(p position) (g *draft.Game, name string, at textRange) {
	line, offset := d.place(p)
	g = d.draft.Games()[d.draft.GameOn(line)]
	if d.variant || g.End() == nil {
		return g, "", at
	}
	parsed := notation.ParseLine(d.draft.Line(line), line+1)
	name, span := handleAt(handlesIn(&parsed, g.End().Handles()), offset)
	return g, name, d.between(line, span.Start, span.End)
}

func (s *Server) prepareRename(d *document, p *documentParams) (any, error) {
	if _, name, at := d.named(p.Position); name != "" {
		return map[string]any{"range": at, "placeholder": name}, nil
	}
	return nil, nil
}

func (s *Server) rename(d *document, p *documentParams) (any, error) {
	g, name, _ := d.named(p.Position)
	if name == "" {
		return nil, failure("no handle stands here")
	}
	handles, err := notation.ParsePlayers(p.NewName)
	switch {
	case err != nil || len(handles) != 1 || handles[0] != p.NewName:
		return nil, failure("not a handle: " + p.NewName)
	case p.NewName != name && slices.Contains(g.End().Handles(), p.NewName):
		return nil, failure("another player has the handle " + p.NewName)
	}
	edits := []textEdit{}
	var renamed strings.Builder
	start := d.draft.Start(g.Base()) + d.draft.Mark(g.Base())
	done := start
	for n, l := range d.lines(g.Base(), g.Base()+g.Len()) {
		for _, w := range handlesIn(&l, []string{name}) {
			edits = append(edits, textEdit{d.between(n, w.Span.Start, w.Span.End), p.NewName})
			at := d.draft.Start(n) + d.draft.Mark(n)
			renamed.Write(g.Bytes()[done-start : at+w.Span.Start-start])
			renamed.WriteString(p.NewName)
			done = at + w.Span.End
		}
	}
	change := d.draft.Edit(draft.Edit{Start: start, End: done, Text: renamed.String()})
	defer func() { d.draft.Edit(change.Undo) }()
	for _, f := range d.draft.Games()[change.Game].Summary().Findings {
		if f.Code == verify.CodePlayers { // where the board names the players
			return nil, failure(f.Message)
		}
	}
	return workspaceEdit{map[string][]textEdit{d.uri: edits}}, nil
}
