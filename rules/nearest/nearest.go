// Package nearest corrects a misspelt word: it finds the closest known word. Every "did you mean" of the program comes from here.
package nearest

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/agext/levenshtein"
)

// Word returns the known word closest to word, or "" if none is close enough to be worth suggesting. Letters in the
// other case cost nothing. Of equally close words the earliest in known wins.
func Word(word string, known []string) string {
	if i := slices.IndexFunc(known, func(k string) bool { return strings.EqualFold(word, k) }); i >= 0 && word != "" {
		return known[i]
	}
	n := utf8.RuneCountInString(word)
	best, bestDistance := "", min(1+max(1, n/3), n)
	for _, k := range known {
		if d := Slips(word, k, bestDistance-1); d < bestDistance {
			best, bestDistance = k, d
		}
	}
	return best
}

// maxName bounds the words in which Name looks for parts.
const maxName = 100

// Name is Word for names that are made of several parts, such as "genus-iii": it does not
// matter how the parts are joined and how a number is written, and some of the parts stand
// for the whole. Of several such names the one with the fewest parts wins.
func Name(word string, known []string) string {
	if len(word) > maxName {
		return ""
	}
	best, fewest := "", 0
	want := parts(word)
	for _, k := range known {
		has := parts(k)
		missing := func(part string) bool { return !slices.Contains(has, part) }
		if len(want) > 0 && !slices.ContainsFunc(want, missing) && (best == "" || len(has) < fewest) {
			best, fewest = k, len(has)
		}
	}
	if best == "" {
		best = Word(word, known)
	}
	return best
}

// part matches a run of letters or of digits.
var part = regexp.MustCompile(`\pL+|\pN+`)

var roman = []string{"i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"}

// parts cuts a name into its words and numbers, in lower case and in digits.
func parts(name string) []string {
	all := part.FindAllString(strings.ToLower(name), -1)
	for i, p := range all {
		if n := slices.Index(roman, p); n >= 0 {
			all[i] = strconv.Itoa(n + 1)
		}
	}
	return all
}

// Distance is how many characters have to be added, left out or changed to make one word of the other.
func Distance(a, b string) int { return levenshtein.Distance(a, b, nil) }

// Slips is Distance, but a slip that exchanges two neighbours counts once. It is most+1 for any number beyond most.
func Slips(a, b string, most int) int {
	if d := utf8.RuneCountInString(a) - utf8.RuneCountInString(b); d > most || -d > most {
		return most + 1 // a very long word costs nothing
	}
	x, y := []rune(a), []rune(b)
	for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	d := max(len(x), len(y)) // of what differs; one slip changes one character there, or exchanges two
	switch {
	case len(x) == 2 && len(y) == 2 && x[0] == y[1] && x[1] == y[0]:
		d = 1
	case d > 1 && most > 1:
		d, _, _ = levenshtein.Calculate(x, y, 0, 1, 1, 1) // the bound of the library gives wrong answers
	}
	return min(d, most+1)
}
