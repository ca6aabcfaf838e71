package trouble

import (
	"strings"

	troublenotation "tpnote/notation/trouble"
	"tpnote/rules/trouble"
	"tpnote/verify"
)

// This file is what a player sees in an action: how it is written, what it is good for, and
// which rules allow it.

// What an action is to a player.
const (
	groupPass    verify.Group = "pass"
	groupLast    verify.Group = "the last peg into FINISH"
	groupInside  verify.Group = "on inside FINISH"
	groupFinish  verify.Group = "into FINISH"
	groupCapture verify.Group = "send a peg home"
	groupOut     verify.Group = "out of HOME"
	groupTrack   verify.Group = "along the track"
)

func (r *referee) Write(a verify.Action) string {
	w := troublenotation.Action{Die: a.Die, From: a.From, To: a.To}
	w.Captures, w.Finished = strings.Contains(a.Due, "x"), strings.Contains(a.Due, "#")
	return w.String()
}

func (r *referee) Describe(s *trouble.State, a trouble.Action) verify.Action {
	var x trouble.Effect
	if !a.IsPass() {
		x, _ = r.Resolve(s, a)
	}
	return r.describe(s, a, x)
}

// describe names what an action does, whose effect is known.
func (r *referee) describe(s *trouble.State, a trouble.Action, x trouble.Effect) verify.Action {
	d := verify.Action{Die: int(a.Die), Pass: a.IsPass()}
	if d.Pass {
		return d
	}
	d.From, d.To = r.name(s, a.From), r.name(s, a.To)
	if x.Captures {
		d.Captured = int(x.Captured) + 1
	}
	d.Due = signs(troublenotation.Action{Captures: x.Captures, Finished: x.Finishes})
	return d
}

// Tell asks once for each word, but for whom it captures.
func (t *quick) Tell(text []byte, at int) *verify.Told {
	told, end := t.told.Find(text, at)
	if end > 0 {
		w, _ := t.parse(string(text[at:end]))
		a, _ := t.at.decode(&t.State, w)
		told.Action = t.at.describe(&t.State, a, trouble.Effect{})
		told.Due, told.Given, told.Done = signs(w), signs(w), true
	}
	told.From, told.Captured = "", 0
	if t.step != nil {
		told.From = t.at.From(t.step)
		if captures, _ := t.step.Does(); captures {
			told.Captured = t.at.Victim(t.Here(), t.step)
		}
	}
	return told
}

// Rolled asks no question.
func (r *referee) Rolled(dst []trouble.Action, s *trouble.State, die uint8, _ bool) []trouble.Action {
	return r.LegalOf(dst, s, die)
}

func (r *referee) Die(a trouble.Action) int { return int(a.Die) }

func (r *referee) Group(s *trouble.State, a trouble.Action) verify.Group {
	x, _ := r.Resolve(s, a)
	switch {
	case a.IsPass():
		return groupPass
	case x.Finishes:
		return groupLast
	case r.InFinish(a.From):
		return groupInside
	case r.InFinish(a.To):
		return groupFinish
	case x.Captures:
		return groupCapture
	case a.From == trouble.Home:
		return groupOut
	}
	return groupTrack
}

func (r *referee) Allowing(s *trouble.State, a trouble.Action) []string {
	var names []string
	switch {
	case a.IsPass():
		names = append(names, "forced-move")
		if x, _ := r.Resolve(s, a); x.Retry {
			names = append(names, "home-tries")
		}
	case a.From == trouble.Home:
		names = append(names, "enter-on")
	case r.InFinish(a.From):
		names = append(names, "finish-moves", "finish-entry")
	case r.InFinish(a.To):
		names = append(names, "movement", "finish-entry")
	default:
		names = append(names, "movement")
	}
	if r.Variant.Setting("extra-pop-on").Value.Has(int(a.Die)) {
		names = append(names, "extra-pop-on")
	}
	return names
}

// merit prefers to finish, to send a peg home, to reach FINISH and to come out of HOME;
// otherwise the foremost peg runs.
func (r *referee) Merit(s *trouble.State, a trouble.Action) int {
	const step = int(^trouble.Pos(0)) + 1 // more than any peg has behind it
	merit := int(a.To)
	switch r.Group(s, a) {
	case groupLast:
		merit += 4 * step
	case groupCapture:
		merit += 3 * step
	case groupFinish:
		merit += 2 * step
	case groupOut:
		merit += step
	}
	return merit
}

func (r *referee) Gains(_ *trouble.State, a trouble.Action) bool { return !a.IsPass() }
