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
	json    bool   // JSON lines, or else CSV
	header  string // of the CSV, until it is printed
}

// A row is what a row is about.
type row struct {
	*verify.Summary
	action *verify.Row // of the game; nil where the row is about the game as a whole
	luck   *odds.Luck  // of the game; noLuck where it is not wanted, or was not measured
}

var noLuck = &odds.Luck{}

// A column of a table has a name, and one function that returns its cell.
type column struct {
	name   string
	kind   kind
	text   func(row) string
	number func(row) int
	truth  func(row) bool
	bytes  func(row) []byte // a text that was made for the row
}

// cell is the text or the bytes of a cell.
func (c *column) cell(r row) string {
	if c.text != nil {
		return c.text(r)
	}
	return string(c.bytes(r))
}

// kind says how a cell is printed.
type kind int

const (
	own        kind = iota // of the program's own
	foreign                // a text from outside; no spreadsheet takes it for a formula
	jsonValue              // the JSON of a number or an object; "" for none: empty in CSV, and null in JSON
	fromOne                // a number from 1; for 0 the cell is empty in CSV
	actionJSON             // all fields of the JSON of an action; CSV has no such column

	// Beside another kind, until a table is made:
	inAction kind = 1 << 4 // in JSON, actionJSON has it
	ofLuck   kind = 1 << 5 // a table without luck does not have it
)

// actionColumns are the columns of rows. New ones come after all others without luck.
var actionColumns = []column{
	{name: "file", kind: foreign, text: func(r row) string { return FileName(r.File) }},
	{name: "game", number: func(r row) int { return r.Number }},
	{name: "line", number: func(r row) int { return r.action.Line }},
	{name: "variant", kind: foreign, text: func(r row) string { return r.action.Variant }},
	{name: "turn", number: func(r row) int { return r.action.Turn }},
	{name: "action", number: func(r row) int { return r.action.Nth }},
	{name: "player", kind: foreign, text: func(r row) string { return r.action.Player }},
	{name: "seat", number: func(r row) int { return r.action.Seat }},
	{name: "word", kind: foreign | inAction, text: func(r row) string { return r.action.Word }},
	{name: "parts", kind: actionJSON, bytes: actionFields},
	{name: "die", kind: fromOne | inAction, number: func(r row) int { return r.action.Die }},
	{name: "piece", kind: inAction, text: func(r row) string { return r.action.Piece }},
	{name: "from", kind: inAction, text: func(r row) string { return r.action.From }},
	{name: "to", kind: inAction, text: func(r row) string { return r.action.To }},
	{name: "category", kind: inAction, text: func(r row) string { return r.action.Category }},
	{name: "due", text: func(r row) string { return r.action.Due }},
	{name: "given", text: func(r row) string { return r.action.Given }},
	{name: "answer", kind: inAction, text: func(r row) string { return string(r.action.Answer) }},
	{name: "captured", text: func(r row) string { return r.action.Captures }},
	{name: "done", truth: func(r row) bool { return r.action.Done }},
	{name: "legal", truth: func(r row) bool { return r.action.Legal }},
	{name: "codes", text: func(r row) string { return strings.Join(r.action.Codes, " ") }},
	{name: "position", bytes: func(r row) []byte { return r.action.Position }},
	{name: "played_by", kind: foreign, text: func(r row) string { return r.action.PlayedBy }},
	{name: "offset", number: func(r row) int { return int(r.Entry.Offset) }},
	{name: "date", kind: foreign, text: tagCell("Date")},
	{name: "result", text: func(r row) string { return r.Result }},
	{name: "verdict", text: func(r row) string { return string(r.Verdict()) }},
	{name: "takes", kind: inAction, text: func(r row) string { return r.action.Takes }},
	{name: "luck_unit", kind: ofLuck, text: func(r row) string { return r.luck.Unit }},
	{name: "roll_luck", kind: jsonValue | ofLuck, text: worthCell(func(w *odds.Worth) float64 { return w.Roll })},
	{name: "answer_luck", kind: jsonValue | ofLuck, text: worthCell(func(w *odds.Worth) float64 { return w.Answer })},
	{name: "choice_cost", kind: jsonValue | ofLuck, text: worthCell(func(w *odds.Worth) float64 { return w.Choice })},
}

