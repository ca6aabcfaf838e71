package regress

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"tpnote/notation"
	"tpnote/rules/variant"
	"tpnote/verify"
)

// Comparison replays games under two variants. It finds where the variants first differ, and
// because of which rule points. It serves one goroutine.
type Comparison struct {
	A, B    *variant.Variant  `json:"-"`
	Sides   [2]*verify.Reader `json:"-"` // judge by A, and by B
	Counts                    // of all games
	Others  int               `json:"others"` // skipped: logs of other games
	Own     []Own             `json:"own"`    // the same by the variant that the logs name, sorted
	Tallies []Tally           `json:"points"` // by what changes games, in the order of the rule points

	points  []string                  // in which A and B differ
	mixes   map[string]*verify.Reader // by the rule points that are taken from B; nil if no game can be played so
	judge   verify.Options            // how both judge
	unnamed string                    // the variant that judges a log that names none
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

// Parting is a game that two variants judge differently: a line of it, or its result or final position.
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

// Effect is the verdict on a game when only these rule points change hands. Each rule point that does something to
// the game by itself has one, and so has a combination without which the difference cannot be explained.
type Effect struct {
	Points  []string       `json:"points"`
	Verdict verify.Verdict `json:"verdict"`
}

// NewComparison prepares to compare two variants of one game.
func NewComparison(options verify.Options, a, b *variant.Variant) (*Comparison, error) {
	if err := ofOneGame(a, b); err != nil {
		return nil, err
	}
	c := &Comparison{A: a, B: b, Own: []Own{}, Tallies: []Tally{}, judge: options, points: variant.Parted(a, b),
		mixes: map[string]*verify.Reader{}, unnamed: options.Games.Library().Default(a.Game)}
	var err error
	for i, v := range []*variant.Variant{a, b} {
		if c.Sides[i], err = verify.ReaderBy(v, c.judge); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// ofOneGame returns an error for variants of two games.
func ofOneGame(a, b *variant.Variant) error {
	if a.Game != b.Game {
		return fmt.Errorf("%s is a variant of %s, %s of %s: no log can be judged by both", a.Name, a.Game, b.Name, b.Game)
	}
	return nil
}

// Fork makes a comparison of the same variants for another goroutine. It has counted nothing.
func (c *Comparison) Fork() (*Comparison, error) { return NewComparison(c.judge, c.A, c.B) }

// Part compares one game without counting it; nil means that both variants judge it alike. The
// summaries have no findings and no Entry.
func (c *Comparison) Part(name, dir string, b notation.Block) (*Parting, error) {
	g := &game{b, name, dir, false}
	was, err := g.judge(c.Sides[0])
	if err != nil {
		return nil, err
	}
	now, err := g.judge(c.Sides[1])
	if err != nil {
		return nil, err
	}
	changes := was.parts(now, event.differs)
	if changes == nil {
		return nil, nil
	}
	mixes := map[string]*trace{strings.Join(c.points, "+"): now} // with all of them, it is B
	mixed := func(points []string) *trace {
		key := strings.Join(points, "+")
		m, known := mixes[key]
		if r := c.mix(points); !known && r != nil {
			m, _ = g.judge(r) // it is a game of A, so nothing is left to go wrong
			mixes[key] = m
		}
		return m
	}
	p := &Parting{A: was.Summary, B: now.Summary}
	ofA, ofB := g.follow(c.Sides[0], was, changes.line), g.follow(c.Sides[1], now, changes.line)
	at := ofA.parts(ofB, event.differs)
	combined := c.explain(func(points []string) bool {
		m := mixed(points)
		return m == now || m != nil && m.explains(at.line, was, now, event.foundOtherwise) &&
			g.follow(c.mix(points), m, at.line).explains(at.line, ofA, ofB, event.differs)
	})
	p.First = c.place(g, p, at, combined)
	if judged := was.parts(now, event.judgedOtherwise); judged != nil {
		causes := c.explain(func(points []string) bool {
			m := mixed(points)
			return m != nil && m.explains(judged.line, was, now, event.judgedOtherwise)
		})
		if judged.line != at.line {
			place := c.place(g, p, judged, causes)
			p.Judged = &place
		}
		combined = slices.Concat(combined, causes)
	}
	for _, set := range c.sets(combined) {
		if m := mixed(set); m != nil && was.parts(m, event.differs) != nil {
			p.Effects = append(p.Effects, Effect{Points: set, Verdict: m.Verdict()})
		}
	}
	p.A.Findings, p.B.Findings = nil, nil
	return p, nil
}

// Names returns the variant that a game names, or the default of the game that is compared.
func (c *Comparison) Names(b notation.Block) string {
	named := verify.Entry{Tags: b.Tags()}
	return cmp.Or(named.Tag("Variant"), c.unnamed)
}

// Count counts a game for which Names has returned own, and Part p and err. It returns err, except for another game.
func (c *Comparison) Count(own string, p *Parting, err error) error {
	if _, other := errors.AsType[*verify.OtherGameError](err); other {
		c.Others++
		return nil
	}
	if err != nil {
		return err
	}
	c.Counts.count(p)
	c.of(own).count(p)
	if p != nil {
		c.count(p)
	}
	return nil
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

// place describes a line of a game over which A and B part.
func (c *Comparison) place(g *game, p *Parting, at *parted, causes [][]string) Place {
	place := Place{Turn: cmp.Or(at.a.turn, at.b.turn), Causes: causes}
	if at.line == g.end() {
		return place
	}
	place.Line = g.Line + at.line
	place.WasA, place.NowB = g.positionAfter(c.Sides[0], at.line), g.positionAfter(c.Sides[1], at.line)
	place.OfA, place.OfB = findingsOn(place.Line, p.A), findingsOn(place.Line, p.B)
	rest := g.from(at.line)
	line := notation.ParseLine(string(rest.Take()), place.Line)
	place.Text = strings.TrimSpace(line.Text)
	if t, ok := line.Node.(*notation.Turn); ok {
		place.Turn = t.Number
	}
	return place
}

// sets lists the given combinations of rule points and every rule point by itself, in order.
func (c *Comparison) sets(combined [][]string) [][]string {
	sets := slices.Concat(combined, variant.Each(c.points, func(point string) []string { return []string{point} }))
	slices.SortStableFunc(sets, c.byPoints)
	return slices.CompactFunc(sets, slices.Equal)
}

// byPoints orders sets of rule points: single ones first, each in the order of the rules.
func (c *Comparison) byPoints(a, b []string) int {
	inOrder := func(p, q string) int { return slices.Index(c.points, p) - slices.Index(c.points, q) }
	return cmp.Or(len(a)-len(b), slices.CompareFunc(a, b, inOrder))
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
	wordless := c.judge
	wordless.Wordless = true // only the codes of its findings are read
	r, err := verify.ReaderBy(c.A.Mix(c.B, points), wordless)
	if err != nil {
		r = nil
	}
	c.mixes[key] = r
	return r
}

// count adds a game that changes to the tallies.
func (c *Comparison) count(p *Parting) {
	for _, e := range p.Effects {
		i, known := slices.BinarySearchFunc(c.Tallies, e.Points, func(t Tally, points []string) int { return c.byPoints(t.Points, points) })
		if !known {
			c.Tallies = slices.Insert(c.Tallies, i, Tally{Points: e.Points})
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
}

// findingsOn is what was found of a line.
func findingsOn(line int, g *verify.Summary) (found []verify.Finding) {
	for i := range g.Findings {
		if f := &g.Findings[i]; f.Span.Line == line && f.Code != verify.CodeFingerprint {
			found = append(found, *f)
		}
	}
	return found
}
