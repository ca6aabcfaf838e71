package record

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"

	"tpnote/notation"
	"tpnote/rules/variant"
	"tpnote/verify"
)

// This file asks the questions before the first turn. The next one follows from the text and from those passed over.

// opening is the next question before the first turn; nil if none is left.
func (r *Recorder) opening() *question {
	if r.blank() {
		return r.askGame()
	}
	p := r.game().End()
	if p == nil || !p.Ready() || p.InGap() || r.played() {
		return nil
	}
	if _, setup := p.Tag("Setup"); setup {
		return r.askSecrets(p)
	}
	return cmp.Or(r.askRolls(p), r.askLines(p), r.askSecrets(p), r.askFirst(p))
}

// played reports whether the body has a turn, or another line that a turn can follow.
func (r *Recorder) played() bool {
	i, _ := r.seek(r.game().Body(), 1, func(line notation.Line) bool {
		switch line.Node.(type) {
		case *notation.Turn, *notation.State, *notation.Gap, *notation.Bad:
			return true
		}
		return false
	})
	return i >= 0
}

// askGame asks for the game, its variant and its players. It writes the tags if all of them are known.
func (r *Recorder) askGame() (ask *question) {
	a := &r.answers
	if a.Variant != "" && r.rules == nil {
		r.takeVariant(a.Variant)
	}
	switch {
	case a.Game == "":
		ask = firstOf("Which game?", func(name string) { a.Game = name })
		for _, name := range r.Library.Games() {
			all := r.variants(name)
			text := all[0].Title
			if len(all) > 1 {
				text += ", or other rules"
			}
			ask.offer(text, name)
		}
	case r.rules == nil:
		ask = firstOf("By which rules?", r.takeVariant)
		ask.Hint += "; or the path of a variant file"
		ask.Types = true
		for _, v := range r.variants(a.Game) {
			ask.offer(v.Title, v.Name)
		}
	case a.Players != "":
		players := a.Players
		a.Players = ""
		r.seatPlayers(players)
		return r.opening()
	default:
		ask = r.askPlayers()
	}
	return ask
}

// takeVariant takes the name or the path of a variant of the game, which it may settle too.
func (r *Recorder) takeVariant(name string) {
	a := &r.answers
	v, err := r.Library.Open(name, r.draft.Dir)
	switch a.Variant = ""; {
	case err != nil:
		r.say(err.Error())
	case a.Game != "" && a.Game != v.Game:
		r.say(v.Title + " is a variant of " + v.Game + ".")
	default:
		a.Game, a.Variant, r.rules = v.Game, name, v
	}
}

// players are the handles of some players, named or counted. The reader proposes as many, or those of the Setup.
func (r *Recorder) players(text string) ([]string, error) {
	n, err := strconv.Atoi(text)
	if err != nil {
		names := strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == ' ' })
		return notation.ParsePlayers(strings.Join(names, ", "))
	}
	if n < 1 || n > 32 {
		return nil, errors.New("No game has " + text + " players.")
	}
	name := r.answers.Variant
	if !r.Library.IsBuiltin(name) && !filepath.IsAbs(name) { // the reader knows paths from the working folder
		name = filepath.Join(r.draft.Dir, name)
	}
	h, err := r.draft.Reader.Propose(verify.Header{Variant: name, Setup: r.answers.Setup}, n, nil)
	return h.Players, err
}

// variants are the built-in variants of a game, its default first.
func (r *Recorder) variants(game string) []*variant.Variant {
	all, first := r.Library.Variants(game), r.Library.Default(game)
	sort.SliceStable(all, func(i, j int) bool { return all[i].Name == first && all[j].Name != first })
	return all
}

