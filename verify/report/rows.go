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
	json  bool // JSON lines, or else CSV with a header
	begun bool // there is no header to be written any more
}

// Write prints rows.
func (p *Rows) Write(rows []byte) error {
	if !p.begun && !p.json {
		header := renderer{names: []byte{}}
		header.append(nil, "", 0, &verify.Row{})
		header.names[len(header.names)-1] = '\n'
		if _, err := p.w.Write(header.names); err != nil {
			return err
		}
	}
	p.begun = true
	_, err := p.w.Write(rows)
	return err
}

// Game prints nothing.
func (*Rows) Game(*verify.Summary) error { return nil }

// Unread prints nothing.
func (*Rows) Unread(string, string) error { return nil }

// End prints the header, if there was no row.
func (p *Rows) End(*Summary) error { return p.Write(nil) }

// Renderer returns what renders rows, for archive.Rows.
func (p *Rows) Renderer() func(dst []byte, file string, game int, r *verify.Row) []byte {
	return (&renderer{json: p.json}).append
}

// renderer renders actions.
type renderer struct {
	json  bool
	names []byte // of the columns, as far as they have been met; nil where nobody wants them
	row   []byte // what is being rendered, behind other rows
	odd   []byte // a position that may have to be escaped

	// What is the same in many rows is rendered once.
	head          []byte // what the last row begins with, up to the player, for the first action of its line
	file, variant string // in it
	game          int
	line, turn    int
	lineEnd       int // where the number of the line ends in head, that of the turn, and that of the action
	turnEnd       int
	actionEnd     int
	die           int                      // where the roll of the last row stands
	players       []struct{ who, by kept } // by seat
}

// kept is cells that are known by a text.
type kept struct {
	text  string
	cells []byte
}

// append appends the row of an action, of a file's game of that number.
func (p *renderer) append(dst []byte, file string, game int, r *verify.Row) []byte {
	if p.line != r.Line || p.game != game || p.file != file || p.line == 0 {
		p.begin(file, game, r)
	}
	action := len(dst) + p.actionEnd
	dst = append(dst, p.head...)
	if r.Action < 10 {
		dst[action-1] = '0' + byte(r.Action)
	} else {
		dst = append(strconv.AppendInt(dst[:action-1], int64(r.Action), 10), p.head[p.actionEnd:]...)
	}
	dst = p.position(p.action(dst, r), r)
	by := &p.players[r.Seat].by
	if !by.of(r.PlayedBy) {
		p.row = dst
		p.foreign("played_by", r.PlayedBy)
		cells := append([]byte(nil), p.row[len(dst):len(p.row)-1]...)
		if p.json {
			cells = append(cells, '}')
		}
		by.keep(append(cells, '\n'), r.PlayedBy)
	}
	return verify.AppendShort(dst, by.cells)
}

// position renders the position before an action.
func (p *renderer) position(dst []byte, r *verify.Row) []byte {
	if p.json || !r.Plain {
		p.row = dst
		p.column("position")
		dst = p.row
	}
	if !r.Plain {
		p.odd = r.AppendPosition(p.odd[:0])
		return append(appendCell(dst, p.odd, p.json), ',')
	}
	at := len(dst)
	dst = r.AppendPosition(append(dst, '"'))
	if text := dst[at+1:]; !p.json && bytes.IndexByte(text, ',') < 0 { // nothing is to be quoted
		copy(dst[at:], text)
		dst[len(dst)-1] = ','
		return dst
	}
	return append(dst, '"', ',')
}

// begin renders what the rows of a line begin with.
func (p *renderer) begin(file string, game int, r *verify.Row) {
	for len(p.players) <= r.Seat {
		p.players = append(p.players, struct{ who, by kept }{})
	}
	if p.line > 0 && r.Line == p.line+1 && r.Turn == p.turn+1 && p.game == game && p.file == file && p.variant == r.Variant &&
		countOn(p.head[:p.lineEnd]) && countOn(p.head[:p.turnEnd]) {
		p.row = p.head[:p.turnEnd+1]
	} else {
		p.row = p.head[:0]
		if p.json {
			p.row = append(p.row, '{')
		}
		p.foreign("file", FileName(file))
		p.number("game", game)
		p.number("line", r.Line)
		p.lineEnd = len(p.row) - 1
		p.foreign("variant", r.Variant)
		p.number("turn", r.Turn)
		p.turnEnd = len(p.row) - 1
		p.file, p.game, p.variant = file, game, r.Variant
	}
	p.number("action", 1)
	p.actionEnd = len(p.row) - 1
	if who, at := &p.players[r.Seat].who, len(p.row); who.of(r.Player) {
		p.row = append(p.row, who.cells...)
	} else {
		p.foreign("player", r.Player)
		p.number("seat", r.Seat)
		who.keep(p.row[at:], r.Player)
	}
	p.head, p.line, p.turn = p.row, r.Line, r.Turn
}

