package trespass

import (
	"fmt"
	"strconv"
	"strings"

	"tpnote/notation"
	trespassnotation "tpnote/notation/trespass"
	"tpnote/rules"
	"tpnote/rules/trespass"
	"tpnote/verify"
)

// refused is a refusal of the engine that is put into words.
type refused struct {
	*referee
	handles []string
	line    *notation.Line
	rules.Refusal
}

// square, piece and seat name an argument of the refusal.
func (x *refused) square(i int) string { return x.Board.Name(trespass.Square(x.Args[i])) }
func (x *refused) piece(i int) string  { return x.Board.PieceName(trespass.Piece(x.Args[i])) }
func (x *refused) seat(i int) string   { return x.handles[x.Args[i]] }

// hop says what is wrong with a move from one square to another: text has a verb for each
// square and, if there is a third, for the piece.
func hop(text string) func(x *refused) string {
	return func(x *refused) string { return fmt.Sprintf(text, x.square(0), x.square(1), x.piece(2)) }
}

// wording says what is wrong, by the engine's reasons.
var wording = [...]func(x *refused) string{
	trespass.GameOver:     func(*refused) string { return "the game is over" },
	trespass.Unplaced:     func(x *refused) string { return x.seat(0) + " has not placed the pieces: a place line is missing" },
	trespass.UnknownPiece: func(x *refused) string { return "there is no piece of that name" },
	trespass.UnknownSpace: func(x *refused) string { return "this board has no such square" },
	trespass.WrongSquare: func(x *refused) string {
		if trespass.Square(x.Args[2]) == trespass.Off {
			return x.piece(0) + " is not on the board"
		}
		return x.piece(0) + " is on " + x.square(2) + ", not on " + x.square(1)
	},
	trespass.NotYours: func(x *refused) string {
		return x.piece(0) + " belongs to the opponent, and a player moves only one of their own pieces here"
	},
	trespass.LastMoved: func(x *refused) string {
		return "the opponent has just moved " + x.piece(0) + ", which may not be moved again at once"
	},
	trespass.MustMove: func(x *refused) string {
		return fmt.Sprintf("only a player who cannot move may pass, and %s can move to %s", x.piece(0), x.square(1))
	},
	trespass.NullMove: func(x *refused) string { return fmt.Sprintf("the move ends on %s, where it began", x.square(1)) },

	trespass.Backward:     hop("from %s to %s, %s would go backward, towards its owner's back row"),
	trespass.BackwardPath: hop("every clear way from %s to %s has a step backward, which %s may not take"),
	trespass.Diagonal:     hop("from %s to %s is diagonal: %s goes forward or sideways"),
	trespass.Occupied:     heldBy,
	trespass.Blocked: func(x *refused) string {
		message := fmt.Sprintf("no clear path leads from %s to %s", x.square(0), x.square(1))
		if trespass.Piece(x.Args[2]) != trespass.NoPiece {
			message += fmt.Sprintf(": %s is in the way", x.piece(2))
		}
		return message
	},
	trespass.SlideTwice: hop("from %s to %s, %s would pass a square twice"),
	trespass.SlideBends: func(x *refused) string {
		switch x.Args[2] {
		case 0:
			return fmt.Sprintf("from %s to %s, the slide would bend, which is not allowed here", x.square(0), x.square(1))
		case 1:
			return fmt.Sprintf("from %s to %s, the slide would bend more than once", x.square(0), x.square(1))
		}
		return fmt.Sprintf("from %s to %s, the slide would bend more than %d times", x.square(0), x.square(1), x.Args[2])
	},
	trespass.GoalRowStops:   hop("from %s to %s, %s would slide on in its goal row, where a slide ends"),
	trespass.SlideAfterJump: hop("from %s to %s, %s would slide after a jump: a move may slide and then jump, but not jump and then slide"),
	trespass.JumpOccupied:   heldBy,
	trespass.JumpGap: func(x *refused) string {
		return fmt.Sprintf("from %s to %s is no jump: a jump goes two squares, and this is %d", x.square(0), x.square(1), x.Args[2])
	},
	trespass.JumpNothing: func(x *refused) string {
		return fmt.Sprintf("from %s to %s there is nothing to jump over: %s is empty", x.square(0), x.square(1), x.square(2))
	},
	trespass.JumpSideways: hop("from %s to %s, %s would jump sideways, which is not allowed here"),
	trespass.JumpTurns:    hop("from %s to %s, %s would change its direction, which a move with jumps may not do here"),
	trespass.JumpRevisit:  hop("from %s to %s, %s would come back to a square of the same move"),

	trespass.PlacedCount: func(x *refused) string {
		return fmt.Sprintf("%s places %d pieces in the %s, which takes %d", x.seat(0), x.Args[2], [2]string{"back row", "row in front of it"}[x.Args[1]], x.Args[3])
	},
	trespass.PlacedUnknown: func(x *refused) string {
		return fmt.Sprintf("%s places the number %d, and no piece has that number", x.seat(0), x.Args[1])
	},
	trespass.PlacedDouble: func(x *refused) string { return fmt.Sprintf("%s places %s twice", x.seat(0), x.piece(1)) },
	trespass.PlacedTwice:  func(x *refused) string { return x.seat(0) + " has already placed the pieces" },
	trespass.PlacedLate:   func(*refused) string { return "pieces are placed before turn 1" },

	trespass.SecretUnknown: func(x *refused) string {
		return fmt.Sprintf("the secret of %s cannot be %d: no piece has that number", x.seat(0), x.Args[1])
	},
	trespass.SecretOther: func(x *refused) string {
		return fmt.Sprintf("this line gives %s as the secret, but an earlier line gives %s", x.piece(0), x.piece(1))
	},
	trespass.SecretProved: func(x *refused) string {
		return fmt.Sprintf("this move claims to have won with %s, but a later line gives %s as the secret", x.piece(3), x.piece(0))
	},
	trespass.SecretLate: func(x *refused) string {
		return fmt.Sprintf("the game was over before this turn: %s, the secret, had come into the opponent's back row", x.piece(0))
	},
	trespass.SecretTime: func(x *refused) string {
		if x.Args[1] == 1 {
			return x.seat(0) + " chooses the secret number before placing the pieces; it is chosen after that here"
		}
		return x.seat(0) + " chooses the secret number after placing the pieces; it is chosen before that here"
	},
	trespass.SecretNone: func(x *refused) string {
		return fmt.Sprintf("no number is left that could be the secret of %s: every piece has been in the opponent's back row while the game went on", x.seat(0))
	},
	trespass.MarkElsewhere: func(x *refused) string {
		return fmt.Sprintf("# says that the game is won, but %s is not in %s's goal row", x.square(1), x.piece(0))
	},
	trespass.MarkOther: func(x *refused) string {
		return fmt.Sprintf("# says that %s is the secret, but that is %s", x.piece(0), x.piece(1))
	},
	trespass.MarkLate: func(x *refused) string {
		where := "before"
		if x.Args[2] != 0 {
			where = fmt.Sprintf("in turn %d", x.Args[2])
		}
		return fmt.Sprintf("# says that %s is the secret, but it was in the goal row %s, and the game went on", x.piece(0), where)
	},

	trespass.CommitLate:  func(*refused) string { return "a commitment comes before turn 1" },
	trespass.CommitTwice: func(x *refused) string { return x.seat(0) + " has committed to a number already" },
	trespass.RevealNone: func(x *refused) string {
		return x.seat(0) + " reveals a number, but has not committed to one"
	},
	trespass.RevealOther: func(x *refused) string {
		salt := ""
		if d, ok := x.line.Node.(*notation.Directive); ok {
			salt = d.Words[len(d.Words)-1].Text
		}
		return fmt.Sprintf("%d:%s is not what %s committed to: its SHA-256 differs", x.Args[1], salt, x.seat(0))
	},
	trespass.RevealEarly: func(*refused) string {
		return "a reveal comes after the last turn, and turns follow this one"
	},
}

