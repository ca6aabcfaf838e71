package verify

import (
	"fmt"
	"strings"

	"tpnote/notation"
	trespassnotation "tpnote/notation/trespass"
	"tpnote/rules"
	"tpnote/rules/trespass"
	"tpnote/rules/variant"
)

// trespassTable binds Trespass: notation/trespass to rules/trespass.
type trespassTable struct {
	seats[trespass.State, trespass.Action]
	engine *trespass.Engine
	hops   []trespass.Hop // the route being judged

	turns    map[int32]turnLine // where each turn stands, as State.Turns counts, for errors that show later
	commits  [2]string          // the hash that each player is held to, or ""
	revealed []notation.Line    // the reveal lines that were believed, until a turn follows
	unplaced bool               // it was reported that pieces are missing
	emptied  [2]bool            // it was reported that no number is left
}

// turnLine is where a turn was played.
type turnLine struct {
	line   notation.Line
	number int32
	action notation.Word
}

var (
	trespassWords  = newMemo(trespassnotation.Parse)
	trespassSyntax = &game{syntax: syntaxBy(trespassWords), directives: []string{"place", "secret", "commit", "reveal"}}
)

func bindTrespass(v *variant.Variant) (*game, error) {
	engine, err := trespass.New(v)
	if err != nil {
		return nil, err
	}
	return &game{
		syntax:     trespassSyntax.syntax,
		directives: trespassSyntax.directives,
		open: func(j *judge) table {
			if len(j.Handles) != 2 {
				j.atTag("Players")
				j.errorAt("players", j.tags["Players"].Value.Span, fmt.Sprintf("%d players; Trespass is played by two", len(j.Handles)))
				return nil
			}
			t := &trespassTable{engine: engine, turns: map[int32]turnLine{}}
			t.seats = seats[trespass.State, trespass.Action]{engine: engine, tell: trespassTeller{engine}, state: engine.Start(2), handles: j.Handles}
			return t
		},
		brisk: func() briskTable { return &briskTrespass{trespassTable: trespassTable{engine: engine}} },
	}, nil
}

func (t *trespassTable) act(j *judge, word notation.Word) string {
	written, err := trespassWords.ask(word.Text)
	if err != nil {
		return "" // perform has looked at the word already
	}
	e, s := t.engine, &t.state
	t.turns[s.Turns()+1] = turnLine{j.line, s.Clock.Number, word}
	before := [2]uint32{e.Possible(s, 0), e.Possible(s, 1)}

	var said string
	if written.IsPass() {
		if r := e.Check(s, trespass.Pass); r.Reason != 0 {
			t.refuse(j, word, written, r)
		}
		e.Skip(s)
		j.Actions++
		said = "passes"
	} else {
		said = t.move(j, word, written)
	}
	for seat := range uint8(2) {
		r := e.CheckSecret(s, seat)
		if r.Reason != 0 && !t.emptied[seat] {
			t.emptied[seat] = true
			t.refuse(j, word, written, r)
		}
		if j.replayer.options.Watch != nil {
			said += t.gaveAway(seat, before[seat])
		}
	}
	return said
}

// move judges a move and carries it out.
func (t *trespassTable) move(j *judge, word notation.Word, written trespassnotation.Action) string {
	e, s, b := t.engine, &t.state, t.engine.Board
	piece, known := b.Piece(written.Piece)
	if !known {
		f := j.errorAt("unknown-piece", word.Span, fmt.Sprintf("there is no piece %s", written.Piece))
		j.by(f, "piece-numbers", "")
		e.Skip(s)
		return "skipped: no such piece"
	}
	from, unknown := t.route(written)
	if unknown != "" {
		j.errorAt("unknown-space", word.Span, "this board has no square "+unknown)
		e.Skip(s)
		return "skipped: no such square"
	}
	a := trespass.Action{Piece: piece, To: t.hops[len(t.hops)-1].To}
	if r := e.CheckRoute(s, piece, from, t.hops); r.Reason != 0 {
		t.refuse(j, word, written, r)
	}
	if !e.Movable(s, a) {
		e.Skip(s)
		return "skipped: it cannot be carried out"
	}
	j.Actions++
	switch due := e.Due(s, a); {
	case written.Wins:
		if r := e.CheckMark(s, a); r.Reason != 0 {
			t.refuse(j, word, written, r)
		}
	case due:
		t.missingMark(j, word)
	}
	e.Move(s, a, written.Wins)
	said := fmt.Sprintf("%s from %s to %s", written.Piece, written.From, b.Name(a.To))
	if winner, won := s.Winner(); won {
		said += fmt.Sprintf(", the secret number of %s, who wins", t.handles[winner])
	}
	return said
}

