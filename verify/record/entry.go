package record

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"tpnote/notation"
	"tpnote/verify"
)

// stage is a choice in an action. A player makes one after another: next says which one follows.
type stage uint8

const (
	stageWord stage = iota // the legal actions are not known: the player writes the word
	stageRoll
	stagePiece
	stageEnd
	stageCategory
	stageCard // a player can add it to the answer
	stageAnswer
	stageWhich // of the actions that agree in all of these
	stageNone  // the action is known
)

// stages has the roles of the parts that each stage chooses together, and its question; that of the roll names
// the dice. Signs and marks follow from the position.
var stages = [stageNone + 1]struct {
	roles []notation.Role
	Question
}{
	stageWord: {nil, Question{Ask: "What do you know?"}},
	stageRoll: {[]notation.Role{notation.IsRoll},
		Question{Hint: "1 to 6; ? if it was not seen", Rolls: true, Unseen: true}},
	stagePiece: {[]notation.Role{notation.IsPiece},
		Question{Ask: "Which piece?", Hint: "its number; for the other player's, b7", Pieces: true, Unseen: true}},
	stageEnd: {[]notation.Role{notation.IsFrom, notation.IsTo, notation.IsCapture, notation.IsKind},
		Question{Ask: "Where to?", Hint: "a number, or the name of the space; ? if it was not seen", Unseen: true}},
	stageCategory: {[]notation.Role{notation.IsCategory}, Question{Ask: "Which category?"}},
	stageCard:     {[]notation.Role{notation.IsCard}, Question{}},
	stageAnswer: {[]notation.Role{notation.IsAnswer},
		Question{Ask: "Right or wrong?", Hint: "+ or -; ? if it was not seen; before it the card, as @a17", Unseen: true}},
	stageWhich: {nil, Question{Ask: "Which of these?"}},
}

// chooses reports whether a stage chooses a part.
func (s stage) chooses(q notation.Part) bool { return slices.Contains(stages[s].roles, q.Role) }

// of are the parts of an action that a stage chose; nil if the stage is not done.
func (s stage) of(parts notation.Parts) (own notation.Parts) {
	for _, q := range parts {
		if s.chooses(q) {
			own = append(own, q)
		}
	}
	return own
}

// choices are the distinct choices of a stage among some legal actions, in order. Actions without it have no text.
func (s stage) choices(among []verify.Move) (all []Option) {
	for _, a := range among {
		parts := a.Parts.Without(notation.IsAnswer)
		if s != stageWhich {
			parts = nil
			for _, role := range stages[s].roles {
				q := a.Parts.Last(role)
				parts = append(parts, notation.Part{Role: role, Joint: q.Joint, Text: q.Text})
			}
		}
		i := slices.IndexFunc(all, func(o Option) bool { return o.Parts.String() == parts.String() })
		if i < 0 {
			i = len(all)
			all = append(all, Option{Parts: parts})
		}
		all[i].actions = append(all[i].actions, a)
	}
	return all
}

// begun reports whether there is something of an action to take back.
func (r *Recorder) begun() bool { return len(r.entry) > 0 || r.ask.Typed != "" || r.ask.Picked > 0 }

// take adds what a stage chose.
func (r *Recorder) take(s stage, parts notation.Parts) {
	r.entry = append(r.entry.Without(stages[s].roles...), parts...)
	r.ask = r.choice()
}

// reopen takes back what a stage chose and what was chosen after it. It reports whether the stage was done.
func (r *Recorder) reopen(s stage) bool {
	i := slices.IndexFunc(r.entry, s.chooses)
	if i >= 0 {
		r.entry = r.entry[:i]
		r.ask = r.choice()
	}
	return i >= 0
}

// drop forgets the action that is half entered.
func (r *Recorder) drop() {
	if r.entry = nil; !r.asking() {
		r.ask = question{}
	}
}

// parts are the parts of a word in this game; nil if it is not one, or there is no position.
func (r *Recorder) parts(word string) notation.Parts {
	if p := r.here(); p != nil {
		return p.Notation().Parts(word)
	}
	return nil
}

// asks reports whether the game has questions.
func (r *Recorder) asks() bool {
	return slices.ContainsFunc(r.know().moves, func(a verify.Move) bool { return a.Answer != verify.NoQuestion })
}

// certain reports whether there is one position and the roll is known.
func (r *Recorder) certain() bool { return r.here().Size() == 1 && !stageRoll.of(r.entry).Open() }

