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

// A column of a table has a name, and appends the text of its cell.
type column struct {
	name string
	kind kind
	cell func(dst []byte, r row) []byte
}

// kind says how a cell is printed.
type kind int

const (
	ownText     kind = iota // a text of the program's own
	foreignText             // a text from outside; no spreadsheet takes it for a formula
	jsonValue               // the JSON of a number or an object; "" for none: empty in CSV, and null in JSON
	number                  // a number
	fromOne                 // a number from 1; for 0 the cell is empty in CSV
	truth                   // whether something is so
	actionJSON              // all fields of the JSON of an action; CSV has no such column

	// Beside another kind, until a table is made:
	inAction kind = 1 << 4 // in JSON, actionJSON has it
	ofLuck   kind = 1 << 5 // a table without luck does not have it
)

// actionColumns are the columns of rows. New ones come after all others without luck.
var actionColumns = []column{
	{"file", foreignText, func(dst []byte, r row) []byte { return append(dst, FileName(r.File)...) }},
	{"game", number, func(dst []byte, r row) []byte { return strconv.AppendInt(dst, int64(r.Number), 10) }},
	{"line", number, func(dst []byte, r row) []byte { return strconv.AppendInt(dst, int64(r.action.Line), 10) }},
	{"variant", foreignText, func(dst []byte, r row) []byte { return append(dst, r.action.Variant...) }},
	{"turn", number, func(dst []byte, r row) []byte { return strconv.AppendInt(dst, int64(r.action.Turn), 10) }},
	{"action", number, func(dst []byte, r row) []byte { return strconv.AppendInt(dst, int64(r.action.Nth), 10) }},
	{"player", foreignText, func(dst []byte, r row) []byte { return append(dst, r.action.Player...) }},
	{"seat", number, func(dst []byte, r row) []byte { return strconv.AppendInt(dst, int64(r.action.Seat), 10) }},
	{"word", foreignText | inAction, func(dst []byte, r row) []byte { return append(dst, r.action.Word...) }},
	{"parts", actionJSON, actionFields},
	{"die", fromOne | inAction, func(dst []byte, r row) []byte { return strconv.AppendInt(dst, int64(r.action.Die), 10) }},
	{"piece", ownText | inAction, func(dst []byte, r row) []byte { return append(dst, r.action.Piece...) }},
	{"from", ownText | inAction, func(dst []byte, r row) []byte { return append(dst, r.action.From...) }},
	{"to", ownText | inAction, func(dst []byte, r row) []byte { return append(dst, r.action.To...) }},
	{"category", ownText | inAction, func(dst []byte, r row) []byte { return append(dst, r.action.Category...) }},
	{"due", ownText, func(dst []byte, r row) []byte { return append(dst, r.action.Due...) }},
	{"given", ownText, func(dst []byte, r row) []byte { return append(dst, r.action.Given...) }},
	{"answer", ownText | inAction, func(dst []byte, r row) []byte { return append(dst, r.action.Answer...) }},
	{"captured", ownText, func(dst []byte, r row) []byte { return append(dst, r.action.Captures...) }},
	{"done", truth, func(dst []byte, r row) []byte { return strconv.AppendBool(dst, r.action.Done) }},
	{"legal", truth, func(dst []byte, r row) []byte { return strconv.AppendBool(dst, r.action.Legal) }},
	{"codes", ownText, func(dst []byte, r row) []byte { return append(dst, strings.Join(r.action.Codes, " ")...) }},
	{"position", ownText, func(dst []byte, r row) []byte { return append(dst, r.action.Position...) }},
	{"played_by", foreignText, func(dst []byte, r row) []byte { return append(dst, r.action.PlayedBy...) }},
	{"offset", number, func(dst []byte, r row) []byte { return strconv.AppendInt(dst, r.Entry.Offset, 10) }},
	{"date", foreignText, tagCell("Date")},
	{"result", ownText, func(dst []byte, r row) []byte { return append(dst, r.Result...) }},
	{"verdict", ownText, func(dst []byte, r row) []byte { return append(dst, r.Verdict()...) }},
	{"takes", ownText | inAction, func(dst []byte, r row) []byte { return append(dst, r.action.Takes...) }},
	{"luck_unit", ownText | ofLuck, func(dst []byte, r row) []byte { return append(dst, r.luck.Unit...) }},
	{"roll_luck", jsonValue | ofLuck, worthCell(func(w *odds.Worth) float64 { return w.Roll })},
	{"answer_luck", jsonValue | ofLuck, worthCell(func(w *odds.Worth) float64 { return w.Answer })},
	{"choice_cost", jsonValue | ofLuck, worthCell(func(w *odds.Worth) float64 { return w.Choice })},
}

