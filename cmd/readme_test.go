package cmd

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
	"gopkg.in/yaml.v3"

	"tpnote/verify"
	"tpnote/verify/games"
)

// block is a fenced block of the README.
type block struct{ kind, text string }

// shownPages are the pages whose blocks the tests run.
var shownPages = []string{"../README.md", "../spec/library.md", "../spec/ci.md"}

// readme is the README, and the blocks of all pages that the tests run.
func readme(t *testing.T) (page string, blocks []block) {
	t.Helper()
	for _, name := range shownPages {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if page == "" {
			page = string(text)
		}
		blocks = append(blocks, blocksOf(string(text))...)
	}
	return page, blocks
}

// blocksOf are the fenced blocks of a page.
func blocksOf(page string) (blocks []block) {
	for i, part := range strings.Split("\n"+page, "\n```") {
		if i%2 == 1 {
			kind, text, _ := strings.Cut(part, "\n")
			blocks = append(blocks, block{kind, text + "\n"})
		}
	}
	return blocks
}

// TestReadme runs the transcripts of the README: every "$ tpnote …" in a console block
// prints what stands below it. They start from the top of the project.
func TestReadme(t *testing.T) {
	_, blocks := readme(t)
	t.Chdir("..")
	transcripts := 0
	for _, b := range blocks {
		if b.kind != "console" {
			continue
		}
		for _, command := range strings.Split("\n"+b.text, "\n$ ")[1:] {
			line, want, _ := strings.Cut(command, "\n")
			args, ours := strings.CutPrefix(line, "tpnote ")
			if !ours {
				t.Errorf("a transcript of %q", line)
				continue
			}
			transcripts++
			t.Run(line, func(t *testing.T) {
				var out bytes.Buffer
				run(strings.Fields(args), &streams{games: games.All, in: strings.NewReader(""), out: bufio.NewWriter(&out), err: &out})
				got := strings.TrimRight(out.String(), "\n")
				if diff := cmp.Diff(strings.TrimRight(want, "\n"), got); diff != "" {
					t.Errorf("(-README +now):\n%s", diff)
				}
			})
		}
	}
	if transcripts == 0 {
		t.Error("the README shows no transcript")
	}
}

// TestReadmeCommandList holds that the README lists every command.
func TestReadmeCommandList(t *testing.T) {
	page, _ := readme(t)
	for _, command := range parser(&streams{games: games.All}, &cli{}).Model.Children {
		if group := command.Group; group != nil && group.Key != "This program:" && !strings.Contains(page, "| `tpnote "+command.Name) {
			t.Errorf("the README does not list %s", command.Name)
		}
	}
	if lines := strings.Count(page, "\n"); lines > 220 {
		t.Errorf("the README has %d lines; at most 220", lines)
	}
}

// TestReadmeLogs holds the logs that the README shows against what their comments want, and
// the table of games against the logs that it leads to and the built-in variants.
func TestReadmeLogs(t *testing.T) {
	page, blocks := readme(t)
	logs := 0
	for _, b := range blocks {
		if b.kind != "tpnote" {
			continue
		}
		logs++
		var out bytes.Buffer
		if status := run([]string{"test", "-"}, &streams{games: games.All, in: strings.NewReader(b.text), out: bufio.NewWriter(&out), err: &out}); status != exitLegal {
			t.Errorf("%s%s", b.text, out.String())
		}
	}
	if logs < 3 {
		t.Errorf("%d logs; there are three families of games", logs)
	}
	rows := regexp.MustCompile(`(?m)^\|(.*)\[[^]]*\]\((testdata/games/[^)]*)\) \| (.*) \|$`).FindAllStringSubmatch(page, -1)
	var variants []string
	for _, game := range rows {
		played := ""
		replay(t, "../"+game[2], func(g *verify.Summary) {
			played = g.Rules.Variant
			if g.Verdict() != verify.Legal || g.Result != game[3] {
				t.Errorf("%s is %s, result %s; the README says %s", game[2], g.Verdict(), g.Result, game[3])
			}
		})
		named := regexp.MustCompile("`([^`]*)`").FindAllStringSubmatch(game[1], -1)
		if len(named) == 0 || named[0][1] != played {
			t.Errorf("%s is of %s; the README says %s", game[2], played, game[1])
		}
		for _, name := range named {
			variants = append(variants, name[1])
		}
	}
	slices.Sort(variants)
	if diff := cmp.Diff(slices.Sorted(slices.Values(games.All.Library().Builtin())), variants); diff != "" {
		t.Errorf("variants (-built in +README):\n%s", diff)
	}
}

