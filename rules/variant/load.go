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
	maxPath    = 4096    // bytes of the path of a file
	MaxName    = 200     // bytes of a name that are quoted in a message
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

// Errors are the faults found in one run, in the order of the file. Only the first maxFaults are reported.
type Errors []Error

func (e Errors) Error() string {
	return strings.Join(Each(e[:min(len(e), maxFaults)], Error.Error), "\n")
}

// ErrUnknown is wrapped by the error for a name that is neither built in nor a file.
var ErrUnknown = errors.New("unknown variant")

func fault(o Origin, format string, args ...any) error { return Errors{Fault(o, format, args...)} }

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
	games    []Game   // of all families
	builtin  []string // what Builtin lists
	opened   func() []*Variant
}

// decoded has the *yaml.Node of each built-in file, once it is read, by its text. Every reader of logs has a library.
var decoded sync.Map

// NewLibrary makes a library of the given families.
func NewLibrary(families ...*Family) *Library {
	l := &Library{families: families}
	for _, f := range families {
		l.builtin = append(l.builtin, f.builtin()...)
		for _, game := range f.Games {
			game.family = f
			l.games = append(l.games, game)
		}
	}
	l.opened = sync.OnceValue(func() []*Variant {
		return Each(l.builtin, func(name string) *Variant {
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
func (l *Library) Games() []string { return Each(l.games, func(g Game) string { return g.Name }) }

// Titles lists what people call the games.
func (l *Library) Titles() []string { return Each(l.games, func(g Game) string { return g.Title }) }

// Default returns the name of a game's default variant, or "" if there is no such game.
func (l *Library) Default(game string) string { return l.game(game).Default }

// game returns the game with a name, or the zero Game if no game has it.
func (l *Library) game(name string) Game {
	if i := slices.IndexFunc(l.games, func(g Game) bool { return g.Name == name }); i >= 0 {
		return l.games[i]
	}
	return Game{}
}

// Open resolves a variant by the name of a built-in one, or by the path of a file; a relative path starts in dir. The
// error is Errors, or wraps ErrUnknown where name is neither.
func (l *Library) Open(name, dir string) (*Variant, error) { return l.Check(name, dir, nil) }

// Check resolves a variant like Open, and names every mistake of it in one run, also those that its engine finds.
// playable says why a resolved variant cannot be played; its error is Errors.
func (l *Library) Check(name, dir string, playable func(*Variant) error) (*Variant, error) {
	f, err := l.find(name, dir)
	if errors.Is(err, ErrUnknown) {
		return nil, err
	} else if err != nil {
		return nil, fault(Origin{File: f.path}, "%s", err)
	}
	return l.load(f, playable)
}

// Parse is Check of the text of a file, as if it had been read from the given path. playable may be nil.
func (l *Library) Parse(path string, text []byte, playable func(*Variant) error) (*Variant, error) {
	return l.load(file{path: path, text: text}, playable)
}

// load resolves a file. playable is that of Check, or nil.
func (l *Library) load(f file, playable func(*Variant) error) (*Variant, error) {
	w := l.walk(f, playable != nil, nil)
	if w.whole {
		w.taken(w.made)
		if playable != nil {
			w.consistent(w.made, playable)
		}
	}
	if len(w.errs) > 0 {
		return nil, w.errs
	}
	return w.made, nil
}

// file is a variant file's text and where it was found.
type file struct {
	path    string
	text    []byte
	builtin bool
}

// place returns the line and column of an offset, in characters as the YAML decoder counts them.
func (f file) place(offset int) Origin {
	before := f.text[:offset]
	line := bytes.LastIndexByte(before, '\n') + 1
	return Origin{File: f.path, Line: bytes.Count(before, []byte{'\n'}) + 1, Column: utf8.RuneCount(before[line:]) + 1}
}

// find reads the file of a built-in name or a path. The error says what is wrong with the
// name, or why the file cannot be read, and leaves it to the caller whom to blame.
func (l *Library) find(name, dir string) (file, error) {
	looksLikePath := len(name) <= maxPath && (strings.ContainsAny(name, `/\`) || slices.Contains([]string{".yaml", ".yml"}, filepath.Ext(name)))
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
			advice := cmp.Or(suggest(l.near(name, dir)), ": tpnote variants list shows the built-in ones; of a file, give the path, such as ./our-table.yaml")
			return file{}, fmt.Errorf("%w %q%s", ErrUnknown, Shorten(name, MaxName), advice)
		}
	}
	text, err := readRegular(path)
	return file{path: path, text: text}, err
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
		err = errors.Unwrap(err) // without the path
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
	for at, r := range string(text) {
		if r == utf8.RuneError && !bytes.HasPrefix(text[at:], []byte(string(r))) {
			return at, errors.New("not UTF-8: a variant file is UTF-8 text")
		}
	}
	return 0, nil
}

var topKeys = []string{"variant", "title", "game", "extends", "rulebook", "categories", "colours", "board", "rules"}

// read decodes the text of the file. It returns nil where there is nothing to go on with.
func (w *walker) read() *yaml.Node {
	if root, known := decoded.Load(string(w.text)); known && w.builtin {
		return root.(*yaml.Node)
	}
	if at, err := admit(w.text); err != nil {
		w.failAt(w.place(at), "%s", err)
		return nil
	}
	docs, err := decode(w.text)
	switch {
	case len(docs) > 1:
		w.fail(docs[1], "a second YAML document: a file holds one variant")
		return nil
	case err != nil:
		w.notYAML()
		return nil
	case len(docs) == 0:
		w.failAt(w.place(0), "empty: a variant file begins with variant: NAME")
		return nil
	}
	root := docs[0].Content[0]
	// A log may name any file, so nothing is quoted from a file that is not a variant.
	named := slices.ContainsFunc(keysOf(root), func(key *yaml.Node) bool { return key.Value == "variant" })
	if root.Kind != yaml.MappingNode || !w.asked && !named {
		if at, about := oddSpace(w.text); root.Kind == yaml.ScalarNode && at >= 0 {
			w.failAt(w.place(at), "%s", about)
		} else {
			w.fail(root, "a variant file is a mapping that begins with variant: NAME")
		}
		return nil
	}
	if w.shape(root, 0); len(w.errs) > 0 {
		return nil
	}
	if w.builtin {
		decoded.Store(string(w.text), root)
	}
	return root
}

// decode decodes the YAML documents of a text, up to an error. If the library panics, the program goes on.
func decode(text []byte) (docs []*yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("yaml: %v", r)
		}
	}()
	for dec := yaml.NewDecoder(bytes.NewReader(text)); ; {
		doc := &yaml.Node{}
		if err = dec.Decode(doc); errors.Is(err, io.EOF) {
			return docs, nil
		} else if err != nil {
			return docs, err
		}
		docs = append(docs, doc)
	}
}

// slips replaces what the decoder says of the most common slips by what they are.
var slips = strings.NewReplacer(
	"mapping values are not allowed in this context", "write KEY: VALUE in this line and the one before, and indent them alike",
	"could not find expected ':'", "write KEY: VALUE, with a blank after the colon",
	"did not find expected key", "this line is not indented like those before it, or a quote in it is wrong",
	"did not find expected ',' or ']'", "a bracket is not closed",
	"did not find expected ',' or '}'", "a bracket is not closed",
	"did not find expected node content", "a bracket is not closed",
	"did not find expected '-' indicator", "this line is no item of the list before it, whose items begin with -",
	"did not find expected <document start>", "a variant file begins with variant: NAME",
	"found unexpected end of stream", "a quote is not closed",
)

// breaks returns the number of the line after the longest beginning of a text that is YAML, and what the decoder says
// of the text up to the end of that line: the decoder's own line may be far from the slip. In a long text it tries
// beginnings that are some lines apart, and then those between.
func breaks(text []byte) (number int, err error) {
	ends := []int{0}
	for line := range bytes.Lines(text) {
		ends = append(ends, ends[len(ends)-1]+len(line))
	}
	const tries = 32
	last := len(ends) - 1
	for step := last; step > 1; {
		step = (step + tries - 1) / tries
		for n := number + step; n <= last; n += step {
			if _, wrong := decode(text[:ends[n]]); wrong == nil {
				number = n
			}
		}
		last = min(last, number+step)
	}
	number = min(number+1, len(ends)-1)
	_, err = decode(text[:ends[number]])
	return number, err
}

// unquotedColon matches a line whose value, the second group, has a colon.
var unquotedColon = regexp.MustCompile(`^([ -]*[^ :"'\[{#][^:]*: +)([^ "'\[{#][^#]*:( [^#]*)?)$`)

// notYAML reports that the decoder refuses the text. For the most common slips it says what to do instead.
func (w *walker) notYAML() {
	wrong, err := breaks(w.text)
	number, message := 0, err.Error() // "yaml: line 3: …"
	message = message[strings.LastIndex(message, ": ")+2:]
	for line := range bytes.Lines(w.text) {
		number++
		indent := len(line) - len(bytes.TrimLeft(line, " \t"))
		if tab := bytes.IndexByte(line[:indent], '\t'); tab >= 0 {
			w.failAt(Origin{w.path, number, tab + 1}, "a tab: indent with blanks")
		}
		if at, about := oddSpace(line); at >= 0 && number <= wrong {
			w.failAt(Origin{w.path, number, utf8.RuneCount(line[:at]) + 1}, "%s", about)
		}
		if m := unquotedColon.FindSubmatch(bytes.TrimSpace(line)); m != nil && number == wrong && strings.HasPrefix(message, "mapping values") {
			at := bytes.Index(line, m[2])
			w.failAt(Origin{w.path, number, utf8.RuneCount(line[:at]) + 1}, "put a value with a colon in quotes: %s%q", m[1], m[2])
		}
		if number == wrong && bytes.ContainsRune(line, '}') && strings.Contains(message, "expected ',' or '}'") {
			message = "put a comma between two entries, and quotes around a text with a colon or a comma"
		}
	}
	if len(w.errs) == 0 {
		w.failAt(Origin{w.path, wrong, 1}, "not YAML: %s", slips.Replace(message))
	}
}

// oddSpace returns the offset of the first Unicode space other than those of ASCII, or -1, and what to do about it.
func oddSpace(text []byte) (at int, about string) {
	for at, r := range string(text) {
		if r > unicode.MaxASCII && unicode.IsSpace(r) || r == '\u200b' {
			return at, fmt.Sprintf("not a plain blank (%U): type one", r)
		}
	}
	return -1, ""
}

// walk joins a file with everything it extends. chain has the paths of the files that extend it. w.errs has the
// faults of all these files, and without faults the variant may be used.
func (l *Library) walk(f file, asked bool, chain []string) *walker {
	w := &walker{lib: l, file: f, chain: append(chain, f.path), asked: asked, checked: asked || !f.builtin, seen: map[string]bool{}}
	w.made = w.join()
	w.errs = append(w.before, w.faults()...)
	return w
}

// join joins the file with what it extends.
func (w *walker) join() *Variant {
	root := w.read()
	if root == nil {
		return nil
	}
	keys := w.mapping(root, "a variant file", "key")
	v := &Variant{Board: map[string]Piece{}}
	extends, extended := keys["extends"]
	w.whole = !extended
	if parent := w.parent(extends.value); parent != nil {
		*v = *parent
		v.Parents = append([]string{parent.Name}, parent.Parents...)
		v.Settings = slices.Clone(parent.Settings)
		w.whole, w.inherited = len(w.before) == 0, parent.Settings
	}
	w.name(v, root, keys["variant"].value)
	w.optional(keys["title"], "title", &v.Title)
	w.optional(keys["rulebook"], "rulebook", &v.Rulebook)
	if w.checked {
		w.rulebook(v, keys["rulebook"].value)
	}
	w.game(v, root, keys)
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
		w.whole = w.whole && len(w.errs) == faults
		w.rules(keys["rules"], v)
		if !extended {
			w.complete(keys, v)
		}
	} else {
		w.whole = false
		for _, name := range []string{"board", "rules"} {
			if e, given := keys[name]; given {
				w.mapping(e.value, name, "key")
			}
		}
	}
	v.Title = cmp.Or(v.Title, v.Name)
	if v.Family != nil && len(w.before)+len(w.errs) == 0 {
		v.Fingerprint = v.fingerprint()
	}
	return v
}

// parent resolves what a file extends, or, where that is not known, what it probably means. A parent that cannot be
// had is the fault of the line that asks for it. A file that extends nothing has no parent.
func (w *walker) parent(extends *yaml.Node) *Variant {
	if extends == nil {
		return nil
	}
	name, ok := w.scalar(extends, "extends")
	if !ok {
		return nil
	}
	f, err := w.lib.find(name, filepath.Dir(w.path))
	if errors.Is(err, ErrUnknown) {
		near := w.lib.near(name, filepath.Dir(w.path))
		if near == "" {
			w.fail(extends, "extends an unknown variant %q: it takes the path of a file, such as ./%s.yaml, or %s", name, cmp.Or(name, "NAME"), OrList(w.lib.builtin))
			return nil
		}
		w.fail(extends, "extends an %s", err)
		f, err = w.lib.find(near, filepath.Dir(w.path))
		if err != nil {
			return nil
		}
	}
	switch {
	case err != nil:
		w.fail(extends, "extends %s: %s", name, err)
	case w.builtin && !f.builtin:
		w.fail(extends, "a built-in variant extends built-in ones only")
	case slices.Contains(w.chain, f.path):
		w.fail(extends, "extends itself: %s", strings.Join(append(w.chain, f.path), " → "))
	case len(w.chain) == maxChain:
		w.fail(extends, "more than %d variants extend one another", maxChain)
	default:
		extended := w.lib.walk(f, w.asked, w.chain)
		w.before = extended.errs
		return extended.made
	}
	return nil
}
