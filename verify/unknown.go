package verify

import "tpnote/notation"

// refuseUnknown makes words with unknown parts malformed, which the replay cannot judge yet.
func refuseUnknown[A interface{ Unknown() bool }](parse func(string) (A, error)) func(string) (A, error) {
	return func(word string) (A, error) {
		a, err := parse(word)
		if err == nil && a.Unknown() {
			err = &notation.SyntaxError{Start: 0, End: len(word), Message: "malformed action \"" + word + "\": actions with unknown parts (?) are not judged yet"}
		}
		return a, err
	}
}
