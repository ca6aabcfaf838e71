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
	Occupied:       {Code: "occupied", Rule: "movement", Situation: "slide"},
	Blocked:        {Code: "blocked", Rule: "movement"},
	SlideTwice:     {Code: "blocked", Rule: "movement", Situation: "square-twice"},
	SlideBends:     {Code: "blocked", Rule: "slide-bends"},
	GoalRowStops:   {Code: "blocked", Rule: "goal-row-stops"},
	SlideAfterJump: {Code: "slide-after-jump", Rule: "movement"},
	JumpOccupied:   {Code: "occupied", Rule: "movement", Situation: "jump"},
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

	SecretUnknown: {Code: "secret", Rule: "piece-numbers", Situation: "another-number"},
	SecretOther:   {Code: "secret", Rule: "secret", Situation: "another-number"},
	SecretProved:  {Code: "secret", Rule: "secret", Situation: "another-number"},
	SecretLate:    {Code: "secret", Rule: "secret", Situation: "arrived"},
	SecretNone:    {Code: "secret", Rule: "secret", Situation: "arrived"},
	MarkElsewhere: {Code: "false-mark", Rule: "secret", Situation: "not-in-goal-row"},
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

// refusal is rules.Refused where most moves pass by: nil is quicker to hand on than a Refusal.
func refusal(reason rules.Reason, args ...int32) *rules.Refusal {
	r := rules.Refused(reason, args...)
	return &r
}

// InRoute reports whether a refusal is about one hop of a route: Args[3] is its index.
func InRoute(r rules.Refusal) bool { return r.Reason >= Backward && r.Reason <= JumpRevisit }

// points are the rule points about moves, with the reason of what each refuses. set gives one
// its most generous value, or its strictest.
var points = [...]struct {
	name   string
	reason rules.Reason
	set    func(l limits, generous bool) limits
}{
	{"slide-bends", SlideBends, func(l limits, generous bool) limits {
		if l.bends = 0; generous {
			l.bends = maxSquares
		}
		return l
	}},
	{"jump-sideways", JumpSideways, func(l limits, generous bool) limits { l.sideways = generous; return l }},
	{"jump-turns", JumpTurns, func(l limits, generous bool) limits { l.turns = generous; return l }},
	{"jump-revisit", JumpRevisit, func(l limits, generous bool) limits { l.revisit = generous; return l }},
	{"goal-row-stops", GoalRowStops, func(l limits, generous bool) limits { l.stops = !generous; return l }},
	{"move-opponent", NotYours, func(l limits, generous bool) limits { l.opponent = generous; return l }},
	{"repeat-last-moved", LastMoved, func(l limits, generous bool) limits { l.repeat = generous; return l }},
}

// Move is a turn as a log records it. The hops of a slide are the squares that it passes in
// order; between them any clear path will do.
type Move struct {
	Piece Piece  // NoPiece for a pass
	From  Square // where the log says that the piece stands
	Hops  []Hop
	Wins  bool // marked "#"
}

// Effect is what a turn does, legal or not.
type Effect struct {
	Action Action // as it is carried out: Pass where nothing is moved
	Legal  bool   // nothing is refused; to ask this is quicker than to look at the refusal
	Due    bool   // the move is known to end the game: the mark "#" is due
	Proves bool   // the mark "#" tells the secret of the piece's owner
}

// Resolve says what a recorded turn does, and why it is illegal; the zero Refusal means that
// it is legal. Of the mark "#" it says nothing: CheckMark does.
func (e *Engine) Resolve(s *State, m Move) (Effect, rules.Refusal) {
	if m.Piece == NoPiece {
		if s.ready() && e.stuck(s) {
			return Effect{Action: Pass, Legal: true}, rules.Refusal{}
		}
		return Effect{Action: Pass}, e.checkPass(s)
	}
	effect := e.effect(s, m.action(), m.Wins)
	if r := e.follow(&e.limits, s, &m); r != nil {
		return effect, *r
	}
	effect.Legal = true
	return effect, rules.Refusal{}
}

func (m *Move) action() Action {
	if len(m.Hops) == 0 {
		return Pass
	}
	return Action{m.Piece, m.Hops[len(m.Hops)-1].To}
}

