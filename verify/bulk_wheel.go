package verify

import (
	"bytes"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/rules/wheel"
)

// briskWheel plays the hub-and-spoke games from bytes.
type briskWheel struct {
	wheelTable
	known notation.Words[wheel.Step]
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

func (t *briskWheel) play(text []byte, at int, number int32) (int, bool) {
	key, end := notation.WordKey(text, at)
	step := t.known.Find(key)
	if step == nil {
		if step = t.learn(key, text[at:end]); step == nil {
			return at, false
		}
	}
	return end, t.state.Clock.Number == number && t.wheelTable.engine.Try(&t.state, step)
}

// learn asks the grammar what a word means. The numbers of cards are without end, and
// decide nothing: a word with one is remembered without it.
func (t *briskWheel) learn(key notation.Key, word []byte) *wheel.Step {
	if card := bytes.IndexByte(word, '@'); card >= 0 {
		end := card + 2
		for end < len(word) && word[end]-'0' <= 9 {
			end++
		}
		if card+2 < end {
			t.buf = append(append(t.buf[:0], word[:card+2]...), word[end:]...)
			word = t.buf
			t.buf = append(t.buf, make([]byte, notation.Slack)...)
			key, _ = notation.WordKey(t.buf, 0)
			if step := t.known.Find(key); step != nil {
				return step
			}
		}
	}
	if _, err := wheelWords.Parse(string(word)); err != nil {
		return nil
	}
	a, written, ok := t.decode(string(word))
	if !ok {
		return nil
	}
	step := t.wheelTable.engine.Step(a, marks[written.Mark])
	if step != nil {
		t.known.Learn(key, step)
	}
	return step
}

// line refuses: these games have no directives of their own.
func (t *briskWheel) line(_ []byte, at int) (int, bool) { return at, false }
