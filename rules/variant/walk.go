package variant

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

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
	if len(w.errs) < maxFaults {
		w.errs = append(w.errs, Error{Origin: w.origin(n), Message: fmt.Sprintf(format, args...)})
	}
}

// shape refuses what the format has no use for: aliases, anchors, merge keys, own tags and
// deep nesting.
func (w *walker) shape(n *yaml.Node, depth int) {
	switch {
	case depth > maxDepth:
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

// mapping returns the values of a mapping by key. Keys outside known are faults, unless
// known is nil; so are keys given twice.
func (w *walker) mapping(n *yaml.Node, what string, known []string) map[string]*yaml.Node {
	if n == nil {
		return nil
	}
	if n.Kind != yaml.MappingNode {
		w.fail(n, "a mapping of key: value lines is due here")
		return nil
	}
	out := map[string]*yaml.Node{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		switch {
		case key.Kind != yaml.ScalarNode:
			w.fail(key, "a %s is one word", what)
		case out[key.Value] != nil:
			w.fail(key, "%s %q is given twice (first on line %d)", what, key.Value, out[key.Value].Line)
		case known != nil && !slices.Contains(known, key.Value):
			w.fail(key, "unknown %s %q%s", what, key.Value, meant(key.Value, known))
		default:
			out[key.Value] = value
		}
	}
	return out
}

// scalar returns the text of a one-word node.
func (w *walker) scalar(n *yaml.Node) string {
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		w.fail(n, "a single value is due here")
		return ""
	}
	return n.Value
}

// list returns the items of a sequence.
func (w *walker) list(n *yaml.Node) []*yaml.Node {
	if n.Kind != yaml.SequenceNode {
		w.fail(n, "a list is due here")
		return nil
	}
	return n.Content
}

// game settles which game, and so which family, the variant is of.
func (w *walker) game(v *Variant, n *yaml.Node, lib *Library) {
	if n == nil {
		if v.Family == nil {
			w.fail(nil, "no game: and nothing it extends (the games are %s)", orList(lib.Games()))
		}
		return
	}
	name := w.scalar(n)
	if v.Family != nil && name != v.Game {
		w.fail(n, "is a variant of %s, but extends %s, a variant of %s", name, v.Parents[0], v.Game)
		return
	}
	for _, f := range lib.families {
		if f.game(name) != nil {
			v.Game, v.Family = name, f
			return
		}
	}
	w.fail(n, "unknown game %q%s", name, meant(name, lib.Games()))
}

// words reads a mapping of colour codes to names over the inherited one.
func (w *walker) words(n *yaml.Node, inherited map[string]string) map[string]string {
	if n == nil {
		return inherited
	}
	out := maps.Clone(inherited)
	if out == nil {
		out = map[string]string{}
	}
	for code, value := range w.mapping(n, "colour code", nil) {
		if !isCode(code) {
			w.fail(value, "%q is no colour code: a code is two lower-case letters", code)
		}
		out[code] = w.scalar(value)
	}
	return out
}

func isCode(s string) bool {
	return len(s) == 2 && 'a' <= s[0] && s[0] <= 'z' && 'a' <= s[1] && s[1] <= 'z'
}

func (w *walker) board(n *yaml.Node, v *Variant) {
	if n == nil {
		return
	}
	v.Board = maps.Clone(v.Board)
	for name, value := range w.mapping(n, "board part", partNames(v.Family.Board)) {
		i := slices.IndexFunc(v.Family.Board, func(p Part) bool { return p.Name == name })
		v.Board[name] = w.piece(value, v.Family.Board[i])
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
		number, err := strconv.Atoi(w.scalar(n))
		if err != nil || number < part.Min || number > part.Max {
			w.fail(n, "%s takes a number from %d to %d", part.Name, part.Min, part.Max)
		}
		p.Number = number
	case PartWord:
		p.Word = w.scalar(n)
	case PartWords:
		items := w.list(n)
		w.count(n, part, len(items))
		for _, item := range items {
			p.Words = append(p.Words, w.scalar(item))
		}
	case PartRows:
		items := w.list(n)
		w.count(n, part, len(items))
		for _, item := range items {
			row := map[string]Piece{}
			keys := w.mapping(item, "key", partNames(part.Fields))
			for _, field := range part.Fields {
				if keys[field.Name] == nil {
					w.fail(item, "%s: %s is missing", part.Name, field.Name)
					continue
				}
				row[field.Name] = w.piece(keys[field.Name], field)
			}
			p.Rows = append(p.Rows, row)
		}
	}
	return p
}

func (w *walker) count(n *yaml.Node, part Part, got int) {
	if got < part.Min || got > part.Max {
		w.fail(n, "%s has %d entries; %d to %d are possible", part.Name, got, part.Min, part.Max)
	}
}

var longKeys = []string{"is", "standing", "cites", "note"}

func (w *walker) rules(n *yaml.Node, v *Variant) {
	if n == nil {
		return
	}
	for name, value := range w.mapping(n, "rule point", v.Family.pointNames()) {
		i := v.Family.point(name)
		setting := Setting{Standing: House, Origin: w.origin(value)}
		is := value
		if value.Kind == yaml.MappingNode {
			keys := w.mapping(value, "key", longKeys)
			if is = keys["is"]; is == nil {
				w.fail(value, "%s: the long form needs is: VALUE", name)
				continue
			}
			setting.Origin = w.origin(is)
			if s := keys["standing"]; s != nil {
				word := w.scalar(s)
				if !slices.Contains(standings, word) {
					w.fail(s, "standing takes %s, not %q%s", orList(standings), word, meant(word, standings))
				}
				setting.Standing = Standing(word)
			}
			if c := keys["cites"]; c != nil {
				for _, id := range w.list(c) {
					setting.Cites = append(setting.Cites, w.scalar(id))
				}
			}
			if note := keys["note"]; note != nil {
				setting.Note = w.scalar(note)
			}
		}
		parsed, err := v.Family.Points[i].parseNode(is)
		if err != nil {
			w.fail(is, "%s", err)
			continue
		}
		setting.Value = parsed
		v.Settings[i] = setting
	}
}

// complete faults what neither the file nor anything it extends has given.
func (w *walker) complete(src *source, v *Variant) {
	if len(w.errs) > 0 {
		return // a value that is wrong would be called missing too
	}
	at := src.keys["variant"]
	for i, point := range v.Family.Points {
		if v.Settings[i].Origin.File == "" {
			w.fail(at, "rule point %s has no value", point.Name)
		}
	}
	for _, part := range v.Family.Board {
		if _, ok := v.Board[part.Name]; !ok {
			w.fail(at, "board part %s is missing", part.Name)
		}
	}
}
