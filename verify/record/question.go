package record

import (
	"slices"
	"strconv"
	"strings"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/draw"
)

// Question is what the recorder asks, and how much of the answer is entered.
type Question struct {
	Ask     string
	Hint    string   // how it can be answered
	Word    string   // the parts of the action that are entered
	Wrong   []string // why that action is not legal
	Options []Option
	Picked  int    // which of Options is picked, from 1; 0 for none
	Given   string // the answer that the recorder proposes
	Typed   string // the answer before the cursor
	After   string // the answer after the cursor

	Types   bool     // a line of text is an answer, and the key enter takes it
	Rolls   bool     // the answer is a roll, 1 to 6
	Pieces  bool     // the answer is a piece
	Froms   bool     // an illegal end is written with the space where the piece comes from
	Unseen  bool     // the answer can be ?, for a part that was not seen
	Secret  bool     // the screen hides the answer
	Slots   []string // Types: the words of the plainest answer, one number each; nil for any text
	Numbers []string // Types: the answers, if each is one digit
}

// Option is something that can be chosen.
type Option struct {
	Key    string      // that chooses it; "" if only its name does
	Text   string      // what it is
	Mark   string      // the mark that the log will have
	Choice draw.Choice // where it leads
	Moves  bool        // Choice is set
	Also   []int       // the other spaces where the piece may be
	Asks   bool        // only the answer to the question is missing after it

	Parts notation.Parts `json:"-"` // that it chooses

	actions []verify.Move // that it leads to
	names   []string      // by which it can be typed; the first is what a question takes
}

// numbered gives the first nine options that have no key a digit.
func numbered(options []Option) []Option {
	for i := range min(9, len(options)) {
		if options[i].Key == "" {
			options[i].Key = strconv.Itoa(i + 1)
		}
	}
	return options
}

// question is a Question, and what the recorder does with the answer. The last resort is the next choice of an action.
type question struct {
	Question
	take func(answer string) // the name of an option, or what is typed; nil for a choice of an action

	opening bool // it is asked before the first turn: it can only be left for the question before
	first   bool // the first option is the answer of the key enter alone
	whole   bool // only the key enter ends the answer

	stage               // of the action
	left  []verify.Move // the legal actions that agree with what is entered
}

// firstOf is a question to which the key enter alone answers with the first option.
func firstOf(ask string, take func(string)) *question {
	return &question{Question: Question{Ask: ask, Hint: "enter: 1"}, first: true, take: take}
}

// typed is a question that is answered by a line of text.
func typed(ask, hint string, take func(string)) *question {
	return &question{Question: Question{Ask: ask, Hint: hint, Types: true}, take: take}
}

// offer adds an option to a question.
func (q *question) offer(text, name string) {
	q.Options = append(q.Options, Option{Text: text, names: []string{name}})
}

// prompt asks a question, and gives the options without a key one.
func (r *Recorder) prompt(q *question) {
	q.Typed, q.Options = q.Given, numbered(q.Options)
	r.ask = *q
}

// asking reports whether something else is asked than the next choice of an action.
func (r *Recorder) asking() bool { return r.ask.take != nil }

// begin asks the next question, if none is asked: one before the first turn, or that for the next choice of an action.
func (r *Recorder) begin() {
	if r.asking() || r.ask.stage != stageWord {
		return
	}
	if r.at == live && r.ReadOnly == "" {
		if q := r.opening(); q != nil {
			q.opening = true
			r.prompt(q)
			return
		}
	}
	r.ask = r.choice()
}

// text is the answer that is typed.
func (q *question) text() string { return q.Typed + q.After }

// edit takes a key that changes the typed answer or moves the cursor.
func (q *question) edit(key string) {
	typed, after := []rune(q.Typed), []rune(q.After)
	n := len(typed)
	switch {
	case len([]rune(key)) == 1:
		q.Typed += key
	case key == "home":
		q.Typed, q.After = "", q.text()
	case key == "end":
		q.Typed, q.After = q.text(), ""
	case key == "ctrl+u":
		q.Typed = ""
	case key == "backspace" && n > 0:
		q.Typed = string(typed[:n-1])
	case key == "left" && n > 0:
		q.Typed, q.After = string(typed[:n-1]), string(typed[n-1])+q.After
	case key == "right" && len(after) > 0:
		q.Typed, q.After = q.Typed+string(after[0]), string(after[1:])
	}
}

// typeAnswer takes a key while something else is asked than a choice of an action.
func (r *Recorder) typeAnswer(key string) {
	q := &r.ask
	one, blank := len([]rune(key)) == 1, q.text() == ""
	command := blank && q.opening && !r.blank() // a letter can be one
	refused, leaves := q.Wrong != nil, slices.Contains([]string{"esc", "backspace", "u", "left"}, key)
	chooses := func(o Option) bool { return o.Key == key && !q.whole }
	switch {
	case refused && !leaves && key != "enter" && key != notation.Unknown:
		r.say("It is not recorded yet: enter, ? or esc.")
	case key == "ctrl+y", command && key == "U":
		r.ask = question{}
		r.bringBack()
	case key == "esc" && !q.opening, refused && leaves:
		r.ask = question{}
	case key == "esc" && r.opens():
		r.finished = blank
		q.Typed, q.After = "", ""
	case key == "esc", command && key == "u", key == "backspace" && blank && q.opening && !r.opens():
		r.ask = question{}
		r.takeBack()
	case one && blank && (q.Rolls || refused || slices.ContainsFunc(q.Options, chooses)):
		q.Typed = key
		r.answer()
	case key == "enter":
		r.answer()
	default:
		if q.edit(key); one && q.Slots != nil && len(q.text()) == len(numbersOf(q.Slots)) && isDigits(q.text()) {
			r.answer() // a digit for each number
		}
	}
}

// answer takes what is picked or typed: an option by its key or its name, or a text. An answer before the first
// turn that is not in the text is a step of its own.
func (r *Recorder) answer() {
	q, before, changes := r.ask, r.pending, r.changes
	text, i := strings.TrimSpace(q.text()), q.Picked-1
	switch {
	case i >= 0:
	case text != "":
		i = slices.IndexFunc(q.Options, func(o Option) bool { return text == o.Key || slices.Contains(o.names, text) })
	case q.first:
		i = 0
	}
	r.ask = question{}
	switch {
	case 0 <= i && i < len(q.Options):
		q.take(q.Options[i].names[0])
	case q.Types || q.Rolls || text == "":
		q.take(text)
	default:
		r.say("There is no such choice.")
	}
	if q.opening && r.changes == changes && len(r.said) == 0 {
		r.undo, r.redo = append(r.undo, step{at: r.at, pending: before}), nil
	}
	if q.Types && !q.Secret && r.changes == changes && len(r.said) > 0 && !r.asking() { // a refused text can be mended
		r.ask = q
	}
}

// opens reports whether there is no question before the one that is asked.
func (r *Recorder) opens() bool { return r.blank() && len(r.undo) == 0 }
