package notation

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// This file reads lines that people have spelt in their own way: with a blank where a colon belongs,
// commas between words, capitals, the dashes of a word processor. It works on the characters of the
// line, before there are words, and leaves to its caller which of the ways to read them fits.

// Speller knows the words of a log.
type Speller struct {
	Handles  []string                 // of the players
	Keywords []string                 // of the lines that are no turns
	Parses   func(word string) bool   // whether a word has the shape of an action
	Parts    func(word string) Parts  // of an action, for Remark; nil for any other word
	Spaces   []string                 // of the board
	Near     func(word string) string // the player's name in which a word has a slip, or ""
	Due      []string                 // the players of a turn that names none, the likeliest first
}

// Spelt is a line as it was probably meant.
type Spelt struct {
	Text   string
	Joined bool // words after a ";" are read as actions
}

// Turn lists the turns that a line probably means, with the fewest changes: turns whose words all
// have the shape of actions. It is empty for a line that is such a turn already. Turn reads a ";" as
// a comma only if nothing else helps. A line that names no player is a turn of each of Due.
func (s *Speller) Turn(line string) []Spelt {
	body, tail := cutComment(line)
	number, handle, rest, ok := s.head(folded(body))
	if !ok {
		return nil
	}
	handles := []string{handle}
	if handle == "" {
		handles = s.Due
	}
	var all []Spelt
	add := func(pieces []string, tail string, joined bool) {
		words := s.words(pieces)
		for _, handle := range handles {
			for _, words := range words {
				text := number + ". " + handle + " " + strings.Join(words, " ")
				if !joined && slices.Equal(blankSplit(text), blankSplit(body)) {
					continue // nothing differs but ordinary blanks
				}
				all = append(all, Spelt{strings.TrimRight(text+" "+tail, " "), joined})
			}
		}
	}
	add(fields(rest), tail, false)
	if after, ok := strings.CutPrefix(tail, ";"); ok && all == nil {
		add(append(fields(rest), fields(folded(after))...), "", true)
	}
	return all
}

// Head is a line with its number and its player as they are probably meant, and the rest as it is written. It is "" if
// they are right, or missing.
func (s *Speller) Head(line string) string {
	body, tail := cutComment(line)
	number, handle, rest, ok := s.head(folded(body))
	text := number + ". " + handle + " " + rest
	if !ok || handle == "" || slices.Equal(blankSplit(text), blankSplit(body)) {
		return ""
	}
	return strings.TrimRight(text+" "+tail, " ")
}