// route reads the squares of a move into t.hops; unknown is the first that the board does
// not have.
func (t *trespassTable) route(written trespassnotation.Action) (from trespass.Square, unknown string) {
	b := t.engine.Board
	from, ok := b.Square(written.From)
	if !ok {
		unknown = written.From
	}
	t.hops = t.hops[:0]
	for _, h := range written.Hops {
		q, ok := b.Square(h.To)
		if !ok && unknown == "" {
			unknown = h.To
		}
		t.hops = append(t.hops, trespass.Hop{To: q, Jump: h.Jump})
	}
	return from, unknown
}

func (t *trespassTable) missingMark(j *judge, word notation.Word) {
	f := j.warningAt("weak-mark", word.Span, "this move takes a secret number into the opponent's back row and ends the game: the mark # is due")
	j.by(f, "marks", "")
	f.Fixes = append(f.Fixes, Fix{Message: "mark it #", Span: word.Span, Text: word.Text + "#"})
}

// gaveAway says which numbers a turn has shown not to be a player's secret.
func (t *trespassTable) gaveAway(seat uint8, before uint32) string {
	e := t.engine
	now := e.Possible(&t.state, seat)
	out := e.PossibleNumbers(before &^ now)
	if out == nil || now == 0 {
		return ""
	}
	if p, known := e.Secret(&t.state, seat); known {
		return fmt.Sprintf("; the secret of %s is %d", t.handles[seat], e.Board.Number(p))
	}
	return fmt.Sprintf("; the secret of %s is not %s, for the game went on: it is %s", t.handles[seat],
		numbers(out), numbers(e.PossibleNumbers(now)))
}

func numbers(list []int) string {
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = fmt.Sprint(n)
	}
	return orList(words)
}

// directive takes place, secret, commit and reveal.
func (t *trespassTable) directive(j *judge, l *notation.Line) {
	var handle notation.Word
	switch n := l.Node.(type) {
	case *notation.Place:
		handle = n.Handle
	case *notation.Secret:
		handle = n.Handle
	case *notation.Commit:
		handle = n.Handle
	case *notation.Reveal:
		handle = n.Handle
	}
	seat, known := rules.SeatOf(handle.Text, t.handles)
	if !known {
		f := j.errorAt("unknown-player", handle.Span, fmt.Sprintf("%s is not one of the players %s", handle.Text, strings.Join(t.handles, ", ")))
		f.suggest(handle.Text, t.handles)
		return
	}
	switch n := l.Node.(type) {
	case *notation.Place:
		if _, setup := j.value("Setup"); setup {
			j.by(j.errorAt("placement", n.Keyword.Span, "with a Setup the pieces stand already: there is no place line"), "placement", "")
		} else if r := t.engine.Place(&t.state, uint8(seat), n.Rows[0], n.Rows[1]); r.Reason != 0 {
			t.refuse(j, n.Keyword, trespassnotation.Action{}, r)
		}
	case *notation.Secret:
		t.declare(j, n.Keyword, uint8(seat), n.Number)
	case *notation.Commit:
		t.commit(j, n, uint8(seat))
	case *notation.Reveal:
		t.reveal(j, n, uint8(seat))
	}
}

func (t *trespassTable) commit(j *judge, n *notation.Commit, seat uint8) {
	switch {
	case j.played:
		j.by(j.errorAt("commitment", n.Keyword.Span, "a commitment stands before turn 1"), "secret", "")
	case t.commits[seat] != "":
		j.by(j.errorAt("commitment", n.Keyword.Span, n.Handle.Text+" has committed to a number already"), "secret", "")
	default:
		t.commits[seat] = n.Hash
	}
}

