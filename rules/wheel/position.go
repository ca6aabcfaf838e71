package wheel

import (
	"math/bits"
	"strconv"
	"strings"

	"tpnote/rules"
)

// AppendPosition appends the text of s: TURN WHO NAME=SPACE[/W,W…][!HQ][#] … [@BOX], with out
// in the place of the space for a player who has left.
func (e *Engine) AppendPosition(dst []byte, s *State, handles []string) []byte {
	dst = rules.AppendClock(dst, s.Clock, handles)
	for seat, t := range s.Tokens[:s.Seats] {
		dst = append(append(append(dst, ' '), handles[seat]...), '=')
		if s.HasLeft(uint8(seat)) {
			dst = append(dst, rules.Out...)
		} else {
			dst = append(dst, e.Board.Names[t.Space]...)
		}
		mark := byte('/')
		for w := t.Wedges; w != 0; w &= w - 1 {
			dst = append(append(dst, mark), e.Board.Colours[bits.TrailingZeros16(w)]...)
			mark = ','
		}
		if t.Barred != 0 {
			dst = append(append(dst, '!'), e.Board.Names[t.Barred-1]...)
		}
		if s.Winners>>seat&1 != 0 {
			dst = append(dst, '#')
		}
	}
	if s.Box != 0 {
		dst = append(dst, ' ', '@', 'A'+s.Box-1)
	}
	return dst
}

// ParsePosition reads the text of a position of at most MaxPlayers players. A text does not show
// which seats have had a turn. ParsePosition takes these to be the winners, and the players before
// WHO as far as the turn number goes, in this round or at all.
func (e *Engine) ParsePosition(text string, handles []string) (State, error) {
	s := e.Start(len(handles))
	fields, err := s.Clock.Parse(text, handles)
	if err != nil {
		return State{}, err
	}
	if n := len(fields); n > 0 && fields[n-1][0] == '@' {
		last := fields[n-1]
		if len(last) != 2 || last[1] < 'A' || int(last[1]-'A') >= e.Boxes() {
			return State{}, rules.Malformed(strconv.Quote(last) + " is no box: boxes are A to " + string(rune('A'+e.Boxes()-1)))
		}
		s.Box = last[1] - 'A' + 1
		fields = fields[:n-1]
	}
	err = rules.ParseSeats(fields, handles, "SPACE", func(seat uint8, text string) error {
		return e.parseToken(&s, seat, text, handles[seat])
	})
	if err != nil {
		return State{}, err
	}
	before := min(int(s.Clock.Number)-1, len(handles))
	if e.everyRound {
		before = (int(s.Clock.Number) - 1) % len(handles)
	}
	past := s.Order
	past.Back = !past.Back
	for seat := s.Clock.Seat; before > 0; before-- {
		seat = past.Beside(seat)
		s.Had |= 1 << seat
	}
	s.Had |= s.Winners | s.Left
	if s.Clock.Phase == rules.Over {
		s.Had |= 1 << s.Clock.Seat
	}
	return s, e.contradiction(&s, handles)
}

func (e *Engine) parseToken(s *State, seat uint8, text, handle string) error {
	rest, won := strings.CutSuffix(text, "#")
	if won {
		s.Winners |= 1 << seat
	}
	if rest == rules.Out {
		s.Order.Leave(seat)
		return nil
	}
	t := &s.Tokens[seat]
	rest, bar, barred := strings.Cut(rest, "!")
	place, wedges, some := strings.Cut(rest, "/")
	var ok bool
	if t.Space, ok = e.Board.Space(place); !ok {
		return rules.Malformed("no space " + strconv.Quote(place) + " on this board")
	}
	if barred {
		space, ok := e.Board.Space(bar)
		if !ok {
			return rules.Malformed("no space " + strconv.Quote(bar) + " on this board")
		}
		if space != Hub && e.Board.Places[space].Kind != Headquarters {
			return rules.Malformed("!" + bar + " is neither a headquarters nor the hub")
		}
		t.Barred = uint8(space) + 1
	}
	if some {
		for code := range strings.SplitSeq(wedges, ",") {
			c := e.Board.ColourIndex(code)
			if c < 0 {
				return rules.Malformed("no wedge of colour " + strconv.Quote(code))
			}
			if t.Wedges>>c&1 != 0 {
				return rules.Malformed("the wedge " + code + " is given twice to " + handle)
			}
			t.Wedges |= 1 << c
		}
	}
	return nil
}

// contradiction returns an error that names what no game can show in s; nil if it can be.
func (e *Engine) contradiction(s *State, handles []string) error {
	if int(s.Box) > e.boxes {
		return rules.Contradiction("@B in a game with one box of cards")
	}
	for seat := range int(s.Seats) {
		t, who := &s.Tokens[seat], handles[seat]
		won, bar := s.Winners>>seat&1 != 0, Space(t.Barred-1)
		switch {
		case s.HasLeft(uint8(seat)):
		case won && (t.Space != Hub || !e.Enough(s, uint8(seat))):
			return rules.Contradiction(who + " has won, but is not in the hub with enough wedges")
		case t.Barred == 0:
		case bar == Hub && !e.barHub, bar != Hub && !e.barHQ:
			return rules.Contradiction("!" + e.Board.Names[bar] + ": this variant has no such bar")
		case bar != Hub && t.Wedges>>e.Board.Places[bar].Colour&1 != 0:
			return rules.Contradiction(who + " is kept from " + e.Board.Names[bar] + ", whose wedge it holds")
		case bar == Hub && !e.Enough(s, uint8(seat)):
			return rules.Contradiction(who + " is kept from the hub without the wedges that a winning question takes")
		case won:
			return rules.Contradiction(who + " has won, and is kept from " + e.Board.Names[bar])
		}
	}
	over := s.Clock.Phase == rules.Over
	present := bits.OnesCount32(s.All() &^ s.Left)
	switch {
	case !over && s.HasLeft(s.Clock.Seat):
		return rules.Contradiction(handles[s.Clock.Seat] + " has left, and is to roll")
	case !over && s.Left != 0 && present < 2:
		return rules.Contradiction("all but one have left, and the game goes on")
	case over && s.Winners == 0 && (s.Left == 0 || present > 1):
		return rules.Contradiction("the game is over (" + handles[s.Clock.Seat] + "-), but no player has won (#)")
	case !over && s.Winners != 0 && (!e.sharedTie || s.Winners>>s.Clock.Seat&1 != 0 || s.Had>>s.Clock.Seat&1 != 0):
		return &rules.PositionError{Message: "a player has won, and " + handles[s.Clock.Seat] + " has no chance left to tie", Contradiction: true, Situation: "chance"}
	}
	return nil
}
