package verify

import (
	"bytes"

	"tpnote/notation/shape"
	"tpnote/rules"
	"tpnote/rules/wheel"
)

// briskWheel plays the hub-and-spoke games from bytes. What it remembers of a word is what
// stands behind the roll: that makes the table six times smaller.
type briskWheel struct {
	wheelTable
	known shape.Words[wheel.Step]
	cards shape.Words[wheel.Step] // of words with a card, as shape.Numbered packs them
	buf   []byte
}

func (t *briskWheel) start(_ *brisk, handles []string) bool {
	if len(handles) > wheel.MaxPlayers {
		return false
	}
	t.seats = seats[wheel.State, wheel.Action]{engine: t.engine, state: t.engine.Start(len(handles)), handles: handles}
	return true
}

func (t *briskWheel) turn() *rules.Clock { return &t.state.Clock }

func (t *briskWheel) play(text []byte, at int, number int32) (end, actions int, ok bool) {
	e, s := t.wheelTable.engine, &t.state
	for ; ; actions++ {
		if text[at] == ' ' && text[at+1]-'0' <= 9 {
			at++ // the ordinary single blank
		} else if at, ok = shape.Gap(text, at); !ok || text[at] == '\n' {
			return at, actions, ok
		}
		if !rolled(text, at) || s.Clock.Number != number {
			return at, actions, false
		}
		word, end := shape.Short(text, at+2)
		step := t.known.FindShort(word)
		if step == nil {
			var card uint64
			card, end = shape.Numbered(text, at+2)
			if step = t.cards.FindShort(card); step == nil {
				if step, end = t.learn(text, at); step == nil {
					return at, actions, false
				}
				if card != 0 {
					t.cards.LearnShort(card, step)
				}
			}
		}
		if !e.Try(s, step, text[at]-'0') {
			return at, actions, false
		}
		at = end
	}
}

// rolled reports whether a word begins with a roll of the die, as in "4:ye2+".
func rolled(text []byte, at int) bool { return text[at]-'1' < 6 && text[at+1] == ':' }

// rolls are the faces of the die.
var rolls = [...]byte{'1', '2', '3', '4', '5', '6'}

// learn asks the grammar what a word means that begins with a roll. The numbers of cards
// are without end, and decide nothing: a word with one is remembered without it.
func (t *briskWheel) learn(text []byte, at int) (step *wheel.Step, end int) {
	end = shape.WordEnd(text, at)
	t.buf = append(t.buf[:0], text[at:end]...)
	if card := bytes.IndexByte(t.buf, '@'); card >= 0 {
		behind := card + 2
		for behind < len(t.buf) && t.buf[behind]-'0' <= 9 {
			behind++
		}
		if card+2 < behind {
			t.buf = append(t.buf[:card+2], t.buf[behind:]...)
		}
	}
	size := len(t.buf)
	t.buf = append(t.buf, make([]byte, 2+shape.Slack)...)
	key, _ := shape.WordKey(t.buf, 2)
	if step := t.known.Find(key); step != nil {
		return step, end
	}
	for _, roll := range rolls { // the roll must make no difference
		t.buf[0] = roll
		word := string(t.buf[:size])
		if _, err := wheelWords.ask(word); err != nil {
			return nil, end
		}
		a, written, ok := t.decode(word)
		if !ok || a.Die != roll-'0' {
			return nil, end
		}
		made := t.wheelTable.engine.Step(a, marks[written.Mark])
		if made == nil || step != nil && *made != *step {
			return nil, end
		}
		step = made
	}
	t.known.Learn(key, step)
	return step, end
}

// line refuses: these games have no directives of their own.
func (t *briskWheel) line(_ []byte, at int) (int, bool) { return at, false }
