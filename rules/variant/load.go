package variant

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

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

// Errors are the faults found in one go, in the order of the file.
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
	return Errors{{Origin: o, Message: fmt.Sprintf(format, args...)}}
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
		for _, e := range entries {
			names = append(names, strings.TrimSuffix(e, ".yaml"))
		}
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
	r := resolver{lib: l}
	src, err := r.find(name, dir)
	if err != nil {
		return nil, err
	}
	return r.resolve(src)
}

// Parse resolves the text of a variant file as if it had been read from the given path.
func (l *Library) Parse(path string, text []byte) (*Variant, error) {
	r := resolver{lib: l}
	src, err := parseSource(path, filepath.Dir(path), text)
	if err != nil {
		return nil, err
	}
	return r.resolve(src)
}

// source is one variant file, read but not yet joined with what it extends.
type source struct {
	path, dir string
	builtin   bool
	keys      map[string]*yaml.Node // top-level key → value
	name      string
}

type resolver struct {
	lib   *Library
	chain []string // paths on the way, to find cycles
}

// find reads the source of a built-in name or a path.
func (r *resolver) find(name, dir string) (*source, error) {
	for _, f := range r.lib.families {
		if text, err := fs.ReadFile(f.Files, name+".yaml"); err == nil && !strings.ContainsAny(name, `/\`) {
			src, err := parseSource("built-in "+name+".yaml", "", text)
			if src != nil {
				src.builtin = true
			}
			return src, err
		}
	}
	looksLikePath := strings.ContainsAny(name, `/\`) || strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml")
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	if !looksLikePath {
		if _, err := os.Stat(path); err != nil {
			return nil, fmt.Errorf("%w %q%s", ErrUnknown, name, meant(name, r.lib.Builtin()))
		}
	}
	text, err := readRegular(path)
	if err != nil {
		return nil, fault(Origin{File: path}, "%s", err)
	}
	return parseSource(path, filepath.Dir(path), text)
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
	if !info.Mode().IsRegular() {
		return nil, errors.New("a variant file is a regular file, and this is not one")
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
// building anything from it.
func admit(text []byte) error {
	if len(text) > MaxFile {
		return fmt.Errorf("longer than %d bytes, which no variant file is", MaxFile)
	}
	entries, depth := 0, 0
	for _, c := range text {
		switch c {
		case '[', '{':
			depth++
			entries++
		case ']', '}':
			depth--
		case ',', ':', '-', '\n', '?', '&', '*':
			entries++
		case 0:
			return errors.New("a NUL byte: not a text file")
		}
		if depth > maxDepth {
			return fmt.Errorf("nested more than %d deep, which no variant file is", maxDepth)
		}
		if entries > maxEntries {
			return fmt.Errorf("more than %d entries, which no variant file has", maxEntries)
		}
	}
	return nil
}

var topKeys = []string{"variant", "title", "game", "extends", "rulebook", "categories", "colours", "board", "rules"}

func parseSource(path, dir string, text []byte) (src *source, err error) {
	whole := Origin{File: path}
	if err := admit(text); err != nil {
		return nil, fault(whole, "%s", err)
	}
	var doc, second yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(text))
	if err := decode(dec, &doc); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, fault(whole, "empty: a variant file begins with variant: NAME")
		}
		return nil, yamlError(path, err)
	}
	if err := decode(dec, &second); !errors.Is(err, io.EOF) {
		return nil, fault(whole, "more than one YAML document; a file holds one variant")
	}
	root := doc.Content[0]
	w := walker{path: path}
	w.shape(root, 0)
	if root.Kind != yaml.MappingNode {
		w.fail(root, "a variant file is a mapping that begins with variant: NAME")
	}
	if len(w.errs) > 0 {
		return nil, w.errs
	}
	src = &source{path: path, dir: dir, keys: w.mapping(root, "key", topKeys)}
	if n := src.keys["variant"]; n != nil {
		src.name = w.scalar(n)
	} else {
		w.fail(root, "no variant: NAME")
	}
	if len(w.errs) > 0 {
		return nil, w.errs
	}
	return src, nil
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

// yamlError turns "yaml: line 3: …" into an error with that place.
func yamlError(path string, err error) error {
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	o := Origin{File: path}
	if rest, ok := strings.CutPrefix(message, "line "); ok {
		if digits, after, ok := strings.Cut(rest, ": "); ok {
			if n, convErr := strconv.Atoi(digits); convErr == nil {
				o.Line, o.Column, message = n, 1, after
			}
		}
	}
	return fault(o, "not YAML: %s", message)
}

// resolve joins src with everything it extends.
func (r *resolver) resolve(src *source) (*Variant, error) {
	w := walker{path: src.path}
	if slices.Contains(r.chain, src.path) {
		return nil, fault(w.origin(src.keys["variant"]), "extends itself: %s", strings.Join(append(r.chain, src.path), " → "))
	}
	if len(r.chain) == maxChain {
		return nil, fault(w.origin(src.keys["variant"]), "more than %d variants extend one another", maxChain)
	}
	r.chain = append(r.chain, src.path)

	v := &Variant{Origin: w.origin(src.keys["variant"]), Board: map[string]Piece{}}
	if n := src.keys["extends"]; n != nil {
		parentName := w.scalar(n)
		parentSrc, err := r.find(parentName, src.dir)
		if errors.Is(err, ErrUnknown) {
			return nil, fault(w.origin(n), "extends an %s", err)
		} else if err != nil {
			return nil, err
		}
		if src.builtin && !parentSrc.builtin {
			return nil, fault(w.origin(n), "a built-in variant extends built-in ones only")
		}
		parent, err := r.resolve(parentSrc)
		if err != nil {
			return nil, err
		}
		inherited := *parent
		inherited.Origin = v.Origin
		inherited.Parents = append([]string{parent.Name}, parent.Parents...)
		v = &inherited
		v.Settings = slices.Clone(parent.Settings)
	}
	v.Name = src.name
	if n := src.keys["title"]; n != nil {
		v.Title = w.scalar(n)
	}
	if n := src.keys["rulebook"]; n != nil {
		v.Rulebook = w.scalar(n)
	}
	w.game(v, src.keys["game"], r.lib)
	if len(w.errs) == 0 {
		if v.Settings == nil {
			v.Settings = make([]Setting, len(v.Family.Points))
		}
		v.Categories = w.words(src.keys["categories"], v.Categories)
		v.Colours = w.words(src.keys["colours"], v.Colours)
		w.board(src.keys["board"], v)
		w.rules(src.keys["rules"], v)
		w.complete(src, v)
	}
	if len(w.errs) > 0 {
		return nil, w.errs
	}
	if v.Title == "" {
		v.Title = v.Name
	}
	v.Fingerprint = v.fingerprint()
	return v, nil
}
