package draw

import (
	"slices"
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// lineHigh is how high a line of the legend is.
const lineHigh = 40

// Caption writes what happened and the players below the board; it returns how high all is.
func (s *Scene) Caption(heading, said string) (out []Shape, high float64) {
	y := float64(Side) + lineHigh
	text := func(class string, x, size float64, words string) {
		if words != "" {
			out = append(out, Shape{class: class, points: []Point{{x, y}}, text: words, size: size, radius: -1})
		}
	}
	text("actor", 30, 34, Shorten(heading, 48))
	for _, line := range Fold(said, 60, 2) {
		y += lineHigh
		text("ink", 30, 28, line)
	}
	for i, p := range s.Players {
		y += lineHigh
		if piece := s.PieceOf(i); piece != nil {
			for _, sh := range s.PieceShapes(piece, false) {
				out = append(out, sh.placed(Place{Point{48, y - 10}, 19 / s.Radius}))
			}
		}
		class, mark, width := "ink", "", 62
		if i == s.Actor {
			class, mark, width = "actor", " ◄ to play", 54
		}
		if p.Won {
			class, mark, width = "actor", " ★ has won", 54
		}
		for n, line := range Fold(p.Name+mark+": "+p.Has, width, 2) {
			y += float64(n) * lineHigh
			text(class, 80, 28, line)
		}
	}
	return out, y + lineHigh
}

// PieceOf is a piece of a player, to know the player by; nil for none.
func (s *Scene) PieceOf(seat int) *Piece {
	if i := slices.IndexFunc(s.Pieces, func(p Piece) bool { return p.Owner == seat }); i >= 0 {
		return &s.Pieces[i]
	}
	return nil
}

// Fold breaks text at its blanks into at most most lines of at most width characters.
func Fold(text string, width, most int) (lines []string) {
	for _, word := range strings.Fields(text) {
		n := len(lines) - 1
		switch {
		case n >= 0 && displaywidth.String(lines[n])+1+displaywidth.String(word) <= width:
			lines[n] += " " + word
		case n+1 == most:
			lines[n] = Shorten(lines[n]+" "+word, width-1)
			return lines
		default:
			lines = append(lines, Shorten(word, width))
		}
	}
	return lines
}

// Shorten cuts text to a width of at most n characters.
func Shorten(text string, n int) string { return displaywidth.TruncateString(text, n, "…") }
