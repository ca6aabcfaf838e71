package record

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/draw"
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

// chooses has the roles of the parts that each stage chooses together. Signs and marks follow from the
// position.
var chooses = [stageNone][]notation.Role{
	stageRoll:     {notation.IsRoll},
	stagePiece:    {notation.IsPiece},
	stageEnd:      {notation.IsFrom, notation.IsTo, notation.IsCapture, notation.IsKind},
	stageCategory: {notation.IsCategory},
	stageCard:     {notation.IsCard},
	stageAnswer:   {notation.IsAnswer},
}

// choices are the distinct choices of a stage among some legal actions, in their order. A part without text is
// one that the actions lack.
func (s stage) choices(among []verify.Move) (all []Option) {
	for _, a := range among {
		parts := a.Parts.Without(notation.IsAnswer)
		if s != stageWhich {
			parts = nil
			for _, role := range chooses[s] {
				q := a.Parts.Last(role)
				parts = append(parts, notation.Part{Role: role, Joint: q.Joint, Text: q.Text})
			}
		}
		same := func(p, q notation.Part) bool { return p.Role == q.Role && p.Text == q.Text }
		i := slices.IndexFunc(all, func(o Option) bool { return slices.EqualFunc(o.Parts, parts, same) })
		if i < 0 {
			i = len(all)
			all = append(all, Option{Parts: parts})
		}
		all[i].actions = append(all[i].actions, a)
	}
	return all
}

// entry is an action that is half entered.
type entry struct {
	parts  notation.Parts // that are chosen, in the order of the choices
	typed  string         // for the next stage
	cursor int            // which option is picked, from 1; 0 for none
}

// begun reports whether there is something to take back.
func (e *entry) begun() bool { return len(e.parts) > 0 || e.typed != "" || e.cursor > 0 }

// take adds what a stage chose.
func (e *entry) take(s stage, parts notation.Parts) {
	e.parts = append(e.parts.Without(chooses[s]...), parts...)
	e.typed, e.cursor = "", 0
}

// stepBack takes the last stage back, or the last character that is typed.
func (e *entry) stepBack() {
	if runes := []rune(e.typed); len(runes) > 0 {
		e.typed = string(runes[:len(runes)-1])
	} else if len(e.parts) > 0 {
		last := stageAnswer
		for e.at(last) == nil {
			last--
		}
		if e.parts = e.parts.Without(chooses[last]...); last == stageEnd { // the player's own end has signs too
			e.parts = append(e.at(stageRoll), e.at(stagePiece)...)
		}
	}
	e.cursor = 0
}

// at has the parts that a stage chose; nil if the stage is not done.
func (e *entry) at(s stage) (parts notation.Parts) {
	for _, q := range e.parts {
		if slices.Contains(chooses[s], q.Role) {
			parts = append(parts, q)
		}
	}
	return parts
}

// unseen reports whether a stage chose an unknown part.
func (e *entry) unseen(s stage) bool { return e.at(s).Open() }

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
func (r *Recorder) certain() bool {
	return r.here().Size() == 1 && !r.entry.unseen(stageRoll)
}

// menu is what can be entered next.
type menu struct {
	stage
	options []Option      // the choices of the stage; nil for a roll, or for an end if none is legal
	left    []verify.Move // the legal actions that agree with what is entered
	starts  bool          // an end is chosen with its start: the piece is not named, or may be on several spaces
}

// next finds the first stage that the legal actions leave open. A category with one choice is not asked for.
// After an end that is unknown or not legal, only the answer is asked for.
func (r *Recorder) next() (m menu) {
	e, moves := &r.entry, r.know().moves
	if len(moves) == 0 {
		return m
	}
	m.left = slices.DeleteFunc(slices.Clone(moves), func(a verify.Move) bool { return !e.parts.Agrees(a.Parts) })
	starts := startsOf(m.left)
	m.starts = len(starts) > 1 || len(starts) == 1 && e.at(stagePiece) == nil
	for m.stage = stageRoll; m.stage < stageNone; m.stage++ {
		s, choices := m.stage, m.choices(m.left)
		open := len(choices) > 1 || len(choices) == 1 && s != stageCategory && s != stageWhich && choices[0].Parts.String() != ""
		switch {
		case e.at(s) != nil || s == stageCard || s == stageWhich && !r.certain():
		case s == stageEnd && len(m.left) == 0 || s == stageRoll && open:
			return m
		case e.unseen(stageEnd) || len(m.left) == 0:
			if s == stageAnswer && r.asks() {
				m.options = answers
				return m
			}
		case open:
			m.options = choices
			r.describe(&m)
			return m
		}
	}
	return m
}

