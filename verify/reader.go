package verify

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"

	"tpnote/notation"
	"tpnote/rules/nearest"
	"tpnote/rules/variant"
	"tpnote/verify/internal/turn"
)

// Options say how logs are judged.
type Options struct {
	Games       Games    // whose logs can be read; games.All has those of the program
	Variant     string   // overrides the Variant tag: a built-in name or a path
	Set         []string // "rule-point=value", each over the variant
	Narrate     bool     // whether Action.Said is wanted
	Wordless    bool     // findings need a code and a line, and neither words nor an exact place
	Keep        bool     // whether Event.Before and Event.After are wanted
	NoRulings   bool     // judge as if the log had no rulings
	NoSideLines bool     // skip side lines: neither judge nor report them
	NoPosition  bool     // leave Summary.Position empty
	Readings    Readings // reads on sensibly after errors; nil reads on as written
	ReadWants   bool     // use Readings also for games with a comment that wants a finding
	Before      int      // stop before the turn with this number; 0 replays all
}

// Reader judges logs. It keeps the engines it has made, and serves one goroutine.
type Reader struct {
	options Options
	library *variant.Library
	ready   map[string]func() (*binding, error) // by variant name and folder
	forced  *binding                            // judges every log, if it is there
	skimmer *skimmer
	last    beginning // of the last game
	rows    bool      // events are for rows: they have the positions, and of their findings only the codes are read
	left    *memory   // by the last game of Judge or Watched; may be nil
	tries   *memory   // for Try
}

