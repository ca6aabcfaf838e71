package variant

import (
	"cmp"
	"maps"
	"slices"
	"strconv"

	"golang.org/x/text/unicode/norm"
	"gopkg.in/yaml.v3"
)

// walker goes over the nodes of one file and collects what is wrong with them.
type walker struct {
	path string
	errs Errors
}

func (w *walker) origin(n *yaml.Node) Origin {
	if n == nil {
		return Origin{File: w.path}
	}
	return Origin{File: w.path, Line: n.Line, Column: n.Column}
}

func (w *walker) fail(n *yaml.Node, format string, args ...any) {
	w.errs = append(w.errs, newError(w.origin(n), format, args...))
}

// faults are the errors found, in the order of the file, or nil.
func (w *walker) faults() error {
	if len(w.errs) == 0 {
		return nil
	}
	slices.SortStableFunc(w.errs, func(a, b Error) int {
		return cmp.Or(cmp.Compare(a.Origin.Line, b.Origin.Line), cmp.Compare(a.Origin.Column, b.Origin.Column))
	})
	return w.errs[:min(len(w.errs), maxFaults)]
}

// shape refuses what the format has no use for: aliases, anchors, merge keys, own tags and
// deep nesting.
func (w *walker) shape(n *yaml.Node, depth int) {
	switch {
	case depth > maxDepth && n.Kind != yaml.ScalarNode:
		w.fail(n, "nested more than %d deep", maxDepth)
		return
	case n.Kind == yaml.AliasNode:
		w.fail(n, "aliases (*name) have no place in a variant file")
		return
	case n.Anchor != "":
		w.fail(n, "anchors (&name) have no place in a variant file")
		return
	case n.Style&yaml.TaggedStyle != 0:
		w.fail(n, "YAML tags (%s) have no place in a variant file", n.Tag)
		return
	}
	for _, c := range n.Content {
		w.shape(c, depth+1)
	}
}

// entry is one key: value of a mapping.
type entry struct{ key, value *yaml.Node }

// mapping returns the entries of a mapping by key. Keys outside known are faults, unless
// known is nil; so are keys given twice.
func (w *walker) mapping(n *yaml.Node, what string, known []string) map[string]entry {
	if n.Kind != yaml.MappingNode {
		w.fail(n, "key: value lines are due here")
		return nil
	}
	out := map[string]entry{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		first, twice := out[key.Value]
		switch {
		case key.Kind != yaml.ScalarNode:
			w.fail(key, "a %s is one word", what)
		case twice:
			w.fail(key, "%s %q is given twice (first on line %d)", what, key.Value, first.key.Line)
		case known != nil && !slices.Contains(known, key.Value):
			w.fail(key, "unknown %s %q%s", what, key.Value, meant(key.Value, known))
		default:
			out[key.Value] = entry{key, value}
		}
	}
	return out
}

// scalar returns the text of a one-word node.
func (w *walker) scalar(n *yaml.Node) (text string, ok bool) {
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		w.fail(n, "a single value is due here")
		return "", false
	}
	return n.Value, true
}

// name reads what may be a handle in logs: it does not matter how an accent was typed.
func (w *walker) name(n *yaml.Node) string {
	text, _ := w.scalar(n)
	return norm.NFC.String(text)
}

// optional reads a one-word entry into text, where it is given.
func (w *walker) optional(e entry, text *string) {
	if e.value != nil {
		*text, _ = w.scalar(e.value)
	}
}

// game settles which game, and so which family, the variant is of.
func (w *walker) game(v *Variant, src *source, lib *Library) {
	n := src.keys["game"].value
	if n == nil {
		if v.Family == nil {
			w.fail(src.keys["variant"].value, "no game: NAME, and nothing it extends (the games are %s)", andList(lib.Games()))
		}
		return
	}
	name, ok := w.scalar(n)
	if !ok || v.Family != nil && name == v.Game {
		return
	}
	for _, f := range lib.families {
		if f.game(name) != nil && v.Family == nil {
			v.Game, v.Family = name, f
			return
		}
	}
	if v.Family != nil && lib.Default(name) != "" {
		w.fail(n, "a variant of %s cannot extend %s, a variant of %s", name, v.Parents[0], v.Game)
		return
	}
	w.fail(n, "unknown game %q%s", name, meant(name, lib.Games()))
}

// words reads a mapping of colour codes to names over the inherited one.
func (w *walker) words(e entry, inherited map[string]string) map[string]string {
	if e.value == nil {
		return inherited
	}
	out := maps.Clone(inherited)
	if out == nil {
		out = map[string]string{}
	}
	for code, e := range w.mapping(e.value, "colour code", nil) {
		if !isCode(code) {
			w.fail(e.key, "%q is no colour code: a code is two lower-case letters", code)
		}
		out[code] = w.name(e.value)
	}
	return out
}

// named is where the colour codes of mappings stand, the first place of each.
func (w *walker) named(mappings ...entry) map[string]Origin {
	out := map[string]Origin{}
	for _, e := range mappings {
		if e.value == nil {
			continue
		}
		for i := 0; i < len(e.value.Content); i += 2 {
			key := e.value.Content[i]
			if _, ok := out[key.Value]; !ok {
				out[key.Value] = w.origin(key)
			}
		}
	}
	return out
}

