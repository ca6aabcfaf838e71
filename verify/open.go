package verify

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"tpnote/notation"
	"tpnote/rules/nearest"
	"tpnote/rules/variant"
)

// open reads the tags, once, and sets the table. What is wrong with them is reported; if
// the game cannot be played, the table stays nil and its lines are read for their syntax.
func (j *judge) open() {
	if j.opened {
		return
	}
	j.opened = true
	line, unit, turn := j.line, j.unit, j.turn
	defer func() { j.line, j.unit, j.turn = line, unit, turn }()

	j.players()
	if !j.chooseRules() || j.Handles == nil || j.problem != nil {
		return
	}
	j.fingerprint()
	if j.variant.Has("players") {
		limits := j.variant.Setting("players").Value
		if n := len(j.Handles); n < limits.Lo || n > limits.Hi {
			j.atTag("Players")
			f := j.errorAt("players", j.tags["Players"].Value.Span, fmt.Sprintf("%d players; %s is played by %s", n, j.variant.Title, limits))
			j.by(f, "players", "")
		}
	}
	t := j.game.open(j)
	if t == nil {
		return
	}
	setup, given := j.value("Setup")
	if !given {
		j.table = t
		return
	}
	if err := t.setup(norm.NFC.String(setup)); err != nil {
		j.atTag("Setup")
		j.malformedAt("position-syntax", j.tags["Setup"].Value.Span, "not a position to start from: "+err.Error())
		j.waiting = t
		return
	}
	j.table, j.first = t, true
}

// missing reports a required tag that is not there, at the game's first line. A tag that
// is there and malformed has been reported already.
func (j *judge) missing(name string) {
	for _, text := range j.spoilt {
		if strings.HasPrefix(strings.TrimLeft(text, " \t["), name) {
			return
		}
	}
	j.unit = -1
	j.line = notation.Line{}
	at := notation.Span{Line: j.Line, Column: 1, EndColumn: 2, End: 1}
	f := j.malformedAt("tag", at, fmt.Sprintf("the tag %s is missing: [%s \"…\"]", name, name))
	if near := nearest.Word(name, slices.Sorted(maps.Keys(j.tags))); near != "" {
		f.Help = append(f.Help, fmt.Sprintf("line %d has a tag %s: was it meant?", j.tags[near].Name.Span.Line, near))
	}
}

func (j *judge) players() {
	value, given := j.value("Players")
	if !given {
		j.missing("Players")
		return
	}
	handles, err := notation.ParsePlayers(value)
	if err != nil {
		j.atTag("Players")
		j.malformedAt("players", j.tags["Players"].Value.Span, "not a list of players: "+err.Error())
		return
	}
	j.Handles = handles
}

// chooseRules finds the game and the variant.
func (j *judge) chooseRules() bool {
	lib := j.replayer.library
	name, given := j.value("Game")
	if !given {
		j.missing("Game")
		return false
	}
	j.Rules.Game = name
	builtin := lib.Default(name)
	if builtin == "" {
		j.atTag("Game")
		f := j.malformedAt("unknown-game", j.tags["Game"].Value.Span, fmt.Sprintf("unknown game %q: the games are %s", name, strings.Join(lib.Games(), ", ")))
		f.suggest(name, lib.Games())
		return false
	}
	j.game = syntaxOf(name)
	wanted, tagged := j.value("Variant")
	p := j.replayer.prepare(builtin, ".")
	switch {
	case j.replayer.options.Variant != "":
		p = j.replayer.prepare(j.replayer.options.Variant, ".")
		if p.err == nil && p.variant.Game != name {
			j.problem = &OtherGameError{Number: j.Number, Game: name, Variant: p.variant}
			return false
		}
	case tagged:
		p = j.replayer.prepare(wanted, j.dir)
	}
	var set *SetError
	if errors.As(p.err, &set) {
		j.problem = set
		return false
	}
	if p.err == nil && p.variant.Game != name {
		j.atTag("Variant")
		j.malformedAt("unknown-variant", j.tags["Variant"].Value.Span, fmt.Sprintf("%s is a variant of %s, not of %s", wanted, p.variant.Game, name))
		return false
	}
	if p.err != nil {
		if !tagged || j.replayer.options.Variant != "" {
			j.problem = p.err
			return false
		}
		j.atTag("Variant")
		code := "variant-file"
		if errors.Is(p.err, variant.ErrUnknown) {
			code = "unknown-variant"
		}
		f := j.malformedAt(code, j.tags["Variant"].Value.Span, p.err.Error())
		if code == "unknown-variant" {
			f.Help = append(f.Help, "the built-in variants of "+name+" are "+strings.Join(j.replayer.builtinOf(name), ", "))
		}
		return false
	}
	j.variant, j.game = p.variant, p.game
	j.Rules.Variant, j.Rules.Fingerprint = p.variant.Name, p.variant.Fingerprint
	return true
}

// OtherGameError is the error of Options.Variant for a log of another game.
type OtherGameError struct {
	Number  int    // of the game in its file
	Game    string // what the log is of
	Variant *variant.Variant
}

func (e *OtherGameError) Error() string {
	return fmt.Sprintf("game %d is %s, but --variant %s is a variant of %s", e.Number, e.Game, e.Variant.Name, e.Variant.Game)
}

// builtinOf lists the built-in variants of a game.
func (r *Replayer) builtinOf(game string) []string {
	var names []string
	for _, name := range r.library.Builtin() {
		if v, err := r.library.Open(name, "."); err == nil && v.Game == game {
			names = append(names, name)
		}
	}
	return names
}

// fingerprint warns when the log says that it was made under other rules.
func (j *judge) fingerprint() {
	made, given := j.value("Rules")
	if !given || made == j.variant.Name+"@"+j.variant.Fingerprint {
		return
	}
	j.atTag("Rules")
	_, hash, _ := strings.Cut(made, "@")
	if hash == j.variant.Fingerprint {
		return // another name for the same rules
	}
	j.warningAt("rules-fingerprint", j.tags["Rules"].Value.Span,
		fmt.Sprintf("the log was made under the rules %s, and is judged by %s@%s", made, j.variant.Name, j.variant.Fingerprint))
}
