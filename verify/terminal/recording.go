package terminal

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"tpnote/verify/draw"
	"tpnote/verify/record"
	"tpnote/verify/report"
)

// Recording is the model of the recorder in a terminal.
type Recording struct {
	room
	recorder *record.Recorder
	note     string // what there is to say beside the recorder, such as where the game is shown
	leaving  bool   // for the shell: what is typed is for it
}

// NewRecording shows a recorder, and gives it the keys of a terminal.
func NewRecording(r *record.Recorder, note string, o draw.TextOptions) Recording {
	return Recording{room: room{80, 24, o}, recorder: r, note: note}
}

// Update takes a key, pasted text, or a new size of the window.
func (m Recording) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		return m, redraw
	case tea.SuspendMsg: // and back
		m.leaving = false
	case tea.ResumeMsg: // whatever the shell wrote goes
		return m, redraw
	case tea.KeyPressMsg:
		switch key := msg.String(); {
		case key == "ctrl+c":
			return m, tea.Quit
		case key == "ctrl+z":
			m.leaving = true
			return m, tea.Suspend
		case key == "ctrl+l":
			return m, redraw
		case !m.leaving:
			m.recorder.Key(key)
		}
	case tea.PasteMsg:
		for _, c := range msg.Content {
			if c == '\n' || c == '\r' {
				break
			}
			m.recorder.Key(string(c))
		}
	}
	if m.recorder.Finished() {
		return m, tea.Quit
	}
	return m, nil
}

// View draws the screen: the board with the legal ends numbered, beside it the last lines of
// the log, what is asked and what was said, below it the keys.
func (m Recording) View() tea.View { return whole(m.screen()) }

func (m Recording) screen() string {
	s := m.recorder.Screen()
	body, alone := m.body(&s)
	head, foot := []string{s.Head, m.note, s.Title}, keysOf(s.Keys)
	if alone { // the question finds no other place, nor does what was said
		head = []string{s.Head, s.Word, s.Ask + " " + s.Typed + s.After}
		if len(s.Said) > 0 {
			foot = s.Said[0]
		}
	}
	head = slices.DeleteFunc(head, func(part string) bool { return part == "" })
	return m.frame(report.OneLine(strings.Join(head, " · ")), body, faint.Render(cut(report.OneLine(foot), m.width)))
}

// keysOf lists keys and their meanings in a line.
func keysOf(keys []record.Command) string {
	var all []string
	for _, k := range keys {
		all = append(all, k.Key+" "+k.Does)
	}
	return strings.Join(all, "  ")
}

// body is the board and the words beside it. The spaces lose their names to a question that the board does not show.
func (m Recording) body(s *record.Screen) (body string, alone bool) {
	if s.Wrong != nil || len(s.Options) > 0 && !s.Options[0].Moves {
		s.Names = false
	}
	board, wide := "", m.width
	if s.Replay != nil && s.Help == "" {
		scene := s.Replay.Board().Scene(report.OneLine)
		m.options.Names = s.Names
		if s.Names && !scene.Board.HasRoom(m.width, m.high(), true) {
			m.options.Names = false
			s.Said = append(s.Said, "The names of the spaces find no room on this screen.")
		}
		board, wide = m.board(scene, draw.Move{}, marked(s))
	}
	return m.beside(board, wide, window(m.words(s, max(10, wide), m.high()), 0, m.high()))
}

// marked are the places that the board marks: where the options lead.
func marked(s *record.Screen) (marked []draw.Choice) {
	for i, o := range s.Options {
		if !o.Moves {
			continue
		}
		c := o.Choice
		c.Sign = o.Key
		if s.Picked == i+1 {
			c.Sign = "»"
		}
		marked = append(marked, c)
		for _, at := range o.Also {
			c.From, c.To = at, at
			marked = append(marked, c)
		}
	}
	return marked
}

// words is what there is to say, in lines: the log above, which gives way to the rest.
func (m Recording) words(s *record.Screen, wide, high int) []string {
	var rows []string
	add := func(style lipgloss.Style, text string) {
		if text != "" {
			for _, row := range wrapped(report.OneLine(text), wide) {
				rows = append(rows, style.Render(row))
			}
		}
	}
	plain := lipgloss.NewStyle()
	if s.Help != "" {
		for line := range strings.Lines(s.Help) {
			add(plain, strings.TrimRight(line, "\n"))
		}
		return rows
	}
	if s.Found != "" {
		add(wrong, "! "+s.Found)
		if len(s.Meant) > 0 {
			add(plain, "Perhaps "+s.Meant[0]+" (f)")
		}
	}
	for _, said := range s.Said {
		add(plain, said)
	}
	for _, w := range s.Wrong {
		add(wrong, w)
	}
	add(strong, s.Word)
	add(strong, s.Ask)
	if s.Typed+s.After != "" || s.Hint != "" && len(s.Options) == 0 {
		add(plain, "> "+s.Typed+"_"+s.After)
	}
	rows = append(rows, m.choices(s, wide, max(1, high-len(rows)-2))...)
	add(faint, s.Hint)

	players := m.players(s)
	if whole := wrapped(strings.Join(players, "\n"), wide); players != nil && len(rows)+len(whole)+2 <= high {
		players = whole
	}
	if len(rows)+len(players)+2 <= high {
		for _, p := range players {
			rows = append(rows, cut(p, wide))
		}
	}
	return append(m.log(s, wide, high-len(rows)-1), rows...)
}

// log is the lines of the log that fit into some rows, with a line below them.
func (m Recording) log(s *record.Screen, wide, high int) []string {
	at := s.At
	if at < 0 {
		at = len(s.Log)
	}
	rows := around(len(s.Log), at, wide, high, func(i int) string { return tail(report.OneLine(s.Log[i]), wide) })
	if rows == nil {
		return nil
	}
	return append(rows, rule(wide))
}

// tail is a line that may be too wide. Of a turn the last actions matter.
func tail(text string, wide int) string {
	more := lipgloss.Width(text) - wide
	if more <= 0 || text[0] < '0' || text[0] > '9' {
		return cut(text, wide)
	}
	return ansi.TruncateLeft(text, more+1, "…")
}

// choices are what can be chosen, in as many lines as there are.
func (m Recording) choices(s *record.Screen, wide, high int) []string {
	var rows []string
	for i, o := range s.Options {
		text := cut(report.OneLine(strings.TrimRight(fmt.Sprintf("%-2s %s %s", o.Key, o.Text, o.Mark), " ")), wide)
		if s.Picked == i+1 {
			text = here.Render(text)
		}
		rows = append(rows, text)
	}
	if len(rows) > high && len(rows) > 9 { // short ones side by side
		rows = columns(s.Options, wide)
	}
	return window(rows, s.Picked-high/2, high)
}

// columns are many choices in few lines: the key and the first word of each.
func columns(options []record.Option, wide int) []string {
	var names []string
	for _, o := range options {
		name := o.Choice.Brief
		if i := strings.LastIndexByte(name, ' '); i >= 0 {
			name = name[i+1:]
		}
		if o.Key != "" && !strings.EqualFold(o.Key, name) {
			name = o.Key + " " + name
		}
		names = append(names, name)
	}
	return wrapped(strings.Join(names, ", "), wide)
}

// players is how the players stand.
func (m Recording) players(s *record.Screen) []string {
	if s.Replay == nil {
		return nil
	}
	return m.legend(s.Replay.Board().Scene(report.OneLine))
}
