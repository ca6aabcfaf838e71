package rules

import (
	"slices"
	"strconv"
	"strings"
)

// AppendClock appends "TURN WHO", the head of every game's position.
func AppendClock(dst []byte, c Clock, handles []string) []byte {
	dst = append(append(strconv.AppendInt(dst, int64(c.Number), 10), ' '), handles[c.Seat]...)
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

// Parse reads the clock from the head of a position, "TURN WHO", and returns the fields after it.
func (c *Clock) Parse(text string, handles []string) (rest []string, err error) {
	fields := Fields(text)
	if len(fields) < 2 {
		return nil, Malformed("a position begins with TURN WHO, such as \"13 " + handles[0] + "\"")
	}
	number, err := strconv.Atoi(fields[0])
	if err != nil || number < 1 || number > maxTurn || fields[0][0] == '+' {
		return nil, Malformed(strconv.Quote(fields[0]) + " is no turn number")
	}
	*c = Clock{Number: int32(number)}
	who := fields[1]
	switch who[len(who)-1] {
	case '+':
		c.Phase, who = Open, who[:len(who)-1]
	case '-':
		c.Phase, who = Over, who[:len(who)-1]
	}
	seat, ok := SeatOf(who, handles)
	if !ok {
		return nil, Malformed(strconv.Quote(who) + " is not one of the players " + strings.Join(handles, ", "))
	}
	c.Seat = uint8(seat)
	return fields[2:], nil
}

// ParseSeats reads the fields NAME=TEXT of a position, one for each player in seating order, and has each
// text parsed. shape is what a text looks like, for errors.
func ParseSeats(fields, handles []string, shape string, parse func(seat uint8, text string) error) error {
	if len(fields) != len(handles) {
		return Malformed("a position gives every player once, in seating order: " + strings.Join(handles, ", "))
	}
	texts := make([]string, len(fields))
	for seat, field := range fields {
		text, ok := strings.CutPrefix(field, handles[seat]+"=")
		if !ok {
			return Malformed(strconv.Quote(field) + " must be " + handles[seat] + "=" + shape + " (every player once, in seating order)")
		}
		texts[seat] = text
	}
	for seat, text := range texts {
		if err := parse(uint8(seat), text); err != nil {
			return err
		}
	}
	return nil
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
