package record

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/draft"
)

// slot is the place of an action in the text: its line, from 0, and its index in that line.
type slot struct{ line, action int }

// live is the end of the log.
var live = slot{-1, 0}

// step is a change of the text that can be taken back: edits that do that, in their order,
// and where the next action went before it.
type step struct {
	edits []draft.Edit
	at    slot
}

// edit makes some edits, one behind the other, and adds what takes them back to the last step
// of a list.
func (r *Recorder) edit(list []step, edits ...draft.Edit) {
	s := &list[len(list)-1]
	for _, e := range edits {
		s.edits = slices.Insert(s.edits, 0, r.draft.Edit(e).Undo)
	}
	r.changes++
}

// change makes an edit as a step of its own.
func (r *Recorder) change(e draft.Edit) {
	r.undo, r.redo = append(r.undo, step{at: r.at}), nil
	r.add(e)
}

// add makes one more edit part of the last step.
func (r *Recorder) add(e draft.Edit) { r.edit(r.undo, e) }

// move makes the last step of one list, and keeps on the other what takes it back.
func (r *Recorder) move(from, to *[]step) {
	n := len(*from) - 1
	s := (*from)[n]
	*from, *to = (*from)[:n], append(*to, step{at: r.at})
	r.edit(*to, s.edits...)
	r.at = s.at
}

// takeBack takes back the last change. Behind the first of this run it takes the last word or
// line off the game, until none is left.
func (r *Recorder) takeBack() {
	if len(r.undo) == 0 {
		e, ok := r.last()
		if !ok {
			r.say("There is nothing to take back.")
			return
		}
		r.redo = append(r.redo, step{at: r.at})
		r.edit(r.redo, e)
		r.at = live
		r.result()
		return
	}
	r.move(&r.undo, &r.redo)
}

// bringBack brings back what was taken back last.
func (r *Recorder) bringBack() {
	if len(r.redo) == 0 {
		r.say("There is nothing to bring back.")
		return
	}
	r.move(&r.redo, &r.undo)
}

// last is the edit that takes the last word or line off the game's body.
func (r *Recorder) last() (draft.Edit, bool) {
	g := r.game()
	for i := g.Base() + g.Len() - 1; i >= g.Base()+g.Body() && !r.blank(); i-- {
		line := r.draft.Parsed(i)
		if strings.TrimSpace(line.Text) == "" {
			continue
		}
		if t, ok := line.Node.(*notation.Turn); ok && len(t.Actions) > 1 && !t.More {
			n := len(t.Actions)
			return r.draft.Within(i, t.Actions[n-2].Span.End, t.Actions[n-1].Span.End, ""), true
		}
		return r.erased(i), true
	}
	return draft.Edit{}, false
}

// lineEdit puts a line in front of line i of the text, or at its end.
func (r *Recorder) lineEdit(i int, text string) draft.Edit {
	if i < 0 || i >= r.draft.Lines() {
		return r.draft.Tail(text)
	}
	at := r.draft.Start(i)
	return draft.Edit{Start: at, End: at, Text: text + "\n"}
}

