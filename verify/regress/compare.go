package regress

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"

	"tpnote/notation"
	"tpnote/rules/variant"
	"tpnote/verify"
)

// Comparison replays games under two variants. It finds where the variants first differ, and
// because of which rule points. It serves one goroutine.
type Comparison struct {
	A, B    *variant.Variant
	Counts          // of all games
	Own     []Own   // the same by the variant that the logs name, sorted
	Others  int     // skipped: logs of other games
	Tallies []Tally // by what changes games, in the order of the rule points

	points  []string                  // in which A and B differ
	mixes   map[string]*verify.Reader // by the rule points that are taken from B; nil if no game can be played so
	judge   verify.Options            // how both judge
	unnamed string                    // the variant that judges a log that names none
	sides   [2]*verify.Reader         // A and B
	bare    *verify.Reader            // B, for games whose findings are not shown
	many    bool                      // the last game had many findings of B, so use bare and judge the shown lines again
	rooms   [2]*trace                 // the traces of the game before, to be reused; nil before the first
}

// Counts says how many games there are, and how many of them change.
type Counts struct {
	Games   int `json:"games"`
	Changed int `json:"changed"`
	Results int `json:"results"` // have another result
	Sooner  int `json:"sooner"`  // have the same result, and end sooner under one of the variants
}

// Own counts the games that name a variant, or that it judges because they name none.
type Own struct {
	Variant string `json:"variant"`
	Counts
}

// Tally counts the games that change when only these rule points are taken from B.
type Tally struct {
	Points  []string `json:"points"`
	Games   int      `json:"games"`         // that change
	Illegal int      `json:"becomeIllegal"` // that become so
	Legal   int      `json:"becomeLegal"`
}

// Parting is a game that two variants judge differently: a line of it, or its result or final
// position.
type Parting struct {
	A, B    *verify.Summary
	First   Place  // where they part
	Judged  *Place // where they first find different errors, if that is not the same line
	Effects []Effect
}

// Place is a line of a log that two variants judge differently.
type Place struct {
	Line       int              `json:"line"` // 0 for the end of the game
	Turn       int              `json:"turn"`
	Text       string           `json:"-"`
	WasA, NowB string           `json:"-"`      // the position after it; "" if it was not carried out
	OfA, OfB   []verify.Finding `json:"-"`      // on it
	Causes     [][]string       `json:"causes"` // sets of rule points, each of which explains it
}

// Effect is the verdict on a game when only these rule points change hands. Each rule point
// that does something to the game by itself has one, and so has a combination without
// which the difference cannot be explained.
type Effect struct {
	Points  []string       `json:"points"`
	Verdict verify.Verdict `json:"verdict"`
}

// NewComparison prepares to compare two variants of one game.
func NewComparison(options verify.Options, a, b *variant.Variant) (*Comparison, error) {
	if a.Game != b.Game {
		return nil, fmt.Errorf("%s is a variant of %s, %s of %s: no log can be judged by both", a.Name, a.Game, b.Name, b.Game)
	}
	c := &Comparison{A: a, B: b, judge: options, points: variant.Parted(a, b), mixes: map[string]*verify.Reader{}, unnamed: options.Games.Library().Default(a.Game)}
	var err error
	for i, v := range []*variant.Variant{a, b} {
		if c.sides[i], err = verify.ReaderBy(v, c.judge); err != nil {
			return nil, err
		}
	}
	c.bare = c.sides[1].With(func(o *verify.Options) { o.Bare = true })
	return c, nil
}

// Fork makes a comparison of the same variants for another goroutine. It has counted nothing.
func (c *Comparison) Fork() (*Comparison, error) { return NewComparison(c.judge, c.A, c.B) }

// Block compares one game, and calls done with it if it changes. It returns the error of done.
func (c *Comparison) Block(name, dir string, number int, b notation.Block, done func(*Parting) error) error {
	p, err := c.Part(name, dir, b)
	return c.Count(c.Names(b), p, err, number, done)
}

// Names returns the variant that a game names, or the default of the game that is compared.
func (c *Comparison) Names(b notation.Block) string {
	tags := b.Tags()
	if i := slices.IndexFunc(tags, func(t notation.Pair) bool { return t.Name == "Variant" }); i >= 0 {
		return tags[i].Value
	}
	return c.unnamed
}

// Part compares one game without counting it; nil means that both variants judge it alike. The
// summaries have neither findings nor the number of the game, which only Count knows.
func (c *Comparison) Part(name, dir string, b notation.Block) (*Parting, error) {
	p, err := c.game(name, dir, b)
	if p != nil {
		p.A.Findings, p.B.Findings = nil, nil
	}
	return p, err
}

