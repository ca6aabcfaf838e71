package verify

import (
	"bytes"
	"math/bits"
	"strings"

	"golang.org/x/text/unicode/norm"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/verify/internal/shape"
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
	seated  map[string]*seating    // by Players value
	key     []byte
	scratch []byte

	// the game under judgement
	text    []byte // with shape.Slack behind end
	at, end int
	tags    []briskTag
	rules   *briskRules
	table   briskTable
	clock   *rules.Clock // of the table
	*seating
	begun   rules.Clock // seat and number of the last turn that had a line
	first   bool        // it is known who begins
	played  bool        // a turn line has been read
	ordered bool        // an order line has been read
	turns   int
	actions int

	_ [128]byte // what one worker writes is on no cache line of another's
}

// seating is the players of a game.
type seating struct {
	handles []string
	words   []shape.Blanked // the handles
}

type briskTag struct{ name, value []byte }

// briskTable is a table that also reads its game's words from bytes.
type briskTable interface {
	table
	// start sets the pieces for a new game, or says that this takes the Replayer.
	start(b *brisk, handles []string) bool
	// turn is the clock of the position.
	turn() *rules.Clock
	// play carries out the action words from at on, in the turn with the given number, up
	// to their line end, and returns where that is and how many there were. It refuses
	// whatever would be a finding. It takes a whole line, because a call through an
	// interface for every word would cost a tenth of the time.
	play(text []byte, at int, number int32) (end, actions int, ok bool)
	// line carries out a directive of this game alone, up to its line end.
	line(text []byte, at int) (end int, ok bool)
}

// briskRules are the rules that a pair of tags names, ready to judge by.
type briskRules struct {
	prepared *prepared
	table    briskTable // nil where games of these rules take the Replayer
	rules    Rules
	ordered  bool // the first turn is rolled for
	everyone bool // all roll again where that roll is tied
}

// mostKept bounds what a worker keeps of an archive's tags.
const mostKept = 1024

func newBrisk(r *Replayer, positions bool) *brisk {
	return &brisk{replayer: r, positions: positions, ready: map[string]*briskRules{}, seated: map[string]*seating{}}
}

