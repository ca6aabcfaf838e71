package report

import (
	"bufio"
	"bytes"
	"cmp"
	"math"
	"strconv"
	"strings"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/odds"
)

// Table is an Archive that prints a row for each game, or for each action of the games, as spec/archives.md
// describes it. Findings are left out, except for their codes.
type Table struct {
	Actions bool       // a row is an action
	Luck    *odds.Luck // of the game whose rows are appended next

	w       *bufio.Writer
	columns []column
	json    bool     // JSON lines, or else CSV
	before  []string // what precedes the cell of each column
	after   string   // what ends a row
	header  string   // of the CSV, until it is printed
	row     []byte   // storage
}

// record is what a row is about.
type record struct {
	*verify.Summary
	action *verify.Row // of the game; nil where the row is about the game as a whole
	luck   *odds.Luck  // of the game, without a Unit where it is not wanted, or was not measured
}

// A column of a table has a name, and appends to a row what a record has there.
type column struct {
	name string
	cell func(c *cells, r *record)
}

// luckColumns is how many columns at the end of a table are there only with luck.
const luckColumns = 4

// actionColumns are the columns of rows. New ones come after all others without luck.
var actionColumns = []column{
	{"file", func(c *cells, r *record) { c.foreign(FileName(r.File)) }},
	{"game", func(c *cells, r *record) { c.number(r.Number) }},
	{"line", func(c *cells, r *record) { c.number(r.action.Line) }},
	{"variant", func(c *cells, r *record) { c.foreign(r.action.Variant) }},
	{"turn", func(c *cells, r *record) { c.number(r.action.Turn) }},
	{"action", func(c *cells, r *record) { c.number(r.action.Action) }},
	{"player", func(c *cells, r *record) { c.foreign(r.action.Player) }},
	{"seat", func(c *cells, r *record) { c.number(r.action.Seat) }},
	{"word", func(c *cells, r *record) { c.foreign(r.action.Word) }},
	{"die", func(c *cells, r *record) { c.numbered(r.action.Die) }},
	{"piece", func(c *cells, r *record) { c.word(r.action.Piece) }},
	{"from", func(c *cells, r *record) { c.word(r.action.From) }},
	{"to", func(c *cells, r *record) { c.word(r.action.To) }},
	{"category", func(c *cells, r *record) { c.word(r.action.Category) }},
	{"due", func(c *cells, r *record) { c.word(r.action.Due) }},
	{"given", func(c *cells, r *record) { c.word(r.action.Given) }},
	{"answer", func(c *cells, r *record) { c.word(r.action.Answer.String()) }},
	{"captured", func(c *cells, r *record) { c.word(r.action.Captured) }},
	{"done", func(c *cells, r *record) { c.truth(r.action.Done) }},
	{"legal", func(c *cells, r *record) { c.truth(r.action.Legal) }},
	{"codes", codesCell},
	{"position", func(c *cells, r *record) { c.word(r.action.Position) }},
	{"played_by", func(c *cells, r *record) { c.foreign(r.action.PlayedBy) }},
	{"offset", func(c *cells, r *record) { c.number(int(r.Entry.Offset)) }},
	{"date", tagCell("Date")},
	{"result", func(c *cells, r *record) { c.word(r.Result) }},
	{"verdict", func(c *cells, r *record) { c.word(string(r.Verdict())) }},
	{"luck_unit", func(c *cells, r *record) { c.word(r.luck.Unit) }},
	{"roll_luck", worthCell(func(w *odds.Worth) float64 { return w.Roll })},
	{"answer_luck", worthCell(func(w *odds.Worth) float64 { return w.Answer })},
	{"choice_cost", worthCell(func(w *odds.Worth) float64 { return w.Choice })},
}

