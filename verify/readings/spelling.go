package readings

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/rules/nearest"
	"tpnote/verify"
)

// This file reads lines that are not the notation: as a misspelt turn or directive, or as a remark without its sign.

// The costs of such readings.
const (
	respelt  = 0
	remarked = 2
)

// strongEvidence is how many later lines have to speak for a reading, whatever it costs.
const strongEvidence = 3

// speller spells the lines of the game.
func (g *game) speller() *notation.Speller {
	return &notation.Speller{
		Handles:  g.Begin.Handles(),
		Keywords: append(notation.Keywords(), g.Begin.Notation().Directives()...),
		Parses:   g.Begin.Notation().Parses,
		Parts:    g.Begin.Notation().Parts,
		Spaces:   g.spaces(),
		Near:     g.near,
	}
}

// spaces lists the names of the spaces of the board.
func (g *game) spaces() []string {
	if g.names == nil {
		for _, space := range g.Begin.Board().Scene(strings.Clone).Board.Spaces {
			g.names = append(g.names, space.Name)
		}
	}
	return g.names
}

// near is the player's name in which a word has one slip; "" if there is none.
func (g *game) near(word string) string {
	for _, handle := range g.Begin.Handles() {
		if nearest.Slips(handle, word, 1) == 1 {
			return handle
		}
	}
	return ""
}

// legible returns a line as it is meant, if it is misspelt or has a misspelt player's name. Such a line is wrong in
// every position, so it is no evidence for or against the readings of others.
func (g *game) legible(i int) notation.Line {
	line := g.Lines[i]
	if t, turn := line.Node.(*notation.Turn); turn {
		if _, known := rules.SeatOf(t.Handle.Text, g.Begin.Handles()); !known {
			if handle := g.near(t.Handle.Text); handle != "" {
				named := *t
				named.Handle.Text = handle
				line.Node = &named
				return line
			}
		}
	}
	if all := g.spelt(i, false, nil); len(all) > 0 {
		return all[0]
	}
	return line
}

// spelt lists the turns that a line can spell which is not the notation; with joined, those that a turn has whose
// last actions are after a ";". due are the players of a line that names none, the likeliest first.
func (g *game) spelt(i int, joined bool, due []string) (lines []notation.Line) {
	l := &g.Lines[i]
	after := slices.ContainsFunc(l.Comments, func(c notation.Comment) bool { return !c.Brace })
	if !l.IsTurn() || len(l.Text) > notation.MaxLine || joined && !after || g.wellFormed(l) != joined || g.cuts(l) != nil {
		return nil
	}
	speller := g.speller()
	speller.Due = due
	for _, s := range append(speller.Turn(l.Text), g.headed(i)...) {
		line := notation.ParseLine(s.Text, l.Span.Line)
		if _, turn := line.Node.(*notation.Turn); turn && (s.Joined || !joined) {
			lines = append(lines, line)
		}
	}
	return lines
}

// headed is a line that begins with a player or an action, with the number and the player that it lacks; else empty.
func (g *game) headed(i int) []notation.Spelt {
	before := &notation.Turn{}
	for k := i - 1; k >= max(0, i-lookBack); k-- {
		if t, ok := g.ahead[k].Node.(*notation.Turn); ok {
			before = t
			break
		}
	}
	number, name, rest := before.Number, before.Handle.Text, strings.TrimLeft(g.Lines[i].Text, " \t")
	first, actions, _ := strings.Cut(rest, " ")
	if seat, known := rules.SeatOf(strings.TrimRight(first, ":.,"), g.Begin.Handles()); known {
		if other := g.Begin.Handles()[seat]; other != name {
			number, name = number+1, other
		}
		rest = actions
	}
	text := fmt.Sprintf("%d. %s %s", number, name, rest)
	if line := notation.ParseLine(text, 0); g.wellFormed(&line) && len(line.Node.(*notation.Turn).Actions) > 0 {
		return []notation.Spelt{{Text: text}}
	}
	return nil
}