// ready reports whether somebody can act.
func (s *State) ready() bool { return s.Clock.Phase != rules.Over && s.placed(0) && s.placed(1) }

// idle refuses a position that is not ready. Of two players without pieces it names one of
// whom that is news.
func (e *Engine) idle(s *State) rules.Refusal {
	if s.Clock.Phase == rules.Over {
		return rules.Refused(GameOver)
	}
	seat := int32(0)
	if s.placed(0) || s.missed[0] && !s.placed(1) && !s.missed[1] {
		seat = 1
	}
	return rules.Refused(Unplaced, seat)
}

// Check says why a is not legal in s; the zero Refusal means that it is. Where no route leads
// to its square, the refusal is that of a slide.
func (e *Engine) Check(s *State, a Action) rules.Refusal {
	m := Move{Piece: a.Piece, Hops: []Hop{{To: a.To}}}
	if a.Piece == NoPiece {
		return e.checkPass(s)
	} else if e.exists(a.Piece) {
		m.From = s.at[a.Piece]
	}
	r := e.admit(&e.limits, s, &m)
	if r == nil {
		if piece := e.mover(&e.limits, s, a.Piece); piece.targets(m.From)&bit(a.To) != 0 {
			return rules.Refusal{}
		}
		r = e.follow(&e.limits, s, &m)
	}
	return *r
}

func (e *Engine) checkPass(s *State) rules.Refusal {
	switch {
	case !s.ready():
		return e.idle(s)
	case e.stuck(s):
		return rules.Refusal{}
	}
	move := e.Legal(nil, s)[0]
	return rules.Refused(MustMove, int32(move.Piece), int32(move.To))
}

// admit refuses a move for what shows before its route is looked at.
func (e *Engine) admit(l *limits, s *State, m *Move) *rules.Refusal {
	p := m.Piece
	switch {
	case !s.ready():
		r := e.idle(s)
		return &r
	case !e.exists(p):
		return refusal(UnknownPiece, int32(p))
	case s.at[p] != m.From || m.From == Off:
		return refusal(WrongSquare, int32(p), int32(m.From), int32(s.at[p]))
	case l.movers(s, p.Owner())&bit(m.From) != 0:
	case !l.opponent && p.Owner() != s.Clock.Seat:
		return refusal(NotYours, int32(p))
	default:
		return refusal(LastMoved, int32(p))
	}
	for i, h := range m.Hops {
		if int(h.To) >= e.Board.Len() {
			return refusal(UnknownSpace, int32(h.To), 0, 0, int32(i))
		}
	}
	if len(m.Hops) == 0 || m.Hops[len(m.Hops)-1].To == m.From {
		return refusal(NullMove, int32(p), int32(m.From))
	}
	return nil
}

// follow judges a recorded move hop by hop.
func (e *Engine) follow(l *limits, s *State, move *Move) *rules.Refusal {
	if r := e.admit(l, s, move); r != nil {
		return r
	}
	m := e.mover(l, s, move.Piece)
	at, c, jumped, visited := move.From, fresh, false, bit(move.From)
	for i, h := range move.Hops {
		came, last := c, i+1 == len(move.Hops) || m.turns && move.Hops[i+1].Jump
		c = m.hop(at, came, h, visited, last)
		switch {
		case jumped && !h.Jump:
			return refusal(SlideAfterJump, int32(at), int32(h.To), int32(move.Piece), int32(i))
		case c == nowhere:
			r := m.explain(s, move.Piece, at, came, h, visited)
			r.Args[3] = int32(i)
			return r
		}
		at, jumped, visited = h.To, h.Jump, visited|bit(h.To)
	}
	return nil
}

