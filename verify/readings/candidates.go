package readings

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tpnote/notation"
	"tpnote/verify"
)

// kind is the kind of slip that a reading supposes.
type kind string

const (
	character   kind = "character"       // one or two characters of a word
	word        kind = "word"            // another word
	swapped     kind = "words-swapped"   // two words of a turn
	doubled     kind = "word-doubled"    // a word is there twice
	surplus     kind = "word-surplus"    // a word too many
	missing     kind = "word-missing"    // an action is left out
	player      kind = "player"          // another player's name
	turnSwapped kind = "turns-swapped"   // two turn lines
	turnDoubled kind = "turn-doubled"    // a turn line is there twice
	turnMissing kind = "turn-missing"    // turns are left out
	notCarried  kind = "not-carried-out" // the turn was taken back
	turnOther   kind = "turn"            // a wholly different turn
	leaveLost   kind = "leave-missing"   // the next player has left the game, without a leave line
	lineMended  kind = "line"            // the line is spelt in its own way
	lineRemark  kind = "comment"         // the line is a remark without a comment sign
)

// candidate is a reading: Lines[at:at+size] are read as with.
type candidate struct {
	kind     kind
	cost     float64 // with away
	away     float64 // what its distance from the error costs
	at, size int
	with     []notation.Line
	index    int            // of the word in its turn, or of the other line
	text     string         // the word, name or line in its place
	count    int            // of the turns left out
	width    int            // how many candidates for the first missing turn are kept
	round    bool           // they are whole rounds, and no number shows that they are missing
	after    *verify.Replay // the replay after them; nil if it is not known
	fails    bool           // it was chosen, and an earlier reading has made it illegal
	fits     int            // turn lines after the error
	evidence int            // of them, those that only this candidate makes legal
	from     int            // the first line where the missing turn or action can be; 0 if that is its own
}

// The costs of slips.
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
	otherPlayer    = 2
	turnsSwapped   = 2
	numbersSwapped = 0.5 // where their numbers show it
	sameTurnTwice  = 0.5
	turnTwice      = 2.25
	turnLost       = 2.25
	turnsMissing   = 3.5 // two; each further one costs
	eachMissing    = 0.5 // more
	gapMissing     = 0.9 // one, where the numbers show it
	notCarriedOut  = 2.5
	leaveMissing   = 4.25
	anyTurn        = 4.5
	misnumbered    = 2 // more, where the turn of the error then has another number than the one due
	everyTurnApart = 0.05

	rivalCost = 1.25 // what a reading may cost more than the best and be a rival, wherever it is
)

// How many turn lines before an error its slip is looked for; and turns that the numbers show to be
// missing, and other places where an action can have been left out.
const (
	lookBack = 10
	farBack  = 30
)

// search takes all candidates into the comparison that can still win.
func (w *weighing) search() {
	i := w.slip.line
	if w.slip.anyway { // nothing before explains it
		w.here(i)
		if w.bound() > anyTurn {
			w.addAll(w.other(i), nil)
		}
		return
	}
	behind := w.turnOf(i)
	for d := 0; d <= farBack && behind-d >= 0; d++ {
		if j := w.turns[behind-d]; w.numbered[j] {
			w.lose(j, d, true)
		}
	}
	w.here(i)
	if w.wrongPlayer() {
		w.gone(i)
		w.lose(i, 0, false)
	}
	bound := w.bound()
	for d := 1; d <= lookBack && behind-d >= 0; d++ {
		j := w.turns[behind-d]
		away := everyTurnApart * float64(d)
		if bound >= oneCharacter && bound < unbound {
			bound += rivalCost + away
		}
		if bound <= away || w.budget <= 0 {
			break
		}
		if w.patched(j, 0, nil) { // it is inside the lines of another reading: no position is before it
			continue
		}
		earlier := slices.DeleteFunc(w.at(j, 0, away, bound), func(c *candidate) bool { return c.cost >= bound })
		if w.addAll(earlier, nil) {
			w.narrow()
		}
		bound = w.bound()
	}
	w.rethink()
	if bound > anyTurn {
		w.addAll(w.other(i), nil)
	}
	for d := 0; d <= lookBack && behind-d >= 0; d++ {
		if j := w.turns[behind-d]; (d > 0 || !w.wrongPlayer()) && !w.patched(j, 0, nil) {
			w.lose(j, d, false)
		}
	}
	w.stretch()
}

