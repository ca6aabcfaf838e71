package readings

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tpnote/notation"
	"tpnote/rules/variant"
	"tpnote/verify"
)

// Part is a word with unknown parts, or "...", and what it can have been.
type Part struct {
	notation.Span
	Turn   int    `json:"turn"`
	Action int    `json:"action"` // in its line, from 1
	Word   string `json:"word"`   // as it is written
	// Choices are the words that it can have been: with them the log goes on as well. It is deduced if there is one.
	Choices []string `json:"choices"`
	// Open says that Choices were not looked for: they are without end, or there was too much to look at.
	Open bool `json:"open,omitempty"`

	at  place
	now string // the word that is written there while the game is solved
}

// Deduced reports whether there is one thing only that the word can have been.
func (p *Part) Deduced() bool { return !p.Open && len(p.Choices) == 1 }

// Said is what is known of a word with unknown parts, in words, or "". Of a nil Solved it is "".
func (s *Solved) Said(word notation.Span) string {
	for i := 0; s != nil && i < len(s.Parts); i++ {
		switch p := &s.Parts[i]; {
		case p.Span != word || p.Open:
		case p.Deduced():
			return "deduced: " + p.Choices[0]
		case len(p.Choices) == 0:
			return "nothing fits here"
		default:
			return "not written down: " + choices(p.Choices)
		}
	}
	return ""
}

// mostListed is how many choices are named in a comment.
const mostListed = 12

// choices lists words, the first of them if there are many.
func choices(words []string) string {
	if more := len(words) - mostListed; more > 0 {
		return fmt.Sprintf("%s, or one of %d more", strings.Join(words[:mostListed], ", "), more)
	}
	return variant.OrList(words)
}

// mostTried bounds the work of solving a game: the number of positions in which lines are judged.
// Cutting cutBytes bytes of text into lines again counts as one.
const (
	mostTried = 400_000
	cutBytes  = 64
)

// Solved is a game with the possible values of its unknown parts.
type Solved struct {
	*verify.Summary
	Parts []Part
	Text  []byte // the game, with the deduced parts filled in
}

// Solve finds the possible values of the unknown parts of a game. It puts each filling in the place
// of its part and judges the game again from there; a filling is possible if it adds no error. Deduced
// parts stay filled in while Solve examines other parts.
func Solve(r *verify.Reader, name, dir string, b notation.Block) (*Solved, error) {
	s := &solving{reader: asWritten(r), block: b, written: strings.SplitAfter(string(b.Text), "\n")}
	s.texts = slices.Clone(s.written)
	found, _, err := s.reader.Block(name, dir, b, nil)
	if err != nil {
		return nil, err
	}
	if found.Unknown.Parts > 0 {
		var rest notation.Block
		if s.begin, rest, _, err = s.reader.Enter(b, dir); err != nil {
			return nil, err
		}
		s.first = rest.Line - b.Line
		s.solve()
		if err := s.keep(dir); err != nil {
			return nil, err
		}
	}
	return &Solved{found, s.parts, s.text()}, nil
}

// asWritten is the reader without what is no use to those who try things out.
func asWritten(r *verify.Reader) *verify.Reader {
	return r.With(func(o *verify.Options) { o.Readings, o.Narrate, o.Keep = nil, false, false })
}

// solving is a game that is being solved.
type solving struct {
	reader  *verify.Reader
	block   notation.Block
	written []string       // the lines, with their line ends
	texts   []string       // the lines with fillings
	begin   *verify.Replay // before the first line of the body
	first   int            // the index of that line
	wrong   int            // errors, as the game is written
	tried   int            // positions that lines were judged in
	parts   []Part
	trial   verify.Replay // storage for the replay that a filling is tried in
}

// place is where a part stands, with what is deduced filled in.
type place struct {
	before   *verify.Replay // before a line from which the game is judged again
	line     int            // the index of that line
	wrong    int            // errors before it
	fillings []verify.Filling
}

// wrongIn counts what is wrong with a line.
func wrongIn(findings []verify.Finding) (n int) {
	for i := range findings {
		if f := &findings[i]; f.Severity == verify.SeverityError || f.Code == verify.CodeNoReading {
			n++
		}
	}
	return n
}

