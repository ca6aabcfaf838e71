package record

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/draft"
	"tpnote/verify/readings"
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
	"left":      {false, (*Recorder).back},
	"right":     {false, (*Recorder).forward},
	"home":      {false, func(r *Recorder) { r.goTo(0) }},
	"end":       {false, (*Recorder).toEnd},
	"esc":       {false, (*Recorder).toEnd},
	":":         {false, (*Recorder).askTurn},
	"tab":       {false, (*Recorder).nextSeat},
	"h":         {false, func(r *Recorder) { r.help = true }},
	"N":         {false, func(r *Recorder) { r.names = !r.names }},
	"n":         {false, (*Recorder).nextFinding},
	"f":         {true, (*Recorder).fix},
	"q":         {false, func(r *Recorder) { r.finished = true }},
	";":         {true, func(r *Recorder) { r.prompt(prompt{ask: "Comment", take: r.comment}) }},
	"s":         {true, (*Recorder).askPosition},
	"l":         {true, (*Recorder).askLeaver},
	"w": {true, func(r *Recorder) {
		r.prompt(prompt{ask: "Write", hint: "actions, or a whole line of the log", take: r.typedWords})
	}},
	"g": {true, func(r *Recorder) {
		r.write("gap")
		r.say("gap: some turns are missing here. Set the position with s before the next turn.")
	}},
	"r": {true, (*Recorder).rule},
	"i": {true, func(r *Recorder) { r.insert = !r.insert && r.at != live }},
	"x": {true, (*Recorder).remove},
}

// command takes a key before an action is begun. A letter that begins the name of a space enters
// the space; its capital is then the command.
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
		c.do(r)
	}
}

// askTurn asks for a turn to go to.
func (r *Recorder) askTurn() {
	r.prompt(prompt{ask: "Go to turn", hint: "a number; enter alone: the end", take: func(text string) {
		if n, err := strconv.Atoi(text); err == nil {
			r.goTo(n)
		} else {
			r.toEnd()
		}
	}})
}

// askPosition asks for a position to write or to check.
func (r *Recorder) askPosition() {
	position := ""
	if p := r.here(); p != nil {
		position = p.Position()
	}
	r.prompt(prompt{ask: "What is the position?", given: position, hint: "change what is different; ctrl+u: clear the line", take: func(text string) { r.try("state", text) }})
}

// askLeaver asks which player leaves the game.
func (r *Recorder) askLeaver() {
	ask := prompt{ask: "Who leaves the game?", types: true, take: func(handle string) { r.try("leave", handle) }}
	for _, h := range r.handles() {
		ask.options = append(ask.options, Option{Text: h, value: h})
	}
	r.prompt(ask)
}

// toEnd goes to the end of the log.
func (r *Recorder) toEnd() { r.at, r.insert, r.side, r.seat = live, false, false, -1 }

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
	n, due := len(p.Handles()), r.seat
	if r.seat = -1; due < 0 {
		due = int(p.Clock().Seat)
	}
	first := int(r.here().Clock().Seat)
	for next := (due + 1) % n; next != first; next = (next + 1) % n {
		r.seat = next
		if int(r.here().Clock().Seat) == next {
			return
		}
		r.seat = -1 // who has left
	}
}

// rule writes that the players allow the turn before.
func (r *Recorder) rule() {
	end := r.end()
	if r.at != live {
		end = r.at.line + 1
	}
	i := r.seek(end-1, -1, written)
	if _, turn := r.parsed(i).(*notation.Turn); !turn {
		r.say("A ruling must directly follow a turn.")
		return
	}
	redo := r.redo
	r.change(r.lineEdit(i+1, "ruling stands"))
	for _, f := range r.Summary().Findings {
		if f.Code == verify.CodeRuling && f.Span.Line == i+2 {
			r.move(&r.undo, &r.redo)
			r.redo = redo
			r.say(f.Message)
			return
		}
	}
	r.say("ruling stands: the players allow the last move.")
}

