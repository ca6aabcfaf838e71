//go:build e2e

package cmd

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// These tests need a browser, Neovim, tmux, parallel, time, script, sshd, and axe-core, whose script is at
// $AXE. They run as
//
//	AXE=…/node_modules/axe-core/axe.min.js go test -tags e2e ./cmd

// tpnote builds the command and returns its path.
var tpnote = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "tpnote-e2e")
	if err != nil {
		return "", err
	}
	binary := filepath.Join(dir, "tpnote")
	out, err := exec.Command("go", "build", "-o", binary, "./tpnote").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return binary, nil
})

func command(t *testing.T) string {
	t.Helper()
	binary, err := tpnote()
	if err != nil {
		t.Fatal(err)
	}
	return binary
}

// page makes a page of a lesson and opens it in a browser.
func page(t *testing.T, lesson string, flags ...string) (context.Context, string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "game.html")
	args := append([]string{"view", "../testdata/lessons/" + lesson + ".log", "-o", file}, flags...)
	if out, err := exec.Command(command(t), args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	ctx := browse(t)
	do(t, ctx, chromedp.Navigate("file://"+file))
	return ctx, file
}

// browser starts the browser that all tests share. It ends with them.
var browser = sync.OnceValues(func() (context.Context, error) {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.WindowSize(1280, 800))
	ctx, _ := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, _ = chromedp.NewContext(ctx)
	return ctx, chromedp.Do(ctx)
})

// browse opens a window with a storage of its own. The complaints of the browser fail the test.
func browse(t *testing.T) context.Context {
	t.Helper()
	ctx, err := browser()
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := chromedp.NewContext(ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(stop)
	do(t, ctx)
	ctx, stop = context.WithTimeout(ctx, 3*time.Minute)
	t.Cleanup(stop)
	err = chromedp.Listen(ctx, func(event any) {
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			t.Errorf("the page throws %s", e.ExceptionDetails.Text)
		case *runtime.EventConsoleAPICalled:
			t.Errorf("the page writes to the console: %s", e.Type)
		case *cdplog.EventEntryAdded:
			t.Errorf("the browser complains: %s", e.Entry.Text)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	do(t, ctx, send(cdplog.Enable, cdp.Empty{}))
	return ctx
}

// send is a protocol command that returns nothing of interest.
func send[P any](command cdp.Command[P, cdp.Empty], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, command, params)
		return err
	})
}

func do(t *testing.T, ctx context.Context, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(ctx, steps...); err != nil {
		t.Fatal(err)
	}
}

// get runs an action for its value.
func get[T any](t *testing.T, ctx context.Context, action chromedp.Action[T]) T {
	t.Helper()
	value, err := chromedp.Run(ctx, action)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func click(selector string) chromedp.Action[chromedp.Void] {
	return chromedp.Click(chromedp.CSS(selector))
}

// longWait is how long a test waits for what has to happen: the machine may be busy.
const longWait = 30 * time.Second

// shows waits until an element shows a text, and the page is where its link leads to. To read a text fails while
// the browser changes from one page to the next.
func shows(t *testing.T, ctx context.Context, selector, want, link string) {
	t.Helper()
	var text, url string
	var err error
	for begun := time.Now(); time.Since(begun) < longWait; time.Sleep(50 * time.Millisecond) {
		text, err = chromedp.Run(ctx, chromedp.Text(chromedp.CSS(selector)))
		url = get(t, ctx, chromedp.Location())
		if err == nil && strings.Contains(text, want) && strings.HasSuffix(url, link) {
			return
		}
	}
	t.Fatalf("%s is %q, at %s (%v); want %q at %s", selector, text, url, err, want, link)
}

func TestPageSteps(t *testing.T) {
	ctx, file := page(t, "genus-iii")
	shows(t, ctx, "#heading", "Start", "")
	shows(t, ctx, "h1", "Lesson 1", "")
	do(t, ctx, chromedp.KeyEvent(kb.ArrowRight))
	shows(t, ctx, "#live", "rolls 6 to br", "#1.1")
	do(t, ctx, chromedp.KeyEvent("N"))
	if tags := get(t, ctx, chromedp.Evaluate[string](`document.getElementById("tags").textContent`)); tags != "" {
		t.Errorf("the spaces of the tokens that hide a name are %q; the hub has its name beside it, and so has a headquarters", tags)
	}
	do(t, ctx, click("[data-go=forward]"), chromedp.KeyEvent(kb.ArrowLeft))
	shows(t, ctx, "#heading", "1. Ann", "#1.1")
	do(t, ctx, chromedp.KeyEvent("n"))
	shows(t, ctx, "#live", "you missed in bl", "#3.2")
	shows(t, ctx, "#errors", "G3.23", "")
	do(t, ctx, chromedp.KeyEvent(kb.End))
	shows(t, ctx, "#said", "wins the game", "#7.2")
	do(t, ctx, chromedp.KeyEvent("l"))
	shows(t, ctx, "#legal", "the game is over", "")
	do(t, ctx, chromedp.KeyEvent(kb.Home))
	shows(t, ctx, "#legal", "roll 6", "#start")
	do(t, ctx, click(`a[href="#4.6"]`))
	shows(t, ctx, "#said", "rolls 5 to bl3", "#4.6")
	do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate("file://"+file+"#5.4"))
	shows(t, ctx, "#heading", "1:hub/gr-", "#5.4")
	do(t, ctx, chromedp.KeyEvent(" ")) // the game goes on by itself
	shows(t, ctx, "#heading", "6. Ben", "#6.1")
}

