package trespass

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"unicode/utf8"

	"tpnote/notation/shape"
	trespassnotation "tpnote/notation/trespass"
	"tpnote/rules"
	"tpnote/rules/trespass"
	"tpnote/verify"
)

// quick plays Trespass from bytes. Its words are without end, so what it remembers is the
// names in them: of pieces and of squares.
type quick struct {
	verify.Seats[trespass.State, trespass.Action]
	*referee
	parse   func(word string) (trespassnotation.Action, error)
	word    trespass.Move // being read
	told    verify.Told
	pieces  names[trespass.Piece]
	squares names[trespass.Square]
	setUp   bool                // there is a Setup: no pieces are placed
	numbers []int               // of pieces that are placed
	counts  *verify.QuickCounts // nil where nothing is counted
}

func newQuick(r *referee, parse func(string) (trespassnotation.Action, error)) *quick {
	return &quick{parse: parse, Seats: verify.Seats[trespass.State, trespass.Action]{Engine: r.Engine}, referee: r}
}

func (t *quick) Start(handles []string, setup bool, _ []byte) bool {
	if len(handles) != 2 {
		return false
	}
	t.State, t.Handles = t.referee.Start(2), handles
	t.setUp = setup
	return true
}

func (t *quick) Clock() *rules.Clock { return &t.State.Clock }

func (t *quick) Outcome() verify.Outcome { return t.referee.Outcome(&t.State, t.Handles) }

func (t *quick) Play(r *verify.Run) bool {
	text, s := r.Text, &t.State
	at, actions, ok := r.Word(r.At, 0)
	for at > 0 {
		if s.Clock.Number != r.Number || t.NextTurn(nil, s) != nil {
			return false
		}
		if r.Tell != nil {
			r.Tell(r, at, actions)
		}
		s.Now = trespass.Ref{Line: r.Line, Number: s.Clock.Number}
		end, sure := t.short(text, at)
		if end == 0 {
			if sure {
				return false
			}
			if end, ok = t.action(text, at); !ok || !t.referee.Try(s, &t.word) {
				return false
			}
			t.count()
		}
		at, actions, ok = r.Word(end, actions+1)
	}
	return ok
}

// short reads and plays a move of names that are known and have two characters, as nearly all
// have. It returns 0, and changes nothing, where it does not; sure reports whether the move is
// illegal then.
func (t *quick) short(text []byte, at int) (end int, sure bool) {
	word := binary.LittleEndian.Uint64(text[at : at+8 : at+8])
	piece, from := t.pieces.slot(uint16(word)), t.squares.slot(uint16(word>>24))
	if piece.name != uint16(word) || byte(word>>16) != ':' || from.name != uint16(word>>24) {
		return 0, false
	}
	var route trespass.Route
	hops := uint(0)
	for end = at + 5; ; end += 3 {
		hop := binary.LittleEndian.Uint32(text[end : end+4 : end+4])
		jump := byte(hop) >> 6
		if byte(hop) != '-'+jump*('^'-'-') { // one test for both signs: nobody foresees which it is
			break
		}
		to := t.squares.slot(uint16(hop >> 8))
		if to.name != uint16(hop>>8) || hops == trespass.MostHops {
			return 0, false
		}
		route |= (trespass.IsHop | trespass.Route(jump)*trespass.IsJump | trespass.Route(to.value)) << (8 * hops % 64)
		hops++
	}
	wins := text[end] == '#'
	if wins {
		end++
	}
	if !shape.EndsWord(text[end]) {
		return 0, false
	}
	ok, sure := t.Step(&t.State, piece.value, from.value, route, wins)
	if !ok {
		return 0, sure
	}
	if t.counts != nil {
		t.counts.Own[0]++
		t.counts.Own[1] += route.Jumps()
	}
	return end, true
}

// action reads an action word.
func (t *quick) action(text []byte, at int) (end int, ok bool) {
	if end = at + len(trespassnotation.Pass); string(text[at:end]) == trespassnotation.Pass {
		t.word = trespass.Move{Piece: trespass.NoPiece, Hops: t.word.Hops[:0]}
	} else if end, ok = t.move(text, at); !ok {
		return at, false
	}
	return end, shape.EndsWord(text[end])
}

// move reads a move.
func (t *quick) move(text []byte, at int) (end int, ok bool) {
	m := &t.word
	m.Hops = m.Hops[:0]
	if m.Piece, end, ok = find(&t.pieces, text, at, t.piece); !ok || text[end] != ':' {
		return at, false
	}
	if m.From, end, ok = find(&t.squares, text, end+1, t.square); !ok {
		return at, false
	}
	for text[end] == '-' || text[end] == '^' {
		hop := trespass.Hop{Jump: text[end] == '^'}
		if hop.To, end, ok = find(&t.squares, text, end+1, t.square); !ok {
			return at, false
		}
		m.Hops = append(m.Hops, hop)
	}
	if m.Wins = text[end] == '#'; m.Wins {
		end++
	}
	return end, true
}

// names remembers what names stand for: a letter and digits. Those of two characters have a
// table to themselves, in the place that their characters say.
type names[V any] struct {
	two  [512]named[V]
	long map[string]V
}

