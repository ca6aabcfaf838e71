package wheel

import (
	"cmp"
	"fmt"
	"math/bits"
	"regexp"
	"strings"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/rules/variant"
	"tpnote/rules/wheel"
	"tpnote/verify"
	"tpnote/verify/draw"
)

// messages say what is wrong, by the engine's reasons. names has what is in braces.
var messages = [...]string{
	wheel.GameOver:           "the game is over",
	wheel.ChancesTaken:       "the game is over: the last chance to tie is taken",
	wheel.Unreachable:        unreachable,
	wheel.Backtracking:       unreachable + " without turning back",
	wheel.Staying:            unreachable,
	wheel.HubEntry:           "{hub} is {steps} from {from}: you need exactly {number}, and this is a {die}",
	wheel.HubExit:            "a {die} from {from} reaches {to} only by turning back in {hub}; a move leaves it by another {spoke}",
	wheel.HubPassing:         "a {die} from {from} reaches {to} only through {hub}, which may not be passed here",
	wheel.Reentry:            "you missed in {to}: answer a question somewhere else before you enter it again",
	wheel.ReentryHub:         "you missed the winning question: answer a question somewhere else before you enter {hub} again",
	wheel.QuestionMissing:    "a question is asked on {to}: a mark (+, * or # for right, - for wrong) is missing",
	wheel.QuestionUnexpected: "{space} is a roll-again space: no question is asked there, and no mark, category or card belongs to it",
	wheel.CategoryMissing:    categoryMissing,
	wheel.WinningCategory:    categoryMissing,
	wheel.EveryCategory:      "the winning question is one of every category: write no category, and a mark for all of them together",
	wheel.CategoryMismatch:   "the question on {space} is {its category}, not {category}",
	wheel.NoSuchBox:          "there are {number} boxes of cards in this game, A to {last box}",
	wheel.SameBox:            "the question before came from box {box} too; the next one comes from {next box}",
	wheel.SameCard:           "the question before was on card {card} of box {box} too; the next one is on another card",
	wheel.NoSuchCard:         "there is no card {card}: the cards of this game have numbers up to {number}",
}

const (
	unreachable     = "a {die} from {from} does not reach {to}"
	categoryMissing = "in {hub} a category is chosen: write it after a slash, as in hub/{a category}"
	noCategory      = "{category} is no category of this board: the categories are {categories}"
	oneBox          = "there is one box of cards in this game, A"
)

// refused is an action that the engine refuses, for its message.
type refused struct {
	*referee
	from    wheel.Space // of the token
	action  wheel.Action
	written notation.Parts
	rules.Refusal
}

func (x *refused) text(name string) string { return names[name](x) }

// message returns the message, with names in braces.
func (x *refused) message() string {
	switch {
	case x.Reason == wheel.CategoryMismatch && int(x.action.Category) > len(x.Board.Colours):
		return noCategory
	case x.Reason == wheel.NoSuchBox && x.Args[3] == 1:
		return oneBox
	}
	return messages[x.Reason]
}

// names are what the names in a message stand for.
var names = map[string]func(x *refused) string{
	"hub":        func(x *refused) string { return x.words.hub },
	"spoke":      func(x *refused) string { return x.words.spoke },
	"die":        func(x *refused) string { return fmt.Sprint(x.action.Die) },
	"from":       func(x *refused) string { return x.space(x.from) },
	"to":         func(x *refused) string { return x.space(x.action.Space) },
	"space":      func(x *refused) string { return x.Board.Names[x.action.Space] },
	"number":     func(x *refused) string { return fmt.Sprint(x.Args[3]) },
	"a category": func(x *refused) string { return x.Board.Colours[0] },
	"categories": func(x *refused) string { return strings.Join(x.Board.Colours, ", ") },
	"category":   func(x *refused) string { return x.written.Text(notation.IsCategory) },
	"box":        func(x *refused) string { return notation.BoxName(x.written.Card().Box()) },
	"card":       func(x *refused) string { return x.written.Card().Number() },
	"last box":   func(x *refused) string { return notation.BoxName(int(x.Args[3])) },
	"steps": func(x *refused) string {
		if x.Args[3] == 1 {
			return "1 step"
		}
		return fmt.Sprintf("%d steps", x.Args[3])
	},
	"its category": func(x *refused) string {
		own := x.Board.Colours[x.Board.Places[x.action.Space].Colour]
		return fmt.Sprintf("%s (%s)", own, x.Variant.Categories[own])
	},
	"next box": func(x *refused) string {
		if x.Variant.Setting("card-boxes").Value.Lo > 2 {
			return "another box"
		}
		return "the other box"
	},
}

// refuse reports a refusal of the engine, if it is one.
func (r *referee) refuse(j *verify.Judgement, s *wheel.State, w notation.Parts, a wheel.Action, why rules.Reason) {
	if why == 0 {
		return
	}
	x := &refused{r, s.Mover().Space, a, w, r.Refusal(s, a, why)}
	f := j.RefuseFor(wheel.Reasons[why], j.Word.Span, x.message(), x.text, func() string { return r.situation(s, a, why) })
	if !j.Quiet && why < wheel.QuestionMissing { // about the move
		f.Help = append(f.Help, r.reachable(s, a)...)
	}
}

func (r *referee) unknownSpace(j *verify.Judgement, w notation.Parts) {
	space := w.Text(notation.IsTo)
	f := j.Refuse(verify.CodeUnknownSpace, verify.Grounds{Rule: "board"}, j.Word.Span, "this board has no space %s", space)
	if j.Quiet {
		return
	}
	if near := r.beyond(space); near != "" {
		f.Help = append(f.Help, near)
		return
	}
	f.Suggest(space, r.Board.Names)
}

