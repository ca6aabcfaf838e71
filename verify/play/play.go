// Package play lets chance play games and writes them down.
package play

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/verify"
)

// Policy is how a player chooses among legal actions.
type Policy uint8

const (
	Random Policy = iota // every legal action of the roll is as likely as any other
	Eager                // one of those that help most to win
)

// Options say how chance plays a game.
type Options struct {
	Policy Policy
	Right  int // how many of a hundred questions are answered right
	Limit  int // the turn after which a game is broken off
	Round  int // the number of the game, for its tags
	// Unknown is how likely a word of the log is to have an unknown part, from 0 to 1.
	Unknown float64
}

// Played is a game that chance has played to its end.
type Played struct {
	Log     string   // canonical, as fmt would write it
	Players []string // who can win: the players in seating order, or the sides
	By      []string // who plays for each of them, by the tags of colours; "" where none says so
	Turns   int
	Idle    int // turns that brought their player no nearer to winning
	Result  string
	Winners []string // nil if the game was broken off
	Ending  string   // what the deciding action was to its player, or "a shared win", "no move left" or "the turn limit"
}

// Game lets chance play a game. The same chance gives the same game, on every machine.
func Game(r *verify.Reader, h verify.Header, chance *rand.Rand, o Options) (*Played, error) {
	for _, tag := range h.Tags {
		if slices.Contains([]string{"Rules", "Event", "Round", "Termination", "Result"}, tag[0]) {
			return nil, fmt.Errorf("the tag %s is not to be given: it is written with the game", tag[0])
		}
	}
	game, err := begin(r, &h, chance)
	if err != nil {
		return nil, err
	}
	p := &playing{Replay: game, chance: chance, options: &o, played: &Played{Players: h.Players}}
	if h.Sides != "" {
		p.played.Players = strings.Split(strings.ReplaceAll(h.Sides, " ", ""), ",")
	}
	for _, side := range p.played.Players {
		var by []string
		for handle := range strings.SplitSeq(side, "+") {
			if who := game.PlayedBy(handle); who != "" && !slices.Contains(by, who) {
				by = append(by, who)
			}
		}
		p.played.By = append(p.played.By, strings.Join(by, ", "))
	}
	p.play()
	p.end()
	p.played.Log = p.log(&h)
	return p.played, nil
}

// begin sets up a game. Where the players roll for the first turn, it adds their rolls to the header.
func begin(r *verify.Reader, h *verify.Header, chance *rand.Rand) (*verify.Replay, error) {
	game, err := r.Begin(*h)
	if err != nil {
		return nil, err
	}
	if h.Setup != "" {
		return game, nil
	}
	if order, _, rolled := game.Notation().Order(func() int { return 1 + chance.IntN(6) }); rolled {
		h.Opening = append(slices.Clip(h.Opening), order)
		if found := game.Line(notation.ParseLine(order, 1)).Findings; len(found) > 0 {
			return nil, errors.New(found[0].Message)
		}
	}
	return game, nil
}

// playing is a game that is being played.
type playing struct {
	*verify.Replay
	chance  *rand.Rand
	options *Options
	played  *Played
	body    []byte   // the turn lines
	words   [][2]int // where the words are in body, if some of them are blanked
	stuck   int      // the last turns, as far as their players could not move
	endless bool     // the last turn was broken off
}

// mostActions is how many actions one turn of a game that chance plays may have. Rules under which a turn may never
// end are refused, but a game may begin with a position from which it cannot.
const mostActions = 10_000

// play plays turns until the game is over, reaches the limit, or stops because no player can move.
func (p *playing) play() {
	o, handles := p.options, p.Handles()
	for c := p.Clock(); c.Phase != rules.Over && p.played.Turns < o.Limit && p.stuck < len(handles) && !p.endless; c = p.Clock() {
		p.played.Turns++
		p.body = append(append(strconv.AppendInt(p.body, int64(c.Number), 10), ". "...), handles[c.Seat]...)
		if !p.turn(c) {
			p.played.Idle++
		}
		p.body = append(p.body, '\n')
	}
}

// turn plays a turn. It reports whether the turn brought its player nearer to winning.
func (p *playing) turn(turn rules.Clock) (gained bool) {
	actions := 0
	for c := turn; c.Phase != rules.Over && c.Seat == turn.Seat && c.Number == turn.Number; c = p.Clock() {
		if actions++; actions > mostActions {
			p.endless = true
			break
		}
		p.body = append(p.body, ' ')
		begin := len(p.body)
		var d verify.Picked
		p.body, d = p.Tree().Pick(p.body, p.chance, p.options.Policy == Eager, p.options.Right)
		if p.options.Unknown > 0 {
			p.words = append(p.words, [2]int{begin, len(p.body)})
		}
		gained = gained || d.Gain
		if p.stuck++; !d.Stuck {
			p.stuck = 0
		}
		p.played.Ending = cmp.Or(p.played.Ending, string(d.Ending))
	}
	return gained
}

// end notes how the game came out.
func (p *playing) end() {
	g, outcome := p.played, p.Outcome()
	g.Result, g.Winners = outcome.String(), outcome.Winners
	switch {
	case outcome.Winners == nil && p.stuck == len(p.Handles()):
		g.Ending = "no move left"
	case outcome.Winners == nil:
		g.Ending = "the turn limit"
	case len(outcome.Winners) > 1:
		g.Ending = "a shared win"
	}
}

// log writes the game down.
func (p *playing) log(h *verify.Header) string {
	tags := append(h.InOrder(p.Variant()), [2]string{"Event", "tpnote play"}, [2]string{"Round", strconv.Itoa(p.options.Round)})
	if p.played.Winners == nil {
		tags = append(tags, [2]string{"Termination", "unterminated"})
	}
	tags = append(tags, [2]string{"Result", p.played.Result})
	var log strings.Builder
	log.Grow(len(p.body) + 1<<9)
	log.WriteString(notation.FormatTags(tags...) + "\n")
	for _, line := range h.Opening {
		log.WriteString(line + "\n")
	}
	done := 0
	for _, at := range p.words { // it is the same game, whatever is blanked
		log.Write(p.body[done:at[0]])
		log.WriteString(p.blanked(string(p.body[at[0]:at[1]])))
		done = at[1]
	}
	log.Write(p.body[done:])
	return log.String()
}

// blanked is a word, perhaps with an unknown part.
func (p *playing) blanked(word string) string {
	if p.chance.Float64() >= p.options.Unknown {
		return word
	}
	if ways := p.Notation().Blanks(word); len(ways) > 0 {
		return ways[p.chance.IntN(len(ways))]
	}
	return word
}
