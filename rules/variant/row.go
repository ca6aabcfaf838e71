package variant

import (
	"slices"
	"strings"
)

// Row is a rule point as an engine applies it: all that the program knows of the point, in
// one place. R is the rules that the engine reads from a variant, a flat value.
type Row[R any] struct {
	Point
	// Read puts a value into the rules. It is nil for a point that settles the table before the first action.
	Read func(r *R, v Value)
}

// Players is the rule point of how many may play, which the core asks for.
func Players(least, most int, decides, means string) Point {
	return Point{Name: "players", Decides: decides, Topic: "Players", Kind: Range, Min: least, Max: most, Values: []Meaning{{Means: means}}}
}

// RollOffTie is the rule point of a tied roll for the first turn, which the core settles; throw is the word for a roll.
func RollOffTie(throw string) Point {
	say := strings.NewReplacer("roll", throw).Replace
	return Point{Name: "rolloff-tie", Decides: say("who rolls again when the roll for the first turn is tied"), Topic: "A tie for the first turn", Values: []Meaning{
		{Is: "highest", Means: say("lets only those roll again who tied for the highest roll")},
		{Is: "everyone", Means: say("lets all players roll again")},
		{Is: "every-tie", Means: say("lets all roll again who tied with another player, also for a lower roll")}}}
}

// Declared lists the rule points of some rows, for a Family.
func Declared[R any](rows []Row[R]) []Point {
	return Each(rows, func(row Row[R]) Point { return row.Point })
}

// Ruling returns the rules of a variant: every row that can be read has been.
func Ruling[R any](rows []Row[R], v *Variant) (r R) {
	for _, row := range rows {
		if row.Read != nil {
			row.Read(&r, v.Setting(row.Name).Value)
		}
	}
	return r
}

// Alternative is rules that differ from others in the value of one rule point.
type Alternative[R any] struct {
	Point string
	Rules R
}

// Alternatives lists the rules that differ from r in one extreme value of a rule point, in the order of the rows.
func Alternatives[R comparable](rows []Row[R], r R) (list []Alternative[R]) {
	for i := range rows {
		if row := &rows[i]; row.Read != nil {
			for _, value := range row.Extremes() {
				other := r
				if row.Read(&other, value); other != r {
					list = append(list, Alternative[R]{row.Name, other})
				}
			}
		}
	}
	return list
}

// Deciding appends to dst the names of the rule points that decide a question: those with another value under which
// its answer differs. ask answers it under some rules, others are the Alternatives to these, or what an engine makes
// of them. Asked whether an action is legal, Deciding names the points that allow it; asked what a legal action
// brings about, it names the points that this follows from.
func Deciding[R any, X comparable](dst []string, rules R, others []Alternative[R], ask func(rules R) X) []string {
	is, from := ask(rules), len(dst)
	for _, other := range others {
		if !slices.Contains(dst[from:], other.Point) && ask(other.Rules) != is {
			dst = append(dst, other.Point)
		}
	}
	return dst
}

// Permit gives the rules the word of the point that permits most, and reports whether there is one.
func (row *Row[R]) Permit(r *R) bool {
	for _, m := range row.Values {
		if m.Does == Permits && m.Is != "" {
			row.Read(r, Value{Word: m.Is})
			return true
		}
	}
	return false
}

// Every means all names of a board in a value of Extremes.
const Every = "*"

// Extremes lists the values of a point that differ most: its choices, the lowest and the highest number, no face of
// the die and all faces, all names. Values between two of them never allow what both forbid. Ranges have no extremes.
func (p *Point) Extremes() []Value {
	values := p.words()
	switch p.Kind {
	case Number:
		values = append(values, Value{Lo: p.Min, Hi: p.Min}, Value{Lo: p.Max, Hi: p.Max})
	case Faces:
		all := []int{}
		for face := p.Min; face <= p.Max; face++ {
			all = append(all, face)
		}
		values = append(values, Value{Faces: []int{}}, Value{Faces: all})
	case Names:
		values = append(values, Value{Names: []string{Every}})
	}
	return values
}
