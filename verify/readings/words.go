package readings

import (
	"slices"
	"strings"

	"tpnote/notation"
	"tpnote/rules/nearest"
	"tpnote/verify"
)

// This file reads words of a turn otherwise: another word, one word more or less, two swapped.

// The costs of slips in the words of a turn.
const (
	oneCharacter   = 1
	anotherPart    = 2
	twoCharacters  = 2.5
	sameDie        = 3
	anyAction      = 4
	wordsSwapped   = 1.5
	wordDoubled    = 1
	wordSurplus    = 2.5
	wordMissing    = 3
	turnUnfinished = 2 // an action left out at the end of a turn that was not over
)

// wordSlips adds the slips in the words of a turn: a wrong word, one too many, one left out, two swapped.
func (w *weighing) wordSlips(l *listing, t *notation.Turn, action int, bound float64) {
	words := t.Actions
	from, to := 0, len(words)
	switch {
	case l.away == 0 && action > 0:
		to = min(len(words), action)
	case l.away == 0 || w.wrongPlayer() && !w.several: // no other word makes it another player's turn
		to, words = 0, nil
	}
	if l.away == 0 && action > 0 && to == action && !w.Begin.Notation().Parses(words[action-1].Text) {
		w.remarkFrom(l, t, action-1)
	}
	for k := to - 1; k >= from; k-- {
		w.near(l, t, k, bound-l.away)
		if k > 0 && words[k].Text == words[k-1].Text {
			l.add(doubled, wordDoubled, words[k].Text+" is written twice", without(l.line, words[k].Span))
		} else if len(words) > 1 {
			l.add(surplus, wordSurplus, words[k].Text+" is one action too many", without(l.line, words[k].Span))
		}
		if w.several {
			l.leftOut(t, k, wordMissing)
		}
	}
	for k := from; k+1 < len(words) && k <= to; k++ {
		if a, b := words[k], words[k+1]; a.Text != b.Text {
			l.add(swapped, wordsSwapped, a.Text+" and "+b.Text+" are swapped", put(a.Span, b.Text), put(b.Span, a.Text))
		}
	}
	if w.several && l.away > 0 {
		cost := float64(wordMissing)
		if next, _ := w.turnBy(l.at, 1); next == w.slip.line && w.tried.Code == verify.CodeTurnUnfinished {
			cost = turnUnfinished
		}
		l.leftOut(t, len(words), cost)
	}
}

// remarkFrom adds that what follows an action of a turn is a remark without a comment sign, from word k on.
func (w *weighing) remarkFrom(l *listing, t *notation.Turn, k int) {
	if start, end, text := w.speller().Remark(l.line.Text, t.Actions[k:]); len(text) > 1 {
		l.add(lineRemark, oneCharacter, text+" is a comment", put(notation.SpanIn(l.line.Text, l.line.Span.Line, start, end), " {"+text+"}"))
	}
}

// leftOut adds that an action was left out before word k of a turn, or at its end.
func (l *listing) leftOut(t *notation.Turn, k int, cost float64) {
	if k < len(t.Actions) {
		next := t.Actions[k]
		l.add(missing, cost, "an action is left out before "+next.Text, insert(l.line, next.Span.Start, notation.Unknown+" "))
		return
	}
	end := t.Handle.Span
	if k > 0 {
		end = t.Actions[k-1].Span
	}
	l.add(missing, cost, "an action is left out at the end of the turn", insert(l.line, end.End, " "+notation.Unknown))
}

// near adds the words that may replace word k of a turn, for less than bound.
func (w *weighing) near(l *listing, t *notation.Turn, k int, bound float64) {
	if bound <= oneCharacter || w.budget <= 0 {
		return
	}
	before, turn := &w.before, *t
	w.states[l.at].ForkInto(before)
	turn.Actions = t.Actions[:k]
	w.try(before, &notation.Line{Text: l.line.Text, Node: &turn}) // a warning about these words quotes the text
	if !before.Ready() || before.Over() {
		return
	}
	written := t.Actions[k].Text
	replace := func(kind string, cost float64, text string) {
		l.add(kind, cost, text+", not "+written, put(t.Actions[k].Span, text))
	}
	own := w.Begin.Notation().Parts(written)
	card := own.Last(notation.IsCard)
	var like []notation.Parts
	if bound <= twoCharacters { // words that differ in more cost too much
		like = apartIn(own)
	}
	words := before.Tree().Words(nil, like...)
	least := unbound
	for _, text := range words {
		if card.Text != "" { // where cards are noted down
			if parts := w.Begin.Notation().Parts(text); parts.Text(notation.IsAnswer) != "" {
				text = parts.With(card).String()
			}
		}
		if text == written {
			continue
		}
		kind, cost := w.slipOf(text, written, own, bound)
		if cost < bound {
			replace(kind, cost, text)
		}
		least = min(least, cost)
	}
	if least <= oneCharacter || len(own)-len(own.Without(notation.IsSign)) < 2 || w.patched(l.at, 1, nil) {
		return // a move has one way to its end
	}
	hops := least >= anotherPart && bound > anotherPart && l.at == w.slip.line
	for _, text := range w.routes(own, before, words, hops) {
		if nearest.Slips(text, written, 1) > 1 {
			replace(word, anotherPart, text)
		} else {
			replace(character, oneCharacter, text)
		}
	}
}

