// Package record writes a log while a game is played: a Recorder takes keys, writes their actions into a draft, and
// describes the screen. It has no terminal, no file and no clock. So the terminal, --plain and the page in a browser
// record by the same steps, with the same words, order and refusals, and tests can press any keys.
//
// A key is a character, or a name: enter, esc, backspace, tab, space, up, down, left, right, home, end, f1.
// Options.Keep saves the text after every key that changes it, before the caller shows the screen.
package record

import (
	"cmp"
	random "crypto/rand"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/rules/variant"
	"tpnote/verify"
	"tpnote/verify/draft"
	"tpnote/verify/draw"
)

// Options are what a Recorder begins with.
type Options struct {
	Library   *variant.Library // the variants that can be chosen
	Answers   Answers          // to the questions before the first turn
	Sealed    []Sealed         // the secrets of the text's commit lines
	Salt      func() string    // makes a secret unguessable; nil: by chance
	Chance    *rand.Rand       // sets up the pieces if the players ask for that; nil: a new one
	BestFirst bool             // lists the best moves first, not in the order of the board
	ReadOnly  string           // why nothing may be changed; "" if it may
	Watch     func(draft.Edit) // receives every edit that the recorder makes; nil for none
	// Keep saves a text that has changed; nil for none. If it fails, the change is taken back.
	Keep func(*Recorder) error
}

// Answers answer the questions before the first turn; "" leaves one to be asked.
type Answers struct {
	Game, Variant string
	Players       string // as the Players tag has them, or how many
	Sides, Setup  string // tags; never asked for
	Secrets       string // sealed, open, none
	Tags          [][2]string
	Lines         []string // lines before the first turn
}

// Sealed is a secret that the log has as a commit line, until it is revealed.
type Sealed struct{ Handle, Number, Salt string }

// Recorder is a log that is being written. It serves one goroutine.
type Recorder struct {
	Options
	More bool // the caller has more keys of the same line: no action records itself yet

	draft *draft.Draft
	undo  []step
	redo  []step

	at    slot           // where the next action goes
	entry notation.Parts // that are chosen of an action, in the order of the choices
	ask   question
	pending
	said     []string // what the last key led to
	names    bool     // spaces are to be named
	help     bool
	held     bool // the last change took one back: until the next one, no action records itself
	finished bool
	changes  int // of the text so far
	cached   cache
}

// pending is what the players have answered and the text does not have. It is taken back with the changes of the text.
type pending struct {
	answers Answers
	rules   *variant.Variant // that answers.Variant names; nil until it is looked up
	passed  []string         // the questions before the first turn that were passed over
	rolls   []int            // for the first turn, in the order in which they fell
	seat    int              // of who takes the next turn; -1 for whose turn it is
}

// cache is what is known of the text as it is.
type cache struct {
	changes int
	at      slot
	seat    int
	replay  *verify.Replay
	allowed allowed
	moves   []verify.Move // the legal actions: in the order of the board, so that a player finds them again, or best first
}

// New continues the log of a draft, or begins one if the text is blank. A caller who edits the draft calls Edited.
func New(o Options, d *draft.Draft) *Recorder {
	o.Chance = cmp.Or(o.Chance, rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())))
	if o.Salt == nil {
		o.Salt = random.Text
	}
	r := &Recorder{Options: o, draft: d, changes: -1}
	r.restart(o.Answers)
	r.keep(0)
	return r
}

// Edited has to be called after an edit of the draft by the caller. The recorder goes to the end of
// the log and forgets the action that was half entered. back says that the edit took an action
// back: until the next one, no action records itself.
func (r *Recorder) Edited(back bool) {
	r.restart(Answers{Secrets: r.answers.Secrets})
	r.held = back
}

// restart continues the log as it is now.
func (r *Recorder) restart(a Answers) {
	*r = Recorder{Options: r.Options, draft: r.draft, at: live, pending: pending{answers: a, seat: -1}, names: r.names, changes: r.changes + 1}
	r.begin()
}

// Text is the log.
func (r *Recorder) Text() []byte { return r.draft.Text() }

// Changes counts how often the text has changed.
func (r *Recorder) Changes() int { return r.changes }

// Finished reports whether the recorder has been left.
func (r *Recorder) Finished() bool { return r.finished }

// keep saves the text if it has changed since an earlier count of its changes. What cannot be saved is taken back.
func (r *Recorder) keep(since int) {
	if r.changes == since || r.Keep == nil {
		return
	}
	if err := r.Keep(r); err != nil {
		if r.held {
			r.move(&r.redo, &r.undo)
		} else {
			r.move(&r.undo, &r.redo)
			r.redo = nil
		}
		r.ask = question{} // it belonged to the change
		r.begin()
		r.said = []string{"Not recorded: " + err.Error()}
	}
}

// Unrevealed are the secrets that the text has sealed and not revealed.
func (r *Recorder) Unrevealed() []Sealed {
	return slices.DeleteFunc(slices.Clone(r.Sealed), func(s Sealed) bool {
		return !r.hasLine("commit", s.Handle) || r.hasLine("reveal", s.Handle)
	})
}

// game is the game that is recorded: the last of the text.
func (r *Recorder) game() *draft.Game { return r.draft.Last() }

// blank reports whether there is no game yet.
func (r *Recorder) blank() bool { return len(r.draft.Games()) == 0 }

