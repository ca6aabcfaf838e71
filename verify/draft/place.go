package draft

import (
	"strings"

	"tpnote/notation"
	"tpnote/verify"
)

// Place is a place in a turn line where an action stands or can be written.
type Place struct {
	Replay     *verify.Replay // before that action
	Word       string         // as much of it as is written before the place
	Start, End int            // the whole word in its line, in bytes
}

// noAction stands for the action at a place: the grammar of no game has such a word.
const noAction = "0:"

// Line is a line of the text, from 0, without its line end.
func (d *Draft) Line(line int) string {
	g := d.games[d.GameOn(line)]
	return g.Text(line - g.base)
}

// Event is what the replay makes of a line of the text, from 0, with all there is to tell; ok
// is false outside the bodies of games that can be judged.
func (d *Draft) Event(line int) (ev verify.Event, ok bool) {
	g := d.games[d.GameOn(line)]
	if line < g.base+g.body {
		return ev, false
	}
	for _, ev := range g.Events(line-g.base, line-g.base+1) {
		return ev, true
	}
	return ev, false
}

// At is the place behind so many bytes of a line of the text, from 0. ok is false where no
// action can stand, or its game is over or has no position.
func (d *Draft) At(line, at int) (p Place, ok bool) {
	g := d.games[d.GameOn(line)]
	text := d.Line(line)
	at = min(at, len(text))
	p.Start = strings.LastIndexAny(text[:at], " \t") + 1
	p.Word, p.End = text[p.Start:at], len(text)
	if n := strings.IndexAny(text[at:], " \t;{"); n >= 0 {
		p.End = at + n
	}
	parsed := notation.ParseLine(text[:p.Start]+noAction, line-g.base+1)
	turn, ok := parsed.Node.(*notation.Turn)
	if !ok || len(turn.Actions) == 0 || turn.Actions[len(turn.Actions)-1].Span.Start != p.Start {
		return p, false
	}
	before := g.Before(line - g.base)
	if before == nil {
		return p, false
	}
	ev := before.Telling().Line(parsed)
	if len(ev.Before) < len(turn.Actions) {
		return p, false
	}
	p.Replay = ev.Before[len(turn.Actions)-1]
	return p, !p.Replay.Over()
}

// Moves lists what is legal at a place with the letters that are written, those first that
// help the player most to win.
func (p *Place) Moves() []verify.Move {
	var moves []verify.Move
	for _, m := range p.Replay.Ranked() {
		if strings.HasPrefix(m.Word, p.Word) {
			moves = append(moves, m)
		}
	}
	return moves
}

// Raw is a line of the text, from 0, as it stands there: with its line end and a byte-order
// mark. Behind the last line it is "".
func (d *Draft) Raw(line int) string {
	g := d.games[d.GameOn(line)]
	line -= g.base
	if line >= len(g.lines) {
		return ""
	}
	start := g.offset(line)
	raw := string(g.text[start : start+g.sizeOf(line)])
	if line == 0 && g.base == 0 {
		raw = string(d.mark) + raw
	}
	return raw
}

// Mark is the size of the byte-order mark that a line begins with, in bytes.
func (d *Draft) Mark(line int) int {
	if line == 0 {
		return len(d.mark)
	}
	return 0
}

// Start is the byte of the text that a line begins with.
func (d *Draft) Start(line int) int {
	if line == 0 {
		return 0
	}
	g := d.games[d.GameOn(line)]
	return g.start + g.offset(min(line-g.base, len(g.lines)))
}

// LineAt is the line that a byte of the text is in, from 0.
func (d *Draft) LineAt(offset int) int {
	g := d.games[d.gameAt(offset)]
	line, _ := g.lineAt(offset)
	return g.base + line
}
