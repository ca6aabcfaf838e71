package shape

// Words remembers what words mean, in a table small enough to stay in the processor's cache
// and another for words of more than eight bytes. Both are bounded. It serves one goroutine.
type Words[V any] struct {
	short table[uint64, V]
	long  table[Key, V]
}

// table finds a word's place by its hash. What is known of words lies close together, because
// most of it is asked for all the time.
type table[K comparable, V any] struct {
	places [wordSlots]uint16 // from 1; 0 for none
	known  []entry[K, V]
}

type entry[K comparable, V any] struct {
	word  K
	value V
}

const (
	wordBits  = 12
	wordSlots = 1 << wordBits
	mostWords = 1536
	golden    = 0x9e3779b97f4a7c15 // spreads the bits of a word over the upper ones
)

func (t *table[K, V]) find(word K, hash uint64) *V {
	for i := hash >> (64 - wordBits); ; i = (i + 1) % wordSlots {
		place := int(t.places[i]) - 1
		if uint(place) >= uint(len(t.known)) {
			return nil
		}
		if known := &t.known[place]; known.word == word {
			return &known.value
		}
	}
}

func (t *table[K, V]) learn(word K, hash uint64, value *V) {
	if len(t.known) == mostWords {
		return
	}
	t.known = append(t.known, entry[K, V]{word, *value})
	i := hash >> (64 - wordBits)
	for t.places[i] != 0 {
		i = (i + 1) % wordSlots
	}
	t.places[i] = uint16(len(t.known))
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

// FindShort returns the value remembered for a word of at most eight bytes, as Short and Eight pack
// it, or nil. No word is 0.
func (w *Words[V]) FindShort(word uint64) *V { return w.short.find(word, word*golden) }

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