// apartIn returns words with unknown parts. They can record every legal action whose word differs from own in one
// part: any move of its piece, and any piece with its squares. It returns nil if own is not the word of a move.
func apartIn(own notation.Parts) []notation.Parts {
	if own.Text(notation.IsTo) == "" || own[0].Role != notation.IsPiece {
		return nil
	}
	other := slices.Clone(own)
	other[0].Text = notation.Unknown
	return []notation.Parts{{own[0], {Role: notation.IsTo, Text: notation.Unknown}}, other}
}

// slipOf returns the kind and the cost of the slip with which a word was written in place of a legal one. It does
// not look for slips that cost more than one character and another part if they are not below bound. own are the
// parts of the written word, nil if it has none.
func (g *game) slipOf(legal, written string, own notation.Parts, bound float64) (kind string, cost float64) {
	most := 1
	if bound > twoCharacters {
		most = 2
	}
	d := nearest.Slips(legal, written, most)
	switch {
	case d == 1:
		return character, oneCharacter
	case notation.Several(written): // one action alone cannot be meant
		return word, unbound
	case g.onePart(legal, written, own):
		return word, anotherPart
	case most == 2 && d == 2:
		return character, twoCharacters
	case bound > sameDie:
		if parts := g.Begin.Notation().Parts(legal); len(parts) > 1 && strings.HasPrefix(written, legal[:parts[1].Start]) {
			return word, sameDie
		}
	}
	return word, anyAction
}

// routes are the words near one with a route, which may be none that legal actions are written with: of the ways
// to one end, one alone is among those. In a single position, the ends of a way are those of a legal action. A name
// in it differs by one character; with hops, it may also have a hop more or less, or another hop.
func (g *game) routes(own notation.Parts, before *verify.Replay, legal []string, hops bool) (texts []string) {
	ends := func(move notation.Parts) [3]string {
		return [...]string{move.Text(notation.IsPiece), move.Text(notation.IsFrom), move.Text(notation.IsTo)}
	}
	seen := slices.Clone(legal)
	var way notation.Parts
	var known [][3]string
	add := func(at, size int, parts ...notation.Part) {
		way = append(append(append(way[:0], own[:at]...), parts...), own[at+size:]...)
		text := way.String()
		if slices.Contains(seen, text) {
			return
		}
		seen = append(seen, text)
		if before.Size() == 1 && !slices.Contains(known, ends(way)) {
			g.budget-- // this was a try, too
		} else if g.Begin.Notation().Parses(text) {
			texts = append(texts, text)
		}
	}
	names := map[notation.Role][]string{notation.IsFrom: g.spaces(), notation.IsTo: g.spaces()}
	for _, word := range legal {
		parts := g.Begin.Notation().Parts(word)
		known = append(known, ends(parts))
		for _, p := range parts {
			if (p.Role == notation.IsPiece || p.Role == notation.IsSign) && !slices.Contains(names[p.Role], p.Text) {
				names[p.Role] = append(names[p.Role], p.Text)
			}
		}
	}
	for i, p := range own {
		for _, name := range names[p.Role] {
			if part := p; nearest.Slips(name, p.Text, 1) == 1 && p.Role != notation.IsSign {
				part.Text = name
				add(i, 1, part)
			}
		}
		if !hops || p.Role != notation.IsSign || i+1 == len(own) {
			continue
		}
		add(i, 2)
		for _, sign := range names[notation.IsSign] {
			for _, space := range names[notation.IsTo] {
				hop := notation.Parts{p, own[i+1]}
				hop[0].Text, hop[1].Text = sign, space
				add(i, 2, hop...)
				add(i, 0, hop...)
			}
		}
	}
	return texts
}

// onePart reports whether a legal word and a written one differ in a single part: a roll, a space, a category.
func (g *game) onePart(legal, written string, own notation.Parts) bool {
	differ := func(a, b string, parts notation.Parts) bool {
		return slices.ContainsFunc(parts, func(p notation.Part) bool {
			return strings.HasPrefix(b, a[:p.Start]) && strings.HasSuffix(b[p.Start:], a[p.End():])
		})
	}
	if own != nil && !differ(written, legal, own) { // most words, without a look at their parts
		return false
	}
	parts := g.Begin.Notation().Parts(legal)
	return (own == nil || len(own) == len(parts)) && differ(legal, written, parts)
}