// Option is something that can be chosen.
type Option struct {
	Key    string      // that chooses it; "" if only its name does
	Text   string      // what it is
	Mark   string      // the mark that the log will have
	Choice draw.Choice // where it leads
	Moves  bool        // Choice is set
	Also   []int       // the other spaces where the piece may be
	Asks   bool        // only the answer to the question is missing after it

	Parts notation.Parts `json:"-"` // that it chooses

	actions []verify.Move // that it leads to
	names   []string      // by which it can be typed
	value   string        // of the answer to a prompt
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

// answers are those of a question after an end that is unknown or not legal.
var answers = numbered([]Option{
	{Text: "right", names: []string{"+"}, Parts: notation.Parts{{Role: notation.IsAnswer, Text: "+"}}},
	{Text: "wrong", names: []string{"-"}, Parts: notation.Parts{{Role: notation.IsAnswer, Text: "-"}}},
	{Text: "no question", Parts: notation.Parts{{Role: notation.IsAnswer}}},
})

// describe says how the choices of a stage are shown and entered. An answer that is right comes first.
func (r *Recorder) describe(m *menu) {
	for i := range m.options {
		o := &m.options[i]
		a := &o.actions[0]
		o.Text = o.Parts.String()
		o.names = []string{o.Text}
		switch {
		case m.stage == stageEnd:
			r.describeEnd(o, m.starts)
		case m.stage == stageWhich:
			o.Parts = a.Parts
		case o.Text == "" && a.Pass:
			o.Text, o.names = "pass", []string{"pass"}
		case o.Text == "":
			o.Text, o.names = "no question", nil
		case m.stage == stagePiece:
			r.describePiece(o)
		case m.stage == stageCategory:
			code := o.Parts.Text(notation.IsCategory)
			o.Text, o.names = strings.TrimSpace(code+" "+r.here().Variant().Categories[a.Category]), []string{code}
		case m.stage == stageAnswer && a.Answer == verify.Wrong:
			o.Text, o.names, o.Mark = "wrong", []string{"-"}, a.Due
		case m.stage == stageAnswer:
			o.Text, o.names, o.Mark = "right", []string{"+", "*", "#"}, a.Due
		}
	}
	if m.stage == stageAnswer {
		sort.SliceStable(m.options, func(i, j int) bool { return m.options[i].Text == "right" && m.options[j].Text != "right" })
	}
	numbered(m.options)
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
	if ownPieces(board.Scene(strings.Clone))[label] {
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

// choose takes the parts of an option.
func (r *Recorder) choose(s stage, parts notation.Parts) {
	if s == stageWhich {
		r.finish(parts)
		return
	}
	r.entry.take(s, parts)
	r.advance()
}

// unseen is the unknown part for a stage.
func (r *Recorder) unseen(s stage) notation.Parts {
	q := notation.Part{Role: chooses[s][0], Text: notation.Unknown}
	if s == stageEnd {
		q.Joint = r.joint()
	}
	return notation.Parts{q}
}

// joint has the signs between the roll or the piece, if one is entered, and the rest of the word.
func (r *Recorder) joint() string {
	for _, a := range r.know().moves {
		if len(r.entry.parts) > 0 && len(a.Parts) > 1 {
			return a.Parts[1].Joint
		}
	}
	return ""
}

// advance records the action if nothing is left to choose; the only action of a roll too, unless an action
// has just been taken back.
func (r *Recorder) advance() {
	m := r.next()
	forced := r.entry.at(stageRoll) != nil && r.certain() && !r.held && !r.More
	switch {
	case m.stage == stageEnd && forced && len(m.left) == 1:
		r.choose(stageEnd, m.options[0].Parts)
	case m.stage == stageNone && len(m.left) > 0:
		r.finish(m.left[0].Parts)
	case m.stage == stageNone:
		r.finish(nil)
	}
}

// finish records the action: a legal one, an unknown one, or one in the player's own words.
func (r *Recorder) finish(legal notation.Parts) {
	e := &r.entry
	parts := e.parts
	known := func(q notation.Part) bool { return q.Text != notation.Unknown }
	switch {
	case !slices.ContainsFunc(parts, known):
		r.put(notation.Unknown)
		return
	case legal != nil && !e.unseen(stageEnd):
		parts = r.withSecrets(legal)
	case !e.unseen(stageEnd):
		parts = r.due(parts.Without(notation.IsCard))
	}
	for _, q := range e.parts {
		if q.Role == notation.IsCard || !known(q) {
			parts = parts.With(q)
		}
	}
	r.put(parts.String())
}

// due is an action in the player's own words with the marks that it needs.
func (r *Recorder) due(own notation.Parts) notation.Parts {
	a, ok := r.here().Read(own.String())
	if right := own.Text(notation.IsAnswer) == "+"; !ok || !a.Done || !right && (a.Answer != verify.NoQuestion || a.Path != nil) {
		return own
	}
	return r.parts(r.here().Notation().Write(a))
}

// withSecrets is a legal action with the mark that it needs under the sealed secrets.
func (r *Recorder) withSecrets(legal notation.Parts) notation.Parts {
	sealed, p := r.Unrevealed(), r.here().Fork()
	for _, s := range sealed {
		p.Line(notation.ParseLine("secret "+s.Handle+" "+s.Number, 1))
	}
	if a, ok := p.Read(legal.Without(notation.IsMark).String()); ok && len(sealed) > 0 {
		return r.parts(p.Notation().Write(a))
	}
	return legal
}
