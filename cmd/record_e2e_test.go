//go:build e2e && linux

package cmd

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/chromedp/cdproto/cdp"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/chromedp"

	"tpnote/verify/games"
	"tpnote/verify/record/recordtest"
)

// pty is a program in a pseudo-terminal.
type pty struct {
	t      *testing.T
	master *os.File
	cmd    *exec.Cmd
	ended  chan error
	mu     sync.Mutex
	out    bytes.Buffer
}

// inPty runs the program of this test in a pseudo-terminal, and waits until it has drawn.
func inPty(t *testing.T, width, height int, args ...string) *pty {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	control := func(request uintptr, arg unsafe.Pointer) {
		t.Helper()
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, master.Fd(), request, uintptr(arg)); errno != 0 {
			t.Fatal(errno)
		}
	}
	var locked, number int32
	control(syscall.TIOCSPTLCK, unsafe.Pointer(&locked))
	control(syscall.TIOCGPTN, unsafe.Pointer(&number))
	size := [4]uint16{uint16(height), uint16(width)}
	control(syscall.TIOCSWINSZ, unsafe.Pointer(&size))
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	p := &pty{t: t, master: master, cmd: exec.Command(command(t), args...), ended: make(chan error, 1)}
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = slave, slave, slave
	p.cmd.Env = append(os.Environ(), "TERM=xterm-256color")
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	slave.Close()
	go io.Copy(p, master)
	go func() { p.ended <- p.cmd.Wait() }()
	t.Cleanup(func() { p.cmd.Process.Kill(); master.Close() })
	p.shows("\x1b[?1049h")
	return p
}

func (p *pty) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.Write(b)
}

