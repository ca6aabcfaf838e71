package trouble

import (
	"slices"
	"strconv"
	"strings"
)

// TagFault describes a fault in a Players or Sides tag. Illegal marks a tag that is well formed and names colours of
// the board, but breaks a rule. Unknown is a name that is no colour of the board, "" if the fault is another one.
type TagFault struct {
	Message string
	Illegal bool
	Unknown string
}

func illegal(message string) *TagFault { return &TagFault{Message: message, Illegal: true} }

// Seats returns the colours of the players, in seating order, which is the order of the board
// and may begin with any colour. Colours in another order come with what is wrong, so that the game can
// still be replayed. A name that is no colour of the board, or is given twice, returns no colours.
func (e *Engine) Seats(handles []string) (colours []uint8, wrong *TagFault) {
	colours = make([]uint8, len(handles))
	for seat, handle := range handles {
		i := slices.Index(e.Colours, handle)
		if i < 0 {
			return nil, &TagFault{Message: strconv.Quote(handle) + " is no colour of this board, as players are: " + strings.Join(e.Colours, ", ") + "; a tag says who plays one: [" + e.Colours[0] + " \"Ann\"]", Unknown: handle}
		}
		if slices.Contains(colours[:seat], uint8(i)) {
			return nil, &TagFault{Message: handle + " is given twice"}
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

// ParseSides reads a Sides tag, "Red+Green, Blue+Yellow": which seats play together, and the names of the two sides.
func (e *Engine) ParseSides(text string, handles []string) (sides Sides, names [2]string, wrong *TagFault) {
	var parts, colours []string
	for part := range strings.SplitSeq(text, ",") {
		part = strings.Trim(part, " \t")
		parts, colours = append(parts, part), append(colours, strings.Split(part, "+")...)
	}
	for _, colour := range colours {
		if !slices.Contains(e.Colours, colour) {
			message := strconv.Quote(colour) + " in a side is no colour of this board; sides are written as in \"Red+Green, Blue+Yellow\""
			return sides, names, &TagFault{Message: message, Unknown: colour}
		}
	}
	for i, colour := range colours {
		if !slices.Contains(handles, colour) {
			return sides, names, illegal(colour + " is on a side, but does not play")
		}
		if slices.Contains(colours[:i], colour) {
			return sides, names, illegal(colour + " is given twice in the sides")
		}
	}
	if len(handles) != 4 || len(parts) != 2 || strings.Count(parts[0], "+") != 1 || strings.Count(parts[1], "+") != 1 {
		return sides, names, illegal("sides take four colours, two on each of two sides")
	}
	for i, colour := range colours {
		sides[slices.Index(handles, colour)] = uint8(i/2) + 1
	}
	return sides, [2]string{parts[0], parts[1]}, nil
}
