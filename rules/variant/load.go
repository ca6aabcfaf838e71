package variant

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
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
	maxFaults  = 20      // faults reported in one run
	maxName    = 100     // bytes of a variant's name
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

// Errors are the faults found in one run, in the order of the file. Only the first maxFaults are
// reported.
type Errors []Error

func (e Errors) Error() string {
	lines := make([]string, min(len(e), maxFaults))
	for i := range lines {
		lines[i] = e[i].Error()
	}
	return strings.Join(lines, "\n")
}

// ErrUnknown is wrapped by the error for a name that is neither built in nor a file.
var ErrUnknown = errors.New("unknown variant")

// MaxName is how many bytes of a name are quoted in a message, and maxPath how long the path of a file may be.
const (
	MaxName = 200
	maxPath = 4096
)

func fault(o Origin, format string, args ...any) error {
	return Errors{Fault(o, format, args...)}
}

// Fault words a fault; o is the place to blame. A message that quotes too much of a file is cut.
func Fault(o Origin, format string, args ...any) Error {
	return Error{Origin: o, Message: Shorten(fmt.Sprintf(format, args...), maxMessage)}
}

// Shorten cuts a text that is quoted in a message to a number of bytes.
func Shorten(text string, most int) string {
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}

// meant suggests the known word that is like word.
func meant(word string, known []string) string { return suggest(nearest.Word(word, known)) }

// suggest is ", did you mean X?", or "" for no word.
func suggest(word string) string {
	if word == "" {
		return ""
	}
	return fmt.Sprintf(", did you mean %q?", word)
}

// Library finds variants: the built-in ones of its families, and files.
type Library struct {
	families []*Family
	builtin  []string // what Builtin lists
	opened   func() []*Variant
}

// decoded has the *yaml.Node of each built-in file that has been read, by its text. Every reader of logs has a
// library of its own.
var decoded sync.Map

// NewLibrary makes a library of the given families.
func NewLibrary(families ...*Family) *Library {
	l := &Library{families: families}
	for _, f := range families {
		l.builtin = append(l.builtin, f.builtin()...)
	}
	l.opened = sync.OnceValue(func() []*Variant {
		return each(l.builtin, func(name string) *Variant {
			v, err := l.Open(name, ".")
			if err != nil {
				panic(err) // those of this module are tested, those of others checked when the program starts
			}
			return v
		})
	})
	return l
}

// Builtin lists the names of the built-in variants, family by family, sorted.
func (l *Library) Builtin() []string { return slices.Clone(l.builtin) }

// Variants returns the built-in variants of a game, or of all games if it is "".
func (l *Library) Variants(game string) []*Variant {
	return slices.DeleteFunc(slices.Clone(l.opened()), func(v *Variant) bool { return game != "" && v.Game != game })
}

// IsBuiltin reports whether a built-in variant has the name.
func (l *Library) IsBuiltin(name string) bool { return slices.Contains(l.builtin, name) }

// Games lists the names that a Game tag may give.
func (l *Library) Games() []string { return l.ofGames(func(g Game) string { return g.Name }) }

// Titles lists what people call the games.
func (l *Library) Titles() []string { return l.ofGames(func(g Game) string { return g.Title }) }

func (l *Library) ofGames(text func(Game) string) (texts []string) {
	for _, f := range l.families {
		texts = append(texts, each(f.Games, text)...)
	}
	return texts
}

// Default returns the name of a game's default variant, or "" if there is no such game.
func (l *Library) Default(game string) string {
	if f := l.family(game); f != nil {
		return f.game(game).Default
	}
	return ""
}

// family is the family of a game, or nil if there is no such game.
func (l *Library) family(game string) *Family {
	i := slices.IndexFunc(l.families, func(f *Family) bool { return f.game(game) != nil })
	if i < 0 {
		return nil
	}
	return l.families[i]
}

// Open resolves a variant by the name of a built-in one, or by the path of a file; a
// relative path starts in dir. The error is Errors, or wraps ErrUnknown where name is
// neither.
func (l *Library) Open(name, dir string) (*Variant, error) { return l.Check(name, dir, nil) }

// Check resolves a variant like Open, and names every mistake of it in one run, also those
// that its engine finds. playable says why a resolved variant cannot be played; its error is
// Errors.
func (l *Library) Check(name, dir string, playable func(*Variant) error) (*Variant, error) {
	f, err := l.find(name, dir)
	if errors.Is(err, ErrUnknown) {
		return nil, err
	} else if err != nil {
		return nil, fault(Origin{File: f.path}, "%s", err)
	}
	return l.load(f, playable)
}

