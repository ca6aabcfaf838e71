package record

import (
	"cmp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/draw"
)

// entry is an action that is half entered. Its parts are kept as they were chosen; the next
// part follows from the legal actions that are left.
type entry struct {
	die      string // "1" to "6", "?" if it was not seen; "" if none has been given
	piece    string
	move     string // that of a legal action; "?"; or what was typed, with odd
	odd      bool   // move is not legal
	category string
	word     string // the whole action, where the other parts leave several
	card     string // "@A17"
	typed    string // of the next part
	cursor   int    // which option is picked, from 1; 0 for none
}

// begun reports whether there is something to take back.
func (e *entry) begun() bool { return *e != entry{} }

// stepBack takes the last part back, or the last character of the one that is typed.
func (e *entry) stepBack() {
	switch {
	case e.typed != "":
		runes := []rune(e.typed)
		e.typed = string(runes[:len(runes)-1])
	case e.card != "":
		e.card = ""
	case e.word != "":
		e.word = ""
	case e.category != "":
		e.category = ""
	case e.move != "":
		e.move, e.odd = "", false
	case e.piece != "":
		e.piece = ""
	default:
		e.die = ""
	}
	e.cursor = 0
}

// unknown is the action with the end left open: that of an answer, "?" if that is open too, or
// "" where there was no question.
func (r *Recorder) unknown(e *entry, answer string) string {
	first := e.die + e.piece
	if first == "" || first == notation.Unknown && (answer == notation.Unknown || !r.asks()) {
		return notation.Unknown
	}
	return r.word(e, notation.Unknown+answer)
}

// parts are the parts of a word in this game.
func (r *Recorder) parts(word string) notation.Parts { return r.here().Notation().Parts(word) }

// word is the word that begins with the die or the piece of an entry, and goes on with a text.
func (r *Recorder) word(e *entry, rest string) string {
	first := e.die + e.piece
	for _, m := range r.moves() {
		if parts := r.parts(m.Word); first != "" && len(parts) > 1 {
			return notation.Parts{{Text: first}, {Joint: parts[1].Joint, Text: rest}}.String()
		}
	}
	return rest
}

// asks reports whether the game has questions.
func (r *Recorder) asks() bool {
	return slices.ContainsFunc(r.moves(), func(m verify.Move) bool { return m.Answer != verify.NoQuestion })
}

// part is what is asked for next.
type part uint8

const (
	partDie part = iota
	partPiece
	partMove
	partCategory
	partWhich // one of several actions that agree in all the other parts
	partAnswer
	partNone // the action is known
	partWord // the legal actions are not known: the player writes the word
)

// Option is something that can be chosen.
type Option struct {
	Key    string      // that chooses it; "" if only its name does
	Text   string      // what it is
	Mark   string      // the mark that the log will have
	Choice draw.Choice // where it leads
	Moves  bool        // Choice is set
	Asks   bool        // only the answer to the question is missing after it

	names []string // by which it can be typed
	longs []string // longer names, which say where the piece comes from too
	value string
}

// left lists the legal actions that agree with what is entered.
func (r *Recorder) left() []verify.Move {
	e := &r.entry
	var left []verify.Move
	for _, m := range r.moves() {
		switch {
		case e.die != "" && e.die != "?" && m.Die != 0 && strconv.Itoa(m.Die) != e.die:
		case e.piece != "" && m.Piece != e.piece:
		case e.move != "" && !e.odd && e.move != "?" && moveOf(&m) != e.move:
		case e.category != "" && m.Category != e.category:
		case e.word != "" && m.Word != e.word:
		default:
			left = append(left, m)
		}
	}
	return left
}

// moveOf is the move of an action, however it is spelt: from where to where, and which piece it takes.
func moveOf(m *verify.Move) string { return strings.Join([]string{m.From, m.To, m.Takes}, " ") }

