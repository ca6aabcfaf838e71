package archive

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"tpnote/notation"
	"tpnote/notation/shape"
	"tpnote/verify"
)

// judge is the quick judge of a worker. Nearly all games of an archive are legal and written
// as one expects, and of such a game there is nothing to say but how it ended. So the judge
// reads the bytes, and knows one answer only: yes, legal. Whatever else it meets, a refusal, a
// warning, an odd line, the whole game goes to the Reader, which alone makes findings. What
// is legal it does not decide: the turn machine does, verify.Quick for words, and
// verify.Outcome for results. It serves one goroutine.
type judge struct {
	reader    *verify.Reader
	pair      bool // another judges the same games
	grounds   int  // turns before one with an error that may be among its grounds
	positions bool // whether Summary.Position is wanted
	anyRules  bool // whether the Rules tag says nothing
	rows      *rows
	tell      func(*verify.Row) // of rows; nil where actions are not told

	ready   map[string]*verify.QuickRules   // by game, variant and folder
	seated  map[string]*verify.QuickPlayers // by Players value
	results map[string]*notation.Result     // by Result value
	key     []byte
	scratch []byte

	// the game under judgement
	text     []byte // with shape.Slack behind end
	at, end  int    // at is where the body begins, once the tags are read
	line     int    // number of the line there
	games    notation.Splitter
	tags     []tag
	lines    []tagLine // that were read last, by their place
	distinct int       // of them the first so many have different names
	settling int       // how many tags of the game settle what is played, and who plays
	settled  settled   // by the game before
	body     verify.QuickBody
	look     bool // whether tally lines and rulings are looked for; nearly no archive has any
	tally    int  // how far before the end of the text the next tally line may stand; -1 where none does, 0 where that is not known
	turns    int  // likewise, the next turn with a ruling, with its grounds
	ruling   int  // likewise, the end of that ruling
	opened   bool // the body has been read, as far as it is for the quick judge

	_ [128]byte // what one worker writes is on no cache line of another's
}

type tag struct{ name, value []byte }

// tagLine is a tag with its line.
type tagLine struct {
	tag
	size    int
	text    []byte // none of a line that is too long to be kept
	begin   int    // of the value in text
	settles bool   // it is one of settling
}

// settled is what the tags of a game say of what is played, and who plays.
type settled struct {
	tags         int // how many; 0 if they do not hold any more
	dir          string
	who          *verify.QuickPlayers
	rules        *verify.QuickRules
	setup, sides []byte
}

// settling are those tags.
var settling = []string{"Game", "Variant", "Rules", "Players", "Setup", "Sides"}

// mostKept and longestKept bound what a worker keeps of an archive's tags.
const (
	mostKept    = 1024
	longestKept = 256
)

func newJudge(r *verify.Reader, positions, anyRules bool) *judge {
	return &judge{
		reader: r, positions: positions, anyRules: anyRules, grounds: 1,
		ready: map[string]*verify.QuickRules{}, seated: map[string]*verify.QuickPlayers{}, results: map[string]*notation.Result{},
	}
}

// game judges the game at the beginning of text, the lines of which are counted from line.
// If it is legal, g says how it ended, and size and lines are what it takes of the text.
// text ends with a newline, and has shape.Slack bytes behind it.
func (q *judge) game(text []byte, dir string, line int, g *verify.Summary) (size, lines int, ok bool) {
	q.at, q.end = 0, len(text)
	text = text[:len(text)+shape.Slack]
	q.text, q.tags, q.games, q.line, q.opened, q.settling = text, q.tags[:0], notation.Splitter{}, line, false, 0
	for ; q.at < q.end; q.line++ {
		begin := q.at
		class := notation.TagLine // before the body, such a line tells the splitter nothing new
		if text[begin] != '[' {
			class, _ = q.games.Line(text[begin : begin+bytes.IndexByte(text[begin:], '\n')+1])
		}
		if class == notation.BodyLine {
			break
		}
		if class == notation.TagLine {
			if len(q.tags) == 0 {
				g.Line = q.line
			}
			ok = q.tag()
		} else {
			q.at, ok = shape.Empty(text, q.at)
		}
		if !ok || q.at-begin > notation.MaxLine {
			return 0, 0, false
		}
	}
	size, read, ok := q.play(dir, g)
	return size, q.line + read - line, ok
}

// play judges the body of the game. size is that of the game, and lines those of the body.
func (q *judge) play(dir string, g *verify.Summary) (size, lines int, ok bool) {
	if size, lines, ok = q.try(dir, g); !ok && !q.look {
		q.look = true
		size, lines, ok = q.try(dir, g)
	}
	return size, lines, ok
}

