package view

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
)

// keys presses keys: one a letter, or a named one in brackets, as in "n[right]".
func keys(t *testing.T, m Stepper, text string) Stepper {
	t.Helper()
	named := map[string]rune{"right": tea.KeyRight, "left": tea.KeyLeft, "home": tea.KeyHome, "end": tea.KeyEnd, "enter": tea.KeyEnter, "esc": tea.KeyEscape, "space": tea.KeySpace, "down": tea.KeyDown}
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
	start := NewStepper(film(t, "lessons/genus-iii.log"), false, TextOptions{ASCII: true})
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
		{"/wild card[enter]", "rolls 6 to bl"}, // in the comment behind the turn
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
	m := keys(t, NewStepper(film(t, "lessons/trouble.log"), false, TextOptions{}), "/CONTRADICTION[enter]")
	if link := m.film.Moments[m.at].Link; link != "23.1" {
		t.Errorf("found %s", link)
	}
	if m = keys(t, m, "N"); m.film.Moments[m.at].Link != "26.1" {
		t.Errorf("found %s next", m.film.Moments[m.at].Link)
	}
}

func TestStepperQuits(t *testing.T) {
	m := NewStepper(film(t, "lessons/trouble.log"), false, TextOptions{})
	for _, key := range []tea.KeyPressMsg{{Code: 'q', Text: "q"}, {Code: 'c', Mod: tea.ModCtrl}} {
		if _, cmd := m.Update(key); cmd == nil {
			t.Errorf("%s does not quit", key)
		}
	}
}

// TestStepperFits holds that the screen is never larger than the window.
func TestStepperFits(t *testing.T) {
	for _, path := range []string{"lessons/genus-iii.log", "lessons/trouble.log", "lessons/trespass.log"} {
		for _, size := range [][2]int{{80, 24}, {200, 60}, {40, 12}, {20, 8}, {120, 20}} {
			next, _ := NewStepper(film(t, path), true, TextOptions{}).Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			for _, pressed := range []string{"", "?", "l", "[right]", "[right][space][enter]", "n"} {
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
	m := NewStepper(film(t, "lessons/trouble.log"), true, TextOptions{})
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
