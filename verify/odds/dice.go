package odds

import (
	"tpnote/notation"
	"tpnote/verify"
)

// Dice tallies rolls and answers: by a player, in a game, or in many games. Tallies can be added.
type Dice struct {
	Faces   [6]int             `json:"faces"`             // how often each face came, in turns
	Order   [6]int             `json:"order"`             // the same for the rolls for the first turn
	Unknown int                `json:"unknown"`           // rolls that the record leaves open
	Sixes   int                `json:"sixes_in_a_row"`    // the most
	Answers map[string]Answers `json:"answers,omitempty"` // by category

	follow    [6][6]int // how often a face followed a face of the same game
	last, run int       // the last roll, 0 where it is not known, and the sixes in a row with which the rolls end
}

// Answers counts the questions of a category.
type Answers struct {
	Asked int `json:"asked"`
	Right int `json:"right"`
}

// Add adds more answers.
func (a *Answers) Add(more Answers) {
	a.Asked += more.Asked
	a.Right += more.Right
}

// act counts the roll of an action, 0 for one that the record leaves open, and its answer.
func (d *Dice) act(a *verify.Action) {
	if a.Die == 0 {
		d.Unknown++
		d.interrupt()
		return
	}
	d.Faces[a.Die-1]++
	if d.last > 0 {
		d.follow[d.last-1][a.Die-1]++
	}
	d.last = a.Die
	if d.run++; a.Die != 6 {
		d.run = 0
	}
	d.Sixes = max(d.Sixes, d.run)
	switch a.Answer {
	case verify.Right:
		d.answer(a.Category, Answers{1, 1})
	case verify.Wrong:
		d.answer(a.Category, Answers{1, 0})
	}
}

// interrupt says that the next roll follows no other.
func (d *Dice) interrupt() { d.last, d.run = 0, 0 }

// answer counts answers in a category.
func (d *Dice) answer(category string, more Answers) {
	if d.Answers == nil {
		d.Answers = map[string]Answers{}
	}
	sum := d.Answers[category]
	sum.Add(more)
	d.Answers[category] = sum
}

// Add adds the tally of other games. No roll of one follows a roll of the other.
func (d *Dice) Add(more *Dice) {
	for i := range d.Faces {
		d.Faces[i] += more.Faces[i]
		d.Order[i] += more.Order[i]
		for j := range d.follow[i] {
			d.follow[i][j] += more.follow[i][j]
		}
	}
	d.Unknown += more.Unknown
	d.Sixes = max(d.Sixes, more.Sixes)
	for category, a := range more.Answers {
		d.answer(category, a)
	}
}

// Rolls returns the number of known rolls in turns.
func (d *Dice) Rolls() (n int) {
	for _, c := range d.Faces {
		n += c
	}
	return n
}

// Answered returns the number of answers, and how many were right.
func (d *Dice) Answered() (sum Answers) {
	for _, a := range d.Answers {
		sum.Add(a)
	}
	return sum
}

// LongestShare returns the share of fair games of as many rolls that have as many sixes in a row.
func (d *Dice) LongestShare() float64 { return longest(d.Sixes, d.Rolls()) }

// Game tallies the dice of one game up to its first error.
type Game struct {
	All     Dice
	Players map[string]*Dice // by handle
	Cut     int              // the line of the first error; 0 without an error
}

// See counts what an event says. Side lines and lines after the first error do not count.
func (g *Game) See(ev *verify.Event) {
	if g.Cut > 0 || ev.Side > 0 {
		return
	}
	if verify.FirstError(ev.Findings) != nil {
		g.Cut = ev.Line.Span.Line
		return
	}
	switch node := ev.Line.Node.(type) {
	case *notation.Order:
		for _, group := range node.Groups {
			for _, roll := range group {
				g.both(roll.Handle.Text, func(d *Dice) { d.Order[roll.Face-1]++ })
			}
		}
	case *notation.Gap:
		g.All.interrupt()
		for _, d := range g.Players {
			d.interrupt()
		}
	case *notation.Turn:
		if !ev.Carried {
			return
		}
		for i := range ev.Actions {
			if a := &ev.Actions[i]; a.Die > 0 || a.Unknown { // a game without dice has none
				g.both(ev.Who, func(d *Dice) { d.act(a) })
			}
		}
		if node.More {
			g.both(ev.Who, (*Dice).interrupt)
		}
	}
}

// both changes the tallies of the game and of a player.
func (g *Game) both(handle string, change func(*Dice)) {
	if g.Players == nil {
		g.Players = map[string]*Dice{}
	}
	if g.Players[handle] == nil {
		g.Players[handle] = &Dice{}
	}
	change(&g.All)
	change(g.Players[handle])
}
