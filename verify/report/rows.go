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

// Rows is an Archive that prints one row for each action, as spec/archives.md describes it.
// Findings are left out, except for their codes.
type Rows struct {
	tableWriter[action]
	Luck *odds.Luck // of the game whose rows are appended next
}

// action is an action with the game that it is of, and the luck of that game; nil where that is not
// wanted, or was not measured.
type action struct {
	game *verify.Summary
	*verify.Row
	luck *odds.Luck
}

// actionColumns are the columns of rows. New ones are added at the end.
var actionColumns = table[action]{
	{"file", func(c *cells, a *action) { c.foreign(FileName(a.game.File)) }},
	{"game", func(c *cells, a *action) { c.number(a.game.Number) }},
	{"line", func(c *cells, a *action) { c.number(a.Line) }},
	{"variant", func(c *cells, a *action) { c.foreign(a.Variant) }},
	{"turn", func(c *cells, a *action) { c.number(a.Turn) }},
	{"action", func(c *cells, a *action) { c.number(a.Action) }},
	{"player", func(c *cells, a *action) { c.foreign(a.Player) }},
	{"seat", func(c *cells, a *action) { c.number(a.Seat) }},
	{"word", func(c *cells, a *action) { c.foreign(a.Word) }},
	{"die", func(c *cells, a *action) { c.numbered(a.Die) }},
	{"piece", func(c *cells, a *action) { c.word(a.Piece) }},
	{"from", func(c *cells, a *action) { c.word(a.From) }},
	{"to", func(c *cells, a *action) { c.word(a.To) }},
	{"category", func(c *cells, a *action) { c.word(a.Category) }},
	{"due", func(c *cells, a *action) { c.word(a.Due) }},
	{"given", func(c *cells, a *action) { c.word(a.Given) }},
	{"answer", func(c *cells, a *action) { c.word(a.Answer.String()) }},
	{"captured", func(c *cells, a *action) { c.word(a.Captured) }},
	{"done", func(c *cells, a *action) { c.truth(a.Done) }},
	{"legal", func(c *cells, a *action) { c.truth(a.Legal) }},
	{"codes", func(c *cells, a *action) {
		codes := make([]string, len(a.Codes))
		for i, code := range a.Codes {
			codes[i] = string(code)
		}
		c.word(strings.Join(codes, " "))
	}},
	{"position", func(c *cells, a *action) { c.word(a.Position) }},
	{"played_by", func(c *cells, a *action) { c.foreign(a.PlayedBy) }},
	{"offset", func(c *cells, a *action) { c.number(int(a.game.Entry.Offset)) }},
	{"date", func(c *cells, a *action) { c.foreign(a.game.Entry.Tag("Date")) }},
	{"result", func(c *cells, a *action) { c.word(a.game.Result) }},
	{"verdict", func(c *cells, a *action) { c.word(string(a.game.Verdict())) }},
}

// luckOfAction are the columns that rows have with luck.
var luckOfAction = table[action]{
	{"luck_unit", func(c *cells, a *action) { c.word(cmp.Or(a.luck, &odds.Luck{}).Unit) }},
	{"roll_luck", worthCell(func(w *odds.Worth) float64 { return w.Roll })},
	{"answer_luck", worthCell(func(w *odds.Worth) float64 { return w.Answer })},
	{"choice_cost", worthCell(func(w *odds.Worth) float64 { return w.Choice })},
}

// worthCell is a part of what an action was worth; nothing where it was not measured.
func worthCell(part func(*odds.Worth) float64) func(*cells, *action) {
	return func(c *cells, a *action) {
		turn := a.luck.TurnOn(a.Line)
		if turn == nil {
			c.none()
			return
		}
		c.text = appendWorth(c.text, part(&turn.Done[a.Action-1]))
	}
}

// Game prints nothing.
func (*Rows) Game(*verify.Summary) {}

