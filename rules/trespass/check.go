package trespass

import "tpnote/rules"

// The reasons of refusals, with their Args. Where a hop of a recorded route is refused,
// Args[3] is its index; from is the square it begins on. line and number are a Ref.
const (
	GameOver     rules.Reason = iota + 1
	Unplaced                  // seat: has not placed the pieces
	UnknownPiece              // piece
	UnknownSpace              // square, hop in Args[3]
	WrongSquare               // piece, the square recorded, the square it stands on
	NotYours                  // piece
	LastMoved                 // piece
	MustMove                  // piece, to: a move that is legal
	NullMove                  // piece, square

	Backward       // from, to, piece
	BackwardPath   // from, to, piece: only a way with a step backward leads there
	Diagonal       // from, to, piece
	Occupied       // from, to, the piece that stands there
	Blocked        // from, to, the first piece in the way, or NoPiece where the way is not straight
	SlideTwice     // from, to, piece: some square would be visited twice
	SlideBends     // from, to, how many bends are allowed
	GoalRowStops   // from, to, piece: the slide goes on in the goal row that it entered
	SlideAfterJump // from, to, piece
	JumpOccupied   // from, to, the piece that stands there
	JumpGap        // from, to, distance: not two squares
	JumpNothing    // from, to, the empty square between
	JumpSideways   // from, to, piece
	JumpTurns      // from, to, piece
	JumpRevisit    // from, to, piece

	PlacedCount   // seat, row (0 is the back row), pieces given, pieces due
	PlacedUnknown // seat, number: no piece bears it
	PlacedDouble  // seat, piece: given twice
	PlacedTwice   // seat: the player has placed the pieces before
	PlacedLate    // seat: turns have been played

	SecretUnknown // seat, number: no piece bears it
	SecretOther   // piece, the piece that a line has told
	SecretProved  // piece, line and number of the turn that proved another, the piece proved
	SecretLate    // piece, line and number of the first turn played although the game would have been over
	SecretNone    // seat: no number is left that could be the secret
	MarkElsewhere // piece, to: not in the goal row
	MarkOther     // piece, the piece known to be the secret
	MarkLate      // piece, line and number of the first turn played with the piece in its goal row, or 0

	CommitLate  // seat: turns have been played
	CommitTwice // seat
	RevealNone  // seat: has never committed to a number
	RevealOther // seat, number: not what the player has committed to
	RevealEarly // seat, line of the reveal: a turn follows it
)

