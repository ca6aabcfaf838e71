package view

import (
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/rules/variant"
	"tpnote/verify"
	"tpnote/verify/draw"
	"tpnote/verify/explain"
	"tpnote/verify/lesson"
	"tpnote/verify/report"
)

// Question is asked before a moment is shown. The page has it as JSON.
type Question struct {
	Moment  int      `json:"m"` // the number of moments before the question
	Ask     string   `json:"a"`
	Hints   []string `json:"h,omitempty"`
	Kind    Kind     `json:"k"`
	Die     int      `json:"d,omitempty"` // the roll that it is about; 0 for none
	Options []Option `json:"o"`           // in an order that hints at nothing
	Rings   []int    `json:"g,omitempty"` // spaces to look at, as indexes in Board.Spaces
	Arrows  [][2]int `json:"w,omitempty"`
	worth   float64  // of a question of our own: how rare and subtle its rules are
}

// Kind is how a question is answered.
type Kind string

const (
	PickOne     Kind = "one"     // one right answer is enough
	PickSeveral Kind = "several" // all that are right have to be found
	PickPlace   Kind = "place"   // by showing where on the board to go; one is enough
)

// Option is an answer that can be given.
type Option struct {
	Text  string `json:"t"`
	Right bool   `json:"r,omitempty"`
	Why   string `json:"w"` // why it is right, or why not
	From  int    `json:"f"` // the spaces that it is about, as indexes in Board.Spaces; -1 for none
	To    int    `json:"s"`
	Word  string `json:"x,omitempty"` // how it is written, without marks; "" for prose
	More  bool   `json:"z,omitempty"` // the short list leaves it out
	law   Law    // of a move that is not allowed
}

// short is how many answers a list offers where a learner may also show or write one.
const short = 9

// Quiz is the questions that the author of the log asks, or else questions of our own.
func (f *Film) Quiz() []Question {
	if len(f.authored) == 0 {
		return f.ask(questions)
	}
	return f.ownQuestions()
}

// ownQuestions are those that the log asks.
func (f *Film) ownQuestions() []Question {
	return variant.Each(f.authored, f.authoredQuestion)
}

// authoredQuestion makes a question of the log one that can be asked.
func (f *Film) authoredQuestion(a *lesson.Question) Question {
	q := Question{
		Moment: a.Moments, Ask: report.OneLine(a.Text), Kind: PickOne, Hints: variant.Each(a.Hints, report.OneLine),
		Rings:  variant.Each(a.Rings, a.Space),
		Arrows: variant.Each(a.Arrows, func(ends [2]string) [2]int { return [2]int{a.Space(ends[0]), a.Space(ends[1])} }),
	}
	switch {
	case a.Prose():
		for i, text := range slices.Concat(a.Answers, a.Options) {
			q.Options = append(q.Options, prose(report.OneLine(text), i < len(a.Answers), ""))
		}
	case strings.Contains(a.Answers[0], " "):
		q.Kind = PickSeveral
		f.moves(&q, a, 4)
	default:
		q.Kind = PickPlace
		f.moves(&q, a, math.MaxInt)
	}
	q.sort()
	return q
}

// option is a move as an answer.
func option(c draw.Choice, right bool, why string) Option {
	return Option{Text: report.OneLine(c.Brief), Right: right, Why: why, From: c.From, To: c.To}
}

// prose is an answer that is no move. It has the reason if it is right: a learner looks for it there.
func prose(text string, right bool, why string) Option {
	if !right {
		why = ""
	}
	return Option{Text: text, Right: right, Why: strings.TrimSpace(why), From: -1, To: -1}
}