// TestPageTurns holds that the lists of a page have what the log has: side lines, comments, findings and players.
func TestPageTurns(t *testing.T) {
	log, file := filepath.Join(t.TempDir(), "game.log"), filepath.Join(t.TempDir(), "game.html")
	const text = "[Game \"trouble\"]\n[Players \"Red, Green\"]\n\norder Red:6 Green:1\n1. Red 6:home-re0 2:re0-re2\n" +
		"(\n1. Red 6:home-re0 3:re0-re3\n; It is one farther.\n)\n2. Green 6:home-gr0 1:gr0-gr4\n"
	if err := os.WriteFile(log, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(command(t), "view", log, "-o", file).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	ctx := browse(t)
	do(t, ctx, chromedp.Navigate("file://"+file))
	for elements, want := range map[string]string{
		`.turns > ol > li`:                "The game begins |1.Red 6:home-re0 2:re0-re2 |1.Side line: Red 6:home-re0 3:re0-re3 It is one farther.|2.Green 6:home-gr0 1:gr0-gr4 (error) error ",
		`.turns .side a[href="#line7.2"]`: "3:re0-re3",
		`.turns .side .comment bdi`:       "It is one farther.",
		`.turns a.error[href="#2.2"] bdi`: "1:gr0-gr4",
		`.turns .finding.error code`:      "wrong-count",
		`#players li bdi`:                 "Red|Green",
		`#players .token circle.piece`:    "|",
	} {
		got := get(t, ctx, chromedp.Evaluate[string](`[...document.querySelectorAll('`+elements+`')].map((e) => e.textContent).join("|")`))
		if !strings.HasPrefix(got, want) || want == "" {
			t.Errorf("%s: %q; want %q", elements, got, want)
		}
	}
}

// TestPageTools names the spaces, turns the board, copies the position, and follows a link
// that leads nowhere.
func TestPageTools(t *testing.T) {
	ctx, file := page(t, "trespass")
	visible := chromedp.Evaluate[bool](`getComputedStyle(document.getElementById("names")).display !== "none"`)
	if get(t, ctx, visible) {
		t.Error("names before anybody asks for them")
	}
	do(t, ctx, chromedp.KeyEvent("Nt"))
	if !get(t, ctx, visible) {
		t.Error("no names")
	}
	do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate("file://"+file+"#999"))
	if !get(t, ctx, visible) {
		t.Error("the names are forgotten")
	}
	if turned := get(t, ctx, chromedp.Evaluate[string](`document.getElementById("turned").getAttribute("transform")`)); turned != "rotate(90 500 500)" {
		t.Errorf("the board is turned by %s", turned)
	}
	shows(t, ctx, "#missing", "There is no step 999. This is the nearest.", "")
	do(t, ctx, click("[data-go=copy]"))
	shows(t, ctx, "#copied", "35 Ann", "")
	do(t, ctx, chromedp.KeyEvent("h"), click("#letters"), click("#help button"), chromedp.KeyEvent("N"))
	if !get(t, ctx, visible) {
		t.Error("a letter is a key after letters are switched off")
	}
}