// Append appends the row of an action of a game, for archive.Rows. Several goroutines may call it.
func (p *Rows) Append(dst []byte, game *verify.Summary, row *verify.Row) []byte {
	return p.table.appendRow(dst, p.json, &action{game, row, p.Luck})
}

// Games is an Archive that prints one row for each game.
type Games struct {
	tableWriter[played]
	Luck *odds.Luck // of the next game
	row  []byte     // storage
}

// played is a game with its luck; nil where that is not wanted, or was not measured.
type played struct {
	*verify.Summary
	luck *odds.Luck
}

// gameColumns are the columns of games. New ones are added at the end.
var gameColumns = table[played]{
	{"file", func(c *cells, g *played) { c.foreign(FileName(g.File)) }},
	{"offset", func(c *cells, g *played) { c.number(int(g.Entry.Offset)) }},
	{"game", func(c *cells, g *played) { c.number(g.Number) }},
	{"line", func(c *cells, g *played) { c.number(g.Line) }},
	{"Event", tagCell("Event")},
	{"Site", tagCell("Site")},
	{"Date", tagCell("Date")},
	{"Round", tagCell("Round")},
	{"Players", tagCell("Players")},
	{"Result_tag", tagCell("Result")},
	{"Termination", tagCell("Termination")},
	{"tags", func(c *cells, g *played) { c.object(appendTags(nil, g.Entry.Tags)) }},
	{"variant", func(c *cells, g *played) { c.foreign(g.Rules.Variant) }},
	{"fingerprint", func(c *cells, g *played) { c.word(g.Rules.Fingerprint) }},
	{"verdict", func(c *cells, g *played) { c.word(string(g.Verdict())) }},
	{"turns", func(c *cells, g *played) { c.number(g.Turns) }},
	{"actions", func(c *cells, g *played) { c.number(g.Actions) }},
	{"result", func(c *cells, g *played) { c.foreign(g.Result) }},
	{"winner", func(c *cells, g *played) { c.foreign(winnerOf(g.Result)) }},
	{"errors", severityCell(verify.SeverityError)},
	{"warnings", severityCell(verify.SeverityWarning)},
	{"notes", severityCell(verify.SeverityNote)},
	{"error_line", func(c *cells, g *played) { c.numbered(firstError(g).Span.Line) }},
	{"error_code", func(c *cells, g *played) { c.word(string(firstError(g).Code)) }},
	{"moves", func(c *cells, g *played) { c.word(g.Entry.Moves.String()) }},
}

// luckOfGame are the columns that games have with luck.
var luckOfGame = table[played]{
	{"luck_unit", func(c *cells, g *played) { c.word(cmp.Or(g.luck, &odds.Luck{}).Unit) }},
	{"luck", sumCell(func(w odds.Worth) float64 { return w.Luck() })},
	{"choice_cost", sumCell(func(w odds.Worth) float64 { return w.Choice })},
	{"luck_until", func(c *cells, g *played) { c.numbered(cmp.Or(g.luck, &odds.Luck{}).Cut) }},
}

// sumCell is an object with a sum of each player's turns; nothing where they were not measured.
func sumCell(part func(odds.Worth) float64) func(*cells, *played) {
	return func(c *cells, g *played) {
		if g.luck == nil || g.luck.Unit == "" {
			c.none()
			return
		}
		object := []byte{'{'}
		for seat, who := range g.luck.Players {
			if seat > 0 {
				object = append(object, ',')
			}
			sum, _ := g.luck.Sum(seat)
			object = appendWorth(append(appendCell(object, who, true), ':'), part(sum))
		}
		c.object(append(object, '}'))
	}
}

func tagCell(name string) func(*cells, *played) {
	return func(c *cells, g *played) { c.foreign(g.Entry.Tag(name)) }
}

func severityCell(severity verify.Severity) func(*cells, *played) {
	return func(c *cells, g *played) {
		n := 0
		for i := range g.Findings {
			if g.Findings[i].Severity == severity {
				n++
			}
		}
		c.number(n)
	}
}

