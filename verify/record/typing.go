package record

import (
	"slices"
	"strings"
	"unicode"

	"tpnote/notation"
	"tpnote/verify"
)

// enter takes a key of an action.
func (r *Recorder) enter(key string) {
	e := &r.entry
	if r.locked() {
		return
	}
	m := r.next()
	n := len(m.options)
	switch {
	case key == "esc":
		*e = entry{}
	case key == "backspace" || key == "u" && !r.spells(key):
		e.stepBack()
	case key == "N" && !r.spells("n"):
		r.names = !r.names
	case key == "." && !e.begun():
		r.put(notation.More)
	case m.stage == stageWord:
		r.say("Press w to write an action as the log has it, or s to set the position.")
	case n > 0 && (key == "down" || key == "right"):
		e.cursor = e.cursor%n + 1
	case n > 0 && (key == "up" || key == "left"):
		e.cursor = (max(e.cursor, 1)-2+n)%n + 1
	case key == "enter":
		r.take(&m)
	case len([]rune(key)) == 1:
		r.enterCharacter(&m, key)
	}
}

// enterCharacter takes a character of an action: the key of an option, or a character of its name.
func (r *Recorder) enterCharacter(m *menu, key string) {
	e, s, options := &r.entry, m.stage, m.options
	if s == stageAnswer && r.cardKey(m.left, key) {
		return
	}
	if e.typed == "" {
		switch {
		case key == notation.Unknown && s == stagePiece && !e.begun():
			r.put(notation.Unknown)
			return
		case key == notation.Unknown && (s == stageRoll || s == stageEnd || s == stageAnswer):
			r.choose(s, r.unseen(s))
			return
		case s == stageRoll && key >= "1" && key <= "6":
			r.choose(s, notation.Parts{{Role: notation.IsRoll, Text: key}})
			return
		case s == stageEnd && len(options) == 1 && options[0].Asks && strings.Contains("+-", key):
			r.choose(s, options[0].Parts)
			r.enter(key)
			return
		}
		chosen := func(o Option) bool { return o.Key == key || s == stageAnswer && slices.Contains(o.names, key) }
		if i := slices.IndexFunc(options, chosen); i >= 0 {
			r.choose(s, options[i].Parts)
			return
		}
	}
	letter := unicode.IsLetter([]rune(key)[0])
	if key = strings.ToLower(key); s == stageRoll || s == stageAnswer || e.typed == "" && (!letter || s == stageEnd && !r.begins(key)) {
		r.unknownKey(key)
		return
	}
	r.spell(m, key)
}

// spell takes a character of the name of an option. The option is chosen when no other name
// continues like this, or when the character belongs to the part after the name.
func (r *Recorder) spell(m *menu, key string) {
	e := &r.entry
	before, _ := named(m.options, e.typed)
	e.typed, e.cursor = e.typed+key, 0
	exact, longer := named(m.options, e.typed)
	switch {
	case len(longer) > 0:
	case len(exact) == 1:
		r.choose(m.stage, exact[0].Parts)
	case len(exact) == 0 && len(before) == 1 && strings.Contains("+-*#?@", key):
		r.choose(m.stage, before[0].Parts)
		r.enter(key)
	}
}

// named are the options with a name, and those with a longer name that begins like it.
func named(options []Option, name string) (exact, longer []Option) {
	for _, o := range options {
		if slices.ContainsFunc(o.names, func(n string) bool { return strings.EqualFold(n, name) }) {
			exact = append(exact, o)
		}
		if slices.ContainsFunc(o.names, func(n string) bool { return len(n) > len(name) && strings.EqualFold(n[:len(name)], name) }) {
			longer = append(longer, o)
		}
	}
	return exact, longer
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
	_, longer := named(r.next().options, key)
	return r.entry.typed != "" || len(longer) > 0
}

// cardKey takes a key of the card's box and number, which begin with @. Another key ends the card.
func (r *Recorder) cardKey(left []verify.Move, key string) bool {
	e := &r.entry
	typed := e.typed + strings.ToUpper(key)
	if key == "@" || e.typed != "" && r.takes(left, cardOf(typed)) {
		e.typed = typed
		return true
	}
	r.endCard()
	return false
}

