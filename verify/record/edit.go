package record

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/verify"
	"tpnote/verify/draft"
)

// slot is the place of an action in the text: its line, from 0, and its index in that line.
type slot struct {
	line, action int
	insert       bool // the next action goes before it
	side         bool // the next action goes in a side line, as another move
}

// live is the end of the log.
var live = slot{line: -1}

// step is a change that can be taken back: the edits that take it back, in order, and what was known before it
// besides the text. A step without edits is an answer.
type step struct {
	edits []draft.Edit
	at    slot
	pending
}

// edit makes some edits, one after the other, and returns those that take them back, in order.
func (r *Recorder) edit(edits ...draft.Edit) (undo []draft.Edit) {
	for _, e := range edits {
		if undo = slices.Insert(undo, 0, r.draft.Edit(e).Undo); r.Watch != nil {
			r.Watch(e)
		}
		r.changes++
	}
	return undo
}

// change makes an edit as a step of its own.
func (r *Recorder) change(e draft.Edit) {
	r.undo, r.redo, r.held = append(r.undo, step{r.edit(e), r.at, r.pending}), nil, false
}

// add makes one more edit part of the last step.
func (r *Recorder) add(e draft.Edit) {
	s := &r.undo[len(r.undo)-1]
	s.edits = append(r.edit(e), s.edits...)
}

// move makes the last step of one list, and puts the step that takes it back on the other.
func (r *Recorder) move(from, to *[]step) {
	n := len(*from) - 1
	s := (*from)[n]
	*from, *to = (*from)[:n], append(*to, step{r.edit(s.edits...), r.at, r.pending})
	r.at, r.pending = s.at, s.pending
}

// takeBack takes back the last change. Before the first of this run, it removes the last word or line of the game.
func (r *Recorder) takeBack() {
	if len(r.undo) > 0 {
		r.move(&r.undo, &r.redo)
	} else if e, ok := r.last(); ok {
		redo := r.redo
		r.change(e)
		r.result()
		r.undo, r.redo, r.at = nil, append(redo, r.undo...), live
	} else {
		r.say("There is nothing to take back.")
	}
	r.held = true
}

// Branch goes to an action of a line of the text, both from 0: the next action is written in a
// side line after the turn, as another move. It reports whether there is such an action.
func (r *Recorder) Branch(line, action int) bool {
	r.Edited(false)
	if t := r.turn(line); t != nil && action < len(t.Actions) && r.game().Base() <= line {
		r.at, r.ask = slot{line: line, action: action, side: true}, question{}
		r.begin()
	}
	return r.at.side
}

// Unbranch goes back to the end of the log, without the action that is half entered.
func (r *Recorder) Unbranch() {
	if r.at.side {
		r.restart(r.answers)
	}
}

// bringBack brings back the last change that was taken back, with the answers before it.
func (r *Recorder) bringBack() {
	if len(r.redo) == 0 {
		r.say("There is nothing to bring back.")
	}
	r.held = false
	for before := r.changes; len(r.redo) > 0 && r.changes == before; {
		r.move(&r.redo, &r.undo)
	}
}

// last is the edit that takes the last word or line off the game's body.
func (r *Recorder) last() (draft.Edit, bool) {
	i, _ := r.seek(r.game().After()-1, -1, func(line notation.Line) bool { return strings.TrimSpace(line.Text) != "" })
	if i < 0 {
		return draft.Edit{}, false
	}
	if t := r.turn(i); t != nil && !t.More {
		return r.without(i, len(t.Actions)-1), true
	}
	return r.erased(i), true
}

// without is the edit that removes an action of a turn, or its line if that is all it has.
func (r *Recorder) without(line, action int) draft.Edit {
	switch all := r.turn(line).Actions; {
	case len(all) == 1:
		return r.erased(line)
	case action == 0:
		return r.draft.Within(line, all[0].Span.Start, all[1].Span.Start, "")
	default:
		return r.draft.Within(line, all[action-1].Span.End, all[action].Span.End, "")
	}
}

