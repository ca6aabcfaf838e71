package verify

import (
	"fmt"
	"slices"
	"strings"

	"tpnote/notation"
)

// finish ends the game: the position, the result, and the Result tag against it.
func (j *judge) finish() {
	if j.table != nil {
		j.Position = string(j.table.position(nil))
		o := j.table.outcome()
		j.Finished = o.winners != nil
		j.Result = o.text()
		j.resultTag(o)
	} else if tag := j.tags["Result"]; tag != nil {
		if _, err := j.parseResult(tag); err != nil {
			j.atTag("Result")
			j.malformedAt("tag", tag.Value.Span, "not a result: "+err.Error())
		}
	}
	slices.SortStableFunc(j.Findings, func(a, b Finding) int { return a.Span.Line - b.Span.Line })
}

// parseResult reads the Result tag. A side is a name in it only where there are sides.
func (j *judge) parseResult(tag *notation.Tag) (notation.Result, error) {
	r, err := notation.ParseResult(tag.Value.Text)
	if err == nil && j.tags["Sides"] == nil {
		for _, name := range r.Names {
			if strings.Contains(name, "+") {
				return r, fmt.Errorf("%s is a side, and the log has no Sides tag", name)
			}
		}
	}
	return r, err
}

func (j *judge) resultTag(o outcome) {
	tag := j.tags["Result"]
	if tag == nil {
		return
	}
	j.atTag("Result")
	given, err := j.parseResult(tag)
	if err != nil {
		j.malformedAt("tag", tag.Value.Span, "not a result: "+err.Error())
		return
	}
	for _, name := range given.Names {
		for handle := range strings.SplitSeq(name, "+") {
			if !slices.Contains(j.Handles, handle) {
				f := j.errorAt("unknown-player", tag.Value.Span, fmt.Sprintf("%s is not one of the players %s", handle, strings.Join(j.Handles, ", ")))
				f.suggest(handle, j.Handles)
				return
			}
		}
	}
	if j.replayer.options.LastTurn > 0 || j.replayer.options.Before > 0 || o.agrees(given) {
		return
	}
	if o.maybe != "" && !given.Tie && slices.Equal(given.Names, []string{o.maybe}) {
		f := j.add(Finding{Code: "result-mismatch", Severity: SeverityNote, Span: tag.Value.Span,
			Message: fmt.Sprintf("the log says that %s has won; with the secret unknown, nothing in it can confirm that", tag.Value.Text)})
		j.by(f, "outcome", "")
		return
	}
	message := fmt.Sprintf("the log gives the result %q, but the replay finds %q", tag.Value.Text, o.text())
	switch {
	case o.winners == nil:
		message = fmt.Sprintf("the log gives the result %q, but nobody has won yet", tag.Value.Text)
	case given.Open:
		message = fmt.Sprintf("the log says that the game is unfinished, but %s has won", strings.Join(o.winners, " and "))
	}
	f := j.errorAt("result-mismatch", tag.Value.Span, message)
	situation := ""
	switch {
	case given.Tie || len(o.winners) > 1:
		situation = "tie"
	case o.ranking != nil && len(given.Names) > 0 && given.Names[0] == o.ranking[0]:
		situation = "places"
	}
	j.by(f, "outcome", situation)
}

func (j *judge) resultText() string {
	if o := j.table.outcome(); o.winners != nil {
		return strings.Join(o.winners, " and ")
	}
	return "somebody"
}

// text is the outcome as a Result tag would give it.
func (o outcome) text() string {
	switch {
	case o.winners == nil:
		return "*"
	case len(o.ranking) > 0:
		return strings.Join(o.ranking, " > ")
	}
	return strings.Join(o.winners, " = ")
}

// agrees reports whether a Result tag says what was found. A ranking may be cut short; a
// tie may be named in any order.
func (o outcome) agrees(r notation.Result) bool {
	switch {
	case r.Open || o.winners == nil:
		return r.Open && o.winners == nil
	case r.Tie:
		given, found := slices.Sorted(slices.Values(r.Names)), slices.Sorted(slices.Values(o.winners))
		return slices.Equal(given, found)
	case len(o.ranking) > 0:
		return len(r.Names) <= len(o.ranking) && slices.Equal(r.Names, o.ranking[:len(r.Names)])
	}
	return slices.Equal(r.Names, o.winners)
}
