package morris

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"tpnote/rules"
)

// The text of a position shows all there is.
func (e *engine) Shown(s state) state        { return s }
func (e *engine) Adopt(shown, _ state) state { return shown }

// AppendPosition appends TURN WHO NAME=POINTS/HAND NAME=POINTS/HAND QUIET, with - for no points.
func (e *engine) AppendPosition(dst []byte, s *state, handles []string) []byte {
	dst = rules.AppendClock(dst, s.Clock, handles)
	for seat, handle := range handles {
		dst = fmt.Appendf(dst, " %s=%s/%d", handle, e.list(s.Men[seat]), s.Hand[seat])
	}
	return fmt.Appendf(dst, " %d", s.Quiet)
}

// list names the points of a set.
func (e *engine) list(men set) string {
	var names []string
	for point := range men.each() {
		names = append(names, e.names[point])
	}
	return cmp.Or(strings.Join(names, ","), "-")
}

// ParsePosition reads what it can, and refuses a text that AppendPosition would not write.
func (e *engine) ParsePosition(text string, handles []string) (state, error) {
	s := state{Order: rules.NewOrder(len(handles))}
	fields, err := s.Clock.Parse(text, handles)
	if err != nil {
		return state{}, err
	}
	for seat := range min(len(handles), len(fields)) {
		_, men, _ := strings.Cut(fields[seat], "=")
		list, hand, _ := strings.Cut(men, "/")
		s.Hand[seat] = uint8(number(hand))
		for name := range strings.SplitSeq(list, ",") {
			if point, ok := e.point(name); ok && point != none {
				s.Men[seat] |= only(point)
			}
		}
		if s.Men[seat].count()+int(s.Hand[seat]) > int(e.men) || s.Men[0]&s.Men[1] != 0 {
			return state{}, rules.Contradiction(fmt.Sprintf("a player has up to %d men, and a point holds one", e.men))
		}
	}
	fields = rules.Fields(text)
	s.Quiet = number(fields[len(fields)-1])
	if is := string(e.AppendPosition(nil, &s, handles)); is != strings.Join(fields, " ") {
		return state{}, rules.Malformed("a position is TURN WHO NAME=POINTS/HAND … QUIET, with sorted points; this one may be " + is)
	}
	next, over := s.Clock.Seat, s.Clock.Phase == rules.Over
	if over {
		next = 1 - next
	}
	if over != (e.beaten(&s, next) || e.drawn(&s)) || s.Clock.Phase == rules.Open {
		return state{}, rules.Contradiction("a game is over, marked by -, exactly when the next player has fewer than three men or no move, or it is a draw")
	}
	return s, nil
}

// number reads a number; it is 0 for any other text.
func number(text string) uint16 {
	n, _ := strconv.ParseUint(text, 10, 8)
	return uint16(n)
}