// next is what is asked for next, and what there is to choose from.
func (r *Recorder) next() (part, []Option) {
	e, all := &r.entry, r.moves()
	p := r.here()
	if p == nil || len(all) == 0 {
		return partWord, nil
	}
	left := r.left()
	switch {
	case all[0].Die != 0 && e.die == "":
		return partDie, nil
	case all[0].Die == 0 && e.piece == "" && slices.ContainsFunc(all, func(m verify.Move) bool { return m.Piece != "" }):
		return partPiece, r.pieces(p, left)
	case e.move == "":
		return partMove, r.ends(p, left)
	case e.odd || e.move == "?":
		if !r.asks() {
			return partNone, nil
		}
		options := []Option{{Key: "1", Text: "right", names: []string{"+"}, value: "+"}, {Key: "2", Text: "wrong", names: []string{"-"}, value: "-"}, {Key: "3", Text: "no question", value: ""}}
		if e.move == "?" {
			options = append(options, notSeen)
		}
		return partAnswer, options
	}
	if options := r.categories(p, left); len(options) > 1 && e.category == "" {
		return partCategory, options
	}
	if options := r.words(left); len(options) > 1 && e.die != "?" && r.cached.allowed.positions == 1 {
		return partWhich, options
	}
	var options []Option
	for _, m := range left {
		if m.Answer == verify.NoQuestion || slices.ContainsFunc(options, func(o Option) bool { return o.Mark == m.Due }) {
			continue
		}
		o := Option{Text: "right", names: []string{"+", "*", "#"}, value: "+", Mark: m.Due}
		if m.Answer == verify.Wrong {
			o.Text, o.names, o.value = "wrong", []string{"-"}, "-"
		}
		options = append(options, o)
	}
	if len(options) == 0 {
		return partNone, nil
	}
	sort.SliceStable(options, func(i, j int) bool { return options[i].value < options[j].value }) // + before -
	options = append(options, notSeen)
	return partAnswer, numbered(options)
}

// notSeen is the option for an unknown part.
var notSeen = Option{Key: "?", Text: "not seen", value: "?"}

// words are the actions among some that differ in more than the answer.
func (r *Recorder) words(left []verify.Move) []Option {
	var options []Option
	for _, m := range left {
		if m.Answer == verify.NoQuestion {
			options = append(options, Option{Text: m.Word, value: m.Word, names: []string{strings.ToLower(m.Word)}, Mark: m.Due})
		}
	}
	return numbered(options)
}

// numbered gives the first nine options that have no key a digit.
func numbered(options []Option) []Option {
	for i := range min(9, len(options)) {
		if options[i].Key == "" {
			options[i].Key = strconv.Itoa(i + 1)
		}
	}
	return options
}

// pieces are the pieces that can be moved. Those of the player are called by their number.
func (r *Recorder) pieces(p *verify.Replay, left []verify.Move) []Option {
	var options []Option
	board := p.Board()
	scene := board.Scene(func(name string) string { return name })
	for _, m := range left {
		if m.Piece == "" || slices.ContainsFunc(options, func(o Option) bool { return o.value == m.Piece }) {
			continue
		}
		name := strings.ToLower(m.Piece)
		number := strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz")
		o := Option{Key: name, Text: m.Piece + " on " + squares(left, m.Piece), value: m.Piece, names: []string{name}, Choice: board.Choice(m.Action), Moves: true}
		o.Choice.To, o.Choice.Brief = o.Choice.From, o.Text
		if slices.ContainsFunc(scene.Pieces, func(q draw.Piece) bool { return q.Owner == scene.Actor && q.Label == m.Piece }) {
			o.Key, o.names = number, append(o.names, number)
		}
		options = append(options, o)
	}
	return options
}

// squares are those on which a piece may be.
func squares(left []verify.Move, piece string) string {
	var names []string
	for _, m := range left {
		if m.Piece == piece && !slices.Contains(names, m.From) {
			names = append(names, m.From)
		}
	}
	if len(names) > 2 {
		return "one of " + strconv.Itoa(len(names)) + " squares"
	}
	return strings.Join(names, " or ")
}

// ends are where a move can end.
func (r *Recorder) ends(p *verify.Replay, left []verify.Move) []Option {
	var options []Option
	board := p.Board()
	for _, m := range left {
		value := moveOf(&m)
		if slices.ContainsFunc(options, func(o Option) bool { return o.value == value }) {
			continue
		}
		o := Option{Text: "pass", value: value, names: []string{"pass"}, Choice: board.Choice(m.Action), Moves: true}
		if !m.Pass {
			o.Text = o.Choice.Brief
			if slices.ContainsFunc(left, func(k verify.Move) bool {
				return k.From != m.From && k.Piece == m.Piece && m.Piece != "" && k.To == m.To && k.Takes == m.Takes
			}) {
				o.Text += " from " + m.From // the piece may be on several squares
			}
			parts := r.parts(m.Word)
			end := notation.Parts{{Text: m.To}, parts.Last(notation.IsCapture)}.String()
			o.names = []string{strings.ToLower(end)}
			if from := parts.Text(notation.IsFrom); from != "" {
				for _, sign := range []string{"-", parts.Text(notation.IsSign)} {
					o.longs = append(o.longs, strings.ToLower(notation.Parts{{Text: from}, {Text: sign}, {Text: end}}.String()))
				}
				if m.Piece == "" {
					o.names = append(o.names, strings.ToLower(from))
				}
			}
		}
		if m.Answer == verify.NoQuestion {
			o.Mark = m.Due
		}
		if name := p.Variant().Categories[m.Category]; name != "" && !slices.ContainsFunc(left, func(k verify.Move) bool { return moveOf(&k) == value && k.Category != m.Category }) {
			o.Text += " · " + name
			if m.Answer == verify.Right && m.Due != "+" {
				o.Text += " " + m.Due
			}
		} else if m.Group != "" && m.Piece == "" && !m.Pass {
			o.Text += " · " + string(m.Group)
		}
		o.Asks = m.Answer != verify.NoQuestion && !slices.ContainsFunc(left, func(k verify.Move) bool {
			return moveOf(&k) == value && (k.Category != m.Category || k.Answer == verify.NoQuestion)
		})
		options = append(options, o)
	}
	return numbered(options)
}