// moves adds what a learner may try: the right moves, those that the author calls wrong, and moves of other rolls
// with the reasons against them: at most most wrong ones. Of several moves to one place it adds the first.
func (f *Film) moves(q *Question, a *lesson.Question, most int) {
	p, board := a.Position, a.Position.Board()
	var known []draw.Choice
	wrong := 0
	add := func(a verify.Action, good bool, why string) {
		c := board.Choice(a)
		if (good || wrong < most) && !slices.ContainsFunc(known, c.Same) {
			known = append(known, c)
			if !good {
				wrong++
			}
			o := option(c, good, why)
			o.Word, o.More = p.Notation().Parts(p.Notation().Write(a)).Unmarked(), !good && wrong > short
			q.Options = append(q.Options, o)
		}
	}
	for _, word := range strings.Fields(strings.Join(a.Answers, " ")) {
		if done, ok := p.Read(word); ok {
			q.Die = done.Die
			add(done, true, f.allowing(explain.Allowing(p, done)))
		}
	}
	for _, w := range a.Wrongs {
		if done, ok := p.Read(w.Word); ok {
			add(done, false, sentence(report.OneLine(w.Why)))
		}
	}
	for _, l := range f.choicesIn(p) {
		tried := l.Action
		tried.Die = q.Die
		why := "It is legal, but it is not what is asked for."
		if found := p.Why(p.Notation().Write(tried)); len(found) > 0 {
			why = against(&found[0])
		}
		add(tried, false, why)
	}
}

// sort puts the options into an order that hints at nothing.
func (q *Question) sort() {
	sort.SliceStable(q.Options, func(i, j int) bool { return q.Options[i].Text < q.Options[j].Text })
}

// Asks reports whether a question is asked on the way on from a moment.
func (f *Film) Asks(q *Question, moment int) bool { return f.Next(q.Moment-1) == f.Next(moment) }

// ask chooses at most most moments to ask about, rare and subtle rules first, and returns the
// questions in the order of the game. The engine decides which answers are right.
func (f *Film) ask(most int) []Question {
	reasons, count := f.reasons()
	var all []Question
	for i := range f.Moments {
		if f.Moments[i].Who == "" || f.Moments[i].Side > 0 {
			continue
		}
		q, bonus := f.question(i)
		if right := slices.ContainsFunc(q.Options, func(o Option) bool { return o.Right }); right && len(q.Options) > 1 {
			for _, name := range reasons[i] {
				q.worth = max(q.worth, 1/float64(count[name])) // how rare it is
			}
			q.worth += bonus
			all = append(all, q)
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].worth > all[j].worth })
	all = all[:min(most, len(all))]
	sort.Slice(all, func(i, j int) bool { return all[i].Moment < all[j].Moment })
	return all
}

// reasons are the rules and the findings of each moment, and how often each comes up in this game.
func (f *Film) reasons() (names [][]string, count map[string]int) {
	names, count = make([][]string, len(f.Moments)), map[string]int{}
	for i := range f.Moments {
		names[i] = variant.Each(f.Rules(i), func(l Law) string { return l.Name })
		for _, found := range f.Moments[i].Findings {
			names[i] = append(names[i], string(f.Game.Findings[found].Code))
		}
		for _, name := range names[i] {
			count[name]++
		}
	}
	return names, count
}

// question asks what fits a moment: who has won, if a player has won or claims to; which moves
// are legal, if a rule forbids some; otherwise what happens next. The bonus rates the question.
func (f *Film) question(moment int) (q Question, bonus float64) {
	m := &f.Moments[moment]
	claims := m.action.Given != "" && (m.action.Parts.Text(notation.IsAnswer) == "#" || m.action.Mark == "#")
	if claims || m.before.Result() != m.after.Result() {
		return f.whoHasWon(moment), 3
	}
	q, subtle := f.whichAreLegal(moment)
	if subtle > 0 && len(q.Options) > 2 {
		return q, 1 + float64(min(subtle, 3))/3
	}
	if moment%2 == 0 { // for variety
		return q, 0
	}
	return f.whatHappens(moment), 0
}

// plain are the reasons that everybody sees: the count is wrong.
var plain = []verify.Code{"unreachable", "wrong-count", "no-peg", "wrong-square", "not-your-piece"}

