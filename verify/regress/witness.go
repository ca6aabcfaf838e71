package regress

import (
	"bytes"
	"cmp"
	_ "embed" // starts.log
	"fmt"
	"maps"
	"slices"
	"strings"

	"tpnote/notation"
	"tpnote/rules/variant"
	"tpnote/rules/walk"
	"tpnote/spec"
	"tpnote/verify"
)

// This file searches for logs on which two variants part. The search begins at the starts of games, by the numbers of
// players, at the positions in the logs of the specification, and at those that the caller has. From each it walks
// through the game under both rule sets, one action further each time, until they part.

// starts are logs with positions of interest.
//
//go:embed starts.log
var starts string

// Witness is a log on which two variants that differ in one rule point part, or the word that none was found.
type Witness struct {
	Point    string `json:"-"` // the rule point, or "board"
	Was, Now string `json:"-"` // its values in A and B
	// Log is the smallest log found, with "; want" comments of what A finds in it. It is legal
	// under one variant and not under the other, or ends differently. The variants differ in
	// play if such a log is found. It is "" if none was found.
	Log    string `json:"log,omitempty"`
	Under  string `json:"-"`                 // the judgement of B: "legal", "7: unreachable", "ends at 3 Ben …"
	Within int    `json:"actions,omitempty"` // without a log: no log of up to this many actions from Starts positions is one
	Starts int    `json:"positions,omitempty"`
}

// SearchBounds are how far a search for a witness goes.
type SearchBounds struct {
	Actions int // the longest log looked for, from each position
	Tries   int // the most actions to try for each rule point
}

// Witnesses searches for logs that two variants judge differently.
type Witnesses struct {
	Refused int // values that were skipped because no game can be played with them

	games  verify.Games
	within SearchBounds
	starts []string           // logs of any game, without Variant
	known  map[string][]start // by the fingerprint of the variant that has judged them
}

// NewWitnesses prepares a search. from are the texts of logs whose positions are starts too.
func NewWitnesses(games verify.Games, within SearchBounds, from ...string) *Witnesses {
	logs := variant.Each(spec.Examples(), func(e spec.Example) string { return e.Log })
	return &Witnesses{games: games, within: within, starts: append(append(logs, starts), from...), known: map[string][]start{}}
}

// Between searches for a witness of each rule point that two variants of a game differ in: A
// against A with the value of B. Points that B's value alone makes unplayable are left out and counted.
func (w *Witnesses) Between(a, b *variant.Variant, done func(*Witness) error) error {
	if err := ofOneGame(a, b); err != nil {
		return err
	}
	for _, point := range variant.Parted(a, b) {
		if err := w.report(a, a.Mix(b, []string{point}), point, done); err != nil {
			return err
		}
	}
	return nil
}

// Others searches for a witness of every other value of a rule point of v, as variant.Others gives them.
func (w *Witnesses) Others(v *variant.Variant, point string, done func(*Witness) error) error {
	for _, other := range v.Others(point) {
		if err := w.report(v, other, point, done); err != nil {
			return err
		}
	}
	return nil
}

// report calls done with a witness, unless b cannot be played.
func (w *Witnesses) report(a, b *variant.Variant, point string, done func(*Witness) error) error {
	if w.games.Playable(b) != nil {
		w.Refused++
		return nil
	}
	witness, err := w.search(a, b, point)
	if err != nil {
		return err
	}
	return done(witness)
}

// search looks for a witness of two variants that differ in one rule point.
func (w *Witnesses) search(a, b *variant.Variant, point string) (*Witness, error) {
	c, err := NewComparison(verify.Options{Games: w.games}, a, b)
	if err != nil {
		return nil, err
	}
	found := &Witness{Point: point, Was: valueOf(a, point), Now: valueOf(b, point)}
	log, within, starts := w.log(c)
	if log == "" {
		found.Within, found.Starts = within, starts
		return found, nil
	}
	reduced, err := c.Reduce(".", log)
	if err != nil {
		return nil, fmt.Errorf("%s=%s: %w\n%s", point, found.Now, err, log)
	}
	reduced.Log = c.bodied(reduced.Log)
	found.Under = c.under(reduced.Log)
	wanting, err := Expecting(c.Sides[0], "", ".", []byte(JudgedBy(nameOf(w.games, a), reduced.Log)))
	found.Log = string(wanting)
	return found, err
}

