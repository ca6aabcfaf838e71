package variant

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Difference is one thing in which two variants differ.
type Difference struct {
	About string `json:"about"` // a rule point, "game", "board PART", "category CODE" or "colour CODE"
	A     string `json:"a"`     // the two values, as a variant file gives them; "" where one has none
	B     string `json:"b"`
	Says  string `json:"says"` // the difference as a sentence
}

// Diff lists the differences of two variants: game, board, rule points, and the names of colours and categories.
func Diff(a, b *Variant) (out []Difference) {
	differ := func(about, inA, inB, says string, args ...any) {
		if inA != inB {
			out = append(out, Difference{about, inA, inB, fmt.Sprintf(says, args...)})
		}
	}
	differ("game", a.Game, b.Game, "Game: %s is a variant of %s, %s of %s.", a.Name, a.Game, b.Name, b.Game)
	if a.Family != b.Family {
		return out // no rule point is common to both
	}
	for _, part := range a.Family.Board {
		inA, inB := a.Board[part.Name].text, b.Board[part.Name].text
		differ("board "+part.Name, inA, inB, "Board: %s", boardSays(a, b, part))
	}
	for i, point := range a.Family.Points {
		inA, inB := a.Settings[i].Value, b.Settings[i].Value
		differ(point.Name, inA.String(), inB.String(), "%s: %s %s, %s %s.", point.Topic,
			a.Name, point.Means(inA), b.Name, point.Means(inB))
	}
	named := func(what string, inA, inB map[string]string) {
		codes := slices.AppendSeq(slices.Collect(maps.Keys(inA)), maps.Keys(inB))
		slices.Sort(codes)
		for _, code := range slices.Compact(codes) {
			x, y := inA[code], inB[code]
			differ(what+" "+code, x, y, "The %s %s: %s in %s, %s in %s.", what, code,
				cmp.Or(x, "nothing"), a.Name, cmp.Or(y, "nothing"), b.Name)
		}
	}
	named("colour", a.Colours, b.Colours)
	named("category", a.Categories, b.Categories)
	return out
}

// boardSays words the difference of two boards in one part. The records of a part are named by their first field.
func boardSays(a, b *Variant, part Part) string {
	x, y := a.Board[part.Name], b.Board[part.Name]
	if part.Kind != PartRows {
		return fmt.Sprintf("%s is %s in %s, %s in %s.", part.Name, x.text, a.Name, y.text, b.Name)
	}
	key := part.Fields[0]
	names := func(p Piece) []string {
		return Each(p.Rows, func(row map[string]Piece) string { return row[key.Name].text })
	}
	var said []string
	inA, inB := names(x), names(y)
	if !slices.Equal(inA, inB) {
		said = append(said, fmt.Sprintf("the %s goes %s in %s, %s in %s", part.Name,
			strings.Join(inA, " "), a.Name, strings.Join(inB, " "), b.Name))
	}
	for i, name := range inA {
		other := slices.Index(inB, name)
		if other < 0 {
			continue
		}
		for _, field := range part.Fields[1:] {
			p, q := x.Rows[i][field.Name].text, y.Rows[other][field.Name].text
			if p != q {
				said = append(said, fmt.Sprintf("the %s of %s is %s in %s, %s in %s", field.Name, name, p, a.Name, q, b.Name))
			}
		}
	}
	return strings.Join(said, "; ") + "."
}

// BoardLines returns a part of the variant's board as a variant file has it, with a line for each of its records.
func (v *Variant) BoardLines(part Part) []string {
	piece := v.Board[part.Name]
	if part.Kind == PartRows {
		return piece.records
	}
	return []string{piece.text}
}

// BoardPoint means the board, colours included, in lists of rule points.
const BoardPoint = "board"

// Parted lists the rule points, and BoardPoint, in which two variants of one family would judge differently.
func Parted(a, b *Variant) (points []string) {
	for _, d := range Diff(a, b) {
		about, _, _ := strings.Cut(d.About, " ")
		switch about {
		case "game", "category":
			continue // no verdict depends on these names
		case "board", "colour":
			about = BoardPoint
		}
		points = Union(points, about)
	}
	return points
}

// Mix returns v with the given rule points, or BoardPoint, as other has them.
func (v *Variant) Mix(other *Variant, points []string) *Variant {
	c := *v
	c.Settings = slices.Clone(v.Settings)
	for _, point := range points {
		if point == BoardPoint {
			c.Board, c.Colours = other.Board, other.Colours
			continue
		}
		i := v.Family.point(point)
		c.Settings[i] = other.Settings[i]
	}
	c.Fingerprint = c.fingerprint()
	return &c
}