// TestPagePiece clicks a piece to see where it may go.
func TestPagePiece(t *testing.T) {
	ctx, _ := page(t, "first-trespass")
	rings := chromedp.Evaluate[int](`document.querySelectorAll("#targets .target").length`)
	do(t, ctx, chromedp.KeyEvent("l"))
	if n := get(t, ctx, rings); n != 0 {
		t.Errorf("%d rings before a piece is chosen", n)
	}
	do(t, ctx, click("#legal th button"))
	if n := get(t, ctx, rings); n < 2 { // the piece, and a square
		t.Errorf("%d rings", n)
	}
}

// TestPageQuiz answers all questions of a lesson: with the mouse on a wide screen, with the
// keyboard, or by touch on a phone, where the question is in view together with its answers.
func TestPageQuiz(t *testing.T) {
	for i, lesson := range []string{"first-trouble", "first-genus-iii", "first-trespass", "trouble"} {
		for k, how := range []string{"mouse", "keys", "touch"} {
			if (i+k)%2 == 0 { // each lesson, and each way twice
				t.Run(lesson+"/"+how, func(t *testing.T) { answerAll(t, lesson, how) })
			}
		}
	}
}

func answerAll(t *testing.T, lesson, how string) {
	ctx, _ := page(t, lesson, "--quiz")
	if how == "touch" {
		do(t, ctx, chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	}
	asking := chromedp.Evaluate[bool](`!document.getElementById("quiz").hidden`)
	over := chromedp.Evaluate[bool](`document.getElementById("end") && !document.getElementById("end").hidden`)
	asked := 0
	for range 400 {
		if get(t, ctx, over) {
			break
		}
		if !get(t, ctx, asking) {
			do(t, ctx, chromedp.KeyEvent(kb.ArrowRight))
			continue
		}
		asked++
		if how == "touch" && !get(t, ctx, chromedp.Evaluate[bool](inView)) {
			t.Errorf("question %d is not in view", asked)
		}
		if asked == 1 { // one is missed
			do(t, ctx, click("#show"))
		} else {
			answerOne(t, ctx, how)
		}
		shows(t, ctx, "#quiz [type=submit]", "Go on", "")
		do(t, ctx, click("#quiz [type=submit]"))
	}
	shows(t, ctx, "#end", fmt.Sprintf("That's all: %d of %d right.", asked-1, asked), "")
	do(t, ctx, click("#again"))
	shows(t, ctx, "#score", "Question 1 of 1 · 0 right", "")
	answerOne(t, ctx, how)
	shows(t, ctx, "#score", "Question 1 of 1 · 1 right", "")
}

// TestPageLesson goes through a chapter and on to the next, finds it done when the page is opened again, and
// answers a question in writing: wrongly, and the engine's reason is shown, and rightly.
func TestPageLesson(t *testing.T) {
	ctx, _ := page(t, "first-trouble", "--lesson")
	shows(t, ctx, "#chapters summary", "Chapter 1 of 5: Aim and set-up", "")
	for range 2 {
		do(t, ctx, chromedp.KeyEvent(kb.ArrowRight))
	}
	shows(t, ctx, "#next", "Go on to: First turns", "")
	do(t, ctx, click("#next button"))
	shows(t, ctx, "#chapters summary", "Chapter 2 of 5: First turns", "")
	do(t, ctx, chromedp.Evaluate[chromedp.Void](`location.hash = "3.1"`), chromedp.Reload())
	shows(t, ctx, "#heading", "3. Red", "")
	if list := get(t, ctx, chromedp.Evaluate[string](`document.querySelector("#chapters ol").textContent`)); !strings.HasPrefix(list, "✓ Aim and set-up○ First turns") {
		t.Errorf("the chapters are %s", list)
	}
	do(t, ctx, chromedp.KeyEvent(kb.ArrowRight))
	for _, typed := range []struct{ word, want string }{
		{"5:home-bl0", "The roll is 6"},
		{"6:home-re3", "is no move of this position"},
		{"6:pass", "no. Whoever can move has to."},
		{"6:HOME-bl0*", "right."},
	} {
		do(t, ctx, chromedp.Evaluate[chromedp.Void](`document.getElementById("written").value = ""`), chromedp.SendKeys(chromedp.CSS("#written"), typed.word+kb.Enter))
		shows(t, ctx, "#verdict", typed.want, "")
	}
}

// TestPageSpot lets one move pass that is not allowed, stops a move that is, and stops one that is not.
func TestPageSpot(t *testing.T) {
	ctx, _ := page(t, "../games/trouble", "--spot")
	fake := chromedp.Evaluate[bool](`(() => {
		const data = JSON.parse(document.getElementById("data").textContent), heading = document.getElementById("heading").textContent;
		return data.films[0].spots.some((s) => s.n === heading);
	})()`)
	next := func() {
		for range 40 {
			do(t, ctx, chromedp.KeyEvent(kb.ArrowRight))
			if get(t, ctx, fake) {
				return
			}
		}
		t.Fatal("every move is allowed")
	}
	next()
	do(t, ctx, chromedp.KeyEvent(kb.ArrowRight))
	shows(t, ctx, "#caught", "That move was not allowed", "")
	do(t, ctx, click("#stop"))
	shows(t, ctx, "#caught", "That move is allowed", "")
	next()
	do(t, ctx, click("#stop"))
	shows(t, ctx, "#quiz legend", "Why is it not allowed?", "")
}

// inView checks that the question and all its answers are above the buttons.
const inView = `(() => {
	const quiz = document.getElementById("quiz").getBoundingClientRect(), bar = document.querySelector(".controls").getBoundingClientRect();
	return quiz.top >= 0 && quiz.bottom <= bar.top + 1 && bar.bottom <= innerHeight + 1;
})()`

// TestPagePlaysOn plays on from a step of a lesson, in the page that the lesson carries.
func TestPagePlaysOn(t *testing.T) {
	binary, err := wholeProgram()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "lesson.html")
	if out, err := exec.Command(binary, "view", "--lesson", "--play", "../testdata/lessons/first-trouble.log", "-o", file).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	ctx := browse(t)
	do(t, ctx, chromedp.Navigate("file://"+file+"#2.1"))
	shows(t, ctx, "#heading", "2.", "")
	do(t, ctx, chromedp.KeyEvent("p"))
	played := func(script string) string {
		return get(t, ctx, chromedp.Evaluate[string](`(() => { const page = document.querySelector("#playing iframe").contentDocument; return String(`+script+` ?? ""); })()`))
	}
	await := func(what, script, want string) {
		t.Helper()
		for begun := time.Now(); !strings.Contains(played(script), want); time.Sleep(50 * time.Millisecond) {
			if time.Since(begun) > longWait {
				t.Fatalf("%s: %q", what, played(script))
			}
		}
	}
	await("the roll is not asked for", `page.querySelector("#keys .chance")?.textContent`, "Roll")
	played(`page.querySelector("#keys .chance").click()`)
	await("the other players do not play", `page.getElementById("text")?.value`, "Green")
	do(t, ctx, click("#stopPlaying"))
	shows(t, ctx, "#heading", "2.", "")
	if n := get(t, ctx, chromedp.Evaluate[int](`document.querySelectorAll("iframe").length + localStorage.length`)); n > 3 {
		t.Errorf("%d frames and logs are left", n)
	}
}

