package report

import (
	"bytes"
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"tpnote/verify"
)

// Rows is an Archive that prints actions, one a row, as spec/interface.md describes it. The games
// and what is found in them it leaves out.
type Rows struct {
	w     io.Writer
	json  bool // JSON lines, or else CSV with a header
	begun bool // there is no header to be written any more
	row   []byte
	names []byte // of the columns, as far as they have been met
}

// Row prints an action of a game, which is known by its file and its number there.
func (p *Rows) Row(file string, game int, r *verify.Row) error {
	p.cells(file, game, r)
	if err := p.header(); err != nil {
		return err
	}
	_, err := p.w.Write(p.row)
	return err
}

// cells renders a row.
func (p *Rows) cells(file string, game int, r *verify.Row) {
	p.row = p.row[:0]
	if p.json {
		p.row = append(p.row, '{')
	}
	p.foreign("file", FileName(file))
	p.number("game", game)
	p.number("line", r.Line)
	p.foreign("variant", r.Variant)
	p.number("turn", r.Turn)
	p.number("action", r.Action)
	p.foreign("player", r.Player)
	p.number("seat", r.Seat)
	p.foreign("word", r.Word)
	if r.Die == 0 && !p.json {
		p.text("die", "")
	} else {
		p.number("die", r.Die)
	}
	p.text("piece", r.Piece)
	p.text("from", r.From)
	p.text("to", r.To)
	p.text("category", r.Category)
	p.text("due", r.Due)
	p.text("given", r.Given)
	p.text("answer", r.Answer.String())
	p.text("captured", r.Captured)
	p.truth("done", r.Done)
	p.truth("legal", r.Legal)
	p.text("codes", r.CodesText())
	p.column("position")
	p.row = append(appendCell(p.row, r.Position, p.json), ',')
	p.foreign("played_by", r.PlayedBy)
	p.row = p.row[:len(p.row)-1]
	if p.json {
		p.row = append(p.row, '}')
	}
	p.row = append(p.row, '\n')
}

// header writes the names of the columns, once, when a row has been rendered.
func (p *Rows) header() error {
	if p.begun {
		return nil
	}
	p.begun = true
	p.names[len(p.names)-1] = '\n'
	_, err := p.w.Write(p.names)
	return err
}

// Game prints nothing.
func (*Rows) Game(*verify.Summary) error { return nil }

// Unread prints nothing.
func (*Rows) Unread(string, string) error { return nil }

// End prints the header, if there was no row.
func (p *Rows) End(*Summary) error {
	p.cells("", 0, &verify.Row{})
	return p.header()
}

// column begins a cell. Each ends with a comma.
func (p *Rows) column(name string) {
	switch {
	case p.json:
		p.row = append(append(append(p.row, '"'), name...), `":`...)
	case !p.begun:
		p.names = append(append(p.names, name...), ',')
	}
}

func (p *Rows) text(column, text string) {
	p.column(column)
	p.row = append(appendCell(p.row, text, p.json), ',')
}

// foreign is a text from outside. No spreadsheet takes it for a formula.
func (p *Rows) foreign(column, text string) {
	if !p.json {
		if text = Clean(text); text != "" && strings.IndexByte("=+-@", text[0]) >= 0 {
			text = "'" + text
		}
	}
	p.text(column, text)
}

func (p *Rows) number(column string, n int) {
	p.column(column)
	p.row = append(strconv.AppendInt(p.row, int64(n), 10), ',')
}

func (p *Rows) truth(column string, is bool) {
	p.column(column)
	switch {
	case p.json:
		p.row = strconv.AppendBool(p.row, is)
	case is:
		p.row = append(p.row, "yes"...)
	default:
		p.row = append(p.row, "no"...)
	}
	p.row = append(p.row, ',')
}

// appendCell appends a text as a JSON string, or as CSV has it.
func appendCell[T string | []byte](dst []byte, text T, asJSON bool) []byte {
	found := byte(0)
	for i := range len(text) {
		found |= cellSigns[text[i]]
	}
	quoted := asJSON || found == commaSign
	if found > commaSign || len(text) > 0 && text[0] == ' ' {
		return appendOdd(dst, string(text), asJSON)
	}
	if !quoted {
		return append(dst, text...)
	}
	return append(append(append(dst, '"'), text...), '"')
}

const (
	commaSign = 1
	oddSign   = 2
)

// cellSigns says what in a cell is no ordinary character.
var cellSigns = func() (signs [256]byte) {
	for c := range signs {
		switch {
		case c == ',':
			signs[c] = commaSign
		case c < ' ' || c >= 0x7f || c == '"' || c == '\\':
			signs[c] = oddSign
		}
	}
	return signs
}()

// appendOdd is appendCell for a text that may have characters to escape.
func appendOdd(dst []byte, text string, asJSON bool) []byte {
	var cell bytes.Buffer // which has no error
	if asJSON {
		_ = Line(&cell, text)
	} else {
		w := csv.NewWriter(&cell)
		_ = w.Write([]string{text})
		w.Flush()
	}
	return append(dst, bytes.TrimSuffix(cell.Bytes(), []byte{'\n'})...)
}
