package regress

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tpnote/notation"
	"tpnote/rules/variant"
	"tpnote/verify"
)

// This file writes down what the games of a corpus come to, and says later what a change of rules has done to them.

// Lock has the judgements of the games of a corpus, and their rules.
type Lock struct {
	Games []LockedGame
	Rules map[string][]string // RULE-POINT=VALUE without blanks, by NAME@FINGERPRINT, in the order of the rule points
}

// LockedGame is the judgement of one game.
type LockedGame struct {
	File     string
	Number   int // of the game in it
	Rules    string
	Verdict  verify.Verdict
	Result   string
	Position string   // a hash of the final position; "-" for none
	Codes    []string // "LINE:CODE", by lines of the game, its first being 0
}

// lockHead begins a lock; the number is that of its format.
const lockHead = "tpnote lock 1"

// NewLock makes an empty lock.
func NewLock() *Lock { return &Lock{Rules: map[string][]string{}} }

// Add adds a game.
func (l *Lock) Add(g *verify.Summary) {
	entry := locked(g)
	l.Games = append(l.Games, entry)
	if _, known := l.Rules[entry.Rules]; !known && g.Variant() != nil {
		for _, p := range g.Variant().Family.Points {
			l.Rules[entry.Rules] = append(l.Rules[entry.Rules], p.Name+"="+unspaced(valueOf(g.Variant(), p.Name)))
		}
	}
}

func locked(g *verify.Summary) LockedGame {
	entry := LockedGame{File: g.File, Number: g.Number, Rules: "-", Verdict: g.Verdict(), Result: g.Result, Position: "-"}
	if g.Rules.Variant != "" {
		entry.Rules = g.Rules.String()
	}
	if g.Position != "" {
		sum := sha256.Sum256([]byte(g.Position))
		entry.Position = hex.EncodeToString(sum[:6])
	}
	all := slices.DeleteFunc(raisedIn(g), func(n verify.Note) bool { return n.Code == verify.CodeFingerprint }) // about the name of the rules, not about the game
	slices.SortFunc(all, func(a, b verify.Note) int { return cmp.Or(a.Line-b.Line, cmp.Compare(a.Code, b.Code)) })
	for _, n := range all {
		entry.Codes = append(entry.Codes, fmt.Sprintf("%d:%s", n.Line-g.Line, n.Code))
	}
	return entry
}

func (l *Lock) sort() { slices.SortFunc(l.Games, byPlace) }

// byPlace orders games by their files, and by their numbers in these.
func byPlace(a, b LockedGame) int { return cmp.Or(cmp.Compare(a.File, b.File), a.Number-b.Number) }

// Text is the lock as sorted lines.
func (l *Lock) Text() string {
	l.sort()
	var b strings.Builder
	line := func(head string, words []string) {
		b.WriteString(strings.Join(append([]string{head}, words...), " ") + "\n")
	}
	line(lockHead, nil)
	for _, name := range slices.Sorted(maps.Keys(l.Rules)) {
		line("rules "+strconv.Quote(name), l.Rules[name])
	}
	for _, g := range l.Games {
		line(fmt.Sprintf("game %q %d %q %s %q %s", g.File, g.Number, g.Rules, g.Verdict, g.Result, g.Position), g.Codes)
	}
	return b.String()
}

// ReadLock reads the lines of a lock.
func ReadLock(src io.Reader) (*Lock, error) {
	l := NewLock()
	s := bufio.NewScanner(src)
	s.Buffer(nil, 1<<20)
	if s.Scan(); s.Err() == nil && s.Text() != lockHead {
		return nil, fmt.Errorf("is no lock: it does not begin with %q", lockHead)
	}
	for line := 2; s.Scan(); line++ {
		text := s.Text()
		if err := l.line(text); err != nil {
			return nil, fmt.Errorf("line %d is not a line of a lock: %w", line, err)
		}
	}
	return l, s.Err()
}

func (l *Lock) line(text string) error {
	kind, rest, _ := strings.Cut(text, " ")
	src := strings.NewReader(rest)
	fields := func() []string {
		left, _ := io.ReadAll(src) // a string has no error
		return strings.Fields(string(left))
	}
	switch kind {
	case "rules":
		var name string
		if _, err := fmt.Fscanf(src, "%q", &name); err != nil {
			return err
		}
		l.Rules[name] = fields()
		return nil
	case "game":
		var g LockedGame
		if _, err := fmt.Fscanf(src, "%q %d %q %s %q %s", &g.File, &g.Number, &g.Rules, (*string)(&g.Verdict), &g.Result, &g.Position); err != nil {
			return err
		}
		g.Codes = fields()
		l.Games = append(l.Games, g)
		return nil
	}
	return fmt.Errorf("it begins with %q", kind)
}

// Class is how much a change of rules does to recorded games.
type Class int

