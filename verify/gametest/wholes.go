package gametest

import (
	"fmt"
	"io"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"tpnote/notation"
	"tpnote/rules/variant"
	"tpnote/verify"
	"tpnote/verify/draw"
	"tpnote/verify/play"
	"tpnote/verify/view"
)

// wholes plays whole games under each built-in variant, as a user of the program does. A number of players
// is either accepted or a finding. Chance brings a game to its end, its log is legal, and a page shows it.
// The words of the legal actions lead where the actions do. In each position the names of the players
// are found, and what is drawn is on the board.
func wholes[S, A comparable](t *testing.T, g *verify.Game[S, A]) {
	options := verify.Options{Games: verify.Games{g}, Keep: true, Narrate: true}
	reader, err := verify.NewReader(options)
	if err != nil {
		t.Fatal(err)
	}
	w := whole{T: t, options: options, reader: reader, chance: rand.New(rand.NewPCG(7, 11))}
	defer func() {
		if p := recover(); p != nil {
			t.Fatalf("%s: panic: %v\n%s", w.at, p, debug.Stack())
		}
	}()
	for _, w.variant = range variant.NewLibrary(g.Family).Variants("") {
		for _, n := range []int{2, 3, 4, 5, 6, 7, 8, 1} { // the first of them suits most games
			w.players(n)
		}
	}
}

// whole is wholes for one variant.
type whole struct {
	*testing.T
	options verify.Options
	reader  *verify.Reader
	variant *variant.Variant
	chance  *rand.Rand
	turns   string // of the game before
	at      string // what is tried
}

// players plays with a number of players. If that is refused, it judges the turns of the game before all the same.
func (w *whole) players(n int) {
	w.at = fmt.Sprintf("%d players of %s", n, w.variant.Name)
	h, err := w.reader.Propose(verify.Header{Variant: w.variant.Name}, n, w.chance)
	if err != nil || len(h.Players) < n {
		return // the game knows no more names
	}
	game, err := w.reader.Begin(h)
	if w.variant.Has("players") && (err == nil) != w.variant.Plays(n) {
		w.Errorf("%s: %v", w.at, err)
	}
	if err != nil {
		g := w.judged(notation.FormatTags(h.InOrder(w.variant)...) + w.turns)
		if !slices.ContainsFunc(g.Findings, func(f verify.Finding) bool { return f.Code == verify.CodePlayers }) {
			w.Errorf("%s: no finding refuses them: %v", w.at, g.Findings)
		}
		return
	}
	w.perft(game)
	const limit = 10_000
	p, err := play.Game(w.reader, h, w.chance, play.Options{Policy: play.Eager, Right: 60, Limit: limit})
	if err != nil || p.Ending == "the turn limit" {
		w.Fatalf("%s: a game does not end within %d turns, %v", w.at, limit, err)
	}
	if g := w.judged(p.Log); g.Verdict() != verify.Legal {
		w.Errorf("%s: chance plays a game that is %s: %v\n%s", w.at, g.Verdict(), g.Findings, p.Log)
	}
	block, _ := notation.CutGame([]byte(p.Log), 1)
	film, err := view.Shoot(w.options, "x.log", ".", block)
	if err == nil {
		err = view.Page(io.Discard, []*view.Film{film}, view.PageOptions{})
	}
	if err != nil {
		w.Errorf("%s: no page: %v", w.at, err)
	}
	_, w.turns, _ = strings.Cut(p.Log, "\n\n")
}

// perft counts the legal actions at the start, and what follows them, in several ways.
func (w *whole) perft(game *verify.Replay) {
	divided := uint64(0)
	for _, m := range game.Legal() {
		below := game.Fork()
		below.Play(m.Word)
		divided += below.Tree().Perft(1)
	}
	if n := game.Tree().Perft(2); n != divided || n != game.Tree().Perft(2) || game.Tree().Perft(1) != uint64(len(game.Legal())) {
		w.Errorf("%s: perft counts %d sequences of two actions, and %d after their words", w.at, n, divided)
	}
}

// judged is the summary of a log, whose positions are drawn.
func (w *whole) judged(log string) *verify.Summary {
	block, _ := notation.CutGame([]byte(log), 1)
	g, _, err := w.reader.Block("x.log", ".", block, w.see)
	if err != nil {
		w.Fatal(err)
	}
	return g
}

// see draws the actions of a line.
func (w *whole) see(ev *verify.Event) {
	for i, before := range ev.Before {
		after := ev.AfterAction(i)
		w.at = fmt.Sprintf("%s in %q by %s", ev.Words[i].Text, before.Position(), w.variant.Name)
		scene, move := after.Board().Scene(strings.Clone), after.Board().Route(before.Board(), ev.Actions[i])
		drawn := append(slices.Clone(move.Route), move.Sent...)
		for _, p := range scene.Pieces {
			drawn = append(drawn, max(p.Space, 0)) // -1 is beside the board
		}
		for _, m := range before.Legal() {
			c := before.Board().Choice(m.Action)
			drawn = append(drawn, max(c.From, 0), max(c.To, 0))
		}
		if slices.Min(drawn) < 0 || slices.Max(drawn) >= len(scene.Board.Spaces) {
			w.Fatalf("%s: a space is drawn that the board does not have: %v, %v", w.at, move, scene.Pieces)
		}
		if handles := after.Handles(); ev.Turn%10 == 1 && w.variant.Plays(len(handles)) {
			scene.Text(move, nil, draw.TextOptions{})
			h, err := w.reader.Propose(verify.Header{Variant: w.variant.Name, Setup: after.Position()}, len(handles), nil)
			if !slices.Equal(h.Players, handles) {
				w.Fatalf("%s: the next position names the players %v, %v", w.at, h.Players, err)
			}
		}
	}
}
