package trouble

import (
	"math"
	"math/bits"
	"slices"
	"strings"

	"tpnote/notation/shape"
	troublenotation "tpnote/notation/trouble"
	"tpnote/rules"
	"tpnote/rules/trouble"
	"tpnote/verify"
	"tpnote/verify/internal/turn"
)

// quick plays Trouble from bytes.
type quick struct {
	verify.Seats[trouble.State, trouble.Action]
	alone *referee // where everybody plays alone
	at    *referee // of this game

	parse func(word string) (troublenotation.Action, error)
	known shape.Words[trouble.Step] // by what stands behind the roll
	told  verify.Tellings
	crowd trouble.Crowd // of the position
	shown [trouble.MaxColours]shown
	ranks [trouble.MaxColours]uint8 // which shown has, and who has left
	out   uint8
	step  *trouble.Step // that is told; nil for a pass
	buf   []byte

	counts *verify.QuickCounts // nil where nothing is counted

	seated []string // the handles that colours belong to
	colour []uint8
	paired map[string]*referee // by handles and Sides value
}

// mostPaired bounds what is kept of an archive's Sides tags.
const mostPaired = 1024

func newQuick(r *referee, parse func(string) (troublenotation.Action, error)) *quick {
	return &quick{parse: parse, Seats: verify.Seats[trouble.State, trouble.Action]{Engine: r.Engine}, alone: r}
}

func (t *quick) Start(handles []string, _ bool, sides []byte) bool {
	if t.colour == nil || !slices.Equal(t.seated, handles) {
		colours, err := t.alone.Seats(handles)
		if err != nil {
			return false
		}
		t.seated, t.colour = slices.Clone(handles), colours
	}
	t.at = t.alone
	if sides != nil {
		key := strings.Join(handles, " ") + "/" + string(sides)
		pair, ok := t.paired[key]
		if !ok {
			sides, names, err := t.alone.ParseSides(string(sides), handles)
			if err != nil {
				return false
			}
			pair = &referee{Engine: t.alone.WithSides(sides), sides: names, artist: t.alone.artist}
			if t.paired == nil || len(t.paired) == mostPaired {
				t.paired = map[string]*referee{}
			}
			t.paired[key] = pair
		}
		t.at = pair
	}
	t.Engine, t.State, t.Handles = t.at.Engine, t.at.StartWith(t.colour), handles
	t.crowd = t.at.Crowd(&t.State)
	t.showAll()
	return true
}

func (t *quick) Clock() *rules.Clock { return &t.State.Clock }

func (t *quick) Outcome() verify.Outcome { return t.at.Outcome(&t.State, t.Handles) }

// Here and Position show where the pegs stand; Setup, Assert and GoOn put them elsewhere.
func (t *quick) Here() *trouble.State {
	t.at.Settle(&t.State, &t.crowd)
	return &t.State
}

// shown is what the text of a position shows of a seat.
type shown struct {
	pegs uint64 // where they stand, by Engine.Where
	text []byte
}

// nothing is where the pegs of a seat stand of which nothing is shown.
const nothing = math.MaxUint64

func (t *quick) Position(dst []byte) []byte {
	e, s := t.at.Engine, &t.State
	if t.ranks != s.Rank || t.out != s.Out { // as it seldom is
		t.ranks, t.out = s.Rank, s.Out
		t.showAll()
	}
	changed := uint(0) // a set of seats: which they are nobody foresees, but how many
	for seat := range t.Handles {
		differ := e.Where(s, &t.crowd, uint8(seat)) ^ t.shown[seat].pegs
		changed |= uint((differ|-differ)>>63) << seat
	}
	for ; changed != 0; changed &= changed - 1 {
		seat := uint8(bits.TrailingZeros(changed))
		e.SettleSeat(s, &t.crowd, seat)
		x := &t.shown[seat]
		x.pegs = e.Where(s, &t.crowd, seat)
		x.text = e.AppendSeat(slices.Grow(x.text[:0], verify.Short), s, seat, t.Handles[seat])
	}
	dst = rules.AppendClock(dst, s.Clock, t.Handles)
	for seat := range t.Handles {
		dst = verify.AppendShort(dst, t.shown[seat].text)
	}
	return dst
}