// choice asks for the next choice of the action.
func (r *Recorder) choice() (q question) {
	p, moves := r.here(), r.know().moves
	q.left = slices.DeleteFunc(slices.Clone(moves), func(a verify.Move) bool { return !r.entry.Agrees(a.Parts) })
	var options []Option
	if len(moves) > 0 {
		q.stage, options = r.next(q.left)
	}
	q.Question = stages[q.stage].Question
	q.Options, q.Word = options, r.entered(q.left)
	switch {
	case q.Rolls:
		q.Ask = "The " + p.Notation().Throw() + "?"
	case q.stage == stageWord && p != nil && p.Over():
		q.Ask = "The game is over."
	}
	if q.Rolls || q.Pieces {
		q.Hint += r.orTurn(p)
	}
	if r.ReadOnly != "" {
		q.Ask, q.Hint = "You can only look: "+r.ReadOnly, ""
	}
	r.describe(&q)
	return q
}

// next is the first stage that some legal actions leave open, and its choices: none for a roll, or for an end if none
// is legal. It skips a category with one choice, and after an end that is unknown or not legal all but the answer.
func (r *Recorder) next(left []verify.Move) (stage, []Option) {
	for s := stageRoll; s < stageNone; s++ {
		choices := s.choices(left)
		open := len(choices) > 1 || len(choices) == 1 && s != stageCategory && s != stageWhich && choices[0].Parts.String() != ""
		switch {
		case s.of(r.entry) != nil || s == stageCard || s == stageWhich && !r.certain():
		case s == stageEnd && len(left) == 0 || s == stageRoll && open:
			return s, nil
		case stageEnd.of(r.entry).Open() || len(left) == 0:
			if s == stageAnswer && r.asks() {
				return s, answers
			}
		case open:
			return s, choices
		}
	}
	return stageNone, nil
}

// answers are those of a question after an end that is unknown or not legal.
var answers = numbered([]Option{
	{Text: "right", names: []string{"+"}, Parts: notation.Parts{{Role: notation.IsAnswer, Text: "+"}}},
	{Text: "wrong", names: []string{"-"}, Parts: notation.Parts{{Role: notation.IsAnswer, Text: "-"}}},
	{Text: "no question", Parts: notation.Parts{{Role: notation.IsAnswer}}},
})

// describe says how the choices of a stage are shown and entered. An answer that is right comes first. An end is
// chosen with its start if the piece is not named, or may be on several spaces.
func (r *Recorder) describe(q *question) {
	starts := startsOf(q.left)
	q.Froms = q.stage == stageEnd && (len(starts) > 1 || len(starts) == 1 && stagePiece.of(r.entry) == nil)
	for i := range q.Options {
		o := &q.Options[i]
		if o.actions == nil { // it is described already
			continue
		}
		a := &o.actions[0]
		o.Text = o.Parts.String()
		o.names = []string{o.Text}
		switch {
		case q.stage == stageEnd:
			r.describeEnd(o, q.Froms)
		case q.stage == stageWhich:
			o.Parts = a.Parts
		case o.Text == "" && a.Pass:
			o.Text, o.names = "pass", []string{"pass"}
		case o.Text == "":
			o.Text, o.names = "no question", nil
		case q.Pieces:
			r.describePiece(o)
		case q.stage == stageCategory:
			code := o.Parts.Text(notation.IsCategory)
			o.Text, o.names = strings.TrimSpace(code+" "+r.here().Variant().Categories[a.Category]), []string{code}
		case q.stage == stageAnswer && a.Answer == verify.Wrong:
			o.Text, o.names, o.Mark = "wrong", []string{"-"}, a.Due
		case q.stage == stageAnswer:
			o.Text, o.names, o.Mark = "right", []string{"+", "*", "#"}, a.Due
		}
	}
	if q.stage == stageAnswer {
		sort.SliceStable(q.Options, func(i, j int) bool { return q.Options[i].Text == "right" && q.Options[j].Text != "right" })
	}
	numbered(q.Options)
}

// describePiece describes the choice of a piece. A piece of the player is called by its number.
func (r *Recorder) describePiece(o *Option) {
	board := r.here().Board()
	label, starts := o.Parts.Text(notation.IsPiece), startsOf(o.actions)
	on := strings.Join(starts, " or ")
	if len(starts) > 2 {
		on = "one of " + strconv.Itoa(len(starts)) + " squares"
	}
	name := strings.ToLower(label)
	number := strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyz")
	o.Key, o.Text, o.names, o.Choice, o.Moves = name, label+" on "+on, []string{name}, board.Choice(o.actions[0].Action), true
	for i := range o.actions {
		if at := board.Choice(o.actions[i].Action).From; at != o.Choice.From && !slices.Contains(o.Also, at) {
			o.Also = append(o.Also, at)
		}
	}
	o.Choice.To, o.Choice.Brief = o.Choice.From, o.Text
	if foreignPieces(board.Scene(strings.Clone))[label] == 0 {
		o.Key, o.names = number, append(o.names, number)
	}
}

