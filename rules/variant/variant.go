// Package variant reads rule variants: YAML files that choose, for one game, a value for every rule point, and may
// bring another board. It knows the format and no game: a Family says what rule points and board parts there are.
//
// The format is described in spec/variants.md; a JSON Schema of it is generated from the same tables.
package variant

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
)

// Family describes the games of one engine: their rule points and board parts, and the variant files that are built in.
type Family struct {
	Name   string // the engine's package: "wheel"
	Games  []Game
	Points []Point
	Board  []Part
	Files  fs.FS // NAME.yaml at its root for every built-in variant

	Faults func(v *Variant) []Error // what is wrong with a variant that the engine accepts; nil if nothing can be
}

// Embedded returns a folder of the files that a game embeds: its variants, or its pages.
func Embedded(files fs.FS, name string) fs.FS {
	folder, err := fs.Sub(files, name)
	if err != nil {
		panic(err) // the name is a valid path
	}
	return folder
}

// Game is a name that a log's Game tag may give.
type Game struct {
	Name    string
	Title   string // what people call it
	Default string // the variant of a log without a Variant tag

	family *Family // in a Library
}

// Kind is the type of a rule point's value.
type Kind uint8

const (
	Choice Kind = iota // one of the words
	Number             // a whole number from Min to Max, or one of the words
	Range              // two whole numbers "2-6", from Min to Max
	Faces              // a list of whole numbers from Min to Max, without repeats
	Names              // a list of colour codes of the board, or one of the words
)

// Point is a rule point: a question that rulebooks answer in different ways.
//
// A point with an Off value is a house rule that no rulebook knows. A file need not give it, and while it is off it
// is not part of the fingerprint: a new house rule leaves every file and every fingerprint as it was.
type Point struct {
	Name     string
	Decides  string // what the point settles, in one sentence fragment
	Topic    string // the subject in a player's words: "Entering the hub"
	Kind     Kind
	Min, Max int
	Values   []Meaning // the one for all other values, if there is one, comes last
	Off      string    // the value without the house rule, as Value.String gives it; "" if a file must give a value
}

// Meaning says what a value of a rule point means to a player, and to an action.
type Meaning struct {
	Is    string // a word, or another value as Value.String gives it; "" for all values that are not listed
	Does  Bearing
	Means string // what a variant with the value does, as the end of a sentence that begins with its name; %s is the value
}

// Bearing is the effect of a value of a rule point on an action.
type Bearing uint8

const (
	SetsUp  Bearing = iota // nothing: it settles the table before the first action
	Permits                // it allows what another value forbids
	Forbids                // it forbids what another value allows
	Changes                // it changes what a legal action brings about
)

// Choices lists the words that the point has as values.
func (p *Point) Choices() (words []string) {
	for _, v := range p.Values {
		if v.Is != "" && v.Is[0] >= 'a' {
			words = append(words, v.Is)
		}
	}
	return words
}

// words lists the values that are words.
func (p *Point) words() []Value {
	return Each(p.Choices(), func(word string) Value { return Value{Word: word} })
}

// Meaning returns what a value means.
func (p *Point) Meaning(v Value) Meaning {
	for _, m := range p.Values {
		if m.Is == "" || m.Is == v.String() {
			return m
		}
	}
	return Meaning{}
}

// Means returns what a variant with the given value does, as the end of a sentence that begins with the variant's name.
func (p *Point) Means(v Value) string {
	text := v.String()
	switch { // any one of the faces of a die will do, but all of the names are meant
	case v.Names != nil:
		text = AndList(v.Names)
	case v.Faces != nil:
		text = OrList(strings.Split(strings.Trim(text, "[]"), ", "))
	}
	return strings.ReplaceAll(p.Meaning(v).Means, "%s", text)
}

// Value is the value of a rule point; which fields are set depends on the point's Kind.
type Value struct {
	Word   string   // one of the point's words, or ""
	Lo, Hi int      // Number has Lo == Hi; Range both ends
	Faces  []int    // ascending; of the kind Faces, never nil
	Names  []string // sorted
}

// String returns the value as it is written in a variant file and after --set.
func (v Value) String() string {
	switch {
	case v.Word != "":
		return v.Word
	case v.Names != nil:
		return listed(v.Names)
	case v.Faces != nil:
		return strings.ReplaceAll(fmt.Sprint(v.Faces), " ", ", ")
	case v.Lo == v.Hi:
		return fmt.Sprint(v.Lo)
	default:
		return fmt.Sprintf("%d-%d", v.Lo, v.Hi)
	}
}

