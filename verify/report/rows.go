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
	storage []byte   // of a row
}

// A row is the text of a row as far as it is written, and what it is about.
type row struct {
	text []byte
	json bool

	*verify.Summary
	action *verify.Row // of the game; nil where the row is about the game as a whole
	luck   *odds.Luck  // of the game; noLuck where it is not wanted, or was not measured
}

var noLuck = &odds.Luck{}

// A column of a table has a name, and appends its cell to a row.
type column struct {
	name string
	cell func(r *row)
}

// luckColumns is how many columns at the end of a table are there only with luck.
const luckColumns = 4

// actionColumns are the columns of rows. New ones come after all others without luck.
var actionColumns = []column{
	{"file", func(r *row) { r.foreign(FileName(r.File)) }},
	{"game", func(r *row) { r.number(r.Number) }},
	{"line", func(r *row) { r.number(r.action.Line) }},
	{"variant", func(r *row) { r.foreign(r.action.Variant) }},
	{"turn", func(r *row) { r.number(r.action.Turn) }},
	{"action", func(r *row) { r.number(r.action.Action) }},
	{"player", func(r *row) { r.foreign(r.action.Player) }},
	{"seat", func(r *row) { r.number(r.action.Seat) }},
	{"word", func(r *row) { r.foreign(r.action.Word) }},
	{"die", func(r *row) { r.numbered(r.action.Die) }},
	{"piece", func(r *row) { r.word(r.action.Piece) }},
	{"from", func(r *row) { r.word(r.action.From) }},
	{"to", func(r *row) { r.word(r.action.To) }},
	{"category", func(r *row) { r.word(r.action.Category) }},
	{"due", func(r *row) { r.word(r.action.Due) }},
	{"given", func(r *row) { r.word(r.action.Given) }},
	{"answer", func(r *row) { r.word(r.action.Answer.String()) }},
	{"captured", func(r *row) { r.word(r.action.Captured) }},
	{"done", func(r *row) { r.truth(r.action.Done) }},
	{"legal", func(r *row) { r.truth(r.action.Legal) }},
	{"codes", codesCell},
	{"position", func(r *row) { r.word(r.action.Position) }},
	{"played_by", func(r *row) { r.foreign(r.action.PlayedBy) }},
	{"offset", func(r *row) { r.number(int(r.Entry.Offset)) }},
	{"date", tagCell("Date")},
	{"result", func(r *row) { r.word(r.Result) }},
	{"verdict", func(r *row) { r.word(string(r.Verdict())) }},
	{"luck_unit", func(r *row) { r.word(r.luck.Unit) }},
	{"roll_luck", worthCell(func(w *odds.Worth) float64 { return w.Roll })},
	{"answer_luck", worthCell(func(w *odds.Worth) float64 { return w.Answer })},
	{"choice_cost", worthCell(func(w *odds.Worth) float64 { return w.Choice })},
}

// gameColumns are the columns of games. New ones come after all others without luck.
var gameColumns = []column{
	{"file", func(r *row) { r.foreign(FileName(r.File)) }},
	{"offset", func(r *row) { r.number(int(r.Entry.Offset)) }},
	{"game", func(r *row) { r.number(r.Number) }},
	{"line", func(r *row) { r.number(r.Line) }},
	{"Event", tagCell("Event")},
	{"Site", tagCell("Site")},
	{"Date", tagCell("Date")},
	{"Round", tagCell("Round")},
	{"Players", tagCell("Players")},
	{"Result_tag", tagCell("Result")},
	{"Termination", tagCell("Termination")},
	{"tags", func(r *row) { r.object(appendTags(nil, r.Entry.Tags)) }},
	{"variant", func(r *row) { r.foreign(r.Rules.Variant) }},
	{"fingerprint", func(r *row) { r.word(r.Rules.Fingerprint) }},
	{"verdict", func(r *row) { r.word(string(r.Verdict())) }},
	{"turns", func(r *row) { r.number(r.Turns) }},
	{"actions", func(r *row) { r.number(r.Actions) }},
	{"result", func(r *row) { r.foreign(r.Result) }},
	{"winner", func(r *row) { r.foreign(winnerOf(r.Result)) }},
	{"errors", severityCell(verify.SeverityError)},
	{"warnings", severityCell(verify.SeverityWarning)},
	{"notes", severityCell(verify.SeverityNote)},
	{"error_line", func(r *row) { r.numbered(r.firstError().Span.Line) }},
	{"error_code", func(r *row) { r.word(string(r.firstError().Code)) }},
	{"moves", func(r *row) { r.word(r.Entry.Moves.String()) }},
	{"luck_unit", func(r *row) { r.word(r.luck.Unit) }},
	{"luck", sumCell(func(w odds.Worth) float64 { return w.Luck() })},
	{"choice_cost", sumCell(func(w odds.Worth) float64 { return w.Choice })},
	{"luck_until", func(r *row) { r.numbered(r.luck.Cut) }},
}

