package verify

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/rules/variant"
)

// maxFindings is how many findings of one game are kept; the rest are counted. A file of
// garbage must not fill the memory with what is wrong with it.
const maxFindings = 1000

// Options say how logs are judged.
type Options struct {
	Variant  string   // overrides the Variant tag: a built-in name or a path
	Set      []string // "rule-point=value", each over the variant
	Watch    func(*Step)
	Look     func(*notation.Line, *Table) // sees every line, carried out or not, and the table after it
	LastTurn int                          // stop behind the turn with this number; 0 replays all
	Before   int                          // stop before the turn with this number; 0 replays all
}

// stops reports whether the replay ends before a turn.
func (o *Options) stops(turn int) bool {
	return o.LastTurn > 0 && turn > o.LastTurn || o.Before > 0 && turn >= o.Before
}

// Step is one line of a log that was carried out, for whoever looks on.
type Step struct {
	Line     *notation.Line
	Handle   string
	Number   int
	Actions  []string // what each action did, in words
	Position string   // after it
	Tables   []*Table // before each action, and after the last
}

// Replayer judges logs. It keeps the engines it has made, and serves one goroutine.
type Replayer struct {
	options Options
	library *variant.Library
	ready   map[string]*prepared        // by variant name and folder
	forced  *prepared                   // judges every log, if it is there
	probe   func(*judge, notation.Word) // called before each action that is carried out
	behind  func(*judge)                // called behind each turn line that was carried out
}

// prepared is a variant, made ready to judge by.
type prepared struct {
	variant *variant.Variant
	game    *game
	err     error
}

// NewReplayer makes a replayer. The error is that of Options.Variant or Options.Set.
func NewReplayer(options Options) (*Replayer, error) {
	r := &Replayer{options: options, library: Library(), ready: map[string]*prepared{}}
	for _, s := range options.Set {
		if _, _, err := variant.CutSetting(s); err != nil {
			return nil, err
		}
	}
	if options.Variant != "" {
		if p := r.prepare(options.Variant, "."); p.err != nil {
			return nil, p.err
		}
	}
	return r, nil
}

// SetError is the error of an Options.Set that does not fit a log's game or variant.
type SetError struct{ Err error }

func (e *SetError) Error() string { return e.Err.Error() }
func (e *SetError) Unwrap() error { return e.Err }

// prepare resolves a variant and makes its engine, once.
func (r *Replayer) prepare(name, dir string) *prepared {
	if r.forced != nil {
		return r.forced
	}
	key := name
	if !slices.Contains(r.library.Builtin(), name) {
		key = dir + "\x00" + name
	}
	if p := r.ready[key]; p != nil {
		return p
	}
	p := &prepared{}
	r.ready[key] = p
	p.variant, p.err = r.library.Open(name, dir)
	unset := p.variant
	for _, s := range r.options.Set {
		if p.err != nil {
			return p
		}
		point, value, _ := variant.CutSetting(s) // NewReplayer has looked at it
		var err error
		if p.variant, err = p.variant.Set(point, value); err != nil {
			p.err = &SetError{err}
		}
	}
	if p.err != nil {
		return p
	}
	if p.game, p.err = bind(p.variant); p.err != nil && p.variant != unset {
		if _, err := bind(unset); err == nil { // without --set nothing is wrong
			p.err = &SetError{p.err}
		}
	}
	return p
}

// File replays every game of a log read from src, and calls done with each. name stands
// for the file in what is reported; Variant paths in it are relative to dir. It returns
// the number of games, and the error of reading, of done, or a *SetError.
func (r *Replayer) File(name, dir string, src io.Reader, done func(*Game) error) (int, error) {
	return r.each(name, dir, src, func(j *judge) error { return done(j.Game) })
}

// each is File, with all that the judge of a game knows.
func (r *Replayer) each(name, dir string, src io.Reader, done func(*judge) error) (int, error) {
	n := 0
	for block, err := range notation.NewReader(src).Blocks() {
		if err != nil {
			return n, err
		}
		n++
		j, err := r.block(name, dir, n, block)
		if err == nil {
			err = done(j)
		}
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// never is the clock of no turn.
var never = rules.Clock{Number: -1}

// judge is one game under judgement.
type judge struct {
	*Game
	replayer *Replayer
	dir      string

	tags    map[string]*notation.Tag
	tagText map[string]string // the line of each tag
	spoilt  []string          // the malformed tag lines
	line    notation.Line     // being judged
	opened  bool
	variant *variant.Variant // nil until the tags are read, or if they name none
	game    *game
	table   table // nil if the game cannot be replayed (yet)
	waiting table // a table whose Setup was malformed, until a state line gives a position

	ordered bool        // an order line has been read
	first   bool        // it is known who begins
	winner  bool        // an order line says who begins
	lost    bool        // a turn line was skipped: the next one is believed as to player and number
	skipped bool        // the last turn line was that of a player without a chance: the next number is believed
	begun   rules.Clock // seat and number of the last turn that had a line
	played  bool        // a turn line has been read
	unit    int         // index of the first error of the turn being judged, or -1
	turn    int         // its number
	action  int         // the action being judged, from 1; 0 outside actions
	problem error       // a SetError
	apart   bool        // all that is wrong with an action is told by itself, nothing folded
}

// sit makes the judge of a game that begins on the given line.
func (r *Replayer) sit(name, dir string, number, line int) *judge {
	return &judge{
		Game:     &Game{File: name, Number: number, Line: line, Result: "*"},
		replayer: r, dir: dir,
		tags: map[string]*notation.Tag{}, tagText: map[string]string{}, unit: -1, begun: never,
	}
}

func (r *Replayer) block(name, dir string, number int, b notation.Block) (*judge, error) {
	j := r.sit(name, dir, number, b.First)
	if b.TooLong {
		j.line = notation.Line{Span: notation.Span{Line: b.First, Column: 1, EndColumn: 1}}
		j.malformedAt("game-too-long", j.line.Span, fmt.Sprintf("a game of more than %d bytes; it is passed over", notation.MaxGame))
		return j, nil
	}
	for line := range b.Lines() {
		if t, ok := line.Node.(*notation.Turn); ok && r.options.stops(t.Number) {
			break
		}
		j.line = line
		j.read()
		if j.problem != nil {
			return nil, j.problem
		}
		if look := r.options.Look; look != nil {
			look(&j.line, &Table{j})
		}
	}
	j.open()
	j.finish()
	return j, j.problem
}

// Folder is the folder that the Variant paths of a log start from: its own, or the working
// folder for standard input.
func Folder(name string) string {
	if name == "-" {
		return "."
	}
	return filepath.Dir(name)
}
