// Package odds measures dice and luck: whether the rolls of a record are what a fair die gives,
// and what each roll and each answer was worth to its player. spec/luck.md explains every figure.
//
// It knows no rule of a game, except that the players of the wheel games do not meet. It counts what the events of a
// replay say (Game, Survey), and asks a replay which actions are legal and what follows them (Measure).
package odds

import (
	"math"
	"slices"

	"tpnote/verify"
)

// Worth is what rolls, choices and answers brought their player, in the unit of its Luck. A positive number is good.
type Worth struct {
	Roll   float64 `json:"roll"`   // the roll with the best choice, against the mean of all rolls
	Choice float64 `json:"choice"` // the choice, against the best one; at most 0
	Answer float64 `json:"answer"` // the answer, against the mean of right and wrong
}

// Luck is the part of a worth that the player did not choose.
func (w Worth) Luck() float64 { return w.Roll + w.Answer }

func (w *Worth) add(more Worth) {
	w.Roll += more.Roll
	w.Choice += more.Choice
	w.Answer += more.Answer
}

// Units of luck.
const (
	Turns  = "turns"  // expected turns that a player still takes: fewer are better
	Chance = "chance" // the chance to win: more is better
)

// Luck is what happened to the players of a game, turn by turn.
type Luck struct {
	Unit    string    `json:"unit"`            // Turns, Chance, or "" of a game without dice
	Right   Share     `json:"right,omitempty"` // the share of right answers that it was computed for
	Error   float64   `json:"error,omitempty"` // the standard error of a chance of one half, where it is estimated
	Players []string  `json:"-"`
	Start   []float64 `json:"start"` // by seat
	Turns   []Turn    `json:"turns"`
	Cut     int       `json:"cut,omitempty"` // the line from which on nothing was measured; 0 if all was
}

// Turn is one turn of a game.
type Turn struct {
	Line   int    `json:"line"`
	Number int    `json:"turn"`
	Who    string `json:"player"`
	Seat   int    `json:"-"`
	Worth
	Done     []Worth   `json:"actions"`
	Standing []float64 `json:"standing"` // after the turn, by seat

	over bool // the turn has ended
}

// Share is how many of a hundred questions are answered right, by category; "" is for the others.
type Share map[string]int

// ShareOf returns the share that answers suggest, (right + 1) / (asked + 2), rounded to hundredths.
func ShareOf(a Answers) Share {
	return Share{"": max(1, min((100*(a.Right+1)+(a.Asked+2)/2)/(a.Asked+2), 99))}
}

// of returns how likely an answer is; an action without a question is certain.
func (s Share) of(category string, answer verify.Answer) float64 {
	n, given := s[category]
	if !given {
		n = s[""]
	}
	switch answer {
	case verify.Right:
		return float64(n) / 100
	case verify.Wrong:
		return float64(100-n) / 100
	}
	return 1
}

// TurnOn returns the turn of a line; nil if it was not measured. The luck of a game that was not measured is nil.
func (l *Luck) TurnOn(line int) *Turn {
	for i := 0; l != nil && i < len(l.Turns); i++ {
		if l.Turns[i].Line == line {
			return &l.Turns[i]
		}
	}
	return nil
}

// Sum is what all turns of a player were worth, and how many the player has ended.
func (l *Luck) Sum(seat int) (w Worth, turns int) {
	for i := range l.Turns {
		if t := &l.Turns[i]; t.Seat == seat {
			w.add(t.Worth)
			if t.over {
				turns++
			}
		}
	}
	return w, turns
}

// Standings are what the positions that were measured are worth, by seat: at the start, and after each turn.
func (l *Luck) Standings() [][]float64 {
	all := [][]float64{l.Start}
	for i := range l.Turns {
		all = append(all, l.Turns[i].Standing)
	}
	return all
}

// End is the last of the standings.
func (l *Luck) End() []float64 { return l.Standings()[len(l.Turns)] }

// Lead returns the seat of the player ahead at the end, or -1 for a tie, and since which turn; nil if from the start.
func (l *Luck) Lead() (seat int, since *Turn) {
	seat = l.ahead(l.Start)
	for i := range l.Turns {
		if now := l.ahead(l.Turns[i].Standing); now != seat {
			seat, since = now, &l.Turns[i]
		}
	}
	return seat, since
}

// ahead returns the seat of the player who is ahead in a standing, or -1 for a tie.
func (l *Luck) ahead(standing []float64) int {
	best := slices.Max(standing)
	if l.Unit == Turns {
		best = slices.Min(standing)
	}
	near := func(v float64) bool { return math.Abs(v-best) < 1e-9 }
	seat := slices.IndexFunc(standing, near)
	if slices.ContainsFunc(standing[seat+1:], near) {
		return -1
	}
	return seat
}
