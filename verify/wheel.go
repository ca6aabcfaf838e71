package verify

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"tpnote/notation"
	wheelnotation "tpnote/notation/wheel"
	"tpnote/rules"
	"tpnote/rules/variant"
	"tpnote/rules/wheel"
)

// wheelTable binds the hub-and-spoke games: notation/wheel to rules/wheel.
type wheelTable struct {
	seats[wheel.State, wheel.Action]
	noDirectives
	engine *wheel.Engine
	words  vocabulary

	due    wheel.Mark   // what the last action's right answer earns
	answer wheel.Answer // its answer
	chance bool         // after a win in a first turn, others had the chance to tie it
	moved  uint32       // the seats that have moved in this log
}

var (
	wheelWords  = newMemo(wheelnotation.Parse)
	wheelSyntax = &game{syntax: syntaxBy(wheelWords), directives: []string{"order"}}
)

// syntaxBy makes a game's syntax check of its memo.
func syntaxBy[A any](words *memo[A]) func(string) *notation.SyntaxError {
	return func(word string) *notation.SyntaxError {
		var wrong *notation.SyntaxError
		_, err := words.ask(word)
		errors.As(err, &wrong)
		return wrong
	}
}

func bindWheel(v *variant.Variant) (*game, error) {
	engine, err := wheel.New(v)
	if err != nil {
		return nil, err
	}
	tell := newWheelTeller(engine)
	return &game{
		syntax:     wheelSyntax.syntax,
		directives: wheelSyntax.directives,
		open: func(j *judge) table {
			if len(j.Handles) > wheel.MaxPlayers {
				return nil
			}
			t := &wheelTable{engine: engine, words: wordsOf(v.Game)}
			t.seats = seats[wheel.State, wheel.Action]{engine: engine, tell: tell, state: engine.Start(len(j.Handles)), handles: j.Handles}
			return t
		},
		brisk: func() briskTable { return &briskWheel{wheelTable: wheelTable{engine: engine, words: wordsOf(v.Game)}} },
	}, nil
}

// marks are the signs of notation by what they are worth.
var marks = map[byte]wheel.Mark{'-': wheel.WrongMark, '+': wheel.RightMark, '*': wheel.WedgeMark, '#': wheel.WinMark}

var markSigns = map[wheel.Mark]string{wheel.WrongMark: "-", wheel.RightMark: "+", wheel.WedgeMark: "*", wheel.WinMark: "#"}

// decode reads an action whose word is known to parse, as far as the board goes; ok is
// false where it has no such space.
func (t *wheelTable) decode(word string) (a wheel.Action, written wheelnotation.Action, ok bool) {
	written, err := wheelWords.ask(word)
	if err != nil {
		return a, written, false // perform has looked at the word already
	}
	a.Die = uint8(written.Die)
	if written.Box != 0 {
		a.Box = written.Box - 'A' + 1
	}
	switch marks[written.Mark] {
	case wheel.NoMark:
	case wheel.WrongMark:
		a.Answer = wheel.Wrong
	default:
		a.Answer = wheel.Right
	}
	board := t.engine.Board
	if c := board.ColourIndex(written.Category); c >= 0 {
		a.Category = uint8(c) + 1
	} else if written.Category != "" {
		a.Category = uint8(len(board.Colours)) + 1
	}
	a.Space, ok = board.Space(written.Space)
	return a, written, ok
}

func (t *wheelTable) unknownSpace(j *judge, word notation.Word, name string) {
	f := j.errorAt("unknown-space", word.Span, "this board has no space "+name)
	f.suggest(name, t.engine.Board.Names())
}

func (t *wheelTable) act(j *judge, word notation.Word) string {
	e := t.engine
	a, written, ok := t.decode(word.Text)
	if !ok {
		t.unknownSpace(j, word, written.Space)
		e.Skip(&t.state, a)
		return "skipped: no such space"
	}
	claimed := marks[written.Mark]
	if r := e.CheckMove(&t.state, a); r.Reason != 0 {
		t.refuse(j, word, a, written, r)
	}
	if r := e.CheckQuestion(&t.state, a); r.Reason != 0 {
		t.refuse(j, word, a, written, r)
	}
	due := e.Due(&t.state, a)
	if a.Answer == wheel.Right && due != wheel.NoMark && claimed != due {
		t.mark(j, word, a, claimed, due)
	}
	said := ""
	if j.replayer.options.Watch != nil {
		said = t.narrate(a, due)
	}
	seat := t.state.Clock.Seat
	e.Apply(&t.state, a)
	t.due, t.answer = due, a.Answer
	t.moved |= 1 << seat
	t.chance = t.chance || t.state.Winners != 0 && t.state.Clock.Phase != rules.Over
	j.Actions++
	return said
}

