package rules

import (
	"slices"
	"strconv"
	"strings"
)

// AppendClock appends "TURN WHO", the head of every game's position.
func AppendClock(dst []byte, c Clock, handles []string) []byte {
	dst = append(strconv.AppendInt(dst, int64(c.Number), 10), ' ')
	dst = append(dst, handles[c.Seat]...)
	switch c.Phase {
	case Open:
		dst = append(dst, '+')
	case Over:
		dst = append(dst, '-')
	}
	return dst
}

// Fields cuts a position at its white space, which is blanks and tabs.
func Fields(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\t' })
}

// ParseClock reads "TURN WHO" from the first two fields of a position.
func ParseClock(fields, handles []string) (Clock, error) {
	if len(fields) < 2 {
		return Clock{}, Malformed("a position begins with TURN WHO, such as \"13 " + handles[0] + "\"")
	}
	number, err := strconv.Atoi(fields[0])
	if err != nil || number < 1 || number > maxTurn || fields[0][0] == '+' {
		return Clock{}, Malformed(strconv.Quote(fields[0]) + " is no turn number")
	}
	c := Clock{Number: int32(number)}
	who := fields[1]
	switch who[len(who)-1] {
	case '+':
		c.Phase, who = Open, who[:len(who)-1]
	case '-':
		c.Phase, who = Over, who[:len(who)-1]
	}
	seat, ok := SeatOf(who, handles)
	if !ok {
		return Clock{}, Malformed(strconv.Quote(who) + " is not one of the players " + strings.Join(handles, ", "))
	}
	c.Seat = uint8(seat)
	return c, nil
}

// ParseSeats reads the fields NAME=TEXT of a position, one for each player in seating order, and returns
// the texts. shape is what a text looks like, for errors.
func ParseSeats(fields, handles []string, shape string) (texts []string, err error) {
	if len(fields) != len(handles) {
		return nil, Malformed("a position gives every player once, in seating order: " + strings.Join(handles, ", "))
	}
	for seat, field := range fields {
		text, ok := strings.CutPrefix(field, handles[seat]+"=")
		if !ok {
			return nil, Malformed(strconv.Quote(field) + " must be " + handles[seat] + "=" + shape + " (every player once, in seating order)")
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// SeatOf returns the index of a handle in seating order.
func SeatOf(handle string, handles []string) (int, bool) {
	i := slices.Index(handles, handle)
	return max(i, 0), i >= 0
}

// Out replaces the pieces of a player who has left the game in the text of a position.
const Out = "out"

// Malformed makes the error for a text that is not a position at all.
func Malformed(message string) error { return &PositionError{Message: message} }

// Contradiction makes the error for a position that no game can show.
func Contradiction(message string) error {
	return &PositionError{Message: message, Contradiction: true}
}
