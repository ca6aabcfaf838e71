//go:build e2e

package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"tpnote/notation"
	"tpnote/verify/editor"
	"tpnote/verify/games"
)

// wholeProgram is the program with the engine of the page: that of $WHOLE, or one made here.
var wholeProgram = sync.OnceValues(func() (string, error) {
	if whole := os.Getenv("WHOLE"); whole != "" {
		return whole, nil
	}
	dir, err := os.MkdirTemp("", "tpnote-whole")
	if err != nil {
		return "", err
	}
	binary := filepath.Join(dir, "tpnote")
	if out, err := exec.Command("../.ci/build", binary).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return binary, nil
})

// editorPage makes the page that writes logs, with a log if one is named.
func editorPage(t *testing.T, log ...string) string {
	t.Helper()
	binary, err := wholeProgram()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "editor.html")
	if out, err := exec.Command(binary, append([]string{"view", "--editor", "-o", file}, log...)...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return file
}

// settled waits until the page has the engine's answers to all that was done.
func settled(t *testing.T, ctx context.Context) {
	t.Helper()
	for begun := time.Now(); time.Since(begun) < longWait; time.Sleep(25 * time.Millisecond) {
		if get(t, ctx, chromedp.Evaluate[bool](`document.documentElement.dataset.settled === "yes"`)) {
			return
		}
	}
	t.Fatal("the page does not settle: " + get(t, ctx, chromedp.Evaluate[string](`document.getElementById("status").textContent`)))
}

// openEditor opens a page and waits for the engine.
func openEditor(t *testing.T, file string) context.Context {
	t.Helper()
	ctx := browse(t)
	do(t, ctx, chromedp.Navigate("file://"+file))
	settled(t, ctx)
	return ctx
}

// perform runs a script in the page.
func perform(t *testing.T, ctx context.Context, script string) {
	t.Helper()
	get(t, ctx, chromedp.Evaluate[any](script+"; 0"))
}

// paste puts a text in the place of the text, as a paste does.
func paste(t *testing.T, ctx context.Context, text string) {
	t.Helper()
	perform(t, ctx, `(() => { const area = document.getElementById("text"); area.value = `+scripted(text)+`; area.dispatchEvent(new Event("input")); })()`)
	settled(t, ctx)
}

// drop drops files onto the page.
func drop(t *testing.T, ctx context.Context, paths ...string) {
	t.Helper()
	files := map[string][]byte{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(path)] = text
	}
	list, err := json.Marshal(files)
	if err != nil {
		t.Fatal(err)
	}
	perform(t, ctx, `(() => {
		const data = new DataTransfer(), files = `+string(list)+`;
		for (const name of Object.keys(files).sort((a, b) => a.endsWith(".log") - b.endsWith(".log"))) data.items.add(new File([Uint8Array.from(atob(files[name]), (c) => c.charCodeAt(0))], name));
		document.documentElement.dataset.settled = "no";
		dispatchEvent(new DragEvent("drop", { dataTransfer: data }));
	})()`)
	settled(t, ctx)
}

func scripted(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// foundByPage is what the page has found, as the browser keeps it, and what it shows of that.
func foundByPage(t *testing.T, ctx context.Context) (games []any, shown int) {
	t.Helper()
	text := get(t, ctx, chromedp.Evaluate[string](`JSON.stringify(JSON.parse(localStorage.getItem("tpnote-log:" + sessionStorage.getItem("tpnote-slot"))).found.games)`))
	if err := json.Unmarshal([]byte(text), &games); err != nil {
		t.Fatal(err)
	}
	return games, get(t, ctx, chromedp.Evaluate[int](`document.querySelectorAll("#findings .finding").length`))
}

// foundByCommand is what the verify command finds in a file, in its folder. It fails where a
// game of the file is not one of the variant.
func foundByCommand(t *testing.T, path string, flags ...string) (games []any, findings int, failed bool) {
	t.Helper()
	binary, err := wholeProgram()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(binary, append([]string{"verify", "--format", "json", filepath.Base(path)}, flags...)...)
	command.Dir = filepath.Dir(path)
	out, _ := command.Output() // its status says what it has found
	decoder := json.NewDecoder(strings.NewReader(string(out)))
	for decoder.More() {
		var game map[string]any
		if err := decoder.Decode(&game); err != nil {
			t.Fatal(err)
		}
		findings += len(game["findings"].([]any))
		games = append(games, game)
	}
	return games, findings, command.ProcessState.ExitCode() == 2
}

// withoutPlace takes from records what says where they are in a file: the page has no files.
func withoutPlace(games []any) []any {
	for _, game := range games {
		for _, key := range []string{"offset", "moves", "tags"} {
			delete(game.(map[string]any), key)
		}
	}
	return games
}

func sameFindings(t *testing.T, what string, ctx context.Context, path string, flags ...string) {
	t.Helper()
	want, findings, failed := foundByCommand(t, path, flags...)
	got, shown := foundByPage(t, ctx)
	if failed {
		return // the page goes on with the next games
	}
	if !reflect.DeepEqual(withoutPlace(got), withoutPlace(want)) || shown != min(findings, 300) {
		a, _ := json.Marshal(got)
		b, _ := json.Marshal(want)
		t.Errorf("%s: the page shows %d findings, of\n%s\nwant %d of\n%s", what, shown, a, findings, b)
	}
}

// variantsOf are the built-in variants of the game of a log.
func variantsOf(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	library := games.All.Library()
	var names []string
	for _, name := range library.Builtin() {
		v, err := library.Open(name, ".")
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte(notation.FormatTag("Game", v.Game)+"\n")) {
			names = append(names, name)
		}
	}
	return names
}

// judgeBy chooses the variant that the page judges by.
func judgeBy(t *testing.T, ctx context.Context, variant string) {
	t.Helper()
	perform(t, ctx, `(() => { const v = document.getElementById("variant"); v.value = `+scripted(variant)+`; document.documentElement.dataset.settled = "no"; v.dispatchEvent(new Event("change")); })()`)
	settled(t, ctx)
}

// TestEditorPageEngine holds what the engine of the page finds in each log of testdata, judged
// by each variant of its game, against the command. It takes no browser: the page shows what
// the engine finds, which TestEditorPageFindings holds.
func TestEditorPageEngine(t *testing.T) {
	logs, err := filepath.Glob("../testdata/*/*.log")
	if err != nil || len(logs) < 50 {
		t.Fatalf("%d logs, %v", len(logs), err)
	}
	judged := 0
	for _, path := range logs {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, variant := range variantsOf(t, path) {
			e := editor.New(games.All)
			e.Dir = filepath.Dir(path)
			found, err := e.Open(&editor.Request{Name: filepath.Base(path), Variant: variant}, text)
			if err != nil {
				t.Fatal(err)
			}
			var got []any
			for _, text := range found.Games {
				var game any
				if err := json.Unmarshal(text, &game); err != nil {
					t.Fatal(err)
				}
				got = append(got, game)
			}
			want, _, failed := foundByCommand(t, path, "--variant", variant)
			if failed != (found.Failed != nil) || !failed && !reflect.DeepEqual(withoutPlace(got), withoutPlace(want)) {
				t.Errorf("%s by %s: the engine finds %v\n%v\nwant\n%v", path, variant, found.Failed, got, want)
			}
			judged++
		}
	}
	t.Logf("%d logs, %d times", len(logs), judged)
}