// nextTurn matches the head of a turn that follows another one in its line, and turnLike that other one.
var (
	nextTurn = regexp.MustCompile(`[ ,;]+([0-9]{1,9}\. *([^ ,;]+)) `)
	turnLike = regexp.MustCompile(`[0-9].*\pL`)
)

// cuts are the edits that give each turn of a line a line of its own; nil if it has no more than one.
func (g *game) cuts(l *notation.Line) (cuts []verify.Edit) {
	for _, at := range nextTurn.FindAllStringSubmatchIndex(l.Text, -1) {
		_, known := rules.SeatOf(l.Text[at[4]:at[5]], g.Begin.Handles())
		if known && turnLike.MatchString(l.Text[:at[0]]) { // after a bullet or a number, it is the first turn
			cuts = append(cuts, put(notation.SpanIn(l.Text, l.Span.Line, at[0], at[2]), "\n"))
		}
	}
	return cuts
}

// wellFormed reports whether a line is a turn of a player, and all its words have the shape of actions, with no name in full.
func (g *game) wellFormed(l *notation.Line) bool {
	t, ok := l.Node.(*notation.Turn)
	if !ok {
		return false
	}
	_, known := rules.SeatOf(t.Handle.Text, g.Begin.Handles())
	return known && !slices.ContainsFunc(t.Actions, func(w notation.Word) bool {
		return !g.Begin.Notation().Parses(w.Text) || notation.Brief(w.Text, g.spaces()) != w.Text
	})
}

// respell adds the readings that need no search, and reports whether the line needs no other. They do
// not use up the budget, because they are cheap in a game of any length.
func (w *weighing) respell() (done bool) {
	i := w.slip.line
	defer func(budget int) { w.budget = budget }(w.budget)
	l := &w.Lines[i]
	_, turn := l.Node.(*notation.Turn)
	if !l.IsTurn() || !turn && len(l.Text) <= notation.MaxLine && !w.speller().Played(l.Text) {
		w.remark(i)
		return true
	}
	list := w.list(i, 0)
	if cuts := w.cuts(l); cuts != nil {
		list.add(lineMended, respelt, "the line has several turns", cuts...)
	}
	w.mended(list, false)
	respelt := list.all != nil
	if !turn && !respelt { // else its head is right
		if text := w.speller().Head(l.Text); text != "" {
			list.mend(text)
		}
	}
	if list.all != nil {
		w.misspelt = list.all[0]
		if meant := w.meant(i); turn && (meant == nil || !spells(l, meant)) {
			w.misspelt = nil
		}
	}
	if w.addAll(nil, list.all...) || len(w.trials) > 0 {
		w.forced = w.trials[0].c // if the record goes on no better with another
		return true
	}
	if respelt && w.headed(i) == nil { // another slip is in the same line, or before: the written text is no better
		w.forced = list.all[0]
	}
	if spelt := w.meant(i); spelt != nil { // look for that slip
		tried := w.try(w.states[i].Fork(), spelt)
		w.tried, w.anyway = &tried, slices.Contains(nameless, tried.Code)
	}
	return false
}

// spells reports whether a turn is written with the letters and digits of another one, and differs from it in more than
// one word: then it is misspelt. In a single word, other signs may be the slip.
func spells(written, meant *notation.Line) bool {
	letters := func(text string) string {
		return strings.Join(strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }), "")
	}
	t, u := written.Node.(*notation.Turn), meant.Node.(*notation.Turn)
	words := len(u.Actions) // that differ
	for k := range min(len(t.Actions), len(u.Actions)) {
		if t.Actions[k].Text == u.Actions[k].Text {
			words--
		}
	}
	return letters(written.Text) == letters(meant.Text) && (words > 1 || len(t.Actions) != len(u.Actions) || t.Handle.Text != u.Handle.Text)
}

// meant is the turn that a misspelt line is read as; nil for another line.
func (w *weighing) meant(i int) (turn *notation.Line) {
	c := w.misspelt
	if s := w.speltBy(i); s != nil {
		c = s.chosen
	}
	if c != nil && c.at == i {
		for line := range w.rendered(c, notation.ParseLine) {
			if _, ok := line.Node.(*notation.Turn); !ok || turn != nil {
				return nil
			}
			turn = &line
		}
	}
	return turn
}

