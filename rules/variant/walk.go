package variant

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"gopkg.in/yaml.v3"

	"tpnote/rules/nearest"
)

// walker goes over the nodes of one file and collects what is wrong with them.
type walker struct {
	lib *Library
	file
	chain   []string        // the paths of the files that extend this one, and its own, to find cycles
	asked   bool            // for Check: a file without a name is read too, and a built-in one is checked again
	checked bool            // look up citations: those of built-in files are tested
	before  Errors          // of what it extends, file by file, the farthest first
	errs    Errors          // of this file
	seen    map[string]bool // every key of the file, and what a misspelt one probably means

	made      *Variant  // what could be made of the file and what it extends; may be nil
	whole     bool      // it has a value for everything, if not always its own
	inherited []Setting // the values of what it extends; nil if it extends nothing
}

func (w *walker) origin(n *yaml.Node) Origin { return Origin{w.path, n.Line, n.Column} }

func (w *walker) fail(n *yaml.Node, format string, args ...any) {
	if at, about := oddSpace([]byte(n.Value)); at >= 0 { // quoted in a message it would look like a blank
		format, args = "%s", []any{about}
	}
	w.failAt(w.origin(n), format, args...)
}

func (w *walker) failAt(o Origin, format string, args ...any) {
	w.errs = append(w.errs, Fault(o, format, args...))
}

// faults are the errors found, in the order of the file.
func (w *walker) faults() Errors {
	slices.SortStableFunc(w.errs, func(a, b Error) int {
		return cmp.Or(a.Origin.Line-b.Origin.Line, a.Origin.Column-b.Origin.Column)
	})
	return w.errs[:min(len(w.errs), maxFaults)]
}

// shape refuses what the format does not use: aliases, anchors, tags and deep nesting.
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

// mapping returns the entries of a mapping by key; a key given twice is a fault. of names the mapping, what its keys.
func (w *walker) mapping(n *yaml.Node, of, what string) map[string]entry {
	if n.Kind != yaml.MappingNode {
		w.fail(n, "%s", unlike(n, of, "key: value lines"))
		return nil
	}
	out := map[string]entry{}
	for pair := range slices.Chunk(n.Content, 2) {
		key, value := pair[0], pair[1]
		first, twice := out[key.Value]
		switch {
		case key.Kind != yaml.ScalarNode:
			w.fail(key, "a %s is one word", what)
		case twice:
			w.fail(key, "%s %q is given twice (first on line %d)", what, key.Value, first.key.Line)
		default:
			w.seen[key.Value] = true
			out[key.Value] = entry{key, value}
		}
	}
	return out
}

// keysOf are the keys of a mapping; nil for any other node, or none.
func keysOf(n *yaml.Node) (keys []*yaml.Node) {
	if n != nil && n.Kind == yaml.MappingNode {
		for i := 0; i < len(n.Content); i += 2 {
			keys = append(keys, n.Content[i])
		}
	}
	return keys
}

// known faults the entries whose keys are not known, and removes them. It returns what each probably means, or "".
func (w *walker) known(v *Variant, entries map[string]entry, what string, known []string) (meant []string) {
	for name, e := range entries {
		if slices.Contains(known, name) {
			continue
		}
		delete(entries, name)
		advice := w.belongs(v, name)
		if e.value.Column == e.key.Column+utf8.RuneCountInString(name) { // no colon
			advice = ": put quotes around a text with a comma"
		}
		near := w.unknown(e.key, what, known, advice)
		w.seen[near], meant = true, append(meant, near)
	}
	return meant
}

// unknown faults a name that is not among a few known ones. It adds the advice, or else the known name that is
// probably meant, or all of them. It returns the name that is meant, or "".
func (w *walker) unknown(n *yaml.Node, what string, known []string, advice string) (near string) {
	near = nearest.Name(n.Value, known)
	w.fail(n, "unknown %s %q%s", what, n.Value, cmp.Or(advice, suggest(near), ": the "+what+"s are "+AndList(known)))
	return near
}

// belongs says where a misplaced key belongs, as the end of a message; "" for a key that belongs nowhere.
func (w *walker) belongs(v *Variant, key string) string {
	var other *Family // that knows the rule point, where v's does not
	for _, f := range w.lib.families {
		switch {
		case f.point(key) < 0:
		case v.Family == nil || f == v.Family:
			return ": it is a rule point, and stands under rules:"
		default:
			other = f
		}
	}
	switch {
	case other != nil:
		return fmt.Sprintf(": it is a rule point of %s, and this is a variant of %s", other.Games[0].Name, v.Game)
	case slices.Contains(topKeys, key):
		return ": it is a key of the whole file, and stands at the beginning of a line"
	case v.Family != nil && slices.Contains(partNames(v.Family.Board), key):
		return ": it is a part of the board, and stands under board:"
	case slices.Contains(longKeys, key):
		return ": it stands under the rule point that it is about, further in"
	}
	return ""
}

// scalar returns the text of a one-word node; of says whose value it is.
func (w *walker) scalar(n *yaml.Node, of string) (text string, ok bool) {
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		w.fail(n, "%s", unlike(n, of, "one value"))
		return "", false
	}
	return n.Value, true
}