// categories are those of a question that may be chosen.
func (r *Recorder) categories(p *verify.Replay, left []verify.Move) []Option {
	var options []Option
	for _, m := range left {
		if m.Category == "" || slices.ContainsFunc(options, func(o Option) bool { return o.value == m.Category }) {
			continue
		}
		text := m.Category
		if name := p.Variant().Categories[m.Category]; name != "" {
			text += " " + name
		}
		options = append(options, Option{Text: text, value: m.Category, names: []string{strings.ToLower(m.Category)}})
	}
	return numbered(options)
}

// enter takes a key of an action.
func (r *Recorder) enter(key string) {
	e := &r.entry
	part, options := r.next()
	if r.locked() {
		return
	}
	switch {
	case key == "esc":
		*e = entry{}
		return
	case key == "backspace" || key == "u" && !r.spells(key):
		e.stepBack()
		return
	case key == "N" && !r.spells("n"):
		r.names = !r.names
		return
	case key == "." && !e.begun():
		r.put(notation.More)
		return
	case key == "?" && part == partPiece && !e.begun():
		r.put("?")
		return
	case part == partWord:
		r.say("Press w to write an action as the log has it, or s to set the position.")
		return
	}
	switch key {
	case "down", "right", "up", "left":
		if n := len(options); n > 0 {
			if e.cursor == 0 && (key == "up" || key == "left") {
				e.cursor = 1
			}
			if key == "down" || key == "right" {
				e.cursor = e.cursor%n + 1
			} else {
				e.cursor = (e.cursor+n-2)%n + 1
			}
		}
		return
	case "enter":
		r.take(part, options)
		return
	}
	if len([]rune(key)) != 1 {
		return
	}
	switch part {
	case partDie:
		if key >= "1" && key <= "6" || key == "?" {
			e.die = key
			r.advance()
		} else {
			r.unknownKey(key)
		}
		return
	case partAnswer:
		if r.cardKey(key) {
			return
		}
	case partMove:
		if key == "?" && e.typed == "" {
			e.move = "?"
			r.advance()
			return
		}
		if e.typed == "" && len(options) == 1 && options[0].Asks && strings.Contains("+-", key) {
			r.choose(part, options[0])
			r.enter(key)
			return
		}
	}
	if e.typed == "" {
		for _, o := range options {
			if o.Key == key || part == partAnswer && slices.Contains(o.names, key) {
				r.choose(part, o)
				return
			}
		}
	}
	if c := []rune(key)[0]; part == partAnswer || e.typed == "" && (!unicode.IsLetter(c) || part == partMove && !r.begins(strings.ToLower(key))) {
		r.unknownKey(key)
		return
	}
	r.spell(part, options, strings.ToLower(key))
}

// spell takes a character of the name of an option. The option is chosen when no other name
// continues like this, or when the character belongs to the part after the name.
func (r *Recorder) spell(part part, options []Option, key string) {
	e := &r.entry
	was, typed := e.typed, e.typed+key
	e.cursor = 0
	several := slices.ContainsFunc(options, func(o Option) bool { return len(o.names) > 1 }) // pieces of several spaces
	goesOn := func(name string) bool { return len(name) > len(typed) && strings.HasPrefix(name, typed) }
	var exact, before []Option
	more := false
	for _, o := range options {
		switch {
		case slices.Contains(o.names, typed), slices.Contains(o.longs, typed):
			exact = append(exact, o)
		case slices.Contains(o.names, was):
			before = append(before, o)
		}
		more = more || slices.ContainsFunc(o.names, goesOn) || slices.ContainsFunc(o.longs, func(n string) bool {
			return goesOn(n) && (several || len(exact) == 0)
		})
	}
	e.typed = typed
	switch {
	case len(exact) == 1 && !more:
		r.choose(part, exact[0])
	case len(exact) == 0 && !more && len(before) == 1 && strings.Contains("+-*#?@", key):
		r.choose(part, before[0])
		r.enter(key)
	}
}