// showAll lets the text of all seats be written anew.
func (t *quick) showAll() {
	for seat := range t.Handles {
		t.shown[seat].pegs = nothing
	}
}

func (t *quick) Setup(text string) error {
	err := t.Seats.Setup(text)
	t.crowd = t.at.Crowd(&t.State)
	return err
}

func (t *quick) Assert(text string, leeway turn.Leeway) (bool, error) {
	t.Here()
	same, err := t.Seats.Assert(text, leeway)
	t.crowd = t.at.Crowd(&t.State)
	return same, err
}

func (t *quick) GoOn(from *trouble.State) {
	t.Seats.GoOn(from)
	t.crowd = t.at.Crowd(&t.State)
}

func (t *quick) Play(r *verify.Run) bool {
	e, s, text := t.at.Engine, &t.State, r.Text
	plain := t.counts == nil && r.Tell == nil
	at, actions := r.Word(r.At, 0)
	for at > 0 {
		die, behind, ok := shape.Rolled(text, at)
		if !ok {
			at, actions = r.Word(at, actions)
			continue
		}
		word, size, more, ok := shape.Short(behind)
		end := at + 2 + size
		if word == pass { // the most frequent word by far
			if !plain {
				t.note(r, at, actions, die, nil)
			}
			if !e.TryPass(s, &t.crowd, die) {
				return false
			}
		} else {
			if !ok {
				word, end = shape.Eight(text, at+2) // such as home-re0
				more = text[end] == ' '
			}
			step := t.known.FindShort(word)
			if step == nil {
				more = false // it was said of another word
				if step, end = t.learn(text, at); step == nil {
					return false
				}
			}
			if !plain {
				t.note(r, at, actions, die, step)
			}
			if !e.Try(s, &t.crowd, step, die) {
				return false
			}
		}
		actions++
		if at = end + 1; !more || s.Clock.Number != r.Number {
			at, actions = r.Word(end, actions)
		}
	}
	return at == 0
}

// pass is "pass", as shape.Short packs it.
const pass = 'p' | 'a'<<8 | 's'<<16 | 's'<<24

// learn asks the grammar what a word means that begins with a roll.
func (t *quick) learn(text []byte, at int) (step *trouble.Step, end int) {
	key, end := shape.WordKey(text, at+2)
	if step := t.known.Find(key); step != nil {
		return step, end
	}
	t.buf = append(t.buf[:0], text[at:end]...)
	for _, roll := range shape.Rolls { // the roll must make no difference
		t.buf[0] = roll
		word := string(t.buf)
		written, err := t.parse(word)
		if err != nil {
			return nil, end
		}
		a, unknown := t.at.decode(&t.State, written)
		if unknown != "" || a.Die != roll-'0' {
			return nil, end
		}
		made := t.at.Step(t.State.Colours[t.State.Clock.Seat], a, written.Captures, written.Finished)
		if step != nil && made != *step {
			return nil, end
		}
		step = &made
	}
	t.known.Learn(key, step)
	return step, end
}

// Line refuses: this game has no directives of its own.
func (t *quick) Line(_ []byte, at int, _ int32) (int, bool) { return at, false }

func (t *quick) Counts() []string { return t.alone.Counts() }

// Stands tells the pegs in HOME and in FINISH.
func (t *quick) Stands(seat uint8) (now, grown verify.OwnCounts) {
	t.Here()
	home, _ := t.at.Standing(&t.State, seat, "home")
	finished, _ := t.at.Standing(&t.State, seat, "finished")
	return verify.OwnCounts{home, finished}, verify.OwnCounts{3: home}
}

func (t *quick) CountIn(c *verify.QuickCounts) { t.counts = c }

// note tells and counts a word before it is carried out; step is nil for a pass. Captured are those
// that have come into HOME since, and those that have left it.
func (t *quick) note(r *verify.Run, at, actions int, die uint8, step *trouble.Step) {
	if r.Tell != nil {
		t.step = step
		r.Tell(r, at, actions)
	}
	if t.counts == nil {
		return
	}
	t.counts.Roll(die)
	if step == nil {
		return
	}
	captures, enters := step.Does()
	if captures {
		t.counts.Own[2]++
	}
	if enters {
		t.counts.Own[3]++
	}
}
