package record

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/rules/variant"
	"tpnote/verify"
)

// This file asks the questions before the first turn. The next question follows from the text
// and from the questions that were passed over.

// opening has what is known before the first turn and not in the text yet, apart from Answers.
type opening struct {
	passed  map[string]bool // the questions that were passed over
	secrets string          // how they are kept
	rolls   []uint8         // for the first turn, in the order in which they fell
}

// begin asks the next question before the first turn, if one is left.
func (r *Recorder) begin() {
	if r.ReadOnly != "" || r.at != live || r.asking() {
		return
	}
	if r.blank() {
		r.beginGame()
		return
	}
	g := r.game()
	p := g.End()
	if p == nil || !p.Ready() || p.InGap() || r.played() {
		return
	}
	_, setup := p.Tag("Setup")
	if !setup && (r.askRolls(p) || r.askLines(p)) || r.askSecrets(p) || setup {
		return
	}
	r.askFirst(p)
}

// played reports whether the body has a turn, or another line that a turn can follow.
func (r *Recorder) played() bool {
	for _, text := range r.body() {
		switch notation.ParseLine(text, 1).Node.(type) {
		case *notation.Turn, *notation.State, *notation.Gap, *notation.Bad:
			return true
		}
	}
	return false
}

// beginGame asks for the game, its variant and its players, and writes the tags.
func (r *Recorder) beginGame() {
	a := &r.Answers
	if a.Variant != "" && a.Game == "" {
		if v, err := r.Library.Open(a.Variant, r.Dir); err == nil {
			a.Game = v.Game
		} else {
			r.say(err.Error())
			a.Variant = ""
		}
	}
	switch {
	case a.Game == "":
		ask := prompt{ask: "Which game?", hint: "enter: 1", first: true, back: func() bool { return false }, take: func(name string) { a.Game = name }}
		for _, name := range r.Library.Games() {
			all := r.variants(name)
			text := all[0].Title
			if len(all) > 1 {
				text += ", or other rules"
			}
			ask.options = append(ask.options, Option{Text: text, value: name})
		}
		r.prompt(ask)
	case a.Variant == "":
		ask := prompt{ask: "By which rules?", hint: "enter: 1; or the path of a variant file", first: true, types: true, take: r.takeVariant}
		ask.back = func() bool { a.Game = ""; return true }
		all := r.variants(a.Game)
		if len(all) == 0 {
			r.say("There is no game " + a.Game + ".")
			a.Game = ""
			r.beginGame()
			return
		}
		for _, v := range all {
			ask.options = append(ask.options, Option{Text: v.Title, value: v.Name})
		}
		r.prompt(ask)
	case a.Players != "":
		players := a.Players
		a.Players = ""
		r.seatPlayers(players)
		r.begin()
	default:
		names, err := r.Reader.Players(a.Variant, "", 2)
		hint := "names in seating order, or how many"
		if err == nil {
			hint += "; enter: " + strings.Join(names, ", ")
		}
		r.prompt(prompt{ask: "Who plays?", hint: hint, options: r.tables(), types: true, whole: true, take: r.seatPlayers,
			back: func() bool { a.Variant = ""; return true }})
	}
}

// takeVariant takes the name or the path of a variant of the game.
func (r *Recorder) takeVariant(name string) {
	if v, err := r.Library.Open(name, r.Dir); err != nil {
		r.say(err.Error())
	} else if v.Game != r.Answers.Game {
		r.say(v.Title + " is a variant of " + v.Game + ".")
	} else {
		r.Answers.Variant = name
	}
}

// variants are the built-in variants of a game, its default first.
func (r *Recorder) variants(game string) []*variant.Variant {
	all := r.Library.Variants(game)
	if i := slices.IndexFunc(all, func(v *variant.Variant) bool { return v.Name == r.Library.Default(game) }); i > 0 {
		first := all[i]
		all = slices.Insert(slices.Delete(all, i, i+1), 0, first)
	}
	return all
}

