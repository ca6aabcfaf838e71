package report

import (
	"bytes"
	"encoding/csv"
	"io"
	"strconv"

	"tpnote/verify"
)

// Rows is an Archive that prints actions, one a row, as spec/interface.md describes it. The games
// and what is found in them it leaves out.
type Rows struct {
	w     io.Writer
	json  bool   // JSON lines, or else CSV with a header
	begun bool   // there is no header to be written any more
	row   []byte // the rows that have not been written, the last of which may be under way
	names []byte // of the columns, as far as they have been met

	// What is the same in many rows is rendered once.
	line          int    // of the last row; 0 before the first one of a game
	turn          []byte // what the rows of that line begin with
	game, variant kept
	players       []struct{ who, by kept } // by seat
}

// kept is cells that are known by a text.
type kept struct {
	text  string
	cells []byte
}

// mostRows is how many bytes of rows are held.
const mostRows = 1 << 16

// Row prints an action of a game, which is known by its file and its number there.
func (p *Rows) Row(file string, game int, r *verify.Row) error {
	p.cells(file, game, r)
	if !p.begun {
		p.begun = true
		p.names[len(p.names)-1] = '\n'
		if _, err := p.w.Write(p.names); err != nil {
			return err
		}
	}
	if len(p.row) < mostRows {
		return nil
	}
	return p.flush()
}

// flush writes the rows.
func (p *Rows) flush() error {
	_, err := p.w.Write(p.row)
	p.row = p.row[:0]
	return err
}

// cells renders a row.
func (p *Rows) cells(file string, game int, r *verify.Row) {
	for len(p.players) <= r.Seat {
		p.players = append(p.players, struct{ who, by kept }{})
	}
	player := &p.players[r.Seat]
	if p.line == r.Line && p.variant.text == r.Variant && p.line > 0 {
		p.row = append(p.row, p.turn...)
	} else {
		begin := len(p.row)
		if p.line == 0 {
			p.game.cells = p.game.cells[:0] // it is another game
		}
		p.line = r.Line
		if !p.same(&p.game, file) {
			if p.json {
				p.row = append(p.row, '{')
			}
			p.foreign("file", FileName(file))
			p.number("game", game)
			p.game.keep(p.row[begin:], file)
		}
		p.number("line", r.Line)
		if at := len(p.row); !p.same(&p.variant, r.Variant) {
			p.foreign("variant", r.Variant)
			p.variant.keep(p.row[at:], r.Variant)
		}
		p.number("turn", r.Turn)
		p.turn = append(p.turn[:0], p.row[begin:]...)
	}
	p.number("action", r.Action)
	if at := len(p.row); !p.same(&player.who, r.Player) {
		p.foreign("player", r.Player)
		p.number("seat", r.Seat)
		player.who.keep(p.row[at:], r.Player)
	}
	p.action(r)
	p.column("position")
	switch {
	case !r.Plain:
		p.row = append(appendCell(p.row, r.Position, p.json), ',')
	case p.json || bytes.IndexByte(r.Position, ',') >= 0:
		p.row = append(append(append(p.row, '"'), r.Position...), '"', ',')
	default:
		p.row = append(append(p.row, r.Position...), ',')
	}
	if at := len(p.row); !p.same(&player.by, r.PlayedBy) {
		p.foreign("played_by", r.PlayedBy)
		p.row = p.row[:len(p.row)-1]
		if p.json {
			p.row = append(p.row, '}')
		}
		p.row = append(p.row, '\n')
		player.by.keep(p.row[at:], r.PlayedBy)
	}
}

// same appends cells if they are known by a text.
func (p *Rows) same(k *kept, text string) bool {
	if k.text != text || len(k.cells) == 0 {
		return false
	}
	p.row = append(p.row, k.cells...)
	return true
}

// keep keeps cells by a text.
func (k *kept) keep(cells []byte, text string) { k.text, k.cells = text, append(k.cells[:0], cells...) }

