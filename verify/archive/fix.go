package archive

import (
	"bytes"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"tpnote/notation"
	"tpnote/notation/shape"
	"tpnote/verify"
	"tpnote/verify/readings"
)

// Fixes are certain where nothing else is wrong: in a game without an error, and only if
// the game with all of them made has none either and nothing left to fix. So a second run
// finds nothing to do, and a number that a state line also gives is left alone.

// fix makes the fixes of a game, if it has any: weak marks, the numbers of turns, and, if
// unrecorded, the missing Result of a finished game. alone reports that no game follows in the chunk.
func (w *worker) fix(name, dir string, text []byte, line int, g *found, unrecorded, alone bool) {
	if g.Omitted > 0 || !unrecorded && len(g.Findings) == 0 {
		return
	}
	fixes := map[int][]verify.Fix{} // by line
	numbers := map[int]int{}        // by line: the right number of the turn
	for i := range g.Findings {
		f := &g.Findings[i]
		switch {
		case f.Severity == verify.SeverityError:
			return
		case f.Code == verify.CodeTurnNumber:
			numbers[f.Span.Line], _ = strconv.Atoi(strings.TrimSuffix(f.Fixes[0].Text, "."))
		case f.Code == verify.CodeWeakMark:
			fixes[f.Span.Line] = append(fixes[f.Span.Line], f.Fixes...)
		}
	}
	if len(fixes)+len(numbers) == 0 && !unrecorded {
		return
	}
	result := ""
	if unrecorded {
		result = fmt.Sprintf("[Result %q]", g.Result)
	}
	var fixed []byte
	if alone && len(text) >= longSize {
		fixed = text[len(text):] // the buffer after a game of that size belongs to no other source
	}
	fixed = slices.Grow(fixed, len(text)+len(result)+2+shape.Slack) // the judge wants the slack
	afterTags, at, off := 0, line, 0                                // off is added to the number of every turn
	for raw := range bytes.Lines(text) {
		now := fixes[at]
		if right, wrong := numbers[at]; wrong || off != 0 {
			if n, ok := notation.ParseLine(strings.TrimRight(string(raw), "\r\n"), at).Node.(*notation.Turn); ok {
				if wrong {
					off += right - n.Number
				}
				if off != 0 {
					now = append(now, verify.Fix{Span: n.NumberSpan, Text: fmt.Sprintf("%d.", n.Number+off)})
				}
			}
		}
		fixed = append(fixed, edited(raw, now)...)
		if notation.ClassOf(raw) == notation.TagLine {
			afterTags = len(fixed)
		}
		at++
	}
	inserted, tags := 0, line+bytes.Count(fixed[:afterTags], []byte{'\n'})
	if unrecorded && afterTags > 0 {
		end := "\n"
		if bytes.HasSuffix(fixed[:afterTags], []byte("\r\n")) {
			end = "\r\n"
		}
		fixed = slices.Insert(fixed, afterTags, []byte(result+end)...)
		inserted = 1
	}
	block, _ := notation.CutGame(fixed, line)
	again, _, err := w.reader.Block(name, dir, g.Number, block, nil)
	if err != nil || !again.OK() || len(again.Findings) >= len(g.Findings)+inserted {
		return
	}
	var before, after readings.Wrong
	before.Add(&g.Summary, func(at int) int { return at })
	after.Add(again, func(at int) int {
		if at > tags {
			return at - inserted
		}
		return at
	})
	if after.Adds(&before, nil) {
		return
	}
	for _, f := range again.Findings {
		if f.Fixes != nil {
			return
		}
	}
	again.Entry = g.Entry
	g.Summary = *again
	g.fixed, g.inserted = fixed, inserted
}

// edited makes the fixes in a line. They do not overlap, except that two may be the same.
func edited(line []byte, fixes []verify.Fix) []byte {
	sort.Slice(fixes, func(i, j int) bool { return fixes[i].Span.Start > fixes[j].Span.Start })
	end := len(line)
	for _, f := range fixes { // from the last to the first
		if f.Span.End <= end {
			line = slices.Concat(line[:f.Span.Start], []byte(f.Text), line[f.Span.End:])
			end = f.Span.Start
		}
	}
	return line
}
