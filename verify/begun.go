package verify

import (
	"bytes"

	"tpnote/notation"
	"tpnote/notation/shape"
)

// This file begins a game as the game before it began, if the tags that settle what is played, and
// by whom, have the same values. Others, such as Round and Date, differ in every game.

// begun is how a game began.
type begun struct {
	dir    string
	tags   []askedTag
	replay *Replay // before the first line of the body; nil for none
}

// askedTag is a tag that was asked for when the game began.
type askedTag struct {
	name, value string
	given       bool
}

// mostTags is how many tags a game may have to be begun as the one before it.
const mostTags = 32

// note remembers how a game began.
func (b *begun) note(p *Replay, dir string) {
	*b = begun{dir: dir, replay: p.Fork()}
	for _, name := range p.head.asked {
		value, given := p.head.value(name)
		b.tags = append(b.tags, askedTag{name, value, given})
	}
}

// again begins a game with a head in the same way; nil if it has to begin in its own.
func (b *begun) again(h *head, dir string) *Replay {
	if b.replay == nil || b.dir != dir {
		return nil
	}
	for i := range b.tags {
		t := &b.tags[i]
		if value, given := h.value(t.name); given != t.given || value != t.value {
			return nil
		}
	}
	p := b.replay.Fork()
	h.name = p.head.name
	h.readResult()
	p.head = h
	return p
}

// plainHead reads the tag lines of a game from bytes, and returns what is left. ok is false if they are
// for the grammar. The text is as padded makes it.
func plainHead(b notation.Block) (h *head, rest notation.Block, ok bool) {
	text := b.Text[:len(b.Text)+shape.Slack]
	h = &head{line: b.Line, tags: make([]headTag, 0, 8)}
	at, lines := 0, 0
	for at < len(b.Text) {
		begin := at
		if text[at] == '[' {
			name, value, next, ok := shape.Tag(text, at)
			if !ok || len(h.tags) == mostTags || h.given(string(name)) {
				return nil, b, false
			}
			h.tags = append(h.tags, headTag{name: string(name), value: string(value)})
			at = next + 1
		} else {
			line := text[at : at+bytes.IndexByte(text[at:], '\n')+1]
			if class := notation.ClassOf(line); class == notation.BodyLine {
				break
			} else if at, ok = shape.Empty(text, at); !ok || class == notation.TagLine {
				return nil, b, false
			}
		}
		if at-begin > notation.MaxLine {
			return nil, b, false
		}
		lines++
	}
	h.text = string(text[:at])
	return h, b.Behind(at, lines), true
}
