package readings

import (
	"cmp"

	"tpnote/verify"
)

// Wrong is what is wrong with a text, read as it is written. Whatever writes a text for a user asks
// first whether the new text has more wrong with it than the old one.
type Wrong struct {
	unread, errors, malformed, all int            // unread are games that were not replayed; all counts warnings, too
	at                             map[int]weight // by line of the old text
}

// weight is how many errors are found in a line, and how many errors and warnings.
type weight struct{ errors, all int }

// wrongOf is what is wrong with a game.
func wrongOf(g *verify.Summary) *Wrong {
	w := &Wrong{}
	w.Add(g, func(line int) int { return line })
	return w
}

// Add adds what was found of a game. origin says of a line which line of the old text it was.
func (w *Wrong) Add(g *verify.Summary, origin func(line int) int) {
	if w.at == nil {
		w.at = map[int]weight{}
	}
	if g.Variant() == nil || g.Handles == nil {
		w.unread++
	}
	w.errors += g.Omitted
	w.all += g.Omitted
	for i := range g.Findings {
		f := &g.Findings[i]
		if f.Severity != verify.SeverityError && f.Severity != verify.SeverityWarning {
			continue
		}
		line := origin(f.Span.Line)
		at := w.at[line]
		w.all++
		at.all++
		if f.Severity == verify.SeverityError {
			w.errors++
			at.errors++
			if f.Malformed {
				w.malformed++
			}
		}
		w.at[line] = at
	}
}

// Adds reports whether more is wrong than before in a line that is not among own, unless a game is replayed only now.
func (w *Wrong) Adds(before *Wrong, own map[int]bool) bool {
	if w.unread < before.unread {
		return false
	}
	for line, at := range w.at {
		if was := before.at[line]; !own[line] && (at.errors > was.errors || at.all > was.all) {
			return true
		}
	}
	return false
}

// less compares errors, the malformed last. Those in a game that was not replayed before are no loss.
func (w *Wrong) less(before *Wrong) int {
	return cmp.Or(cmp.Compare(w.unread, before.unread), cmp.Compare(w.errors, before.errors), cmp.Compare(w.malformed, before.malformed))
}

// Mends reports whether less is wrong than before, and no more in any line that is not among own.
func (w *Wrong) Mends(before *Wrong, own map[int]bool) bool {
	return cmp.Or(w.less(before), cmp.Compare(w.all, before.all)) < 0 && !w.Adds(before, own)
}
