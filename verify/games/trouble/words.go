package trouble

import (
	"fmt"
	"strings"

	troublenotation "tpnote/notation/trouble"
	"tpnote/rules"
	"tpnote/rules/trouble"
	"tpnote/verify"
)

// refused is an action that the engine refuses, for those who word it.
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

// wording says what is wrong, by the engine's reasons.
var wording = [...]func(x *refused) string{
	trouble.GameOver: func(*refused) string { return "the game is over" },
	trouble.Finished: func(x *refused) string { return x.who() + " has finished, and moves no more" },
	trouble.MustMove: func(x *refused) string {
		return fmt.Sprintf("%s has to move: a %d takes the peg on %s to %s", x.who(), x.action.Die, x.at(1), x.at(2))
	},
	trouble.NoPeg: func(x *refused) string {
		message := fmt.Sprintf("%s has no peg on %s", x.who(), x.from())
		if x.Args[3] != 0 {
			message += "; the one there is " + x.handles[x.Args[3]-1] + "'s"
		}
		return message
	},
	trouble.EnterFace:   enterFace,
	trouble.EnterFirst:  enterFace,
	trouble.WrongCount:  wrongCount,
	trouble.FinishCount: wrongCount,
	trouble.Backward:    wrongCount,
	trouble.PastStart: func(x *refused) string {
		message := fmt.Sprintf("a %d from %s to %s goes past %s's own START, which no peg does", x.action.Die, x.from(), x.to(), x.who())
		if x.Args[3] != 0 {
			message += "; the way leads to " + x.at(3)
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
		return fmt.Sprintf("the peg of %s on %s stands on its own START, where it is safe", x.seat(3), x.to())
	},
	trouble.FinishEntry: func(x *refused) string {
		return fmt.Sprintf("FINISH is filled from the back: %s is due, not %s", x.at(3), x.to())
	},
	trouble.FinishPassing: func(x *refused) string {
		return fmt.Sprintf("inside FINISH no peg passes another, and there is one on %s", x.at(3))
	},
	trouble.FinishStays: func(x *refused) string {
		return fmt.Sprintf("the peg on %s is in FINISH, and stays where it is", x.from())
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
	return fmt.Sprintf("a %d brings no peg out of HOME: that takes a %s", x.action.Die, verify.OrList(faces))
}

func wrongCount(x *refused) string {
	message := fmt.Sprintf("a %d does not lead from %s to %s", x.action.Die, x.from(), x.to())
	if x.Args[3] == 0 {
		return message + ", but out beyond FINISH"
	}
	return message + ", but to " + x.at(3)
}

func ownPeg(x *refused) string { return fmt.Sprintf("%s already has a peg on %s", x.who(), x.to()) }

// refuse reports a refusal of the engine.
func (r *referee) refuse(j *verify.Judgement, s *trouble.State, a trouble.Action, why rules.Refusal) {
	info := trouble.Reasons[why.Reason]
	if j.Terse {
		j.Refuse(verify.Code(info.Code), info.Rule, j.Word.Span, "")
		return
	}
	message := wording[why.Reason](&refused{r, s, j.Handles, a, why})
	if j.Brief {
		j.Refuse(verify.Code(info.Code), info.Rule, j.Word.Span, message)
		return
	}
	f := j.RefuseIn(verify.Code(info.Code), r.grounds(s, a, why), j.Word.Span, message)
	if why.Reason != trouble.MustMove && why.Reason != trouble.Finished {
		f.Help = append(f.Help, r.reachable(s, a.Die)...)
	}
}

// reachable says what a roll can be used for.
func (r *referee) reachable(s *trouble.State, die uint8) []string {
	var words []string
	for _, a := range r.Legal(nil, s) {
		if a.Die == die {
			_, move, _ := strings.Cut(r.Write(r.Describe(s, a)), ":")
			words = append(words, move)
		}
	}
	if words == nil {
		return nil
	}
	return []string{fmt.Sprintf("legal with a %d: %s", die, verify.OrList(words))}
}

func (r *referee) unknownSpace(j *verify.Judgement, name string) {
	f := j.Error(verify.CodeUnknownSpace, j.Word.Span, "this board has no space "+name)
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
		f.Help = append(f.Help, fmt.Sprintf("from the START %s0 on the spaces are %s0 to %s%d, and then comes %s", code, code, code, size-1, next))
	}
}

// name is what the player to move calls a space.
func (r *referee) name(s *trouble.State, p trouble.Pos) string {
	return r.Name(s.Colours[s.Clock.Seat], p)
}

// checkSigns holds the signs of a word against what its action does.
func (r *referee) checkSigns(j *verify.Judgement, s *trouble.State, x trouble.Effect, w troublenotation.Action) {
	due := w
	due.Captures, due.Finished = x.Captures, x.Finishes
	if due == w {
		return
	}
	fix := verify.Fix{Message: "write " + due.String(), Span: j.Word.Span, Text: due.String()}
	weak := func(why verify.Grounds, message string) {
		f := j.Warning(verify.CodeWeakMark, j.Word.Span, message)
		j.By(f, why)
		f.Fixes = append(f.Fixes, fix)
	}
	switch {
	case x.Captures && !w.Captures:
		weak(captured(x), fmt.Sprintf("the peg of %s on %s is sent home: x is due, not -", j.Handles[x.Captured], r.name(s, x.To)))
	case !x.Captures && w.Captures:
		j.RefuseIn(verify.CodeFalseMark, captured(x), j.Word.Span, "x claims that a peg is sent home, but no opponent's peg stands on "+r.name(s, x.To))
	}
	switch {
	case x.Finishes && !w.Finished:
		weak(lastPeg, "this move brings the last peg into FINISH: the mark # is due")
	case !x.Finishes && w.Finished:
		j.RefuseIn(verify.CodeFalseMark, lastPeg, j.Word.Span, "# claims that the last peg comes into FINISH, but it does not")
	}
}

// narrate says what an action does.
func (r *referee) narrate(j *verify.Judgement, s *trouble.State, die uint8, x trouble.Effect) string {
	if !x.Moves() {
		return fmt.Sprintf("pops %d and cannot move", die)
	}
	said := fmt.Sprintf("pops %d, %s to %s", die, r.name(s, x.From), r.name(s, x.To))
	if x.Captures {
		said += ", sends a peg of " + j.Handles[x.Captured] + " home"
	}
	if x.Finishes {
		said += ", and has finished"
	}
	return said
}
