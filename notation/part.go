package notation

import (
	"reflect"
	"slices"
	"strings"
)

// Role is what a part of an action word says.
type Role uint8

// The roles, in the order of their parts.
const (
	IsRoll Role = iota + 1
	IsPiece
	IsFrom
	IsSign // between two spaces: how a piece goes from one to the other
	IsTo
	IsCategory
	IsCard
	IsAnswer
	IsCapture
	IsMark
	IsKind // a word for an action without other parts, such as pass
)

// String says what a part with the role says about an action.
func (r Role) String() string {
	return [...]string{"", "the roll", "the piece", "from here", "how the piece moves", "to here", "the category of the question", "the card",
		"whether the answer was right", "the piece here is taken", "what the action achieves", "what was done"}[r]
}

// MarshalText names the role in JSON.
func (r Role) MarshalText() ([]byte, error) {
	return []byte([...]string{"", "roll", "piece", "from", "sign", "to", "category", "card", "answer", "capture", "mark", "kind"}[r]), nil
}

// The types of the fields of a game's grammar, by which its words have parts.
type (
	Die      string
	Piece    string
	From     string
	Sign     string
	To       string
	Category string
	Card     string
	Answer   string
	Capture  string
	Mark     string
	Kind     string
)

var roles = map[reflect.Type]Role{
	reflect.TypeFor[Die](): IsRoll, reflect.TypeFor[Piece](): IsPiece, reflect.TypeFor[From](): IsFrom, reflect.TypeFor[Sign](): IsSign,
	reflect.TypeFor[To](): IsTo, reflect.TypeFor[Category](): IsCategory, reflect.TypeFor[Card](): IsCard, reflect.TypeFor[Answer](): IsAnswer,
	reflect.TypeFor[Capture](): IsCapture, reflect.TypeFor[Mark](): IsMark, reflect.TypeFor[Kind](): IsKind,
}

// Roll is the roll as a number, 0 if it is unknown or not from 1 to 6.
func (r Die) Roll() int {
	if len(r) == 1 && '1' <= r[0] && r[0] <= '6' {
		return int(r[0] - '0')
	}
	return 0
}

// Box is the box of a card, from 1 for A; 0 without a card.
func (c Card) Box() int {
	if c == "" {
		return 0
	}
	return int(c[0]-'A') + 1
}

// Number is the number of a card in its box, as it is written; "" for none.
func (c Card) Number() string { return string(c[min(1, len(c)):]) }

// BoxName is the letter of a box.
func BoxName(box int) string { return string(rune('A' + box - 1)) }

// Unknown is the sign for an unknown part.
const Unknown = "?"

// Part is a part of an action word.
type Part struct {
	Role  Role   `json:"role"`
	Start int32  `json:"-"`    // of Text in the word, in bytes
	Joint string `json:"-"`    // the signs between the part before and this one
	Text  string `json:"text"` // as written; Unknown if it is unknown
}

// End is the end of Text in the word, in bytes.
func (p Part) End() int { return int(p.Start) + len(p.Text) }

// Parts are the parts of an action word, in their order. Without parts there is no word.
type Parts []Part

// PartsOf returns the parts of a word from its grammar's tree: the fields with a type of a role, in their order.
func PartsOf(word string, tree any) Parts {
	var parts Parts
	at := 0
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		role, is := roles[v.Type()]
		switch {
		case is && v.Len() > 0:
			text := v.String()
			start := at + strings.Index(word[at:], text)
			parts = append(parts, Part{role, int32(start), word[at:start], text})
			at = start + len(text)
		case v.Kind() == reflect.Struct:
			for i := range v.NumField() {
				walk(v.Field(i))
			}
		case v.Kind() == reflect.Slice:
			for i := range v.Len() {
				walk(v.Index(i))
			}
		case v.Kind() == reflect.Pointer && !v.IsNil():
			walk(v.Elem())
		}
	}
	walk(reflect.ValueOf(tree))
	return parts
}

// String joins the parts to the word.
func (p Parts) String() string {
	var b strings.Builder
	for i := range p {
		b.WriteString(p[i].Joint)
		b.WriteString(p[i].Text)
	}
	return b.String()
}