func heldBy(x *refused) string { return fmt.Sprintf("%s is on %s", x.piece(2), x.square(1)) }

// refuse reports a refusal of the engine at the line that it blames. w is the word that was
// refused, nil for a directive.
func (r *referee) refuse(j *verify.Judgement, s *trespass.State, w *verify.Action, why rules.Refusal) {
	if why.Reason == trespass.Unplaced && s.Missed(uint8(why.Args[0])) {
		return // it has been reported once: without the pieces every turn is wrong
	}
	at := j.Word.Span
	if !j.Terse && trespass.InRoute(why) && w != nil && len(w.Path) > 1 {
		parts, _ := trespassnotation.Parse(j.Word.Text)
		hop := parts[2+2*why.Args[3]:] // after the piece and its square: a sign and a square each
		at = notation.SpanIn(j.Line.Text, at.Line, at.Start+hop[0].Start, at.Start+hop[1].End)
	}
	f := j.RefuseFor(trespass.Reasons[why.Reason], at,
		func() string { return wording[why.Reason](&refused{r, j.Handles, j.Line, why}) },
		func() verify.Grounds { return r.grounds(s, w, why) })
	if !j.Brief && w != nil && trespass.WrongSquare <= why.Reason && why.Reason <= trespass.JumpRevisit {
		f.Help = append(f.Help, r.reachable(s, w.Piece)...)
	}
	if blamed := trespass.Blamed(why); blamed.Line != 0 {
		f.On(int(blamed.Line), int(blamed.Number))
	}
}

// mostShown is how many moves of a piece are named.
const mostShown = 8

// reachable says which moves a piece has.
func (r *referee) reachable(s *trespass.State, piece string) []string {
	p, known := r.Board.Piece(piece)
	if !known {
		return nil
	}
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
	return []string{"legal with " + piece + ": " + verify.OrList(moves)}
}

// gaveAway says which numbers a turn has ruled out as a player's secret.
func (r *referee) gaveAway(j *verify.Judgement, before, after *trespass.State, seat uint8) string {
	now := r.Possible(after, seat)
	out := r.PossibleNumbers(r.Possible(before, seat) &^ now)
	if out == nil || now == 0 {
		return ""
	}
	if p, known := r.Secret(after, seat); known {
		return fmt.Sprintf("; the secret of %s is %d", j.Handles[seat], r.Board.Number(p))
	}
	return fmt.Sprintf("; the secret of %s is not %s, for the game went on: it is %s", j.Handles[seat],
		verify.OrList(numerals(out)), verify.OrList(numerals(r.PossibleNumbers(now))))
}

// numerals are numbers as they are written.
func numerals(list []int) []string {
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = strconv.Itoa(n)
	}
	return words
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
