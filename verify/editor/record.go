package editor

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/verify"
	"tpnote/verify/draft"
	"tpnote/verify/draw"
	"tpnote/verify/report"
)

// Played is the edit that writes something where the log ends, and what is against it.
type Played struct {
	Start int      `json:"start"`
	End   int      `json:"end"`
	Text  string   `json:"text"`
	Wrong []string `json:"wrong,omitempty"`
	Never bool     `json:"never,omitempty"` // it is not the notation, and cannot be written
}

// against tells what is against what was written.
func (p *Played) against(findings []verify.Finding, counts func(*verify.Finding) bool) {
	for i := range findings {
		if f := &findings[i]; f.Severity == verify.SeverityError && counts(f) {
			p.Wrong = append(p.Wrong, report.OneLine(f.Message))
			p.Never = p.Never || f.Malformed
		}
	}
}

// play tells how an action is written where the log ends: behind the last of its turn, or on
// a line of its own. A request that has it stand writes the ruling too. It does not change the
// text.
func (e *Editor) play(r *Request) *Played {
	g := e.draft.Last()
	end := g.End()
	if end == nil || !end.Ready() || end.InGap() || end.Over() {
		return nil
	}
	own := r.Who == "" || r.Who == end.Handles()[end.Clock().Seat]
	if at, t, ok := g.OpenTurn(end); ok && own {
		i := g.Base() + at
		line, last := e.draft.Line(i), t.Actions[len(t.Actions)-1].Span.End
		p := played(e.draft.Within(i, last, last, " "+r.Word))
		p.against(g.Before(at).Line(notation.ParseLine(line[:last]+p.Text, i+1)).Findings, func(f *verify.Finding) bool {
			return f.Action > len(t.Actions) || f.Malformed
		})
		if r.Stands && !g.Ruled(at) {
			p.End, p.Text = p.End+len(line)-last, p.Text+line[last:]+"\nruling stands"
			if p.End == e.draft.Len() {
				p.Text += "\n"
			}
		}
		return p
	}
	text := head(end, r.Who) + " " + r.Word
	p := played(e.draft.Tail(text))
	p.against(end.Fork().Line(notation.ParseLine(text, 1)).Findings, func(*verify.Finding) bool { return true })
	if r.Stands {
		p.Text += "ruling stands\n"
	}
	return p
}

// write tells how a line that is no turn is written where the log ends.
func (e *Editor) write(text string) *Played {
	g := e.draft.Last()
	end := g.End()
	if end == nil {
		return nil
	}
	p := played(e.draft.Tail(text))
	line := notation.ParseLine(text, 1)
	switch line.Node.(type) {
	case *notation.Tag:
		p.Wrong, p.Never = []string{"tags stand before the first turn: type it there"}, true
	case *notation.Ruling:
		if _, turn := e.lastLine(g).(*notation.Turn); !turn {
			p.Wrong, p.Never = []string{"a ruling stands behind a turn"}, true
		}
	default:
		p.against(end.Fork().Line(line).Findings, func(*verify.Finding) bool { return true })
	}
	return p
}

// lastLine is the last line of a game's body that is more than a comment.
func (e *Editor) lastLine(g *draft.Game) notation.Node {
	for i := g.Base() + g.Len() - 1; i >= g.Base()+g.Body(); i-- {
		if n := e.draft.Parsed(i).Node; n != nil {
			return n
		}
	}
	return nil
}

// head is how the line of the next turn begins: its number and its player, who is "" for the
// one whose turn it is.
func head(end *verify.Replay, who string) string {
	c := end.Clock()
	number, actor := int(c.Number), end.Handles()[c.Seat]
	if who != "" && who != actor {
		actor = who
		if c.Phase == rules.Open {
			number++
		}
	}
	return strconv.Itoa(number) + ". " + actor
}

// turnOf is the replay as it stands when a player takes the next turn, whoever's it is.
func turnOf(end *verify.Replay, who string) *verify.Replay {
	if who != "" {
		if ev := end.Telling().Line(notation.ParseLine(head(end, who)+" 0:", 1)); len(ev.Before) > 0 {
			return ev.Before[0]
		}
	}
	return end
}

// played is an edit as the page is told of it.
func played(e draft.Edit) *Played { return &Played{Start: e.Start, End: e.End, Text: e.Text} }

// odd are the words for a move that is not among those that are legal: of the piece on one
// space to another, or none for a pass.
func (e *Editor) odd(r *Request) *move {
	end := e.draft.Last().End()
	if end == nil || !end.Ready() || end.InGap() || end.Over() {
		return nil
	}
	p := turnOf(end, r.Who)
	s := p.Board().Scene(report.OneLine)
	m := &move{Die: r.Die, From: r.From, To: r.To, Brief: "pass"}
	first, name := "", func(i int) string { return written(&s.Board.Spaces[i]) }
	if r.Die > 0 {
		first = strconv.Itoa(r.Die) + ":"
	}
	ways := []string{first + "pass"}
	if to := r.To; to >= 0 && to < len(s.Board.Spaces) {
		m.Brief, ways = s.Board.Spaces[to].Name, nil
		if from := r.From; from >= 0 && from < len(s.Board.Spaces) {
			way := name(from) + "-" + name(to)
			ways = []string{first + way, labelOn(s, from) + ":" + way}
		}
		ways = append(ways, first+name(to))
	}
	for _, w := range ways {
		if a, ok := p.Read(w); ok && a.Pass == (r.To < 0) {
			m.Words = answers(p, w)
			if why := p.Why(w); len(why) > 0 {
				m.Why = report.OneLine(why[0].Message)
			}
			return m
		}
	}
	return nil
}

// written is how a log names a space.
func written(s *draw.Space) string { return s.Name[strings.LastIndexByte(s.Name, ' ')+1:] }

// answers are the words of an action that is not legal, with what was answered if a question
// can have been asked.
func answers(p *verify.Replay, way string) []word {
	if _, asks := p.Read(way + "+"); !asks {
		return []word{{Word: due(p, way, false), Says: way}}
	}
	words := []word{}
	chosen := []string{""}
	if len(p.Why(way+"/x-")) < len(p.Why(way+"-")) {
		chosen = slices.Sorted(maps.Keys(p.Variant().Categories))
	}
	for _, category := range chosen {
		of := way
		if category != "" {
			of += "/" + category
		}
		words = append(words, word{due(p, of+"+", true), says(p, category, "right"), "right"}, word{of + "-", says(p, category, "wrong"), "wrong"})
	}
	return append(words, word{Word: way, Says: "no question"})
}

// due is a word with the marks that are due.
func due(p *verify.Replay, w string, right bool) string {
	if a, ok := p.Read(w); ok && a.Done && (right || a.Path == nil) {
		return p.Write(a)
	}
	return w
}