// gameColumns are the columns of games. New ones come after all others without luck.
var gameColumns = []column{
	{"file", foreignText, func(dst []byte, r row) []byte { return append(dst, FileName(r.File)...) }},
	{"offset", number, func(dst []byte, r row) []byte { return strconv.AppendInt(dst, r.Entry.Offset, 10) }},
	{"game", number, func(dst []byte, r row) []byte { return strconv.AppendInt(dst, int64(r.Number), 10) }},
	{"line", number, func(dst []byte, r row) []byte { return strconv.AppendInt(dst, int64(r.Line), 10) }},
	{"Event", foreignText, tagCell("Event")},
	{"Site", foreignText, tagCell("Site")},
	{"Date", foreignText, tagCell("Date")},
	{"Round", foreignText, tagCell("Round")},
	{"Players", foreignText, tagCell("Players")},
	{"Result_tag", foreignText, tagCell("Result")},
	{"Termination", foreignText, tagCell("Termination")},
	{"tags", jsonValue, func(dst []byte, r row) []byte { return appendTags(dst, r.Entry.Tags) }},
	{"variant", foreignText, func(dst []byte, r row) []byte { return append(dst, r.Rules.Variant...) }},
	{"fingerprint", ownText, func(dst []byte, r row) []byte { return append(dst, r.Rules.Fingerprint...) }},
	{"verdict", ownText, func(dst []byte, r row) []byte { return append(dst, r.Verdict()...) }},
	{"turns", number, func(dst []byte, r row) []byte { return strconv.AppendInt(dst, int64(r.Turns), 10) }},
	{"actions", number, func(dst []byte, r row) []byte { return strconv.AppendInt(dst, int64(r.Actions), 10) }},
	{"result", foreignText, func(dst []byte, r row) []byte { return append(dst, r.Result...) }},
	{"winner", foreignText, func(dst []byte, r row) []byte { return append(dst, winnerOf(r.Result)...) }},
	{"errors", number, severityCell(verify.SeverityError)},
	{"warnings", number, severityCell(verify.SeverityWarning)},
	{"notes", number, severityCell(verify.SeverityNote)},
	{"error_line", fromOne, func(dst []byte, r row) []byte { return strconv.AppendInt(dst, int64(r.firstError().Span.Line), 10) }},
	{"error_code", ownText, func(dst []byte, r row) []byte { return append(dst, r.firstError().Code...) }},
	{"moves", ownText, func(dst []byte, r row) []byte { return append(dst, r.Entry.Moves.String()...) }},
	{"luck_unit", ownText | ofLuck, func(dst []byte, r row) []byte { return append(dst, r.luck.Unit...) }},
	{"luck", jsonValue | ofLuck, sumCell(func(w odds.Worth) float64 { return w.Luck() })},
	{"choice_cost", jsonValue | ofLuck, sumCell(func(w odds.Worth) float64 { return w.Choice })},
	{"luck_until", fromOne | ofLuck, func(dst []byte, r row) []byte { return strconv.AppendInt(dst, int64(r.luck.Cut), 10) }},
}

func tagCell(name string) func([]byte, row) []byte {
	return func(dst []byte, r row) []byte { return append(dst, r.Entry.Tag(name)...) }
}

