package verify

import (
	"math/rand/v2"
)

// moves is what a table says of the legal actions of its position. seats does it for every
// game, with the help of a teller.
type moves interface {
	legal() []Move
	perft(depth int) uint64
	// respell is the text of a position in its canonical form; a text that is no position
	// stays as it is.
	respell(position string) string
	// draw lets chance and a policy choose among the legal actions, carries one out and
	// tells which it was. The game must not be over.
	draw(chance *rand.Rand, policy Policy, right int) drawn
}

// teller says what the actions of a game are to people. An engine knows which are legal;
// how they are written, and what a player sees in them, it does not know.
type teller[S, A any] interface {
	// word is an action as a log would write it, with the mark that is due in s.
	word(s *S, a A) string
	// die is the roll that an action takes, 0 where the game has none.
	die(a A) int
	// group is what an action is to a player.
	group(s *S, a A) string
	// allowing lists the rules that allow a legal action.
	allowing(s *S, a A) []string
	// happens reports whether an action can be the one, once it is known whether the
	// question of this roll is answered right.
	happens(a A, right bool) bool
	// merit is how much an action helps the player to win; only the order of merits counts.
	merit(s *S, a A) int
	// gains reports whether an action brings its player nearer to winning for good.
	gains(s *S, a A) bool
}

func (t *seats[S, A]) legal() []Move {
	actions := t.engine.Legal(nil, &t.state)
	moves := make([]Move, len(actions))
	for i, a := range actions {
		moves[i] = Move{t.tell.word(&t.state, a), t.tell.die(a), t.tell.group(&t.state, a), t.tell.allowing(&t.state, a)}
	}
	return moves
}

func (t *seats[S, A]) perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	return t.nodes(&t.state, make([][]A, depth))
}

// nodes counts below s, as deep as there are buffers. The last level is counted without
// being walked.
func (t *seats[S, A]) nodes(s *S, buffers [][]A) uint64 {
	actions := t.engine.Legal(buffers[0][:0], s)
	buffers[0] = actions
	if len(buffers) == 1 {
		return uint64(len(actions))
	}
	total := uint64(0)
	for _, a := range actions {
		next := *s
		t.engine.Apply(&next, a)
		total += t.nodes(&next, buffers[1:])
	}
	return total
}

func (t *seats[S, A]) respell(position string) string {
	s, err := t.engine.ParsePosition(position, t.handles)
	if err != nil {
		return position
	}
	return string(t.engine.AppendPosition(nil, &s, t.handles))
}

// Policy is how a player chooses among legal actions.
type Policy uint8

const (
	Random Policy = iota // every legal action of the roll is as likely as any other
	Eager                // one of those that help most to win
)

// drawn is an action that chance and a policy have chosen.
type drawn struct {
	word, group string
	gain        bool
}

func (t *seats[S, A]) draw(chance *rand.Rand, policy Policy, right int) drawn {
	die, knows := 1+chance.IntN(6), chance.IntN(100) < right
	var open []A
	best := 0
	for _, a := range t.engine.Legal(nil, &t.state) {
		if d := t.tell.die(a); d != 0 && d != die || !t.tell.happens(a, knows) {
			continue
		}
		if policy == Eager {
			switch merit := t.tell.merit(&t.state, a); {
			case len(open) == 0 || merit > best:
				open, best = open[:0], merit
			case merit < best:
				continue
			}
		}
		open = append(open, a)
	}
	a := open[chance.IntN(len(open))]
	d := drawn{t.tell.word(&t.state, a), t.tell.group(&t.state, a), t.tell.gains(&t.state, a)}
	t.engine.Apply(&t.state, a)
	return d
}
