package rules_test

import (
	"fmt"
	"strconv"

	"tpnote/rules"
)

// Heap is a position of a small Nim: a heap of stones, and whose turn it is. Positions are
// flat, so that they copy and compare.
type Heap struct {
	Stones int8
	Clock  rules.Clock
}

// Nim is its engine. An action is the number of stones taken. Most is what a rule point of
// its variants would give.
type Nim struct{ Most int8 }

// Why an action is refused, and what the outside calls that.
const (
	GameOver rules.Reason = iota + 1
	TooMany
)

var reasons = [...]rules.ReasonInfo{
	GameOver: {Code: "game-over", Rule: "outcome"},
	TooMany:  {Code: "too-many", Rule: "most"},
}

var _ rules.Engine[Heap, int8] = Nim{}

func (n Nim) Start(int) Heap            { return Heap{Stones: 7, Clock: rules.Clock{Number: 1}} }
func (n Nim) Turn(s *Heap) *rules.Clock { return &s.Clock }

func (n Nim) Check(s *Heap, take int8) rules.Refusal {
	switch most := min(n.Most, s.Stones); {
	case s.Clock.Phase == rules.Over:
		return rules.Refusal{Reason: GameOver}
	case take < 1 || take > most:
		return rules.Refusal{Reason: TooMany, Args: [4]int32{int32(most)}}
	}
	return rules.Refusal{}
}

func (n Nim) Legal(dst []int8, s *Heap) []int8 {
	for take := int8(1); n.Check(s, take) == (rules.Refusal{}); take++ {
		dst = append(dst, take)
	}
	return dst
}

// Apply believes the log: it carries actions out, legal or not.
func (n Nim) Apply(s *Heap, take int8) {
	if s.Stones = max(s.Stones-take, 0); s.Stones == 0 {
		s.Clock.Phase = rules.Over
		return
	}
	n.Close(s)
}

func (n Nim) MayTake(s *Heap, seat uint8) bool       { return seat == s.Clock.Seat }
func (n Nim) Take(s *Heap, seat uint8, number int32) { s.Clock.Seat, s.Clock.Number = seat, number }
func (n Nim) MayStop(*Heap) bool                     { return false }
func (n Nim) Close(s *Heap)                          { s.Clock.Seat ^= 1; s.Clock.Number++ }
func (n Nim) Shown(s Heap) Heap                      { return s }
func (n Nim) Adopt(shown, _ Heap) Heap               { return shown }
func (n Nim) AppendPosition(dst []byte, s *Heap, handles []string) []byte {
	dst = append(rules.AppendClock(dst, s.Clock, handles), " heap="...)
	return strconv.AppendInt(dst, int64(s.Stones), 10)
}

func (n Nim) ParsePosition(text string, handles []string) (Heap, error) {
	var s Heap
	fields, err := s.Clock.Parse(text, handles)
	if err != nil {
		return Heap{}, err
	}
	if len(fields) != 1 {
		return s, rules.Malformed("a position ends with heap=STONES")
	}
	if _, err := fmt.Sscanf(fields[0], "heap=%d", &s.Stones); err != nil || s.Stones < 0 {
		return s, rules.Malformed(fields[0] + " is no heap")
	}
	return s, nil
}

// A game is added with its engine: positions, and what is legal in them. Around it stand a
// variant.Family, which names its rule points (see the example of rules/variant), a package
// that reads its words (as notation/trouble), and one binding in verify that joins them.
func Example() {
	var engine rules.Engine[Heap, int8] = Nim{Most: 3}
	handles := []string{"Ann", "Ben"}
	s := engine.Start(len(handles))
	fmt.Println("legal:", engine.Legal(nil, &s))
	for _, take := range []int8{3, 4} {
		if refused := engine.Check(&s, take); refused.Reason != 0 {
			fmt.Printf("%d: %s, at most %d\n", take, reasons[refused.Reason].Code, refused.Args[0])
		}
		engine.Apply(&s, take)
		fmt.Println(string(engine.AppendPosition(nil, &s, handles)))
	}
	read, err := engine.ParsePosition("2 Ben- heap=0", handles)
	fmt.Println("the same:", read == s, err)
	// Output:
	// legal: [1 2 3]
	// 2 Ben heap=4
	// 4: too-many, at most 3
	// 2 Ben- heap=0
	// the same: true <nil>
}