// whichAreLegal asks about the roll of a moment. Of the illegal moves, subtle are wrong by more than their count.
func (f *Film) whichAreLegal(moment int) (q Question, subtle int) {
	const each = 3 // legal moves and illegal ones
	m := &f.Moments[moment]
	die := m.action.Die
	q = Question{Moment: moment, Kind: PickSeveral, Die: die, Ask: "It is " + m.Who + "'s move. Which of these are legal?"}
	if die > 0 {
		q.Ask = m.Who + " has a " + strconv.Itoa(die) + ". Which of these moves are legal?"
	}
	all := f.choicesIn(m.before)
	if i := slices.IndexFunc(all, func(c *choice) bool { return c.Same(m.before.Board().Choice(m.action)) }); i > 0 {
		all[0], all[i] = all[i], all[0] // what was played is among the choices
	}
	for _, c := range all {
		if c.Die == die && len(q.Options) < each {
			q.Options = append(q.Options, option(c.Choice, true, "It is legal. "+f.allowing(c.Move.Rules())))
		}
	}
	wrong, subtle := f.temptations(m, all, die)
	q.Options = append(q.Options, wrong[:min(each, len(wrong))]...)
	q.sort()
	return q, min(each, subtle)
}

// temptations are illegal moves that look like legal ones: the move that the log has, if it
// is illegal, and what another roll or another piece could have done. Those come first of which
// a player may well not see what is wrong, as many as subtle says.
func (f *Film) temptations(m *Moment, all []*choice, die int) (wrong []Option, subtle int) {
	var obvious []Option
	seen := map[string]bool{}
	for _, c := range all {
		if c.Die == die {
			seen[c.Brief] = true
		}
	}
	try := func(word string) {
		a, ok := m.before.Read(word)
		if !ok {
			return
		}
		c := m.before.Board().Choice(a)
		if seen[c.Brief] || len(wrong)+len(obvious) > 12 {
			return
		}
		seen[c.Brief] = true
		if why := m.before.Why(word); len(why) > 0 {
			among := &wrong
			if slices.Contains(plain, why[0].Code) {
				among = &obvious
			}
			o := option(c, false, against(&why[0]))
			o.Word, o.law = word, LawOf(&why[0])
			*among = append(*among, o)
		}
	}
	try(m.Word)
	for i, c := range all {
		switch {
		case die > 0 && c.Die != die:
			a := c.Action
			a.Die = die
			try(m.before.Notation().Write(a))
		case die == 0 && i+1 < len(all): // one piece with another's way
			if other := all[len(all)-1-i].Action; len(c.Route) > 0 && len(other.Route) > 0 {
				try(m.before.Notation().Write(c.ending(other)))
			}
		}
	}
	return append(wrong, obvious...), len(wrong)
}

// ending is an action that ends as another one does.
func (c *choice) ending(other verify.Action) verify.Action {
	a, last := c.Action, len(other.Route)-2 // a sign and a space
	a.Route = slices.Concat(a.Route[:len(a.Route)-2], other.Route[last:])
	a.To, a.Due = other.To, ""
	return a
}

// whatHappens asks how a turn goes on.
func (f *Film) whatHappens(moment int) Question {
	m := &f.Moments[moment]
	handles := m.before.Handles()
	c := m.after.Clock()
	next, over := report.OneLine(handles[c.Seat]), c.Phase == rules.Over
	passes := !over && next != m.Who
	if next == m.Who {
		next = report.OneLine(handles[(int(c.Seat)+1)%len(handles)])
	}
	why := sentence(m.Said) + " " + join(f.Rules(moment))
	return Question{Moment: moment, Kind: PickOne, Ask: m.Who + " plays " + m.Word + ". What happens now?", Options: []Option{
		prose(m.Who+" goes on", !passes && !over, why), prose("the turn passes to "+next, passes, why), prose("the game is over", over, why),
	}}
}

