package lsp

import (
	"regexp"
	"slices"
	"strings"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/draft"
)

// named are the words of a line that name players.
func named(l *notation.Line) (all []notation.Word) {
	switch n := l.Node.(type) {
	case *notation.Turn:
		return []notation.Word{n.Handle}
	case *notation.Order:
		for _, roll := range slices.Concat(n.Groups...) {
			all = append(all, roll.Handle)
		}
	case *notation.Leave:
		return []notation.Word{n.Handle}
	case *notation.Tally:
		return []notation.Word{n.Handle}
	case *notation.Directive:
		return n.Words[:min(1, len(n.Words))] // unless it is something else
	case *notation.Bad:
		if n.Head != nil {
			return []notation.Word{n.Head.Handle}
		}
	}
	return all
}

// words are those of a position, and listed the names in a tag.
var words, listed = regexp.MustCompile(`[^ \t]+`), regexp.MustCompile(`[^ \t,=>+]+`)

// handlesIn is where a line names players, among other words that may look alike.
func handlesIn(l *notation.Line, handles []string) []notation.Word {
	var found []notation.Word
	add := func(start, end int) {
		w := notation.Word{Text: l.Text[start:end], Span: notation.SpanIn(l.Text, l.Span.Line, start, end)}
		if slices.Contains(handles, w.Text) {
			found = append(found, w)
		}
	}
	// position looks for handles in a position: TURN WHO, then NAME=… for each player.
	position := func(start, end int) {
		for k, p := range words.FindAllStringIndex(l.Text[start:end], -1) {
			at, word := start+p[0], l.Text[start+p[0]:start+p[1]]
			if name, _, set := strings.Cut(word, "="); set {
				add(at, at+len(name))
			} else if k == 1 {
				add(at, at+len(strings.TrimRight(word, "+-")))
			}
		}
	}
	switch n := l.Node.(type) {
	case *notation.Tag:
		start, end := n.Value.Span.Start+1, n.Value.Span.End-1
		switch n.Name.Text {
		case "Players", "Sides", "Result":
			for _, p := range listed.FindAllStringIndex(l.Text[start:end], -1) {
				add(start+p[0], start+p[1])
			}
		case "Setup":
			position(start, end)
		}
	case *notation.State:
		position(n.Position.Span.Start, n.Position.Span.End)
	default:
		for _, w := range named(l) {
			add(w.Span.Start, w.Span.End)
		}
	}
	return found
}

// handle is the handle at the place of a request, in its game; "" for none.
func (d *document) handle(p *documentParams) (g *draft.Game, name string, at textRange) {
	g = d.draft.GameAt(p.line)
	if g.End() == nil {
		return g, "", at
	}
	parsed := d.draft.Parsed(p.line)
	for _, w := range handlesIn(&parsed, g.End().Handles()) {
		if touches(w.Span, p.at) {
			return g, w.Text, d.span(w.Span)
		}
	}
	return g, "", at
}

func (s *Server) prepareRename(d *document, p *documentParams) (any, error) {
	if _, name, at := d.handle(p); name != "" {
		return map[string]any{"range": at, "placeholder": name}, nil
	}
	return nil, nil
}

func (s *Server) rename(d *document, p *documentParams) (any, error) {
	g, name, _ := d.handle(p)
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
	var edits []draft.Edit
	var renamed strings.Builder
	done := g.Begins()
	for n, l := range d.lines(g.Base(), g.After()) {
		for _, w := range handlesIn(&l, []string{name}) {
			edit := d.draft.Within(n, w.Span.Start, w.Span.End, p.NewName)
			renamed.WriteString(d.draft.Between(done, edit.Start) + edit.Text)
			edits, done = append(edits, edit), edit.End
		}
	}
	answer := d.workspaceEdit(edits...)
	change := d.draft.Edit(draft.Edit{Start: g.Begins(), End: done, Text: renamed.String()})
	defer func() { d.draft.Edit(change.Undo) }()
	for _, f := range d.draft.Games()[change.Game].Summary().Findings {
		if f.Code == verify.CodePlayers { // where the board names the players
			return nil, failure(f.Message)
		}
	}
	return answer, nil
}
