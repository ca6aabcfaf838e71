package verify

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"strconv"
	"strings"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/rules/variant"
	"tpnote/verify/draw"
)

// This file makes a Game and a variant ready to judge by, whatever the types of the game are.

// AnyGame is a Game, whatever its positions, actions and words are.
type AnyGame interface {
	family() *variant.Family
	reasons() []rules.ReasonInfo
	pages() fs.FS // may be nil
	notation() *gameNotation
	terms(game string) Terms
	meaning(v *variant.Variant, word string) Meaning
	players(v *variant.Variant, n int) []string
	opening(v *variant.Variant, handles []string, chance *rand.Rand) []string
	// bind makes the rules of a variant ready.
	bind(v *variant.Variant) (*binding, error)
}

// gameNotation is what a game's logs look like, for those that cannot be replayed too.
type gameNotation struct {
	syntax    func(word string) *notation.SyntaxError // nil: the word is well formed
	parts     func(word string) notation.Parts
	keywords  []string
	directive func(d *notation.Directive) (any, error)
	rollsOff  bool
	sign      byte // that of Stricter rules; 0 where a word is an action by all rules of the game
}

// unknown reports whether a word has unknown parts.
func (n *gameNotation) unknown(word string) bool {
	return strings.Contains(word, notation.Unknown) && n.parts(word).Open()
}

// limits reports whether some word of a text may be an action by other rules of the game alone.
func (n *gameNotation) limits(text []byte) bool {
	return n.sign != 0 && bytes.IndexByte(text, n.sign) >= 0
}

// binding is a variant of a game, ready to judge by.
type binding struct {
	*gameNotation
	seat func(s *Seating) table
	// spell appends a word by its canonical name; nil where no word has another.
	spell func(dst, word []byte) []byte
}

func (g *Game[S, A, W]) family() *variant.Family     { return g.Family }
func (g *Game[S, A, W]) reasons() []rules.ReasonInfo { return g.Reasons }
func (g *Game[S, A, W]) pages() fs.FS                { return g.Pages }

func (g *Game[S, A, W]) notation() *gameNotation {
	words := g.words()
	return &gameNotation{
		keywords: g.Directives, directive: g.Directive, rollsOff: hasPoint(g.Family, "rolloff-tie"),
		syntax: func(word string) *notation.SyntaxError {
			_, err := words.ask(word)
			var wrong *notation.SyntaxError
			errors.As(err, &wrong)
			return wrong
		},
		parts: func(word string) notation.Parts {
			parts, _ := g.parts.ask(word) // nil if it is malformed
			return parts
		},
	}
}

func (g *Game[S, A, W]) terms(game string) Terms {
	if terms, known := g.Terms[game]; known {
		return terms
	}
	return commonTerms
}

func (g *Game[S, A, W]) meaning(v *variant.Variant, word string) Meaning {
	if g.Meaning != nil {
		return g.Meaning(v, word)
	}
	parts, err := g.Parts(word)
	if err != nil {
		return Meaning{}
	}
	m := Meaning{Kind: "an action"}
	for _, p := range parts {
		says := p.Role.String()
		if p.Text == notation.Unknown {
			says += ", which is not recorded"
		}
		m.Parts = append(m.Parts, MeaningPart{p.Text, says})
	}
	return m
}

func (g *Game[S, A, W]) players(v *variant.Variant, n int) []string {
	if g.Players != nil {
		return g.Players(v, n)
	}
	names := []string{"Ann", "Ben", "Cleo", "Dora", "Ewa", "Finn"}
	for i := len(names); i < n; i++ {
		names = append(names, fmt.Sprintf("P%d", i+1))
	}
	return names[:n]
}

func (g *Game[S, A, W]) opening(v *variant.Variant, handles []string, chance *rand.Rand) []string {
	if g.Opening == nil {
		return nil
	}
	return g.Opening(v, handles, chance)
}

func (g *Game[S, A, W]) bind(v *variant.Variant) (*binding, error) {
	r, err := g.Rules(v)
	if err != nil {
		return nil, err
	}
	if err := v.Faults(); err != nil {
		return nil, err
	}
	n := g.notation()
	n.rollsOff = rollsOff(v)
	if stricter, ok := r.(Stricter); ok {
		parses := n.syntax
		n.sign = stricter.Sign()
		n.syntax = func(word string) *notation.SyntaxError {
			if wrong := parses(word); wrong != nil {
				return wrong
			}
			return stricter.Syntax(word)
		}
	}
	parse := func(word string) (w W, err error) {
		if wrong := n.syntax(word); wrong != nil {
			return w, wrong
		}
		return g.words().ask(word)
	}
	shared, own := &storage[S, A]{}, newFastJudge(r, parse)
	b := &binding{gameNotation: n}
	b.seat = func(s *Seating) table {
		at, start, ok := seat(r, s)
		if !ok {
			return nil
		}
		judge := own
		if at != r {
			judge = newFastJudge(at, parse)
		}
		return &seated[S, A, W]{asker: asker[S, A, W]{Seats: Seats[S, A]{at, start, s.Handles}, rules: at, words: g.words(), parts: n.parts}, shared: shared, judge: judge}
	}
	if speller, ok := r.(Speller[W]); ok {
		b.spell = func(dst, word []byte) []byte { return speller.Spell(dst, word, parse) }
	}
	return b, nil
}

// seat sets the table for the players and tags of a log.
func seat[S, A comparable, W any](r Rules[S, A, W], s *Seating) (at Rules[S, A, W], start S, ok bool) {
	if seater, ok := r.(Seater[S, A, W]); ok {
		return seater.Seat(s)
	}
	n := len(s.Handles)
	if s.Variant.Has("players") && n > s.Variant.Most("players") {
		return nil, start, false
	}
	return r, r.Start(n), true
}

func (g *Game[S, A, W]) words() *memo[W] {
	g.once.Do(func() { g.known, g.parts = newMemo(g.Parse), newMemo(g.Parts) })
	return g.known
}

// Meaning spells out a word as an action or a space of the game: its parts in their order,
// which need not be all of it; nil if it is neither. The replay has to be Ready.
func (t *tagged) Meaning(word string) []MeaningPart {
	return t.reader.options.Games.of(t.variant.Family).meaning(t.variant, word).Parts
}

func (t *asker[S, A, W]) board() Board { return &drawing[S, A, W]{t, t.rules.Artist()} }

type drawing[S, A comparable, W any] struct {
	*asker[S, A, W]
	artist Artist[S]
}

func (d *drawing[S, A, W]) Scene(name func(string) string) *draw.Scene {
	c := *d.Clock()
	sc := &draw.Scene{Board: d.artist.Picture(), Actor: int(c.Seat)}
	for _, handle := range d.Handles {
		sc.Players = append(sc.Players, draw.Player{Name: name(handle)})
	}
	who := sc.Players[c.Seat].Name
	switch c.Phase {
	case rules.Due:
		sc.Clock = "turn " + strconv.Itoa(int(c.Number)) + ": " + who + " is to play"
	case rules.Open:
		sc.Clock = "turn " + strconv.Itoa(int(c.Number)) + ": " + who + " goes on"
	default:
		sc.Actor = -1
		sc.Clock = "the game is over: " + name(d.outcome().String())
	}
	d.artist.Scene(sc, &d.State)
	return sc
}

func (d *drawing[S, A, W]) Route(before Board, a Action) draw.Move {
	return d.artist.Route(&before.(*drawing[S, A, W]).State, &d.State, a)
}

func (d *drawing[S, A, W]) Choice(a Action) draw.Choice { return d.artist.Choice(&d.State, a) }