// unknownKey says that a key does nothing.
func (r *Recorder) unknownKey(key string) {
	switch {
	case strings.TrimSpace(key) == "":
	case r.entry.begun():
		r.say(key + " does nothing here; press esc to go back.")
	default:
		r.say(key + " does nothing; press h for the keys.")
	}
}

// spells reports whether a letter can continue the name that is typed.
func (r *Recorder) spells(key string) bool {
	part, options := r.next()
	return r.entry.typed != "" || (part == partMove || part == partCategory || part == partPiece || part == partWhich) && slices.ContainsFunc(options, func(o Option) bool {
		return slices.ContainsFunc(o.names, func(n string) bool { return strings.HasPrefix(n, key) })
	})
}

// cardKey takes a key of the card's box and number, which begin with @.
func (r *Recorder) cardKey(key string) bool {
	e := &r.entry
	c := strings.ToUpper(key)[0]
	switch {
	case key == "@":
		e.typed = "@"
	case e.typed == "":
		return false
	case len(e.typed) == 1 && c >= 'A' && c <= 'Z' && r.hasBox(string(c)), len(e.typed) > 1 && c >= '0' && c <= '9':
		e.typed += string(c)
		e.card = e.typed
	default:
		e.typed = ""
		return false
	}
	return true
}

// hasBox reports whether the log can name a box of cards, which the rules of the game decide.
func (r *Recorder) hasBox(letter string) bool {
	for _, m := range r.left() {
		_, ok := r.here().Read(r.parts(m.Word).With(notation.Part{Role: notation.IsCard, Joint: "@", Text: letter}).String())
		return ok
	}
	return true // the end is not legal: the log will report the box too
}

// take takes what is picked or typed, at the key enter.
func (r *Recorder) take(part part, options []Option) {
	e := &r.entry
	if part == partAnswer && e.typed != "" { // the card is complete
		e.typed = ""
		return
	}
	if e.cursor > 0 && e.cursor <= len(options) {
		r.choose(part, options[e.cursor-1])
		return
	}
	if e.typed == "" {
		if part == partMove && len(options) == 1 {
			r.choose(part, options[0])
		}
		return
	}
	var exact, fits []Option
	for _, o := range options {
		if slices.Contains(o.names, e.typed) {
			exact = append(exact, o)
		}
		if begins := func(n string) bool { return strings.HasPrefix(n, e.typed) }; slices.ContainsFunc(o.names, begins) || slices.ContainsFunc(o.longs, begins) {
			fits = append(fits, o)
		}
	}
	switch {
	case len(exact) == 1:
		r.choose(part, exact[0])
	case len(exact) > 1:
		r.say("More than one move fits: " + e.typed + ".")
	case part == partMove && r.isSpace(e.typed): // and not the beginning of another
		r.odd()
	case len(fits) == 1:
		r.choose(part, fits[0])
	case len(fits) > 1:
		r.say("Several places begin with " + e.typed + ".")
	case part == partMove:
		r.odd()
	case part == partPiece:
		e.piece = strings.ToUpper(e.typed)
		r.say(e.piece + " cannot move legally. Name the square to record the move anyway, or press esc.")
		e.typed = ""
	default:
		r.say("There is no such " + map[bool]string{true: "category", false: "choice"}[part == partCategory] + ".")
		e.typed = ""
	}
}

// odd takes an end that is not legal, and says why.
func (r *Recorder) odd() {
	e := &r.entry
	typed := r.parts(r.oddWord(""))
	mark := typed.Text(notation.IsAnswer) + typed.Text(notation.IsMark)
	e.typed = strings.TrimSuffix(e.typed, mark)
	found := r.here().Why(r.oddWord(""))
	if len(found) > 0 && found[0].Malformed {
		r.say(r.whyMalformed(found[0].Message))
		e.typed = ""
		return
	}
	e.move, e.odd, e.typed = e.typed, true, ""
	if part, _ := r.next(); part == partNone || mark != "" || len(found) == 0 {
		r.finish(mark)
		return
	}
	if r.cached.allowed.positions == 1 { // else another position may allow it
		r.say(e.move+": "+found[0].Message, "Right or wrong? Then enter can record it anyway.")
	}
}