// bodied adds the starting position to a log that has only tags, so that another game can follow it in a file.
func (c *Comparison) bodied(log string) string {
	if bodyOf(linesOf(log)) >= 0 {
		return log
	}
	for _, r := range c.Sides {
		if g := judged(r, ".", log); g != nil && g.Position != "" {
			return strings.TrimRight(log, "\n") + "\n\nstate " + g.Position + "\n"
		}
	}
	return log
}

// valueOf is the value of a rule point; the board has none.
func valueOf(v *variant.Variant, point string) string {
	if !v.Has(point) {
		return v.Name
	}
	return v.Setting(point).Value.String()
}

// under says what B makes of a log: its findings, and its result if A has another one.
func (c *Comparison) under(log string) string {
	a, b := judged(c.Sides[0], ".", log), judged(c.Sides[1], ".", log)
	var says []string
	switch codes := locked(b).Codes; {
	case slices.Equal(codes, locked(a).Codes):
	case codes == nil:
		says = []string{"legal"}
	default:
		says = variant.Each(raisedIn(b), func(n verify.Note) string { return string(n.Code) })
	}
	switch {
	case a.Result != b.Result:
		says = append(says, "ends with the result "+b.Result)
	case says == nil:
		says = []string{"ends at " + b.Position}
	}
	return strings.Join(says, ", ")
}

// separated reports whether a game is legal under one variant, and has other findings or another end under the other;
// and whether both know its positions. The judgements are nil if it cannot be judged.
func separated(a, b *verify.Summary) (yes, known bool) {
	yes = a != nil && b != nil && (a.Verdict() == verify.Legal || b.Verdict() == verify.Legal) && !sameEnd(a, b) && a.Handles != nil
	return yes, yes && !codesIn(a)["position-syntax"] && !codesIn(b)["position-syntax"]
}

// start is a log that a search begins with, as a variant judges it.
type start struct {
	text  string
	block notation.Block  // the text, cut
	found *verify.Summary // nil if it cannot be judged
	at    *verify.Replay  // nil if the search cannot go on from there
}

// by returns the start as the variant of a reader judges it.
func (s start) by(r *verify.Reader) start {
	g, p, err := r.Block("", ".", s.block, nil)
	if err != nil {
		return start{text: s.text, block: s.block}
	}
	if g.Verdict() != verify.Legal || !p.Ready() || p.Over() {
		p = nil
	}
	return start{s.text, s.block, g, p}
}

// log searches for a log that separates the variants. Without one, it returns how far and from where it searched.
func (w *Witnesses) log(c *Comparison) (log string, within, starts int) {
	var ready [][2]start
	unknown := "" // a log with a position that one of them does not know
	for _, a := range w.positions(c) {
		b := a.by(c.Sides[1])
		switch yes, known := separated(a.found, b.found); {
		case known:
			return a.text, 0, 0
		case yes && unknown == "":
			unknown = a.text
		}
		if a.at != nil && b.at != nil {
			ready = append(ready, [2]start{a, b})
		}
	}
	left := w.within.Tries
	for depth := 1; depth <= w.within.Actions; depth++ {
		for _, s := range ready {
			walk := s[0].at.Tree().Walk(s[1].at.Tree(), depth, left)
			if left -= walk.Tries; walk.Parted {
				log := s[0].text + turns(walk.Steps)
				if _, known := separated(judged(c.Sides[0], ".", log), judged(c.Sides[1], ".", log)); known {
					return log, 0, 0
				}
			}
			if left <= 0 {
				return unknown, depth - 1, len(ready)
			}
		}
	}
	return unknown, w.within.Actions, len(ready)
}

