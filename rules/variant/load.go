package variant

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"tpnote/rules/nearest"
)

// Bounds on what a variant file may be, checked before anything is expanded.
const (
	MaxFile    = 1 << 20 // bytes
	maxEntries = 20_000  // lines and punctuation that open an entry
	maxDepth   = 20      // levels of nesting
	maxChain   = 16      // variants that extend one another
	maxFaults  = 20      // faults reported for one file
	maxMessage = 400     // bytes of one fault's message
)

// Error is one fault of a variant file.
type Error struct {
	Origin  Origin
	Message string
}

func (e Error) Error() string {
	switch {
	case e.Origin.File == "":
		return e.Message
	case e.Origin.Line == 0:
		return e.Origin.File + ": " + e.Message
	default:
		return fmt.Sprintf("%s:%d:%d: %s", e.Origin.File, e.Origin.Line, e.Origin.Column, e.Message)
	}
}

// Errors are the faults found in one go, in the order of the file; the first maxFaults of
// them.
type Errors []Error

func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i := range e {
		lines[i] = e[i].Error()
	}
	return strings.Join(lines, "\n")
}

// ErrUnknown is wrapped by the error for a name that is neither built in nor a file.
var ErrUnknown = errors.New("unknown variant")

func fault(o Origin, format string, args ...any) error {
	return Errors{newError(o, format, args...)}
}

// newError words a fault. What a file says at too great a length is not said back.
func newError(o Origin, format string, args ...any) Error {
	message := fmt.Sprintf(format, args...)
	if len(message) > maxMessage {
		message = strings.ToValidUTF8(message[:maxMessage], "") + "…"
	}
	return Error{Origin: o, Message: message}
}

// meant is ", did you mean X?" or "".
func meant(word string, known []string) string {
	if near := nearest.Word(word, known); near != "" {
		return fmt.Sprintf(", did you mean %q?", near)
	}
	return ""
}

// Library finds variants: the built-in ones of its families, and files.
type Library struct{ families []*Family }

// NewLibrary makes a library of the given families.
func NewLibrary(families ...*Family) *Library { return &Library{families} }

// Builtin lists the names of the built-in variants, family by family, sorted.
func (l *Library) Builtin() []string {
	var names []string
	for _, f := range l.families {
		entries, err := fs.Glob(f.Files, "*.yaml")
		if err != nil {
			panic(err) // the pattern is constant and well formed
		}
		for i, e := range entries {
			entries[i] = strings.TrimSuffix(e, ".yaml")
		}
		slices.Sort(entries) // by name, not by name.yaml
		names = append(names, entries...)
	}
	return names
}

// Games lists the names that a Game tag may give.
func (l *Library) Games() []string {
	var names []string
	for _, f := range l.families {
		for _, g := range f.Games {
			names = append(names, g.Name)
		}
	}
	return names
}

// Default returns the name of a game's default variant, or "" if there is no such game.
func (l *Library) Default(game string) string {
	for _, f := range l.families {
		if g := f.game(game); g != nil {
			return g.Default
		}
	}
	return ""
}

// Open resolves a variant by the name of a built-in one, or by the path of a file; a
// relative path starts in dir. The error is Errors, or wraps ErrUnknown where name is
// neither.
func (l *Library) Open(name, dir string) (*Variant, error) {
	f, err := l.find(name, dir)
	if errors.Is(err, ErrUnknown) {
		return nil, err
	} else if err != nil {
		return nil, fault(Origin{File: f.path}, "%s", err)
	}
	return l.parse(f)
}

// Parse resolves the text of a variant file as if it had been read from the given path.
func (l *Library) Parse(path string, text []byte) (*Variant, error) {
	return l.parse(file{path: path, dir: filepath.Dir(path), text: text})
}

func (l *Library) parse(f file) (*Variant, error) {
	src, err := parseSource(f)
	if err != nil {
		return nil, err
	}
	r := resolver{lib: l}
	return r.resolve(src)
}

// file is a variant file's text and where it was found.
type file struct {
	path, dir string
	builtin   bool
	text      []byte
}

// source is one variant file, read but not yet joined with what it extends.
type source struct {
	file
	keys map[string]entry // by top-level key
	name string
}

type resolver struct {
	lib   *Library
	chain []string // paths on the way, to find cycles
}

