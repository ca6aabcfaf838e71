package lsp

import (
	"slices"
	"strings"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/draft"
)

// codeAction offers fixes for what is found in a range. All have been tried: what they are for is not found any more.
func (s *Server) codeAction(d *document, p *documentParams) (any, error) {
	actions := []any{}
	only := p.Context.Only
	if only != nil && !slices.Contains(only, "quickfix") && !slices.Contains(only, "") {
		return actions, nil
	}
	from, to := d.linesIn(p)
	var findings []verify.Finding // which change when a fix is tried
	for _, g := range d.draft.Games() {
		if g.Base() >= to || g.After() <= from {
			continue
		}
		sum, _ := g.Meant()
		for i := range sum.Findings {
			if n := sum.Findings[i].Span.Line - 1; from <= n && n < to {
				findings = append(findings, sum.Findings[i])
			}
		}
	}
	dear := 0
	for i := range findings[:min(len(findings), mostFixed)] {
		f := &findings[i]
		var tried []draft.Edit
		s.propose(d, f, func(title string, edit draft.Edit, sure bool) {
			if slices.Contains(tried, edit) {
				return
			}
			tried = append(tried, edit)
			if strings.Contains(edit.Text, notation.More) {
				if dear++; dear > mostDear {
					return
				}
			}
			if d.removes(edit, f) {
				actions = append(actions, map[string]any{
					"title": title, "kind": "quickfix", "diagnostics": []diagnostic{s.diagnostic(d, f)}, "isPreferred": sure,
					"edit": d.workspaceEdit(edit),
				})
			}
		})
	}
	return actions, nil
}

// mostFixed is for how many findings a range has fixes: each is tried. mostDear is how many of them may write a turn
// of which nothing is known, as "4. Ben ...": to try one takes a tenth of a second and more.
const (
	mostFixed = 100
	mostDear  = 12
)

// nearestOffered is how many legal actions are offered in the place of an illegal one.
const nearestOffered = 3

// propose proposes what may remove a finding, the likeliest first.
func (s *Server) propose(d *document, f *verify.Finding, add func(title string, edit draft.Edit, sure bool)) {
	line := f.Span.Line - 1
	for _, x := range f.Fixes {
		add(x.Message, d.draft.Within(x.Span.Line-1, x.Span.Start, x.Span.End, x.Text), true)
	}
	before := d.draft.GameAt(line).Before(line)
	if f.Code == verify.CodeState && before != nil && before.Ready() {
		add("insert the position here", d.draft.Within(line, f.Span.Start, f.Span.End, before.Position()), false)
	}
	if f.Severity != verify.SeverityError {
		return
	}
	for _, r := range f.Readings {
		if edit, ok := d.draft.Reading(r); ok {
			add("read "+r.Message, edit, r.Certain)
		}
	}
	if place, ok := d.draft.At(line, f.Span.Start); ok && f.Action > 0 {
		word := d.draft.Line(line)[place.Start:place.End]
		for _, m := range place.Replay.Tree().Nearest(word, nearestOffered) {
			add("write "+m.Word, d.draft.Within(line, place.Start, place.End, m.Word), false)
		}
	}
	if !f.Malformed {
		last := d.turnEnds(d.draft.GameAt(line), line)
		end := len(d.draft.Line(last))
		add("let it stand", d.draft.Within(last, end, end, "\nruling stands"), false)
	}
}

// turnEnds is the last line of the turn that a line of a game belongs to, with a ruling that follows it.
func (d *document) turnEnds(g *draft.Game, line int) int {
	var turn *notation.Turn
	for n := line; n < g.After(); n++ {
		l := d.draft.Parsed(n)
		node, isTurn := l.Node.(*notation.Turn)
		_, ruled := l.Node.(*notation.Ruling)
		switch {
		case l.Node == nil:
		case ruled:
			return n
		case isTurn && (turn == nil || node.Number == turn.Number && node.Handle.Text == turn.Handle.Text):
			turn, line = node, n
		default:
			return line
		}
	}
	return line
}

// removes reports whether the log is better after an edit, which removes a finding and puts none as grave in its place.
func (d *document) removes(e draft.Edit, f *verify.Finding) bool {
	line := f.Span.Line
	if at := d.draft.Start(line - 1); e.End <= at && e.Start < at {
		line += strings.Count(e.Text, "\n") - (d.draft.LineAt(e.End) - d.draft.LineAt(e.Start))
	}
	return d.draft.Mends(e, func(h *verify.Finding) bool {
		there, same := h.Span.Line == line && h.Span.Start == f.Span.Start, h.Code == f.Code && h.Text == f.Text && h.Message == f.Message
		return h.Severity == f.Severity && (there || same)
	})
}
