package record

import (
	"slices"
	"strconv"
	"strings"

	"tpnote/notation"
	"tpnote/verify"
)

// command is what a key does before an action is begun.
type command struct {
	writes bool // it changes the log
	do     func(r *Recorder)
}

// commands are the commands by their keys.
var commands = map[string]command{
	"u":         {true, (*Recorder).takeBack},
	"backspace": {true, (*Recorder).takeBack},
	"U":         {true, (*Recorder).bringBack},
	"ctrl+y":    {true, (*Recorder).bringBack},
	"left":      {false, func(r *Recorder) { r.step(-1) }},
	"right":     {false, func(r *Recorder) { r.step(1) }},
	"home":      {false, func(r *Recorder) { r.goTo("0") }},
	"end":       {false, (*Recorder).toEnd},
	"esc":       {false, (*Recorder).toEnd},
	":": {false, func(r *Recorder) {
		r.prompt(typed("Go to turn", "a number; enter alone: the end", r.goTo))
	}},
	"tab": {false, (*Recorder).nextSeat},
	"h":   {false, func(r *Recorder) { r.help = true }},
	"N":   {false, func(r *Recorder) { r.names = !r.names }},
	"n":   {false, (*Recorder).nextFinding},
	"f":   {true, (*Recorder).fix},
	"q":   {false, func(r *Recorder) { r.finished = true }},
	";":   {true, func(r *Recorder) { r.prompt(typed("Comment", "", r.comment)) }},
	"s":   {true, (*Recorder).askPosition},
	"l":   {true, (*Recorder).askLeaver},
	"w": {true, func(r *Recorder) {
		r.prompt(typed("Write", "actions, or a whole line of the log", r.typedWords))
	}},
	"g": {true, func(r *Recorder) {
		r.write("gap")
		r.say("gap: some turns are missing here. Set the position with s before the next turn.")
	}},
	"r": {true, (*Recorder).rule},
	"i": {true, func(r *Recorder) { r.at.insert = !r.at.insert && r.at != live }},
	"x": {true, (*Recorder).remove},
}

// command takes a key before an action is begun. A letter that begins a space enters it; its capital is the command.
func (r *Recorder) command(key string) {
	if lower := strings.ToLower(key); len(key) == 1 && r.spells(lower) {
		if key == lower {
			r.enter(key)
			return
		}
		key = lower
	}
	switch c, known := commands[key]; {
	case !known:
		r.enter(key)
	case !c.writes || !r.locked():
		r.drop()
		c.do(r)
	}
}

// askPosition asks for a position to write or to check.
func (r *Recorder) askPosition() {
	ask := typed("What is the position?", "change what is different; ctrl+u: clear the line", func(text string) { r.try("state " + text) })
	if p := r.here(); p != nil {
		ask.Given = p.Position()
	}
	r.prompt(ask)
}

// askLeaver asks which player leaves the game.
func (r *Recorder) askLeaver() {
	ask := typed("Who leaves the game?", "", func(handle string) { r.try("leave " + handle) })
	for _, h := range r.handles() {
		ask.offer(h, h)
	}
	r.prompt(ask)
}

// toEnd goes to the end of the log.
func (r *Recorder) toEnd() { r.at, r.seat = live, -1 }

// locked reports whether nothing can be changed, and says why.
func (r *Recorder) locked() bool {
	if r.ReadOnly == "" {
		return false
	}
	r.say("You can only look: " + r.ReadOnly)
	return true
}

// handles are the players.
func (r *Recorder) handles() []string {
	if p := r.game().End(); p != nil {
		return p.Handles()
	}
	return nil
}

// nextSeat has another player take the turn.
func (r *Recorder) nextSeat() {
	p := r.here()
	if p == nil || r.at != live || p.Over() || p.InGap() {
		return
	}
	n, next := len(p.Handles()), int(p.Clock().Seat)+1
	r.seat = -1
	for first := int(r.here().Clock().Seat); next%n != first; next++ {
		if r.seat = next % n; int(r.here().Clock().Seat) == r.seat { // else the player has left
			return
		}
	}
	r.seat = -1
}

