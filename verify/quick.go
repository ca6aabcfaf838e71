package verify

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"

	"tpnote/notation"
	"tpnote/notation/shape"
	"tpnote/rules"
	"tpnote/rules/variant"
	"tpnote/verify/internal/turn"
)

// This file reads what nearly all lines are: turns that are legal and written as one expects.
// Of such a line there is nothing to say. So it is read from bytes, at a hundred times the
// speed of the grammar, and played on the engine's flat position. A quick judge knows one
// answer only: yes, legal. Whatever else it meets, a refusal, a warning, an odd line, is for
// Replay.Line, which alone makes findings. Two findings are so many in some games that they are
// known here too, by their lines alone: another turn behind the end of the game, and, where
// nobody reads the words, a turn that fell to another player.

// Quick is a game's quick judge. It reads the game's words from bytes, and refuses whatever
// would be a finding; what it has changed by then does not count. A Quick serves one
// goroutine; most of it is an embedded Seats. From Start to the next Start its clock stays
// where it is.
type Quick interface {
	turn.Table
	Position(dst []byte) []byte
	Setup(text string) error
	Assert(text string, leeway turn.Leeway) (bool, error)
	Outcome() Outcome

	// Start sets the pieces for a new game, or refuses. setup says that the game starts from
	// a Setup, which is set next, and sides is the value of the Sides tag, nil if there is
	// none.
	Start(handles []string, setup bool, sides []byte) bool
	// Play carries out the action words of a line, and those of the lines behind it for as long
	// as Run.Word goes on to them: for calls through an interface there is no time.
	Play(r *Run) bool
	// Line carries out a directive of this game alone, up to its line end.
	Line(text []byte, at int, line int32) (end int, ok bool)

	// Counts lists the keys that a tally of this game may have beside those of every game.
	Counts() []string
	// Stands is what the position says of them for a player: now of those keys that stand there,
	// and what has grown since the beginning of those that are counted.
	Stands(seat uint8) (now, grown OwnCounts)
	// CountIn lets Play count in c what it carries out; if c is nil, it does not count.
	CountIn(c *QuickCounts)
}

// Run is turn lines that follow each other, for Quick.Play.
type Run struct {
	Text     []byte
	At       int                           // where the words of the first line begin
	Line     int32                         // the number of the line
	Number   int32                         // of its turn
	Tell     func(r *Run, at, actions int) // to be told each word before it is carried out, with the number of those before it in its line; may be nil
	watch    func(line int)                // to be told each line behind it; may be nil
	seat     uint8                         // whose turn it is
	begin    int                           // where the line begins
	until    int                           // where no other line of the run begins, or behind; 0 for a line alone
	actions  int                           // carried out in the lines before
	counting bool                          // whether turns are counted
	due      shape.Counter                 // the number of the next turn
	clock    *rules.Clock                  // of the table
	heads    []shape.Piece                 // of the players
	body     *QuickBody
}

// Word finds the next word behind what stands at at, which is none: a blank, a comment or the end
// of a line that has had so many actions. From there it goes on to the next line, if that is what
// nearly all are: the turn that is due, written as one expects. begun is how many actions the
// line of the word has had. Where there is no word, word is 0, and Play is to return true; where
// something is wrong, it is less. Between a player and the first word there may be more than one
// blank, where Word goes on, too.
func (r *Run) Word(at, actions int) (word, begun int) {
	if r.Text[at] != '\n' {
		return r.word(at, actions)
	}
	r.At = at
	r.actions += actions
	if r.watch != nil && actions > 0 {
		r.watch(int(r.Line))
	}
	begin := at + 1
	if begin >= r.until || actions == 0 {
		return min(0, actions-1), 0
	}
	seat := r.clock.Seat
	head := &r.heads[seat]
	word = begin + r.due.Size
	if !r.due.At(r.Text, begin) || !head.At(r.Text, word) || r.clock.Number != r.Number+1 || r.clock.Phase != rules.Due {
		return 0, 0
	}
	if r.counting {
		r.body.countFor(seat, 1)
	}
	r.due.Count()
	r.Line, r.Number, r.begin, r.seat = r.Line+1, r.Number+1, begin, seat
	return word + head.Size, 0
}

// word is Word for what is rarely written.
func (r *Run) word(at, actions int) (word, begun int) {
	word, ok := shape.Gap(r.Text, at)
	switch {
	case !ok || word == at:
		return -1, 0
	case r.Text[word] == '\n':
		return r.Word(word, actions)
	case r.clock.Number != r.Number: // the turn is over
		return -1, 0
	}
	return word, actions
}