// mark reports a mark that says less or more than is due.
func (t *wheelTable) mark(j *judge, word notation.Word, a wheel.Action, claimed, due wheel.Mark) {
	earns := map[wheel.Mark]string{
		wheel.RightMark: "another roll",
		wheel.WedgeMark: "a " + t.words.wedge,
		wheel.WinMark:   "the game",
	}
	if claimed < due {
		f := j.warningAt("weak-mark", word.Span, fmt.Sprintf("this right answer earns %s: the mark is %s, not %s", earns[due], markSigns[due], markSigns[claimed]))
		j.by(f, "marks", markSituations[due])
		end := word.Span.End
		f.Fixes = append(f.Fixes, Fix{
			Message: "mark it " + markSigns[due],
			Span:    notation.SpanIn(j.line.Text, word.Span.Line, end-1, end),
			Text:    markSigns[due],
		})
		return
	}
	message := fmt.Sprintf("the mark %s claims %s, but this right answer earns %s: %s is due", markSigns[claimed], earns[claimed], earns[due], markSigns[due])
	f := j.errorAt("false-mark", word.Span, message)
	j.by(f, "marks", markSituations[claimed])
	if claimed == wheel.WinMark {
		t.unwon(j, f, a)
	}
}

// unwon says what a claimed win lacks. In the hub that is a rule point: there are too few
// wedges, or not those that it takes.
func (t *wheelTable) unwon(j *judge, f *Finding, a wheel.Action) {
	v, seat := t.engine.Variant, t.state.Clock.Seat
	held, rule := t.state.Tokens[seat].Wedges, "wedges-to-win"
	number, named := v.Setting(rule).Value, v.Setting("wedge-set").Value
	if bits.OnesCount16(held) >= number.Lo && !t.engine.Enough(&t.state, seat) {
		rule = "wedge-set"
	}
	if a.Space == wheel.Hub {
		j.by(f, rule, "")
	}
	takes := number.String() + " " + t.words.wedges
	if len(named.Names) > 0 {
		takes += ", among them " + strings.Join(named.Names, ", ")
	}
	f.Help = append(f.Help, fmt.Sprintf("the game is won in %s with %s; %s", t.words.hub, takes, t.wedges(held)))
}

func (t *wheelTable) wedges(set uint16) string {
	var names []string
	for i, code := range t.engine.Board.Colours {
		if set>>i&1 != 0 {
			names = append(names, t.colour(code))
		}
	}
	if names == nil {
		return "this player holds none"
	}
	return "this player holds " + strings.Join(names, ", ")
}

func (t *wheelTable) colour(code string) string {
	if name := t.engine.Variant.Colours[code]; name != "" {
		return strings.ToLower(name)
	}
	return code
}

// short names a space in a list.
func (t *wheelTable) short(s wheel.Space) string {
	if s == wheel.Hub {
		return t.words.hub
	}
	return t.engine.Board.Name(s)
}

// space names a space with what it is: "bl (the blue headquarters)".
func (t *wheelTable) space(s wheel.Space) string {
	b := t.engine.Board
	switch b.Kind(s) {
	case wheel.HubKind:
		return t.words.hub
	case wheel.Headquarters:
		return b.Name(s) + " (the " + t.colour(b.Colours[b.Colour(s)]) + " headquarters)"
	}
	return b.Name(s)
}

