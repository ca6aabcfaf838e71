package trouble

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/rules"
	"tpnote/rules/variant"
)

var library = variant.NewLibrary(Family)

// engineOf makes the engine of a built-in variant with some rule points set otherwise, as
// in "finish-entry=any".
func engineOf(t testing.TB, name string, sets ...string) *Engine {
	t.Helper()
	v, err := library.Open(name, ".")
	if err == nil {
		v, err = v.Set(sets...)
	}
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(v)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// handlesOf are the players of a position's text.
func handlesOf(position string) []string {
	var handles []string
	for _, field := range strings.Fields(position)[2:] {
		name, _, _ := strings.Cut(field, "=")
		handles = append(handles, name)
	}
	return handles
}

func parse(t testing.TB, e *Engine, position string) State {
	t.Helper()
	s, err := e.ParsePosition(position, handlesOf(position))
	if err != nil {
		t.Fatalf("%s: %v", position, err)
	}
	return s
}

// read turns "5:re3-re5" or "5:pass" into an action of the player to move.
func read(t testing.TB, e *Engine, s *State, word string) Action {
	t.Helper()
	die, move, _ := strings.Cut(word, ":")
	a := Pass(die[0] - '0')
	if move == "pass" {
		return a
	}
	from, to, _ := strings.Cut(move, "-")
	var okFrom, okTo bool
	colour := s.Colours[s.Clock.Seat]
	a.From, okFrom = e.Space(colour, from)
	a.To, okTo = e.Space(colour, to)
	if !okFrom || !okTo {
		t.Fatalf("no such spaces: %s", word)
	}
	return a
}

func write(e *Engine, s *State, handles []string) string {
	return string(e.AppendPosition(nil, s, handles))
}

// TestRulePoints plays words from a position under a rule point's value, each of which has
// to be refused with a code or to be legal (""). after is the position at the end, with
// what was illegal believed.
func TestRulePoints(t *testing.T) {
	const alone = "1 Red Red=home,home,home,home Blue=home,home,home,home"
	for _, tt := range []struct {
		set, from string
		play      string // words and the codes they raise: "6:home-re0 5:pass=must-move"
		after     string
	}{
		{"enter-on=6", alone, "6:home-re0", "1 Red+ Red=home,home,home,re0 Blue=home,home,home,home"},
		{"enter-on=6", alone, "1:home-re0=enter-face", "2 Blue Red=home,home,home,re0 Blue=home,home,home,home"},
		{"enter-on=1,6", alone, "1:home-re0", "2 Blue Red=home,home,home,re0 Blue=home,home,home,home"},
		{"enter-on=1,6", alone, "6:home-re0 1:home-re0=own-peg", "2 Blue Red=home,home,home,re0 Blue=home,home,home,home"},

		{"extra-pop-on=6", alone, "5:pass", "2 Blue Red=home,home,home,home Blue=home,home,home,home"},
		{"extra-pop-on=5,6", alone, "5:pass", "1 Red+ Red=home,home,home,home Blue=home,home,home,home"},
		{"extra-pop-on=", alone, "6:home-re0", "2 Blue Red=home,home,home,re0 Blue=home,home,home,home"},

		{"extra-pop-limit=none", alone, "6:home-re0 6:re0-re6 6:home-re0 6:re6-bl5", "1 Red+ Red=home,home,re0,bl5 Blue=home,home,home,home"},
		{"extra-pop-limit=1", alone, "6:home-re0 6:re0-re6", "2 Blue Red=home,home,home,re6 Blue=home,home,home,home"},
		{"extra-pop-limit=1", alone, "6:home-re0 5:re0-re5 6:home-bl0 5:bl0-bl5", "3 Red Red=home,home,home,re5 Blue=home,home,home,bl5"},
		{"extra-pop-limit=1", alone, "6:home-re0 6:re0-re6 6:home-bl0", "2 Blue+ Red=home,home,home,re6 Blue=home,home,home,bl0"},
		{"extra-pop-limit=0", alone, "6:home-re0", "2 Blue Red=home,home,home,re0 Blue=home,home,home,home"},
		{"extra-pop-limit=1", "1 Red+ Red=home,home,home,re0 Blue=home,home,home,home", "6:re0-re6", "2 Blue Red=home,home,home,re6 Blue=home,home,home,home"},
		{"extra-pop-limit=2", "1 Red+ Red=home,home,home,re0 Blue=home,home,home,home", "6:re0-re6", "1 Red+ Red=home,home,home,re6 Blue=home,home,home,home"},

		{"extra-pop-when-stuck=yes", "1 Red Red=re0,re6,f3,f4 Blue=home,home,home,home", "6:pass=must-move", "1 Red+ Red=re0,re6,f3,f4 Blue=home,home,home,home"},
		{"extra-pop-when-stuck=yes", "1 Red Red=home,re0,re6,f4 Blue=home,home,home,home", "6:re6-bl5 6:re0-re6", "1 Red+ Red=home,re6,bl5,f4 Blue=home,home,home,home"},
		{"extra-pop-when-stuck=yes", "1 Red Red=ye4,ye5,f3,f4 Blue=home,home,home,home", "6:pass", "1 Red+ Red=ye4,ye5,f3,f4 Blue=home,home,home,home"},
		{"extra-pop-when-stuck=no", "1 Red Red=ye4,ye5,f3,f4 Blue=home,home,home,home", "6:pass", "2 Blue Red=ye4,ye5,f3,f4 Blue=home,home,home,home"},
		{"extra-pop-when-stuck=no", "1 Red Red=home,ye5,f3,f4 Blue=home,home,home,home", "6:pass=must-move", "1 Red+ Red=home,ye5,f3,f4 Blue=home,home,home,home"},

		{"forced-move=yes", "1 Red Red=home,home,home,re0 Blue=home,home,home,home", "3:pass=must-move", "2 Blue Red=home,home,home,re0 Blue=home,home,home,home"},
		{"forced-move=no", "1 Red Red=home,home,home,re0 Blue=home,home,home,home", "6:pass 3:pass", "2 Blue Red=home,home,home,re0 Blue=home,home,home,home"},

		{"finish-entry=deepest", "1 Red Red=home,home,ye5,ye6 Blue=home,home,home,home", "4:ye6-f4", "2 Blue Red=home,home,ye5,f4 Blue=home,home,home,home"},
		{"finish-entry=deepest", "1 Red Red=home,home,ye5,ye6 Blue=home,home,home,home", "3:ye6-f3=finish-entry", "2 Blue Red=home,home,ye5,f3 Blue=home,home,home,home"},
		{"finish-entry=deepest", "1 Red Red=home,home,ye5,f4 Blue=home,home,home,home", "5:ye5-f4=own-peg", "2 Blue Red=home,home,ye5,f4 Blue=home,home,home,home"},
		{"finish-entry=any", "1 Red Red=home,home,ye5,f2 Blue=home,home,home,home", "5:ye5-f3=wrong-count", "2 Blue Red=home,home,f2,f3 Blue=home,home,home,home"},
		{"finish-entry=any", "1 Red Red=home,home,ye5,f2 Blue=home,home,home,home", "5:ye5-f4", "2 Blue Red=home,home,f2,f4 Blue=home,home,home,home"},
		{"finish-entry=any-no-passing", "1 Red Red=home,home,ye5,f2 Blue=home,home,home,home", "5:ye5-f4=finish-entry", "2 Blue Red=home,home,f2,f4 Blue=home,home,home,home"},
		{"finish-entry=any-no-passing", "1 Red Red=home,home,ye5,f2 Blue=home,home,home,home", "2:ye5-f1", "2 Blue Red=home,home,f1,f2 Blue=home,home,home,home"},

		{"finish-moves=yes", "1 Red Red=home,home,f2,f4 Blue=home,home,home,home", "1:f2-f3", "2 Blue Red=home,home,f3,f4 Blue=home,home,home,home"},
		{"finish-moves=yes", "1 Red Red=home,home,f1,f4 Blue=home,home,home,home", "1:f1-f2=finish-entry", "2 Blue Red=home,home,f2,f4 Blue=home,home,home,home"},
		{"finish-moves=yes", "1 Red Red=home,home,f3,f4 Blue=home,home,home,home", "1:f4-f2=finish-move", "2 Blue Red=home,home,f2,f3 Blue=home,home,home,home"},
		{"finish-moves=yes", "1 Red Red=home,home,f2,f3 Blue=home,home,home,home", "1:f3-f1=finish-move", "2 Blue Red=home,home,f1,f2 Blue=home,home,home,home"},
		{"finish-moves=yes", "1 Red Red=home,home,f2,f3 Blue=home,home,home,home", "4:f3-re0=finish-move", "2 Blue Red=home,home,re0,f2 Blue=home,home,home,home"},
		{"finish-moves=no", "1 Red Red=home,home,f2,f4 Blue=home,home,home,home", "1:f2-f3=finish-move", "2 Blue Red=home,home,f3,f4 Blue=home,home,home,home"},
		{"finish-moves=no", "1 Red Red=home,home,f2,f4 Blue=home,home,home,home", "1:pass", "2 Blue Red=home,home,f2,f4 Blue=home,home,home,home"},

		{"start-safe=no", "1 Red Red=home,home,home,re4 Blue=home,home,home,bl0", "3:re4-bl0", "2 Blue Red=home,home,home,bl0 Blue=home,home,home,home"},
		{"start-safe=yes", "1 Red Red=home,home,home,re4 Blue=home,home,home,bl0", "3:re4-bl0=start-safe", "2 Blue Red=home,home,home,bl0 Blue=home,home,home,home"},
		{"start-safe=yes", "1 Red Red=home,home,home,re4 Blue=home,home,home,bl1", "4:re4-bl1", "2 Blue Red=home,home,home,bl1 Blue=home,home,home,home"},
		{"start-safe=yes", "1 Red Red=home,home,home,home Blue=home,home,home,re0", "6:home-re0", "1 Red+ Red=home,home,home,re0 Blue=home,home,home,home"},

		{"turn-direction=clockwise", "7 Blue Red=home,home,home,home Blue=home,home,home,home Green=home,home,home,home", "1:pass", "8 Green Red=home,home,home,home Blue=home,home,home,home Green=home,home,home,home"},
		{"turn-direction=counter-clockwise", "7 Blue Red=home,home,home,home Blue=home,home,home,home Green=home,home,home,home", "1:pass 1:pass", "9 Green Red=home,home,home,home Blue=home,home,home,home Green=home,home,home,home"},
		{"turn-direction=clockwise", "7 Red Red=home,home,home,home Blue=f1,f2,f3,f4#1 Green=home,home,home,home", "1:pass", "8 Green Red=home,home,home,home Blue=f1,f2,f3,f4#1 Green=home,home,home,home"},

		{"home-tries=1", alone, "3:pass 3:pass", "3 Red Red=home,home,home,home Blue=home,home,home,home"},
		{"home-tries=3", alone, "3:pass 4:pass", "1 Red+ Red=home,home,home,home Blue=home,home,home,home"},
		{"home-tries=3", alone, "3:pass 4:pass 5:pass", "2 Blue Red=home,home,home,home Blue=home,home,home,home"},
		{"home-tries=3", alone, "3:pass 6:home-re0 5:re0-re5 1:pass", "2 Blue+ Red=home,home,home,re5 Blue=home,home,home,home"},
		{"home-tries=3", alone, "3:pass 3:pass 3:pass 3:pass 3:pass 3:pass", "3 Red Red=home,home,home,home Blue=home,home,home,home"},
		{"home-tries=2", "1 Red+ Red=home,home,f3,f4 Blue=home,home,home,home", "3:pass", "2 Blue Red=home,home,f3,f4 Blue=home,home,home,home"},  // one try has been used
		{"home-tries=2", "1 Red Red=home,home,ye6,f4 Blue=home,home,home,home", "5:pass", "2 Blue Red=home,home,ye6,f4 Blue=home,home,home,home"}, // a peg is out

		{"own-landing=never", "1 Red Red=home,home,re2,re5 Blue=home,home,home,home", "3:re2-re5=own-peg", "2 Blue Red=home,home,re2,re5 Blue=home,home,home,home"},
		{"own-landing=sends-home", "1 Red Red=home,home,re2,re5 Blue=home,home,home,home", "3:re2-re5", "2 Blue Red=home,home,home,re5 Blue=home,home,home,home"},
		{"own-landing=sends-home", "1 Red Red=home,home,re0,re5 Blue=home,home,home,home", "6:home-re0=own-peg", "1 Red+ Red=home,home,re0,re5 Blue=home,home,home,home"},
		{"own-landing=sends-home", "1 Red Red=home,home,ye6,f4 Blue=home,home,home,home", "4:ye6-f4=own-peg", "2 Blue Red=home,home,ye6,f4 Blue=home,home,home,home"},

		{"play-on=optional", "7 Red Red=ye6,f2,f3,f4 Blue=home,home,home,home Green=home,home,home,home", "1:ye6-f1", "8 Blue Red=f1,f2,f3,f4#1 Blue=home,home,home,home Green=home,home,home,home"},
		{"play-on=no", "7 Red Red=ye6,f2,f3,f4 Blue=home,home,home,home Green=home,home,home,home", "1:ye6-f1 1:pass=game-over", "7 Red- Red=f1,f2,f3,f4#1 Blue=home,home,home,home Green=home,home,home,home"},
		{"play-on=optional", "7 Red Red=bl0,f2,f3,f4 Blue=f1,f2,f3,f4#1 Green=home,home,home,home", "6:bl0-bl6", "7 Red+ Red=bl6,f2,f3,f4 Blue=f1,f2,f3,f4#1 Green=home,home,home,home"},
		{"play-on=optional", "7 Red Red=ye2,f2,f3,f4 Blue=f1,f2,f3,f4#1 Green=home,home,home,home", "6:ye2-f2=own-peg 5:ye2-f1", "7 Red- Red=f1,f2,f3,f4#2 Blue=f1,f2,f3,f4#1 Green=home,home,home,home"},
		{"play-on=optional", "7 Red Red=ye1,f2,f3,f4 Blue=home,home,home,home Green=home,home,home,home", "6:ye1-f1", "8 Blue Red=f1,f2,f3,f4#1 Blue=home,home,home,home Green=home,home,home,home"},
		{"players=1-4", "7 Red Red=ye2,f2,f3,f4", "5:ye2-f1", "7 Red- Red=f1,f2,f3,f4#1"},

		// No rule point, but the movement that all have in common.
		{"players=2-4", "7 Red Red=home,home,re0,re2 Blue=home,home,home,re3", "2:re0-re2=own-peg", "8 Blue Red=home,home,re0,re2 Blue=home,home,home,re3"},
		{"players=2-4", "7 Red Red=home,home,re0,re2 Blue=home,home,home,re3", "3:re0-re3", "8 Blue Red=home,home,re2,re3 Blue=home,home,home,home"},
		{"players=2-4", "7 Red Red=home,home,home,re0 Blue=home,home,home,re3", "4:re0-re3=wrong-count", "8 Blue Red=home,home,home,re3 Blue=home,home,home,home"},
		{"players=2-4", "7 Red Red=home,home,home,re0 Blue=home,home,home,re3", "4:re3-bl0=no-peg", "8 Blue Red=home,home,home,re0 Blue=home,home,home,re3"},
		{"players=2-4", "7 Red Red=re0,re2,re4,re6 Blue=home,home,home,re3", "6:home-re0=no-peg", "7 Red+ Red=re0,re2,re4,re6 Blue=home,home,home,re3"},
		{"players=2-4", "7 Red Red=home,home,home,ye4 Blue=home,home,home,re3", "6:ye4-re3=past-start", "7 Red+ Red=home,home,home,re3 Blue=home,home,home,home"},
		{"players=2-4", "7 Red Red=home,home,home,re6 Blue=home,home,home,re3", "4:re6-f4=foreign-finish", "8 Blue Red=home,home,home,f4 Blue=home,home,home,re3"},
		{"players=2-4", "7 Red Red=home,home,home,re0 Blue=home,home,home,re3", "2:re0-re0=wrong-count", "8 Blue Red=home,home,home,re0 Blue=home,home,home,re3"},
	} {
		t.Run(tt.set+" "+tt.play, func(t *testing.T) {
			e := engineOf(t, "trouble-official", tt.set)
			s := parse(t, e, tt.from)
			for word := range strings.FieldsSeq(tt.play) {
				word, want, _ := strings.Cut(word, "=")
				a := read(t, e, &s, word)
				got := ""
				if r := e.Check(&s, a); r.Reason != 0 {
					got = Reasons[r.Reason].Code
				}
				if got != want {
					t.Errorf("%s from %s: %q, want %q", word, write(e, &s, handlesOf(tt.from)), got, want)
				}
				if s.Clock.Phase != rules.Over {
					e.Apply(&s, a)
				}
			}
			if diff := cmp.Diff(tt.after, write(e, &s, handlesOf(tt.from))); diff != "" {
				t.Errorf("position (-want +got):\n%s", diff)
			}
		})
	}
}

// TestRefusals checks the arguments for the message of a refusal.
func TestRefusals(t *testing.T) {
	const red, blue = 0, 1
	for _, tt := range []struct {
		variant, set, from, word string
		want                     rules.Refusal
	}{
		{"trouble-official", "players=2-4", "7 Red Red=home,home,re0,re2 Blue=home,home,home,re3", "3:pass", rules.Refusal{Reason: MustMove, Args: [4]int32{3, 1, 4}}},
		{"trouble-official", "players=2-4", "7 Red Red=home,home,re0,re2 Blue=home,home,home,re3", "1:re3-re4", rules.Refusal{Reason: NoPeg, Args: [4]int32{1, 4, 5, 1 + blue}}},
		{"trouble-official", "players=2-4", "7 Red Red=home,home,re0,re2 Blue=home,home,home,re3", "1:re5-re6", rules.Refusal{Reason: NoPeg, Args: [4]int32{1, 6, 7, 0}}},
		{"trouble-official", "players=2-4", "7 Red Red=home,home,re0,re2 Blue=home,home,home,re3", "2:home-re0", rules.Refusal{Reason: EnterFace, Args: [4]int32{2, 0, 1}}},
		{"trouble-official", "players=2-4", "7 Red Red=home,home,re1,re2 Blue=home,home,home,re3", "6:home-re3", rules.Refusal{Reason: WrongCount, Args: [4]int32{6, 0, 4, 1}}},
		{"trouble-official", "players=2-4", "7 Red Red=home,home,re1,re2 Blue=home,home,home,re3", "6:home-re5", rules.Refusal{Reason: WrongCount, Args: [4]int32{6, 0, 6, 1}}},
		{"trouble-official", "players=2-4", "7 Red Red=home,home,re0,re2 Blue=home,home,home,re3", "4:re2-f1", rules.Refusal{Reason: FinishCount, Args: [4]int32{4, 3, 29, 7}}},
		{"trouble-official", "players=2-4", "7 Red Red=home,home,re0,ye6 Blue=home,home,home,re3", "6:ye6-f4", rules.Refusal{Reason: FinishCount, Args: [4]int32{6, 28, 32, 0}}},
		{"trouble-official", "players=2-4", "7 Red Red=home,home,re0,ye6 Blue=home,home,home,re3", "6:ye6-re5", rules.Refusal{Reason: PastStart, Args: [4]int32{6, 28, 6, 0}}},
		{"trouble-official", "players=2-4", "7 Red Red=home,home,re0,ye6 Blue=home,home,home,re3", "2:ye6-re1", rules.Refusal{Reason: PastStart, Args: [4]int32{2, 28, 2, 30}}},
		{"trouble-official", "players=2-4", "7 Red Red=home,home,re0,re5 Blue=home,home,home,re3", "3:re5-f2", rules.Refusal{Reason: ForeignFinish, Args: [4]int32{3, 6, 30, blue}}},
		{"trouble-official", "players=2-4", "7 Red Red=home,home,re0,re2 Blue=home,home,home,re3", "2:re0-re2", rules.Refusal{Reason: OwnPeg, Args: [4]int32{2, 1, 3}}},
		{"trouble-official", "players=2-4", "7 Red Red=home,home,re0,re2 Blue=home,home,home,re3", "2:re2-re0", rules.Refusal{Reason: Backward, Args: [4]int32{2, 3, 1, 5}}},
		{"trouble-official", "players=2-4", "7 Red Red=home,home,re0,re2 Blue=home,home,home,re3", "3:re0-ye4", rules.Refusal{Reason: Backward, Args: [4]int32{3, 1, 26, 4}}},
		{"trouble-official", "players=2-4", "7 Red Red=home,home,re0,ye5 Blue=home,home,home,re3", "3:ye5-ye6", rules.Refusal{Reason: FinishCount, Args: [4]int32{3, 27, 28, 30}}},
		{"trouble-official", "players=2-4", "2 Red Red=home,home,home,home Blue=home,home,home,home", "2:home-re0", rules.Refusal{Reason: EnterFirst, Args: [4]int32{2, 0, 1}}},
		{"trouble-official", "players=2-4", "7 Red Red=home,home,re0,re2 Blue=home,home,home,re3", "6:home-re0", rules.Refusal{Reason: OwnStart, Args: [4]int32{6, 0, 1}}},
		{"trouble-official", "players=2-4", "7 Red Red=home,home,ye6,f4 Blue=home,home,home,re3", "4:ye6-f4", rules.Refusal{Reason: OwnFinish, Args: [4]int32{4, 28, 32}}},
		{"trouble-official", "start-safe=yes", "7 Red Red=home,home,home,re2 Blue=home,home,home,bl0", "5:re2-bl0", rules.Refusal{Reason: SafeStart, Args: [4]int32{5, 3, 8, blue}}},
		{"trouble-official", "players=2-4", "7 Red Red=home,home,ye6,f4 Blue=home,home,home,re3", "2:ye6-f2", rules.Refusal{Reason: FinishEntry, Args: [4]int32{2, 28, 30, 31}}},
		{"trouble-classic", "finish-entry=any-no-passing", "7 Red Red=home,home,ye6,f2 Blue=home,home,home,re3", "3:ye6-f3", rules.Refusal{Reason: FinishPassing, Args: [4]int32{3, 28, 31, 30}}},
		{"trouble-classic", "players=2-4", "7 Red Red=home,home,ye6,f2 Blue=home,home,home,re3", "1:f2-f1", rules.Refusal{Reason: FinishBack, Args: [4]int32{1, 30, 29}}},
		{"trouble-classic", "players=2-4", "7 Red Red=home,home,ye6,f2 Blue=home,home,home,re3", "1:f2-f2", rules.Refusal{Reason: FinishBack, Args: [4]int32{1, 30, 30}}},
		{"trouble-classic", "players=2-4", "7 Red Red=home,home,ye6,f2 Blue=home,home,home,re3", "1:f2-f4", rules.Refusal{Reason: FinishCount, Args: [4]int32{1, 30, 32, 31}}},
		{"trouble-spec", "players=2-4", "7 Red Red=home,home,ye6,f2 Blue=home,home,home,re3", "1:f2-f3", rules.Refusal{Reason: FinishStays, Args: [4]int32{1, 30, 31}}},
		{"trouble-official", "play-on=no", "7 Red- Red=f1,f2,f3,f4#1 Blue=home,home,home,re3", "1:pass", rules.Refusal{Reason: GameOver}},
	} {
		t.Run(tt.word+" "+tt.from, func(t *testing.T) {
			e := engineOf(t, tt.variant, tt.set)
			s := parse(t, e, tt.from)
			if diff := cmp.Diff(tt.want, e.Check(&s, read(t, e, &s, tt.word))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}

	e := engineOf(t, "trouble-official")
	s := parse(t, e, "7 Blue Red=f1,f2,f3,f4#1 Blue=home,home,home,re3 Green=home,home,home,home")
	e.Take(&s, red, 7)
	if diff := cmp.Diff(rules.Refusal{Reason: Finished, Args: [4]int32{1, 31, 32}}, e.Check(&s, read(t, e, &s, "1:f3-f4"))); diff != "" {
		t.Errorf("a finished colour (-want +got):\n%s", diff)
	}
	if r := e.Check(&s, Pass(0)); r.Reason != WrongCount {
		t.Errorf("a die without a face: %v", r)
	}
}

// faultOf is "", "malformed" or "illegal", with the message's beginning.
func TestStart(t *testing.T) {
	e := engineOf(t, "trouble-official")
	for players, want := range map[int]string{
		1: "1 Red Red=home,home,home,home",
		2: "1 Red Red=home,home,home,home Green=home,home,home,home",
		3: "1 Red Red=home,home,home,home Blue=home,home,home,home Green=home,home,home,home",
		4: "1 Red Red=home,home,home,home Blue=home,home,home,home Green=home,home,home,home Yellow=home,home,home,home",
	} {
		s := e.Start(players)
		if got := write(e, &s, handlesOf(want)); got != want {
			t.Errorf("%d players: %s, want %s", players, got, want)
		}
		if s != parse(t, e, want) {
			t.Errorf("%d players: the text is read otherwise", players)
		}
	}
}

func TestPositionErrors(t *testing.T) {
	handles := []string{"Red", "Blue", "Green"}
	const others = " Blue=home,home,home,home Green=home,home,home,home"
	for _, tt := range []struct {
		text          string
		contradiction bool
		message       string
	}{
		{"7 Red", false, "every player once"},
		{"0 Red Red=home,home,home,home" + others, false, "no turn number"},
		{"7 Pink Red=home,home,home,home" + others, false, "not one of the players"},
		{"7 Red Blue=home,home,home,home Red=home,home,home,home Green=home,home,home,home", false, "must be Red="},
		{"7 Red Red=home,home,home" + others, false, "3 pegs here, and 4 in the game"},
		{"7 Red Red=home,home,home,home,home" + others, false, "5 pegs here, and 4 in the game"},
		{"7 Red Red=home,home,home,re7" + others, false, `no space "re7"`},
		{"7 Red Red=home,home,home,f5" + others, false, `no space "f5"`},
		{"7 Red Red=home,home,home,re03" + others, false, `no space "re03"`},
		{"7 Red Red=home,home,home," + others, false, `no space ""`},
		{"7 Red Red=f1,f2,f3,f4#" + others, false, "is not a place"},
		{"7 Red Red=f1,f2,f3,f4#0" + others, false, "is not a place"},
		{"7 Red Red=f1,f2,f3,f4#4" + others, false, "is not a place"},
		{"7 Red Red=f1,f2,f3,f4#01" + others, false, "is not a place"},
		{"7 Red Red=home,home,re3,re3" + others, true, "two pegs on re3"},
		{"7 Red Red=home,home,f3,f3" + others, true, "two pegs on f3"},
		{"7 Red Red=home,home,home,re3 Blue=home,home,home,re3 Green=home,home,home,home", true, "both have a peg on re3"},
		{"7 Blue Red=f1,f2,f3,f4" + others, true, "no place (#)"},
		{"7 Blue Red=home,f2,f3,f4#1" + others, true, "not all its pegs"},
		{"7 Blue Red=f1,f2,f3,f4#2" + others, true, "place #1 is taken 0 times"},
		{"7 Green Red=f1,f2,f3,f4#1 Blue=f1,f2,f3,f4#1 Green=home,home,home,home", true, "place #1 is taken 2 times"},
		{"7 Red Red=f1,f2,f3,f4#1" + others, true, "has finished and cannot pop"},
		{"7 Red- Red=f1,f2,f3,f4#1" + others, true, "not decided"},
		{"7 Red- Red=home,home,home,home" + others, true, "not decided"},
		{"7 Green Red=f1,f2,f3,f4#1 Blue=f1,f2,f3,f4#2 Green=home,home,home,home", true, "already decided"},
		{"7 Red- Red=f1,f2,f3,f4#1 Blue=f1,f2,f3,f4#2 Green=home,home,home,home", true, "its last turn was not"},
		{"7 Green- Red=f1,f2,f3,f4#1 Blue=f1,f2,f3,f4#2 Green=f1,f2,f3,f4#3", true, "already decided"},
	} {
		_, err := engineOf(t, "trouble-official").ParsePosition(tt.text, handles)
		var wrong *rules.PositionError
		switch {
		case !errors.As(err, &wrong):
			t.Errorf("%s: %v", tt.text, err)
		case wrong.Contradiction != tt.contradiction || !strings.Contains(wrong.Message, tt.message):
			t.Errorf("%s: contradiction %t, %s; want %t, %s", tt.text, wrong.Contradiction, wrong.Message, tt.contradiction, tt.message)
		}
	}
	_, err := engineOf(t, "trouble-official", "extra-pop-limit=0").ParsePosition("7 Red+ Red=home,home,home,re3"+others, handles)
	if err == nil {
		t.Error("a turn goes on, though there are no extra pops")
	}
	// The order of the pegs in the text does not matter.
	e := engineOf(t, "trouble-official")
	if a, b := parse(t, e, "7 Red Red=f4,re3,home,ye6"), parse(t, e, "7 Red Red=home,re3,ye6,f4"); a != b {
		t.Error("the order of pegs makes another position")
	}
}

func TestRanking(t *testing.T) {
	for _, tt := range []struct {
		set, position string
		want          []uint8
		finished      bool
	}{
		{"play-on=optional", "7 Red Red=home,home,home,home Blue=home,home,home,home", nil, false},
		{"play-on=optional", "7 Blue- Red=home,home,home,home Blue=f1,f2,f3,f4#1", []uint8{1, 0}, true},
		{"play-on=required", "7 Red Red=home,home,home,home Blue=f1,f2,f3,f4#1 Green=home,home,home,home", []uint8{1}, false},
		{"play-on=required", "7 Green- Red=home,home,home,home Blue=f1,f2,f3,f4#1 Green=f1,f2,f3,f4#2", []uint8{1, 2, 0}, true},
		{"play-on=no", "7 Blue- Red=home,home,home,home Blue=f1,f2,f3,f4#1", []uint8{1}, true},
		{"play-on=optional", "7 Red Red=home,home,home,home Blue=f1,f2,f3,f4#1 Green=home,home,home,home", []uint8{1}, true},
		{"play-on=optional", "7 Green- Red=home,home,home,home Blue=f1,f2,f3,f4#1 Green=f1,f2,f3,f4#2", []uint8{1, 2, 0}, true},
	} {
		e := engineOf(t, "trouble-official", tt.set)
		s := parse(t, e, tt.position)
		if got := e.Ranking(nil, &s); !cmp.Equal(got, tt.want) || e.Finished(&s) != tt.finished {
			t.Errorf("%s %s: %v %t, want %v %t", tt.set, tt.position, got, e.Finished(&s), tt.want, tt.finished)
		}
	}
}

func TestTurns(t *testing.T) {
	e := engineOf(t, "trouble-official", "extra-pop-limit=2")
	s := parse(t, e, "7 Red+ Red=home,home,home,re0 Blue=home,home,home,home Green=home,home,home,home")
	open := s
	if e.MayTake(&s, 1) || !e.MayTake(&s, 0) || e.MayStop(&s) || *e.Turn(&s) != s.Clock {
		t.Error("the turn under way is Red's, who may not stop")
	}
	e.Take(&s, 0, 8)
	if s.Clock != (rules.Clock{Number: 8, Seat: 0, Phase: rules.Open}) || s.Extra != 1 {
		t.Errorf("the turn goes on: %+v", s)
	}
	e.Take(&s, 2, 9)
	if s.Clock != (rules.Clock{Number: 9, Seat: 2, Phase: rules.Due}) || s.Extra != 0 {
		t.Errorf("another turn: %+v", s)
	}
	e.Close(&s)
	if s.Clock != (rules.Clock{Number: 10, Seat: 0, Phase: rules.Due}) {
		t.Errorf("closed: %+v", s)
	}
	known := open
	known.Extra = 2
	if e.Shown(known) != e.Shown(open) || e.Adopt(open, known) != known || e.Adopt(open, s) != open {
		t.Error("extra pops used are hidden, and kept in the same turn")
	}
	s = parse(t, e, "7 Red- Red=f1,f2,f3,f4#1 Blue=home,home,home,home")
	over := s
	if e.Close(&s); s != over || e.MayTake(&s, 0) || e.MayTake(&s, 1) || len(e.Legal(nil, &s)) != 0 {
		t.Error("the game is over, and goes on")
	}
}

func TestBoards(t *testing.T) {
	const head = "variant: x\nextends: trouble-official\n"
	for _, tt := range []struct{ yaml, want string }{
		{"board: {colours: [Red, Blue, Red, Yellow]}\n", "the colour Red is given twice"},
		{"board: {colours: [Red, Blue, Black, Yellow]}\n", "Blue and Black would both be bl"},
		{"board: {colours: [Red, Blue, Black, Yellow]}\ncolours: {bk: Black}\n", ""},
		{"board: {colours: [Red, Blue, Black, Yellow]}\ncolours: {re: Black}\n", "Red and Black would both be re"},
		{"board: {colours: [Red, Blue, Green, Yellow, Pink, Orange]}\nrules: {players: 2-6}\n", ""},
		{"board: {colours: [Red, Blue, Green]}\n", "players goes up to 4, but the board has only 3 colours"},
		{"board: {colours: [Red, Blue, Green, Él]}\n", "two of the letters a to z"},
		{"board: {colours: [Red, Blue, Green, Él]}\ncolours: {el: Él}\n", ""},
		{"board: {finish: 3}\n", "a FINISH of 3 spaces cannot take 4 pegs"},
		{"board: {finish: 8, pegs: 8, quarter: 24, colours: [Aa, Bb, Cc, Dd, Ee, Ff, Gg, Hh]}\n", ""},
		{"rules: {enter-on: []}\n", "enter-on: without a face"},
	} {
		v, err := library.Parse("x.yaml", []byte(head+tt.yaml), nil)
		if err == nil {
			_, err = New(v)
		}
		switch {
		case tt.want == "" && err != nil, tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
			t.Errorf("%s%v; want %q", tt.yaml, err, tt.want)
		case err != nil && !strings.Contains(err.Error(), ".yaml:"):
			t.Errorf("%v blames no line", err)
		}
	}
}

// TestBuiltin resolves every built-in variant, and asks of each value what the rulebooks
// have to say to it.
func TestBuiltin(t *testing.T) {
	for _, name := range library.Builtin() {
		e := engineOf(t, name)
		for i, s := range e.Variant.Settings {
			if len(s.Cites) == 0 || s.Standing == variant.House {
				t.Errorf("%s: %s has standing %q and cites %v", name, Family.Points[i].Name, s.Standing, s.Cites)
			}
		}
	}
	if diff := cmp.Diff([]string{"trouble-classic", "trouble-official", "trouble-spec"}, library.Builtin()); diff != "" {
		t.Errorf("built-in variants (-want +got):\n%s", diff)
	}
	for i, r := range Reasons[1:] {
		if r.Code == "" || r.Rule == "" {
			t.Errorf("reason %d has no code or no rule", i+1)
		}
	}
}

func TestNoAllocation(t *testing.T) {
	e := engineOf(t, "trouble-official")
	start := parse(t, e, "7 Red Red=home,re0,bl3,f4 Blue=home,home,bl5,gr0 Green=home,home,re3,ye0 Yellow=home,home,home,re4")
	a, pass := read(t, e, &start, "3:re0-re3"), Pass(6)
	var buf []Action
	buf = e.Legal(buf, &start)
	text := e.AppendPosition(nil, &start, e.Colours)
	if n := testing.AllocsPerRun(100, func() {
		s := start
		e.Check(&s, a)
		e.Apply(&s, a)
		e.Check(&s, pass)
		e.Apply(&s, pass)
		buf = e.Legal(buf[:0], &s)
		text = e.AppendPosition(text[:0], &s, e.Colours)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestFingerprints checks that rule points added since leave the fingerprints of the
// built-in variants as they were: logs name them.
func TestFingerprints(t *testing.T) {
	for name, want := range map[string]string{
		"trouble-official": "6cf527529e25",
		"trouble-spec":     "5e4ac9e06d00",
		"trouble-classic":  "7321e4c8435a",
	} {
		if got := engineOf(t, name).Variant.Fingerprint; got != want {
			t.Errorf("%s has the fingerprint %s, not %s", name, got, want)
		}
	}
}
