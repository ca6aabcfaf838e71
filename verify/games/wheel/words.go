package wheel

import (
	"cmp"
	"fmt"
	"math/bits"
	"regexp"
	"strings"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/rules/wheel"
	"tpnote/verify"
)

// messages say what is wrong, by the engine's reasons. names has what is in braces.
var messages = [...]string{
	wheel.GameOver:           "the game is over",
	wheel.ChancesTaken:       "the game is over: the last chance to tie is taken",
	wheel.Unreachable:        unreachable,
	wheel.Backtracking:       unreachable + " without turning back",
	wheel.Staying:            unreachable,
	wheel.HubEntry:           "{hub} is {steps} from {from}: you need exactly {distance}, and this is a {die}",
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
	wheel.NoSuchBox:          "there are {boxes} boxes of cards in this game, A to {last box}",
	wheel.SameBox:            "the question before came from box {box} too; the next one comes from {next box}",
	wheel.SameCard:           "the question before was on card {card} of box {box} too; the next one is on another card",
	wheel.NoSuchCard:         "there is no card {card}: the cards of this game have numbers up to {last card}",
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
	case x.Reason == wheel.NoSuchBox && x.Args[1] == 1:
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
	"space":      func(x *refused) string { return x.Board.Name(x.action.Space) },
	"distance":   func(x *refused) string { return fmt.Sprint(x.Args[2]) },
	"a category": func(x *refused) string { return x.Board.Colours[0] },
	"categories": func(x *refused) string { return strings.Join(x.Board.Colours, ", ") },
	"category":   func(x *refused) string { return x.written.Text(notation.IsCategory) },
	"box":        func(x *refused) string { return x.written.Text(notation.IsCard)[:1] },
	"card":       func(x *refused) string { return x.written.Text(notation.IsCard)[1:] },
	"boxes":      func(x *refused) string { return fmt.Sprint(x.Args[1]) },
	"last box":   func(x *refused) string { return string('A' + x.Args[1] - 1) },
	"last card":  func(x *refused) string { return fmt.Sprint(x.Args[1]) },
	"steps": func(x *refused) string {
		if x.Args[2] == 1 {
			return "1 step"
		}
		return fmt.Sprintf("%d steps", x.Args[2])
	},
	"its category": func(x *refused) string {
		own := x.Board.Colours[x.Board.Colour(x.action.Space)]
		return fmt.Sprintf("%s (%s)", own, x.Variant.Categories[own])
	},
	"next box": func(x *refused) string {
		if x.Variant.Setting("card-boxes").Value.Lo > 2 {
			return "another box"
		}
		return "the other box"
	},
}

// refuse reports a refusal of the engine.
func (r *referee) refuse(j *verify.Judgement, s *wheel.State, w notation.Parts, a wheel.Action, why rules.Refusal) {
	x := &refused{r, s.Tokens[s.Clock.Seat].Space, a, w, why}
	f := j.RefuseFor(wheel.Reasons[why.Reason], j.Word.Span, x.message(), x.text, func() string { return r.situation(s, a, why.Reason) })
	if !j.Brief && why.Reason < wheel.QuestionMissing { // about the move
		f.Help = append(f.Help, r.reachable(s, a)...)
	}
}

