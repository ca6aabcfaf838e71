package readings

import (
	"fmt"
	"slices"
	"strings"

	"tpnote/notation"
	"tpnote/verify"
)

// Part is a word with unknown parts, or "...", and what it can have been.
type Part struct {
	Span   notation.Span
	Turn   int
	Action int    // in its line, from 1
	Word   string // as it is written
	// Choices are the words that it can have been: those with which the rest of the log goes on
	// as well as without. It is deduced if there is one.
	Choices []string
	// Open says that Choices were not looked for: they are without end, or there was too much
	// to look at.
	Open bool
}

// Deduced reports whether there is one thing only that the word can have been.
func (p *Part) Deduced() bool { return !p.Open && len(p.Choices) == 1 }

// Said is what is known of the part, in words.
func (p *Part) Said() string {
	switch {
	case p.Open:
		return ""
	case p.Deduced():
		return "deduced: " + p.Choices[0]
	case len(p.Choices) == 0:
		return "nothing fits here"
	}
	return "not written down: " + choices(p.Choices)
}

// mostListed is how many choices are named in a comment.
const mostListed = 12

// choices lists words, the first of them if there are many.
func choices(words []string) string {
	if more := len(words) - mostListed; more > 0 {
		return fmt.Sprintf("%s, or one of %d more", strings.Join(words[:mostListed], ", "), more)
	}
	return verify.OrList(words)
}

// mostJudged bounds what solving a game may take: so many lines are judged.
const mostJudged = 300_000

// Solved is a game with what is known of its unknown parts.
type Solved struct {
	*verify.Summary
	Parts []Part
	Text  []byte // the game, with what is deduced filled in
}

// Solve finds out what the unknown parts of a game can have been. Each filling of a part is
// put in its place and the game is judged again; it is possible if there is no more wrong with
// the game than without it. What is deduced stays filled in while other parts are looked at.
func Solve(r *verify.Reader, name, dir string, number int, b notation.Block) (*Solved, error) {
	r = asWritten(r)
	s := &solving{reader: r, name: name, dir: dir, number: number, block: b}
	s.texts = strings.SplitAfter(string(b.Text), "\n")
	var err error
	if s.found, err = s.judge(); err != nil {
		return nil, err
	}
	s.wrong = wrongWith(s.found)
	if s.found.Unknown.Parts > 0 {
		err = s.solve()
	}
	if err != nil {
		return nil, err
	}
	return &Solved{s.found, s.parts, s.text()}, nil
}

// asWritten is the reader without what is no use to those who try things out.
func asWritten(r *verify.Reader) *verify.Reader {
	return r.With(func(o *verify.Options) { o.Readings, o.Narrate, o.Keep = nil, false, false })
}

// solving is a game that is being solved.
type solving struct {
	reader *verify.Reader
	name   string
	dir    string
	number int
	block  notation.Block
	texts  []string // of the lines, with their line ends
	found  *verify.Summary
	wrong  int // findings that are errors
	judged int // lines
	parts  []Part
}

// judge judges the game as its lines stand now.
func (s *solving) judge() (*verify.Summary, error) {
	s.judged += len(s.texts)
	b := s.block
	again, _ := notation.CutGame([]byte(strings.Join(s.texts, "")), b.Line)
	g, _, err := s.reader.Block(s.name, s.dir, s.number, again, nil)
	return g, err
}

// wrongWith counts what is wrong with a game.
func wrongWith(g *verify.Summary) int {
	n := g.Omitted
	for i := range g.Findings {
		if g.Findings[i].Severity == verify.SeverityError || g.Findings[i].Code == verify.CodeNoReading {
			n += 1 + len(g.Findings[i].Notes)
		}
	}
	return n
}

