package archive

import "tpnote/verify"

// Rows lets the actions of all games be told.
type Rows struct {
	// Renderer makes, for a worker, what appends the text of an action, in a file's game of that number.
	Renderer func() func(dst []byte, file string, game int, r *verify.Row) []byte
	// Write takes such texts, in the order of the input.
	Write func(text []byte) error
}

const (
	rowsChunk = chunkSize / 8 // the text of its actions takes many times the room of a log's
	partSize  = 1 << 17       // a worker passes on so much text at a time,
	mostParts = 8             // and waits where so many parts have not been taken from it
	mostHeld  = 1 << 22       // of a game that may not be legal, it holds so much
)

// rows renders the actions of the games that a worker judges.
type rows struct {
	render func(dst []byte, file string, game int, r *verify.Row) []byte
	pass   func(text []byte) // takes what has been rendered
	spare  chan []byte       // texts that have been written
	text   []byte
	file   string
	game   int
	begin  int  // of the game in text
	held   bool // the game may not be legal: nothing of it is passed on yet
	over   bool // it has more than may be held
}

// next begins the next game.
func (t *rows) next(file string, game int) {
	t.file, t.game, t.begin, t.held, t.over = file, game, len(t.text), true, false
}

// again begins the game anew.
func (t *rows) again() { t.text = t.text[:t.begin] }

// settle begins the game anew, and nothing of it is taken back any more.
func (t *rows) settle() {
	t.again()
	t.held, t.over = false, false
}

// row takes an action.
func (t *rows) row(r *verify.Row) {
	if t.over {
		return
	}
	t.text = t.render(t.text, t.file, t.game, r)
	if size := len(t.text); size < partSize {
		return
	} else if !t.held {
		t.pass(t.take())
	} else if size-t.begin > mostHeld {
		t.over = true
		t.again()
	}
}

// take returns what has been rendered, to be passed on.
func (t *rows) take() []byte {
	text := t.text
	t.begin = 0
	select {
	case t.text = <-t.spare:
	default:
		t.text = make([]byte, 0, 2*partSize)
	}
	return text
}
