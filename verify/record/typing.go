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
	if r.locked() {
		return
	}
	q := &r.ask
	n := len(q.Options)
	switch {
	case key == "esc":
		r.drop()
	case key == "backspace" || key == "u" && !r.spells(key):
		r.stepBack()
	case key == "N" && !r.spells("n"):
		r.names = !r.names
	case key == "." && !r.begun():
		r.put(notation.More)
	case q.stage == stageWord:
		r.say("Press w to write an action as the log has it, or s to set the position.")
	case n > 0 && (key == "down" || key == "right"):
		q.Picked = q.Picked%n + 1
	case n > 0 && (key == "up" || key == "left"):
		q.Picked = (max(q.Picked, 1)-2+n)%n + 1
	case key == "enter":
		r.takeTyped()
	case len([]rune(key)) == 1:
		r.enterCharacter(key)
	}
}

// stepBack takes the last stage back, or the last character that is typed.
func (r *Recorder) stepBack() {
	r.ask.Picked = 0
	if r.ask.Typed != "" {
		r.ask.edit("backspace")
		return
	}
	for s := stageAnswer; s > stageWord && !r.reopen(s); s-- {
	}
}

// enterCharacter takes a character of an action: the key of an option, or a character of its name.
func (r *Recorder) enterCharacter(key string) {
	q := &r.ask
	s := q.stage
	if s == stageAnswer && r.cardKey(key) {
		return
	}
	blank, lower := q.Typed == "", strings.ToLower(key)
	i := slices.IndexFunc(q.Options, func(o Option) bool {
		return blank && (o.Key == key || s == stageAnswer && slices.Contains(o.names, key))
	})
	switch {
	case blank && key == notation.Unknown && q.Pieces:
		r.put(notation.Unknown)
	case blank && key == notation.Unknown && q.Unseen:
		r.choose(r.unseen(s))
	case q.Rolls && key >= "1" && key <= "6":
		r.choose(notation.Parts{{Role: notation.IsRoll, Text: key}})
	case blank && s == stageEnd && len(q.Options) == 1 && q.Options[0].Asks && strings.Contains("+-", key):
		r.choose(q.Options[0].Parts)
		r.enter(key)
	case i >= 0:
		r.choose(q.Options[i].Parts)
	case strings.TrimSpace(key) == "":
	case q.Rolls, s == stageAnswer, blank && !unicode.IsLetter([]rune(key)[0]), blank && s == stageEnd && !r.begins(lower):
		r.say(lower + " does nothing here; f1 lists the keys.")
	default:
		r.spell(lower)
	}
}

// spell takes a character of the name of an option. The option is chosen when no other name
// continues like this, or when the character belongs to the part after the name.
func (r *Recorder) spell(key string) {
	q := &r.ask
	before, _ := named(q.Options, q.Typed)
	q.Typed, q.Picked = q.Typed+key, 0
	exact, longer := named(q.Options, q.Typed)
	switch {
	case len(longer) > 0:
	case len(exact) == 1:
		r.choose(exact[0].Parts)
	case len(exact) == 0 && len(before) == 1 && strings.Contains("+-*#?@", key):
		r.choose(before[0].Parts)
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

// spells reports whether a letter can continue the name that is typed.
func (r *Recorder) spells(key string) bool {
	_, longer := named(r.ask.Options, key)
	return r.ask.Typed != "" || len(longer) > 0
}

// cardKey takes a key of the card's box and number, which begin with @. Another key ends the card.
func (r *Recorder) cardKey(key string) bool {
	q := &r.ask
	typed := q.Typed + strings.ToUpper(key)
	if key == "@" || q.Typed != "" && r.takes(cardOf(typed)) {
		q.Typed = typed
		return true
	}
	r.endCard()
	return false
}

// endCard takes the card that is typed.
func (r *Recorder) endCard() {
	if typed := r.ask.Typed; len(typed) > 1 {
		r.take(stageCard, notation.Parts{cardOf(typed)})
	}
	r.ask.Typed = ""
}

// cardOf is a card as it is typed.
func cardOf(typed string) notation.Part {
	return notation.Part{Role: notation.IsCard, Joint: typed[:1], Text: typed[1:]}
}

// takes reports whether the action can have a card: the rules of the game decide which boxes there are.
func (r *Recorder) takes(card notation.Part) bool {
	right := append(slices.Clone(r.entry), notation.Part{Role: notation.IsAnswer, Text: "+"})
	return r.here().Notation().Parses(right.With(card).String())
}

// takeTyped takes what is picked or typed, at the key enter.
func (r *Recorder) takeTyped() {
	q := &r.ask
	q.Typed = notation.Brief(q.Typed, r.spaces())
	s, typed := q.stage, q.Typed
	exact, longer := named(q.Options, typed)
	switch {
	case s == stageAnswer && typed != "":
		r.endCard()
	case q.Picked > 0 && q.Picked <= len(q.Options):
		r.choose(q.Options[q.Picked-1].Parts)
	case typed == "" && s == stageEnd && len(q.Options) == 1:
		r.choose(q.Options[0].Parts)
	case typed == "":
	case len(exact) == 1:
		r.choose(exact[0].Parts)
	case len(exact) > 1:
		r.say("More than one move fits: " + typed + ".")
	case s == stageEnd && (len(longer) == 0 || r.isSpace(typed)): // a space is not the beginning of another
		r.takeOwn()
	case len(longer) == 1:
		r.choose(longer[0].Parts)
	case len(longer) > 1:
		r.say("Several places begin with " + typed + ".")
	case q.Pieces:
		label := strings.ToUpper(typed)
		r.say(label + " cannot move legally. Name the square to record the move anyway, or press esc.")
		r.take(s, notation.Parts{{Role: notation.IsPiece, Text: label}})
	default:
		r.say("There is no such choice.")
		q.Typed = ""
	}
}

// takeOwn takes an end in the player's own words, perhaps with more after it. If it is not legal, it says why.
func (r *Recorder) takeOwn() {
	typed, word := r.ask.Typed, r.ownWord()
	parts, found := r.parts(word), r.here().Why(word)
	if len(found) > 0 && found[0].Malformed {
		r.ask.Typed = ""
		r.say(r.whyMalformed(typed, found[0].Message))
		return
	}
	r.take(stageEnd, parts.Without(notation.IsRoll, notation.IsPiece, notation.IsAnswer))
	if answer := stageAnswer.of(parts); answer != nil {
		r.take(stageAnswer, answer)
	}
	if len(found) > 0 && r.ask.stage != stageNone && r.here().Size() == 1 { // else another position may allow it
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
func (r *Recorder) spaces() (names []string) {
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

// ownWord is the word for an end that the player has typed, for a piece perhaps without the space that it comes from.
func (r *Recorder) ownWord() string {
	typed, piece := r.ask.Typed, r.entry.Text(notation.IsPiece)
	word := append(slices.Clone(r.entry), notation.Part{Joint: r.joint(), Text: typed}).String()
	if r.parts(word) != nil || piece == "" {
		return word
	}
	scene := r.here().Board().Scene(strings.Clone)
	for _, q := range scene.Pieces {
		if q.Label == piece && q.Space >= 0 {
			from := scene.Board.Spaces[q.Space].Name
			route := notation.Parts{{Role: notation.IsSign, Text: "-"}, {Role: notation.IsTo, Text: typed}}
			word = r.here().Notation().Write(verify.Action{Piece: piece, From: from, To: typed, Route: route})
		}
	}
	return word
}