// erased is the edit that removes a line.
func (r *Recorder) erased(i int) draft.Edit {
	return draft.Edit{Start: r.draft.Start(i), End: r.draft.Start(i + 1)}
}

// lineEdit puts a line before line i of the text, or at its end.
func (r *Recorder) lineEdit(i int, text string) draft.Edit {
	if i < 0 || i >= r.draft.Lines() {
		return r.draft.Tail(text)
	}
	return r.draft.Within(i, 0, 0, text+"\n")
}

// write puts a line at the end of the game, or before the line that is changed.
func (r *Recorder) write(text string) {
	r.change(r.lineEdit(r.at.line, text))
	if r.at == live {
		r.settle()
	} else {
		r.at.line++
	}
}

// turnHead is how the line of the next turn begins: its number and its player.
func (r *Recorder) turnHead(p *verify.Replay) string {
	number, handle := 1, ""
	if handles := r.handles(); len(handles) > 0 {
		handle = handles[0]
	}
	if p != nil {
		c := p.Clock()
		number, handle = int(c.Number), p.Handles()[c.Seat]
	}
	return strconv.Itoa(number) + ". " + handle
}

// place is where new actions go, and what is known of them there.
type place struct {
	words  string     // the new actions
	action int        // the first of them in its line, from 1
	before int        // the line of the log that is judged with them, or that they come before; that of live for none
	text   string     // the line with them
	edit   draft.Edit // writes them

	said  string           // what the first of them does
	wrong []verify.Finding // why they are not legal
}

// placed is where words go.
func (r *Recorder) placed(words string) place {
	w := place{words: words, before: r.at.line}
	from, to, written := 0, 0, words
	if r.at != live {
		at := r.turn(w.before).Actions[r.at.action].Span
		from, to, w.action = at.Start, at.End, r.at.action+1
		if r.at.insert {
			to, written = from, words+" "
		}
	} else if i, t := r.openTurn(r.here()); t != nil {
		w.before, w.action = i, len(t.Actions)+1
		from, written = t.Actions[len(t.Actions)-1].Span.End, " "+words
		to = from
	} else {
		w.text, w.action = r.turnHead(r.here())+" "+words, 1
		w.edit = r.draft.Tail(w.text)
		return w
	}
	line := r.draft.Line(w.before)
	if !r.at.side {
		w.text, w.edit = line[:from]+written+line[to:], r.draft.Within(w.before, from, to, written)
		return w
	}
	after := w.before + 1
	if r.ruled(w.before) {
		after++
	}
	w.text = line[:from] + words
	w.edit = r.lineEdit(after, "(\n"+w.text+"\n)")
	return w
}

// openTurn is the turn that goes on where the log ends, and its line; nil if the next action begins another.
func (r *Recorder) openTurn(end *verify.Replay) (int, *notation.Turn) {
	if end == nil || end.Clock().Phase != rules.Open {
		return -1, nil
	}
	i, line := r.seek(r.game().After()-1, -1, func(line notation.Line) bool {
		_, ruling := line.Node.(*notation.Ruling)
		return written(line) && !ruling
	})
	c := end.Clock()
	if t := turnOf(line); t != nil && t.Number == int(c.Number) && t.Handle.Text == end.Handles()[c.Seat] && !t.More {
		return i, t
	}
	return -1, nil
}

// ruled reports whether a ruling follows the turn of a line.
func (r *Recorder) ruled(line int) bool {
	_, next := r.seek(line+1, 1, written)
	_, ruling := next.Node.(*notation.Ruling)
	return ruling
}

// judged judges a text as the next line before a line of the log, or where the log ends if that is -1.
func (r *Recorder) judged(line int, text string) (ev verify.Event) {
	g := r.game()
	p := g.End()
	if line != live.line {
		p = g.Before(line)
	}
	if p != nil {
		ev = p.Fork().Line(notation.ParseLine(text, max(line, 0)+1))
	}
	return ev
}

