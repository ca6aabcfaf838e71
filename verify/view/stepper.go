package view

import (
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"tpnote/verify"
	"tpnote/verify/view/internal/scene"
)

// Stepper is the model of the terminal stepper: the board, the turns, and what there is to
// say. It is a value that Update replaces, as bubbletea wants it.
type Stepper struct {
	film    *Film
	options TextOptions

	at            int // the moment shown
	width, height int
	topic         topic
	scroll        int // of the explanation
	input         textinput.Model
	typing        topic  // what the input is for; telling when nobody types
	sought        string // by the last search
	reply         string // to the last question or search

	quiz         []Question
	question     *Question // being asked
	picked       []bool
	cursor       int
	answered     bool
	right, asked int
}

// topic is what the explanation is about.
type topic uint8

const (
	telling topic = iota // what happened
	legal
	why
	search
	help
)

// NewStepper steps through a film. With quiz it asks before it shows.
func NewStepper(f *Film, quiz bool, o TextOptions) Stepper {
	m := Stepper{film: f, options: o, input: textinput.New(), width: 80, height: 24}
	if quiz {
		m.quiz = f.Quiz(questions)
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
		return m, nil
	case tea.KeyPressMsg:
		key := msg.String()
		switch {
		case key == "ctrl+c":
			return m, tea.Quit
		case m.typing != telling:
			return m.typed(msg)
		case m.question != nil:
			return m.answer(key), nil
		}
		return m.press(key)
	case tea.PasteMsg:
		if m.typing != telling {
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
		m.topic, m.scroll = telling, 0
	case "right", "space", "f":
		return m.forward(), nil
	case "left", "b":
		return m.to(m.at - 1), nil
	case "home", "g":
		return m.to(0), nil
	case "end", "G":
		return m.to(len(m.film.Moments) - 1), nil
	case "n":
		return m.next("no findings", func(i int) bool { return len(m.film.Moments[i].Findings) > 0 }), nil
	case "down", "j":
		m.scroll++
	case "up", "k":
		m.scroll = max(0, m.scroll-1)
	case "pgdown":
		m.scroll += 5
	case "pgup":
		m.scroll = max(0, m.scroll-5)
	case "l":
		return m.about(legal), nil
	case "?", "h":
		return m.about(help), nil
	case "w":
		return m.ask(why, "why not ")
	case "/":
		return m.ask(search, "/")
	case "N":
		return m.find(), nil
	}
	return m, nil
}

// about changes the topic, and back again.
func (m Stepper) about(t topic) Stepper {
	if m.topic == t {
		t = telling
	}
	m.topic, m.scroll = t, 0
	return m
}

// to shows a moment. What is legal stays on view; anything else gives way to what happened.
func (m Stepper) to(i int) Stepper {
	m.at, m.scroll = max(0, min(i, len(m.film.Moments)-1)), 0
	if m.topic != legal {
		m.topic = telling
	}
	return m
}

// forward goes to the next moment, if the quiz has nothing to ask first.
func (m Stepper) forward() Stepper {
	for i := range m.quiz {
		if q := &m.quiz[i]; q.Moment == m.at+1 {
			m.question, m.picked, m.cursor, m.answered, m.scroll = q, make([]bool, len(q.Options)), 0, false, 0
			return m
		}
	}
	return m.to(m.at + 1)
}

// next goes to the next moment of which something holds, round the end of the game.
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
		text := strings.ToLower(m.film.heading(i) + "\n" + o.Said + "\n" + strings.Join(o.Comments, "\n"))
		for _, found := range o.Findings {
			text += "\n" + m.film.Game.Findings[found].Code + "\n" + strings.ToLower(m.film.Game.Findings[found].Message)
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
		m.typing = telling
		m.input.Blur()
		return m, nil
	case "enter":
		t, text := m.typing, strings.TrimSpace(m.input.Value())
		m.typing = telling
		m.input.Blur()
		switch {
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
		return scene.Clean(word) + " is legal here."
	}
	var parts []string
	for i := range found {
		parts = append(parts, tell(&found[i]))
	}
	return scene.Clean(word) + "\n" + strings.Join(parts, "\n")
}

// answer takes a key while a question is asked.
func (m Stepper) answer(key string) Stepper {
	q := m.question
	switch {
	case key == "q" || key == "esc": // leave it
		m.question = nil
	case m.answered && (key == "enter" || key == "right" || key == "space"):
		m.question = nil
		m.quiz = slices.DeleteFunc(slices.Clone(m.quiz), func(o Question) bool { return o.Moment == q.Moment })
		return m.to(q.Moment)
	case key == "down" || key == "j":
		if m.answered {
			m.scroll++
		} else {
			m.cursor = (m.cursor + 1) % len(q.Options)
		}
	case key == "up" || key == "k":
		if m.answered {
			m.scroll = max(0, m.scroll-1)
		} else {
			m.cursor = (m.cursor + len(q.Options) - 1) % len(q.Options)
		}
	case m.answered:
	case key == "space" || key == "x":
		m.picked = slices.Clone(m.picked)
		m.picked[m.cursor] = !m.picked[m.cursor]
	case key == "enter":
		m.answered = true
		m.asked++
		if m.allRight() {
			m.right++
		}
	}
	return m
}

func (m Stepper) allRight() bool {
	for i, o := range m.question.Options {
		if m.picked[i] != o.Right {
			return false
		}
	}
	return true
}

var (
	strong = lipgloss.NewStyle().Bold(true)
	faint  = lipgloss.NewStyle().Faint(true)
	wrong  = lipgloss.NewStyle().Foreground(lipgloss.Color("9")).Bold(true)
	here   = lipgloss.NewStyle().Reverse(true)
)

// least is how wide the column beside the board is at least.
const least = 24

// View draws the screen: the board, beside it the turns and the explanation, below it the
// keys. Where the board finds no room, the words have the screen for themselves.
func (m Stepper) View() tea.View {
	v := tea.NewView(m.screen())
	v.AltScreen = true
	return v
}

func (m Stepper) screen() string {
	high := max(3, m.height-2)
	head := strong.Render(cut(m.film.Title+" · "+m.where(), m.width))
	foot := m.foot()
	board, wide := "", m.width
	if drawn := m.board(); lipgloss.Height(drawn) <= high && lipgloss.Width(drawn)+1+least <= m.width {
		board = lipgloss.NewStyle().Width(lipgloss.Width(drawn) + 1).Height(high).Render(drawn)
		wide = m.width - lipgloss.Width(drawn) - 1
	}
	words := m.words(max(10, wide), high)
	body := words
	if board != "" {
		body = lipgloss.JoinHorizontal(lipgloss.Top, board, words)
	}
	all := head + "\n" + body + "\n" + foot
	if m.options.ASCII {
		return plainly.Replace(all)
	}
	return all
}

// plainly puts signs of our own into ASCII; what a log says stays as it is.
var plainly = strings.NewReplacer("─", "-", "»", ">", "·", "-", "…", "~", "“", `"`, "”", `"`)

func (m Stepper) where() string {
	return strconv.Itoa(m.at) + " of " + strconv.Itoa(len(m.film.Moments)-1)
}

// foot is the input line, or the keys.
func (m Stepper) foot() string {
	switch {
	case m.typing != telling:
		m.input.SetWidth(max(8, m.width-14))
		return m.input.View()
	case m.question != nil && m.answered:
		return faint.Render(cut("enter go on  q leave", m.width))
	case m.question != nil:
		return faint.Render(cut("up/down choose  space tick  enter answer  q leave", m.width))
	}
	return faint.Render(cut("left/right step  n finding  l legal  w why not  / search  ? help  q quit", m.width))
}

// board is the position shown; while a question is asked, the one before.
func (m Stepper) board() string {
	s := m.film.scene(m.at)
	var marked []scene.Choice
	if m.topic == legal && m.question == nil {
		marked = m.film.reachable(m.at)
	}
	return strings.TrimRight(s.Text(m.film.move(m.at), marked, m.options), "\n")
}

// words is the column of turns above the explanation.
func (m Stepper) words(wide, high int) string {
	if m.question != nil {
		return window(wrapped(m.asking(), wide), m.scroll, high)
	}
	list := min(8, high/3)
	if m.topic != telling {
		list = min(4, high/4)
	}
	return m.turns(wide, list) + "\n" + faint.Render(strings.Repeat("─", wide)) + "\n" +
		window(wrapped(m.explanation(), wide), m.scroll, high-list-1)
}

// turns shows some moments around the one on view.
func (m Stepper) turns(wide, high int) string {
	first := max(0, min(m.at-high/2, len(m.film.Moments)-high))
	var rows []string
	for i := first; i < min(first+high, len(m.film.Moments)); i++ {
		text := m.film.heading(i)
		if i == 0 {
			text = "start"
		}
		if len(m.film.Moments[i].Findings) > 0 {
			text = "! " + text
		} else {
			text = "  " + text
		}
		text = cut(text, wide)
		if i == m.at {
			text = here.Render(text)
		}
		rows = append(rows, text)
	}
	for len(rows) < high {
		rows = append(rows, "")
	}
	return strings.Join(rows, "\n")
}

// explanation is what the topic has to say, one paragraph a line.
func (m Stepper) explanation() string {
	switch m.topic {
	case help:
		return "left right  a step\nhome end  first, last\nn  next finding\nl  what is legal\nw  why is a move not legal\n/  search, N again\nup down  scroll\nesc  back\nq  quit"
	case legal:
		return m.legal()
	case why:
		return m.reply
	}
	o := &m.film.Moments[m.at]
	s := m.film.scene(m.at)
	var out []string
	add := func(text string) {
		if text != "" {
			out = append(out, text)
		}
	}
	add(m.reply)
	add(strong.Render(m.film.heading(m.at)))
	add(o.Said)
	if m.at > 0 {
		if move := m.film.move(m.at); len(move.Route) > 2 {
			add(faint.Render("way: " + s.Way(move)))
		}
	}
	for _, found := range o.Findings {
		add(tell(&m.film.Game.Findings[found]))
	}
	for _, c := range o.Comments {
		add("» " + c)
	}
	out = append(out, "")
	for line := range strings.Lines(s.Legend(m.options)) {
		add(strings.TrimRight(line, "\n"))
	}
	if laws := m.film.Rules(m.at); laws != nil {
		out = append(out, "")
		for _, law := range laws {
			add(faint.Render(law.explain()))
		}
	}
	return strings.Join(out, "\n")
}

// tell is a finding in words.
func tell(found *verify.Finding) string {
	text := wrong.Render(string(found.Severity)) + " " + scene.Clean(found.Message) + " [" + found.Code + "]"
	if law := lawOf(found).explain(); law != "" {
		text += "\n" + law
	}
	for _, h := range found.Help {
		text += "\nhelp: " + scene.Clean(h)
	}
	return text
}

// legal lists what is legal: with the roll that follows, where one does.
func (m Stepper) legal() string {
	var rows []string
	var group, names string
	close := func() {
		if group != "" {
			rows = append(rows, strong.Render(group)+" "+names)
		}
	}
	s := m.film.scene(m.at)
	for _, c := range m.film.reachable(m.at) {
		head := "legal:"
		if c.Die > 0 {
			head = strconv.Itoa(c.Die) + ":"
		} else if i := slices.IndexFunc(s.Pieces, func(p scene.Piece) bool { return p.Space == c.From }); i >= 0 {
			head = s.Pieces[i].Label + ":"
		}
		name := c.Brief
		if c.Die == 0 && c.To >= 0 {
			name = s.Board.Spaces[c.To].Name
		}
		if head != group {
			close()
			group, names = head, name
		} else {
			names += ", " + name
		}
	}
	close()
	if rows == nil {
		return "Nothing is legal: the game is over."
	}
	if m.film.due(m.at) > 0 {
		rows = append([]string{"With the roll that follows:"}, rows...)
	}
	return strings.Join(rows, "\n")
}

// asking is the question, or its answers.
func (m Stepper) asking() string {
	q := m.question
	rows := []string{strong.Render(q.Ask), ""}
	for i, o := range q.Options {
		box := "[ ] "
		if m.picked[i] {
			box = "[x] "
		}
		text := box + o.Text
		switch {
		case m.answered:
			verdict := "  right: no"
			if o.Right {
				verdict = "  right: yes"
			}
			if m.picked[i] != o.Right {
				verdict = wrong.Render(verdict)
			}
			text += verdict
			if o.Why != "" {
				text += "\n" + faint.Render(o.Why)
			}
		case i == m.cursor:
			text = here.Render(text)
		}
		rows = append(rows, text)
	}
	return strings.Join(append(rows, "", "Score: "+strconv.Itoa(m.right)+" of "+strconv.Itoa(m.asked)), "\n")
}

// wrapped breaks text into lines that are no wider than asked.
func wrapped(text string, wide int) []string {
	return strings.Split(lipgloss.NewStyle().Width(wide).Render(text), "\n")
}

// window is some of the lines, from one on; the last says so if there are more.
func window(lines []string, first, high int) string {
	first = max(0, min(first, len(lines)-high))
	if rest := len(lines) - first - high; rest > 0 && high > 1 {
		return strings.Join(append(slices.Clone(lines[first:first+high-1]), faint.Render(strconv.Itoa(rest+1)+" more: down")), "\n")
	}
	return strings.Join(lines[first:], "\n")
}

// cut makes text fit a line.
func cut(text string, wide int) string {
	if lipgloss.Width(text) <= wide {
		return text
	}
	runes := []rune(text)
	for len(runes) > 0 && lipgloss.Width(string(runes)) >= wide {
		runes = runes[:len(runes)-1]
	}
	return string(runes) + "…"
}