// whoHasWon asks who has won after a moment.
func (f *Film) whoHasWon(moment int) Question {
	m := &f.Moments[moment]
	why := sentence(m.Said) + " " + join(f.Rules(moment))
	for _, found := range m.Findings {
		why += " " + against(&f.Game.Findings[found])
	}
	q := Question{Moment: moment, Kind: PickOne, Ask: m.Who + " plays " + m.Word + ". Who has won?"}
	winners := m.after.Outcome().Winners
	if len(winners) > 1 {
		q.Kind = PickSeveral
	}
	names := slices.Clone(winners)
	for _, handle := range m.after.Handles() {
		if !slices.Contains(names, handle) && !slices.ContainsFunc(winners, func(side string) bool { return strings.Contains(side, "+") }) {
			names = append(names, handle)
		}
	}
	for _, name := range names {
		q.Options = append(q.Options, prose(report.OneLine(name), slices.Contains(winners, name), why))
	}
	q.sort()
	q.Options = append(q.Options, prose("no player yet", winners == nil, why))
	return q
}

// allowing explains the most special of the rules that allow a move, without those that say what follows it.
func (f *Film) allowing(rules []string) string {
	v := f.Moments[0].after.Variant()
	follows := func(rule string) bool {
		return v.Has(rule) && v.Family.Point(rule).Meaning(v.Setting(rule).Value).Does == variant.Changes
	}
	return join(f.laws(slices.DeleteFunc(rules, follows)))
}

// join explains the last of several rules, which is the most special.
func join(laws []Law) string {
	if len(laws) == 0 {
		return ""
	}
	return laws[len(laws)-1].Explain()
}

// Explain is a rule in the words of its clause, with the clause as a footnote.
func (l Law) Explain() string {
	if l.Says == "" {
		return l.Text
	}
	return l.Says + " (" + l.Clause + ")"
}

// against is what is wrong with a move, and the rule that it breaks.
func against(found *verify.Finding) string {
	return sentence(report.OneLine(found.Message)) + " " + LawOf(found).Explain()
}

// sentence makes words a sentence.
func sentence(words string) string {
	if words == "" {
		return ""
	}
	return strings.ToUpper(words[:1]) + strings.TrimRight(words[1:], ".") + "."
}

// spot is a move that is not allowed, shown instead of what a moment did, for a learner to stop and to say why.
type spot struct {
	Question
	Heading string `json:"n"` // as of a moment
	From    int    `json:"f"` // the spaces of the piece, as indexes in Board.Spaces
	To      int    `json:"s"`
}

// apart is how many moves a learner sees between two that are not allowed, at least.
const apart = 4

// spots chooses moves that are not allowed: where a rule forbids one that a player may well try.
func (f *Film) spots() []spot {
	var all []spot
	last := -apart
	var reasons []string // each clause once
	for i := range f.Moments {
		m := &f.Moments[i]
		if m.Who == "" || m.Side > 0 || len(m.Findings) > 0 {
			continue
		}
		wrong, _ := f.temptations(m, f.choicesIn(m.before), m.action.Die)
		for _, o := range wrong {
			if says := o.law.Says; says != "" && !slices.Contains(reasons, says) {
				reasons = append(reasons, says)
			}
		}
		at := slices.IndexFunc(wrong, func(o Option) bool { return o.law.Says != "" && o.From >= 0 && o.To >= 0 })
		if at < 0 || i < last+apart {
			continue
		}
		last = i
		o := wrong[at]
		right := prose(o.law.Says, true, o.Why)
		all = append(all, spot{Question{Moment: i, Die: m.action.Die, Options: []Option{right}}, strconv.Itoa(m.Turn) + ". " + m.Who + "  " + o.Word, o.From, o.To})
	}
	for i := range all {
		s := &all[i]
		for k := range reasons { // others for every spot
			if r := reasons[(i+k)%len(reasons)]; len(s.Options) < 3 && r != s.Options[0].Text {
				s.Options = append(s.Options, prose(r, false, ""))
			}
		}
		s.sort()
	}
	return slices.DeleteFunc(all, func(s spot) bool { return len(s.Options) < 2 })
}
