// Package trespass is Trespass as the program plays it. It joins notation/trespass to
// rules/trespass, puts refusals into words, says what a player sees, and draws the board.
package trespass

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"tpnote/notation"
	trespassnotation "tpnote/notation/trespass"
	"tpnote/rules"
	"tpnote/rules/trespass"
	"tpnote/rules/variant"
	"tpnote/verify"
)

// Game is the family of Trespass.
var Game = &verify.Game[trespass.State, trespass.Action]{
	Family:     trespass.Family,
	Parse:      trespassnotation.Parse,
	Directives: trespassnotation.Keywords(),
	Directive: func(d *notation.Directive, used any) (any, error) {
		before, _ := used.(*trespassnotation.Directive)
		return trespassnotation.ParseDirective(d, before)
	},
	Terms: map[string]verify.Terms{
		"trespass": {Throw: "roll", Ends: "a turn is one move", Example: "12. Ann A8:c2-c4"},
	},
	Reasons: trespass.Reasons[:],
	Opening: arrange,
	Rules:   newReferee,
}

// arrange sets the pieces out and chooses the secrets by chance; without it, in order, and the secrets are unknown.
func arrange(v *variant.Variant, handles []string, chance *rand.Rand) []string {
	numbers := v.Setting("piece-numbers").Value
	columns, each := v.Board["columns"].Number, numbers.Hi-numbers.Lo+1
	var lines, secrets []string
	for _, handle := range handles {
		placed := make([]string, each)
		for i := range placed {
			placed[i] = strconv.Itoa(numbers.Lo + i)
		}
		if chance != nil {
			chance.Shuffle(each, func(i, k int) { placed[i], placed[k] = placed[k], placed[i] })
			secrets = append(secrets, "secret "+handle+" "+strconv.Itoa(numbers.Lo+chance.IntN(each)))
		}
		lines = append(lines, "place "+handle+" "+strings.Join(slices.Insert(placed, columns, "/"), " "))
	}
	return append(lines, secrets...)
}

// referee judges one variant.
type referee struct {
	*trespass.Engine
	verify.Plain[trespass.State, trespass.Action]
}

func newReferee(v *variant.Variant) (verify.Rules[trespass.State, trespass.Action], error) {
	e, err := trespass.New(v)
	if err != nil {
		return nil, err
	}
	return &referee{Engine: e}, nil
}

func (r *referee) Artist() verify.Artist[trespass.State] { return newArtist(r.Engine) }

// Seat sets an empty board for two.
func (r *referee) Seat(s *verify.Seating) (verify.Rules[trespass.State, trespass.Action], trespass.State, bool) {
	if n := len(s.Handles); n != 2 {
		s.Error(verify.CodePlayers, s.AtTag("Players"), "two play Trespass, not %d", n)
		return nil, trespass.State{}, false
	}
	return r, r.Start(2), true
}

// TurnLine reports the reveals that the turn follows, where they are.
func (r *referee) TurnLine(j *verify.Judgement, s *trespass.State) {
	s.Now = now(j, s) // for unknown actions, which are not judged
	for _, why := range r.NextTurn(nil, s) {
		r.refuse(j, s, nil, why)
	}
}

// now is the line that is judged, with the number of the turn.
func now(j *verify.Judgement, s *trespass.State) trespass.Ref {
	return trespass.Ref{Line: int32(j.Line.Span.Line), Number: s.Clock.Number}
}

// read sets a to what a word says, for any board.
func read(w notation.Parts, a *verify.Action) {
	a.Pass, a.Given = w.Text(notation.IsKind) == trespassnotation.Pass, w.Text(notation.IsMark)
	a.Piece, a.From, a.To = w.Text(notation.IsPiece), w.Text(notation.IsFrom), w.Text(notation.IsTo)
	if a.Route = w[min(2, len(w)):]; a.Given != "" { // after the piece and its square
		a.Route = a.Route[:len(a.Route)-1]
	}
}

