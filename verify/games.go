package verify

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/rules/variant"
	"tpnote/spec"
	"tpnote/verify/draw"
)

// Games is a list of games. Adding a game is adding it to a list.
type Games []AnyGame

// AddPages adds the pages of games from outside to the specification, and returns those games. Call it once, at start.
func (gs Games) AddPages() (outside Games) {
	for _, g := range gs {
		if p := g.pages(); p != nil {
			spec.Add(p)
			outside = append(outside, g)
		}
	}
	return outside
}

// Library is the library of all the games' variants.
func (gs Games) Library() *variant.Library {
	return variant.NewLibrary(gs.Families()...)
}

// Families lists the families of the games.
func (gs Games) Families() []*variant.Family {
	families := make([]*variant.Family, len(gs))
	for i, g := range gs {
		families[i] = g.family()
	}
	return families
}

// Reasons names what the engine of a family, which has to be in the list, refuses.
func (gs Games) Reasons(family *variant.Family) []rules.ReasonInfo { return gs.of(family).reasons() }

// Meaning says what a word means in a variant, as an action or a space of its board; its Kind is empty for others.
func (gs Games) Meaning(v *variant.Variant, word string) Meaning {
	return gs.of(v.Family).meaning(v, word)
}

// Playable reports why a resolved variant cannot be played; nil means that it can.
func (gs Games) Playable(v *variant.Variant) error {
	_, err := gs.of(v.Family).bind(v)
	return err
}

// of returns the game of a family, which has to be in the list.
func (gs Games) of(family *variant.Family) AnyGame {
	i := slices.IndexFunc(gs, func(g AnyGame) bool { return g.family() == family })
	return gs[i]
}

// named returns the game that a Game tag names, which has to exist.
func (gs Games) named(name string) AnyGame {
	i := slices.IndexFunc(gs, func(g AnyGame) bool {
		return slices.ContainsFunc(g.family().Games, func(v variant.Game) bool { return v.Name == name })
	})
	return gs[i]
}

// keywords lists the keywords of all the games' directives.
func (gs Games) keywords() []string {
	words := notation.Keywords()
	for _, g := range gs {
		own, _ := g.directives()
		words = append(words, own...)
	}
	slices.Sort(words)
	return words
}

// errForeign is the error for a directive that no game has.
var errForeign = errors.New("no game has this directive")

// directive reads a directive of any game, as Game.Directive does. The error is a *notation.SyntaxError or errForeign.
func (gs Games) directive(d *notation.Directive, used any) (parsed any, err error) {
	for _, g := range gs {
		if own, read := g.directives(); slices.Contains(own, d.Keyword.Text) {
			return read(d, used)
		}
	}
	return nil, errForeign
}

// AnyGame is a Game, whatever its positions and actions are.
type AnyGame interface {
	family() *variant.Family
	reasons() []rules.ReasonInfo
	pages() fs.FS // may be nil
	directives() (keywords []string, read func(d *notation.Directive, used any) (any, error))
	notation(game string) *gameNotation
	meaning(v *variant.Variant, word string) Meaning
	players(v *variant.Variant, n int) []string
	opening(v *variant.Variant, handles []string, chance *rand.Rand) []string
	// bind makes the rules of a variant ready.
	bind(v *variant.Variant) (*binding, error)
}

// gameNotation is what a game's logs look like, for those that cannot be replayed too.
type gameNotation struct {
	Terms
	words    func(word string) (notation.Parts, error) // Game.Parse
	strict   func(word string) *notation.SyntaxError   // Rules.Syntax of a variant; that of Plain for any variant
	keywords []string                                  // Game.Directives
	rollsOff bool                                      // the players roll for the first turn
	tie      string                                    // who rolls again, by rolloff-tie; "", like "highest", in a game without the point
}

// read returns the parts of a word, or what is wrong with it if it is no action; neither for an unknown game.
func (n *gameNotation) read(word string) (notation.Parts, *notation.SyntaxError) {
	if n.words == nil {
		return nil, nil
	}
	parts, err := n.words(word)
	wrong, malformed := errors.AsType[*notation.SyntaxError](err)
	if !malformed {
		wrong = n.strict(word)
	}
	if wrong != nil {
		return nil, wrong
	}
	return parts, nil
}