// game judges the game at the beginning of text, the lines of which are counted from line.
// If it is legal, g says how it ended, and size and lines are what it takes of the text.
// text ends with a newline, and has shape.Slack bytes behind it.
func (b *brisk) game(text []byte, dir string, line int, g *Game) (size, lines int, ok bool) {
	b.at, b.end = 0, len(text)
	text = text[:len(text)+shape.Slack]
	b.text, b.tags = text, b.tags[:0]
	last := line
	for ; b.at < b.end; last++ {
		begin := b.at
		at := blanks(text, begin)
		if text[at] == '[' {
			if len(b.tags) == 0 {
				g.Line = last
			}
			if !b.tag(at) {
				return 0, 0, false
			}
		} else if at, ok = shape.Gap(text, at); ok && text[at] == '\n' {
			b.at = at + 1
		} else {
			break
		}
		if b.at-begin > notation.MaxLine {
			return 0, 0, false
		}
	}
	if len(b.tags) == 0 || !b.open(dir, g) {
		return 0, 0, false
	}
	for ; b.at < b.end; last++ {
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
	name, value, next, ok := shape.Tag(b.text, at)
	if !ok {
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
	players := b.players(b.value("Players"))
	b.rules = b.choose(b.value("Game"), b.value("Variant"), dir)
	if players == nil || b.rules == nil || b.rules.table == nil {
		return false
	}
	b.table = b.rules.table
	handles := players.handles
	v := b.rules.prepared.variant
	if made := b.value("Rules"); made != nil {
		if _, hash, _ := bytes.Cut(made, []byte("@")); string(hash) != v.Fingerprint {
			return false
		}
	}
	if v.Has("players") {
		if limits := v.Setting("players").Value; len(handles) < limits.Lo || len(handles) > limits.Hi {
			return false
		}
	}
	if !b.table.start(b, handles) {
		return false
	}
	b.seating, b.clock = players, b.table.turn()
	b.begun, b.first, b.played, b.ordered = never, false, false, false
	b.turns, b.actions = 0, 0
	if setup := b.value("Setup"); setup != nil {
		if b.table.setup(norm.NFC.String(string(setup))) != nil {
			return false
		}
		b.first = true
	}
	g.Rules, g.Handles = b.rules.rules, handles
	return true
}

// players are those that a Players value names, or nil.
func (b *brisk) players(value []byte) *seating {
	if known, ok := b.seated[string(value)]; ok {
		return known
	}
	var players *seating
	handles, ok := shape.Handles(value)
	if !ok {
		handles, _ = notation.ParsePlayers(string(value))
	}
	if handles != nil {
		players = &seating{handles: handles}
		for _, h := range handles {
			players.words = append(players.words, shape.BlankedOf(h))
		}
	}
	if len(b.seated) == mostKept {
		clear(b.seated)
	}
	b.seated[string(value)] = players
	return players
}

// choose finds the rules that tags name, or nil where that takes the Replayer.
func (b *brisk) choose(game, wanted []byte, dir string) *briskRules {
	if game == nil {
		return nil
	}
	b.key = append(append(b.key[:0], game...), 0)
	if wanted != nil {
		b.key = append(append(append(b.key, '='), wanted...), 0)
	}
	b.key = append(b.key, dir...)
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
	chosen.ordered, chosen.everyone = rollsFirst(p.variant), everyoneAgain(p.variant)
	chosen.rules = Rules{string(game), p.variant.Name, p.variant.Fingerprint}
	return chosen
}

// turn reads and carries out a turn line: what judge.takeTurn and judge.perform do where
// they find nothing.
func (b *brisk) turn() bool {
	text := b.text
	c := *b.clock
	number, at, ok := shape.Number(text, b.at)
	if !ok {
		return false
	}
	seat := c.Seat // most likely
	if size := b.words[seat].At(text, at); size > 0 {
		at += size
	} else {
		seat, at, ok = b.handle(at)
	}
	if !ok || c.Phase == rules.Over {
		return false
	}
	if underWay := b.underWay(c); !underWay || seat != c.Seat {
		if underWay {
			if !b.table.mayStop() {
				return false
			}
			b.table.close()
			c = *b.clock
		}
		if c.Phase == rules.Over || b.first && seat != c.Seat && !b.table.mayTake(seat) {
			return false
		}
		b.first = true
		b.turns++
	}
	b.played = true
	b.turns = max(b.turns, 1) // a Setup may have begun it
	if number != c.Number {
		return false
	}
	if seat != c.Seat { // else the turn is taken by whom it falls to
		b.table.take(seat, number)
	}
	b.begun = rules.Clock{Seat: seat, Number: number}
	at, actions, ok := b.table.play(text, at, number)
	b.actions += actions
	b.at = at + 1
	return ok && actions > 0
}

// handle reads a handle, and says whose it is.
func (b *brisk) handle(at int) (seat uint8, end int, ok bool) {
	end = shape.WordEnd(b.text, at)
	word := b.text[at:end]
	for seat, h := range b.handles {
		if h == string(word) {
			return uint8(seat), end, true
		}
	}
	return 0, end, false
}

// line carries out a line that is no turn: blank, a comment, or a directive.
func (b *brisk) line() bool {
	at, ok := shape.Gap(b.text, b.at)
	if !ok {
		return false
	}
	if b.text[at] != '\n' {
		word := b.text[at:shape.WordEnd(b.text, at)]
		switch string(word) {
		case "order":
			at, ok = b.order(at + len(word))
		case "state":
			at, ok = b.state(at + len(word))
		default:
			at, ok = b.table.line(b.text, at)
		}
	}
	b.at = at + 1
	return ok && b.text[at] == '\n'
}

// order carries out the rolls for the first turn, from behind the keyword on, if they
// settle it: what judge.rollOff does where it finds no fault.
func (b *brisk) order(at int) (end int, ok bool) {
	if b.ordered || b.played || !b.rules.ordered {
		return at, false
	}
	b.ordered = true
	due := uint32(1)<<len(b.handles) - 1 // sets of seats: who rolls in this group,
	var rolled, best uint32              // who did, and who of them highest
	highest := byte(0)
	for {
		if at, ok = shape.Gap(b.text, at); !ok {
			return at, false
		}
		end := shape.WordEnd(b.text, at)
		switch word := b.text[at:end]; {
		case len(word) == 0: // the line ends
			if rolled != due || best&(best-1) != 0 {
				return at, false
			}
			if b.value("Setup") == nil {
				b.table.take(uint8(bits.TrailingZeros32(best)), b.table.clock().Number)
				b.first = true
			}
			return at, true
		case string(word) == "/":
			if rolled != due || best&(best-1) == 0 {
				return at, false
			}
			if !b.rules.everyone {
				due = best
			}
			rolled, best, highest = 0, 0, 0
		default:
			face := word[len(word)-1]
			seat, colon, known := b.handleBefore(word)
			bit := uint32(1) << seat
			if !known || colon+2 != len(word) || face < '1' || face > '6' || due&^rolled&bit == 0 {
				return at, false
			}
			rolled |= bit
			if face > highest {
				highest, best = face, 0
			}
			if face == highest {
				best |= bit
			}
		}
		at = end
	}
}

// handleBefore reads the handle before the colon of a word.
func (b *brisk) handleBefore(word []byte) (seat, colon int, known bool) {
	colon = bytes.IndexByte(word, ':')
	if colon < 0 {
		return 0, 0, false
	}
	for seat, h := range b.handles {
		if h == string(word[:colon]) {
			return seat, colon, true
		}
	}
	return 0, colon, false
}

// state carries out a state line, from behind the keyword on: what judge.state does where
// the position is right.
func (b *brisk) state(at int) (end int, ok bool) {
	b.scratch = b.scratch[:0]
	for {
		if at, ok = shape.Gap(b.text, at); !ok {
			return at, false
		}
		if b.text[at] == '\n' {
			break
		}
		end := shape.WordEnd(b.text, at)
		if len(b.scratch) > 0 {
			b.scratch = append(b.scratch, ' ')
		}
		b.scratch = append(b.scratch, b.text[at:end]...)
		at = end
	}
	if len(b.scratch) == 0 {
		return at, false
	}
	t := b.table
	belief := belief{
		seat:    !b.first && t.clock().Phase == rules.Due,
		closing: t.mayStop() && b.underWay(t.clock()),
	}
	same, err := t.assert(norm.NFC.String(string(b.scratch)), belief)
	b.first, b.begun = !belief.seat, never
	return at, err == nil && same
}

// underWay reports whether the turn of c has had a line, or is open in the position.
func (b *brisk) underWay(c rules.Clock) bool {
	return c.Phase == rules.Open || c.Seat == b.begun.Seat && c.Number == b.begun.Number
}

// finish ends the game; lines is how many were read.
func (b *brisk) finish(g *Game, lines int) (size, taken int, ok bool) {
	o := b.table.outcome()
	g.Finished = o.winners != nil
	g.Result = "*"
	if g.Finished {
		g.Result = o.text()
	}
	if given := b.value("Result"); given != nil && !b.matches(o, given, g.Result) {
		return 0, 0, false
	}
	g.Position = ""
	if b.positions {
		b.scratch = b.table.position(b.scratch[:0])
		g.Position = string(b.scratch)
	}
	g.Turns, g.Actions = b.turns, b.actions
	return b.at, lines, true
}

// matches reports whether the value of a Result tag is right; text is what it would best
// be. It costs little where the value is that text, or a ranking cut short, whatever
// blanks stand between the words.
func (b *brisk) matches(o outcome, given []byte, text string) bool {
	b.scratch = b.scratch[:0]
	for i, c := range given {
		if c == ' ' && i > 0 && given[i-1] == ' ' {
			continue
		}
		b.scratch = append(b.scratch, c)
	}
	if rest, cut := strings.CutPrefix(text, string(b.scratch)); cut && (rest == "" || o.ranking != nil && strings.HasPrefix(rest, " > ")) {
		return true
	}
	r, err := notation.ParseResult(string(given))
	return err == nil && o.agrees(r)
}
