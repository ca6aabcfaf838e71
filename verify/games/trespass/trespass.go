// Package trespass is Trespass as the program plays it. It joins notation/trespass to
// rules/trespass, puts refusals into words, says what a player sees, and draws the board.
package trespass

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strconv"

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
	Directive:  func(d *notation.Directive) (any, error) { return trespassnotation.ParseDirective(d) },
	Terms: map[string]verify.Terms{
		"trespass": {Throw: "roll", Ends: "a turn is one move", Example: "12. Ann A8:c2-c4"},
	},
	Reasons: trespass.Reasons[:],
	Opening: arrange,
	Rules:   newReferee,
}

// arrange sets the pieces out and chooses the secrets by chance. Without chance the numbers are
// in order and the secrets unknown.
func arrange(v *variant.Variant, handles []string, chance *rand.Rand) []string {
	numbers := v.Setting("piece-numbers").Value
	columns, each := v.Board["columns"].Number, numbers.Hi-numbers.Lo+1
	var lines, secrets []string
	placed := make([]int, each)
	for _, handle := range handles {
		for i := range placed {
			placed[i] = numbers.Lo + i
		}
		if chance != nil {
			chance.Shuffle(each, func(i, k int) { placed[i], placed[k] = placed[k], placed[i] })
			secrets = append(secrets, "secret "+handle+" "+strconv.Itoa(numbers.Lo+chance.IntN(each)))
		}
		line := append(make([]byte, 0, 64), "place "+handle...)
		for i, n := range placed {
			if i == columns {
				line = append(line, " /"...)
			}
			line = strconv.AppendInt(append(line, ' '), int64(n), 10)
		}
		lines = append(lines, string(line))
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
		s.Error(verify.CodePlayers, s.AtTag("Players"), "%d players; Trespass is played by two", n)
		return nil, trespass.State{}, false
	}
	return r, r.Start(2), true
}

// TurnLine reports the reveals that the turn follows, where they stand.
func (r *referee) TurnLine(j *verify.Judgement, s *trespass.State) {
	for _, why := range r.NextTurn(nil, s) {
		r.refuse(j, s, nil, why)
	}
}

// read returns what a word says, for any board.
func read(w notation.Parts) (a verify.Action) {
	a.Path, a.Jumps = make([]string, 0, len(w)/2), make([]bool, 0, len(w)/2)
	for i := range w {
		switch text := w[i].Text; w[i].Role {
		case notation.IsKind:
			a.Pass = text == trespassnotation.Pass
		case notation.IsPiece:
			a.Piece = text
		case notation.IsFrom:
			a.From = text
		case notation.IsTo:
			a.To, a.Path, a.Jumps = text, append(a.Path, text), append(a.Jumps, w[i-1].Text == "^")
		case notation.IsMark:
			a.Given = text
		}
	}
	return a
}

// decode finds the piece and the squares of an action. ok is false if there is no such piece or no such square;
// unknown is the first square that the board does not have.
func (r *referee) decode(w *verify.Action) (m trespass.Move, unknown string, ok bool) {
	b := r.Board
	m = trespass.Move{Piece: trespass.NoPiece, Wins: w.Given != ""}
	if w.Pass {
		return m, "", true
	}
	if piece, known := b.Piece(w.Piece); known {
		m.Piece = piece
	}
	from, ok := b.Square(w.From)
	if !ok {
		unknown = w.From
	}
	m.From, m.Hops = from, make([]trespass.Hop, 0, len(w.Path))
	for i, to := range w.Path {
		q, ok := b.Square(to)
		if !ok && unknown == "" {
			unknown = to
		}
		m.Hops = append(m.Hops, trespass.Hop{To: q, Jump: w.Jumps[i]})
	}
	return m, unknown, m.Piece != trespass.NoPiece && unknown == ""
}

// Act judges a turn: the move, its mark, and what it shows of the secrets.
func (r *referee) Act(j *verify.Judgement, s *trespass.State, w notation.Parts) (done verify.Action) {
	s.Now = trespass.Ref{Line: int32(j.Line.Span.Line), Number: s.Clock.Number}
	emptied, possible := r.Emptied(s), [2]uint32{r.Possible(s, 0), r.Possible(s, 1)}
	done = read(w)
	r.act(j, s, &done)
	r.refuse(j, s, &done, emptied)
	if j.Narrate {
		done.Said += r.gaveAway(j, possible[0], s, 0) + r.gaveAway(j, possible[1], s, 1)
	}
	return done
}