// Count counts a game for which Names has returned own, and Part p and err. It calls done with the
// game if it changes, and returns the error of done. number is that of the game in its log.
func (c *Comparison) Count(own string, p *Parting, err error, number int, done func(*Parting) error) error {
	var other *verify.OtherGameError
	switch {
	case errors.As(err, &other):
		c.Others++
		return nil
	case err != nil:
		return err
	}
	c.Counts.count(p)
	c.of(own).count(p)
	if p == nil {
		return nil
	}
	p.A.Number, p.B.Number = number, number
	c.count(p)
	return done(p)
}

// of returns the counts of the games that name a variant.
func (c *Comparison) of(own string) *Counts {
	i, known := slices.BinarySearchFunc(c.Own, own, func(o Own, name string) int { return cmp.Compare(o.Variant, name) })
	if !known {
		c.Own = slices.Insert(c.Own, i, Own{Variant: own})
	}
	return &c.Own[i].Counts
}

// count counts a game; p is nil if it does not change.
func (n *Counts) count(p *Parting) {
	n.Games++
	if p == nil {
		return
	}
	n.Changed++
	switch {
	case p.A.Result != p.B.Result:
		n.Results++
	case p.A.Turns != p.B.Turns:
		n.Sooner++
	}
}

// manyFindings is how many findings in a game are many: the next game will have as many.
const manyFindings = 16

// both judges a game by A and by B. bare reports that the findings of B have no text.
func (c *Comparison) both(g *game) (was, now *trace, bare bool, err error) {
	if was, err = g.glance(c.sides[0], atEnd, c.rooms[0]); err != nil {
		return nil, nil, false, err
	}
	side := c.sides[1]
	if bare = c.many; bare {
		side = c.bare
	}
	if now, err = g.glance(side, atEnd, c.rooms[1]); err != nil {
		return nil, nil, false, err
	}
	if c.many = len(now.Findings) > manyFindings; len(g.Text) <= mostTexts {
		c.rooms = [2]*trace{was, now}
	}
	return was, now, bare, nil
}

// shown has the findings and positions of some lines of a game, by A and by B.
type shown struct {
	lines     []int32
	positions [2][]string
	found     [2]*verify.Summary
}

// show looks up the findings and positions at the places where A and B part.
func (c *Comparison) show(g *game, was, now *trace, bare bool, places ...parted) (s shown, err error) {
	for _, at := range places {
		if at.ok && at.a.line != atEnd && !slices.Contains(s.lines, at.a.line) {
			s.lines = append(s.lines, at.a.line)
		}
	}
	s.found = [2]*verify.Summary{was.Summary, now.Summary}
	if s.lines == nil {
		return s, nil
	}
	if bare && slices.ContainsFunc(s.lines, func(line int32) bool { return now.found[line] != nil }) {
		if s.found[1], _, err = c.sides[1].Block(g.name, g.dir, 1, g.Block, nil); err != nil {
			return s, err
		}
	}
	a := g.positionsAfter(c.sides[0], was, s.lines)
	b := a
	if slices.ContainsFunc(s.lines, func(line int32) bool { return was.positions[line] != now.positions[line] }) {
		b = g.positionsAfter(c.sides[1], now, s.lines)
	}
	s.positions = [2][]string{a, b}
	return s, nil
}

// game compares one game, as if it were the first; nil means that both variants make the same of it.
func (c *Comparison) game(name, dir string, b notation.Block) (*Parting, error) {
	g := &game{Block: b.Remembering(), name: name, dir: dir}
	was, now, bare, err := c.both(g)
	if err != nil {
		return nil, err
	}
	sides := was.beside(now, atEnd)
	if !sides.changes {
		return nil, nil
	}
	first, judged := sides.differs, sides.judged
	shown, err := c.show(g, was, now, bare, first, judged)
	if err != nil {
		return nil, err
	}
	mixes := map[string]*beside{strings.Join(c.points, "+"): sides} // with all of them, it is B
	last := now                                                     // of which nothing but its summary is needed any more
	mixed := func(points []string) *beside {
		key := strings.Join(points, "+")
		if m, known := mixes[key]; known {
			return m
		}
		var m *beside
		if r := c.mix(points); r != nil {
			if t, err := g.glance(r, first.a.line, last); err == nil { // it is a game of A, so nothing is left to go wrong
				m, last = was.beside(t, first.a.line), t
			}
		}
		mixes[key] = m
		return m
	}
	place := func(at parted, of func(*beside) parted, differs func(event, event) bool) Place {
		p := Place{Turn: int(cmp.Or(at.a.turn, at.b.turn))}
		if i := slices.Index(shown.lines, at.a.line); i >= 0 {
			p.Line = g.Line + int(at.a.line)
			p.WasA, p.NowB = shown.positions[0][i], shown.positions[1][i]
			p.OfA, p.OfB = findingsOn(p.Line, shown.found[0]), findingsOn(p.Line, shown.found[1])
			p.Text = lastLine(through(g.Block, at.a.line))
			if t, ok := notation.ParseLine(p.Text, p.Line).Node.(*notation.Turn); ok {
				p.Turn = t.Number
			}
		}
		// A mix explains the place if it parts from A there, and as B does.
		p.Causes = c.explain(func(points []string) bool {
			m := mixed(points)
			return m != nil && of(m).ok && of(m).a.line == at.a.line && !differs(of(m).b, at.b)
		})
		return p
	}
	was.Summary.Describe(g.Block)
	parting := &Parting{A: was.Summary, B: now.Summary, First: place(first, func(m *beside) parted { return m.differs }, event.differs)}
	combined := parting.First.Causes
	if judged.ok {
		other := place(judged, func(m *beside) parted { return m.judged }, event.judgedOtherwise)
		combined = slices.Concat(combined, other.Causes)
		if other.Line != parting.First.Line {
			parting.Judged = &other
		}
	}
	c.effects(parting, mixed, combined)
	return parting, nil
}

