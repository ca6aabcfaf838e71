package odds

import (
	"maps"
	"math"
	"slices"

	"tpnote/notation"
	"tpnote/verify"
)

// Dice tallies rolls and answers: by a player, in a game, or in many games. Tallies can be
// added.
type Dice struct {
	Faces   [6]int             `json:"faces"`             // how often each face came, in turns
	Order   [6]int             `json:"order"`             // the same for the rolls for the first turn
	Unknown int                `json:"unknown"`           // rolls that the record leaves open
	Sixes   int                `json:"sixes_in_a_row"`    // the most
	Answers map[string]Answers `json:"answers,omitempty"` // by category

	pairs   int // known rolls that follow a known roll of the same game
	repeats int // those that are equal to it
	changes int // those that are low (1-3) after a high roll, or high after a low one
	product int // the sum of (2x-7)(2y-7) over all pairs

	last, run int // the last roll, 0 where it is not known, and the sixes in a row with which the rolls end
}

// Answers counts the questions of a category.
type Answers struct {
	Asked int `json:"asked"`
	Right int `json:"right"`
}

// roll counts a roll; 0 is one that the record leaves open.
func (d *Dice) roll(face int) {
	last := d.last
	d.last = face
	switch {
	case face == 0:
		d.Unknown++
		d.run = 0
		return
	case face == 6:
		d.run++
		d.Sixes = max(d.Sixes, d.run)
	default:
		d.run = 0
	}
	d.Faces[face-1]++
	if last == 0 {
		return
	}
	d.pairs++
	d.product += (2*last - 7) * (2*face - 7)
	if last == face {
		d.repeats++
	}
	if (last > 3) != (face > 3) {
		d.changes++
	}
}

// answer counts an answer.
func (d *Dice) answer(category string, right bool) {
	if d.Answers == nil {
		d.Answers = map[string]Answers{}
	}
	a := d.Answers[category]
	a.Asked++
	if right {
		a.Right++
	}
	d.Answers[category] = a
}

// Add adds the tally of other games. No roll of one follows a roll of the other.
func (d *Dice) Add(more *Dice) {
	for i := range d.Faces {
		d.Faces[i] += more.Faces[i]
		d.Order[i] += more.Order[i]
	}
	d.Unknown += more.Unknown
	d.Sixes = max(d.Sixes, more.Sixes)
	d.pairs += more.pairs
	d.repeats += more.repeats
	d.changes += more.changes
	d.product += more.product
	for category, a := range more.Answers {
		if d.Answers == nil {
			d.Answers = map[string]Answers{}
		}
		sum := d.Answers[category]
		d.Answers[category] = Answers{sum.Asked + a.Asked, sum.Right + a.Right}
	}
	d.last, d.run = 0, 0
}

// Rolls returns the number of known rolls in turns.
func (d *Dice) Rolls() int {
	n := 0
	for _, c := range d.Faces {
		n += c
	}
	return n
}

// Answered returns the number of answers, and how many were right.
func (d *Dice) Answered() (sum Answers) {
	for _, a := range d.Answers {
		sum.Asked += a.Asked
		sum.Right += a.Right
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
				for _, d := range []*Dice{&g.All, g.player(roll.Handle.Text)} {
					d.Order[roll.Face-1]++
				}
			}
		}
	case *notation.Gap:
		g.All.last, g.All.run = 0, 0
		for _, d := range g.Players {
			d.last, d.run = 0, 0
		}
	case *notation.Turn:
		if !ev.Carried {
			return
		}
		for i := range ev.Actions {
			g.act(ev.Who, &ev.Actions[i])
		}
		if node.More {
			g.All.last, g.player(ev.Who).last = 0, 0
		}
	}
}

// player returns the tally of a player.
func (g *Game) player(handle string) *Dice {
	if g.Players == nil {
		g.Players = map[string]*Dice{}
	}
	if g.Players[handle] == nil {
		g.Players[handle] = &Dice{}
	}
	return g.Players[handle]
}

// act counts an action. A game without dice has none with a roll.
func (g *Game) act(who string, a *verify.Action) {
	if a.Die == 0 && !a.Unknown {
		return
	}
	for _, d := range []*Dice{&g.All, g.player(who)} {
		d.roll(a.Die)
		if a.Answer == verify.Right || a.Answer == verify.Wrong {
			d.answer(a.Category, a.Answer == verify.Right)
		}
	}
}