// act judges an action as it is written, and completes it with what it was taken for.
func (r *referee) act(j *verify.Judgement, s *trespass.State, w *verify.Action) {
	m, unknown, ok := r.decode(w)
	if !ok {
		r.Close(s)
		w.Said = "skipped: no such square"
		if m.Piece == trespass.NoPiece {
			w.Said, unknown = "skipped: no such piece", ""
		}
		r.missing(j, w, m, unknown)
		return
	}
	x, why := r.Resolve(s, m)
	r.refuse(j, s, w, why)
	switch {
	case m.Piece == trespass.NoPiece:
		w.Done, w.Said = true, "passes"
	case x.Action.Piece == trespass.NoPiece:
		w.Said = "skipped: it cannot be carried out"
	default:
		w.Done = true
		if w.Given != "" {
			r.refuse(j, s, w, r.CheckMark(s, x.Action))
		} else if x.Due {
			missingMark(j, trespassnotation.Word(w.Piece, w.From, w.Path, w.Jumps, true))
		}
		if j.Narrate {
			w.Said = fmt.Sprintf("%s from %s to %s", w.Piece, w.From, w.To)
		}
		if x.Due {
			w.Due = "#"
		}
	}
	r.CarryOut(s, x)
	if s.Drawn() {
		w.Said += ", and the game is a draw"
	}
	if winner, won := s.Winner(); won && x.Action.Piece != trespass.NoPiece {
		w.Said += fmt.Sprintf(", the secret number of %s, who wins", j.Handles[winner])
	}
}

// missing reports the piece of a word, if it does not exist, and the first square that the board does not have,
// "" for none.
func (r *referee) missing(j *verify.Judgement, w *verify.Action, m trespass.Move, square string) {
	if !w.Pass && m.Piece == trespass.NoPiece {
		j.Refuse(verify.CodeUnknownPiece, "piece-numbers", j.Word.Span, "there is no piece %s", w.Piece)
	}
	if square != "" {
		f := j.Refuse(verify.CodeUnknownSpace, "board", j.Word.Span, "this board has no square %s", square)
		f.Help = append(f.Help, fmt.Sprintf("the squares are a1 to %c%d", 'a'+r.Board.Columns-1, r.Board.Rows))
	}
}

// missingMark warns that a move that ends the game is not marked; fixed is the word with the mark. The engine
// refuses a false mark: see CheckMark.
func missingMark(j *verify.Judgement, fixed string) *verify.Finding {
	return j.Mark(0, 1, verify.Grounds{Rule: "marks"}, "this move takes a secret number into the opponent's back row and ends the game: mark it #", "",
		verify.Fix{Message: "mark it #", Edit: verify.Edit{Span: j.Word.Span, Text: fixed}})
}

func (r *referee) Why(j *verify.Judgement, s *trespass.State, word notation.Parts) {
	w := read(word)
	m, unknown, ok := r.decode(&w)
	if !ok {
		r.missing(j, &w, m, unknown)
		return
	}
	for _, why := range r.Faults(nil, s, m) {
		r.refuse(j, s, &w, why)
	}
	if x, _ := r.Resolve(s, m); w.Given != "" && x.Action.Piece != trespass.NoPiece {
		r.refuse(j, s, &w, r.CheckMark(s, x.Action))
	}
}

// Fill compares a legal action with a word that has unknown parts. The route makes no
// difference: the same piece on the same square is the same action.
func (r *referee) Fill(s *trespass.State, a trespass.Action, w notation.Parts) (trespass.Action, bool) {
	if w.Lone() {
		return a, true
	}
	piece := w.Text(notation.IsPiece)
	if piece == "" || a.Piece == trespass.NoPiece || piece != notation.Unknown && piece != r.Board.PieceName(a.Piece) {
		return a, false
	}
	from, to := w.Text(notation.IsFrom), w.Text(notation.IsTo)
	if from == notation.Unknown || from == "" {
		return a, true
	}
	if from != r.Board.Name(s.At(a.Piece)) {
		return a, false
	}
	if to == "" || to == notation.Unknown {
		return a, true
	}
	written := read(w)
	m, unknown, _ := r.decode(&written)
	m.Piece = a.Piece
	if unknown != "" || m.Hops[len(m.Hops)-1].To != a.To {
		return a, false
	}
	_, why := r.Resolve(s, m)
	return a, why.Reason == 0
}

func (r *referee) Sum(s *trespass.State) uint64 { return s.Sum() }

// Counts lists what a tally of Trespass may have.
func (r *referee) Counts() []string { return []string{"moves", "jumps"} }

// Count counts a move and its jumps. If only the square was written down, the number of jumps is
// open.
func (r *referee) Count(a verify.Action, who uint8, add func(seat uint8, key string, n, most int)) {
	if a.Pass {
		return
	}
	add(who, "moves", 1, 1)
	if a.Unknown {
		add(who, "jumps", 0, r.Board.Len())
		return
	}
	for _, jump := range a.Jumps {
		if jump {
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

// Direct takes place, secret, commit and reveal. If a secret shows that an earlier turn was wrong, the finding is on
// the line of that turn.
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
		if j.SetUp {
			j.Refuse("placement", "placement", d.Keyword.Span, "a Setup has placed the pieces already: there is no place line")
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
