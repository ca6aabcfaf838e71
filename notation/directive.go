package notation

import (
	"fmt"
	"strconv"

	"golang.org/x/text/unicode/norm"

	"tpnote/notation/shape"
)

// DirectiveReader reads the words of a directive in order. After a word that does not fit it
// reads nothing more, and End returns what is wrong.
type DirectiveReader struct {
	d     *Directive
	shape string
	next  int // index of the word to read
	wrong *SyntaxError
}

// Reader returns a reader of the words after the keyword. shape is what the directive looks
// like, for messages: "secret HANDLE NUMBER".
func (d *Directive) Reader(shape string) DirectiveReader { return DirectiveReader{d: d, shape: shape} }

// Word reads the next word, of any kind.
func (r *DirectiveReader) Word() Word {
	if r.wrong == nil && r.next == len(r.d.Words) {
		last := r.d.Keyword
		if r.next > 0 {
			last = r.d.Words[r.next-1]
		}
		r.Refuse(last, "the line ends too early")
	}
	if r.wrong != nil {
		return Word{}
	}
	r.next++
	return r.d.Words[r.next-1]
}

// Handle reads the name of a player, in its composed form (NFC).
func (r *DirectiveReader) Handle() Word {
	w := r.Word()
	if !shape.IsHandle(w.Text) {
		r.misplaced(w)
	}
	w.Text = norm.NFC.String(w.Text)
	return w
}

// Number reads a number.
func (r *DirectiveReader) Number() int {
	w := r.Word()
	n, err := strconv.Atoi(w.Text)
	switch {
	case !isNumber(w.Text):
		r.misplaced(w)
	case err != nil:
		r.Refuse(w, "the number "+w.Text+" is too high")
	}
	return n
}

// Numbers reads one number and those that follow it.
func (r *DirectiveReader) Numbers() []int {
	numbers := []int{r.Number()}
	for r.wrong == nil && r.next < len(r.d.Words) && isNumber(r.d.Words[r.next].Text) {
		numbers = append(numbers, r.Number())
	}
	return numbers
}

// Sign reads a word that can only be this one.
func (r *DirectiveReader) Sign(text string) {
	if w := r.Word(); w.Text != text {
		r.misplaced(w)
	}
}

// Refuse says what is wrong with a word, unless an earlier one is wrong.
func (r *DirectiveReader) Refuse(w Word, message string) {
	if r.wrong == nil {
		r.wrong = &SyntaxError{w.Span.Start, w.Span.End, message + ": " + r.shape}
	}
}

func (r *DirectiveReader) misplaced(w Word) { r.Refuse(w, fmt.Sprintf("%q is out of place", w.Text)) }

// End returns what is wrong with the directive, a *SyntaxError that counts bytes from the
// beginning of the line. A word that is left over is wrong too.
func (r *DirectiveReader) End() error {
	if r.wrong == nil && r.next < len(r.d.Words) {
		r.misplaced(r.d.Words[r.next])
	}
	if r.wrong == nil {
		return nil
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
