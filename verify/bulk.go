package verify

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"tpnote/notation"
	"tpnote/rules"
)

// This file judges the games of archives. Nearly all of them are legal and written as one
// expects, and of such a game there is nothing to say but how it ended. So a brisk judge
// reads the bytes and plays the engine's flat position, and it knows one answer only: yes,
// legal. Whatever else it meets, a refusal, a warning, an odd line, it hands the whole game
// to the Replayer, which alone makes findings: so both find the same by construction.

// brisk is the judge of ordinary legal games. It serves one goroutine.
type brisk struct {
	replayer  *Replayer
	positions bool // whether Game.Position is wanted

	ready   map[string]*briskRules // by game, variant and folder
	seated  map[string][]string    // handles by Players value
	key     []byte
	scratch []byte

	// the game under judgement
	text   []byte
	at     int
	tags   []briskTag
	rules  *briskRules
	table  briskTable
	begun  rules.Clock
	first  bool // it is known who begins
	winner bool
	played bool
	order  bool
	turns  int
	acts   int
}

type briskTag struct{ name, value []byte }

// briskTable is a table that also reads its game's words from bytes.
type briskTable interface {
	table
	// start sets the pieces for a new game, or says that this takes the Replayer.
	start(b *brisk, handles []string) bool
	// play carries out the action word that begins at at, in the turn with the given
	// number, and returns where the word ends. It refuses whatever would be a finding.
	play(text []byte, at int, number int32) (end int, ok bool)
	// line carries out a directive of this game alone, up to its line end.
	line(text []byte, at int) (end int, ok bool)
}

// briskRules are the rules that a pair of tags names, ready to judge by.
type briskRules struct {
	prepared *prepared
	table    briskTable // nil where games of these rules take the Replayer
	rules    Rules
}

// mostKept bounds what a worker keeps of an archive's tags.
const mostKept = 1024

func newBrisk(r *Replayer, positions bool) *brisk {
	return &brisk{replayer: r, positions: positions, ready: map[string]*briskRules{}, seated: map[string][]string{}}
}

// game judges the game at the beginning of text, the lines of which are counted from line.
// If it is legal, g says how it ended, and size and lines are what it takes of the text.
// The caller sees to the end of the text: see notation.Slack.
func (b *brisk) game(text []byte, dir string, line int, g *Game) (size, lines int, ok bool) {
	b.text, b.at = text, 0
	b.tags = b.tags[:0]
	last := line
	for ; b.at < len(text); last++ {
		at := blanks(text, b.at)
		if text[at] == '[' {
			if len(b.tags) == 0 {
				g.Line = last
			}
			if !b.tag(at) {
				return 0, 0, false
			}
		} else if at, ok = notation.FastGap(text, at); ok && text[at] == '\n' {
			b.at = at + 1
		} else {
			break
		}
	}
	if len(b.tags) == 0 || !b.open(dir, g) {
		return 0, 0, false
	}
	for ; b.at < len(text); last++ {
		begin := b.at
		switch c := text[begin]; {
		case c-'0' <= 9:
			ok = b.turn()
		case c == '\n':
			b.at++
			ok = true
		case c == '[':
			return b.finish(g, last-line)
		default:
			if at := blanks(text, begin); text[at] == '[' {
				return b.finish(g, last-line)
			}
			ok = b.line()
		}
		if !ok || b.at-begin > notation.MaxLine {
			return 0, 0, false
		}
	}
	return b.finish(g, last-line)
}

// blanks is where the first byte that is no blank stands.
func blanks(text []byte, at int) int {
	for text[at] == ' ' || text[at] == '\t' {
		at++
	}
	return at
}

// tag reads a tag line.
func (b *brisk) tag(at int) bool {
	begin := b.at
	name, value, next, ok := notation.FastTag(b.text, at)
	if !ok || next-begin >= notation.MaxLine {
		return false
	}
	b.at = next + 1
	for _, t := range b.tags {
		if bytes.Equal(t.name, name) {
			return false
		}
	}
	b.tags = append(b.tags, briskTag{name, value})
	return true
}

// value is a tag's value, or nil.
func (b *brisk) value(name string) []byte {
	for _, t := range b.tags {
		if string(t.name) == name {
			return t.value
		}
	}
	return nil
}

