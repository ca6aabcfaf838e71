// Package quick is the fast judge of every game. It carries out turn lines from bytes, and knows one answer alone:
// carried out, and nothing to report. Whatever else it meets is for a replay, which makes the findings. It knows no
// logs beyond the shape of a turn line, and no rules beyond those that a game gives it.
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
	// Play carries out turn lines in s, and reports whether it met nothing else. If not, s and l.Actions are undefined.
	Play(s *S, l *Lines) bool
}

// New makes the fast judge of a game. parse returns the parts of a word; nil means that the word is no action.
func New[S any, B comparable](r Rules[S, B], parse func(word string) notation.Parts) Judge[S] {
	j := &judge[S, B]{rules: r, parse: parse}
	j.text, _ = any(r).(TextRules[B])
	return j
}

// judge remembers what words mean. A word has one of two places: the one that its bytes say, and the one beside it.
type judge[S any, B comparable] struct {
	rules Rules[S, B]
	text  TextRules[B] // nil where the words are remembered
	parse func(word string) notation.Parts
	last  known[B] // the last word that was not remembered
	words [1 << placeBits]known[B]
}

// known is a word that is remembered, and what it means.
type known[B any] struct {
	key   shape.Key
	means B
}

const placeBits = 13

// Play carries out the words of a line, and those of the lines after it as far as Lines.next takes them.
func (j *judge[S, B]) Play(s *S, l *Lines) bool {
	l.clock = j.rules.Turn(s)
	text := l.Text
	at := l.next(l.At)
	for at > 0 {
		var die uint8
		var end int
		key, hash := shape.Long, uint64(0)
		if j.text == nil {
			die, key, hash, end = shape.RolledKey(text, at)
		}
		w := &j.words[hash>>(64-placeBits)]
		if w.key != key {
			w, end = j.word(text, at, key, hash)
		}
		switch {
		case end == at: // no word: a comment, or the end of the line after a blank
			at = l.next(at)
			continue
		case w == nil || !j.rules.Fit(s, &w.means, die, l.Line):
			return false
		}
		l.Actions++
		for at = end; text[at] == ' '; at++ {
		}
		if at == end || l.clock.Number != l.Number {
			at = l.next(at)
		}
	}
	return at == 0
}

// word returns what the word at text[at] means, which is not in its first place, and its end. If the word is new, it
// asks the game's notation and rules. w is nil if the word is not for the judge.
func (j *judge[S, B]) word(text []byte, at int, key shape.Key, hash uint64) (w *known[B], end int) {
	if j.text != nil {
		if end, ok := j.text.BindText(&j.last.means, text, at); ok {
			return &j.last, end
		}
	}
	end = shape.WordEnd(text, at)
	place := hash >> (64 - placeBits)
	if w = &j.words[place^1]; w.key == key {
		return w, end
	}
	if end == at {
		return nil, end
	}
	parts, ok := j.parse(string(text[at:end])), false
	if parts != nil {
		j.last.means, ok = j.rules.Bind(parts)
	}
	switch {
	case !ok:
		return nil, end
	case key == shape.Long:
		return &j.last, end
	case j.words[place].key == (shape.Key{}):
		w = &j.words[place]
	}
	w.key, w.means = key, j.last.means // perhaps in the place of another word
	return w, end
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
	done  int         // actions carried out in the lines before this one
}

// Start prepares the lines for a first line, which is at Begin, with the number of its turn and its player.
func (l *Lines) Start(words int, number int32, seat uint8) {
	l.At, l.Number, l.Seat, l.Actions, l.done = words, number, seat, 0, 0
	l.after = shape.NumberOf(number + 1)
}

// next finds the next word after the blank, comment or line end at text[at]. After a line end it goes on to the next
// line, if that begins the next turn as expected. Without a word, it returns 0; for a line not for the judge, less.
func (l *Lines) next(at int) (word int) {
	if l.Text[at] != '\n' {
		return l.gap(at)
	}
	l.At = at
	if l.Actions == l.done || at-l.Begin > notation.MaxLine {
		return -1
	}
	l.done = l.Actions
	if l.Seen != nil {
		l.Seen(int(l.Line))
	}
	begin := at + 1
	if begin >= l.Until || l.clock.Number != l.Number+1 || l.clock.Phase != rules.Due {
		return 0
	}
	seat := l.clock.Seat
	if word = l.after.Skip(l.Text, begin); word > 0 {
		word = l.Heads[seat].Skip(l.Text, word)
	}
	if word > 0 {
		l.Line, l.Number, l.Begin, l.Seat = l.Line+1, l.Number+1, begin, seat
		l.after.Next(l.Number + 1)
	}
	return word
}

// gap is next for what is rarely written: a comment, more than one blank, CRLF.
func (l *Lines) gap(at int) (word int) {
	word, ok := shape.Gap(l.Text, at)
	switch {
	case !ok || word == at:
		return -1
	case l.Text[word] == '\n':
		return l.next(word)
	case l.clock.Number != l.Number: // the turn is over
		return -1
	}
	return word
}
