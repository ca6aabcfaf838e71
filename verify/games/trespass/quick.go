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
	return &quick{parse: parse, Seats: verify.Seats[trespass.State, trespass.Action]{Engine: r.Engine}, referee: r,
		pieces: names[trespass.Piece]{form: 0x3040}, squares: names[trespass.Square]{form: 0x3060}}
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
	if t.NextTurn(nil, s) != nil { // no reveal stands between the lines of a run
		return false
	}
	at, actions := r.Word(r.At, 0)
	for at > 0 {
		if shape.EndsWord(text[at]) {
			at, actions = r.Word(at, actions)
			continue
		}
		if r.Tell != nil {
			r.Tell(r, at, actions)
		}
		s.Now = trespass.Ref{Line: r.Line, Number: s.Clock.Number}
		word := binary.LittleEndian.Uint64(text[at : at+8 : at+8])
		piece, from, to := t.pieces.two[slot(word)], t.squares.two[slot(word>>24)], t.squares.two[slot(word>>48)]
		jump, end := word>>46&1, at+8
		// The names of nearly all moves are known and have two characters. One test is for both signs:
		// nobody foresees which it is.
		if word&0xf0e0_ff_f0e0_ff_f0e0 == 0x3060_2d_3060_3a_3040+jump*('^'-'-')<<40 && uint8(piece)&uint8(from&to)&known != 0 {
			route, wins := trespass.Route(to)|trespass.Route(jump)*trespass.IsJump, false
			if !shape.EndsWord(text[end]) {
				route, wins, end = t.rest(text, end, route)
			}
			ok, sure := t.Step(s, piece&^known, from&^known, route, wins)
			if ok {
				if t.counts != nil {
					t.counts.Own[0]++
					t.counts.Own[1] += route.Jumps()
				}
				at, actions = r.Word(end, actions+1)
				continue
			}
			if sure {
				return false
			}
		}
		var ok bool
		if end, ok = t.action(text, at); !ok || !t.referee.Try(s, &t.word) {
			return false
		}
		t.count()
		at, actions = r.Word(end, actions+1)
	}
	return at == 0
}

// rest reads what a word has behind its first hop. all is 0, which Step leaves undecided, where that
// is not for it.
func (t *quick) rest(text []byte, at int, route trespass.Route) (all trespass.Route, wins bool, end int) {
	for shift := 8; text[at] == '^'; at, shift = at+3, shift+8 {
		to := t.squares.short(binary.LittleEndian.Uint16(text[at+1 : at+3 : at+3]))
		if to == 0 || shift == 8*trespass.MostHops {
			return 0, false, at
		}
		route |= (trespass.Route(to) | trespass.IsJump) << (shift % 64)
	}
	if wins = text[at] == '#'; wins {
		at++
	}
	if !shape.EndsWord(text[at]) {
		return 0, false, at
	}
	return route, wins, at
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
type names[V ~uint8] struct {
	form uint16 // what those of two characters have in the bits that do not say the place
	two  [512]V // 0 for none, or known and what the name stands for
	long map[string]V
}

// known marks what is known; squares and pieces are less.
const known = 0x80

// slot returns the place of a name of two characters.
func slot(name uint64) uint64 { return name&31 | name>>3&480 }

// short returns what is known of a name of two characters.
func (n *names[V]) short(name uint16) V {
	if name&0xf0e0 != n.form {
		return 0
	}
	return n.two[slot(uint64(name))]
}

// find returns what the name that begins at at stands for, and its end. ask is asked once
// for each name.
func find[V ~uint8](n *names[V], text []byte, at int, ask func(name string) (V, bool)) (v V, end int, ok bool) {
	name := binary.LittleEndian.Uint16(text[at:])
	if v = n.short(name); v != 0 && text[at+2]-'0' > 9 {
		return v &^ known, at + 2, true
	}
	for end = at + 1; text[end]-'0' <= 9; end++ {
	}
	if v, ok = n.long[string(text[at:end])]; ok {
		return v, end, true
	}
	if v, ok = ask(string(text[at:end])); !ok {
		return v, end, false
	}
	if end == at+2 && name&0xf0e0 == n.form {
		n.two[slot(uint64(name))] = v | known
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
	var salt []byte
	if ok = true; text[at] != '\n' {
		salt, at = next(text, at)
		at, ok = shape.Gap(text, at)
	}
	return at, ok && t.says(keyword, seat, value, salt)
}

// next returns the next word of a line and its end; no word, and where it has come from, if there
// is none.
func next(text []byte, at int) (word []byte, end int) {
	begin := at
	if text[begin] == ' ' {
		begin++
	}
	if shape.EndsWord(text[begin]) {
		var ok bool
		if begin, ok = shape.Gap(text, at); !ok || text[begin] == '\n' {
			return nil, at
		}
	}
	end = shape.WordEnd(text, begin)
	return text[begin:end], end
}

// says carries out secret, commit and reveal; a salt stands in the last of them alone.
func (t *quick) says(keyword []byte, seat uint8, value, salt []byte) bool {
	e, s := t.referee.Engine, &t.State
	number, ok := smallNumber(value)
	switch {
	case string(keyword) == "secret" && salt == nil && ok:
		return t.tells(func() bool { return e.Declare(s, seat, number).Reason == 0 })
	case string(keyword) == "commit" && salt == nil && isHash(value):
		var hash [sha256.Size]byte
		_, err := hex.Decode(hash[:], value)
		return err == nil && e.Commit(s, seat, hash).Reason == 0
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
	if t.setUp {
		return at, false
	}
	if end, ok = t.placeDigits(seat, text, at); ok {
		return end, true
	}
	numbers, back := t.numbers[:0], 0
	for {
		var word []byte
		if word, at = next(text, at); word == nil {
			break
		}
		if number, ok := smallNumber(word); ok {
			numbers = append(numbers, number)
		} else if string(word) != "/" || back != 0 || len(numbers) == 0 {
			return at, false
		} else {
			back = len(numbers)
		}
	}
	t.numbers = numbers
	at, ok = shape.Gap(text, at)
	return at, ok && back > 0 && back < len(numbers) && t.referee.Place(&t.State, seat, numbers[:back], numbers[back:]).Reason == 0
}

// placeDigits is place for a line as nearly all are: numbers of one digit, with one blank before each.
// Where it is another, no piece is placed.
func (t *quick) placeDigits(seat uint8, text []byte, at int) (end int, ok bool) {
	b := t.referee.Board
	end = at + 2*(b.Each+1)
	if b.First+b.Each > 10 || end >= len(text) || text[end] != '\n' {
		return at, false
	}
	numbers, others := t.numbers[:0], byte(0)
	for line := text[at:end]; len(line) >= 2; line = line[2:] {
		others |= line[0] ^ ' '
		numbers = append(numbers, int(line[1])-'0')
	}
	t.numbers = numbers
	if others != 0 || numbers[b.Columns] != '/'-'0' {
		return at, false
	}
	return end, t.referee.Place(&t.State, seat, numbers[:b.Columns], numbers[b.Columns+1:]).Reason == 0
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