// Reasons names every reason, by its number.
var Reasons = [...]rules.ReasonInfo{
	GameOver:     {Code: "game-over", Rule: "outcome"},
	Unplaced:     {Code: "placement", Rule: "placement"},
	UnknownPiece: {Code: "unknown-piece", Rule: "piece-numbers"},
	UnknownSpace: {Code: "unknown-space", Rule: "board"},
	WrongSquare:  {Code: "wrong-square", Rule: "movement"},
	NotYours:     {Code: "not-your-piece", Rule: "move-opponent"},
	LastMoved:    {Code: "last-moved", Rule: "repeat-last-moved"},
	MustMove:     {Code: "must-move", Rule: "movement"},
	NullMove:     {Code: "null-move", Rule: "movement"},

	Backward:       {Code: "backward", Rule: "movement"},
	BackwardPath:   {Code: "backward", Rule: "movement"},
	Diagonal:       {Code: "diagonal", Rule: "movement"},
	Occupied:       {Code: "occupied", Rule: "movement"},
	Blocked:        {Code: "blocked", Rule: "movement"},
	SlideTwice:     {Code: "blocked", Rule: "movement"},
	SlideBends:     {Code: "blocked", Rule: "slide-bends"},
	GoalRowStops:   {Code: "blocked", Rule: "goal-row-stops"},
	SlideAfterJump: {Code: "slide-after-jump", Rule: "movement"},
	JumpOccupied:   {Code: "occupied", Rule: "movement"},
	JumpGap:        {Code: "jump", Rule: "movement"},
	JumpNothing:    {Code: "jump", Rule: "movement"},
	JumpSideways:   {Code: "jump", Rule: "jump-sideways"},
	JumpTurns:      {Code: "jump", Rule: "jump-turns"},
	JumpRevisit:    {Code: "jump", Rule: "jump-revisit"},

	PlacedCount:   {Code: "placement", Rule: "placement"},
	PlacedUnknown: {Code: "placement", Rule: "piece-numbers"},
	PlacedDouble:  {Code: "placement", Rule: "placement"},
	PlacedTwice:   {Code: "placement", Rule: "placement"},
	PlacedLate:    {Code: "placement", Rule: "placement"},

	SecretUnknown: {Code: "secret", Rule: "piece-numbers"},
	SecretOther:   {Code: "secret", Rule: "secret"},
	SecretProved:  {Code: "secret", Rule: "secret"},
	SecretLate:    {Code: "secret", Rule: "secret"},
	SecretNone:    {Code: "secret", Rule: "secret"},
	MarkElsewhere: {Code: "false-mark", Rule: "secret"},
	MarkOther:     {Code: "false-mark", Rule: "secret"},
	MarkLate:      {Code: "false-mark", Rule: "secret"},

	CommitLate:  {Code: "commitment", Rule: "secret"},
	CommitTwice: {Code: "commitment", Rule: "secret"},
	RevealNone:  {Code: "commitment", Rule: "secret"},
	RevealOther: {Code: "commitment", Rule: "secret"},
	RevealEarly: {Code: "commitment", Rule: "secret"},
}

// Ref names a line of the log, from 1, and the number that its turn had, 0 where it is no
// turn. The zero Ref names none.
type Ref struct{ Line, Number int32 }

// Blamed is the line that a refusal blames, if that is not the line that brought it to
// light: a turn played before, or a reveal that a turn follows.
func Blamed(r rules.Refusal) Ref {
	switch r.Reason {
	case SecretProved, SecretLate, RevealEarly:
		return Ref{r.Args[1], r.Args[2]}
	}
	return Ref{}
}

func refuse(reason rules.Reason, args ...int32) (r rules.Refusal) {
	r.Reason = reason
	copy(r.Args[:], args)
	return r
}

// InRoute reports whether a refusal is about one hop of a route: Args[3] is its index.
func InRoute(r rules.Refusal) bool { return r.Reason >= Backward && r.Reason <= JumpRevisit }

// points are the rule points about moves, with the reason of what each refuses, and its
// strictest and its most generous value.
var points = [...]struct {
	name          string
	reason        rules.Reason
	narrow, widen func(*limits)
}{
	{"slide-bends", SlideBends, func(l *limits) { l.bends = 0 }, func(l *limits) { l.bends = maxSquares }},
	{"jump-sideways", JumpSideways, func(l *limits) { l.sideways = false }, func(l *limits) { l.sideways = true }},
	{"jump-turns", JumpTurns, func(l *limits) { l.turns = false }, func(l *limits) { l.turns = true }},
	{"jump-revisit", JumpRevisit, func(l *limits) { l.revisit = false }, func(l *limits) { l.revisit = true }},
	{"goal-row-stops", GoalRowStops, func(l *limits) { l.stops = true }, func(l *limits) { l.stops = false }},
	{"move-opponent", NotYours, func(l *limits) { l.opponent = false }, func(l *limits) { l.opponent = true }},
	{"repeat-last-moved", LastMoved, func(l *limits) { l.repeat = false }, func(l *limits) { l.repeat = true }},
}

// Move is a turn as a log records it. The hops of a slide are the squares that it passes in
// order; between them any clear path will do.
type Move struct {
	Piece Piece  // NoPiece for a pass
	From  Square // where the log says that the piece stands
	Hops  []Hop
	Wins  bool // marked "#"
}