// TestEditorPageFindings drops each log of testdata and holds what the page finds against the
// command, each by one other variant of its game in turn, one by a setting, and after some
// letters are typed.
func TestEditorPageFindings(t *testing.T) {
	ctx := openEditor(t, editorPage(t))
	logs, err := filepath.Glob("../testdata/*/*.log")
	if err != nil || len(logs) < 50 {
		t.Fatalf("%d logs, %v", len(logs), err)
	}
	for i, path := range logs {
		if i%4 > 0 {
			continue // the engine has judged them all in go test
		}
		files, err := filepath.Glob(filepath.Dir(path) + "/*.yaml")
		if err != nil {
			t.Fatal(err)
		}
		drop(t, ctx, append(files, path)...)
		sameFindings(t, path, ctx, path)
		if variants := variantsOf(t, path); len(variants) > 1 {
			variant := variants[i%len(variants)]
			judgeBy(t, ctx, variant)
			sameFindings(t, path+" by "+variant, ctx, path, "--variant", variant)
			judgeBy(t, ctx, "")
		}
	}
	path := filepath.Join(t.TempDir(), "mistake.log") // which the page has by that name
	text, err := os.ReadFile("../testdata/wheel/mistake.log")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
	drop(t, ctx, path)
	for _, variant := range []string{"genus-iii-four-wedge", "genus-iii-five-wedge", "genus-iii", ""} {
		judgeBy(t, ctx, variant)
		flags := []string{"--variant", variant}
		if variant == "" {
			flags = nil
		}
		sameFindings(t, "by "+variant, ctx, path, flags...)
	}
	do(t, ctx, click("#rules summary"), chromedp.SendKeys(chromedp.CSS("#set"), "hub-entry=at-least"+kb.Enter))
	settled(t, ctx)
	sameFindings(t, "by a setting", ctx, path, "--set", "hub-entry=at-least")
	perform(t, ctx, `(() => { const v = document.getElementById("set"); v.value = ""; v.dispatchEvent(new Event("change")); const area = document.getElementById("text"); area.focus(); area.setSelectionRange(area.value.length, area.value.length); })()`)
	for _, typed := range []string{"2", "6. Ann 9:hub", kb.Enter, "[Game", "é😀", kb.Backspace} {
		do(t, ctx, chromedp.KeyEvent(typed))
	}
	settled(t, ctx)
	edited := get(t, ctx, chromedp.Evaluate[string](`document.getElementById("text").value`))
	if edited == string(text) || !strings.Contains(edited, "9:hub\n[Gameé") {
		t.Fatalf("the text is\n%s", edited)
	}
	if err := os.WriteFile(path, []byte(edited), 0o666); err != nil {
		t.Fatal(err)
	}
	sameFindings(t, "after typing", ctx, path)
	do(t, ctx, click("#findings .plain"))
	if selected := get(t, ctx, chromedp.Evaluate[string](`(() => { const a = document.getElementById("text"); return a.value.slice(a.selectionStart, a.selectionEnd); })()`)); selected != "4:hub/ye-" {
		t.Errorf("the first finding leads to %q", selected)
	}
}

// TestEditorPageFixes taps three fixes of one answer, the one in the middle last.
func TestEditorPageFixes(t *testing.T) {
	ctx := openEditor(t, editorPage(t))
	log := "[Game \"trivial-pursuit\"]\n[Variant \"genus-iii\"]\n[Players \"Ann, Ben, Cleo\"]\n\n1. Ann 6:br+ 1:br1bl-\n2. Ben 6:br+ 1:br1bl-\n3. Cleo 6:br+ 1:br1bl-\n"
	paste(t, ctx, log)
	perform(t, ctx, `(() => { const fixes = [...document.querySelectorAll("#findings .finding button")].filter((b) => b.textContent.startsWith("Fix: ")); for (const i of [0, 2, 1]) fixes[i].click(); })()`)
	settled(t, ctx)
	want := strings.ReplaceAll(log, "6:br+", "6:br*")
	if got := get(t, ctx, chromedp.Evaluate[string](`document.getElementById("text").value`)); got != want {
		t.Errorf("with all fixes:\n%s\nwant\n%s", got, want)
	}
}

// tapped is an action of a log by its parts.
type tapped struct{ Die, Piece, From, To, Category, Mark string }

func partsOf(text string) (w tapped) {
	die, rest, rolled := strings.Cut(text, ":")
	if !rolled {
		rest = text
	} else if len(die) > 1 {
		w.Piece = die
	} else {
		w.Die = die
	}
	bare := strings.TrimRight(rest, "+*#-?")
	w.Mark = rest[len(bare):]
	bare, w.Category, _ = strings.Cut(bare, "/")
	path := strings.FieldsFunc(bare, func(r rune) bool { return strings.ContainsRune("-x^", r) })
	if len(path) > 0 {
		w.From, w.To = path[0], path[len(path)-1]
	}
	return w
}

// tap finds where to tap next for an action: on the board where a space is lit, or else a button.
const tap = `((w) => {
	const keys = document.getElementById("keys"), all = [...keys.querySelectorAll("button:not(.back):not(.unseen):not(:disabled)")];
	const of = (text) => [w.To, w.From + " to " + w.To, w.Piece + " on " + w.From, w.Piece + " to " + w.To].includes(text.split(" · ")[0]);
	const rolled = keys.querySelector(".dice [aria-pressed=true]"), answer = w.Mark === "-" ? "wrong" : "right";
	const found = w.Die && !rolled ? all.find((b) => b.classList.contains("die") && b.textContent === w.Die)
		: all.find((b) => b.className === "answer " + answer && (!b.getAttribute("aria-label") || of(b.getAttribute("aria-label").replace(/: (right|wrong)$/, ""))))
		|| all.find((b) => w.Category && b.className === "choice" && b.textContent.startsWith(w.Category + " "))
		|| [...document.querySelectorAll("#lit .pulse")].find((e) => of(e.textContent)) || all.find((b) => of(b.textContent));
	if (!found) return null;
	found.scrollIntoView({ block: "nearest" });
	const r = found.getBoundingClientRect();
	return [r.x + r.width / 2, r.y + r.height / 2];
})`

// tapWord taps an action as a log has it.
func tapWord(t *testing.T, ctx context.Context, text string) (taps int) {
	t.Helper()
	parts, err := json.Marshal(partsOf(text))
	if err != nil {
		t.Fatal(err)
	}
	before := get(t, ctx, chromedp.Evaluate[int](`document.getElementById("text").value.length`))
	for range 6 {
		at := get(t, ctx, chromedp.Evaluate[[]float64](tap+"("+string(parts)+")"))
		if len(at) != 2 {
			t.Fatalf("%s: nothing to tap after %d taps; there are %s", text, taps, get(t, ctx, chromedp.Evaluate[string](`document.getElementById("keys").innerText`)))
		}
		do(t, ctx, chromedp.MouseClickXY(at[0], at[1]))
		settled(t, ctx)
		taps++
		if get(t, ctx, chromedp.Evaluate[int](`document.getElementById("text").value.length`)) != before {
			return taps
		}
	}
	t.Fatalf("%s is not recorded", text)
	return taps
}

