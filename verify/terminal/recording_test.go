package terminal

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"tpnote/verify/draw"
	"tpnote/verify/games"
	"tpnote/verify/record"
	"tpnote/verify/record/recordtest"
)

// recording shows a recorder of a new game.
func recording(t *testing.T, answers record.Answers) (Recording, *record.Recorder) {
	t.Helper()
	r := recordtest.NewRecorder(t, games.All, "", answers)
	return NewRecording(r, "", draw.TextOptions{}), r
}

// press gives a model keys of one character each.
func press(m tea.Model, keys string) tea.Model {
	for _, c := range keys {
		m, _ = m.Update(tea.KeyPressMsg{Code: c, Text: string(c)})
	}
	return m
}

// TestRecordingLeaves types for the shell before the recorder has made way for it: that is not
// for the log.
func TestRecordingLeaves(t *testing.T) {
	shown, r := recording(t, record.Answers{Variant: "trouble-official", Players: "2", Lines: []string{"order Red:5 Blue:2"}})
	m, cmd := tea.Model(shown).Update(tea.KeyPressMsg{Code: 'z', Mod: tea.ModCtrl})
	if _, suspends := cmd().(tea.SuspendMsg); !suspends {
		t.Fatal("ctrl+z does not suspend")
	}
	before := string(r.Text())
	m = press(m, "fg")
	if got := string(r.Text()); got != before {
		t.Errorf("typed for the shell, it is in the log:\n%s", got)
	}
	m, _ = m.Update(tea.SuspendMsg{})
	if m, cmd = m.Update(tea.ResumeMsg{}); cmd == nil {
		t.Error("what the shell wrote stays")
	}
	press(m, "g")
	if got := string(r.Text()); got != before+"gap\n" {
		t.Errorf("back from the shell, a key does nothing:\n%s", got)
	}
}

// TestScreenAnew draws the whole screen again if the terminal has another size than the last
// frame, or the user asks for it.
func TestScreenAnew(t *testing.T) {
	shown, _ := recording(t, record.Answers{Variant: "trouble-official", Players: "2", Lines: []string{"order Red:5 Blue:2"}})
	stepper := NewStepper(film(t, "lessons/trouble.log"), false, draw.TextOptions{})
	for _, m := range []tea.Model{shown, stepper} {
		for _, msg := range []tea.Msg{tea.WindowSizeMsg{Width: 100, Height: 30}, tea.KeyPressMsg{Code: 'l', Mod: tea.ModCtrl}} {
			if _, cmd := m.Update(msg); cmd == nil || !strings.Contains(fmt.Sprintf("%T", cmd()), "sequence") {
				t.Errorf("%T, %v: what is on the screen stays", m, msg)
			}
		}
	}
}

// TestRecordingNames names the spaces while an end is asked for: where the board then takes the
// whole screen, the question is above it, and what was said below.
func TestRecordingNames(t *testing.T) {
	shown, r := recording(t, record.Answers{Variant: "genus-iii", Players: "2", Lines: []string{"order Ann:5 Ben:2"}})
	m := tea.Model(shown)
	m, _ = m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	for _, step := range []struct {
		keys string
		want []string
	}{
		{"4N", []string{"turn 1. Ann · 4 · Where to?", "ye2pi", "or4"}},
		{"n", []string{"ye2pi", "n does nothing here"}},
		{"or", []string{"ye2pi", "Where to? or"}},
		{"4", []string{"Right or wrong?", "1  right +"}},
		{"+", []string{"ye2pi", "Ann 4:or4+: rolls 4 to or4"}},
		{"N", []string{"The roll?", "Ann: on the orange"}},
	} {
		m = press(m, step.keys)
		for _, want := range step.want {
			if screen := m.(Recording).screen(); !strings.Contains(screen, want) {
				t.Fatalf("after %q the screen lacks %q:\n%s", step.keys, want, screen)
			}
		}
	}
	if !strings.HasSuffix(string(r.Text()), "1. Ann 4:or4+\n") {
		t.Error(string(r.Text()))
	}
}

// TestRecordingFits presses random keys in windows of several sizes. No line is wider than the
// window, no screen higher; and where a turn is entered in 80 columns and 24 rows, the question,
// all that can be chosen and whose turn it is are in view.
func TestRecordingFits(t *testing.T) {
	keys := strings.Split(strings.Repeat("123456123456+-+-?", 3)+"uNhgsl;:xifrw.@ab", "")
	for seed, variant := range []string{"genus-iii", "heisey-mania", "trouble-official", "trespass-1974"} {
		chance := rand.New(rand.NewPCG(uint64(seed), 1))
		shown, r := recording(t, record.Answers{Variant: variant, Players: "2", Secrets: "none"})
		m := tea.Model(shown)
		for range 150 {
			if key := keys[chance.IntN(len(keys))]; chance.IntN(8) > 0 {
				m = press(m, key)
			} else {
				m, _ = m.Update(tea.KeyPressMsg{Code: []rune{tea.KeyEnter, tea.KeyEscape, tea.KeyTab, tea.KeyLeft}[chance.IntN(4)]})
			}
			for _, size := range [][2]int{{80, 24}, {60, 20}, {30, 8}, {120, 40}} {
				m, _ = m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
				screen := m.(Recording).screen()
				if lipgloss.Width(screen) > size[0] || lipgloss.Height(screen) > size[1] {
					t.Fatalf("%s: %d×%d in %v:\n%s", variant, lipgloss.Width(screen), lipgloss.Height(screen), size, screen)
				}
				s := r.Screen()
				if size[0] != 80 || s.Help != "" || s.Names || s.Ask == "" || s.Word == "" && len(s.Options) > 9 {
					continue
				}
				flat := strings.Join(strings.Fields(screen), " ")
				for _, o := range s.Options {
					words := strings.Fields(o.Choice.Brief)
					if !strings.Contains(flat, o.Key) || o.Moves && !strings.Contains(flat, words[len(words)-1]) {
						t.Fatalf("%s: %s %s is not in view:\n%s", variant, o.Key, o.Text, screen)
					}
				}
				if !strings.Contains(flat, strings.Fields(s.Ask)[0]) || strings.Contains(flat, "more: down") {
					t.Fatalf("%s: %q is not in view:\n%s", variant, s.Ask, screen)
				}
			}
		}
	}
}
