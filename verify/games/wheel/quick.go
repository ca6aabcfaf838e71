package wheel

import (
	"bytes"
	"math"
	"slices"

	"tpnote/notation/shape"
	wheelnotation "tpnote/notation/wheel"
	"tpnote/rules"
	"tpnote/rules/wheel"
	"tpnote/verify"
)

// quick plays the hub-and-spoke games from bytes. What it remembers of a word is what stands
// behind the roll: that makes the table six times smaller.
type quick struct {
	verify.Seats[wheel.State, wheel.Action]
	*referee
	parse func(word string) (wheelnotation.Action, error)
	known shape.Words[wheel.Step]
	cards shape.Words[wheel.Step] // of words with a card, as shape.Numbered packs them
	told  verify.Tellings
	shown [wheel.MaxPlayers]shown
	names [][]byte // of the spaces
	buf   []byte

	counts *verify.QuickCounts // nil where nothing is counted
}

func newQuick(r *referee, parse func(string) (wheelnotation.Action, error)) *quick {
	return &quick{parse: parse, Seats: verify.Seats[wheel.State, wheel.Action]{Engine: r.Engine}, referee: r}
}

func (t *quick) Start(handles []string, _ bool, sides []byte) bool {
	if len(handles) > wheel.MaxPlayers {
		return false
	}
	t.State, t.Handles = t.referee.Start(len(handles)), handles
	for seat := range handles {
		t.shown[seat].what = nothing
	}
	return true
}

// shown is what the text of a position shows of a seat, before the space and behind it.
type shown struct {
	what           uint64 // a number that says what that is
	before, behind []byte
}

// nothing is what is shown of a seat before the first position of a game.
const nothing = math.MaxUint64

func (t *quick) Position(dst []byte) []byte {
	s := &t.State
	dst = rules.AppendClock(dst, s.Clock, t.Handles)
	for seat := range t.Handles {
		token, x := s.Tokens[seat], &t.shown[seat]
		now := uint64(token.Wedges) | uint64(token.Barred)<<16 | uint64(s.Winners>>seat&1)<<24 | uint64(s.Out>>seat&1)<<25
		if x.what != now {
			t.show(x, seat)
			x.what = now
		}
		dst = verify.AppendShort(dst, x.before)
		if s.Out>>seat&1 == 0 {
			dst = verify.AppendShort(dst, t.names[token.Space])
		}
		dst = verify.AppendShort(dst, x.behind)
	}
	return t.referee.AppendBox(dst, s)
}

// show writes what is shown of a seat.
func (t *quick) show(x *shown, seat int) {
	b := t.referee.Board
	for space := len(t.names); space < b.Len(); space++ {
		t.names = append(t.names, verify.AppendShort(make([]byte, 0, verify.Short), []byte(b.Name(wheel.Space(space)))))
	}
	name, s := b.Name(t.State.Tokens[seat].Space), &t.State
	t.buf = t.referee.AppendSeat(t.buf[:0], s, seat, t.Handles[seat])
	before := len(" =") + len(t.Handles[seat])
	behind := before + len(name)
	if s.Out>>seat&1 != 0 {
		before += len(rules.Out)
		behind = before
	}
	x.before = append(slices.Grow(x.before[:0], verify.Short), t.buf[:before]...)
	x.behind = append(slices.Grow(x.behind[:0], verify.Short), t.buf[behind:]...)
}

func (t *quick) Clock() *rules.Clock { return &t.State.Clock }

func (t *quick) Outcome() verify.Outcome { return t.referee.Outcome(&t.State, t.Handles) }

func (t *quick) Play(r *verify.Run) bool {
	e, s, text := t.referee.Engine, &t.State, r.Text
	plain, tell := t.counts == nil, r.Tell
	at, actions := r.Word(r.At, 0)
	mover, settled := s.Mover(), plain && e.Settled(s)
	for at > 0 {
		die, behind, ok := shape.Rolled(text, at)
		if !ok {
			at, actions = r.Word(at, actions)
			continue
		}
		var step *wheel.Step
		word, size, more, ok := shape.Short(behind)
		if ok {
			step = t.known.FindShort(word)
		}
		end := at + 2 + size
		if settled && step != nil {
			// Whether the line goes on no processor can predict, and so this is asked as soon as
			// the text has it, and of nothing else.
			if more && e.GoesOn(mover, step, die) {
				if tell != nil {
					tell(r, at, actions)
				}
				s.GoOn(mover, step)
				at, actions = end+1, actions+1
				continue
			}
			if !more && e.Misses(mover, step, die) {
				if tell != nil {
					tell(r, at, actions)
				}
				mover = s.Miss(mover, step)
				at, actions = r.Word(end, actions+1)
				continue
			}
		}
		if step == nil {
			if step, end = t.rare(text, at); step == nil {
				return false
			}
		}
		var card wheel.Card
		if e.CountsCards() {
			if sign := bytes.IndexByte(text[at:end], '@'); sign >= 0 {
				card = cardNumber(text[at+sign+2 : end])
			}
		}
		if t.counts != nil {
			t.count(die, text[end-1])
		}
		if tell != nil {
			tell(r, at, actions)
		}
		if !e.Try(s, step, die, card) {
			return false
		}
		mover, settled = s.Mover(), plain && e.Settled(s)
		at, actions = r.Word(end, actions+1)
	}
	return at == 0
}

// rare finds a word with the number of a card, or one that is new.
func (t *quick) rare(text []byte, at int) (step *wheel.Step, end int) {
	card, end := shape.Numbered(text, at+2)
	if step = t.cards.FindShort(card); step != nil {
		return step, end
	}
	if step, end = t.learn(text, at); step != nil && card != 0 {
		t.cards.LearnShort(card, step)
	}
	return step, end
}

// learn asks the grammar what a word means that begins with a roll. The numbers of cards
// are without end: a word with one is remembered without it.
func (t *quick) learn(text []byte, at int) (step *wheel.Step, end int) {
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
	for _, roll := range shape.Rolls { // the roll must make no difference
		t.buf[0] = roll
		word := string(t.buf[:size])
		written, err := t.parse(word)
		if err != nil || written.Unknown() {
			return nil, end
		}
		a, ok := t.decode(written)
		if !ok || a.Die != roll-'0' {
			return nil, end
		}
		made := t.referee.Step(a, marks[written.Mark])
		if made == nil || step != nil && *made != *step {
			return nil, end
		}
		step = made
	}
	t.known.Learn(key, step)
	return step, end
}

// Line refuses: these games have no directives of their own.
func (t *quick) Line(_ []byte, at int, _ int32) (int, bool) { return at, false }

// Stands knows no key: all are counted.
func (t *quick) Stands(uint8) (now, grown verify.OwnCounts) { return now, grown }

func (t *quick) CountIn(c *verify.QuickCounts) { t.counts = c }

// count counts an action that was carried out, by its mark, which is the one that is due.
func (t *quick) count(die, mark byte) {
	c := t.counts
	c.Roll(die)
	switch mark {
	case '*':
		c.Own[2]++
		fallthrough
	case '+', '#':
		c.Own[0]++
	case '-':
		c.Own[1]++
	}
}
