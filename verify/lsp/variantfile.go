package lsp

import (
	"errors"
	"fmt"
	"strings"

	"tpnote/rules/variant"
)

// isVariant reports whether a YAML text is a variant file: other YAML is not our business.
func isVariant(d *document) bool {
	for n := range min(d.draft.Lines(), 200) {
		if key, _, ok := strings.Cut(d.draft.Line(n), ":"); ok && (key == "variant" || key == "extends" || key == "game") {
			return true
		}
	}
	return false
}

// variantDiagnostics is what is wrong with a variant file.
func (s *Server) variantDiagnostics(d *document) []diagnostic {
	all := []diagnostic{}
	if !isVariant(d) {
		return all
	}
	path := d.path
	if path == "" {
		path = "variant.yaml"
	}
	_, err := s.library.CheckText(path, d.draft.Text(), s.games.Playable)
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
			start = bytesOfRunes(text, f.Origin.Column-1)
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

// bytesOfRunes is how many bytes so many characters of a text take.
func bytesOfRunes(text string, n int) int {
	for i := range text {
		if n--; n < 0 {
			return i
		}
	}
	return len(text)
}

// parent is the variant that a file extends, or the first one of its game; nil if there is
// none.
func (s *Server) parent(d *document) *variant.Variant {
	for n := range d.draft.Lines() {
		key, value, _ := strings.Cut(d.draft.Line(n), ":")
		value, _, _ = strings.Cut(value, " #")
		value = strings.Trim(strings.TrimSpace(value), `"'`)
		switch key {
		case "extends":
			if v, err := s.library.Open(value, d.dir()); err == nil {
				return v
			}
		case "game":
			if v, err := s.library.Open(s.library.Default(value), "."); err == nil {
				return v
			}
		}
	}
	return nil
}

// ruleOn is the rule point that a line of a file gives, below "rules:"; key is what stands
// before the colon.
func (d *document) ruleOn(line int) (key string, below bool) {
	key, _, _ = strings.Cut(strings.TrimSpace(d.draft.Line(line)), ":")
	for n := line; n >= 0; n-- {
		text := d.draft.Line(n)
		if text != "" && text[0] != ' ' && text[0] != '#' && n < line {
			return key, strings.HasPrefix(text, "rules:")
		}
	}
	return key, false
}

// completeVariant offers rule points and their values, or the names of variants.
func (s *Server) completeVariant(d *document, c *items, line, at int) {
	text := d.draft.Line(line)
	begin := strings.LastIndexAny(text[:at], " \t") + 1
	c.at = d.between(line, begin, at)
	if strings.HasPrefix(text, "extends:") && at >= len("extends:") {
		for _, name := range s.library.Builtin() {
			c.add(name, kindValue, "", "")
		}
		return
	}
	key, below := d.ruleOn(line)
	v := s.parent(d)
	if v == nil || !below {
		return
	}
	given := strings.Contains(text[:at], ":")
	for _, p := range v.Family.Points {
		switch {
		case !given:
			c.add(p.Name+": ", kindProperty, p.Takes(), p.Decides)
		case p.Name == key:
			for _, word := range p.Choices {
				c.add(word, kindValue, v.Family.Means(p.Name, variant.Value{Word: word}), "")
			}
		}
	}
}

// hoverVariant says what a rule point settles.
func (s *Server) hoverVariant(d *document, line, at int) any {
	key, below := d.ruleOn(line)
	v := s.parent(d)
	if v == nil || !below || !v.Has(key) {
		return nil
	}
	begin := strings.Index(d.draft.Line(line), key)
	if at < begin {
		return nil
	}
	var b strings.Builder
	for _, p := range v.Family.Points {
		if p.Name == key {
			fmt.Fprintf(&b, "**%s** decides %s: %s\n", p.Name, p.Decides, p.Takes())
		}
	}
	setting := v.Setting(key)
	fmt.Fprintf(&b, "\n%s has %s (%s)", v.Name, setting.Value, setting.Standing)
	if len(setting.Cites) > 0 {
		fmt.Fprintf(&b, ", by %s", strings.Join(setting.Cites, ", "))
	}
	b.WriteString("\n")
	return hover{markup{"markdown", b.String()}, d.between(line, begin, begin+len(key))}
}