// here adds the candidates of the line of the error, the cheap ones first: they may leave no room for
// others.
func (w *weighing) here(i int) {
	list := w.at(i, w.tried.Action, 0, w.bound())
	for len(list) > 0 {
		n := slices.IndexFunc(list, func(c *candidate) bool { return c.cost >= list[0].cost+oneCharacter })
		if n < 0 {
			n = len(list)
		}
		w.addAll(list[:n], nil)
		w.narrow()
		bound := w.bound() + rivalCost
		list = slices.DeleteFunc(list[n:], func(c *candidate) bool { return c.cost > bound })
	}
}

// gone adds the reading that the next player at line i has left the game, if no later line is theirs.
func (w *weighing) gone(i int) {
	before := &w.states[i]
	if !before.Ready() || before.Over() {
		return
	}
	if w.lastOf == nil {
		w.lastOf = map[string]int{}
		for _, k := range w.turns {
			if t, ok := w.Lines[k].Node.(*notation.Turn); ok {
				w.lastOf[t.Handle.Text] = k
			}
		}
	}
	who := before.Handles()[before.Clock().Seat]
	if last, some := w.lastOf[who]; some && last > i {
		return
	}
	leave := notation.ParseLine("leave "+who, w.Lines[i].Span.Line)
	w.addAll([]*candidate{{kind: leaveLost, cost: leaveMissing, at: i, size: 1, text: who, with: []notation.Line{leave, w.Lines[i]}}}, nil)
}

// rethink looks before the last finding, if that was read on as it is written, for what it and the
// error may have in common.
func (w *weighing) rethink() {
	n := len(w.slips) - 1
	if n < 0 {
		return
	}
	last := w.slips[n]
	if last.chosen != nil || last.line > w.slip.line || last.turned >= mostRevisions {
		return
	}
	behind := w.turnOf(last.line)
	for d := 1; d <= farBack && behind-d >= 0; d++ {
		j, away := w.turns[behind-d], everyTurnApart*float64(d)
		bound := w.bound() - revisionCost + standingCost
		if bound <= away || w.budget < flatBudget/2 || w.patched(j, 1, last) {
			return
		}
		if w.addAll(slices.DeleteFunc(w.at(j, 0, away, bound), func(c *candidate) bool { return c.cost >= bound }), last) {
			w.narrow()
		}
	}
}

// stretch looks how much farther back that can be which is left out, if that fits best.
func (w *weighing) stretch() {
	w.narrow()
	var best, first *trial
	for _, t := range w.trials {
		if t.revises == nil && len(t.errors) == 0 && (best == nil || t.cost < best.cost) {
			best = t
		}
	}
	if best == nil || best.c.kind != missing && !best.c.round {
		return
	}
	for _, t := range w.trials {
		if t.revises == nil && len(t.errors) == 0 && w.alike(t.c, best.c) && (first == nil || t.c.at < first.c.at) {
			first = t
		}
	}
	here, at := w.turnOf(w.slip.line), w.turnOf(best.c.at)
	for k, fits := w.turnOf(first.c.at)-1, true; fits && k >= 0 && here-k <= farBack; k-- {
		i := w.turns[k]
		c := candidate{kind: best.c.kind, cost: best.cost + everyTurnApart*float64(at-k), at: i, size: 1, text: best.c.text, count: best.c.count, round: best.c.round}
		t, ok := w.Lines[i].Node.(*notation.Turn)
		switch {
		case !ok || w.patched(i, 1, nil):
			return
		case c.round && here-k > lookBack:
			return
		case c.round:
			clock := w.states[i].Clock()
			fits = w.leaveOut(&c, int(clock.Seat), slices.Index(w.Begin.Handles(), t.Handle.Text), int(clock.Number)) && w.add(&trial{c: &c, cost: c.cost})
		case w.alike(&c, best.c):
			fits = false
			for c.index = range len(t.Actions) + 1 {
				fits = w.addAll([]*candidate{&c}, nil) || fits
			}
		}
	}
	w.narrow()
}