func replay(t *testing.T, path string, done func(*verify.Summary)) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r, err := verify.NewReader(verify.Options{Games: games.All})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.File(path, filepath.Dir(path), file, func(g *verify.Summary) error { done(g); return nil }); err != nil {
		t.Fatal(err)
	}
}

// differing are the commands of the README that find something, as they are shown.
var differing = []string{"tpnote legal game.log --why", "tpnote variants diff", "tpnote variants check testdata", "tpnote compare"}

// demanding are those that take long or need more than Go and a shell: a terminal, another
// program, a benchmark. The tests with the tag e2e run them.
var demanding = []string{"tpnote step", "tpnote record tuesday.log", "tpnote lsp", "tpnote total", "tpnote play --variant genus-iii --players Ann,Ben --games 10000", "tpnote test --mutants testdata/witness", "/usr/bin/time", "go test ./verify"}

// itself is the command that runs this test.
const itself = "go test ./..."

// TestReadmeCommands runs every command line that the README shows, except the demanding ones, in a
// folder with the files that it names.
func TestReadmeCommands(t *testing.T) {
	runReadme(t, func(line string) bool { return !begins(line, demanding) })
}

// beyond are the examples of --help that need a terminal, another program, files of a user's own, or
// long; or that write where nothing may be written.
var beyond = []string{"tpnote step", "tpnote record", "tpnote repair --ask", "tpnote view --editor", "tpnote lsp", "nvim", "git", "tpnote migrate", "source", "tpnote completion",
	"tpnote witness trouble-official >", "tpnote test", "tpnote compare --variants master-1981", "tpnote play --variant genus-iii,", "tpnote fmt -w", "tpnote merge",
	"tpnote legal game.log --why"}

// TestHelpExamples runs the examples that --help shows.
func TestHelpExamples(t *testing.T) {
	s := newShell(t)
	texts, err := filepath.Glob("help/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range texts {
		page, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text, ok := strings.CutPrefix(strings.ReplaceAll(string(page), "\\\n", ""), "Example:\n")
		if !ok { // the first screen has its examples elsewhere
			continue
		}
		examples, _, _ := strings.Cut(text, "\n\n")
		for line := range strings.Lines(examples) {
			if line = strings.TrimSpace(line); line != "" && !begins(line, beyond) {
				s.run(line)
			}
		}
	}
}

func begins(line string, with []string) bool {
	return slices.ContainsFunc(with, func(start string) bool { return strings.HasPrefix(line, start) })
}

func runReadme(t *testing.T, wanted func(line string) bool) {
	page, blocks := readme(t)
	s := newShell(t)
	for _, row := range regexp.MustCompile("(?m)^\\| `(tpnote [^`]*)` \\|").FindAllStringSubmatch(page, -1) {
		if wanted(row[1]) {
			s.run(row[1])
		}
	}
	for _, b := range blocks {
		switch b.kind {
		case "sh":
			for line := range strings.Lines(b.text) {
				if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, itself) && wanted(line) {
					s.run(line)
				}
			}
		case "yaml":
			var recipe any
			if err := yaml.Unmarshal([]byte(b.text), &recipe); err != nil {
				t.Errorf("%v\n%s", err, b.text)
			}
			if s.recipe(recipe) == 0 {
				t.Errorf("a recipe without a command:\n%s", b.text)
			}
		case "console", "tpnote", "go": // TestReadme, TestReadmeLogs, testdata/script/library.txtar
		default:
			t.Errorf("no test runs a block of the kind %q:\n%s", b.kind, b.text)
		}
	}
}

