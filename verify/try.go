package verify

import (
	"tpnote/notation"
)

// Tried is what a line came to, for those who ask whether it fits and not why.
type Tried struct {
	Errors int  // how many there are
	Action int  // number of the first action with one, from 1; 0 if the line as a whole has it
	Code   Code // of the first
	Number bool // the turn has another number than the one due
	Size   int  // in how many positions it was tried
	Turn   bool // one of the errors is part of the turn: no directive's, and no earlier line's
}

// Quiet is a fork for trying lines out: it says of a line no more than Tried does.
func (r *Replay) Quiet() *Replay {
	q := r.Fork()
	q.terse = true
	if q.table != nil {
		q.table.keepSmall()
	}
	return q
}

// Try judges one line like Line, and carries it out, in a replay that is Quiet.
func (r *Replay) Try(line *notation.Line) Tried {
	spare := r.reader.spare
	ev := Event{Actions: spare.actions[:0]}
	j := r.judgement(line)
	j.findings = spare.findings[:0]
	made := 0
	if r.table != nil {
		made = r.table.made()
	}
	r.carryOut(&j, &ev)
	var t Tried
	for i := range j.findings {
		f := &j.findings[i]
		if f.Severity == SeverityError {
			if t.Errors++; t.Errors == 1 {
				t.Action, t.Code = f.Action, f.Code
			}
			t.Turn = t.Turn || !f.apart
		}
		t.Number = t.Number || f.Code == CodeTurnNumber
	}
	if t.Size = 1; r.table != nil {
		t.Size += r.table.made() - made
	}
	spare.actions, spare.findings = ev.Actions, j.findings
	return t
}

// spare is storage of one goroutine for lines that are tried out.
type spare struct {
	actions  []Action
	findings []Finding
}

// Words appends the legal actions as a log would write them, for every face of the die where
// there is one.
func (r *Replay) Words(dst []string) []string { return r.table.legalWords(dst) }

func (t *seated[S, A, W]) legalWords(dst []string) []string {
	t.buffer = t.Engine.Legal(t.buffer[:0], &t.State)
	for _, a := range t.buffer {
		dst = append(dst, t.rules.Word(&t.State, a))
	}
	return dst
}

// ResultFits reports whether the Result tag may say what it says, if the game ends here.
func (r *Replay) ResultFits() bool {
	tag := r.head.tags["Result"]
	if tag == nil || !r.Ready() || r.gap {
		return true
	}
	given, err := r.parseResult(tag)
	return err != nil || r.agrees(given)
}