// Last returns the last part with a role, or the zero Part.
func (p Parts) Last(role Role) Part {
	if i := p.find(role); i >= 0 {
		return p[i]
	}
	return Part{}
}

// find returns the index of Last, or -1.
func (p Parts) find(role Role) int {
	i := len(p) - 1
	for i >= 0 && p[i].Role != role {
		i--
	}
	return i
}

// Text returns the text of Last.
func (p Parts) Text(role Role) string {
	if i := p.find(role); i >= 0 {
		return p[i].Text
	}
	return ""
}

// Roll is the roll of the die as a number, 0 if it is unknown or there is none.
func (p Parts) Roll() int { return Die(p.Text(IsRoll)).Roll() }

// Card is the card of a question, "" for none.
func (p Parts) Card() Card { return Card(p.Text(IsCard)) }

// Lone reports whether the word is a "?" by itself: nothing is known of the action.
func (p Parts) Lone() bool { return len(p) == 1 && p[0].Role == IsKind && p[0].Text == Unknown }

// Open reports whether a part is unknown.
func (p Parts) Open() bool {
	return slices.ContainsFunc(p, func(q Part) bool { return q.Text == Unknown })
}

// Without returns the parts that have other roles.
func (p Parts) Without(some ...Role) Parts {
	return slices.DeleteFunc(slices.Clone(p), func(q Part) bool { return slices.Contains(some, q.Role) })
}

// Unmarked is the word without what its writer says about the outcome: the answer and the mark.
func (p Parts) Unmarked() string { return p.Without(IsAnswer, IsMark).String() }

// With returns the parts with another text for the last part of the role of q, or with q before those of a later role.
func (p Parts) With(q Part) Parts {
	p = slices.Clone(p)
	for i := len(p) - 1; i >= 0; i-- {
		if p[i].Role == q.Role {
			p[i].Text = q.Text
			return p
		}
	}
	at := len(p)
	for at > 0 && p[at-1].Role > q.Role {
		at--
	}
	return slices.Insert(p, at, q)
}

// Agrees reports whether a legal action has all known choices of a word or of a part of one. A part
// without text is one that the action must lack. Of several parts with a role the last is the choice, such
// as the end of a route. Signs follow from the position, and a card is in no legal action.
func (p Parts) Agrees(legal Parts) bool {
	return !slices.ContainsFunc(p, func(q Part) bool {
		chosen := p.Text(q.Role)
		return q.Role != IsSign && q.Role != IsCard && chosen != Unknown && chosen != legal.Text(q.Role)
	})
}

// Fits reports whether a word with unknown parts can record an action that is written as legal. A part that the word
// leaves out beside an unknown one is unknown too. Signs and a mark follow from the position: the word may lack them.
func (p Parts) Fits(legal Parts) bool {
	if p.Lone() {
		return true
	}
	p, legal = p.Without(IsSign), legal.Without(IsSign)
	if !p.Agrees(legal) || slices.ContainsFunc(p, func(q Part) bool { return legal.Last(q.Role).Role == 0 }) {
		return false
	}
	for _, is := range legal {
		next := slices.IndexFunc(p, func(q Part) bool { return q.Role >= is.Role })
		switch {
		case is.Role == IsMark, next >= 0 && (p[next].Role == is.Role || p[next].Text == Unknown):
		case next < 0 && len(p) > 0 && p[len(p)-1].Text == Unknown:
		default:
			return false
		}
	}
	return true
}

// Blanks returns the texts in which one part is unknown, or all parts from one on. A text may be no word of the game.
// An unknown action has no mark, and if it asks a question, an unknown category and answer.
func (p Parts) Blanks() []string {
	all := []string{Unknown}
	bare := p.Without(IsMark)
	for i := range bare {
		one := slices.Clone(bare)
		one[i].Text = Unknown
		rest := slices.Clone(one[:i+1])
		for _, q := range one[i+1:] {
			if q.Text = Unknown; q.Role == IsCategory || q.Role == IsAnswer {
				rest = append(rest, q)
			}
		}
		for _, text := range []string{one.String(), rest.String()} {
			if !slices.Contains(all, text) {
				all = append(all, text)
			}
		}
	}
	return all
}