// answerOne answers the question that is asked: it takes what is right from the data of the
// page.
func answerOne(t *testing.T, ctx context.Context, how string) {
	t.Helper()
	type right struct {
		Kind string
		At   []int
		List int       // of the first in the list of answers
		X, Y []float64 // of the piece and the space, of a question about a place
	}
	answer := get(t, ctx, chromedp.Evaluate[right](`(() => {
		const data = JSON.parse(document.getElementById("data").textContent);
		const ask = document.querySelector("#quiz legend").textContent;
		const q = data.films.flatMap((f) => f.quiz || []).find((q) => q.a === ask), at = q.o.map((o, i) => i).filter((i) => q.o[i].r);
		const o = q.o[at[0]], m = document.getElementById("turned").getScreenCTM();
		const points = [o.f, o.s].filter((s) => s >= 0).map((s) => new DOMPoint(data.spaces[s].x, data.spaces[s].y).matrixTransform(m));
		return { Kind: q.k, At: at, List: q.o.slice(0, at[0]).filter((o) => !o.z).length, X: points.map((p) => p.x), Y: points.map((p) => p.y) };
	})()`))
	switch {
	case answer.Kind == "one" && how == "keys":
		do(t, ctx, chromedp.KeyEvent(strings.Repeat(kb.Tab, answer.At[0])+kb.Enter))
	case answer.Kind == "one":
		do(t, ctx, click(fmt.Sprintf("#options button:nth-of-type(%d)", answer.At[0]+1)))
	case answer.Kind == "several" && how == "keys":
		at := 0
		for _, i := range answer.At {
			do(t, ctx, chromedp.KeyEvent(strings.Repeat(kb.Tab, i-at)+" "))
			at = i
		}
		do(t, ctx, chromedp.KeyEvent(kb.Enter))
	case answer.Kind == "several":
		for _, i := range answer.At {
			do(t, ctx, click(fmt.Sprintf("#options label:nth-of-type(%d) input", i+1)))
		}
		do(t, ctx, click("#quiz [type=submit]"))
	case how == "keys":
		do(t, ctx, chromedp.KeyEvent(strings.Repeat(kb.ArrowDown, answer.List+1)+kb.Tab+kb.Enter))
	default: // the piece, unless the space alone says what is meant, and the space
		for i := range answer.X {
			do(t, ctx, chromedp.MouseClickXY(answer.X[i], answer.Y[i]))
		}
	}
}