// remove removes the action that the next one would replace.
func (r *Recorder) remove() {
	if r.at == live {
		r.say("There is no action here; u takes back the last one.")
		return
	}
	t := r.turn(r.at.line)
	if t == nil || len(t.Actions) == 1 {
		r.change(r.erased(r.at.line))
		r.forwardFrom(r.at.line)
		r.settle()
		return
	}
	i := min(r.at.action, len(t.Actions)-1)
	from, to := t.Actions[i].Span.Start, t.Actions[i].Span.End
	if i > 0 {
		from = t.Actions[i-1].Span.End
	} else {
		to = t.Actions[1].Span.Start
	}
	r.change(r.draft.Within(r.at.line, from, to, ""))
	if i == len(t.Actions)-1 {
		r.forwardFrom(r.at.line + 1)
	}
	r.settle()
}

// end is the line after the game.
func (r *Recorder) end() int { return r.game().Base() + r.game().Len() }

// seek is the first line of the game's body that fits, from a line on by steps of 1 or -1; -1 if none does.
func (r *Recorder) seek(line, step int, fits func(line notation.Line) bool) int {
	for ; line >= r.game().Base()+r.game().Body() && line < r.end() && !r.blank(); line += step {
		if fits(r.draft.Parsed(line)) {
			return line
		}
	}
	return -1
}

// written reports whether a line is neither blank nor a comment.
func written(line notation.Line) bool { return line.Node != nil }

// acts reports whether a line is a turn with an action.
func acts(line notation.Line) bool {
	t, ok := line.Node.(*notation.Turn)
	return ok && len(t.Actions) > 0
}

// parsed returns the node of a line of the text; nil for line -1.
func (r *Recorder) parsed(line int) notation.Node {
	if line < 0 {
		return nil
	}
	return r.draft.Parsed(line).Node
}

// turn is the turn of a line; nil if the line has no action.
func (r *Recorder) turn(line int) *notation.Turn {
	if t, ok := r.parsed(line).(*notation.Turn); ok && len(t.Actions) > 0 {
		return t
	}
	return nil
}

// goTo goes to the first action of the first turn with a number or a higher one.
func (r *Recorder) goTo(number int) {
	for i, text := range r.body() {
		digits, _, _ := strings.Cut(strings.TrimLeft(text, " \t"), ".")
		if n, err := strconv.Atoi(digits); err == nil && n >= number && r.turn(i) != nil {
			r.at, r.seat = slot{i, 0}, -1
			return
		}
	}
	r.toEnd()
	if number > 0 {
		r.say("There is no turn " + strconv.Itoa(number) + " yet.")
	}
}

// forward goes to the next action, or the end.
func (r *Recorder) forward() {
	if r.at == live {
		return
	}
	if t := r.turn(r.at.line); t != nil && r.at.action+1 < len(t.Actions) {
		r.at.action++
		return
	}
	r.forwardFrom(r.at.line + 1)
}

// forwardFrom goes to the first action from a line on, or the end.
func (r *Recorder) forwardFrom(line int) {
	if r.at = (slot{r.seek(line, 1, acts), 0}); r.at.line < 0 {
		r.at, r.insert = live, false
	}
}

// back goes to the action before.
func (r *Recorder) back() {
	if r.at != live && r.at.action > 0 {
		r.at.action--
		return
	}
	line := r.at.line
	if r.at == live {
		line = r.end()
	}
	line = r.seek(line-1, -1, acts)
	if t := r.turn(line); t != nil {
		r.at, r.seat = slot{line, len(t.Actions) - 1}, -1
		return
	}
	r.say("This is the beginning.")
}

// nextFinding goes to the next turn with a finding; after the last comes the first.
func (r *Recorder) nextFinding() {
	found := slices.Clone(r.Meant().Findings)
	if len(found) == 0 {
		r.say("There are no findings.")
		return
	}
	sort.SliceStable(found, func(i, j int) bool { return found[i].Span.Line < found[j].Span.Line })
	next := slices.IndexFunc(found, func(f verify.Finding) bool { return r.at != live && f.Span.Line-1 > r.at.line })
	f := &found[max(0, next)]
	to := f.Span.Line - 1
	if r.turn(to) != nil {
		r.at, r.seat = slot{to, 0}, -1
	}
	r.say(f.Message)
	if r.at != live && f.Action > 0 {
		r.at.action = f.Action - 1
	}
}

