//go:build unix

package cmd

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"tpnote/verify/archive"
	"tpnote/verify/games"
	"tpnote/verify/readings"
)

// TestInterrupt holds that ^C ends every command that can take long, wherever it waits: for
// a log that another process still writes, or in the middle of its work. (The stepper's test needs
// a terminal: TestStepRestoresTerminal.)
func TestInterrupt(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe.log")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{
		"replay PIPE", "replay --format json PIPE", "verify PIPE", "verify -o OUT PIPE", "verify --baseline PIPE .", "view PIPE -o OUT.html",
		"fmt PIPE", "fmt -d PIPE", "legal PIPE", "compare --variants master-1981,genus-iii PIPE", "test PIPE", "test --cover PIPE",
		"solve PIPE", "repair PIPE", "lock PIPE", "lock --check PIPE .", "reduce --code unreachable PIPE", "migrate --variants master-1981,genus-iii PIPE", "merge PIPE PIPE",
		"play --variant genus-iii --games 1000000000", "perft --variant genus-iii --depth 60",
	} {
		t.Run(command, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // for one that hangs
			defer cancel()
			out := filepath.Join(dir, "out")
			args := strings.Fields(strings.NewReplacer("PIPE", pipe, "OUT", out).Replace(command))
			cmd := exec.CommandContext(ctx, "tpnote", args...)
			cmd.Dir = dir
			printed, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if strings.Contains(command, "PIPE") {
				writer, err := os.OpenFile(pipe, os.O_WRONLY, 0) // as soon as the command has opened it
				if err != nil {
					t.Fatal(err)
				}
				defer writer.Close()
				io.WriteString(writer, goodLog)
			} else if _, err := bufio.NewReader(printed).ReadString('\n'); err != nil {
				t.Fatal(err)
			}
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
			io.Copy(io.Discard, printed)
			cmd.Wait()
			if ctx.Err() != nil || cmd.ProcessState.ExitCode() != exitFailure {
				t.Errorf("ends with %v", cmd.ProcessState)
			}
			if left, _ := filepath.Glob(filepath.Join(dir, "[.o]*")); len(left) > 0 {
				t.Errorf("leaves %v", left)
			}
		})
	}
}

// TestInterruptInGame interrupts a command in a game that it judges for many seconds.
func TestInterruptInGame(t *testing.T) {
	log := []byte("[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben\"]\n")
	for n := range 300_000 {
		log = fmt.Appendf(log, "%d. %s 1:xx-\n", n+1, []string{"Ann", "Ben"}[n%2])
	}
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		var said strings.Builder
		cmd := exec.Command("tpnote", "compare", "--variants", "master-1981,genus-iii", "-")
		cmd.Stderr = &said
		in, err := cmd.StdinPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := in.Write(log); err != nil { // once this returns, the program has begun to read
			t.Fatal(err)
		}
		in.Close()
		cmd.Process.Signal(signal)
		cmd.Wait()
		if cmd.ProcessState.ExitCode() != exitFailure || said.String() != "tpnote: interrupted\n" {
			t.Errorf("%v: ends with %v and says %q", signal, cmd.ProcessState, said.String())
		}
	}
}

