// Package terminal shows games in a terminal: the stepper, and the recorder on a screen or line by line.
package terminal

import (
	"fmt"
	"slices"
	"strconv"
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

// Init asks for nothing.
func (m Stepper) Init() tea.Cmd { return nil }

// Update takes a key or a new size of the window.
func (m Stepper) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		return m.fitNames(), redraw
	case tea.KeyPressMsg:
		key := msg.String()
		switch {
		case key == "ctrl+c":
			return m, tea.Quit
		case key == "ctrl+l":
			return m, redraw
		case m.typing != events:
			return m.typed(msg)
		case m.question != nil:
			return m.answer(key), nil
		}
		return m.press(key)
	case tea.PasteMsg:
		if m.typing != events {
			var cmd tea.Cmd
			m.input, cmd = m.input.Update(msg)
			return m, cmd
		}
	}
	return m, nil
}

func (m Stepper) press(key string) (tea.Model, tea.Cmd) {
	m.reply = ""
	switch key {
	case "q":
		return m, tea.Quit
	case "esc":
		m.topic, m.scroll = events, 0
	case "right":
		return m.forward(), nil
	case "left":
		return m.to(m.film.Previous(m.at)), nil
	case "home":
		return m.to(0), nil
	case "end":
		return m.to(len(m.film.Moments) - 1), nil
	case "n":
		return m.next("no findings", func(i int) bool { return len(m.film.Moments[i].Findings) > 0 }), nil
	case "down":
		m.scroll++
	case "up":
		m.scroll = max(0, m.scroll-1)
	case "pgdown":
		m.scroll += 5
	case "pgup":
		m.scroll = max(0, m.scroll-5)
	case "l":
		return m.about(legal), nil
	case "h", "?", "f1":
		return m.about(help), nil
	case "w":
		return m.ask(why, "why not ")
	case "/":
		return m.ask(search, "/")
	case "N":
		m.options.Names = !m.options.Names
		return m.fitNames(), nil
	case "r":
		return m.again(), nil
	case "v":
		return m.aside(), nil
	}
	return m, nil
}

// fitNames leaves the names of the spaces away where there is no room for them.
func (m Stepper) fitNames() Stepper {
	if m.options.Names && !m.film.Scene(m.at).Board.HasRoom(m.width, m.height-2, true) {
		m.options.Names = false
		m.reply = fmt.Sprintf("The names find no room on a screen of %d × %d.", m.width, m.height)
	}
	return m
}

// about changes the topic, and back again.
func (m Stepper) about(t topic) Stepper {
	if m.topic == t {
		t = events
	}
	m.topic, m.scroll = t, 0
	return m
}

// to shows a moment. A list of legal actions stays open; any other panel closes.
func (m Stepper) to(i int) Stepper {
	m.at, m.scroll = max(0, min(i, len(m.film.Moments)-1)), 0
	if m.topic != legal {
		m.topic = events
	}
	return m
}

// forward goes to the next moment, if the quiz has nothing to ask first.
func (m Stepper) forward() Stepper {
	for i := range m.quiz {
		if q := &m.quiz[i]; m.film.Asks(q, m.at) {
			return m.put(q)
		}
	}
	if next := m.film.Next(m.at); next < len(m.film.Moments) {
		return m.to(next)
	}
	return m
}

// aside goes into the side line that begins after the moment.
func (m Stepper) aside() Stepper {
	if next := m.at + 1; next < len(m.film.Moments) && m.film.Moments[next].Side > m.film.Moments[m.at].Side {
		return m.to(next)
	}
	m.reply = "no side line begins here"
	return m
}

// put asks a question.
func (m Stepper) put(q *view.Question) Stepper {
	m.question, m.picked, m.cursor, m.scroll, m.reply = q, make([]bool, len(q.Options)), 0, 0, ""
	m.answered, m.failed, m.hinted = false, false, 0
	return m
}

// again asks what was missed, once everything has been asked.
func (m Stepper) again() Stepper {
	if len(m.quiz) > 0 || len(m.missed) == 0 {
		m.reply = "there is nothing to ask again"
		return m
	}
	m.quiz, m.missed, m.right, m.asked = m.missed, nil, 0, 0
	return m.to(m.film.Previous(m.film.Next(m.quiz[0].Moment - 1))).put(&m.quiz[0])
}

// Next goes to the next moment of which something holds, round the end of the game.
func (m Stepper) next(none string, holds func(int) bool) Stepper {
	n := len(m.film.Moments)
	for k := 1; k <= n; k++ {
		if i := (m.at + k) % n; holds(i) {
			return m.to(i)
		}
	}
	m.reply = none
	return m
}

func (m Stepper) find() Stepper {
	sought := strings.ToLower(m.sought)
	return m.next("not found: "+m.sought, func(i int) bool {
		o := &m.film.Moments[i]
		text := strings.ToLower(m.film.Heading(i) + "\n" + o.Said + "\n" + strings.Join(o.Comments, "\n"))
		for _, found := range o.Findings {
			text += "\n" + string(m.film.Game.Findings[found].Code) + "\n" + strings.ToLower(m.film.Game.Findings[found].Message)
		}
		return strings.Contains(text, sought)
	})
}

