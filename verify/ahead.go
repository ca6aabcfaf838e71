package verify

import (
	"bytes"
	"slices"

	"tpnote/notation"
	"tpnote/notation/shape"
)

// This file is how a replay goes on quickly: over legal turns with a quick judge, and over turns
// behind the end of the game, of which there is one thing to say.

// ahead reads lines of a replay that are for a quick judge.
type ahead struct {
	body QuickBody
	text []byte // the game's lines, as QuickBody.Lines wants them
	size int    // of them, without what was added
	end  int    // and with the last newline
}

// start makes a game ready, of which the block is what is left, or refuses.
func (a *ahead) start(p *Replay, b notation.Block) bool {
	if p.table == nil || !a.body.Start(p.rules.quickRules(p.variant), NewQuickPlayers(p.handles), p.head.bytes("Setup"), p.head.bytes("Sides"), false) {
		return false
	}
	a.size = len(b.Text)
	a.text = padded(b.Text)
	a.end = len(a.text)
	return true
}

// release lets go of the text that was read, and of who watched.
func (a *ahead) release() {
	q := &a.body
	a.text, q.text, q.watch, q.run = nil, nil, nil, Run{}
}

// padded is a text as QuickBody.Lines wants it: its last line has an end, and behind it the array has
// shape.Slack bytes more.
func padded(text []byte) []byte {
	if cap(text)-len(text) >= shape.Slack && bytes.HasSuffix(text, []byte{'\n'}) {
		return text
	}
	padded := append(slices.Grow([]byte(nil), len(text)+1+shape.Slack), text...)
	if !bytes.HasSuffix(padded, []byte{'\n'}) {
		padded = append(padded, '\n')
	}
	return padded
}

// watching tells watch of the lines that q reads; nil if nobody watches.
func watching(q *QuickBody, watch Watch) func(line int) {
	if watch == nil {
		return nil
	}
	return func(line int) { watch(line, q.table) }
}

// read carries out in p as many of the next lines as it can, which take so many bytes, and
// returns what is left then. begins reports whether a turn begins in them.
func (a *ahead) read(p *Replay, rest notation.Block, size int) (behind notation.Block, begins bool) {
	q, at := &a.body, a.size-len(rest.Text)
	end := at + size
	if end == a.size {
		end = a.end
	}
	q.follow(p)
	q.count(p.tallied != nil)
	_, _, ok := q.Lines(notation.Splitter{}, a.text, at, end, rest.Line)
	if ok && end < a.size && q.turnAt >= 0 { // what the turn before has done may be among the grounds
		q.back(notation.Splitter{})
	}
	return q.hand(p, rest, min(q.at, a.size)-at)
}

// pass passes turn lines behind one that stands behind the end of the game, as long as there is nothing
// to say of them but that they stand there too, and nothing that follows has a say in that. It returns
// what is left then, and how many they are.
func (a *ahead) pass(p *Replay, rest notation.Block) (behind notation.Block, turns int) {
	at := a.size - len(rest.Text)
	begin := at
	for at < a.end && a.text[at]-'0' <= 9 {
		number, words, ok := shape.Number(a.text, at)
		if !ok {
			break
		}
		end, ok := a.turnEnd(p, words)
		if !ok || end-at > notation.MaxLine || end < a.end && !anotherTurn(a.text[end:a.end], int(number)) {
			break
		}
		at, p.number = end, int(number)
		turns++
	}
	if turns > 0 {
		p.turns.Lost, p.erred = false, true
	}
	return rest.Behind(min(at, a.size)-begin, turns), turns
}

// turnEnd is the end of a turn line whose player, at at, is in the game and whose words are actions, and
// which has nothing else; ok is false if it is not that.
func (a *ahead) turnEnd(p *Replay, at int) (end int, ok bool) {
	q := &a.body
	seat := slices.IndexFunc(q.players.heads, func(head shape.Piece) bool { return head.At(a.text, at) })
	if seat < 0 || p.table.left(uint8(seat)) {
		return at, false
	}
	for end = at + q.players.heads[seat].Size - 1; a.text[end] == ' '; {
		at = end + 1
		var key shape.Key
		if key, end = shape.WordKey(a.text, at); q.rules.words.Find(key) != nil {
			continue
		}
		if p.notation.syntax(string(a.text[at:end])) != nil {
			return at, false
		}
		q.rules.words.Learn(key, &struct{}{})
	}
	return end + 1, a.text[end] == '\n'
}