// rule writes that the players allow the turn before.
func (r *Recorder) rule() {
	end := r.game().After()
	if r.at != live {
		end = r.at.line + 1
	}
	i, _ := r.seek(end-1, -1, written)
	after := max(i+1, r.game().Body())
	if f := r.refusal(after, "ruling stands"); f != nil {
		r.say(f.Message)
		return
	}
	r.change(r.lineEdit(after, "ruling stands"))
	r.say("ruling stands: the players allow the last move.")
}

// remove removes the action that the next one would replace.
func (r *Recorder) remove() {
	if r.at == live {
		r.say("There is no action here; u takes back the last one.")
		return
	}
	_, i := r.slots()
	r.change(r.without(r.at.line, r.at.action))
	all, _ := r.slots()
	r.at = all[i]
	r.settle()
}

// seek is the first line of the game's body that fits, from a line on by steps of 1 or -1; -1 if none does.
func (r *Recorder) seek(from, step int, fits func(line notation.Line) bool) (int, notation.Line) {
	for i := from; i >= r.game().Body() && i < r.game().After() && !r.blank(); i += step {
		if line := r.draft.Parsed(i); fits(line) {
			return i, line
		}
	}
	return -1, notation.Line{}
}

// written reports whether a line is neither blank nor a comment.
func written(line notation.Line) bool { return line.Node != nil }

// turnOf is the turn of a line; nil if the line has no action.
func turnOf(line notation.Line) *notation.Turn {
	if t, ok := line.Node.(*notation.Turn); ok && len(t.Actions) > 0 {
		return t
	}
	return nil
}

// turn is turnOf a line of the text.
func (r *Recorder) turn(line int) *notation.Turn { return turnOf(r.draft.Parsed(line)) }

// slots are the places of the actions of the game in their order, and the end; at is the index of the current place.
func (r *Recorder) slots() (all []slot, at int) {
	for i := r.game().Body(); i < r.game().After() && !r.blank(); i++ {
		if t := r.turn(i); t != nil {
			for n := range t.Actions {
				all = append(all, slot{line: i, action: n})
			}
		}
	}
	all = append(all, live)
	return all, slices.Index(all, slot{line: r.at.line, action: r.at.action})
}

// step goes some actions on, or back if by is negative; the end comes after the last.
func (r *Recorder) step(by int) {
	all, at := r.slots()
	switch at += by; {
	case at < 0:
		r.say("This is the beginning.")
	case at < len(all):
		r.at, r.seat = all[at], -1
	}
}

// goTo goes to the first action of the first turn with a number or a higher one; without a number to the end.
func (r *Recorder) goTo(text string) {
	r.toEnd()
	number, err := strconv.Atoi(text)
	if err != nil {
		return
	}
	r.at.line, _ = r.seek(r.game().Body(), 1, func(line notation.Line) bool {
		t := turnOf(line)
		return t != nil && t.Number >= number
	})
	if r.at == live && number > 0 {
		r.say("There is no turn " + text + " yet.")
	}
}

// nextFinding goes to the next turn with a finding; after the last comes the first.
func (r *Recorder) nextFinding() {
	found := slices.SortedStableFunc(slices.Values(r.Meant().Findings), func(a, b verify.Finding) int { return a.Span.Line - b.Span.Line })
	if len(found) == 0 {
		r.say("There are no findings.")
		return
	}
	next := slices.IndexFunc(found, func(f verify.Finding) bool { return r.at != live && f.Span.Line-1 > r.at.line })
	f := &found[max(0, next)]
	to := f.Span.Line - 1
	if t := r.turn(to); t != nil { // an action that is missing comes after the last
		r.at, r.seat = slot{line: to, action: max(0, min(f.Action, len(t.Actions))-1)}, -1
	}
	r.say(f.Message)
}

