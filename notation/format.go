package notation

import (
	"bytes"
	"slices"
	"strings"
)

// Spelling rewrites the words that only a game's board can judge. What it cannot read it
// gives back as it is; a nil function leaves everything as it is.
type Spelling struct {
	Action   func(word string) string
	Position func(text string) string
}

// FormatTag is a tag line, without its line end.
func FormatTag(name, value string) string {
	return "[" + name + ` "` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"]`
}

// Format gives a log its canonical form. It changes white space, the order of tags and the
// spelling of names, and nothing that the log says; a malformed line stays byte for byte.
// spell is asked once for each game, with its lines up to the first of the body.
//
// Blank lines go as in gofmt: one between tags and body and between games, otherwise at
// most one where there was one, and none inside the tags.
func Format(src []byte, spell func(head []Line) Spelling) []byte {
	var out []string
	for _, g := range cutGames(src) {
		head := make([]Line, len(g.head))
		for i := range g.head {
			head[i] = g.head[i].Line
		}
		s := spell(head)
		for _, part := range [][]formatLine{g.preface, g.tags(), g.body} {
			lines := paragraphs(part, s)
			if len(lines) > 0 && len(out) > 0 {
				out = append(out, "")
			}
			out = append(out, lines...)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return []byte(strings.Join(out, "\n") + "\n")
}

// formatLine is a line with what a formatter has to know of it.
type formatLine struct {
	Line
	tag bool // a tag line, perhaps a malformed one
}

func (l *formatLine) blank() bool   { return l.Node == nil && len(l.Comments) == 0 && len(l.Errors) == 0 }
func (l *formatLine) comment() bool { return l.Node == nil && !l.blank() }

// formatGame is the lines of one game.
type formatGame struct {
	preface []formatLine // comments that a blank line parts from the tags
	head    []formatLine // the tags, each with the comments right above it
	body    []formatLine
}

// cutGames cuts a file where the Reader does. The comments above a game's first tag, as
// far as a blank line parts them from the game before, go with the tag.
func cutGames(src []byte) []formatGame {
	var games []formatGame
	var now formatGame
	var loose []formatLine // blank lines and comments that belong to what comes next
	src = bytes.TrimPrefix(src, byteOrderMark)
	for number := 1; len(src) > 0; number++ {
		text, rest, _ := bytes.Cut(src, []byte{'\n'})
		src = rest
		l := formatLine{Line: ParseLine(string(withoutEnd(text)), number)}
		switch n := l.Node.(type) {
		case *Tag:
			l.tag = true
		case *Bad:
			l.tag = n.Tag
		}
		switch {
		case l.blank() && len(loose) > 0 && loose[len(loose)-1].blank():
			// a run of blank lines becomes one: it need not be held
		case l.blank(), l.comment():
			loose = append(loose, l)
		case l.tag:
			if now.body != nil {
				own := slices.IndexFunc(loose, func(l formatLine) bool { return l.blank() })
				if own < 0 {
					own = len(loose)
				}
				now.body = append(now.body, loose[:own]...)
				games = append(games, now)
				now, loose = formatGame{}, loose[own:]
			}
			if now.head == nil {
				for i, l := range slices.Backward(loose) {
					if l.blank() {
						now.preface, loose = loose[:i], loose[i:]
						break
					}
				}
			}
			now.head = append(append(now.head, loose...), l)
			loose = nil
		default:
			now.body = append(append(now.body, loose...), l)
			loose = nil
		}
	}
	now.body = append(now.body, loose...)
	return append(games, now)
}

// tagOrder is the canonical order of tags; others stand between Setup and Result.
var tagOrder = []string{"Game", "Variant", "Rules", "Players", "Sides", "Setup"}

func tagRank(name string) int {
	if name == "Result" {
		return len(tagOrder) + 1
	}
	if i := slices.Index(tagOrder, name); i >= 0 {
		return i
	}
	return len(tagOrder)
}

// tags is the head in canonical order, without blank lines. Where a line is malformed
// nobody knows which tag it is, and all stay where they are.
func (g *formatGame) tags() []formatLine {
	type entry struct {
		lines []formatLine // comments, then the tag
		rank  int
	}
	var entries []entry
	var above []formatLine
	sortable := true
	for _, l := range g.head {
		if l.blank() {
			continue
		}
		above = append(above, l)
		sortable = sortable && len(l.Errors) == 0
		if !l.tag {
			continue
		}
		e := entry{lines: above}
		if t, ok := l.Node.(*Tag); ok {
			e.rank = tagRank(t.Name.Text)
		}
		entries = append(entries, e)
		above = nil
	}
	if sortable {
		slices.SortStableFunc(entries, func(a, b entry) int { return a.rank - b.rank })
	}
	var lines []formatLine
	for _, e := range entries {
		lines = append(lines, e.lines...)
	}
	return lines
}

// paragraphs is the text of lines, with single blank lines between them where there were
// any, and none at the ends.
func paragraphs(lines []formatLine, s Spelling) []string {
	var out []string
	gap := false
	for i := range lines {
		if lines[i].blank() {
			gap = len(out) > 0
			continue
		}
		if gap {
			out = append(out, "")
		}
		out, gap = append(out, lines[i].canonical(s)), false
	}
	return out
}

// canonical is the text of a line: one blank between words and comments, two before the
// comments at the end.
func (l *formatLine) canonical(s Spelling) string {
	if strings.HasSuffix(l.Text, "\r") {
		return l.Text + "\r" // of two, the last is part of the line end
	}
	if _, bad := l.Node.(*Bad); bad || len(l.Errors) > 0 || strings.Contains(l.Text, "\r") {
		return l.Text
	}
	comments := l.Comments
	var pieces []string
	for i, word := range l.words(s) {
		for len(comments) > 0 && comments[0].After <= i {
			pieces = append(pieces, comments[0].canonical())
			comments = comments[1:]
		}
		pieces = append(pieces, word)
	}
	text := strings.Join(pieces, " ")
	for i, c := range comments {
		switch {
		case i > 0:
			text += " "
		case text != "":
			text += "  "
		}
		text += c.canonical()
	}
	if len(text) > MaxLine { // two blanks must not make a line too long
		return l.Text
	}
	return text
}

func (c *Comment) canonical() string {
	if c.Brace {
		return "{" + c.Text + "}"
	}
	return strings.TrimRight(";"+c.Text, " \t")
}

// words is the words of a line as they are written, but for what s spells in another way.
// A tag is one word.
func (l *formatLine) words(s Spelling) []string {
	tokens := scan(l.Text, 1).tokens
	words := make([]string, len(tokens))
	for i, t := range tokens {
		words[i] = l.Text[t.start:t.end]
	}
	switch n := l.Node.(type) {
	case *Tag:
		tag := "[" + words[1] + " " + words[2] + "]"
		if n.Name.Text == "Setup" && s.Position != nil {
			if value := s.Position(n.Value.Text); value != n.Value.Text {
				tag = FormatTag(words[1], value)
			}
		}
		return []string{tag}
	case *Turn:
		if s.Action != nil {
			for i := 2; i < len(words); i++ {
				words[i] = s.Action(words[i])
			}
		}
	case *State:
		if s.Position != nil {
			if fields := strings.Fields(s.Position(n.Position.Text)); len(fields) == len(words)-1 {
				copy(words[1:], fields)
			}
		}
	}
	return words
}
