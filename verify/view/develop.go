package view

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/lesson"
	"tpnote/verify/report"
)

// developer makes a film of the lines of a game, as they come.
type developer struct {
	*Film
	questions lesson.Reader
	flows     bool // the line before was a comment, which this one may go on with
	held      int  // positions that the moments hold, where a line allows many
}

// A film that holds mostHeld positions, of lines that allow many, holds only some of a later line: it shows the first.
const (
	mostHeld = 40_000
	some     = 50
)

// thin drops most positions of a line that allows many, if the film holds enough.
func (d *developer) thin(p *verify.Replay) {
	if p == nil || p.Size() <= some {
		return
	}
	if d.held += p.Size(); d.held > mostHeld {
		n := 0
		p.Narrow(func(*verify.Replay) bool {
			n++
			return n <= some
		})
	}
}

// see takes the next line of the game.
func (d *developer) see(ev *verify.Event) {
	for _, p := range ev.Before {
		d.thin(p)
	}
	d.thin(ev.After)
	if d.questions.Read(ev) {
		all := d.questions.Questions
		all[len(all)-1].Moments = d.last(ev.Side) + 1
		d.flows = false
		return
	}
	start := &d.Moments[0]
	if title, ok := lesson.Chapter(&ev.Line); ok {
		d.chapter, d.flows = report.OneLine(title), false
		if len(d.Moments) == 1 && start.after == nil && len(start.Comments) == 0 {
			d.begin(0)
		}
		return
	}
	if _, mark := ev.Line.Node.(*notation.SideLine); mark {
		d.flows = false
		d.comments(&ev.Line, d.last(ev.Side-1))
		return
	}
	switch _, turn := ev.Line.Node.(*notation.Turn); {
	case ev.Carried:
		start.after = cmp.Or(start.after, ev.Before[0])
		d.actions(ev)
	case turn || start.after != nil && ev.Line.Node != nil:
		start.after = cmp.Or(start.after, ev.After)
		d.add(ev, Moment{Word: report.OneLine(uncommented(&ev.Line)), after: ev.After, Said: saidOf(ev.Line.Node)})
		d.comments(&ev.Line, len(d.Moments)-1)
	case d.flows && len(ev.Line.Comments) == 1:
		last := d.Moments[d.last(ev.Side)].Comments
		last[len(last)-1] += " " + report.OneLine(strings.TrimSpace(ev.Line.Comments[0].Text))
	default:
		at := d.last(ev.Side)
		if again := len(d.Moments[at].Comments) > 0 && d.Moments[at].Side == ev.Side; ev.Line.Node == nil && len(ev.Line.Comments) > 0 && (again || d.chapter != "") {
			// each paragraph is a step of its own
			d.add(ev, Moment{after: d.Moments[at].after})
			at = len(d.Moments) - 1
		}
		d.comments(&ev.Line, at)
	}
	d.flows = ev.Line.Node == nil && len(ev.Line.Comments) > 0 && len(d.Moments[d.last(ev.Side)].Comments) > 0
}

// uncommented is the text of a line without its comments.
func uncommented(l *notation.Line) string {
	if at := strings.IndexAny(l.Text, ";{"); at >= 0 && len(l.Comments) > 0 {
		return strings.TrimSpace(l.Text[:at])
	}
	return l.Text
}

// last is the last moment that is no deeper in side lines than what follows it.
func (d *developer) last(side int) int { return max(0, d.before(len(d.Moments), side)) }

