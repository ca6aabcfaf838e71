package notation

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// ParsePlayers reads the value of a Players tag: handles in seating order, each once.
func ParsePlayers(value string) ([]string, error) {
	v := valueOf(value)
	handles := v.list(",", v.handle)
	if err := v.end(`handles separated by commas, such as "Ann, Ben"`); err != nil {
		names := strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune(" \t,;/&+|", r) })
		spoilt := slices.ContainsFunc(names, func(name string) bool { return !isHandle(name) })
		if meant := strings.Join(names, ", "); len(names) > 1 && meant != value && !spoilt {
			return nil, fmt.Errorf("put a comma between the names: %q", meant)
		}
		return nil, err
	}
	seen := map[string]bool{}
	for _, h := range handles {
		if seen[h] {
			return nil, fmt.Errorf("the handle %s is given twice", h)
		}
		seen[h] = true
	}
	return handles, nil
}

// Result is the value of a Result tag.
type Result struct {
	Open   bool     // "*": unfinished
	Names  []string // the winner; or the tied players; or the places, best first
	Tie    bool
	Ranked bool
}

// ParseResult reads the value of a Result tag: *, Ann, Ann = Ben, or A > B > C. A side of
// Trouble is named as its two handles joined by +.
func ParseResult(value string) (r Result, err error) {
	v := valueOf(value)
	side := func() string { return strings.Join(v.list("+", v.handle), "+") }
	if r.Open = v.take("*"); !r.Open {
		r.Names = []string{side()}
		for _, sign := range []string{"=", ">"} {
			if len(v.words) > 1 && isHandle(v.words[1]) && v.take(sign) { // a sign before anything else is out of place itself
				r.Names, r.Tie, r.Ranked = append(r.Names, v.list(sign, side)...), sign == "=", sign == ">"
				break
			}
		}
	}
	if err := v.end(`*, a handle, "Ann = Ben" or "Red > Blue > Green"`); err != nil {
		return Result{}, err
	}
	return r, nil
}

// tagValue is the rest of a tag's value, of handles and signs. After a word that does not fit it reads
// nothing more.
type tagValue struct {
	words []string
	some  bool // there was a word
	wrong bool // what comes next does not fit
}

var valueWords = regexp.MustCompile(`[,=>+*]|[^,=>+* \t]+`)

func valueOf(value string) *tagValue {
	words := valueWords.FindAllString(value, -1)
	return &tagValue{words: words, some: words != nil}
}

// take reads a sign, if it comes next.
func (v *tagValue) take(sign string) bool {
	taken := !v.wrong && len(v.words) > 0 && v.words[0] == sign
	if taken {
		v.words = v.words[1:]
	}
	return taken
}

// handle reads a handle, in its composed form (NFC).
func (v *tagValue) handle() (handle string) {
	if v.wrong = v.wrong || len(v.words) == 0 || !isHandle(v.words[0]); !v.wrong {
		handle, v.words = composed(v.words[0]), v.words[1:]
	}
	return handle
}

// list reads items with a sign between them.
func (v *tagValue) list(sign string, item func() string) []string {
	list := []string{item()}
	for v.take(sign) {
		list = append(list, item())
	}
	return list
}

// end returns what is wrong with the value. A word that is left over is wrong too.
func (v *tagValue) end(expected string) error {
	switch {
	case len(v.words) > 0:
		return fmt.Errorf("%q is out of place; expected %s", v.words[0], expected)
	case !v.some:
		return errors.New("it is empty; expected " + expected)
	case v.wrong:
		return errors.New("it ends too early; expected " + expected)
	}
	return nil
}