// action renders what a word says.
func (p *Rows) action(r *verify.Row) {
	if r.Cells != nil && len(r.Cells[0]) > 0 {
		p.row = append(p.row, r.Cells[0]...)
		p.text("from", r.From)
		p.row = append(p.row, r.Cells[1]...)
		return
	}
	begin := len(p.row)
	appendForeign(p, "word", r.Word)
	if r.Die == 0 && !p.json {
		p.text("die", "")
	} else {
		p.number("die", r.Die)
	}
	p.text("piece", r.Piece)
	from := len(p.row)
	p.text("from", r.From)
	behind := len(p.row)
	p.text("to", r.To)
	p.text("category", r.Category)
	p.text("due", r.Due)
	p.text("given", r.Given)
	p.text("answer", r.Answer.String())
	p.text("captured", r.Captured)
	p.truth("done", r.Done)
	p.truth("legal", r.Legal)
	p.text("codes", r.CodesText())
	if r.Cells != nil {
		*r.Cells = verify.Cells{bytes.Clone(p.row[begin:from]), bytes.Clone(p.row[behind:])}
	}
}

// Game prints the rows that are left of a game.
func (p *Rows) Game(*verify.Summary) error {
	p.line = 0
	return p.flush()
}

// Unread prints nothing.
func (*Rows) Unread(string, string) error { return nil }

// End prints the header, if there was no row.
func (p *Rows) End(*Summary) error {
	if err := p.flush(); err != nil || p.begun {
		return err
	}
	err := p.Row("", 0, &verify.Row{})
	p.row = p.row[:0]
	return err
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
	if text == "" && p.begun && !p.json { // as many are
		p.row = append(p.row, ',')
		return
	}
	p.column(column)
	p.row = append(appendCell(p.row, text, p.json), ',')
}

// foreign is a text from outside. No spreadsheet takes it for a formula.
func (p *Rows) foreign(column, text string) { appendForeign(p, column, text) }

func appendForeign[T string | []byte](p *Rows, column string, text T) {
	p.column(column)
	if !p.json && len(text) > 0 && (signsIn(text) > commaSign || cellSigns[text[0]]&formulaSign != 0) {
		clean := Clean(string(text))
		if clean != "" && cellSigns[clean[0]]&formulaSign != 0 {
			clean = "'" + clean
		}
		p.row = append(appendCell(p.row, clean, false), ',')
		return
	}
	p.row = append(appendCell(p.row, text, p.json), ',')
}

func (p *Rows) number(column string, n int) {
	p.column(column)
	if uint(n) < 10 { // as most are
		p.row = append(p.row, '0'+byte(n), ',')
		return
	}
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
	found := signsIn(text)
	if found > commaSign || len(text) > 0 && text[0] == ' ' {
		return appendOdd(dst, string(text), asJSON)
	}
	if !asJSON && found != commaSign {
		return append(dst, text...)
	}
	return append(append(append(dst, '"'), text...), '"')
}

const (
	commaSign   = 1
	oddSign     = 2
	formulaSign = 1 << 7 // begins a formula
)

// cellSigns says what in a cell is no ordinary character.
var cellSigns = func() (signs [256]byte) {
	for c := range signs {
		switch {
		case c == ',':
			signs[c] = commaSign
		case c < ' ' || c >= 0x7f || c == '"' || c == '\\':
			signs[c] = oddSign
		case c == '=' || c == '+' || c == '-' || c == '@':
			signs[c] = formulaSign
		}
	}
	return signs
}()

// signsIn is what there is in a text besides ordinary characters.
func signsIn[T string | []byte](text T) (found byte) {
	i := 0
	for ; i+4 <= len(text); i += 4 {
		found |= cellSigns[text[i]] | cellSigns[text[i+1]] | cellSigns[text[i+2]] | cellSigns[text[i+3]]
	}
	for ; i < len(text); i++ {
		found |= cellSigns[text[i]]
	}
	return found &^ formulaSign
}

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
