package morris

import (
	"fmt"
	"strings"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/rules/variant"
	"tpnote/verify"
)

// Game is Morris, to be handed to tpnote/cmd.Main.
var Game = &verify.Game[state, move]{
	Family:  family,
	Parse:   grammar.Parse,
	Terms:   map[string]verify.Terms{"morris": {Throw: "move", Ends: "a turn is one action", Example: "12. Ann a1-a4xd1"}},
	Reasons: reasons,
	Pages:   variant.Embedded(files, "spec"),
	Rules: func(v *variant.Variant) (verify.Rules[state, move], error) {
		e, err := newEngine(v)
		if err != nil {
			return nil, err
		}
		return &referee{engine: e}, nil
	},
}

// referee judges one variant.
type referee struct {
	*engine
	verify.Plain[state, move]
}

func (r *referee) Artist() verify.Artist[state] { return newArtist(r.engine) }

// Act judges an action and carries it out. One that cannot be carried out passes the turn: one slip is one finding.
func (r *referee) Act(j *verify.Judgement, s *state, w notation.Parts, done *verify.Action) {
	*done = verify.Action{From: w.Text(notation.IsFrom), To: w.Text(notation.IsTo), Takes: w.Text(notation.IsCapture), Given: w.Text(notation.IsMark), Said: "skipped: it cannot be carried out"}
	m, wrong := r.decode(done)
	if wrong != "" {
		f := j.Error(verify.CodeUnknownSpace, j.Word.Span, "this board has no point %s", wrong)
		f.Suggest(wrong, r.names)
		r.Close(s)
		return
	}
	why := r.fault(s, m)
	if why != 0 {
		j.Refuse(verify.Code(reasons[why].Code), reasons[why], j.Word.Span, "%s", r.refusal(j, s, m, why))
	}
	r.Apply(s, m)
	if done.Done = why == 0 || why > held; done.Done {
		won := r.won(s)
		done.Due, done.Said = mark(won), narrate(done, won)
		marked := w.With(notation.Part{Role: notation.IsMark, Text: done.Due}).String()
		j.Mark(len(done.Given), len(done.Due), verify.Grounds{Rule: "outcome"},
			"this action wins the game: write # after it", "# says that this action wins the game, but it does not",
			verify.Fix{Message: "write " + marked, Edit: verify.Edit{Span: j.Word.Span, Text: marked}})
	}
}

// narrate says what an action does.
func narrate(a *verify.Action, won bool) string {
	said := "places a man on " + a.To
	if a.From != "" {
		said = fmt.Sprint("moves from ", a.From, " to ", a.To)
	}
	if a.Takes != "" {
		said += " and takes the man on " + a.Takes
	}
	if won {
		said += ": the game is won"
	}
	return said
}

// decode returns the move that an action names; wrong is the first point that the board does not have.
func (r *referee) decode(a *verify.Action) (m move, wrong string) {
	var points [3]int8
	for i, name := range [3]string{a.From, a.To, a.Takes} {
		point, ok := r.point(name)
		if !ok {
			return m, name
		}
		points[i] = point
	}
	return move{points[0], points[1], points[2]}, ""
}

// named is a move with the names of its points, without its mark.
func (e *engine) named(m move) verify.Action {
	return verify.Action{From: e.names[m.From], To: e.names[m.To], Takes: e.names[m.Take]}
}

// messages say why the engine refuses a move; see refusal for the words in braces.
var messages = [...]string{
	gameOver:    "the game is over",
	handEmpty:   "{who} has placed all men; move one along a line, as in a1-a4",
	notOwn:      "{who} has no man on {from}",
	held:        "a man is on {to} already",
	menInHand:   "{who} still has men to place; no man moves before all are placed",
	notJoined:   "no line joins {from} and {to}; from {from} a man reaches {reached}",
	takeMissing: "this closes a mill: write x and the man that is taken; {takes} can be taken",
	noTake:      "no man is taken: this closes no mill, or the opponent has no man on {take}",
	inMill:      "the man on {take} is in a mill, where it cannot be taken now",
}

// refusal says why the engine refuses a move.
func (r *referee) refusal(j *verify.Judgement, s *state, m move, why rules.Reason) string {
	a := r.named(m)
	return strings.NewReplacer("{who}", j.Handles[s.Clock.Seat], "{from}", a.From, "{to}", a.To, "{take}", a.Takes,
		"{reached}", strings.ReplaceAll(r.list(r.joined[m.From]), ",", ", "), "{takes}", strings.ReplaceAll(r.list(r.takes(s, m)), ",", ", ")).Replace(messages[why])
}

func (r *referee) Outcome(s *state, handles []string) verify.Outcome {
	if r.won(s) {
		return verify.Outcome{Winners: []string{handles[s.Clock.Seat]}}
	}
	if s.Clock.Phase == rules.Over {
		return verify.Outcome{Winners: handles, Drawn: "quiet-draw"}
	}
	return verify.Outcome{}
}

func (r *referee) Describe(s *state, m move) verify.Action {
	after := *s
	r.Apply(&after, m)
	a := r.named(m)
	a.Due = mark(r.won(&after))
	return a
}

func (r *referee) Write(a verify.Action) string { return written(a) }

func (r *referee) Group(_ *state, m move) verify.Group {
	if m.Take != none {
		return "close a mill"
	} else if m.From == none {
		return "place a man"
	}
	return "move a man"
}

// Allowing names the rules of a move, and the rule points of which another value forbids it or ends it otherwise.
func (r *referee) Allowing(s *state, m move) []string {
	names := []string{map[bool]string{true: "placing", false: "moving"}[m.From == none]}
	if m.Take != none {
		names = append(names, "mills")
	}
	return variant.Deciding(names, r.settings, variant.Alternatives(points, r.settings), func(other settings) (after state) {
		e := *r.engine
		if e.settings = other; e.fault(s, m) == 0 {
			after = *s
			e.Apply(&after, m)
		}
		return after
	})
}