const (
	Patch Class = iota // nothing
	Minor              // more is accepted
	Major              // a game turns illegal, raises something new, or ends differently
)

func (c Class) String() string { return [...]string{"patch", "minor", "major"}[c] }

// classOf is what became of a game.
func classOf(was, now LockedGame) Class {
	sameEnd := was.Result == now.Result && was.Position == now.Position
	switch {
	case sameEnd && was.Verdict == now.Verdict && slices.Equal(was.Codes, now.Codes):
		return Patch
	case was.Verdict != verify.Legal && now.Verdict == verify.Legal:
		return Minor
	case sameEnd && raisedNew(was, now) == nil:
		return Minor
	}
	return Major
}

// Changes compares the judgements of a corpus with a lock.
type Changes struct {
	Class        Class
	Games        int           // in the lock
	New, Missing int           // games that are not in the lock, and those that are only there
	Changed      []Change      // by file
	Points       []PointChange // that differ, by variant
	Unexplained  int           // changed games whose old rules cannot be made again: another board, say
}

// Change is a game whose judgement differs from the lock.
type Change struct {
	Was, Now LockedGame
	Class    Class
}

// PointChange is what the change of one rule point does by itself.
type PointChange struct {
	Variant, Point string
	Was, Now       string
	Class          Class
	Games          int // that it changes
}

// Check compares the judgements of games now with the lock. missing reports whether a game of the lock that
// is not in now is missing, or was just not looked at; nil if all such games are missing.
func (l *Lock) Check(now *Lock, missing func(file string, number int) bool) *Changes {
	l.sort()
	now.sort()
	c, found := &Changes{Games: len(l.Games)}, 0
	for _, was := range l.Games {
		at, known := slices.BinarySearchFunc(now.Games, was, byPlace)
		if !known {
			if missing == nil || missing(was.File, was.Number) {
				c.Missing++
			}
			continue
		}
		found++
		if class := classOf(was, now.Games[at]); class != Patch {
			c.Changed = append(c.Changed, Change{was, now.Games[at], class})
			c.Class = max(c.Class, class)
		}
	}
	c.New = len(now.Games) - found
	return c
}

// Files lists the files with games that have changed.
func (c *Changes) Files() []string {
	return slices.Compact(variant.Each(c.Changed, func(change Change) string { return change.Was.File }))
}

// Explain says what each rule point that has changed does by itself to a game of a file, if the game has changed.
func (c *Changes) Explain(l *Lock, r *verify.Reader, games verify.Games, name string, b notation.Block) {
	place := LockedGame{File: name, Number: b.Number}
	at, found := slices.BinarySearchFunc(c.Changed, place, func(c Change, place LockedGame) int { return byPlace(c.Was, place) })
	if !found {
		return
	}
	was, dir := c.Changed[at].Was, verify.Folder(name)
	_, p, err := r.Block(name, dir, b, nil)
	if err != nil || p == nil || p.Variant() == nil {
		c.Unexplained++
		return
	}
	now := p.Variant()
	old, changed := l.before(now, was.Rules)
	if changed == nil {
		c.Unexplained++
	}
	for _, point := range changed {
		mixed, err := verify.ReaderBy(old.Mix(now, []string{point}), verify.Options{Games: games})
		if err != nil {
			continue
		}
		if g, _, err := mixed.Block(name, dir, b, nil); err == nil {
			c.count(now, old, point, classOf(was, locked(g)))
		}
	}
}

// before returns the variant that the lock has as NAME@FINGERPRINT, made from the variant of now, and the rule points
// that have changed; nil if it cannot be made so.
func (l *Lock) before(now *variant.Variant, rules string) (old *variant.Variant, changed []string) {
	var settings []string
	for _, rule := range l.Rules[rules] {
		point, value, _ := strings.Cut(rule, "=")
		if !now.Has(point) {
			return nil, nil
		}
		if unspaced(valueOf(now, point)) != value {
			settings, changed = append(settings, rule), append(changed, point)
		}
	}
	old, err := now.Set(settings...)
	if _, fingerprint, _ := strings.Cut(rules, "@"); err != nil || old.Fingerprint != fingerprint {
		return nil, nil // more than rule points has changed
	}
	return old, changed
}

// unspaced is a value as a lock writes it.
func unspaced(value string) string { return strings.ReplaceAll(value, " ", "") }

func (c *Changes) count(now, old *variant.Variant, point string, class Class) {
	i := slices.IndexFunc(c.Points, func(p PointChange) bool { return p.Variant == now.Name && p.Point == point })
	if i < 0 {
		i = len(c.Points)
		c.Points = append(c.Points, PointChange{Variant: now.Name, Point: point, Was: valueOf(old, point), Now: valueOf(now, point)})
	}
	if class != Patch {
		c.Points[i].Games++
		c.Points[i].Class = max(c.Points[i].Class, class)
	}
}