// alike reports whether two candidates leave out the same, if not in the same place.
func (g *game) alike(c, d *candidate) bool {
	t, ok := g.Lines[c.at].Node.(*notation.Turn)
	u, too := g.Lines[d.at].Node.(*notation.Turn)
	return ok && too && c.kind == d.kind && c.count == d.count && c.round == d.round &&
		(c.kind == missing && t.Handle.Text == u.Handle.Text || c.kind == turnMissing && c.round)
}

// mostAlike is how many words may fit equally well in the place of another: of more, the
// reading says only what they have in common.
const mostAlike = 3

// blur puts one reading with a "?" in the place of words between which nothing decides.
func (w *weighing) blur() {
	w.narrow()
	far := w.farthest()
	alike := func(t, u *trial) bool {
		return u.revises == nil && (u.c.kind == character || u.c.kind == word) && u.reach() == far &&
			u.c.at == t.c.at && u.c.index == t.c.index && u.cost == t.cost
	}
	var done []*trial
	for _, t := range slices.Clone(w.trials) {
		if !alike(t, t) || slices.ContainsFunc(done, func(u *trial) bool { return alike(u, t) }) {
			continue
		}
		done = append(done, t)
		var texts []string
		for _, u := range w.trials {
			if alike(t, u) {
				texts = append(texts, u.c.text)
			}
		}
		if len(texts) <= mostAlike {
			continue
		}
		if !w.addAll([]*candidate{{kind: word, cost: t.cost, at: t.c.at, size: 1, index: t.c.index, text: w.common(texts)}}, nil) {
			continue
		}
		w.narrow()
		last := w.trials[len(w.trials)-1]
		if last.cost, last.c.cost = t.cost, t.cost; last.reach() < far {
			w.drop(func(u *trial) bool { return u == last })
			continue
		}
		w.drop(func(u *trial) bool { return u != last && alike(t, u) })
	}
}

// drop ends trials.
func (w *weighing) drop(which func(t *trial) bool) {
	w.trials = slices.DeleteFunc(w.trials, func(t *trial) bool {
		if !which(t) {
			return false
		}
		w.game.free(t.r)
		return true
	})
}

// common is what some words have in common, by their parts, with a "?" for the rest.
func (g *game) common(words []string) string {
	least := slices.MinFunc(words, func(a, b string) int { return len(g.Begin.Notation().Parts(a)) - len(g.Begin.Notation().Parts(b)) })
	open := slices.Clone(g.Begin.Notation().Parts(least))
	for _, word := range words {
		other := g.Begin.Notation().Parts(word)
		for i, p := range open {
			if p.Role != notation.IsSign && other.Text(p.Role) != p.Text {
				open[i].Text = notation.Unknown
			}
		}
	}
	for len(open) > 0 && !g.Begin.Notation().Parses(open.String()) {
		open = open[:len(open)-1]
	}
	return open.String()
}

// lose takes into the comparison that turns were left out before line i, d turn lines before
// the error: those that the numbers show, or others.
func (w *weighing) lose(i, d int, shown bool) {
	w.lost(i, d, shown, func(c *candidate) {
		fits := w.add(&trial{c: c, cost: c.cost})
		if n := len(w.trials) - 1; n >= 0 && w.trials[n].c == c && c.round && min(w.trials[n].turns, w.trials[n].reach()) < windows[0] {
			w.game.free(w.trials[n].r)
			w.trials = w.trials[:n] // a whole round explains a few lines always
		} else if fits {
			w.narrow()
		}
	})
}

// wrongPlayer reports whether the error is that it was another player's turn.
func (w *weighing) wrongPlayer() bool {
	return w.tried.Code == verify.CodeWrongPlayer || w.tried.Code == verify.CodeWrongFirst
}

// attempt is a candidate on trial, with the lines that it is read as.
type attempt struct {
	trial trial
	c     candidate
	lines [2]notation.Line
	turns [2]notation.Turn
	words []notation.Word
}