// shows waits until a text has been written to the terminal.
func (p *pty) shows(want string) {
	p.t.Helper()
	for range 1500 {
		p.mu.Lock()
		found := bytes.Contains(p.out.Bytes(), []byte(want))
		p.mu.Unlock()
		if found {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	p.t.Fatalf("the terminal does not show %q:\n%q", want, p.out.Bytes()[max(0, p.out.Len()-600):])
}

// press sends keys.
func (p *pty) press(keys ...string) {
	p.t.Helper()
	for _, key := range keys {
		switch key {
		case "enter":
			key = "\r"
		case "space":
			key = " "
		}
		if _, err := p.master.WriteString(key); err != nil {
			p.t.Fatal(err)
		}
	}
}

// leaves waits until the program has ended, and ended well.
func (p *pty) leaves() {
	p.t.Helper()
	select {
	case err := <-p.ended:
		if err != nil {
			p.t.Fatalf("%v: %q", err, p.out.Bytes()[max(0, p.out.Len()-600):])
		}
	case <-time.After(2 * time.Minute):
		p.t.Fatal("the program does not end")
	}
}

// flags are the answers of a script as flags.
func flags(s *recordtest.Script) []string {
	args := []string{"--variant", s.Answers.Variant, "--players", s.Answers.Players, "--secrets", s.Answers.Secrets}
	for _, t := range s.Answers.Tags {
		args = append(args, "--tag", t[0]+"="+t[1])
	}
	return args
}

// recorded are the games that are entered: a variant of each family.
var recorded = []struct {
	variant string
	players int
}{{"genus-iii", 3}, {"trouble-official", 4}, {"trespass-1974", 2}}

// chanced is a game that chance plays.
func chanced(t *testing.T, variant string, players int, seed uint64, turns int) string {
	t.Helper()
	out, err := exec.Command(command(t), "play", "--variant", variant, "--players", fmt.Sprint(players), "--seed", fmt.Sprint(seed), "--limit", fmt.Sprint(turns)).Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// TestRecordGames enters games of each family into the recorder in a terminal, fifty where
// TPNOTE_MEASURE asks for measures: the file is the game as fmt has it, and the median action
// takes at most four keys.
func TestRecordGames(t *testing.T) {
	games := uint64(15)
	if os.Getenv("TPNOTE_MEASURE") != "" {
		games = 50
	}
	for _, f := range recorded {
		t.Run(f.variant, func(t *testing.T) {
			var counts []int
			for seed := range games {
				want := chanced(t, f.variant, f.players, seed, 20)
				script, _ := recordtest.Enter(t, want)
				file := filepath.Join(t.TempDir(), "game.log")
				p := inPty(t, 80, 24, append([]string{"record", file}, flags(script)...)...)
				p.press(script.Keys()...)
				p.press("q")
				p.leaves()
				if got, err := os.ReadFile(file); err != nil || string(got) != want {
					t.Fatalf("seed %d: %v\n%s", seed, err, got)
				}
				if out, err := exec.Command(command(t), "fmt", "-l", file).CombinedOutput(); err != nil {
					t.Fatalf("seed %d: %v: %s", seed, err, out)
				}
				for _, keys := range script.Actions {
					counts = append(counts, len(keys))
				}
			}
			slices.Sort(counts)
			sum := 0
			for _, n := range counts {
				sum += n
			}
			median := counts[len(counts)/2]
			t.Logf("%d actions, %.2f keys an action, median %d", len(counts), float64(sum)/float64(len(counts)), median)
			if median > 4 {
				t.Errorf("median %d keys an action", median)
			}
		})
	}
}

// TestRecordKilled kills the recorder at 200 random moments after it has shown an action. Every
// action that it showed is on the disk, the log is a beginning of the game, and recording goes on
// from there to its end.
func TestRecordKilled(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	killed := 0
	span := 60 * time.Millisecond // from the first action that a recorder shows to its end, as far as one has come there
	for seed := uint64(0); killed < 120; seed++ {
		f := recorded[seed%3]
		want := chanced(t, f.variant, f.players, seed, 150)
		script, _ := recordtest.Enter(t, want)
		twin := recordtest.NewRecorder(t, games.All, "", script.Answers)
		for _, key := range script.Opening {
			twin.Key(key)
		}
		states := []string{string(twin.Text())}
		for _, keys := range script.Actions {
			for _, key := range keys {
				twin.Key(key)
			}
			states = append(states, string(twin.Text()))
		}
		file := filepath.Join(t.TempDir(), "game.log")
		args := append([]string{"record", "--plain", file}, flags(script)...)
		begin := exec.Command(command(t), args...)
		begin.Stdin = strings.NewReader(lines(script.Opening))
		if out, err := begin.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		for done := 0; done < len(script.Actions); {
			var keys strings.Builder
			if done == 0 && len(script.First) > 0 { // no line says who begins, so the recorder asks again
				keys.WriteString(lines(script.First))
			}
			for _, action := range script.Actions[done:] {
				keys.WriteString(strings.Join(action, "") + "\n")
			}
			run := exec.Command(command(t), "record", "--plain", file)
			run.Stdin = strings.NewReader(keys.String() + "q\n")
			out, err := run.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := run.Start(); err != nil {
				t.Fatal(err)
			}
			begun, told := make(chan bool, 1), make(chan int)
			go func() {
				shown := 0
				for lines := bufio.NewScanner(out); lines.Scan(); {
					if who, word, ok := strings.Cut(lines.Text(), " "); ok && who != "" && strings.Contains(word, ": ") && strings.Contains(want, " "+who+" ") && strings.ContainsAny(word[:2], "123456AB") {
						if shown++; shown == 1 {
							begun <- true
						}
					}
				}
				close(begun)
				told <- shown
			}()
			goesOn := <-begun
			from := time.Now()
			if goesOn && killed < 120 {
				time.Sleep(time.Duration(chance.Int64N(int64(span))))
				run.Process.Kill()
			}
			shown := <-told
			if err := run.Wait(); run.ProcessState.Exited() && err != nil {
				t.Fatalf("%s %d: %v", f.variant, seed, err)
			} else if err != nil {
				killed++
			} else if goesOn {
				span = time.Since(from)
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			now := slices.Index(states, string(text))
			if now < done+shown {
				t.Fatalf("%s %d: after %d actions, of which %d were shown, the log is at %d:\n%s", f.variant, seed, done, shown, now, text)
			}
			done = now
		}
		if text, err := os.ReadFile(file); err != nil || string(text) != want {
			t.Fatalf("%s %d: %v\n%s", f.variant, seed, err, text)
		}
	}
	t.Logf("killed %d times", killed)
}

// lines are keys as lines of a recorder that reads lines.
func lines(keys []string) string {
	text := ""
	for _, key := range keys {
		if key == "enter" {
			text += "\n"
		} else {
			text += key
		}
	}
	return text + "\n"
}

// aGame is a log that is begun.
const aGame = "[Game \"trivial-pursuit\"]\n[Variant \"genus-iii\"]\n[Players \"Ann, Ben\"]\n[Result \"*\"]\n\norder Ann:5 Ben:2\n1. Ann 6:br*\n"

func written(t *testing.T, mode os.FileMode) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "game.log")
	if err := os.WriteFile(file, []byte(aGame), mode); err != nil {
		t.Fatal(err)
	}
	return file
}

// holds holds that a file has not changed.
func holds(t *testing.T, file string) {
	t.Helper()
	if text, err := os.ReadFile(file); err != nil || string(text) != aGame {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestRecordSecond opens a log that is being recorded: the second recorder reads only.
func TestRecordSecond(t *testing.T) {
	file := written(t, 0o666)
	first := inPty(t, 80, 24, "record", file)
	first.shows("1 to 6") // it has the log
	second := inPty(t, 80, 24, "record", file)
	second.shows("You can only look: another")
	second.press("6", "1", "u", "g", ":", "1", "enter", "x", "q")
	second.leaves()
	holds(t, file)
	first.press("6", "1", "1", "+")
	longer := strings.Replace(aGame, "6:br*", "6:br* 6:hub/br+", 1)
	for range 1500 {
		if text, err := os.ReadFile(file); err == nil && string(text) == longer {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	third := inPty(t, 80, 24, "record", file) // the lock has gone over to the new file
	third.shows("You can only look: another")
	third.press("q")
	third.leaves()
	first.press("q")
	first.leaves()
	if text, err := os.ReadFile(file); err != nil || string(text) != longer {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestRecordReadOnly records into a file that is read-only.
func TestRecordReadOnly(t *testing.T) {
	file := written(t, 0o444)
	p := inPty(t, 80, 24, "record", file)
	p.shows("You can only look: ")
	p.press("6", "1", "1", "+", "u", "q")
	p.leaves()
	holds(t, file)
}

// TestRecordFull records onto a disk that is full.
func TestRecordFull(t *testing.T) {
	dir := t.TempDir()
	mounted := exec.Command("unshare", "-m", "sh", "-c", "mount -t tmpfs -o size=8k none "+dir)
	if out, err := mounted.CombinedOutput(); err != nil {
		t.Skipf("no file system can be mounted here: %s", out)
	}
	file := filepath.Join(dir, "game.log")
	script := fmt.Sprintf("mount -t tmpfs -o size=8k none %s && printf '%%s' \"$GAME\" >%s && head -c 4096 /dev/zero >%s/ballast; "+
		"printf '611+\\n' | %s record --plain %s && cat %s", dir, file, dir, command(t), file, file)
	run := exec.Command("unshare", "-m", "sh", "-c", script)
	run.Env = append(os.Environ(), "GAME="+aGame)
	out, err := run.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "Not recorded: no space left on device") || !strings.HasSuffix(string(out), aGame) {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestRecordChanged records into a file that another program changes.
func TestRecordChanged(t *testing.T) {
	file := written(t, 0o666)
	p := inPty(t, 80, 24, "record", file)
	other := aGame + "; by another program\n"
	if err := os.WriteFile(file, []byte(other), 0o666); err != nil {
		t.Fatal(err)
	}
	p.press("6", "1", "1", "+")
	p.shows("Not recorded: another program")
	p.press("q")
	p.leaves()
	if text, err := os.ReadFile(file); err != nil || string(text) != other {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestRecordInTerminal records in a terminal that changes its size, suspends, and leaves in
// every way.
func TestRecordInTerminal(t *testing.T) {
	for _, end := range []string{"q", "C-c", "TERM", "HUP"} {
		t.Run(end, func(t *testing.T) {
			term := openTerminal(t, 80, 24)
			file := written(t, 0o666)
			term.press("stty -g >before; "+command(t)+" record "+file, "Enter")
			term.shows("The roll?")
			term.press("6")
			term.shows("1  hub")
			term.tmux("resize-window", "-t", term.name, "-x", "60", "-y", "20")
			term.shows("3  gr1br")
			term.tmux("resize-window", "-t", term.name, "-x", "120", "-y", "40")
			term.press("Escape")
			term.shows("The roll?")
			term.press("C-z")
			term.shows("Stopped") // the prompt is that from before, until the shell has written this
			term.press("fg", "Enter")
			term.shows("The roll?")
			term.shows("turn 1. Ann")
			scrolls := "printf '\\033[1;20r' >" + strings.TrimSpace(term.tmux("display-message", "-p", "-t", term.name, "#{pane_tty}"))
			if out, err := exec.Command("sh", "-c", scrolls).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			term.press("C-l") // whatever other programs sent to the terminal
			term.press("6", "2", "-")
			term.shows("turn 2. Ben")
			switch end {
			case "q", "C-c":
				term.press(end)
			default:
				pid := strings.TrimSpace(term.tmux("display-message", "-p", "-t", term.name, "#{pane_pid}"))
				if out, err := exec.Command("pkill", "-"+end, "-P", pid).CombinedOutput(); err != nil {
					t.Fatalf("pkill: %v: %s", err, out)
				}
			}
			term.restored()
			if text, err := os.ReadFile(file); err != nil || !strings.HasSuffix(string(text), "1. Ann 6:br* 6:br6bl-\n") {
				t.Errorf("%v\n%s", err, text)
			}
		})
	}
}

// TestRecordColourless records where no colour is wanted, nor more than ASCII.
func TestRecordColourless(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	p := inPty(t, 80, 24, "record", "--ascii", written(t, 0o666))
	p.press("6")
	p.shows("Where to?")
	p.press("q", "q")
	p.press("\x03")
	p.leaves()
	for _, c := range p.out.Bytes() {
		if c > 126 {
			t.Fatalf("not ASCII:\n%q", p.out.String())
		}
	}
	for _, colour := range []string{"38;", "48;", "[31", "[91"} {
		if bytes.Contains(p.out.Bytes(), []byte(colour)) {
			t.Errorf("colour %q:\n%q", colour, p.out.String())
		}
	}
}

// TestRecordServe follows a game in a browser while it is recorded, and after the recorder has
// gone.
func TestRecordServe(t *testing.T) {
	p := inPty(t, 120, 40, "record", written(t, 0o666), "--serve")
	p.shows("http://127.0.0.1:")
	p.mu.Lock()
	_, rest, _ := strings.Cut(p.out.String(), "http://")
	p.mu.Unlock()
	address, _, _ := strings.Cut(rest, "/")
	ctx, _ := page(t, "first-trouble")
	do(t, ctx, chromedp.Navigate("http://"+address+"/"))
	shows(t, ctx, "main", "1. Ann 6:br*", "/")
	p.press("6", "2", "-")
	shows(t, ctx, "main", "1. Ann 6:br* 6:br6bl-", "/")
	if drawn := get(t, ctx, chromedp.Evaluate[bool](`document.querySelector("main svg") !== null`)); !drawn {
		t.Error("no board")
	}
	do(t, ctx, send(cdplog.Disable, cdp.Empty{})) // the page goes on asking, and the browser complains
	p.press("q")
	p.leaves()
	shows(t, ctx, "#lost", "not there any more", "/")
	if conn, err := net.Dial("tcp", address); err == nil {
		conn.Close()
		t.Error("it answers after its end")
	}
}
