package verify

import (
	"strings"

	"tpnote/notation/shape"
	"tpnote/rules"
	"tpnote/rules/trouble"
)

// briskTrouble plays Trouble from bytes.
type briskTrouble struct {
	troubleTable
	alone *trouble.Engine // without sides

	known shape.Words[trouble.Step] // by what stands behind the roll
	crowd trouble.Crowd             // of the position
	buf   []byte

	seated string // the handles that colours belong to
	colour []uint8
	paired map[string]troubleSides // by handles and Sides value
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
	t.crowd = t.troubleTable.engine.Crowd(&t.state)
	return true
}

func (t *briskTrouble) turn() *rules.Clock { return &t.state.Clock }

// setup and assert put pegs elsewhere.
func (t *briskTrouble) setup(text string) error {
	err := t.troubleTable.setup(text)
	t.crowd = t.troubleTable.engine.Crowd(&t.state)
	return err
}

func (t *briskTrouble) assert(text string, belief belief) (bool, error) {
	same, err := t.troubleTable.assert(text, belief)
	t.crowd = t.troubleTable.engine.Crowd(&t.state)
	return same, err
}

func (t *briskTrouble) play(text []byte, at int, number int32) (end, actions int, ok bool) {
	e, s := t.troubleTable.engine, &t.state
	for ; ; actions++ {
		if text[at] == '\n' {
			return at, actions, true
		}
		if text[at] == ' ' && text[at+1]-'0' <= 9 {
			at++ // the ordinary single blank
		} else if at, ok = shape.Gap(text, at); !ok || text[at] == '\n' {
			return at, actions, ok
		}
		if !rolled(text, at) || s.Clock.Number != number {
			return at, actions, false
		}
		die := text[at] - '0'
		word, end := shape.Short(text, at+2)
		if word == pass { // the most frequent word by far
			if !e.TryPass(s, &t.crowd, die) {
				return at, actions, false
			}
			at = end
			continue
		}
		if word == 0 {
			word, end = shape.Eight(text, at+2) // such as home-re0
		}
		step := t.known.FindShort(word)
		if step == nil {
			if step, end = t.learn(text, at); step == nil {
				return at, actions, false
			}
		}
		if !e.Try(s, &t.crowd, step, die) {
			return at, actions, false
		}
		at = end
	}
}

// pass is "pass", as shape.Short packs it.
const pass = 'p' | 'a'<<8 | 's'<<16 | 's'<<24

// learn asks the grammar what a word means that begins with a roll.
func (t *briskTrouble) learn(text []byte, at int) (step *trouble.Step, end int) {
	key, end := shape.WordKey(text, at+2)
	if step := t.known.Find(key); step != nil {
		return step, end
	}
	t.buf = append(t.buf[:0], text[at:end]...)
	for _, roll := range rolls { // the roll must make no difference
		t.buf[0] = roll
		word := string(t.buf)
		if _, err := troubleWords.ask(word); err != nil {
			return nil, end
		}
		a, written, unknown := t.decode(word)
		if unknown != "" || a.Die != roll-'0' {
			return nil, end
		}
		made := t.troubleTable.engine.Step(t.state.Colours[t.state.Clock.Seat], a, written.Captures, written.Finished)
		if step != nil && made != *step {
			return nil, end
		}
		step = &made
	}
	t.known.Learn(key, step)
	return step, end
}

// line refuses: this game has no directives of its own.
func (t *briskTrouble) line(_ []byte, at int) (int, bool) { return at, false }