// try is play as far as it is known that there are tally lines and rulings.
func (q *judge) try(dir string, g *verify.Summary) (size, lines int, ok bool) {
	if len(q.tags) == 0 || !q.open(dir, g) {
		return 0, 0, false
	}
	q.opened = true
	for size = q.at; ; {
		stop, ruling := q.ruled(size)
		var read int
		size, read, ok = q.body.Lines(q.games, q.text, size, stop, q.line+lines)
		if lines += read; !ok || size < stop || ruling == 0 {
			return size, lines, ok && q.finish(g)
		}
		if read, ok = q.body.Ruled(q.reader, g, ruling); !ok {
			return size, lines, false
		}
		lines += read
		size = ruling
	}
}

// ruled finds the next ruling in what is left of the text, behind at: where the lines begin that
// have to be judged in words for it, the turn that it lets stand and its grounds, and where it ends.
// Without a ruling, the quick judge goes on to the end.
func (q *judge) ruled(at int) (begin, end int) {
	if q.pair || q.tell != nil || !q.look {
		return q.end, 0
	}
	if left := q.end - at; q.ruling == 0 || q.ruling >= left { // the text is looked through once for all its games
		q.ruling = -1
		for line := at; q.ruling < 0; line++ {
			i := bytes.Index(q.text[line:q.end], []byte("uling")) // an "r" is in every other word
			if i < 0 {
				break
			}
			if line += i; bytes.HasSuffix(q.text[:line], []byte("\nr")) {
				q.turns, q.ruling = q.end-q.turnsBefore(line-1), q.end-line-bytes.IndexByte(q.text[line:], '\n')-1
			}
		}
	}
	if q.ruling < 0 {
		return q.end, 0
	}
	return max(at, q.end-q.turns), q.end - q.ruling
}

// turnsBefore is where the last turn before a line begins, or its grounds, as far as the game has
// them.
func (q *judge) turnsBefore(line int) int {
	turns, last, seat := 0, int32(0), []byte(nil)
	for begin := line; begin > 0; {
		at := bytes.LastIndexByte(q.text[:begin-1], '\n') + 1
		if notation.ClassOf(q.text[at:begin]) == notation.TagLine {
			return begin
		}
		if number, handle, ok := shape.Number(q.text, at); ok {
			if who := q.text[handle:shape.WordEnd(q.text, handle)]; number != last || !bytes.Equal(who, seat) {
				if turns++; turns > 1+q.grounds {
					return begin
				}
				last, seat = number, who
			}
		}
		begin = at
	}
	return 0
}

// begun is what has read lines of the game under judgement; nil if nothing has.
func (q *judge) begun() *verify.QuickBody {
	if !q.opened {
		return nil
	}
	return &q.body
}

// again judges the game that another judge has found legal. Where that one has not looked for tally
// lines, there are none.
func (q *judge) again(first *judge, dir string, g *verify.Summary) (ok bool) {
	q.text, q.at, q.end, q.line, q.games, q.tags = first.text, first.at, first.end, first.line, first.games, first.tags
	q.look, q.tally, q.settled.tags = first.look, first.tally, 0
	_, _, ok = q.try(dir, g)
	return ok
}

// tag reads a tag line. Most are the same as in the game before.
func (q *judge) tag() bool {
	place := len(q.tags)
	if place == len(q.lines) {
		if place == mostKept {
			return false
		}
		q.lines = append(q.lines, tagLine{})
	}
	l := &q.lines[place]
	if line := q.text[q.at:]; len(l.text) == 0 || !bytes.HasPrefix(line, l.text) {
		named := len(l.text) > 0 && bytes.HasPrefix(line, l.text[:l.begin])
		if !named {
			q.distinct = min(q.distinct, place)
		}
		settles := l.settles
		if !(named && l.change(line)) && !l.read(line[:bytes.IndexByte(line, '\n')+1]) {
			return false
		}
		if settles || l.settles {
			q.settled.tags = 0
		}
	}
	if l.settles {
		q.settling++
	}
	if place >= q.distinct {
		if q.value(string(l.name)) != nil {
			return false
		}
		q.distinct = place + 1
	}
	q.at += l.size
	q.tags = append(q.tags, l.tag)
	return true
}

// read reads a line.
func (l *tagLine) read(line []byte) bool {
	l.settles = true // for all that is known
	if l.text = l.text[:0]; len(line) <= longestKept {
		l.text = append(l.text, line...)
		line = l.text
	}
	begin := bytes.IndexByte(line, '[') // blanks are before it
	name, value, _, ok := shape.Tag(line, begin)
	if !ok {
		l.text = l.text[:0]
		return false
	}
	l.tag, l.size, l.begin = tag{name, value}, len(line), bytes.IndexByte(line, '"')+1
	l.settles = slices.Contains(settling, string(name))
	return true
}

