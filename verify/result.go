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
	j := Judgement{Handles: r.handles, Variant: r.variant, apart: true}
	var o *Outcome
	if r.Ready() {
		found := r.Outcome()
		o = &found
		g.Position = r.Position()
		g.Finished = o.Winners != nil
		g.Result = o.String()
	}
	if tag := r.head.tags["Result"]; tag != nil {
		r.resultTag(&j, tag, o)
	}
	g.line(j.findings, true)
	slices.SortStableFunc(g.Findings, func(a, b Finding) int { return a.Span.Line - b.Span.Line })
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
	if r.reader.options.cut() || o.Agrees(given) {
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
		message = fmt.Sprintf("the log says that the game is unfinished, but %s has won", strings.Join(o.Winners, " and "))
	}
	j.Refuse(CodeResult, "outcome", at, message)
}