// startsOf are the spaces that some actions start from.
func startsOf(some []verify.Move) (spaces []string) {
	for _, a := range some {
		if from := a.Parts.Text(notation.IsFrom); from != "" && !slices.Contains(spaces, from) {
			spaces = append(spaces, from)
		}
	}
	return spaces
}

// describeEnd describes the choice of the end of a move, which may be chosen with its start.
func (r *Recorder) describeEnd(o *Option, starts bool) {
	a := &o.actions[0]
	from := o.Parts.Text(notation.IsFrom)
	end := notation.Parts{{Text: o.Parts.Text(notation.IsTo)}, o.Parts.Last(notation.IsCapture)}.String()
	o.Choice, o.Moves = r.here().Board().Choice(a.Action), true
	o.Text, o.names = o.Choice.Brief, []string{end}
	if a.Pass {
		o.Text, o.names = "pass", []string{"pass"}
	} else if from != "" {
		for _, sign := range []string{"-", a.Parts.Text(notation.IsSign)} {
			o.names = append(o.names, notation.Parts{{Text: from}, {Text: sign}, {Text: end}}.String())
		}
		if starts {
			o.names = append(o.names, from)
			if a.Piece != "" {
				o.Text += " from " + from
			}
		}
	}
	if a.Answer == verify.NoQuestion {
		o.Mark = a.Due
	}
	alike := len(stageCategory.choices(o.actions)) == 1
	if name := r.here().Variant().Categories[a.Category]; name != "" && alike {
		o.Text += " · " + name
		if a.Answer == verify.Right && a.Due != "+" {
			o.Text += " " + a.Due
		}
	} else if a.Group != "" && a.Piece == "" && !a.Pass {
		o.Text += " · " + string(a.Group)
	}
	o.Asks = alike && !slices.ContainsFunc(o.actions, func(a verify.Move) bool { return a.Answer == verify.NoQuestion })
}

// choose takes the parts of an option of the stage that is asked for.
func (r *Recorder) choose(parts notation.Parts) {
	if r.ask.stage == stageWhich {
		r.finish(parts)
		return
	}
	r.take(r.ask.stage, parts)
	r.advance()
}

// unseen is the unknown part for a stage.
func (r *Recorder) unseen(s stage) notation.Parts {
	q := notation.Part{Role: stages[s].roles[0], Text: notation.Unknown}
	if s == stageEnd {
		q.Joint = r.joint()
	}
	return notation.Parts{q}
}

// joint has the signs between the roll or the piece, if one is entered, and the rest of the word.
func (r *Recorder) joint() string {
	for _, a := range r.know().moves {
		if len(r.entry) > 0 && len(a.Parts) > 1 {
			return a.Parts[1].Joint
		}
	}
	return ""
}

// advance records the action if nothing is left to choose, as for the only action of a roll, unless one was taken back.
func (r *Recorder) advance() {
	q := &r.ask
	forced := stageRoll.of(r.entry) != nil && r.certain() && !r.held && !r.More
	switch {
	case q.stage == stageEnd && forced && len(q.left) == 1:
		r.choose(q.Options[0].Parts)
	case q.stage == stageNone && len(q.left) > 0:
		r.finish(q.left[0].Parts)
	case q.stage == stageNone:
		r.finish(nil)
	}
}

// finish records the action: a legal one, an unknown one, or one in the player's own words.
func (r *Recorder) finish(legal notation.Parts) {
	parts := r.entry
	known := func(q notation.Part) bool { return q.Text != notation.Unknown }
	switch {
	case !slices.ContainsFunc(parts, known):
		r.put(notation.Unknown)
		return
	case stageEnd.of(parts).Open():
	case legal != nil:
		parts = r.marked(legal.Without(notation.IsMark))
	default:
		parts = r.marked(parts.Without(notation.IsCard))
	}
	for _, q := range r.entry {
		if q.Role == notation.IsCard || !known(q) {
			parts = parts.With(q)
		}
	}
	r.put(parts.String())
}

// marked is an action with the marks that it needs, also under the sealed secrets.
func (r *Recorder) marked(parts notation.Parts) notation.Parts {
	p := r.here().Fork()
	for _, s := range r.Unrevealed() {
		p.Line(notation.ParseLine("secret "+s.Handle+" "+s.Number, 1))
	}
	if a, ok := p.Read(parts.String()); ok && a.Done {
		return r.parts(p.Notation().Write(a))
	}
	return parts
}