// countOn adds one to the number that a text ends with. It reports whether there is room for it; if
// not, the text is spoilt.
func countOn(text []byte) bool {
	for i := len(text) - 1; ; i-- {
		switch text[i] {
		case '9':
			text[i] = '0'
		case '0', '1', '2', '3', '4', '5', '6', '7', '8':
			text[i]++
			return true
		default:
			return false
		}
	}
}

// of reports whether cells are known by a text.
func (k *kept) of(text string) bool { return k.text == text && len(k.cells) > 0 }

// keep keeps cells by a text.
func (k *kept) keep(cells []byte, text string) { k.text, k.cells = text, append(k.cells[:0], cells...) }

// action renders what a word says.
func (p *renderer) action(dst []byte, r *verify.Row) []byte {
	c := r.Cells
	if c != nil && !c.Known() {
		p.keep(c, r)
	}
	if c == nil || !c.Known() {
		p.row = dst
		p.before(r)
		p.text("from", r.From)
		p.between(r)
		p.text("captured", r.Captured)
		p.behind(r)
		return p.row
	}
	at := len(dst)
	dst = verify.AppendShort(dst, c.Text[:c.Ends[0]])
	if r.Die > 0 {
		dst[at+int(c.Dice[0])], dst[at+int(c.Dice[1])] = '0'+byte(r.Die), '0'+byte(r.Die)
	}
	if r.Plain && !p.json {
		dst = append(append(dst, r.From...), ',')
	} else {
		p.row = dst
		p.text("from", r.From)
		dst = p.row
	}
	if r.Captured == "" {
		return verify.AppendShort(dst, c.Text[c.Ends[0]:c.Ends[3]])
	}
	p.row = verify.AppendShort(dst, c.Text[c.Ends[0]:c.Ends[1]])
	p.text("captured", r.Captured)
	return verify.AppendShort(p.row, c.Text[c.Ends[2]:c.Ends[3]])
}

// keep fills cells, if there is room in them.
func (p *renderer) keep(c *verify.Cells, r *verify.Row) {
	row := p.row
	p.row = c.Text[:0]
	p.before(r)
	from := len(p.row)
	if r.Die > 0 {
		c.Dice = [...]uint8{uint8(bytes.IndexByte(p.row, '0'+byte(r.Die))), uint8(p.die)}
	}
	p.between(r)
	captured := len(p.row)
	p.text("captured", "")
	behind := len(p.row)
	p.behind(r)
	if end := len(p.row); end <= len(c.Text) {
		c.Ends = [...]uint8{uint8(from), uint8(captured), uint8(behind), uint8(end)}
	}
	p.row = row
}

func (p *renderer) before(r *verify.Row) {
	appendForeign(p, "word", r.Word)
	if r.Die == 0 && !p.json {
		p.text("die", "")
	} else {
		p.number("die", r.Die)
		p.die = len(p.row) - 2
	}
	p.text("piece", r.Piece)
}

func (p *renderer) between(r *verify.Row) {
	p.text("to", r.To)
	p.text("category", r.Category)
	p.text("due", r.Due)
	p.text("given", r.Given)
	p.text("answer", r.Answer.String())
}

func (p *renderer) behind(r *verify.Row) {
	p.truth("done", r.Done)
	p.truth("legal", r.Legal)
	p.text("codes", r.CodesText())
}

// column begins a cell. Each ends with a comma.
func (p *renderer) column(name string) {
	switch {
	case p.json:
		p.row = append(append(append(p.row, '"'), name...), `":`...)
	case p.names != nil:
		p.names = append(append(p.names, name...), ',')
	}
}

func (p *renderer) text(column, text string) {
	if text == "" && !p.json && p.names == nil { // as many are
		p.row = append(p.row, ',')
		return
	}
	p.column(column)
	p.row = append(appendCell(p.row, text, p.json), ',')
}

// foreign is a text from outside. No spreadsheet takes it for a formula.
func (p *renderer) foreign(column, text string) { appendForeign(p, column, text) }

func appendForeign[T string | []byte](p *renderer, column string, text T) {
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

func (p *renderer) number(column string, n int) {
	p.column(column)
	if uint(n) < 10 { // as most are
		p.row = append(p.row, '0'+byte(n), ',')
		return
	}
	p.row = append(strconv.AppendInt(p.row, int64(n), 10), ',')
}

func (p *renderer) truth(column string, is bool) {
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
