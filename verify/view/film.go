// Package view shows games: as a page that steps through the log, as pictures, as an animation, and as text.
//
// A log becomes a Film, which is its moments one after the other; every moment has a
// position before and after it. How a position is drawn is for its game and package draw.
//
// Everything that a log's author wrote passes report.OneLine on its way into a Film, so that
// nothing here has to fear escape sequences or marks that turn the direction of writing.
package view

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"tpnote/notation"
	"tpnote/rules/variant"
	"tpnote/spec"
	"tpnote/verify"
	"tpnote/verify/draw"
	"tpnote/verify/explain"
	"tpnote/verify/lesson"
	"tpnote/verify/odds"
	"tpnote/verify/report"
)

// Film is a game, moment by moment.
type Film struct {
	Game     *verify.Summary
	Title    string
	Moments  []Moment       // the first is the position from which the game starts
	Chapters []Chapter      // of the log; if it does not begin with one, the first has the title of the game
	Faults   []lesson.Fault // of the questions in its comments, which a quiz leaves out
	Luck     *odds.Luck     // how the players stood, if that is to be shown
	Games    []string       // what the games of the file are called, for the page; nil for one game

	links    map[string]int     // the moment that each link leads to
	chapter  string             // announced, and not begun
	left     int                // moments that are left out before the last
	authored []*lesson.Question // the questions of the log that are without fault
	// Progress receives how much of a page or an animation is drawn.
	Progress func(done, of int)
}

// Moment is one action with what came of it, or a line that is no turn. A page has many as JSON, with short names.
type Moment struct {
	Link     string   `json:"l"`           // what leads here: "12.3" for the third action of turn 12, "line14"
	Turn     int      `json:"g,omitempty"` // 0 outside turns
	Line     int      `json:"i"`
	Who      string   `json:"u,omitempty"` // the player who acted
	Word     string   `json:"e,omitempty"` // the action, or the whole line, as it is written
	Said     string   `json:"s,omitempty"` // what it did, in words
	Comments []string `json:"m,omitempty"`
	Findings []int    `json:"f,omitempty"` // in Game.Findings
	Side     int      `json:"b,omitempty"` // how deep in side lines it is; 0 in the game itself

	action        verify.Action  // a note shows the action that it is about
	before, after *verify.Replay // the position before an action; nil without one
}

// Note reports whether the moment is a paragraph about what came before.
func (m *Moment) Note() bool { return m.Who == "" && m.Word == "" && m.Link != "start" }

// Law is a rule as it holds in the game, with the clause that it comes from. Pages have it as JSON.
type Law struct {
	Name   string `json:"-"`
	Text   string `json:"r"`           // "hub-entry: exact (G3.31)"
	Clause string `json:"-"`           // its id
	Says   string `json:"s,omitempty"` // what the clause says
}

var (
	errBoards = errors.New("the games of a page are played on one board")
	errBlind  = errors.New("the game cannot be drawn")
)

// Shoot replays a game of a log and films it. Options.Narrate and Options.Keep are its own.
func Shoot(options verify.Options, name, dir string, game notation.Block) (*Film, error) {
	options.Narrate, options.Keep = true, true
	reader, err := verify.NewReader(options)
	if err != nil {
		return nil, err
	}
	d := &developer{Film: &Film{Moments: []Moment{{Link: "start"}}, links: map[string]int{"start": 0}, Progress: func(int, int) {}}}
	summary, last, err := reader.Block(name, dir, game, d.see)
	if err != nil {
		return nil, err
	}
	summary.Describe(game)
	return d.Film, d.finish(summary, last)
}

// Called is what a game of a log is called: its event, or its players.
func Called(game notation.Block) string {
	tags := verify.Entry{Tags: game.Tags()}
	return report.OneLine(cmp.Or(tags.Tag("Event"), tags.Tag("Players"), "game "+strconv.Itoa(game.Number)))
}

// happens is the moment to which a finding belongs.
func (f *Film) happens(found *verify.Finding) int {
	first := slices.IndexFunc(f.Moments, func(m Moment) bool { return m.Line == found.Span.Line })
	at, end := first+max(0, found.Action-1), len(f.Moments)-1
	switch {
	case found.Code == verify.CodeResult, first < 0 && f.left > 0 && found.Span.Line > f.Moments[end-1].Line:
		return end
	case first < 0:
		return 0
	case at <= end && f.Moments[at].Line == found.Span.Line:
		return at
	}
	return first
}

// Variant is the variant that the game is judged by.
func (f *Film) Variant() *variant.Variant { return f.Moments[0].after.Variant() }

// MomentOf is the moment that a link leads to, "12.3", "line14" or "start"; of a turn, "12", its last in the game itself.
func (f *Film) MomentOf(link string) (at int, ok bool) {
	if at, ok = f.links[link]; ok {
		return at, true
	}
	for i := 0; i < len(f.Moments); i = f.Next(i) {
		if turn := f.Moments[i].Turn; turn > 0 && strconv.Itoa(turn) == link {
			at, ok = i, true
		} else if ok {
			break
		}
	}
	return at, ok
}

