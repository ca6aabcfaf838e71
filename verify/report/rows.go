package report

import (
	"bufio"
	"bytes"
	"cmp"
	"math"
	"slices"
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

// A row is what a row is about.
type row struct {
	*verify.Summary
	action *verify.Row // of the game; nil where the row is about the game as a whole
	luck   *odds.Luck  // of the game; noLuck where it is not wanted, or was not measured
}

var noLuck = &odds.Luck{}

// A column of a table has a name, and gives the text of its cell.
type column struct {
	name string
	kind kind
	cell func(r *row) string
}

// kind says how a cell is printed. "" is no number and no object: empty in CSV, and null in JSON.
type kind int

const (
	ownText     kind = iota // a text of the program's own
	foreignText             // a text from outside; no spreadsheet takes it for a formula
	number                  // a number
	fromOne                 // a number from 1; for 0 the cell is empty in CSV
	truth                   // whether something is so
	jsonObject              // a JSON object; in CSV, its text
	actionJSON              // all fields of the JSON of an action; CSV has no such column

	inAction kind = 1 << 4 // beside another kind: in JSON, actionJSON has it
)

// luckColumns is how many columns at the end of a table are there only with luck.
const luckColumns = 4

// actionColumns are the columns of rows. New ones come after all others without luck.
var actionColumns = []column{
	{"file", foreignText, func(r *row) string { return FileName(r.File) }},
	{"game", number, func(r *row) string { return strconv.Itoa(r.Number) }},
	{"line", number, func(r *row) string { return strconv.Itoa(r.action.Line) }},
	{"variant", foreignText, func(r *row) string { return r.action.Variant }},
	{"turn", number, func(r *row) string { return strconv.Itoa(r.action.Turn) }},
	{"action", number, func(r *row) string { return strconv.Itoa(r.action.Nth) }},
	{"player", foreignText, func(r *row) string { return r.action.Player }},
	{"seat", number, func(r *row) string { return strconv.Itoa(r.action.Seat) }},
	{"word", foreignText | inAction, func(r *row) string { return r.action.Word }},
	{"parts", actionJSON, actionFields},
	{"die", fromOne | inAction, func(r *row) string { return strconv.Itoa(r.action.Die) }},
	{"piece", ownText | inAction, func(r *row) string { return r.action.Piece }},
	{"from", ownText | inAction, func(r *row) string { return r.action.From }},
	{"to", ownText | inAction, func(r *row) string { return r.action.To }},
	{"category", ownText | inAction, func(r *row) string { return r.action.Category }},
	{"due", ownText, func(r *row) string { return r.action.Due }},
	{"given", ownText, func(r *row) string { return r.action.Given }},
	{"answer", ownText | inAction, func(r *row) string { return r.action.Answer.String() }},
	{"captured", ownText, func(r *row) string { return r.action.Captures }},
	{"done", truth, func(r *row) string { return strconv.FormatBool(r.action.Done) }},
	{"legal", truth, func(r *row) string { return strconv.FormatBool(r.action.Legal) }},
	{"codes", ownText, codesCell},
	{"position", ownText, func(r *row) string { return r.action.Position }},
	{"played_by", foreignText, func(r *row) string { return r.action.PlayedBy }},
	{"offset", number, func(r *row) string { return strconv.Itoa(int(r.Entry.Offset)) }},
	{"date", foreignText, tagCell("Date")},
	{"result", ownText, func(r *row) string { return r.Result }},
	{"verdict", ownText, func(r *row) string { return string(r.Verdict()) }},
	{"takes", ownText | inAction, func(r *row) string { return r.action.Takes }},
	{"luck_unit", ownText, func(r *row) string { return r.luck.Unit }},
	{"roll_luck", number, worthCell(func(w *odds.Worth) float64 { return w.Roll })},
	{"answer_luck", number, worthCell(func(w *odds.Worth) float64 { return w.Answer })},
	{"choice_cost", number, worthCell(func(w *odds.Worth) float64 { return w.Choice })},
}

// gameColumns are the columns of games. New ones come after all others without luck.
var gameColumns = []column{
	{"file", foreignText, func(r *row) string { return FileName(r.File) }},
	{"offset", number, func(r *row) string { return strconv.Itoa(int(r.Entry.Offset)) }},
	{"game", number, func(r *row) string { return strconv.Itoa(r.Number) }},
	{"line", number, func(r *row) string { return strconv.Itoa(r.Line) }},
	{"Event", foreignText, tagCell("Event")},
	{"Site", foreignText, tagCell("Site")},
	{"Date", foreignText, tagCell("Date")},
	{"Round", foreignText, tagCell("Round")},
	{"Players", foreignText, tagCell("Players")},
	{"Result_tag", foreignText, tagCell("Result")},
	{"Termination", foreignText, tagCell("Termination")},
	{"tags", jsonObject, func(r *row) string { return string(appendTags(nil, r.Entry.Tags)) }},
	{"variant", foreignText, func(r *row) string { return r.Rules.Variant }},
	{"fingerprint", ownText, func(r *row) string { return r.Rules.Fingerprint }},
	{"verdict", ownText, func(r *row) string { return string(r.Verdict()) }},
	{"turns", number, func(r *row) string { return strconv.Itoa(r.Turns) }},
	{"actions", number, func(r *row) string { return strconv.Itoa(r.Actions) }},
	{"result", foreignText, func(r *row) string { return r.Result }},
	{"winner", foreignText, func(r *row) string { return winnerOf(r.Result) }},
	{"errors", number, severityCell(verify.SeverityError)},
	{"warnings", number, severityCell(verify.SeverityWarning)},
	{"notes", number, severityCell(verify.SeverityNote)},
	{"error_line", fromOne, func(r *row) string { return strconv.Itoa(r.firstError().Span.Line) }},
	{"error_code", ownText, func(r *row) string { return string(r.firstError().Code) }},
	{"moves", ownText, func(r *row) string { return r.Entry.Moves.String() }},
	{"luck_unit", ownText, func(r *row) string { return r.luck.Unit }},
	{"luck", jsonObject, sumCell(func(w odds.Worth) float64 { return w.Luck() })},
	{"choice_cost", jsonObject, sumCell(func(w odds.Worth) float64 { return w.Choice })},
	{"luck_until", fromOne, func(r *row) string { return strconv.Itoa(r.luck.Cut) }},
}

func tagCell(name string) func(*row) string {
	return func(r *row) string { return r.Entry.Tag(name) }
}

// actionFields is the JSON of an action without its braces.
func actionFields(r *row) string {
	var object bytes.Buffer // which has no error
	_ = Line(&object, &r.action.Action)
	return string(object.Bytes()[1 : object.Len()-len("}\n")])
}

func codesCell(r *row) string {
	codes := make([]string, len(r.action.Codes))
	for i, code := range r.action.Codes {
		codes[i] = string(code)
	}
	return strings.Join(codes, " ")
}

func severityCell(severity verify.Severity) func(*row) string {
	return func(r *row) string {
		n := 0
		for i := range r.Findings {
			if r.Findings[i].Severity == severity {
				n++
			}
		}
		return strconv.Itoa(n)
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
func worthCell(part func(*odds.Worth) float64) func(*row) string {
	return func(r *row) string {
		if turn := r.luck.TurnOn(r.action.Line); turn != nil {
			return rounded(part(&turn.Done[r.action.Nth-1]))
		}
		return ""
	}
}

// sumCell is an object with a sum of each player's turns; nothing where they were not measured.
func sumCell(part func(odds.Worth) float64) func(*row) string {
	return func(r *row) string {
		if r.luck.Unit == "" {
			return ""
		}
		object := []byte{'{'}
		for seat, who := range r.luck.Players {
			if seat > 0 {
				object = append(object, ',')
			}
			sum, _ := r.luck.Sum(seat)
			object = append(append(appendJSON(object, who), ':'), rounded(part(sum))...)
		}
		return string(append(object, '}'))
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
	t.columns = slices.DeleteFunc(slices.Clone(t.columns), func(c column) bool {
		return asJSON && c.kind&inAction != 0 || !asJSON && c.kind == actionJSON
	})
	before := ""
	if asJSON {
		before, t.after = "{", "}\n"
	}
	for _, column := range t.columns {
		if asJSON && column.kind != actionJSON {
			before += `"` + column.name + `":`
		} else if !asJSON {
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
	r := row{game, action, cmp.Or(t.Luck, noLuck)}
	for i := range t.columns {
		c := &t.columns[i]
		dst = append(dst, t.before[i]...)
		if text := c.cell(&r); t.json {
			dst = c.kind.appendJSON(dst, text)
		} else {
			dst = c.kind.appendCSV(dst, text)
		}
	}
	return append(dst, t.after...)
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

// appendJSON appends a cell of that kind to a JSON object.
func (k kind) appendJSON(dst []byte, text string) []byte {
	switch {
	case k == ownText || k == foreignText:
		return appendJSON(dst, text)
	case text == "":
		return append(dst, "null"...)
	}
	return append(dst, text...)
}

// quotedInCSV reports whether a text has a character for which it must be quoted.
func quotedInCSV(text string) bool {
	for i := range len(text) {
		switch text[i] {
		case ',', '"', '\r', '\n':
			return true
		}
	}
	return false
}

// appendCSV appends a cell of that kind to a line of CSV.
func (k kind) appendCSV(dst []byte, text string) []byte {
	switch k &^= inAction; {
	case k == truth && text == "true":
		text = "yes"
	case k == truth:
		text = "no"
	case k == fromOne && text == "0":
		text = ""
	case k == foreignText:
		if text = Clean(text); text != "" && strings.IndexByte("=+-@", text[0]) >= 0 {
			text = "'" + text
		}
	}
	if strings.HasPrefix(text, " ") || quotedInCSV(text) {
		return append(append(append(dst, '"'), strings.ReplaceAll(text, `"`, `""`)...), '"')
	}
	return append(dst, text...)
}

// rounded is an amount of luck with four decimals.
func rounded(value float64) string {
	return strconv.FormatFloat(math.Round(value*1e4)/1e4+0, 'f', -1, 64) // + 0 makes 0 of -0
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
