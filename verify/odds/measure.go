package odds

import (
	"math"
	"slices"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/play"
)

// Meter measures the luck of games. It keeps what it has computed, by the fingerprint of the variant.
type Meter map[string]*graph

// Game begins to measure a game. Its events go to See.
func (m Meter) Game(share Share) *Measure { return &Measure{meter: m, share: share} }

// Measure measures the luck of one game, up to its first error, gap, unknown part or ruling.
type Measure struct {
	Luck  Luck
	meter Meter
	share Share
	value func(r *verify.Replay, seat int) float64 // what a position is worth to a player; nil for a game without dice
}

// See measures an event, which needs Options.Keep. Side lines are not measured.
func (m *Measure) See(ev *verify.Event) {
	if m.Luck.Cut > 0 || ev.Side > 0 {
		return
	}
	if m.Luck.Players == nil && len(ev.Before) > 0 {
		m.Begin(ev.Before[0])
	}
	_, gap := ev.Line.Node.(*notation.Gap)
	if gap || verify.FirstError(ev.Findings) != nil || ev.Carried && m.value != nil && !m.turn(ev) {
		m.Luck.Cut = ev.Line.Span.Line
	}
}

// Begin says where the game starts. A game that it was not called for starts with its first turn.
func (m *Measure) Begin(r *verify.Replay) {
	m.Luck.Players = r.Handles()
	switch variant := r.Variant(); {
	case variant.Family.Name == "wheel": // its players do not meet
		g := m.meter[variant.Fingerprint]
		if g == nil {
			g = &graph{index: map[string]int{}, known: map[string]int{}, expect: map[string][]float64{}}
			m.meter[variant.Fingerprint] = g
		}
		m.Luck.Unit, m.Luck.Right = Turns, m.share
		m.value = func(r *verify.Replay, seat int) float64 { return g.left(r, seat, m.share) }
	case slices.ContainsFunc(r.Legal(), func(x verify.Move) bool { return x.Die > 0 }):
		m.Luck.Unit, m.Luck.Error = Chance, 0.5/math.Sqrt(play.Playouts)
		m.value = play.Chances{}.Win
	default:
		return
	}
	m.Luck.Start = m.standing(r)
}

// standing returns what a position is worth, by seat.
func (m *Measure) standing(r *verify.Replay) []float64 {
	all := make([]float64, len(m.Luck.Players))
	for seat := range all {
		all[seat] = m.value(r, seat)
	}
	return all
}

// turn measures a turn line, if it can be measured.
func (m *Measure) turn(ev *verify.Event) bool {
	m.stopped(ev.Turn)
	t := Turn{Line: ev.Line.Span.Line, Number: ev.Turn, Who: ev.Who, Seat: slices.Index(m.Luck.Players, ev.Who)}
	for i := range ev.Actions {
		after := ev.AfterAction(i)
		w, ok := m.worth(ev.Before[i], after, t.Seat, &ev.Actions[i])
		if !ok {
			return false
		}
		t.Worth.add(w)
		t.Done = append(t.Done, w)
		t.over = ends(ev.Before[i], after) > 0
	}
	if line, ok := ev.Line.Node.(*notation.Turn); ok && line.More {
		return false
	}
	t.Standing = m.standing(ev.After)
	m.Luck.Turns = append(m.Luck.Turns, t)
	return true
}

// stopped charges a player who stopped for the turn that another roll would have saved, when the next turn begins.
func (m *Measure) stopped(number int) {
	if n := len(m.Luck.Turns); n > 0 && m.Luck.Unit == Turns {
		if last := &m.Luck.Turns[n-1]; !last.over && last.Number != number {
			last.Choice--
			last.Done[len(last.Done)-1].Choice--
			last.over = true
		}
	}
}

// ends returns how many turns an action between two positions ends: 1 or 0.
func ends(before, after *verify.Replay) int {
	if after.Over() || after.Clock().Number != before.Clock().Number {
		return 1
	}
	return 0
}

// choice is what a player chooses after a roll. What follows it is left to the answer; where the
// category is open, as in the hub, all categories count the same.
type choice struct {
	die         int
	from, to    string
	pass, asked bool
}

func choiceOf(a *verify.Action) choice {
	return choice{a.Die, a.From, a.To, a.Pass, a.Answer != verify.NoQuestion}
}

// worth compares an action with all legal ones of its roll. ok is false if it is not one of them.
func (m *Measure) worth(before, after *verify.Replay, seat int, a *verify.Action) (w Worth, ok bool) {
	type total struct{ value, weight float64 }
	left, chosen := map[choice]total{}, choiceOf(a)
	var next verify.Replay
	before.ForkInto(&next)
	before.Tree().Follow(next.Tree(), func(b verify.Action) {
		if b.Die != a.Die || a.Unknown {
			return
		}
		c := choiceOf(&b)
		weight := m.share.of(b.Category, b.Answer)
		left[c] = total{left[c].value + weight*m.good(before, &next, seat), left[c].weight + weight}
		ok = ok || c == chosen && b.Answer == a.Answer && (!c.asked || b.Category == a.Category)
	})
	if !ok {
		return w, false
	}
	best := math.Inf(-1)
	for _, x := range left {
		best = max(best, x.value/x.weight)
	}
	own := left[chosen].value / left[chosen].weight
	return Worth{Roll: best - m.good(before, before, seat), Choice: own - best, Answer: m.good(before, after, seat) - own}, true
}

// good is what a position after another is worth to a player: more is better. A turn that ended counts.
func (m *Measure) good(before, after *verify.Replay, seat int) float64 {
	if m.Luck.Unit == Turns {
		return -m.value(after, seat) - float64(ends(before, after))
	}
	return m.value(after, seat)
}