// addAll takes candidates into the comparison, and reports whether one fits. They change the reading
// of a slip, if it is not nil.
func (w *weighing) addAll(list []*candidate, revises *slip) bool {
	any := false
	for _, c := range list {
		if w.patched(c.at, c.size, revises) {
			continue
		}
		if len(w.spare) == 0 {
			w.spare = append(w.spare, &attempt{})
		}
		last := len(w.spare) - 1
		a := w.spare[last]
		a.c = *c
		a.write(w.game)
		a.trial = trial{c: &a.c, cost: c.cost, attempt: a, revises: revises, errors: a.trial.errors[:0]}
		if revises != nil {
			a.trial.cost = revises.instead(c)
		}
		any = w.add(&a.trial) || any
		if a.trial.r != nil { // it is kept
			w.spare = w.spare[:last]
		}
	}
	return any
}

// write makes the lines that the candidate is read as, where they are not there yet.
func (a *attempt) write(g *game) {
	c := &a.c
	t, ok := g.Lines[c.at].Node.(*notation.Turn)
	if c.with != nil || !ok || c.kind == turnDoubled {
		return
	}
	turn, k := &a.turns[0], c.index
	*turn = *t
	before, after := t.Actions[:min(k, len(t.Actions))], t.Actions[min(k+1, len(t.Actions)):]
	a.lines = [2]notation.Line{{Node: turn}, {Node: &a.turns[1]}}
	c.with = a.lines[:1]
	switch c.kind {
	case character, word, doubled, surplus:
		turn.Actions = a.spell(before, c.text, after)
	case missing:
		turn.Actions = a.spell(before, c.text, t.Actions[k:])
	case swapped:
		turn.Actions = a.spell(t.Actions, "", nil)
		turn.Actions[k], turn.Actions[k+1] = turn.Actions[k+1], turn.Actions[k]
	case player:
		turn.Handle.Text = c.text
	case turnSwapped:
		u := g.Lines[c.index].Node.(*notation.Turn)
		a.turns = [2]notation.Turn{*u, *t}
		if t.Number < u.Number {
			a.turns[0].Number, a.turns[1].Number = t.Number, u.Number
		}
		c.with = a.lines[:2]
	case notCarried:
		a.lines[0].Node = &notation.Bad{}
	}
}

// spell gives words: those before, perhaps one word, those after.
func (a *attempt) spell(before []notation.Word, text string, after []notation.Word) []notation.Word {
	a.words = append(a.words[:0], before...)
	if text != "" {
		a.words = append(a.words, notation.Word{Text: text})
	}
	a.words = append(a.words, after...)
	return a.words
}

// unbound is more than any reading costs.
const unbound = 100.0

// A reading that fits for goodLines or fairLines turn lines is good or fair, even if an error
// follows, which may be the next slip. Further candidates may then cost at most this much more.
const (
	goodLines, aboveGood = 12, 1
	fairLines, aboveFair = 6, 2
)

// bound is the cost that a further candidate has to be under: the least of those that leave no
// error, or hardly more than the least of those that fit farthest.
func (w *weighing) bound() float64 {
	bound, far := unbound, w.farthest()
	for _, t := range w.trials {
		switch {
		case len(t.errors) == 0 && (t.ended || t.leads || t.turns >= windows[len(windows)-1]):
			bound = min(bound, t.cost)
		case len(t.errors) == 0 || t.reach() < far:
		case far >= goodLines:
			bound = min(bound, t.cost+aboveGood)
		case far >= fairLines:
			bound = min(bound, t.cost+aboveFair)
		}
	}
	return bound
}

