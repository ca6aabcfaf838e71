package notation

import (
	"fmt"
	"strconv"
)

// WordReader reads the words of a line in order, after the word that says what the line is. After a
// word that does not fit it reads nothing more, and End returns what is wrong.
type WordReader struct {
	last  *Word  // the word that was read last
	rest  []Word // the words still to be read
	shape string // what the line looks like, for messages
	wrong *SyntaxError
	turn  *Turn // for the next turn line; nil for a new one
	tags  []Tag // of the lines so far
}

// Reader returns a reader of the words after the keyword. shape is for messages, such as "secret HANDLE NUMBER".
func (d *Directive) Reader(shape string) WordReader {
	return WordReader{last: &d.Keyword, rest: d.Words, shape: shape}
}

// Word reads the next word, of any kind.
func (r *WordReader) Word() Word { return *r.next() }

// next is Word in the memory of the line.
func (r *WordReader) next() *Word {
	if len(r.rest) == 0 {
		r.Refuse(r.last, "the line ends too early")
	}
	if r.wrong != nil {
		return &Word{}
	}
	r.last, r.rest = &r.rest[0], r.rest[1:]
	return r.last
}

// Words reads one word, of any kind, and all that follow it.
func (r *WordReader) Words() []Word {
	words := r.rest
	for r.next(); r.More(); {
		r.next()
	}
	return words
}

// More reports whether a word follows, and no word before it was wrong.
func (r *WordReader) More() bool { return r.wrong == nil && len(r.rest) > 0 }

// Handle reads the name of a player, in its composed form (NFC). The word is valid as long as the line.
func (r *WordReader) Handle() *Word {
	w := r.next()
	if !IsHandle(w.Text) {
		r.misplaced(w)
	}
	if text := composed(w.Text); text != w.Text {
		return &Word{text, w.Span}
	}
	return w
}

// Number reads a number.
func (r *WordReader) Number() int {
	w := r.next()
	n, err := strconv.Atoi(w.Text)
	switch {
	case !isNumber(w.Text):
		r.misplaced(w)
	case err != nil:
		r.Refuse(w, "the number "+w.Text+" is too high")
	}
	return n
}

// Numbers appends one number and those that follow it.
func (r *WordReader) Numbers(dst []int) []int {
	dst = append(dst, r.Number())
	for r.More() && isNumber(r.rest[0].Text) {
		dst = append(dst, r.Number())
	}
	return dst
}

// Sign reads a word that can only be this one.
func (r *WordReader) Sign(text string) Word {
	w := r.next()
	if w.Text != text {
		r.misplaced(w)
	}
	return *w
}

// Refuse says what is wrong with a word, unless an earlier one is wrong.
func (r *WordReader) Refuse(w *Word, message string) {
	if r.wrong == nil {
		r.wrong = &SyntaxError{w.Span.Start, w.Span.End, message + ": " + r.shape}
	}
}

func (r *WordReader) misplaced(w *Word) { r.Refuse(w, fmt.Sprintf("%q is out of place", w.Text)) }

// End returns what is wrong with the line, a *SyntaxError that counts bytes from its beginning.
// A word that is left over is wrong too.
func (r *WordReader) End() *SyntaxError {
	if r.More() {
		r.misplaced(&r.rest[0])
	}
	return r.wrong
}

// isNumber reports whether a word is made of digits alone.
func isNumber(text string) bool {
	for i := range len(text) {
		if text[i]-'0' > 9 {
			return false
		}
	}
	return text != ""
}
