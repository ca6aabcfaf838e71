package terminal

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"tpnote/verify"
	"tpnote/verify/draw"
	"tpnote/verify/report"
	"tpnote/verify/view"
)

// This file is what the stepper shows; stepper.go is what its keys do.

var (
	strong = lipgloss.NewStyle().Bold(true)
	faint  = lipgloss.NewStyle().Faint(true)
	wrong  = lipgloss.NewStyle().Foreground(lipgloss.Color("9")).Bold(true)
	here   = lipgloss.NewStyle().Reverse(true)
)

// least is how wide the column beside the board is at least.
const least = 24

// roomy is how wide that column is before the board grows.
const roomy = 36

// wholeScreen lets the terminal scroll all of its lines, and leaves the cursor where it is. A
// frame can end with the margins of the size that the terminal had when it was begun.
const wholeScreen = "\x1b7\x1b[r\x1b8"

// redraw draws the whole screen again.
func redraw() tea.Msg { return tea.Sequence(tea.Raw(wholeScreen), tea.ClearScreen)() }

// room is the screen that a model draws on.
type room struct {
	width, height int
	options       draw.TextOptions
}

// high is how many lines there are between the first and the last.
func (r room) high() int { return max(3, r.height-2) }

// frame is the whole screen, with a heading above a body and a last line below it.
func (r room) frame(head, body, foot string) string {
	all := strong.Render(cut(head, r.width)) + "\n" + body + "\n" + foot
	if r.options.ASCII {
		return plainly.Replace(all)
	}
	return all
}

// board draws a position beside a column of words, and returns how wide the column is. Names of spaces may take
// the whole screen, if they have to. A board that finds no room is "".
func (r room) board(s *draw.Scene, m draw.Move, marked []draw.Choice) (drawn string, wide int) {
	o := r.options
	o.Room = [2]int{max(0, r.width-1-roomy), r.high()}
	if o.Names && !s.Board.HasRoom(o.Room[0], r.high(), false) {
		o.Room[0] = r.width
	}
	drawn = strings.TrimRight(s.Text(m, marked, o), "\n")
	wide = r.width - lipgloss.Width(drawn) - 1
	if lipgloss.Height(drawn) > r.high() || wide < least && !(o.Names && wide >= -1) {
		return "", r.width
	}
	return drawn, wide
}

// beside puts a column of words beside a board. Without a board the words have the screen for themselves; where
// the board leaves too little room for them, it stands alone.
func (r room) beside(board string, wide int, words func(wide int) string) (body string, alone bool) {
	if board == "" {
		return words(max(10, r.width)), false
	}
	board = lipgloss.NewStyle().Width(min(r.width, r.width-wide)).Height(r.high()).Render(board)
	if wide < least {
		return board, true
	}
	return lipgloss.JoinHorizontal(lipgloss.Top, board, words(wide)), false
}

// View draws the screen: the board, beside it the turns and the explanation, below it the
// keys.
func (m Stepper) View() tea.View { return whole(m.screen()) }

// whole is a screen that takes all of the terminal.
func whole(screen string) tea.View {
	v := tea.NewView(screen)
	v.AltScreen = true
	return v
}

func (m Stepper) screen() string {
	scene := m.film.Scene(m.at)
	drawn, wide := m.board(scene, m.film.Move(m.at), m.marked())
	below := false // the players are shown below the board
	if drawn != "" {
		legend := strings.TrimRight(scene.Legend(m.options), "\n")
		if below = lipgloss.Height(drawn)+lipgloss.Height(legend) <= m.high(); below {
			columns := lipgloss.Width(drawn)
			for line := range strings.Lines(legend) {
				drawn += "\n" + cut(strings.TrimRight(line, "\n"), columns)
			}
		}
	}
	body, alone := m.beside(drawn, wide, func(wide int) string { return m.words(wide, m.high(), below) })
	head := m.film.Title
	if alone {
		head = m.film.Heading(m.at)
	}
	return m.frame(head+" · "+m.where(), body, m.foot())
}