// at lists the candidates of one line. action is the number of its first faulty action, 0 for
// none or the player; away is what its distance costs. Of what costs as much as bound, not all
// is listed. The cheapest come first.
func (w *weighing) at(i, action int, away, bound float64) []*candidate {
	t, ok := w.Lines[i].Node.(*notation.Turn)
	if !ok {
		return w.mended(i, away)
	}
	w.slab, w.list = w.slab[:0], w.list[:0]
	add := func(k kind, cost float64, index int, text string) *candidate {
		w.slab = append(w.slab, candidate{kind: k, cost: cost + away, away: away, at: i, size: 1, index: index, text: text})
		c := &w.slab[len(w.slab)-1]
		w.list = append(w.list, c)
		return c
	}
	words := t.Actions
	from, to := 0, len(words)
	switch {
	case away == 0 && action > 0:
		to = min(len(words), action)
	case away == 0 || w.wrongPlayer() && !w.several: // no other word makes it another player's turn
		to, words = 0, nil
	}
	for k := to - 1; k >= from; k-- {
		w.near(i, t, k, bound-away, func(kind kind, cost float64, text string) { add(kind, cost, k, text) })
		if k > 0 && words[k].Text == words[k-1].Text {
			add(doubled, wordDoubled, k, "")
		} else if len(words) > 1 {
			add(surplus, wordSurplus, k, "")
		}
		if w.several {
			add(missing, wordMissing, k, "?")
		}
	}
	for k := from; k+1 < len(words) && k <= to; k++ {
		if words[k].Text != words[k+1].Text {
			add(swapped, wordsSwapped, k, "")
		}
	}
	if w.several && away > 0 {
		cost := float64(wordMissing)
		if w.tried.Code == verify.CodeTurnUnfinished && w.turnAfter(i) == w.slip.line {
			cost = turnUnfinished
		}
		add(missing, cost, len(words), "?")
	}
	for _, handle := range w.Begin.Handles() {
		if handle != t.Handle.Text {
			cost := float64(otherPlayer)
			if !slices.Contains(w.Begin.Handles(), t.Handle.Text) {
				cost = 1 + min(2, float64(distance(handle, t.Handle.Text, 3)))/2
			}
			add(player, cost, 0, handle)
		}
	}
	if next := w.turnAfter(i); next > 0 {
		if u, ok := w.Lines[next].Node.(*notation.Turn); ok && next == i+1 {
			cost := float64(turnsSwapped)
			if t.Number == u.Number+1 {
				cost = numbersSwapped
			}
			add(turnSwapped, cost, next, "").size = 2
		}
	}
	if before := w.turnBefore(i); before >= 0 {
		if u, ok := w.Lines[before].Node.(*notation.Turn); ok && same(t, u) {
			cost := float64(turnTwice)
			if t.Number == u.Number {
				cost = sameTurnTwice
			}
			add(turnDoubled, cost, 0, "")
		}
	}
	if away > 0 {
		for _, line := range w.later(i) {
			add(lineMended, respelt, 0, line.Text).with = []notation.Line{line}
		}
	}
	if !w.wrongPlayer() { // after such a line any player is believed
		add(notCarried, notCarriedOut, 0, "")
	}
	slices.SortStableFunc(w.list, func(a, b *candidate) int { return cmp.Compare(a.cost, b.cost) })
	return w.list
}

// same reports whether two turns say the same of the same player.
func same(t, u *notation.Turn) bool {
	return t.Handle.Text == u.Handle.Text && slices.EqualFunc(t.Actions, u.Actions, func(a, b notation.Word) bool { return a.Text == b.Text })
}

func (g *game) turnAfter(i int) int {
	for k := i + 1; k < len(g.Lines); k++ {
		if g.Lines[k].IsTurn() {
			return k
		}
	}
	return -1
}

func (g *game) turnBefore(i int) int {
	for k := i - 1; k >= 0; k-- {
		if g.Lines[k].IsTurn() {
			return k
		}
	}
	return -1
}

// other reads line i as a wholly unknown turn of the next player.
func (w *weighing) other(i int) []*candidate {
	before := &w.states[i]
	if !before.Ready() || before.Over() {
		return nil
	}
	clock := before.Clock()
	number := int(clock.Number)
	switch n := w.Lines[i].Node.(type) {
	case *notation.Turn:
		number = n.Number
	case *notation.Bad:
		if n.Head != nil {
			number = n.Head.Number
		}
	}
	turn := &notation.Turn{Number: number, Handle: notation.Word{Text: before.Handles()[clock.Seat]}, More: true}
	return []*candidate{{kind: turnOther, cost: anyTurn, at: i, size: 1, with: []notation.Line{{Node: turn}},
		text: fmt.Sprintf("%d. %s %s", number, turn.Handle.Text, notation.More)}}
}

