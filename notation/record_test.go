package notation

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMoves names moves the same however a game is written, and other moves otherwise.
func TestMoves(t *testing.T) {
	const head = "[Game \"trespass\"]\n[Players \"Ann, Ben\"]\n\n"
	const game = head + "place Ann 1 2 / 3 4\n1. Ann A1:c2-e4 A2:b1\n2. Ben B5:a5-b4\n"
	moves := func(text string) string { return Block{Text: []byte(text), Line: 1}.Moves().String() }
	want := "276d1bd7858391f49b7ef98e5c3033aa" // printf '%s\n' 1 2 / 3 4 A1:c2-e4 A2:b1 B5:a5-b4 | sha256sum
	for name, text := range map[string]string{
		"as it is":      game,
		"other players": strings.NewReplacer("Ann", "Cleo", "Ben", "Dan").Replace(game),
		"CRLF":          strings.ReplaceAll(game, "\n", "\r\n"),
		"comments":      strings.ReplaceAll(strings.ReplaceAll(game, "\n", " ; 9. x y\n"), ". ", ".\t{a} "),
		"a turn in two": strings.Replace(game, " A2:b1", "\n1. Ann A2:b1", 1),
		"a side line":   game + "(\n2. Ben B6:a5\n)\n",
		"a stray sign":  game + ")\n(\n2. Ben B6:a5\n)\n",
		"numbers":       strings.Replace(game, "2. Ben", "7. Ben", 1),
		"no last end":   strings.TrimSpace(game),
	} {
		if got := moves(text); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	for name, text := range map[string]string{
		"another move":      strings.Replace(game, "b4", "b3", 1),
		"another placement": strings.Replace(game, "3 4", "4 3", 1),
		"a move more":       game + "3. Ann A1:c3\n",
	} {
		if got := moves(text); got == want || len(got) != 32 {
			t.Errorf("%s: %s", name, got)
		}
	}
	if got := moves(head + "place Ann 1 2 / 3 4\n"); got != "" {
		t.Errorf("no turn: %s", got)
	}
}

// TestMovesOfLongGame names the moves of a game by all its words.
func TestMovesOfLongGame(t *testing.T) {
	var log, words strings.Builder
	for i := range 5000 {
		word := fmt.Sprintf("A%d:b%d", i%9, i)
		fmt.Fprintf(&log, "%d. Ann %s\n", i+1, word)
		words.WriteString(word + "\n")
	}
	sum := sha256.Sum256([]byte(words.String()))
	if got, want := (Block{Text: []byte(log.String()), Line: 1}).Moves().String(), hex.EncodeToString(sum[:16]); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestTags reads tags in their order, the first of each name, up to the body.
func TestTags(t *testing.T) {
	text := "; a comment\n[B \"1\"]\n\n[A \"\\\"x\\\"\"] ; a comment\n[B \"2\"]\n[bad\n[C \"\"]\n1. Ann 6:bl-\n[D \"4\"]\n"
	if diff := cmp.Diff([]Pair{{"B", "1"}, {"A", `"x"`}, {"C", ""}}, Block{Text: []byte(text), Line: 1}.Tags()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
