// Package lesson reads the questions that a log asks in its comments, and checks them by the
// rules. Their form is in spec/lessons.md, "Questions in a log".
package lesson

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"sort"
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

	faults []string // of its lines
}

// Wrong is an action that a learner may try, and why it is illegal.
type Wrong struct{ Word, Why string }

// Prose reports whether the question is answered with a text rather than with actions.
func (q *Question) Prose() bool { return len(q.Options) > 0 }

// Fault is a fault of a question.
type Fault struct {
	Line    int
	Message string
}

// Reader finds the questions among the lines of a game. Its zero value is ready for use.
type Reader struct {
	Questions []*Question
	faults    []Fault // of empty lines of questions
	open      *Question
}

// Read takes the next line of a game, and reports whether it is part of a question. A
// question is complete when a line is not. The events need Options.Keep.
func (r *Reader) Read(ev *verify.Event) bool {
	if ev.Carried { // the position of a Setup is known now
		for _, q := range r.Questions {
			if q.Position == nil {
				q.Position = ev.Before[0]
			}
		}
	}
	keyword, rest, ok := Part(&ev.Line)
	switch {
	case !ok:
		if meant := nearest.Word(keyword, parts); r.open != nil && meant != "" {
			r.faults = append(r.faults, Fault{ev.Line.Span.Line, fmt.Sprintf("%q is no part of a question; did you mean %q?", keyword, meant)})
		}
		r.open = nil
		return false
	case keyword == "ask":
		r.open = &Question{Line: ev.Line.Span.Line, Text: rest, Position: ev.After}
		r.Questions = append(r.Questions, r.open)
		return true
	case r.open == nil: // an ordinary comment may begin with any word
		return false
	case rest == "":
		r.faults = append(r.faults, Fault{ev.Line.Span.Line, "an empty " + keyword})
		return true
	}
	switch q := r.open; keyword {
	case "answer":
		q.Answers = append(q.Answers, rest)
	case "option":
		q.Options = append(q.Options, rest)
	case "hint":
		q.Hints = append(q.Hints, rest)
	case "ring":
		q.Rings = append(q.Rings, names(rest)...)
	case "arrow":
		if ends := names(rest); len(ends) == 2 {
			q.Arrows = append(q.Arrows, [2]string{ends[0], ends[1]})
		} else {
			q.faults = append(q.faults, "arrow "+rest+": it is not of the form SPACE, SPACE")
		}
	case "wrong":
		word, why, _ := strings.Cut(rest, ": ")
		if why = strings.TrimSpace(why); why == "" || strings.ContainsAny(word, " \t") {
			q.faults = append(q.faults, "wrong "+rest+": it is not of the form WORD: why")
		} else {
			q.Wrongs = append(q.Wrongs, Wrong{word, why})
		}
	}
	return true
}

// parts are the words that begin the parts of a question.
var parts = []string{"ask", "answer", "option", "wrong", "hint", "ring", "arrow"}

// part matches such a word.
var part = regexp.MustCompile("(?i)^(" + strings.Join(parts, "|") + "):?$")

// Part cuts a line that can be part of a question into its first word and the rest: one
// comment and nothing else, and a first word that says which part it is. The word may have capitals, and a colon
// after it.
func Part(line *notation.Line) (keyword, rest string, ok bool) {
	keyword, rest, _ = strings.Cut(only(line), " ")
	if m := part.FindStringSubmatch(keyword); m != nil {
		return strings.ToLower(m[1]), strings.TrimSpace(rest), true
	}
	return keyword, rest, false
}

// MayAsk reports whether a text may have a question.
func MayAsk(text []byte) bool {
	return slices.ContainsFunc([]string{"ask", "Ask", "ASK"}, func(word string) bool { return bytes.Contains(text, []byte(word)) })
}

// Chapter is the title of the chapter that a line begins: "; chapter TITLE".
func Chapter(line *notation.Line) (title string, ok bool) {
	title, ok = strings.CutPrefix(only(line), "chapter ")
	return strings.TrimSpace(title), ok
}

// only is the text of a line that is one comment and nothing else.
func only(line *notation.Line) string {
	if line.Node != nil || len(line.Comments) != 1 {
		return ""
	}
	return strings.TrimSpace(line.Comments[0].Text)
}

// Faults lists what is wrong with the questions that were read, by line.
func (r *Reader) Faults() []Fault {
	all := slices.Clone(r.faults)
	for _, q := range r.Questions {
		for _, message := range q.Faults() {
			all = append(all, Fault{q.Line, message})
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].Line < all[j].Line })
	return all
}

// Faults lists what is wrong with the question.
func (q *Question) Faults() (out []string) {
	fault := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	if q.Text == "" || len(q.Answers) == 0 {
		fault("a question needs a text and an answer")
	}
	out = append(out, q.faults...)
	spaces := slices.Clone(q.Rings)
	for _, arrow := range q.Arrows {
		spaces = append(spaces, arrow[:]...)
	}
	for _, name := range spaces {
		if q.Position == nil || q.Space(name) < 0 {
			fault("the board has no space %s", name)
		}
	}
	if q.Prose() {
		if len(q.Wrongs) > 0 {
			fault("options, which are prose, and wrong actions do not go together")
		}
		texts := slices.Sorted(slices.Values(slices.Concat(q.Answers, q.Options)))
		if len(slices.Compact(texts)) < len(q.Answers)+len(q.Options) {
			fault("a text is offered twice")
		}
		return out
	}
	if q.Position == nil || q.Position.Over() {
		return append(out, "the question is about moves, but no player is to move")
	}
	q.judgeAnswers(fault)
	for _, wrong := range q.Wrongs {
		if len(q.Position.Why(wrong.Word)) == 0 {
			fault("wrong %s: it is legal", wrong.Word)
		}
	}
	return out
}

// judgeAnswers reports answers that are not legal, and lists of legal actions that are not complete.
func (q *Question) judgeAnswers(fault func(format string, args ...any)) {
	for _, answer := range q.Answers {
		words := strings.Fields(answer)
		malformed := false
		for _, word := range words {
			for _, f := range q.Position.Why(word) {
				fault("answer %s: %s", word, f.Message)
				malformed = malformed || f.Malformed
			}
		}
		if len(words) < 2 || malformed {
			continue
		}
		due, given := q.all(words[0]), q.unmarked(words)
		for _, word := range slices.Concat(due, given) {
			if !slices.Contains(given, word) {
				fault("answer %s: %s is legal too", answer, word)
			} else if !slices.Contains(due, word) {
				fault("answer %s: %s is not of the same roll or piece", answer, word)
			}
		}
		if len(given) < len(words) {
			fault("answer %s: a word is given twice", answer)
		}
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

// all lists what may be done with the roll, or with the piece, that a word begins with,
// without marks.
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