// decode finds the piece and the squares of a word. unknown are the parts that the board does not have.
func (r *referee) decode(w notation.Parts) (m trespass.Move, unknown notation.Parts) {
	m = trespass.Move{Piece: trespass.NoPiece, Hops: make([]trespass.Hop, 0, len(w)/2)}
	for i, p := range w {
		known := true
		switch p.Role {
		case notation.IsKind:
			known = p.Text == trespassnotation.Pass
		case notation.IsPiece:
			m.Piece, known = r.Board.Piece(p.Text)
		case notation.IsFrom:
			m.From, known = r.Board.Square(p.Text)
		case notation.IsTo:
			h := trespass.Hop{Jump: w[i-1].Text == trespassnotation.Jump}
			h.To, known = r.Board.Square(p.Text)
			m.Hops = append(m.Hops, h)
		case notation.IsMark:
			m.Wins = true
		}
		if !known {
			unknown = append(unknown, p)
		}
	}
	return m, unknown
}

// Act judges a turn: the move, its mark, and what it shows of the secrets.
func (r *referee) Act(j *verify.Judgement, s *trespass.State, w notation.Parts, done *verify.Action) {
	s.Now = now(j, s)
	emptied, possible := r.Emptied(s), [2]uint32{r.Possible(s, 0), r.Possible(s, 1)}
	read(w, done)
	r.act(j, s, w, done)
	r.refuse(j, s, nil, emptied)
	if j.Narrate {
		done.Said += r.gaveAway(j, possible[0], s, 0) + r.gaveAway(j, possible[1], s, 1)
	}
}

// act judges a word, and completes what it was taken for.
func (r *referee) act(j *verify.Judgement, s *trespass.State, w notation.Parts, done *verify.Action) {
	m, unknown := r.decode(w)
	if unknown != nil {
		r.Close(s)
		done.Said = "skipped: no such " + r.missing(j, unknown[0])
		return
	}
	x, why := r.Resolve(s, m)
	r.refuse(j, s, &m, why)
	switch {
	case m.Piece == trespass.NoPiece:
		done.Done, done.Said = true, "passes"
	case x.Action.Piece == trespass.NoPiece:
		done.Said = "skipped: it cannot be carried out"
	default:
		done.Done = true
		if m.Wins {
			r.refuse(j, s, &m, r.CheckMark(s, x.Action))
		} else if x.Due {
			missingMark(j, trespassnotation.Word(done.Piece, done.From, done.Route, true))
		}
		if j.Narrate {
			done.Said = fmt.Sprintf("%s from %s to %s", done.Piece, done.From, done.To)
		}
		if x.Due {
			done.Due = "#"
		}
	}
	r.CarryOut(s, x)
	if s.Drawn() {
		done.Said += ", and the game is a draw"
	}
	if winner, won := s.Winner(); won && x.Action.Piece != trespass.NoPiece {
		done.Said += fmt.Sprintf(", the secret number of %s, who wins", j.Handles[winner])
	}
}

// missing reports a part of a word that the board does not have, and returns what it should name.
func (r *referee) missing(j *verify.Judgement, p notation.Part) (thing string) {
	if p.Role == notation.IsPiece || p.Role == notation.IsKind {
		j.Refuse(verify.CodeUnknownPiece, verify.Grounds{Rule: "piece-numbers"}, j.Word.Span, "there is no piece %s", p.Text)
		return "piece"
	}
	f := j.Refuse(verify.CodeUnknownSpace, verify.Grounds{Rule: "board"}, j.Word.Span, "this board has no square %s", p.Text)
	f.Help = append(f.Help, fmt.Sprintf("the squares are a1 to %c%d", 'a'+r.Board.Columns-1, r.Board.Rows))
	return "square"
}

// missingMark warns that a move that ends the game is not marked; fixed is the word with the mark. See CheckMark.
func missingMark(j *verify.Judgement, fixed string) *verify.Finding {
	return j.Mark(0, 1, verify.Grounds{Rule: "marks"}, "this move takes a secret number into the opponent's back row and ends the game: mark it #", "",
		verify.Fix{Message: "mark it #", Edit: verify.Edit{Span: j.Word.Span, Text: fixed}})
}

