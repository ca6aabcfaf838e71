package trespass

import "tpnote/rules"

// The reasons of Check, CheckRoute, CheckMark, Place, Declare and CheckSecret, with their
// Args. Where a hop of a recorded route is refused, Args[3] is its index; from is the
// square it begins on. A turn is counted as State.Turns counts.
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
	JumpGap        // from, to, distance: not two squares
	JumpNothing    // from, to, the empty square between
	JumpSideways   // from, to, piece
	JumpTurns      // from, to, piece
	JumpRevisit    // from, to, piece

	PlacedCount   // seat, row (0 is the back row), pieces given, pieces due
	PlacedUnknown // seat, number: no piece bears it
	PlacedDouble  // seat, piece: given twice
	PlacedTwice   // seat: the pieces stand already
	PlacedLate    // seat: turns have been played

	SecretUnknown // seat, number: no piece bears it
	SecretOther   // piece, the piece known to be the secret, the turn that proved it or 0
	SecretLate    // piece, the first turn played although the game would have been over
	SecretNone    // seat, the turn that ruled out the last number
	MarkElsewhere // piece, to: not in the goal row
	MarkOther     // piece, the piece known to be the secret
	MarkLate      // piece, the first turn played with the piece in its goal row
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
	SecretLate:    {Code: "secret", Rule: "secret"},
	SecretNone:    {Code: "secret", Rule: "secret"},
	MarkElsewhere: {Code: "false-mark", Rule: "secret"},
	MarkOther:     {Code: "false-mark", Rule: "secret"},
	MarkLate:      {Code: "false-mark", Rule: "secret"},
}

// idle refuses a position in which nobody can act.
func (e *Engine) idle(s *State) rules.Refusal {
	if s.Clock.Phase == rules.Over {
		return rules.Refusal{Reason: GameOver}
	}
	for seat := range uint8(seats) {
		if !s.placed(seat) {
			return rules.Refusal{Reason: Unplaced, Args: [4]int32{int32(seat)}}
		}
	}
	return rules.Refusal{}
}

// barred says why the player to move may not move a piece, wherever to.
func (l law) barred(s *State, p Piece) rules.Reason {
	switch {
	case !l.opponent && p.Owner() != s.Clock.Seat:
		return NotYours
	case !l.repeat && p == s.Last:
		return LastMoved
	}
	return 0
}

// Check says why a is not legal in s; the zero Refusal means that it is.
func (e *Engine) Check(s *State, a Action) rules.Refusal {
	if r := e.idle(s); r.Reason != 0 {
		return r
	}
	if a.Piece == NoPiece {
		return e.checkPass(s)
	}
	p := a.Piece
	piece := [4]int32{int32(p)}
	if !e.exists(p) {
		return rules.Refusal{Reason: UnknownPiece, Args: piece}
	}
	if int(a.To) >= e.Board.Len() {
		return rules.Refusal{Reason: UnknownSpace, Args: [4]int32{int32(a.To)}}
	}
	if reason := e.law.barred(s, p); reason != 0 {
		return rules.Refusal{Reason: reason, Args: piece}
	}
	m := e.mover(s, p)
	from := s.at[p]
	if m.targets(bit(from))&bit(a.To) != 0 {
		return rules.Refusal{}
	}
	if a.To == from {
		return rules.Refusal{Reason: NullMove, Args: [4]int32{int32(p), int32(from)}}
	}
	return m.explain(s, p, from, a.To, func(m mover) uint64 { return m.targets(bit(from)) })
}

func (e *Engine) checkPass(s *State) rules.Refusal {
	for seat := range uint8(seats) {
		for i := range e.Board.Each {
			p := pieceOf(seat, i)
			if e.law.barred(s, p) != 0 {
				continue
			}
			if set := e.targets(s, p); set != 0 {
				return rules.Refusal{Reason: MustMove, Args: [4]int32{int32(p), int32(lowest(set))}}
			}
		}
	}
	return rules.Refusal{}
}

// CheckRoute says why a recorded move is not legal: the piece stands on from, and its hops
// lead from there one after the other. The hops of a slide are the squares it passes in
// order; between them any clear path will do.
func (e *Engine) CheckRoute(s *State, p Piece, from Square, hops []Hop) rules.Refusal {
	return e.checkRoute(e.law, s, p, from, hops)
}