// TestPageIsAccessible lets axe look at lessons with all that can be opened open: each light and dark, once narrow and
// once wide.
func TestPageIsAccessible(t *testing.T) {
	axe, err := os.ReadFile(os.Getenv("AXE"))
	if err != nil {
		t.Fatalf("$AXE is to name axe.min.js: %v", err)
	}
	for i, lesson := range [][2]string{{"genus-iii", "--quiz"}, {"first-trouble", "--lesson"}, {"trespass", "--quiz"}, {"first-heisey-mania", "--spot"}} {
		for k, scheme := range []string{"light", "dark"} {
			if i%2 > 0 && k != i/2 {
				continue // every second page has one scheme
			}
			t.Run(lesson[0]+"/"+scheme, func(t *testing.T) {
				width := []int64{390, 1280}[(i+k)%2]
				ctx, _ := page(t, lesson[0], lesson[1])
				media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
				do(t, ctx, send(emulation.SetEmulatedMedia, media))
				get(t, ctx, chromedp.Evaluate[any](string(axe)+"; 0"))
				check := chromedp.Evaluate[[]string]("axe.run().then(r => r.violations.flatMap(v => v.nodes.map(n => v.id + ': ' + n.html.slice(0, 150) + ': ' + n.failureSummary)))", awaited)
				for _, keys := range []string{"n", "lN", kb.Home + kb.ArrowRight + kb.ArrowRight + kb.ArrowRight} {
					do(t, ctx, chromedp.EmulateViewport(width, 800), chromedp.KeyEvent(keys))
					for _, v := range get(t, ctx, check) {
						t.Errorf("%d wide: %s", width, v)
					}
				}
			})
		}
	}
}

// awaited lets an evaluation wait for its promise.
func awaited(p *runtime.EvaluateParams) { yes := true; p.AwaitPromise = &yes }

// multiplexer is a program in a terminal of its own.
type multiplexer struct {
	t    *testing.T
	name string
}

func openTerminal(t *testing.T, width, height int) *multiplexer {
	t.Helper()
	term := &multiplexer{t, fmt.Sprintf("tpnote-%d-%s", os.Getpid(), strings.ReplaceAll(t.Name(), "/", "-"))}
	term.tmux("new-session", "-d", "-c", t.TempDir(), "-s", term.name, "-x", fmt.Sprint(width), "-y", fmt.Sprint(height), "env PS1=ready$ sh")
	t.Cleanup(func() { term.tmux("kill-session", "-t", term.name) })
	term.shows("ready$")
	return term
}

