package odds

import (
	"math/rand/v2"
	"slices"
	"strings"

	"tpnote/rules"
	"tpnote/verify"
)

// Playouts is how many games a simulation plays on from each position. Game i has the same source
// of chance from every position, so that two positions differ by less than their errors suggest.
const Playouts = 400

// longestPlayout is the number of turns after which a game counts as won by no one.
const longestPlayout = 2000

// simulation estimates each player's chance to win: it plays the game on, all players eager to win.
type simulation struct {
	known map[string][]float64 // by position
	fork  verify.Replay
	word  []byte // of the last action, for which there is no use
}

func (s *simulation) standing(r *verify.Replay) ([]float64, error) {
	key := r.Position()
	if known := s.known[key]; known != nil {
		return known, nil
	}
	handles := r.Handles()
	wins := make([]float64, len(handles))
	games := Playouts
	if r.Over() {
		games = 1
	}
	for i := range games {
		r.ForkInto(&s.fork)
		outcome := s.playOut(rand.New(rand.NewPCG(1, uint64(i))))
		for _, winner := range outcome.Winners {
			for handle := range strings.SplitSeq(winner, "+") {
				wins[slices.Index(handles, handle)] += 1 / float64(games)
			}
		}
	}
	s.known[key] = wins
	return wins, nil
}

// playOut plays the fork on to its end.
func (s *simulation) playOut(chance *rand.Rand) verify.Outcome {
	c := s.fork.Clock()
	for turns := 0; c.Phase != rules.Over && turns < longestPlayout; {
		s.word, _ = s.fork.Pick(s.word[:0], chance, true, 50)
		next := s.fork.Clock()
		if next.Number != c.Number {
			turns++
		}
		c = next
	}
	return s.fork.Outcome()
}

func (s *simulation) worth(before, after *verify.Replay, seat int, a *verify.Action) (w Worth, ends, ok bool, err error) {
	from, err := s.standing(before)
	if err != nil {
		return w, false, false, err
	}
	to, err := s.standing(after)
	if err != nil {
		return w, false, false, err
	}
	best := to[seat]
	moves := slices.DeleteFunc(before.Legal(), func(m verify.Move) bool { return m.Die != a.Die })
	for _, m := range moves {
		if m.From == a.From && m.To == a.To && m.Pass == a.Pass {
			ok = true
			continue
		}
		other := before.Fork()
		other.Play(m.Word)
		value, err := s.standing(other)
		if err != nil {
			return w, false, false, err
		}
		best = max(best, value[seat])
	}
	return Worth{Roll: best - from[seat], Choice: to[seat] - best}, after.Over() || after.Clock().Number != before.Clock().Number, ok, nil
}