// fix offers the readings of the first error.
func (r *Recorder) fix() {
	found := r.Meant().Findings
	for i := range found {
		f := &found[i]
		if f.Severity != verify.SeverityError || len(f.Readings) == 0 {
			continue
		}
		ask := prompt{ask: "Line " + strconv.Itoa(f.Span.Line) + ": " + f.Message + ". Which correction?", take: func(text string) {
			if i, err := strconv.Atoi(text); err == nil {
				r.read(f.Readings[i-1])
			}
		}}
		for k, m := range f.Readings {
			ask.options = append(ask.options, Option{Text: m.Message, value: strconv.Itoa(k + 1)})
		}
		r.prompt(ask)
		return
	}
	r.say("There is nothing to correct.")
}

// refused is an action that is not legal. The next key decides whether it is recorded anyway.
type refused struct {
	place place
	words string
	said  string
	wrong []verify.Finding
}

// answerRefusal takes the key after a refusal.
func (r *Recorder) answerRefusal(key string) {
	f := r.refused
	switch key {
	case "enter":
		if slices.ContainsFunc(f.wrong, func(w verify.Finding) bool { return w.Malformed }) {
			r.say(notAction)
			return
		}
		r.entry, r.refused = entry{}, nil
		r.record(f.place, f.said, true)
	case "?":
		r.refused = nil
		r.forget(r.parts(f.words))
	case "esc", "backspace", "u", "left":
		r.refused = nil
		for r.entry.at(stageEnd).parts != nil {
			r.entry.stepBack()
		}
	default:
		r.say("It is not recorded yet: enter, ? or esc.")
	}
}

// forget records an action that is refused with an unknown end: its roll, its piece and its answer are kept.
func (r *Recorder) forget(parts notation.Parts) {
	r.entry = entry{}
	for _, s := range []stage{stageRoll, stagePiece} {
		if q := parts.Last(chooses[s][0]); q.Role != 0 {
			r.entry.take(chosen{stage: s, parts: notation.Parts{q}})
		}
	}
	r.entry.take(chosen{stage: stageEnd, parts: r.unseen(stageEnd).Parts})
	if answer := parts.Last(notation.IsAnswer); answer.Role != 0 {
		r.entry.take(chosen{stage: stageAnswer, parts: notation.Parts{answer}})
	} else if r.asks() {
		r.entry.take(chosen{stage: stageAnswer, parts: r.unseen(stageAnswer).Parts})
	}
	r.finish(nil)
}

// prompt is a question that is answered by a line of text, or one of some options.
type prompt struct {
	ask, hint string
	given     string // the answer that the recorder proposes
	options   []Option
	take      func(answer string) // the value of an option, or what is typed
	back      func() bool         // goes to the question before, and reports whether there is one; nil: the question can be left

	first   bool     // the first option is the answer of the key enter alone
	types   bool     // a text that is no option is an answer too
	whole   bool     // only the key enter ends the answer
	digits  int      // an answer of so many digits is complete; 0 for none
	numbers bool     // the answers are numbers, and letters are commands
	rolls   bool     // the answer is a roll
	secret  bool     // the answer is not shown
	slots   []string // as Screen has them
	answers []string // the answers, if each is one digit

	typed string // the answer before the cursor
	after string // after the cursor
}

// prompt asks a question, and gives the options without a key one.
func (r *Recorder) prompt(p prompt) {
	p.typed, p.options = p.given, numbered(p.options)
	r.ask = p
}

// asking reports whether a question is asked.
func (r *Recorder) asking() bool { return r.ask.take != nil }

// text is the answer that is typed.
func (p *prompt) text() string { return p.typed + p.after }

// edit takes a key that changes the typed answer or moves the cursor.
func (p *prompt) edit(key string) {
	typed, after := []rune(p.typed), []rune(p.after)
	n := len(typed)
	switch {
	case len([]rune(key)) == 1:
		p.typed += key
	case key == "home":
		p.typed, p.after = "", p.text()
	case key == "end":
		p.typed, p.after = p.text(), ""
	case key == "ctrl+u":
		p.typed = ""
	case key == "backspace" && n > 0:
		p.typed = string(typed[:n-1])
	case key == "left" && n > 0:
		p.typed, p.after = string(typed[:n-1]), string(typed[n-1])+p.after
	case key == "right" && len(after) > 0:
		p.typed, p.after = p.typed+string(after[0]), string(after[1:])
	}
}