// whyMalformed says why the typed text is not an end. In games whose words name the space that a
// piece comes from, one space alone can only be a legal move.
func (r *Recorder) whyMalformed(message string) string {
	typed := r.entry.typed
	switch {
	case strings.ContainsFunc(typed, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }):
		return message
	case r.isSpace(typed):
		return "No move leads to " + typed + ". To record it anyway, write FROM-" + typed + "."
	}
	return "This board has no space " + typed + "."
}

// spaces are the names of the spaces of the board, in lower case.
func (r *Recorder) spaces() []string {
	var names []string
	for _, s := range r.here().Board().Scene(func(name string) string { return name }).Board.Spaces {
		names = append(names, strings.ToLower(s.Name), strings.ToLower(strings.Join(s.Names(), "")))
	}
	return names
}

// isSpace reports whether the board has a space of a name.
func (r *Recorder) isSpace(name string) bool {
	return slices.Contains(r.spaces(), strings.ToLower(name))
}

// begins reports whether a move can begin with a letter: that of a space, home, or a pass.
func (r *Recorder) begins(letter string) bool {
	return slices.ContainsFunc(append(r.spaces(), "home", "pass"), func(name string) bool { return strings.HasPrefix(name, letter) })
}

// oddWord is the word for an end that is not legal.
func (r *Recorder) oddWord(mark string) string {
	e := &r.entry
	move := cmp.Or(e.move, e.typed)
	word := r.word(e, move+mark)
	if _, ok := r.here().Read(word); !ok && e.piece != "" { // its square alone is typed
		scene := r.here().Board().Scene(func(name string) string { return name })
		for _, q := range scene.Pieces {
			if q.Label == e.piece && q.Space >= 0 {
				from := scene.Board.Spaces[q.Space].Name
				word = r.here().Notation().Write(verify.Action{Piece: e.piece, From: from, To: move, Path: []string{move}, Jumps: []bool{false}, Due: mark})
			}
		}
	}
	if a, ok := r.here().Read(word); ok && a.Done { // the recorder writes the required mark
		if written := r.here().Notation().Write(a); a.Answer == verify.NoQuestion && a.Path == nil || mark == "+" {
			return written
		}
	}
	return word
}

// choose takes an option.
func (r *Recorder) choose(part part, o Option) {
	e := &r.entry
	e.typed, e.cursor = "", 0
	switch part {
	case partPiece:
		e.piece = o.value
	case partMove:
		e.move = o.value
	case partCategory:
		e.category = o.value
	case partWhich:
		e.word = o.value
	case partAnswer:
		r.finish(o.value)
		return
	}
	r.advance()
}

// advance continues with the next part. It records the action if nothing is left to choose; the
// only action of a roll too, unless an action has just been taken back.
func (r *Recorder) advance() {
	part, options := r.next()
	switch {
	case part == partMove && len(r.left()) == 1 && r.entry.die != "" && r.entry.die != "?" && !r.held && !r.More && r.cached.allowed.positions == 1:
		r.choose(part, options[0])
	case part == partNone:
		r.finish("")
	}
}

// finish records the action with an answer.
func (r *Recorder) finish(answer string) {
	e := &r.entry
	switch {
	case e.move == "?":
		r.put(r.unknown(e, answer))
	case e.odd:
		r.put(r.carded(r.parts(r.oddWord(answer))))
	default:
		for _, m := range r.left() {
			if (m.Answer == verify.Wrong) == (answer == "-") {
				parts := r.parts(r.withSecrets(m))
				if answer == notation.Unknown {
					parts = parts.With(notation.Part{Role: notation.IsAnswer, Text: answer})
				}
				if e.die == notation.Unknown {
					parts = parts.With(notation.Part{Role: notation.IsRoll, Text: e.die})
				}
				r.put(r.carded(parts))
				return
			}
		}
	}
}

// carded is a word with the card's number.
func (r *Recorder) carded(parts notation.Parts) string {
	if card := r.entry.card; card != "" {
		parts = parts.With(notation.Part{Role: notation.IsCard, Joint: card[:1], Text: card[1:]})
	}
	return parts.String()
}

// withSecrets is the word of a legal action with the mark that it needs under the sealed secrets.
func (r *Recorder) withSecrets(m verify.Move) string {
	told := r.Unrevealed()
	if len(told) == 0 {
		return m.Word
	}
	p := r.here().Fork()
	for _, s := range told {
		p.Line(notation.ParseLine("secret "+s.Handle+" "+s.Number, 1))
	}
	if p.Over() {
		return m.Word
	}
	for _, k := range p.Legal() {
		if k.Piece == m.Piece && moveOf(&k) == moveOf(&m) && k.Die == m.Die && k.Category == m.Category && k.Answer == m.Answer {
			return k.Word
		}
	}
	return m.Word
}