func (t *trespassTable) reveal(j *judge, n *notation.Reveal, seat uint8) {
	switch {
	case t.commits[seat] == "":
		j.by(j.errorAt("commitment", n.Keyword.Span, n.Handle.Text+" reveals a number, but never committed to one"), "secret", "")
	case !trespass.Opens(t.commits[seat], n.Number, n.Salt):
		j.by(j.errorAt("commitment", n.Keyword.Span, fmt.Sprintf("%d:%s is not what %s committed to: its SHA-256 is another", n.Number, n.Salt, n.Handle.Text)), "secret", "")
	default:
		t.revealed = append(t.revealed, j.line)
		t.declare(j, n.Keyword, seat, n.Number)
	}
}

// turnLine reports the reveals that a turn follows, where they stand.
func (t *trespassTable) turnLine(j *judge) {
	for _, line := range t.revealed {
		j.elsewhere(line, 0, func() {
			at := directiveWord(line.Node).Span
			j.by(j.errorAt("commitment", at, "a reveal stands behind the last turn, and turns follow this one"), "secret", "")
		})
	}
	t.revealed = nil
}

// declare makes a secret known. What it shows of an earlier turn is reported there.
func (t *trespassTable) declare(j *judge, keyword notation.Word, seat uint8, number int) {
	_, won := t.state.Winner()
	r := t.engine.Declare(&t.state, seat, number)
	switch {
	case r.Reason == trespass.SecretLate || r.Reason == trespass.SecretOther && r.Args[2] != 0:
		blamed := r.Args[1]
		if r.Reason == trespass.SecretOther {
			blamed = r.Args[2]
		}
		turn, played := t.turns[blamed]
		if !played {
			break // no turn of this log is to blame
		}
		j.elsewhere(turn.line, int(turn.number), func() { t.refuse(j, turn.action, trespassnotation.Action{}, r) })
		return
	case r.Reason == 0:
		if _, wins := t.state.Winner(); wins && !won {
			if turn, played := t.turns[t.state.Turns()]; played {
				j.elsewhere(turn.line, int(turn.number), func() { t.missingMark(j, turn.action) })
			}
		}
		return
	}
	t.refuse(j, keyword, trespassnotation.Action{}, r)
}

