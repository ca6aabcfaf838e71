// Package recordtest helps tests of the recorder: it enters logs as a player who reads the screen
// does. Only tests import it.
package recordtest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/games"
	"tpnote/verify/readings"
	"tpnote/verify/record"
)

// Script is how a game is entered into a recorder that was given Answers: the keys before
// the first turn, and those of each action.
type Script struct {
	Answers record.Answers
	Opening []string
	First   []string // the keys of Opening that say who begins; nil if a roll does
	Actions [][]string
}

// Keys are all keys of the script.
func (s *Script) Keys() []string {
	keys := slices.Clone(s.Opening)
	for _, a := range s.Actions {
		keys = append(keys, a...)
	}
	return keys
}

// NewRecorder makes a recorder of a text. Its salts are salt1, salt2 and so on.
func NewRecorder(t testing.TB, text string, answers record.Answers) *record.Recorder {
	t.Helper()
	salt := 0
	reader := func(options verify.Options) *verify.Reader {
		options.Games = games.All
		r, err := verify.NewReader(options)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	return record.New(record.Options{
		Reader: reader(verify.Options{Narrate: true}), Meant: reader(verify.Options{Readings: readings.New()}), Library: games.All.Library(),
		Name: "x.log", Dir: ".", Answers: answers, Salt: func() string { salt++; return fmt.Sprintf("salt%d", salt) },
	}, []byte(text))
}

// Enter enters a log of one game without errors, as a player who reads the screen does. It returns
// the keys, and the recorder after them.
func Enter(t testing.TB, log string) (*Script, *record.Recorder) {
	t.Helper()
	s := &Script{}
	var lines []notation.Line
	for text := range strings.Lines(log) {
		line := notation.ParseLine(strings.TrimSuffix(text, "\n"), 1)
		tag, ok := line.Node.(*notation.Tag)
		if !ok {
			lines = append(lines, line)
			continue
		}
		switch value := tag.Value.Text; tag.Name.Text {
		case "Variant":
			s.Answers.Variant = value
		case "Players":
			s.Answers.Players = value
		case "Game", "Rules", "Result":
		default:
			s.Answers.Tags = append(s.Answers.Tags, [2]string{tag.Name.Text, value})
		}
	}
	s.Answers.Secrets = "open"
	r := NewRecorder(t, "", s.Answers)
	press := func(keys ...string) (pressed []string) {
		for _, key := range keys {
			r.Key(key)
		}
		return keys
	}
	for _, line := range lines {
		switch n := line.Node.(type) {
		case *notation.Order:
			for _, group := range n.Groups {
				for _, roll := range group {
					s.Opening = append(s.Opening, press(fmt.Sprint(roll.Face))...)
				}
			}
		case *notation.Directive:
			for _, w := range n.Words[1:] {
				if w.Text != "/" {
					s.Opening = append(s.Opening, press(strings.Split(w.Text, "")...)...)
				}
			}
			if n.Keyword.Text == "secret" {
				s.Opening = append(s.Opening, press("enter")...)
			}
		case *notation.Turn:
			if len(s.Actions) == 0 {
				for _, o := range r.Screen().Options { // who begins, where the players settle that
					if o.Text == n.Handle.Text {
						s.First = press(o.Key)
						s.Opening = append(s.Opening, s.First...)
					}
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
	a, ok := before.Read(word)
	if !ok {
		t.Fatalf("%s is no action", word)
	}
	choice := before.Board().Choice(a)
	changes := r.Changes()
	for r.Changes() == changes {
		s := r.Screen()
		key := ""
		switch {
		case len(keys) == 0 && a.Die > 0:
			key = fmt.Sprint(a.Die)
		case len(keys) == 0 && a.Pass:
			key = "1"
		default:
			for _, o := range s.Options {
				switch {
				case o.Moves && len(keys) == 0 && o.Choice.From == choice.From, o.Moves && o.Choice.Same(choice):
					if key = o.Key; key == "" {
						key = a.To
					}
				case !o.Moves && o.Mark != "" && o.Mark == a.Given:
					key = map[bool]string{true: "-", false: "+"}[a.Answer == verify.Wrong]
				case !o.Moves && a.Category != "" && strings.HasPrefix(o.Text, a.Category+" "):
					key = o.Key
				}
				if key != "" {
					break
				}
			}
		}
		if key == "" || len(keys) > 9 {
			t.Fatalf("%s: after %q the screen asks %q, says %q %q and offers %v\n%s", word, keys, s.Ask, s.Said, s.Wrong, s.Options, r.Text())
		}
		for _, k := range strings.Split(key, "") {
			keys = append(keys, k)
			r.Key(k)
		}
	}
	return keys
}