// word reads a name that may be a handle in logs. It is normalised, because an accent can be typed in two ways.
func (w *walker) word(n *yaml.Node, of string) string {
	text, _ := w.scalar(n, of)
	return norm.NFC.String(text)
}

// optional reads a one-word entry into text, where it is given.
func (w *walker) optional(e entry, of string, text *string) {
	if e.value != nil {
		*text, _ = w.scalar(e.value, of)
	}
}

// name reads the name of the variant.
func (w *walker) name(v *Variant, root, n *yaml.Node) {
	v.Name, v.Origin = "", w.origin(root)
	if n == nil {
		w.fail(root, "no name: a variant file begins with variant: NAME")
		return
	}
	v.Origin = w.origin(n)
	name, ok := w.scalar(n, "variant")
	switch {
	case !ok:
	case name == "" || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }):
		w.fail(n, "a name is one line of printable characters")
	case len(name) > maxName:
		w.fail(n, "a name of %d bytes: it may have up to %d", len(name), maxName)
	default:
		v.Name = name
		words := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(notInNames, r) })
		if w.checked && strings.ContainsAny(name, notInNames) {
			w.fail(n, "a name is one word, such as %q", strings.Join(words, "-"))
		}
	}
}

// notInNames are characters that make a name look like several words, like a path, or like a name with its fingerprint.
const notInNames = ` ,;/\@"`

// game settles the game, and with it the family, of the variant. If the file does not give it,
// the likely family is taken, to find what else is wrong.
func (w *walker) game(v *Variant, root *yaml.Node, keys map[string]entry) {
	inherited := v.Family != nil
	n := keys["game"].value
	if n == nil {
		if _, extends := keys["extends"]; !extends {
			at := cmp.Or(keys["variant"].value, root)
			w.fail(at, "no extends: NAME, the variant to start from, and no game: NAME (the games are %s)", AndList(w.lib.Games()))
		}
	} else if name, ok := w.scalar(n, "game"); ok && !(inherited && name == v.Game) {
		switch family := w.lib.game(name).family; {
		case family == nil:
			w.unknown(n, "game", w.lib.Games(), "")
		case inherited:
			w.fail(n, "a variant of %s cannot extend %s, a variant of %s", name, v.Parents[0], v.Game)
		default:
			v.Game, v.Family = name, family
		}
	}
	if v.Family == nil {
		w.whole, v.Family = false, w.likely(keys)
		if v.Family != nil {
			v.Game = v.Family.Games[0].Name
		}
	}
}

// likely returns the family that knows most of the rule points and board parts of a file; nil if none knows any.
func (w *walker) likely(keys map[string]entry) (likely *Family) {
	most, given := 0, append(keysOf(keys["rules"].value), keysOf(keys["board"].value)...)
	for _, f := range w.lib.families {
		known := append(f.pointNames(), partNames(f.Board)...)
		strange := func(key *yaml.Node) bool { return !slices.Contains(known, key.Value) }
		if n := len(slices.DeleteFunc(slices.Clone(given), strange)); n > most {
			likely, most = f, n
		}
	}
	return likely
}

// words reads a mapping of colour codes to names over the inherited one, and notes the first place of each code.
func (w *walker) words(v *Variant, e entry, of string, inherited map[string]string) map[string]string {
	if e.value == nil {
		return inherited
	}
	out := map[string]string{}
	maps.Copy(out, inherited)
	for code, e := range w.mapping(e.value, of, "colour code") {
		if !IsCode(code) {
			w.fail(e.key, "%q is not a colour code: use two lower-case letters", code)
		}
		out[code] = w.word(e.value, code)
		if _, known := v.Named[code]; !known {
			v.Named[code] = w.origin(e.key)
		}
	}
	return out
}

// IsCode reports whether a text is a colour code: two of the letters a to z.
func IsCode(s string) bool {
	return len(s) == 2 && 'a' <= s[0] && s[0] <= 'z' && 'a' <= s[1] && s[1] <= 'z'
}

func (w *walker) board(e entry, v *Variant) {
	if e.value == nil {
		return
	}
	v.Board = maps.Clone(v.Board)
	parts := w.mapping(e.value, "board", "board part")
	w.known(v, parts, "board part", partNames(v.Family.Board))
	for _, part := range v.Family.Board {
		if e, ok := parts[part.Name]; ok {
			v.Board[part.Name] = w.piece(v, e.value, part)
		}
	}
}

func partNames(parts []Part) []string { return Each(parts, func(p Part) string { return p.Name }) }