// explain finds the plainest reason why one hop does not lead from a square to another: of
// rule points it asks with which value it would.
func (m mover) explain(s *State, p Piece, from Square, c course, h Hop, visited uint64) *rules.Refusal {
	to, bends := bit(h.To), m.bends
	no := func(reason rules.Reason, arg int) *rules.Refusal {
		return refusal(reason, int32(from), int32(h.To), int32(arg))
	}
	rows, columns := m.offset(m.side, from, h.To)
	straight, distance, between := rows == 0 || columns == 0, max(rows, columns, -columns), (from+h.To)/2
	switch held := m.free&to == 0; {
	case rows < 0:
		return no(Backward, int(p))
	case h.Jump && !straight:
		return no(Diagonal, int(p))
	case h.Jump && distance != 2:
		return no(JumpGap, distance)
	case held && h.Jump:
		return no(JumpOccupied, int(s.On(h.To)))
	case held:
		return no(Occupied, int(s.On(h.To)))
	case h.Jump && m.men&bit(between) == 0:
		return no(JumpNothing, int(between))
	}
	wide := *m.limits
	m.limits = &wide
	for _, point := range points {
		if wide = point.set(wide, true); m.hop(from, c, h, visited, true) == nowhere {
			continue
		}
		if point.reason == SlideBends {
			return no(SlideBends, int(bends))
		}
		return no(point.reason, int(p))
	}
	switch {
	case m.flow(m.side, bit(from), to, m.free)&to != 0:
		return no(SlideTwice, int(p))
	case rows == 1 && distance == 1 && !straight:
		return no(Diagonal, int(p))
	case straight:
		return no(Blocked, int(m.obstacle(s, from, h.To)))
	case m.flood(bit(from))&to != 0:
		return no(BackwardPath, int(p))
	}
	return no(Blocked, int(NoPiece))
}

// flood is the squares that clear steps in all four directions lead to: backward is forward
// as the other player sees it.
func (m *mover) flood(from uint64) uint64 {
	for {
		wider := from
		for owner := range m.sides {
			for _, d := range m.sides[owner].ways {
				wider |= d.step(from) & m.free
			}
		}
		if wider == from {
			return from
		}
		from = wider
	}
}

// obstacle is the first piece on the straight way between two squares, or NoPiece.
func (m *mover) obstacle(s *State, from, to Square) Piece {
	way := forward
	if _, columns := m.offset(m.side, from, to); columns < 0 {
		way = left
	} else if columns > 0 {
		way = right
	}
	for at := bit(from); at != bit(to); {
		if at = m.ways[way].step(at); at&m.men != 0 {
			return s.On(lowest(at))
		}
	}
	return NoPiece
}

// Faults appends all that is wrong with a recorded move, and not only the first thing, as
// Resolve does: behind each fault it goes on as if that were mended.
func (e *Engine) Faults(dst []rules.Refusal, s *State, m Move) []rules.Refusal {
	if m.Piece == NoPiece {
		if r := e.checkPass(s); r.Reason != 0 {
			dst = append(dst, r)
		}
		return dst
	}
	l, now, done, hops := e.limits, *s, 0, m.Hops
	for {
		m.Hops = hops[done:]
		why := e.follow(&l, &now, &m)
		if why == nil {
			return dst
		}
		r := *why
		if !InRoute(r) {
			dst = append(dst, r)
			was := l
			for _, point := range points {
				if point.reason == r.Reason {
					l = point.set(l, true)
				}
			}
			if r.Reason == WrongSquare && now.at[m.Piece] != Off {
				m.From = now.at[m.Piece]
			} else if l == was {
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
				dst = append(dst, rules.Refused(reason, r.Args[0], r.Args[1], int32(q), int32(at)))
			}
			now.lift(q)
		}
		if done = at + 1; done == len(hops) {
			return dst
		}
		now.lift(m.Piece)
		now.put(m.Piece, hop.To)
		if m.From = hop.To; hop.Jump && !hops[done].Jump { // which the rest alone does not show
			dst = append(dst, rules.Refused(SlideAfterJump, int32(m.From), int32(hops[done].To), int32(m.Piece), int32(done)))
		}
	}
}

// Allowing appends the rule points that a legal move leans on: those whose strictest value
// would forbid it.
func (e *Engine) Allowing(dst []string, s *State, m Move) []string {
	for _, point := range points {
		if l := point.set(e.limits, false); e.follow(&l, s, &m) != nil {
			dst = append(dst, point.name)
		}
	}
	return dst
}