// solve looks at the parts again and again, as long as something new is deduced: that may
// settle others. A part keeps the fillings that were possible before, of which fewer may be left.
func (s *solving) solve() {
	s.wrong = s.look()
	for news := true; news; {
		news = false
		for i := range s.parts {
			p := &s.parts[i]
			if p.Deduced() || p.Word == notation.More {
				continue
			}
			p.Choices = s.possible(p)
			p.Open = s.tried > mostTried
			if p.Deduced() {
				s.put(p, p.Choices[0])
				news = true
			}
		}
		if news = news && s.tried <= mostTried; news {
			s.look()
		}
	}
}

// keep keeps the fillings with which the game, judged as a whole, has no finding that it does not have
// as it was written. Those of one line stay or go together.
func (s *solving) keep(dir string) error {
	var lines []verify.Reading
	of := map[int]int{} // the reading of a line
	for _, p := range s.parts {
		if !p.Deduced() {
			continue
		}
		i, known := of[p.Span.Line]
		if !known {
			i = len(lines)
			of[p.Span.Line] = i
			lines = append(lines, verify.Reading{})
		}
		lines[i].Edits = append(lines[i].Edits, put(p.Span, p.Choices[0]))
	}
	_, made, err := Mend(s.reader, dir, strings.Join(s.written, ""), s.block.Line, lines, true)
	for i := range s.parts {
		if p := &s.parts[i]; p.Deduced() && !made[of[p.Span.Line]] {
			p.Choices, p.now = nil, p.Word
		}
	}
	return err
}

// passage judges the lines from an index on, from where p is.
func (s *solving) passage(p *verify.Replay, line int) *verify.Passage {
	rest := notation.Block{Text: []byte(strings.Join(s.texts[line:], "")), Line: s.block.Line + line}
	s.tried += len(rest.Text) / cutBytes
	return s.reader.Passage(p, s.block, rest)
}

// look finds where each part stands and what can have been there, with what is deduced filled
// in, and returns how many errors there are. The first time, it finds the parts.
func (s *solving) look() (wrong int) {
	_, sided := verify.Extras(s.block)
	game := s.begin.Fork()
	passage := s.passage(game, s.first)
	for at := s.first; ; at++ {
		lines, _ := passage.Skim(len(s.block.Text))
		at += lines
		s.tried += lines
		var before *verify.Replay
		if at < len(s.texts) && (strings.Contains(s.texts[at], notation.Unknown) || strings.Contains(s.texts[at], notation.More)) {
			if before = game; s.tried <= mostTried {
				before = game.Fork()
			}
		}
		ev, ok := s.next(passage, game)
		if !ok {
			return wrong + s.wrongAtEnd(game)
		}
		if turn, ok := ev.Line.Node.(*notation.Turn); ok && ev.Carried && ev.Side == 0 && before != nil {
			from := place{before: before, line: at, wrong: wrong}
			if sided { // it must pass its marks in their order
				from = place{before: s.begin, line: s.first}
			}
			told := ev
			if s.tried <= mostTried {
				s.tried += 3 * before.Size() // the line is judged again, and its fillings are looked for
				told = before.Detailed().Line(ev.Line)
			}
			s.lookAt(told, turn, from)
		}
		wrong += wrongIn(ev.Findings)
	}
}

// lookAt notes the parts of a line. It finds no fillings where ev does not have the positions before them.
func (s *solving) lookAt(ev verify.Event, turn *notation.Turn, from place) {
	for i, w := range ev.Words {
		if ev.Actions[i].Unknown {
			if from.fillings = nil; i < len(ev.Before) {
				from.fillings = ev.Before[i].Fillings(w.Text)
			}
			s.note(Part{Span: w.Span, Turn: turn.Number, Action: i + 1, Word: w.Text}, from)
		}
	}
	if turn.More {
		s.note(Part{Span: turn.MoreSpan, Turn: turn.Number, Action: len(ev.Words) + 1, Word: notation.More, Open: true}, from)
	}
}

// note notes a part, unless it is known, and where it stands.
func (s *solving) note(p Part, at place) {
	i, known := slices.BinarySearchFunc(s.parts, p, func(a, b Part) int { return cmp.Or(a.Span.Line-b.Span.Line, a.Action-b.Action) })
	if !known {
		p.now = p.Word
		s.parts = slices.Insert(s.parts, i, p)
	}
	s.parts[i].at = at
}

