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

// These tests need a browser, Neovim, tmux, parallel, time, script, and axe-core, whose script is at
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

// page makes a page of a lesson and opens it in a browser. What the browser complains of
// fails the test.
func page(t *testing.T, lesson string, flags ...string) (context.Context, string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "game.html")
	args := append([]string{"view", "../testdata/lessons/" + lesson + ".log", "-o", file}, flags...)
	if out, err := exec.Command(command(t), args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.WindowSize(1280, 800))
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	do(t, ctx) // starts the browser
	ctx, stop = context.WithTimeout(ctx, time.Minute)
	t.Cleanup(stop)
	err := chromedp.Listen(ctx, func(event any) {
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
	do(t, ctx, send(cdplog.Enable, cdp.Empty{}), chromedp.Navigate("file://"+file))
	return ctx, file
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

// shows waits until an element shows a text, and the page is where its link leads to.
func shows(t *testing.T, ctx context.Context, selector, want, link string) {
	t.Helper()
	var text, url string
	for range 60 {
		text, url = get(t, ctx, chromedp.Text(chromedp.CSS(selector))), get(t, ctx, chromedp.Location())
		if strings.Contains(text, want) && strings.HasSuffix(url, link) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatalf("%s is %q, at %s; want %q at %s", selector, text, url, want, link)
}

func TestPageSteps(t *testing.T) {
	ctx, file := page(t, "genus-iii")
	shows(t, ctx, "#heading", "Lesson 1", "")
	do(t, ctx, chromedp.KeyEvent(kb.ArrowRight))
	shows(t, ctx, "#live", "rolls 6 to br", "#1.1")
	do(t, ctx, click("[data-go=forward]"), chromedp.KeyEvent(kb.ArrowLeft))
	shows(t, ctx, "#heading", "1. Ann", "#1.1")
	do(t, ctx, chromedp.KeyEvent("n"))
	shows(t, ctx, "#notes", "may not be entered", "#3.2")
	shows(t, ctx, "#notes", "G3.23", "")
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
	do(t, ctx, chromedp.KeyEvent(" "), chromedp.Sleep(2500*time.Millisecond))
	shows(t, ctx, "#heading", "6. Ben", "#6.1")
}

func TestPageQuiz(t *testing.T) {
	ctx, _ := page(t, "trouble", "--quiz")
	asking := chromedp.Evaluate[bool](`!document.getElementById("quiz").hidden`)
	for range 16 {
		if do(t, ctx, chromedp.KeyEvent(kb.ArrowRight)); get(t, ctx, asking) {
			break
		}
	}
	shows(t, ctx, "#quiz legend", "?", "")
	do(t, ctx, click("#quiz button"))
	shows(t, ctx, "#quiz", "you were wrong", "")
	shows(t, ctx, "#score", "0 of 1", "")
	if do(t, ctx, click("#quiz button")); get(t, ctx, asking) {
		t.Error("the question does not go away")
	}
}

// TestPageIsAccessible lets axe look at every lesson, light and dark, wide and narrow, with
// all that can be opened open.
func TestPageIsAccessible(t *testing.T) {
	axe, err := os.ReadFile(os.Getenv("AXE"))
	if err != nil {
		t.Fatalf("$AXE is to name axe.min.js: %v", err)
	}
	for _, lesson := range []string{"genus-iii", "trouble", "trespass"} {
		for _, scheme := range []string{"light", "dark"} {
			t.Run(lesson+"/"+scheme, func(t *testing.T) {
				ctx, _ := page(t, lesson, "--quiz")
				media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
				do(t, ctx, send(emulation.SetEmulatedMedia, media))
				get(t, ctx, chromedp.Evaluate[any](string(axe)+"; 0"))
				check := chromedp.Evaluate[[]string]("axe.run().then(r => r.violations.flatMap(v => v.nodes.map(n => v.id + ': ' + n.html.slice(0, 150) + ': ' + n.failureSummary)))", awaited)
				for _, width := range []int64{390, 1280, 1920} {
					for _, keys := range []string{"n", "l", kb.Home + kb.ArrowRight + kb.ArrowRight} {
						do(t, ctx, chromedp.EmulateViewport(width, 800), chromedp.KeyEvent(keys))
						violations := get(t, ctx, check)
						for _, v := range violations {
							t.Errorf("%d wide: %s", width, v)
						}
					}
				}
			})
		}
	}
}

// awaited lets an evaluation wait for its promise.
func awaited(p *runtime.EvaluateParams) { yes := true; p.AwaitPromise = &yes }

// terminal is a program in a terminal of its own.
type terminal struct {
	t    *testing.T
	name string
}

func openTerminal(t *testing.T, width, height int) *terminal {
	t.Helper()
	term := &terminal{t, fmt.Sprintf("tpnote-%d-%s", os.Getpid(), strings.ReplaceAll(t.Name(), "/", "-"))}
	term.tmux("new-session", "-d", "-c", t.TempDir(), "-s", term.name, "-x", fmt.Sprint(width), "-y", fmt.Sprint(height), "env PS1=ready$ sh")
	t.Cleanup(func() { term.tmux("kill-session", "-t", term.name) })
	term.shows("ready$")
	return term
}

func (term *terminal) tmux(args ...string) string {
	term.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-L", term.name}, args...)...).CombinedOutput()
	if err != nil {
		term.t.Fatalf("tmux %v: %v: %s", args, err, out)
	}
	return string(out)
}

func (term *terminal) press(keys ...string) {
	term.t.Helper()
	term.tmux(append([]string{"send-keys", "-t", term.name}, keys...)...)
}

// shows waits until the screen shows a text.
func (term *terminal) shows(want string) {
	term.t.Helper()
	screen := ""
	for range 100 {
		screen = term.tmux("capture-pane", "-t", term.name, "-p")
		if strings.Contains(screen, want) {
			return
		}
		time.Sleep(50 * time.Millisecond)
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

// TestReadmeDemanding runs the command lines of the README that take a terminal, another
// program, or long.
func TestReadmeDemanding(t *testing.T) {
	runReadme(t, func(line string) bool { return begins(line, demanding) })
}

// spark stands in for Spark: it cuts a text at the delimiter, and pipes records one to a line.
const spark = `
import os, shlex, subprocess

class records(list):
    def map(self, f): return records(f(r) for r in self)
    def pipe(self, command, checkCode):
        text = "".join(r + "\n" for r in self)
        return records(subprocess.run(shlex.split(command), input=text, stdout=subprocess.PIPE, text=True, check=checkCode).stdout.splitlines())
    def saveAsTextFile(self, path):
        os.mkdir(path)
        with open(path + "/part-00000", "w") as part: part.writelines(r + "\n" for r in self)

class sc:
    def newAPIHadoopFile(path, format, key, value, conf):
        with open(path) as text: return records(enumerate(text.read().split(conf["textinputformat.record.delimiter"])))

path = "archive.log"
`

// TestReadmeSpark runs the recipe for Spark that the README leads to.
func TestReadmeSpark(t *testing.T) {
	page, err := os.ReadFile("../spec/interface.md")
	if err != nil {
		t.Fatal(err)
	}
	_, recipe, found := strings.Cut(string(page), "```python\n")
	recipe, _, _ = strings.Cut(recipe, "```")
	if !found {
		t.Fatal("no recipe")
	}
	s := newShell(t)
	if err := os.WriteFile(filepath.Join(s.dir, "recipe.py"), []byte(spark+recipe), 0o666); err != nil {
		t.Fatal(err)
	}
	s.run("python3 recipe.py")
	s.run(`test "$(grep -c '"verdict":"legal"' games.jsonl/part-00000)" = 3`)
}

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
func (term *terminal) restored() {
	term.t.Helper()
	term.shows("ready$")
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
