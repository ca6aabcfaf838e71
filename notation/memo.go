package notation

// Memo remembers what a game's grammar made of a word: an archive holds millions of
// actions, but only a few thousand different ones. It is bounded, and not for use by
// several goroutines at once.
type Memo[A any] struct {
	parse func(string) (A, error)
	known map[string]A
}

// memoSize is how many words a memo holds; a vocabulary that is larger is parsed anew each
// time.
const memoSize = 1 << 14

// NewMemo makes a memo of a grammar.
func NewMemo[A any](parse func(string) (A, error)) *Memo[A] {
	return &Memo[A]{parse, map[string]A{}}
}

// Parse is the grammar's answer, asked once for each word. Errors are not remembered.
func (m *Memo[A]) Parse(word string) (A, error) {
	if a, ok := m.known[word]; ok {
		return a, nil
	}
	a, err := m.parse(word)
	if err == nil && len(m.known) < memoSize {
		m.known[word] = a
	}
	return a, err
}
