package trouble

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/rules"
)

func TestSides(t *testing.T) {
	handles := []string{"Red", "Blue", "Green", "Yellow"}
	plain := engineOf(t, "trouble-official", "play-on=no")
	sides, names, err := plain.ParseSides("Yellow+Blue,\tRed+Green", handles)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([2]string{"Yellow+Blue", "Red+Green"}, names); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(Sides{2, 1, 2, 1}, sides); diff != "" {
		t.Errorf("sides (-want +got):\n%s", diff)
	}

	e := plain.WithSides(sides)
	s := parse(t, e, "7 Red Red=re0,f2,f3,f4 Blue=home,home,home,re4 Green=re3,f2,f3,f4 Yellow=home,home,home,home")
	ally := read(t, e, &s, "3:re0-re3")
	if diff := cmp.Diff(rules.Refusal{Reason: AllyPeg, Args: [4]int32{3, 1, 4, 2}}, e.Check(&s, ally)); diff != "" {
		t.Errorf("landing on the partner (-want +got):\n%s", diff)
	}
	if x := e.Effect(&s, ally); x.Captures || x.Moves() {
		t.Error("the partner's peg is taken")
	}
	if x := e.Effect(&s, read(t, e, &s, "4:re0-re4")); !x.Captures || x.Captured != 1 {
		t.Error("the opponent's peg is not taken")
	}

	// The first colour of a side is half a win, whatever play-on says.
	s = parse(t, e, "7 Red Red=ye6,f2,f3,f4 Blue=home,home,home,re4 Green=gr0,f2,f3,f4 Yellow=home,home,home,home")
	e.Apply(&s, read(t, e, &s, "1:ye6-f1"))
	if s.Clock.Phase == rules.Over || e.Finished(&s) || e.Side(&s) != 0 || s.Rank[0] != 1 {
		t.Errorf("one colour of a side has finished: %+v", s)
	}
	s = parse(t, e, "9 Green Red=f1,f2,f3,f4#1 Blue=home,home,home,re4 Green=bl6,f2,f3,f4 Yellow=home,home,home,home")
	e.Apply(&s, read(t, e, &s, "1:bl6-f1"))
	if s.Clock.Phase != rules.Over || !e.Finished(&s) || e.Side(&s) != 2 || s.Rank[2] != 2 {
		t.Errorf("a side has finished: %+v", s)
	}
	const won = "9 Green- Red=f1,f2,f3,f4#1 Blue=home,home,home,re4 Green=f1,f2,f3,f4#2 Yellow=home,home,home,home"
	if diff := cmp.Diff(won, write(e, &s, handles)); diff != "" {
		t.Errorf("position (-want +got):\n%s", diff)
	}
	if parse(t, e, won) != s {
		t.Error("the position of a game won by a side is read otherwise")
	}
}

func faultOf(wrong *TagFault) (verdict, message string) {
	switch {
	case wrong == nil:
		return "", ""
	case wrong.Illegal:
		return "illegal", wrong.Message
	}
	return "malformed", wrong.Message
}

func TestSidesTag(t *testing.T) {
	e := engineOf(t, "trouble-official")
	four := []string{"Red", "Blue", "Green", "Yellow"}
	for _, tt := range []struct {
		text    string
		handles []string
		want    string
	}{
		{"Red+Green, Blue+Yellow", four, ""},
		{"Red+Blue,Green+Yellow", four, ""},
		{"Red+Green, Blue+Pink", four, "malformed"},
		{"Red+Green; Blue+Yellow", four, "malformed"},
		{"Red + Green, Blue+Yellow", four, "malformed"},
		{"Red+Green, Blue+", four, "malformed"},
		{"Red+Red, Pink+Blue", four, "malformed"},
		{"", four, "malformed"},
		{"Red+Green, Blue+Blue", four, "illegal"},
		{"Red+Green+Blue, Yellow", four, "illegal"},
		{"Red+Green", four, "illegal"},
		{"Red+Green, Blue+Yellow", four[:3], "illegal"},
		{"Red+Green, Blue", four[:3], "illegal"},
	} {
		sides, _, err := e.ParseSides(tt.text, tt.handles)
		if got, message := faultOf(err); got != tt.want {
			t.Errorf("%q: %q, want %q (%s)", tt.text, got, tt.want, message)
		}
		if err != nil && sides != (Sides{}) {
			t.Errorf("%q: %v, and yet %v", tt.text, err, sides)
		}
	}
}

func TestSeats(t *testing.T) {
	e := engineOf(t, "trouble-official")
	for _, tt := range []struct {
		handles string
		colours []uint8
		want    string
	}{
		{"Red Blue Green Yellow", []uint8{0, 1, 2, 3}, ""},
		{"Green Yellow Red Blue", []uint8{2, 3, 0, 1}, ""},
		{"Yellow Blue", []uint8{3, 1}, ""},
		{"Blue Yellow", []uint8{1, 3}, ""},
		{"Yellow", []uint8{3}, ""},
		{"Green Red Blue", []uint8{2, 0, 1}, ""},
		{"Red Green Blue", []uint8{0, 2, 1}, "illegal"},
		{"Red Blue Yellow Green", []uint8{0, 1, 3, 2}, "illegal"},
		{"Red Pink", nil, "malformed"},
		{"red Blue", nil, "malformed"},
		{"Red Blue Red", nil, "malformed"},
	} {
		colours, err := e.Seats(strings.Fields(tt.handles))
		got, message := faultOf(err)
		if got != tt.want || !cmp.Equal(colours, tt.colours) {
			t.Errorf("%s: %v %q (%s), want %v %q", tt.handles, colours, got, message, tt.colours, tt.want)
		}
	}
}