// TestGivenUp holds that a log is as it was when the command that rewrites it gives up.
func TestGivenUp(t *testing.T) {
	const loose = "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben\"]\n1. Ann   6:bl+\n"
	dir := t.TempDir()
	file := filepath.Join(dir, "a.log")
	if err := os.WriteFile(file, []byte(loose), 0o600); err != nil {
		t.Fatal(err)
	}
	err := new(streams).rewrite(archive.Log{Name: file}, true, func(_ io.Reader, add adder) error {
		add([]byte("1. Ann 6:bl*\n"), true)
		return errUnchanged
	})
	if err != errUnchanged {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != loose {
		t.Errorf("%v; it is %q", err, text)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

// TestTruncated holds that a log that becomes shorter while it is read is no shorter log.
func TestTruncated(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.log")
	if err := os.WriteFile(file, []byte(strings.Repeat(goodLog, 9999)), 0o600); err != nil {
		t.Fatal(err)
	}
	log, err := archive.Open(archive.Log{Name: file}, nil, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	if err := os.Truncate(file, int64(5000*len(goodLog))); err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(log)
	if err == nil || !strings.Contains(err.Error(), "was truncated while reading") || string(text) != strings.Repeat(goodLog, 5000) {
		t.Errorf("%d bytes, %v", len(text), err)
	}
}

// TestOneWriter holds that two runs do not write the same file, and that the second one
// leaves the first one alone.
func TestOneWriter(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.log")
	if err := os.WriteFile(file, []byte("before\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	err := new(streams).rewrite(archive.Log{Name: file}, true, func(_ io.Reader, add adder) error {
		add([]byte("first\n"), true)
		second := new(streams).rewrite(archive.Log{Name: file}, true, func(_ io.Reader, add adder) error {
			add([]byte("second\n"), true)
			return nil
		})
		if second == nil || !strings.Contains(second.Error(), errBusy.Error()) {
			t.Errorf("the second run: %v", second)
		}
		return nil
	})
	if err != nil {
		t.Errorf("the first run: %v", err)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "first\n" {
		t.Errorf("%q, %v", text, err)
	}
}

// TestChangedMeanwhile holds that a line that another program appends to a log after it was read is not
// lost.
func TestChangedMeanwhile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.log")
	if err := os.WriteFile(file, []byte("before\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	err := new(streams).rewrite(archive.Log{Name: file}, true, func(_ io.Reader, add adder) error {
		add([]byte("formatted\n"), true)
		return os.WriteFile(file, []byte("before\nappended\n"), 0o600)
	})
	if err == nil || !strings.Contains(err.Error(), errChanged.Error()) {
		t.Errorf("%v", err)
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "before\nappended\n" {
		t.Errorf("%q, %v", text, err)
	}
}

// TestKeepsOwner needs root, who alone may give files away.
func TestKeepsOwner(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("not root")
	}
	file := filepath.Join(t.TempDir(), "game.log")
	if err := errors.Join(os.WriteFile(file, []byte(goodLog), 0o640), os.Chown(file, 12345, 23456)); err != nil {
		t.Fatal(err)
	}
	err := new(streams).rewrite(archive.Log{Name: file}, true, func(_ io.Reader, add adder) error {
		add([]byte("new\n"), true)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	stat := info.Sys().(*syscall.Stat_t)
	if stat.Uid != 12345 || stat.Gid != 23456 || info.Mode().Perm() != 0o640 {
		t.Errorf("owner %d, group %d, mode %o", stat.Uid, stat.Gid, info.Mode().Perm())
	}
}

// TestFmtOnTerminal holds that fmt prints a log byte for byte, but to a terminal nothing
// that it would obey.
func TestFmtOnTerminal(t *testing.T) {
	const log = "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben\"]\n\n1. Ann  6:br-  ;\t\x1b[31m\u202e\u009b\x7f é\n; \xff\n"
	const shown = `;` + "\t" + `\x1b[31m\u202e\u009b\x7f é` + "\n"
	for _, flag := range []string{"", "-d "} {
		for _, terminal := range []*os.File{nil, os.Stdout} {
			var out bytes.Buffer
			run(strings.Fields("fmt "+flag+"-"), &streams{games: games.All, in: strings.NewReader(log), out: bufio.NewWriter(&out), err: &out, terminal: terminal})
			if escaped := strings.Contains(out.String(), shown) && strings.Contains(out.String(), `; \xff`); escaped != (terminal != nil) || escaped == strings.Contains(out.String(), "\x1b") {
				t.Errorf("fmt %s, terminal %t:\n%q", flag, terminal != nil, out.String())
			}
		}
	}
}

// TestReduceOnTerminal holds the same of reduce.
func TestReduceOnTerminal(t *testing.T) {
	const log = "[Game \"trivial-pursuit\"]\n[Players \"Ann\x1b, Ben\"]\n"
	for _, terminal := range []*os.File{nil, os.Stdout} {
		var out bytes.Buffer
		run([]string{"reduce", "-"}, &streams{games: games.All, in: strings.NewReader(log), out: bufio.NewWriter(&out), err: &out, terminal: terminal})
		if raw := strings.Contains(out.String(), "\x1b"); raw != (terminal == nil) || out.Len() == 0 {
			t.Errorf("terminal %t:\n%q", terminal != nil, out.String())
		}
	}
}

// TestAsksOnTerminal holds that what merge asks holds nothing that a terminal would obey.
func TestAsksOnTerminal(t *testing.T) {
	var asked bytes.Buffer
	s := &streams{in: strings.NewReader("2\n"), out: bufio.NewWriter(io.Discard), err: &asked}
	choice, err := s.asker().which(&readings.Difference{Choices: []string{"1. Ann 6:bl- ; \x1b[31m\n", "1. Ann 6:bl+\n"}})
	if want := "1  1. Ann 6:bl- ; \\x1b[31m\n2  1. Ann 6:bl+\n"; choice != 1 || err != nil || !strings.HasPrefix(asked.String(), want) {
		t.Errorf("%d, %v: %q", choice, err, asked.String())
	}
}

// TestPackedBytes holds that a packed log is judged by its text: its packed bytes may look like those of another
// program, or like lines that end with CR.
func TestPackedBytes(t *testing.T) {
	log, err := os.ReadFile("../testdata/readme/evening.log")
	if err != nil {
		t.Fatal(err)
	}
	name, odd := filepath.Join(t.TempDir(), "game.log.gz"), 0
	for i := range 300 {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		fmt.Fprintf(w, "%s; %d\n", log[:200], i)
		w.Close()
		if archive.PlainText(packed.Bytes()) == nil {
			continue
		}
		odd++
		if err := os.WriteFile(name, packed.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		if out, status := printedBy("verify", name); status != exitFound {
			t.Errorf("comment %d: exit status %d\n%s", i, status, out)
		}
	}
	if odd < 10 {
		t.Errorf("only %d packed logs look like other files", odd)
	}
}