// write puts a line at the end of the game, or in front of the line that is changed.
func (r *Recorder) write(text string) {
	if r.at != live {
		r.change(r.lineEdit(r.at.line, text))
		r.at.line++
		return
	}
	r.change(r.draft.Tail(text))
	r.settle()
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

// place is what a change of the actions of a line comes to: the edit, the line as it becomes,
// where it stands, and which of its actions are new: the first, from 1, and how many.
type place struct {
	edit          draft.Edit
	line          int
	text          string
	action, words int
}

// placed is where words go.
func (r *Recorder) placed(words string) (w place, ok bool) {
	p := r.here()
	count := len(strings.Fields(words))
	if r.at != live {
		line := r.draft.Parsed(r.at.line)
		t, turn := line.Node.(*notation.Turn)
		if !turn || r.at.action >= len(t.Actions) {
			return w, false
		}
		at := t.Actions[r.at.action].Span
		if r.insert {
			at.End, words = at.Start, words+" "
		}
		w = place{line: r.at.line, action: r.at.action + 1, words: count, text: line.Text[:at.Start] + words + line.Text[at.End:]}
		w.edit = r.draft.Within(w.line, at.Start, at.End, words)
		return w, true
	}
	if p != nil {
		if i, t, open := r.game().OpenTurn(p); open {
			i += r.game().Base()
			text := r.draft.Line(i)
			end := t.Actions[len(t.Actions)-1].Span.End
			return place{r.draft.Within(i, end, end, " "+words), i, text[:end] + " " + words + text[end:], len(t.Actions) + 1, count}, true
		}
	}
	text := r.turnHead(p) + " " + words
	e := r.draft.Tail(text)
	return place{edit: e, line: r.draft.LineAt(e.Start), text: text, action: 1, words: count}, true
}

// trial judges a line as it would become. It returns what the new actions do, and what is
// against them.
func (r *Recorder) trial(w place) (said string, wrong []verify.Finding) {
	var before *verify.Replay
	if r.at != live || w.action > 1 {
		g := r.game()
		before = g.Before(w.line - g.Base())
	} else if p := r.game().End(); p != nil {
		before = p.Fork()
	}
	if before == nil {
		return "", nil
	}
	ev := before.Line(notation.ParseLine(w.text, w.line+1))
	for _, f := range ev.Findings {
		own := f.Action >= w.action && f.Action < w.action+w.words
		if f.Severity == verify.SeverityError && (own || f.Action == 0 && (w.action == 1 || f.Malformed)) {
			wrong = append(wrong, f)
		}
	}
	if w.action <= len(ev.Actions) {
		said = ev.Who + " " + ev.Words[w.action-1].Text
		if done := ev.Actions[w.action-1].Said; done != "" {
			said += ": " + done
		}
	}
	return said, wrong
}

// put records words, or asks whether to do so where they may not be played.
func (r *Recorder) put(words string) {
	if r.locked() {
		return
	}
	w, ok := r.placed(words)
	if !ok {
		return
	}
	said, wrong := r.trial(w)
	if len(wrong) > 0 {
		r.refused = &refused{place: w, words: words, said: said, wrong: wrong, typed: r.entry}
		return
	}
	r.record(w, said, false)
}

// record makes the edit of some words; stands has the table let them stand.
func (r *Recorder) record(w place, said string, stands bool) {
	over := r.isOver()
	r.change(w.edit)
	r.say(cmp.Or(said, "Written: "+w.text))
	for r.draft.Line(w.line) != w.text {
		w.line++
	}
	if stands && !r.game().Ruled(w.line-r.game().Base()) {
		r.add(r.lineEdit(w.line+1, "ruling stands"))
	}
	r.seat = -1
	switch {
	case r.at != live && r.insert:
		r.at.action++
	case r.at != live:
		r.forward()
	}
	r.settle()
	if !over && r.isOver() {
		r.say("The game is over: " + allows(r.game().End()).result)
	}
}

// isOver reports whether the game is over where the log ends, whatever its unknown parts are.
func (r *Recorder) isOver() bool {
	p := r.game().End()
	return p != nil && p.Ready() && !p.InGap() && p.Over() && len(allows(p).seats) == 0
}

// settle writes what follows from the last change: how the game came out, and at its end the
// secrets.
func (r *Recorder) settle() {
	if r.isOver() {
		for _, s := range r.Unrevealed() {
			r.add(r.draft.Tail("reveal " + s.Handle + " " + s.Number + " " + s.Salt))
		}
	}
	r.result()
}

// result makes the Result tag say how the game stands, unless the table decided that.
func (r *Recorder) result() {
	g := r.game()
	p := g.End()
	if p == nil || !p.Ready() || p.InGap() {
		return
	}
	how, _ := p.Tag("Termination")
	result := allows(p).result
	if given, tagged := p.Tag("Result"); !tagged || given == result || verify.Terminated(how) && result == "*" {
		return
	}
	for i := g.Base(); i < g.Base()+g.Body(); i++ {
		line := r.draft.Parsed(i)
		if t, ok := line.Node.(*notation.Tag); !ok || t.Name.Text != "Result" {
			continue
		}
		e := r.draft.Within(i, 0, len(line.Text), notation.FormatTag("Result", result))
		if len(r.undo) > 0 {
			r.add(e)
		} else {
			r.edit(r.redo, e) // the first change of this run is being taken back
		}
		return
	}
}