// tables offers the numbers of players that the variant allows, where it limits them.
func (r *Recorder) tables() (options []Option) {
	v, err := r.Library.Open(r.Answers.Variant, r.Dir)
	if err != nil || !v.Has("players") {
		return nil
	}
	limits := v.Setting("players").Value
	for n := limits.Lo; n <= min(9, limits.Hi); n++ {
		if names, err := r.Reader.Players(r.Answers.Variant, r.Answers.Setup, n); err == nil {
			options = append(options, Option{Key: strconv.Itoa(n), Text: strings.Join(names, ", "), value: strconv.Itoa(n)})
		}
	}
	return options
}

// backInText takes back the last change of the text, and reports whether there is one.
func (r *Recorder) backInText() bool {
	o, before := &r.opening, r.changes
	r.takeBack()
	if o.secrets = ""; r.changes == before && len(o.passed) == 0 {
		return false
	}
	clear(o.passed)
	return true
}

// seatPlayers writes the tags of a new game.
func (r *Recorder) seatPlayers(text string) {
	a := &r.Answers
	n := 2
	var err error
	var handles []string
	if given, counted := strconv.Atoi(text); text == "" || counted == nil {
		if text != "" {
			n = given
		}
		if n < 1 || n > 32 {
			r.say("No game has " + text + " players.")
			return
		}
		handles, err = r.Reader.Players(a.Variant, a.Setup, n)
	} else {
		handles, err = notation.ParsePlayers(strings.Join(strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == ' ' }), ", "))
	}
	var v *variant.Variant
	if err == nil {
		v, err = r.Library.Open(a.Variant, r.Dir)
	}
	if err != nil {
		r.say(err.Error())
		return
	}
	tags := [][2]string{{"Game", v.Game}, {"Variant", a.Variant}, {"Rules", v.Name + "@" + v.Fingerprint}, {"Players", strings.Join(handles, ", ")}}
	if a.Sides != "" {
		tags = append(tags, [2]string{"Sides", a.Sides})
	}
	if a.Setup != "" {
		tags = append(tags, [2]string{"Setup", a.Setup})
	}
	tags = append(tags, a.Tags...)
	if !slices.ContainsFunc(tags, func(t [2]string) bool { return t[0] == "Result" }) {
		tags = append(tags, [2]string{"Result", "*"})
	}
	head := notation.FormatTags(tags...)
	_, _, found, err := r.Reader.Enter(notation.Block{Text: []byte(head), Line: 1, First: 1}, r.Dir, 1)
	if err != nil {
		r.say(err.Error())
		return
	}
	if f := verify.FirstError(found); f != nil {
		r.say(f.Message)
		return
	}
	r.change(r.draft.Tail(strings.TrimSuffix(head, "\n")))
	for _, line := range a.Lines {
		r.add(r.draft.Tail(line))
	}
}

// refuses is the error of a line at the end of the game; nil if it has none.
func (r *Recorder) refuses(line string) *verify.Finding {
	return verify.FirstError(r.game().End().Fork().Line(notation.ParseLine(line, 1)).Findings)
}

// askRolls asks for the rolls for the first turn, and reports whether it does.
func (r *Recorder) askRolls(p *verify.Replay) bool {
	tie, rolls := p.Notation().RollsOff()
	if !rolls || r.opening.passed["order"] || r.hasLine("order", "") {
		return false
	}
	_, line, who := r.rollOff(p, tie)
	text := "Rolls for the first turn: " + p.Handles()[who] + "?"
	if strings.Contains(line, "/") {
		text = "A tie: " + p.Handles()[who] + " rolls again?"
	}
	r.prompt(prompt{ask: text, hint: "1 to 6; enter: not rolled, or not known", numbers: true, rolls: true,
		take: r.takeRoll,
		back: func() bool {
			if n := len(r.opening.rolls); n > 0 {
				r.opening.rolls = r.opening.rolls[:n-1]
				return true
			}
			return r.backInText()
		}})
	return true
}