// speltBy is the slip whose reading is a spelling of a line, and nothing more; nil for another line.
func (g *game) speltBy(i int) *slip {
	if s := g.slipAt(i); s != nil && s.chosen != nil && s.chosen.Kind == lineMended && s.chosen.Cost == respelt && s.turned < mostRevisions {
		return s
	}
	return nil
}

// remark adds the reading of a line that says nothing of play: a directive with a capital or a colon, or else a remark.
func (w *weighing) remark(i int) {
	l := w.list(i, 0)
	written := l.line.Text
	for _, text := range w.directives(i) {
		l.mend(text)
	}
	keyword, _, _ := strings.Cut(strings.TrimLeft(written, " \t"), " ")
	directive := func(k string) bool {
		return k == keyword || k != strings.ToLower(keyword) && nearest.Slips(k, keyword, 1) == 1
	}
	if !slices.ContainsFunc(w.speller().Keywords, directive) && !w.speller().Played(written) {
		l.add(lineRemark, remarked, "the line is a comment", whole(l.line, "; "+written))
	}
	w.addAll(nil, l.all...)
}

// directives are the directives that a line probably means, whose keyword may have one slip.
func (g *game) directives(i int) (all []string) {
	s, text := g.speller(), g.Lines[i].Text
	keyword, rest, _ := strings.Cut(strings.TrimLeft(text, " \t"), " ")
	for _, k := range s.Keywords {
		if nearest.Slips(k, keyword, 1) == 1 {
			text = k + " " + rest
			all = append(all, text)
		}
	}
	return append(all, s.Directives(text)...)
}

// misspelt reports whether a line that is no turn may mean another: it is malformed, or a directive with other signs.
func (g *game) misspelt(i int) bool {
	_, bad := g.Lines[i].Node.(*notation.Bad)
	d, is := g.Lines[i].Node.(*notation.Directive)
	return bad || is && !slices.Contains(g.speller().Keywords, d.Keyword.Text) || len(g.directives(i)) > 0
}

// mended adds the readings of a line that spelt finds.
func (w *weighing) mended(l *listing, joined bool) {
	due := w.Begin.Handles()
	if r := &w.states[l.at]; r.Ready() {
		clock, _ := r.Due()
		due = slices.Concat(due[clock.Seat:], due[:clock.Seat])
	}
	for _, line := range w.spelt(l.at, joined, due) {
		l.mend(line.Text)
	}
}

// rivalled reports whether another reading comes near a candidate: of the same line, or of another one, however far
// back: a slip is often noticed late. Without evidence, a reading that costs 1 more is a rival as well.
func (c *candidate) rivalled(by *candidate, evidence bool) bool {
	if by.at == c.at {
		return by.Cost < c.Cost+oneCharacter || by.Cost == c.Cost+oneCharacter && !evidence
	}
	return by.Cost-by.away < c.Cost-c.away+rivalCost
}

// certain reports whether the first of some readings can be written without asking: no other comes near
// it, nothing in it is unknown, and it is a matter of spelling or makes lines legal that nothing else does.
// A word that is wrong in every position is evidence, too, and so are actions after a ";".
func certain(list []*candidate, s *slip, edits []verify.Edit) bool {
	c := list[0]
	rivalled := func(by *candidate) bool { return c.rivalled(by, c.Evidence > 0 || s.anyway || c.Kind == lineMended) }
	if len(edits) == 0 || s.chosen != nil && s.chosen != c || slices.ContainsFunc(list[1:], rivalled) {
		return false
	}
	for _, e := range edits {
		if c.Kind != lineRemark && (strings.Contains(e.Text, notation.Unknown) || c.Kind != lineMended && strings.Contains(e.Text, notation.More)) {
			return false // of a line as it is spelt, a "..." is written
		}
	}
	return c.Cost <= oneCharacter || c.Kind == lineRemark || float64(c.Evidence) >= min(c.Cost, strongEvidence)
}