// End is the last moment of the game itself: side lines are not the game.
func (f *Film) End() int { return f.Previous(len(f.Moments)) }

// Scene is the position after a moment.
func (f *Film) Scene(moment int) *draw.Scene {
	after := f.Moments[moment].after
	return after.Board().Scene(playersOf(after))
}

// longestName is how many characters are shown of who played a colour.
const longestName = 24

// playersOf says what the players of a replay are called in a scene: by their handles, and by tags of colours.
func playersOf(r *verify.Replay) func(handle string) string {
	return func(handle string) string {
		name := report.OneLine(handle)
		if who := r.PlayedBy(handle); who != "" {
			name += " (" + draw.Shorten(report.OneLine(who), longestName) + ")"
		}
		return name
	}
}

// Move is what a moment did to the scene before it.
func (f *Film) Move(moment int) draw.Move {
	m := &f.Moments[moment]
	if m.before == nil {
		return draw.Move{}
	}
	move := m.after.Board().Route(m.before.Board(), m.action)
	move.Perhaps = m.action.Unknown
	return move
}

// choice is a place that can be reached, and a move that leads there.
type choice struct {
	draw.Choice
	verify.Move
}

// choicesIn lists the legal choices. Answers and marks do not change where a piece can go: of
// several words for one place, only the first is listed.
func (f *Film) choicesIn(r *verify.Replay) (list []*choice) {
	board := r.Board()
	for _, m := range r.Legal() {
		c := &choice{board.Choice(m.Action), m}
		if !slices.ContainsFunc(list, func(before *choice) bool { return before.Same(c.Choice) }) {
			list = append(list, c)
		}
	}
	return list
}

// Due is the roll that follows a moment in the log; 0 where none does.
func (f *Film) Due(moment int) int {
	if next := f.Next(moment); next < len(f.Moments) {
		return f.Moments[next].action.Die
	}
	return 0
}

// Next is the moment that follows another one, past the side lines that begin between them;
// after the last, it is their number. The line after a side line follows its last moment.
func (f *Film) Next(moment int) int {
	i := moment + 1
	for i < len(f.Moments) && f.Moments[i].Side > f.Moments[moment].Side {
		i++
	}
	return i
}

// Previous is the moment before another one, -1 before the first; for the first of a side line, that before the line.
func (f *Film) Previous(moment int) int {
	if moment == len(f.Moments) {
		return f.before(moment, 0)
	}
	return f.before(moment, f.Moments[moment].Side)
}

// before is the last moment before another one that is no deeper in side lines than side; -1 for none.
func (f *Film) before(moment, side int) int {
	for moment--; moment >= 0 && f.Moments[moment].Side > side; {
		moment--
	}
	return moment
}

// Reachable lists the places that a piece can reach after a moment with the next recorded roll, or else with any.
func (f *Film) Reachable(moment int) (all []draw.Choice) {
	due := f.Due(moment)
	for _, c := range f.choicesIn(f.Moments[moment].after) {
		if due == 0 || c.Die == due {
			all = append(all, c.Choice)
		}
	}
	return all
}

// Why lists what is wrong with an action after a moment; nothing if it is legal.
func (f *Film) Why(moment int, word string) []verify.Finding {
	return f.Moments[moment].after.Why(word)
}

// Rules lists the rules that allowed what a moment did; none if it was not legal.
func (f *Film) Rules(moment int) []Law {
	m := &f.Moments[moment]
	if m.Who == "" || len(m.before.Why(m.Word)) > 0 {
		return nil
	}
	return f.laws(explain.Allowing(m.before, m.action))
}

func (f *Film) laws(names []string) []Law {
	return variant.Each(names, func(name string) Law {
		rule := explain.RuleOf(f.Moments[0].after, name)
		return newLaw(rule.Name, rule.Value, rule.Cites)
	})
}

// newLaw is a rule with the first of its clauses.
func newLaw(name, value string, cites []string) Law {
	l := Law{Name: name, Text: name}
	if value != "" {
		l.Text += ": " + value
	}
	if len(cites) > 0 {
		c, _ := spec.Find(cites[0])
		l.Clause, l.Says = cites[0], c.Text
		l.Text = strings.TrimSpace(l.Text + " (" + l.Clause + ")")
	}
	return l
}

// LawOf is the rule that a finding cites.
func LawOf(found *verify.Finding) Law { return newLaw(found.Rule, found.Value, found.Cites) }

// Drawing is the position after a turn in characters, with the way that the last piece came and how the players stand.
func Drawing(ev *verify.Event, o draw.TextOptions) string {
	board := ev.After.Board()
	s := board.Scene(playersOf(ev.After))
	var m draw.Move
	if n := len(ev.Words); n > 0 {
		m = board.Route(ev.Before[n-1].Board(), ev.Actions[n-1])
	}
	return s.Text(m, nil, o) + s.Legend(o)
}