// firstError is the first error of a game; without one, a finding of nothing.
func firstError(g *played) *verify.Finding {
	return cmp.Or(verify.FirstError(g.Findings), &verify.Finding{})
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

// Game prints the row of a game.
func (p *Games) Game(g *verify.Summary) {
	p.row = p.table.appendRow(p.row[:0], p.json, &played{g, p.Luck})
	p.Write(p.row)
}

// A column of a table has a name, and appends to a row what a record has there.
type column[R any] struct {
	name string
	cell func(c *cells, record *R)
}

// A table is the columns of records of a kind, in their order. It is all that decides how they are
// printed: the header, the CSV and the JSON follow from it.
type table[R any] []column[R]

// with is the table with more columns, if they are wanted.
func (t table[R]) with(more table[R], wanted bool) table[R] {
	if !wanted {
		return t
	}
	return slices.Concat(t, more)
}

// appendHeader appends the first line of the CSV.
func (t table[R]) appendHeader(dst []byte) []byte {
	for _, column := range t {
		dst = append(append(dst, column.name...), ',')
	}
	return ended(dst)
}

// appendRow appends a record as a line of CSV, or as a JSON object on one line.
func (t table[R]) appendRow(dst []byte, asJSON bool, record *R) []byte {
	c := cells{dst, asJSON}
	if asJSON {
		c.text = append(c.text, '{')
	}
	for i := range t {
		if asJSON {
			c.text = append(append(append(c.text, '"'), t[i].name...), `":`...)
		}
		t[i].cell(&c, record)
		c.text = append(c.text, ',')
	}
	if asJSON {
		c.text[len(c.text)-1] = '}'
		return append(c.text, '\n')
	}
	return ended(c.text)
}

// ended makes the last comma the end of a line.
func ended(row []byte) []byte {
	row[len(row)-1] = '\n'
	return row
}

// cells appends cells to the text of a row.
type cells struct {
	text []byte
	json bool
}

// word is a text of the program's own.
func (c *cells) word(text string) {
	if text != "" || c.json { // many are empty
		c.text = appendCell(c.text, text, c.json)
	}
}

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
		dst = appendCell(append(appendCell(dst, t.Name, true), ':'), t.Value, true)
	}
	return append(dst, '}')
}

// appendCell appends a text as a JSON string, or as CSV has it.
func appendCell(dst []byte, text string, asJSON bool) []byte {
	switch {
	case asJSON && strings.ContainsFunc(text, escapedInJSON):
		var cell bytes.Buffer // which has no error
		_ = Line(&cell, text)
		return append(dst, bytes.TrimSuffix(cell.Bytes(), []byte{'\n'})...)
	case asJSON:
		return append(append(append(dst, '"'), text...), '"')
	case strings.HasPrefix(text, " ") || strings.ContainsAny(text, ",\"\r\n"):
		return append(append(append(dst, '"'), strings.ReplaceAll(text, `"`, `""`)...), '"')
	}
	return append(dst, text...)
}

// escapedInJSON reports whether Line may write a character in another way.
func escapedInJSON(r rune) bool { return r < ' ' || r == '"' || r == '\\' || r >= 0x7f }

// tableWriter prints rows of a table.
type tableWriter[R any] struct {
	w      *bufio.Writer
	table  table[R]
	json   bool // JSON lines, or else CSV with a header
	headed bool // the header has been printed
}

// Unread prints nothing.
func (*tableWriter[R]) Unread(string, string) {}

// End prints the header, if there was no row.
func (p *tableWriter[R]) End(*Summary) { p.Write(nil) }

// Write prints rows; before the first of them, the header.
func (p *tableWriter[R]) Write(rows []byte) error {
	if !p.json && !p.headed {
		p.w.Write(p.table.appendHeader(nil)) // which keeps an error
	}
	p.headed = true
	_, err := p.w.Write(rows)
	return err
}
