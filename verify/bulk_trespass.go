package verify

import (
	"encoding/hex"
	"unicode/utf8"

	"tpnote/rules"
	"tpnote/rules/trespass"
	"tpnote/verify/internal/shape"
)

// briskTrespass plays Trespass from bytes. Its words are without end, so what it remembers
// is their atoms: pieces and squares.
type briskTrespass struct {
	trespassTable
	pieces  shape.Words[trespass.Piece]
	squares shape.Words[trespass.Square]
	setUp   bool // there is a Setup: no pieces are placed
}

func (t *briskTrespass) start(b *brisk, handles []string) bool {
	if len(handles) != 2 {
		return false
	}
	t.seats = seats[trespass.State, trespass.Action]{engine: t.trespassTable.engine, state: t.trespassTable.engine.Start(2), handles: handles}
	t.setUp = b.value("Setup") != nil
	return true
}

func (t *briskTrespass) turn() *rules.Clock { return &t.state.Clock }

func (t *briskTrespass) play(text []byte, at int, number int32) (end, actions int, ok bool) {
	for {
		if at, ok = shape.Gap(text, at); !ok || text[at] == '\n' {
			return at, actions, ok
		}
		if at, ok = t.action(text, at, number); !ok {
			return at, actions, false
		}
		actions++
	}
}

// action carries out one action word.
func (t *briskTrespass) action(text []byte, at int, number int32) (int, bool) {
	e, s := t.trespassTable.engine, &t.state
	if s.Clock.Number != number || len(e.NextTurn(nil, s)) > 0 {
		return at, false
	}
	if end := shape.WordEnd(text, at); string(text[at:end]) == "pass" {
		return end, t.resolve(trespass.Move{Piece: trespass.NoPiece})
	}
	atom, end := shape.AtomKey(text, at)
	piece, ok := t.piece(atom, text[at:end])
	if !ok {
		return at, false
	}
	if text[end] != ':' {
		return at, false
	}
	from, end, ok := t.square(text, end+1)
	t.hops = t.hops[:0]
	for ok && (text[end] == '-' || text[end] == '^') {
		hop := trespass.Hop{Jump: text[end] == '^'}
		hop.To, end, ok = t.square(text, end+1)
		t.hops = append(t.hops, hop)
	}
	if !ok || len(t.hops) == 0 {
		return at, false
	}
	wins := text[end] == '#'
	if wins {
		end++
	}
	return end, shape.WordEnd(text, end) == end && t.resolve(trespass.Move{Piece: piece, From: from, Hops: t.hops, Wins: wins})
}

// resolve carries out a turn that is legal, as far as anybody can tell.
func (t *briskTrespass) resolve(m trespass.Move) bool {
	e, s := t.trespassTable.engine, &t.state
	effect, _ := e.Resolve(s, m)
	if !effect.Legal || m.Wins != (effect.Due || effect.Proves) {
		return false
	}
	e.Do(s, effect)
	return e.Possible(s, 0) != 0 && e.Possible(s, 1) != 0
}

// square reads a square, and says where it ends.
func (t *briskTrespass) square(text []byte, at int) (q trespass.Square, end int, ok bool) {
	atom, end := shape.AtomKey(text, at)
	if known := t.squares.Find(atom); known != nil {
		return *known, end, true
	}
	written, err := trespassWords.ask("A0:" + string(text[at:end]) + "-a1")
	if err != nil || written.From != string(text[at:end]) {
		return q, end, false
	}
	if q, ok = t.trespassTable.engine.Board.Square(written.From); ok {
		t.squares.Learn(atom, &q)
	}
	return q, end, ok
}

// piece reads the name of a piece.
func (t *briskTrespass) piece(atom shape.Key, word []byte) (trespass.Piece, bool) {
	if known := t.pieces.Find(atom); known != nil {
		return *known, true
	}
	name := string(word)
	written, err := trespassWords.ask(name + ":a1-a2")
	if err != nil || written.Piece != name {
		return 0, false
	}
	piece, ok := t.trespassTable.engine.Board.Piece(name)
	if ok {
		t.pieces.Learn(atom, &piece)
	}
	return piece, ok
}

// line carries out place, secret, commit and reveal.
func (t *briskTrespass) line(text []byte, at int) (end int, ok bool) {
	var words [maxPlaced][]byte
	n := 0
	for {
		if at, ok = shape.Gap(text, at); !ok {
			return at, false
		}
		if text[at] == '\n' {
			break
		}
		if n == len(words) {
			return at, false
		}
		end := shape.WordEnd(text, at)
		words[n] = text[at:end]
		at = end
		n++
	}
	if n < 3 {
		return at, false
	}
	seat := uint8(0)
	switch string(words[1]) {
	case t.handles[0]:
	case t.handles[1]:
		seat = 1
	default:
		return at, false
	}
	return at, t.directiveWords(string(words[0]), seat, words[2:n])
}

// maxPlaced is how many words the longest directive has: two rows of 26 and a few.
const maxPlaced = 64

func (t *briskTrespass) directiveWords(keyword string, seat uint8, words [][]byte) bool {
	e, s := t.trespassTable.engine, &t.state
	switch keyword {
	case "place":
		return !t.setUp && t.place(seat, words)
	case "secret":
		number, ok := smallNumber(words[0])
		return ok && len(words) == 1 && t.unchanged(func() bool { return e.Declare(s, seat, number).Reason == 0 })
	case "commit":
		var hash [32]byte
		if len(words) != 1 || !isHash(words[0]) {
			return false
		}
		hex.Decode(hash[:], words[0]) // isHash has looked at it
		return e.Commit(s, seat, hash).Reason == 0
	case "reveal":
		number, ok := smallNumber(words[0])
		return ok && len(words) == 2 && utf8.Valid(words[1]) && t.unchanged(func() bool {
			reveal, secret := e.Reveal(s, seat, number, string(words[1]))
			return reveal.Reason == 0 && secret.Reason == 0
		})
	}
	return false
}

// place sets out a player's pieces.
func (t *briskTrespass) place(seat uint8, words [][]byte) bool {
	var rows [2][maxPlaced]int
	var count [2]int
	row := 0
	for _, word := range words {
		if string(word) == "/" {
			if row++; row == 2 {
				return false
			}
			continue
		}
		number, ok := smallNumber(word)
		if !ok {
			return false
		}
		rows[row][count[row]] = number
		count[row]++
	}
	return row == 1 && count[0] > 0 && count[1] > 0 &&
		t.trespassTable.engine.Place(&t.state, seat, rows[0][:count[0]], rows[1][:count[1]]).Reason == 0
}

// unchanged reports whether a directive does what it should, and that changes nothing about
// the game so far.
func (t *briskTrespass) unchanged(directive func() bool) bool {
	_, won := t.state.Winner()
	ok := directive()
	_, wins := t.state.Winner()
	return ok && wins == won
}

// smallNumber reads a number as one writes it, without zeros before it.
func smallNumber(word []byte) (n int, ok bool) {
	for _, c := range word {
		if c-'0' > 9 {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, len(word) > 0 && len(word) < 9 && (word[0] != '0' || len(word) == 1)
}

func isHash(word []byte) bool {
	for _, c := range word {
		if c-'0' > 9 && c-'a' > 5 {
			return false
		}
	}
	return len(word) == 64
}
