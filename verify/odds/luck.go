package odds

import (
	"maps"
	"math"
	"slices"

	"tpnote/notation"
	"tpnote/verify"
)

// Worth is what rolls, choices and answers brought their player; positive is good. The unit is that
// of the Luck that it is part of.
type Worth struct {
	Roll   float64 `json:"roll"`   // the roll with the best choice, against the mean of all rolls
	Choice float64 `json:"choice"` // the choice, against the best one; at most 0
	Answer float64 `json:"answer"` // the answer, against the mean of right and wrong
}

// Luck is the part of a worth that the player did not choose.
func (w Worth) Luck() float64 { return w.Roll + w.Answer }

func (w *Worth) add(more Worth) {
	w.Roll += more.Roll
	w.Choice += more.Choice
	w.Answer += more.Answer
}

// Units of luck.
const (
	Turns  = "turns"  // expected turns that a player still takes: fewer are better
	Chance = "chance" // the chance to win: more is better
)

// Luck is what happened to the players of a game, turn by turn.
type Luck struct {
	Unit    string    `json:"unit"`            // Turns, Chance, or "" of a game without dice
	Right   Share     `json:"right,omitempty"` // the share of right answers that it was computed for
	Error   float64   `json:"error,omitempty"` // the standard error of a chance of one half, where it is estimated
	Players []string  `json:"-"`
	Start   []float64 `json:"start"` // by seat
	Turns   []Turn    `json:"turns"`
	Cut     int       `json:"cut,omitempty"` // the line from which on nothing was measured; 0 if all was
}

// Turn is one turn of a game.
type Turn struct {
	Line   int    `json:"line"`
	Number int    `json:"turn"`
	Who    string `json:"player"`
	Seat   int    `json:"-"`
	Worth
	Done     []Worth   `json:"actions"`
	Standing []float64 `json:"standing"` // after the turn, by seat

	over bool // the turn has ended
}

// Share is how many of a hundred questions are answered right, by category; "" is for the others.
type Share map[string]int

// ShareOf returns the share that answers suggest, (right + 1) / (asked + 2), rounded to hundredths.
func ShareOf(a Answers) Share {
	return Share{"": max(1, min((100*(a.Right+1)+(a.Asked+2)/2)/(a.Asked+2), 99))}
}

// of returns the share of a category.
func (s Share) of(category string) float64 {
	if n, given := s[category]; given {
		return float64(n) / 100
	}
	return float64(s[""]) / 100
}

// values measures what positions and actions are worth to the players.
type values interface {
	// standing returns what a position is worth, by seat.
	standing(r *verify.Replay) ([]float64, error)
	// worth returns what an action between two positions was worth to its player, and whether it
	// ended the turn. ok is false for an action that is not legal.
	worth(before, after *verify.Replay, seat int, a *verify.Action) (w Worth, ends, ok bool, err error)
}

// Meter measures the luck of games. It keeps the tables that it has made.
type Meter struct {
	games  verify.Games
	graphs map[string]*graph // by the fingerprint of the variant
	tables []*Table
}

// NewMeter makes a meter of games.
func NewMeter(games verify.Games) *Meter { return &Meter{games: games, graphs: map[string]*graph{}} }

// Game begins to measure a game. Its events go to See.
func (m *Meter) Game(share Share) *Measure { return &Measure{meter: m, share: share} }

// Measure measures the luck of one game, up to its first error, gap or unknown part, and up to an
// illegal action that the table let stand.
type Measure struct {
	Luck  Luck
	meter *Meter
	share Share
	by    values
}

// See measures an event, which needs Options.Keep. Side lines are not measured.
func (m *Measure) See(ev *verify.Event) error {
	if m.Luck.Cut > 0 || ev.Side > 0 {
		return nil
	}
	if m.Luck.Players == nil && len(ev.Before) > 0 {
		if err := m.Begin(ev.Before[0]); err != nil {
			return err
		}
	}
	_, gap := ev.Line.Node.(*notation.Gap)
	switch {
	case gap || verify.FirstError(ev.Findings) != nil:
		m.Luck.Cut = ev.Line.Span.Line
		return nil
	case !ev.Carried || m.by == nil:
		return nil
	}
	return m.turn(ev)
}

// Begin says where the game starts. A game that it was not called for starts with its first turn.
func (m *Measure) Begin(r *verify.Replay) (err error) {
	m.Luck.Players = r.Handles()
	if m.by, err = m.meter.values(r, m.share, &m.Luck); m.by != nil {
		m.Luck.Start, err = m.by.standing(r)
	}
	return err
}