// Parse resolves the text of a variant file as if it had been read from the given path.
func (l *Library) Parse(path string, text []byte) (*Variant, error) {
	return l.CheckText(path, text, nil)
}

// CheckText is Check of the text of a file, as if it had been read from the given path.
func (l *Library) CheckText(path string, text []byte, playable func(*Variant) error) (*Variant, error) {
	return l.load(file{path: path, dir: filepath.Dir(path), text: text}, playable)
}

// load resolves a file. playable is that of Check, or nil.
func (l *Library) load(f file, playable func(*Variant) error) (*Variant, error) {
	r := &resolver{lib: l, asked: playable != nil}
	v := r.resolve(f)
	w := walker{resolver: r, path: f.path, errs: r.found}
	if r.whole {
		w.taken(v, f)
		if playable != nil {
			w.consistent(v, playable)
		}
	}
	if len(w.errs) > 0 {
		return nil, w.errs
	}
	return v, nil
}

// file is a variant file's text and where it was found.
type file struct {
	path, dir string
	builtin   bool
	text      []byte
}

// resolver reads a file and all that it extends.
type resolver struct {
	lib   *Library
	asked bool     // for Check: a file without a name is read too, and a built-in one is checked again
	chain []string // paths on the way, to find cycles
	found Errors   // what is wrong, file by file, the parents first

	// About the file resolved last, which is the one asked for:
	whole     bool      // it has a value for everything, if not always its own
	inherited []Setting // the values of what it extends; nil if it extends nothing
}