// Directives lists the directives that a line probably means: its keyword in small letters and without a colon, the
// players' names as they are, and then with other signs between names and numbers; none without a keyword.
func (s *Speller) Directives(line string) (all []string) {
	body, tail := cutComment(line)
	words := strings.Fields(folded(body))
	if len(words) == 0 {
		return nil
	}
	keyword := strings.ToLower(strings.Trim(words[0], ":.,"))
	if !slices.Contains(s.Keywords, keyword) {
		return nil
	}
	add := func(words []string) {
		text := strings.TrimRight(keyword+" "+strings.Join(words, " ")+" "+tail, " ")
		if text != line && !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	named := slices.Clone(words[1:])
	for i, w := range named {
		named[i] = cmp.Or(s.only(func(h string) bool { return strings.EqualFold(h, w) }), w)
	}
	add(named)
	var pieces, digits []string // the second with numbers of one digit
	group := map[string]bool{}  // the players who have rolled
	nameless := true
	for _, piece := range token.FindAllString(strings.Join(words[1:], " "), -1) {
		name, last := s.named(piece), len(pieces)-1
		if name == "" && !isNumber(piece) && isNumber(piece[1:]) { // the name of a piece
			piece = piece[1:]
		}
		switch {
		case name != "":
			if keyword == "order" && group[name] {
				clear(group)
				pieces = append(pieces, "/")
			}
			nameless, group[name], pieces = false, true, append(pieces, name)
		case keyword == "order" && nameless && isNumber(piece) && len(group) < len(s.Handles): // in the order of the seats
			name = s.Handles[len(group)]
			group[name], pieces = true, append(pieces, name+":"+piece)
		case keyword == "order" && last >= 0 && group[pieces[last]]:
			pieces[last] += ":" + piece
		case strings.Contains("/|;", piece):
			clear(group)
			pieces = append(pieces, "/")
		default:
			pieces = append(pieces, piece)
		}
	}
	for _, piece := range pieces {
		one := []string{piece}
		if isNumber(piece) {
			one = strings.Split(piece, "")
		}
		digits = append(digits, one...)
	}
	players := [][]string{nil} // whom the line may mean
	if nameless && keyword != "order" && len(pieces) > 0 {
		players = slices.Collect(slices.Chunk(s.Handles, 1))
	}
	for _, player := range players {
		add(slices.Concat(player, pieces))
		add(slices.Concat(player, digits))
		if keyword != "order" && len(player)+len(digits) > 4 && !slices.Contains(digits, "/") { // two rows of the same length
			half := (len(digits) + 1 - len(player)) / 2
			add(slices.Concat(player, digits[:half], []string{"/"}, digits[half:]))
		}
	}
	return all
}

// named is the player whom a word of a directive names, perhaps in short or with a slip; "" if it names none.
func (s *Speller) named(word string) string {
	if isNumber(word) {
		return ""
	}
	short := func(h string) bool { return len(word) <= len(h) && strings.EqualFold(h[:len(word)], word) }
	return cmp.Or(s.only(short), s.Near(word))
}

// token matches a name, a number, or the sign between two groups of them.
var token = regexp.MustCompile(`[/|;]|[^\s:=,/|;-]+`)

// Played reports whether a line says something of play: it has an action, or a number or a ":" beside a player.
func (s *Speller) Played(line string) bool {
	body, _ := cutComment(line)
	body = folded(body)
	_, _, _, turn := s.head(body)
	rolled := numberHead.MatchString(body) || playLike.MatchString(body)
	return turn || slices.ContainsFunc(fields(body), func(piece string) bool { return s.known(piece) || rolled && s.named(piece) != "" })
}

// playLike matches a line that may say something of play: it begins with a number, or has a colon in a word.
var playLike = regexp.MustCompile(`^\s*[0-9]|\w:\w`)

// IsProse reports whether a line that is not the notation is none of its lines with a slip, either.
func (l *Line) IsProse() bool {
	_, bad := l.Node.(*Bad)
	return bad && l.IsTurn() && !playLike.MatchString(l.Text)
}

// Remark looks for a remark without a comment sign: from the first of some words of a turn, perhaps from its middle, up
// to the next action. start and end are its place in the line, with the blanks before it. Without one, text is "".
func (s *Speller) Remark(line string, words []Word) (start, end int, text string) {
	isAction := func(word Word) bool { // or nearly one
		rolled := s.Parts(Unknown + ":" + word.Text)
		to := rolled.Text(IsTo)
		return strings.Contains(word.Text, ":") || word.Text == More || s.Parses(word.Text) || rolled != nil && (to == "" || slices.Contains(s.Spaces, to))
	}
	first := words[0].Text
	begin := min(len(first), longestWords) // of the remark in this word, which may be very long; an action is not
	for ; begin > 0 && (first[:begin] == Unknown || !s.Parses(first[:begin])); begin-- {
	}
	if isAction(words[0]) && begin == 0 || strings.ContainsAny(first[begin:], ":0123456789") { // rather a misspelt action
		return 0, 0, ""
	}
	last := 1
	for ; last < len(words) && !isAction(words[last]); last++ {
	}
	start, end = words[0].Span.Start+begin, words[last-1].Span.End
	text = strings.NewReplacer("{", "", "}", "").Replace(strings.TrimLeft(line[start:end], ", \t"))
	return len(strings.TrimRight(line[:start], " \t")), end, text
}

// cutComment parts a line from the comment at its end.
func cutComment(line string) (body, comment string) {
	s := newScanner(line, 1)
	s.scan()
	if last := len(s.comments) - 1; last >= 0 && !s.comments[last].Brace {
		begin := s.comments[last].Span.Start
		return line[:begin], line[begin:]
	}
	return line, ""
}

// folded is a text with plain characters for those that only look otherwise.
func folded(text string) string {
	if isPlain(text) {
		return text
	}
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Pd, r):
			return '-'
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r):
			return -1
		case 0xff01 <= r && r <= 0xff5e: // the full-width forms of ASCII
			return r - 0xff01 + '!'
		}
		return r
	}, plainer.Replace(norm.NFC.String(text)))
}

// plainer has the signs that people write for those of the notation.
var plainer = strings.NewReplacer("…", More, "✓", "+", "✔", "+", "✅", "+", "✗", "-", "✘", "-", "❌", "-", "−", "-", "⁃", "-", "→", ">",
	"★", "*", "∗", "*", "·", "*", "•", "*", "×", "x", "ˆ", "^", "\ufe0f", "")

