package odds

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/verify"
)

// graph is a game without interaction, as one player plays it: all states that can be reached, and the
// least expected number of turns that are left in each. A turn counts when it ends, the winning one included.
type graph struct {
	index    map[string]int // the state of a position, by what its text says of the player
	states   []state
	explored int                  // of them, from the first
	options  [][]step             // what may follow a choice, each list once
	known    map[string]int       // in options, by the steps of the list
	expect   map[string][]float64 // by share, for each state
}

// state is a position.
type state struct {
	at    *verify.Replay // until it is explored
	rolls [6][]int       // the choices of each roll, in graph.options
}

// step is a legal action: its answer, the state that follows, and the turns that it ends.
type step struct {
	category  string
	answer    verify.Answer
	to, turns int
}

// left returns the least expected number of turns of a player; 0 for one who has won or left.
func (g *graph) left(r *verify.Replay, seat int, share Share) float64 {
	handle := r.Handles()[seat]
	if key := keyOf(r, handle); key == rules.Out || strings.HasSuffix(key, "#") {
		return 0
	}
	at := g.state(r, handle)
	g.explore(handle)
	return math.Round(g.expected(share)[at]*1e8) / 1e8 // the further digits depend on the games measured before
}

// keyOf returns what the text of a position says of a player.
func keyOf(r *verify.Replay, handle string) string {
	for field := range strings.FieldsSeq(r.Position()) {
		if key, ok := strings.CutPrefix(field, handle+"="); ok {
			return key
		}
	}
	return ""
}

// state returns the number of a position, which is added if it is new.
func (g *graph) state(r *verify.Replay, handle string) int {
	key := keyOf(r, handle)
	at, known := g.index[key]
	if !known {
		at = len(g.states)
		g.index[key] = at
		g.states = append(g.states, state{at: turnOf(r, handle)})
	}
	return at
}

// turnOf copies a position. The copy is the player's turn: those of the others do not matter.
func turnOf(r *verify.Replay, handle string) *verify.Replay {
	q := r.Quiet()
	if text := strings.SplitN(r.Position(), " ", 3); !r.Over() && text[1] != handle {
		q.Line(notation.ParseLine("gap", 1))
		q.Line(notation.ParseLine("state "+text[0]+" "+handle+" "+text[2], 2))
	}
	return q
}

// explore finds all states that can follow the new ones.
func (g *graph) explore(handle string) {
	var next verify.Replay
	var key []byte
	for ; g.explored < len(g.states); g.explored++ {
		at := g.explored
		from := g.states[at].at
		g.states[at].at = nil
		follow := map[choice][]step{}
		from.ForkInto(&next)
		from.Tree().Follow(next.Tree(), func(a verify.Action) {
			c := choiceOf(&a)
			follow[c] = append(follow[c], step{a.Category, a.Answer, g.state(&next, handle), ends(from, &next)})
		})
		for c, steps := range follow {
			key = key[:0]
			for _, s := range steps {
				key = append(append(key, s.category...), s.answer...)
				key = binary.AppendUvarint(append(key, byte(s.turns)), uint64(s.to))
			}
			list, known := g.known[string(key)]
			if !known {
				list = len(g.options)
				g.known[string(key)] = list
				g.options = append(g.options, steps)
			}
			g.states[at].rolls[c.die-1] = append(g.states[at].rolls[c.die-1], list)
		}
	}
}

// expected computes all expectations by value iteration: E(s) is the mean over the faces of what the best choice leaves.
func (g *graph) expected(share Share) []float64 {
	key := fmt.Sprint(share)
	expect := g.expect[key]
	if len(expect) == len(g.states) {
		return expect
	}
	expect = append(expect, make([]float64, len(g.states)-len(expect))...)
	g.expect[key] = expect
	left, weights := make([]float64, len(g.options)), make([][]float64, len(g.options)) // of a choice, before the answer
	for i, steps := range g.options {
		for _, s := range steps {
			weights[i] = append(weights[i], share.of(s.category, s.answer))
		}
	}
	for change := 1.0; change > 1e-13; {
		for i, steps := range g.options {
			value, weight := 0.0, 0.0
			for j, s := range steps {
				value += weights[i][j] * (float64(s.turns) + expect[s.to])
				weight += weights[i][j]
			}
			left[i] = value / weight
		}
		change = 0
		for at := range g.states {
			sum := 0.0
			for _, options := range g.states[at].rolls {
				least := math.Inf(1)
				for _, option := range options {
					least = min(least, left[option])
				}
				if len(options) > 0 {
					sum += least / 6
				}
			}
			change = max(change, math.Abs(sum-expect[at]))
			expect[at] = sum
		}
	}
	return expect
}