// plainly puts signs of our own into ASCII; what a log says stays as it is.
var plainly = strings.NewReplacer("─", "-", "»", ">", "·", "-", "…", "~", "“", `"`, "”", `"`)

func (m Stepper) where() string {
	return strconv.Itoa(m.at) + " of " + strconv.Itoa(len(m.film.Moments)-1)
}

// foot is the input line, or the keys.
func (m Stepper) foot() string {
	switch {
	case m.typing != events:
		m.input.SetWidth(max(8, m.width-14))
		return m.input.View()
	case m.question != nil && m.answered:
		return faint.Render(cut("enter go on  q leave", m.width))
	case m.question != nil:
		keys := "up/down choose  enter answer"
		if m.question.Kind == view.PickSeveral {
			keys = "up/down choose  space tick  enter answer"
		}
		if len(m.question.Hints) > 0 {
			keys += "  i hint"
		}
		return faint.Render(cut(keys+"  s show me  q leave", m.width))
	}
	return faint.Render(cut("left/right step  n finding  l legal  w why not  N names  / search  h help  q quit", m.width))
}

// marked are the places that the board marks: those of an answer, or where a piece can go.
func (m Stepper) marked() []draw.Choice {
	switch q := m.question; {
	case q != nil && q.Kind == view.PickPlace:
		o := &q.Options[m.cursor]
		return []draw.Choice{{From: o.From, To: o.To}}
	case q == nil && m.topic == legal:
		return m.film.Reachable(m.at)
	}
	return nil
}

// words is the column of turns above the explanation, which names the players unless they
// are shown elsewhere.
func (m Stepper) words(wide, high int, players bool) string {
	if m.question != nil {
		return m.asking(wide, high)
	}
	list := min(8, high/3)
	if m.topic != events {
		list = min(4, high/4)
	}
	said := wrapped(m.explanation(!players), wide)
	list = min(list, high-1-len(said)) // the turns give way
	if list < 2 {
		return window(said, m.scroll, high)
	}
	return m.turns(wide, list) + "\n" + faint.Render(strings.Repeat("─", wide)) + "\n" +
		window(said, m.scroll, high-list-1)
}