// askPlayers asks for the players. It offers the numbers of players that the variant allows, where it limits them.
func (r *Recorder) askPlayers() *question {
	ask := typed("Who plays?", "names in seating order, or how many", r.seatPlayers)
	ask.whole = true
	if names, err := r.players("2"); err == nil {
		ask.Hint += "; enter: " + strings.Join(names, ", ")
	}
	if !r.rules.Has("players") {
		return ask
	}
	limits := r.rules.Setting("players").Value
	for n := limits.Lo; n <= min(9, limits.Hi); n++ {
		count := strconv.Itoa(n)
		if names, err := r.players(count); err == nil {
			ask.Options = append(ask.Options, Option{Key: count, Text: strings.Join(names, ", "), names: []string{count}})
		}
	}
	return ask
}

// seatPlayers writes the tags of a new game for some players, who are named or counted.
func (r *Recorder) seatPlayers(text string) {
	a := &r.answers
	handles, err := r.players(cmp.Or(text, "2"))
	if err != nil {
		r.say(err.Error())
		return
	}
	header := verify.Header{Variant: a.Variant, Players: handles, Sides: a.Sides, Setup: a.Setup, Tags: a.Tags}
	tags := header.InOrder(r.rules)
	if !slices.ContainsFunc(tags, func(t [2]string) bool { return t[0] == "Result" }) {
		tags = append(tags, [2]string{"Result", "*"})
	}
	head := notation.FormatTags(tags...)
	_, _, found, err := r.draft.Reader.Enter(notation.Block{Text: []byte(head), Number: 1, Line: 1, First: 1}, r.draft.Dir)
	if f := verify.FirstError(found); err == nil && f != nil {
		err = errors.New(f.Message)
	}
	if err != nil {
		r.say(err.Error())
		return
	}
	r.change(r.draft.Tail(strings.TrimSuffix(head, "\n")))
	for _, line := range a.Lines {
		r.add(r.draft.Tail(line))
	}
}

// askRolls asks for the rolls for the first turn; nil if they are known or not needed.
func (r *Recorder) askRolls(p *verify.Replay) *question {
	line, who, _ := order(p, r.rolls)
	if line == "" || slices.Contains(r.passed, "order") || r.hasLine("order", "") {
		return nil
	}
	text := "Rolls for the first turn: " + p.Handles()[who] + "?"
	if strings.Contains(line, "/") {
		text = "A tie: " + p.Handles()[who] + " rolls again?"
	}
	return &question{Question: Question{Ask: text, Hint: "1 to 6; enter: not rolled, or not known", Rolls: true},
		take: func(roll string) { r.takeRoll(p, roll) }}
}

// order is Notation.Order for some rolls.
func order(p *verify.Replay, rolls []int) (line string, seat int, settled bool) {
	return p.Notation().Order(func() (face int) {
		if len(rolls) > 0 {
			face, rolls = rolls[0], rolls[1:]
		}
		return face
	})
}

// takeRoll takes a roll for the first turn, and writes the order line after the last one. Without a roll it goes on.
func (r *Recorder) takeRoll(p *verify.Replay, roll string) {
	switch {
	case roll == "":
		r.passed, r.rolls = append(r.passed, "order"), nil
		return
	case roll < "1" || roll > "6":
		r.say("A roll is 1 to 6.")
		return
	}
	rolls := append(slices.Clip(r.rolls), int(roll[0]-'0'))
	if line, first, settled := order(p, rolls); settled {
		r.change(r.draft.Tail(line))
		r.say(p.Handles()[first] + " begins.")
		rolls = nil
	}
	r.rolls = rolls
}

// askLines asks for the lines that have to come before the first turn, such as a place line; nil if all are there.
func (r *Recorder) askLines(p *verify.Replay) *question {
	for i, line := range p.Notation().Opening(nil) {
		f := strings.Fields(line)
		if len(f) < 2 || r.hasLine(f[0], f[1]) {
			continue
		}
		ask := typed("How did "+f[1]+" "+f[0]+" the pieces?", "the back row, then the front row, as in "+line+"; enter: exactly this", func(text string) { r.takeLine(f, text) })
		if numbers := numbersOf(f[2:]); len(strings.Join(numbers, "")) == len(numbers) {
			ask.Slots = f[2:]
		}
		shuffled := strings.Fields(p.Notation().Opening(r.Chance)[i])
		ask.Options = []Option{{Key: "s", Text: "shuffle them", names: []string{strings.Join(shuffled[2:], " ")}}}
		return ask
	}
	return nil
}