func (e *Engine) checkRoute(l law, s *State, p Piece, from Square, hops []Hop) rules.Refusal {
	if r := e.idle(s); r.Reason != 0 {
		return r
	}
	piece := [4]int32{int32(p)}
	if !e.exists(p) {
		return rules.Refusal{Reason: UnknownPiece, Args: piece}
	}
	if s.at[p] != from {
		return rules.Refusal{Reason: WrongSquare, Args: [4]int32{int32(p), int32(from), int32(s.at[p])}}
	}
	if reason := l.barred(s, p); reason != 0 {
		return rules.Refusal{Reason: reason, Args: piece}
	}
	for i, h := range hops {
		if int(h.To) >= e.Board.Len() {
			return rules.Refusal{Reason: UnknownSpace, Args: [4]int32{int32(h.To), 0, 0, int32(i)}}
		}
	}
	if len(hops) == 0 || hops[len(hops)-1].To == from {
		return rules.Refusal{Reason: NullMove, Args: [4]int32{int32(p), int32(from)}}
	}
	m := e.mover(s, p)
	m.law = l
	at, c, jumped, visited := from, fresh, false, bit(from)
	for i, h := range hops {
		var r rules.Refusal
		switch {
		case h.Jump:
			r = m.checkJump(s, p, at, h.To, &c, visited)
			jumped = true
		case jumped:
			r = refuse(SlideAfterJump, at, h.To, int32(p))
		default:
			r = m.checkSlide(s, p, at, h.To, &c)
		}
		if r.Reason != 0 {
			r.Args[3] = int32(i)
			return r
		}
		at, visited = h.To, visited|bit(h.To)
	}
	return rules.Refusal{}
}

// Faults appends all that is wrong with a recorded move, and not only the first thing, as
// CheckRoute does: behind each fault it goes on as if that were mended.
func (e *Engine) Faults(dst []rules.Refusal, s *State, p Piece, from Square, hops []Hop) []rules.Refusal {
	l, now, done := e.law, *s, 0
	for {
		r := e.checkRoute(l, &now, p, from, hops[done:])
		if r.Reason == 0 {
			return dst
		}
		at, inRoute := done, r.Reason >= Backward && r.Reason <= JumpRevisit
		if inRoute {
			at += int(r.Args[3])
			r = inHop(r, at)
		}
		dst = append(dst, r)
		switch {
		case r.Reason == WrongSquare && now.at[p] != Off:
			from = now.at[p]
		case r.Reason == NotYours:
			l.opponent = true
		case r.Reason == LastMoved:
			l.repeat = true
		case inRoute:
			to := hops[at].To
			if q := now.on[to]; q != NoPiece && q != p {
				if r.Reason != Occupied {
					dst = append(dst, inHop(refuse(Occupied, from, to, int32(q)), at))
				}
				now.lift(q)
			}
			if done = at + 1; done == len(hops) {
				return dst
			}
			now.lift(p)
			now.put(p, to)
			if from = to; hops[at].Jump && !hops[done].Jump { // which the rest alone does not show
				dst = append(dst, inHop(refuse(SlideAfterJump, from, hops[done].To, int32(p)), done))
			}
		default:
			return dst
		}
	}
}

// inHop notes in a refusal which hop of a route it is about.
func inHop(r rules.Refusal, hop int) rules.Refusal {
	r.Args[3] = int32(hop)
	return r
}

func refuse(reason rules.Reason, from, to Square, arg int32) rules.Refusal {
	return rules.Refusal{Reason: reason, Args: [4]int32{int32(from), int32(to), arg}}
}

// checkSlide judges a slide, or a part of one, and moves its course on.
func (m *mover) checkSlide(s *State, p Piece, from, to Square, c *course) rules.Refusal {
	before := *c
	if _, *c = m.slide(bit(from), before, bit(to)); *c != (course{never, never, never}) {
		return rules.Refusal{}
	}
	return m.explain(s, p, from, to, func(m mover) uint64 { return m.slides(bit(from), before) })
}