// piece reads a part, and writes it as variant files and fingerprints do.
func (w *walker) piece(v *Variant, n *yaml.Node, part Part) Piece {
	p := Piece{Origin: w.origin(n)}
	switch part.Kind {
	case PartNumber:
		value, err := Point{Name: part.Name, Kind: Number, Min: part.Min, Max: part.Max}.parseNode(n)
		if err != nil {
			w.fail(n, "%s", err)
		}
		p.Number = value.Lo
		p.text, p.canonical = value.String(), value.String()
	case PartWord:
		p.Word = w.word(n, part.Name)
		p.text, p.canonical = p.Word, strconv.Quote(p.Word)
	case PartWords:
		p.Words = Each(w.items(n, part), func(item *yaml.Node) string { return w.word(item, part.Name) })
		p.text, p.canonical = listed(p.Words), fmt.Sprintf("%q", p.Words)
	case PartRows:
		p.Rows = Each(w.items(n, part), func(item *yaml.Node) map[string]Piece { return w.row(v, item, part) })
		p.records = Each(p.Rows, func(row map[string]Piece) string {
			values := Each(part.Fields, func(field Part) string { return row[field.Name].canonical + ";" })
			p.canonical += "{" + strings.Join(values, "") + "}"
			fields := Each(part.Fields, func(field Part) string { return field.Name + ": " + row[field.Name].text })
			return "{" + strings.Join(fields, ", ") + "}"
		})
		p.text = listed(p.records)
	}
	return p
}

// items returns the entries of a list that is a board part.
func (w *walker) items(n *yaml.Node, part Part) []*yaml.Node {
	if n.Kind != yaml.SequenceNode {
		w.fail(n, "%s", unlike(n, part.Name, "a list"))
		return nil
	}
	if got := len(n.Content); got < part.Min || got > part.Max {
		w.fail(n, "%s takes a list of %d to %d, not of %d", part.Name, part.Min, part.Max, got)
	}
	return n.Content
}

func (w *walker) row(v *Variant, n *yaml.Node, part Part) map[string]Piece {
	keys := w.mapping(n, part.Name, "key")
	meant := w.known(v, keys, "key", partNames(part.Fields))
	row := map[string]Piece{}
	for _, field := range part.Fields {
		if e, ok := keys[field.Name]; ok {
			row[field.Name] = w.piece(v, e.value, field)
		} else if keys != nil && !slices.Contains(meant, field.Name) {
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
	points := w.mapping(e.value, "rules", "rule point")
	w.known(v, points, "rule point", v.Family.pointNames())
	for name, e := range points {
		i := v.Family.point(name)
		if setting, ok := w.setting(v, e.value, &v.Family.Points[i]); ok {
			v.Settings[i] = setting
		}
	}
}

// setting reads the value of a rule point: the value alone, or its long form.
func (w *walker) setting(v *Variant, n *yaml.Node, point *Point) (s Setting, ok bool) {
	s.Standing = House
	is := n
	if n.Kind == yaml.MappingNode {
		keys := w.mapping(n, point.Name, "key")
		unknown := w.known(v, keys, "key", longKeys) // one of them may mean is
		if e := keys["standing"]; e.value != nil {
			word, ok := w.scalar(e.value, "standing")
			if ok && !slices.Contains(standings, word) {
				w.fail(e.value, "standing takes %s, not %q%s", OrList(standings), word, meant(word, standings))
			}
			s.Standing = Standing(word)
		}
		if e := keys["cites"]; e.value != nil {
			s.Cites = w.cites(v, e.value)
		} else if w.checked && slices.Contains(cited, s.Standing) {
			w.fail(keys["standing"].value, "%s: a %s value needs a clause: cites: [ID]", point.Name, s.Standing)
		}
		w.optional(keys["note"], "note", &s.Note)
		if is = keys["is"].value; is == nil {
			if len(unknown) == 0 {
				w.fail(n, "%s: the long form needs is: VALUE", point.Name)
			}
			return s, false
		}
	}
	s.Origin = w.origin(is)
	value, err := point.parseNode(is)
	if err != nil {
		w.fail(is, "%s", err)
	}
	s.Value = value
	return s, err == nil
}

// cites reads a list of clause ids.
func (w *walker) cites(v *Variant, n *yaml.Node) (ids []string) {
	if n.Kind != yaml.SequenceNode || w.checked && len(n.Content) == 0 {
		w.fail(n, "cites takes a list of clauses, such as [G3.34]")
		return nil
	}
	for _, item := range n.Content {
		id, ok := w.scalar(item, "cites")
		if ok && w.checked {
			w.clause(item, v.Rulebook)
		}
		ids = append(ids, id)
	}
	return ids
}

// complete faults the missing parts of a file that extends nothing. Misspelt and misplaced ones have their own faults.
func (w *walker) complete(keys map[string]entry, v *Variant) {
	var missing []string
	look := func(what, name string, given bool) {
		w.whole = w.whole && given
		if !given && (!w.seen[name] || slices.Contains(topKeys, name)) {
			missing = append(missing, what+name)
		}
	}
	for i, point := range v.Family.Points {
		look("", point.Name, v.Settings[i].Origin.File != "")
	}
	for _, part := range v.Family.Board {
		_, given := v.Board[part.Name]
		look("board ", part.Name, given)
	}
	if game := keys["game"].value; len(missing) > 0 && game != nil && game.Value == v.Game {
		w.fail(cmp.Or(keys["variant"].value, game), "without extends: NAME, such as %s, every rule point and board part must be given; missing: %s",
			w.lib.Default(v.Game), strings.Join(missing, ", "))
	}
}
