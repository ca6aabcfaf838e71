package record

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"

	"tpnote/rules"
	"tpnote/rules/variant"
	"tpnote/verify"
)

// Screen is everything that the recorder shows.
type Screen struct {
	Title string   // of the variant
	Head  string   // whose turn it is
	Log   []string // the last lines of the log, or those around the action that is changed
	At    int      // which of Log the next action goes to; -1 for after them
	Question
	Said   []string // the result of the last key
	Found  string   // what is wrong with the log, in a line
	Meant  []string // corrections of the first error; f applies one
	Keys   []Command
	Help   string // all keys, if the player asked for them
	Names  bool   // the board names the spaces
	Replay *verify.Replay
}

// Command is a key that matters now, and what it does.
type Command struct{ Key, Does string }

// logLines is how many lines of the log a screen has.
const logLines = 12

// Screen describes the screen.
func (r *Recorder) Screen() Screen {
	s := r.position()
	s.Said, s.Names, s.Keys = r.said, r.names, r.keys()
	if r.help {
		s.Help = helpText
		return s
	}
	s.Question = r.ask.Question
	s.Unseen = s.Unseen && s.Typed == ""
	if s.Secret {
		s.Typed, s.After = strings.Repeat("*", len(s.Typed)), strings.Repeat("*", len(s.After))
	}
	return s
}

// Table is the screen for the other people at the table: the end of the log, without the action that is half entered.
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

// quickly is how long, in lines, a game may be whose corrections the screen shows. Of a longer one only the key f does.
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

// keys are the keys that matter now.
func (r *Recorder) keys() []Command {
	q, idle := &r.ask, !r.begun()
	switch {
	case r.help:
		return []Command{{"any key", "back"}}
	case q.Wrong != nil:
		return []Command{{"enter", "record it, with a ruling"}, {"?", "not seen"}, {"esc", "back"}}
	case r.asking():
		leave := "leave it"
		if q.opening && r.opens() {
			leave = "leave"
		} else if q.opening {
			leave = "back"
		}
		return []Command{{"enter", "take it"}, {"esc", leave}, {"f1", "help"}}
	case r.ReadOnly != "":
		return []Command{{"left right", "actions"}, {":", "turn"}, {"n", "finding"}, {"h", "help"}, {"q", "quit"}}
	case idle && r.at != live:
		return []Command{{"left right", "actions"}, {"x", "remove"}, {"i", "insert"}, {"esc", "to the end"}, {"f1", "help"}}
	case q.stage == stageWord && r.here() != nil && r.here().Over():
		return []Command{{"u", "back"}, {":", "turn"}, {";", "comment"}, {"h", "help"}, {"q", "quit"}}
	case q.stage == stageWord:
		return []Command{{"w", "write"}, {"s", "position"}, {"u", "back"}, {"h", "help"}, {"q", "quit"}}
	case idle && (q.Rolls || q.Pieces):
		return []Command{{"u", "back"}, {"U", "again"}, {":", "turn"}, {"tab", "player"}, {";", "text"}, {"h", "help"}, {"q", "quit"}}
	case q.stage == stageEnd:
		return []Command{{"esc", "back"}, {"f1", "help"}, {"N", "names"}}
	}
	return []Command{{"esc", "back"}, {"f1", "help"}}
}

// entered is the action that is half entered: a legal end as a player would say it, any other as it is written.
func (r *Recorder) entered(left []verify.Move) string {
	if stageEnd.of(r.entry) == nil || stageEnd.of(r.entry).Open() || len(left) == 0 {
		return r.entry.String()
	}
	said := strings.TrimSpace(stageRoll.of(r.entry).String() + " " + r.here().Board().Choice(left[0].Action).Brief)
	return said + append(stageCategory.of(r.entry), stageCard.of(r.entry)...).String()
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
	return "; tab if it is the turn of " + variant.OrList(others)
}

// helpText lists the keys.
//
//go:embed keys.txt
var helpText string
