package draft

import (
	"cmp"
	"slices"
	"strings"

	"tpnote/notation"
	"tpnote/verify"
)

// Place is a place in a turn line where an action is or can be written.
type Place struct {
	Replay     *verify.Replay // before that action
	Word       string         // the part of it that is written before the place
	Start, End int            // the whole word in its line, in bytes
}

// noAction is a placeholder for the action at a place; no grammar has such a word.
const noAction = "0:"

// Line is a line of the text, from 0, without its line end.
func (d *Draft) Line(line int) string {
	return strings.TrimSuffix(strings.TrimSuffix(d.Raw(line), "\n"), "\r")
}

// Parsed is a line of the text, from 0, as the notation reads it.
func (d *Draft) Parsed(line int) notation.Line { return notation.ParseLine(d.Line(line), line+1) }

// Tag is a tag of the game; nil if the game does not have it.
func (g *Game) Tag(name string) *notation.Tag {
	for i := g.base; i < g.Body(); i++ {
		if tag, ok := g.draft.Parsed(i).Node.(*notation.Tag); ok && tag.Name.Text == name {
			return tag
		}
	}
	return nil
}

// Event is the complete event of a line of the text, from 0; ok is false outside bodies that can be judged.
func (d *Draft) Event(line int) (ev verify.Event, ok bool) {
	for _, ev := range d.GameAt(line).Events(line, line+1) {
		return ev, true
	}
	return ev, false
}

// At is the place at a byte of a line of the text; lines and bytes count from 0. ok is false
// where no action is possible, or the game is over or has no position.
func (d *Draft) At(line, at int) (p Place, ok bool) {
	text := d.Line(line)
	at = min(at, len(text))
	p.Start = strings.LastIndexAny(text[:at], " \t") + 1
	p.Word, p.End = text[p.Start:at], len(text)
	if n := strings.IndexAny(text[at:], " \t;{"); n >= 0 {
		p.End = at + n
	}
	if before := d.GameAt(line).Before(line); before != nil {
		p.Replay = Next(before, text[:p.Start])
	}
	return p, p.Replay != nil && !p.Replay.Over()
}

// Next is the replay after the actions that a turn has so far, by a replay before its line; nil if none can follow.
func Next(before *verify.Replay, turn string) *verify.Replay {
	line := notation.ParseLine(turn+noAction, 1)
	t, ok := line.Node.(*notation.Turn)
	if !ok || len(t.Actions) == 0 || t.Actions[len(t.Actions)-1].Span.Start != len(turn) {
		return nil
	}
	if ev := before.Detailed().Line(line); len(ev.Before) >= len(t.Actions) {
		return ev.Before[len(t.Actions)-1]
	}
	return nil
}

// Moves lists what is legal at a place with the letters that are written, those first that help the player most to win.
func (p *Place) Moves() []verify.Move {
	return slices.DeleteFunc(p.Replay.Ranked(), func(m verify.Move) bool { return !strings.HasPrefix(m.Word, p.Word) })
}

// Between is the text from one byte up to another.
func (d *Draft) Between(start, end int) string { return string(d.text[start:end]) }

// Raw is a line of the text, counted from 0, with its line end. After the last line it is "".
func (d *Draft) Raw(line int) string { return d.Between(d.Start(line), d.Start(line+1)) }

// Start is the byte where a line begins: the first after a byte-order mark, a line after the last one at the end.
func (d *Draft) Start(line int) int {
	if line < len(d.lines) {
		return d.lines[line].start
	}
	return len(d.text)
}

// LineAt is the line that a byte of the text is in, from 0. After the last newline there is one more line.
func (d *Draft) LineAt(offset int) int {
	i, there := slices.BinarySearchFunc(d.lines, offset, func(l line, offset int) int { return cmp.Compare(l.start, offset) })
	if !there && i > 0 && (offset < len(d.text) || d.text[offset-1] != '\n') {
		i--
	}
	return i
}

// Within is the edit that puts text in the place of some bytes of a line. Its lines get the line ends of the draft.
func (d *Draft) Within(line, start, end int, text string) Edit {
	at := d.Start(line)
	if strings.HasSuffix(d.Raw(0), "\r\n") {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return Edit{Start: at + start, End: at + end, Text: text}
}

// Tail is the edit that puts a line at the end of the text, in the place of the blank lines
// there. A blank line is between the tags and the body.
func (d *Draft) Tail(text string) Edit {
	i := d.Lines() - 1
	for i > 0 && strings.TrimSpace(d.Line(i)) == "" {
		i--
	}
	raw, before := d.Raw(i), ""
	if raw != "" && !strings.HasSuffix(raw, "\n") {
		before = "\n"
	}
	if _, tag := d.Parsed(i).Node.(*notation.Tag); tag {
		before += "\n"
	}
	return d.Within(i, len(raw), d.Len()-d.Start(i), before+text+"\n")
}
