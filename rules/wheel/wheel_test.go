package wheel_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/rules"
	"tpnote/rules/wheel"
)

var handles = []string{"Ann", "Ben", "Cleo", "Dan", "Eve", "Fay"}

// handlesOf are as many handles as a position names.
func handlesOf(position string) []string { return handles[:strings.Count(position, "=")] }

func position(t testing.TB, e *wheel.Engine, text string) wheel.State {
	t.Helper()
	s, err := e.ParsePosition(text, handlesOf(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s
}

func show(e *wheel.Engine, s *wheel.State) string {
	return string(e.AppendPosition(nil, s, handles))
}

// action reads DIE:SPACE[/CATEGORY][@BOX][+-], as in a log, except for the marks.
func action(t testing.TB, e *wheel.Engine, word string) wheel.Action {
	t.Helper()
	a := wheel.Action{Die: word[0] - '0'}
	rest := word[2:]
	if trimmed, ok := strings.CutSuffix(rest, "+"); ok {
		a.Answer, rest = wheel.Right, trimmed
	} else if trimmed, ok := strings.CutSuffix(rest, "-"); ok {
		a.Answer, rest = wheel.Wrong, trimmed
	}
	rest, box, boxed := strings.Cut(rest, "@")
	if boxed {
		a.Box = box[0] - 'A' + 1
	}
	rest, category, _ := strings.Cut(rest, "/")
	a.Category = uint8(e.Board.ColourIndex(category) + 1)
	space, ok := e.Board.Space(rest)
	if !ok {
		t.Fatalf("no space %s", rest)
	}
	a.Space = space
	return a
}

// all are the wedges of the big board.
const all = "/br,bl,or,ye,pi,gr"

// TestActions checks every rule point on one action: whether it is legal (""),
// or the rule that it breaks, and the position it leads to, legal or not.
func TestActions(t *testing.T) {
	for _, test := range []struct{ rules, before, action, want, after string }{
		// movement
		{"", "1 Ann Ann=hub Ben=hub", "4:ye4+", "", "1 Ann+ Ann=ye4 Ben=hub"},
		{"", "1 Ann Ann=hub Ben=hub", "4:ye4-", "", "2 Ben Ann=ye4 Ben=hub"},
		{"", "1 Ann Ann=hub Ben=hub", "4:ye5-", "movement", "2 Ben Ann=ye5 Ben=hub"},
		{"", "1 Ann Ann=hub Ben=hub", "2:hub/ye+", "movement", "1 Ann+ Ann=hub Ben=hub"}, // there and back
		{"", "2 Ben Ann=hub Ben=bl2", "5:bl3+", "hub-exit", "2 Ben+ Ann=hub Ben=bl3"},
		{"", "1 Ann+ Ann=ye4 Ben=hub", "4:ye2pi", "", "1 Ann+ Ann=ye2pi Ben=hub"},
		{"", "2 Ben Ann=hub Ben=hub", "6:bl-", "", "3 Ann Ann=hub Ben=bl"},
		// question
		{"", "1 Ann+ Ann=ye4 Ben=hub", "4:ye2pi+", "roll-again", "1 Ann+ Ann=ye2pi Ben=hub"},
		{"", "1 Ann+ Ann=ye4 Ben=hub", "4:ye2pi/bl", "roll-again", "1 Ann+ Ann=ye2pi Ben=hub"},
		{"", "1 Ann+ Ann=ye4 Ben=hub @A", "4:ye2pi@B", "roll-again", "1 Ann+ Ann=ye2pi Ben=hub @A"},
		{"", "1 Ann Ann=hub Ben=hub", "4:ye4", "question", "1 Ann+ Ann=ye4 Ben=hub"},
		{"", "1 Ann Ann=hub Ben=hub", "4:ye4/bl+", "", "1 Ann+ Ann=ye4 Ben=hub"}, // ye4 is blue
		{"", "1 Ann Ann=hub Ben=hub", "4:ye4/ye+", "question", "1 Ann+ Ann=ye4 Ben=hub"},
		{"", "1 Ann Ann=bl1 Ben=hub", "1:hub/ye+", "", "1 Ann+ Ann=hub Ben=hub"},
		{"", "1 Ann Ann=bl1 Ben=hub", "1:hub+", "wild-card", "1 Ann+ Ann=hub Ben=hub"},
		{"", "1 Ann Ann=bl1 Ben=hub", "1:hub/ye-", "", "2 Ben Ann=hub Ben=hub"},
		// wedges
		{"", "1 Ann Ann=hub Ben=hub", "6:bl+", "", "1 Ann+ Ann=bl/bl Ben=hub"},
		{"", "1 Ann Ann=hub/ye Ben=hub", "6:bl+", "", "1 Ann+ Ann=bl/bl,ye Ben=hub"},
		{"", "1 Ann Ann=hub/bl Ben=hub", "6:bl+", "", "1 Ann+ Ann=bl/bl Ben=hub"},
		{"", "1 Ann Ann=hub Ben=hub", "6:bl-", "", "2 Ben Ann=bl Ben=hub"},

		// hub-entry
		{"hub-entry=exact", "7 Ann Ann=bl2" + all + " Ben=hub", "2:hub/ye-", "", "8 Ben Ann=hub" + all + " Ben=hub"},
		{"hub-entry=exact", "7 Ann Ann=bl2" + all + " Ben=hub", "3:hub/ye-", "hub-entry", "8 Ben Ann=hub" + all + " Ben=hub"},
		{"hub-entry=exact", "7 Ann Ann=bl2" + all + " Ben=hub", "1:hub/ye-", "movement", "8 Ben Ann=hub" + all + " Ben=hub"},
		{"hub-entry=exact", "7 Ann Ann=bl2 Ben=hub", "3:hub/ye-", "movement", "8 Ben Ann=hub Ben=hub"},
		{"hub-entry=at-least", "7 Ann Ann=bl2" + all + " Ben=hub", "3:hub/ye-", "", "8 Ben Ann=hub" + all + " Ben=hub"},
		{"hub-entry=at-least", "7 Ann Ann=bl2" + all + " Ben=hub", "2:hub/ye-", "", "8 Ben Ann=hub" + all + " Ben=hub"},
		{"hub-entry=at-least", "7 Ann Ann=bl2" + all + " Ben=hub", "1:hub/ye-", "movement", "8 Ben Ann=hub" + all + " Ben=hub"},
		{"hub-entry=at-least", "7 Ann Ann=bl2" + all + " Ben=hub", "3:ye1-", "", "8 Ben Ann=ye1" + all + " Ben=hub"}, // it need not
		{"hub-entry=at-least", "7 Ann Ann=bl2/bl Ben=hub", "3:hub/ye-", "movement", "8 Ben Ann=hub/bl Ben=hub"},
		{"hub-entry=at-least hub-passing=never", "7 Ann Ann=bl2" + all + " Ben=hub", "3:hub/ye-", "", "8 Ben Ann=hub" + all + " Ben=hub"},
		{"hub-entry=at-least", "7 Ann Ann=hub" + all + " Ben=hub", "6:hub/ye-", "movement", "8 Ben Ann=hub" + all + " Ben=hub"},

		// hub-exit
		{"hub-exit=another-spoke", "1 Ann Ann=bl2 Ben=hub", "3:ye1+", "", "1 Ann+ Ann=ye1 Ben=hub"},
		{"hub-exit=another-spoke", "1 Ann Ann=bl2 Ben=hub", "3:bl1+", "hub-exit", "1 Ann+ Ann=bl1 Ben=hub"},
		{"hub-exit=any-spoke", "1 Ann Ann=bl2 Ben=hub", "3:ye1+", "", "1 Ann+ Ann=ye1 Ben=hub"},
		{"hub-exit=any-spoke", "1 Ann Ann=bl2 Ben=hub", "3:bl1+", "", "1 Ann+ Ann=bl1 Ben=hub"},
		{"hub-exit=any-spoke", "1 Ann Ann=bl2 Ben=hub", "4:bl2+", "", "1 Ann+ Ann=bl2 Ben=hub"},
		{"hub-exit=any-spoke", "1 Ann Ann=bl2 Ben=hub", "2:bl2+", "movement", "1 Ann+ Ann=bl2 Ben=hub"},

		// hub-passing
		{"hub-passing=always", "1 Ann Ann=bl2 Ben=hub", "3:ye1+", "", "1 Ann+ Ann=ye1 Ben=hub"},
		{"hub-passing=qualified", "1 Ann Ann=bl2 Ben=hub", "3:ye1+", "hub-passing", "1 Ann+ Ann=ye1 Ben=hub"},
		{"hub-passing=qualified", "1 Ann Ann=bl2" + all + " Ben=hub", "3:ye1+", "", "1 Ann+ Ann=ye1" + all + " Ben=hub"},
		{"hub-passing=qualified", "1 Ann Ann=bl2" + all + " Ben=hub", "3:bl1+", "hub-exit", "1 Ann+ Ann=bl1" + all + " Ben=hub"},
		{"hub-passing=never", "1 Ann Ann=bl2 Ben=hub", "3:ye1+", "hub-passing", "1 Ann+ Ann=ye1 Ben=hub"},
		{"hub-passing=never", "1 Ann Ann=bl2" + all + " Ben=hub", "3:ye1+", "hub-passing", "1 Ann+ Ann=ye1" + all + " Ben=hub"},
		{"hub-passing=never", "1 Ann Ann=bl2 Ben=hub", "2:hub/ye+", "", "1 Ann+ Ann=hub Ben=hub"}, // to end there is not to pass
		{"hub-passing=never", "1 Ann Ann=hub Ben=hub", "2:bl2+", "", "1 Ann+ Ann=bl2 Ben=hub"},    // nor is to begin there
		{"hub-passing=never hub-exit=any-spoke", "1 Ann Ann=bl2 Ben=hub", "3:bl1+", "hub-passing", "1 Ann+ Ann=bl1 Ben=hub"},

		// headquarters-reentry
		{"headquarters-reentry=anytime", "1 Ann Ann=hub Ben=hub", "6:bl-", "", "2 Ben Ann=bl Ben=hub"},
		{"headquarters-reentry=after-question", "1 Ann Ann=hub Ben=hub", "6:bl-", "", "2 Ben Ann=bl!bl Ben=hub"},
		{"headquarters-reentry=after-question", "1 Ann Ann=hub/bl Ben=hub", "6:bl-", "", "2 Ben Ann=bl/bl Ben=hub"}, // an ordinary question
		{"headquarters-reentry=after-question", "1 Ann Ann=bl2or!bl Ben=hub", "2:bl-", "headquarters-reentry", "2 Ben Ann=bl!bl Ben=hub"},
		{"headquarters-reentry=after-question", "1 Ann Ann=bl2or!bl Ben=hub", "2:bl+", "headquarters-reentry", "1 Ann+ Ann=bl/bl Ben=hub"},
		{"headquarters-reentry=after-question", "1 Ann Ann=bl2or!bl Ben=hub", "3:bl-", "movement", "2 Ben Ann=bl!bl Ben=hub"},
		{"headquarters-reentry=after-question", "1 Ann Ann=bl2or!bl Ben=hub", "3:bl5-", "", "2 Ben Ann=bl5 Ben=hub"}, // through it, and answered
		{"headquarters-reentry=after-question", "1 Ann Ann=bl!bl Ben=hub", "1:bl5+", "", "1 Ann+ Ann=bl5 Ben=hub"},
		{"headquarters-reentry=after-question", "1 Ann Ann=bl!bl Ben=hub", "2:bl2or", "", "1 Ann+ Ann=bl2or!bl Ben=hub"}, // no question there
		{"headquarters-reentry=after-question", "1 Ann Ann=bl!bl Ben=hub", "1:bl5", "question", "1 Ann+ Ann=bl5!bl Ben=hub"},
		{"headquarters-reentry=after-question", "1 Ann Ann=pi1!bl Ben=hub", "5:pi-", "", "2 Ben Ann=pi!pi Ben=hub"},

		// hub-reentry
		{"hub-reentry=anytime", "7 Ann Ann=bl2" + all + " Ben=hub", "2:hub/ye-", "", "8 Ben Ann=hub" + all + " Ben=hub"},
		{"hub-reentry=after-question", "7 Ann Ann=bl2" + all + " Ben=hub", "2:hub/ye-", "", "8 Ben Ann=hub" + all + "!hub Ben=hub"},
		{"hub-reentry=after-question", "7 Ann Ann=bl2/bl Ben=hub", "2:hub/ye-", "", "8 Ben Ann=hub/bl Ben=hub"}, // not the winning question
		{"hub-reentry=after-question", "7 Ann Ann=bl2" + all + "!hub Ben=hub", "2:hub/ye-", "hub-reentry", "8 Ben Ann=hub" + all + "!hub Ben=hub"},
		{"hub-reentry=after-question", "7 Ann Ann=bl2" + all + "!hub Ben=hub", "2:hub/ye+", "hub-reentry", "7 Ann- Ann=hub" + all + "# Ben=hub"},
		{"hub-reentry=after-question", "7 Ann Ann=bl2" + all + "!hub Ben=hub", "3:hub/ye-", "hub-entry", "8 Ben Ann=hub" + all + "!hub Ben=hub"},
		{"hub-reentry=after-question hub-entry=at-least", "7 Ann Ann=bl2" + all + "!hub Ben=hub", "3:hub/ye-", "hub-reentry", "8 Ben Ann=hub" + all + "!hub Ben=hub"},
		{"hub-reentry=after-question", "7 Ann Ann=bl2" + all + "!hub Ben=hub", "3:ye1-", "", "8 Ben Ann=ye1" + all + " Ben=hub"},

		// wedges-to-win
		{"wedges-to-win=6", "7 Ann Ann=bl2" + all + " Ben=hub", "2:hub/ye+", "", "7 Ann- Ann=hub" + all + "# Ben=hub"},
		{"wedges-to-win=6", "7 Ann Ann=bl2/br,bl,or,ye,pi Ben=hub", "2:hub/ye+", "", "7 Ann+ Ann=hub/br,bl,or,ye,pi Ben=hub"},
		{"wedges-to-win=5", "7 Ann Ann=bl2/br,bl,or,ye,pi Ben=hub", "2:hub/ye+", "", "7 Ann- Ann=hub/br,bl,or,ye,pi# Ben=hub"},
		{"wedges-to-win=1", "7 Ann Ann=bl2/gr Ben=hub", "2:hub/ye+", "", "7 Ann- Ann=hub/gr# Ben=hub"},
		{"wedges-to-win=1", "7 Ann Ann=bl1/gr Ben=hub", "5:bl+", "", "7 Ann+ Ann=bl/bl,gr Ben=hub"}, // earned beyond the number

		// wedge-set
		{"wedges-to-win=2 wedge-set=any", "7 Ann Ann=bl2/br,gr Ben=hub", "2:hub/ye+", "", "7 Ann- Ann=hub/br,gr# Ben=hub"},
		{"wedges-to-win=2 wedge-set=bl,pi", "7 Ann Ann=bl2/br,gr Ben=hub", "2:hub/ye+", "", "7 Ann+ Ann=hub/br,gr Ben=hub"},
		{"wedges-to-win=2 wedge-set=bl,pi", "7 Ann Ann=bl2/bl,gr Ben=hub", "2:hub/ye+", "", "7 Ann+ Ann=hub/bl,gr Ben=hub"},
		{"wedges-to-win=2 wedge-set=bl,pi", "7 Ann Ann=bl2/bl,pi Ben=hub", "2:hub/ye+", "", "7 Ann- Ann=hub/bl,pi# Ben=hub"},
		{"wedges-to-win=3 wedge-set=bl,pi", "7 Ann Ann=bl2/bl,pi Ben=hub", "2:hub/ye+", "", "7 Ann+ Ann=hub/bl,pi Ben=hub"},
		{"wedges-to-win=1 wedge-set=bl,pi", "7 Ann Ann=bl2/bl Ben=hub", "2:hub/ye+", "", "7 Ann+ Ann=hub/bl Ben=hub"},

		// card-boxes and card-alternation
		{"card-boxes=2", "1 Ann Ann=hub Ben=hub", "1:bl1@B+", "", "1 Ann+ Ann=bl1 Ben=hub @B"},
		{"card-boxes=1", "1 Ann Ann=hub Ben=hub", "1:bl1@A+", "", "1 Ann+ Ann=bl1 Ben=hub @A"},
		{"card-boxes=1", "1 Ann Ann=hub Ben=hub", "1:bl1@B+", "card-boxes", "1 Ann+ Ann=bl1 Ben=hub @B"},
		{"card-boxes=1", "1 Ann Ann=hub Ben=hub @A", "1:bl1@A-", "", "2 Ben Ann=bl1 Ben=hub @A"}, // strict about nothing
		{"card-alternation=strict", "1 Ann Ann=hub Ben=hub @A", "1:bl1@A-", "card-alternation", "2 Ben Ann=bl1 Ben=hub @A"},
		{"card-alternation=strict", "1 Ann Ann=hub Ben=hub @A", "1:bl1@B-", "", "2 Ben Ann=bl1 Ben=hub @B"},
		{"card-alternation=strict", "1 Ann Ann=hub Ben=hub @A", "1:bl1-", "", "2 Ben Ann=bl1 Ben=hub"},
		{"card-alternation=strict", "1 Ann Ann=hub Ben=hub", "1:bl1@A-", "", "2 Ben Ann=bl1 Ben=hub @A"},
		{"card-alternation=strict", "1 Ann Ann=hub Ben=hub @A", "1:bl1@B", "question", "1 Ann+ Ann=bl1 Ben=hub @B"}, // asked, if not marked
		{"card-alternation=strict", "1 Ann Ann=hub Ben=hub @A", "1:bl1", "question", "1 Ann+ Ann=bl1 Ben=hub"},
		{"card-alternation=free", "1 Ann Ann=hub Ben=hub @A", "1:bl1@A-", "", "2 Ben Ann=bl1 Ben=hub @A"},
		{"card-alternation=free", "1 Ann Ann=hub Ben=hub @A", "1:bl1@B-", "", "2 Ben Ann=bl1 Ben=hub @B"},

		// card-repeat
		{"card-repeat=never card-alternation=free", "1 Ann Ann=hub Ben=hub @A", "1:bl1@A7-", "", "2 Ben Ann=bl1 Ben=hub @A"}, // its number is not known

		// wedge-ends-turn
		{"wedge-ends-turn=no", "1 Ann Ann=hub Ben=hub", "6:bl+", "", "1 Ann+ Ann=bl/bl Ben=hub"},
		{"wedge-ends-turn=yes", "1 Ann Ann=hub Ben=hub", "6:bl+", "", "2 Ben Ann=bl/bl Ben=hub"},
		{"wedge-ends-turn=yes", "1 Ann Ann=hub/bl Ben=hub", "6:bl+", "", "1 Ann+ Ann=bl/bl Ben=hub"}, // none earned
		{"wedge-ends-turn=yes", "1 Ann Ann=hub Ben=hub", "1:bl1+", "", "1 Ann+ Ann=bl1 Ben=hub"},

		// held-headquarters
		{"held-headquarters=question", "5 Ann Ann=bl5/bl Ben=hub", "1:bl", "question", "5 Ann+ Ann=bl/bl Ben=hub"},
		{"held-headquarters=choice", "5 Ann Ann=bl5/bl Ben=hub @A", "1:bl", "", "5 Ann+ Ann=bl/bl Ben=hub @A"},
		{"held-headquarters=choice", "5 Ann Ann=bl5/bl Ben=hub", "1:bl+", "", "5 Ann+ Ann=bl/bl Ben=hub"},
		{"held-headquarters=choice", "5 Ann Ann=bl5/bl Ben=hub", "1:bl-", "", "6 Ben Ann=bl/bl Ben=hub"},
		{"held-headquarters=choice", "5 Ann Ann=bl5/ye Ben=hub", "1:bl", "question", "5 Ann+ Ann=bl/ye Ben=hub"},
		{"held-headquarters=choice", "5 Ann Ann=bl5/bl Ben=hub", "1:bl@A", "question", "5 Ann+ Ann=bl/bl Ben=hub @A"},
		{"held-headquarters=choice", "5 Ann Ann=bl1/bl Ben=hub", "1:hub", "question", "5 Ann+ Ann=hub/bl Ben=hub"},
		{"held-headquarters=choice headquarters-reentry=after-question", "5 Ann Ann=bl5/bl!ye Ben=hub", "1:bl", "", "5 Ann+ Ann=bl/bl!ye Ben=hub"}, // nothing was answered

		// turn-direction
		{"turn-direction=clockwise", "5 Ann Ann=hub Ben=hub Cleo=hub", "1:bl1-", "", "6 Ben Ann=bl1 Ben=hub Cleo=hub"},
		{"turn-direction=counter-clockwise", "5 Ann Ann=hub Ben=hub Cleo=hub", "1:bl1-", "", "6 Cleo Ann=bl1 Ben=hub Cleo=hub"},
		{"turn-direction=counter-clockwise", "6 Cleo Ann=hub Ben=hub Cleo=hub", "1:bl1-", "", "7 Ben Ann=hub Ben=hub Cleo=bl1"},
		{"turn-direction=counter-clockwise", "2 Cleo Ann=bl Ben=hub Cleo=bl1" + all, "1:hub/ye+", "", "3 Ben Ann=bl Ben=hub Cleo=hub" + all + "#"}, // Ann has had her turn

		// more boxes
		{"card-boxes=3", "1 Ann Ann=hub Ben=hub @B", "1:bl1@C+", "", "1 Ann+ Ann=bl1 Ben=hub @C"},
		{"card-boxes=3 card-alternation=strict", "1 Ann Ann=hub Ben=hub @C", "1:bl1@C+", "card-alternation", "1 Ann+ Ann=bl1 Ben=hub @C"},

		// first-turn-tie
		{"first-turn-tie=every-round", "5 Ann Ann=bl1" + all + " Ben=hub", "1:hub/ye+", "", "6 Ben Ann=hub" + all + "# Ben=hub"},
		{"first-turn-tie=every-round", "6 Ben Ann=bl1 Ben=bl1" + all, "1:hub/ye+", "", "6 Ben- Ann=bl1 Ben=hub" + all + "#"}, // Ann has had as many
		{"first-turn-tie=every-round", "6 Ben Ann=hub" + all + "# Ben=bl1" + all, "1:hub/ye+", "", "6 Ben- Ann=hub" + all + "# Ben=hub" + all + "#"},
		{"first-turn-tie=shared", "1 Ann+ Ann=bl2" + all + " Ben=hub Cleo=hub", "2:hub/ye+", "", "2 Ben Ann=hub" + all + "# Ben=hub Cleo=hub"},
		{"first-turn-tie=none", "1 Ann+ Ann=bl2" + all + " Ben=hub Cleo=hub", "2:hub/ye+", "", "1 Ann- Ann=hub" + all + "# Ben=hub Cleo=hub"},
		{"first-turn-tie=shared", "2 Ben Ann=hub" + all + "# Ben=hub Cleo=hub", "1:bl1-", "", "3 Cleo Ann=hub" + all + "# Ben=bl1 Cleo=hub"},
		{"first-turn-tie=shared", "3 Cleo Ann=hub" + all + "# Ben=bl1 Cleo=hub", "1:bl1-", "", "3 Cleo- Ann=hub" + all + "# Ben=bl1 Cleo=bl1"},
		{"first-turn-tie=shared", "3 Cleo+ Ann=hub" + all + "# Ben=bl1 Cleo=bl1" + all, "1:hub/ye+", "", "3 Cleo- Ann=hub" + all + "# Ben=bl1 Cleo=hub" + all + "#"},
		{"first-turn-tie=shared", "2 Ben+ Ann=bl Ben=bl1" + all + " Cleo=hub", "1:hub/ye+", "", "3 Cleo Ann=bl Ben=hub" + all + "# Cleo=hub"},
		{"first-turn-tie=shared", "3 Ann+ Ann=bl1" + all + " Ben=hub Cleo=bl", "1:hub/ye+", "", "3 Ann- Ann=hub" + all + "# Ben=hub Cleo=bl"},
		{"first-turn-tie=shared", "4 Ann+ Ann=bl1" + all + " Ben=hub Cleo=bl", "1:hub/ye+", "", "4 Ann- Ann=hub" + all + "# Ben=hub Cleo=bl"},
		{"first-turn-tie=shared", "3 Ben- Ann=hub Ben=hub" + all + "# Cleo=hub", "1:bl1+", "outcome", ""},
		{"first-turn-tie=shared", "3 Cleo- Ann=hub Ben=hub" + all + "# Cleo=hub", "1:bl1+", "first-turn-tie", ""},
	} {
		e := engine(t, "master-1981", strings.Fields(test.rules)...)
		s := position(t, e, test.before)
		a := action(t, e, test.action)
		name := test.rules + " | " + test.before + " | " + test.action
		if got := wheel.Reasons[e.Check(&s, a).Reason].Rule; got != test.want {
			t.Errorf("%s\ngot  %q\nwant %q", name, got, test.want)
		}
		if test.after == "" {
			continue
		}
		e.Apply(&s, a)
		if got := show(e, &s); got != test.after {
			t.Errorf("%s\ngot  %s\nwant %s", name, got, test.after)
		}
		if got := *e.Turn(&s); got != s.Clock {
			t.Errorf("%s: Turn is %+v, and the clock %+v", name, got, s.Clock)
		}
	}
}

// TestRefusals is about the numbers that a refusal carries.
func TestRefusals(t *testing.T) {
	e := engine(t, "master-1981", "headquarters-reentry=after-question")
	bl, gr := int32(e.Board.ColourIndex("bl")), int32(e.Board.ColourIndex("gr"))
	for _, test := range []struct {
		before, action string
		want           rules.Reason
		number         int32
	}{
		{"1 Ann Ann=bl2 Ben=hub", "2:bl2+", wheel.Backtracking, 0},
		{"1 Ann Ann=bl2 Ben=hub", "1:bl2+", wheel.Unreachable, 0},
		{"1 Ann Ann=bl Ben=hub", "2:bl+", wheel.Staying, 0},
		{"1 Ann Ann=bl Ben=hub", "3:bl+", wheel.Staying, 0},
		{"1 Ann Ann=bl2 Ben=hub", "7:bl2+", wheel.Unreachable, 0},
		{"1 Ann Ann=bl2 Ben=hub", "0:bl2+", wheel.Unreachable, 0},
		{"1 Ann Ann=bl2" + all + " Ben=hub", "3:hub+", wheel.HubEntry, 2},
		{"1 Ann Ann=bl2 Ben=hub", "3:bl1+", wheel.HubExit, 0},
		{"1 Ann Ann=bl5!bl Ben=hub", "1:bl+", wheel.Reentry, 0},
		{"1 Ann Ann=bl5 Ben=hub", "1:bl", wheel.QuestionMissing, 0},
		{"1 Ann Ann=bl Ben=hub", "2:bl2or-", wheel.QuestionUnexpected, 0},
		{"1 Ann Ann=bl5 Ben=hub", "1:bl/gr+", wheel.CategoryMismatch, 0},
		{"1 Ann Ann=bl1 Ben=hub", "1:hub+", wheel.CategoryMissing, 0},
		{"7 Ann Ann=bl1" + all + " Ben=hub", "1:hub+", wheel.WinningCategory, 0},
		{"1 Ann Ann=hub Ben=hub @B", "6:bl@B+", wheel.SameBox, 0},
		{"1 Ann Ann=hub Ben=hub", "6:bl@C+", wheel.NoSuchBox, 2},
		{"9 Ann- Ann=hub" + all + "# Ben=hub", "6:bl+", wheel.GameOver, 0},
		{"2 Ben- Ann=hub" + all + "# Ben=hub", "6:bl+", wheel.ChancesTaken, 0},
		{"1 Ann Ann=hub Ben=hub", "6:bl/bl@B+", 0, 0},
	} {
		s := position(t, e, test.before)
		a, want := action(t, e, test.action), rules.Refusal{}
		if test.want != 0 {
			want = rules.Refused(test.want, int32(a.Die), int32(s.Mover().Space), int32(a.Space), test.number)
		}
		if diff := cmp.Diff(want, e.Check(&s, a)); diff != "" {
			t.Errorf("%s | %s (-want +got):\n%s", test.before, test.action, diff)
		}
	}
	s := position(t, e, "1 Ann Ann=bl1 Ben=hub")
	a := wheel.Action{Die: 1, Category: 7, Answer: wheel.Right}
	if got := e.Check(&s, a).Reason; got != wheel.CategoryMismatch {
		t.Errorf("a seventh category in the hub: %d, want %d", got, wheel.CategoryMismatch)
	}
	if bl < 0 || gr < 0 || e.Board.ColourIndex("xx") != -1 {
		t.Error("ColourIndex is wrong")
	}
	for i, r := range wheel.Reasons[1:] {
		if r.Code == "" || r.Rule == "" {
			t.Errorf("reason %d has no name", i+1)
		}
	}
}

func TestDue(t *testing.T) {
	e := engine(t, "genus-iii-four-wedge")
	for _, test := range []struct {
		before, action string
		want           wheel.Mark
	}{
		{"1 Ann Ann=hub Ben=hub", "1:bl1+", wheel.RightMark},
		{"1 Ann Ann=hub Ben=hub", "6:bl+", wheel.WedgeMark},
		{"1 Ann Ann=hub/bl Ben=hub", "6:bl+", wheel.RightMark},
		{"1 Ann Ann=bl Ben=hub", "2:bl2or", wheel.NoMark},
		{"1 Ann Ann=bl1/bl,or,ye Ben=hub", "1:hub/bl+", wheel.RightMark},
		{"1 Ann Ann=bl1/bl,or,ye,pi Ben=hub", "1:hub/bl+", wheel.WinMark},
	} {
		s := position(t, e, test.before)
		if got := e.Due(&s, action(t, e, test.action)); got != test.want {
			t.Errorf("%s | %s: %d, want %d", test.before, test.action, got, test.want)
		}
	}
}

// TestTurns is about whose turn it may be, and how turns end without a roll.
func TestTurns(t *testing.T) {
	may := func(e *wheel.Engine, s *wheel.State) (who string) {
		for seat := range s.Seats {
			if e.MayTake(s, seat) {
				who += handles[seat][:1]
			}
		}
		return who
	}
	const won = "Ann=hub" + all + "#"
	for _, test := range []struct {
		rules, before string
		may           string // who may take the turn, by initial
		stop          bool   // whether the turn may be ended at will
		closed        string // the position after Close
	}{
		{"", "1 Ann Ann=hub Ben=hub Cleo=hub", "A", false, "2 Ben Ann=hub Ben=hub Cleo=hub"},
		{"", "4 Ben Ann=hub Ben=hub Cleo=hub", "B", false, "5 Cleo Ann=hub Ben=hub Cleo=hub"},
		{"", "4 Cleo+ Ann=hub Ben=hub Cleo=bl", "C", false, "5 Ann Ann=hub Ben=hub Cleo=bl"},
		{"stopping=never", "4 Ben+ Ann=hub Ben=bl Cleo=hub", "B", false, "5 Cleo Ann=hub Ben=bl Cleo=hub"},
		{"stopping=allowed", "4 Ben+ Ann=hub Ben=bl Cleo=hub", "B", true, "5 Cleo Ann=hub Ben=bl Cleo=hub"},
		{"stopping=allowed", "4 Ben Ann=hub Ben=bl Cleo=hub", "B", false, "5 Cleo Ann=hub Ben=bl Cleo=hub"},
		{"stopping=allowed", "4 Ben+ Ann=hub Ben=bl2or Cleo=hub", "B", false, "5 Cleo Ann=hub Ben=bl2or Cleo=hub"},
		{"", "2 Ben " + won + " Ben=hub Cleo=hub", "BC", false, "3 Cleo " + won + " Ben=hub Cleo=hub"},
		{"", "2 Ben+ " + won + " Ben=bl Cleo=hub", "B", false, "3 Cleo " + won + " Ben=bl Cleo=hub"},
		{"", "3 Cleo+ " + won + " Ben=bl Cleo=bl", "C", false, "3 Cleo- " + won + " Ben=bl Cleo=bl"},
		{"", "3 Cleo- " + won + " Ben=bl Cleo=bl", "", false, "3 Cleo- " + won + " Ben=bl Cleo=bl"},
		{"stopping=allowed", "3 Cleo- " + won + " Ben=bl Cleo=bl", "", false, "3 Cleo- " + won + " Ben=bl Cleo=bl"},
	} {
		e := engine(t, "master-1981", strings.Fields(test.rules)...)
		s := position(t, e, test.before)
		if got := may(e, &s); got != test.may {
			t.Errorf("%s | %s: may be taken by %q, want %q", test.rules, test.before, got, test.may)
		}
		if got := e.MayStop(&s); got != test.stop {
			t.Errorf("%s | %s: may stop: %v", test.rules, test.before, got)
		}
		e.Close(&s)
		if got := show(e, &s); got != test.closed {
			t.Errorf("%s | %s: closed\ngot  %s\nwant %s", test.rules, test.before, got, test.closed)
		}
	}
}

// TestChances plays the end of a game in which Ben won in the first turn of all.
func TestChances(t *testing.T) {
	e := engine(t, "master-1981")
	tail := " Dan=hub"
	won := position(t, e, "1 Ben+ Ann=hub Ben=bl1"+all+" Cleo=hub"+tail)
	e.Apply(&won, action(t, e, "1:hub/bl+"))
	const head = "Ann=hub Ben=hub" + all + "# Cleo=hub"
	for _, test := range []struct{ takers, want string }{
		{"", "2 Cleo " + head + " Dan=hub"},
		{"C", "3 Dan " + head + " Dan=hub"},
		{"CD", "4 Ann " + head + " Dan=hub"},
		{"CDA", "4 Ann- " + head + " Dan=hub"},
		{"D", "3 Ann " + head + " Dan=hub"}, // Cleo has declined
		{"DA", "3 Ann- " + head + " Dan=hub"},
		{"A", "2 Ann- " + head + " Dan=hub"},
		{"CA", "3 Ann- " + head + " Dan=hub"},
	} {
		s := won
		for _, initial := range test.takers {
			seat := uint8(strings.IndexRune("ABCD", initial))
			if !e.MayTake(&s, seat) {
				t.Errorf("%s: %c may not", test.takers, initial)
			}
			e.Take(&s, seat, s.Clock.Number)
			a := action(t, e, "1:bl1-")
			if r := e.Check(&s, a); r.Reason != 0 {
				t.Errorf("%s: %+v", test.takers, r)
			}
			e.Apply(&s, a)
			s.Tokens[seat].Space = wheel.Hub // back, to keep the table short
		}
		if got := show(e, &s); got != test.want {
			t.Errorf("%s\ngot  %s\nwant %s", test.takers, got, test.want)
		}
		for seat, initial := range "ABCD" {
			if strings.ContainsRune(test.takers, initial) && e.MayTake(&s, uint8(seat)) {
				t.Errorf("%s: %c may take a second chance", test.takers, initial)
			}
		}
	}
	s := won
	for _, number := range []int32{2, 7} {
		taken := position(t, e, "3 Cleo Ann=bl1"+all+" Ben=hub"+all+"# Cleo=hub"+tail)
		if before := taken; e.MayTake(&taken, 0) {
			t.Error("Ann may play though she has no chance")
		} else if e.Take(&taken, 0, number); taken != before {
			t.Errorf("Ann has got the turn: %s", show(e, &taken))
		}
	}
	e.Take(&s, 3, 2)
	if e.MayTake(&s, 2) {
		t.Error("Cleo's chance is not gone though Dan has taken his")
	}
}

// TestChancesOfThoseWhoLeave plays every course of turns and departures after a first-turn
// win. The turn never falls to a player who has left, and the game ends after at most one
// turn or departure of each player.
func TestChancesOfThoseWhoLeave(t *testing.T) {
	for _, tie := range []string{"shared", "none", "every-round"} {
		for _, direction := range []string{"clockwise", "counter-clockwise"} {
			e := engine(t, "master-1981", "first-turn-tie="+tie, "turn-direction="+direction)
			s := position(t, e, "1 Ben+ Ann=hub Ben=bl1"+all+" Cleo=hub Dan=hub")
			e.Apply(&s, action(t, e, "1:hub/bl+"))
			games := 0
			var play func(s wheel.State, depth int)
			play = func(s wheel.State, depth int) {
				if s.Clock.Phase == rules.Over {
					games++
					return
				}
				if depth == 0 || e.Left(&s, s.Clock.Seat) {
					t.Fatalf("%s, %s: %s", tie, direction, show(e, &s))
				}
				for seat := range s.Seats {
					if left := s; !e.Left(&s, seat) {
						if e.Leave(&left, seat); left.Fresh != 0 {
							t.Errorf("%s: a turn from before a player left may be taken up again", show(e, &left))
						}
						play(left, depth-1)
					}
				}
				e.Apply(&s, action(t, e, "1:bl1-"))
				play(s, depth-1)
			}
			if play(s, 6); games == 0 {
				t.Errorf("%s, %s: no game ended", tie, direction)
			}
		}
	}
}

// TestRounds plays two rounds under every-round: a win in the second may be tied by those
// who have had fewer turns, also when the turn that ended the first round was taken up again.
func TestRounds(t *testing.T) {
	e := engine(t, "master-1981", "first-turn-tie=every-round")
	s := position(t, e, "1 Ann Ann=bl1"+all+" Ben=bl1"+all+" Cleo=bl1"+all)
	miss, back, win := action(t, e, "2:bl3-"), action(t, e, "2:bl1-"), action(t, e, "1:hub/bl+")
	for range 3 {
		e.Apply(&s, miss)
	}
	e.Take(&s, 2, 3) // Cleo's line goes on
	e.Apply(&s, miss)
	for range 3 {
		e.Apply(&s, back)
	}
	e.Apply(&s, miss) // Ann's third turn
	e.Apply(&s, win)
	const want = "9 Cleo Ann=bl3" + all + " Ben=hub" + all + "# Cleo=bl1" + all
	if got := show(e, &s); got != want || e.MayTake(&s, 0) || !e.MayTake(&s, 2) {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	e.Apply(&s, win)
	if s.Clock.Phase != rules.Over || s.Winners != 0b110 {
		t.Errorf("Cleo has tied: %s", show(e, &s))
	}
}

// TestRoundsOfThoseWhoLeave: who leaves as the last of a round ends it, and a win in the next may be tied.
func TestRoundsOfThoseWhoLeave(t *testing.T) {
	e := engine(t, "master-1981", "first-turn-tie=every-round")
	s := position(t, e, "3 Cleo Ann=bl1"+all+" Ben=bl1"+all+" Cleo=bl1")
	e.Leave(&s, 2)
	e.Apply(&s, action(t, e, "1:hub/bl+"))
	const want = "4 Ben Ann=hub" + all + "# Ben=bl1" + all + " Cleo=out"
	if got := show(e, &s); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestSkip carries out actions whose space does not exist.
func TestSkip(t *testing.T) {
	e := engine(t, "master-1981")
	for _, test := range []struct{ before, action, after string }{
		{"1 Ann+ Ann=ye4 Ben=hub @A", "4:ye2pi", "1 Ann+ Ann=ye4 Ben=hub @A"}, // no question, so the box stays
		{"1 Ann+ Ann=ye4 Ben=hub @A", "4:ye5@B", "1 Ann+ Ann=ye4 Ben=hub @B"},
		{"1 Ann+ Ann=ye4 Ben=hub @A", "4:ye5-", "2 Ben Ann=ye4 Ben=hub"},
	} {
		s := position(t, e, test.before)
		a := action(t, e, test.action)
		a.Space = wheel.Space(wheel.MaxSpaces - 1)
		if e.Skip(&s, a); show(e, &s) != test.after {
			t.Errorf("%s | %s\ngot  %s\nwant %s", test.before, test.action, show(e, &s), test.after)
		}
	}
}

func TestTake(t *testing.T) {
	e := engine(t, "master-1981")
	s := position(t, e, "4 Ben+ Ann=hub Ben=bl Cleo=hub")
	for _, test := range []struct {
		seat   uint8
		number int32
		want   rules.Clock
	}{
		{1, 4, rules.Clock{Number: 4, Seat: 1, Phase: rules.Open}}, // the open turn goes on
		{1, 9, rules.Clock{Number: 9, Seat: 1, Phase: rules.Open}},
		{2, 5, rules.Clock{Number: 5, Seat: 2}},
		{0, 5, rules.Clock{Number: 5, Seat: 0}},
	} {
		s := s
		if e.Take(&s, test.seat, test.number); s.Clock != test.want {
			t.Errorf("%d takes turn %d: %+v, want %+v", test.seat, test.number, s.Clock, test.want)
		}
	}
}

func TestParsePositionErrors(t *testing.T) {
	for _, test := range []struct{ rules, text, want string }{
		{"", "", `a position begins with TURN WHO, such as "13 Ann"`},
		{"", "1", `a position begins with TURN WHO, such as "13 Ann"`},
		{"", "x Ann Ann=hub Ben=hub", `"x" is no turn number`},
		{"", "0 Ann Ann=hub Ben=hub", `"0" is no turn number`},
		{"", "-1 Ann Ann=hub Ben=hub", `"-1" is no turn number`},
		{"", "+1 Ann Ann=hub Ben=hub", `"+1" is no turn number`},
		{"", "1000000000 Ann Ann=hub Ben=hub", `"1000000000" is no turn number`},
		{"", "1 Cleo Ann=hub Ben=hub", `"Cleo" is not one of the players Ann, Ben`},
		{"", "1 + Ann=hub Ben=hub", `"" is not one of the players Ann, Ben`},
		{"", "1 Ann", `a position gives every player once, in seating order: Ann, Ben`},
		{"", "1 Ann Ann=hub", `a position gives every player once, in seating order: Ann, Ben`},
		{"", "1 Ann Ann=hub Ben=hub @A @B", `a position gives every player once, in seating order: Ann, Ben`},
		{"", "1 Ann Ben=hub Ann=hub", `"Ben=hub" must be Ann=SPACE (every player once, in seating order)`},
		{"", "1 Ann Ann Ben=hub", `"Ann" must be Ann=SPACE (every player once, in seating order)`},
		{"", "1 Ann Ann=hub\u00a0Ben=hub Ben=hub", "no space \"hub\\u00a0Ben=hub\" on this board"},
		{"", "1 Ann Ann=bl7 Ben=hub", `no space "bl7" on this board`},
		{"", "1 Ann Ann= Ben=hub", `no space "" on this board`},
		{"", "1 Ann Ann=hub!xx Ben=hub", `no space "xx" on this board`},
		{"", "1 Ann Ann=hub/ Ben=hub", `no wedge of colour ""`},
		{"", "1 Ann Ann=hub/bl,xx Ben=hub", `no wedge of colour "xx"`},
		{"", "1 Ann Ann=hub/bl,bl Ben=hub", `the wedge bl is given twice to Ann`},
		{"", "1 Ann Ann=hub Ben=hub @C", `"@C" is no box: boxes are A to B`},
		{"card-boxes=4", "1 Ann Ann=hub Ben=hub @E", `"@E" is no box: boxes are A to D`},
		{"card-boxes=1", "1 Ann Ann=hub Ben=hub @B", `contradiction: @B in a game with one box of cards`},
		{"", "2 Ben Ann=bl" + all + "# Ben=hub", `contradiction: Ann has won, but is not in the hub with enough wedges`},
		{"", "2 Ben Ann=hub/bl# Ben=hub", `contradiction: Ann has won, but is not in the hub with enough wedges`},
		{"headquarters-reentry=anytime", "2 Ben Ann=bl!bl Ben=hub", `contradiction: !bl: this variant has no such bar`},
		{"headquarters-reentry=after-question", "2 Ben Ann=hub" + all + "!hub Ben=hub", `contradiction: !hub: this variant has no such bar`},
		{"headquarters-reentry=after-question", "2 Ben Ann=bl!bl1 Ben=hub", `!bl1 is neither a headquarters nor the hub`},
		{"headquarters-reentry=after-question", "2 Ben Ann=bl/bl!bl Ben=hub", `contradiction: Ann is kept from bl, whose wedge it holds`},
		{"hub-reentry=after-question", "2 Ben Ann=hub/bl!hub Ben=hub", `contradiction: Ann is kept from the hub without the wedges that a winning question takes`},
		{"hub-reentry=after-question", "2 Ben Ann=hub" + all + "!hub# Ben=hub", `contradiction: Ann has won, and is kept from hub`},
		{"", "2 Ben- Ann=hub Ben=hub", `contradiction: the game is over (Ben-), but no player has won (#)`},
		{"", "3 Ann Ann=hub" + all + "# Ben=hub", `contradiction: a player has won, and Ann has no chance left to tie`},
		{"", "3 Ben Ann=hub" + all + "# Ben=hub", `contradiction: a player has won, and Ben has no chance left to tie`},
		{"", "2 Ann Ann=out Ben=hub", `contradiction: Ann has left, and is to roll`},
		{"", "2 Ben Ann=out Ben=hub", `contradiction: all but one have left, and the game goes on`},
		{"first-turn-tie=none", "2 Ben Ann=hub" + all + "# Ben=hub", `contradiction: a player has won, and Ben has no chance left to tie`},
	} {
		e := engine(t, "master-1981", strings.Fields(test.rules)...)
		_, err := e.ParsePosition(test.text, handles[:2])
		perr, ok := err.(*rules.PositionError)
		if !ok {
			t.Errorf("%s: %v, want a *PositionError", test.text, err)
			continue
		}
		got := perr.Message
		if perr.Contradiction {
			got = "contradiction: " + got
		}
		if got != test.want {
			t.Errorf("%s | %s\ngot  %s\nwant %s", test.rules, test.text, got, test.want)
		}
	}
}

// TestParsePosition: other ways to write a position, which is printed in one way only.
func TestParsePosition(t *testing.T) {
	e := engine(t, "genus-iii")
	for _, test := range []struct{ text, want string }{
		{"13 Ben+ Ann=bl3/bl,pi Ben=hub Cleo=bl2or/ye", "13 Ben+ Ann=bl3/bl,pi Ben=hub Cleo=bl2or/ye"},
		{"13 Ben+ Ann=bl3/pi,bl Ben=hub Cleo=or5bl/ye", "13 Ben+ Ann=bl3/bl,pi Ben=hub Cleo=bl2or/ye"},
		{" 1\tAnn   Ann=hub Ben=hub ", "1 Ann Ann=hub Ben=hub"},
		{"7 Ann Ann=gr!gr Ben=bl1/br,bl!or @B", "7 Ann Ann=gr!gr Ben=bl1/br,bl!or @B"},
		{"26 Ann- Ann=hub" + all + "# Ben=hub @A", "26 Ann- Ann=hub" + all + "# Ben=hub @A"},
		{"3 Ben Ann=out Ben=hub Cleo=bl2", "3 Ben Ann=out Ben=hub Cleo=bl2"},
	} {
		s := position(t, e, test.text)
		if got := show(e, &s); got != test.want {
			t.Errorf("%s\ngot  %s\nwant %s", test.text, got, test.want)
		}
	}
}

// TestFingerprints checks that rule points added since leave the fingerprints of the
// built-in variants as they were: logs name them.
func TestFingerprints(t *testing.T) {
	for name, want := range map[string]string{
		"master-1981":          "802c268b149a",
		"master-1981-open-hub": "17acec3b0de3",
		"genus-iii":            "7feb175fe242",
		"genus-iii-five-wedge": "4bed80775155",
		"genus-iii-four-wedge": "4159622d3dea",
		"heisey-mania":         "ff662d303904",
	} {
		if got := engine(t, name).Variant.Fingerprint; got != want {
			t.Errorf("%s has the fingerprint %s, not %s", name, got, want)
		}
	}
}
