package notation

import (
	"strings"
	"sync"
)

// Memo remembers what a grammar made of a word: an archive holds millions of actions, and in most
// games only a few thousand of them differ. It is bounded, and goroutines may share it.
type Memo[A any] struct {
	parse func(string) (A, error)
	mu    sync.Mutex
	known map[string]answer[A]
}

// answer is what a grammar returns.
type answer[A any] struct {
	is  A
	err error
}

// memoSize is how many words a memo holds before it begins again, and mostRemembered their greatest length;
// longer words are parsed again each time.
const (
	memoSize       = 1 << 12
	mostRemembered = 64
)

// NewMemo makes a memo of a grammar.
func NewMemo[A any](parse func(string) (A, error)) *Memo[A] {
	return &Memo[A]{parse: parse, known: map[string]answer[A]{}}
}

// Ask is the grammar's answer, asked once for each word.
func (m *Memo[A]) Ask(word string) (A, error) {
	m.mu.Lock()
	a, ok := m.known[word]
	m.mu.Unlock()
	if ok {
		return a.is, a.err
	}
	word = strings.Clone(word) // what is remembered keeps no line
	a.is, a.err = m.parse(word)
	if len(word) <= mostRemembered {
		m.mu.Lock()
		defer m.mu.Unlock()
		if len(m.known) == memoSize {
			clear(m.known)
		}
		m.known[word] = a
	}
	return a.is, a.err
}