// refusal is the first error of a text as a line, as judged has it; nil if it has none.
func (r *Recorder) refusal(line int, text string) *verify.Finding {
	return verify.FirstError(r.judged(line, text).Findings)
}

// judge finds out what the new actions do, and the errors.
func (r *Recorder) judge(w *place) {
	ev, end := r.judged(w.before, w.text), w.action+len(strings.Fields(w.words))
	for _, f := range ev.Findings {
		own := f.Action >= w.action && f.Action < end
		if f.Severity == verify.SeverityError && (own || f.Action == 0 && (w.action == 1 || f.Malformed)) {
			w.wrong = append(w.wrong, f)
		}
	}
	if w.action <= len(ev.Actions) {
		w.said = ev.Who + " " + ev.Words[w.action-1].Text
		if done := ev.Actions[w.action-1].Said; done != "" {
			w.said += ": " + done
		}
	}
}

// put records words. If they are not legal, it asks first; words that are no actions it refuses.
func (r *Recorder) put(words string) {
	if r.locked() {
		return
	}
	w := r.placed(words)
	r.judge(&w)
	malformed := slices.IndexFunc(w.wrong, func(f verify.Finding) bool { return f.Malformed })
	switch {
	case malformed >= 0:
		r.say(w.wrong[malformed].Message, "This is not an action, and cannot be recorded.")
	case len(w.wrong) > 0:
		r.refuse(w)
	default:
		r.record(w, false)
	}
}

// record makes the edit of some words; stands adds the ruling that allows them.
func (r *Recorder) record(w place, stands bool) {
	_, before := r.ending()
	r.change(w.edit)
	r.say(cmp.Or(w.said, "Written: "+w.text))
	if line := r.draft.LineAt(w.edit.Start + strings.LastIndex(w.edit.Text, w.words)); stands && !r.ruled(line) {
		r.add(r.lineEdit(line+1, "ruling stands"))
	}
	r.seat = -1
	switch {
	case r.at.side:
		r.at = live
	case r.at != live:
		r.step(1)
	}
	r.settle()
	if result, over := r.ending(); over && !before {
		r.say("The game is over: " + result)
	}
}

// ending is the result where the log ends, "" without a position, and whether the game is over in every position there.
func (r *Recorder) ending() (result string, over bool) {
	p := r.game().End()
	if p == nil || !p.Ready() || p.InGap() {
		return "", false
	}
	a := allows(p)
	return a.result, len(a.seats) == 0
}

// Play lets chance roll and play an action where the log ends: among the best actions or among all
// legal ones. right is how many of a hundred questions are answered right.
func (r *Recorder) Play(best bool, right int) {
	if p := r.here(); p != nil && len(r.know().moves) > 0 {
		before := r.changes
		r.entry, r.ask = nil, question{}
		word, _ := p.Fork().Tree().Pick(nil, r.Chance, best, right)
		r.put(string(word))
		r.end(before)
	}
}

// settle writes the lines that follow from the last change: the result, and at the end of the game the secrets.
func (r *Recorder) settle() {
	if _, over := r.ending(); over {
		for _, s := range r.Unrevealed() {
			r.add(r.draft.Tail("reveal " + s.Handle + " " + s.Number + " " + s.Salt))
		}
	}
	r.result()
}

// result updates the Result tag, unless the players decided the game.
func (r *Recorder) result() {
	result, _ := r.ending()
	if result == "" {
		return
	}
	p := r.game().End()
	how, _ := p.Tag("Termination")
	if given, tagged := p.Tag("Result"); !tagged || given == result || verify.Terminated(how) && result == "*" {
		return
	}
	if tag := r.game().Tag("Result"); tag != nil {
		i := tag.Name.Span.Line - 1
		r.add(r.draft.Within(i, 0, len(r.draft.Line(i)), notation.FormatTag("Result", result)))
	}
}