// find reads the file of a built-in name or a path. The error says what is wrong with the
// name, or why the file cannot be read, and leaves it to the caller whom to blame.
func (l *Library) find(name, dir string) (file, error) {
	looksLikePath := strings.ContainsAny(name, `/\`) || strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml")
	if !looksLikePath {
		for _, f := range l.families {
			if text, err := fs.ReadFile(f.Files, name+".yaml"); err == nil {
				return file{path: "built-in " + name + ".yaml", builtin: true, text: text}, nil
			}
		}
	}
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	if !looksLikePath {
		if _, err := os.Lstat(path); err != nil || name == "" {
			return file{}, fmt.Errorf("%w %q%s", ErrUnknown, name, meant(name, l.Builtin()))
		}
	}
	text, err := readRegular(path)
	return file{path: path, dir: filepath.Dir(path), text: text}, err
}

// readRegular reads a regular file of at most MaxFile bytes. Devices and pipes are refused
// before they are opened, for a log may name any path.
func readRegular(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		var pathErr *fs.PathError
		if errors.As(err, &pathErr) {
			err = pathErr.Err
		}
		return nil, fmt.Errorf("cannot read the variant file: %w", err)
	}
	switch {
	case !info.Mode().IsRegular():
		return nil, errors.New("a variant file is a regular file, and this is not one")
	case info.Size() == 0: // also what a kernel makes up, which may never end
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, MaxFile+1))
	if err != nil {
		return nil, err
	}
	return text, nil
}

// admit refuses text that is too big, too deep or too busy to be a variant file, without
// building anything from it. at is the offset of what it refuses.
func admit(text []byte) (at int, err error) {
	if len(text) > MaxFile {
		return MaxFile, fmt.Errorf("longer than %d bytes, which no variant file is", MaxFile)
	}
	entries, depth := 0, 0
	for i, c := range text {
		switch c {
		case '[', '{':
			depth++
			entries++
		case ']', '}':
			depth--
		case ',', ':', '-', '\n', '?', '&', '*':
			entries++
		case 0:
			return i, errors.New("a NUL byte: not a text file")
		}
		if depth > maxDepth {
			return i, fmt.Errorf("nested more than %d deep, which no variant file is", maxDepth)
		}
		if entries > maxEntries {
			return i, fmt.Errorf("more than %d entries, which no variant file has", maxEntries)
		}
	}
	if !utf8.Valid(text) {
		return len(validPrefix(text)), errors.New("not UTF-8: a variant file is UTF-8 text")
	}
	return 0, nil
}

// validPrefix is the longest beginning of text that is UTF-8.
func validPrefix(text []byte) []byte {
	n := 0
	for n < len(text) {
		r, size := utf8.DecodeRune(text[n:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		n += size
	}
	return text[:n]
}

// place is the line and column of an offset, in characters as the YAML decoder counts them.
func place(path string, text []byte, offset int) Origin {
	before := text[:offset]
	line := bytes.LastIndexByte(before, '\n') + 1
	return Origin{File: path, Line: bytes.Count(before, []byte{'\n'}) + 1, Column: utf8.RuneCount(before[line:]) + 1}
}

var topKeys = []string{"variant", "title", "game", "extends", "rulebook", "categories", "colours", "board", "rules"}

func parseSource(f file) (*source, error) {
	if at, err := admit(f.text); err != nil {
		return nil, fault(place(f.path, f.text, at), "%s", err)
	}
	var doc, second yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(f.text))
	if err := decode(dec, &doc); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, fault(place(f.path, f.text, 0), "empty: a variant file begins with variant: NAME")
		}
		return nil, yamlError(f, err)
	}
	if err := decode(dec, &second); err == nil {
		return nil, fault(Origin{f.path, second.Line, second.Column}, "a second YAML document: a file holds one variant")
	} else if !errors.Is(err, io.EOF) {
		return nil, yamlError(f, err)
	}
	root := doc.Content[0]
	w := walker{path: f.path}
	if !named(root) { // a log may name any file: of one that is no variant nothing is said back
		return nil, fault(w.origin(root), "a variant file is a mapping that begins with variant: NAME")
	}
	w.shape(root, 0)
	if len(w.errs) > 0 {
		return nil, w.faults()
	}
	src := &source{file: f, keys: w.mapping(root, "key", topKeys)}
	if e, ok := src.keys["variant"]; ok {
		name, given := w.scalar(e.value)
		if given && name == "" || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
			w.fail(e.value, "a name is one line of printable characters")
		}
		src.name = name
	}
	return src, w.faults()
}

// named reports whether a document is a mapping with the key variant.
func named(root *yaml.Node) bool {
	if root.Kind != yaml.MappingNode {
		return false
	}
	for i := 0; i < len(root.Content); i += 2 {
		if root.Content[i].Value == "variant" {
			return true
		}
	}
	return false
}

// decode is one step of the YAML decoder. The library reports some faults by panicking on
// input it was never tried with; a hostile file must not take the program down.
func decode(dec *yaml.Decoder, n *yaml.Node) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("yaml: %v", r)
		}
	}()
	return dec.Decode(n)
}

// parserFault is what the decoder's parser says, which counts lines from 0; its scanner,
// which says all the rest, counts from 1.
var parserFault = regexp.MustCompile(`^did not find expected (<|node content|key|'-'|',')`)

// unknownAnchor is the one fault of which the decoder does not say where it is.
var unknownAnchor = regexp.MustCompile(`^unknown anchor '(.*)' referenced`)

// yamlError turns "yaml: line 3: …" into an error with that place.
func yamlError(f file, err error) error {
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	o := place(f.path, f.text, 0)
	if rest, ok := strings.CutPrefix(message, "line "); ok {
		if digits, after, ok := strings.Cut(rest, ": "); ok {
			if n, convErr := strconv.Atoi(digits); convErr == nil {
				o.Line, o.Column, message = n, 1, after
			}
			if parserFault.MatchString(message) {
				o.Line++
			}
		}
	}
	if m := unknownAnchor.FindStringSubmatch(message); m != nil {
		if at := bytes.Index(f.text, []byte("*"+m[1])); at >= 0 {
			o = place(f.path, f.text, at)
		}
	}
	return fault(o, "not YAML: %s", message)
}

// resolve joins src with everything it extends.
func (r *resolver) resolve(src *source) (*Variant, error) {
	w := walker{path: src.path}
	v := &Variant{Board: map[string]Piece{}}
	r.chain = append(r.chain, src.path)
	if e, ok := src.keys["extends"]; ok {
		parent, err := r.parent(&w, src, e.value)
		if err != nil {
			return nil, err
		}
		*v = *parent
		v.Parents = append([]string{parent.Name}, parent.Parents...)
		v.Settings = slices.Clone(parent.Settings)
	}
	v.Name, v.Origin = src.name, w.origin(src.keys["variant"].value)
	w.optional(src.keys["title"], &v.Title)
	w.optional(src.keys["rulebook"], &v.Rulebook)
	w.game(v, src, r.lib)
	if v.Family != nil {
		if v.Settings == nil {
			v.Settings = v.Family.blank()
		}
		v.Categories = w.words(src.keys["categories"], v.Categories)
		v.Colours = w.words(src.keys["colours"], v.Colours)
		v.Named = w.named(src.keys["categories"], src.keys["colours"])
		w.board(src.keys["board"], v)
		w.rules(src.keys["rules"], v)
		w.complete(src, v)
	}
	if err := w.faults(); err != nil {
		return nil, err
	}
	if v.Title == "" {
		v.Title = v.Name
	}
	v.Fingerprint = v.fingerprint()
	return v, nil
}

// parent resolves what src extends. A parent that cannot be had is the fault of the line
// that asks for it.
func (r *resolver) parent(w *walker, src *source, extends *yaml.Node) (*Variant, error) {
	name, ok := w.scalar(extends)
	if !ok {
		return nil, w.faults()
	}
	blame := w.origin(extends)
	f, err := r.lib.find(name, src.dir)
	switch {
	case errors.Is(err, ErrUnknown):
		return nil, fault(blame, "extends an %s", err)
	case err != nil:
		return nil, fault(blame, "extends %s: %s", name, err)
	case src.builtin && !f.builtin:
		return nil, fault(blame, "a built-in variant extends built-in ones only")
	case slices.Contains(r.chain, f.path):
		return nil, fault(blame, "extends itself: %s", strings.Join(append(r.chain, f.path), " → "))
	case len(r.chain) == maxChain:
		return nil, fault(blame, "more than %d variants extend one another", maxChain)
	}
	parent, err := parseSource(f)
	if err != nil {
		return nil, err
	}
	return r.resolve(parent)
}
