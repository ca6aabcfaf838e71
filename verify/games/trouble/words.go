package trouble

import (
	"fmt"
	"strings"

	"tpnote/notation"
	troublenotation "tpnote/notation/trouble"
	"tpnote/rules"
	"tpnote/rules/trouble"
	"tpnote/verify"
)

// refused is an action that the engine refuses, for its message.
type refused struct {
	*referee
	state   *trouble.State
	handles []string
	action  trouble.Action
	rules.Refusal
}

// at names the space that an argument of the refusal gives.
func (x *refused) at(i int) string { return x.name(x.state, trouble.Pos(x.Args[i])) }

// seat names the player whose seat an argument of the refusal gives.
func (x *refused) seat(i int) string { return x.handles[x.Args[i]] }

func (x *refused) who() string  { return x.handles[x.state.Clock.Seat] }
func (x *refused) from() string { return x.name(x.state, x.action.From) }
func (x *refused) to() string   { return x.name(x.state, x.action.To) }

// wording puts the engine's reasons into words.
var wording = [...]func(x *refused) string{
	trouble.GameOver: func(*refused) string { return "the game is over" },
	trouble.Finished: func(x *refused) string { return x.who() + " has finished and has no more turns" },
	trouble.MustMove: func(x *refused) string {
		if x.Args[1] == int32(trouble.Home) {
			return fmt.Sprintf("%s has to move: a %d brings a peg from HOME to %s", x.who(), x.action.Die, x.at(2))
		}
		return fmt.Sprintf("%s has to move: a %d takes the peg on %s to %s", x.who(), x.action.Die, x.at(1), x.at(2))
	},
	trouble.NoPeg: func(x *refused) string {
		switch {
		case x.Args[3] != 0:
			return fmt.Sprintf("%s has no peg on %s; the peg there is %s's", x.who(), x.from(), x.handles[x.Args[3]-1])
		case x.action.From == trouble.Home:
			return x.who() + " has no peg in HOME"
		}
		return fmt.Sprintf("%s has no peg on %s", x.who(), x.from())
	},
	trouble.EnterFace:   enterFace,
	trouble.EnterFirst:  enterFace,
	trouble.WrongCount:  wrongCount,
	trouble.FinishCount: wrongCount,
	trouble.Backward:    wrongCount,
	trouble.Bounce: func(x *refused) string {
		where := "beyond FINISH"
		if x.Args[3] != 0 {
			where = "to " + x.at(3)
		}
		return fmt.Sprintf("a %d from %s leads %s; a peg does not turn back at the end of FINISH", x.action.Die, x.from(), where)
	},
	trouble.PastStart: func(x *refused) string {
		message := fmt.Sprintf("a %d from %s to %s goes past %s's own START, and no peg may do that", x.action.Die, x.from(), x.to(), x.who())
		if x.Args[3] != 0 {
			message += "; it leads to " + x.at(3)
		}
		return message
	},
	trouble.ForeignFinish: func(x *refused) string {
		return fmt.Sprintf("a %d from %s leads into the FINISH of %s; %s is %s's own", x.action.Die, x.from(), x.Colours[x.Args[3]], x.to(), x.who())
	},
	trouble.OwnPeg:    ownPeg,
	trouble.OwnStart:  ownPeg,
	trouble.OwnFinish: ownPeg,
	trouble.AllyPeg: func(x *refused) string {
		return fmt.Sprintf("%s plays on the same side, and has a peg on %s", x.seat(3), x.to())
	},
	trouble.SafeStart: func(x *refused) string {
		return fmt.Sprintf("the peg of %s on %s is safe on its own START", x.seat(3), x.to())
	},
	trouble.FinishEntry: func(x *refused) string {
		return fmt.Sprintf("FINISH is filled from the back: the next space is %s, not %s", x.at(3), x.to())
	},
	trouble.FinishCreep: func(x *refused) string {
		return fmt.Sprintf("the peg on %s can enter FINISH, with a %d for instance, and may make no other move", x.from(), x.Args[3])
	},
	trouble.FinishPassing: func(x *refused) string {
		return fmt.Sprintf("inside FINISH no peg may pass another, and there is one on %s", x.at(3))
	},
	trouble.FinishStays: func(x *refused) string {
		return fmt.Sprintf("the peg on %s is in FINISH and may not move on", x.from())
	},
	trouble.FinishBack: func(x *refused) string {
		return fmt.Sprintf("inside FINISH a peg moves only forward; %s is not in front of %s", x.to(), x.from())
	},
}