// listed writes a list as a variant file does.
func listed(items []string) string { return "[" + strings.Join(items, ", ") + "]" }

// Has reports whether n is among the value's Faces.
func (v Value) Has(n int) bool { return slices.Contains(v.Faces, n) }

// Origin is the place where a value is set.
type Origin struct {
	File   string `json:"file"`             // a path, "built-in NAME.yaml", "--set" or "off by default"
	Line   int    `json:"line,omitempty"`   // from 1; 0 without a line
	Column int    `json:"column,omitempty"` // from 1; 0 without a line
}

// OffByDefault is the origin of an Off value that no file gives.
var OffByDefault = Origin{File: "off by default"}

// String returns "file:line", or the file alone where there is no line.
func (o Origin) String() string {
	if o.Line == 0 {
		return o.File
	}
	return fmt.Sprintf("%s:%d", o.File, o.Line)
}

// Standing says how firmly the rulebook supports a value.
type Standing string

const (
	Stated     Standing = "stated"     // the rulebook says it
	Derived    Standing = "derived"    // it follows from what the rulebook says
	Assumed    Standing = "assumed"    // the rulebook is silent: a choice
	Conflicted Standing = "conflicted" // the rulebook says both
	House      Standing = "house rule" // chosen by the author of the file or the flag
)

var standings = []string{string(Stated), string(Derived), string(Assumed), string(Conflicted), string(House)}

// Setting is the resolved value of one rule point, and where it comes from.
type Setting struct {
	Value    Value    `json:"-"`
	Standing Standing `json:"standing"`
	Origin   Origin   `json:"origin"`
	Note     string   `json:"note,omitempty"`
	Cites    []string `json:"-"` // clause ids of the rulebook
}

// PartKind is the type of a board part.
type PartKind uint8

const (
	PartNumber PartKind = iota // a whole number from Min to Max
	PartWord                   // one word
	PartWords                  // a list of words, Min to Max of them
	PartRows                   // a list of records of Fields, Min to Max of them
)

// Part is one key of a variant's board, or of a record in it.
type Part struct {
	Name     string
	Kind     PartKind
	Min, Max int
	Fields   []Part
}

// Piece is the value of a board part.
type Piece struct {
	Number int
	Word   string
	Words  []string
	Rows   []map[string]Piece
	Origin Origin

	text      string   // as it is written in a variant file, on one line
	records   []string // each of Rows, as it is written there
	canonical string   // for the fingerprint
}

// Variant is a resolved variant: every rule point has a value. It is not changed after it is made.
type Variant struct {
	Name        string            `json:"variant"`
	Title       string            `json:"title"`
	Game        string            `json:"game"`
	Fingerprint string            `json:"fingerprint"` // 12 hex digits
	Rulebook    string            `json:"rulebook,omitempty"`
	Family      *Family           `json:"-"`
	Origin      Origin            `json:"-"`                    // of the name in its own file
	Parents     []string          `json:"extends"`              // the extends chain, nearest first
	Categories  map[string]string `json:"categories,omitempty"` // by colour code; what the rulebook calls them
	Colours     map[string]string `json:"colours,omitempty"`    // by colour code
	Named       map[string]Origin `json:"-"`                    // by colour code: where its own file names it
	Board       map[string]Piece  `json:"-"`
	Settings    []Setting         `json:"-"` // in the order of Family.Points
}

// Rules returns the name with the fingerprint, as the tag Rules gives them.
func (v *Variant) Rules() string { return v.Name + "@" + v.Fingerprint }

// Setting returns the setting of a rule point of the variant's family. It panics on an unknown name.
func (v *Variant) Setting(point string) *Setting {
	if i := v.Family.point(point); i >= 0 {
		return &v.Settings[i]
	}
	panic("variant: the " + v.Family.Name + " family has no rule point " + point)
}

// Is reports whether a rule point has the given word as its value.
func (v *Variant) Is(point, word string) bool { return v.Setting(point).Value.Word == word }

// Has reports whether the variant's family has a rule point of that name.
func (v *Variant) Has(point string) bool { return v.Family.point(point) >= 0 }

// Plays reports whether the variant is played by n players: without rule point players, by any number.
func (v *Variant) Plays(n int) bool {
	if !v.Has("players") {
		return true
	}
	limits := v.Setting("players").Value
	return limits.Lo <= n && n <= limits.Hi
}

