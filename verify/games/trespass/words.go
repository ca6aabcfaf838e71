package trespass

import (
	"fmt"
	"strconv"
	"strings"

	"tpnote/notation"
	trespassnotation "tpnote/notation/trespass"
	"tpnote/rules"
	"tpnote/rules/trespass"
	"tpnote/rules/variant"
	"tpnote/verify"
)

// messages say what is wrong, by the engine's reasons. In braces are a kind of names and the number of the argument.
var messages = [...]string{
	trespass.GameOver:     "the game is over",
	trespass.Unplaced:     "{seat 0} has not placed the pieces: a place line is missing",
	trespass.UnknownPiece: "there is no piece of that name",
	trespass.UnknownSpace: "this board has no such square",
	trespass.WrongSquare:  "{piece 0} is on {square 2}, not on {square 1}",
	trespass.NotYours:     "{piece 0} belongs to the opponent, and a player moves only one of their own pieces here",
	trespass.LastMoved:    "the opponent has just moved {piece 0}, which may not be moved again at once",
	trespass.MustMove:     "only a player who cannot move may pass, and {piece 0} can move to {square 1}",
	trespass.NullMove:     "the move ends on {square 1}, where it began",

	trespass.Backward:       "from {square 0} to {square 1}, {piece 2} would go backward, towards its owner's back row",
	trespass.BackwardPath:   "every clear way from {square 0} to {square 1} has a step backward, which {piece 2} may not take",
	trespass.Diagonal:       "from {square 0} to {square 1} is diagonal: {piece 2} goes forward or sideways",
	trespass.Occupied:       heldBy,
	trespass.Blocked:        "no clear path leads from {square 0} to {square 1}: {piece 2} is in the way",
	trespass.SlideTwice:     "from {square 0} to {square 1}, {piece 2} would pass a square twice",
	trespass.SlideBends:     "from {square 0} to {square 1}, the slide would bend{bends 2}",
	trespass.GoalRowStops:   "from {square 0} to {square 1}, {piece 2} would slide on in its goal row, where a slide ends",
	trespass.SlideAfterJump: "from {square 0} to {square 1}, {piece 2} would slide after a jump: a move may slide and then jump, but not jump and then slide",
	trespass.JumpOccupied:   heldBy,
	trespass.JumpGap:        "from {square 0} to {square 1} is no jump: a jump goes two squares, and this is {number 2}",
	trespass.JumpNothing:    "from {square 0} to {square 1} there is nothing to jump over: {square 2} is empty",
	trespass.JumpSideways:   "from {square 0} to {square 1}, {piece 2} would jump sideways, which is not allowed here",
	trespass.JumpTurns:      "from {square 0} to {square 1}, {piece 2} would change its direction, which a move with jumps may not do here",
	trespass.JumpRevisit:    "from {square 0} to {square 1}, {piece 2} would come back to a square of the same move",

	trespass.PlacedCount:   "{seat 0} places {number 2} pieces in the {row 1}, which takes {number 3}",
	trespass.PlacedUnknown: "{seat 0} places the number {number 1}, and no piece has that number",
	trespass.PlacedDouble:  "{seat 0} places {piece 1} twice",
	trespass.PlacedTwice:   "{seat 0} has already placed the pieces",
	trespass.PlacedLate:    "pieces are placed before turn 1",

	trespass.SecretUnknown: "the secret of {seat 0} cannot be {number 1}: no piece has that number",
	trespass.SecretOther:   "this line gives {piece 0} as the secret, but an earlier line gives {piece 1}",
	trespass.SecretProved:  "this move claims to have won with {piece 3}, but a later line gives {piece 0} as the secret",
	trespass.SecretLate:    "the game was over before this turn: {piece 0}, the secret, had come into the opponent's back row",
	trespass.SecretTime:    "{seat 0} chooses the secret number {time 1}",
	trespass.SecretNone:    "no number is left that could be the secret of {seat 0}: every piece has been in the opponent's back row while the game went on",
	trespass.MarkElsewhere: "# says that the game is won, but {square 1} is not in {piece 0}'s goal row",
	trespass.MarkOther:     "# says that {piece 0} is the secret, but that is {piece 1}",
	trespass.MarkLate:      "# says that {piece 0} is the secret, but it was in the goal row {turn 2}, and the game went on",

	trespass.CommitLate:  "a commitment comes before turn 1",
	trespass.CommitTwice: "{seat 0} has committed to a number already",
	trespass.RevealNone:  "{seat 0} reveals a number, but has not committed to one",
	trespass.RevealOther: "{number 1}:{salt 1} is not what {seat 0} committed to: its SHA-256 differs",
	trespass.RevealEarly: "a reveal comes after the last turn, and turns follow this one",
}

const heldBy = "{piece 2} is on {square 1}"

// refused is a refusal of the engine that is put into words.
type refused struct {
	*referee
	handles []string
	line    *notation.Line
	rules.Refusal
}

// message returns the message, with names in braces.
func (x *refused) message() string {
	switch {
	case x.Reason == trespass.WrongSquare && trespass.Square(x.Args[2]) == trespass.Off:
		return "{piece 0} is not on the board"
	case x.Reason == trespass.Blocked && trespass.Piece(x.Args[2]) == trespass.NoPiece:
		return "no clear path leads from {square 0} to {square 1}"
	}
	return messages[x.Reason]
}

