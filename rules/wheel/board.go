package wheel

import (
	"iter"
	"math/bits"
	"strconv"

	"tpnote/rules/variant"
)

// Space is a space of the board; 0 is the hub.
type Space uint8

// Hub is the space in the middle, where all tokens start.
const Hub Space = 0

// MaxSpaces and MaxColours bound what a board may be, so that a set of spaces is two words and a set of wedges one.
const (
	MaxSpaces  = 128
	MaxColours = 12
)

// Kind is the kind of a space.
type Kind uint8

const (
	HubKind      Kind = iota
	Headquarters      // a category headquarters, at the end of a spoke
	Category          // a plain category space
	RollAgain         // no question: the turn goes on with another roll
)

// Spaces is a set of spaces.
type Spaces [2]uint64

// Has reports whether s is in the set.
func (m Spaces) Has(s Space) bool { return m[s>>6]>>(s&63)&1 != 0 }

// All returns the spaces of the set, in order.
func (m Spaces) All() iter.Seq[Space] {
	return func(yield func(Space) bool) {
		for i, word := range m {
			for ; word != 0; word &= word - 1 {
				if !yield(Space(i<<6 + bits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}

func (m *Spaces) add(s Space) { m[s>>6] |= 1 << (s & 63) }

// through says how a walk may use the hub on its way.
type through uint8

const (
	anotherSpoke through = iota // passed, leaving by a spoke other than it came by
	anySpoke                    // passed, leaving by any spoke
	notThrough                  // the hub is not passed, only left and entered
	ways
)

// Board is the graph of spaces with, for every space and roll, the spaces that a token can
// end on. It is made once for a variant, so that no move is ever searched for.
type Board struct {
	Colours []string         // colour codes, clockwise
	Spokes  [][]Space        // by colour: from the hub to its headquarters
	Tracks  [][]Space        // by colour: from its headquarters clockwise to the next one
	Names   []string         // by space, the canonical ones: the hub first, then the headquarters
	Places  []Place          // by space
	byName  map[string]Space // also by the names of track spaces counted from the other side

	reach [ways][][7]Spaces // by space, then roll (1 to 6)
}

// Place says what a space is, and where.
type Place struct {
	Kind   Kind
	Colour int     // index in Colours; 0 for the hub and roll-again spaces
	Next   []Space // its neighbours
	// These say where a category space or a roll-again space is.
	Number   int // counted from the hub along a spoke, or from a headquarters along the track
	From, To int // the headquarters that a space of the track lies between, clockwise; the same one twice for a spoke
}

// again is the word for a roll-again space in a variant file's track.
const again = "again"

// newBoard builds the board of a variant. Its errors blame lines of the variant file.
func newBoard(v *variant.Variant) (*Board, error) {
	rows := v.Board["wheel"].Rows
	b := &Board{byName: map[string]Space{}}
	if bad := b.addColours(rows); bad != nil {
		return nil, bad // spaces in these colours are consequences
	}
	total := 1
	for _, row := range rows {
		total += 1 + len(row["spoke"].Words) + len(row["track"].Words)
	}
	if total > MaxSpaces {
		return nil, v.Board["wheel"].Errorf("the board has %d spaces; at most %d are possible", total, MaxSpaces)
	}

	b.addSpace("hub", Place{Kind: HubKind})
	ends := make([]Space, len(rows)) // the headquarters
	for i, colour := range b.Colours {
		ends[i] = b.addSpace(colour, Place{Kind: Headquarters, Colour: i})
	}
	var bad variant.Errors
	for i, row := range rows {
		laid, wrong := b.lay(row["spoke"], i, i, Hub, ends[i])
		b.Spokes, bad = append(b.Spokes, laid), append(bad, wrong...)
	}
	for i, row := range rows {
		to := (i + 1) % len(rows)
		laid, wrong := b.lay(row["track"], i, to, ends[i], ends[to])
		b.Tracks, bad = append(b.Tracks, laid), append(bad, wrong...)
	}
	if bad != nil {
		return nil, bad
	}
	b.tables()
	return b, nil
}

// addColours adds the colours of the headquarters, and returns what is wrong with them.
func (b *Board) addColours(rows []map[string]variant.Piece) (bad variant.Errors) {
	for _, row := range rows {
		code := row["hq"].Word
		if !variant.IsCode(code) {
			bad = append(bad, variant.Fault(row["hq"].Origin, "%q is not a colour code: use two lower-case letters", code))
		} else if b.ColourIndex(code) >= 0 {
			bad = append(bad, variant.Fault(row["hq"].Origin, "a second headquarters of colour %s", code))
		}
		b.Colours = append(b.Colours, code)
	}
	return bad
}

// lay adds the spaces of a spoke, or of a part of the track between two headquarters, which it gives by
// their colours. last and end are the spaces at its ends. It returns what is wrong with the spaces.
func (b *Board) lay(path variant.Piece, from, to int, last, end Space) (laid []Space, bad variant.Errors) {
	for i, code := range path.Words {
		name := b.Colours[from] + strconv.Itoa(i+1)
		if from != to {
			name += b.Colours[to]
		}
		kind, colour := Category, b.ColourIndex(code)
		if code == again && from != to {
			kind = RollAgain
		} else if from != to && !variant.IsCode(code) {
			bad = append(bad, variant.Fault(path.Origin, "space %s: %q is neither a colour code nor %s", name, code, again))
		} else if colour < 0 {
			bad = append(bad, variant.Fault(path.Origin, "space %s: no headquarters has the colour %q", name, code))
		}
		s := b.addSpace(name, Place{Kind: kind, Colour: max(colour, 0), Number: i + 1, From: from, To: to})
		if from != to {
			other := b.Colours[to] + strconv.Itoa(len(path.Words)-i) + b.Colours[from]
			if _, taken := b.byName[other]; !taken { // else it is the name of a space on a board of two headquarters
				b.byName[other] = s
			}
		}
		b.join(last, s)
		laid, last = append(laid, s), s
	}
	b.join(last, end)
	return laid, bad
}

func (b *Board) addSpace(name string, place Place) Space {
	s := Space(len(b.Names))
	b.Names = append(b.Names, name)
	b.Places = append(b.Places, place)
	b.byName[name] = s
	return s
}

func (b *Board) join(x, y Space) {
	b.Places[x].Next = append(b.Places[x].Next, y)
	b.Places[y].Next = append(b.Places[y].Next, x)
}

// tables walks the graph from every space, once for each way to use the hub.
func (b *Board) tables() {
	for w := range ways {
		b.reach[w] = make([][7]Spaces, b.Len())
		for s, place := range b.Places {
			for _, first := range place.Next {
				b.walk(&b.reach[w][s], w, Space(s), first, 1)
			}
		}
	}
}

// walk adds the space at, entered from a neighbour after n steps, and goes on without turning back.
func (b *Board) walk(reached *[7]Spaces, w through, from, at Space, n int) {
	reached[n].add(at)
	if n == 6 || at == Hub && w == notThrough {
		return
	}
	for _, to := range b.Places[at].Next {
		if to != from || at == Hub && w == anySpoke {
			b.walk(reached, w, at, to, n+1)
		}
	}
}

// distance returns the length of the shortest walk without turning back from s to the hub (for the
// hub itself, of a way round); 7 means more than one roll.
func (b *Board) distance(s Space) int {
	n := 1
	for n < 7 && !b.reach[notThrough][s][n].Has(Hub) {
		n++
	}
	return n
}

// turnsBack reports whether a walk that turns back leads from one space to another with the
// given roll: each time it does, the walk without it is two steps shorter.
func (b *Board) turnsBack(from, to Space, die int) bool {
	for n := die - 2; n > 0; n -= 2 {
		if b.reach[anotherSpoke][from][n].Has(to) {
			return true
		}
	}
	return from == to && die > 0 && die%2 == 0
}

// Len returns the number of spaces.
func (b *Board) Len() int { return len(b.Names) }

// Space returns a space by its canonical name or by its name counted from the other side.
func (b *Board) Space(name string) (Space, bool) {
	s, ok := b.byName[name]
	return s, ok
}

// Reach returns the set of spaces on which a token on s can end with the given roll
// (1 to 6), passing through the hub by another spoke, and without regard to bars.
func (b *Board) Reach(s Space, die int) Spaces { return b.reach[anotherSpoke][s][die] }

// Around returns Reach without passing through the hub.
func (b *Board) Around(s Space, die int) Spaces { return b.reach[notThrough][s][die] }