func (term *multiplexer) tmux(args ...string) string {
	term.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-L", term.name}, args...)...).CombinedOutput()
	if err != nil {
		term.t.Fatalf("tmux %v: %v: %s", args, err, out)
	}
	return string(out)
}

func (term *multiplexer) press(keys ...string) {
	term.t.Helper()
	term.tmux(append([]string{"send-keys", "-t", term.name}, keys...)...)
}

// shows waits until the screen shows a text.
func (term *multiplexer) shows(want string) {
	term.t.Helper()
	screen := ""
	for begun := time.Now(); time.Since(begun) < longWait; time.Sleep(50 * time.Millisecond) {
		screen = term.tmux("capture-pane", "-t", term.name, "-p")
		if strings.Contains(screen, want) {
			return
		}
	}
	term.t.Fatalf("the screen does not show %q:\n%s", want, screen)
}

func TestStepInTerminal(t *testing.T) {
	term := openTerminal(t, 80, 24)
	term.press("stty -g >before; "+command(t)+" step "+absolute(t, "../testdata/lessons/trouble.log"), "Enter")
	term.shows("We come into a game")
	term.press("Right")
	term.shows("own-peg")
	term.press("n")
	term.shows("must-move")
	term.press("l")
	term.shows("With the roll that follows")
	term.press("w", "3:pass", "Enter")
	term.shows("re1 to re4")
	term.press("End")
	term.shows("15 of 15")
	term.tmux("resize-window", "-t", term.name, "-x", "50", "-y", "15")
	term.shows("re1-re6")
	term.tmux("resize-window", "-t", term.name, "-x", "120", "-y", "40")
	term.press("?")
	term.shows("next finding")
	term.press("q")
	term.restored()
}

// TestStepLuck shows what the turns of a game were worth, and its curve.
func TestStepLuck(t *testing.T) {
	term := openTerminal(t, 80, 40)
	term.press("stty -g >before; "+command(t)+" step --luck --right 50 "+absolute(t, "../testdata/games/genus-iii.log"), "Enter")
	term.shows("Sunday at Cleo's")
	term.press("Right", "Right", "Right", "Right", "Right", "Right")
	term.shows("Luck of the turn")
	term.shows("Luck is in turns")
	term.press("End")
	term.shows("▁")
	term.press("q")
	term.restored()
}

// TestReadmeDemanding runs the command lines of the README that take a terminal, another
// program, or long.
func TestReadmeDemanding(t *testing.T) {
	runReadme(t, func(line string) bool {
		return begins(line, demanding) && !begins(line, testedElsewhere)
	})
}

// testedElsewhere are how command lines begin that need more than a terminal: the recorder asks until
// it gets answers, an editor talks to the language server, and total reads the files of parts.
var testedElsewhere = []string{"tpnote record", "tpnote lsp", "tpnote total"}

// TestStepRestoresTerminal ends the stepper in other ways than by its key.
func TestStepRestoresTerminal(t *testing.T) {
	for _, end := range []string{"C-c", "TERM", "HUP"} {
		t.Run(end, func(t *testing.T) {
			term := openTerminal(t, 80, 24)
			term.press("stty -g >before; "+command(t)+" step "+absolute(t, "../testdata/lessons/trespass.log"), "Enter")
			term.shows("Ann plays upward")
			if end == "C-c" {
				term.press("C-c")
			} else {
				pid := strings.TrimSpace(term.tmux("display-message", "-p", "-t", term.name, "#{pane_pid}"))
				if out, err := exec.Command("pkill", "-"+end, "-P", pid).CombinedOutput(); err != nil {
					t.Fatalf("pkill: %v: %s", err, out)
				}
			}
			term.restored()
		})
	}
}

// restored holds that the shell is back, and the terminal as it was before.
func (term *multiplexer) restored() {
	term.t.Helper()
	for begun := time.Now(); strings.TrimSpace(term.tmux("display-message", "-p", "-t", term.name, "#{pane_current_command}")) != "sh"; time.Sleep(50 * time.Millisecond) {
		if time.Since(begun) > longWait {
			term.t.Fatal("the program does not end")
		}
	}
	term.press("stty -g | cmp - before && echo as  before; rm -f before", "Enter")
	term.shows("as before")
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	abs, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return abs
}