// OwnCounts are the counts of a player by the game's own keys, in the order of Counts.
type OwnCounts [4]int

// QuickCounts are the counts of one player.
type QuickCounts struct {
	Own                       OwnCounts
	turns, rolls, sixes, pips int
	before                    OwnCounts // what the position said in the beginning
}

// Roll counts a roll of the die.
func (c *QuickCounts) Roll(die uint8) {
	c.rolls++
	c.pips += int(die)
	if die == 6 {
		c.sixes++
	}
}

// Teller is a Quick that can say what a word records. But for handles, the text of its positions is
// Row.Plain.
type Teller interface {
	Quick
	// Tell is what Rules.Act says of the word at at, as far as a Row has it, in the position before
	// it, if the word is legal and has the mark that is due. If not, nobody hears of it; but what is
	// remembered of the word holds where it is legal. What is told is valid until the next call.
	Tell(text []byte, at int) *Told
}

// Told is what a word records.
type Told struct {
	cells *Cells // nil where it is not remembered
	Action
}

// Tellings are what words record, as far as it is the same in every position, and but for a roll that
// a word begins with.
type Tellings struct {
	known shape.Words[Cells]
	told  Told
}

// Find finds what the word at at records. From and Captured have to be filled in; and where end is
// not 0, it is that of the word, and all else has to be, too.
func (t *Tellings) Find(text []byte, at int) (told *Told, end int) {
	die, _, rolled := shape.Rolled(text, at)
	if rolled {
		at += 2
	} else {
		die = 0
	}
	key, end := shape.WordKey(text, at)
	told = &t.told
	told.cells = t.known.Find(key)
	if told.cells == nil {
		t.known.Learn(key, &Cells{})
		told.cells = t.known.Find(key)
	} else if told.cells.Known() {
		end = 0
	}
	told.Die = int(die)
	return told, end
}

// Short is how long a text may be that AppendShort appends in one step.
const Short = 32

// AppendShort is append for texts that are short, with room behind them, most of the time: it copies as
// much as a short one may have, whatever its size, and nobody has to foresee that.
func AppendShort(dst, text []byte) []byte {
	n := len(dst)
	if len(text) > Short || cap(text) < Short || cap(dst)-n < Short {
		return append(dst, text...)
	}
	to, from := (*[Short]byte)(dst[n:n+Short]), (*[Short]byte)(text[:Short])
	*(*[16]byte)(to[:16]) = *(*[16]byte)(from[:16])
	*(*[16]byte)(to[16:]) = *(*[16]byte)(from[16:])
	return dst[:n+len(text)]
}

// QuickFrom is a Quick that can go on from any position of its game.
type QuickFrom[S any] interface {
	Quick
	Here() *S
	GoOn(from *S)
}

// QuickRules are the rules that a log's Game and Variant tags name, ready for quick judges.
type QuickRules struct {
	Name  RulesName
	Table Quick // nil where games of these rules have no quick judge

	variant *variant.Variant
	binding *binding
	tie     string                // the value of rolloff-tie
	words   shape.Words[struct{}] // that are actions, of those that turns behind the end of a game have
}

// Judge says in a summary that the game was judged by them.
func (q *QuickRules) Judge(g *Summary) { g.Rules, g.variant = q.Name, q.variant }

// Admits reports whether nothing is to be said of so many players and of the Rules tag of a
// log, nil if there is none.
func (q *QuickRules) Admits(players int, made []byte) bool {
	return fits(q.variant, players) && (made == nil || sameRules(q.variant, string(made)))
}

// Quick finds the rules that a log's tags name, for quick judges; tagged says whether there
// is a Variant tag.
func (r *Reader) Quick(game, wanted string, tagged bool, dir string) *QuickRules {
	name := r.library.Default(game)
	if name == "" || r.options.cut() {
		return &QuickRules{}
	}
	if tagged {
		name = wanted
	}
	if r.options.Variant != "" {
		name, dir = r.options.Variant, "."
	}
	p := r.prepare(name, dir)
	if p.err != nil || p.variant.Game != game {
		return &QuickRules{}
	}
	return p.binding.quickRules(p.variant)
}

