package verify

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"tpnote/notation"
	trespassnotation "tpnote/notation/trespass"
)

// directives lists the keywords of all games' lines.
func directives() []string {
	return slices.Concat([]string{"order"}, trespassnotation.Keywords(), []string{"state"})
}

// checkDirective returns the error of a directive that is malformed, or of no game.
func checkDirective(d *notation.Directive) error {
	_, err := trespassnotation.ParseDirective(d)
	return err
}

// screen makes a line malformed that is no line of any game, or that the replay does not
// know yet.
func screen(l *notation.Line) {
	fail := func(code string, at notation.Span, message string) {
		l.Errors = append(slices.Clip(l.Errors), notation.Error{Code: code, Span: at, Message: message})
	}
	directive := true
	switch n := l.Node.(type) {
	case *notation.Directive:
		var wrong *notation.SyntaxError
		switch err := checkDirective(n); {
		case err == nil:
			return
		case !slices.Contains(directives(), n.Keyword.Text):
			fail("directive", n.Keyword.Span, fmt.Sprintf("unknown directive %q: the directives are %s", n.Keyword.Text, strings.Join(directives(), ", ")))
		case errors.As(err, &wrong):
			fail("syntax", notation.SpanIn(l.Text, l.Span.Line, wrong.Start, wrong.End), wrong.Message)
		}
	case *notation.Gap, *notation.Ruling, *notation.Leave, *notation.Tally:
		fail("directive", l.Span, "lines such as gap, ruling, leave and tally are not judged yet")
	case *notation.SideLine:
		fail("syntax", l.Span, "side lines are not judged yet")
		directive = false
	case *notation.Turn:
		if !n.More {
			return
		}
		fail("syntax", n.MoreSpan, "turns that end in ... are not judged yet")
		directive = false
	default:
		return
	}
	l.Node = &notation.Bad{Directive: directive}
}