// finish fills the gaps, names the game, and puts every finding in its place. last is the replay after all the lines.
func (d *developer) finish(summary *verify.Summary, last *verify.Replay) error {
	f := d.Film
	f.Game = summary
	if last == nil || !last.Ready() {
		reason := "it has no position"
		if len(f.Game.Findings) > 0 {
			reason = report.OneLine(f.Game.Findings[0].Message)
		}
		return fmt.Errorf("%w: %s", errBlind, reason)
	}
	f.Moments[0].after = cmp.Or(f.Moments[0].after, last.Fork())
	for i := range f.Moments {
		m := &f.Moments[i]
		m.after = cmp.Or(m.after, f.Moments[max(0, i-1)].after)
		if m.Note() {
			about := &f.Moments[f.Previous(i)]
			m.action, m.before = about.action, about.before
		}
	}
	if end := &f.Moments[len(f.Moments)-1]; f.left > 0 {
		end.Said = strings.TrimSpace(fmt.Sprintf("%s (%d steps before this one are left out: a game of more than %d is not shown whole)", end.Said, f.left, longest))
	}
	f.Title = report.OneLine(cmp.Or(f.Game.Entry.Tag("Event"), last.Variant().Title))
	if len(f.Chapters) == 0 || f.Chapters[0].Moment > 0 {
		f.Chapters = slices.Insert(f.Chapters, 0, Chapter{f.Title, 0})
	}
	for i := range f.Game.Findings {
		at := f.happens(&f.Game.Findings[i])
		f.Moments[at].Findings = append(f.Moments[at].Findings, i)
	}
	f.authored = slices.DeleteFunc(slices.Clone(d.questions.Questions), func(q *lesson.Question) bool { return len(q.Faults()) > 0 })
	f.Faults = d.questions.Faults()
	return nil
}

// longest is how many moments a film has at most. A longer game loses those before the last one.
const longest = 10_000

// Chapter is a part of a lesson, from a moment on.
type Chapter struct {
	Title  string `json:"t"`
	Moment int    `json:"m"`
}

// begin begins the chapter that the log has announced, if it has, with a moment.
func (f *Film) begin(moment int) {
	if f.chapter != "" {
		f.Chapters = append(f.Chapters, Chapter{f.chapter, moment})
		f.chapter = ""
	}
}

// add adds a moment of a line, whose link is that of the line if it has no other.
func (f *Film) add(ev *verify.Event, m Moment) {
	m.Line, m.Side = ev.Line.Span.Line, ev.Side
	m.Link = cmp.Or(m.Link, "line"+strconv.Itoa(m.Line))
	if at := len(f.Moments) - 1; at+1 == longest {
		delete(f.links, f.Moments[at].Link)
		f.left++
		f.Moments = f.Moments[:at]
	}
	f.links[m.Link] = len(f.Moments)
	f.begin(len(f.Moments))
	f.Moments = append(f.Moments, m)
}

// saidOf says what a line is that is no turn carried out.
func saidOf(n notation.Node) string {
	switch n := n.(type) {
	case *notation.Turn:
		return "this turn is not carried out"
	case *notation.State:
		return "the log asserts this position"
	case *notation.Directive:
		if n.Keyword.Text == "secret" || n.Keyword.Text == "reveal" {
			return "a secret number is revealed"
		}
	case *notation.Bad:
		return "this line is not the notation, and is skipped"
	}
	return ""
}

// actions adds a moment for each action of a turn.
func (f *Film) actions(ev *verify.Event) {
	first, who := len(f.Moments), report.OneLine(ev.Who)
	done := 0 // actions of this turn, if the line goes on with it
	for i := first - 1; f.Moments[i].Turn == ev.Turn && f.Moments[i].Who == who && f.Moments[i].Side == ev.Side; i-- {
		done++
	}
	for i, word := range ev.Words {
		link := strconv.Itoa(ev.Turn) + "." + strconv.Itoa(done+i+1)
		if _, taken := f.links[link]; taken || ev.Side > 0 { // two turns have the same number
			link = "line" + strconv.Itoa(ev.Line.Span.Line) + "." + strconv.Itoa(i+1)
		}
		f.add(ev, Moment{
			Link: link, Turn: ev.Turn, Who: who, Word: report.OneLine(word.Text), Said: report.OneLine(ev.Actions[i].Said),
			action: ev.Actions[i], before: ev.Before[i], after: ev.AfterAction(i),
		})
	}
	f.comments(&ev.Line, first)
}

// comments hangs the comments of a line onto the moments that they follow; first is the moment of its first action.
func (f *Film) comments(l *notation.Line, first int) {
	const head = 2 // the words before the actions: number and handle
	for _, c := range l.Comments {
		text := report.OneLine(strings.TrimSpace(c.Text))
		if text == "" || strings.HasPrefix(text, "want ") {
			continue // what a test wants is nothing to a player
		}
		at := min(max(first, first+c.After-head-1), len(f.Moments)-1)
		f.Moments[at].Comments = append(f.Moments[at].Comments, text)
	}
}
