package verify

import (
	"strings"

	"tpnote/notation"
	"tpnote/rules"
)

// Row is one action of a log with all that is known of it, flat, for tables: what a
// spreadsheet groups by. "" and 0 are for what there is not.
type Row struct {
	Variant  string // the rules that it was judged by
	Line     int    // of the log
	Turn     int    // its number, as it is written
	Action   int    // its place in the line, from 1
	Player   string // as it is written
	Seat     int    // the player's place in the seating order, from 1; 0 for an unknown player
	Word     string // the action as it is written
	Die      int    // the roll
	Piece    string // where pieces have names
	From, To string // spaces, by their canonical names
	Category string // a colour code
	Due      string // the mark that is due
	Given    string // the mark that is written
	Answer   Answer
	Captured string  // the player whose piece is sent home
	Done     bool    // it was carried out
	Legal    bool    // no finding about it is an error; one that the table let stand is none
	Codes    []Code  // of the findings about it; those about the line as a whole stand with the first action
	Before   *Replay // the game before it; nil if it was not judged
}

// Rows are the actions of the line; none if it is no turn. The event has to come from a
// replay with Options.Keep.
func (ev *Event) Rows() []Row {
	turn, ok := ev.Line.Node.(*notation.Turn)
	if !ok {
		return nil
	}
	rows := make([]Row, len(turn.Actions))
	for i := range rows {
		r := &rows[i]
		*r = Row{Line: ev.Line.Span.Line, Turn: turn.Number, Action: i + 1, Player: turn.Handle.Text, Word: turn.Actions[i].Text, Legal: true}
		if ev.After != nil {
			r.Variant = ev.After.variant.Name
			if seat, known := rules.SeatOf(r.Player, ev.After.handles); known {
				r.Seat = seat + 1
			}
		}
		if i < len(ev.Actions) {
			r.take(&ev.Actions[i], ev.Before[i])
		}
		for k := range ev.Findings {
			f := &ev.Findings[k]
			if f.Span.Line != r.Line || f.Action != r.Action && (f.Action != 0 || i > 0) {
				continue
			}
			r.Codes = append(r.Codes, f.Code)
			r.Legal = r.Legal && f.Severity != SeverityError
		}
	}
	return rows
}

// take fills in what an action was taken for.
func (r *Row) take(a *Action, before *Replay) {
	r.Die, r.Piece, r.From, r.To, r.Category = a.Die, a.Piece, a.From, a.To, a.Category
	r.Due, r.Given, r.Answer, r.Done = a.Due, a.Given, a.Answer, a.Done
	if a.Judged {
		r.Before = before
	}
	if a.Captured > 0 {
		r.Captured = before.handles[a.Captured-1]
	}
}

// CodesText is the codes, separated by blanks.
func (r *Row) CodesText() string {
	texts := make([]string, len(r.Codes))
	for i, c := range r.Codes {
		texts[i] = string(c)
	}
	return strings.Join(texts, " ")
}

// String is the answer as a table gives it: "right", "wrong" or "".
func (a Answer) String() string { return [...]string{"", "right", "wrong"}[a] }
