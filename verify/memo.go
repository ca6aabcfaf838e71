package verify

import "sync"

// memo remembers what a game's grammar made of a word: an archive holds millions of
// actions, but only a few thousand different ones. It is bounded, and goroutines may
// share it.
type memo[A any] struct {
	parse func(string) (A, error)
	mu    sync.Mutex
	known map[string]A
}

// memoSize is how many words a memo holds; a vocabulary that is larger is parsed anew each
// time.
const memoSize = 1 << 14

// newMemo makes a memo of a grammar.
func newMemo[A any](parse func(string) (A, error)) *memo[A] {
	return &memo[A]{parse: parse, known: map[string]A{}}
}

// ask is the grammar's answer, asked once for each word. Errors are not remembered.
func (m *memo[A]) ask(word string) (A, error) {
	m.mu.Lock()
	a, ok := m.known[word]
	m.mu.Unlock()
	if ok {
		return a, nil
	}
	a, err := m.parse(word)
	if err == nil {
		m.mu.Lock()
		if len(m.known) < memoSize {
			m.known[word] = a
		}
		m.mu.Unlock()
	}
	return a, err
}
