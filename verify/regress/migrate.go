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
	"tpnote/verify/readings"
)

// This file moves recorded games from one set of rules to another.

// Fate is what becomes of a game.
type Fate int

const (
	Unchanged Fate = iota
	Retagged       // it says that it is of the new rules
	Repaired       // and its record is corrected, so that it fits them
	Pinned         // it stays with the old rules, and names them
)

func (f Fate) String() string { return [...]string{"unchanged", "retagged", "repaired", "pinned"}[f] }

// Migration moves games that were made under the rules From to the rules To. A game that is judged by other rules, or
// says that it was made under others than From, is not its business. It serves one goroutine.
type Migration struct {
	From, To *variant.Variant
	Keep     bool // records as they are: pin what would be repaired

	own     *verify.Reader                   // judges a game by the rules that it names
	from    *verify.Reader                   // by From
	seeking *verify.Reader                   // by To, with readings
	pin     func(dir string) (string, error) // what names From in a log of a folder
}

// Changes lists the rule points in which the rules differ, with both values.
func (m *Migration) Changes() (all []string) {
	for _, point := range variant.Parted(m.From, m.To) {
		if !m.To.Has(point) {
			all = append(all, point)
			continue
		}
		all = append(all, fmt.Sprintf("%s from %s to %s", point, valueOf(m.From, point), valueOf(m.To, point)))
	}
	return all
}

// Moved is a game and what is to become of it.
type Moved struct {
	File         string
	Number, Line int // Line is that of the game in its file
	Fate         Fate
	Why          string
	Text         string // the new text of the game; the old one if it is unchanged
}

// NewMigration prepares to move games. pin says what a Variant tag in a folder names From by.
func NewMigration(games verify.Games, from, to *variant.Variant, pin func(dir string) (string, error)) (*Migration, error) {
	if err := ofOneGame(from, to); err != nil {
		return nil, err
	} else if from.Fingerprint == to.Fingerprint {
		return nil, fmt.Errorf("%s and %s are the same rules", from.Name, to.Name)
	}
	m := &Migration{From: from, To: to, pin: pin}
	var err [3]error
	m.own, err[0] = verify.NewReader(verify.Options{Games: games})
	m.from, err[1] = verify.ReaderBy(from, verify.Options{Games: games})
	m.seeking, err[2] = verify.ReaderBy(to, verify.Options{Games: games, Readings: readings.New()})
	return m, errors.Join(err[:]...)
}

// Game says what is to become of a game, given as its whole text. The error is that of a game that cannot be pinned.
func (m *Migration) Game(name, dir string, number, line int, text string) (*Moved, error) {
	moved := &Moved{File: name, Number: number, Line: line, Text: text}
	b := blockOf(text)
	b.Number = number
	moved.Line += max(b.First, 1) - 1
	g, p, err := m.own.Block(moved.File, dir, b, nil)
	if err != nil {
		return nil, err
	}
	if g.Rules.Fingerprint != m.To.Fingerprint {
		moved.Why = "judged by another variant than " + m.To.Name
		return moved, nil
	}
	made, tagged := p.Tag("Rules")
	_, fingerprint, _ := strings.Cut(made, "@")
	switch {
	case fingerprint == m.To.Fingerprint:
		moved.Why = "already made under " + m.To.Name
		return moved, nil
	case tagged && fingerprint != m.From.Fingerprint:
		moved.Why = "made under neither of the two, by its Rules tag"
		return moved, nil
	}
	old, _, err := m.from.Block(moved.File, dir, b, nil)
	if err != nil {
		return nil, err
	}
	was, now := locked(old), locked(g)
	retag := func(text string) string { return withTag(text, "Rules", m.To.Rules()) }
	if fits(was, now) {
		if moved.Why = gain(was, now); tagged {
			moved.Fate, moved.Text = Retagged, retag(text)
		}
		return moved, nil
	}
	moved.Why = cmp.Or(strings.Join(raisedNew(was, now), ", "), "another result")
	if repaired, ok := m.repaired(b, dir, text); ok && !m.Keep {
		repaired = retag(repaired)
		h := judged(m.own, dir, repaired)
		if h != nil && (h.Verdict() == verify.Legal || h.OK() && old.Verdict() == verify.Incomplete) && fits(was, locked(h)) {
			moved.Fate, moved.Text = Repaired, repaired
			return moved, nil
		}
	}
	tag, err := m.pin(dir)
	if err != nil {
		return nil, err
	}
	moved.Fate, moved.Text = Pinned, JudgedBy(tag, text)
	h := judged(m.own, dir, moved.Text)
	if h.Rules.Fingerprint != m.From.Fingerprint || classOf(was, locked(h)) != Patch {
		return nil, fmt.Errorf("game %d cannot be pinned to %s", moved.Number, tag)
	}
	return moved, nil
}