// typeAnswer takes a key while a question is asked.
func (r *Recorder) typeAnswer(key string) {
	p := &r.ask
	one, blank := len([]rune(key)) == 1, p.text() == ""
	switch {
	case key == "ctrl+y", key == "U" && blank && p.numbers:
		r.ask = prompt{}
		r.bringBack()
	case key == "esc" && p.back == nil:
		r.ask = prompt{}
	case key == "esc", key == "u" && blank && p.numbers, key == "backspace" && blank && p.back != nil:
		switch {
		case p.back():
			r.ask = prompt{}
		case key == "esc":
			r.finished = blank && r.blank()
			p.typed, p.after = "", ""
		}
	case one && blank && (p.rolls || !p.whole && slices.ContainsFunc(p.options, func(o Option) bool { return o.Key == key })):
		p.typed = key
		r.answer()
	case key == "enter":
		r.answer()
	default:
		if p.edit(key); one && p.digits > 0 && len(p.text()) == p.digits && isDigits(p.text()) {
			r.answer()
		}
	}
}

// answer takes what is typed: an option by its key or its value, or a text.
func (r *Recorder) answer() {
	p := r.ask
	r.ask = prompt{}
	text := strings.TrimSpace(p.text())
	for i, o := range p.options {
		if text != "" && (text == o.Key || text == o.value) || text == "" && i == 0 && p.first {
			p.take(o.value)
			return
		}
	}
	if p.types || len(p.options) == 0 || text == "" {
		p.take(text)
	} else {
		r.say("There is no such choice.")
	}
}

// comment writes a comment.
func (r *Recorder) comment(text string) {
	switch {
	case text == "":
		return
	case r.at == live:
		r.write("; " + text)
	default:
		r.change(r.lineEdit(r.at.line+1, "; "+text))
	}
	r.say("Written: ; " + text)
}

// try writes a line of a keyword, unless it has an error.
func (r *Recorder) try(keyword, rest string) {
	p, text := r.game().End(), keyword+" "+rest
	if r.at != live {
		g := r.game()
		p = g.Before(r.at.line - g.Base())
	}
	if p == nil || rest == "" {
		return
	}
	ev := p.Fork().Line(notation.ParseLine(text, 1))
	for _, f := range ev.Findings {
		switch {
		case f.Severity != verify.SeverityError:
		case f.Code == verify.CodeState && r.at == live:
			r.prompt(prompt{ask: "The record says something else: " + f.Message, options: []Option{
				{Text: "turns are missing: write gap, then this position", value: "gap"},
				{Text: "the record is wrong: write this position as an error", value: "error"},
			}, take: func(cause string) {
				switch cause {
				case "gap":
					r.change(r.draft.Tail("gap"))
					r.add(r.draft.Tail(text))
				case "error":
					r.write(text)
				}
			}})
			return
		default:
			r.say(f.Message)
			return
		}
	}
	r.write(text)
	r.say("Written: " + text)
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
	case *notation.Turn, *notation.SideLine, nil:
		r.write(text)
	case *notation.Bad:
		if len(strings.Fields(text)) == 1 {
			r.put(text)
			return
		}
		w, ok := r.placed(text)
		if _, turn := notation.ParseLine(w.text, 1).Node.(*notation.Turn); ok && turn {
			r.put(text)
			return
		}
		for _, e := range line.Errors {
			r.say(e.Message)
		}
	default:
		if keyword, rest, _ := strings.Cut(text, " "); len(line.Errors) == 0 {
			r.try(keyword, strings.TrimSpace(rest))
			return
		}
		r.put(text)
	}
}

// read makes the edits of a reading.
func (r *Recorder) read(m verify.Reading) {
	before := r.Text()
	after, done := readings.Apply(string(before), 1, []verify.Reading{m})
	if done == 0 || after == string(before) {
		r.say("The log has no words for this correction.")
		return
	}
	e := draft.Difference(0, before, after)
	if !r.draft.Mends(e, nil) {
		r.say("Not written: the game would be no better with it.")
		return
	}
	r.change(e)
	r.at = live
	r.settle()
	r.say("Corrected: " + m.Message)
}

// erased is the edit that removes a line.
func (r *Recorder) erased(i int) draft.Edit {
	start := r.draft.Start(i)
	return draft.Edit{Start: start, End: start + len(r.draft.Raw(i))}
}
