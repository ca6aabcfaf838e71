package shape

// Words remembers what words mean, in a table small enough to stay in the processor's cache
// and another for words of more than eight bytes. Both are bounded. It serves one goroutine.
type Words[V any] struct {
	short table[uint64, V]
	long  table[Key, V]
}

type table[K comparable, V any] struct {
	slots [wordSlots]struct {
		word  K
		value V
	}
	used int
}

const (
	wordBits  = 11
	wordSlots = 1 << wordBits
	golden    = 0x9e3779b97f4a7c15 // spreads the bits of a word over the upper ones
)

func (t *table[K, V]) find(word K, hash uint64) *V {
	var none K
	for i := hash >> (64 - wordBits); ; i = (i + 1) % wordSlots {
		switch slot := &t.slots[i]; slot.word {
		case word:
			return &slot.value
		case none:
			return nil
		}
	}
}

func (t *table[K, V]) learn(word K, hash uint64, value *V) {
	if t.used == wordSlots*3/4 {
		return
	}
	t.used++
	var none K
	i := hash >> (64 - wordBits)
	for t.slots[i].word != none {
		i = (i + 1) % wordSlots
	}
	t.slots[i].word, t.slots[i].value = word, *value
}

// Find returns the value remembered for a key, or nil. The zero Key has none.
func (w *Words[V]) Find(k Key) *V {
	switch {
	case k.hi != 0:
		return w.long.find(k, (k.lo^k.hi*golden)*golden)
	case k.lo != 0:
		return w.short.find(k.lo, k.lo*golden)
	}
	return nil
}

// FindShort returns the value remembered for a word of at most eight bytes, as Short or Eight
// packs it, or nil.
func (w *Words[V]) FindShort(word uint64) *V {
	if word == 0 {
		return nil
	}
	return w.short.find(word, word*golden)
}

// LearnShort is Learn for a word as FindShort takes it.
func (w *Words[V]) LearnShort(word uint64, value *V) { w.short.learn(word, word*golden, value) }

// Learn remembers a value for a key that has none yet, as long as there is room.
func (w *Words[V]) Learn(k Key, value *V) {
	switch {
	case k.hi != 0:
		w.long.learn(k, (k.lo^k.hi*golden)*golden, value)
	case k.lo != 0:
		w.short.learn(k.lo, k.lo*golden, value)
	}
}
