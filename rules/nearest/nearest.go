// Package nearest finds what somebody probably meant: the known word closest to a
// misspelt one. Every "did you mean" of the program comes from here.
package nearest

import (
	"unicode/utf8"

	"github.com/agext/levenshtein"
)

// Word returns the known word closest to word, or "" if none is close enough to be worth
// suggesting. Of equally close words the earliest in known wins.
func Word(word string, known []string) string {
	n := utf8.RuneCountInString(word)
	best, bestDistance := "", min(1+max(1, n/3), n)
	for _, k := range known {
		if d := n - utf8.RuneCountInString(k); d >= bestDistance || -d >= bestDistance {
			continue // at least so many letters apart: a very long word costs nothing
		}
		d := Distance(word, k)
		if d == 2 && swapped(word, k) {
			d = 1 // one slip of the fingers
		}
		if d < bestDistance {
			best, bestDistance = k, d
		}
	}
	return best
}

// Distance returns how many characters have to be added, left out or changed to make one word
// of the other.
func Distance(a, b string) int { return levenshtein.Distance(a, b, nil) }

// swapped reports whether two neighbouring characters of a, exchanged, give b.
func swapped(a, b string) bool {
	x, y := []rune(a), []rune(b)
	if len(x) != len(y) {
		return false
	}
	i := 0
	for x[i] == y[i] {
		i++
	}
	return i+1 < len(x) && x[i] == y[i+1] && x[i+1] == y[i] && string(x[i+2:]) == string(y[i+2:])
}