// quickRules makes the quick judge of the variant that is bound, once.
func (b *binding) quickRules(v *variant.Variant) *QuickRules {
	if b.judge == nil {
		b.judge = &QuickRules{
			Name: RulesName{v.Game, v.Name, v.Fingerprint}, variant: v, binding: b,
		}
		if b.rollsOff {
			b.judge.tie = tieRule(v)
		}
		if b.quick != nil {
			b.judge.Table = b.quick()
		}
	}
	return b.judge
}

// QuickPlayers are the players of a game, as quick judges look for them.
type QuickPlayers struct {
	Handles []string
	heads   []shape.Piece // with a blank behind them
	plain   bool          // they are ASCII
}

// NewQuickPlayers makes handles, in seating order, ready to be looked for.
func NewQuickPlayers(handles []string) *QuickPlayers {
	p := &QuickPlayers{Handles: handles, plain: shape.IsASCII(strings.Join(handles, ""))}
	for _, h := range handles {
		p.heads = append(p.heads, shape.PieceOf(h+" "))
	}
	return p
}

// QuickBody reads the lines of games' bodies. Of turns it decides nothing: the turn machine
// does. It serves one goroutine.
type QuickBody struct {
	progress
	text    []byte
	end     int // of the lines to read
	turnAt  int // where the last turn begins in what Lines has read; -1 if it has read none
	rules   *QuickRules
	table   Quick
	clock   *rules.Clock // of the table
	players *QuickPlayers
	scratch []byte
	run     Run
	first   int                           // where Lines began
	counts  []QuickCounts                 // by seat; nil where nothing is counted
	whole   bool                          // they are of the game from its beginning on
	plain   bool                          // the game has neither Setup nor Sides
	inWords *Replay                       // of the players' games, for turns with a ruling
	ruled   bool                          // it has judged lines of this game
	tell    func(r *Run, at, actions int) // of Run
	watch   func(line int)                // likewise
	word    func(r *Run, at, actions int) // of telling
	telling telling

	lenient bool        // whether turns that fall to another player are carried out
	wrongs  []wrongTurn // those that were

	// of the line that is judged in words
	parser    notation.Parser
	event     Event
	judgement Judgement

	saved       [2]progress // to go back to: see save
	savedCounts [2][]QuickCounts
	last        int // the later of them
	saveAt      int // where to save the next, or behind
}

// mostWrongs is how many turns of wrong players are told in one go: a game may have a million.
const mostWrongs = 1 << 10

// wrongTurn is a turn that fell to another player.
type wrongTurn struct{ line, number int32 }

// progress is how far a QuickBody has come, beside the position.
type progress struct {
	wrong   int // how many of QuickBody.wrongs there were
	Turns   int // carried out
	Actions int // carried out

	at     int
	lineNo int32 // number of the line being read
	turns  turn.Machine
	number int  // of the last turn line
	begun  bool // a turn has begun, or a state line has been read
	erred  bool // the turn under way has had an error, before it came here
	own    bool // a directive has been read that is neither order nor state
}

// Start sets the table for a game. setup and sides are the values of those tags, nil if there
// are none. counting says that a tally line may follow. It may refuse.
func (q *QuickBody) Start(r *QuickRules, players *QuickPlayers, setup, sides []byte, counting bool) bool {
	q.rules, q.table, q.players, q.tell, q.watch, q.lenient = r, r.Table, players, nil, nil, false
	if q.table == nil || !q.table.Start(players.Handles, setup != nil, sides) {
		return false
	}
	q.clock = q.table.Clock()
	q.progress = progress{turns: turn.Start(setup != nil)}
	q.plain, q.ruled = setup == nil && sides == nil, false
	if setup != nil && q.table.Setup(norm.NFC.String(string(setup))) != nil {
		return false
	}
	q.count(counting)
	q.whole = true
	return true
}

// count begins to count where the table is.
func (q *QuickBody) count(counting bool) {
	q.table.CountIn(nil)
	q.whole = false
	if q.counts = q.counts[:0]; !counting {
		return
	}
	for seat := range q.players.Handles {
		_, before := q.table.Stands(uint8(seat))
		q.counts = append(q.counts, QuickCounts{before: before})
	}
}

// Lines reads lines from text[at:] on, up to end or to the line that begins the next game:
// games has been told the lines before. Every line ends with a newline, and behind end the
// array has shape.Slack bytes more. line is the number of the first one. It returns where it
// ended and how many lines it has read. ok is false if a line is not for it: then it has ended
// before the last turn that began, which may have to be judged in words.
func (q *QuickBody) Lines(games notation.Splitter, text []byte, at, end, line int) (stop, lines int, ok bool) {
	q.text, q.at, q.lineNo, q.turnAt = text[:end+shape.Slack], at, int32(line), -1
	q.first = at
	q.save()
	if ok = q.read(games, end); !ok {
		q.back(games)
	}
	return q.at, int(q.lineNo) - line, ok
}

