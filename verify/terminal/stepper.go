// Package terminal shows games in a terminal: the stepper, and the recorder on a screen or line by line.
package terminal

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"tpnote/verify/draw"
	"tpnote/verify/report"
	"tpnote/verify/view"
)

// Stepper is the model of the terminal stepper: the board, the turns, and what there is to
// say. It is a value that Update replaces, as bubbletea wants it.
type Stepper struct {
	room
	film *view.Film

	at     int // the moment shown
	topic  topic
	scroll int // of the explanation
	input  textinput.Model
	typing topic  // the purpose of the input; events while there is no input
	sought string // by the last search
	reply  string // to the last question or search

	quiz         []view.Question // not asked yet
	missed       []view.Question
	question     *view.Question // being asked
	picked       []bool
	cursor       int
	answered     bool
	failed       bool // an answer was wrong already
	hinted       int  // hints that were given
	right, asked int
}

// topic is what the explanation is about.
type topic uint8

const (
	events topic = iota // what happened
	legal
	why
	search
	help
)

// NewStepper steps through a film. With quiz it asks before it shows.
func NewStepper(f *view.Film, quiz bool, o draw.TextOptions) Stepper {
	m := Stepper{room: room{80, 24, o}, film: f, input: textinput.New()}
	if quiz {
		m.quiz = f.Quiz()
	}
	return m
}

// Update takes a key, pasted text, or a new size of the window.
func (m Stepper) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		m.fitNames()
		cmd = redraw
	case tea.KeyPressMsg:
		switch key := msg.String(); {
		case key == "ctrl+c":
			cmd = tea.Quit
		case key == "ctrl+l":
			cmd = redraw
		case m.typing != events && (key == "esc" || key == "enter"):
			m.typed(key)
		case m.typing != events:
			m.input, cmd = m.input.Update(msg)
		case m.question != nil:
			m.answer(key)
		default:
			cmd = m.press(key)
		}
	case tea.PasteMsg:
		if m.typing != events {
			m.input, cmd = m.input.Update(msg)
		}
	}
	return m, cmd
}

// scrolled is how many lines a key scrolls on.
var scrolled = map[string]int{"down": 1, "up": -1, "pgdown": 5, "pgup": -5}

func (m *Stepper) press(key string) tea.Cmd {
	m.reply = ""
	switch key {
	case "q":
		return tea.Quit
	case "esc":
		m.topic, m.scroll = events, 0
	case "right":
		m.forward()
	case "left":
		m.to(m.film.Previous(m.at))
	case "home":
		m.to(0)
	case "end":
		m.to(len(m.film.Moments) - 1)
	case "n":
		m.next("no findings", func(i int) bool { return len(m.film.Moments[i].Findings) > 0 })
	case "down", "up", "pgdown", "pgup":
		m.scroll = max(0, m.scroll+scrolled[key])
	case "l":
		m.about(legal)
	case "h", "?", "f1":
		m.about(help)
	case "w":
		return m.ask(why, "why not ")
	case "/":
		return m.ask(search, "/")
	case "N":
		m.options.Names = !m.options.Names
		m.fitNames()
	case "r":
		m.again()
	case "v": // into the side line that begins after the moment
		if next := m.at + 1; next < len(m.film.Moments) && m.film.Moments[next].Side > m.film.Moments[m.at].Side {
			m.to(next)
		} else {
			m.reply = "no side line begins here"
		}
	}
	return nil
}

// fitNames leaves the names of the spaces away where there is no room for them.
func (m *Stepper) fitNames() {
	if m.options.Names && !m.film.Scene(m.at).Board.HasRoom(m.width, m.height-2, true) {
		m.options.Names = false
		m.reply = fmt.Sprintf("The names find no room on a screen of %d × %d.", m.width, m.height)
	}
}

// about changes the topic, and back again.
func (m *Stepper) about(t topic) {
	if m.topic == t {
		t = events
	}
	m.topic, m.scroll = t, 0
}

// to shows a moment. A list of legal actions stays open; any other panel closes.
func (m *Stepper) to(i int) {
	m.at, m.scroll = max(0, min(i, len(m.film.Moments)-1)), 0
	if m.topic != legal {
		m.topic = events
	}
}

// forward goes to the next moment, if the quiz has nothing to ask first.
func (m *Stepper) forward() {
	if i := slices.IndexFunc(m.quiz, func(q view.Question) bool { return m.film.Asks(&q, m.at) }); i >= 0 {
		m.put(&m.quiz[i])
	} else if next := m.film.Next(m.at); next < len(m.film.Moments) {
		m.to(next)
	}
}

// next goes to the next moment that holds reports true for, round the end of the game.
func (m *Stepper) next(none string, holds func(i int) bool) {
	n := len(m.film.Moments)
	for k := 1; k <= n; k++ {
		if i := (m.at + k) % n; holds(i) {
			m.to(i)
			return
		}
	}
	m.reply = none
}

// find goes to the next moment whose text has what is sought.
func (m *Stepper) find() {
	m.next("not found: "+m.sought, func(i int) bool {
		o := &m.film.Moments[i]
		text := m.film.Heading(i) + "\n" + o.Said + "\n" + strings.Join(o.Comments, "\n")
		for _, found := range o.Findings {
			f := &m.film.Game.Findings[found]
			text += "\n" + string(f.Code) + "\n" + f.Message
		}
		return strings.Contains(strings.ToLower(text), strings.ToLower(m.sought))
	})
}

// ask opens the input line.
func (m *Stepper) ask(t topic, prompt string) tea.Cmd {
	m.typing = t
	m.input.Prompt = prompt
	m.input.Reset()
	return m.input.Focus()
}

// typed closes the input line. The key enter takes what is typed.
func (m *Stepper) typed(key string) {
	t, text := m.typing, strings.TrimSpace(m.input.Value())
	m.typing = events
	m.input.Blur()
	switch {
	case key == "esc" || text == "" && (t == why || m.sought == ""):
	case t == why:
		m.topic, m.scroll, m.reply = why, 0, m.whyNot(text)
	default:
		if text != "" {
			m.sought = text
		}
		m.find()
	}
}

// whyNot says what is wrong with an action at the point of the game that is shown.
func (m *Stepper) whyNot(word string) string {
	found := m.film.Why(m.at, word)
	if len(found) == 0 {
		return report.OneLine(word) + " is legal here."
	}
	text := report.OneLine(word)
	for i := range found {
		text += "\n" + findingText(&found[i])
	}
	return text
}