func tagCell(name string) func(*row) {
	return func(r *row) { r.foreign(r.Entry.Tag(name)) }
}

func codesCell(r *row) {
	codes := make([]string, len(r.action.Codes))
	for i, code := range r.action.Codes {
		codes[i] = string(code)
	}
	r.word(strings.Join(codes, " "))
}

func severityCell(severity verify.Severity) func(*row) {
	return func(r *row) {
		n := 0
		for i := range r.Findings {
			if r.Findings[i].Severity == severity {
				n++
			}
		}
		r.number(n)
	}
}

// firstError is the first error of the game; without one, a finding of nothing.
func (r *row) firstError() *verify.Finding {
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
func worthCell(part func(*odds.Worth) float64) func(*row) {
	return func(r *row) {
		if turn := r.luck.TurnOn(r.action.Line); turn != nil {
			r.text = appendWorth(r.text, part(&turn.Done[r.action.Action-1]))
		} else {
			r.none()
		}
	}
}

// sumCell is an object with a sum of each player's turns; nothing where they were not measured.
func sumCell(part func(odds.Worth) float64) func(*row) {
	return func(r *row) {
		if r.luck.Unit == "" {
			r.none()
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
		r.object(append(object, '}'))
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
		t.storage = t.Append(t.storage[:0], g, nil)
		t.Write(t.storage)
	}
}

// Append appends the row of a game, or of an action of it, for archive.Rows. Several goroutines may call it.
func (t *Table) Append(dst []byte, game *verify.Summary, action *verify.Row) []byte {
	r := row{dst, t.json, game, action, cmp.Or(t.Luck, noLuck)}
	for i := range t.columns {
		r.text = append(r.text, t.before[i]...)
		t.columns[i].cell(&r)
	}
	return append(r.text, t.after...)
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

// word is a text of the program's own.
func (r *row) word(text string) {
	switch {
	case r.json:
		r.text = appendJSON(r.text, text)
	case strings.HasPrefix(text, " ") || strings.ContainsFunc(text, quotedInCSV):
		r.text = append(append(append(r.text, '"'), strings.ReplaceAll(text, `"`, `""`)...), '"')
	default:
		r.text = append(r.text, text...)
	}
}

func quotedInCSV(r rune) bool { return r == ',' || r == '"' || r == '\r' || r == '\n' }

// foreign is a text from outside. No spreadsheet takes it for a formula.
func (r *row) foreign(text string) {
	if !r.json {
		if text = Clean(text); text != "" && strings.IndexByte("=+-@", text[0]) >= 0 {
			text = "'" + text
		}
	}
	r.word(text)
}

func (r *row) number(n int) { r.text = strconv.AppendInt(r.text, int64(n), 10) }

// numbered is a number from 1. For 0 the cell is empty in CSV, and 0 in JSON.
func (r *row) numbered(n int) {
	if n > 0 || r.json {
		r.number(n)
	}
}

func (r *row) truth(is bool) {
	switch {
	case r.json:
		r.text = strconv.AppendBool(r.text, is)
	case is:
		r.text = append(r.text, "yes"...)
	default:
		r.text = append(r.text, "no"...)
	}
}

// object is a JSON object; in CSV, its text.
func (r *row) object(object []byte) {
	if r.json {
		r.text = append(r.text, object...)
	} else {
		r.word(string(object))
	}
}

// none is a cell of a number or an object that there is not: empty in CSV, and null in JSON.
func (r *row) none() {
	if r.json {
		r.text = append(r.text, "null"...)
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