// touch taps buttons of the recorder by what they say, and spaces of the board by their names.
func touch(t *testing.T, ctx context.Context, says ...string) (taps int) {
	t.Helper()
	for _, say := range says {
		at := get(t, ctx, chromedp.Evaluate[[]float64](`((say) => {
			const e = [...document.querySelectorAll("button:not(:disabled), #lit polygon")].find((e) => [e.textContent, e.title, e.getAttribute("aria-label")].includes(say));
			if (!e) return null;
			e.scrollIntoView({ block: "nearest" });
			const r = e.getBoundingClientRect();
			return [r.x + r.width / 2, r.y + r.height / 2];
		})(`+scripted(say)+`)`))
		if len(at) != 2 {
			t.Fatalf("no %s to tap; there are %s", say, get(t, ctx, chromedp.Evaluate[string](`document.getElementById("record").innerText`)))
		}
		perform(t, ctx, `window.tapped = new Promise((done) => { addEventListener("click", () => done("yes"), { once: true, capture: true }); setTimeout(() => done("no"), 3000); })`)
		finger(t, ctx, at)
		if get(t, ctx, chromedp.Evaluate[string](`tapped`, awaited)) == "no" { // the browser sends the click a little later
			t.Fatalf("no click on %s", say)
		}
		settled(t, ctx)
	}
	return len(says)
}

// finger touches the screen, moves from point to point, and leaves it.
func finger(t *testing.T, ctx context.Context, points ...[]float64) {
	t.Helper()
	event := func(kind input.DispatchTouchEventType, at ...*input.TouchPoint) {
		do(t, ctx, send(input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: at}))
	}
	kind := input.DispatchTouchEventTypeTouchStart
	for _, p := range points {
		event(kind, &input.TouchPoint{X: p[0], Y: p[1]})
		kind = input.DispatchTouchEventTypeTouchMove
	}
	if len(points) > 1 {
		time.Sleep(100 * time.Millisecond) // the finger rests, so the browser does not go on scrolling
	}
	event(input.DispatchTouchEventTypeTouchEnd)
}

// phone opens a page on a phone.
func phone(t *testing.T, file string) context.Context {
	t.Helper()
	ctx := browse(t)
	do(t, ctx, chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch), chromedp.Navigate("file://"+file))
	settled(t, ctx)
	return ctx
}

// TestEditorPageRecords records a game of each family on a phone, from an empty page: the opening
// and thirty turns, by touch alone, in at most three taps for each action on average.
func TestEditorPageRecords(t *testing.T) {
	file := editorPage(t)
	for _, game := range []struct {
		variant string
		opening []string
	}{
		{"genus-iii", []string{"Trivial Pursuit, Master Game (1981), or other rules", "Trivial Pursuit, Genus III Edition Master Game (1994)", "Ann, Ben"}},
		{"trouble-official", []string{"Trouble, the printed rules, or other rules", "Trouble, the printed rules", "Red, Green"}},
		{"trespass-1974", []string{"Trespass (1974)", "Trespass (1974)", "OK"}},
	} {
		t.Run(game.variant, func(t *testing.T) {
			out, err := exec.Command(command(t), "play", "--variant", game.variant, "--players", "2", "--seed", "5", "--limit", "30").Output()
			if err != nil {
				t.Fatal(err)
			}
			_, body, _ := strings.Cut(string(out), "\n\n")
			ctx := phone(t, file)
			taps, actions := 0, 0
			for _, say := range game.opening {
				if strings.Contains(get(t, ctx, chromedp.Evaluate[string](`document.getElementById("keys").innerText`)), say) {
					taps += touch(t, ctx, say)
				}
			}
			for line := range strings.Lines(body) {
				words := strings.Fields(line)
				switch words[0] {
				case "order":
					for _, w := range words[1:] {
						if _, face, rolls := strings.Cut(w, ":"); rolls {
							taps += touch(t, ctx, "Rolled "+face)
						}
					}
				case "place":
					for _, w := range words[2:] {
						if w != "/" {
							taps += touch(t, ctx, w)
						}
					}
				case "secret":
					if words[1] == "Ann" {
						taps += touch(t, ctx, "open: everyone may read them")
					}
					taps += touch(t, ctx, words[2], "Take "+words[2])
				default:
					if words[0] == "1." && strings.Contains(get(t, ctx, chromedp.Evaluate[string](`document.getElementById("keys").innerText`)), "Who begins?") {
						taps += touch(t, ctx, words[1])
					}
					for _, w := range words[2:] {
						taps += tapWord(t, ctx, w)
						actions++
					}
				}
			}
			if got := get(t, ctx, chromedp.Evaluate[string](`document.getElementById("text").value`)); !strings.HasSuffix(got, "\n\n"+body) {
				t.Errorf("recorded\n%s\nwant\n%s", got, body)
			}
			shows(t, ctx, "#verdict", "No mistakes", "")
			t.Logf("%d actions in %d taps", actions, taps)
			if taps > 3*actions {
				t.Errorf("%d taps for %d actions", taps, actions)
			}
		})
	}
}

// TestEditorPageTouch swipes over the board, drags a piece, turns the board, and places the pieces of
// Trespass square by square, with a secret that chance seals.
func TestEditorPageTouch(t *testing.T) {
	ctx := phone(t, editorPage(t, "../testdata/games/trespass.log"))
	heading := chromedp.Evaluate[string](`document.getElementById("heading").textContent`)
	last := get(t, ctx, heading)
	drag := func(from, to string) {
		t.Helper()
		ends := get(t, ctx, chromedp.Evaluate[[][]float64](`(() => {
			document.getElementById("board").scrollIntoView();
			const middle = (e) => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
			const at = (x) => typeof x === "string" ? middle(document.querySelector(x)) : x, box = document.getElementById("board").getBoundingClientRect();
			const left = [box.left + 40, box.top + 5], right = [box.right - 40, box.top + 8], from = at(`+from+`), to = at(`+to+`);
			return [0, 1, 2, 3, 4].map((n) => from.map((x, i) => x + (to[i] - x) * n / 4));
		})()`))
		finger(t, ctx, ends...)
		settled(t, ctx)
	}
	drag("left", "right")
	for begun := time.Now(); get(t, ctx, heading) == last; time.Sleep(50 * time.Millisecond) {
		if time.Since(begun) > longWait {
			t.Fatalf("a swipe does not lead from %s", last)
		}
	}
	drag("right", "left")
	shows(t, ctx, "#heading", last, "")
	touch(t, ctx, "Flip", "Turn")
	if turn := get(t, ctx, chromedp.Evaluate[string](`document.getElementById("board").style.getPropertyValue("--turn")`)); turn != "270deg" {
		t.Errorf("the board is turned by %s", turn)
	}
	touch(t, ctx, "Flip", "Turn")

	touch(t, ctx, "New")
	touch(t, ctx, "Trespass (1974)", "Trespass (1974)")
	for strings.Contains(get(t, ctx, chromedp.Evaluate[string](`document.getElementById("ask").textContent`)), "Who plays") {
		touch(t, ctx, "OK")
	}
	touch(t, ctx, "1", "2", "Square 1: 1", "3", "1", "0", "4", "5", "6", "7", "8", "9", "shuffle them", "sealed: typed unseen, proved at the end", "4", "Seal it", "7", "3", "Seal it")
	text := chromedp.Evaluate[string](`document.getElementById("text").value`)
	if got := get(t, ctx, text); !strings.Contains(got, "\nplace Ann 3 2 1 0 4 / 5 6 7 8 9\nplace Ben ") || strings.Count(got, "\ncommit ") != 2 {
		t.Fatalf("the set-up is\n%s", got)
	}
	for strings.Contains(get(t, ctx, chromedp.Evaluate[string](`document.getElementById("ask").textContent`)), "Who begins") {
		touch(t, ctx, "Ann")
	}
	space := func(name string) string {
		return get(t, ctx, chromedp.Evaluate[string](`"\"[data-space='" + [...document.querySelectorAll("#lit .other, #lit .target")].find((e) => e.textContent === "`+name+`").dataset.space + "']\""`))
	}
	drag(space("A5 on a2"), space("a3"))
	if got := get(t, ctx, text); !strings.HasSuffix(got, "\n1. Ann A5:a2-a3\n") {
		t.Errorf("a drag writes\n%s", got)
	}
}