// Question is one that was asked of the dice or the answers: what was seen, how likely a fair die
// is to be at least as far from what is expected, and what a sample of that size could have shown.
type Question struct {
	About string  `json:"about"`           // "faces", "repeats", "changes", "correlation", "answers"
	N     int     `json:"n"`               // the rolls, pairs of rolls or answers that it was asked of
	Seen  float64 `json:"seen"`            // a share, or a correlation; of several, the one furthest from Fair
	Fair  float64 `json:"fair"`            // the expected value of Seen
	Which string  `json:"which,omitempty"` // the face or the category that Seen is about
	P     float64 `json:"p"`
	// Corrected is P after Holm's correction for all questions that were asked.
	Corrected float64 `json:"corrected"`
	// Shown is the bias that N would show in 90 of 100 cases, as a difference from Fair, at 0.05
	// after the correction; 0 where N is too small for any.
	Shown float64 `json:"shown"`

	freedom int     // of a χ² test
	spread  float64 // the standard deviation of Seen, times √N
}

// fewest is the least number of rolls that is worth a question, and fewestAnswers of answers. Of
// fewer answers χ² is too often large: a player who misses a wedge asks for the same category again.
const (
	fewest        = 20
	fewestAnswers = 300
)

// Questions asks all questions for which there are enough rolls or answers, without a correction.
func (d *Dice) Questions() []Question {
	var all []Question
	if n := d.Rolls(); n >= fewest {
		q := Question{About: "faces", N: n, Fair: 1.0 / 6, P: faces(d.Faces), freedom: 5, spread: math.Sqrt(5.0 / 36)}
		for face, c := range d.Faces {
			if share := float64(c) / float64(n); q.Which == "" || math.Abs(share-q.Fair) > math.Abs(q.Seen-q.Fair) {
				q.Seen, q.Which = share, string(rune('1'+face))
			}
		}
		all = append(all, q)
	}
	for _, x := range []struct {
		about string
		k, n  int
		fair  float64
	}{{"repeats", d.repeats, d.pairs, 1.0 / 6}, {"changes", d.changes, d.pairs, 0.5}} {
		if x.n >= fewest {
			all = append(all, Question{About: x.about, N: x.n, Seen: float64(x.k) / float64(x.n), Fair: x.fair,
				P: binomial(x.k, x.n, x.fair), spread: math.Sqrt(x.fair * (1 - x.fair))})
		}
	}
	if d.pairs >= fewest {
		sum := float64(d.product) / 4
		all = append(all, Question{About: "correlation", N: d.pairs, Seen: sum / variance / float64(d.pairs), P: correlation(sum, d.pairs), spread: 1})
	}
	return append(all, d.answers()...)
}

// answers asks whether the share of right answers is the same in all categories, if there are enough
// answers, and a right and a wrong one are each expected at least leastExpected times in every category.
func (d *Dice) answers() []Question {
	const leastExpected = 5
	sum := d.Answered()
	if sum.Asked < fewestAnswers || len(d.Answers) < 2 {
		return nil
	}
	share := float64(sum.Right) / float64(sum.Asked)
	q := Question{About: "answers", N: sum.Asked, Seen: share, Fair: share, freedom: len(d.Answers) - 1}
	x := 0.0
	for _, category := range slices.Sorted(maps.Keys(d.Answers)) {
		a := d.Answers[category]
		if float64(a.Asked)*min(share, 1-share) < leastExpected {
			return nil
		}
		own := float64(a.Right) / float64(a.Asked)
		x += float64(a.Asked) * (own - share) * (own - share) / (share * (1 - share))
		if math.Abs(own-share) >= math.Abs(q.Seen-share) {
			q.Seen, q.Which = own, category
		}
	}
	q.P = chiSquare(x, q.freedom)
	q.spread = math.Sqrt(float64(q.freedom) * share * (1 - share)) // of a category that is asked as often as the others
	return []Question{q}
}

// Correct corrects the p-values of all questions that a report asks, and says what each could
// have shown.
func Correct(all []*Question) {
	p := make([]float64, len(all))
	for i, q := range all {
		p[i] = q.P
	}
	for i, c := range Holm(p) {
		all[i].Corrected = c
		all[i].Shown = all[i].shown(0.05 / float64(len(all)))
	}
}

// found is the wanted probability of finding a bias.
const found = 0.9

// shown returns the bias that is found in 90 of 100 cases at a level.
func (q *Question) shown(level float64) float64 {
	factor := normalAt(level/2) + normalAt(1-found)
	if q.freedom > 0 {
		factor = math.Sqrt(noncentral(level, found, q.freedom))
	}
	bias := factor * q.spread / math.Sqrt(float64(q.N))
	if q.Fair+bias > 1 {
		return 0
	}
	return bias
}