func (r *referee) Why(j *verify.Judgement, s *trespass.State, word notation.Parts) {
	m, unknown := r.decode(word)
	for _, p := range unknown {
		r.missing(j, p)
	}
	if unknown != nil {
		return
	}
	for _, why := range r.Faults(nil, s, m) {
		r.refuse(j, s, &m, why)
	}
	if x, _ := r.Resolve(s, m); m.Wins && x.Action.Piece != trespass.NoPiece {
		r.refuse(j, s, &m, r.CheckMark(s, x.Action))
	}
}

// Fill compares a legal action with a word that has unknown parts. The route makes no
// difference: the same piece on the same square is the same action.
func (r *referee) Fill(s *trespass.State, a trespass.Action, w notation.Parts) (trespass.Action, bool) {
	b, piece, from, to := r.Board, w.Text(notation.IsPiece), w.Text(notation.IsFrom), w.Text(notation.IsTo)
	differs := func(text, name string) bool { return text != "" && text != notation.Unknown && text != name }
	switch {
	case w.Lone():
		return a, true
	case piece == "", a.Piece == trespass.NoPiece, differs(piece, b.PieceName(a.Piece)), differs(from, b.Name(s.At(a.Piece))), differs(to, b.Name(a.To)):
		return a, false
	case to == "", to == notation.Unknown:
		return a, true
	}
	m, unknown := r.decode(w[1:])
	m.Piece = a.Piece
	_, why := r.Resolve(s, m)
	return a, unknown == nil && why.Reason == 0
}

// Counts lists what a tally of Trespass may have.
func (r *referee) Counts() []string { return []string{"moves", "jumps"} }

// Count counts a move and its jumps. If only the square was written down, the number of jumps is open.
func (r *referee) Count(a verify.Action, who uint8, add func(seat uint8, key string, n, most int)) {
	if a.Pass {
		return
	}
	add(who, "moves", 1, 1)
	if a.Unknown {
		add(who, "jumps", 0, r.Board.Len())
		return
	}
	for _, p := range a.Route {
		if p.Text == trespassnotation.Jump {
			add(who, "jumps", 1, 1)
		}
	}
}

func (r *referee) Outcome(s *trespass.State, handles []string) verify.Outcome {
	if seat, won := s.Winner(); won {
		return verify.Outcome{Winners: handles[seat : seat+1 : seat+1]}
	}
	if s.Drawn() {
		return verify.Outcome{Winners: handles, Drawn: "dead-game"}
	}
	if seat, may := r.MayHaveWon(s); may {
		return verify.Outcome{Maybe: handles[seat]}
	}
	return verify.Outcome{}
}

// Resume returns the position shown, with the secrets known before.
func (r *referee) Resume(shown, known trespass.State) (trespass.State, error) {
	return r.Engine.Resume(shown, known)
}

// Direct takes place, secret, commit and reveal. If a secret shows that an earlier turn was wrong, it blames its line.
func (r *referee) Direct(j *verify.Judgement, s *trespass.State, directive any) {
	d := directive.(*trespassnotation.Directive)
	seat, known := j.Seat(d.Handle)
	if !known {
		return
	}
	s.Now = trespass.Ref{Line: int32(j.Line.Span.Line)}
	_, won := s.Winner()
	var line, why rules.Refusal
	switch d.Keyword.Text {
	case "place":
		if j.SetUp() {
			j.Refuse("placement", verify.Grounds{Rule: "placement"}, d.Keyword.Span, "a Setup has placed the pieces already: there is no place line")
			return
		}
		why = r.Place(s, seat, d.Rows[0], d.Rows[1])
	case "commit":
		var hash [sha256.Size]byte
		if _, err := hex.Decode(hash[:], []byte(d.Hash)); err != nil {
			panic(err) // ParseDirective accepts only 64 hex digits
		}
		why = r.Commit(s, seat, hash)
	case "secret":
		why = r.Declare(s, seat, d.Number)
	case "reveal":
		line, why = r.Reveal(s, seat, d.Number, d.Salt)
	}
	r.refuse(j, s, nil, line)
	r.refuse(j, s, nil, why)
	if _, wins := s.Winner(); wins && !won {
		if turn := s.LastTurn(); turn.Line != 0 {
			missingMark(j, "#").On(int(turn.Line), int(turn.Number))
		}
	}
}