// syntax is what is wrong with a word; nil if it is an action.
func (n *gameNotation) syntax(word string) *notation.SyntaxError {
	_, wrong := n.read(word)
	return wrong
}

// parts are the parts of a word; nil if it does not parse.
func (n *gameNotation) parts(word string) notation.Parts {
	parts, _ := n.words(word)
	return parts
}

// parses reports whether a word is an action.
func (n *gameNotation) parses(word string) bool { return n.syntax(word) == nil }

// action returns the parts of a word; nil if it is no action.
func (n *gameNotation) action(word string) notation.Parts {
	parts, _ := n.read(word)
	return parts
}

// unknown reports whether a word has unknown parts.
func (n *gameNotation) unknown(word string) bool {
	return strings.Contains(word, notation.Unknown) && n.parts(word).Open()
}

// binding is a variant of a game, ready to judge by; or what is known of a game without its variant.
type binding struct {
	*gameNotation
	game    AnyGame
	variant *variant.Variant
	// seat returns the table and the set of its position alone; nil if the game cannot be played.
	seat func(s *Seating) (table, positions)
	// spell appends a word by its canonical name.
	spell  func(dst, word []byte) []byte
	leaves bool            // players may leave the game
	counts func() []string // lists the keys of a tally
}

func (g *Game[S, A]) family() *variant.Family     { return g.Family }
func (g *Game[S, A]) reasons() []rules.ReasonInfo { return g.Reasons }
func (g *Game[S, A]) pages() fs.FS                { return g.Pages }

func (g *Game[S, A]) notation(game string) *gameNotation {
	terms, own := g.Terms[game]
	if !own {
		terms = commonTerms
	}
	anyVariant := Plain[S, A]{}
	return &gameNotation{
		Terms: terms, words: g.Parse, strict: anyVariant.Syntax, keywords: g.Directives,
		rollsOff: g.Family.Point("rolloff-tie") != nil,
	}
}

func (g *Game[S, A]) directives() ([]string, func(d *notation.Directive, used any) (any, error)) {
	return g.Directives, g.Directive
}

// meaning explains a word as a space of the board, or part by part as an action. The meaning of a sign before an
// unknown part is unknown too, so the sign is left out. A word of one name, such as pass, is left to the glossary.
func (g *Game[S, A]) meaning(v *variant.Variant, word string) Meaning {
	r, err := g.Rules(v)
	if err != nil {
		return Meaning{}
	}
	if says := r.Says(notation.Parts{{Text: word}}, 0); says != "" {
		return Meaning{Kind: "a space", Parts: []MeaningPart{{word, says, 0, len(word)}}}
	}
	parts, err := g.Parse(word)
	if err != nil || len(parts) == 1 && parts[0].Role == notation.IsKind {
		return Meaning{}
	}
	m := Meaning{Kind: "an action"}
	for i, p := range parts {
		unknown, says := p.Text == notation.Unknown, ""
		switch p.Role {
		case notation.IsRoll:
			says = "the " + g.notation(v.Game).Throw
			if !unknown {
				says += ": a " + p.Text
			}
		case notation.IsSign, notation.IsAnswer, notation.IsMark, notation.IsKind:
			if i+1 < len(parts) && parts[i+1].Text == notation.Unknown {
				continue
			}
			says = glossary(p.Text, v.Game)
		}
		if says == "" {
			says = r.Says(parts, i)
		}
		if says == "" {
			return Meaning{}
		}
		if unknown {
			says += ", which is not recorded"
		}
		text := strings.TrimPrefix(p.Joint, ":") + p.Text
		m.Parts = append(m.Parts, MeaningPart{text, says, p.End() - len(text), p.End()})
	}
	return m
}

// glossary returns what the glossary says of a sign or mark in a game, without its example; "" if it says nothing.
func glossary(sign, game string) string {
	for _, w := range spec.Words() {
		if w.Name == sign && w.In(game) {
			says, _, _ := strings.Cut(w.Text, ":")
			return strings.ToLower(says[:1]) + says[1:]
		}
	}
	return ""
}