// wrongAtEnd counts what is wrong with the end of the game.
func (s *solving) wrongAtEnd(game *verify.Replay) int {
	return wrongIn(verify.NewSum("", 1, s.block.First).End(game).Findings)
}

// possible lists those fillings of a part with which no more is wrong with the game. Of the
// spellings of a filling it takes the one of which least is to be said; but of the only filling
// it takes all that fit, because which is right may rest on other parts.
func (s *solving) possible(p *Part) []string {
	var list, spellings []string
	for _, f := range p.at.fillings {
		best, fewest := "", 0
		for _, word := range f.Words {
			if s.tried > mostTried {
				return nil
			}
			s.put(p, word)
			n, fits := 0, false
			if p.Action == 1 {
				n, fits = s.fits(&p.at, &f)
			}
			if !fits {
				n, fits = s.fits(&p.at, nil)
			}
			s.put(p, p.Word)
			if fits {
				spellings = append(spellings, word)
			}
			if fits && (best == "" || n < fewest) {
				best, fewest = word, n
			}
		}
		if best != "" {
			list = append(list, best)
		}
	}
	if len(list) == 1 {
		return spellings
	}
	return list
}

// fits reports whether no more is wrong with the game as its lines stand now, and how much is said of the lines after
// the place. With a sample it looks at a few positions alone, which is enough if they fit.
func (s *solving) fits(from *place, sample *verify.Filling) (said int, ok bool) {
	game := &s.trial
	if from.before.ForkInto(game); sample != nil {
		sample.Sample(game)
	}
	passage := s.passage(game, from.line)
	for wrong := from.wrong; wrong <= s.wrong && s.tried <= mostTried; {
		lines, _ := passage.Skim(len(s.block.Text))
		s.tried += lines
		ev, ok := s.next(passage, game)
		if !ok {
			return said, wrong+s.wrongAtEnd(game) <= s.wrong
		}
		wrong += wrongIn(ev.Findings)
		said += len(ev.Findings)
	}
	return 0, false
}

// next judges the next line of a passage, and counts the positions before and after it.
func (s *solving) next(passage *verify.Passage, game *verify.Replay) (verify.Event, bool) {
	made := game.Made()
	if game.Ready() {
		s.tried += game.Size()
	}
	ev, _, ok := passage.Next()
	s.tried += game.Made() - made
	return ev, ok
}

// put writes a word in the place of a part.
func (s *solving) put(p *Part, word string) {
	p.now = word
	line := &s.texts[p.Span.Line-s.block.Line]
	*line = s.written[p.Span.Line-s.block.Line]
	i, _ := slices.BinarySearchFunc(s.parts, p.Span.Line+1, func(q Part, line int) int { return q.Span.Line - line })
	for i--; i >= 0 && s.parts[i].Span.Line == p.Span.Line; i-- { // its parts, the last first
		q := &s.parts[i]
		*line = (*line)[:q.Start] + q.now + (*line)[q.End:]
	}
}

// listed reports whether the text after a part begins with a comment that lists its choices.
func (p *Part) listed(rest string) bool {
	if !strings.HasPrefix(rest, " {") || len(p.Choices) < 2 {
		return false
	}
	said, _, _ := strings.Cut(rest[2:], "}")
	words := strings.Split(strings.ReplaceAll(said, " or ", ", "), ", ")
	return !slices.ContainsFunc(p.Choices, func(choice string) bool { return !slices.Contains(words, choice) })
}

// tooMuch is the comment after a part that was not solved; a further run goes on with it.
const tooMuch = " {too much is unknown}"

// text is the game with a comment after each part.
func (s *solving) text() []byte {
	for _, p := range slices.Backward(s.parts) {
		said := ""
		switch {
		case p.Deduced():
			said = " {deduced}"
		case p.Open && p.Word != notation.More:
			said = tooMuch
		case len(p.Choices) > 1:
			said = " {" + choices(p.Choices) + "}"
		}
		line := &s.written[p.Span.Line-s.block.Line]
		rest := strings.TrimPrefix((*line)[p.End:], tooMuch)
		if strings.HasPrefix(rest, said) || p.listed(rest) { // an earlier run has said it
			said = ""
		}
		*line = (*line)[:p.Start] + p.now + said + rest
	}
	return []byte(strings.Join(s.written, ""))
}