// spoken has the words that people write for signs.
var spoken = map[string]string{"right": "+", "correct": "+", "yes": "+", "wrong": "-", "no": "-", "to": "-", ">": "/", "then": "/"}

// numberHead matches the number of a turn with the signs after it, and a word or the bullet of a list before it.
var numberHead = regexp.MustCompile(`^[ \t>*|-]*(?i:(?:turn|round)[ \t]*)?#?(?:[0-9]{1,9}[.)][ \t]+([0-9]{1,9})[.)]|([0-9]{1,9}))[ \t.,:)|*]*`)

// head reads the number of a turn, its player, and the rest of the line. It ignores the signs between them. The
// player is "" where an action is in the place of the name, and Due says who can be meant.
func (s *Speller) head(body string) (number, handle, rest string, ok bool) {
	numbered := numberHead.FindStringSubmatch(body)
	if numbered == nil {
		return "", "", "", false
	}
	number, rest = cmp.Or(numbered[1], numbered[2]), body[len(numbered[0]):]
	word := rest[:strings.IndexAny(rest+" ", " \t,:.|*")]
	size := len(word)
	handle = s.only(func(h string) bool { return strings.EqualFold(h, word) })
	if handle == "" { // in a short form
		handle = s.only(func(h string) bool { return 0 < size && size < len(h) && strings.EqualFold(h[:size], word) })
	}
	if handle == "" { // without a blank before the first action
		handle = s.only(func(h string) bool {
			return len(h) < len(rest) && strings.EqualFold(rest[:len(h)], h) && s.shaped(blankSplit(rest[len(h):])[0]) != ""
		})
		size = len(handle)
	}
	ok = handle != "" || s.Due != nil && strings.ContainsAny(numbered[0], ".)") && slices.IndexFunc(fields(rest), s.known) == 0
	if rest = strings.TrimLeft(rest[size:], " \t,:|*"); !strings.HasPrefix(rest, More) {
		rest = strings.TrimLeft(rest, " \t,:.|*")
	}
	return number, handle, rest, ok
}