// checkJump judges one jump, and moves the course of its move on. The first fault in the
// order of how plain it is to see is reported.
func (m *mover) checkJump(s *State, p Piece, from, to Square, c *course, visited uint64) rules.Refusal {
	rows, columns := m.ahead*(m.row(to)-m.row(from)), m.ahead*(m.column(to)-m.column(from))
	way := forward
	switch {
	case rows < 0:
		return refuse(Backward, from, to, int32(p))
	case rows > 0 && columns != 0:
		return refuse(Diagonal, from, to, int32(p))
	case columns < 0:
		way = left
	case columns > 0:
		way = right
	}
	distance := max(rows, columns, -columns)
	between := (from + to) / 2
	switch {
	case distance != 2:
		return refuse(JumpGap, from, to, int32(distance))
	case m.free&bit(to) == 0:
		return refuse(Occupied, from, to, int32(s.on[to]))
	case m.men&bit(between) == 0:
		return refuse(JumpNothing, from, to, int32(between))
	case way != forward && !m.sideways:
		return refuse(JumpSideways, from, to, int32(p))
	case c[way] == never && !m.turns:
		return refuse(JumpTurns, from, to, int32(p))
	case visited&bit(to) != 0 && !m.revisit:
		return refuse(JumpRevisit, from, to, int32(p))
	}
	*c = course{never, never, never}
	c[way] = 0
	return rules.Refusal{}
}

// relaxations make a law more generous point by point.
var relaxations = [...]struct {
	reason rules.Reason
	change func(law) law
}{
	{SlideBends, func(l law) law { l.bends = maxSquares; return l }},
	{GoalRowStops, func(l law) law { l.stops = false; return l }},
	{JumpSideways, func(l law) law { l.sideways = true; return l }},
	{JumpTurns, func(l law) law { l.turns = true; return l }},
}

// explain finds the most helpful reason why a way does not lead from one square to another.
// ends is where the way leads; under a more generous law it may lead there.
func (m mover) explain(s *State, p Piece, from, to Square, ends func(mover) uint64) rules.Refusal {
	rows, columns := m.ahead*(m.row(to)-m.row(from)), m.column(to)-m.column(from)
	switch {
	case rows < 0:
		return refuse(Backward, from, to, int32(p))
	case m.free&bit(to) == 0:
		return refuse(Occupied, from, to, int32(s.on[to]))
	}
	bends := m.bends
	for _, relax := range relaxations {
		m.law = relax.change(m.law)
		if ends(m)&bit(to) == 0 {
			continue
		}
		if relax.reason == SlideBends {
			return refuse(SlideBends, from, to, int32(bends))
		}
		return refuse(relax.reason, from, to, int32(p))
	}
	straight := rows == 0 || columns == 0
	switch {
	case m.slides(bit(from), fresh)&bit(to) != 0:
		return refuse(SlideTwice, from, to, int32(p))
	case rows == 1 && (columns == 1 || columns == -1):
		return refuse(Diagonal, from, to, int32(p))
	case !straight && m.flood(bit(from))&bit(to) != 0:
		return refuse(BackwardPath, from, to, int32(p))
	}
	return refuse(Blocked, from, to, int32(m.obstacle(s, from, to)))
}

// flood is the squares that clear steps in all four directions lead to.
func (m *mover) flood(from uint64) uint64 {
	for {
		wider := from
		for d := north; d <= east; d++ {
			wider |= m.step(d, from) & m.free
		}
		if wider == from {
			return from
		}
		from = wider
	}
}

// obstacle is the first piece on the straight way between two squares, or NoPiece.
func (m *mover) obstacle(s *State, from, to Square) Piece {
	rows, columns := m.row(to)-m.row(from), m.column(to)-m.column(from)
	if rows != 0 && columns != 0 {
		return NoPiece
	}
	by := sign(rows)*m.Columns + sign(columns)
	for q := int(from) + by; q != int(to); q += by {
		if m.men&(1<<q) != 0 {
			return s.on[q]
		}
	}
	return NoPiece
}

func sign(n int) int { return max(-1, min(1, n)) }

// strictest lists the rule points that can forbid a move, each with the change that makes
// it do so.
var strictest = [...]struct {
	point  string
	change func(law) law
}{
	{"slide-bends", func(l law) law { l.bends = 0; return l }},
	{"jump-sideways", func(l law) law { l.sideways = false; return l }},
	{"jump-turns", func(l law) law { l.turns = false; return l }},
	{"jump-revisit", func(l law) law { l.revisit = false; return l }},
	{"goal-row-stops", func(l law) law { l.stops = true; return l }},
	{"move-opponent", func(l law) law { l.opponent = false; return l }},
	{"repeat-last-moved", func(l law) law { l.repeat = false; return l }},
}

// Allowing appends the rule points that a legal move leans on: those whose strictest value
// would forbid it.
func (e *Engine) Allowing(dst []string, s *State, p Piece, from Square, hops []Hop) []string {
	for _, strict := range strictest {
		if e.checkRoute(strict.change(e.law), s, p, from, hops).Reason != 0 {
			dst = append(dst, strict.point)
		}
	}
	return dst
}