// turns are steps as turn lines.
func turns(steps []walk.Step) string {
	text := ""
	for i, s := range steps {
		if i == 0 || s.Turn != steps[i-1].Turn || s.Who != steps[i-1].Who {
			text += fmt.Sprintf("\n%d. %s", s.Turn, s.Who)
		}
		text += " " + s.Word
	}
	return strings.TrimPrefix(text+"\n", "\n")
}

// mostPlayers is the largest table at which a search begins a game.
const mostPlayers = 8

// positions are the logs that a search begins with, as A judges them, the shortest first: the start of a game for
// every number of players, the known logs, and a Setup for every position in them.
func (w *Witnesses) positions(c *Comparison) []start {
	v := c.A
	if known, ok := w.known[v.Fingerprint]; ok {
		return known
	}
	set := map[string]bool{}
	r := c.Sides[0].With(func(o *verify.Options) { o.Keep = true })
	for n := 1; n <= mostPlayers; n++ {
		h, err := r.Propose(verify.Header{Variant: v.Name}, n, nil)
		if err != nil || len(h.Players) != n {
			continue
		}
		head := notation.FormatTags([2]string{"Game", v.Game}, [2]string{"Players", strings.Join(h.Players, ", ")}) + "\n"
		set[head] = true
		for _, line := range h.Opening {
			head += line + "\n"
		}
		set[head] = true
	}
	for _, text := range w.starts {
		for b := range blocks([]byte(text)) {
			startsIn(string(b.Text), v.Game, r, set)
		}
	}
	for _, text := range slices.SortedFunc(maps.Keys(set), func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) }) {
		w.known[v.Fingerprint] = append(w.known[v.Fingerprint], start{text: text, block: blockOf(text)}.by(c.Sides[0]))
	}
	return w.known[v.Fingerprint]
}

// startsIn adds a log to a set as one of the given game, of another one of its family perhaps, without the tags that
// tie it to rules and results. It also adds a Setup for every position in the log. A log without a Game tag is left out.
func startsIn(log, game string, r *verify.Reader, set map[string]bool) {
	text, head, setup, named := "", "", "", false
	for line := range strings.Lines(strings.ReplaceAll(log+"\n", "\r\n", "\n")) {
		if tag, ok := notation.ParseLine(strings.TrimRight(line, "\r\n"), 1).Node.(*notation.Tag); ok {
			switch tag.Name.Text {
			case "Variant", "Rules", "Result", "Event", "Round":
				continue
			case "Game":
				line, named = notation.FormatTag("Game", game)+"\n", true
				head += line
			case "Players", "Sides":
				head += line
			case "Setup":
				setup += line
			}
		}
		text += line
	}
	if !named {
		return
	}
	text = strings.TrimRight(text, "\n") + "\n"
	set[text], set[head+setup+"\n"] = true, true
	_, _, _ = r.Block("", ".", blockOf(text), func(ev *verify.Event) { // the error is that of a log of other rules
		if ev.After != nil {
			set[head+notation.FormatTag("Setup", ev.After.Position())+"\n\n"] = true
		}
	})
}

// RefusedValues returns a comment that says how many values were left out; "" if none.
func (w *Witnesses) RefusedValues() string {
	if w.Refused == 0 {
		return ""
	}
	return fmt.Sprintf("; values left out, since no game can be played with them: %d\n", w.Refused)
}

// Suite is a file of logs with a witness for each point, named by Event tags. Comments say where none was found.
func Suite(all []*Witness) []byte {
	var out, none bytes.Buffer
	for _, w := range all {
		if w.Log == "" {
			fmt.Fprintf(&none, "; none for %s=%s: no log of %d actions from %d positions\n", w.Point, w.Now, w.Within, w.Starts)
			continue
		}
		head, rest, _ := strings.Cut(w.Log, "\n")
		fmt.Fprintf(&out, "%s\n%s\n%s\n; %s=%s: %s\n\n", head, notation.FormatTag("Event", w.Point+"="+w.Now), strings.TrimRight(rest, "\n"), w.Point, w.Now, w.Under)
	}
	return append(out.Bytes(), none.Bytes()...)
}