// rollOff is the state of the roll for the first turn: the order line up to now, and who rolls
// next.
func (r *Recorder) rollOff(p *verify.Replay, tie string) (off rules.RollOff, line string, next int) {
	handles, left := p.Handles(), r.opening.rolls
	off, line = rules.NewRollOff(tie, len(handles)), "order"
	for off.Due() != 0 {
		faces := make([]uint8, len(handles))
		for seat, handle := range handles {
			if off.Due()>>seat&1 == 0 {
				continue
			}
			if len(left) == 0 {
				return off, line, seat
			}
			faces[seat], left = left[0], left[1:]
			line += " " + handle + ":" + strconv.Itoa(int(faces[seat]))
		}
		if off.Roll(faces); off.Due() != 0 {
			line += " /"
		}
	}
	return off, line, 0
}

// takeRoll takes a roll for the first turn, and writes the order line after the last. Without a roll the
// question is passed over.
func (r *Recorder) takeRoll(roll string) {
	o, p := &r.opening, r.game().End()
	switch {
	case roll == "":
		o.passed["order"], o.rolls = true, nil
		return
	case roll < "1" || roll > "6":
		r.say("A roll is 1 to 6.")
		return
	}
	tie, _ := p.Notation().RollsOff()
	o.rolls = append(o.rolls, roll[0]-'0')
	if off, line, _ := r.rollOff(p, tie); off.Due() == 0 {
		o.rolls = nil
		r.change(r.draft.Tail(line))
		r.say(p.Handles()[off.First()] + " begins.")
	}
}

// askLines asks for the lines that have to come before the first turn, such as the places of the
// pieces, and reports whether it does.
func (r *Recorder) askLines(p *verify.Replay) bool {
	for _, line := range p.Notation().Opening() {
		f := strings.Fields(line)
		if len(f) < 2 || r.hasLine(f[0], f[1]) {
			continue
		}
		ask := prompt{ask: "How did " + f[1] + " " + f[0] + " the pieces?", hint: "the back row, then the front row, as in " + line + "; enter: exactly this",
			types: true, numbers: true, take: func(text string) { r.takeLine(line, text) }, back: r.backInText}
		if ask.digits = lineDigits(line); ask.digits > 0 {
			ask.slots = f[2:]
		}
		if r.Chance != nil {
			ask.options = []Option{{Key: "s", Text: "shuffle them", value: "s"}}
		}
		r.prompt(ask)
		return true
	}
	return false
}

// shuffled is a line like the plainest one, with the pieces as chance places them.
func (r *Recorder) shuffled(plain string) string {
	p, f := r.game().End(), strings.Fields(plain)
	name, _ := p.Tag("Variant")
	lines, err := r.Reader.Opening(cmp.Or(name, p.Variant().Name), p.Handles(), r.Chance)
	for _, line := range lines {
		if err == nil && strings.HasPrefix(line, f[0]+" "+f[1]+" ") {
			return line
		}
	}
	return plain
}

// askFirst asks who takes the first turn where the rules let the players settle that.
func (r *Recorder) askFirst(p *verify.Replay) {
	if r.opening.passed["first"] || r.hasLine("order", "") {
		return
	}
	ask := prompt{ask: "Who begins?", hint: "enter: 1", first: true, numbers: true, back: r.backInText, take: func(handle string) {
		r.opening.passed["first"] = true
		r.seat = max(0, slices.Index(r.handles(), handle))
	}}
	for _, handle := range p.Handles() {
		if r.refuses("1. "+handle+" ?") == nil {
			ask.options = append(ask.options, Option{Text: handle, value: handle})
		}
	}
	if len(ask.options) > 1 {
		r.prompt(ask)
	}
}

// lineDigits is how many digits answer the question for a line: one for each of its numbers, if
// they have one digit; otherwise 0.
func lineDigits(plain string) int {
	n := 0
	for _, f := range strings.Fields(plain)[2:] {
		if len(f) > 1 {
			return 0
		}
		if f != "/" {
			n++
		}
	}
	return n
}