// mostMissing is the greatest number of missing turns in one place.
const mostMissing = 3

// lost calls try with the turns that can be missing before line i, d turn lines before the error, one
// candidate after the other, as long as it can still win.
func (w *weighing) lost(i, d int, shown bool, try func(*candidate)) {
	t, ok := w.Lines[i].Node.(*notation.Turn)
	before := &w.states[i]
	if !ok || w.patched(i, 1, nil) || !before.Ready() || before.Over() {
		return
	}
	handles := before.Handles()
	clock, ok := before.Due()
	if !ok {
		return // it is an action that is missing
	}
	seat := slices.Index(handles, t.Handle.Text)
	gap := 0
	if w.numbered[i] {
		gap = t.Number - int(clock.Number)
	}
	due := []int{int(clock.Seat)}
	first := i == w.turns[0] && clock.Number == 1 && w.tried.Code != verify.CodeWrongFirst
	if first { // any player can have begun
		due = due[:0]
		for k := range handles {
			due = append(due, k)
		}
	}
	some := false
	for _, who := range due {
		for n := 1; n <= mostMissing; n++ {
			if shown != (gap == n) || gap != n && (who+n-seat)%len(handles) != 0 && (who-n-seat)%len(handles) != 0 { // in both directions of play
				continue
			}
			cost := turnsMissing + eachMissing*float64(n-2)
			switch {
			case gap == n:
				cost = gapMissing + eachMissing*float64(n-1)
			case n == 1 && i == w.turns[len(w.turns)-1]: // no later line distinguishes it from another player
				cost = otherPlayer
			case n == 1:
				cost = turnLost
			}
			cost += everyTurnApart * float64(d)
			bound, round := w.bound(), gap != n && n%len(handles) == 0
			if d == 0 && w.wrongPlayer() && !some { // besides the other candidates
				bound = max(bound, w.bound()+rivalCost)
			}
			likely := gap == n || first && n == 1 || n < mostMissing && d == 0 && !round ||
				w.budget >= flatBudget/2 && (first || n < mostMissing && round && d <= lookBack && !w.fitting())
			if !likely || cost >= bound || w.budget <= 0 || gap != n && w.budget <= reserved {
				continue
			}
			widths := 1
			if gap == n { // they are surely missing
				widths = surelyMissing
			}
			for width := range widths {
				c := &candidate{kind: turnMissing, cost: cost, at: i, size: 1, count: n, round: round, width: width}
				if !w.leaveOut(c, who, seat, int(clock.Number)) {
					continue
				}
				some = true
				if try(c); n == 1 || w.fitsOn(c) {
					break
				}
			}
		}
	}
}

// again reports whether another candidate leaves out the same turns.
func (c *candidate) again(other *candidate) bool {
	return c.kind == turnMissing && other.kind == turnMissing && c.at == other.at && c.count == other.count && c.with[0].Node.(*notation.Turn).Handle.Text == other.with[0].Node.(*notation.Turn).Handle.Text
}

// fitting reports whether any candidate fits to the end of its trial.
func (w *weighing) fitting() bool {
	return slices.ContainsFunc(w.trials, func(t *trial) bool {
		return len(t.errors) == 0 && (t.ended || t.leads || t.turns >= windows[len(windows)-1])
	})
}

// fitsOn reports whether a candidate that has been tried fits as far as it was tried.
func (w *weighing) fitsOn(c *candidate) bool {
	return slices.ContainsFunc(w.trials, func(t *trial) bool { return t.c == c && len(t.errors) == 0 })
}

// leaveOut completes a candidate with missing turns, the first of seat who and with the given number.
// It reports whether the turn after them is that of the wanted seat.
func (w *weighing) leaveOut(c *candidate, who, wanted, number int) bool {
	r := w.fork(&w.states[c.at])
	for n := range c.count {
		handle := notation.Word{Text: r.Handles()[who]}
		c.with = append(c.with, notation.Line{Node: &notation.Turn{Number: number + n, Handle: handle, More: true}})
		if n > 0 && !w.foresee(r, c, n) {
			w.game.free(r)
			return false
		}
		if !w.fits(r, &c.with[n]) || r.Over() {
			w.game.free(r)
			return false
		}
		next, _ := r.Due()
		who = int(next.Seat)
	}
	c.with, c.after = append(c.with, w.Lines[c.at]), r
	return who == wanted
}

