// Package lesson reads the questions that a log asks in its comments, and checks them by the
// rules. Their form is in spec/lessons.md, "Questions in a log".
package lesson

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"tpnote/notation"
	"tpnote/rules/nearest"
	"tpnote/verify"
)

// Question is a question as its author wrote it.
type Question struct {
	Line    int // of its "ask"
	Text    string
	Answers []string // each a whole answer: a text, a word, or several words
	Options []string // wrong answers in prose
	Hints   []string
	Wrongs  []Wrong
	Rings   []string    // names of spaces to look at
	Arrows  [][2]string // from one space to another
	// Position is what the question is about; nil until the log has one.
	Position *verify.Replay
	// Moments is the number of moments before the question, for a film. Its caller counts them.
	Moments int

	faults []Fault        // of its lines
	lines  map[string]int // of its parts, by their text
}

// Wrong is an action that a learner may try, and why it is illegal.
type Wrong struct{ Word, Why string }

// Prose reports whether the question is answered with a text rather than with actions.
func (q *Question) Prose() bool { return len(q.Options) > 0 }

// Fault is a fault of a question. A question with a fault is not asked.
type Fault struct {
	Line    int // of the part at fault; of the "ask" for the question as a whole
	Message string
}

// Reader finds the questions among the lines of a game. Its zero value is ready for use.
type Reader struct {
	Questions []*Question
	open      *Question // whose lines are read
	ended     *Question // by the line before; nil if none was open there
	comment   string    // of the line before, if it is nothing else
}

// Read takes the next line of a game, and reports whether it is part of a question. A question is complete when a
// line is not, unless that line is a comment between two of its parts. The events need Options.Keep.
func (r *Reader) Read(ev *verify.Event) bool {
	if ev.Carried { // the position of a Setup is known now
		for _, q := range r.Questions {
			if q.Position == nil {
				q.Position = ev.Before[0]
			}
		}
	}
	before, at := r.comment, ev.Line.Span.Line
	r.comment = only(&ev.Line)
	written, rest, ok := Part(&ev.Line)
	keyword := written
	if !ok && r.open != nil {
		keyword = nearest.Word(written, parts)
		ok = keyword != ""
	}
	switch {
	case !ok:
		r.ended, r.open = r.open, nil
		return false
	case keyword == "ask":
		r.ask(at, rest, ev.After)
	case r.open == nil && r.ended != nil && before != "":
		r.open = r.ended
		r.open.fault(at-1, "this line is no part of the question: each line of a question begins with %s", strings.Join(parts, ", "))
	case r.open == nil && keyword == "answer" && strings.HasSuffix(before, "?"):
		r.ask(at-1, before, ev.After)
		r.open.fault(at-1, `begin a question with "; ask"`)
	case r.open == nil: // an ordinary comment may begin with any word
		r.ended = nil
		return false
	}
	if written != keyword {
		r.open.fault(at, "%q is no part of a question; did you mean %q?", written, keyword)
	}
	if keyword != "ask" {
		r.open.add(at, keyword, rest)
	}
	return true
}

// ask begins a question.
func (r *Reader) ask(line int, text string, position *verify.Replay) {
	r.open = &Question{Line: line, Text: text, Position: position, lines: map[string]int{}}
	r.Questions = append(r.Questions, r.open)
}

// add adds a part other than "ask".
func (q *Question) add(line int, keyword, rest string) {
	if rest == "" {
		q.fault(line, "write something after %q", keyword)
		return
	}
	texts := []string{rest}
	switch keyword {
	case "answer":
		q.Answers = append(q.Answers, rest)
	case "option":
		q.Options = append(q.Options, rest)
	case "hint":
		q.Hints = append(q.Hints, rest)
	case "ring":
		texts = names(rest)
		q.Rings = append(q.Rings, texts...)
	case "arrow":
		if texts = names(rest); len(texts) == 2 {
			q.Arrows = append(q.Arrows, [2]string(texts))
		} else {
			q.fault(line, "arrow %s: it is not of the form SPACE, SPACE", rest)
		}
	case "wrong":
		word, why, _ := strings.Cut(rest, ": ")
		if why = strings.TrimSpace(why); why == "" || strings.ContainsAny(word, " \t") {
			q.fault(line, "wrong %s: it is not of the form WORD: why", rest)
		}
		texts = []string{word}
		q.Wrongs = append(q.Wrongs, Wrong{word, why})
	}
	for _, text := range texts {
		q.lines[text] = line
	}
}

// fault notes a fault in a line of the question.
func (q *Question) fault(line int, format string, args ...any) {
	q.faults = append(q.faults, Fault{line, fmt.Sprintf(format, args...)})
}

// parts are the words that begin the parts of a question.
var parts = []string{"ask", "answer", "option", "wrong", "hint", "ring", "arrow"}

// Part cuts a line that can be part of a question into its first word and the rest: one comment and nothing else, and
// a first word that says which part it is. The word may have capitals, and a colon after it.
func Part(line *notation.Line) (keyword, rest string, ok bool) {
	keyword, rest, _ = strings.Cut(only(line), " ")
	keyword = strings.ToLower(strings.TrimSuffix(keyword, ":"))
	return keyword, strings.TrimSpace(rest), slices.Contains(parts, keyword)
}