// hasLine reports whether the body has a line of a keyword, about a player unless handle is "".
func (r *Recorder) hasLine(keyword, handle string) bool {
	i, _ := r.seek(r.game().Body(), 1, func(line notation.Line) bool {
		words := strings.Fields(line.Text)
		return len(words) > 1 && words[0] == keyword && (handle == "" || words[1] == handle)
	})
	return i >= 0
}

// here is the replay before the next action; nil where there is no position.
func (r *Recorder) here() *verify.Replay { return r.know().replay }

// inOrder sorts moves by roll, by piece (the player's own first), and by the spaces where they begin and end.
func inOrder(p *verify.Replay, moves []verify.Move) {
	board := p.Board()
	foreign := foreignPieces(board.Scene(strings.Clone))
	slices.SortStableFunc(moves, func(a, b verify.Move) int {
		x, y := board.Choice(a.Action), board.Choice(b.Action)
		return cmp.Or(a.Die-b.Die, foreign[a.Piece]-foreign[b.Piece], cmp.Compare(a.Piece, b.Piece), x.From-y.From, x.To-y.To)
	})
}

// foreignPieces has 1 for the label of each piece of another player than the one whose turn it is.
func foreignPieces(s *draw.Scene) map[string]int {
	foreign := map[string]int{}
	for _, piece := range s.Pieces {
		if piece.Owner != s.Actor {
			foreign[piece.Label] = 1
		}
	}
	return foreign
}

// allowed describes the positions that a record with unknown parts allows.
type allowed struct {
	seats  []int  // whose turn it is in one of them, in seating order
	over   bool   // in one of them the game is over
	result string // if it is the same in all of them, else "*"
}

// allows looks through the positions that a replay allows.
func allows(p *verify.Replay) (a allowed) {
	a.result = p.Result()
	p.Fork().Narrow(func(p *verify.Replay) bool {
		if p.Over() {
			a.over = true
		} else {
			a.seats = append(a.seats, int(p.Clock().Seat))
		}
		if p.Result() != a.result {
			a.result = "*"
		}
		return true
	})
	slices.Sort(a.seats)
	a.seats = slices.Compact(a.seats)
	return a
}

// know finds the position where the next action goes.
func (r *Recorder) know() *cache {
	c := &r.cached
	if c.changes == r.changes && c.at == r.at && c.seat == r.seat {
		return c
	}
	*c = cache{changes: r.changes, at: r.at, seat: r.seat}
	var p *verify.Replay
	if r.at == live {
		p = r.game().End()
	} else if ev, ok := r.draft.Event(r.at.line); ok && r.at.action < len(ev.Before) {
		p = ev.Before[r.at.action]
	}
	if r.blank() || p == nil || !p.Ready() {
		return c
	}
	c.allowed = allows(p)
	c.replay = r.seated(p, c.allowed.seats)
	if p = c.replay; !p.Over() && !p.InGap() {
		c.moves = p.Ranked()
		if !r.BestFirst {
			inOrder(p, c.moves)
		}
	}
	return c
}

// seated is the position with the chosen player's turn. Where it is that player's turn, or may be over, the
// positions in which it is another's turn go; else the player takes the turn of another.
func (r *Recorder) seated(p *verify.Replay, seats []int) *verify.Replay {
	allowed := slices.Contains(seats, r.seat)
	if !p.InGap() && len(seats) > 0 && (allowed || p.Over()) {
		seat := seats[0]
		if allowed {
			seat = r.seat
		}
		p = p.Fork()
		p.Narrow(func(one *verify.Replay) bool { return !one.Over() && int(one.Clock().Seat) == seat })
	}
	if r.seat < 0 || allowed {
		return p
	}
	c := p.Clock()
	if c.Phase == rules.Open {
		c.Number++
	}
	return cmp.Or(draft.Next(p, strconv.Itoa(int(c.Number))+". "+p.Handles()[r.seat]+" "), p)
}

// Summary has the findings of the game, read as it is written.
func (r *Recorder) Summary() *verify.Summary { return r.game().Summary() }

// Meant has the findings of the verify command: errors come with readings. It takes longer than Summary.
func (r *Recorder) Meant() *verify.Summary {
	s, _ := r.game().Meant()
	return s
}

// say shows the result of a key.
func (r *Recorder) say(lines ...string) { r.said = append(r.said, lines...) }

// Key takes a key.
func (r *Recorder) Key(key string) {
	if r.finished {
		return
	}
	r.said = nil
	before := r.changes
	if key == "space" {
		if key = "enter"; r.asking() && r.ask.Wrong == nil {
			key = " "
		}
	}
	switch {
	case r.help || key == "f1":
		r.help = !r.help
	case r.asking():
		r.typeAnswer(key)
	case r.begun():
		r.enter(key)
	default:
		r.command(key)
	}
	r.end(before)
}

// end asks the next question after a key, and saves the text if it has changed since an earlier count of its changes.
func (r *Recorder) end(before int) {
	if r.changes != before {
		r.drop()
	}
	r.begin()
	r.keep(before)
}

// Pick chooses an option of the screen, counted from 1.
func (r *Recorder) Pick(n int) {
	r.ask.Picked = n
	r.Key("enter")
}

// Keys are the keys of a line for a program that reads lines: its characters, or one that is named, as in <esc>.
func Keys(line string) []string {
	if name, ok := strings.CutPrefix(line, "<"); ok && strings.HasSuffix(name, ">") {
		return []string{strings.TrimSuffix(name, ">")}
	}
	return variant.Each([]rune(line), func(c rune) string { return strings.Replace(string(c), " ", "space", 1) })
}