// fix offers the readings of the first error.
func (r *Recorder) fix() {
	found := r.Meant().Findings
	i := slices.IndexFunc(found, func(f verify.Finding) bool { return f.Severity == verify.SeverityError && len(f.Readings) > 0 })
	if i < 0 {
		r.say("There is nothing to correct.")
		return
	}
	f := &found[i]
	text := "Line " + strconv.Itoa(f.Span.Line) + ": " + f.Message + ". Which correction?"
	ask := &question{Question: Question{Ask: text}, take: func(text string) {
		if k, err := strconv.Atoi(text); err == nil {
			r.read(f.Readings[k-1])
		}
	}}
	for k, m := range f.Readings {
		ask.offer(m.Message, strconv.Itoa(k+1))
	}
	r.prompt(ask)
}

// refuse asks whether an action that is not legal is recorded all the same. Its end is to be chosen again.
func (r *Recorder) refuse(w place) {
	r.reopen(stageEnd)
	ask := typed("Record it anyway?", "", func(key string) {
		if key == notation.Unknown {
			r.forget(r.parts(w.words))
		} else {
			r.record(w, true)
		}
	})
	ask.Word = w.words
	for _, f := range w.wrong {
		ask.Wrong = append(ask.Wrong, f.Message)
	}
	r.prompt(ask)
}

// forget records an action that is refused with an unknown end: its roll, its piece and its answer are kept.
func (r *Recorder) forget(parts notation.Parts) {
	answer := stageAnswer.of(parts)
	if answer == nil && r.asks() {
		answer = r.unseen(stageAnswer)
	}
	r.entry = append(stageRoll.of(parts), stagePiece.of(parts)...)
	r.entry = slices.Concat(r.entry, r.unseen(stageEnd), answer)
	r.finish(nil)
}

// comment writes a comment at the end of the game, or after the line that is changed.
func (r *Recorder) comment(text string) {
	if text == "" {
		return
	}
	line := r.at.line
	if r.at != live {
		line++
	}
	r.change(r.lineEdit(line, "; "+text))
	r.say("Written: ; " + text)
}

// try writes a line that has more than a keyword, unless it has an error.
func (r *Recorder) try(text string) {
	if strings.HasSuffix(text, " ") || r.game().End() == nil {
		return
	}
	switch f := r.refusal(r.at.line, text); {
	case f == nil:
		r.write(text)
		r.say("Written: " + text)
	case f.Code == verify.CodeState && r.at == live:
		ask := &question{Question: Question{Ask: "The record says something else: " + f.Message}, take: func(cause string) {
			switch cause {
			case "gap":
				r.change(r.draft.Tail("gap"))
				r.add(r.draft.Tail(text))
			case "error":
				r.write(text)
			}
		}}
		ask.offer("turns are missing: write gap, then this position", "gap")
		ask.offer("the record is wrong: write this position as an error", "error")
		r.prompt(ask)
	default:
		r.say(f.Message)
	}
}

// typedWords takes a text in the notation of the log: actions, or a line.
func (r *Recorder) typedWords(text string) {
	if text == "" {
		return
	}
	line := notation.ParseLine(text, 1)
	switch line.Node.(type) {
	case *notation.Tag:
		r.say("Tags come before the first turn; they cannot be changed here.")
	case *notation.Turn, *notation.SideLine, *notation.Gap, nil:
		if f := r.refusal(r.at.line, text); f != nil && f.Malformed {
			r.say(f.Message)
			return
		}
		r.write(text)
	default:
		if keyword, rest, _ := strings.Cut(text, " "); rest != "" && len(line.Errors) == 0 {
			r.try(keyword + " " + strings.TrimSpace(rest))
		} else if turnOf(notation.ParseLine(r.placed(text).text, 1)) != nil {
			r.put(text)
		} else {
			for _, e := range line.Errors {
				r.say(e.Message)
			}
		}
	}
}

// read makes the edits of a reading.
func (r *Recorder) read(m verify.Reading) {
	e, ok := r.draft.Reading(m)
	if !ok {
		r.say("The log has no words for this correction.")
		return
	}
	if !r.draft.Mends(e, nil) {
		r.say("Not written: the game would be no better with it.")
		return
	}
	r.change(e)
	r.at = live
	r.settle()
	r.say("Corrected: " + m.Message)
}