// turns shows some moments around the one on view.
func (m Stepper) turns(wide, high int) string {
	first := max(0, min(m.at-high/2, len(m.film.Moments)-high))
	var rows []string
	for i := first; i < min(first+high, len(m.film.Moments)); i++ {
		text := m.film.Heading(i)
		if i == 0 {
			text = "start"
		} else if m.film.Moments[i].Note() {
			text = "…"
		}
		if len(m.film.Moments[i].Findings) > 0 {
			text = "! " + text
		} else {
			text = "  " + text
		}
		text = cut(strings.Repeat("( ", m.film.Moments[i].Side)+text, wide)
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
func (m Stepper) explanation(players bool) string {
	switch m.topic {
	case help:
		return "left right  a step\nhome end  first, last\nn  next finding\nl  what is legal\nw  why is a move not legal\nv  into a side line\nN  names on the board\n/  search; empty: again\nr  ask again what was missed\nup down  scroll\nesc  back\nh  this help\nctrl+l  draw the screen again\nq  quit"
	case legal:
		return m.legal()
	case why:
		return m.reply
	}
	o := &m.film.Moments[m.at]
	s := m.film.Scene(m.at)
	var out []string
	add := func(text string) {
		if text != "" {
			out = append(out, text)
		}
	}
	add(m.reply)
	add(strong.Render(m.film.Heading(m.at)))
	add(o.Said)
	if m.at > 0 {
		if move := m.film.Move(m.at); len(move.Route) > 2 && len(o.Findings) == 0 {
			add(faint.Render("way: " + s.Way(move)))
		}
	}
	for _, found := range o.Findings {
		add(findingText(&m.film.Game.Findings[found]))
	}
	for _, c := range o.Comments {
		add("» " + c)
	}
	if luck := m.film.LuckSaid(m.at, m.options); luck != nil {
		out = append(append(out, ""), luck...)
		add(faint.Render(report.LuckMade(m.film.Luck)))
	}
	if players {
		out = append(out, "")
		for line := range strings.Lines(s.Legend(m.options)) {
			add(strings.TrimRight(line, "\n"))
		}
	}
	if laws := m.film.Rules(m.at); laws != nil {
		out = append(out, "")
		for _, law := range laws {
			add(faint.Render(law.Explain()))
		}
	}
	return strings.Join(out, "\n")
}

// findingText puts a finding into words.
func findingText(found *verify.Finding) string {
	text := wrong.Render(string(found.Severity)) + " " + report.OneLine(report.Message(found)) + " [" + string(found.Code) + "]"
	for _, h := range found.Help {
		text += "\nhelp: " + report.OneLine(h)
	}
	if law := view.LawOf(found); law.Name != "" {
		text += "\n" + strings.TrimSpace(law.String()+" "+law.Says)
	}
	return text
}

// legal lists what is legal: with the roll that follows, where one does.
func (m Stepper) legal() string {
	var rows []string
	group := ""
	s := m.film.Scene(m.at)
	for _, c := range m.film.Reachable(m.at) {
		head := "legal:"
		if c.Die > 0 {
			head = strconv.Itoa(c.Die) + ":"
		} else if i := slices.IndexFunc(s.Pieces, func(p draw.Piece) bool { return p.Space == c.From }); i >= 0 {
			head = s.Pieces[i].Label + ":"
		}
		name := c.Brief
		if c.Die == 0 && c.To >= 0 {
			name = s.Board.Spaces[c.To].Name
		}
		if head != group {
			rows = append(rows, strong.Render(head)+" "+name)
			group = head
		} else {
			rows[len(rows)-1] += ", " + name
		}
	}
	if rows == nil {
		return "Nothing is legal: the game is over."
	}
	if m.film.Due(m.at) > 0 {
		rows = append([]string{"With the roll that follows:"}, rows...)
	}
	return strings.Join(rows, "\n")
}

// asking is the question, what there is to choose from, and what came of a choice.
func (m Stepper) asking(wide, high int) string {
	q := m.question
	head := append(wrapped(strong.Render(q.Ask), wide), "")
	var tail []string
	if m.reply != "" {
		tail = append([]string{""}, wrapped(m.reply, wide)...)
	}
	tail = append(tail, "", "Score: "+strconv.Itoa(m.right)+" of "+strconv.Itoa(m.asked))
	if m.answered {
		return window(append(head, tail...), m.scroll, high)
	}
	room := max(min(4, len(q.Options)), high-len(head)-len(tail))
	first := max(0, min(m.cursor-room/2, len(q.Options)-room))
	rows := head
	for i := first; i < min(first+room, len(q.Options)); i++ {
		text := q.Options[i].Text
		if q.Kind == view.PickSeveral {
			box := "[ ] "
			if m.picked[i] {
				box = "[x] "
			}
			text = box + text
		}
		text = cut(text, wide)
		if i == m.cursor {
			text = here.Render(text)
		}
		rows = append(rows, text)
	}
	return window(append(rows, tail...), 0, high)
}

// wrapped breaks text into lines that are no wider than asked.
func wrapped(text string, wide int) []string {
	rows := lipgloss.NewStyle().Width(wide).Render(text)
	if lipgloss.Width(rows) > wide { // lipgloss leaves no room for a hyphen that ends a line
		rows = lipgloss.NewStyle().Width(wide - 1).Render(text)
	}
	return strings.Split(rows, "\n")
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
func cut(text string, wide int) string { return ansi.Truncate(text, wide, "…") }