// TestEditorPageWrong records by touch an illegal action, another player's turn, parts that were
// not seen, and lines that are not turns.
func TestEditorPageWrong(t *testing.T) {
	log := filepath.Join(t.TempDir(), "game.log")
	const head = "[Game \"trivial-pursuit\"]\n[Variant \"genus-iii\"]\n[Players \"Ann, Ben, Cleo\"]\n\n"
	if err := os.WriteFile(log, []byte(head+"1. Ann 6:br*\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx := phone(t, editorPage(t, log))
	holds := func(want string) {
		t.Helper()
		if got := get(t, ctx, chromedp.Evaluate[string](`document.getElementById("text").value`)); got != head+want {
			t.Fatalf("recorded\n%s\nwant\n%s", got, head+want)
		}
	}
	touch(t, ctx, "Rolled 3", "or") // on the board
	shows(t, ctx, "#keys .notice", "does not reach or", "")
	touch(t, ctx, "right")
	shows(t, ctx, "#keys .why", "does not reach or", "")
	holds("1. Ann 6:br*\n")
	touch(t, ctx, "record it, with a ruling")
	body := "1. Ann 6:br* 3:or*\nruling stands\n"
	holds(body)
	touch(t, ctx, "Rolled 1", "ye", "no question")
	shows(t, ctx, "#keys .why", "does not reach ye", "")
	touch(t, ctx, "◀ 1:ye", "◀ 1")
	holds(body)
	touch(t, ctx, "More", "Another player's turn", "More", "Another player's turn") // before Ben
	shows(t, ctx, "#keys .notice", "Cleo", "")
	touch(t, ctx, "Rolled 6", "or · Wild Card *: wrong")
	shows(t, ctx, "#keys .why", "turn", "")
	touch(t, ctx, "record it, with a ruling")
	body += "2. Cleo 6:or-\nruling stands\n"
	holds(body)
	touch(t, ctx, "More", "A player leaves", "Ben")
	body += "leave Ben\n"
	holds(body)
	touch(t, ctx, "Rolled 2", "not seen", "not seen")
	body += "3. Ann 2:??\n"
	holds(body)
	touch(t, ctx, "More", "Some turns are missing", "More", "Set the position")
	do(t, ctx, chromedp.SetValue(chromedp.CSS("#keys input"), "7 Cleo Ann=or/br,or Ben=out Cleo=bl"))
	touch(t, ctx, "OK", "Rolled 4", "bl4or · Science & Nature: right")
	text := get(t, ctx, chromedp.Evaluate[string](`document.getElementById("text").value`))
	if !strings.HasPrefix(text, head+body+"gap\nstate 7 Cleo") || !strings.HasSuffix(text, "\n7. Cleo 4:bl4or+\n") {
		t.Errorf("recorded\n%s", text)
	}
	shows(t, ctx, "#verdict", "parts are missing", "") // for the gap
}

// TestEditorPageKeeps takes back, leaves unknown, reloads, saves, and follows a link.
func TestEditorPageKeeps(t *testing.T) {
	file := editorPage(t)
	ctx := openEditor(t, file)
	text := chromedp.Evaluate[string](`document.getElementById("text").value`)
	touch(t, ctx, "Trivial Pursuit, Master Game (1981), or other rules", "Trivial Pursuit, Genus III Edition Master Game (1994)")
	do(t, ctx, chromedp.SendKeys(chromedp.CSS("#keys input"), "Ann, Zoë"))
	touch(t, ctx, "OK", "not rolled", "Ann") // not rolled for; Ann begins
	shows(t, ctx, "#clock", "turn 1: Ann is to play", "")
	head := get(t, ctx, text)
	tapWord(t, ctx, "6:br*")
	tapWord(t, ctx, "3:br3-")
	touch(t, ctx, "Rolled 2", "not seen", "not seen", "Undo", "More", "An action was not seen", "Undo")
	tapWord(t, ctx, "1:or1+")
	const body = "\n1. Ann 6:br* 3:br3-\n2. Zoë 1:or1+\n"
	if got := get(t, ctx, text); got != head+body {
		t.Fatalf("recorded\n%s", got)
	}
	do(t, ctx, click("#undo"))
	settled(t, ctx)
	do(t, ctx, click("#redo"))
	settled(t, ctx)
	do(t, ctx, chromedp.Reload())
	settled(t, ctx)
	if got := get(t, ctx, text); got != head+body {
		t.Errorf("after a reload there is\n%s", got)
	}
	shows(t, ctx, "#clock", "turn 2: Zoë goes on", "")

	perform(t, ctx, `(() => { const url = URL.createObjectURL; URL.createObjectURL = (b) => { window.saved = b.text(); return url(b); }; })()`)
	do(t, ctx, click("#share summary"), click("#save"))
	shows(t, ctx, "#status", "is saved", "")
	if saved := get(t, ctx, chromedp.Evaluate[string](`window.saved`, chromedp.EvalAwaitPromise)); saved != head+body {
		t.Errorf("saved\n%s", saved)
	}

	perform(t, ctx, `document.getElementById("share").open = true`)
	do(t, ctx, click("#link"))
	shows(t, ctx, "#status", "link", "")
	link := get(t, ctx, chromedp.Evaluate[string](`document.getElementById("url").value`))
	if !strings.HasPrefix(link, "file://"+file+"#log=") || len(link) > 500+len(file) {
		t.Errorf("the link is %s", link)
	}
	perform(t, ctx, "localStorage.clear()")
	do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(link))
	settled(t, ctx)
	if got := get(t, ctx, text); got != head+body {
		t.Errorf("the link leads to\n%s", got)
	}
}

// TestEditorPageQuick taps at random without waiting, and again, the same, waiting for each
// answer: nothing is lost, and nothing comes in another order.
func TestEditorPageQuick(t *testing.T) {
	ctx := browse(t)
	text := chromedp.Evaluate[string](`document.getElementById("text").value`)
	for seed, log := range []string{
		"[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben\"]\n",
		"[Game \"trouble\"]\n[Players \"Red, Blue\"]\n",
		"[Game \"trespass\"]\n[Players \"Ann, Ben\"]\nplace Ann 1 3 0 4 5 / 7 2 8 9 6\nplace Ben 1 2 3 4 5 / 6 7 8 9 0\n",
	} {
		path := filepath.Join(t.TempDir(), "game.log")
		if err := os.WriteFile(path, []byte(log), 0o666); err != nil {
			t.Fatal(err)
		}
		file := editorPage(t, path)
		open := func() {
			t.Helper()
			do(t, ctx, chromedp.Navigate("file://"+file))
			settled(t, ctx)
			perform(t, ctx, `Storage.prototype.setItem = () => {}`) // each begins with the log of the page
		}
		missing := ""
		gone := -1 // keys that were tapped when the answer under way was to take them away: what follows one may differ
		for try := 1; gone != 0; try++ {
			if try > 5 {
				t.Fatalf("keys were gone in all of %d tries, %d in the last, the first of them %q", try-1, gone, missing)
			}
			open()
			tapped := get(t, ctx, chromedp.Evaluate[[]string](quick+fmt.Sprintf("(%d)", 10*seed+try), awaited))
			settled(t, ctx)
			fast := get(t, ctx, text)
			open()
			gone = 0
			for _, label := range tapped {
				if !get(t, ctx, chromedp.Evaluate[bool](`(() => { const b = [...document.querySelectorAll("#record button:not(:disabled), .steps button")].find((b) => (b.getAttribute("aria-label") || b.textContent) === `+scripted(label)+`); if (b) b.click(); return !!b; })()`)) {
					if gone++; gone == 1 {
						missing = label
					}
				}
				settled(t, ctx)
			}
			if slow := get(t, ctx, text); len(tapped) < 60 || gone == 0 && slow != fast {
				t.Errorf("%d taps %q made\n%s\nand without waiting\n%s", len(tapped), tapped, slow, fast)
			}
		}
	}
}

// TestEditorPageTypes edits a log at random without waiting, takes edits back and brings them
// again, and holds what the page finds in the end against the command.
func TestEditorPageTypes(t *testing.T) {
	ctx := openEditor(t, editorPage(t, "../testdata/games/genus-iii.log"))
	edit := `(async (seed) => {
		const area = document.getElementById("text"), chance = (n) => (seed = seed * 48271 % 2147483647) % n, bits = ["", "\n", "x", "?", " ", "é", "😀", "3", "; ü😀\n", "ruling stands\n"];
		for (let i = 0; i < 40; i++) {
			const from = chance(area.value.length);
			area.setRangeText(bits[chance(bits.length)], from, from + chance(3), "end");
			area.dispatchEvent(new Event("input"));
			while (!chance(3)) document.getElementById(chance(2) ? "undo" : "redo").click();
			if (!chance(8)) await new Promise((done) => setTimeout(done, chance(60)));
		}
		return area.value;
	})`
	path := filepath.Join(t.TempDir(), "genus-iii.log") // which the page has by that name
	for seed := range 3 {
		text := get(t, ctx, chromedp.Evaluate[string](fmt.Sprintf("%s(%d)", edit, seed+1), awaited))
		settled(t, ctx)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		sameFindings(t, "edited", ctx, path)
	}
}

// quick taps what is there to tap, mostly at once, and returns what it has tapped.
const quick = `(async (seed) => {
	const tapped = [], chance = (n) => (seed = seed * 48271 % 2147483647) % n;
	for (let rounds = 0; tapped.length < 60 && rounds < 5000; rounds++) {
		const keys = [...document.querySelectorAll("#keys button:not(:disabled)")], record = [document.getElementById("undo"), document.getElementById("redo")];
		const from = chance(9) ? keys : record;
		if (from.length && !document.getElementById("keys").dataset.busy) {
			const b = from[chance(from.length)];
			if ((b.className === "unseen" || b.className === "back") && chance(8)) continue; // what is unknown takes long to judge
			tapped.push(b.getAttribute("aria-label") || b.textContent);
			b.click();
		}
		if (!chance(3)) await new Promise((done) => setTimeout(done, chance(40)));
	}
	return tapped;
})`

// hostileLog tries to run scripts.
const hostileLog = `[Game "trivial-pursuit"]
[Players "Ann, Ben"]
[Annotator "<img/src=x/onerror=alert(1)>"]
[Event "</script><script>alert(2)</script>"]
[Result "<svg/onload=alert(3)>"]

1. Ann 6:br* <img/src=x/onerror=alert(1)> 6:br*<b/onclick=alert(4)> ; </textarea><img src=x onerror=alert(5)>
2. Ben ${alert(6)} {<iframe srcdoc="<script>parent.alert(7)</script>">}
state <img src=x onerror=alert(8)>
`

// TestEditorPageHostile shows logs that try to run scripts, in the page, dropped, in a link,
// and in what the browser has kept.
func TestEditorPageHostile(t *testing.T) {
	folder := t.TempDir()
	log := filepath.Join(folder, "<img src=x onerror=alert(9)>.log")
	if err := os.WriteFile(log, []byte(hostileLog), 0o666); err != nil {
		t.Fatal(err)
	}
	file := editorPage(t, log)
	ctx := openEditor(t, file)
	harmless := func(where string) {
		t.Helper()
		perform(t, ctx, `window.alerted = 0; window.alert = () => { window.alerted++; }`)
		time.Sleep(50 * time.Millisecond)
		if bad := get(t, ctx, chromedp.Evaluate[string](`JSON.stringify([window.alerted, document.querySelectorAll("body img, body iframe, body b[onclick], svg svg, [onload], [onerror]").length, document.scripts.length])`)); bad != "[0,0,3]" && bad != "[0,0,4]" {
			t.Errorf("%s: %s", where, bad)
		}
	}
	shows(t, ctx, "#findings", "<img/src=x", "")
	harmless("the page")
	drop(t, ctx, log)
	harmless("dropped")
	perform(t, ctx, `document.getElementById("text").focus(); document.getElementById("text").setSelectionRange(200, 200); document.dispatchEvent(new Event("selectionchange"))`)
	settled(t, ctx)
	harmless("at a line")
	perform(t, ctx, `document.getElementById("share").open = true`)
	do(t, ctx, click("#link"))
	shows(t, ctx, "#status", "link", "")
	link := get(t, ctx, chromedp.Evaluate[string](`document.getElementById("url").value`))
	do(t, ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(link))
	settled(t, ctx)
	harmless("a link")
	if policy := get(t, ctx, chromedp.Evaluate[string](`document.querySelector("meta[http-equiv]").content`)); !strings.HasPrefix(policy, "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline'; worker-src blob:; script-src 'wasm-unsafe-eval' 'sha256-") {
		t.Errorf("the policy is %s", policy)
	}
}

// TestEditorPageAccessible lets axe look at the page, light and dark, wide and narrow.
func TestEditorPageAccessible(t *testing.T) {
	axe, err := os.ReadFile(os.Getenv("AXE"))
	if err != nil {
		t.Fatalf("$AXE is to name axe.min.js: %v", err)
	}
	log := filepath.Join(t.TempDir(), "game.log")
	if err := os.WriteFile(log, []byte("[Game \"heisey-mania\"]\n[Players \"Ann, Ben\"]\n1. Ann 6:br4- 7\n2. Ann ? 3:hub-"), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx := openEditor(t, editorPage(t, log))
	get(t, ctx, chromedp.Evaluate[any](string(axe)+"; 0"))
	check := chromedp.Evaluate[[]string]("axe.run().then(r => r.violations.flatMap(v => v.nodes.map(n => v.id + ': ' + n.html.slice(0, 150) + ': ' + n.failureSummary)))", awaited)
	for _, scheme := range []string{"light", "dark"} {
		media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
		for _, width := range []int64{390, 1280} {
			do(t, ctx, send(emulation.SetEmulatedMedia, media), chromedp.EmulateViewport(width, 800))
			steps := []string{
				`document.querySelector("#more[aria-expanded=true]")?.click(); document.querySelectorAll("details").forEach((d) => { d.open = true; })`,
				`document.querySelectorAll("details").forEach((d) => { d.open = false; })`,
				`document.querySelector("#keys .die").click()`,
				`document.querySelector("#lit .other").dispatchEvent(new MouseEvent("click"))`, // not legal
				`document.querySelector("#keys .answer").click()`,
				`document.querySelector("#keys .back").click()`,
				`document.getElementById("undo").click()`,
				`document.getElementById("more").click()`,
				`document.getElementById("showmoves").click()`,
			}
			if width > 390 {
				steps = steps[:3]
			}
			for _, step := range steps {
				perform(t, ctx, step)
				settled(t, ctx)
				for _, v := range get(t, ctx, check) {
					t.Errorf("%s, %d wide: %s", scheme, width, v)
				}
			}
		}
	}
	if said := get(t, ctx, chromedp.Evaluate[string](`document.getElementById("fresh").textContent`)); said != "" {
		t.Errorf("an old finding is announced: %s", said)
	}
	paste(t, ctx, "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n1. Red 3:home-re0\n")
	shows(t, ctx, "[role=status] #fresh", "error, line 3:", "")
	do(t, ctx, click("#undo"))
	settled(t, ctx)
	// By keys alone: to the die, a space, and how it came out.
	before := get(t, ctx, chromedp.Evaluate[int](`document.getElementById("text").value.length`))
	perform(t, ctx, `document.querySelector("#keys .end, #keys .die").focus()`)
	for range 3 {
		do(t, ctx, chromedp.KeyEvent(kb.Enter))
		settled(t, ctx)
	}
	if after := get(t, ctx, chromedp.Evaluate[int](`document.getElementById("text").value.length`)); after == before {
		t.Error("nothing is recorded by keys")
	}
}

// TestEditorPageWithoutWebAssembly shows the game and says what is missing.
func TestEditorPageWithoutWebAssembly(t *testing.T) {
	file := editorPage(t, "../testdata/wheel/mistake.log")
	ctx := browse(t)
	do(t, ctx, chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, cdpage.AddScriptToEvaluateOnNewDocument, cdpage.AddScriptToEvaluateOnNewDocumentParams{Source: "delete window.WebAssembly"})
		return err
	}))
	do(t, ctx, chromedp.Navigate("file://"+file))
	shows(t, ctx, "#status", "no WebAssembly", "")
	shows(t, ctx, "#findings", "the hub is 2 steps from bl2", "")
	if n := get(t, ctx, chromedp.Evaluate[int](`document.querySelectorAll("#drawn *").length`)); n < 100 {
		t.Errorf("the board has %d shapes", n)
	}
}

