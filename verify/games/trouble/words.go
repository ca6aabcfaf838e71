package trouble

import (
	"fmt"
	"strconv"
	"strings"

	"tpnote/notation"
	troublenotation "tpnote/notation/trouble"
	"tpnote/rules"
	"tpnote/rules/trouble"
	"tpnote/rules/variant"
	"tpnote/verify"
)

// messages say what is wrong, by the engine's reasons. names has what is in braces.
var messages = [...]string{
	trouble.GameOver:      "the game is over",
	trouble.Finished:      "{who} has finished and has no more turns",
	trouble.MustMove:      "{who} has to move: a {die} takes the peg on {peg} to {its end}",
	trouble.NoPeg:         "{who} has no peg on {from}",
	trouble.EnterFace:     enterFace,
	trouble.EnterFirst:    enterFace,
	trouble.WrongCount:    wrongCount,
	trouble.FinishCount:   wrongCount,
	trouble.Backward:      wrongCount,
	trouble.Bounce:        "a {die} from {from} leads {right end}; a peg does not turn back at the end of FINISH",
	trouble.PastStart:     "a {die} from {from} to {to} goes past {who}'s own START, and no peg may do that",
	trouble.ForeignFinish: "a {die} from {from} leads into the FINISH of {colour}; {to} is {who}'s own",
	trouble.OwnPeg:        ownPeg,
	trouble.OwnStart:      ownPeg,
	trouble.OwnFinish:     ownPeg,
	trouble.AllyPeg:       "{player} plays on the same side, and has a peg on {to}",
	trouble.SafeStart:     "the peg of {player} on {to} is safe on its own START",
	trouble.FinishEntry:   "FINISH is filled from the back: the next space is {space}, not {to}",
	trouble.FinishCreep:   "the peg on {from} can enter FINISH, with a {number} for instance, and may make no other move",
	trouble.FinishPassing: "inside FINISH no peg may pass another, and there is one on {space}",
	trouble.FinishStays:   "the peg on {from} is in FINISH and may not move on",
	trouble.FinishBack:    "inside FINISH a peg moves only forward; {to} is not in front of {from}",
}

const (
	enterFace  = "a {die} brings no peg out of HOME; that needs a {enter-on}"
	wrongCount = "a {die} from {from} ends on {space}, not on {to}"
	ownPeg     = "{who} already has a peg on {to}"
)

// refused is an action that the engine refuses, for its message.
type refused struct {
	*referee
	state   *trouble.State
	handles []string
	action  trouble.Action
	rules.Refusal
}

// message returns the message, with names in braces.
func (x *refused) message() string {
	known := x.Args[3] != 0 // the last argument, 0 for none
	switch message := messages[x.Reason]; {
	case x.Reason == trouble.MustMove && x.Args[1] == int32(trouble.Home):
		return "{who} has to move: a {die} brings a peg from HOME to {its end}"
	case x.Reason == trouble.NoPeg && known:
		return message + "; the peg there is {holder}'s"
	case x.Reason == trouble.NoPeg && x.action.From == trouble.Home:
		return "{who} has no peg in HOME"
	case x.Reason == trouble.PastStart && known:
		return message + "; it leads to {space}"
	case message == wrongCount && !known:
		return "a {die} from {from} leads beyond FINISH, not on {to}"
	}
	return messages[x.Reason]
}

// names are what the names in a message stand for.
var names = map[string]func(x *refused) string{
	"who":     func(x *refused) string { return x.handles[x.state.Clock.Seat] },
	"die":     func(x *refused) string { return fmt.Sprint(x.action.Die) },
	"from":    func(x *refused) string { return x.name(x.state, x.action.From) },
	"to":      func(x *refused) string { return x.name(x.state, x.action.To) },
	"peg":     func(x *refused) string { return x.name(x.state, trouble.Pos(x.Args[1])) },
	"its end": func(x *refused) string { return x.name(x.state, trouble.Pos(x.Args[2])) },
	"space":   func(x *refused) string { return x.name(x.state, trouble.Pos(x.Args[3])) },
	"player":  func(x *refused) string { return x.handles[x.Args[3]] },
	"holder":  func(x *refused) string { return x.handles[x.Args[3]-1] },
	"colour":  func(x *refused) string { return x.Colours[x.Args[3]] },
	"number":  func(x *refused) string { return fmt.Sprint(x.Args[3]) },
	"right end": func(x *refused) string {
		if x.Args[3] == 0 {
			return "beyond FINISH"
		}
		return "to " + x.name(x.state, trouble.Pos(x.Args[3]))
	},
	"enter-on": func(x *refused) string {
		return variant.OrList(variant.Each(x.Variant.Setting("enter-on").Value.Faces, strconv.Itoa))
	},
}