// change reads a line that has the name of the last one, if its value is plain.
func (l *tagLine) change(line []byte) bool {
	end := l.begin
	for c := line[end]; c >= ' ' && c != '"' && c != '\\' && c < utf8.RuneSelf; c = line[end] {
		end++
	}
	size := end + len("\"]\n")
	if size > longestKept || string(line[end:size]) != "\"]\n" {
		return false
	}
	l.text = append(l.text[:l.begin], line[l.begin:size]...)
	l.value, l.size = l.text[l.begin:end:end], size
	return true
}

// value is a tag's value, or nil.
func (q *judge) value(name string) []byte {
	for _, t := range q.tags {
		if string(t.name) == name {
			return t.value
		}
	}
	return nil
}

// open sets the table.
func (q *judge) open(dir string, g *verify.Summary) bool {
	now := &q.settled
	if (now.tags == 0 || now.tags != q.settling || now.dir != dir) && !q.settle(dir) {
		return false
	}
	g.Handles = now.who.Handles
	now.rules.Judge(g)
	if !q.body.Start(now.rules, now.who, now.setup, now.sides, q.tallyIn()) {
		return false
	}
	if q.tell == nil {
		return true
	}
	q.rows.again()
	return q.body.Tell(q.tell, q.value)
}

// settle chooses the rules and the players.
func (q *judge) settle(dir string) bool {
	q.settled = settled{dir: dir, who: q.seats(q.value("Players")), rules: q.choose(q.value("Game"), q.value("Variant"), dir), setup: q.value("Setup"), sides: q.value("Sides")}
	var made []byte
	if !q.anyRules {
		made = q.value("Rules")
	}
	if q.settled.who == nil || q.settled.rules.Table == nil || !q.settled.rules.Admits(len(q.settled.who.Handles), made) {
		return false
	}
	q.settled.tags = q.settling
	return true
}

// tallyIn reports whether a tally line may stand in the game, or in one behind it.
func (q *judge) tallyIn() bool {
	left := q.end - q.at // the text is looked through once for all its games
	if !q.look {
		return false
	}
	if q.tally == 0 || q.tally > left {
		q.tally = -1
		if i := bytes.Index(q.text[q.at:q.end], []byte("tally")); i >= 0 {
			q.tally = left - i
		}
	}
	return q.tally > 0
}

// seats is the players that a Players value names, or nil.
func (q *judge) seats(value []byte) *verify.QuickPlayers {
	if known, ok := q.seated[string(value)]; ok {
		return known
	}
	var who *verify.QuickPlayers
	if handles, err := notation.ParsePlayers(string(value)); err == nil {
		who = verify.NewQuickPlayers(handles)
	}
	keep(q.seated, value, who)
	return who
}

// keep remembers what a key stands for, in a map that is emptied when it is full.
func keep[V any](known map[string]V, key []byte, v V) {
	if len(known) == mostKept {
		clear(known)
	}
	known[string(key)] = v
}

// choose finds the rules that tags name; without a table where that takes the Reader.
func (q *judge) choose(game, wanted []byte, dir string) *verify.QuickRules {
	q.key = append(append(q.key[:0], game...), 0)
	if wanted != nil {
		q.key = append(append(append(q.key, '='), wanted...), 0)
	}
	q.key = append(q.key, dir...)
	if chosen := q.ready[string(q.key)]; chosen != nil {
		return chosen
	}
	chosen := q.reader.Quick(string(game), string(wanted), wanted != nil, dir)
	keep(q.ready, q.key, chosen)
	return chosen
}

// finish ends the game.
func (q *judge) finish(g *verify.Summary) bool {
	o := q.body.Outcome()
	g.Finished, g.Result = o.Winners != nil, o.String()
	given := q.value("Result")
	if given != nil && string(given) != g.Result && !q.agrees(o, given) && !q.decided(o, given) {
		return false
	}
	if how := q.value("Termination"); how != nil && given != nil && o.Winners == nil && verify.Terminated(string(how)) {
		g.Result = string(given)
	}
	if q.positions {
		q.scratch = q.body.AppendPosition(q.scratch[:0])
		g.Position = string(q.scratch)
	}
	g.Turns, g.Actions = q.body.Turns, q.body.Actions
	return true
}

// agrees reports whether the value of a Result tag is right, though not written as one would.
func (q *judge) agrees(o verify.Outcome, given []byte) bool {
	result, known := q.results[string(given)]
	if !known {
		if parsed, err := notation.ParseResult(string(given)); err == nil {
			result = &parsed
		}
		keep(q.results, given, result)
	}
	return result != nil && o.Agrees(*result)
}

// decided reports whether the table decided the result, and the value of the Result tag names
// a player.
func (q *judge) decided(o verify.Outcome, given []byte) bool {
	return o.Winners == nil && verify.Terminated(string(q.value("Termination"))) && slices.Contains(q.settled.who.Handles, string(given))
}
