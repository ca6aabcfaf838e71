package trespass

import (
	"slices"

	"tpnote/rules"
	"tpnote/rules/variant"
)

// The reasons of refusals, with their Args. Where a hop of a recorded route is refused,
// Args[3] is its index; from is the square it begins on. line and number are a Ref.
const (
	GameOver     rules.Reason = iota + 1
	Unplaced                  // seat: has not placed the pieces
	UnknownPiece              // piece
	UnknownSpace              // square, hop in Args[3]
	WrongSquare               // piece, the square recorded, the square it is on
	NotYours                  // piece
	LastMoved                 // piece
	MustMove                  // piece, to: a move that is legal
	NullMove                  // piece, square

	Backward       // from, to, piece
	BackwardPath   // from, to, piece: only a way with a step backward leads there
	Diagonal       // from, to, piece
	Occupied       // from, to, the piece on that square
	Blocked        // from, to, the first piece in the way, or NoPiece where the way is not straight
	SlideTwice     // from, to, piece: some square would be visited twice
	SlideBends     // from, to, how many bends are allowed
	GoalRowStops   // from, to, piece: the slide goes on in the goal row that it entered
	SlideAfterJump // from, to, piece
	JumpOccupied   // from, to, the piece on that square
	JumpGap        // from, to, distance: not two squares
	JumpNothing    // from, to, the empty square between
	JumpSideways   // from, to, piece
	JumpTurns      // from, to, piece
	JumpRevisit    // from, to, piece

	PlacedCount   // seat, row (0 is the back row), pieces given, pieces expected
	PlacedUnknown // seat, number: no piece bears it
	PlacedDouble  // seat, piece: given twice
	PlacedTwice   // seat: the player has placed the pieces before
	PlacedLate    // seat: turns have been played

	SecretUnknown // seat, number: no piece bears it
	SecretOther   // piece, the piece that an earlier line gave
	SecretProved  // piece, line and number of the turn that proved another, the piece proved
	SecretLate    // piece, line and number of the first turn played although the game would have been over
	SecretTime    // seat, 1 if it must be chosen after placing the pieces, 0 before
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
	MustMove:     {Code: "must-move", Rule: "passing"},
	NullMove:     {Code: "null-move", Rule: "movement"},

	Backward:       {Code: "backward", Rule: "movement"},
	BackwardPath:   {Code: "backward", Rule: "movement"},
	Diagonal:       {Code: "diagonal", Rule: "movement"},
	Occupied:       {Code: "occupied", Rule: "movement", Situation: "slide"},
	Blocked:        {Code: "blocked", Rule: "movement"},
	SlideTwice:     {Code: "blocked", Rule: "movement", Assumed: true},
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
	SecretTime:    {Code: "secret", Rule: "secret-choice"},
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

// Ref names a line of the log, from 1, and the number of its turn, or 0 if it is no turn. The zero Ref names none.
type Ref struct{ Line, Number int32 }

// Blamed is the line that a refusal blames, if it is not the one being read: an earlier turn, or an early reveal.
func Blamed(r rules.Refusal) Ref {
	switch r.Reason {
	case SecretProved, SecretLate, RevealEarly:
		return Ref{r.Args[1], r.Args[2]}
	}
	return Ref{}
}

// InRoute reports whether a refusal is about one hop of a route: Args[3] is its index.
func InRoute(r rules.Refusal) bool { return r.Reason >= Backward && r.Reason <= JumpRevisit }

// Move is a turn as a log records it. The hops of a slide are squares on its way; any clear path between them will do.
type Move struct {
	Piece Piece  // NoPiece for a pass
	From  Square // where the log says that the piece stands
	Hops  []Hop
	Wins  bool // marked "#"
}

// action is the turn, however its piece gets there.
func (m *Move) action() Action {
	if len(m.Hops) == 0 {
		return Pass
	}
	return Action{m.Piece, m.Hops[len(m.Hops)-1].To}
}

// fault is the statement of what is legal: what is wrong first with a recorded turn, and with
// which hop. 0 means that the turn is legal. It does not look at the mark "#": see CheckMark.
func (e *Engine) fault(s *State, m *Move) (why rules.Reason, hop int) {
	if why = e.admit(s, m); why != 0 || m.Piece == NoPiece {
		return why, 0
	}
	return e.follow(s, m)
}

// admit checks a turn before its route.
func (e *Engine) admit(s *State, m *Move) rules.Reason {
	p, l := m.Piece, &e.limits
	switch {
	case s.Clock.Phase == rules.Over:
		return GameOver
	case !s.placed(0) || !s.placed(1):
		return Unplaced
	case p == NoPiece && (l.passing || e.stuck(s)):
		return 0
	case p == NoPiece:
		return MustMove
	case !e.exists(p):
		return UnknownPiece
	case s.at[p] != m.From || m.From == Off:
		return WrongSquare
	case l.foreign(s, p.Owner()):
		return NotYours
	case p == l.barred(s):
		return LastMoved
	}
	if to := m.action().To; to == m.From || to == Off {
		return NullMove
	}
	return 0
}

// follow judges the route of a recorded move hop by hop.
func (e *Engine) follow(s *State, m *Move) (why rules.Reason, hop int) {
	var t trip // set part by part, since a composite literal is copied
	t.mover, t.stand, t.visited = e.mover(s, m.Piece), anyway(bit(m.From)), bit(m.From)
	hops := m.Hops
	for i, h := range hops {
		if i > 0 && hops[i-1].Jump && !h.Jump {
			return SlideAfterJump, i
		}
		if last := i+1 == len(hops) || e.limits.turns && hops[i+1].Jump; !t.hop(h, last) {
			return t.explain(h), i
		}
	}
	return 0, 0
}

// explain finds the plainest reason why one hop does not lead from a square to another: it
// asks of rule points whether another value would allow it.
func (t trip) explain(h Hop) rules.Reason {
	at := t.stand.all()
	from := lowest(at)
	rows, straight, distance := t.distance(from, h.To)
	switch held := t.free&bit(h.To) == 0; {
	case int(h.To) >= t.Board.Len():
		return UnknownSpace
	case rows < 0:
		return Backward
	case h.Jump && !straight:
		return Diagonal
	case h.Jump && distance != 2:
		return JumpGap
	case held && h.Jump:
		return JumpOccupied
	case held:
		return Occupied
	case h.Jump && t.men&bit((from+h.To)/2) == 0:
		return JumpNothing
	}
	wide := *t.Engine
	t.Engine = &wide
	for i := range points {
		if points[i].Permit(&wide.limits) && t.hop(h, true) {
			return rules.Reason(slices.IndexFunc(Reasons[:], func(r rules.ReasonInfo) bool { return r.Rule == points[i].Name }))
		}
	}
	t.stand, t.course, t.visited = anyway(at), fresh, at
	switch {
	case t.hop(h, true):
		return SlideTwice
	case rows == 1 && distance == 1 && !straight:
		return Diagonal
	case !straight && t.flood(at)&bit(h.To) != 0:
		return BackwardPath
	}
	return Blocked
}

// distance is how many rows one square is ahead of another, whether a straight line leads
// there, and how far it is along a row or file, whichever is further.
func (m *mover) distance(from, to Square) (rows int, straight bool, distance int) {
	rows, columns := m.Board.offset(m.side, from, to)
	return rows, rows == 0 || columns == 0, max(rows, columns, -columns)
}

// flood is the squares that clear steps in all four directions lead to: backward is forward for the other player.
func (m *mover) flood(from uint64) uint64 {
	for before := uint64(0); from != before; {
		before = from
		for owner := range m.Board.sides {
			for _, d := range m.Board.sides[owner].ways {
				from |= d.step(from) & m.free
			}
		}
	}
	return from
}

// obstacle is the first piece on the straight way between two squares, or NoPiece.
func (m *mover) obstacle(s *State, from, to Square) Piece {
	way := forward
	if _, columns := m.Board.offset(m.side, from, to); columns < 0 {
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

// refusal is a fault with its arguments.
func (e *Engine) refusal(s *State, m *Move, why rules.Reason, hop int) rules.Refusal {
	p := int32(m.Piece)
	switch why {
	case 0, GameOver:
		return rules.Refused(why)
	case Unplaced: // of two players without pieces, it names one who has not been named yet
		seat := int32(0)
		if s.placed(0) || s.missed[0] && !s.placed(1) && !s.missed[1] {
			seat = 1
		}
		return rules.Refused(why, seat)
	case UnknownPiece, NotYours, LastMoved:
		return rules.Refused(why, p)
	case UnknownSpace:
		return rules.Refused(why, int32(m.Hops[hop].To), 0, 0, int32(hop))
	case WrongSquare:
		return rules.Refused(why, p, int32(m.From), int32(s.at[m.Piece]))
	case MustMove:
		move := e.Legal(nil, s)[0]
		return rules.Refused(why, int32(move.Piece), int32(move.To))
	case NullMove:
		return rules.Refused(why, p, int32(m.From))
	}
	from, to, third := m.From, m.Hops[hop].To, p
	if hop > 0 {
		from = m.Hops[hop-1].To
	}
	piece := e.mover(s, m.Piece)
	_, straight, distance := piece.distance(from, to)
	switch why {
	case Occupied, JumpOccupied:
		third = int32(s.On(to))
	case Blocked:
		if third = int32(NoPiece); straight {
			third = int32(piece.obstacle(s, from, to))
		}
	case SlideBends:
		third = int32(e.limits.bends)
	case JumpGap:
		third = int32(distance)
	case JumpNothing:
		third = int32((from + to) / 2)
	}
	return rules.Refused(why, int32(from), int32(to), third, int32(hop))
}

// ready reports whether a player can act.
func (s *State) ready() bool { return s.Clock.Phase != rules.Over && s.placed(0) && s.placed(1) }

// Resolve returns what a recorded turn does, and why it is illegal; the zero Refusal means that
// it is legal. It does not look at the mark "#": see CheckMark.
func (e *Engine) Resolve(s *State, m Move) (Effect, rules.Refusal) {
	why, hop := e.fault(s, &m)
	return e.effect(s, m.action(), m.Wins), e.refusal(s, &m, why, hop)
}

// Fit carries out a recorded turn if it raises no finding: it is legal, it is marked "#"
// exactly if it is known to end the game or proves the secret, and it leaves the owner of a
// piece that it rules out another number that may be the secret. Otherwise it changes nothing.
func (e *Engine) Fit(s *State, m *Move) bool {
	why, _ := e.fault(s, m)
	if _, none := e.empties(s); why != 0 || none {
		return false
	}
	x := e.effect(s, m.action(), m.Wins)
	if m.Wins != (x.Due || x.Proves) {
		return false
	}
	e.CarryOut(s, x)
	return true
}

// Check returns why a is not legal in s; the zero Refusal means that it is. Without a route, it refuses a slide.
func (e *Engine) Check(s *State, a Action) rules.Refusal {
	m := Move{Piece: a.Piece, Hops: []Hop{{To: a.To}}}
	if e.exists(a.Piece) {
		m.From = s.at[a.Piece]
	}
	why, hop := e.admit(s, &m), 0
	if why == 0 && a.Piece != NoPiece && e.targets(s, a.Piece)&bit(a.To) == 0 {
		why, hop = e.follow(s, &m)
	}
	return e.refusal(s, &m, why, hop)
}

// Legal appends the legal actions of s in the order of piece and square: every piece with
// every square where a move of it can end, then Pass if it is legal.
func (e *Engine) Legal(dst []Action, s *State) []Action {
	if !s.ready() {
		return dst
	}
	for seat := range uint8(seats) {
		movers := e.limits.movers(s, seat)
		for i := range e.Board.Each {
			p := pieceOf(seat, i)
			if movers&bit(s.at[p]) == 0 {
				continue
			}
			for set := e.targets(s, p); set != 0; set &= set - 1 {
				dst = append(dst, Action{p, lowest(set)})
			}
		}
	}
	if e.admit(s, &Move{Piece: NoPiece}) == 0 {
		dst = append(dst, Pass)
	}
	return dst
}

// targets is the squares where a move of a piece can end.
func (e *Engine) targets(s *State, p Piece) uint64 {
	m := e.mover(s, p)
	return m.targets(s.at[p])
}

// Faults appends all that is wrong with a recorded move, and not only the first thing, as
// Resolve does: after each fault it goes on as if that had been put right.
func (e *Engine) Faults(dst []rules.Refusal, s *State, m Move) []rules.Refusal {
	lenient, now, done, route := *e, *s, 0, m.Hops
	for {
		m.Hops = route[done:]
		why, hop := lenient.fault(&now, &m)
		if why == 0 {
			return dst
		}
		r := lenient.refusal(&now, &m, why, hop)
		if !InRoute(r) {
			dst = append(dst, r)
			if !lenient.allow(why) && (why != WrongSquare || now.at[m.Piece] == Off) {
				return dst
			}
			if m.Piece != NoPiece {
				m.From = now.at[m.Piece]
			}
			continue
		}
		at := done + hop
		r.Args[3] = int32(at)
		dst = append(dst, r)
		h := route[at]
		if q := now.On(h.To); q != NoPiece && q != m.Piece {
			if why != Occupied && why != JumpOccupied {
				held := Occupied
				if h.Jump {
					held = JumpOccupied
				}
				dst = append(dst, rules.Refused(held, r.Args[0], r.Args[1], int32(q), int32(at)))
			}
			now.put(q, Off)
		}
		if done = at + 1; done == len(route) {
			return dst
		}
		now.put(m.Piece, Off)
		now.put(m.Piece, h.To)
		if m.From = h.To; h.Jump && !route[done].Jump { // which the rest alone does not show
			dst = append(dst, rules.Refused(SlideAfterJump, int32(m.From), int32(route[done].To), int32(m.Piece), int32(done)))
		}
	}
}

// allow gives the rule point of a refusal the value that allows most, and reports whether that changes it.
func (e *Engine) allow(why rules.Reason) bool {
	was := e.limits
	for i := range points {
		if points[i].Name == Reasons[why].Rule {
			points[i].Permit(&e.limits)
		}
	}
	return e.limits != was
}

// Allowing appends the rule points on which a legal move rests: another value forbids it, or changes what follows.
func (e *Engine) Allowing(dst []string, s *State, m Move) []string {
	type outcome struct { // zero of an illegal move
		clock  rules.Clock
		winner int8
	}
	return variant.Deciding(dst, e.limits, variant.Alternatives(points, e.limits), func(l settings) (out outcome) {
		other, after := *e, *s
		other.limits = l
		if why, _ := other.fault(s, &m); why == 0 {
			other.CarryOut(&after, other.effect(s, m.action(), m.Wins))
			out = outcome{after.Clock, after.winner}
		}
		return out
	})
}
