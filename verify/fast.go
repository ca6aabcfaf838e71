package verify

import (
	"bytes"
	"sync"

	"tpnote/notation"
	"tpnote/notation/shape"
	"tpnote/rules"
	"tpnote/verify/internal/quick"
)

// This file carries out nearly all lines: turns that are legal and written as expected. It reads them
// from bytes, many times faster than notation.ParseLine. Any other line is for Replay.Line.

// made returns a function that makes the fast judge when it is first called; nil for a game without one.
func (f Fast[S]) made(parse func(word string) notation.Parts) func() quick.Judge[S] {
	if f == nil {
		return nil
	}
	return sync.OnceValue(func() quick.Judge[S] { return f(parse) })
}

func (t *seated[S, A]) fast() bool               { return t.judge != nil }
func (t *seated[S, A]) play(l *quick.Lines) bool { return t.judge().Play(&t.State, l) }

// skimmer carries out lines of a replay about which there is nothing to report.
type skimmer struct {
	replay *Replay
	lines  quick.Lines // of the text of the game, from a line of its body on; see padded
	size   int         // of the text without what was added

	// Of one call of read:
	begun  bool // a turn has begun
	turnAt int  // where the last one begins; -1 if none has begun

	before Replay // at the beginning of the last call of skim
	slow   int    // the lines that begin before are for Replay.Line: one of them was refused
}

// start makes the skimmer ready for a game with b left, and reports whether it can be skimmed. watch may be nil.
func (k *skimmer) start(r *Replay, b notation.Block, watch watcher) bool {
	if r.table == nil || r.tallied != nil || !r.table.fast() {
		return false
	}
	k.replay, k.size, k.slow = r, len(b.Text), 0
	k.lines = quick.Lines{Text: padded(b.Text), Heads: k.lines.Heads[:0]}
	for _, handle := range r.handles {
		k.lines.Heads = append(k.lines.Heads, shape.PieceOf(handle+" "))
	}
	if watch != nil {
		position := r.table.Position
		k.lines.Seen = func(line int) { watch(line, position) }
	}
	return true
}

// padded is a text whose last line has an end, with shape.Slack bytes more.
func padded(text []byte) []byte {
	ended := bytes.HasSuffix(text, []byte{'\n'})
	if ended && cap(text)-len(text) >= shape.Slack {
		return text[:len(text)+shape.Slack]
	}
	padded := append(make([]byte, 0, len(text)+1+shape.Slack), text...)
	if !ended {
		padded = append(padded, '\n')
	}
	return padded[:len(padded)+shape.Slack]
}

// skim carries out as many of the next lines as it can, up to size bytes, and takes them off rest. Unless
// nothing is left, it stops before the last turn that began, because a refusal may name an action of
// that turn. begins reports whether a turn began.
func (k *skimmer) skim(rest *notation.Block, size int) (begins bool) {
	begin := k.size - len(rest.Text)
	if _, empty := shape.Empty(k.lines.Text, begin); begin < k.slow || !empty && k.lines.Text[begin]-'0' > 9 { // no turn begins so
		return false
	}
	r, l, line := k.replay, &k.lines, int32(rest.Line)
	end, whole := begin+size, begin+size == k.size
	if whole {
		end = len(l.Text) - shape.Slack
	}
	r.ForkInto(&k.before)
	if !k.read(begin, line, end) || !whole && k.turnAt >= 0 {
		to, seen := l.At, l.Seen // the replay goes back there, from the beginning
		if k.turnAt >= 0 {
			to = k.turnAt
		}
		k.before.ForkInto(r)
		l.Seen = nil
		k.read(begin, line, to)
		l.Seen = seen
	}
	if r.actions > k.before.actions {
		r.table.forget()
		r.rulable, r.ended = r.erred, false
	}
	rest.Text, rest.Line = rest.Text[min(l.At, k.size)-begin:], int(l.Line)
	return k.begun
}

// read reads lines from at on, up to until; line is the number of the first. It stops before a line that is not for it,
// which may have changed the position.
func (k *skimmer) read(at int, line int32, until int) bool {
	l := &k.lines
	l.At, l.Line, l.Until, k.begun, k.turnAt = at, line, until, false, -1
	for l.At < until {
		ok := false
		if l.Begin = l.At; l.Text[l.Begin]-'0' <= 9 {
			ok = k.turn()
		} else {
			l.At, ok = shape.Empty(l.Text, l.Begin)
		}
		if !ok || l.At-l.Begin > notation.MaxLine {
			l.At, k.slow = l.Begin, l.Begin+1
			return false
		}
		l.Line++
	}
	return true
}

// turn carries out a turn line, and those after it as far as the fast judge takes them.
func (k *skimmer) turn() bool {
	r, l := k.replay, &k.lines
	number, at, ok := shape.Number(l.Text, l.Begin)
	if !ok {
		return false
	}
	seat := r.table.Clock().Seat // most likely
	if head := &l.Heads[seat]; head.At(l.Text, at) {
		at += head.Size - 1
	} else {
		end := shape.WordEnd(l.Text, at)
		other, known := rules.SeatOf(string(l.Text[at:end]), r.handles)
		if !known {
			return false
		}
		seat, at = uint8(other), end
	}
	if r.table.left(seat) { // before the rolls for the first turn, too
		return false
	}
	taking := r.turns.Take(r.table, seat, number, r.erred)
	if taking.Faults != 0 {
		return false
	}
	r.countTurn(taking, seat)
	k.begun = k.begun || taking.Begins
	r.erred = r.erred && !taking.Begins
	if taking.Begins || k.turnAt < 0 {
		k.turnAt = l.Begin
	}
	first := l.Line
	l.Start(at, number, seat)
	ok = r.table.play(l)
	if lines := l.Line - first; lines > 0 {
		r.turns.Taken(l.Seat, l.Number)
		r.taken += int(lines)
		k.begun, r.erred, k.turnAt = true, false, l.Begin
	}
	l.At++
	r.number = int(l.Number)
	r.actions += l.Actions
	return ok
}

// release lets go of the text and of the replay.
func (k *skimmer) release() {
	k.replay, k.lines.Text, k.lines.Seen = nil, nil, nil
}