// gameColumns are the columns of games. New ones come after all others without luck.
var gameColumns = []column{
	{name: "file", kind: foreign, text: func(r row) string { return FileName(r.File) }},
	{name: "offset", number: func(r row) int { return int(r.Entry.Offset) }},
	{name: "game", number: func(r row) int { return r.Number }},
	{name: "line", number: func(r row) int { return r.Line }},
	{name: "Event", kind: foreign, text: tagCell("Event")},
	{name: "Site", kind: foreign, text: tagCell("Site")},
	{name: "Date", kind: foreign, text: tagCell("Date")},
	{name: "Round", kind: foreign, text: tagCell("Round")},
	{name: "Players", kind: foreign, text: tagCell("Players")},
	{name: "Result_tag", kind: foreign, text: tagCell("Result")},
	{name: "Termination", kind: foreign, text: tagCell("Termination")},
	{name: "tags", kind: jsonValue, bytes: func(r row) []byte { return appendTags(nil, r.Entry.Tags) }},
	{name: "variant", kind: foreign, text: func(r row) string { return r.Rules.Variant }},
	{name: "fingerprint", text: func(r row) string { return r.Rules.Fingerprint }},
	{name: "verdict", text: func(r row) string { return string(r.Verdict()) }},
	{name: "turns", number: func(r row) int { return r.Turns }},
	{name: "actions", number: func(r row) int { return r.Actions }},
	{name: "result", kind: foreign, text: func(r row) string { return r.Result }},
	{name: "winner", kind: foreign, text: func(r row) string { return winnerOf(r.Result) }},
	{name: "errors", number: severityCell(verify.SeverityError)},
	{name: "warnings", number: severityCell(verify.SeverityWarning)},
	{name: "notes", number: severityCell(verify.SeverityNote)},
	{name: "error_line", kind: fromOne, number: func(r row) int { return r.firstError().Span.Line }},
	{name: "error_code", text: func(r row) string { return string(r.firstError().Code) }},
	{name: "moves", text: func(r row) string { return r.Entry.Moves.String() }},
	{name: "luck_unit", kind: ofLuck, text: func(r row) string { return r.luck.Unit }},
	{name: "luck", kind: jsonValue | ofLuck, bytes: sumCell(func(w odds.Worth) float64 { return w.Luck() })},
	{name: "choice_cost", kind: jsonValue | ofLuck, bytes: sumCell(func(w odds.Worth) float64 { return w.Choice })},
	{name: "luck_until", kind: fromOne | ofLuck, number: func(r row) int { return r.luck.Cut }},
}

func tagCell(name string) func(row) string {
	return func(r row) string { return r.Entry.Tag(name) }
}

// actionFields is the JSON of an action without its braces.
func actionFields(r row) []byte {
	var object bytes.Buffer // which has no error
	_ = Line(&object, r.action.Action)
	return object.Bytes()[1 : object.Len()-len("}\n")]
}

func severityCell(severity verify.Severity) func(row) int {
	return func(r row) (n int) {
		for i := range r.Findings {
			if r.Findings[i].Severity == severity {
				n++
			}
		}
		return n
	}
}