// only is the player's name that fits, or "" if several do or none.
func (s *Speller) only(fits func(handle string) bool) string {
	found := slices.DeleteFunc(slices.Clone(s.Handles), func(h string) bool { return !fits(h) })
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

// field matches what is between blanks, commas, semicolons, parentheses and bars, or a comment in braces.
var field = regexp.MustCompile(`\{[^}]*\}?|[^ \t,;|(){]+`)

func fields(text string) []string {
	all := field.FindAllString(text, -1)
	for i, piece := range all {
		all[i] = cmp.Or(spoken[piece], piece)
	}
	return all
}

// blankSplit is what is between ordinary blanks.
func blankSplit(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\t' })
}

// mostJoined is how many pieces one word may have come apart into. mostSpelt is how many ways to read
// a line are looked at. halfWord is how many changes a piece counts for that is no word as it is: more than a
// word that is joined. longestWords is the size in bytes of the longest piece that can be made of several words.
const (
	mostJoined   = 7
	mostSpelt    = 4
	halfWord     = 8
	longestWords = 100
)

// words lists the ways to make words of pieces: those with the most pieces that are words already.
func (s *Speller) words(pieces []string) [][]string {
	type way struct {
		changes int
		word    string // the last one
		before  *way   // to the words before; nil for none
	}
	ways := make([][]way, len(pieces)+1) // of the pieces up to each place
	ways[0] = []way{{}}
	for end := 1; end <= len(pieces); end++ {
		for n := 1; n <= min(mostJoined, end); n++ {
			word, changes := s.joined(pieces[end-n : end])
			if single := n == 1 && strings.Contains("-/", pieces[end-1]); single && word == "" { // it separates two words
				changes = halfWord
			} else if word == "" {
				continue
			}
			for i := range ways[end-n] {
				w := &ways[end-n][i]
				ways[end] = append(ways[end], way{w.changes + changes, word, w})
			}
		}
		if list := ways[end]; len(list) > 0 {
			least := slices.MinFunc(list, func(a, b way) int { return a.changes - b.changes }).changes
			list = slices.DeleteFunc(list, func(w way) bool { return w.changes > least })
			ways[end] = list[:min(len(list), mostSpelt)]
		}
	}
	var all [][]string
	for _, w := range ways[len(pieces)] {
		var words []string
		for at := &w; at.before != nil; at = at.before {
			if at.word != "" {
				words = append(words, at.word)
			}
		}
		slices.Reverse(words)
		all = append(all, words)
	}
	return all
}

// joined is the word that some pieces make, and how much is changed for it; "" if they make none.
func (s *Speller) joined(pieces []string) (word string, changes int) {
	first := pieces[0]
	if slices.ContainsFunc(pieces, func(p string) bool { return p[0] == '{' || p == More }) { // it stays by itself
		if len(pieces) > 1 {
			return "", 0
		}
		return first, 0
	}
	rest := strings.Join(pieces[1:], "")
	if word := s.shaped(first + rest); word != "" {
		if changes = len(pieces) - 1; word != first+rest {
			changes++
		}
		return word, changes
	}
	switch {
	case rest != "" && !strings.Contains(first, ":"):
		return s.shaped(first + ":" + rest), len(pieces)
	case rest == "": // several words, a roll without a move, or a move without a roll; only if nothing else helps
		return cmp.Or(s.apart(first), s.shaped(first+":"+Unknown), s.shaped(Unknown+":"+first)), halfWord
	}
	return "", 0
}

// apart is a piece as the words of which it is made, if they have no blank between them, or another character in the
// place of one; "" if it is no such piece.
func (s *Speller) apart(piece string) string {
	roll := strings.LastIndexByte(piece, ':') - 1
	if roll < 1 || len(piece) > longestWords {
		return ""
	}
	first, last := cmp.Or(s.shaped(piece[:roll]), s.apart(piece[:roll]), s.shaped(piece[:roll-1])), s.shaped(piece[roll:])
	if last == "" || !strings.Contains(first, ":") {
		return ""
	}
	return first + " " + last
}

// Several reports whether a piece of a line has the rolls of several actions.
func Several(piece string) bool { return strings.Count(piece, ":") > 1 }

// known reports whether a piece has the shape of an action that is not wholly unknown.
func (s *Speller) known(piece string) bool {
	return s.shaped(piece) != "" && piece != Unknown && piece != More
}

// digitFor has the digits for which people write letters.
var digitFor = strings.NewReplacer("O", "0", "I", "1", "l", "1")

// shaped is a piece that has the shape of an action, if need be with other signs or letters; "" if it has not.
func (s *Speller) shaped(piece string) string {
	if len(piece) > longestWords {
		return ""
	}
	lower := strings.ToLower(piece)
	named := lower // as it is where pieces have names in capitals
	if at := strings.IndexAny(lower, ":.="); at > 0 {
		named = strings.ToUpper(lower[:at]) + lower[at:]
	}
	digits := digitFor.Replace(piece)
	for _, text := range []string{piece, lower, named, digits, strings.ToLower(digits)} {
		ways := []string{text, strings.TrimRight(text, ".:"), strings.ReplaceAll(text, ">", "-"), strings.ReplaceAll(text, "x", "^")}
		for _, sign := range []string{".", "=", "-", ">"} {
			ways = append(ways, strings.Replace(text, sign, ":", 1))
		}
		for _, by := range ways {
			if by = Brief(by, s.Spaces); by != "" && s.Parses(by) {
				return by
			}
		}
	}
	return ""
}

// longName matches a name that begins with more letters than a colour has, and nameParts its parts. "x" is a sign.
var (
	longName  = regexp.MustCompile(`[a-wyz]{3,}[0-9]*[a-wyz]*`)
	nameParts = regexp.MustCompile(`[a-z]+|[0-9]+`)
)

// Brief is a word with the board's names for the spaces that it names in full, such as ye3bl for yellow3blue.
func Brief(word string, spaces []string) string {
	return longName.ReplaceAllStringFunc(word, func(name string) string {
		if slices.Contains(spaces, name) {
			return name
		}
		parts := nameParts.FindAllString(name, -1)
		shortens := func(short, part string) bool {
			rest, begins := strings.CutPrefix(part, short)
			joined := func(space string) bool { return space != "" && strings.HasPrefix(rest, space) } // yebr is ye2br without its number
			return rest == "" || begins && !isNumber(short) && !slices.ContainsFunc(spaces, joined)
		}
		for _, space := range spaces {
			if strings.HasPrefix(space, name[:1]) && slices.EqualFunc(nameParts.FindAllString(space, -1), parts, shortens) {
				return space
			}
		}
		return name
	})
}
