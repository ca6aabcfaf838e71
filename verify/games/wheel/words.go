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

// refused is an action that the engine refuses, for its message.
type refused struct {
	*referee
	from    wheel.Space // of the token
	action  wheel.Action
	written notation.Parts
	rules.Refusal
}

// category and card are as the word has them.
func (x *refused) category() string { return x.written.Text(notation.IsCategory) }
func (x *refused) card() string     { return x.written.Text(notation.IsCard) }

// wording says what is wrong, by the engine's reasons.
var wording = [...]func(x *refused) string{
	wheel.GameOver:     func(*refused) string { return "the game is over" },
	wheel.ChancesTaken: func(*refused) string { return "the game is over: the last chance to tie is taken" },
	wheel.Unreachable:  unreachable,
	wheel.Backtracking: func(x *refused) string { return unreachable(x) + " without turning back" },
	wheel.Staying:      unreachable,
	wheel.HubEntry: func(x *refused) string {
		return fmt.Sprintf("%s is %d %s from %s: you need exactly %d, and this is a %d", x.words.hub, x.Args[2], steps(int(x.Args[2])), x.space(x.from), x.Args[2], x.action.Die)
	},
	wheel.HubExit: func(x *refused) string {
		return fmt.Sprintf("a %d from %s reaches %s only by turning back in %s; a move leaves it by another %s", x.action.Die, x.space(x.from), x.space(x.action.Space), x.words.hub, x.words.spoke)
	},
	wheel.HubPassing: func(x *refused) string {
		return fmt.Sprintf("a %d from %s reaches %s only through %s, which may not be passed here", x.action.Die, x.space(x.from), x.space(x.action.Space), x.words.hub)
	},
	wheel.Reentry: func(x *refused) string {
		return fmt.Sprintf("you missed in %s: answer a question somewhere else before you enter it again", x.space(x.action.Space))
	},
	wheel.ReentryHub: func(x *refused) string {
		return "you missed the winning question: answer a question somewhere else before you enter " + x.words.hub + " again"
	},
	wheel.QuestionMissing: func(x *refused) string {
		return fmt.Sprintf("a question is asked on %s: a mark (+, * or # for right, - for wrong) is missing", x.space(x.action.Space))
	},
	wheel.QuestionUnexpected: func(x *refused) string {
		return fmt.Sprintf("%s is a roll-again space: no question is asked there, and no mark, category or card belongs to it", x.Board.Name(x.action.Space))
	},
	wheel.CategoryMissing: categoryMissing,
	wheel.WinningCategory: categoryMissing,
	wheel.EveryCategory: func(x *refused) string {
		return "the winning question is one of every category: write no category, and a mark for all of them together"
	},
	wheel.CategoryMismatch: func(x *refused) string {
		codes := x.Board.Colours
		if int(x.action.Category) > len(codes) {
			return fmt.Sprintf("%s is no category of this board: the categories are %s", x.category(), strings.Join(codes, ", "))
		}
		own := codes[x.Board.Colour(x.action.Space)]
		return fmt.Sprintf("the question on %s is %s (%s), not %s", x.Board.Name(x.action.Space), own, x.Variant.Categories[own], x.category())
	},
	wheel.NoSuchBox: func(x *refused) string {
		if boxes := x.Args[1]; boxes > 1 {
			return fmt.Sprintf("there are %d boxes of cards in this game, A to %c", boxes, 'A'+boxes-1)
		}
		return "there is one box of cards in this game, A"
	},
	wheel.SameBox: func(x *refused) string {
		next := "the other box"
		if x.Variant.Setting("card-boxes").Value.Lo > 2 {
			next = "another box"
		}
		return fmt.Sprintf("the question before came from box %s too; the next one comes from %s", x.card()[:1], next)
	},
	wheel.SameCard: func(x *refused) string {
		return fmt.Sprintf("the question before was on card %s of box %s too; the next one is on another card", x.card()[1:], x.card()[:1])
	},
	wheel.NoSuchCard: func(x *refused) string {
		return fmt.Sprintf("there is no card %s: the cards of this game have numbers up to %d", x.card()[1:], x.Args[1])
	},
}

func steps(n int) string {
	if n == 1 {
		return "step"
	}
	return "steps"
}

func unreachable(x *refused) string {
	return fmt.Sprintf("a %d from %s does not reach %s", x.action.Die, x.space(x.from), x.space(x.action.Space))
}

func categoryMissing(x *refused) string {
	return "in " + x.words.hub + " a category is chosen: write it after a slash, as in hub/" + x.Board.Colours[0]
}

// refuse reports a refusal of the engine.
func (r *referee) refuse(j *verify.Judgement, s *wheel.State, w notation.Parts, a wheel.Action, why rules.Refusal) {
	f := j.RefuseFor(wheel.Reasons[why.Reason], j.Word.Span,
		func() string { return wording[why.Reason](&refused{r, s.Tokens[s.Clock.Seat].Space, a, w, why}) },
		func() verify.Grounds { return r.grounds(s, a, why) })
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
