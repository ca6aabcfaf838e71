package terminal

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/draw"
	"tpnote/verify/games"
	"tpnote/verify/view"
)

func film(t testing.TB, path string) *view.Film {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../testdata", path))
	if err != nil {
		t.Fatal(err)
	}
	return shoot(t, string(text), ".")
}

func shoot(t testing.TB, text, dir string) *view.Film {
	t.Helper()
	game, _ := notation.CutGame([]byte(text), 1)
	f, err := view.Shoot(verify.Options{Games: games.All}, "test.log", dir, game)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// keys presses keys: one a letter, or a named one in brackets, as in "n[right]".
func keys(t *testing.T, m Stepper, text string) Stepper {
	t.Helper()
	named := map[string]rune{"right": tea.KeyRight, "left": tea.KeyLeft, "home": tea.KeyHome, "end": tea.KeyEnd, "enter": tea.KeyEnter, "esc": tea.KeyEscape, "space": tea.KeySpace, "down": tea.KeyDown, "up": tea.KeyUp}
	for text != "" {
		key := tea.KeyPressMsg{Code: rune(text[0]), Text: text[:1]}
		if name, rest, found := strings.Cut(strings.TrimPrefix(text, "["), "]"); text[0] == '[' && found {
			key = tea.KeyPressMsg{Code: named[name]}
			text = rest
		} else {
			text = text[1:]
		}
		next, _ := m.Update(key)
		m = next.(Stepper)
	}
	return m
}

func TestStepperKeys(t *testing.T) {
	start := NewStepper(film(t, "lessons/genus-iii.log"), false, draw.TextOptions{ASCII: true})
	tests := []struct{ keys, shows string }{
		{"", "Everybody starts in the hub"},
		{"[right]", "rolls 6 to br"},
		{"[right][right][left]", "rolls 6 to br"},
		{"[end]", "wins the game"},
		{"[end][home]", "Everybody"},
		{"n", "headquarters-reentry"},
		{"nn", "exact count"},
		{"nnn", "headquarters-reentry"}, // round the end
		{"l", "With the roll that follows"},
		{"wq9[enter]", "malformed"},
		{"w4:bl3+[enter]", "does not reach"},
		{"w4:bl4+[enter]", "is legal here"},
		{"w[esc][right]", "rolls 6 to br"},
		{"/wild card[enter]", "rolls 6 to bl"}, // in the comment after the turn
		{"/overshoots[enter]", "not found"},
		{"?", "why is a move not legal"},
		{"?[esc]", "Everybody"},
	}
	for _, test := range tests {
		got := keys(t, start, test.keys).screen()
		flat := strings.Join(strings.Fields(got), " ")
		for _, word := range strings.Fields(test.shows) {
			if !strings.Contains(flat, word) {
				t.Errorf("after %q the screen lacks %q:\n%s", test.keys, test.shows, got)
				break
			}
		}
	}
}

func TestStepperSearch(t *testing.T) {
	m := keys(t, NewStepper(film(t, "lessons/trouble.log"), false, draw.TextOptions{}), "/CONTRADICTION[enter]")
	if link := m.film.Moments[m.at].Link; link != "23.1" {
		t.Errorf("found %s", link)
	}
	if m = keys(t, m, "/[enter]"); m.film.Moments[m.at].Link != "26.1" {
		t.Errorf("found %s next", m.film.Moments[m.at].Link)
	}
}

func TestStepperQuits(t *testing.T) {
	m := NewStepper(film(t, "lessons/trouble.log"), false, draw.TextOptions{})
	for _, key := range []tea.KeyPressMsg{{Code: 'q', Text: "q"}, {Code: 'c', Mod: tea.ModCtrl}} {
		if _, cmd := m.Update(key); cmd == nil {
			t.Errorf("%s does not quit", key)
		}
	}
}

// TestStepperFits holds that the screen is never larger than the window.
func TestStepperFits(t *testing.T) {
	for _, path := range []string{"lessons/genus-iii.log", "lessons/trouble.log", "lessons/trespass.log"} {
		for _, size := range [][2]int{{80, 24}, {200, 60}, {40, 12}, {20, 8}, {120, 20}, {120, 40}} {
			next, _ := NewStepper(film(t, path), true, draw.TextOptions{}).Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			for _, pressed := range []string{"", "?", "l", "[right]", "[right][space][enter]", "n", "nN"} {
				screen := keys(t, next.(Stepper), pressed).screen()
				if w, h := lipgloss.Size(screen); w > size[0] || h > size[1] {
					t.Errorf("%s after %q: %d × %d on a screen of %d × %d\n%s", path, pressed, w, h, size[0], size[1], screen)
				}
			}
		}
	}
}

// TestStepperQuiz answers a question rightly, and keeps the score.
func TestStepperQuiz(t *testing.T) {
	m := NewStepper(film(t, "lessons/trouble.log"), true, draw.TextOptions{})
	for range m.film.Moments {
		if m = keys(t, m, "[right]"); m.question != nil {
			break
		}
	}
	if m.question == nil {
		t.Fatal("nothing was asked")
	}
	for _, o := range m.question.Options {
		if o.Right {
			m = keys(t, m, "[space]")
		}
		m = keys(t, m, "[down]")
	}
	at := m.question.Moment
	if m = keys(t, m, "[enter]"); m.right != 1 || m.asked != 1 {
		t.Errorf("the score is %d of %d", m.right, m.asked)
	}
	if m = keys(t, m, "[enter]"); m.question != nil || m.at != at {
		t.Errorf("at %d, asking %v", m.at, m.question)
	}
}

// TestStepperNames checks that the stepper shows the names of all empty spaces if there is room
// for them, as in 80 × 24, and otherwise says that there is too little.
func TestStepperNames(t *testing.T) {
	for _, lesson := range []string{"genus-iii", "first-heisey-mania", "trouble", "trespass"} {
		f := film(t, "lessons/"+lesson+".log")
		start := NewStepper(f, false, draw.TextOptions{})
		for _, size := range [][2]int{{80, 24}, {120, 40}} {
			next, _ := start.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			screen := keys(t, next.(Stepper), "N").screen()
			s := f.Scene(0)
			for i := range s.Board.Spaces {
				name := strings.Join(s.Board.Spaces[i].Names(), "")
				taken := slices.ContainsFunc(s.Pieces, func(p draw.Piece) bool { return p.Space == i })
				if !taken && name != "" && !slices.Contains(strings.Fields(screen), name) {
					t.Errorf("%s: no %s:\n%s", lesson, name, screen)
				}
			}
		}
		smaller, _ := keys(t, start, "N").Update(tea.WindowSizeMsg{Width: 40, Height: 12})
		if screen := smaller.(Stepper).screen(); !strings.Contains(screen, "The names find no") {
			t.Errorf("%s: nothing is said of the names:\n%s", lesson, screen)
		}
	}
}

// TestStepperShows holds what a small screen shows of an illegal move: the die, the label of
// the headquarters on which a token stands, and all that is wrong.
func TestStepperShows(t *testing.T) {
	screen := keys(t, NewStepper(film(t, "lessons/genus-iii.log"), false, draw.TextOptions{}), "n").screen()
	for _, want := range []string{"[2]", "BL", " A ", "that wedge."} {
		if !strings.Contains(screen, want) {
			t.Errorf("no %q in\n%s", want, screen)
		}
	}
}

// TestStepperAuthored answers the questions of a lesson, some of them wrongly first, and is
// asked again what was missed.
func TestStepperAuthored(t *testing.T) {
	for _, path := range []string{"lessons/first-trouble.log", "lessons/first-genus-iii.log", "lessons/first-trespass.log"} {
		m := NewStepper(film(t, path), true, draw.TextOptions{})
		all := len(m.quiz)
		for range 200 {
			if m.question == nil {
				if len(m.quiz) == 0 {
					break
				}
				m = keys(t, m, "[right]")
				continue
			}
			if m.asked == 0 {
				at := slices.IndexFunc(m.question.Options, func(o view.Option) bool { return !o.Right })
				if m = keys(t, m, strings.Repeat("[down]", at)+tick(m.question)+"[enter]"); m.answered || m.reply == "" {
					t.Fatalf("%s: %q is taken for right", path, m.question.Options[at].Text)
				}
				m = keys(t, m, strings.Repeat("[up]", at)+tick0(m.question, at))
			}
			m = answered(t, m)
		}
		if len(m.quiz) > 0 || m.right != all-1 || m.asked != all {
			t.Fatalf("%s: %d of %d right, %d left; %d were to be asked", path, m.right, m.asked, len(m.quiz), all)
		}
		if m = answered(t, keys(t, m, "r")); m.right != 1 || m.asked != 1 || len(m.missed) > 0 {
			t.Errorf("%s: the missed question again: %d of %d right", path, m.right, m.asked)
		}
	}
}

// TestStepperSideLines holds that a comment after a side line is a step of its own, that a question there
// is asked after it, and that stepping passes the side line by.
func TestStepperSideLines(t *testing.T) {
	const sided = `[Game "trouble"]
[Players "Red, Green"]

order Red:6 Green:1
1. Red 6:home-re0 2:re0-re2
( ; It could have been another number.
1. Red 6:home-re0 3:re0-re3
; That is one farther.
)
; So Red has left.
; ask Green pops a 6. What can Green do?
; answer 6:home-gr0
2. Green 6:home-gr0 1:gr0-gr1
`
	f := shoot(t, sided, ".")
	for link, want := range map[string][]string{"1.2": {"It could have been another number."}, "line10": {"So Red has left."}, "line7.2": {"That is one farther."}} {
		at, ok := f.MomentOf(link)
		if !ok || !slices.Equal(f.Moments[at].Comments, want) {
			t.Errorf("%s: %q", link, f.Moments[at].Comments)
		}
	}
	m := keys(t, NewStepper(f, true, draw.TextOptions{}), "[right][right][right][right]")
	if m.question == nil || m.film.Moments[m.at].Link != "line10" {
		t.Fatalf("nothing is asked at %s", m.film.Moments[m.at].Link)
	}
	if m = answered(t, m); m.film.Moments[m.at].Link != "2.1" {
		t.Errorf("it goes on at %s", m.film.Moments[m.at].Link)
	}
}

// tick is the key that ticks, where a question has boxes.
func tick(q *view.Question) string {
	if q.Kind == view.PickSeveral {
		return "[space]"
	}
	return ""
}

// tick0 goes to an option and back, to take its tick away.
func tick0(q *view.Question, at int) string {
	if q.Kind != view.PickSeveral {
		return ""
	}
	return strings.Repeat("[down]", at) + "[space]" + strings.Repeat("[up]", at)
}

// answered answers the question that is asked rightly, from its first option on, and goes on.
func answered(t *testing.T, m Stepper) Stepper {
	t.Helper()
	q := m.question
	for _, o := range q.Options {
		if o.Right && q.Kind != view.PickSeveral {
			break
		}
		if o.Right {
			m = keys(t, m, "[space]")
		}
		m = keys(t, m, "[down]")
	}
	if m = keys(t, m, "[enter]"); !m.answered {
		t.Fatalf("%s: not right: %s", q.Ask, m.reply)
	}
	return keys(t, m, "[enter]")
}

// TestHostileText holds that no control characters of a log reach the terminal.
func TestHostileText(t *testing.T) {
	const hostile = "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben\"]\n[Event \"\u202eevil\x1b[31m\"]\n1. Ann 6:br- ; \x1b]0;pwned\a \u202e\n"
	m := NewStepper(shoot(t, hostile, "."), false, draw.TextOptions{})
	screens := m.screen() + keys(t, m, "[right]").screen()
	for _, bad := range []string{"\x1b]", "\x1b[31m", "\u202e"} {
		if !strings.Contains(screens, "evil") || strings.Contains(screens, bad) {
			t.Errorf("%q gets through: %s", bad, screens)
		}
	}
}