// TestEditorPageLarge holds the size of the page, and that a log of 10 MB does not freeze it.
func TestEditorPageLarge(t *testing.T) {
	file := editorPage(t)
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("the page has %d bytes", info.Size())
	if info.Size() > 3_600_000 {
		t.Errorf("the page has %d bytes", info.Size())
	}
	game, err := os.ReadFile("../testdata/games/genus-iii.log")
	if err != nil {
		t.Fatal(err)
	}
	ctx := openEditor(t, file)
	perform(t, ctx, `window.gap = window.ticks = 0; window.was = performance.now(); setInterval(() => { const now = performance.now(); gap = Math.max(gap, now - was); was = now; ticks++; }, 20);
		window.typed = 0; document.getElementById("text").addEventListener("input", () => { if (!document.getElementById("busy").hidden) typed++; });
		new MutationObserver(() => { if (!document.getElementById("busy").hidden && document.getElementById("bar").value > 0) window.barred = true; }).observe(document.getElementById("busy"), { attributes: true, subtree: true })`)
	answers := func(during string) {
		t.Helper()
		longest, ticks := get(t, ctx, chromedp.Evaluate[float64]("gap")), get(t, ctx, chromedp.Evaluate[int]("ticks"))
		t.Logf("%s: %d ticks, the longest without an answer %.0f ms", during, ticks, longest)
		if longest > 3000 || ticks < 5 {
			t.Errorf("%s: %d ticks, the longest without an answer %.0f ms", during, ticks, longest)
		}
		if held := get(t, ctx, chromedp.Evaluate[int](`document.getElementById("text").value.length`)); held > 150_000 {
			t.Errorf("%s: the browser lays out %d letters", during, held)
		}
		perform(t, ctx, "gap = ticks = 0")
	}
	typing := func(keys string) {
		t.Helper()
		do(t, ctx, chromedp.Focus(chromedp.CSS("#text")), chromedp.KeyEvent(keys))
	}
	begun := time.Now()
	perform(t, ctx, `(() => {
		const game = `+scripted(string(game)+"\n")+`, data = new DataTransfer();
		window.large = game.repeat(10e6 / game.length);
		data.items.add(new File([large], "large.log"));
		document.documentElement.dataset.settled = "no";
		dispatchEvent(new DragEvent("drop", { dataTransfer: data }));
	})()`)
	shows(t, ctx, "#part", "of a long log", "")
	shows(t, ctx, "#busy", "Judging", "")
	typing(";x")
	if typed := get(t, ctx, chromedp.Evaluate[int]("typed")); typed != 2 {
		t.Errorf("%d letters are taken while the log is judged", typed)
	}
	settled(t, ctx)
	t.Logf("10 MB are judged in %s", time.Since(begun).Round(time.Millisecond))
	answers("dropped")
	shows(t, ctx, "#verdict", "games, 0 with errors", "")
	if !get(t, ctx, chromedp.Evaluate[bool](`!!window.barred`)) {
		t.Error("no bar showed the progress")
	}
	// From the end to a place in the middle that scrolling leads to, and an error there.
	for range 3 {
		get(t, ctx, chromedp.Evaluate[any](`new Promise((done) => { const area = document.getElementById("text"); area.addEventListener("scroll", () => done(0), { once: true }); area.scrollTop = 0; })`, awaited))
	}
	perform(t, ctx, `(() => { const area = document.getElementById("text"), at = area.value.indexOf("\n2. ") + 1; area.focus(); area.setSelectionRange(at, at + 1); })()`)
	typing("x")
	shows(t, ctx, "#verdict", "games, 1 with errors", "")
	settled(t, ctx)
	do(t, ctx, click("#findings .plain"))
	if selected := get(t, ctx, chromedp.Evaluate[string](`(() => { const a = document.getElementById("text"); return a.value.slice(a.selectionStart - 1, a.selectionEnd + 1); })()`)); !strings.HasPrefix(selected, "\nx") {
		t.Errorf("the finding leads to %q", selected)
	}
	do(t, ctx, click("#undo"))
	settled(t, ctx)
	shows(t, ctx, "#verdict", "games, 0 with errors", "")
	perform(t, ctx, `(() => { const url = URL.createObjectURL; URL.createObjectURL = (b) => { window.saved = b.text(); return url(b); }; })()`)
	do(t, ctx, click("#share summary"), click("#save"))
	shows(t, ctx, "#status", "large.log is saved", "")
	if same := get(t, ctx, chromedp.Evaluate[bool](`window.saved.then((s) => s === large + ";x")`, chromedp.EvalAwaitPromise)); !same {
		t.Error("another text is saved")
	}
	answers("edited")
	// Select all, copy, search and delete are about the whole log.
	do(t, ctx, chromedp.Focus(chromedp.CSS("#text")))
	perform(t, ctx, `{
		const area = document.getElementById("text"), data = new DataTransfer();
		area.dispatchEvent(new KeyboardEvent("keydown", { key: "a", ctrlKey: true, bubbles: true, cancelable: true }));
		window.note = document.getElementById("part").textContent;
		area.dispatchEvent(new ClipboardEvent("copy", { clipboardData: data, cancelable: true }));
		window.copied = data.getData("text/plain").length;
		document.getElementById("search").value = "no such words";
		document.getElementById("find").requestSubmit();
		window.sought = document.getElementById("status").textContent;
		area.dispatchEvent(new InputEvent("beforeinput", { inputType: "deleteContentBackward", cancelable: true }));
	}`)
	settled(t, ctx)
	if all := get(t, ctx, chromedp.Evaluate[bool](`copied === large.length + 2 && note.includes("whole log is selected") && sought.includes("does not contain") && document.getElementById("text").value === ""`)); !all {
		t.Error("not the whole log: " + get(t, ctx, chromedp.Evaluate[string](`[copied, note, sought, document.getElementById("text").value.length].join("; ")`)))
	}
	shows(t, ctx, "#verdict", "No game yet", "")
	perform(t, ctx, `(() => { const data = new DataTransfer(); data.setData("text/plain", large); document.documentElement.dataset.settled = "no"; document.getElementById("text").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, cancelable: true })); })()`)
	settled(t, ctx)
	answers("pasted")
	shows(t, ctx, "#verdict", "games, 0 with errors", "")
}