// read is Lines. It ends before a line that is not for it, which may have changed the position
// all the same.
func (q *QuickBody) read(games notation.Splitter, end int) (ok bool) {
	text := q.text
	q.end = end
	for q.at < end {
		if q.at >= q.saveAt && q.clock.Phase == rules.Due && !q.turns.UnderWay(*q.clock) {
			q.save()
		}
		q.run.begin = q.at
		begin := q.at
		switch c := text[begin]; {
		case c-'0' <= 9: // a line of the body, which tells the splitter nothing new
			ok = q.turn()
		case c|0x20-'a' < 26: // likewise
			ok = q.directive()
		case c == '\n':
			q.at++
			ok = true
		default:
			class, begins := games.Line(text[begin : begin+bytes.IndexByte(text[begin:], '\n')+1])
			switch {
			case begins:
				return true
			case class == notation.BlankLine:
				q.at, ok = shape.Empty(text, q.at)
			default:
				ok = q.directive()
			}
		}
		if begin = q.run.begin; !ok || q.at-begin > notation.MaxLine {
			q.at = begin
			return false
		}
		q.lineNo++
	}
	return true
}

// mostBack is how many bytes are read until the position is saved once more. A line that ends within
// them is not too long.
const mostBack = 2 << 10

// save saves the position. No turn is under way in it, or Lines has just begun; and the one
// that was saved before is kept, because what refuses a line may be the turn before.
func (q *QuickBody) save() {
	q.last ^= 1
	q.saveAt = q.at + mostBack
	q.saved[q.last] = q.progress
	q.savedCounts[q.last] = append(q.savedCounts[q.last][:0], q.counts...)
	q.rules.binding.save(q.table, q.last)
}

// back goes back to where the last turn began; if none has, to before the line that was not for
// it.
func (q *QuickBody) back(games notation.Splitter) {
	q.tell = nil
	to := q.at
	if q.turnAt >= 0 {
		to = q.turnAt
	}
	if q.saved[q.last].at > to {
		q.last ^= 1
	}
	q.rules.binding.goBack(q.table, q.last)
	q.progress = q.saved[q.last]
	q.wrongs = q.wrongs[:q.wrong]
	copy(q.counts, q.savedCounts[q.last])
	q.read(games, to)
}

// turn reads and carries out a turn line, and those behind it as far as Run.Word takes them.
func (q *QuickBody) turn() bool {
	text := q.text
	number, at, ok := shape.Number(text, q.at)
	if !ok {
		return false
	}
	seat := q.clock.Seat // most likely
	if head := &q.players.heads[seat]; head.At(text, at) {
		at += head.Size - 1
	} else {
		end := shape.WordEnd(text, at)
		if seat, ok = q.seat(text[at:end]); !ok {
			return false
		}
		at = end
	}
	if left := q.rules.binding.left; left != nil && left(q.table, seat) { // before the rolls for the first turn, too
		return false
	}
	turns, wrong := q.Turns, false
	if q.turns.TakeDue(q.clock, seat, number) {
		q.Turns++
		q.begun, q.erred, q.turnAt = true, false, q.at
	} else {
		taking := q.turns.Take(q.table, seat, number, q.erred)
		wrong = taking.Faults == turn.WrongPlayer && q.lenient && len(q.wrongs) < mostWrongs
		if taking.Faults != 0 && !wrong {
			return false
		}
		if taking.Counts || q.Turns == 0 { // a Setup may have begun it
			q.Turns++
		}
		q.begun = q.begun || taking.Begins
		q.erred = q.erred && !taking.Begins
		if taking.Begins || q.turnAt < 0 {
			q.turnAt = q.at
		}
	}
	if len(q.counts) > 0 {
		q.countFor(seat, q.Turns-turns)
	}
	q.run = Run{Text: text, At: at, Line: q.lineNo, Number: number, Tell: q.tell, watch: q.watch, counting: len(q.counts) > 0, begin: q.at, until: min(q.end, q.saveAt), due: shape.CounterOf(number + 1), clock: q.clock, heads: q.players.heads, body: q}
	if wrong {
		q.wrongs = append(q.wrongs, wrongTurn{q.lineNo, number})
		q.wrong = len(q.wrongs)
	}
	ok = q.table.Play(&q.run)
	if lines := q.run.Line - q.lineNo; lines > 0 {
		q.turns.Taken(q.run.seat, q.run.Number)
		q.Turns += int(lines)
		q.begun, q.erred, q.turnAt = true, false, q.run.begin
	}
	q.at, q.lineNo, q.number = q.run.At+1, q.run.Line, int(q.run.Number)
	q.Actions += q.run.actions
	return ok
}