// values chooses how a game is measured.
func (m *Meter) values(r *verify.Replay, share Share, luck *Luck) (values, error) {
	switch {
	case r.Variant().Family.Name == "wheel": // its players do not meet
		luck.Unit, luck.Right = Turns, share
		return m.table(r, share)
	case slices.ContainsFunc(r.Legal(), func(x verify.Move) bool { return x.Die > 0 }):
		luck.Unit, luck.Error = Chance, 0.5/math.Sqrt(Playouts)
		return &simulation{known: map[string][]float64{}}, nil
	}
	return nil, nil
}

// table returns the table of a variant and a share.
func (m *Meter) table(r *verify.Replay, share Share) (*Table, error) {
	variant := r.Variant().Fingerprint
	for _, t := range m.tables {
		if t.graph == m.graphs[variant] && maps.Equal(t.share, share) {
			return t, nil
		}
	}
	if m.graphs[variant] == nil {
		g, err := newGraph(r, m.games)
		if err != nil {
			return nil, err
		}
		m.graphs[variant] = g
	}
	t := &Table{graph: m.graphs[variant], share: share}
	m.tables = append(m.tables, t)
	return t, nil
}

// turn measures a turn line.
func (m *Measure) turn(ev *verify.Event) error {
	seat := slices.Index(m.Luck.Players, ev.Who)
	t := Turn{Line: ev.Line.Span.Line, Number: ev.Turn, Who: ev.Who, Seat: seat}
	m.stopped(ev.Turn)
	for i := range ev.Actions {
		after := ev.After
		if i+1 < len(ev.Actions) {
			after = ev.Before[i+1]
		}
		w, ends, ok, err := Worth{}, false, false, error(nil)
		if !ev.Actions[i].Unknown && ev.Actions[i].Die > 0 {
			w, ends, ok, err = m.by.worth(ev.Before[i], after, seat, &ev.Actions[i])
		}
		if err != nil {
			return err
		}
		if !ok {
			m.Luck.Cut = t.Line
			return nil
		}
		t.Worth.add(w)
		t.Done = append(t.Done, w)
		t.over = ends
	}
	var err error
	t.Standing, err = m.by.standing(ev.After)
	m.Luck.Turns = append(m.Luck.Turns, t)
	return err
}

// stopped charges a player who stopped for the turn that another roll would not have cost, when
// the turn with another number begins.
func (m *Measure) stopped(number int) {
	if n := len(m.Luck.Turns); n > 0 && m.Luck.Unit == Turns {
		if last := &m.Luck.Turns[n-1]; !last.over && last.Number != number {
			last.Choice--
			last.Done[len(last.Done)-1].Choice--
			last.over = true
		}
	}
}

// TurnOn returns the turn that a line has; nil if it was not measured. The luck of a game that was not
// measured, nil, has no turns.
func (l *Luck) TurnOn(line int) *Turn {
	if l == nil {
		return nil
	}
	at, found := slices.BinarySearchFunc(l.Turns, line, func(t Turn, line int) int { return t.Line - line })
	if !found {
		return nil
	}
	return &l.Turns[at]
}

// Sum is what all turns of a player were worth, and how many the player has ended.
func (l *Luck) Sum(seat int) (w Worth, turns int) {
	for i := range l.Turns {
		if t := &l.Turns[i]; t.Seat == seat {
			w.add(t.Worth)
			if t.over {
				turns++
			}
		}
	}
	return w, turns
}

// End is what the last position that was measured is worth, by seat.
func (l *Luck) End() []float64 {
	if n := len(l.Turns); n > 0 {
		return l.Turns[n-1].Standing
	}
	return l.Start
}

// Extremes returns the turns with the most and with the least luck; nil if there is no turn.
func (l *Luck) Extremes() (best, worst *Turn) {
	for i := range l.Turns {
		t := &l.Turns[i]
		if best == nil || t.Luck() > best.Luck() {
			best = t
		}
		if worst == nil || t.Luck() < worst.Luck() {
			worst = t
		}
	}
	return best, worst
}

// Ahead returns the seat of the player who is ahead in a standing, or -1 for a tie.
func (l *Luck) Ahead(standing []float64) int {
	ahead := 0
	for seat, v := range standing {
		if l.Unit == Chance && v > standing[ahead] || l.Unit == Turns && v < standing[ahead] {
			ahead = seat
		}
	}
	for seat, v := range standing {
		if seat != ahead && math.Abs(v-standing[ahead]) < 1e-9 {
			return -1
		}
	}
	return ahead
}

// Turned returns the turn since which the player who is ahead at the end has been ahead. It returns nil
// if that was so from the start, or if two players are level at the end.
func (l *Luck) Turned() *Turn {
	ahead := l.Ahead(l.End())
	if ahead < 0 {
		return nil
	}
	for i, t := range slices.Backward(l.Turns) {
		if l.Ahead(t.Standing) != ahead {
			return &l.Turns[i+1]
		}
	}
	if len(l.Turns) > 0 && l.Ahead(l.Start) != ahead {
		return &l.Turns[0]
	}
	return nil
}