// TestEditorPageBegins logs how long the page takes to show something.
func TestEditorPageBegins(t *testing.T) {
	ctx := openEditor(t, editorPage(t, "../testdata/wheel/mistake.log"))
	t.Log(get(t, ctx, chromedp.Evaluate[string](`performance.getEntriesByType("paint").map((p) => p.name + " " + Math.round(p.startTime) + " ms").join(", ")`)))
	if asked := get(t, ctx, chromedp.Evaluate[string](`performance.getEntriesByType("resource").map((r) => r.name).filter((n) => !n.startsWith("blob:")).join()`)); asked != "" {
		t.Errorf("the page asks for %s", asked)
	}
	t.Logf("the first verdict of the engine after %.0f ms", get(t, ctx, chromedp.Evaluate[float64](`performance.getEntriesByName("verdict")[0].startTime`)))
}

// stored are the logs that the browser keeps, by what state says of them.
func stored(t *testing.T, ctx context.Context) []string {
	t.Helper()
	return get(t, ctx, chromedp.Evaluate[[]string](`Object.keys(localStorage).filter((k) => k.startsWith("tpnote-log:")).map((k) => JSON.parse(localStorage.getItem(k)).text)`))
}

// TestEditorPageStorage plays on while the page is reloaded, its tab is closed, and the browser
// refuses to store, at random: every action that the page showed is there again.
func TestEditorPageStorage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "game.log")
	if err := os.WriteFile(path, []byte("[Game \"trouble\"]\n[Players \"Red, Blue\"]\n\norder Red:5 Blue:2\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	file := editorPage(t, path)
	ctx := browse(t)
	text := chromedp.Evaluate[string](`document.getElementById("text").value`)
	open := func() {
		t.Helper()
		do(t, ctx, chromedp.Navigate("file://"+file))
		settled(t, ctx)
	}
	open()
	chance := rand.New(rand.NewPCG(39, 1))
	failures := 0
	for i := range 8 {
		fails := chance.IntN(3) == 0
		if fails {
			failures++
			perform(t, ctx, `window.stores = Storage.prototype.setItem; Storage.prototype.setItem = function (...all) { if (this === localStorage) throw new DOMException("full", "QuotaExceededError"); stores.apply(this, all); }`)
		}
		for range 1 + chance.IntN(3) {
			perform(t, ctx, fmt.Sprintf(`(document.querySelectorAll("#keys .die")[%d] || document.querySelector("#keys .choice"))?.click()`, chance.IntN(6)))
			settled(t, ctx)
			if get(t, ctx, chromedp.Evaluate[bool](`!!document.querySelector("#keys .choice")`)) {
				perform(t, ctx, `document.querySelector("#keys .choice").click()`)
				settled(t, ctx)
			}
		}
		shown := get(t, ctx, text)
		if fails && chance.IntN(2) == 0 { // the browser has room again; the page tries every second
			perform(t, ctx, `Storage.prototype.setItem = stores`)
			shows(t, ctx, "#status", "keeps this log again", "")
			fails = false
		}
		switch {
		case fails || chance.IntN(2) == 0: // what this tab alone keeps survives a reload
			do(t, ctx, chromedp.Reload())
			time.Sleep(100 * time.Millisecond)
			settled(t, ctx)
		default: // the tab is closed: another one knows only what the browser keeps
			perform(t, ctx, `sessionStorage.clear()`)
			open()
		}
		if got := get(t, ctx, text); got != shown {
			t.Fatalf("%d: the page has lost an action:\n%s\nit showed\n%s", i, got, shown)
		}
	}
	if got := get(t, ctx, text); strings.Count(got, ":") < 8 || failures < 2 {
		t.Errorf("%d failures\n%s", failures, got)
	}
	before := get(t, ctx, text)
	do(t, ctx, click("#undo"))
	settled(t, ctx)
	if got := get(t, ctx, text); !strings.HasPrefix(before, got) || got == before {
		t.Errorf("Undo does not survive a reload:\n%s", got)
	}
}

// TestEditorPageLogs keeps two logs apart, deletes one and brings it back, and gives two tabs that
// change one log a slot each.
func TestEditorPageLogs(t *testing.T) {
	file := editorPage(t)
	ctx := openEditor(t, file)
	one, two := "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n\n1. Red 3:pass\n", "[Game \"trouble\"]\n[Players \"Ann, Ben\"]\n\n1. Ann 4:pass\n"
	paste(t, ctx, one)
	do(t, ctx, click("#new"))
	settled(t, ctx)
	paste(t, ctx, two)
	if got := stored(t, ctx); len(got) != 2 {
		t.Fatalf("the browser keeps %q", got)
	}
	do(t, ctx, click("#logs summary"))
	shows(t, ctx, "#logslist", "Red, Blue", "")
	shows(t, ctx, "#logsroom", "2 logs", "")
	perform(t, ctx, `[...document.querySelectorAll("#logslist li")].find((li) => li.textContent.includes("Red, Blue")).querySelector("button:not(.plain)").click()`)
	if got := stored(t, ctx); len(got) != 1 || got[0] != two {
		t.Errorf("after Delete the browser keeps %q", got)
	}
	perform(t, ctx, `document.querySelector("#status button").click()`)
	if got := stored(t, ctx); len(got) != 2 {
		t.Errorf("after Undo the browser keeps %q", got)
	}
	perform(t, ctx, `(() => { const url = URL.createObjectURL; URL.createObjectURL = (b) => { window.saved = b.text(); return url(b); }; document.getElementById("exportall").click(); })()`)
	if saved := get(t, ctx, chromedp.Evaluate[string](`window.saved`, chromedp.EvalAwaitPromise)); saved != two+"\n"+one && saved != one+"\n"+two {
		t.Errorf("all logs are saved as\n%s", saved)
	}
	// Another tab writes into the slot of this one, which has not seen that yet.
	perform(t, ctx, `{ const key = "tpnote-log:" + sessionStorage.getItem("tpnote-slot"); localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), text: "theirs", stamp: "theirs" })); }`)
	paste(t, ctx, two+"2. Ben 1:pass\n")
	if got := stored(t, ctx); len(got) != 3 || !slices.Contains(got, "theirs") || !slices.Contains(got, two+"2. Ben 1:pass\n") {
		t.Errorf("two tabs leave %q", got)
	}
	shows(t, ctx, "#status", "Another tab has changed this log", "")
}

// TestEditorPageReads steps through a file of two games by keys, by the list and by chapters, edits
// a comment, writes another move, plays on from an earlier position, and saves the game played as an
// animation and as a lesson.
func TestEditorPageReads(t *testing.T) {
	log := filepath.Join(t.TempDir(), "games.log")
	const first = "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n\n1. Red 3:pass\n"
	const second = "\n[Game \"trivial-pursuit\"]\n[Variant \"genus-iii\"]\n[Players \"Ann, Ben\"]\n\n1. Ann 6:br* 3:br3-\n; why?\n2. Ben 6:ye-\n"
	if err := os.WriteFile(log, []byte(first+second), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx := openEditor(t, editorPage(t, log))
	text := chromedp.Evaluate[string](`document.getElementById("text").value`)
	do(t, ctx, click("#showmoves"))
	settled(t, ctx)
	do(t, ctx, chromedp.KeyEvent(kb.ArrowLeft))
	settled(t, ctx)
	shows(t, ctx, "#heading", "1. Ann 3:br3-", "")
	perform(t, ctx, `document.querySelector("#steps .step").click()`)
	settled(t, ctx)
	shows(t, ctx, "#heading", "1. Ann 6:br*", "")
	for _, key := range []struct{ press, then, want string }{
		{"h", `document.getElementById("helping").open`, "true"},
		{kb.Escape, `document.getElementById("helping").open`, "false"},
		{"?", `document.getElementById("helping").open`, "true"},
		{kb.Escape, `document.getElementById("helping").open`, "false"},
		{"t", `document.getElementById("board").style.getPropertyValue("--turn")`, "90deg"},
		{"N", `document.getElementById("names").getAttribute("aria-pressed")`, "true"},
		{"N", `document.getElementById("names").getAttribute("aria-pressed")`, "false"},
		{kb.Home, `document.getElementById("heading").textContent`, "The game begins"},
		{kb.ArrowRight, `document.getElementById("heading").textContent`, "1. Ann 6:br*"},
	} {
		perform(t, ctx, `document.activeElement.blur()`)
		do(t, ctx, chromedp.KeyEvent(key.press))
		for begun := time.Now(); get(t, ctx, chromedp.Evaluate[string]("String("+key.then+")")) != key.want; time.Sleep(50 * time.Millisecond) {
			if time.Since(begun) > longWait {
				t.Fatalf("%q: %s is not %s", key.press, key.then, key.want)
			}
		}
		settled(t, ctx)
	}
	touch(t, ctx, "Play another move here", "Rolled 5", "br5 · History")
	if got := get(t, ctx, text); got != first+second {
		t.Fatalf("the log is\n%s", got)
	}
	touch(t, ctx, "◀ 5 br5", "◀ 5")
	perform(t, ctx, `document.querySelector("#keys .die").click()`)
	settled(t, ctx)
	perform(t, ctx, `document.querySelector("#keys .answer.right").click()`)
	settled(t, ctx)
	if got := get(t, ctx, text); !strings.Contains(got, "3:br3-\n(\n1. Ann 1:") || !strings.HasSuffix(got, "\n)\n; why?\n2. Ben 6:ye-\n") {
		t.Errorf("another move makes\n%s", got)
	}
	perform(t, ctx, `document.querySelector("#steps .comment").click()`)
	perform(t, ctx, `{ const area = document.querySelector("#steps textarea"); area.value = "a slip"; area.blur(); }`)
	settled(t, ctx)
	if got := get(t, ctx, text); !strings.Contains(got, "\n; a slip\n") {
		t.Errorf("the comment is not edited:\n%s", got)
	}
	perform(t, ctx, `{ const c = document.getElementById("chapters"); c.value = "0"; c.dispatchEvent(new Event("change")); }`)
	settled(t, ctx)
	shows(t, ctx, "#heading", "The game begins", "")
	touch(t, ctx, "Play on from here")
	shows(t, ctx, "#clock", "Red is to play", "")
	touch(t, ctx, "Rolled 2")
	for begun := time.Now(); strings.Count(get(t, ctx, text), "\n2. Blue") == 0; time.Sleep(50 * time.Millisecond) {
		if time.Since(begun) > longWait {
			t.Fatalf("the other side does not play:\n%s", get(t, ctx, text))
		}
	}
	settled(t, ctx)
	perform(t, ctx, `{ const url = URL.createObjectURL; URL.createObjectURL = (b) => { window.saved = b.text(); return url(b); }; }`)
	for id, begins := range map[string]string{"animation": "GIF89a", "lesson": "<!doctype html>"} {
		do(t, ctx, click("#share summary"), click("#"+id))
		shows(t, ctx, "#status", "is saved", "")
		if got := get(t, ctx, chromedp.Evaluate[string](`window.saved`, chromedp.EvalAwaitPromise)); !strings.HasPrefix(got, begins) || len(got) < 2000 {
			t.Errorf("%s: %d characters, %.20q", id, len(got), got)
		}
		perform(t, ctx, `document.getElementById("status").textContent = ""; document.getElementById("share").open = false`)
	}
}
