package notation

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// This file says what the lines of all games look like. What an action word means, and the directives of one game, are
// left to the notation of that game.

// kind is a kind of line that begins with a keyword or a sign.
type kind struct {
	keyword string
	shape   string // what such a line looks like, for errors
	// read returns the node of a line. Its value does not matter if r finds a word that does not fit.
	read func(keyword Word, r *WordReader) Node
}

var kinds = []kind{
	{"order", "order HANDLE:ROLL … / HANDLE:ROLL …, with rolls 1 to 6", readOrder},
	{"state", "state TURN WHO …", readState},
	{"gap", "gap, on a line of its own", func(keyword Word, _ *WordReader) Node { return &Gap{keyword} }},
	{"ruling", "ruling stands", func(keyword Word, r *WordReader) Node { return &Ruling{keyword, r.Sign("stands")} }},
	{"leave", "leave HANDLE", func(keyword Word, r *WordReader) Node { return &Leave{keyword, *r.Handle()} }},
	{"tally", "tally HANDLE KEY=NUMBER …", readTally},
	{"(", "( opens a side line, on a line of its own", func(sign Word, _ *WordReader) Node { return &SideLine{sign, true} }},
	{")", ") closes a side line, on a line of its own", func(sign Word, _ *WordReader) Node { return &SideLine{sign, false} }},
}

// Keywords lists the keywords of the lines that every game has.
func Keywords() (keywords []string) {
	for _, k := range kinds {
		if isKeyword(k.keyword) {
			keywords = append(keywords, k.keyword)
		}
	}
	return keywords
}

// isKeyword reports whether word has the shape of a keyword.
func isKeyword(word string) bool {
	for i := range len(word) {
		if word[i] < 'a' || word[i] > 'z' {
			return false
		}
	}
	return true
}

// kind returns the kind of a line, which has words. ok is false if it begins with no word that all games know.
func (s *scanner) kind() (k kind, ok bool) {
	first := s.words[0].Text
	if s.tag {
		return kind{first, `a tag line is [Name "value"]`, readTag}, true
	}
	if _, ok := TurnNumber(first); ok {
		return kind{first, TurnShape, readTurn}, true
	}
	for i := range kinds {
		if kinds[i].keyword == first {
			return kinds[i], true
		}
	}
	return kind{}, false
}