// Effect is what a recorded turn does, legal or not.
type Effect struct {
	Action Action        // as it is carried out: Pass where nothing is moved
	Due    bool          // the move is known to end the game: the mark "#" is due
	Proves bool          // the mark "#" tells the secret of the piece's owner
	Mark   rules.Refusal // why a move marked "#" cannot be one that ends the game
	forced bool          // a legal pass
}

// Resolve says what a recorded turn does, and why it is illegal; the zero Refusal means that
// it is legal.
func (e *Engine) Resolve(s *State, m Move) (Effect, rules.Refusal) {
	a := Pass
	if m.Piece != NoPiece && len(m.Hops) > 0 {
		a = Action{m.Piece, m.Hops[len(m.Hops)-1].To}
	}
	r := e.follow(e.limits, s, m)
	effect := e.effect(s, a, m.Wins)
	effect.forced = m.Piece == NoPiece && r.Reason == 0
	return effect, r
}

// idle refuses a position in which nobody can act. Of two players without pieces it names
// one for whom that is news.
func (e *Engine) idle(s *State) rules.Refusal {
	if s.Clock.Phase == rules.Over {
		return refuse(GameOver)
	}
	if s.placed(0) && s.placed(1) {
		return rules.Refusal{}
	}
	seat := int32(0)
	if s.placed(0) || s.Missed(0) && !s.placed(1) && !s.Missed(1) {
		seat = 1
	}
	return refuse(Unplaced, seat)
}

// Check says why a is not legal in s, whatever its route; the zero Refusal means that it is.
func (e *Engine) Check(s *State, a Action) rules.Refusal {
	m := Move{Piece: a.Piece, Hops: []Hop{{To: a.To}}}
	if a.Piece == NoPiece {
		m.Hops = nil
	} else if e.exists(a.Piece) {
		m.From = s.at[a.Piece]
	}
	if r := e.admit(&e.limits, s, &m); r.Reason != 0 || a.Piece == NoPiece {
		return r
	}
	piece := e.mover(e.limits, s, a.Piece)
	targets := func(m mover) uint64 { return m.targets(bit(s.at[a.Piece])) }
	if targets(piece)&bit(a.To) != 0 {
		return rules.Refusal{}
	}
	return piece.explain(s, a.Piece, s.at[a.Piece], a.To, targets)
}

// admit refuses a move for what shows before its route is looked at; a pass it judges.
func (e *Engine) admit(l *limits, s *State, m *Move) rules.Refusal {
	if r := e.idle(s); r.Reason != 0 {
		return r
	}
	p := m.Piece
	if p == NoPiece {
		if e.stuck(s) {
			return rules.Refusal{}
		}
		first := e.Legal(nil, s)[0]
		return refuse(MustMove, int32(first.Piece), int32(first.To))
	}
	if !e.exists(p) {
		return refuse(UnknownPiece, int32(p))
	}
	if s.at[p] != m.From || m.From == Off {
		return refuse(WrongSquare, int32(p), int32(m.From), int32(s.at[p]))
	}
	if l.movers(s, p.Owner())&bit(m.From) == 0 {
		if !l.opponent && p.Owner() != s.Clock.Seat {
			return refuse(NotYours, int32(p))
		}
		return refuse(LastMoved, int32(p))
	}
	for i, h := range m.Hops {
		if int(h.To) >= e.Board.Len() {
			return refuse(UnknownSpace, int32(h.To), 0, 0, int32(i))
		}
	}
	if len(m.Hops) == 0 || m.Hops[len(m.Hops)-1].To == m.From {
		return refuse(NullMove, int32(p), int32(m.From))
	}
	return rules.Refusal{}
}

