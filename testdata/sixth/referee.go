package snakes

import (
	"fmt"
	"strconv"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/rules/variant"
	"tpnote/verify"
)

// Game is Snakes and Ladders, to be handed to tpnote/cmd.Main.
var Game = &verify.Game[state, move]{
	Family:  family,
	Parse:   grammar.Parse,
	Reasons: reasons,
	Pages:   variant.Embedded(files, "spec"),
	Rules: func(v *variant.Variant) (verify.Rules[state, move], error) {
		e, err := newEngine(v)
		if err != nil {
			return nil, err
		}
		return &referee{engine: e}, nil
	},
}

// referee judges one variant.
type referee struct {
	*engine
	verify.Plain[state, move]
}

func (r *referee) Artist() verify.Artist[state] { return newArtist(r.engine) }

// square is the square that a word names; 0 if it is unknown.
func square(w notation.Parts) int {
	n, _ := strconv.Atoi(w.Text(notation.IsTo))
	return n
}

// Act judges a roll and carries it out. If the square does not exist, the token stays where
// it was. A wrong square is believed, so that one slip is one finding.
func (r *referee) Act(j *verify.Judgement, s *state, w notation.Parts, done *verify.Action) {
	at, die, to := s.At[s.Clock.Seat], w.Roll(), square(w)
	if to > int(r.last) {
		j.Error(verify.CodeUnknownSpace, j.Word.Span, "this board has no square %d; the last is %d", to, r.last)
		r.Apply(s, move{uint8(die), at})
		done.Die, done.Said = die, "skipped: no such square"
		return
	}
	m := move{uint8(die), uint8(to)}
	switch why := r.Check(s, m); why.Reason {
	case gameOver:
		r.refuse(j, gameOver, "the game is over")
	case miscounted:
		f := r.refuse(j, miscounted, "a %d from %d leads to %d (%s), not to %d", m.Die, at, why.Args[0], r.means(at, m), m.To)
		f.Help = append(f.Help, "the replay goes on from "+strconv.Itoa(int(m.To)))
	}
	*done = r.Describe(s, m)
	done.Done = true
	if j.Narrate {
		done.Said = fmt.Sprintf("rolls %d, %s, to %d", m.Die, r.means(at, m), m.To)
	}
	r.Apply(s, m)
}

// Fast lets archives of the game be judged many times faster: see Bind and Fit.
func (r *referee) Fast() verify.Fast[state] { return verify.FastJudge(r) }

// Bind returns the square of a word, where the token comes to rest.
func (r *referee) Bind(w notation.Parts) (to uint8, ok bool) {
	return uint8(square(w)), !w.Open() && square(w) <= int(r.last)
}

// Fit carries out a roll, if Act has nothing to report about it.
func (r *referee) Fit(s *state, to *uint8, die uint8, _ int32) bool {
	m := move{die, *to}
	if r.Check(s, m).Reason != 0 {
		return false
	}
	r.Apply(s, m)
	return true
}

// refuse reports a refusal of the engine.
func (r *referee) refuse(j *verify.Judgement, why rules.Reason, message string, args ...any) *verify.Finding {
	info := reasons[why]
	return j.Refuse(verify.Code(info.Code), info, j.Word.Span, message, args...)
}

// means says where a roll takes a token.
func (r *referee) means(at uint8, m move) string {
	switch lands, rests := r.lands(at, m.Die), r.rest(at, m.Die); {
	case lands == at:
		return "too high, it stays"
	case rests > lands:
		return "up a ladder"
	case rests < lands:
		return "down a snake"
	}
	return "along"
}

func (r *referee) Outcome(s *state, handles []string) verify.Outcome {
	if s.At[s.Clock.Seat] != r.last {
		return verify.Outcome{}
	}
	return verify.Outcome{Winners: []string{handles[s.Clock.Seat]}}
}

func (r *referee) Describe(s *state, m move) verify.Action {
	return verify.Action{Die: int(m.Die), From: strconv.Itoa(int(s.At[s.Clock.Seat])), To: strconv.Itoa(int(m.To))}
}

func (r *referee) Write(a verify.Action) string {
	return notation.Parts{{Role: notation.IsRoll, Text: strconv.Itoa(a.Die)}, {Role: notation.IsTo, Joint: ":", Text: a.To}}.String()
}

// What follows is for players: Plain would do as well.

func (r *referee) Die(m move) int { return int(m.Die) }

func (r *referee) Group(s *state, m move) verify.Group {
	if m.To == r.last {
		return "to the last square"
	}
	return verify.Group(r.means(s.At[s.Clock.Seat], m))
}

// Allowing names the rule of every roll, and the rule points of which another value forbids it or leads elsewhere.
func (r *referee) Allowing(s *state, m move) []string {
	return variant.Deciding([]string{"movement"}, r.settings, variant.Alternatives(points, r.settings), func(other settings) (after state) {
		e := *r.engine
		if e.settings = other; e.Check(s, m).Reason == 0 {
			after = *s
			e.Apply(&after, m)
		}
		return after
	})
}