func (g *Game[S, A]) players(v *variant.Variant, n int) []string {
	if g.Players != nil {
		return g.Players(v, n)
	}
	names := []string{"Ann", "Ben", "Cleo", "Dora", "Ewa", "Finn"}
	for i := len(names); i < n; i++ {
		names = append(names, fmt.Sprintf("P%d", i+1))
	}
	return names[:n]
}

func (g *Game[S, A]) opening(v *variant.Variant, handles []string, chance *rand.Rand) []string {
	if g.Opening == nil {
		return nil
	}
	return g.Opening(v, handles, chance)
}

func (g *Game[S, A]) bind(v *variant.Variant) (*binding, error) {
	r, err := g.Rules(v)
	if err != nil {
		return nil, err
	}
	if err := v.Faults(); err != nil {
		return nil, err
	}
	n := g.notation(v.Game)
	if n.rollsOff {
		n.tie = v.Setting("rolloff-tie").Value.Word
	}
	n.rollsOff = n.rollsOff || v.Has("first-player") && v.Is("first-player", "roll")
	n.strict = r.Syntax
	sets, fast, artist := &sync.Pool{New: newNextSet[S, A]}, r.Fast().made(n.action), sync.OnceValue(r.Artist)
	b := &binding{gameNotation: n, game: g, variant: v, counts: sync.OnceValue(func() []string { return countsOf(v, r) })}
	parses := n.parses // one function for all words
	_, b.leaves = r.(Leaver[S])
	b.seat = func(s *Seating) (table, positions) {
		at, start, ok := seat(r, s)
		if !ok {
			return nil, nil
		}
		t := &seated[S, A]{asker: asker[S, A]{rules: at, State: start, Handles: s.Handles, parts: n.parts}, sets: sets, judge: fast, artist: artist}
		if at != r {
			t.judge, t.artist = at.Fast().made(n.action), sync.OnceValue(at.Artist)
		}
		return t, &set[S, A]{at: t, count: 1}
	}
	b.spell = func(dst, word []byte) []byte { return r.Spell(dst, word, parses) }
	return b, nil
}

// countsOf lists the keys that a tally may have. Those for dice are in a game whose first action takes a roll.
func countsOf[S, A comparable](v *variant.Variant, r Rules[S, A]) []string {
	keys, players := []string{"turns"}, 2
	if v.Has("players") {
		players = v.Setting("players").Value.Lo
	}
	start := r.Start(players)
	if slices.ContainsFunc(r.Legal(nil, &start), func(a A) bool { return r.Die(a) != 0 }) {
		keys = append(keys, "rolls", "sixes", "pips")
	}
	return append(keys, r.Counts()...)
}

// seat sets the table for the players and tags of a log.
func seat[S, A comparable](r Rules[S, A], s *Seating) (at Rules[S, A], start S, ok bool) {
	if seater, ok := r.(Seater[S, A]); ok {
		return seater.Seat(s)
	}
	n := len(s.Handles)
	if s.Variant.Has("players") && n > s.Variant.Family.Point("players").Max {
		return nil, start, false
	}
	return r, r.Start(n), true
}

func (t *seated[S, A]) Scene(name func(string) string) *draw.Scene {
	c := *t.Clock()
	sc := &draw.Scene{Actor: int(c.Seat)}
	for _, handle := range t.Handles {
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
		sc.Clock = "the game is over: " + name(t.outcome().String())
	}
	t.artist().Scene(sc, &t.State)
	for i := range sc.Pieces {
		if p := &sc.Pieces[i]; t.left(uint8(p.Owner)) {
			p.Space, sc.Players[p.Owner].Has = -1, "has left"
		}
	}
	return sc
}

func (t *seated[S, A]) Route(before Board, a Action) draw.Move {
	return t.artist().Route(&before.(*seated[S, A]).State, &t.State, a)
}

func (t *seated[S, A]) Choice(a Action) draw.Choice { return t.artist().Choice(&t.State, a) }