// gameColumns are the columns of games. New ones come after all others without luck.
var gameColumns = []column{
	{"file", func(c *cells, r *record) { c.foreign(FileName(r.File)) }},
	{"offset", func(c *cells, r *record) { c.number(int(r.Entry.Offset)) }},
	{"game", func(c *cells, r *record) { c.number(r.Number) }},
	{"line", func(c *cells, r *record) { c.number(r.Line) }},
	{"Event", tagCell("Event")},
	{"Site", tagCell("Site")},
	{"Date", tagCell("Date")},
	{"Round", tagCell("Round")},
	{"Players", tagCell("Players")},
	{"Result_tag", tagCell("Result")},
	{"Termination", tagCell("Termination")},
	{"tags", func(c *cells, r *record) { c.object(appendTags(nil, r.Entry.Tags)) }},
	{"variant", func(c *cells, r *record) { c.foreign(r.Rules.Variant) }},
	{"fingerprint", func(c *cells, r *record) { c.word(r.Rules.Fingerprint) }},
	{"verdict", func(c *cells, r *record) { c.word(string(r.Verdict())) }},
	{"turns", func(c *cells, r *record) { c.number(r.Turns) }},
	{"actions", func(c *cells, r *record) { c.number(r.Actions) }},
	{"result", func(c *cells, r *record) { c.foreign(r.Result) }},
	{"winner", func(c *cells, r *record) { c.foreign(winnerOf(r.Result)) }},
	{"errors", severityCell(verify.SeverityError)},
	{"warnings", severityCell(verify.SeverityWarning)},
	{"notes", severityCell(verify.SeverityNote)},
	{"error_line", func(c *cells, r *record) { c.numbered(r.firstError().Span.Line) }},
	{"error_code", func(c *cells, r *record) { c.word(string(r.firstError().Code)) }},
	{"moves", func(c *cells, r *record) { c.word(r.Entry.Moves.String()) }},
	{"luck_unit", func(c *cells, r *record) { c.word(r.luck.Unit) }},
	{"luck", sumCell(func(w odds.Worth) float64 { return w.Luck() })},
	{"choice_cost", sumCell(func(w odds.Worth) float64 { return w.Choice })},
	{"luck_until", func(c *cells, r *record) { c.numbered(r.luck.Cut) }},
}

func tagCell(name string) func(*cells, *record) {
	return func(c *cells, r *record) { c.foreign(r.Entry.Tag(name)) }
}

func codesCell(c *cells, r *record) {
	codes := make([]string, len(r.action.Codes))
	for i, code := range r.action.Codes {
		codes[i] = string(code)
	}
	c.word(strings.Join(codes, " "))
}

func severityCell(severity verify.Severity) func(*cells, *record) {
	return func(c *cells, r *record) {
		n := 0
		for i := range r.Findings {
			if r.Findings[i].Severity == severity {
				n++
			}
		}
		c.number(n)
	}
}

// firstError is the first error of the game; without one, a finding of nothing.
func (r *record) firstError() *verify.Finding {
	return cmp.Or(verify.FirstError(r.Findings), &verify.Finding{})
}

// winnerOf is the winner that a result names: the first of a ranking, all of a tie, "" for none.
func winnerOf(result string) string {
	r, err := notation.ParseResult(result)
	switch {
	case err != nil || r.Open:
		return ""
	case r.Tie:
		return result
	}
	return r.Names[0]
}

// worthCell is a part of what an action was worth; nothing where it was not measured.
func worthCell(part func(*odds.Worth) float64) func(*cells, *record) {
	return func(c *cells, r *record) {
		if turn := r.luck.TurnOn(r.action.Line); turn != nil {
			c.text = appendWorth(c.text, part(&turn.Done[r.action.Action-1]))
		} else {
			c.none()
		}
	}
}

// sumCell is an object with a sum of each player's turns; nothing where they were not measured.
func sumCell(part func(odds.Worth) float64) func(*cells, *record) {
	return func(c *cells, r *record) {
		if r.luck.Unit == "" {
			c.none()
			return
		}
		object := []byte{'{'}
		for seat, who := range r.luck.Players {
			if seat > 0 {
				object = append(object, ',')
			}
			sum, _ := r.luck.Sum(seat)
			object = appendWorth(append(appendJSON(object, who), ':'), part(sum))
		}
		c.object(append(object, '}'))
	}
}

// newTable makes a table that prints to w in a format of NewArchive, with the columns of luck if they are wanted.
func newTable(format string, w *bufio.Writer, luck bool) *Table {
	what, _, asJSON := strings.Cut(format, "-")
	t := &Table{Actions: what == "rows", w: w, columns: gameColumns, json: asJSON, after: "\n"}
	if t.Actions {
		t.columns = actionColumns
	}
	if !luck {
		t.columns = t.columns[:len(t.columns)-luckColumns]
	}
	before := ""
	if asJSON {
		before, t.after = "{", "}\n"
	}
	for _, column := range t.columns {
		if asJSON {
			before += `"` + column.name + `":`
		} else {
			t.header += before + column.name
		}
		t.before = append(t.before, before)
		before = ","
	}
	if !asJSON {
		t.header += "\n"
	}
	return t
}