func readTag(_ Word, r *WordReader) Node {
	r.tags = append(r.tags, Tag{Name: r.Word()})
	tag := &r.tags[len(r.tags)-1]
	switch name := tag.Name.Text; {
	case strings.HasPrefix(name, `"`), name == "]":
		r.misplaced(&tag.Name)
	case !isName(name):
		r.Refuse(&tag.Name, fmt.Sprintf("%q is not a tag name: a letter, then letters, digits, _ . and -", name))
	}
	tag.Value = r.Word()
	quoted := tag.Value.Text
	if !strings.HasPrefix(quoted, `"`) || quotedSize(quoted) != len(quoted) {
		r.misplaced(&tag.Value)
		return nil
	}
	if tag.Value.Text = quoted[1 : len(quoted)-1]; strings.Contains(tag.Value.Text, `\`) {
		tag.Value.Text = unescaper.Replace(tag.Value.Text)
	}
	r.Sign("]")
	return tag
}

// TurnShape is what a turn line looks like.
const TurnShape = "a turn is N. HANDLE ACTION …, with blanks between them"

// CommentShape is what a comment line looks like.
const CommentShape = `a comment begins with ";"`

// More is the last word of a turn with missing actions.
const More = "..."

const maxTurnNumber = 999_999_999

func readTurn(first Word, r *WordReader) Node {
	if r.turn == nil {
		r.turn = &Turn{}
	}
	turn := r.turn
	*turn = Turn{NumberSpan: first.Span, Handle: *r.Handle()}
	if turn.Number, _ = TurnNumber(first.Text); turn.Number < 0 {
		r.Refuse(&first, fmt.Sprintf("turn number %s is too high: %d is the highest", strings.TrimSuffix(first.Text, "."), maxTurnNumber))
	}
	turn.Actions = r.Words()
	if last := len(turn.Actions) - 1; last >= 0 && turn.Actions[last].Text == More {
		turn.More, turn.MoreSpan, turn.Actions = true, turn.Actions[last].Span, turn.Actions[:last:last]
	}
	return turn
}

// TurnNumber reads the first word of a turn line, such as "12.". ok is false for others. Too high a number is -1.
func TurnNumber(word string) (number int, ok bool) {
	digits, dotted := strings.CutSuffix(word, ".")
	if !dotted || !isNumber(digits) {
		return 0, false
	}
	number, err := strconv.Atoi(digits)
	if err != nil || number > maxTurnNumber {
		return -1, true
	}
	return number, true
}

func readOrder(keyword Word, r *WordReader) Node {
	order := &Order{Keyword: keyword}
	group := make([]Roll, 0, len(r.rest))
	for len(group) == 0 || r.More() {
		w := r.Word()
		switch roll, ok := rollOf(w); {
		case ok:
			group = append(group, roll)
		case w.Text == "/" && len(group) > 0:
			order.Groups, group = append(order.Groups, group), nil
		default:
			r.misplaced(&w)
			return nil
		}
	}
	order.Groups = append(order.Groups, group)
	return order
}

// rollOf reads a word such as Ann:6.
func rollOf(w Word) (roll Roll, ok bool) {
	handle, face, _ := strings.Cut(w.Text, ":")
	if len(face) != 1 || face[0] < '1' || face[0] > '6' || !IsHandle(handle) {
		return Roll{}, false
	}
	w.Text, w.Span.End, w.Span.EndColumn = composed(handle), w.Span.End-2, w.Span.EndColumn-2
	return Roll{w, int(face[0] - '0')}, true
}

func readState(keyword Word, r *WordReader) Node {
	words := r.Words()
	if len(words) == 0 {
		return nil
	}
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.Text
	}
	state := &State{keyword, Word{Text: composed(strings.Join(texts, " "))}}
	state.Position.Span.between(&words[0], &words[len(words)-1])
	return state
}

// maxCount is the highest number of a tally.
const maxCount = 999_999_999

func readTally(keyword Word, r *WordReader) Node {
	tally := &Tally{Keyword: keyword, Handle: *r.Handle()}
	for tally.Counts == nil || r.More() {
		w := r.Word()
		key, digits, _ := strings.Cut(w.Text, "=")
		number, err := strconv.Atoi(digits)
		if key == "" || !isKeyword(key) || !isNumber(digits) || err != nil || number > maxCount {
			r.misplaced(&w)
			return nil
		}
		tally.Counts = append(tally.Counts, Count{w, key, number})
	}
	return tally
}

// IsHandle reports whether a word has the shape of a handle: a letter, then letters, combining
// marks, digits, "_" and "-", the last of them neither "_" nor "-".
func IsHandle(word string) bool {
	last := '_'
	for i, r := range word {
		if !unicode.IsLetter(r) && (i == 0 || !unicode.IsMark(r) && !unicode.IsDigit(r) && r != '_' && r != '-') {
			return false
		}
		last = r
	}
	return last != '_' && last != '-'
}

// isName reports whether a word has the shape of a tag's name: a letter, then letters, digits, "_", "." and "-".
func isName(word string) bool {
	for i, r := range word {
		if !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r) && !strings.ContainsRune("_.-", r)) {
			return false
		}
	}
	return word != ""
}

// quotedSize returns the size of the quoted string that text begins with, with its quotes; 0 if it is not closed.
func quotedSize(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return 0
}

// unescaper takes the backslashes off the quotes and backslashes of a tag's value.
var unescaper = strings.NewReplacer(`\"`, `"`, `\\`, `\`)
