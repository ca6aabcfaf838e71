package verify

import (
	"fmt"
	"io"
	"path/filepath"

	"tpnote/notation"
	"tpnote/rules/variant"
)

// Options say how logs are judged.
type Options struct {
	Games       Games    // whose logs can be read; games.All has those of the program
	Variant     string   // overrides the Variant tag: a built-in name or a path
	Set         []string // "rule-point=value", each over the variant
	Narrate     bool     // whether Action.Said is wanted
	Keep        bool     // whether Event.Before and Event.After are wanted
	NoRulings   bool     // judge as if no ruling stood in the log
	NoSideLines bool     // pass side lines over: neither judge nor tell them
	Readings    Readings // reads on sensibly after errors; nil reads on as written
	LastTurn    int      // stop behind the turn with this number; 0 replays all
	Before      int      // stop before the turn with this number; 0 replays all
}

// stops reports whether the replay ends before a turn.
func (o *Options) stops(turn int) bool {
	return o.LastTurn > 0 && turn > o.LastTurn || o.Before > 0 && turn >= o.Before
}

// cut reports whether the options may leave out the end of a game.
func (o *Options) cut() bool { return o.LastTurn > 0 || o.Before > 0 }

// Reader judges logs. It keeps the engines it has made, and serves one goroutine.
type Reader struct {
	options Options
	library *variant.Library
	ready   map[string]*prepared // by variant name and folder
	forced  *prepared            // judges every log, if it is there
	ahead   *ahead
	spare   *spare
}

// prepared is a variant, made ready to judge by.
type prepared struct {
	variant *variant.Variant
	binding *binding
	err     error
}

// NewReader makes a reader of logs. The error is that of Options.Variant or Options.Set.
func NewReader(options Options) (*Reader, error) {
	r := &Reader{options: options, library: options.Games.Library(), ready: map[string]*prepared{}, ahead: &ahead{}, spare: &spare{}}
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

// ReaderBy makes a reader that judges every log by v, whatever the log says. The error says
// why v cannot be played.
func ReaderBy(v *variant.Variant, options Options) (*Reader, error) {
	b, err := options.Games.of(v.Family).bind(v)
	if err != nil {
		return nil, err
	}
	options.Variant = v.Name
	return &Reader{options: options, library: options.Games.Library(), forced: &prepared{variant: v, binding: b}, ahead: &ahead{}, spare: &spare{}}, nil
}

// With returns a copy of the reader in which the options Narrate, Keep, LastTurn and Before
// may be others. The rules stay those of r.
func (r *Reader) With(change func(*Options)) *Reader {
	q := *r
	change(&q.options)
	return &q
}

// SetError is the error of an Options.Set that does not fit a log's game or variant.
type SetError struct{ Err error }

func (e *SetError) Error() string { return e.Err.Error() }
func (e *SetError) Unwrap() error { return e.Err }

// OtherGameError is the error of Options.Variant for a log of another game.
type OtherGameError struct {
	Number  int    // of the game in its file
	Game    string // what the log is of
	Variant *variant.Variant
}

func (e *OtherGameError) Error() string {
	return fmt.Sprintf("game %d is %s, but --variant %s is a variant of %s", e.Number, e.Game, e.Variant.Name, e.Variant.Game)
}

// prepare resolves a variant and makes its rules ready, once.
func (r *Reader) prepare(name, dir string) *prepared {
	if r.forced != nil {
		return r.forced
	}
	key := name
	if !r.library.IsBuiltin(name) {
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
		point, value, _ := variant.CutSetting(s) // NewReader has looked at it
		var err error
		if p.variant, err = p.variant.Set(point, value); err != nil {
			p.err = &SetError{err}
		}
	}
	if p.err != nil {
		return p
	}
	game := r.options.Games.of(p.variant.Family)
	if p.binding, p.err = game.bind(p.variant); p.err != nil && p.variant != unset {
		if _, err := game.bind(unset); err == nil { // without --set nothing is wrong
			p.err = &SetError{p.err}
		}
	}
	return p
}

// notationOf is the notation of a game that is known to exist.
func (r *Reader) notationOf(game string) *gameNotation {
	return r.options.Games.named(game).notation()
}

// builtinOf lists the built-in variants of a game.
func (r *Reader) builtinOf(game string) []string {
	var names []string
	for _, name := range r.library.Builtin() {
		if v, err := r.library.Open(name, "."); err == nil && v.Game == game {
			names = append(names, name)
		}
	}
	return names
}

// File replays every game of a log read from src, and calls done with each. name stands
// for the file in what is reported; Variant paths in it are relative to dir. It returns
// the number of games, and the error of reading, of done, or a *SetError.
func (r *Reader) File(name, dir string, src io.Reader, done func(*Summary) error) (int, error) {
	return r.Replays(name, dir, src, nil, func(g *Summary, _ *Replay) error { return done(g) })
}

// Replays is File with all that a replay has to say: see is told every line of a game as it
// is judged, and done the replay as the game (or Options.LastTurn) leaves it. see may be nil.
func (r *Reader) Replays(name, dir string, src io.Reader, see func(*Event), done func(*Summary, *Replay) error) (int, error) {
	n := 0
	for block, err := range notation.NewReader(src).Blocks() {
		if err != nil {
			return n, err
		}
		n++
		g, p, err := r.Block(name, dir, n, block, see)
		if err == nil {
			err = done(g, p)
		}
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// Folder is the folder that the Variant paths of a log start from: its own, or the working
// folder for standard input.
func Folder(name string) string {
	if name == "-" {
		return "."
	}
	return filepath.Dir(name)
}
