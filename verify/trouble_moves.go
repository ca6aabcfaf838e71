package verify

import (
	"slices"

	"tpnote/notation"
	troublenotation "tpnote/notation/trouble"
	"tpnote/rules/trouble"
	"tpnote/rules/variant"
)

// This file is what Trouble says of its actions, to those who ask what is legal, and why
// something is not.

// colours is the players of Trouble: the board's first colours, two of them opposite each
// other.
func colours(v *variant.Variant, n int) []string {
	all := v.Board["colours"].Words
	if n == 2 {
		return []string{all[0], all[len(all)/2]}
	}
	return all[:min(n, len(all))]
}

// troubleTeller tells the actions of one variant.
type troubleTeller struct{ engine *trouble.Engine }

func (t troubleTeller) word(s *trouble.State, a trouble.Action) string {
	w := troublenotation.Action{Die: int(a.Die)}
	if !a.IsPass() {
		mine := s.Colours[s.Clock.Seat]
		w.From, w.To = t.engine.Name(mine, a.From), t.engine.Name(mine, a.To)
		x, _ := t.engine.Resolve(s, a)
		w.Captures, w.Finished = x.Captures, x.Finishes
	}
	return w.String()
}

func (t troubleTeller) die(a trouble.Action) int { return int(a.Die) }

func (t troubleTeller) group(s *trouble.State, a trouble.Action) string {
	x, _ := t.engine.Resolve(s, a)
	switch {
	case a.IsPass():
		return "pass"
	case x.Finishes:
		return "the last peg into FINISH"
	case t.engine.InFinish(a.From):
		return "on inside FINISH"
	case t.engine.InFinish(a.To):
		return "into FINISH"
	case x.Captures:
		return "send a peg home"
	case a.From == trouble.Home:
		return "out of HOME"
	}
	return "along the track"
}

func (t troubleTeller) allowing(s *trouble.State, a trouble.Action) []string {
	var names []string
	switch {
	case a.IsPass():
		names = append(names, "forced-move")
		if x, _ := t.engine.Resolve(s, a); x.Retry {
			names = append(names, "home-tries")
		}
	case a.From == trouble.Home:
		names = append(names, "enter-on")
	case t.engine.InFinish(a.From):
		names = append(names, "finish-moves", "finish-entry")
	case t.engine.InFinish(a.To):
		names = append(names, "movement", "finish-entry")
	default:
		names = append(names, "movement")
	}
	if t.engine.Variant.Setting("extra-pop-on").Value.Has(int(a.Die)) {
		names = append(names, "extra-pop-on")
	}
	return names
}

func (troubleTeller) happens(trouble.Action, bool) bool { return true }

// merit prefers to finish, to send a peg home, to reach FINISH and to come out of HOME;
// otherwise the foremost peg runs.
func (t troubleTeller) merit(s *trouble.State, a trouble.Action) int {
	const step = int(^trouble.Pos(0)) + 1 // more than any peg has behind it
	merit := int(a.To)
	switch t.group(s, a) {
	case "the last peg into FINISH":
		merit += 4 * step
	case "send a peg home":
		merit += 3 * step
	case "into FINISH":
		merit += 2 * step
	case "out of HOME":
		merit += step
	}
	return merit
}

func (troubleTeller) gains(_ *trouble.State, a trouble.Action) bool { return !a.IsPass() }

func (t *troubleTable) clone() table {
	c := *t
	return &c
}

// spell has nothing to do: a space of this board has one name.
func (t *troubleTable) spell(word string) string { return word }

func (t *troubleTable) why(j *judge, word notation.Word) {
	e, s := t.engine, &t.state
	a, written, unknown := t.decode(word.Text)
	if unknown != "" {
		j.errorAt("unknown-space", word.Span, "this board has no space "+unknown)
		return
	}
	r := e.Check(s, a)
	if r.Reason == trouble.NoPeg { // if there were one, what else would be wrong?
		t.refuse(j, word, a, r)
		pegs := s.Pegs[s.Clock.Seat][:e.Variant.Board["pegs"].Number]
		pegs[0] = a.From
		slices.Sort(pegs)
		r = e.Check(s, a)
	}
	if r.Reason != 0 {
		t.refuse(j, word, a, r)
	}
	if fits, ok := t.fitting(a); ok && fits != a { // and if the die were the right one?
		if r := e.Check(s, fits); r.Reason != 0 {
			t.refuse(j, word, fits, r)
		}
	}
	if x, _ := e.Resolve(s, a); a.IsPass() || x.Moves() {
		t.marks(j, word, x, written)
	}
}

// fitting is a with a roll that leads where it says, if there is one.
func (t *troubleTable) fitting(a trouble.Action) (trouble.Action, bool) {
	switch {
	case a.IsPass():
		return a, false
	case a.From == trouble.Home && a.To == trouble.AtStart:
		a.Die = uint8(t.engine.Variant.Setting("enter-on").Value.Faces[0])
		return a, true
	case a.From == trouble.Home || a.To <= a.From || a.To-a.From > 6:
		return a, false
	}
	a.Die = uint8(a.To - a.From)
	return a, true
}
