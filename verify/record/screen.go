package record

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"

	"tpnote/rules"
	"tpnote/verify"
)

// Screen is everything that the recorder shows.
type Screen struct {
	Title string   // of the variant
	Head  string   // whose turn it is
	Log   []string // the last lines of the log, or those around the action that is changed
	At    int      // which of Log the next action goes to; -1 for after them
	Question
	Word   string   // the parts of the action that are entered
	Picked int      // which of Options is picked, from 1; 0 for none
	Said   []string // the result of the last key
	Wrong  []string // why the action is not legal
	Found  string   // what is wrong with the log, in a line
	Meant  []string // corrections of the first error; f applies one
	Keys   []Command
	Help   string // all keys, if the player asked for them
	Names  bool   // the board names the spaces
	Replay *verify.Replay

	Pieces bool // the answer is a piece
	Froms  bool // an illegal end is written with the space where the piece comes from
	Unseen bool // the answer can be ?, for a part that was not seen
}

// Command is a key that matters now, and what it does.
type Command struct{ Key, Does string }

// logLines is how many lines of the log a screen has.
const logLines = 12

// Screen describes the screen.
func (r *Recorder) Screen() Screen {
	s := r.position()
	s.Said, s.Names = r.said, r.names
	if r.help {
		s.Help = helpText
		s.Keys = []Command{{"any key", "back"}}
		return s
	}
	switch {
	case r.asking():
		r.showPrompt(&s)
	case r.refused != nil:
		s.Ask, s.Keys = "Record it anyway?", []Command{{"enter", "record it, with a ruling"}, {"?", "not seen"}, {"esc", "back"}}
		s.Word = r.refused.words
		for _, f := range r.refused.wrong {
			s.Wrong = append(s.Wrong, f.Message)
		}
	default:
		r.showEntry(&s)
	}
	return s
}

// Table is the screen for the other people at the table: the end of the log, without the action
// that is half entered.
func (r *Recorder) Table() Screen {
	end := *r
	end.toEnd()
	return end.position()
}

// position describes the position where the next action goes.
func (r *Recorder) position() Screen {
	s := Screen{Title: "tpnote record " + r.draft.Name, At: -1, Replay: r.here()}
	if s.Replay != nil {
		s.Title = s.Replay.Variant().Title
	}
	s.Head = r.head(s.Replay)
	r.showLog(&s)
	r.showFound(&s)
	return s
}

// head says whose turn it is.
func (r *Recorder) head(p *verify.Replay) string {
	switch {
	case r.blank():
		return "a new log"
	case p == nil:
		return "no position: turns are missing, or the tags are wrong"
	case r.at != live:
		t, doing, before := r.turn(r.at.line), "changing turn ", ""
		if r.at.side {
			doing = "another move for turn "
		}
		if r.at.insert {
			before = "before "
		}
		return doing + strconv.Itoa(t.Number) + ", " + t.Handle.Text + ", " + before + t.Actions[r.at.action].Text
	case p.InGap():
		return "some turns are missing here"
	case p.Over():
		return "the game is over: " + r.cached.allowed.result
	}
	text := "turn " + r.turnHead(p)
	if p.Clock().Phase == rules.Open {
		text += " goes on"
	}
	if r.cached.allowed.over {
		text += ", unless the game is over"
	}
	if n := p.Size(); n > 1 {
		text += " · one of " + strconv.Itoa(n) + " positions that fit"
	}
	return text
}

// quickly is how many lines a game may have for the screen to look for corrections at every change.
// In a longer game only the key f does.
const quickly = 2000

// showFound shows the first error of the log and its corrections.
func (r *Recorder) showFound(s *Screen) {
	found := r.Summary()
	if g := r.game(); g.After()-g.Base() <= quickly {
		found = r.Meant()
	}
	errors := slices.DeleteFunc(slices.Clone(found.Findings), func(f verify.Finding) bool { return f.Severity != verify.SeverityError })
	if len(errors) == 0 {
		return
	}
	first := &errors[0]
	if s.Found = first.Message; first.Turn > 0 {
		s.Found = "turn " + strconv.Itoa(first.Turn) + ": " + s.Found
	}
	if len(errors) > 1 {
		s.Found = strconv.Itoa(len(errors)) + " errors; " + s.Found
	}
	for _, m := range first.Readings {
		s.Meant = append(s.Meant, m.Message)
	}
}

// showLog shows the lines around the place of the next action.
func (r *Recorder) showLog(s *Screen) {
	g := r.game()
	from, to := g.Body(), g.After()
	if r.at != live {
		to = min(to, r.at.line+logLines/2)
	}
	for i := to - 1; i >= from && len(s.Log) < logLines; i-- {
		text := r.draft.Line(i)
		if strings.TrimSpace(text) == "" {
			continue
		}
		if s.Log = slices.Insert(s.Log, 0, text); i == r.at.line || s.At >= 0 {
			s.At++
		}
	}
}