// askFirst asks who takes the first turn where the rules let the players settle that; else it is nil.
func (r *Recorder) askFirst(p *verify.Replay) *question {
	if r.seat >= 0 || r.hasLine("order", "") {
		return nil
	}
	ask := firstOf("Who begins?", func(handle string) {
		r.seat = slices.Index(p.Handles(), handle)
	})
	for _, handle := range p.Handles() {
		if r.refusal(live.line, "1. "+handle+" ?") == nil {
			ask.offer(handle, handle)
		}
	}
	if len(ask.Options) < 2 {
		return nil
	}
	return ask
}

// numbersOf has the numbers among the words of a line.
func numbersOf(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "/" })
}

// isDigits reports whether a text has digits alone.
func isDigits(text string) bool { return strings.Trim(text, "0123456789") == "" }

// takeLine writes a line before the first turn, shaped like the plainest one. Digits may be typed without blanks.
func (r *Recorder) takeLine(plain []string, text string) {
	words := strings.Fields(strings.ReplaceAll(text, "/", " "))
	switch numbers := numbersOf(plain[2:]); {
	case text == "":
		words = numbers
	case len(text) == len(numbers) && isDigits(text):
		words = strings.Split(text, "")
	}
	for i, w := range plain[2:] {
		if w == "/" {
			words = slices.Insert(words, min(i, len(words)), w)
		}
	}
	r.try(plain[0] + " " + plain[1] + " " + strings.Join(words, " "))
}

// askSecrets asks how the secrets are kept, then for each secret; nil if nothing is left to ask.
func (r *Recorder) askSecrets(p *verify.Replay) *question {
	how := &r.answers.Secrets
	if !slices.Contains(p.Notation().Directives(), "commit") {
		return nil
	}
	i := slices.IndexFunc(p.Handles(), func(handle string) bool {
		return !r.hasLine("commit", handle) && !r.hasLine("secret", handle) && !slices.Contains(r.passed, handle)
	})
	if i < 0 || *how == "none" {
		return nil
	}
	if *how == "" {
		ask := firstOf("The secret numbers?", func(answer string) { *how = answer })
		ask.offer("sealed: typed unseen, proved at the end", "sealed")
		ask.offer("open: everyone may read them", "open")
		ask.offer("not recorded", "none")
		return ask
	}
	handle := p.Handles()[i]
	ask := typed("The secret number of "+handle+"?", "enter: not recorded", func(text string) { r.takeSecret(handle, text) })
	ask.Numbers = slices.DeleteFunc(strings.Split("0123456789", ""), func(digit string) bool {
		return r.refusal(live.line, "secret "+handle+" "+digit) != nil
	})
	if len(ask.Numbers) > 0 && *how == "open" { // a sealed number is known to its player alone
		ask.Options = []Option{{Key: "s", Text: "let chance choose it", names: []string{ask.Numbers[r.Chance.IntN(len(ask.Numbers))]}}}
	}
	if ask.Secret = *how == "sealed"; ask.Secret {
		ask.Hint += "; it is not shown"
	}
	return ask
}

// takeSecret writes a secret, sealed or open.
func (r *Recorder) takeSecret(handle, text string) {
	if text == "" {
		r.passed = append(r.passed, handle)
		return
	}
	if r.answers.Secrets == "open" {
		r.try("secret " + handle + " " + text)
		return
	}
	if r.refusal(live.line, "secret "+handle+" "+text) != nil {
		r.say("That cannot be the secret number of " + handle + ".")
		return
	}
	s := Sealed{handle, text, r.Salt()}
	sum := sha256.Sum256([]byte(s.Number + ":" + s.Salt))
	r.Sealed = append(slices.DeleteFunc(r.Sealed, func(old Sealed) bool { return old.Handle == handle }), s)
	r.change(r.draft.Tail("commit " + handle + " " + hex.EncodeToString(sum[:])))
}
