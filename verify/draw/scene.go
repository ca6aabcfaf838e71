// Package draw is a model of pictures for games to fill and views to print: points, colours and names, without
// knowledge of any game. Its back ends draw text, SVG and pixels. Each game's own drawing is in the folder of the game.
package draw

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Side is how wide and how high every board is; what is drawn has this as its unit.
const Side = 1000

// Point is a place on a board: x to the right, y downward.
type Point struct{ X, Y float64 }

// Middle is the middle of every board.
var Middle = Point{Side / 2, Side / 2}

// Polar is the point at a distance from a centre, at an angle clockwise from the top.
func Polar(c Point, radius, angle float64) Point {
	return Point{c.X + radius*math.Sin(angle), c.Y - radius*math.Cos(angle)}
}

// bounds are the least and the greatest coordinates of some points.
func bounds(points []Point) (low, high Point) {
	low, high = Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for _, p := range points {
		low = Point{min(low.X, p.X), min(low.Y, p.Y)}
		high = Point{max(high.X, p.X), max(high.Y, p.Y)}
	}
	return low, high
}

// Paper is the colour of a space that is not coloured.
const Paper = "#fbf8f0"

// Kind is what a space is to the eye.
type Kind uint8

// The kinds of spaces, the plain ones first.
const (
	Plain  Kind = iota // where a token may stop
	Centre             // the hub
	Goal               // a headquarters, a space of FINISH, a square of a back row
	Again              // a space to roll again
	Nest               // HOME, where pegs wait
)

// Arc is a part of a circle, from an angle to another one in as many straight pieces.
func Arc(c Point, radius, from, to float64, pieces int) []Point {
	points := make([]Point, pieces+1)
	for i := range points {
		points[i] = Polar(c, radius, from+(to-from)*float64(i)/float64(pieces))
	}
	return points
}

// Corners is a regular polygon with its first corner at an angle.
func Corners(c Point, radius, first float64, n int) []Point {
	return Arc(c, radius, first, first+2*math.Pi, n)[:n]
}

// Disk is a polygon that looks like a disk.
func Disk(c Point, radius float64) []Point { return Corners(c, radius, 0, 20) }

// Rect is a rectangle around a point.
func Rect(at Point, wide, high float64) []Point {
	wide, high = wide/2, high/2
	return []Point{{at.X - wide, at.Y - high}, {at.X + wide, at.Y - high}, {at.X + wide, at.Y + high}, {at.X - wide, at.Y + high}}
}

// Space is a space of a board as it is drawn.
type Space struct {
	Name    string
	At      Point   // where a single piece stands
	Outline []Point // a polygon
	Kind    Kind
	Colour  string  // "#rrggbb", or "" for the colour of the paper
	Code    string  // what text back ends print for it, at most Board.Cell wide
	Word    string  // what pictures print on it
	Size    float64 // of the letters of Word; 0 for the usual one
	Sign    Point   // the middle of Word
	Says    string  // what it is, in words
	// Written is how a log names the space, where that is not Name, cut into the lines that a named board shows; nil
	// for Name in one line. WrittenAt is their middle, where it is not At.
	Written   []string
	WrittenAt *Point
}

// Names is how a log names the space, in lines.
func (s *Space) Names() []string {
	if s.Written == nil {
		return []string{s.Name}
	}
	return s.Written
}

// Label is a word beside the spaces, such as the letter of a file. Pictures show it with the names.
type Label struct {
	At   Point
	Text string
}

// Board is what does not change in a game.
type Board struct {
	Spaces  []Space
	Ground  []Shape // what pictures print below the spaces, such as lines between neighbours that do not touch
	Labels  []Label
	Die     *Point  // where the last roll lies; nil in a game without a die
	Letters float64 // the size of the letters of names; 0 for the usual one
	Cell    int     // how many characters a space needs in text
	Lines   [2]int  // columns and lines of text that are enough, unless spaces collide
}

// Space is the index of the space with a name, or -1.
func (b *Board) Space(name string) int {
	return slices.IndexFunc(b.Spaces, func(s Space) bool { return s.Name == name })
}

// Piece is a token, peg or piece.
type Piece struct {
	Owner int    // the seat of the player whose piece it is
	Label string // at most three characters
	Face  string // what pictures print on it, if that is not Label
	Space int    // index in Board.Spaces, or -1 where it is not on the board
	Held  uint32 // which of Scene.Slices it has, a bit each
}

// Sign is what a picture prints on the piece.
func (p *Piece) Sign(names bool) string {
	if names {
		return p.Label
	}
	return cmp.Or(p.Face, p.Label)
}

// Player is a player as the legend shows it.
type Player struct {
	Name   string `json:"name"`
	Colour string `json:"colour"` // "#rrggbb"
	Has    string `json:"has"`    // what there is to say of its standing, in words
	Won    bool   `json:"won,omitempty"`
}

// Scene is a position.
type Scene struct {
	Board   *Board
	Pieces  []Piece
	Slices  []string // the colours of the wedges that pieces collect, "#rrggbb"; nil in a game without
	Radius  float64  // of a piece
	Players []Player
	Actor   int // the seat to act, or -1 when the game is over
	Clock   string
}

// Handles are the names of the players, in seating order.
func (s *Scene) Handles() (names []string) {
	for _, p := range s.Players {
		names = append(names, p.Name)
	}
	return names
}

// Move is what an action does to a scene. A page has many as JSON, so the names are short there.
type Move struct {
	Die   int   `json:"d,omitempty"` // 0 in a game without one
	Route []int `json:"r,omitempty"` // the spaces passed, from where it began to where it ended; nil if nothing moved
	Sent  []int `json:"x,omitempty"` // the spaces from which pieces were sent home
	// Perhaps says that parts of the action are unknown: the route is one of several.
	Perhaps bool `json:"z,omitempty"`
}

// Choice is a place that can be reached, shown when a user asks what is legal.
type Choice struct {
	Die   int
	From  int    // where the piece stands, as an index in Board.Spaces, or -1
	To    int    // or -1 for a pass
	Brief string // as a player would say it: "bl3", "re3 to bl1"
	Sign  string // what marks the place in text, as a number to choose by; "" for the usual sign
}

// Same reports whether two choices take the same piece to the same place.
func (c Choice) Same(d Choice) bool { return c.Die == d.Die && c.From == d.From && c.To == d.To }

// Symbols are short signs for the players, their initials if those differ.
func Symbols(names []string) []string {
	initials := make([]string, len(names))
	for i, name := range names {
		initials[i] = strings.ToUpper(string([]rune(name)[:1]))
	}
	if different := slices.Compact(slices.Sorted(slices.Values(initials))); len(different) == len(names) {
		return initials
	}
	return strings.Split("123456789abcdefghijklmnop"[:len(names)], "")
}