// showPrompt shows a question.
func (r *Recorder) showPrompt(s *Screen) {
	p := &r.ask
	s.Question = p.Question
	s.Keys = []Command{{"enter", "take it"}, {"esc", "leave it"}, {"f1", "help"}}
	switch {
	case p.opening && r.opens():
		s.Keys[1].Does = "leave"
	case p.opening:
		s.Keys[1].Does = "back"
	}
	if p.Secret {
		s.Typed, s.After = strings.Repeat("*", len(p.Typed)), strings.Repeat("*", len(p.After))
	}
}

// questions are what each stage asks. The one of the roll names the dice.
var questions = [stageNone + 1]Question{
	stageWord:     {Ask: "What do you know?"},
	stageRoll:     {Hint: "1 to 6; ? if it was not seen"},
	stagePiece:    {Ask: "Which piece?", Hint: "its number; for the other player's, b7"},
	stageEnd:      {Ask: "Where to?", Hint: "a number, or the name of the space; ? if it was not seen"},
	stageCategory: {Ask: "Which category?"},
	stageAnswer:   {Ask: "Right or wrong?", Hint: "+ or -; ? if it was not seen; before it the card, as @a17"},
	stageWhich:    {Ask: "Which of these?"},
}

// showEntry shows the action that is entered.
func (r *Recorder) showEntry(s *Screen) {
	e, p, m := &r.entry, s.Replay, r.next()
	stage := m.stage
	s.Question = questions[stage]
	s.Options, s.Picked, s.Typed, s.Word = m.options, e.cursor, e.typed, r.entered(m.left)
	s.Rolls, s.Pieces, s.Froms = stage == stageRoll, stage == stagePiece, stage == stageEnd && m.starts
	first := s.Rolls || s.Pieces && !e.begun()
	s.Unseen = first || (stage == stageEnd || stage == stageAnswer) && e.typed == ""
	s.Keys = []Command{{"esc", "back"}, {"f1", "help"}}
	switch {
	case r.blank():
		s.Ask = ""
	case stage == stageWord && p != nil && p.Over():
		s.Ask = "The game is over."
		s.Keys = []Command{{"u", "back"}, {":", "turn"}, {";", "comment"}, {"h", "help"}, {"q", "quit"}}
	case stage == stageWord:
		s.Keys = []Command{{"w", "write"}, {"s", "position"}, {"u", "back"}, {"h", "help"}, {"q", "quit"}}
	case first:
		s.Keys = []Command{{"u", "back"}, {"U", "again"}, {":", "turn"}, {"tab", "player"}, {";", "text"}, {"h", "help"}, {"q", "quit"}}
	case stage == stageEnd:
		s.Keys = append(s.Keys, Command{"N", "names"})
	}
	if s.Rolls {
		s.Ask = "The " + p.Notation().Throw() + "?"
	}
	if first {
		s.Hint += r.orTurn(p)
	}
	if r.at != live && !e.begun() {
		s.Keys = []Command{{"left right", "actions"}, {"x", "remove"}, {"i", "insert"}, {"esc", "to the end"}, {"f1", "help"}}
	}
	if r.ReadOnly != "" {
		s.Keys = []Command{{"left right", "actions"}, {":", "turn"}, {"n", "finding"}, {"h", "help"}, {"q", "quit"}}
		s.Ask, s.Hint = "You can only look: "+r.ReadOnly, ""
	}
}

// entered is the action that is half entered: a legal end as a player would say it, any other as it is written.
func (r *Recorder) entered(left []verify.Move) string {
	e := &r.entry
	if e.at(stageEnd) == nil || e.unseen(stageEnd) || len(left) == 0 {
		return e.parts.String()
	}
	said := strings.TrimSpace(e.at(stageRoll).String() + " " + r.here().Board().Choice(left[0].Action).Brief)
	return said + append(e.at(stageCategory), e.at(stageCard)...).String()
}

// orTurn names the other players whose turn it can be, where parts of the record are unknown.
func (r *Recorder) orTurn(p *verify.Replay) string {
	var others []string
	now, seats := int(p.Clock().Seat), r.cached.allowed.seats
	for _, seat := range seats {
		if seat != now {
			others = append(others, p.Handles()[seat])
		}
	}
	if others == nil || !slices.Contains(seats, now) {
		return ""
	}
	return "; tab if it is the turn of " + verify.OrList(others)
}

// helpText lists the keys.
//
//go:embed keys.txt
var helpText string