// open chooses the rules and sets the table.
func (b *brisk) open(dir string, g *Game) bool {
	handles := b.players(b.value("Players"))
	b.rules = b.choose(b.value("Game"), b.value("Variant"), dir)
	if handles == nil || b.rules == nil || b.rules.table == nil {
		return false
	}
	b.table = b.rules.table
	v := b.rules.prepared.variant
	limits := v.Setting("players").Value
	if made := b.value("Rules"); made != nil {
		if _, hash, _ := bytes.Cut(made, []byte("@")); string(hash) != v.Fingerprint {
			return false
		}
	}
	if n := len(handles); n < limits.Lo || n > limits.Hi || !b.table.start(b, handles) {
		return false
	}
	b.begun, b.first, b.winner, b.played, b.order = never, false, false, false, false
	b.turns, b.acts = 0, 0
	if setup := b.value("Setup"); setup != nil {
		if b.table.setup(norm.NFC.String(string(setup))) != nil {
			return false
		}
		b.first = true
	}
	g.Rules, g.Handles = b.rules.rules, handles
	return true
}

// players are the handles of a Players value, or nil.
func (b *brisk) players(value []byte) []string {
	if handles := b.seated[string(value)]; handles != nil {
		return handles
	}
	handles, ok := notation.FastHandles(value)
	if !ok {
		handles, _ = notation.ParsePlayers(string(value))
	}
	if len(b.seated) == mostKept {
		clear(b.seated)
	}
	b.seated[string(value)] = handles
	return handles
}

// choose finds the rules that tags name, or nil where that takes the Replayer.
func (b *brisk) choose(game, wanted []byte, dir string) *briskRules {
	if game == nil {
		return nil
	}
	b.key = append(append(append(append(append(b.key[:0], game...), 0), wanted...), 0), dir...)
	if chosen := b.ready[string(b.key)]; chosen != nil {
		return chosen
	}
	if len(b.ready) == mostKept {
		clear(b.ready)
	}
	chosen := &briskRules{}
	b.ready[string(b.key)] = chosen
	r := b.replayer
	name := r.library.Default(string(game))
	if name == "" {
		return chosen
	}
	if wanted != nil {
		name = string(wanted)
	}
	if r.options.Variant != "" {
		name, dir = r.options.Variant, "."
	}
	p := r.prepare(name, dir)
	if p.err != nil || p.variant.Game != string(game) || p.game.brisk == nil {
		return chosen
	}
	chosen.prepared = p
	chosen.table = p.game.brisk()
	chosen.rules = Rules{string(game), p.variant.Name, p.variant.Fingerprint}
	return chosen
}

// turn reads and carries out a turn line: what judge.takeTurn and judge.perform do where
// they find nothing.
func (b *brisk) turn() bool {
	text := b.text
	number, at, ok := notation.FastNumber(text, b.at)
	if !ok {
		return false
	}
	c := b.table.clock()
	seat, at, ok := b.handle(at, c.Seat)
	if !ok || c.Phase == rules.Over {
		return false
	}
	underWay := c.Phase == rules.Open || c.Seat == b.begun.Seat && c.Number == b.begun.Number
	if !underWay || seat != c.Seat {
		if underWay {
			if !b.table.mayStop() {
				return false
			}
			b.table.close()
			c = b.table.clock()
		}
		if c.Phase == rules.Over || b.first && seat != c.Seat && !b.table.mayTake(seat) {
			return false
		}
		b.first, b.played = true, true
		b.turns++
	}
	if number != c.Number {
		return false
	}
	b.table.take(seat, number)
	b.begun = rules.Clock{Seat: seat, Number: number}
	for acts := 0; ; acts++ {
		if text[at] == ' ' && text[at+1] > ';' { // no need to look closer: another word
			at++
		}
		if text[at] <= ';' || text[at] == '{' {
			if at, ok = notation.FastGap(text, at); !ok {
				return false
			}
			if text[at] == '\n' {
				b.acts += acts
				b.at = at + 1
				return acts > 0
			}
		}
		if at, ok = b.table.play(text, at, number); !ok {
			return false
		}
	}
}

// handle reads a handle, most likely that of the given seat, and says whose it is.
func (b *brisk) handle(at int, likely uint8) (seat uint8, end int, ok bool) {
	end = notation.WordEnd(b.text, at)
	word := b.text[at:end]
	handles := b.rules.table.names()
	if handles[likely] == string(word) {
		return likely, end, true
	}
	for seat, h := range handles {
		if h == string(word) {
			return uint8(seat), end, true
		}
	}
	return 0, end, false
}