// refuse puts a refusal into words.
func (t *wheelTable) refuse(j *judge, word notation.Word, a wheel.Action, written wheelnotation.Action, r rules.Refusal) {
	e, b := t.engine, t.engine.Board
	info := wheel.Reasons[r.Reason]
	from := t.state.Tokens[t.state.Clock.Seat].Space
	var message string
	var help []string
	switch r.Reason {
	case wheel.Unreachable:
		message = fmt.Sprintf("a %d from %s does not reach %s", a.Die, t.space(from), t.space(a.Space))
		if t.moveSituation(a) == "backtracking" {
			message += " without turning back"
		}
		help = t.reachable(a)
	case wheel.HubEntry:
		message = fmt.Sprintf("%s is %d from %s and takes the exact count; this roll is %d", t.words.hub, r.Args[2], t.space(from), a.Die)
		help = t.reachable(a)
	case wheel.HubExit:
		message = fmt.Sprintf("a %d from %s reaches %s only by turning back in %s; a move leaves it by another %s", a.Die, t.space(from), t.space(a.Space), t.words.hub, t.words.spoke)
		help = t.reachable(a)
	case wheel.HubPassing:
		message = fmt.Sprintf("a %d from %s reaches %s only through %s, which may not be passed here", a.Die, t.space(from), t.space(a.Space), t.words.hub)
		help = t.reachable(a)
	case wheel.Reentry:
		message = fmt.Sprintf("after the miss there, %s may not be entered before a question somewhere else is answered", t.space(a.Space))
		help = t.reachable(a)
	case wheel.ReentryHub:
		message = "after the missed winning question, " + t.words.hub + " may not be entered before a question somewhere else is answered"
		help = t.reachable(a)
	case wheel.QuestionMissing:
		message = fmt.Sprintf("a question is asked on %s: a mark (+, * or # for right, - for wrong) is missing", t.space(a.Space))
	case wheel.QuestionUnexpected:
		message = fmt.Sprintf("%s is a roll-again space: no question is asked there, and no mark, category or card belongs to it", b.Name(a.Space))
	case wheel.CategoryMissing:
		message = "in " + t.words.hub + " a category is chosen: write it behind a slash, as in hub/" + b.Colours[0]
	case wheel.CategoryMismatch:
		if int(a.Category) > len(b.Colours) {
			message = fmt.Sprintf("%s is no category of this board: the categories are %s", written.Category, strings.Join(b.Colours, ", "))
		} else {
			own := b.Colours[b.Colour(a.Space)]
			message = fmt.Sprintf("the question on %s is %s (%s), not %s", b.Name(a.Space), own, e.Variant.Categories[own], written.Category)
		}
	case wheel.NoSuchBox:
		message = "there is one box of cards in this game, A"
	case wheel.SameBox:
		message = fmt.Sprintf("the question before came from box %c too; the next one comes from the other box", written.Box)
	}
	f := j.errorAt(info.Code, word.Span, message)
	j.by(f, info.Rule, t.situation(r, a))
	f.Help = append(f.Help, help...)
}

// reachable says where the roll of a would have led, and which roll would have led where a
// says.
func (t *wheelTable) reachable(a wheel.Action) []string {
	e, b := t.engine, t.engine.Board
	from := t.state.Tokens[t.state.Clock.Seat].Space
	var names []string
	set := e.Targets(&t.state, int(a.Die))
	for s := range b.Names() {
		if set.Has(wheel.Space(s)) {
			names = append(names, t.short(wheel.Space(s)))
		}
	}
	help := []string{fmt.Sprintf("a %d from %s reaches %s", a.Die, t.short(from), orList(names))}
	var rolls []string
	for die := 1; die <= 6; die++ {
		if set := e.Targets(&t.state, die); die != int(a.Die) && set.Has(a.Space) {
			rolls = append(rolls, fmt.Sprint(die))
		}
	}
	if rolls != nil {
		help = append(help, fmt.Sprintf("%s would take a %s", t.short(a.Space), orList(rolls)))
	}
	return help
}

// orList joins what is possible as a sentence does.
func orList(words []string) string {
	if len(words) == 0 {
		return "nothing"
	}
	return variant.OrList(words)
}

// narrate says what an action does that is about to be carried out.
func (t *wheelTable) narrate(a wheel.Action, due wheel.Mark) string {
	b := t.engine.Board
	where := t.space(a.Space)
	if due == wheel.NoMark && b.Kind(a.Space) == wheel.RollAgain {
		return fmt.Sprintf("rolls %d to %s: roll again", a.Die, where)
	}
	category := ""
	switch {
	case a.Category > 0 && int(a.Category) <= len(b.Colours):
		category = b.Colours[a.Category-1]
	case a.Space != wheel.Hub:
		category = b.Colours[b.Colour(a.Space)]
	}
	if name := t.engine.Variant.Categories[category]; name != "" {
		category = name
	}
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
		return asked + "right, earns the " + t.colour(b.Colours[b.Colour(a.Space)]) + " " + t.words.wedge
	case due == wheel.WinMark:
		return asked + "right, wins the game"
	}
	return asked + "right"
}

func (t *wheelTable) outcome() outcome {
	var o outcome
	for seat, handle := range t.handles {
		if t.state.Winners>>seat&1 != 0 {
			o.winners = append(o.winners, handle)
		}
	}
	return o
}
