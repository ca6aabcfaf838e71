package report

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"tpnote/verify"
)

// Rows prints actions, one a row, as spec/interface.md describes it. The games and what is
// found in them it leaves out.
type Rows interface {
	// Row prints an action of a game, which is known by its file and its number there.
	Row(file string, game int, r *verify.Row) error
	// Flush writes what has not been written yet.
	Flush() error
}

// NewRows prints rows to w in a format: rows-json for JSON lines, or else CSV with a header.
func NewRows(format string, w io.Writer) Rows {
	if format == "rows-json" {
		return jsonRows{w}
	}
	return &csvRows{w: csv.NewWriter(w)}
}

// jsonRow is a row. The columns of CSV have the same names and the same order.
type jsonRow struct {
	File     string `json:"file"`
	Game     int    `json:"game"`
	Line     int    `json:"line"`
	Variant  string `json:"variant"`
	Turn     int    `json:"turn"`
	Action   int    `json:"action"`
	Player   string `json:"player"`
	Seat     int    `json:"seat"`
	Word     string `json:"word"`
	Die      int    `json:"die"`
	Piece    string `json:"piece"`
	From     string `json:"from"`
	To       string `json:"to"`
	Category string `json:"category"`
	Due      string `json:"due"`
	Given    string `json:"given"`
	Answer   string `json:"answer"`
	Captured string `json:"captured"`
	Done     bool   `json:"done"`
	Legal    bool   `json:"legal"`
	Codes    string `json:"codes"`
	Position string `json:"position"`
	PlayedBy string `json:"played_by"`
}

func rowOf(file string, game int, r *verify.Row) jsonRow {
	row := jsonRow{
		File: FileName(file), Game: game, Line: r.Line, Variant: r.Variant, Turn: r.Turn, Action: r.Action,
		Player: r.Player, Seat: r.Seat, Word: r.Word, Die: r.Die, Piece: r.Piece, From: r.From, To: r.To, Category: r.Category,
		Due: r.Due, Given: r.Given, Answer: r.Answer.String(), Captured: r.Captured, Done: r.Done, Legal: r.Legal, Codes: r.CodesText(), PlayedBy: r.PlayedBy,
	}
	if r.Before != nil {
		row.Position = r.Before.Position()
	}
	return row
}

type jsonRows struct{ w io.Writer }

func (p jsonRows) Row(file string, game int, r *verify.Row) error {
	return Line(p.w, rowOf(file, game, r))
}
func (jsonRows) Flush() error { return nil }

// csvHeader names the columns.
var csvHeader = []string{"file", "game", "line", "variant", "turn", "action", "player", "seat", "word", "die", "piece", "from", "to",
	"category", "due", "given", "answer", "captured", "done", "legal", "codes", "position", "played_by"}

type csvRows struct {
	w     *csv.Writer
	begun bool
}

func (p *csvRows) begin() error {
	if p.begun {
		return nil
	}
	p.begun = true
	return p.w.Write(csvHeader)
}

func (p *csvRows) Row(file string, game int, r *verify.Row) error {
	if err := p.begin(); err != nil {
		return err
	}
	row := rowOf(file, game, r)
	yes := map[bool]string{true: "yes", false: "no"}
	return p.w.Write([]string{guarded(row.File), strconv.Itoa(game), strconv.Itoa(row.Line), guarded(row.Variant), strconv.Itoa(row.Turn), strconv.Itoa(row.Action),
		guarded(row.Player), strconv.Itoa(row.Seat), guarded(row.Word), number(row.Die), row.Piece, row.From, row.To,
		row.Category, row.Due, row.Given, row.Answer, row.Captured, yes[row.Done], yes[row.Legal], row.Codes, row.Position, guarded(row.PlayedBy)})
}

// guarded is a text from outside that no spreadsheet takes for a formula.
func guarded(text string) string {
	if text = Clean(text); text != "" && strings.Contains("=+-@", text[:1]) {
		return "'" + text
	}
	return text
}

// number is a number, or nothing for 0.
func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// Flush writes the rows, and the header if there was none.
func (p *csvRows) Flush() error {
	if err := p.begin(); err != nil {
		return err
	}
	p.w.Flush()
	return p.w.Error()
}

// rowsArchive is an archive whose rows are printed: of its games there is nothing to print.
type rowsArchive struct{ Rows }

func (rowsArchive) Game(*verify.Summary) error  { return nil }
func (rowsArchive) Unread(string, string) error { return nil }
func (a rowsArchive) End(*Summary) error        { return a.Flush() }
