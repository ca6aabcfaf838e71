// Package trouble is Trouble as the program plays it. It joins notation/trouble to
// rules/trouble, puts refusals into words, describes actions to players, and draws the board.
package trouble

import (
	"slices"

	"golang.org/x/text/unicode/norm"

	"tpnote/notation"
	troublenotation "tpnote/notation/trouble"
	"tpnote/rules/trouble"
	"tpnote/rules/variant"
	"tpnote/verify"
)

// Game is the family of Trouble.
var Game = &verify.Game[trouble.State, trouble.Action]{
	Family:  trouble.Family,
	Parse:   troublenotation.Parse,
	Terms:   terms,
	Reasons: trouble.Reasons[:],
	Players: func(v *variant.Variant, n int) []string { return trouble.Playing(v.Board["colours"].Words, n) },
	Rules:   newReferee,
}

// referee judges one variant.
type referee struct {
	*trouble.Engine
	verify.Plain[trouble.State, trouble.Action]
	sides [2]string // what the Sides tag calls them
}

func newReferee(v *variant.Variant) (verify.Rules[trouble.State, trouble.Action], error) {
	for _, name := range v.Board["colours"].Words {
		if !notation.IsHandle(name) {
			return nil, v.Board["colours"].Errorf("colour %q cannot be a player's handle: a letter, then letters, digits, _ or -, at the end a letter or a digit", name)
		}
	}
	e, err := trouble.New(v)
	if err != nil {
		return nil, err
	}
	return &referee{Engine: e}, nil
}

// Seat gives the players their colours, and pairs them where the Sides tag does.
func (r *referee) Seat(s *verify.Seating) (verify.Rules[trouble.State, trouble.Action], trouble.State, bool) {
	colours, wrong := r.Seats(s.Handles)
	sayTag(s, "Players", verify.CodePlayers, r.Colours, wrong)
	if colours == nil {
		return nil, trouble.State{}, false
	}
	at := r
	if text, given := s.Tag("Sides"); given {
		sides, names, wrong := r.ParseSides(norm.NFC.String(text), s.Handles)
		sayTag(s, "Sides", verify.CodeTag, r.Colours, wrong)
		if wrong == nil {
			at = &referee{Engine: r.WithSides(sides), sides: names}
		}
	}
	return at, r.StartWith(colours), true
}

// sayTag reports what is wrong with a tag of colours, if anything is: code if it is malformed, players if it breaks a
// rule. That the players are written in the order of the board is a rule of the notation, and no clause of a rulebook.
func sayTag(s *verify.Seating, name string, code verify.Code, colours []string, wrong *trouble.TagFault) {
	if wrong == nil {
		return
	}
	at := s.AtTag(name)
	if wrong.Illegal {
		why := verify.Grounds{Rule: "board"}
		if name == "Sides" {
			why = verify.Grounds{Rule: "sides", Situation: "sides"}
		}
		if f := s.Refuse(verify.CodePlayers, why, at, "%s", wrong.Message); name == "Players" {
			f.Cites = nil
		}
		return
	}
	s.Malformed(code, at, "%s", wrong.Message).Suggest(wrong.Unknown, colours)
}

func (r *referee) Artist() verify.Artist[trouble.State] { return newArtist(r.Engine) }

// passes reports whether a word is a pass.
func passes(w notation.Parts) bool { return w.Text(notation.IsKind) == troublenotation.Pass }

// decode returns the action that a word names, as a colour counts; unknown is its first space that is not on the board.
func (r *referee) decode(colour uint8, w notation.Parts) (a trouble.Action, unknown string) {
	a = trouble.Pass(uint8(w.Roll()))
	if passes(w) {
		return a, ""
	}
	var known bool
	if a.From, known = r.Space(colour, w.Text(notation.IsFrom)); !known {
		unknown = w.Text(notation.IsFrom)
	}
	if a.To, known = r.Space(colour, w.Text(notation.IsTo)); !known && unknown == "" {
		unknown = w.Text(notation.IsTo)
	}
	return a, unknown
}

// Act judges a pop with the move that it is used for, and its signs.
func (r *referee) Act(j *verify.Judgement, s *trouble.State, w notation.Parts, done *verify.Action) {
	a, unknown := r.decode(s.Colours[s.Clock.Seat], w)
	if unknown != "" {
		r.unknownSpace(j, unknown)
		r.Apply(s, trouble.Pass(a.Die)) // only the pop counts
		*done = skipped(w, "no such space")
		return
	}
	x, why := r.Effect(s, a), r.Check(s, a)
	if r.refuse(j, s, a, why); !a.IsPass() && !x.Moves() {
		*done = skipped(w, "it cannot be carried out")
	} else {
		*done = r.Describe(s, a)
		done.Given, done.Done = signs(claims(w)), true
		r.checkSigns(j, s, x, w)
		if j.Narrate {
			done.Said = r.narrate(j, s, a.Die, x)
		}
	}
	r.CarryOut(s, &x)
}