// If two turns in a row are missing, the lines after both narrow the candidates for the first,
// because most lines do not depend on the second. With the second turn not played, keep the
// candidates under which the fewest of the next foreseen turn lines are wrong. If these fit no
// farther and the numbers show missing turns, keep some more; if those do not fit either, all.
const (
	foreseen       = 8
	mostUnforeseen = 5 // of them may be wrong

	surelyMissing = 3   // of these ways
	wrongToo      = 2   // how many more may be wrong
	mostFollowed  = 100 // positions of which it is asked what can follow
)

// foresee narrows so what the turn before the one of line n of a candidate can have been. It
// reports whether anything is left.
func (g *game) foresee(r *verify.Replay, c *candidate, n int) bool {
	if c.width == 2 {
		return r.Size() <= mostFollowed
	}
	wrong := func(q *verify.Replay, most int) int { return g.wrongBehind(q, c.at, most) }
	if c.width == 1 {
		return r.Likeliest(mostUnforeseen, wrongToo, wrong)
	}
	return r.Likeliest(0, 0, wrong) || r.Likeliest(mostUnforeseen, 0, wrong)
}

// wrongBehind counts which of the lines from i on are wrong, up to one more than most.
func (g *game) wrongBehind(q *verify.Replay, i, most int) (wrong int) {
	if g.budget <= 0 {
		return most + 1
	}
	q.Skip() // the other turn
	for turns := 0; i < len(g.Lines) && turns < foreseen; i++ {
		line := &g.Lines[i]
		if line.IsTurn() {
			turns++
		}
		t := q.Try(line)
		if g.budget -= t.Size; t.Errors > 0 {
			if wrong++; wrong > most {
				return wrong
			}
		}
	}
	return wrong
}

// near calls add with the words that may replace word k of a turn, for less than bound.
func (w *weighing) near(i int, t *notation.Turn, k int, bound float64, add func(k kind, cost float64, text string)) {
	if bound <= oneCharacter {
		return
	}
	before := w.fork(&w.states[i])
	defer w.game.free(before)
	turn := *t
	turn.Actions = t.Actions[:k]
	if line := (notation.Line{Node: &turn}); !w.fits(before, &line) {
		w.states[i].ForkInto(before)
		before.Try(&line)
	}
	if !before.Ready() || before.Over() {
		return
	}
	written := t.Actions[k].Text
	own := w.Begin.Notation().Parts(written)
	card := own.Last(notation.IsCard)
	words := before.Tree().Words(w.words[:0])
	w.words = words
	nearest := unbound
	for _, text := range words {
		if card.Text != "" { // where cards are noted down
			if parts := w.Begin.Notation().Parts(text); parts.Text(notation.IsAnswer) != "" {
				text = parts.With(card).String()
			}
		}
		if text == written {
			continue
		}
		kind, cost := word, float64(anyAction)
		if d := distance(text, written, 2); d == 1 {
			kind, cost = character, oneCharacter
		} else if parts := w.Begin.Notation().Parts(text); onePart(text, parts, written, own) {
			cost = anotherPart
		} else if d == 2 {
			kind, cost = character, twoCharacters
		} else if len(parts) > 1 && strings.HasPrefix(written, text[:parts[1].Start]) {
			cost = sameDie
		}
		if cost < bound {
			add(kind, cost, text)
		}
		nearest = min(nearest, cost)
	}
	if nearest <= oneCharacter {
		return
	}
	routes := w.routes(own, before, words)
	for _, text := range routes {
		add(character, oneCharacter, text)
	}
	if nearest < anotherPart || bound <= anotherPart || i != w.slip.line {
		return
	}
	for _, text := range w.detours(own, before, words) {
		if distance(text, written, 1) > 1 {
			add(word, anotherPart, text)
		} else if !slices.Contains(routes, text) {
			add(character, oneCharacter, text)
		}
	}
}