type named[V any] struct {
	name  uint16
	value V
}

// slot returns the place of a name of two characters.
func (n *names[V]) slot(name uint16) *named[V] { return &n.two[name&31|name>>3&480] }

// find returns what the name that begins at at stands for, and its end. ask is asked once
// for each name.
func find[V any](n *names[V], text []byte, at int, ask func(name string) (V, bool)) (v V, end int, ok bool) {
	name := binary.LittleEndian.Uint16(text[at:])
	slot := n.slot(name)
	if slot.name == name && text[at+2]-'0' > 9 {
		return slot.value, at + 2, true
	}
	for end = at + 1; text[end]-'0' <= 9; end++ {
	}
	if v, ok = n.long[string(text[at:end])]; ok {
		return v, end, true
	}
	if v, ok = ask(string(text[at:end])); !ok {
		return v, end, false
	}
	if end == at+2 {
		slot.name, slot.value = name, v
		return v, end, true
	}
	if n.long == nil {
		n.long = map[string]V{}
	}
	n.long[string(text[at:end])] = v
	return v, end, true
}

// square asks the grammar and the board for a square.
func (t *quick) square(name string) (trespass.Square, bool) {
	written, err := t.parse("A0:" + name + "-a1")
	if err != nil || written.From != name {
		return 0, false
	}
	return t.referee.Board.Square(name)
}

// piece asks the grammar and the board for a piece.
func (t *quick) piece(name string) (trespass.Piece, bool) {
	written, err := t.parse(name + ":a1-a2")
	if err != nil || written.Piece != name {
		return 0, false
	}
	return t.referee.Board.Piece(name)
}

// Line carries out place, secret, commit and reveal.
func (t *quick) Line(text []byte, at int, line int32) (end int, ok bool) {
	keyword, at := next(text, at)
	handle, at := next(text, at)
	seat := uint8(0)
	if string(handle) != t.Handles[0] {
		if seat = 1; string(handle) != t.Handles[1] {
			return at, false
		}
	}
	t.State.Now = trespass.Ref{Line: line}
	if string(keyword) == "place" {
		return t.place(seat, text, at)
	}
	value, at := next(text, at)
	salt, at := next(text, at)
	at, ok = shape.Gap(text, at)
	return at, ok && t.says(keyword, seat, value, salt)
}

// next returns the next word of a line and its end; no word, and where it has come from, if there
// is none.
func next(text []byte, at int) (word []byte, end int) {
	begin, ok := shape.Gap(text, at)
	if !ok || text[begin] == '\n' {
		return nil, at
	}
	end = shape.WordEnd(text, begin)
	return text[begin:end], end
}

// says carries out secret, commit and reveal; a salt stands in the last of them alone.
func (t *quick) says(keyword []byte, seat uint8, value, salt []byte) bool {
	e, s := t.referee.Engine, &t.State
	number, ok := smallNumber(value)
	switch {
	case string(keyword) == "commit" && salt == nil && isHash(value):
		var hash [sha256.Size]byte
		_, err := hex.Decode(hash[:], value)
		return err == nil && e.Commit(s, seat, hash).Reason == 0
	case string(keyword) == "secret" && salt == nil && ok:
		return t.tells(func() bool { return e.Declare(s, seat, number).Reason == 0 })
	case string(keyword) == "reveal" && salt != nil && ok && utf8.Valid(salt):
		return t.tells(func() bool {
			line, secret := e.Reveal(s, seat, number, string(salt))
			return line.Reason == 0 && secret.Reason == 0
		})
	}
	return false
}

// place sets out a player's pieces.
func (t *quick) place(seat uint8, text []byte, at int) (end int, ok bool) {
	numbers, back := t.numbers[:0], 0
	for {
		number := int(text[at+1] - '0')
		if end = at + 2; text[at] != ' ' || number > 9 || text[end] > ' ' { // as few are
			var word []byte
			if word, end = next(text, at); word == nil {
				break
			} else if string(word) == "/" && back == 0 && len(numbers) > 0 {
				back, at = len(numbers), end
				continue
			} else if number, ok = smallNumber(word); !ok {
				return at, false
			}
		}
		numbers, at = append(numbers, number), end
	}
	t.numbers = numbers
	at, ok = shape.Gap(text, at)
	return at, ok && back > 0 && back < len(numbers) && !t.setUp &&
		t.referee.Place(&t.State, seat, numbers[:back], numbers[back:]).Reason == 0
}

// tells reports whether a secret can be told, and changes nothing about the game so far.
func (t *quick) tells(tell func() bool) bool {
	_, won := t.State.Winner()
	if !tell() {
		return false
	}
	_, wins := t.State.Winner()
	return wins == won
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

// Stands knows no key: all are counted.
func (t *quick) Stands(uint8) (now, grown verify.OwnCounts) { return now, grown }

func (t *quick) CountIn(c *verify.QuickCounts) { t.counts = c }

// count counts the move in t.word, and its jumps.
func (t *quick) count() {
	if t.counts == nil || t.word.Piece == trespass.NoPiece {
		return
	}
	t.counts.Own[0]++
	for _, hop := range t.word.Hops {
		if hop.Jump {
			t.counts.Own[1]++
		}
	}
}
