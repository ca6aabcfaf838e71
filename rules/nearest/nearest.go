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
		if d := levenshtein.Distance(word, k, nil); d < bestDistance {
			best, bestDistance = k, d
		}
	}
	return best
}
