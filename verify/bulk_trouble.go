package verify

import (
	"strings"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/rules/trouble"
)

// briskTrouble plays Trouble from bytes.
type briskTrouble struct {
	troubleTable
	alone *trouble.Engine // without sides

	known  [trouble.MaxColours]*notation.Words[troubleWord] // by colour: each counts the spaces in its own way
	seated string                                           // the handles that colours belong to
	colour []uint8
	paired map[string]troubleSides // by handles and Sides value
}

// troubleWord is what a word means to one colour.
type troubleWord struct {
	action             trouble.Action
	captures, finishes bool
}

type troubleSides struct {
	engine *trouble.Engine
	names  [2]string
}

func (t *briskTrouble) start(b *brisk, handles []string) bool {
	if seated := strings.Join(handles, " "); seated != t.seated || t.colour == nil {
		colours, err := t.alone.Seats(handles)
		if err != nil {
			return false
		}
		t.seated, t.colour = seated, colours
	}
	t.troubleTable.engine, t.sides = t.alone, [2]string{}
	if value := b.value("Sides"); value != nil {
		key := t.seated + "/" + string(value)
		pair, ok := t.paired[key]
		if !ok {
			sides, names, err := t.alone.ParseSides(string(value), handles)
			if err != nil {
				return false
			}
			pair = troubleSides{t.alone.WithSides(sides), names}
			if t.paired == nil || len(t.paired) == mostKept {
				t.paired = map[string]troubleSides{}
			}
			t.paired[key] = pair
		}
		t.troubleTable.engine, t.sides = pair.engine, pair.names
	}
	t.seats = seats[trouble.State, trouble.Action]{engine: t.troubleTable.engine, state: t.troubleTable.engine.StartWith(t.colour), handles: handles}
	return true
}

func (t *briskTrouble) turn() *rules.Clock { return &t.state.Clock }

func (t *briskTrouble) play(text []byte, at int, number int32) (end, actions int, ok bool) {
	for {
		if at, ok = notation.FastGap(text, at); !ok || text[at] == '\n' {
			return at, actions, ok
		}
		if at, ok = t.action(text, at, number); !ok {
			return at, actions, false
		}
		actions++
	}
}

func (t *briskTrouble) action(text []byte, at int, number int32) (int, bool) {
	s := &t.state
	key, end := notation.WordKey(text, at)
	colour := s.Colours[s.Clock.Seat]
	known := t.known[colour]
	if known == nil {
		known = &notation.Words[troubleWord]{}
		t.known[colour] = known
	}
	word := known.Find(key)
	if word == nil {
		if _, err := troubleWords.Parse(string(text[at:end])); err != nil {
			return at, false
		}
		a, written, unknown := t.decode(string(text[at:end]))
		if unknown != "" {
			return at, false
		}
		word = &troubleWord{a, written.Captures, written.Finished}
		known.Learn(key, word)
	}
	return end, s.Clock.Number == number && t.troubleTable.engine.Try(s, word.action, word.captures, word.finishes)
}

// line refuses: this game has no directives of its own.
func (t *briskTrouble) line(_ []byte, at int) (int, bool) { return at, false }