// effects lists what every rule point does to the game by itself, and what the given
// combinations do.
func (c *Comparison) effects(p *Parting, mixed func([]string) *beside, combined [][]string) {
	sets := slices.Clone(combined)
	for _, point := range c.points {
		sets = append(sets, []string{point})
	}
	slices.SortStableFunc(sets, c.byPoints)
	sets = slices.CompactFunc(sets, slices.Equal)
	for _, set := range sets {
		if m := mixed(set); m != nil && m.changes {
			p.Effects = append(p.Effects, Effect{Points: set, Verdict: m.verdict})
		}
	}
}

// byPoints orders sets of rule points: single ones first, each in the order of the rules.
func (c *Comparison) byPoints(a, b []string) int {
	if d := cmp.Compare(len(a), len(b)); d != 0 {
		return d
	}
	for i := range a {
		if d := cmp.Compare(slices.Index(c.points, a[i]), slices.Index(c.points, b[i])); d != 0 {
			return d
		}
	}
	return 0
}

// explain finds the rule points that are enough to make the difference: all that do it by
// themselves, or else one combination from which none can be left out.
func (c *Comparison) explain(enough func(points []string) bool) [][]string {
	var alone [][]string
	for _, point := range c.points {
		if enough([]string{point}) {
			alone = append(alone, []string{point})
		}
	}
	if alone != nil {
		return alone
	}
	needed := slices.Clone(c.points) // all of them together are B itself
	for _, point := range c.points {
		without := slices.DeleteFunc(slices.Clone(needed), func(p string) bool { return p == point })
		if len(without) > 0 && enough(without) {
			needed = without
		}
	}
	return [][]string{needed}
}

// mix is a reader of A with some rule points of B, or nil where these do not go together.
func (c *Comparison) mix(points []string) *verify.Reader {
	key := strings.Join(points, "+")
	if r, known := c.mixes[key]; known {
		return r
	}
	judge := c.judge
	judge.Bare = true
	r, err := verify.ReaderBy(c.A.Mix(c.B, points), judge)
	if err != nil {
		r = nil
	}
	c.mixes[key] = r
	return r
}

// count adds a game that changes to the tallies.
func (c *Comparison) count(p *Parting) {
	for _, e := range p.Effects {
		i := slices.IndexFunc(c.Tallies, func(t Tally) bool { return slices.Equal(t.Points, e.Points) })
		if i < 0 {
			i = len(c.Tallies)
			c.Tallies = append(c.Tallies, Tally{Points: e.Points})
		}
		t := &c.Tallies[i]
		t.Games++
		switch wasLegal, isLegal := p.A.OK(), e.Verdict.OK(); {
		case wasLegal && !isLegal:
			t.Illegal++
		case isLegal && !wasLegal:
			t.Legal++
		}
	}
	sort.SliceStable(c.Tallies, func(i, j int) bool { return c.byPoints(c.Tallies[i].Points, c.Tallies[j].Points) < 0 })
}

// findingsOn is what was found of a line.
func findingsOn(line int, g *verify.Summary) []verify.Finding {
	var out []verify.Finding
	for _, f := range g.Findings {
		if f.Span.Line == line && f.Code != verify.CodeFingerprint {
			out = append(out, f)
		}
	}
	return out
}

// lastLine is the text of the last line of a block.
func lastLine(b notation.Block) string {
	text := bytes.TrimSuffix(b.Text, []byte{'\n'})
	return strings.TrimSpace(string(text[bytes.LastIndexByte(text, '\n')+1:]))
}