// Game prints the row of a game, unless a row is an action.
func (t *Table) Game(g *verify.Summary) {
	if !t.Actions {
		t.row = t.Append(t.row[:0], g, nil)
		t.Write(t.row)
	}
}

// Append appends the row of a game, or of an action of it, for archive.Rows. Several goroutines may call it.
func (t *Table) Append(dst []byte, game *verify.Summary, action *verify.Row) []byte {
	c, r := cells{dst, t.json}, record{game, action, cmp.Or(t.Luck, &odds.Luck{})}
	for i := range t.columns {
		c.text = append(c.text, t.before[i]...)
		t.columns[i].cell(&c, &r)
	}
	return append(c.text, t.after...)
}

// Write prints rows; before the first of them, the header.
func (t *Table) Write(rows []byte) error {
	t.w.WriteString(t.header) // t.w keeps an error
	t.header = ""
	_, err := t.w.Write(rows)
	return err
}

// Unread prints nothing.
func (*Table) Unread(string, string) {}

// End prints the header, if there was no row.
func (t *Table) End(*Summary) { t.Write(nil) }

// cells appends cells to the text of a row.
type cells struct {
	text []byte
	json bool
}

// word is a text of the program's own.
func (c *cells) word(text string) {
	switch {
	case c.json:
		c.text = appendJSON(c.text, text)
	case strings.HasPrefix(text, " ") || strings.ContainsFunc(text, quotedInCSV):
		c.text = append(append(append(c.text, '"'), strings.ReplaceAll(text, `"`, `""`)...), '"')
	default:
		c.text = append(c.text, text...)
	}
}

func quotedInCSV(r rune) bool { return r == ',' || r == '"' || r == '\r' || r == '\n' }

// foreign is a text from outside. No spreadsheet takes it for a formula.
func (c *cells) foreign(text string) {
	if !c.json {
		if text = Clean(text); text != "" && strings.IndexByte("=+-@", text[0]) >= 0 {
			text = "'" + text
		}
	}
	c.word(text)
}

func (c *cells) number(n int) { c.text = strconv.AppendInt(c.text, int64(n), 10) }

// numbered is a number from 1. For 0 the cell is empty in CSV, and 0 in JSON.
func (c *cells) numbered(n int) {
	if n > 0 || c.json {
		c.number(n)
	}
}

func (c *cells) truth(is bool) {
	switch {
	case c.json:
		c.text = strconv.AppendBool(c.text, is)
	case is:
		c.text = append(c.text, "yes"...)
	default:
		c.text = append(c.text, "no"...)
	}
}

// object is a JSON object; in CSV, its text.
func (c *cells) object(object []byte) {
	if c.json {
		c.text = append(c.text, object...)
	} else {
		c.word(string(object))
	}
}

// none is a cell of a number or an object that there is not: empty in CSV, and null in JSON.
func (c *cells) none() {
	if c.json {
		c.text = append(c.text, "null"...)
	}
}

// appendWorth appends an amount of luck with four decimals.
func appendWorth(dst []byte, value float64) []byte {
	return strconv.AppendFloat(dst, math.Round(value*1e4)/1e4+0, 'f', -1, 64) // + 0 makes 0 of -0
}

// appendTags appends tags as a JSON object, in the order of the log.
func appendTags(dst []byte, tags []notation.Pair) []byte {
	dst = append(dst, '{')
	for i, t := range tags {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendJSON(append(appendJSON(dst, t.Name), ':'), t.Value)
	}
	return append(dst, '}')
}

// appendJSON appends a text as a JSON string, as Line writes it.
func appendJSON(dst []byte, text string) []byte {
	if !strings.ContainsFunc(text, escapedInJSON) {
		return append(append(append(dst, '"'), text...), '"')
	}
	var cell bytes.Buffer // which has no error
	_ = Line(&cell, text)
	return append(dst, bytes.TrimSuffix(cell.Bytes(), []byte{'\n'})...)
}

// escapedInJSON reports whether Line may write a character in another way.
func escapedInJSON(r rune) bool { return r < ' ' || r == '"' || r == '\\' || r >= 0x7f }
