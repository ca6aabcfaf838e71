package verify

import (
	"strconv"

	"tpnote/rules"
	"tpnote/verify/draw"
)

// Artist draws the positions of one game. Its pictures belong to the rules of a table, not
// to a position.
type Artist[S any] interface {
	// Picture is what does not change in a game.
	Picture() *draw.Board
	// Scene fills in the pieces of a position, and what there is to say of the players, whose
	// names it has already.
	Scene(sc *draw.Scene, s *S)
	// Route is the way that an action took between two positions.
	Route(before, after *S, a Action) draw.Move
	// Choice is where an action of a position leads.
	Choice(s *S, a Action) draw.Choice
}

// Board is a position for those who draw it.
type Board interface {
	// Scene is the position as it is seen. name makes a player's handle fit to be shown.
	Scene(name func(string) string) *draw.Scene
	// Route is the way that an action took from another position of the game to this one.
	Route(before Board, a Action) draw.Move
	// Choice is where an action would lead.
	Choice(a Action) draw.Choice
}

func (t *seated[S, A, W]) board() Board { return &drawing[S, A, W]{t, t.rules.Artist()} }

type drawing[S, A comparable, W any] struct {
	*seated[S, A, W]
	artist Artist[S]
}

func (d *drawing[S, A, W]) Scene(name func(string) string) *draw.Scene {
	c := *d.Clock()
	sc := &draw.Scene{Board: d.artist.Picture(), Actor: int(c.Seat)}
	for _, handle := range d.Handles {
		sc.Players = append(sc.Players, draw.Player{Name: name(handle)})
	}
	who := sc.Players[c.Seat].Name
	switch c.Phase {
	case rules.Due:
		sc.Clock = "turn " + strconv.Itoa(int(c.Number)) + ": " + who + " is to play"
	case rules.Open:
		sc.Clock = "turn " + strconv.Itoa(int(c.Number)) + ": " + who + " goes on"
	default:
		sc.Actor = -1
		sc.Clock = "the game is over: " + name(d.outcome().String())
	}
	d.artist.Scene(sc, &d.State)
	return sc
}

func (d *drawing[S, A, W]) Route(before Board, a Action) draw.Move {
	return d.artist.Route(&before.(*drawing[S, A, W]).State, &d.State, a)
}

func (d *drawing[S, A, W]) Choice(a Action) draw.Choice { return d.artist.Choice(&d.State, a) }
