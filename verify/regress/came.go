package regress

import (
	"slices"

	"tpnote/verify"
)

// This file reduces the judgement of a game to a short form, to compare two judgements without looking at the lines.

// raisedIn lists what was raised in a game, findings and their notes alike, by line.
func raisedIn(g *verify.Summary) (all []verify.Note) {
	for i := range g.Findings {
		f := &g.Findings[i]
		all = append(append(all, verify.Note{Code: f.Code, Span: f.Span, Message: f.Message}), f.Notes...)
	}
	slices.SortStableFunc(all, func(a, b verify.Note) int { return a.Line - b.Line })
	return all
}

// codesIn is the set of codes that were raised in a game.
func codesIn(g *verify.Summary) map[verify.Code]bool {
	set := map[verify.Code]bool{}
	for _, r := range raisedIn(g) {
		set[r.Code] = true
	}
	return set
}

// sameEnd reports whether two judgements of a game agree: in the codes on the same lines, the result and the position.
func sameEnd(a, b *verify.Summary) bool {
	return classOf(locked(a), locked(b)) == Patch && a.Omitted == b.Omitted
}

// judged replays the one game of a text; nil for a text without a game, or one that the options do not fit.
func judged(r *verify.Reader, dir, text string) *verify.Summary {
	b := blockOf(text)
	if b.First == 0 {
		return nil
	}
	g, _, err := r.Block("", dir, b, nil)
	if err != nil {
		return nil
	}
	return g
}
