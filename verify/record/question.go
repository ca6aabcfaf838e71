package record

import (
	"slices"
	"strings"
)

// Question is what the recorder asks, and how much of the answer is typed.
type Question struct {
	Ask     string
	Hint    string // how it can be answered
	Options []Option
	Given   string // the answer that the recorder proposes
	Typed   string // the answer before the cursor
	After   string // the answer after the cursor

	Types   bool     // a line of text is an answer, and the key enter takes it
	Rolls   bool     // the answer is a roll, 1 to 6
	Secret  bool     // the screen hides the answer
	Slots   []string // Types: the words of the plainest answer, one number each; nil for any text
	Numbers []string // Types: the answers, if each is one digit
}

// prompt is a question that is answered by a line of text, or by one of some options.
type prompt struct {
	Question
	take func(answer string) // the value of an option, or what is typed

	opening bool // it is asked before the first turn: it can only be left for the question before
	first   bool // the first option is the answer of the key enter alone
	whole   bool // only the key enter ends the answer
}

// firstOf is a question to which the key enter alone answers with the first option.
func firstOf(ask string, take func(string)) *prompt {
	return &prompt{Question: Question{Ask: ask, Hint: "enter: 1"}, first: true, take: take}
}

// typed is a question that is answered by a line of text.
func typed(ask, hint string, take func(string)) *prompt {
	return &prompt{Question: Question{Ask: ask, Hint: hint, Types: true}, take: take}
}

// offer adds an option to a question.
func (p *prompt) offer(text, value string) {
	p.Options = append(p.Options, Option{Text: text, value: value})
}

// prompt asks a question, and gives the options without a key one.
func (r *Recorder) prompt(p *prompt) {
	p.Typed, p.Options = p.Given, numbered(p.Options)
	r.ask = *p
}

// asking reports whether a question is asked.
func (r *Recorder) asking() bool { return r.ask.take != nil }

// text is the answer that is typed.
func (p *prompt) text() string { return p.Typed + p.After }

// edit takes a key that changes the typed answer or moves the cursor.
func (p *prompt) edit(key string) {
	typed, after := []rune(p.Typed), []rune(p.After)
	n := len(typed)
	switch {
	case len([]rune(key)) == 1:
		p.Typed += key
	case key == "home":
		p.Typed, p.After = "", p.text()
	case key == "end":
		p.Typed, p.After = p.text(), ""
	case key == "ctrl+u":
		p.Typed = ""
	case key == "backspace" && n > 0:
		p.Typed = string(typed[:n-1])
	case key == "left" && n > 0:
		p.Typed, p.After = string(typed[:n-1]), string(typed[n-1])+p.After
	case key == "right" && len(after) > 0:
		p.Typed, p.After = p.Typed+string(after[0]), string(after[1:])
	}
}

// typeAnswer takes a key while a question is asked.
func (r *Recorder) typeAnswer(key string) {
	p := &r.ask
	one, blank := len([]rune(key)) == 1, p.text() == ""
	command := blank && p.opening && !r.blank() // a letter can be one
	switch {
	case key == "ctrl+y", command && key == "U":
		r.ask = prompt{}
		r.bringBack()
	case key == "esc" && !p.opening:
		r.ask = prompt{}
	case key == "esc" && r.opens():
		r.finished = blank
		p.Typed, p.After = "", ""
	case key == "esc", command && key == "u", key == "backspace" && blank && p.opening && !r.opens():
		r.ask = prompt{}
		r.takeBack()
	case one && blank && (p.Rolls || !p.whole && slices.ContainsFunc(p.Options, func(o Option) bool { return o.Key == key })):
		p.Typed = key
		r.answer()
	case key == "enter":
		r.answer()
	default:
		if p.edit(key); one && p.Slots != nil && len(p.text()) == len(numbersOf(p.Slots)) && isDigits(p.text()) {
			r.answer() // a digit for each number
		}
	}
}

// answer takes what is typed. An answer before the first turn that is not in the text is a step of its own.
func (r *Recorder) answer() {
	p, before, changes := r.ask, r.pending, r.changes
	r.ask = prompt{}
	r.give(p)
	if p.opening && r.changes == changes && len(r.said) == 0 {
		r.undo, r.redo = append(r.undo, step{at: r.at, pending: before}), nil
	}
}

// opens reports whether there is no question before the one that is asked.
func (r *Recorder) opens() bool { return r.blank() && len(r.undo) == 0 }

// give gives a question the answer that is typed: an option by its key or its value, or a text.
func (r *Recorder) give(p prompt) {
	text := strings.TrimSpace(p.text())
	for i, o := range p.Options {
		if text != "" && (text == o.Key || text == o.value) || text == "" && i == 0 && p.first {
			p.take(o.value)
			return
		}
	}
	if p.Types || p.Rolls || text == "" {
		p.take(text)
	} else {
		r.say("There is no such choice.")
	}
}
