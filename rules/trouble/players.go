package trouble

import (
	"slices"
	"strconv"
	"strings"
)

// TagError describes a fault in a Players or Sides tag. Illegal marks a tag that is well formed
// and names colours of the board, but breaks a rule. Unknown is a name that is no colour of the
// board, "" if the fault is another one.
type TagError struct {
	Message string
	Illegal bool
	Unknown string
}

func (e *TagError) Error() string { return e.Message }

func illegal(message string) error { return &TagError{Message: message, Illegal: true} }

// Seats returns the colours of the players, in seating order, which is the order of the board
// and may begin with any colour. The error is a *TagError. Colours in another order come with
// the error, so that the game can still be replayed. A name that is no colour of the board, or is
// given twice, returns no colours.
func (e *Engine) Seats(handles []string) ([]uint8, error) {
	colours := make([]uint8, len(handles))
	for seat, handle := range handles {
		i := slices.Index(e.Colours, handle)
		if i < 0 {
			return nil, &TagError{Message: strconv.Quote(handle) + " is no colour of this board: " + strings.Join(e.Colours, ", "), Unknown: handle}
		}
		if slices.Contains(colours[:seat], uint8(i)) {
			return nil, &TagError{Message: handle + " is given twice"}
		}
		colours[seat] = uint8(i)
	}
	turns := 0 // how often the board's first colour is passed, going once round the seats
	for seat, colour := range colours {
		if colours[(seat+1)%len(colours)] < colour {
			turns++
		}
	}
	if turns > 1 {
		return colours, illegal("write the players in the order of the board: " + strings.Join(e.Colours, ", "))
	}
	return colours, nil
}

// ParseSides reads a Sides tag, "Red+Green, Blue+Yellow". It returns which seats play together,
// and the names of the two sides. Its error is a *TagError.
func (e *Engine) ParseSides(text string, handles []string) (sides Sides, names [2]string, err error) {
	parts := strings.Split(text, ",")
	seats := make([][]int, len(parts))
	seen := map[string]bool{}
	var fault error // reported only if the whole tag is well formed
	for i, part := range parts {
		parts[i] = strings.Trim(part, " \t")
		for colour := range strings.SplitSeq(parts[i], "+") {
			if !slices.Contains(e.Colours, colour) {
				message := strconv.Quote(colour) + " in a side is no colour of this board; sides are written as in \"Red+Green, Blue+Yellow\""
				return Sides{}, names, &TagError{Message: message, Unknown: colour}
			}
			seat := slices.Index(handles, colour)
			switch {
			case fault != nil:
			case seat < 0:
				fault = illegal(colour + " is on a side, but does not play")
			case seen[colour]:
				fault = illegal(colour + " is given twice in the sides")
			}
			seen[colour] = true
			seats[i] = append(seats[i], seat)
		}
	}
	if fault == nil && (len(handles) != 4 || len(seats) != 2 || len(seats[0]) != 2 || len(seats[1]) != 2) {
		fault = illegal("sides take four colours, two on each of two sides")
	}
	if fault != nil {
		return Sides{}, names, fault
	}
	for i, side := range seats {
		for _, seat := range side {
			sides[seat] = uint8(i) + 1
		}
	}
	return sides, [2]string{parts[0], parts[1]}, nil
}