// fits reports whether the judgement of a game under the new rules is as good as the one under the old ones: it raises
// nothing new, and ends with the same result. The position may be another one, where the record does not give it.
func fits(was, now LockedGame) bool {
	return classOf(was, now) < Major || was.Result == now.Result && len(raisedNew(was, now)) == 0
}

// gain says how a game fits that fits.
func gain(was, now LockedGame) string {
	switch {
	case classOf(was, now) == Patch:
		return "comes to the same"
	case was.Position != now.Position && was.Result == now.Result && slices.Equal(was.Codes, now.Codes):
		return "ends at another position"
	}
	return "more is accepted"
}

// raisedNew lists the codes that a game raises now and did not raise, on that line, before.
func raisedNew(was, now LockedGame) []string {
	var codes []string
	for _, at := range now.Codes {
		if _, code, _ := strings.Cut(at, ":"); !slices.Contains(was.Codes, at) {
			codes = append(codes, code)
		}
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// repaired makes the certain corrections of a game under new rules. It is false without any, or if an error has none.
func (m *Migration) repaired(b notation.Block, dir, text string) (string, bool) {
	g, _, err := m.seeking.Block("", dir, b, nil)
	if err != nil {
		return "", false
	}
	var all []verify.Reading
	for i := range g.Findings {
		f := &g.Findings[i]
		switch {
		case f.Severity == verify.SeverityError && !readings.Sure(f):
			return "", false
		case f.Severity == verify.SeverityError:
			all = append(all, f.Readings[0])
		case f.Code == verify.CodeWeakMark:
			all = append(all, verify.Reading{Edits: variant.Each(f.Fixes, func(x verify.Fix) verify.Edit { return x.Edit })})
		}
	}
	changed, done := readings.Apply(text, 1, all)
	return changed, done > 0 && done == len(all)
}

// JudgedBy is a game with its Variant tag set.
func JudgedBy(name, game string) string { return withTag(game, "Variant", name) }

// withTag sets a tag of a game that has a Game tag. A new tag is inserted after Variant, or after Game.
func withTag(game, name, value string) string {
	lines := slices.Collect(strings.Lines(game))
	given := notation.FormatTag(name, value)
	if at := tagIn(lines, name); at >= 0 {
		was := tagOf(lines[at], name).Value.Span
		quoted := given[len("[")+len(name)+len(" ") : len(given)-len("]")]
		lines[at] = lines[at][:was.Start] + quoted + lines[at][was.End:]
	} else if at := cmp.Or(1+tagIn(lines, "Variant"), 1+tagIn(lines, "Game")); at > 0 {
		line := strings.TrimRight(lines[at-1], "\r\n")
		end := cmp.Or(lines[at-1][len(line):], "\n")
		lines = slices.Replace(lines, at-1, at, line+end, given+end)
	}
	return strings.Join(lines, "")
}

// Fates counts games by their treatment.
type Fates struct {
	Games  int
	Of     [Pinned + 1]int // games with each fate
	Groups []FateGroup     // by fate, the largest first
}

// FateGroup is the games with one fate for one reason.
type FateGroup struct {
	Fate  Fate
	Why   string
	Games int
	First []Moved // the first of them
}

// mostFirst is how many games of a group are named.
const mostFirst = 3

// Add counts a game.
func (f *Fates) Add(g *Moved) {
	f.Games++
	f.Of[g.Fate]++
	i := slices.IndexFunc(f.Groups, func(group FateGroup) bool { return group.Fate == g.Fate && group.Why == g.Why })
	if i < 0 {
		i = len(f.Groups)
		f.Groups = append(f.Groups, FateGroup{Fate: g.Fate, Why: g.Why})
	}
	group := &f.Groups[i]
	if group.Games++; group.Games <= mostFirst {
		group.First = append(group.First, *g)
	}
	slices.SortStableFunc(f.Groups, func(a, b FateGroup) int { return cmp.Or(cmp.Compare(a.Fate, b.Fate), b.Games-a.Games) })
}