// actionFields is the JSON of an action without its braces.
func actionFields(dst []byte, r row) []byte {
	var object bytes.Buffer // which has no error
	_ = Line(&object, r.action.Action)
	return append(dst, object.Bytes()[1:object.Len()-len("}\n")]...)
}

func severityCell(severity verify.Severity) func([]byte, row) []byte {
	return func(dst []byte, r row) []byte {
		n := int64(0)
		for i := range r.Findings {
			if r.Findings[i].Severity == severity {
				n++
			}
		}
		return strconv.AppendInt(dst, n, 10)
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
func worthCell(part func(*odds.Worth) float64) func([]byte, row) []byte {
	return func(dst []byte, r row) []byte {
		if turn := r.luck.TurnOn(r.action.Line); turn != nil {
			dst = append(dst, rounded(part(&turn.Done[r.action.Nth-1]))...)
		}
		return dst
	}
}

// sumCell is an object with a sum of each player's turns; nothing where they were not measured.
func sumCell(part func(odds.Worth) float64) func([]byte, row) []byte {
	return func(dst []byte, r row) []byte {
		if r.luck.Unit == "" {
			return dst
		}
		dst = append(dst, '{')
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
	for _, c := range t.columns {
		if c.kind != actionJSON {
			dst = append(append(append(dst, '"'), c.name...), `":`...)
		}
		begin := len(dst)
		switch dst = c.cell(dst, r); {
		case c.kind <= foreignText:
			dst = appendJSON(dst[:begin], string(dst[begin:]))
		case len(dst) == begin:
			dst = append(dst, "null"...)
		}
		dst = append(dst, ',')
	}
	return append(dst[:len(dst)-1], "}\n"...)
}

// appendCSV appends a row as a line of CSV.
func (t *Table) appendCSV(dst []byte, r row) []byte {
	for _, c := range t.columns {
		begin := len(dst)
		dst = c.cell(dst, r)
		switch kind := c.kind; {
		case kind <= jsonValue:
			if text := dst[begin:]; !isPlain(text) || kind == foreignText && isFormula(text) {
				dst = textCSV(dst, begin, kind)
			}
		case kind == fromOne && dst[begin] == '0':
			dst = dst[:begin]
		case kind == truth && dst[begin] == 't':
			dst = append(dst[:begin], "yes"...)
		case kind == truth:
			dst = append(dst[:begin], "no"...)
		}
		dst = append(dst, ',')
	}
	dst[len(dst)-1] = '\n'
	return dst
}

// isPlain reports whether a text has no blank and nothing else that may change its cell in CSV, except for a sign
// with which a formula begins.
func isPlain(text []byte) bool {
	for _, b := range text {
		if !plainByte[b] {
			return false
		}
	}
	return true
}

// plainByte has the bytes of such texts.
var plainByte = func() (plain [256]bool) {
	for b := '!'; b <= '~'; b++ {
		plain[b] = b != ',' && b != '"'
	}
	return plain
}()

// isFormula reports whether a spreadsheet may take a text for a formula.
func isFormula(text []byte) bool {
	return len(text) > 0 && (text[0] == '=' || text[0] == '+' || text[0] == '-' || text[0] == '@')
}

// textCSV makes a cell of CSV of the text from a byte of dst on.
func textCSV(dst []byte, begin int, kind kind) []byte {
	if kind == foreignText {
		text := []byte(Clean(string(dst[begin:])))
		if dst = dst[:begin]; isFormula(text) {
			dst = append(dst, '\'')
		}
		dst = append(dst, text...)
	}
	text := dst[begin:]
	switch {
	case bytes.IndexByte(text, '"') >= 0:
		dst = append(dst[:begin], bytes.ReplaceAll(text, []byte{'"'}, []byte(`""`))...)
	case bytes.IndexByte(text, ',') < 0 && text[0] != ' ' && !bytes.ContainsAny(text, "\r\n"):
		return dst
	}
	return append(slices.Insert(dst, begin, '"'), '"')
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