// firstError is the first error of the game; without one, a finding of nothing.
func (r row) firstError() *verify.Finding {
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
func worthCell(part func(*odds.Worth) float64) func(row) string {
	return func(r row) string {
		if turn := r.luck.TurnOn(r.action.Line); turn != nil {
			return rounded(part(&turn.Done[r.action.Nth-1]))
		}
		return ""
	}
}

// sumCell is an object with a sum of each player's turns; nothing where they were not measured.
func sumCell(part func(odds.Worth) float64) func(row) []byte {
	return func(r row) []byte {
		if r.luck.Unit == "" {
			return nil
		}
		dst := []byte{'{'}
		for seat, who := range r.luck.Players {
			if seat > 0 {
				dst = append(dst, ',')
			}
			sum, _ := r.luck.Sum(seat)
			dst = append(append(appendJSON(dst, who), ':'), rounded(part(sum))...)
		}
		return append(dst, '}')
	}
}

// newTable makes a table that prints to w in a format of NewArchive, with the columns of luck if they are wanted.
func newTable(format string, w *bufio.Writer, luck bool) *Table {
	what, _, asJSON := strings.Cut(format, "-")
	t := &Table{Actions: what == "rows", w: w, columns: gameColumns, json: asJSON}
	if t.Actions {
		t.columns = actionColumns
	}
	t.columns = slices.DeleteFunc(slices.Clone(t.columns), func(c column) bool {
		return asJSON && c.kind&inAction != 0 || !asJSON && c.kind == actionJSON || !luck && c.kind&ofLuck != 0
	})
	for i := range t.columns {
		t.columns[i].kind &^= inAction | ofLuck
		t.header += "," + t.columns[i].name
	}
	if t.header = t.header[1:] + "\n"; asJSON {
		t.header = ""
	}
	return t
}

// Game prints the row of a game, unless a row is an action.
func (t *Table) Game(g *verify.Summary) {
	if !t.Actions {
		t.Write(t.Append(nil, g, nil))
	}
}

// Append appends the row of a game, or of an action of it, for archive.Rows. Several goroutines may call it.
func (t *Table) Append(dst []byte, game *verify.Summary, action *verify.Row) []byte {
	r := row{game, action, cmp.Or(t.Luck, noLuck)}
	if t.json {
		return t.appendJSON(dst, r)
	}
	return t.appendCSV(dst, r)
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

// appendJSON appends a row as a JSON object.
func (t *Table) appendJSON(dst []byte, r row) []byte {
	dst = append(dst, '{')
	for i := range t.columns {
		c := &t.columns[i]
		if c.kind != actionJSON {
			dst = append(append(append(dst, '"'), c.name...), `":`...)
		}
		switch {
		case c.number != nil:
			dst = strconv.AppendInt(dst, int64(c.number(r)), 10)
		case c.truth != nil:
			dst = strconv.AppendBool(dst, c.truth(r))
		case c.kind > foreign:
			dst = append(dst, cmp.Or(c.cell(r), "null")...)
		default:
			dst = appendJSON(dst, c.cell(r))
		}
		dst = append(dst, ',')
	}
	return append(dst[:len(dst)-1], "}\n"...)
}

// appendCSV appends a row as a line of CSV.
func (t *Table) appendCSV(dst []byte, r row) []byte {
	columns := t.columns
	for i := range columns {
		c := &columns[i]
		switch {
		case c.text != nil:
			if text := c.text(r); isPlain(text) && (c.kind != foreign || !isFormula(text)) {
				dst = append(dst, text...)
			} else {
				dst = textCSV(dst, []byte(text), c.kind)
			}
		case c.number != nil:
			if n := c.number(r); n != 0 || c.kind != fromOne {
				dst = strconv.AppendInt(dst, int64(n), 10)
			}
		case c.truth != nil && c.truth(r):
			dst = append(dst, "yes"...)
		case c.truth != nil:
			dst = append(dst, "no"...)
		default:
			dst = textCSV(dst, c.bytes(r), c.kind)
		}
		dst = append(dst, ',')
	}
	dst[len(dst)-1] = '\n'
	return dst
}

// isPlain reports whether CSV can have a text as it is: without blanks, commas and quotes. It may begin a formula.
func isPlain(text string) bool {
	for i := range len(text) {
		if b := text[i]; b-'!' > '~'-'!' || b == ',' || b == '"' {
			return false
		}
	}
	return true
}

// isFormula reports whether a spreadsheet may take a text for a formula.
func isFormula(text string) bool {
	return len(text) > 0 && (text[0] == '=' || text[0] == '+' || text[0] == '-' || text[0] == '@')
}

// textCSV appends a text as a cell of CSV.
func textCSV(dst, text []byte, kind kind) []byte {
	if kind == foreign {
		if text = []byte(Clean(string(text))); isFormula(string(text)) {
			text = append([]byte{'\''}, text...)
		}
	}
	switch {
	case bytes.IndexByte(text, '"') >= 0:
		text = bytes.ReplaceAll(text, []byte{'"'}, []byte(`""`))
	case bytes.IndexByte(text, ',') < 0 && bytes.IndexByte(text, '\r') < 0 && bytes.IndexByte(text, '\n') < 0 && !bytes.HasPrefix(text, []byte{' '}):
		return append(dst, text...)
	}
	return append(append(append(dst, '"'), text...), '"')
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