// Faults returns what is wrong with a variant that its engine accepts; nil, or Errors.
func (v *Variant) Faults() error {
	if v.Family.Faults == nil {
		return nil
	}
	if faults := v.Family.Faults(v); len(faults) > 0 {
		return Errors(faults)
	}
	return nil
}

// Errorf makes a load error that blames the line that gave a rule point its value.
func (v *Variant) Errorf(point, format string, args ...any) error {
	return fault(v.Setting(point).Origin, format, args...)
}

// Errorf makes a load error that blames the place that gave the piece.
func (p Piece) Errorf(format string, args ...any) error { return fault(p.Origin, format, args...) }

// Set returns a copy of v in which rule points have the values that settings give, each written as
// after --set: "hub-entry=exact", "players=2-6", "enter-on=1,6".
func (v *Variant) Set(settings ...string) (*Variant, error) {
	c := *v
	c.Settings = slices.Clone(v.Settings)
	for _, setting := range settings {
		point, text, found := strings.Cut(setting, "=")
		if !found {
			return nil, fmt.Errorf("--set %s: write rule-point=value", setting)
		}
		point = strings.TrimSpace(point)
		i := v.Family.point(point)
		if i < 0 {
			return nil, fault(Origin{File: "--set"}, "no rule point %q for %s%s", point, v.Game,
				cmp.Or(meant(point, v.Family.pointNames()), "; tpnote variants show "+v.Name+" lists them"))
		}
		value, err := v.Family.Points[i].parseText(text)
		if err != nil {
			return nil, fault(Origin{File: "--set " + point + "=" + text}, "%s", err)
		}
		c.Settings[i] = Setting{Value: value, Standing: House, Origin: Origin{File: "--set"}}
	}
	c.Fingerprint = c.fingerprint()
	return &c, nil
}

// fingerprint hashes what decides a verdict: the game, its board, the value of every rule
// point that is not off. Titles, category names and origins do not count.
func (v *Variant) fingerprint() string {
	var b strings.Builder
	fmt.Fprintf(&b, "game=%s\n", v.Game)
	for _, part := range v.Family.Board {
		fmt.Fprintf(&b, "board.%s=%s\n", part.Name, v.Board[part.Name].canonical)
	}
	for _, code := range slices.Sorted(maps.Keys(v.Colours)) {
		fmt.Fprintf(&b, "colour.%s=%q\n", code, v.Colours[code])
	}
	for i, point := range v.Family.Points {
		if value := v.Settings[i].Value.String(); point.Off == "" || value != point.Off {
			fmt.Fprintf(&b, "%s=%s\n", point.Name, value)
		}
	}
	sum := sha256.Sum256([]byte(b.String()))
	return hex.EncodeToString(sum[:])[:12]
}

// Point returns the rule point of a name; nil if the family has none.
func (f *Family) Point(name string) *Point {
	if i := f.point(name); i >= 0 {
		return &f.Points[i]
	}
	return nil
}

func (f *Family) point(name string) int {
	return slices.IndexFunc(f.Points, func(p Point) bool { return p.Name == name })
}

// builtin lists the names of the family's built-in variants, sorted.
func (f *Family) builtin() []string {
	files, err := fs.Glob(f.Files, "*.yaml")
	if err != nil {
		panic(err) // the pattern is constant and well formed
	}
	names := Each(files, func(file string) string { return strings.TrimSuffix(file, ".yaml") })
	slices.Sort(names) // without ".yaml" the order may be another
	return names
}

// blank returns the settings of a file that gives none: the Off value of a rule point that has one, else no Origin.
func (f *Family) blank() []Setting {
	settings := make([]Setting, len(f.Points))
	for i, p := range f.Points {
		if p.Off == "" {
			continue
		}
		off, err := p.parseText(p.Off)
		if err != nil || off.String() != p.Off {
			panic("variant: " + p.Name + " has no value " + p.Off + " to be off")
		}
		settings[i] = Setting{Value: off, Standing: House, Origin: OffByDefault}
	}
	return settings
}

func (f *Family) pointNames() []string { return Each(f.Points, func(p Point) string { return p.Name }) }

// Union is a list, and those of more members that it does not have.
func Union[S ~[]T, T comparable](list S, more ...T) S {
	for _, member := range more {
		if !slices.Contains(list, member) {
			list = append(list, member)
		}
	}
	return list
}

// Each lists what a function makes of the members of a list. In JSON, what it makes of an empty list is [] and not null.
func Each[T, U any](list []T, of func(T) U) []U {
	all := make([]U, len(list))
	for i, member := range list {
		all[i] = of(member)
	}
	return all
}
