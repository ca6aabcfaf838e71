package archive

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/readings"
)

// Fix makes the fixes of a game that are certain: weak marks, the numbers of turns, and the missing Result of a
// finished game. line is the number of the game's first line, and number its place in its log. Nothing else may be
// wrong: there is no error, and the fixed game has none either and nothing left to fix. So a second run finds
// nothing to do, and a number that a state line also gives is left alone. Otherwise Fix returns the text as it is.
func Fix(r *verify.Reader, name string, number int, text string, line int) (string, error) {
	dir := verify.Folder(name)
	judged := func(text string) (*verify.Summary, *verify.Replay, error) {
		block, _ := notation.CutGame([]byte(text), line)
		block.Number = number
		return r.Block(name, dir, block, nil)
	}
	g, replay, err := judged(text)
	if err != nil || !g.OK() || g.Omitted > 0 || replay == nil {
		return text, err
	}
	was := *g
	_, recorded := replay.Tag("Result")
	if len(was.Findings) == 0 && (recorded || !was.Finished) {
		return text, nil
	}
	edits, tag := turnEdits(text, line, was.Findings)
	inserted := 0
	if !recorded && was.Finished && tag.Line > 0 {
		tag.Text = fmt.Sprintf("\n[Result %q]", was.Result)
		edits, inserted = append(edits, tag), 1
	}
	slices.SortFunc(edits, func(a, b verify.Edit) int { return cmp.Or(a.Line-b.Line, a.Column-b.Column) })
	fixed, _ := readings.Apply(text, line, []verify.Reading{{Edits: slices.Compact(edits)}})
	if fixed == text {
		return text, nil
	}
	again, _, err := judged(fixed)
	if err != nil || !again.OK() || len(again.Findings) >= len(was.Findings)+inserted {
		return text, err
	}
	var before, after readings.Wrong
	before.Add(&was, func(at int) int { return at })
	after.Add(again, func(at int) int {
		if at > tag.Line+1 {
			return at - inserted
		}
		return at
	})
	if after.Adds(&before, nil) || slices.ContainsFunc(again.Findings, func(f verify.Finding) bool { return f.Fixes != nil }) {
		return text, nil
	}
	return fixed, nil
}

// turnEdits returns the edits that fix marks and the numbers of turns, and one that inserts nothing after the last tag.
func turnEdits(text string, line int, findings []verify.Finding) (edits []verify.Edit, tag verify.Edit) {
	numbers := map[int]int{} // by line: the right number of the turn
	for i := range findings {
		switch f := &findings[i]; f.Code {
		case verify.CodeTurnNumber:
			numbers[f.Span.Line], _ = strconv.Atoi(strings.TrimSuffix(f.Fixes[0].Text, "."))
		case verify.CodeWeakMark:
			for _, x := range f.Fixes {
				edits = append(edits, x.Edit)
			}
		}
	}
	off := 0 // is added to the number of every turn
	for raw := range strings.Lines(text) {
		body := strings.TrimRight(raw, "\r\n")
		if right, wrong := numbers[line]; wrong || off != 0 {
			if n, ok := notation.ParseLine(body, line).Node.(*notation.Turn); ok {
				if wrong {
					off += right - n.Number
				}
				if off != 0 {
					edits = append(edits, verify.Edit{Span: n.NumberSpan, Text: fmt.Sprintf("%d.", n.Number+off)})
				}
			}
		}
		if notation.ClassOf([]byte(raw)) == notation.TagLine {
			tag.Span = notation.SpanIn(body, line, len(body), len(body))
		}
		line++
	}
	return edits, tag
}