func isCode(s string) bool {
	return len(s) == 2 && 'a' <= s[0] && s[0] <= 'z' && 'a' <= s[1] && s[1] <= 'z'
}

func (w *walker) board(e entry, v *Variant) {
	if e.value == nil {
		return
	}
	v.Board = maps.Clone(v.Board)
	parts := w.mapping(e.value, "board part", partNames(v.Family.Board))
	for _, part := range v.Family.Board {
		if e, ok := parts[part.Name]; ok {
			v.Board[part.Name] = w.piece(e.value, part)
		}
	}
}

func partNames(parts []Part) []string {
	names := make([]string, len(parts))
	for i, p := range parts {
		names[i] = p.Name
	}
	return names
}

func (w *walker) piece(n *yaml.Node, part Part) Piece {
	p := Piece{Origin: w.origin(n)}
	switch part.Kind {
	case PartNumber:
		text, ok := w.scalar(n)
		if !ok {
			break
		}
		var err error
		switch p.Number, err = strconv.Atoi(text); {
		case quotedNumber(n):
			w.fail(n, "%s takes a number from %d to %d, not the text %q", part.Name, part.Min, part.Max, text)
		case err != nil, p.Number < part.Min, p.Number > part.Max:
			w.fail(n, "%s takes a number from %d to %d, not %q", part.Name, part.Min, part.Max, text)
		}
	case PartWord:
		p.Word = w.name(n)
	case PartWords:
		for _, item := range w.items(n, part) {
			p.Words = append(p.Words, w.name(item))
		}
	case PartRows:
		for _, item := range w.items(n, part) {
			p.Rows = append(p.Rows, w.row(item, part))
		}
	}
	return p
}

// items returns the entries of a list that is a board part.
func (w *walker) items(n *yaml.Node, part Part) []*yaml.Node {
	if n.Kind != yaml.SequenceNode {
		w.fail(n, "%s takes a list", part.Name)
		return nil
	}
	if got := len(n.Content); got < part.Min || got > part.Max {
		w.fail(n, "%s takes a list of %d to %d, not of %d", part.Name, part.Min, part.Max, got)
	}
	return n.Content
}

func (w *walker) row(n *yaml.Node, part Part) map[string]Piece {
	keys := w.mapping(n, "key", partNames(part.Fields))
	row := map[string]Piece{}
	for _, field := range part.Fields {
		if e, ok := keys[field.Name]; ok {
			row[field.Name] = w.piece(e.value, field)
		} else if keys != nil {
			w.fail(n, "%s: %s is missing", part.Name, field.Name)
		}
	}
	return row
}

var longKeys = []string{"is", "standing", "cites", "note"}

func (w *walker) rules(e entry, v *Variant) {
	if e.value == nil {
		return
	}
	for name, e := range w.mapping(e.value, "rule point", v.Family.pointNames()) {
		i := v.Family.point(name)
		if setting, ok := w.setting(e.value, &v.Family.Points[i]); ok {
			v.Settings[i] = setting
		}
	}
}

// setting reads the value of a rule point: the value alone, or its long form.
func (w *walker) setting(n *yaml.Node, point *Point) (s Setting, ok bool) {
	s.Standing = House
	is := n
	if n.Kind == yaml.MappingNode {
		keys := w.mapping(n, "key", longKeys)
		if is = keys["is"].value; is == nil {
			w.fail(n, "%s: the long form needs is: VALUE", point.Name)
			return s, false
		}
		if e := keys["standing"]; e.value != nil {
			if word, ok := w.scalar(e.value); ok && !slices.Contains(standings, word) {
				w.fail(e.value, "standing takes %s, not %q%s", OrList(standings), word, meant(word, standings))
			} else {
				s.Standing = Standing(word)
			}
		}
		if e := keys["cites"]; e.value != nil {
			s.Cites = w.cites(e.value)
		}
		w.optional(keys["note"], &s.Note)
	}
	s.Origin = w.origin(is)
	value, err := point.parseNode(is)
	if err != nil {
		w.fail(is, "%s", err)
		return s, false
	}
	s.Value = value
	return s, true
}

// cites reads a list of clause ids.
func (w *walker) cites(n *yaml.Node) (ids []string) {
	if n.Kind != yaml.SequenceNode {
		w.fail(n, "cites takes a list of clauses, such as [G3.34]")
		return nil
	}
	for _, item := range n.Content {
		id, _ := w.scalar(item)
		ids = append(ids, id)
	}
	return ids
}

// complete faults what neither the file nor anything it extends has given.
func (w *walker) complete(src *source, v *Variant) {
	if len(w.errs) > 0 {
		return // a value that is wrong would be called missing too
	}
	at := src.keys["variant"].value
	for i, point := range v.Family.Points {
		if v.Settings[i].Origin.File == "" && point.Off != "" {
			value, err := point.parseText(point.Off)
			if err != nil {
				panic(err) // the families' tables are tested
			}
			v.Settings[i] = Setting{Value: value, Standing: House, Origin: w.origin(at)}
		} else if v.Settings[i].Origin.File == "" {
			w.fail(at, "rule point %s has no value", point.Name)
		}
	}
	for _, part := range v.Family.Board {
		if _, ok := v.Board[part.Name]; !ok {
			w.fail(at, "board part %s is missing", part.Name)
		}
	}
}