// follow judges a recorded turn hop by hop.
func (e *Engine) follow(l limits, s *State, rec Move) rules.Refusal {
	if r := e.admit(&l, s, &rec); r.Reason != 0 || rec.Piece == NoPiece {
		return r
	}
	m := e.mover(l, s, rec.Piece)
	at, c, jumped, visited := rec.From, fresh, false, bit(rec.From)
	for i, h := range rec.Hops {
		var r rules.Refusal
		switch {
		case h.Jump:
			r = m.takeJump(s, rec.Piece, at, h.To, &c, visited)
			jumped = true
		case jumped:
			r = refuse(SlideAfterJump, int32(at), int32(h.To), int32(rec.Piece))
		default:
			last := i+1 == len(rec.Hops) || m.turns && rec.Hops[i+1].Jump
			r = m.takeSlide(s, rec.Piece, at, h.To, &c, last)
		}
		if r.Reason != 0 {
			r.Args[3] = int32(i)
			return r
		}
		at, visited = h.To, visited|bit(h.To)
	}
	return rules.Refusal{}
}

// takeSlide judges a slide, or a part of one, and moves its course on. How the last of them
// came to its end does not matter.
func (m *mover) takeSlide(s *State, p Piece, from, to Square, c *course, last bool) rules.Refusal {
	before := *c
	if _, *c = m.slide(bit(from), before, bit(to), last); *c != (course{never, never, never}) {
		return rules.Refusal{}
	}
	return m.explain(s, p, from, to, func(m mover) uint64 {
		ends, _ := m.slide(bit(from), before, 0, false)
		return ends.all()
	})
}

// takeJump judges one jump, and moves the course of its move on.
func (m *mover) takeJump(s *State, p Piece, from, to Square, c *course, visited uint64) rules.Refusal {
	stand := c.at(bit(from))
	landed := m.jump(&stand, visited)
	if landed.all()&bit(to) == 0 {
		return m.explainJump(s, p, from, to, func(m mover) uint64 {
			landed := m.jump(&stand, visited)
			return landed.all()
		})
	}
	for way := range c {
		c[way] = never
		if landed[way]&bit(to) != 0 {
			c[way] = 0
		}
	}
	return rules.Refusal{}
}

// point finds the rule point without which a way would lead from one square to another.
// ends is where the way leads.
func (m mover) point(p Piece, from, to Square, ends func(mover) uint64) rules.Refusal {
	bends := m.bends
	for _, point := range points {
		before := m.limits
		if point.widen(&m.limits); m.limits == before || ends(m)&bit(to) == 0 {
			continue
		}
		if point.reason == SlideBends {
			return refuse(SlideBends, int32(from), int32(to), int32(bends))
		}
		return refuse(point.reason, int32(from), int32(to), int32(p))
	}
	return rules.Refusal{}
}

// explain finds the most helpful reason why no slide, or no move, leads from one square to
// another. ends is where it leads.
func (m *mover) explain(s *State, p Piece, from, to Square, ends func(mover) uint64) rules.Refusal {
	rows, columns := m.offset(m.side, from, to)
	switch {
	case rows < 0:
		return refuse(Backward, int32(from), int32(to), int32(p))
	case m.free&bit(to) == 0:
		return refuse(Occupied, int32(from), int32(to), int32(s.On(to)))
	}
	if r := m.point(p, from, to, ends); r.Reason != 0 {
		return r
	}
	free := *m
	free.limits = limits{bends: maxSquares}
	slid, _ := free.slide(bit(from), fresh, 0, false)
	straight := rows == 0 || columns == 0
	switch {
	case slid.all()&bit(to) != 0:
		return refuse(SlideTwice, int32(from), int32(to), int32(p))
	case rows == 1 && (columns == 1 || columns == -1):
		return refuse(Diagonal, int32(from), int32(to), int32(p))
	case straight:
		return refuse(Blocked, int32(from), int32(to), int32(m.obstacle(s, from, to)))
	case m.flood(bit(from))&bit(to) != 0:
		return refuse(BackwardPath, int32(from), int32(to), int32(p))
	}
	return refuse(Blocked, int32(from), int32(to), int32(NoPiece))
}

