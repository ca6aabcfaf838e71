// Package quick is the fast judge of every game. It carries out turn lines from bytes, and
// knows one answer alone: carried out, and nothing to report. Whatever else it meets is for
// a replay, which makes the findings. It knows no logs beyond the shape of a turn line, and
// no rules beyond those that a game gives it.
package quick

import (
	"tpnote/notation"
	"tpnote/notation/shape"
	"tpnote/rules"
)

// Rules are the methods of a game that the judge needs: a verify.Fitter, which documents them. S is a
// position, and B a small value that says what a word means.
type Rules[S any, B comparable] interface {
	Turn(s *S) *rules.Clock
	Bind(w notation.Parts) (b B, ok bool)
	Fit(s *S, b *B, die uint8, line int32) bool
}

// TextRules are Rules of a game whose words are too many to remember: a verify.TextFitter.
type TextRules[B any] interface {
	BindText(b *B, text []byte, at int) (end int, ok bool)
}

// Judge is the fast judge of one game. It serves one goroutine.
type Judge[S any] interface {
	// Play carries out turn lines in s, and reports whether it met nothing else. If not, s may
	// have any value.
	Play(s *S, l *Lines) bool
}

// New makes the fast judge of a game. parse returns the parts of a word; nil means
// that the word is no action.
func New[S any, B comparable](r Rules[S, B], parse func(word string) notation.Parts) Judge[S] {
	j := &judge[S, B]{rules: r, parse: parse}
	j.text, _ = any(r).(TextRules[B])
	return j
}

// judge remembers what words mean, by their places in the vocabulary.
type judge[S any, B comparable] struct {
	rules Rules[S, B]
	text  TextRules[B] // nil where the words are remembered
	parse func(word string) notation.Parts
	last  B // the last word that is not remembered
	words vocabulary
	means [places]B
}

// Play carries out the words of a line, and those of the lines after it as far as Lines.next
// takes them.
func (j *judge[S, B]) Play(s *S, l *Lines) bool {
	l.clock = j.rules.Turn(s)
	text := l.Text
	at, actions := l.next(l.At, 0)
	for at > 0 {
		var place, end int
		var die uint8
		if j.text == nil {
			place, die, end = j.words.place(text, at)
		}
		b := &j.means[place]
		if place == 0 {
			b, end = j.word(text, at)
		}
		switch {
		case end == at: // more than one blank
			at, actions = l.next(at, actions)
			continue
		case b == nil || !j.rules.Fit(s, b, die, l.Line):
			return false
		}
		actions++
		if at = end + 1; text[end] != ' ' || l.clock.Number != l.Number {
			at, actions = l.next(end, actions)
		}
	}
	return at == 0
}

// word returns what the word at text[at] means, which has no place yet, and its end. It asks the game's
// notation and rules. b is nil if the word is not for the judge.
func (j *judge[S, B]) word(text []byte, at int) (b *B, end int) {
	if j.text != nil {
		if end, ok := j.text.BindText(&j.last, text, at); ok {
			return &j.last, end
		}
	}
	end = shape.WordEnd(text, at)
	w, ok := j.parse(string(text[at:end])), false
	if w != nil {
		j.last, ok = j.rules.Bind(w)
	}
	if !ok {
		return nil, end
	}
	if j.text == nil {
		if place := j.words.add(text, at); place > 0 {
			j.means[place] = j.last
		}
	}
	return &j.last, end
}

// vocabulary gives words places from 1 on. A word has one of two: the one that its bytes say, and the one
// beside it.
type vocabulary [places]shape.Key

const (
	placeBits = 13
	places    = 1 << placeBits
)

// place returns the place of the word at text[at], its roll, and its end; the place is 0 if it has none.
func (v *vocabulary) place(text []byte, at int) (place int, die uint8, end int) {
	die, key, end := shape.RolledKey(text, at)
	first := key.Hash() >> (64 - placeBits)
	switch key {
	case v[first]:
		return int(first), die, end
	case v[first^1]:
		return int(first ^ 1), die, end
	}
	return 0, die, end
}

// add gives the word at text[at] a place, perhaps that of another one. The place is 0 for a long word.
func (v *vocabulary) add(text []byte, at int) (place int) {
	_, key, _ := shape.RolledKey(text, at)
	if key == (shape.Key{}) {
		return 0
	}
	free := key.Hash() >> (64 - placeBits)
	if v[free] != (shape.Key{}) || free == 0 {
		free ^= 1
	}
	v[free] = key
	return int(free)
}

// Lines are turn lines that follow each other in a text. After Play, At, Line, Number, Seat,
// Begin and Actions are those of the last line that was carried out, with its number.
type Lines struct {
	Text    []byte         // every line ends in '\n', and shape.Slack bytes follow the last
	Begin   int            // where the line begins
	Line    int32          // its number in the log
	At      int            // where the words of the first line begin; then, the end of the last line
	Until   int            // the end of the text to read; no other line begins there or later
	Number  int32          // of its turn
	Seat    uint8          // of its player
	Actions int            // carried out
	Heads   []shape.Piece  // the handles of the players, each with the blank after it
	Seen    func(line int) // called with each line after it was carried out; may be nil

	clock *rules.Clock
	after shape.Piece // the number of the turn after this one
}

// Start prepares the lines for a first line, which is at Begin, with the number of its turn and its player.
func (l *Lines) Start(words int, number int32, seat uint8) {
	l.At, l.Number, l.Seat, l.Actions = words, number, seat, 0
	l.after = shape.NumberOf(number + 1)
}

// next finds the next word after the blank, comment or line end at text[at]; actions counts the
// actions carried out in that line. After a line end it goes on to the next line, if that begins
// the next turn in the expected form. begun is the number of actions before the word in its line.
// Without a word, next returns 0; if the line is not for the judge, a negative number.
func (l *Lines) next(at, actions int) (word, begun int) {
	if l.Text[at] != '\n' {
		return l.gap(at, actions)
	}
	l.At = at
	l.Actions += actions
	if actions == 0 || at-l.Begin > notation.MaxLine {
		return -1, 0
	}
	if l.Seen != nil {
		l.Seen(int(l.Line))
	}
	begin := at + 1
	if begin >= l.Until {
		return 0, 0
	}
	seat, word := l.clock.Seat, begin+l.after.Size
	head := &l.Heads[seat]
	if l.clock.Number != l.Number+1 || l.clock.Phase != rules.Due || !l.after.At(l.Text, begin) || !head.At(l.Text, word) {
		return 0, 0
	}
	l.Line, l.Number, l.Begin, l.Seat = l.Line+1, l.Number+1, begin, seat
	l.after.Next(l.Number + 1)
	return word + head.Size, 0
}

// gap is next for what is rarely written: a comment, more than one blank, CRLF.
func (l *Lines) gap(at, actions int) (word, begun int) {
	word, ok := shape.Gap(l.Text, at)
	switch {
	case !ok || word == at:
		return -1, 0
	case l.Text[word] == '\n':
		return l.next(word, actions)
	case l.clock.Number != l.Number: // the turn is over
		return -1, 0
	}
	return word, actions
}