// skipped is an action that is not carried out.
func skipped(w notation.Parts, why string) verify.Action {
	return verify.Action{Die: w.Roll(), Pass: passes(w), From: w.Text(notation.IsFrom), To: w.Text(notation.IsTo), Given: signs(claims(w)), Said: "skipped: " + why}
}

// claims returns what the signs of a word claim.
func claims(w notation.Parts) trouble.Mark {
	return trouble.Mark{Captures: w.Text(notation.IsSign) == "x", Finishes: w.Text(notation.IsMark) != ""}
}

// signs writes a mark.
func signs(m trouble.Mark) string { return troublenotation.Signs(m.Captures, m.Finishes) }

func (r *referee) Why(j *verify.Judgement, s *trouble.State, w notation.Parts) {
	a, unknown := r.decode(s.Colours[s.Clock.Seat], w)
	if unknown != "" {
		r.unknownSpace(j, unknown)
		return
	}
	why := r.Check(s, a)
	if why.Reason == trouble.NoPeg { // with a peg there, what else would be wrong?
		r.refuse(j, s, a, why)
		pegs := r.PegsOf(s, s.Clock.Seat)
		pegs[0] = a.From
		slices.Sort(pegs)
		why = r.Check(s, a)
	}
	r.refuse(j, s, a, why)
	if fits, ok := r.fitting(s, a); ok && fits != a { // and with the roll that leads there?
		r.refuse(j, s, fits, r.Check(s, fits))
	}
	if x := r.Effect(s, a); a.IsPass() || x.Moves() {
		r.checkSigns(j, s, x, w)
	}
}

// fitting is a with the lowest roll that leads to its target, if there is one.
func (r *referee) fitting(s *trouble.State, a trouble.Action) (trouble.Action, bool) {
	for a.Die = 1; a.Die <= 6 && !a.IsPass(); a.Die++ {
		switch trouble.Reasons[r.Check(s, a).Reason].Code {
		case "wrong-count", "past-start", "foreign-finish", "finish-move", "enter-face", "game-over":
		default:
			return a, true
		}
	}
	return a, false
}

// Fill compares a legal action with a word that has unknown parts. A word with an unknown part needs no sign.
func (r *referee) Fill(s *trouble.State, a trouble.Action, w notation.Parts) (trouble.Action, bool) {
	if w.Lone() {
		return a, true
	}
	if die := w.Roll(); die != 0 && die != int(a.Die) {
		return a, false
	}
	from, to := w.Text(notation.IsFrom), w.Text(notation.IsTo)
	anything := from == "" && to == notation.Unknown // a move or a pass
	if !anything && (passes(w) || a.IsPass()) {
		return a, passes(w) && a.IsPass()
	}
	if !anything && (from != notation.Unknown && from != r.name(s, a.From) || to != notation.Unknown && to != r.name(s, a.To)) {
		return a, false
	}
	x := r.Effect(s, a)
	claimed := claims(w)
	return a, (!claimed.Captures || x.Captures) && (!claimed.Finishes || x.Finishes)
}

// Counts lists what a tally of Trouble may have.
func (r *referee) Counts() []string { return []string{"home", "finished", "captures", "captured"} }

// Count counts a capture, for the one who made it and the one who suffered it.
func (r *referee) Count(a verify.Action, who uint8, add func(seat uint8, key string, n, most int)) {
	if a.Captured != 0 {
		add(who, "captures", 1, 1)
		add(uint8(a.Captured-1), "captured", 1, 1)
	}
}

// Standing counts the pegs in HOME and in FINISH.
func (r *referee) Standing(s *trouble.State, seat uint8, key string) (n int, ok bool) {
	home, finish := r.Stand(s, seat)
	if r.Left(s, seat) {
		home = 0
	}
	n, ok = map[string]int{"home": home, "finished": finish}[key]
	return n, ok
}

func (r *referee) Outcome(s *trouble.State, handles []string) verify.Outcome {
	if side := r.Side(s); side != 0 {
		return verify.Outcome{Winners: []string{r.sides[side-1]}}
	}
	var o verify.Outcome
	if !r.Finished(s) {
		return o
	}
	var room [trouble.MaxColours]uint8
	o.Ranking = variant.Each(r.Ranking(room[:0], s), func(seat uint8) string { return handles[seat] })
	o.Winners = o.Ranking[:1]
	return o
}
