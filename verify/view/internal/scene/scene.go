// Package scene draws positions: a model of what is seen, which knows points, colours and
// names and no game, and back ends that draw it as text, as SVG, and in pixels. What is
// particular to one game is in its artist (wheel.go, trouble.go, trespass.go).
package scene

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"tpnote/rules"
	"tpnote/rules/trespass"
	"tpnote/rules/trouble"
	"tpnote/rules/wheel"
	"tpnote/verify"
	"tpnote/verify/report"
)

// Side is how wide and how high every board is; what is drawn has this as its unit.
const Side = 1000

// Point is a place on a board: x to the right, y downward.
type Point struct{ X, Y float64 }

// polar is the point at a distance from a centre, at an angle clockwise from the top.
func polar(c Point, radius, angle float64) Point {
	return Point{c.X + radius*math.Sin(angle), c.Y - radius*math.Cos(angle)}
}

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

// Space is a space of a board as it is drawn.
type Space struct {
	Name    string
	At      Point   // where a single piece stands
	Outline []Point // a polygon
	Kind    Kind
	Colour  string // "#rrggbb", or "" for the colour of the paper
	Code    string // what text back ends print for it, at most Board.Cell wide
	Word    string // what pictures print on it
	Sign    Point  // the middle of Word
}

// Label is a word beside the spaces, such as the letter of a file.
type Label struct {
	At   Point
	Text string
}

// Board is what does not change in a game.
type Board struct {
	Spaces []Space
	Labels []Label
	Joins  [][]Point // lines between neighbours that do not touch
	Die    *Point    // where the last roll lies; nil in a game without a die
	Crowd  float64   // how far apart two pieces on one space stand
	Cell   int       // how many characters a space needs in text
	Lines  [2]int    // columns and lines of text that are enough, unless spaces collide
}

// Piece is a token, peg or piece.
type Piece struct {
	Owner  int    // the seat of the player whose piece it is
	Label  string // at most three characters
	Space  int    // index in Board.Spaces, or -1 where it is not on the board
	Slices []bool // of a token that collects wedges: which of Scene.Slices it holds
}

// Player is a player as the legend shows it.
type Player struct {
	Name   string
	Colour string // "#rrggbb"
	Has    string // what there is to say of its standing, in words
	Won    bool
}

// Scene is a position.
type Scene struct {
	Board   *Board
	Pieces  []Piece
	Slices  []string // the colours of the wedges, "#rrggbb"
	Radius  float64  // of a piece
	Players []Player
	Actor   int // the seat to act, or -1 when the game is over
	Clock   string
}

// Move is what an action does to a scene.
type Move struct {
	Die   int   // 0 in a game without one
	Route []int // the spaces passed, from where it began to where it ended; nil if nothing moved
	Sent  []int // the spaces from which pieces were sent home
}

// Choice is a place that can be reached, for whoever asks what is legal.
type Choice struct {
	Die   int
	From  int    // where the piece stands, as an index in Board.Spaces, or -1
	To    int    // or -1 for a pass
	Brief string // as a player would say it: "bl3", "re3 to bl1"
	Move  verify.Move
}

// Same reports whether two choices take the same piece to the same place.
func (c Choice) Same(d Choice) bool { return c.Die == d.Die && c.From == d.From && c.To == d.To }

// Artist draws the positions of one game. An artist belongs to one table's rules, not to
// its position.
type Artist struct{ game artist }

// artist is what is particular to a game.
type artist interface {
	board() *Board
	// scene fills in the pieces and what there is to say of the players.
	scene(s *Scene, t *verify.Table)
	// route is the way that an action took, from the spaces that it passed.
	route(before, after *verify.Table, word string) Move
	// choice reads a legal action.
	choice(t *verify.Table, m verify.Move) Choice
}

// ArtistOf finds the artist of a table's game. Adding a game is adding a case.
func ArtistOf(t *verify.Table) Artist {
	engine, _ := t.Board()
	switch e := engine.(type) {
	case *wheel.Engine:
		return Artist{newWheel(e)}
	case *trouble.Engine:
		return Artist{newTrouble(e)}
	case *trespass.Engine:
		return Artist{newTrespass(e)}
	}
	panic("view: nobody has drawn this game yet") // a test draws every built-in variant
}

// Scene is a table's position.
func (a Artist) Scene(t *verify.Table) *Scene {
	s := &Scene{Board: a.game.board(), Actor: int(t.Clock().Seat)}
	for _, name := range t.Handles() {
		s.Players = append(s.Players, Player{Name: report.OneLine(name)})
	}
	c := t.Clock()
	who := s.Players[c.Seat].Name
	switch c.Phase {
	case rules.Due:
		s.Clock = "turn " + strconv.Itoa(int(c.Number)) + ": " + who + " is to play"
	case rules.Open:
		s.Clock = "turn " + strconv.Itoa(int(c.Number)) + ": " + who + " goes on"
	default:
		s.Actor = -1
		s.Clock = "the game is over: " + report.OneLine(t.Result())
	}
	a.game.scene(s, t)
	return s
}

// Choices lists what is legal. Answers and marks make no difference to where a piece can
// go: of several words for one place the first stands for all.
func (a Artist) Choices(t *verify.Table) []Choice {
	var list []Choice
	for _, m := range t.Legal() {
		c := a.game.choice(t, m)
		if !slices.ContainsFunc(list, c.Same) {
			list = append(list, c)
		}
	}
	return list
}

// Choice reads an action, legal or not.
func (a Artist) Choice(t *verify.Table, m verify.Move) Choice { return a.game.choice(t, m) }

// Route is the way that an action took.
func (a Artist) Route(before, after *verify.Table, word string) Move {
	return a.game.route(before, after, word)
}

// DieOf is the face of the die that an action word begins with, or 0.
func DieOf(word string) int {
	if len(word) > 1 && word[1] == ':' && word[0] >= '1' && word[0] <= '6' {
		return int(word[0] - '0')
	}
	return 0
}

// behindDie is an action word without its die; a word that is no action stays as it is.
func behindDie(word string) string {
	if DieOf(word) == 0 {
		return word
	}
	return word[2:]
}

// symbols are short signs for the players, their initials if those differ.
func symbols(names []string) []string {
	signs := make([]string, len(names))
	seen := map[string]bool{}
	for i, name := range names {
		signs[i] = strings.ToUpper(string([]rune(name)[:1]))
		if seen[signs[i]] {
			const others = "123456789abcdefghijklmnop"
			for i := range signs {
				signs[i] = others[i : i+1]
			}
			return signs
		}
		seen[signs[i]] = true
	}
	return signs
}
