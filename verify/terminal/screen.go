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

// This file is what the stepper shows, and how both models use the screen.

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

// Init asks for nothing.
func (r room) Init() tea.Cmd { return nil }

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
func (r room) beside(board string, wide int, words []string) (body string, alone bool) {
	if board == "" {
		return strings.Join(words, "\n"), false
	}
	board = lipgloss.NewStyle().Width(min(r.width, r.width-wide)).Height(r.high()).Render(board)
	if wide < least {
		return board, true
	}
	return lipgloss.JoinHorizontal(lipgloss.Top, board, strings.Join(words, "\n")), false
}

// whole is a screen that takes all of the terminal.
func whole(screen string) tea.View {
	v := tea.NewView(screen)
	v.AltScreen = true
	return v
}

// plainly puts signs of our own into ASCII; what a log says stays as it is.
var plainly = strings.NewReplacer("─", "-", "»", ">", "·", "-", "…", "~", "“", `"`, "”", `"`)

// wrapped breaks text into lines that are no wider than asked.
func wrapped(text string, wide int) []string {
	rows := lipgloss.NewStyle().Width(wide).Render(text)
	if lipgloss.Width(rows) > wide { // lipgloss leaves no room for a hyphen that ends a line
		rows = lipgloss.NewStyle().Width(wide - 1).Render(text)
	}
	return strings.Split(rows, "\n")
}

// window is up to high of the lines, from one on; the last says so if there are more.
func window(lines []string, first, high int) []string {
	first = max(0, min(first, len(lines)-high))
	if rest := len(lines) - first - high; rest > 0 && high > 1 {
		return append(slices.Clone(lines[first:first+high-1]), faint.Render(strconv.Itoa(rest+1)+" more: down"))
	}
	return lines[first:min(first+high, len(lines))]
}

// around has up to high of n lines, around the one that is picked, which is marked.
func around(n, picked, wide, high int, line func(i int) string) (rows []string) {
	first := max(0, min(picked-high/2, n-high))
	for i := first; i < min(first+high, n); i++ {
		text := cut(line(i), wide)
		if i == picked {
			text = here.Render(text)
		}
		rows = append(rows, text)
	}
	return rows
}

// cut makes text fit a line.
func cut(text string, wide int) string { return ansi.Truncate(text, wide, "…") }

// rule is a line between two parts of a column.
func rule(wide int) string { return faint.Render(strings.Repeat("─", wide)) }

// legend says how the players stand, a line each.
func (r room) legend(s *draw.Scene) []string {
	return strings.Split(strings.TrimRight(s.Legend(r.options), "\n"), "\n")
}

// View draws the screen: the board, beside it the turns and the explanation, below it the keys.
func (m Stepper) View() tea.View { return whole(m.screen()) }

func (m Stepper) screen() string {
	scene := m.film.Scene(m.at)
	drawn, wide := m.board(scene, m.film.Move(m.at), m.marked())
	below := false // the players are shown below the board
	if drawn != "" {
		legend, columns := m.legend(scene), lipgloss.Width(drawn)
		if below = lipgloss.Height(drawn)+len(legend) <= m.high(); below {
			for _, line := range legend {
				drawn += "\n" + cut(line, columns)
			}
		}
	}
	body, alone := m.beside(drawn, wide, m.words(max(10, wide), m.high(), below))
	head := m.film.Title
	if alone {
		head = m.film.Heading(m.at)
	}
	return m.frame(head+" · "+strconv.Itoa(m.at)+" of "+strconv.Itoa(len(m.film.Moments)-1), body, m.foot())
}

// foot is the input line, or the keys.
func (m Stepper) foot() string {
	keys := "←/→ step  n finding  l legal  w why not  N names  / search  h help  q quit"
	switch q := m.question; {
	case m.typing != events:
		m.input.SetWidth(max(8, m.width-14))
		return m.input.View()
	case q != nil && m.answered:
		keys = "enter go on  q leave"
	case q != nil:
		keys = "up/down choose  "
		if q.Kind == view.PickSeveral {
			keys += "space tick  "
		}
		keys += "enter answer  "
		if len(q.Hints) > 0 {
			keys += "i hint  "
		}
		keys += "s show me  q leave"
	}
	return faint.Render(cut(keys, m.width))
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

// words is the column of turns above the explanation, which names the players unless they are shown elsewhere.
func (m Stepper) words(wide, high int, players bool) []string {
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
	rows := around(len(m.film.Moments), m.at, wide, list, m.line)
	rows = append(rows, make([]string, list-len(rows))...)
	return append(append(rows, rule(wide)), window(said, m.scroll, high-list-1)...)
}

// line is a moment in the list of turns.
func (m Stepper) line(i int) string {
	o := &m.film.Moments[i]
	text, sign := m.film.Heading(i), "  "
	if i == 0 {
		text = "start"
	} else if o.Note() {
		text = "…"
	}
	if len(o.Findings) > 0 {
		sign = "! "
	}
	return strings.Repeat("( ", o.Side) + sign + text
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
	if move := m.film.Move(m.at); len(move.Route) > 2 && len(o.Findings) == 0 {
		add(faint.Render("way: " + s.Way(move)))
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
		out = append(append(out, ""), m.legend(s)...)
	}
	if laws := m.film.Rules(m.at); len(laws) > 0 {
		out = append(out, "")
		explained := func(a, b view.Law) bool { return a.Explain() == b.Explain() } // two rule points may cite one clause
		for _, law := range slices.CompactFunc(laws, explained) {
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
		text += "\n" + strings.TrimSpace(law.Text+" "+law.Says)
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
		if head == group {
			rows[len(rows)-1] += ", " + name
			continue
		}
		rows, group = append(rows, strong.Render(head)+" "+name), head
	}
	if rows == nil {
		return "Nothing is legal: the game is over."
	}
	if m.film.Due(m.at) > 0 {
		rows = append([]string{"With the roll that follows:"}, rows...)
	}
	return strings.Join(rows, "\n")
}
