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
	early   []rules.Refusal     // reveals that a turn follows
	setUp   bool                // there is a Setup: no pieces are placed
	words   [][]byte            // of a directive
	rows    [2][]int            // of pieces that are placed
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
	text := r.Text
	at, actions, ok := r.Word(r.At, 0)
	for at > 0 {
		if text[at]|0x20-'a' >= 26 {
			at, actions, ok = r.Word(at, actions)
			continue
		}
		if actions == 0 {
			if t.early = t.NextTurn(t.early[:0], &t.State); len(t.early) > 0 {
				return false
			}
			t.State.Now = trespass.Ref{Line: r.Line, Number: r.Number}
		}
		var end int
		if end, ok = t.short(text, at); !ok {
			end, ok = t.action(text, at)
		}
		if !ok || t.State.Clock.Number != r.Number || !t.referee.Try(&t.State, &t.word) {
			return false
		}
		if t.counts != nil {
			t.count()
		}
		actions++
		at, actions, ok = r.Word(end, actions)
	}
	return ok
}

// short reads a move of names that are known and have two characters, as nearly all have.
func (t *quick) short(text []byte, at int) (end int, ok bool) {
	word := binary.LittleEndian.Uint64(text[at : at+8 : at+8])
	piece, from := t.pieces.slot(uint16(word)), t.squares.slot(uint16(word>>24))
	if piece.name != uint16(word) || byte(word>>16) != ':' || from.name != uint16(word>>24) {
		return at, false
	}
	m := &t.word
	m.Piece, m.From, m.Hops = piece.value, from.value, m.Hops[:0]
	for end = at + 5; text[end] == '-' || text[end] == '^'; end += 3 {
		name := binary.LittleEndian.Uint16(text[end+1 : end+3 : end+3])
		to := t.squares.slot(name)
		if to.name != name {
			return at, false
		}
		m.Hops = append(m.Hops, trespass.Hop{To: to.value, Jump: text[end] == '^'})
	}
	if m.Wins = text[end] == '#'; m.Wins {
		end++
	}
	return end, shape.EndsWord(text[end])
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
	words := t.words[:0]
	for {
		if at, ok = shape.Gap(text, at); !ok {
			return at, false
		}
		if text[at] == '\n' {
			break
		}
		end := shape.WordEnd(text, at)
		words = append(words, text[at:end])
		at = end
	}
	if t.words = words; len(words) < 3 {
		return at, false
	}
	seat := uint8(0)
	switch string(words[1]) {
	case t.Handles[0]:
	case t.Handles[1]:
		seat = 1
	default:
		return at, false
	}
	t.State.Now = trespass.Ref{Line: line}
	return at, t.directiveWords(string(words[0]), seat, words[2:])
}

func (t *quick) directiveWords(keyword string, seat uint8, words [][]byte) bool {
	e, s := t.referee.Engine, &t.State
	switch keyword {
	case "place":
		return !t.setUp && t.place(seat, words)
	case "secret":
		number, ok := smallNumber(words[0])
		return ok && len(words) == 1 && t.tells(func() bool { return e.Declare(s, seat, number).Reason == 0 })
	case "commit":
		var hash [sha256.Size]byte
		if len(words) != 1 || !isHash(words[0]) {
			return false
		}
		_, err := hex.Decode(hash[:], words[0])
		return err == nil && e.Commit(s, seat, hash).Reason == 0
	case "reveal":
		number, ok := smallNumber(words[0])
		return ok && len(words) == 2 && utf8.Valid(words[1]) && t.tells(func() bool {
			line, secret := e.Reveal(s, seat, number, string(words[1]))
			return line.Reason == 0 && secret.Reason == 0
		})
	}
	return false
}

// place sets out a player's pieces.
func (t *quick) place(seat uint8, words [][]byte) bool {
	row := 0
	t.rows = [2][]int{t.rows[0][:0], t.rows[1][:0]}
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
		t.rows[row] = append(t.rows[row], number)
	}
	return len(t.rows[0]) > 0 && len(t.rows[1]) > 0 &&
		t.referee.Place(&t.State, seat, t.rows[0], t.rows[1]).Reason == 0
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

// count counts the move that was carried out, and its jumps.
func (t *quick) count() {
	if t.word.Piece == trespass.NoPiece {
		return
	}
	t.counts.Own[0]++
	for _, hop := range t.word.Hops {
		if hop.Jump {
			t.counts.Own[1]++
		}
	}
}
