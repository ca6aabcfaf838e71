package view

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/gif"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"

	"tpnote/notation"
	"tpnote/rules"
	"tpnote/verify"
	"tpnote/verify/draw"
	"tpnote/verify/games"
	"tpnote/verify/internal/logtest"
)

// all are the options of the tests: the program's games.
var all = verify.Options{Games: games.All}

// film shoots the first game of a log in testdata.
func film(t testing.TB, path string) *Film {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../testdata", path))
	if err != nil {
		t.Fatal(err)
	}
	return shoot(t, string(text), ".")
}

func shoot(t testing.TB, text, dir string) *Film {
	t.Helper()
	f, err := shootGame("test.log", dir, text, 1)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// errNothing is the error of shootGame for a log without the game.
var errNothing = errors.New("no such game")

// shootGame shoots a game of a log, by its number.
func shootGame(name, dir, text string, number int) (*Film, error) {
	for game := range notation.NewReader(strings.NewReader(text)).Blocks() {
		if game.Number == number {
			return Shoot(all, name, dir, game)
		}
	}
	return nil, errNothing
}

// random writes a legal game of the given number of turns.
func random(t testing.TB, variant string, players, turns int) string {
	t.Helper()
	r := logtest.NewReader(t, all)
	chance := rand.New(rand.NewPCG(1, uint64(players)))
	h := verify.Header{Variant: variant}
	lib := logtest.Library()
	v, err := lib.Open(variant, ".")
	if err != nil {
		t.Fatal(err)
	}
	for i := range players {
		h.Players = append(h.Players, fmt.Sprint("P", i))
	}
	switch v.Game {
	case "trouble":
		h.Players = v.Board["colours"].Words[:players]
	case "trespass":
		h.Opening = []string{"place P0 7 3 0 1 5 / 2 8 4 9 6", "place P1 5 1 0 3 7 / 6 9 4 8 2"}
	}
	table, err := r.Begin(h)
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	fmt.Fprintf(&log, "[Game %q]\n[Variant %q]\n[Players %q]\n%s", v.Game, variant, strings.Join(h.Players, ", "), strings.Join(h.Opening, "\n"))
	last := int32(0)
	for {
		c := table.Clock()
		if c.Phase == rules.Over || int(c.Number) > turns {
			return log.String() + "\n"
		}
		if c.Number != last {
			fmt.Fprintf(&log, "\n%d. %s", c.Number, h.Players[c.Seat])
			last = c.Number
		}
		legal := table.Legal()
		move := legal[chance.IntN(len(legal))]
		log.WriteString(" " + move.Word)
		table.Play(move.Word)
	}
}

// TestEveryGameIsDrawn draws a random game of every built-in variant with every back end.
func TestEveryGameIsDrawn(t *testing.T) {
	for _, name := range logtest.Library().Builtin() {
		t.Run(name, func(t *testing.T) {
			f := shoot(t, random(t, name, 2, 6), ".")
			if n := len(f.Game.Findings); n > 0 {
				t.Fatalf("findings: %s", f.Game.Findings[0].Message)
			}
			for i := range f.Moments {
				checkScene(t, f, i, true)
			}
		})
	}
}

// checkScene draws a moment and looks at what was drawn. A game is ours if it is legal, on
// a built-in board, with players of plain names.
func checkScene(t *testing.T, f *Film, i int, ours bool) {
	t.Helper()
	s := f.Scene(i)
	names := map[string]int{}
	for j := range s.Board.Spaces {
		space := &s.Board.Spaces[j]
		names[space.Name]++
		for _, p := range append(space.Outline, space.At) {
			if p.X < 0 || p.X > draw.Side || p.Y < 0 || p.Y > draw.Side {
				t.Fatalf("%s is drawn outside of the board, at %v", space.Name, p)
			}
		}
	}
	for name, n := range names {
		if n > 1 && !strings.HasSuffix(name, "home") {
			t.Errorf("%d spaces are named %s", n, name)
		}
	}
	move := f.Move(i)
	if ours && f.Moments[i].Who != "" && len(f.Rules(i)) == 0 {
		t.Errorf("%s: no rule allowed it", f.Moments[i].Link)
	}
	var marked []draw.Choice
	for _, c := range f.choicesIn(f.Moments[i].after) {
		marked = append(marked, c.Choice)
	}
	board := s.Text(move, marked, draw.TextOptions{ASCII: true})
	if columns, lines := lipgloss.Size(board); ours && (columns > 56 || lines > 23) { // the last line is empty
		t.Errorf("%d × %d characters do not fit beside the turns on a screen of 80 × 24", columns, lines)
	}
	for _, r := range board + s.Legend(draw.TextOptions{ASCII: true}) {
		if ours && r > 126 {
			t.Fatalf("%q in\n%s", r, board)
		}
	}
	wellFormed(t, strings.NewReader(f.SVG(i, true, true)))
}

func wellFormed(t *testing.T, r io.Reader) {
	t.Helper()
	d := xml.NewDecoder(r)
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// TestPageSize holds that the page of a game of a hundred turns is no more than 200 kB.
func TestPageSize(t *testing.T) {
	for _, name := range []string{"genus-iii", "trouble-official", "trespass-1974"} {
		players := map[string]int{"genus-iii": 6, "trouble-official": 4, "trespass-1974": 2}[name]
		f := shoot(t, random(t, name, players, 100), ".")
		var page bytes.Buffer
		if err := Page(&page, []*Film{f}, PageOptions{}); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d moments, %d kB", name, len(f.Moments), page.Len()/1000)
		if page.Len() > 200_000 {
			t.Errorf("%s: the page has %d bytes", name, page.Len())
		}
	}
}

// TestMainLine holds that what is drawn as the game is the game: a side line, its faults and what the
// record leaves open are drawn as what they are.
func TestMainLine(t *testing.T) {
	f := shoot(t, `[Game "trouble"]
[Players "Red, Blue"]
1. Red 6:home-re0 ?:re0-re4
2. Blue 3:pass
(
2. Blue 6:home-bl0 2:bl0-bl5
)
`, ".")
	if end := &f.Moments[f.End()]; end.Turn != 2 || end.Side != 0 {
		t.Errorf("the end is turn %d, %d deep in side lines", end.Turn, end.Side)
	}
	if at, ok := f.MomentOf("2"); !ok || at != f.End() {
		t.Errorf("turn 2 ends at moment %d, %t; want %d", at, ok, f.End())
	}
	shown, left := f.frames()
	if !slices.Equal(shown, []int{0, 1, 2, 3}) || left != 0 {
		t.Errorf("the frames are %d, and %d are left out", shown, left)
	}
	picture := func(moment int) string { return f.SVG(moment, false, false) }
	for moment, want := range map[int]string{2: "Perhaps this move; not written down", 4: "Instead: 2. Blue", 5: "✗ Not legal: "} {
		if !strings.Contains(picture(moment), want) {
			t.Errorf("the picture of moment %d does not say %q", moment, want)
		}
	}
	count := func(svg string) int { return strings.Count(svg, `class="route"`) }
	if certain, perhaps := count(picture(1)), count(picture(2)); perhaps < 2 || certain > 1 {
		t.Errorf("%d dashes for an unknown action, %d lines for a known one", perhaps, certain)
	}
}

// TestPiecesComeAndGo holds that a page has an element for each piece that ever appears, and a place for
// each in its first moment: off the board, and before and after it is in the scene.
func TestPiecesComeAndGo(t *testing.T) {
	for name, text := range map[string]string{
		"no place lines": "[Game \"trespass\"]\n[Players \"Ann, Ben\"]\n1. Ann A8:c2-e4\n2. Ben B0:e5^e3\n",
		"a player left":  "[Game \"trouble\"]\n[Players \"Red, Blue, Green\"]\n1. Red 6:home-re0 2:re0-re2\nleave Green\n2. Blue 3:pass\n",
		"a player is back": "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n[Setup \"1 Red Red=home,home,home,re3 Blue=out\"]\n1. Red 2:re3-re5\n" +
			"state 2 Red Red=home,home,home,re5 Blue=home,home,home,home\n",
	} {
		f := shoot(t, text, ".")
		d := (&pageData{words: map[string]int{}, laws: map[Law]int{}, legal: map[string]int{}}).film(f)
		most := 0
		for i := range f.Moments {
			most = max(most, len(f.Scene(i).Pieces))
		}
		if got := strings.Count(d.piecesHTML(f.Scene(0)), `class="moves"`); got < most {
			t.Errorf("%s: %d elements for %d pieces", name, got, most)
		}
		if first := d.Moments[0]; len(first.At) != 5*len(d.Pieces) {
			t.Errorf("%s: the first moment places %d of %d pieces", name, len(first.At)/5, len(d.Pieces))
		}
	}
}

const hostile = `[Game "trivial-pursuit"]
[Players "Ann, Ben"]
[Event "</title><script>alert(1)</script>"]
[Site "\u202eevil` + "\x1b[31m" + `"]
1. Ann 6:br- ; </script><img src=x onerror=alert(1)>` + "\x1b]0;pwned\a \u202e" + `
2. Ben "><svg/onload=alert(1)>
`

// TestHostileText holds that what a log's author wrote is shown, and never run.
func TestHostileText(t *testing.T) {
	f := shoot(t, hostile, ".")
	var page bytes.Buffer
	if err := Page(&page, []*Film{f}, PageOptions{Quiz: true}); err != nil {
		t.Fatal(err)
	}
	svg := f.SVG(len(f.Moments)-1, false, true)
	wellFormed(t, strings.NewReader(svg))
	for what, text := range map[string]string{"page": page.String(), "svg": svg} {
		for _, bad := range []string{"\x1b]", "\x1b[31m", "\u202e", "<img", "<svg/onload", "<script>alert"} {
			if strings.Contains(text, bad) {
				t.Errorf("%s: %q gets through", what, bad)
			}
		}
	}
	if n := strings.Count(page.String(), "</script>"); n != 2 {
		t.Errorf("the page ends %d scripts, and has 2", n)
	}
}

// TestNoActions shows and asks about words that are no actions.
func TestNoActions(t *testing.T) {
	for _, head := range []string{
		"[Game \"heisey-mania\"]\n[Players \"Ann, Ben\"]\n",
		"[Game \"trouble\"]\n[Players \"Red, Blue\"]\n",
		"[Game \"trespass\"]\n[Players \"Ann, Ben\"]\nplace Ann 1 3 0 4 5 / 7 2 8 9 6\nplace Ben 1 2 3 4 5 / 6 7 8 9 0\n",
	} {
		_, players, _ := strings.Cut(head, "Players \"")
		who, _, _ := strings.Cut(players, ",")
		f := shoot(t, head+"1. "+who+" x 6 6: : é # 6:# A8: A8\n", ".")
		if err := Page(io.Discard, []*Film{f}, PageOptions{Quiz: true}); err != nil {
			t.Error(err)
		}
		for i := range f.Moments {
			checkScene(t, f, i, false)
		}
	}
}

// TestGarbage makes pages of logs in which signs and words stand where they do not belong.
func TestGarbage(t *testing.T) {
	logs, err := filepath.Glob("../../testdata/*/*.log")
	if err != nil || len(logs) == 0 {
		t.Fatalf("no logs: %v", err)
	}
	chance := rand.New(rand.NewPCG(3, 4))
	bits := []string{" ", "\n", "{.}", "{", ";", "#", "-", "^", "x", "*", ":", "7", "é", "\x1b[1m", "home", "hub", "re0", "c2", "6:", "A7:", " state ", " pass "}
	pages := 0
	for range 80 {
		text, err := os.ReadFile(logs[chance.IntN(len(logs))])
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.SplitAfter(string(text), "\n")
		log := strings.Join(lines[:min(30, len(lines))], "")
		for range 1 + chance.IntN(12) {
			at := chance.IntN(len(log))
			log = log[:at] + bits[chance.IntN(len(bits))] + log[min(len(log), at+chance.IntN(3)):]
		}
		f, err := shootGame("garbage.log", "../../testdata/wheel", log, 1)
		if err != nil {
			continue // there is nothing to look at
		}
		pages++
		if err := Page(io.Discard, []*Film{f}, PageOptions{Quiz: true}); err != nil {
			t.Errorf("%v: of the log\n%s", err, log)
		}
		for i := range f.Moments {
			checkScene(t, f, i, false)
		}
	}
	if pages < 30 {
		t.Errorf("%d pages", pages)
	}
}

// TestGIF looks at the animation of a short game.
func TestGIF(t *testing.T) {
	f := film(t, "wheel/mistake.log")
	var out bytes.Buffer
	if left, err := f.GIF(&out, true); err != nil || left != 0 {
		t.Fatalf("%d moments left, %v", left, err)
	}
	g, err := gif.DecodeAll(&out)
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Image) != len(f.Moments) {
		t.Errorf("%d frames for %d moments", len(g.Image), len(f.Moments))
	}
	if g.LoopCount != 0 || g.Delay[len(g.Delay)-1] != rest {
		t.Errorf("it is shown %d times more, and rests for %d", g.LoopCount, g.Delay[len(g.Delay)-1])
	}
}

// TestLinks holds that every moment is reached by its link, and no two by the same.
func TestLinks(t *testing.T) {
	for _, path := range []string{"lessons/genus-iii.log", "lessons/trouble.log", "lessons/trespass.log", "wheel/recovery.log"} {
		f := film(t, path)
		for i := range f.Moments {
			if at, ok := f.links[f.Moments[i].Link]; !ok || at != i {
				t.Errorf("%s: #%s leads to moment %d, not %d", path, f.Moments[i].Link, at, i)
			}
		}
		if at, _ := f.MomentOf(strconv.Itoa(f.Moments[1].Turn)); f.Moments[at].Turn != f.Moments[1].Turn {
			t.Errorf("%s: after turn %d comes moment %d", path, f.Moments[1].Turn, at)
		}
	}
}

// TestFindingsHaveTheirMoment holds that no finding is lost, and that it stands where it
// happened.
func TestFindingsHaveTheirMoment(t *testing.T) {
	f := film(t, "lessons/genus-iii.log")
	seen := 0
	for _, m := range f.Moments {
		seen += len(m.Findings)
	}
	if seen != len(f.Game.Findings) || seen == 0 {
		t.Errorf("%d findings are shown, of %d", seen, len(f.Game.Findings))
	}
	at := f.links["3.2"]
	if len(f.Moments[at].Findings) != 1 || f.Game.Findings[f.Moments[at].Findings[0]].Code != "reentry" {
		t.Errorf("3.2 has the findings %v", f.Moments[at].Findings)
	}
}

func TestRoutes(t *testing.T) {
	f := film(t, "lessons/genus-iii.log")
	for link, want := range map[string]string{
		"1.1": "hub, br1, br2, br3, br4, br5, br",
		"4.6": "or2, or1, hub, bl1, bl2, bl3",
		"6.1": "bl3, bl2, bl1, hub", // too high a roll, and believed
	} {
		at := f.links[link]
		if got := f.Scene(at).Way(f.Move(at)); got != want {
			t.Errorf("%s went %s; want %s", link, got, want)
		}
	}
	f = film(t, "lessons/trouble.log")
	at := f.links["21.1"]
	if m := f.Move(at); len(m.Sent) != 1 || f.Scene(at).Board.Spaces[m.Sent[0]].Name != "gr0" {
		t.Errorf("21.1: sent home from %v", m.Sent)
	}
}

// TestQuiz holds every question against the engine.
func TestQuiz(t *testing.T) {
	for _, path := range []string{"lessons/genus-iii.log", "lessons/trouble.log", "lessons/trespass.log"} {
		f := film(t, path)
		quiz := f.ask(12)
		if len(quiz) < 5 {
			t.Errorf("%s: %d questions", path, len(quiz))
		}
		for _, q := range quiz {
			m := &f.Moments[q.Moment]
			legal := map[string]bool{}
			for _, c := range f.choicesIn(m.before) {
				if c.Die == m.action.Die {
					legal[c.Brief] = true
				}
			}
			rights := 0
			for _, o := range q.Options {
				if o.Right {
					rights++
				}
				if strings.Contains(q.Ask, "legal") {
					if o.Right != legal[o.Text] {
						t.Errorf("%s %s: %q is said to be right: %v", path, q.Ask, o.Text, o.Right)
					}
					if o.Why == "" {
						t.Errorf("%s: no reason for %s", q.Ask, o.Text)
					}
				}
			}
			if rights == 0 {
				t.Errorf("%s: nothing is right", q.Ask)
			}
		}
	}
}

// TestAuthoredQuiz holds that the questions of a lesson come after the steps that teach them,
// and not shown as comments.
func TestAuthoredQuiz(t *testing.T) {
	f := film(t, "lessons/first-trouble.log")
	quiz := f.Quiz()
	if len(quiz) != 4 {
		t.Fatalf("%d questions", len(quiz))
	}
	if link := f.Moments[quiz[0].Moment-1].Link; link != "2.2" || quiz[0].Kind != PickOne {
		t.Errorf("the first question follows %s, and its answer is a %s", link, quiz[0].Kind)
	}
	if q := quiz[1]; q.Kind != PickPlace || len(q.Hints) != 1 {
		t.Errorf("%s: %s, %d hints", q.Ask, q.Kind, len(q.Hints))
	}
	for _, o := range quiz[1].Options {
		if o.Right != (o.Text == "home to bl0") || o.Why == "" {
			t.Errorf("%s is right: %v; %q", o.Text, o.Right, o.Why)
		}
	}
	for i := range f.Moments {
		for _, c := range f.Moments[i].Comments {
			if strings.Contains(c, "ask ") || strings.Contains(c, "answer ") {
				t.Errorf("a question among the comments: %s", c)
			}
		}
	}
}

func TestOfNoBoard(t *testing.T) {
	if _, err := shootGame("x", ".", "[Game \"chess\"]\n[Players \"A, B\"]\n1. A e4\n", 1); !errors.Is(err, errBlind) {
		t.Error("a game of chess was drawn")
	}
}

// TestEveryLog makes a page of every game of every log in testdata, good or bad; only a
// game without a position is none to look at.
func TestEveryLog(t *testing.T) {
	logs, err := filepath.Glob("../../testdata/*/*.log")
	if err != nil || len(logs) == 0 {
		t.Fatalf("no logs: %v", err)
	}
	pages := 0
	for _, path := range logs {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for number := 1; number <= 2; number++ { // witnesses are many, and alike
			f, err := shootGame(path, filepath.Dir(path), string(text), number)
			if errors.Is(err, errNothing) {
				break
			} else if errors.Is(err, errBlind) {
				continue
			} else if err != nil {
				t.Fatal(err)
			}
			pages++
			if err := Page(io.Discard, []*Film{f}, PageOptions{Quiz: true}); err != nil {
				t.Errorf("%s: game %d: %v", path, number, err)
			}
			for i := number - 1; i < len(f.Moments); i += 4 {
				checkScene(t, f, i, false)
			}
		}
	}
	if pages < 30 {
		t.Errorf("%d pages", pages)
	}
}

// TestLongestFilm holds that a film of a very long game ends with its end, and says what is
// left out.
func TestLongestFilm(t *testing.T) {
	var log strings.Builder
	log.WriteString("[Game \"trouble\"]\n[Players \"Red, Blue\"]\n")
	for turn := range longest + 5 {
		fmt.Fprintf(&log, "%d. %s 3:pass\n", turn+1, []string{"Red", "Blue"}[turn%2])
	}
	log.WriteString("1. Zoe 3:pass\n")
	f := shoot(t, log.String(), ".")
	last := f.Moments[longest-1]
	if len(f.Moments) != longest || last.Line != longest+8 || !strings.HasSuffix(last.Said, "(7 steps before this one are left out: a game of more than 10000 is not shown whole)") || len(last.Findings) == 0 {
		t.Errorf("%d moments; the last: line %d, %q, findings %d", len(f.Moments), last.Line, last.Said, last.Findings)
	}
	if _, found := f.MomentOf(fmt.Sprint(longest + 2)); found {
		t.Error("there is a link to a turn that is left out")
	}
}

// TestFilmOfUnknownTurns holds that a film of many turns that are unknown holds few positions of the later ones.
func TestFilmOfUnknownTurns(t *testing.T) {
	log := "[Game \"trespass\"]\n[Players \"Ann, Ben\"]\n\nplace Ann 0 1 2 3 4 / 5 6 7 8 9\nplace Ben 0 1 2 3 4 / 5 6 7 8 9\n"
	for turn := range 8 {
		log += fmt.Sprintf("%d. %s ?\n", turn+1, []string{"Ann", "Ben"}[turn%2])
	}
	film, err := shootGame("x.log", ".", log, 1)
	if err != nil {
		t.Fatal(err)
	}
	held := map[*verify.Replay]bool{}
	positions := 0
	for _, m := range film.Moments {
		if !held[m.after] {
			positions += m.after.Size()
		}
		held[m.after] = true
	}
	if last := film.Moments[len(film.Moments)-1].after.Size(); positions > mostHeld || last > some {
		t.Errorf("%d positions, %d of them in the last", positions, last)
	}
}

// TestPlayOn holds that a log can begin at every step of the lessons at which there is something to play.
func TestPlayOn(t *testing.T) {
	lessons, err := filepath.Glob("../../testdata/lessons/*.log")
	if err != nil || len(lessons) < 10 {
		t.Fatalf("%d lessons, %v", len(lessons), err)
	}
	for _, lesson := range lessons {
		f := film(t, "lessons/"+filepath.Base(lesson))
		for i, m := range f.Moments {
			if len(f.choicesIn(f.Moments[i].after)) == 0 {
				continue
			}
			log := f.head() + "[Setup \"" + m.after.Position() + "\"]\n\n"
			on := shoot(t, log, filepath.Dir(lesson))
			if found := on.Game.Findings; len(found) > 0 || len(on.choicesIn(on.Moments[0].after)) == 0 {
				t.Errorf("%s, %s: %v\n%s", lesson, m.Link, found, log)
			}
		}
	}
}