// find reads the file of a built-in name or a path. The error says what is wrong with the
// name, or why the file cannot be read, and leaves it to the caller whom to blame.
func (l *Library) find(name, dir string) (file, error) {
	looksLikePath := strings.ContainsAny(name, `/\`) || strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".yml")
	looksLikePath = looksLikePath && len(name) <= maxPath
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
			return file{}, fmt.Errorf("%w %q%s", ErrUnknown, Shorten(name, MaxName), suggest(l.near(name, dir)))
		}
	}
	text, err := readRegular(path)
	return file{path: path, dir: filepath.Dir(path), text: text}, err
}

// near returns the variant that an unknown name probably means: the default of the game of
// that name, the file of that name, or the built-in variant with the nearest name; or "".
func (l *Library) near(name, dir string) string {
	if variant := l.Default(name); variant != "" {
		return variant
	}
	if info, err := os.Stat(filepath.Join(dir, name+".yaml")); err == nil && name != "" && info.Mode().IsRegular() {
		return name + ".yaml"
	}
	return nearest.Name(name, l.builtin)
}

// readRegular reads a regular file, up to one byte more than MaxFile. Devices and pipes are
// refused before they are opened, because a log may name any path.
func readRegular(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		var pathErr *fs.PathError
		if errors.As(err, &pathErr) {
			err = pathErr.Err
		}
		if errors.Is(err, fs.ErrNotExist) {
			err = errors.New("no such file or directory") // whatever the system calls it
		}
		return nil, fmt.Errorf("cannot read the variant file: %w", err)
	}
	switch {
	case !info.Mode().IsRegular():
		return nil, errors.New("a variant file is a regular file, and this is not one")
	case info.Size() == 0: // also files that a kernel generates, which may never end
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, MaxFile+1))
}

// admit refuses text that is too long or has too many entries, without building
// anything from it. at is the offset of what it refuses.
func admit(text []byte) (at int, err error) {
	if len(text) > MaxFile {
		return MaxFile, fmt.Errorf("longer than %d bytes: too long for a variant file", MaxFile)
	}
	if bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")) {
		return 0, errors.New("UTF-16: save the file as UTF-8 text")
	}
	entries := 0
	for i, c := range text {
		switch c {
		case '[', '{', ',', ':', '-', '\n', '?', '&', '*':
			entries++
		case 0:
			return i, errors.New("a NUL byte: not a text file")
		}
		if entries > maxEntries {
			return i, fmt.Errorf("more than %d entries: too many for a variant file", maxEntries)
		}
	}
	for at < len(text) {
		r, size := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && size == 1 {
			return at, errors.New("not UTF-8: a variant file is UTF-8 text")
		}
		at += size
	}
	return 0, nil
}

// place returns the line and column of an offset, in characters as the YAML decoder counts them.
func place(path string, text []byte, offset int) Origin {
	before := text[:offset]
	line := bytes.LastIndexByte(before, '\n') + 1
	return Origin{File: path, Line: bytes.Count(before, []byte{'\n'}) + 1, Column: utf8.RuneCount(before[line:]) + 1}
}

var topKeys = []string{"variant", "title", "game", "extends", "rulebook", "categories", "colours", "board", "rules"}

// read decodes the text of a file. It returns nil where there is nothing to go on with.
func (w *walker) read(f file) *yaml.Node {
	if root, known := decoded.Load(string(f.text)); known && f.builtin {
		return root.(*yaml.Node)
	}
	if at, err := admit(f.text); err != nil {
		w.failAt(place(f.path, f.text, at), "%s", err)
		return nil
	}
	var doc, second yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(f.text))
	if err := decode(dec, &doc); errors.Is(err, io.EOF) {
		w.failAt(place(f.path, f.text, 0), "empty: a variant file begins with variant: NAME")
		return nil
	} else if err != nil {
		w.notYAML(f, err)
		return nil
	}
	if err := decode(dec, &second); err == nil {
		w.fail(&second, "a second YAML document: a file holds one variant")
		return nil
	} else if !errors.Is(err, io.EOF) {
		w.notYAML(f, err)
		return nil
	}
	root := doc.Content[0]
	// A log may name any file, so nothing is quoted from a file that is not a variant.
	named := slices.ContainsFunc(keysOf(root), func(key *yaml.Node) bool { return key.Value == "variant" })
	if root.Kind != yaml.MappingNode || !w.asked && !named {
		if at := oddSpace(f.text); root.Kind == yaml.ScalarNode && at >= 0 {
			w.failAt(place(f.path, f.text, at), "%s", aboutSpace(f.text[at:]))
		} else {
			w.fail(root, "a variant file is a mapping that begins with variant: NAME")
		}
		return nil
	}
	if w.shape(root, 0); len(w.errs) > 0 {
		return nil
	}
	if f.builtin {
		decoded.Store(string(f.text), root)
	}
	return root
}

// decode decodes one YAML document. The library may panic on input that it was never tried
// with; a hostile file must not stop the program.
func decode(dec *yaml.Decoder, n *yaml.Node) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("yaml: %v", r)
		}
	}()
	return dec.Decode(n)
}

// parserFault matches what the decoder's parser says, which counts lines from 0; its
// scanner, which says all the rest, counts from 1.
var parserFault = regexp.MustCompile(`^did not find expected (<|node content|key|'-'|',')`)

// unknownAnchor matches the one fault that the decoder reports without its place.
var unknownAnchor = regexp.MustCompile(`^unknown anchor '(.*)' referenced`)

// unquotedColon matches a line whose value, the second group, has a colon.
var unquotedColon = regexp.MustCompile(`^([ -]*[^ :"'\[{#][^:]*: +)([^ "'\[{#][^#]*:( [^#]*)?)$`)

// notYAML reports what the decoder refuses, "yaml: line 3: …", at its place. For the most
// common slips it says what to do instead.
func (w *walker) notYAML(f file, err error) {
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	o := place(f.path, f.text, 0)
	if _, err := fmt.Sscanf(message, "line %d:", &o.Line); err == nil {
		if _, message, _ = strings.Cut(message, ": "); parserFault.MatchString(message) {
			o.Line++
		}
	}
	if m := unknownAnchor.FindStringSubmatch(message); m != nil {
		if at := bytes.Index(f.text, []byte("*"+m[1])); at >= 0 {
			o = place(f.path, f.text, at)
		}
	}
	number := 0
	for line := range bytes.Lines(f.text) {
		number++
		indent := len(line) - len(bytes.TrimLeft(line, " \t"))
		if tab := bytes.IndexByte(line[:indent], '\t'); tab >= 0 {
			w.failAt(Origin{f.path, number, tab + 1}, "a tab: indent with blanks")
		}
		if at := oddSpace(line); at >= 0 && number <= o.Line {
			w.failAt(Origin{f.path, number, utf8.RuneCount(line[:at]) + 1}, "%s", aboutSpace(line[at:]))
		}
		if m := unquotedColon.FindSubmatch(bytes.TrimSpace(line)); m != nil && number == o.Line && strings.HasPrefix(message, "mapping values") {
			at := bytes.Index(line, m[2])
			w.failAt(Origin{f.path, number, utf8.RuneCount(line[:at]) + 1}, "put a value with a colon in quotes: %s%q", m[1], m[2])
		}
	}
	if len(w.errs) == 0 {
		w.failAt(o, "not YAML: %s", message)
	}
}

// oddSpace returns the offset of the first Unicode space other than those of ASCII, or -1.
func oddSpace(text []byte) int {
	return bytes.IndexFunc(text, func(r rune) bool { return r > unicode.MaxASCII && unicode.IsSpace(r) || r == '\u200b' })
}

// aboutSpace says what to do about the odd space that text begins with.
func aboutSpace(text []byte) string {
	r, _ := utf8.DecodeRune(text)
	if r == '\u00a0' || r == '\u202f' {
		return fmt.Sprintf("a no-break space (%U): type a plain blank", r)
	}
	return fmt.Sprintf("not a plain blank (%U): type one", r)
}

// resolve joins a file with everything it extends. The variant may be used if r.found is
// empty; else it holds what could be made of the files, and may be nil.
func (r *resolver) resolve(f file) *Variant {
	r.chain = append(r.chain, f.path)
	w := walker{resolver: r, path: f.path, checked: r.asked || !f.builtin, seen: map[string]bool{}}
	v := w.join(f)
	r.found = append(r.found, w.faults()...)
	return v
}

// join joins a file with what it extends.
func (w *walker) join(f file) *Variant {
	root := w.read(f)
	if root == nil {
		return nil
	}
	keys := w.mapping(root, "a variant file", "key")
	v := &Variant{Board: map[string]Piece{}}
	extends, extended := keys["extends"]
	whole, inherited := true, []Setting(nil)
	if extended {
		parent := w.parent(f, extends.value)
		whole = parent != nil && len(w.found) == 0
		if parent != nil {
			*v = *parent
			v.Parents = append([]string{parent.Name}, parent.Parents...)
			v.Settings = slices.Clone(parent.Settings)
			inherited = parent.Settings
		}
	}
	w.name(v, root, keys["variant"].value)
	w.optional(keys["title"], "title", &v.Title)
	w.optional(keys["rulebook"], "rulebook", &v.Rulebook)
	if w.checked {
		w.rulebook(v, keys["rulebook"].value)
	}
	whole = w.game(v, root, keys) && whole
	w.known(v, keys, "key", topKeys)
	v.Named = map[string]Origin{}
	v.Categories = w.words(v, keys["categories"], "categories", v.Categories)
	v.Colours = w.words(v, keys["colours"], "colours", v.Colours)
	if v.Family != nil {
		if v.Settings == nil {
			v.Settings = v.Family.blank()
		}
		faults := len(w.errs)
		w.board(keys["board"], v)
		whole = whole && len(w.errs) == faults
		w.rules(keys["rules"], v)
		if !extended {
			whole = w.complete(keys, v) && whole
		}
	} else {
		for _, name := range []string{"board", "rules"} {
			if e, given := keys[name]; given {
				w.mapping(e.value, name, "key")
			}
		}
	}
	w.whole, w.inherited = whole && v.Family != nil, inherited
	v.Title = cmp.Or(v.Title, v.Name)
	if v.Family != nil && len(w.found)+len(w.errs) == 0 {
		v.Fingerprint = v.fingerprint()
	}
	return v
}

// parent resolves what a file extends, or, where that is not known, what it probably means.
// A parent that cannot be had is the fault of the line that asks for it.
func (w *walker) parent(child file, extends *yaml.Node) *Variant {
	name, ok := w.scalar(extends, "extends")
	if !ok {
		return nil
	}
	f, err := w.lib.find(name, child.dir)
	if errors.Is(err, ErrUnknown) {
		near := w.lib.near(name, child.dir)
		if near == "" {
			w.fail(extends, "extends an %s: it takes the path of a file, such as ./%s.yaml, or %s", err, cmp.Or(name, "NAME"), OrList(w.lib.builtin))
			return nil
		}
		w.fail(extends, "extends an %s", err)
		f, err = w.lib.find(near, child.dir)
		if err != nil {
			return nil
		}
	}
	switch {
	case err != nil:
		w.fail(extends, "extends %s: %s", name, err)
	case child.builtin && !f.builtin:
		w.fail(extends, "a built-in variant extends built-in ones only")
	case slices.Contains(w.chain, f.path):
		w.fail(extends, "extends itself: %s", strings.Join(append(w.chain, f.path), " → "))
	case len(w.chain) == maxChain:
		w.fail(extends, "more than %d variants extend one another", maxChain)
	default:
		return w.resolve(f)
	}
	return nil
}