// explainJump finds the plainest reason why no jump leads from one square to another.
func (m *mover) explainJump(s *State, p Piece, from, to Square, ends func(mover) uint64) rules.Refusal {
	rows, columns := m.offset(m.side, from, to)
	distance, between := max(rows, columns, -columns), (from+to)/2
	switch {
	case rows < 0:
		return refuse(Backward, int32(from), int32(to), int32(p))
	case rows > 0 && columns != 0:
		return refuse(Diagonal, int32(from), int32(to), int32(p))
	case distance != 2:
		return refuse(JumpGap, int32(from), int32(to), int32(distance))
	case m.free&bit(to) == 0:
		return refuse(JumpOccupied, int32(from), int32(to), int32(s.On(to)))
	case m.men&bit(between) == 0:
		return refuse(JumpNothing, int32(from), int32(to), int32(between))
	}
	return m.point(p, from, to, ends)
}

// flood is the squares that clear steps in all four directions lead to: backward is forward
// as the other player sees it.
func (m *mover) flood(from uint64) uint64 {
	for {
		wider := from
		for owner := range m.sides {
			for _, d := range m.sides[owner].ways {
				wider |= d.ray(from, m.free)
			}
		}
		if wider == from {
			return from
		}
		from = wider
	}
}

// obstacle is the first piece on the straight way between two squares.
func (m *mover) obstacle(s *State, from, to Square) Piece {
	rows, columns := m.offset(m.side, from, to)
	by := m.ahead * (sign(rows)*m.Columns + sign(columns))
	q := int(from) + by
	for m.free&bit(Square(q)) != 0 {
		q += by
	}
	return s.On(Square(q))
}

func sign(n int) int { return max(-1, min(1, n)) }

// Faults appends all that is wrong with a recorded move, and not only the first thing, as
// Resolve does: behind each fault it goes on as if that were mended.
func (e *Engine) Faults(dst []rules.Refusal, s *State, m Move) []rules.Refusal {
	l, now, done, hops := e.limits, *s, 0, m.Hops
	for {
		m.Hops = hops[done:]
		r := e.follow(l, &now, m)
		if r.Reason == 0 {
			return dst
		}
		if r.Reason == WrongSquare && now.at[m.Piece] != Off {
			dst = append(dst, r)
			m.From = now.at[m.Piece]
			continue
		}
		if !InRoute(r) {
			dst = append(dst, r)
			before := l
			for _, point := range points {
				if point.reason == r.Reason {
					point.widen(&l)
				}
			}
			if l == before {
				return dst
			}
			continue
		}
		at := done + int(r.Args[3])
		r.Args[3] = int32(at)
		dst = append(dst, r)
		hop := hops[at]
		if q := now.On(hop.To); q != NoPiece && q != m.Piece {
			if r.Reason != Occupied && r.Reason != JumpOccupied {
				reason := Occupied
				if hop.Jump {
					reason = JumpOccupied
				}
				dst = append(dst, refuse(reason, int32(m.From), int32(hop.To), int32(q), int32(at)))
			}
			now.lift(q)
		}
		if done = at + 1; done == len(hops) {
			return dst
		}
		now.lift(m.Piece)
		now.put(m.Piece, hop.To)
		if m.From = hop.To; hop.Jump && !hops[done].Jump { // which the rest alone does not show
			dst = append(dst, refuse(SlideAfterJump, int32(m.From), int32(hops[done].To), int32(m.Piece), int32(done)))
		}
	}
}

// Allowing appends the rule points that a legal move leans on: those whose strictest value
// would forbid it.
func (e *Engine) Allowing(dst []string, s *State, m Move) []string {
	for _, point := range points {
		l := e.limits
		if point.narrow(&l); e.follow(l, s, m).Reason != 0 {
			dst = append(dst, point.name)
		}
	}
	return dst
}