func (x *refused) text(name string) string { return names[name](x) }

// refuse reports a refusal of the engine, if it is one.
func (r *referee) refuse(j *verify.Judgement, s *trouble.State, a trouble.Action, why rules.Refusal) {
	if why.Reason == 0 {
		return
	}
	x := &refused{r, s, j.Handles, a, why}
	f := j.RefuseFor(trouble.Reasons[why.Reason], j.Word.Span, x.message(), x.text, func() string { return r.situation(s, a, why) })
	if !j.Quiet && why.Reason != trouble.MustMove && why.Reason != trouble.Finished {
		legal := variant.Each(r.LegalOf(nil, s, a.Die), func(a trouble.Action) string {
			d := r.Describe(s, a)
			return troublenotation.Move(d.From, d.To, d.Due)
		})
		f.Help = append(f.Help, fmt.Sprintf("legal with a %d: %s", a.Die, variant.OrList(legal)))
	}
}

func (r *referee) unknownSpace(j *verify.Judgement, name string) {
	f := j.Refuse(verify.CodeUnknownSpace, verify.Grounds{Rule: "board"}, j.Word.Span, "this board has no space %s", name)
	code, size := strings.TrimRight(name, "0123456789"), 0
	finish, _ := r.Space(0, "f1")
	track := int(finish) - 1
	start, known := r.Space(0, code+"0")
	switch {
	case j.Quiet || code == name:
	case code == "f":
		f.Help = append(f.Help, fmt.Sprintf("FINISH has the spaces f1 to f%d", r.Variant.Board["finish"].Number))
	case known:
		size = r.Variant.Board["quarter"].Number
		next := r.Name(0, trouble.Pos((int(start)-1+size)%track+1))
		f.Help = append(f.Help, fmt.Sprintf("from START the spaces are %s0 to %s%d, and the next one is %s", code, code, size-1, next))
	}
}

// name is the name of a space for the player to move.
func (r *referee) name(s *trouble.State, p trouble.Pos) string {
	return r.Name(s.Colours[s.Clock.Seat], p)
}

// checkSigns compares the signs of a word with what its action does.
func (r *referee) checkSigns(j *verify.Judgement, s *trouble.State, x trouble.Effect, w notation.Parts) {
	claimed := claims(w)
	if x.Mark == claimed {
		return
	}
	right := troublenotation.Word(w.Roll(), w.Text(notation.IsFrom), w.Text(notation.IsTo), signs(x.Mark))
	fix := verify.Fix{Message: "write " + right, Edit: verify.Edit{Span: j.Word.Span, Text: right}}
	worth := map[bool]int{true: 1}
	j.Mark(worth[claimed.Captures], worth[x.Mark.Captures], captured(x),
		fmt.Sprintf("this move sends the peg of %s on %s home: write x, not -", j.Handles[x.Captured], r.name(s, x.To)),
		"x says that this move sends a peg on "+r.name(s, x.To)+" home, but it does not", fix)
	j.Mark(worth[claimed.Finishes], worth[x.Mark.Finishes], lastPeg,
		"this move brings the last peg into FINISH: write # after it",
		"# says that this move brings the last peg into FINISH, but it does not", fix)
}

// narrate puts what an action does into words.
func (r *referee) narrate(j *verify.Judgement, s *trouble.State, die uint8, x trouble.Effect) string {
	if !x.Moves() {
		if r.Able(s, die) {
			return fmt.Sprintf("pops a %d and passes", die)
		}
		return fmt.Sprintf("pops a %d and cannot move", die)
	}
	said := fmt.Sprintf("pops a %d and moves from %s to %s", die, r.name(s, x.From), r.name(s, x.To))
	if x.From == trouble.Home {
		said = fmt.Sprintf("pops a %d and brings a peg out to START (%s)", die, r.name(s, x.To))
	}
	if x.Captures {
		said += ", sends a peg of " + j.Handles[x.Captured] + " home"
	}
	if x.Finishes {
		said += ", and has finished"
	}
	return said
}