// NewReader makes a reader of logs. The error is that of Options.Variant, or of Options.Set for it.
func NewReader(options Options) (*Reader, error) {
	r := &Reader{options: options, library: options.Games.Library(), ready: map[string]func() (*binding, error){}, skimmer: &skimmer{}, tries: &memory{}}
	if options.Variant != "" {
		if _, err := r.prepare(options.Variant, "."); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// ReaderBy makes a reader that judges every log by v, whatever the log says. The error says why v cannot be played.
func ReaderBy(v *variant.Variant, options Options) (*Reader, error) {
	b, err := options.Games.of(v.Family).bind(v)
	if err != nil {
		return nil, err
	}
	options.Variant = v.Name
	return &Reader{options: options, library: options.Games.Library(), forced: b, skimmer: &skimmer{}, tries: &memory{}}, nil
}

// With returns a copy of the reader in which the options Narrate, Keep, Readings, ReadWants and Before may be others.
// The rules stay those of r, and it shares memory with r: neither may judge while the other does.
func (r *Reader) With(change func(*Options)) *Reader {
	q := *r
	q.last, q.left, q.rows = beginning{}, nil, false
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
func (r *Reader) prepare(name, dir string) (*binding, error) {
	if r.forced != nil {
		return r.forced, nil
	}
	key := name
	if !r.library.IsBuiltin(name) {
		key = dir + "\x00" + name
	}
	if r.ready[key] == nil {
		r.ready[key] = sync.OnceValues(func() (*binding, error) { return r.bind(name, dir) })
	}
	return r.ready[key]()
}

// bind resolves a variant and makes its rules.
func (r *Reader) bind(name, dir string) (*binding, error) {
	unset, err := r.library.Open(name, dir)
	if err != nil {
		return nil, err
	}
	v, err := unset.Set(r.options.Set...)
	if err != nil {
		return nil, &SetError{err}
	}
	game := r.options.Games.of(v.Family)
	b, err := game.bind(v)
	if err != nil && r.options.Set != nil {
		if _, without := game.bind(unset); without == nil { // without --set nothing is wrong
			err = &SetError{err}
		}
	}
	return b, err
}

// File replays every game of a log read from src, and calls done with each. name stands
// for the file in what is reported; Variant paths in it are relative to dir. It returns
// the number of games, and the error of reading, of done, or one of Start.
func (r *Reader) File(name, dir string, src io.Reader, done func(*Summary) error) (int, error) {
	n := 0
	for block, err := range notation.NewReader(src).Blocks() {
		if err != nil {
			return n, err
		}
		n++
		g, _, err := r.Block(name, dir, block, nil)
		if err != nil {
			return n, err
		}
		g.Describe(block)
		if err := done(g); err != nil {
			return n, err
		}
	}
	return n, nil
}

// Judge is Block for callers that need the summary alone: the next game uses the memory of this one. If row is not nil,
// Judge then calls it with the summary, whose Entry has no Moves, and every action. A row is valid during the call.
func (r *Reader) Judge(name, dir string, b notation.Block, row func(*Summary, *Row)) (*Summary, error) {
	return r.reusing(name, dir, b, func(d *pass) {
		if d.late = row != nil; d.late {
			var one Row // which every row is put in
			d.see = func(ev *Event) { ev.rows(d.replay, &one, func(r *Row) { row(d.game, r) }) }
		}
	})
}

// Folder is the folder that the Variant paths of a log start from: its own, or the working folder for standard input.
func Folder(name string) string {
	if name == "-" {
		return "."
	}
	return filepath.Dir(name)
}

// head is what the lines before the body of a game say.
type head struct {
	lines []notation.Line
	name  RulesName

	result   notation.Result // of the Result tag, if there is one,
	noResult error           // or why it is none

	stray  bool     // the game is text between games
	asking bool     // whether to note what is asked for
	asked  []string // the names of tags
}

// find is the tag with a name, and its line; nil if it was not given. Of several, the first counts.
func (h *head) find(name string) (tag *notation.Tag, on *notation.Line) {
	if h.asking {
		h.asked = append(h.asked, name)
	}
	for i := range h.lines {
		if t, ok := h.lines[i].Node.(*notation.Tag); ok && t.Name.Text == name {
			return t, &h.lines[i]
		}
	}
	return nil, nil
}

// value is a tag's value, and whether it was given.
func (h *head) value(name string) (string, bool) {
	if t, _ := h.find(name); t != nil {
		return t.Value.Text, true
	}
	return "", false
}

// pairs lists the tags, as Block.Tags does.
func (h *head) pairs() []notation.Pair { return notation.TagsOf(slices.Values(h.lines)) }

// given reports whether there is a tag with a name.
func (h *head) given(name string) bool {
	_, given := h.value(name)
	return given
}

// terminated reports whether the players decided the result.
func (h *head) terminated() bool {
	how, _ := h.value("Termination")
	return Terminated(how)
}

// alike reports whether two heads have the same tags, except Result.
func (h *head) alike(g *head) bool {
	others := func(h *head) []notation.Pair {
		tags := slices.DeleteFunc(h.pairs(), func(tag notation.Pair) bool { return tag.Name == "Result" })
		slices.SortFunc(tags, func(a, b notation.Pair) int { return strings.Compare(a.Name, b.Name) })
		return tags
	}
	return h.name == g.name && slices.Equal(others(h), others(g))
}

// at makes the line of a tag the one that is judged, and returns the place of its value. The tag must be given.
func (h *head) at(j *Judgement, name string) notation.Span {
	_, found := h.find(name)
	line := notation.ParseLine(found.Text, found.Span.Line)
	j.Line = &line
	if tag, ok := line.Node.(*notation.Tag); ok {
		return tag.Value.Span
	}
	return line.Span // it is read as it was meant
}

// agrees reports whether a head has no faults of form, and the values of another one for what was asked of that.
func (h *head) agrees(g *head) bool {
	const most = 32 // lines of a head: its tags are compared two by two
	if len(h.lines) > most {
		return false
	}
	for i := range h.lines {
		tag, is := h.lines[i].Node.(*notation.Tag)
		first := tag
		if is {
			first, _ = h.find(tag.Name.Text)
		}
		if first != tag || len(h.lines[i].Errors) > 0 {
			return false
		}
	}
	return !slices.ContainsFunc(g.asked, func(name string) bool {
		was, known := g.value(name)
		value, given := h.value(name)
		return given != known || value != was
	})
}

// read reports faults of the form of the lines. A malformed tag is read as it was probably meant.
func (h *head) read(j *Judgement) {
	first := map[string]int{} // the line of the first tag with a name
	for i := range h.lines {
		j.Line = &h.lines[i]
		j.syntax("")
		for _, e := range j.Line.Errors {
			meant := notation.ParseLine(e.Right, e.Span.Line)
			if _, tag := meant.Node.(*notation.Tag); tag {
				j.Line.Node = meant.Node
			}
		}
		if t, ok := j.Line.Node.(*notation.Tag); ok {
			if line, twice := first[t.Name.Text]; twice {
				j.Malformed(CodeTag, j.Line.Span, "the tag %s is given twice (first on line %d)", t.Name.Text, line)
			} else {
				first[t.Name.Text] = j.Line.Span.Line
			}
		}
	}
}

// results remembers parsed Result tags.
var results = notation.NewMemo(notation.ParseResult)

// readResult reads the Result tag.
func (h *head) readResult() {
	if text, given := h.value("Result"); given {
		h.result, h.noResult = results.Ask(text)
	}
	for _, name := range h.result.Names {
		if strings.Contains(name, "+") && !h.given("Sides") { // a side is a name only where there are sides
			h.noResult = fmt.Errorf("%s is a side, and the log has no Sides tag", name)
		}
	}
}

// Start reads the tags of a game and sets the table. lines are those before the first line of the body; body.First
// and body.Number are those of the game, for reports. Start proposes a tag that is missing from the turns of the
// body. The findings are the faults of the tags; if the game cannot be played, its lines are read for their syntax
// alone. The error is that of Options: a *SetError, an *OtherGameError, or that of Options.Variant.
func (r *Reader) Start(lines []notation.Line, body notation.Block, dir string) (*Replay, []Finding, error) {
	h, j := &head{lines: lines}, &Judgement{apart: true, Quiet: r.options.Wordless}
	h.read(j)
	h.readResult()
	h.stray = isStray(lines, body)
	h.asking = true
	defer func() { h.asking = false }()
	known := &binding{gameNotation: &gameNotation{Terms: commonTerms}}
	p := &Replay{played: played{position: position{tagged: tagged{reader: r, head: h, rules: known}}}}
	err := r.chooseRules(p, j, body, dir)
	p.handles = r.players(h, j, body)
	if err == nil && p.variant != nil && p.handles != nil {
		p.seat(j)
	}
	if p.Ready() && !slices.ContainsFunc(j.findings, func(f Finding) bool { return f.Code != CodeFingerprint }) {
		r.last = beginning{dir, p.Fork()}
	}
	return p, j.findings, err
}

// beginning is how a game began. The next game begins in the same way if the tags that settle what is played, and by
// whom, have the same values. Others, such as Round and Date, differ in every game.
type beginning struct {
	dir    string
	replay *Replay // before the first line of the body; nil for none
}

// again begins a game in the same way. rest is what is left of it. p is nil if the game has to begin in its own way.
func (b *beginning) again(game notation.Block, dir string, m *memory) (p *Replay, rest notation.Block, found []Finding) {
	if b.replay == nil || b.dir != dir {
		return nil, game, nil
	}
	before := b.replay.head
	m.parser.Again()
	m.head, rest = cutHead(&m.parser, game, slices.Grow(m.head[:0], len(before.lines)), before.lines)
	h := &head{name: before.name, lines: m.head}
	if !h.agrees(before) {
		return nil, game, nil
	}
	h.readResult()
	if p = m.replay; p == nil {
		p = &Replay{}
	}
	b.replay.ForkInto(p)
	p.head = h
	return p, rest, h.fingerprint(b.replay.variant, b.replay.reader.options.Wordless)
}

// seat sets the table for the players.
func (p *Replay) seat(j *Judgement) {
	h, v := p.head, p.variant
	j.Variant, j.Handles = v, p.handles
	j.findings = append(j.findings, h.fingerprint(v, j.Quiet)...)
	if n := len(p.handles); !v.Plays(n) {
		j.Refuse(CodePlayers, Grounds{Rule: "players"}, h.at(j, "Players"), "%s can play %s, not %d", v.Setting("players").Value, v.Title, n)
	}
	if p.table, p.set = p.rules.seat(&Seating{j, h}); p.table == nil {
		return
	}
	setup, given := h.value("Setup")
	p.turns = turn.Start(given)
	if !given {
		return
	}
	if err := p.table.Setup(norm.NFC.String(setup)); err != nil {
		j.Malformed(CodePosition, h.at(j, "Setup"), "not a position to start from: %v", err)
		p.waiting, p.turns = true, turn.Start(false)
	}
}

// isStray reports whether a game is text that belongs to no game: all its lines are prose.
func isStray(head []notation.Line, body notation.Block) (stray bool) {
	other := false
	see := func(l notation.Line) {
		prose := l.IsProse()
		stray, other = stray || prose, other || l.Node != nil && !prose
	}
	for _, line := range head {
		if see(line); other { // a tag: no line of the body is parsed
			return false
		}
	}
	for line := range body.Lines() {
		if see(line); other {
			return false
		}
	}
	return stray
}

// missing reports a required tag that is not there, at the game's first line, with its likely value if
// that is known. A tag that is there and malformed has been reported already.
func (h *head) missing(j *Judgement, name, likely string, line int) {
	if h.stray {
		return
	}
	for i := range h.lines {
		_, bad := h.lines[i].Node.(*notation.Bad)
		if bad && strings.HasPrefix(strings.TrimLeft(h.lines[i].Text, " \t["), name) {
			return
		}
	}
	j.Line = &notation.Line{}
	at := notation.Span{Line: line, Column: 1, EndColumn: 2, End: 1}
	message, begin := fmt.Sprintf("the tag %s is missing", name), ""
	if likely != "" {
		begin = "begin the log with: " + notation.FormatTag(name, likely)
		message += "; " + begin
	}
	f := j.Malformed(CodeTag, at, "%s", message)
	names := variant.Each(h.pairs(), func(t notation.Pair) string { return t.Name })
	if near := nearest.Word(name, names); near == "" && likely != "" {
		at.EndColumn, at.End = 1, 0
		if _, game := h.find("Game"); game != nil {
			at.Line = game.Span.Line + 1
		}
		f.Fixes = append(f.Fixes, Fix{begin, Edit{Span: at, Text: notation.FormatTag(name, likely) + "\n"}})
	} else if near != "" {
		tag, _ := h.find(near)
		written := tag.Name.Span
		f.Help = append(f.Help, fmt.Sprintf("line %d has a tag %s: was it meant?", written.Line, near))
		f.Fixes = append(f.Fixes, Fix{near + " is " + name, Edit{Span: written, Text: name}})
	}
}

// likelyTags returns the game whose notation most words in the first lines of a body are, and its players in the order in
// which they play first: the last name before such a word, and any after a turn number. Either is "" if no word shows it.
func (r *Reader) likelyTags(body notation.Block) (game, players string) {
	var words []string
	for line := range body.Lines() {
		if line.Span.Line >= body.Line+1000 || len(words) > 10_000 {
			break
		}
		switch line.Node.(type) {
		case *notation.Turn, *notation.Bad:
			words = append(words, strings.Fields(line.Text[:strings.IndexAny(line.Text+";", "{;")])...) // without comments
		}
	}
	most := 0
	for _, name := range r.library.Games() {
		syntax, fit := r.options.Games.named(name).notation(name).syntax, 0
		handle, handles := "", []string{}
		for i, word := range words {
			plays := syntax(word) == nil
			if plays {
				fit++
			} else if name := strings.TrimRight(word, ":,"); notation.IsHandle(name) {
				handle = name
				_, plays = notation.TurnNumber(words[max(i-1, 0)])
			}
			if plays && handle != "" && !slices.ContainsFunc(handles, func(h string) bool { return strings.EqualFold(h, handle) }) {
				handles = append(handles, handle)
			}
		}
		if fit > most || game == "" {
			players = strings.Join(handles, ", ")
		}
		if fit > most {
			game, most = name, fit
		}
	}
	return game, players
}

// players are the handles of the Players tag, or nil.
func (r *Reader) players(h *head, j *Judgement, body notation.Block) []string {
	value, given := h.value("Players")
	if !given {
		_, likely := r.likelyTags(body)
		h.missing(j, "Players", likely, body.First)
		return nil
	}
	handles, err := notation.ParsePlayers(value)
	if err != nil {
		meant := notation.MeantPlayers(value)
		j.Malformed(CodePlayers, h.at(j, "Players"), "not a list of players: %v", err).meant(meant)
		handles, _ = notation.ParsePlayers(meant)
	}
	return handles
}

// chooseRules finds the game and the variant that the tags and the options name.
func (r *Reader) chooseRules(p *Replay, j *Judgement, body notation.Block, dir string) error {
	h := p.head
	game, given := h.value("Game")
	if !given {
		likely, _ := r.likelyTags(body)
		h.missing(j, "Game", likely, body.First)
		return nil
	}
	h.name.Game = game
	if r.library.Default(game) == "" {
		f := j.Malformed(CodeUnknownGame, h.at(j, "Game"), "unknown game %q: the games are %s", game, strings.Join(r.library.Games(), ", "))
		if game = f.readAs(game, r.library.Games()); game == "" {
			return nil
		}
		h.name.Game = game
	}
	named := r.options.Games.named(game)
	p.rules = &binding{gameNotation: named.notation(game), game: named}
	chosen, err := r.chooseVariant(h, j, dir, body.Number)
	if chosen == nil || err != nil {
		return err
	}
	p.variant, p.rules = chosen.variant, chosen
	h.name.Variant, h.name.Fingerprint = p.variant.Name, p.variant.Fingerprint
	return nil
}

// chooseVariant finds the variant that the tags and the options name; nil if none can be had.
func (r *Reader) chooseVariant(h *head, j *Judgement, dir string, number int) (*binding, error) {
	game := h.name.Game
	wanted, tagged := h.value("Variant")
	if r.options.Variant != "" {
		wanted, tagged, dir = r.options.Variant, false, "."
	} else if !tagged {
		wanted = r.library.Default(game)
	}
	chosen, err := r.prepare(wanted, dir)
	_, unfit := errors.AsType[*SetError](err)
	switch {
	case err == nil && chosen.variant.Game == game:
		return chosen, nil
	case err == nil && !tagged:
		return nil, &OtherGameError{Number: number, Game: game, Variant: chosen.variant}
	case err == nil:
		j.Malformed(CodeUnknownVariant, h.at(j, "Variant"), "%s is a variant of %s, not of %s", wanted, chosen.variant.Game, game)
	case !tagged || unfit:
		return nil, err
	case errors.Is(err, variant.ErrUnknown):
		f := j.Malformed(CodeUnknownVariant, h.at(j, "Variant"), "%v", err)
		all := variant.Each(r.library.Variants(game), func(v *variant.Variant) string { return v.Name })
		f.Help = append(f.Help, "the built-in variants of "+game+" are "+strings.Join(all, ", "))
		if near := f.readAs(wanted, append([]string{r.library.Default(game)}, all...)); near != "" {
			return r.prepare(near, ".")
		}
	default:
		j.Malformed(CodeVariantFile, h.at(j, "Variant"), "%v", err)
	}
	return nil, nil
}

// readAs is the known name that was probably meant by a tag, and says that the log is read by it; "" if none is near.
func (f *Finding) readAs(value string, known []string) string {
	near := nearest.Name(value, known)
	f.meant(near)
	return near
}

// meant says that a tag is read as if it had another value, if that is not "".
func (f *Finding) meant(value string) {
	if value == "" {
		return
	}
	f.Help = append(f.Help, "the log is read as if it named "+value)
	if strings.HasPrefix(f.Text[f.Span.Start:], `"`) { // the rest of the tag is well formed
		f.Fixes = append(f.Fixes, Fix{"write " + value, Edit{Span: f.Span, Text: strconv.Quote(value)}})
	}
}

// fingerprint warns when the Rules tag, NAME@FINGERPRINT, says that the log was made under other rules than v.
// Another name for the same rules is right.
func (h *head) fingerprint(v *variant.Variant, quiet bool) []Finding {
	made, given := h.value("Rules")
	if _, hash, _ := strings.Cut(made, "@"); !given || hash == v.Fingerprint {
		return nil
	}
	j := &Judgement{apart: true, Variant: v, Quiet: quiet}
	j.Warning(CodeFingerprint, h.at(j, "Rules"), "the log was made under the rules %s, and is judged by %s", made, v.Rules())
	return j.findings
}