// counted matches the name of a space that is counted from a headquarters or along a spoke.
var counted = regexp.MustCompile(`^([a-z]+)[0-9]+([a-z]*)$`)

// beyond says which spaces there are where a name counts beyond them, or between headquarters
// that are not next to each other; "" for other names.
func (r *referee) beyond(name string) string {
	m := counted.FindStringSubmatch(name)
	if m == nil {
		return ""
	}
	b, from, to := r.Board, m[1], m[2]
	i, n, size := b.ColourIndex(from), len(b.Colours), 0
	for exists := true; exists; size++ {
		_, exists = b.Space(fmt.Sprint(from, size+1, to))
	}
	first, last := from+"1"+to, fmt.Sprint(from, size-1, to)
	switch {
	case i < 0 || to != "" && b.ColourIndex(to) < 0:
	case to == "" && size > 1:
		return fmt.Sprintf("the %s to %s has the spaces %s to %s; the headquarters at its end is %s", r.words.spoke, from, first, last, from)
	case size > 1:
		return fmt.Sprintf("between %s and %s lie %s to %s", from, to, first, last)
	case to != "":
		return fmt.Sprintf("%s is not next to %s: round the track it lies between %s and %s", from, to, b.Colours[(i+n-1)%n], b.Colours[(i+1)%n])
	}
	return ""
}

// checkMark compares the mark of a right answer with the expected one: it may claim less or more than the answer earns.
func (r *referee) checkMark(j *verify.Judgement, s *wheel.State, claimed wheel.Mark, a wheel.Action, due wheel.Mark) {
	if a.Answer != wheel.Right || due == wheel.NoMark || claimed == due {
		return
	}
	earns := [...]string{wheel.RightMark: "another roll", wheel.WedgeMark: "a " + r.words.wedge, wheel.WinMark: "the game"}
	weak := fmt.Sprintf("this right answer earns %s: the mark is %s, not %s", earns[due], markSigns[due], markSigns[claimed])
	wrong := fmt.Sprintf("the mark %s claims %s, but this right answer earns %s: write %s", markSigns[claimed], earns[claimed], earns[due], markSigns[due])
	at := j.Word.Span // of its last character
	at.Start, at.Column = at.End-1, at.EndColumn-1
	fix := verify.Fix{Message: "mark it " + markSigns[due], Edit: verify.Edit{Span: at, Text: markSigns[due]}}
	f := j.Mark(int(claimed), int(due), marked(max(claimed, due)), weak, wrong, fix)
	if claimed == wheel.WinMark {
		r.unwon(j, s, a, f)
	}
}

// unwon says what a claimed win lacks. In the hub that is a rule point: there are too few wedges, or wrong ones.
func (r *referee) unwon(j *verify.Judgement, s *wheel.State, a wheel.Action, f *verify.Finding) {
	v, held := r.Variant, s.Mover().Wedges
	number, among := v.Setting("wedges-to-win").Value, v.Setting("wedge-set").Value.Names
	if rule := "wedge-set"; a.Space == wheel.Hub {
		if bits.OnesCount16(held) < number.Lo {
			rule = "wedges-to-win"
		}
		j.By(f, verify.Grounds{Rule: rule})
	}
	takes := number.String() + " " + r.words.wedges
	if among != nil {
		takes += ", among them " + strings.Join(among, ", ")
	}
	holds := cmp.Or(strings.Join(r.held(held), ", "), "none")
	f.Help = append(f.Help, fmt.Sprintf("the game is won in %s with %s; this player holds %s", r.words.hub, takes, holds))
}

// held lists the colours of a set of wedges.
func (r *referee) held(set uint16) (names []string) {
	for i := range r.Board.Colours {
		if set>>i&1 != 0 {
			names = append(names, r.colour(i))
		}
	}
	return names
}

// colour returns the name of a colour of the board. A code without a name in the variant may begin an English colour.
func (r *referee) colour(i int) string {
	code := r.Board.Colours[i]
	name := r.Variant.Colours[code]
	if name == "" {
		for word := range draw.Paints {
			if strings.HasPrefix(word, code) && (name == "" || word < name) {
				name = word
			}
		}
	}
	return strings.ToLower(cmp.Or(name, code))
}

// reachable says where the roll of a would have led, and which roll would have led where a says.
func (r *referee) reachable(s *wheel.State, a wheel.Action) []string {
	var names, rolls []string
	for space := range r.Targets(s, int(a.Die)).All() {
		names = append(names, r.short(space))
	}
	for die := 1; die <= 6; die++ {
		if die != int(a.Die) && r.Targets(s, die).Has(a.Space) {
			rolls = append(rolls, fmt.Sprint(die))
		}
	}
	help := []string{fmt.Sprintf("a %d from %s reaches %s", a.Die, r.short(s.Mover().Space), variant.OrList(names))}
	if rolls != nil {
		help = append(help, fmt.Sprintf("%s would take a %s", r.short(a.Space), variant.OrList(rolls)))
	}
	return help
}

// narrate says what an action does that is about to be carried out; category is the code of its question.
func (r *referee) narrate(a wheel.Action, category string, due wheel.Mark) string {
	said := fmt.Sprintf("rolls %d to %s: ", a.Die, r.space(a.Space))
	if due == wheel.NoMark {
		return said + "roll again"
	}
	if category != "" {
		said += cmp.Or(r.Variant.Categories[category], category) + ", "
	}
	switch {
	case a.Answer == wheel.NoAnswer:
		return said + "no answer recorded"
	case a.Answer == wheel.Wrong:
		return said + "wrong, the turn passes"
	case due == wheel.WedgeMark:
		return said + "right, earns the " + r.colour(r.Board.Places[a.Space].Colour) + " " + r.words.wedge
	case due == wheel.WinMark:
		return said + "right, wins the game"
	}
	return said + "right"
}