// telling tells the actions of a game as they are carried out.
type telling struct {
	Teller
	rows []Row // by seat, with what all its actions share
	row  func(*Row)
}

// Tell lets Lines tell each action that it carries out, before it, until the next Start. tag is the
// value of a tag of the game, nil where there is none. It refuses where the table cannot tell.
func (q *QuickBody) Tell(row func(*Row), tag func(name string) []byte) bool {
	teller, ok := q.table.(Teller)
	if !ok {
		return false
	}
	t := &q.telling
	if t.row == nil {
		q.word = t.word
	}
	t.Teller, t.row = teller, row
	v, handles := q.rules.variant, q.players.Handles
	t.rows = slices.Grow(t.rows[:0], len(handles))[:len(handles)]
	for seat, handle := range handles {
		by := ""
		if isColour(v, handle) {
			by = string(tag(handle))
		}
		t.rows[seat] = Row{before: teller, Plain: q.players.plain, Variant: v.Name, Player: handle, Seat: seat + 1, PlayedBy: by, Legal: true}
	}
	q.tell = q.word
	return true
}

// word tells the word at at, which is about to be carried out.
func (t *telling) word(r *Run, at, actions int) {
	seat := r.clock.Seat
	row := &t.rows[seat]
	row.Line, row.Turn, row.Action = int(r.Line), int(r.Number), actions+1
	told := t.Tell(r.Text, at)
	row.Cells = told.cells
	if row.Cells == nil || !row.Cells.Known() {
		row.Word = r.Text[at:shape.WordEnd(r.Text, at)]
		row.take(&told.Action)
	}
	row.Die, row.From, row.Captured = told.Die, told.From, ""
	if told.Captured > 0 {
		row.Captured = r.body.players.Handles[told.Captured-1]
	}
	t.row(row)
}

// countFor counts so many turns for a seat, and lets Play count what is carried out in them.
func (q *QuickBody) countFor(seat uint8, turns int) {
	q.counts[seat].turns += turns
	q.table.CountIn(&q.counts[seat])
}

// seat is whose a handle is.
func (q *QuickBody) seat(word []byte) (seat uint8, ok bool) {
	for seat, h := range q.players.Handles {
		if h == string(word) {
			return uint8(seat), true
		}
	}
	return 0, false
}

// directive carries out a line of the body that is no turn.
func (q *QuickBody) directive() bool {
	at, ok := shape.Gap(q.text, q.at)
	if !ok {
		return false
	}
	word := q.text[at:shape.WordEnd(q.text, at)]
	switch string(word) {
	case "order":
		at, ok = q.order(at + len(word))
	case "state":
		at, ok = q.state(at + len(word))
	case "tally":
		at, ok = q.tally(at + len(word))
		q.own = true
	case "leave":
		at, ok = q.leave(at + len(word))
		q.own = true
	default:
		at, ok = q.table.Line(q.text, at, q.lineNo)
		q.own = true
	}
	q.at = at + 1
	return ok && q.text[at] == '\n'
}

// order carries out the rolls for the first turn, from behind the keyword on, if they settle
// it.
func (q *QuickBody) order(at int) (end int, ok bool) {
	if q.turns.Ordered || q.turns.Played || !q.rules.binding.rollsOff {
		return at, false
	}
	q.turns.Ordered = true
	off := turn.NewRollOff(q.rules.tie, len(q.players.Handles))
	for {
		if at, ok = shape.Gap(q.text, at); !ok {
			return at, false
		}
		end := shape.WordEnd(q.text, at)
		switch word := q.text[at:end]; {
		case len(word) == 0: // the line ends
			fault, winner := off.End(true)
			if fault == 0 {
				q.turns.Order(q.table, uint8(turn.Seat(winner)), true)
			}
			return at, fault == 0
		case string(word) == "/":
			if fault, _ := off.End(false); fault != 0 {
				return at, false
			}
		default:
			handle, face, _ := bytes.Cut(word, []byte{':'})
			seat, known := q.seat(handle)
			if !known || len(face) != 1 || face[0]-'1' >= 6 || off.Roll(int(seat), int(face[0]-'0')) != 0 {
				return at, false
			}
		}
		at = end
	}
}