// isDigits reports whether a text has digits alone.
func isDigits(text string) bool { return strings.Trim(text, "0123456789") == "" }

// takeLine writes a line before the first turn, in the shape of the plainest one. Numbers of
// one digit may be typed without blanks.
func (r *Recorder) takeLine(plain, text string) {
	if text == "s" && r.Chance != nil {
		plain = r.shuffled(plain)
	} else if text != "" {
		words := strings.Fields(strings.ReplaceAll(text, "/", " "))
		if lineDigits(plain) > 0 && isDigits(text) {
			words = strings.Split(text, "")
		}
		shape := strings.Fields(plain)
		for i := 2; i < len(shape); i++ {
			if shape[i] == "/" {
				continue
			}
			if len(words) == 0 {
				r.say("Some numbers are missing: " + plain)
				return
			}
			shape[i], words = words[0], words[1:]
		}
		plain = strings.Join(append(shape, words...), " ")
	}
	if f := r.refuses(plain); f != nil {
		r.say(f.Message)
		return
	}
	r.change(r.draft.Tail(plain))
}

// askSecrets asks how the secrets are kept, then for each secret. It reports whether it asks.
func (r *Recorder) askSecrets(p *verify.Replay) bool {
	o := &r.opening
	if !slices.Contains(p.Notation().Directives(), "commit") {
		return false
	}
	o.secrets = cmp.Or(o.secrets, r.Answers.Secrets)
	for _, handle := range p.Handles() {
		if r.hasLine("commit", handle) || r.hasLine("secret", handle) || o.passed[handle] {
			continue
		}
		if o.secrets == "none" {
			return false
		}
		if o.secrets == "" {
			r.prompt(prompt{ask: "The secret numbers?", hint: "enter: 1", first: true, numbers: true, back: r.backInText, take: func(how string) { o.secrets = how }, options: []Option{
				{Text: "sealed: typed unseen, proved at the end", value: "sealed"},
				{Text: "open: everyone may read them", value: "open"},
				{Text: "not recorded", value: "none"},
			}})
			return true
		}
		ask := prompt{ask: "The secret number of " + handle + "?", hint: "enter: not recorded", secret: o.secrets == "sealed", types: true, numbers: true,
			answers: r.numbers(handle), take: func(text string) { r.takeSecret(handle, text) }, back: r.backInText}
		if ask.secret {
			ask.hint += "; it is not shown"
		}
		if r.Chance != nil {
			ask.options = []Option{{Key: "s", Text: "let chance choose it", value: "s"}}
		}
		r.prompt(ask)
		return true
	}
	return false
}

// Salt makes 128 random bits, in hexadecimal.
func Salt() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// numbers are those of one digit that can be the secret of a player.
func (r *Recorder) numbers(handle string) (all []string) {
	for _, digit := range strings.Split("0123456789", "") {
		if r.refuses("secret "+handle+" "+digit) == nil {
			all = append(all, digit)
		}
	}
	return all
}

// takeSecret writes a secret, sealed or open.
func (r *Recorder) takeSecret(handle, text string) {
	o := &r.opening
	if text == "" {
		o.passed[handle] = true
		return
	}
	if numbers := r.numbers(handle); text == "s" && r.Chance != nil && len(numbers) > 0 {
		text = numbers[r.Chance.IntN(len(numbers))]
	}
	line := "secret " + handle + " " + text
	f := r.refuses(line)
	switch {
	case f != nil && o.secrets == "sealed":
		r.say("That cannot be the secret number of " + handle + ".")
		return
	case f != nil:
		r.say(f.Message)
		return
	case o.secrets == "open":
		r.change(r.draft.Tail(line))
		return
	}
	s := Sealed{handle, text, r.Salt()}
	sum := sha256.Sum256([]byte(s.Number + ":" + s.Salt))
	r.Sealed = append(slices.DeleteFunc(r.Sealed, func(old Sealed) bool { return old.Handle == handle }), s)
	r.change(r.draft.Tail("commit " + handle + " " + hex.EncodeToString(sum[:])))
}
