package odds

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
)

// Survey sums up the dice of many games by subject.
type Survey struct {
	Subjects []*Subject
	named    map[[2]string]*Subject // by kind and name
}

// Subject is one player, game, event, or all games together, with what was asked of its dice.
type Subject struct {
	Kind      string      `json:"kind"` // "all", "event", "game" or "player"
	Name      string      `json:"name,omitempty"`
	Games     int         `json:"games"`
	Cut       int         `json:"cut"` // how many of them were measured up to their first error
	Dice      Dice        `json:"dice"`
	Questions []*Question `json:"questions"`
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

	freedom float64 // of a χ² test that is as strong
	spread  float64 // the variance of Seen, times N
}

// The least numbers that are worth a question. Of fewer answers χ² is often too large: missed wedges come again.
const (
	fewestRolls    = 20
	fewestAnswers  = 300
	fewestExpected = 5 // right answers, and wrong ones, in each category
)

// Add adds the dice of a game to a subject.
func (s *Survey) Add(kind, name string, d *Dice, cut bool) {
	key := [2]string{kind, name}
	x := s.named[key]
	if x == nil {
		x = &Subject{Kind: kind, Name: name}
		s.Subjects = append(s.Subjects, x)
		if s.named == nil {
			s.named = map[[2]string]*Subject{}
		}
		s.named[key] = x
	}
	x.Games++
	if cut {
		x.Cut++
	}
	x.Dice.Add(d)
}

// Ask asks all questions of all subjects, corrects the p-values for their number, and returns them.
func (s *Survey) Ask() (all []*Question) {
	for _, x := range s.Subjects {
		x.Questions = x.Dice.Questions()
		all = append(all, x.Questions...)
	}
	Correct(all)
	return all
}

// Correct corrects the p-values of all questions that a report asks (Holm): each is multiplied by how many are not
// smaller, and is at least as large as those before it. It says what each question could have shown.
func Correct(all []*Question) {
	sorted := slices.SortedStableFunc(slices.Values(all), func(a, b *Question) int { return cmp.Compare(a.P, b.P) })
	least, factors := 0.0, map[float64]float64{}
	for rank, q := range sorted {
		least = max(least, min(1, q.P*float64(len(all)-rank)))
		q.Corrected = least
		if factors[q.freedom] == 0 {
			factors[q.freedom] = noncentral(0.05/float64(len(all)), q.freedom)
		}
		if q.Shown = math.Sqrt(factors[q.freedom] * q.spread / float64(q.N)); q.Fair+q.Shown > 1 {
			q.Shown = 0
		}
	}
}

// Questions asks all questions for which there are enough rolls or answers, without a correction.
func (d *Dice) Questions() []*Question {
	rolls := &Question{About: "faces", N: d.Rolls(), Fair: 1.0 / 6, P: faces(d.Faces), freedom: 5, spread: 5.0 / 36}
	for face, c := range d.Faces {
		rolls.see(strconv.Itoa(face+1), float64(c)/float64(rolls.N))
	}
	pairs, repeats, changes, sum := 0, 0, 0, 0.0
	for i, faces := range d.follow {
		for j, c := range faces {
			pairs += c
			sum += float64(c) * (float64(i) - 2.5) * (float64(j) - 2.5)
			if i == j {
				repeats += c
			}
			if (i > 2) != (j > 2) {
				changes += c
			}
		}
	}
	n := float64(pairs)
	return slices.DeleteFunc([]*Question{rolls,
		{About: "repeats", N: pairs, Seen: float64(repeats) / n, Fair: 1.0 / 6, P: binomial(repeats, pairs, 1.0/6), freedom: 1, spread: 5.0 / 36},
		{About: "changes", N: pairs, Seen: float64(changes) / n, Fair: 0.5, P: binomial(changes, pairs, 0.5), freedom: 1, spread: 0.25},
		{About: "correlation", N: pairs, Seen: sum / variance / n, P: correlation(sum, pairs), freedom: 1, spread: 1},
		d.answers()}, func(q *Question) bool { return q.N < fewestRolls })
}

// see notes the share that is furthest from the expected one.
func (q *Question) see(which string, share float64) {
	if q.Which == "" || math.Abs(share-q.Fair) > math.Abs(q.Seen-q.Fair) {
		q.Which, q.Seen = which, share
	}
}

// answers asks whether the share of right answers is the same in all categories, if there are enough
// answers, and enough right and wrong ones are expected in every category.
func (d *Dice) answers() *Question {
	sum, freedom := d.Answered(), float64(len(d.Answers)-1)
	if sum.Asked < fewestAnswers || freedom < 1 {
		return &Question{}
	}
	share := float64(sum.Right) / float64(sum.Asked)
	variance := share * (1 - share)
	q := &Question{About: "answers", N: sum.Asked, Fair: share, freedom: freedom, spread: freedom * variance} // of a category that is asked as often as the others
	x := 0.0
	for _, category := range slices.Sorted(maps.Keys(d.Answers)) {
		a := d.Answers[category]
		if float64(a.Asked)*min(share, 1-share) < fewestExpected {
			return &Question{}
		}
		own := float64(a.Right) / float64(a.Asked)
		x += float64(a.Asked) * (own - share) * (own - share) / variance
		q.see(category, own)
	}
	q.P = chiSquare(x, freedom)
	return q
}
