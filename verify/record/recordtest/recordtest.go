// Package recordtest helps tests of the recorder: it enters logs as a player does who reads the screen.
package recordtest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/draft"
	"tpnote/verify/games"
	"tpnote/verify/record"
)

// Script is how a game is entered into a recorder with Answers: the keys before the first turn, and of each action.
type Script struct {
	Answers record.Answers
	Opening []string
	First   []string // the keys of Opening that say who begins; nil if a roll does
	Actions [][]string
}

// Keys are all keys of the script.
func (s *Script) Keys() []string {
	return append(slices.Clone(s.Opening), slices.Concat(s.Actions...)...)
}

// NewRecorder makes a recorder of a text, for which chance is always the same. Its salts are salt1, salt2 and so on.
func NewRecorder(t testing.TB, games verify.Games, text string, answers record.Answers) *record.Recorder {
	t.Helper()
	salt := 0
	reader, err := verify.NewReader(verify.Options{Games: games, Narrate: true})
	if err != nil {
		t.Fatal(err)
	}
	return record.New(record.Options{
		Library: games.Library(), Answers: answers, Chance: rand.New(rand.NewPCG(1, 2)),
		Salt: func() string { salt++; return fmt.Sprintf("salt%d", salt) },
	}, draft.New(reader, "x.log", ".", []byte(text)))
}

// Enter enters a log of one game without errors, as a player who reads the screen does. It returns the keys, too.
func Enter(t testing.TB, log string) (*Script, *record.Recorder) {
	t.Helper()
	s := &Script{Answers: record.Answers{Secrets: "open"}}
	game, _ := notation.CutGame([]byte(log), 1)
	for _, tag := range game.Tags() {
		switch tag.Name {
		case "Variant":
			s.Answers.Variant = tag.Value
		case "Players":
			s.Answers.Players = tag.Value
		case "Game", "Rules", "Result": // they follow
		default:
			s.Answers.Tags = append(s.Answers.Tags, [2]string{tag.Name, tag.Value})
		}
	}
	r := NewRecorder(t, games.All, "", s.Answers)
	open := func(key string) {
		r.Key(key)
		s.Opening = append(s.Opening, key)
	}
	for line := range game.Lines() {
		switch n := line.Node.(type) {
		case *notation.Order, *notation.Directive:
			for _, c := range line.Text {
				if unicode.IsDigit(c) {
					open(string(c))
				}
			}
			if strings.HasPrefix(line.Text, "secret") {
				open("enter")
			}
		case *notation.Turn:
			for _, o := range r.Screen().Options { // who begins, where the players settle that
				if len(s.Actions) == 0 && o.Text == n.Handle.Text {
					open(o.Key)
					s.First = []string{o.Key}
				}
			}
			for _, w := range n.Actions {
				s.Actions = append(s.Actions, enterWord(t, r, w.Text))
			}
		}
	}
	return s, r
}

// enterWord presses the keys of an action.
func enterWord(t testing.TB, r *record.Recorder, word string) (keys []string) {
	t.Helper()
	before := r.Screen().Replay
	parts := before.Notation().Parts(word)
	for changes := r.Changes(); r.Changes() == changes; {
		s := r.Screen()
		next := choosing(&s, parts)
		if next == nil || len(keys) > 30 {
			t.Fatalf("%s: after %q the screen asks %q, says %q %q and offers %v\n%s", word, keys, s.Ask, s.Said, s.Wrong, s.Options, r.Text())
		}
		for _, key := range next {
			r.Key(key)
		}
		keys = append(keys, next...)
	}
	return keys
}

// choosing are the keys of the choice on a screen that leads to an action; nil if none does.
func choosing(s *record.Screen, parts notation.Parts) []string {
	switch {
	case s.Rolls:
		return []string{parts.Text(notation.IsRoll)}
	case s.Ask == "Right or wrong?" && parts.Text(notation.IsAnswer) == "-":
		return []string{"-"}
	case s.Ask == "Right or wrong?":
		return []string{"+"}
	}
	for i, o := range s.Options {
		to := func(o record.Option) bool { return o.Parts.Text(notation.IsTo) == parts.Text(notation.IsTo) }
		switch which := s.Ask == "Which of these?"; {
		case !o.Parts.Agrees(parts), which && !slices.Equal(o.Parts.Without(notation.IsAnswer), parts.Without(notation.IsAnswer)):
		case o.Key != "":
			return strings.Split(o.Key, "")
		case to(o) && !slices.ContainsFunc(s.Options[i+1:], to) && !slices.ContainsFunc(s.Options[:i], to):
			return strings.Split(parts.Text(notation.IsTo), "")
		default:
			return append(slices.Repeat([]string{"down"}, i+1), "enter")
		}
	}
	return nil
}

// Every holds that each legal action can be entered by the keys of a player who reads the screen. It
// looks at some actions of every position of a game that chance plays.
func Every(t testing.TB, games verify.Games, variant string, players int) {
	t.Helper()
	r := NewRecorder(t, games, "", record.Answers{Variant: variant, Players: fmt.Sprint(players), Secrets: "none"})
	settle := func() {
		for s := r.Screen(); !s.Unseen && s.Ask != "The game is over."; s = r.Screen() {
			r.Key("enter") // a question before the first turn
		}
	}
	for range 30 {
		settle()
		legal := r.Screen().Replay.Legal()
		if len(legal) == 0 {
			return
		}
		for range 6 {
			word, text := legal[r.Chance.IntN(len(legal))].Word, string(r.Text())
			enterWord(t, r, word)
			if got := strings.Fields(string(r.Text())); !slices.Contains(got[max(0, len(got)-3):], word) {
				t.Fatalf("%s: %s is recorded as\n%s", variant, word, r.Text())
			}
			if r.Key("u"); string(r.Text()) != text {
				t.Fatalf("%s: %s is taken back as\n%s", variant, word, r.Text())
			}
			settle()
		}
		r.Play(false, 60)
	}
}