func enterFace(x *refused) string {
	var faces []string
	for _, face := range x.Variant.Setting("enter-on").Value.Faces {
		faces = append(faces, fmt.Sprint(face))
	}
	return fmt.Sprintf("a %d brings no peg out of HOME; that needs a %s", x.action.Die, verify.OrList(faces))
}

func wrongCount(x *refused) string {
	where := "leads beyond FINISH"
	if x.Args[3] != 0 {
		where = "ends on " + x.at(3)
	}
	return fmt.Sprintf("a %d from %s %s, not on %s", x.action.Die, x.from(), where, x.to())
}

func ownPeg(x *refused) string { return fmt.Sprintf("%s already has a peg on %s", x.who(), x.to()) }

// refuse reports a refusal of the engine.
func (r *referee) refuse(j *verify.Judgement, s *trouble.State, a trouble.Action, why rules.Refusal) {
	f := j.RefuseFor(trouble.Reasons[why.Reason], j.Word.Span,
		func() string { return wording[why.Reason](&refused{r, s, j.Handles, a, why}) },
		func() verify.Grounds { return r.grounds(s, a, why) })
	if !j.Brief && why.Reason != trouble.MustMove && why.Reason != trouble.Finished {
		f.Help = append(f.Help, r.reachable(s, a.Die)...)
	}
}

// reachable lists the legal uses of a roll.
func (r *referee) reachable(s *trouble.State, die uint8) []string {
	var words []string
	for _, a := range r.LegalOf(nil, s, die) {
		d := r.Describe(s, a)
		words = append(words, troublenotation.Move(d.From, d.To, due(d).Captures, due(d).Finishes))
	}
	return []string{fmt.Sprintf("legal with a %d: %s", die, verify.OrList(words))}
}

func (r *referee) unknownSpace(j *verify.Judgement, name string) {
	f := j.Refuse(verify.CodeUnknownSpace, "board", j.Word.Span, "this board has no space "+name)
	code, size := strings.TrimRight(name, "0123456789"), 0
	finish, _ := r.Space(0, "f1")
	track := int(finish) - 1
	start, known := r.Space(0, code+"0")
	switch {
	case j.Brief || code == name:
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
	right := troublenotation.Word(w.Roll(), w.Text(notation.IsFrom), w.Text(notation.IsTo), x.Captures, x.Finishes)
	fix := verify.Fix{Message: "write " + right, Span: j.Word.Span, Text: right}
	weak := func(why verify.Grounds, message string) {
		f := j.Warning(verify.CodeWeakMark, j.Word.Span, message)
		j.By(f, why)
		f.Fixes = append(f.Fixes, fix)
	}
	switch {
	case x.Captures && !claimed.Captures:
		weak(captured(x), fmt.Sprintf("this move sends the peg of %s on %s home: write x, not -", j.Handles[x.Captured], r.name(s, x.To)))
	case !x.Captures && claimed.Captures:
		j.RefuseIn(verify.CodeFalseMark, captured(x), j.Word.Span, "x says that a peg is sent home, but there is no opponent's peg on "+r.name(s, x.To))
	}
	switch {
	case x.Finishes && !claimed.Finishes:
		weak(lastPeg, "this move brings the last peg into FINISH: write # after it")
	case !x.Finishes && claimed.Finishes:
		j.RefuseIn(verify.CodeFalseMark, lastPeg, j.Word.Span, "# says that this move brings the last peg into FINISH, but it does not")
	}
}

// narrate puts what an action does into words.
func (r *referee) narrate(j *verify.Judgement, s *trouble.State, die uint8, x trouble.Effect) string {
	if !x.Moves() {
		if r.able(s, die) {
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