// names are what the kinds in a message stand for.
var names = map[string]func(x *refused, arg int32) string{
	"square": func(x *refused, q int32) string { return x.Board.Name(trespass.Square(q)) },
	"piece":  func(x *refused, p int32) string { return x.Board.PieceName(trespass.Piece(p)) },
	"seat":   func(x *refused, seat int32) string { return x.handles[seat] },
	"number": func(_ *refused, n int32) string { return fmt.Sprint(n) },
	"row":    func(_ *refused, row int32) string { return [...]string{"back row", "row in front of it"}[row] },
	"bends": func(_ *refused, most int32) string {
		switch most {
		case 0:
			return ", which is not allowed here"
		case 1:
			return " more than once"
		}
		return fmt.Sprintf(" more than %d times", most)
	},
	"time": func(_ *refused, after int32) string {
		if after == 1 {
			return "before placing the pieces; it is chosen after that here"
		}
		return "after placing the pieces; it is chosen before that here"
	},
	"turn": func(_ *refused, number int32) string {
		if number == 0 {
			return "before"
		}
		return fmt.Sprintf("in turn %d", number)
	},
	"salt": func(x *refused, _ int32) string {
		if d, ok := x.line.Node.(*notation.Directive); ok {
			return d.Words[len(d.Words)-1].Text
		}
		return ""
	},
}

// text returns what a kind with the number of an argument stands for.
func (x *refused) text(name string) string {
	kind, arg, _ := strings.Cut(name, " ")
	return names[kind](x, x.Args[arg[0]-'0'])
}

// refuse reports a refusal of the engine, if it is one, at the line that it blames. m is the refused move, or nil.
func (r *referee) refuse(j *verify.Judgement, s *trespass.State, m *trespass.Move, why rules.Refusal) {
	if why.Reason == 0 || why.Reason == trespass.Unplaced && s.Missed(uint8(why.Args[0])) {
		return // it has been reported once: without the pieces every turn is wrong
	}
	at := j.Word.Span
	if !j.Quiet && trespass.InRoute(why) && len(m.Hops) > 1 {
		parts, _ := trespassnotation.Parse(j.Word.Text)
		hop := parts[2+2*why.Args[3]:] // after the piece and its square: a sign and a square each
		at = j.Word.Within(int(hop[0].Start), hop[1].End())
	}
	x := &refused{r, j.Handles, j.Line, why}
	f := j.RefuseFor(trespass.Reasons[why.Reason], at, x.message(), x.text, func() string { return r.situation(s, m, why) })
	if !j.Quiet && trespass.WrongSquare <= why.Reason && why.Reason <= trespass.JumpRevisit {
		f.Help = append(f.Help, r.reachable(s, m.Piece)...)
	}
	if blamed := trespass.Blamed(why); blamed.Line != 0 {
		f.On(int(blamed.Line), int(blamed.Number))
	}
}

// mostShown is how many moves of a piece are named.
const mostShown = 8

// reachable says which moves a piece has.
func (r *referee) reachable(s *trespass.State, p trespass.Piece) []string {
	var moves []string
	for _, a := range r.Legal(nil, s) {
		if a.Piece == p {
			moves = append(moves, r.Write(r.Describe(s, a)))
		}
	}
	if moves == nil {
		return nil
	}
	if more := len(moves) - mostShown; more > 0 {
		moves = append(moves[:mostShown], others(more))
	}
	return []string{"legal with " + r.Board.PieceName(p) + ": " + variant.OrList(moves)}
}

// gaveAway says which numbers a turn has ruled out as a player's secret, which were possible before.
func (r *referee) gaveAway(j *verify.Judgement, before uint32, after *trespass.State, seat uint8) string {
	now := r.Possible(after, seat)
	out := r.PossibleNumbers(before &^ now)
	if out == nil || now == 0 {
		return ""
	}
	if p, known := r.Secret(after, seat); known {
		return fmt.Sprintf("; the secret of %s is %d", j.Handles[seat], r.Board.Number(p))
	}
	return fmt.Sprintf("; the secret of %s is not %s, for the game went on: it is %s", j.Handles[seat],
		variant.OrList(variant.Each(out, strconv.Itoa)), variant.OrList(variant.Each(r.PossibleNumbers(now), strconv.Itoa)))
}

// ranges writes ascending numbers, three or more in a row as "0-9".
func ranges(list []int) string {
	var words []string
	for i := 0; i < len(list); {
		last := i
		for last+1 < len(list) && list[last+1] == list[last]+1 {
			last++
		}
		if last-i >= 2 {
			words = append(words, fmt.Sprintf("%d-%d", list[i], list[last]))
			i = last + 1
			continue
		}
		words = append(words, strconv.Itoa(list[i]))
		i++
	}
	return strings.Join(words, ", ")
}

// others counts moves that are not named.
func others(n int) string {
	if n == 1 {
		return "one more"
	}
	return fmt.Sprintf("%d others", n)
}
