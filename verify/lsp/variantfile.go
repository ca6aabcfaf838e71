package lsp

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"tpnote/rules/variant"
	"tpnote/spec"
)

// field is the line of a variant file with a key that is not indented, and the value; -1 if no line has it.
func (d *document) field(key string) (line int, value string) {
	for n := range d.draft.Lines() {
		if name, value, colon := strings.Cut(d.draft.Line(n), ":"); colon && name == key {
			value, _, _ = strings.Cut(value, " #")
			return n, strings.Trim(strings.TrimSpace(value), `"'`)
		}
	}
	return -1, ""
}

// variantDiagnostics returns the diagnostics of a variant file.
func (s *Server) variantDiagnostics(d *document) []diagnostic {
	all := []diagnostic{}
	if !slices.ContainsFunc([]string{"variant", "extends", "game"}, func(key string) bool {
		line, _ := d.field(key)
		return line >= 0
	}) {
		return all // other YAML is not our business
	}
	path := cmp.Or(d.path, "variant.yaml")
	_, err := s.library.Parse(path, d.draft.Text(), s.games.Playable)
	var faults variant.Errors
	if err != nil && !errors.As(err, &faults) {
		faults = variant.Errors{{Message: err.Error()}}
	}
	for _, f := range faults {
		out := diagnostic{Severity: 1, Code: "variant-file", Source: "tpnote", Message: f.Message}
		line := max(0, min(f.Origin.Line-1, d.draft.Lines()-1))
		if f.Origin.File != path && f.Origin.File != "" {
			out.Message = f.Error()
			line = 0
		}
		text := d.draft.Line(line)
		start := 0
		if line == f.Origin.Line-1 {
			runes := []rune(text)
			start = len(string(runes[:min(max(0, f.Origin.Column-1), len(runes))]))
		}
		end := len(text)
		if n := strings.IndexAny(text[start:], " \t"); n > 0 {
			end = start + n
		}
		out.Range = d.between(line, start, end)
		all = append(all, out)
	}
	return all
}

// parent is the variant that a file extends, or the first one of its game; nil if there is none.
func (s *Server) parent(d *document) *variant.Variant {
	_, extends := d.field("extends")
	v, err := s.library.Open(extends, d.dir())
	if err != nil {
		_, game := d.field("game")
		v, _ = s.library.Open(s.library.Default(game), ".")
	}
	return v
}

// entry is a line of a variant file with a key.
type entry struct {
	key   string
	start int    // where the key begins
	value int    // where the value begins; -1 without a colon
	over  string // the key without indent above it, or "" if it has none itself
}

// entryOn is the entry on a line.
func (d *document) entryOn(line int) entry {
	text := d.draft.Line(line)
	key, rest, colon := strings.Cut(text, ":")
	e := entry{key: strings.TrimSpace(key), start: len(text) - len(strings.TrimLeft(text, " ")), value: -1}
	if colon {
		e.value = len(text) - len(strings.TrimLeft(rest, " "))
	}
	for n := line - 1; n >= 0 && e.start > 0; n-- {
		if above := d.draft.Line(n); above != "" && above[0] != ' ' && above[0] != '#' {
			e.over, _, _ = strings.Cut(above, ":")
			break
		}
	}
	return e
}

// own is the variant of a file as it is written, or else its parent; nil if there is neither.
func (s *Server) own(d *document) *variant.Variant {
	if v, err := s.library.Parse(cmp.Or(d.path, "variant.yaml"), d.draft.Text(), nil); err == nil {
		return v
	}
	return s.parent(d)
}

// describePoint says what a value of a rule point means, and which clauses decide the point.
func describePoint(v *variant.Variant, point string, value variant.Value) string {
	var b strings.Builder
	if means := v.Family.Point(point).Means(value); means != "" {
		fmt.Fprintf(&b, "%s %s.\n", v.Name, means)
	}
	cites := spec.Enforcing(v.Rulebook, point)
	if setting := v.Setting(point); setting.Value.String() == value.String() {
		fmt.Fprintf(&b, "\n%s = %s (%s, %s)\n", point, value, setting.Standing, setting.Origin)
		if setting.Cites != nil {
			cites = setting.Cites
		}
	}
	for _, id := range cites {
		if c, ok := spec.Find(id); ok {
			fmt.Fprintf(&b, "\n- %s (%s): %s", id, c.Standing, c.Text)
		}
	}
	return b.String()
}

