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
	known notation.Words[wheelWord]
	buf   []byte
}

// wheelWord is what a word of an action means on one board.
type wheelWord struct {
	action  wheel.Action
	claimed wheel.Mark
}

func (t *briskWheel) start(_ *brisk, handles []string) bool {
	if len(handles) > wheel.MaxPlayers {
		return false
	}
	t.seats = seats[wheel.State, wheel.Action]{engine: t.engine, state: t.engine.Start(len(handles)), handles: handles}
	return true
}

func (t *briskWheel) play(text []byte, at int, number int32) (int, bool) {
	key, end := notation.WordKey(text, at)
	w := t.known.Find(key)
	if w == nil {
		var learnt wheelWord
		var ok bool
		if learnt, ok = t.learn(key, text[at:end]); !ok {
			return at, false
		}
		w = &learnt
	}
	e, s := t.wheelTable.engine, &t.state
	if s.Clock.Number != number || e.Check(s, w.action) != (rules.Refusal{}) {
		return at, false
	}
	if w.action.Answer == wheel.Right && e.Due(s, w.action) != w.claimed {
		return at, false
	}
	e.Apply(s, w.action)
	return end, true
}

// learn asks the grammar what a word means. The numbers of cards are without end, and
// decide nothing: a word with one is remembered without it.
func (t *briskWheel) learn(key notation.Key, word []byte) (wheelWord, bool) {
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
			if w := t.known.Find(key); w != nil {
				return *w, true
			}
		}
	}
	written, err := t.words.Parse(string(word))
	if err != nil {
		return wheelWord{}, false
	}
	a, claimed, ok := t.read(written)
	w := wheelWord{a, claimed}
	if ok {
		t.known.Learn(key, w)
	}
	return w, ok
}

// line refuses: these games have no directives of their own.
func (t *briskWheel) line(_ []byte, at int) (int, bool) { return at, false }
