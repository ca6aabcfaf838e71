// Package nearest finds what somebody probably meant: the known word closest to a
// misspelt one. Every "did you mean" of the program comes from here.
package nearest

import "github.com/agext/levenshtein"

// Word returns the known word closest to word, or "" if none is close enough to be worth
// suggesting. Of equally close words the earliest in known wins.
func Word(word string, known []string) string {
	best, bestDistance := "", 1+max(1, len([]rune(word))/3)
	for _, k := range known {
		if d := Distance(word, k); d < bestDistance {
			best, bestDistance = k, d
		}
	}
	return best
}

// Distance is how many characters have to be added, left out or changed to make one word
// of the other.
func Distance(a, b string) int { return levenshtein.Distance(a, b, nil) }