func (r *referee) unknownSpace(j *verify.Judgement, w notation.Parts) {
	space := w.Text(notation.IsTo)
	f := j.Refuse(verify.CodeUnknownSpace, "board", j.Word.Span, "this board has no space "+space)
	if j.Brief {
		return
	}
	if near := r.beyond(space); near != "" {
		f.Help = append(f.Help, near)
		return
	}
	f.Suggest(space, r.Board.Names())
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

// sayMark reports a mark that claims less or more than the answer earns.
func (r *referee) sayMark(j *verify.Judgement, s *wheel.State, a wheel.Action, claimed, due wheel.Mark) {
	earns := map[wheel.Mark]string{
		wheel.RightMark: "another roll",
		wheel.WedgeMark: "a " + r.words.wedge,
		wheel.WinMark:   "the game",
	}
	switch {
	case j.Terse && claimed > due:
		j.Error(verify.CodeFalseMark, j.Word.Span, "")
		return
	case j.Terse:
		j.Warning(verify.CodeWeakMark, j.Word.Span, "")
		return
	}
	if claimed < due {
		f := j.Warning(verify.CodeWeakMark, j.Word.Span, fmt.Sprintf("this right answer earns %s: the mark is %s, not %s", earns[due], markSigns[due], markSigns[claimed]))
		j.By(f, marked(due))
		end := j.Word.Span.End
		f.Fixes = append(f.Fixes, verify.Fix{
			Message: "mark it " + markSigns[due],
			Span:    notation.SpanIn(j.Line.Text, j.Word.Span.Line, end-1, end),
			Text:    markSigns[due],
		})
		return
	}
	message := fmt.Sprintf("the mark %s claims %s, but this right answer earns %s: write %s", markSigns[claimed], earns[claimed], earns[due], markSigns[due])
	f := j.RefuseIn(verify.CodeFalseMark, marked(claimed), j.Word.Span, message)
	if claimed == wheel.WinMark {
		r.unwon(j, s, a, f)
	}
}

// unwon says what a claimed win lacks. In the hub that is a rule point: there are too few
// wedges, or not those that it takes.
func (r *referee) unwon(j *verify.Judgement, s *wheel.State, a wheel.Action, f *verify.Finding) {
	v, seat := r.Variant, s.Clock.Seat
	held, rule := s.Tokens[seat].Wedges, "wedges-to-win"
	number, named := v.Setting(rule).Value, v.Setting("wedge-set").Value
	if bits.OnesCount16(held) >= number.Lo && !r.Enough(s, seat) {
		rule = "wedge-set"
	}
	if a.Space == wheel.Hub {
		j.By(f, verify.Grounds{Rule: rule})
	}
	takes := number.String() + " " + r.words.wedges
	if len(named.Names) > 0 {
		takes += ", among them " + strings.Join(named.Names, ", ")
	}
	f.Help = append(f.Help, fmt.Sprintf("the game is won in %s with %s; %s", r.words.hub, takes, r.wedges(held)))
}

func (r *referee) wedges(set uint16) string {
	var names []string
	for i, code := range r.Board.Colours {
		if set>>i&1 != 0 {
			names = append(names, r.colour(code))
		}
	}
	if names == nil {
		return "this player holds none"
	}
	return "this player holds " + strings.Join(names, ", ")
}

func (r *referee) colour(code string) string {
	if name := r.Variant.Colours[code]; name != "" {
		return strings.ToLower(name)
	}
	return code
}

// short names a space in a list.
func (r *referee) short(s wheel.Space) string {
	if s == wheel.Hub {
		return r.words.hub
	}
	return r.Board.Name(s)
}

// space names a space with what it is: "bl (the blue headquarters)".
func (r *referee) space(s wheel.Space) string {
	b := r.Board
	switch b.Kind(s) {
	case wheel.HubKind:
		return r.words.hub
	case wheel.Headquarters:
		return b.Name(s) + " (the " + r.colour(b.Colours[b.Colour(s)]) + " headquarters)"
	}
	return b.Name(s)
}

// reachable says where the roll of a would have led, and which roll would have led where a
// says.
func (r *referee) reachable(s *wheel.State, a wheel.Action) []string {
	b := r.Board
	from := s.Tokens[s.Clock.Seat].Space
	var names []string
	set := r.Targets(s, int(a.Die))
	for space := range b.Names() {
		if set.Has(wheel.Space(space)) {
			names = append(names, r.short(wheel.Space(space)))
		}
	}
	help := []string{fmt.Sprintf("a %d from %s reaches %s", a.Die, r.short(from), verify.OrList(names))}
	var rolls []string
	for die := 1; die <= 6; die++ {
		if set := r.Targets(s, die); die != int(a.Die) && set.Has(a.Space) {
			rolls = append(rolls, fmt.Sprint(die))
		}
	}
	if rolls != nil {
		help = append(help, fmt.Sprintf("%s would take a %s", r.short(a.Space), verify.OrList(rolls)))
	}
	return help
}

// narrate says what an action does that is about to be carried out; category is the code of
// its question.
func (r *referee) narrate(a wheel.Action, category string, due wheel.Mark) string {
	b := r.Board
	where := r.space(a.Space)
	if due == wheel.NoMark {
		return fmt.Sprintf("rolls %d to %s: roll again", a.Die, where)
	}
	category = cmp.Or(r.Variant.Categories[category], category)
	asked := fmt.Sprintf("rolls %d to %s: ", a.Die, where)
	if category != "" {
		asked += category + ", "
	}
	switch {
	case a.Answer == wheel.NoAnswer:
		return asked + "no answer recorded"
	case a.Answer == wheel.Wrong:
		return asked + "wrong, the turn passes"
	case due == wheel.WedgeMark:
		return asked + "right, earns the " + r.colour(b.Colours[b.Colour(a.Space)]) + " " + r.words.wedge
	case due == wheel.WinMark:
		return asked + "right, wins the game"
	}
	return asked + "right"
}