// MayAsk reports whether a text may have a question.
func MayAsk(text []byte) bool {
	return slices.ContainsFunc([]string{"ask", "Ask", "ASK"}, func(word string) bool { return bytes.Contains(text, []byte(word)) })
}

// Chapter is the title of the chapter that a line begins: "; chapter TITLE" or "; Chapter: TITLE".
func Chapter(line *notation.Line) (title string, ok bool) {
	keyword, title, ok := strings.Cut(only(line), " ")
	return strings.TrimSpace(title), ok && (keyword == "chapter" || strings.EqualFold(keyword, "chapter:"))
}

// only is the text of a line that is one comment and nothing else.
func only(line *notation.Line) string {
	if line.Node != nil || len(line.Comments) != 1 {
		return ""
	}
	return strings.TrimSpace(line.Comments[0].Text)
}

// Faults lists what is wrong with the questions that were read, by line.
func (r *Reader) Faults() (all []Fault) {
	for _, q := range r.Questions {
		all = append(all, q.Faults()...)
	}
	slices.SortStableFunc(all, func(a, b Fault) int { return a.Line - b.Line })
	return all
}

// Faults lists what is wrong with the question.
func (q *Question) Faults() []Fault {
	if len(q.faults) > 0 { // what follows from them is no news
		return q.faults
	}
	checked := *q
	checked.check()
	return checked.faults
}

// check notes the faults of the question as a whole, and those of its parts by the rules.
func (q *Question) check() {
	if q.Text == "" {
		q.fault(q.Line, "write the question after \"ask\"")
	}
	if len(q.Answers) == 0 {
		q.fault(q.Line, `a question needs an answer: write "; answer …" in a line right after it`)
	}
	spaces := slices.Clone(q.Rings)
	for _, arrow := range q.Arrows {
		spaces = append(spaces, arrow[:]...)
	}
	for _, name := range spaces {
		if q.Position == nil || q.Space(name) < 0 {
			q.fault(q.lines[name], "the board has no space %q; write commas between spaces", name)
		}
	}
	switch {
	case q.Prose():
		if len(q.Wrongs) > 0 {
			q.fault(q.lines[q.Wrongs[0].Word], "options, which are prose, and wrong actions do not go together")
		}
		texts := slices.Sorted(slices.Values(slices.Concat(q.Answers, q.Options)))
		if len(slices.Compact(texts)) < len(q.Answers)+len(q.Options) {
			q.fault(q.Line, "a text is offered twice")
		}
	case q.Position == nil || q.Position.Over():
		q.fault(q.Line, "the question is about moves, but no player is to move")
	default:
		for _, answer := range q.Answers {
			q.judge(q.lines[answer], answer)
		}
		for _, wrong := range q.Wrongs {
			if len(q.Position.Why(wrong.Word)) == 0 {
				q.fault(q.lines[wrong.Word], "wrong %s: it is legal", wrong.Word)
			}
		}
	}
}

// judge notes that an answer is not legal, or that it is a list of legal actions and is not complete.
func (q *Question) judge(line int, answer string) {
	words := strings.Fields(answer)
	var refused []string // what is wrong with malformed words
	for _, word := range words {
		for _, f := range q.Position.Why(word) {
			if message := fmt.Sprintf("answer %s: %s", word, f.Message); f.Malformed {
				refused = append(refused, message)
			} else {
				q.fault(line, "%s", message)
			}
		}
	}
	switch {
	case len(refused) > 1 && len(refused) == len(words):
		q.fault(line, `answer %s: it is no action; if answers are prose, write a wrong one too: "; option …"`, answer)
		return
	case len(refused) > 0:
		q.fault(line, "%s", refused[0])
		return
	case len(words) == 1:
		return
	}
	due, given := q.all(words[0]), q.unmarked(words)
	for _, word := range slices.Concat(due, given) {
		if !slices.Contains(given, word) {
			q.fault(line, "answer %s: %s is legal too", answer, word)
		} else if !slices.Contains(due, word) {
			q.fault(line, "answer %s: %s is not of the same roll or piece", answer, word)
		}
	}
	if len(given) < len(words) {
		q.fault(line, "answer %s: a word is given twice", answer)
	}
}

// Space is the space of a name on the board of the question, as an index in draw.Board.Spaces; -1 for none.
func (q *Question) Space(name string) int {
	spaces := q.Position.Board().Scene(strings.Clone).Board.Spaces
	for i := range spaces {
		if strings.EqualFold(spaces[i].Name, name) {
			return i
		}
	}
	return -1
}

// names cuts a list of names at its commas.
func names(list string) (all []string) {
	for name := range strings.SplitSeq(list, ",") {
		all = append(all, strings.TrimSpace(name))
	}
	return all
}

// all lists what may be done with the roll, or with the piece, that a word begins with, without marks.
func (q *Question) all(word string) []string {
	given := q.Position.Notation().Parts(word)
	var words []string
	for _, m := range q.Position.Legal() {
		if m.Parts[0] == given[0] {
			words = append(words, m.Word)
		}
	}
	return q.unmarked(words)
}

// unmarked returns words without their marks, sorted and each once.
func (q *Question) unmarked(words []string) []string {
	var bare []string
	for _, word := range words {
		bare = append(bare, q.Position.Notation().Parts(word).Unmarked())
	}
	slices.Sort(bare)
	return slices.Compact(bare)
}
