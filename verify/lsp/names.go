package lsp

import (
	"regexp"
	"slices"
	"strings"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/draft"
)

// listed finds the names in the value of a tag, and placed those in a position: there a name begins a word.
var (
	listed = regexp.MustCompile(`([^ \t",=>+]+)`)
	placed = regexp.MustCompile(`[ \t"]([^ \t"=+]*[^ \t"=+-])`)
)

// named are the words of a line that name players, if there are players of these names.
func named(l *notation.Line) (all []notation.Word) {
	find := func(pattern *regexp.Regexp, in notation.Word) {
		for _, at := range pattern.FindAllStringSubmatchIndex(l.Text[in.Span.Start:in.Span.End], -1) {
			start, end := in.Span.Start+at[2], in.Span.Start+at[3]
			all = append(all, notation.Word{Text: l.Text[start:end], Span: notation.SpanIn(l.Text, l.Span.Line, start, end)})
		}
	}
	switch n := l.Node.(type) {
	case *notation.Tag:
		switch n.Name.Text {
		case "Players", "Sides", "Result":
			find(listed, n.Value)
		case "Setup":
			find(placed, n.Value)
		}
	case *notation.Turn:
		all = append(all, n.Handle)
	case *notation.Order:
		for _, roll := range slices.Concat(n.Groups...) {
			all = append(all, roll.Handle)
		}
	case *notation.State:
		find(placed, n.Position)
	case *notation.Leave:
		all = append(all, n.Handle)
	case *notation.Tally:
		all = append(all, n.Handle)
	case *notation.Directive:
		all = append(all, n.Words[:min(1, len(n.Words))]...)
	case *notation.Bad:
		if n.Head != nil {
			all = append(all, n.Head.Handle)
		}
	}
	return all
}

// handlesIn is where a line names some players.
func handlesIn(l *notation.Line, handles []string) []notation.Word {
	return slices.DeleteFunc(named(l), func(w notation.Word) bool { return !slices.Contains(handles, w.Text) })
}

// handle is the handle at the place of a request; nil for none.
func (d *document) handle(p *documentParams) *notation.Word {
	end := d.draft.GameAt(p.line).End()
	if end == nil {
		return nil
	}
	line := d.draft.Parsed(p.line)
	handles := handlesIn(&line, end.Handles())
	if i := slices.IndexFunc(handles, func(w notation.Word) bool { return touches(w.Span, p.at) }); i >= 0 {
		return &handles[i]
	}
	return nil
}

func (s *Server) prepareRename(d *document, p *documentParams) (any, error) {
	if at := d.handle(p); at != nil {
		return map[string]any{"range": d.span(at.Span), "placeholder": at.Text}, nil
	}
	return nil, nil
}

func (s *Server) rename(d *document, p *documentParams) (any, error) {
	g, at := d.draft.GameAt(p.line), d.handle(p)
	if at == nil {
		return nil, failure("no handle stands here")
	}
	handles, err := notation.ParsePlayers(p.NewName)
	switch {
	case err != nil || len(handles) != 1 || handles[0] != p.NewName:
		return nil, failure("not a handle: " + p.NewName)
	case p.NewName != at.Text && slices.Contains(g.End().Handles(), p.NewName):
		return nil, failure("another player has the handle " + p.NewName)
	}
	var edits []draft.Edit
	var renamed strings.Builder
	done := g.Begins()
	for n := g.Base(); n < g.After(); n++ {
		l := d.draft.Parsed(n)
		for _, w := range handlesIn(&l, []string{at.Text}) {
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