// state carries out a state line, from behind the keyword on, if the position is right.
func (q *QuickBody) state(at int) (end int, ok bool) {
	q.scratch = q.scratch[:0]
	for {
		if at, ok = shape.Gap(q.text, at); !ok {
			return at, false
		}
		if q.text[at] == '\n' {
			break
		}
		end := shape.WordEnd(q.text, at)
		if len(q.scratch) > 0 {
			q.scratch = append(q.scratch, ' ')
		}
		q.scratch = append(q.scratch, q.text[at:end]...)
		at = end
	}
	if len(q.scratch) == 0 {
		return at, false
	}
	leeway := q.turns.Leeway(q.table, q.erred)
	same, err := q.table.Assert(norm.NFC.String(string(q.scratch)), leeway)
	q.turns.Assert(!leeway.Seat)
	q.begun, q.erred = true, false
	return at, err == nil && same
}

// leave takes a player out of the game, from behind the keyword on.
func (q *QuickBody) leave(at int) (end int, ok bool) {
	b := q.rules.binding
	if b.leave == nil || !q.plain {
		return at, false
	}
	if at, ok = shape.Gap(q.text, at); !ok {
		return at, false
	}
	end = shape.WordEnd(q.text, at)
	seat, known := q.seat(q.text[at:end])
	if !known || b.left(q.table, seat) {
		return at, false
	}
	for i := range q.counts { // what goes with the pieces has been counted
		_, grown := q.table.Stands(uint8(i))
		q.counts[i].keep(grown, 1)
	}
	q.turns.Leave(q.table)
	b.leave(q.table, seat)
	for i := range q.counts {
		_, grown := q.table.Stands(uint8(i))
		q.counts[i].keep(grown, -1)
	}
	q.begun, q.erred = true, false
	return shape.Gap(q.text, end)
}

// keep adds what has grown to what is counted, so many times.
func (c *QuickCounts) keep(grown OwnCounts, times int) {
	for i, n := range grown {
		c.Own[i] += times * n
	}
}

// into adds what has been counted to the counts of a replay.
func (q *QuickBody) into(counts tallied) {
	for seat := range q.counts {
		c := &q.counts[seat]
		_, grown := q.table.Stands(uint8(seat))
		add := func(key string, n int) {
			if n != 0 {
				counts.add(uint8(seat), key, n, n)
			}
		}
		add("turns", c.turns)
		add("rolls", c.rolls)
		add("sixes", c.sixes)
		add("pips", c.pips)
		for i, key := range q.table.Counts() {
			add(key, c.Own[i]+grown[i]-c.before[i])
		}
	}
}

// from takes over what a replay has counted since the beginning of the game.
func (q *QuickBody) from(counts tallied) {
	for seat := range q.counts {
		c := &q.counts[seat]
		_, grown := q.table.Stands(uint8(seat))
		of := func(key string) int { return counts[counted{uint8(seat), key}].least }
		c.turns, c.rolls, c.sixes, c.pips = of("turns"), of("rolls"), of("sixes"), of("pips")
		for i, key := range q.table.Counts() {
			c.Own[i] = of(key) - grown[i] + c.before[i]
		}
	}
}

// tally judges a tally line, from behind the keyword on: it holds if all counts are right.
func (q *QuickBody) tally(at int) (end int, ok bool) {
	if !q.whole || len(q.counts) == 0 {
		return at, false
	}
	if at, ok = shape.Gap(q.text, at); !ok {
		return at, false
	}
	end = shape.WordEnd(q.text, at)
	seat, known := q.seat(q.text[at:end])
	if !known {
		return at, false
	}
	c := &q.counts[seat]
	now, grown := q.table.Stands(seat)
	for n := 0; ; n++ {
		if at, ok = shape.Gap(q.text, end); !ok || q.text[at] == '\n' {
			return at, ok && n > 0
		}
		end = shape.WordEnd(q.text, at)
		key, number, _ := bytes.Cut(q.text[at:end], []byte{'='})
		var count int
		switch string(key) {
		case "turns":
			count = c.turns
		case "rolls":
			count = c.rolls
		case "sixes":
			count = c.sixes
		case "pips":
			count = c.pips
		default:
			i := slices.Index(q.table.Counts(), string(key))
			if i < 0 {
				return at, false
			}
			count = c.Own[i] + now[i] + grown[i] - c.before[i]
		}
		if string(number) != strconv.Itoa(count) {
			return at, false
		}
	}
}

