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
	handles, _, err := handlesOf(value, ",", `handles separated by commas, such as "Ann, Ben"`)
	if meant := MeantPlayers(value); err != nil && meant != "" {
		return nil, fmt.Errorf("put a comma between the names: %q", meant)
	} else if err != nil {
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

// MeantPlayers is the value of a Players tag with the commas that it lacks; "" if nothing is known of it.
func MeantPlayers(value string) string {
	names := strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune(" \t,;/&+|", r) })
	names = slices.DeleteFunc(names, func(name string) bool { return name == "and" })
	spoilt := slices.ContainsFunc(names, func(name string) bool { return !IsHandle(name) })
	if meant := strings.Join(names, ", "); len(names) > 1 && meant != value && !spoilt {
		return meant
	}
	return ""
}

// Result is the value of a Result tag.
type Result struct {
	Open   bool     // "*": unfinished
	Names  []string // the winner; or the tied players; or the places, best first
	Tie    bool
	Ranked bool
}

// ParseResult reads the value of a Result tag: *, Ann, Ann = Ben, or A > B > C; a side of Trouble is Red+Green.
func ParseResult(value string) (Result, error) {
	if strings.Trim(value, " \t") == "*" {
		return Result{Open: true}, nil
	}
	handles, signs, err := handlesOf(value, "=>+", `* alone, a handle, "Ann = Ben" or "Red > Blue > Green"`)
	if err != nil {
		return Result{}, err
	}
	r := Result{Names: handles[:1:1], Tie: slices.Contains(signs, "="), Ranked: slices.Contains(signs, ">")}
	for i, sign := range signs {
		if last := len(r.Names) - 1; sign == "+" {
			r.Names[last] += "+" + handles[i+1]
		} else {
			r.Names = append(r.Names, handles[i+1])
		}
	}
	return r, nil
}

var valueWords = regexp.MustCompile(`[,=>+*]|[^,=>+* \t]+`)

// handlesOf reads the value of a tag: handles, in their composed form (NFC), with signs between them, of which = and >
// exclude each other. The error names the first word that is out of place, and what is expected.
func handlesOf(value, signs, expected string) (handles, between []string, err error) {
	words := valueWords.FindAllString(value, -1)
	for i, word := range words {
		switch {
		case i%2 == 0 && IsHandle(word):
			handles = append(handles, composed(word))
		case i%2 == 1 && strings.Contains(signs, word):
			if between = append(between, word); word == "=" || word == ">" {
				signs = word + "+" // not the other of them
			}
		default:
			return nil, nil, fmt.Errorf("%q is out of place; expected %s", word, expected)
		}
	}
	switch {
	case words == nil:
		return nil, nil, errors.New("it is empty; expected " + expected)
	case len(words)%2 == 0:
		return nil, nil, errors.New("it ends too early; expected " + expected)
	}
	return handles, between, nil
}