// ask opens the input line.
func (m Stepper) ask(t topic, prompt string) (tea.Model, tea.Cmd) {
	m.typing = t
	m.input.Prompt = prompt
	m.input.Reset()
	return m, m.input.Focus()
}

func (m Stepper) typed(msg tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	switch msg.String() {
	case "esc":
		m.typing = events
		m.input.Blur()
		return m, nil
	case "enter":
		t, text := m.typing, strings.TrimSpace(m.input.Value())
		m.typing = events
		m.input.Blur()
		switch {
		case text == "" && t == search && m.sought != "":
			return m.find(), nil
		case text == "":
		case t == search:
			m.sought = text
			return m.find(), nil
		default:
			m.topic, m.scroll, m.reply = why, 0, m.whyNot(text)
		}
		return m, nil
	}
	var cmd tea.Cmd
	m.input, cmd = m.input.Update(msg)
	return m, cmd
}

// whyNot says what is wrong with an action at the point of the game that is shown.
func (m Stepper) whyNot(word string) string {
	found := m.film.Why(m.at, word)
	if len(found) == 0 {
		return report.OneLine(word) + " is legal here."
	}
	var parts []string
	for i := range found {
		parts = append(parts, findingText(&found[i]))
	}
	return report.OneLine(word) + "\n" + strings.Join(parts, "\n")
}

// answer takes a key while a question is asked.
func (m Stepper) answer(key string) Stepper {
	q := m.question
	switch {
	case key == "q" || key == "esc": // leave it
		m.question, m.reply = nil, ""
	case m.answered && (key == "enter" || key == "right" || key == "space"):
		return m.goOn()
	case m.answered && key == "down":
		m.scroll++
	case m.answered && key == "up":
		m.scroll = max(0, m.scroll-1)
	case m.answered:
	case key == "down" || key == "right":
		m.cursor = (m.cursor + 1) % len(q.Options)
	case key == "up" || key == "left":
		m.cursor = (m.cursor + len(q.Options) - 1) % len(q.Options)
	case key == "h" || key == "?" || key == "f1":
		m.reply = "up down  choose\nspace  tick\nenter  answer\ni  hint\ns  show me\nq  leave the question"
	case key == "i" && len(q.Hints) > 0:
		m.reply = "Hint: " + q.Hints[m.hinted%len(q.Hints)]
		m.hinted++
	case key == "s":
		m.failed = true
		return m.settle("")
	case q.Kind == view.PickSeveral && (key == "space" || key == "x"):
		m.picked = slices.Clone(m.picked)
		m.picked[m.cursor] = !m.picked[m.cursor]
	case key == "enter" || key == "space":
		return m.judge()
	}
	return m
}

// judge says whether the picked answer is right. After a wrong one the learner may try again.
func (m Stepper) judge() Stepper {
	q := m.question
	if q.Kind != view.PickSeveral {
		o := &q.Options[m.cursor]
		if o.Right {
			return m.settle("Right. ")
		}
		m.failed, m.reply = true, o.Text+": no. "+o.Why
		return m
	}
	var wrongs []string
	left := 0
	for i, o := range q.Options {
		switch {
		case m.picked[i] && !o.Right:
			wrongs = append(wrongs, o.Text+": no. "+o.Why)
		case !m.picked[i] && o.Right:
			left++
		}
	}
	switch {
	case wrongs == nil && left == 0:
		return m.settle("Right. ")
	case left > 0:
		wrongs = append(wrongs, strconv.Itoa(left)+" more to find.")
	}
	m.failed, m.reply = true, strings.Join(wrongs, "\n")
	return m
}

// settle ends a question, and shows what is right.
func (m Stepper) settle(verdict string) Stepper {
	q := m.question
	m.answered, m.scroll = true, 0
	m.asked++
	if !m.failed {
		m.right++
	}
	var rights []string
	for _, o := range q.Options {
		if o.Right {
			rights = append(rights, strings.TrimSpace(o.Text+". "+o.Why))
		}
	}
	m.reply = verdict + strings.Join(rights, "\n")
	return m
}

// goOn leaves a question that is answered.
func (m Stepper) goOn() Stepper {
	q := *m.question
	if m.failed {
		m.missed = append(slices.Clone(m.missed), q)
	}
	at := slices.IndexFunc(m.quiz, func(o view.Question) bool { return o.Moment == q.Moment && o.Ask == q.Ask })
	m.quiz = slices.Delete(slices.Clone(m.quiz), at, at+1)
	m.question, m.reply = nil, ""
	for i := range m.quiz {
		if m.film.Asks(&m.quiz[i], m.at) { // another one before the same step
			return m.put(&m.quiz[i])
		}
	}
	m = m.to(m.film.Next(m.at))
	if len(m.quiz) == 0 {
		m.reply = "All is asked: " + strconv.Itoa(m.right) + " of " + strconv.Itoa(m.asked) + " right."
		if len(m.missed) > 0 {
			m.reply += " r asks again what was missed."
		}
	}
	return m
}