// shell runs command lines in a scratch folder.
type shell struct {
	t   *testing.T
	dir string
}

// newShell makes the files that the README names. In it, tpnote is this command, and so is
// what "go run ./cmd/tpnote" runs.
func newShell(t *testing.T) *shell {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash on PATH")
	}
	goes, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no go on PATH")
	}
	top, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	s := &shell{t, t.TempDir()}
	game, err := os.ReadFile("../testdata/wheel/genus-iii.log")
	if err != nil {
		t.Fatal(err)
	}
	packed, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"game.log":          string(game),
		"copy.log":          string(game),
		"keys.txt":          "523\n61+\n6\n1-\nq\n",
		"archive.log":       strings.Repeat(string(game)+"\n", 3),
		"archive-1.log.zst": string(packed.EncodeAll(game, nil)),
		"ours.yaml":         "variant: ours\nextends: genus-iii\nrules: {wedge-ends-turn: yes}\n",
		"our-table.yaml":    "variant: our-table\nextends: genus-iii\nrules: {wedge-ends-turn: yes}\n",
		"old.yaml":          "variant: ours\nextends: genus-iii\n",
		"go.mod":            "module example.com/evening\n",
	} {
		if err := os.WriteFile(filepath.Join(s.dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.CopyFS(filepath.Join(s.dir, "games"), os.DirFS("../testdata/games")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(top, "testdata"), filepath.Join(s.dir, "testdata")); err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	stand := fmt.Sprintf("#!/bin/sh\nif [ \"$1 $2\" = 'run ./cmd/tpnote' ]; then shift 2; exec tpnote \"$@\"; fi\ncase \"$1\" in test | install) cd '%s' ;; esac\nexec '%s' \"$@\"\n", top, goes)
	if err := os.WriteFile(filepath.Join(bin, "go"), []byte(stand), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("GOFLAGS", os.Getenv("GOFLAGS")+" -benchtime=1x") // each benchmark once
	t.Setenv("GOBIN", t.TempDir())
	return s
}

// run runs one line, which has to do its work.
func (s *shell) run(line string) {
	s.t.Run(line, func(t *testing.T) {
		args := []string{"bash", "-c", line}
		if strings.HasPrefix(line, "tpnote step") {
			args = []string{"script", "-qec", line, "/dev/null"} // in a terminal
		}
		cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
		cmd.Dir, cmd.Stdin = s.dir, strings.NewReader("q")
		out, err := cmd.CombinedOutput()
		want := 0
		if begins(line, differing) {
			want = exitFound
		}
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		if got := cmd.ProcessState.ExitCode(); got != want {
			t.Errorf("status %d, want %d:\n%s", got, want, out)
		}
	})
}

// recipe runs the commands of a recipe: the steps of a workflow, and the hooks of
// pre-commit with the files that they ask for. It returns how many there were.
func (s *shell) recipe(node any) int {
	ran := 0
	switch node := node.(type) {
	case []any:
		for _, child := range node {
			ran += s.recipe(child)
		}
	case map[string]any:
		if line, ok := node["run"].(string); ok {
			s.run(line)
			ran++
		}
		if line, ok := node["entry"].(string); ok {
			s.run(line + s.files(fmt.Sprint(node["files"])))
			ran++
		}
		for _, child := range node {
			ran += s.recipe(child)
		}
	}
	return ran
}

// files lists the logs of the folder games that a hook's pattern matches, each after a blank.
func (s *shell) files(pattern string) string {
	s.t.Helper()
	takes, err := regexp.Compile(pattern)
	if err != nil {
		s.t.Fatal(err)
	}
	logs, err := filepath.Glob(filepath.Join(s.dir, "games", "*"))
	if err != nil {
		s.t.Fatal(err)
	}
	list := ""
	for _, log := range logs {
		if name := "games/" + filepath.Base(log); takes.MatchString(name) {
			list += " " + name
		}
	}
	if list == "" {
		s.t.Errorf("the hook for %s takes no log", pattern)
	}
	return list
}
