package trouble

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"tpnote/rules"
)

// AppendPosition appends the text of s: TURN WHO NAME=P,P,P,P[#RANK] …. A colour that has left has "out" for its pegs.
func (e *Engine) AppendPosition(dst []byte, s *State, handles []string) []byte {
	dst = rules.AppendClock(dst, s.Clock, handles)
	for seat := range s.Seats {
		dst = append(append(dst, ' '), handles[seat]...)
		mark := byte('=')
		if s.HasLeft(seat) {
			dst = append(append(dst, mark), rules.Out...)
		} else {
			for _, p := range e.PegsOf(s, seat) {
				dst = append(append(dst, mark), e.Name(s.Colours[seat], p)...)
				mark = ','
			}
		}
		if rank := s.Rank[seat]; rank != 0 {
			dst = strconv.AppendInt(append(dst, '#'), int64(rank), 10)
		}
	}
	return dst
}

// ParsePosition reads the text of a position. A turn under way counts as one extra pop used, and one try to leave HOME.
func (e *Engine) ParsePosition(text string, handles []string) (State, error) {
	colours, wrong := e.Seats(handles)
	if colours == nil {
		return State{}, rules.Malformed(wrong.Message)
	}
	s := e.StartWith(colours)
	fields, err := s.Clock.Parse(text, handles)
	if err != nil {
		return State{}, err
	}
	err = rules.ParseSeats(fields, handles, "PEG,PEG,…", func(seat uint8, text string) error {
		return e.parsePegs(&s, seat, text, handles[seat])
	})
	if err != nil {
		return State{}, err
	}
	if s.Clock.Phase == rules.Open && e.extraLimit >= 0 {
		s.Extra = 1
	}
	if s.Clock.Phase == rules.Open && e.tries > 1 && e.noneOut(&s) {
		s.Tried = 1
	}
	return s, e.contradiction(&s, handles)
}

func (e *Engine) parsePegs(s *State, seat uint8, text, handle string) error {
	rest, rank, ranked := strings.Cut(text, "#")
	if ranked {
		n, err := strconv.Atoi(rank)
		if err != nil || n < 1 || n > int(s.Seats) || rank != strconv.Itoa(n) {
			return rules.Malformed("#" + rank + " is not a place from 1 to " + strconv.Itoa(int(s.Seats)))
		}
		s.finish(seat, uint8(n))
	}
	if rest == rules.Out {
		s.Order.Leave(seat)
		return nil
	}
	names := strings.Split(rest, ",")
	if len(names) != e.pegs {
		return rules.Malformed(handle + " has " + strconv.Itoa(len(names)) + " pegs here, and " + strconv.Itoa(e.pegs) + " in the game")
	}
	pegs := e.PegsOf(s, seat)
	for i, name := range names {
		p, ok := e.Space(s.Colours[seat], name)
		if !ok {
			return rules.Malformed("no space " + strconv.Quote(name) + " on this board")
		}
		pegs[i] = p
	}
	slices.Sort(pegs)
	return nil
}

// contradiction returns an error if no game can show s.
func (e *Engine) contradiction(s *State, handles []string) error {
	if err := e.contradictoryPegs(s, handles); err != nil {
		return err
	}
	places := e.places(s)
	for place := 1; place <= places; place++ {
		if n := bytes.Count(s.Rank[:], []byte{byte(place)}); n != 1 {
			return rules.Contradiction("place #" + strconv.Itoa(place) + " is taken " + strconv.Itoa(n) + " times")
		}
	}
	begun, before := *s, *s // the turn under way, before its first pop; before the last colour had finished
	begun.Extra = 0
	last := bytes.IndexByte(s.Rank[:], byte(places))
	before.Rank[last], before.Gone = 0, s.Gone&^(1<<last)
	who := handles[s.Clock.Seat]
	over := s.Clock.Phase == rules.Over
	rank := int(s.Rank[s.Clock.Seat])
	someLeft := e.unplacedCount(s) > 0 // the order in which they left and others finished is unknown
	switch {
	case !over && rank == 0 && s.HasLeft(s.Clock.Seat):
		return rules.Contradiction(who + " has left the game and cannot pop")
	case over && !e.over(s):
		return rules.Contradiction("the game cannot be over (" + who + "-): it is not decided")
	case over && rank != places && !someLeft:
		return rules.Contradiction("the game is over (" + who + "-), but its last turn was not " + who + "'s")
	case !over && e.over(s), !someLeft && e.over(&before):
		return rules.Contradiction("the game is already decided and cannot go on")
	case !over && rank != 0:
		return rules.Contradiction(who + " has finished and cannot pop")
	case s.Clock.Phase == rules.Open && !e.extraPop(&begun, anyFace, true) && s.Tried == 0:
		return rules.Contradiction(who + "+: this variant has no extra pops")
	}
	return nil
}

func (e *Engine) contradictoryPegs(s *State, handles []string) error {
	holder := map[string]string{} // by the name of a track space
	for seat := range s.Seats {
		if s.HasLeft(seat) {
			continue
		}
		handle, pegs := handles[seat], e.PegsOf(s, seat)
		for i, p := range pegs {
			name := e.Name(s.Colours[seat], p)
			switch {
			case p != Home && i > 0 && pegs[i-1] == p:
				return rules.Contradiction(handle + " has two pegs on " + name)
			case p == Home || p > e.track:
			case holder[name] != "":
				return rules.Contradiction(holder[name] + " and " + handle + " both have a peg on " + name)
			default:
				holder[name] = handle
			}
		}
		finished := pegs[0] > e.track
		switch {
		case finished && s.Rank[seat] == 0:
			return rules.Contradiction("all pegs of " + handle + " are in FINISH, but " + handle + " has no place (#)")
		case !finished && s.Rank[seat] != 0:
			return rules.Contradiction(handle + " has a place, but not all its pegs are in FINISH")
		}
	}
	return nil
}