// completeVariant offers rule points and their values, or the names of variants.
func (s *Server) completeVariant(d *document, c *items, line, begin, at int) {
	e := d.entryOn(line)
	if e.key == "extends" && e.start == 0 && e.value >= 0 && at >= e.value {
		for _, v := range s.library.Variants("") {
			c.add(v.Name, kindValue, v.Title, "")
		}
		return
	}
	v := s.own(d)
	if v == nil || e.over != "rules" {
		return
	}
	for _, p := range v.Family.Points {
		switch {
		case e.value < 0 || at < e.value && begin <= e.start:
			c.add(p.Name+": ", kindProperty, p.Takes(), p.Decides+"\n\n"+describePoint(v, p.Name, v.Setting(p.Name).Value))
		case p.Name == e.key:
			for _, word := range p.Choices() {
				c.add(word, kindValue, "", describePoint(v, p.Name, variant.Value{Word: word}))
			}
		}
	}
}

// hoverVariant says what a rule point settles, what its value means, or in what a file differs from its parent.
func (s *Server) hoverVariant(d *document, p *documentParams) (any, error) {
	e, v := d.entryOn(p.line), s.own(d)
	switch {
	case v == nil || p.at < e.start:
		return nil, nil
	case e.key == "extends" && e.start == 0:
		parent := s.parent(d)
		if parent == nil {
			return nil, nil
		}
		said := fmt.Sprintf("%s: %s\n", parent.Name, parent.Title)
		for _, differs := range variant.Diff(parent, v) {
			said += "\n- " + differs.Says
		}
		return described(said, d.whole(p.line))
	case e.over != "rules" || !v.Has(e.key):
		return nil, nil
	}
	setting := v.Setting(e.key)
	said := describePoint(v, e.key, setting.Value)
	if e.value >= 0 && p.at >= e.value {
		return described(said, d.between(p.line, e.value, len(d.draft.Line(p.line))))
	}
	point := v.Family.Point(e.key)
	about := fmt.Sprintf("**%s** decides %s: %s\n\n", point.Name, point.Decides, point.Takes())
	if parent := s.parent(d); parent != nil && parent.Family == v.Family && parent.Setting(e.key).Value.String() != setting.Value.String() {
		about += fmt.Sprintf("%s has %s\n\n", parent.Name, parent.Setting(e.key).Value)
	}
	return described(about+said, d.between(p.line, e.start, e.start+len(e.key)))
}

// defined goes to the parent of a variant file, and from a rule point to its value in the parent and its clauses.
func (s *Server) defined(d *document, p *documentParams) (any, error) {
	e, parent := d.entryOn(p.line), s.parent(d)
	switch {
	case parent == nil:
	case e.key == "extends" && e.start == 0:
		return s.origin(parent, parent.Origin), nil
	case e.over == "rules" && parent.Has(e.key):
		return s.sources(nil, parent, e.key, parent.Setting(e.key).Cites), nil
	}
	return nil, nil
}

// differs is the lens that says in what a file differs from its parent.
func (s *Server) differs(d *document, _ *documentParams) (any, error) {
	n, _ := d.field("extends")
	parent, v := s.parent(d), s.own(d)
	if n < 0 || parent == nil || v.Name == parent.Name { // it cannot be read as it is
		return []any{}, nil
	}
	about := variant.Each(variant.Diff(parent, v), func(d variant.Difference) string { return d.About })
	title := "differs from " + parent.Name + " in " + strings.Join(about, ", ")
	if len(about) == 0 {
		title = "does not differ from " + parent.Name
	}
	return []any{lens(d.whole(n), title, "", []any{})}, nil
}