// endCard takes the card that is typed.
func (r *Recorder) endCard() {
	e := &r.entry
	if len(e.typed) > 1 {
		e.take(stageCard, notation.Parts{cardOf(e.typed)})
	}
	e.typed = ""
}

// cardOf is a card as it is typed.
func cardOf(typed string) notation.Part {
	return notation.Part{Role: notation.IsCard, Joint: typed[:1], Text: typed[1:]}
}

// takes reports whether the action can have a card: the rules of the game decide which boxes there are.
func (r *Recorder) takes(left []verify.Move, card notation.Part) bool {
	parts := append(slices.Clone(r.entry.parts), notation.Part{Role: notation.IsAnswer, Text: "+"})
	if len(left) > 0 && !r.entry.unseen(stageEnd) {
		parts = left[0].Parts
	}
	_, ok := r.here().Read(parts.With(card).String())
	return ok
}

// take takes what is picked or typed, at the key enter.
func (r *Recorder) take(m *menu) {
	e, s, options := &r.entry, m.stage, m.options
	exact, longer := named(options, e.typed)
	switch {
	case s == stageAnswer && e.typed != "":
		r.endCard()
	case e.cursor > 0 && e.cursor <= len(options):
		r.choose(s, options[e.cursor-1].Parts)
	case e.typed == "" && s == stageEnd && len(options) == 1:
		r.choose(s, options[0].Parts)
	case e.typed == "":
	case len(exact) == 1:
		r.choose(s, exact[0].Parts)
	case len(exact) > 1:
		r.say("More than one move fits: " + e.typed + ".")
	case s == stageEnd && (len(longer) == 0 || r.isSpace(e.typed)): // a space is not the beginning of another
		r.takeOwn()
	case len(longer) == 1:
		r.choose(s, longer[0].Parts)
	case len(longer) > 1:
		r.say("Several places begin with " + e.typed + ".")
	case s == stagePiece:
		label := strings.ToUpper(e.typed)
		r.say(label + " cannot move legally. Name the square to record the move anyway, or press esc.")
		e.take(s, notation.Parts{{Role: notation.IsPiece, Text: label}})
	default:
		r.say("There is no such " + map[bool]string{true: "category", false: "choice"}[s == stageCategory] + ".")
		e.typed = ""
	}
}

// takeOwn takes an end in the player's own words, perhaps with what follows it. If it is not legal, the
// recorder says why.
func (r *Recorder) takeOwn() {
	e := &r.entry
	typed, word := e.typed, r.ownWord()
	parts, found := r.parts(word), r.here().Why(word)
	if e.typed = ""; len(found) > 0 && found[0].Malformed {
		r.say(r.whyMalformed(typed, found[0].Message))
		return
	}
	answer := parts.Last(notation.IsAnswer)
	e.take(stageEnd, parts.Without(notation.IsRoll, notation.IsPiece, notation.IsAnswer))
	if answer.Role != 0 {
		e.take(stageAnswer, notation.Parts{answer})
	}
	if len(found) > 0 && r.next().stage != stageNone && r.here().Size() == 1 { // else another position may allow it
		r.say(typed+": "+found[0].Message, "Right or wrong? Then enter can record it anyway.")
	}
	r.advance()
}

// whyMalformed says why the typed text is not an end. In games whose words name the space that a
// piece comes from, one space alone can only be a legal move.
func (r *Recorder) whyMalformed(typed, message string) string {
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
	for _, s := range r.here().Board().Scene(strings.Clone).Board.Spaces {
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

// ownWord is the word for an end that the player has typed. The end of a piece may be typed without the space
// that it comes from.
func (r *Recorder) ownWord() string {
	e := &r.entry
	word := append(slices.Clone(e.parts), notation.Part{Joint: r.joint(), Text: e.typed}).String()
	piece := e.at(stagePiece).Text(notation.IsPiece)
	if r.parts(word) != nil || piece == "" {
		return word
	}
	scene := r.here().Board().Scene(strings.Clone)
	for _, q := range scene.Pieces {
		if q.Label == piece && q.Space >= 0 {
			from := scene.Board.Spaces[q.Space].Name
			word = r.here().Notation().Write(verify.Action{Piece: piece, From: from, To: e.typed, Path: []string{e.typed}, Jumps: []bool{false}})
		}
	}
	return word
}