// solve looks at the parts again and again, as long as something new is deduced: that may
// settle others.
func (s *solving) solve() error {
	for {
		fillings, err := s.fillings()
		if err != nil {
			return err
		}
		news := false
		for i := range s.parts {
			p := &s.parts[i]
			if p.Deduced() || p.Word == notation.More {
				continue
			}
			if p.Choices, err = s.possible(p, fillings[i]); err != nil {
				return err
			}
			p.Open = s.judged > mostJudged
			if p.Deduced() {
				s.put(p, p.Choices[0])
				news = true
			}
		}
		if !news {
			return nil
		}
	}
}

// fillings lists what each part can have been where it stands, with what is deduced filled in.
// The first time it finds the parts.
func (s *solving) fillings() ([][]verify.Filling, error) {
	first := s.parts == nil
	var all [][]verify.Filling
	keeping := s.reader.With(func(o *verify.Options) { o.Keep = true })
	again, _ := notation.CutGame([]byte(strings.Join(s.texts, "")), s.block.Line)
	s.judged += len(s.texts)
	at := 0
	_, _, err := keeping.Block(s.name, s.dir, s.number, again, func(ev *verify.Event) {
		turn, ok := ev.Line.Node.(*notation.Turn)
		if !ok || !ev.Carried {
			return
		}
		for i, w := range ev.Words {
			list := ev.Before[i].Fillings(w.Text)
			if first && ev.Actions[i].Unknown {
				s.parts = append(s.parts, Part{Span: w.Span, Turn: turn.Number, Action: i + 1, Word: w.Text})
				all = append(all, list)
				continue
			}
			if at < len(s.parts) && !first && s.parts[at].Span.Line == w.Span.Line && s.parts[at].Action == i+1 {
				all = append(all, list)
				at++
			}
		}
		if turn.More {
			if first {
				s.parts = append(s.parts, Part{Span: turn.MoreSpan, Turn: turn.Number, Action: len(ev.Words) + 1, Word: notation.More, Open: true})
			}
			all = append(all, nil)
			at++
		}
	})
	return all, err
}

// possible lists those fillings of a part with which no more is wrong with the game. Of the
// spellings of a filling it takes the one of which least is to be said.
func (s *solving) possible(p *Part, fillings []verify.Filling) ([]string, error) {
	line := s.texts[p.Span.Line-s.block.Line]
	var list []string
	for _, f := range fillings {
		best, fewest := "", 0
		for _, word := range f.Words {
			if s.judged > mostJudged {
				return list, nil
			}
			s.put(p, word)
			g, err := s.judge()
			s.texts[p.Span.Line-s.block.Line] = line
			if err != nil {
				return nil, err
			}
			if n := len(g.Findings); wrongWith(g) <= s.wrong && (best == "" || n < fewest) {
				best, fewest = word, n
			}
		}
		if best != "" {
			list = append(list, best)
		}
	}
	return list, nil
}

// put writes a word in the place of a part.
func (s *solving) put(p *Part, word string) {
	i := p.Span.Line - s.block.Line
	start, end := s.bounds(p)
	s.texts[i] = s.texts[i][:start] + word + s.texts[i][end:]
}

// bounds is where a part stands in its line now.
func (s *solving) bounds(p *Part) (start, end int) {
	line := notation.ParseLine(strings.TrimRight(s.texts[p.Span.Line-s.block.Line], "\r\n"), p.Span.Line)
	turn := line.Node.(*notation.Turn)
	if p.Action > len(turn.Actions) {
		return turn.MoreSpan.Start, turn.MoreSpan.End
	}
	at := turn.Actions[p.Action-1].Span
	return at.Start, at.End
}

// text is the game with a comment behind each part.
func (s *solving) text() []byte {
	for _, p := range slices.Backward(s.parts) {
		said := ""
		switch {
		case p.Deduced():
			said = " {deduced}"
		case p.Open && p.Word != notation.More:
			said = " {too much is unknown to tell}"
		case len(p.Choices) > 1:
			said = " {" + choices(p.Choices) + "}"
		}
		i := p.Span.Line - s.block.Line
		_, end := s.bounds(&p)
		s.texts[i] = s.texts[i][:end] + said + s.texts[i][end:]
	}
	return []byte(strings.Join(s.texts, ""))
}
