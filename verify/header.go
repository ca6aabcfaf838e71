package verify

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"

	"tpnote/notation"
)

// Header is what the tags of a log say.
type Header struct {
	Variant string // a built-in name, or a path
	Players []string
	Sides   string   // "" where everybody plays alone
	Setup   string   // "" for the game's own start
	Opening []string // lines before turn 1, such as an order line
}

// tags are those of the header that are given, in their canonical order.
func (h *Header) tags(game string) [][2]string {
	tags := [][2]string{{"Game", game}, {"Variant", h.Variant}, {"Players", strings.Join(h.Players, ", ")}}
	if h.Sides != "" {
		tags = append(tags, [2]string{"Sides", h.Sides})
	}
	if h.Setup != "" {
		tags = append(tags, [2]string{"Setup", h.Setup})
	}
	return tags
}

// Begin sets up a game of which nothing has been played. A position to start from has to be
// possible.
func (r *Reader) Begin(h Header) (*Replay, error) {
	p := r.prepare(h.Variant, ".")
	if p.err != nil {
		return nil, p.err
	}
	var head []notation.Line
	for i, tag := range h.tags(p.variant.Game) {
		head = append(head, notation.ParseLine(notation.FormatTag(tag[0], tag[1]), i+1))
	}
	replay, findings, err := r.Start(head, ".", 1, 1)
	if err != nil {
		return nil, err
	}
	for i, text := range h.Opening {
		findings = append(findings, replay.Line(notation.ParseLine(text, len(head)+i+1)).Findings...)
	}
	switch {
	case len(findings) > 0:
		return nil, errors.New(findings[0].Message)
	case !replay.Ready():
		return nil, fmt.Errorf("%d players are more than a game can hold", len(h.Players))
	}
	return replay, nil
}

// Players proposes players for a variant: those that a position names, or else n with
// names of the program's own.
func (r *Reader) Players(variant, position string, n int) ([]string, error) {
	p := r.prepare(variant, ".")
	if p.err != nil {
		return nil, p.err
	}
	fields := strings.Fields(position)
	var named []string
	for _, field := range fields[min(2, len(fields)):] {
		if name, _, found := strings.Cut(field, "="); found {
			named = append(named, name)
		}
	}
	if len(fields) > 1 && slices.Contains(named, strings.TrimRight(fields[1], "+-")) {
		return named, nil
	}
	return r.options.Games.of(p.variant.Family).players(p.variant, n), nil
}

// Opening gives the lines that a log of the variant needs before turn 1: where the pieces
// stand, and the like. Chance settles them; without it they are the plainest.
func (r *Reader) Opening(variant string, handles []string, chance *rand.Rand) ([]string, error) {
	p := r.prepare(variant, ".")
	if p.err != nil {
		return nil, p.err
	}
	return r.options.Games.of(p.variant.Family).opening(p.variant, handles, chance), nil
}

// Format gives a log its canonical form: what notation.Format does, with the names of
// spaces as the board of each game's variant has them. Variant paths in the log are
// relative to dir. The replay finds the same in it before and after.
func (r *Reader) Format(src io.Reader, dir string, piece func(text, form []byte) error) error {
	check := func(d *notation.Directive) error {
		_, _, err := r.options.Games.directive(d)
		return err
	}
	spell := func(head []notation.Line) notation.Spelling {
		p, _, err := r.Start(head, dir, 1, 1)
		if err != nil {
			return notation.Spelling{Directive: check}
		}
		spelling := p.respelling()
		spelling.Directive = check
		return spelling
	}
	return notation.Format(src, spell, piece)
}