// Outcome is how the game stands.
func (q *QuickBody) Outcome() Outcome { return q.table.Outcome() }

// AppendPosition appends the text of the position.
func (q *QuickBody) AppendPosition(dst []byte) []byte { return q.table.Position(dst) }

// ahead reads lines of a replay that are for a quick judge.
type ahead struct {
	body QuickBody
	text []byte // the game's lines, as QuickBody.Lines wants them
	size int    // of them, without what was added
	end  int    // and with the last newline
}

// start makes a game ready, of which the block is what is left, or refuses.
func (a *ahead) start(p *Replay, b notation.Block) bool {
	if p.table == nil || !a.body.Start(p.rules.quickRules(p.variant), NewQuickPlayers(p.handles), p.head.bytes("Setup"), p.head.bytes("Sides"), false) {
		return false
	}
	a.size = len(b.Text)
	a.text = padded(b.Text)
	a.end = len(a.text)
	return true
}

// release lets go of the text that was read, and of who watched.
func (a *ahead) release() {
	q := &a.body
	a.text, q.text, q.watch, q.run = nil, nil, nil, Run{}
}

// padded is a text as QuickBody.Lines wants it: its last line has an end, and behind it the array has
// shape.Slack bytes more.
func padded(text []byte) []byte {
	if cap(text)-len(text) >= shape.Slack && bytes.HasSuffix(text, []byte{'\n'}) {
		return text
	}
	padded := append(slices.Grow([]byte(nil), len(text)+1+shape.Slack), text...)
	if !bytes.HasSuffix(padded, []byte{'\n'}) {
		padded = append(padded, '\n')
	}
	return padded
}

// watching tells watch of the lines that q reads; nil if nobody watches.
func watching(q *QuickBody, watch Watch) func(line int) {
	if watch == nil {
		return nil
	}
	return func(line int) { watch(line, q.table) }
}

// read carries out in p as many of the next lines as it can, which take so many bytes, and
// returns what is left then. begins reports whether a turn begins in them.
func (a *ahead) read(p *Replay, rest notation.Block, size int) (behind notation.Block, begins bool) {
	q, at := &a.body, a.size-len(rest.Text)
	end := at + size
	if end == a.size {
		end = a.end
	}
	q.follow(p)
	q.count(p.tallied != nil)
	_, _, ok := q.Lines(notation.Splitter{}, a.text, at, end, rest.Line)
	if ok && end < a.size && q.turnAt >= 0 { // what the turn before has done may be among the grounds
		q.back(notation.Splitter{})
	}
	return q.hand(p, rest, min(q.at, a.size)-at)
}

// pass passes turn lines behind one that stands behind the end of the game, as long as there is nothing
// to say of them but that they stand there too, and nothing that follows has a say in that. It returns
// what is left then, and how many they are.
func (a *ahead) pass(p *Replay, rest notation.Block) (behind notation.Block, turns int) {
	at := a.size - len(rest.Text)
	begin := at
	for at < a.end && a.text[at]-'0' <= 9 {
		number, words, ok := shape.Number(a.text, at)
		if !ok {
			break
		}
		end, ok := a.turnEnd(p, words)
		if !ok || end-at > notation.MaxLine || end < a.end && !anotherTurn(a.text[end:a.end], int(number)) {
			break
		}
		at, p.number = end, int(number)
		turns++
	}
	if turns > 0 {
		p.turns.Lost, p.erred = false, true
	}
	return rest.Behind(min(at, a.size)-begin, turns), turns
}

// turnEnd is the end of a turn line whose player, at at, is in the game and whose words are actions, and
// which has nothing else; ok is false if it is not that.
func (a *ahead) turnEnd(p *Replay, at int) (end int, ok bool) {
	q := &a.body
	seat := slices.IndexFunc(q.players.heads, func(head shape.Piece) bool { return head.At(a.text, at) })
	if seat < 0 || p.table.left(uint8(seat)) {
		return at, false
	}
	for end = at + q.players.heads[seat].Size - 1; a.text[end] == ' '; {
		at = end + 1
		var key shape.Key
		if key, end = shape.WordKey(a.text, at); q.rules.words.Find(key) != nil {
			continue
		}
		if p.notation.syntax(string(a.text[at:end])) != nil {
			return at, false
		}
		q.rules.words.Learn(key, &struct{}{})
	}
	return end + 1, a.text[end] == '\n'
}

