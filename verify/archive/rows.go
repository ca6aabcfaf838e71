package archive

import "tpnote/verify"

// Rows prints the actions of all games.
type Rows struct {
	// Append appends the text of an action of a game, which has been judged to its end. Workers call it
	// at the same time.
	Append func(dst []byte, game *verify.Summary, r *verify.Row) []byte
	// Write takes such texts, in the order of the input.
	Write func(text []byte) error
}

const (
	rowsChunk = chunkSize / 8 // the rows of a chunk are many times as long as its text
	partSize  = 1 << 17       // bytes of rows that a worker passes on at a time
	mostParts = 8             // a worker waits while this many parts are waiting
)

// rows renders the actions of the games that a worker judges.
type rows struct {
	append func(dst []byte, game *verify.Summary, r *verify.Row) []byte
	pass   func(text []byte) // takes what has been rendered
	spare  chan []byte       // texts that have been written
	text   []byte
}

// row takes an action.
func (t *rows) row(game *verify.Summary, r *verify.Row) {
	if t.text = t.append(t.text, game, r); len(t.text) >= partSize {
		t.pass(t.take())
	}
}

// take returns what has been rendered, to be passed on.
func (t *rows) take() []byte {
	text := t.text
	select {
	case t.text = <-t.spare:
	default:
		t.text = make([]byte, 0, 2*partSize)
	}
	return text
}
