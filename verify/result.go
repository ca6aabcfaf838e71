package verify

import (
	"fmt"
	"slices"
	"strings"

	"tpnote/notation"
)

// finish ends a game: the position, the result, and the Result tag against it.
func (r *Replay) finish(g *fold) {
	g.Handles, g.Rules, g.Turns, g.Actions = r.handles, r.head.name, r.taken, r.actions
	g.variant = r.variant
	j := Judgement{Handles: r.handles, Variant: r.variant, apart: true}
	var o *Outcome
	if r.unknown+r.gaps > 0 {
		g.Unknown = r.Unknown()
	}
	if r.Ready() && !r.gap {
		found, agreed := r.agreed()
		if agreed {
			g.Finished = found.Winners != nil
			g.Result = found.String()
		}
		if len(g.Unknown.Positions) < 2 {
			g.Position = r.Position()
		}
		o = &found
	}
	if tag := r.head.tags["Result"]; tag != nil {
		r.resultTag(&j, tag, o)
	}
	g.line(j.findings, true)
	slices.SortStableFunc(g.Findings, func(a, b Finding) int { return a.Span.Line - b.Span.Line })
}

// agreed is the outcome of the game, and whether it is the same in every position that the
// record allows.
func (r *Replay) agreed() (o Outcome, same bool) {
	n := 0
	same = true
	r.table.outcomes(func(each Outcome) {
		if n++; n == 1 {
			o = each
		}
		same = same && each.String() == o.String()
	})
	return o, same
}

// agrees reports whether a Result tag is right in any position that the record allows.
func (r *Replay) agrees(given notation.Result) bool {
	any := false
	r.table.outcomes(func(o Outcome) { any = any || o.Agrees(given) })
	return any
}

// parseResult reads the Result tag. A side is a name in it only where there are sides.
func (r *Replay) parseResult(tag *notation.Tag) (notation.Result, error) {
	given, err := notation.ParseResult(tag.Value.Text)
	if err == nil && r.head.tags["Sides"] == nil {
		for _, name := range given.Names {
			if strings.Contains(name, "+") {
				return given, fmt.Errorf("%s is a side, and the log has no Sides tag", name)
			}
		}
	}
	return given, err
}

// resultTag holds the Result tag against the outcome; nil is that of a game that cannot be
// replayed.
func (r *Replay) resultTag(j *Judgement, tag *notation.Tag, o *Outcome) {
	at := r.head.at(j, "Result")
	given, err := r.parseResult(tag)
	if err != nil {
		j.Malformed(CodeTag, at, "not a result: "+err.Error())
		return
	}
	if o == nil {
		return
	}
	for _, name := range given.Names {
		for handle := range strings.SplitSeq(name, "+") {
			if !slices.Contains(r.handles, handle) {
				j.unknownPlayer(notation.Word{Text: handle, Span: at})
				return
			}
		}
	}
	if r.reader.options.cut() || r.agrees(given) {
		return
	}
	if o.Maybe != "" && !given.Tie && slices.Equal(given.Names, []string{o.Maybe}) {
		f := j.add(Finding{Code: CodeResult, Severity: SeverityNote, Span: at,
			Message: fmt.Sprintf("the log says that %s has won; with the secret unknown, nothing in it can confirm that", tag.Value.Text)})
		j.By(f, "outcome")
		return
	}
	message := fmt.Sprintf("the log gives the result %q, but the replay finds %q", tag.Value.Text, o.String())
	switch {
	case o.Winners == nil:
		message = fmt.Sprintf("the log gives the result %q, but nobody has won yet", tag.Value.Text)
	case given.Open:
		message = "the log says that the game is unfinished, but " + o.said()
	}
	j.Refuse(CodeResult, "outcome", at, message)
}