// refuse puts a refusal into words.
func (t *trespassTable) refuse(j *judge, word notation.Word, written trespassnotation.Action, r rules.Refusal) {
	if r.Reason == trespass.Unplaced {
		if t.unplaced {
			return // once is enough: without the pieces every turn is wrong
		}
		t.unplaced = true
	}
	b, info, at := t.engine.Board, trespass.Reasons[r.Reason], word.Span
	square := func(i int) string { return b.Name(trespass.Square(r.Args[i])) }
	piece := func(i int) string { return b.PieceName(trespass.Piece(r.Args[i])) }
	who := func(i int) string { return t.handles[r.Args[i]] }
	var message string
	switch r.Reason {
	case trespass.GameOver:
		message = "the game is over"
	case trespass.Unplaced:
		message = who(0) + " has not placed the pieces: a place line is missing"
	case trespass.WrongSquare:
		message = fmt.Sprintf("%s stands on %s, not on %s", piece(0), square(2), square(1))
		if trespass.Square(r.Args[2]) == trespass.Off {
			message = piece(0) + " is not on the board"
		}
	case trespass.NotYours:
		message = piece(0) + " is the opponent's, and only own pieces are moved here"
	case trespass.LastMoved:
		message = "the opponent has just moved " + piece(0) + ", which may not be moved again at once"
	case trespass.MustMove:
		message = fmt.Sprintf("a pass is for a player without a legal move; %s to %s is one", piece(0), square(1))
	case trespass.NullMove:
		message = fmt.Sprintf("the move ends on %s, where it began", square(1))
	case trespass.Backward:
		message = fmt.Sprintf("from %s to %s %s would go backward, towards its owner's back row", square(0), square(1), piece(2))
	case trespass.BackwardPath:
		message = fmt.Sprintf("from %s to %s there is only a way with a step backward, which %s may not take", square(0), square(1), piece(2))
	case trespass.Diagonal:
		message = fmt.Sprintf("from %s to %s is diagonal: %s goes forward or sideways", square(0), square(1), piece(2))
	case trespass.Occupied:
		message = fmt.Sprintf("%s is held by %s", square(1), piece(2))
	case trespass.Blocked:
		message = fmt.Sprintf("no clear path leads from %s to %s", square(0), square(1))
		if trespass.Piece(r.Args[2]) != trespass.NoPiece {
			message += fmt.Sprintf(": %s is in the way", piece(2))
		}
	case trespass.SlideTwice:
		message = fmt.Sprintf("from %s to %s %s would pass a square twice", square(0), square(1), piece(2))
	case trespass.SlideBends:
		message = fmt.Sprintf("from %s to %s the slide would bend more than %d times", square(0), square(1), r.Args[2])
	case trespass.GoalRowStops:
		message = fmt.Sprintf("from %s to %s %s would slide on in its goal row, where a slide ends", square(0), square(1), piece(2))
	case trespass.SlideAfterJump:
		message = fmt.Sprintf("from %s to %s %s would slide after a jump: a move may slide and jump, never jump and slide", square(0), square(1), piece(2))
	case trespass.JumpGap:
		message = fmt.Sprintf("from %s to %s is no jump: it goes %d squares, and a jump goes two", square(0), square(1), r.Args[2])
	case trespass.JumpNothing:
		message = fmt.Sprintf("from %s to %s there is nothing to jump over: %s is empty", square(0), square(1), square(2))
	case trespass.JumpSideways:
		message = fmt.Sprintf("from %s to %s %s would jump sideways, which is not allowed here", square(0), square(1), piece(2))
	case trespass.JumpTurns:
		message = fmt.Sprintf("from %s to %s %s would change its direction, which a move with jumps may not do here", square(0), square(1), piece(2))
	case trespass.JumpRevisit:
		message = fmt.Sprintf("from %s to %s %s would come back to a square of the same move", square(0), square(1), piece(2))
	case trespass.PlacedCount:
		message = fmt.Sprintf("%s places %d pieces in the %s; %d are due", who(0), r.Args[2], [2]string{"back row", "row in front of it"}[r.Args[1]], r.Args[3])
	case trespass.PlacedUnknown:
		message = fmt.Sprintf("%s places the number %d, which no piece bears", who(0), r.Args[1])
	case trespass.PlacedDouble:
		message = fmt.Sprintf("%s places %s twice", who(0), piece(1))
	case trespass.PlacedTwice:
		message = "the pieces of " + who(0) + " stand already"
	case trespass.PlacedLate:
		message = "pieces are placed before turn 1"
	case trespass.SecretUnknown:
		message = fmt.Sprintf("the secret of %s cannot be %d: no piece bears it", who(0), r.Args[1])
	case trespass.SecretOther:
		message = fmt.Sprintf("the secret is said to be %s, but it is known to be %s", piece(0), piece(1))
		if r.Args[2] != 0 {
			message = fmt.Sprintf("this move claims to have won with %s, but the secret is said to be %s", piece(1), piece(0))
		}
	case trespass.SecretLate:
		message = fmt.Sprintf("the game was over before this turn: %s, the secret, had come into the opponent's back row", piece(0))
	case trespass.SecretNone:
		message = fmt.Sprintf("no number is left that could be the secret of %s: every piece has stood in the opponent's back row while the game went on", who(0))
	case trespass.MarkElsewhere:
		message = fmt.Sprintf("# says that the game is won, but %s is not in its owner's goal row", square(1))
	case trespass.MarkOther:
		message = fmt.Sprintf("# says that %s is the secret, but that is %s", piece(0), piece(1))
	case trespass.MarkLate:
		message = fmt.Sprintf("# says that %s is the secret, but it stood in the goal row before, and the game went on", piece(0))
		if turn, played := t.turns[r.Args[1]]; played {
			message = fmt.Sprintf("# says that %s is the secret, but it stood in the goal row in turn %d, and the game went on", piece(0), turn.number)
		}
	}
	if r.Reason >= trespass.Backward && r.Reason <= trespass.JumpRevisit && len(written.Hops) > 1 {
		start, end := written.HopSpan(int(r.Args[3]))
		at = notation.SpanIn(j.line.Text, at.Line, at.Start+start, at.Start+end)
	}
	j.by(j.errorAt(info.Code, at, message), info.Rule, t.situation(r, written))
}

func (t *trespassTable) outcome() outcome {
	if seat, won := t.state.Winner(); won {
		return outcome{winners: []string{t.handles[seat]}}
	}
	if seat, may := t.engine.MayHaveWon(&t.state); may {
		return outcome{maybe: t.handles[seat]}
	}
	return outcome{}
}