// detours are the words with a hop more or less than one with a route, or with another hop, of which there
// may be others than those that legal actions are written with.
func (g *game) detours(own notation.Parts, before *verify.Replay, legal []string) (texts []string) {
	if len(own)-len(own.Without(notation.IsSign)) < 2 { // there is one way
		return nil
	}
	add := func(at, size int, hop ...notation.Part) {
		text := slices.Replace(slices.Clone(own), at, at+size, hop...).String()
		if !slices.Contains(legal, text) && g.Begin.Notation().Parses(text) {
			texts = append(texts, text)
		}
	}
	var signs []string
	for _, word := range legal {
		for _, p := range g.Begin.Notation().Parts(word) {
			if p.Role == notation.IsSign && !slices.Contains(signs, p.Text) {
				signs = append(signs, p.Text)
			}
		}
	}
	spaces := before.Board().Scene(strings.Clone).Board.Spaces
	for i, p := range own {
		if p.Role != notation.IsSign || i+1 == len(own) {
			continue
		}
		add(i, 2)
		for _, sign := range signs {
			for _, space := range spaces {
				hop := notation.Parts{p, own[i+1]}
				hop[0].Text, hop[1].Text = sign, space.Name
				add(i, 2, hop...)
				add(i, 0, hop...)
			}
		}
	}
	return texts
}

// routes are the words that differ by one character from one with a route, which is longer than
// those that legal actions are written with: of the ways to one end, one alone is among them.
func (g *game) routes(own notation.Parts, before *verify.Replay, legal []string) (texts []string) {
	if len(own)-len(own.Without(notation.IsSign)) < 2 { // there is one way
		return nil
	}
	names := map[notation.Role][]string{}
	for _, space := range before.Board().Scene(strings.Clone).Board.Spaces {
		names[notation.IsTo] = append(names[notation.IsTo], space.Name)
	}
	names[notation.IsFrom] = names[notation.IsTo]
	for _, word := range legal {
		names[notation.IsPiece] = append(names[notation.IsPiece], g.Begin.Notation().Parts(word).Text(notation.IsPiece))
	}
	for i, p := range own {
		for _, name := range names[p.Role] {
			other := slices.Clone(own)
			other[i].Text = name
			if text := other.String(); distance(name, p.Text, 1) == 1 && !slices.Contains(legal, text) && !slices.Contains(texts, text) {
				texts = append(texts, text)
			}
		}
	}
	return texts
}

// onePart reports whether a legal word and a written one differ in a single part: a roll, a space, a
// category.
func onePart(legal string, parts notation.Parts, written string, own notation.Parts) bool {
	return (own == nil || len(own) == len(parts)) && slices.ContainsFunc(parts, func(p notation.Part) bool {
		return strings.HasPrefix(written, legal[:p.Start]) && strings.HasSuffix(written[p.Start:], legal[p.End:])
	})
}

// distance returns the number of characters in which two words differ; two swapped neighbours count
// once. A distance greater than most is returned as most+1.
func distance(a, b string, most int) int {
	const long = 40
	if len(a)-len(b) > most || len(b)-len(a) > most || len(a) >= long || len(b) >= long {
		return most + 1
	}
	var rows [3][long]int8
	for k := range len(b) + 1 {
		rows[0][k] = int8(k)
	}
	for i := 1; i <= len(a); i++ {
		now, before, twice := &rows[i%3], &rows[(i+2)%3], &rows[(i+1)%3]
		now[0] = int8(i)
		least := now[0]
		for k := 1; k <= len(b); k++ {
			d := before[k-1]
			if a[i-1] != b[k-1] {
				d++
			}
			d = min(d, before[k]+1, now[k-1]+1)
			if i > 1 && k > 1 && a[i-1] == b[k-2] && a[i-2] == b[k-1] {
				d = min(d, twice[k-2]+1)
			}
			now[k] = d
			least = min(least, d)
		}
		if int(least) > most {
			return most + 1
		}
	}
	return min(int(rows[len(a)%3][len(b)]), most+1)
}