// hand lets a replay go on from where it has come, which is so many bytes farther, and returns
// what is left then. begins reports whether a turn has begun on the way.
func (q *QuickBody) hand(p *Replay, rest notation.Block, size int) (behind notation.Block, begins bool) {
	lines := int(q.lineNo) - rest.Line
	if lines == 0 {
		return rest, false
	}
	q.lead(p)
	return rest.Behind(size, lines), q.begun
}

// lead brings a replay, which was where q began, to where q is.
func (q *QuickBody) lead(p *Replay) {
	p.rules.fromQuick(p.table, q.table)
	if q.Actions > p.actions {
		p.table.forget()
	}
	if p.tallied != nil {
		q.into(p.tallied)
	}
	p.turns, p.taken, p.actions, p.number = q.turns, q.Turns, q.Actions, q.number
	p.erred = q.erred
	p.rulable = p.rulable && !q.begun && !q.own
}

// follow goes on from where a replay is.
func (q *QuickBody) follow(p *Replay) {
	p.rules.toQuick(q.table, p.table)
	q.progress = progress{Turns: p.taken, Actions: p.actions, turns: p.turns, number: p.number, erred: p.erred}
	q.wrongs = q.wrongs[:0]
}

// Ruled judges the lines up to end, the last of which is a ruling: a replay has to say what the
// table let stand. Where nothing else is wrong with them, it goes on behind them, and g has what
// was found; where anything is, it stays where it is, and the game is for a Reader.
func (q *QuickBody) Ruled(r *Reader, g *Summary, end int) (lines int, ok bool) {
	if !q.plain {
		return 0, false
	}
	p := q.replay(r)
	if !q.ruled {
		p.course, p.counts = course{}, counts{}
		p.table.forget()
	}
	if p.tallied = nil; len(q.counts) > 0 {
		p.tallied = tallied{}
	}
	q.lead(p)
	found := fold{Summary: g, first: -1}
	var ruled *notation.Turn
	rest := notation.Block{Text: q.text[q.at:end], Line: int(q.lineNo)}
	for ; len(rest.Text) > 0; lines++ {
		var line notation.Line
		line, rest = q.parser.Cut(rest)
		turn, _ := line.Node.(*notation.Turn)
		_, ruling := line.Node.(*notation.Ruling)
		switch _, marks := line.Node.(*notation.SideLine); {
		case marks:
			return 0, false
		case ruled == nil || line.Node == nil || ruling:
		case turn == nil || turn.Number != ruled.Number || turn.Handle.Text != ruled.Handle.Text:
			return 0, false
		}
		ev := &q.event
		p.line(line, &q.judgement, ev)
		for i := range ev.Findings {
			f := &ev.Findings[i]
			if turn != nil {
				f.rule()
			}
			if f.Severity == SeverityError || f.apart {
				return 0, false
			}
			if f.Ruled {
				ruled = &notation.Turn{Number: turn.Number, Handle: turn.Handle} // turn is valid for this line alone
			}
		}
		found.take(ev)
	}
	if !p.certain() || p.unknown > 0 {
		return 0, false
	}
	at := int(q.lineNo) + lines
	q.follow(p)
	q.at, q.lineNo, q.ruled = end, int32(at), true
	q.from(p.tallied)
	return lines, true
}

// replay is a replay of the game's rules and players, at any position.
func (q *QuickBody) replay(r *Reader) *Replay {
	p := q.inWords
	if p == nil || p.reader != r || p.rules != q.rules.binding || &p.handles[0] != &q.players.Handles[0] {
		v := q.rules.variant
		p = &Replay{reader: r, head: &head{name: q.rules.Name}, variant: v, rules: q.rules.binding, notation: q.rules.binding.gameNotation,
			terms: r.options.Games.of(v.Family).terms(v.Game), handles: q.players.Handles}
		p.set(&Judgement{})
		q.inWords = p
	}
	return p
}

// handOver lets a replay of the same game, which has read its tags, go on from where this has
// stopped. It returns what is left then.
func (q *QuickBody) handOver(p *Replay, game, rest notation.Block) notation.Block {
	begin := len(game.Text) - len(rest.Text)
	if p.table == nil || q.rules != p.rules.quickRules(p.variant) || q.first != begin || q.at > len(game.Text) || p.tallied != nil && len(q.counts) == 0 {
		return rest
	}
	rest, _ = q.hand(p, rest, q.at-begin)
	return rest
}
