package spec

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mayImport lists the packages of this module that each package may import. A "*" is the name of
// one family of games, the same in a whole row, so that no game imports another. Every package
// needs a row.
var mayImport = []struct {
	room    string
	imports []string
}{
	{"spec", nil},

	{"rules", nil},
	{"rules/nearest", nil},
	{"rules/walk", []string{"rules"}},
	{"rules/variant", []string{"spec", "rules/nearest"}},
	{"rules/*", []string{"rules", "rules/variant"}},

	{"notation", []string{"notation/shape"}},
	{"notation/shape", nil},
	{"notation/action", []string{"notation"}},
	{"notation/*", []string{"notation", "notation/action"}},

	{"verify", []string{"spec", "rules", "rules/nearest", "rules/variant", "rules/walk", "notation", "notation/shape", "verify/draw", "verify/internal/quick", "verify/internal/turn"}},
	{"verify/draw", nil},
	{"verify/internal/quick", []string{"rules", "notation", "notation/shape"}},
	{"verify/internal/turn", []string{"rules"}},

	{"verify/explain", []string{"spec", "rules", "rules/nearest", "rules/variant", "verify"}},
	{"verify/gametest", []string{"spec", "rules", "rules/variant", "notation", "notation/shape", "verify", "verify/draw", "verify/explain", "verify/internal/quick", "verify/play", "verify/view"}}, // for the tests of games
	{"verify/play", []string{"rules", "notation", "verify"}},

	{"verify/games", []string{"verify", "verify/games/*"}},
	{"verify/games/*", []string{"rules", "rules/variant", "rules/*", "notation", "notation/shape", "notation/*", "verify", "verify/draw", "verify/explain", "verify/internal/turn"}},

	{"verify/archive", []string{"notation", "notation/shape", "verify", "verify/readings"}},
	{"verify/lesson", []string{"rules/nearest", "notation", "verify"}},
	{"verify/regress", []string{"spec", "rules/variant", "rules/walk", "notation", "verify", "verify/lesson", "verify/readings"}},
	{"verify/readings", []string{"spec", "rules", "rules/nearest", "rules/variant", "notation", "verify"}},
	{"verify/odds", []string{"notation", "rules", "verify", "verify/play"}},
	{"verify/draft", []string{"rules", "rules/variant", "notation", "verify", "verify/readings"}},
	{"verify/record", []string{"rules", "rules/variant", "notation", "verify", "verify/draft", "verify/draw", "verify/readings"}},
	{"verify/lsp", []string{"spec", "rules/variant", "notation", "verify", "verify/draft", "verify/draw", "verify/explain", "verify/readings"}},
	{"verify/report", []string{"spec", "rules", "rules/variant", "notation", "verify", "verify/archive", "verify/explain", "verify/odds", "verify/play", "verify/readings", "verify/regress"}},
	{"verify/view", []string{"spec", "rules", "rules/variant", "notation", "verify", "verify/draw", "verify/explain", "verify/lesson", "verify/odds", "verify/record", "verify/regress", "verify/report"}},
	{"verify/terminal", []string{"verify", "verify/draw", "verify/record", "verify/report", "verify/view"}},
	{"verify/editor", []string{"rules/variant", "notation", "verify", "verify/draft", "verify/draw", "verify/record", "verify/report", "verify/view"}},
	{"verify/internal/logtest", []string{"rules/variant", "notation", "verify", "verify/games", "verify/play"}},   // which no room may import: it is for tests
	{"verify/record/recordtest", []string{"notation", "verify", "verify/draft", "verify/games", "verify/record"}}, // for the tests of both

	{"cmd", []string{"spec", "rules/nearest", "rules/variant", "notation", "verify", "verify/archive", "verify/draft", "verify/draw", "verify/editor", "verify/explain", "verify/lsp", "verify/odds", "verify/play", "verify/readings", "verify/record", "verify/regress", "verify/report", "verify/terminal", "verify/view"}},
	{"cmd/engine", nil},
	{"cmd/tpnote", []string{"cmd", "verify/games"}},
}

// keptTo is who alone may import what of the outside.
var keptTo = []struct {
	imported string // a package; one that ends in "/", with all below it
	rooms    []string
}{
	{"github.com/alecthomas/participle/", []string{"notation/action"}},
	{"gopkg.in/yaml.v3", []string{"rules/variant"}},
	{"github.com/alecthomas/kong", []string{"cmd"}},
	{"os", []string{"rules/variant", "verify/archive", "cmd", "cmd/engine", "verify/internal/logtest"}}, // files, and where a program prints
}

// printers are the rooms that print.
var printers = []string{"verify/lsp", "verify/report", "verify/view", "verify/terminal", "cmd"}

// notInEngines lists the things that an engine may not do: make words, read files, look at a clock, roll
// dice.
var notInEngines = []string{"fmt", "os", "time", "math/rand", "math/rand/v2", "crypto/rand"}

// maxFiles is how many files a package may have without its tests; cmd has one for each
// command.
const maxFiles = 16

// TestImports checks the arrows between the packages, and their sizes.
func TestImports(t *testing.T) {
	files := map[string]int{}
	err := filepath.WalkDir("..", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		room := path.Dir(filepath.ToSlash(strings.TrimPrefix(file, "../")))
		files[room]++
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, wrong := range checkFile(room, tree) {
			t.Errorf("%s: %s", file, wrong)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 20 {
		t.Errorf("only %d packages were looked at", len(files))
	}
	for room, n := range files {
		if n > maxFiles && room != "cmd" {
			t.Errorf("%s has %d files; a package has at most %d", room, n, maxFiles)
		}
	}
}

// TestHouse checks that the drawing of the house in contributing.md names every room, and no other. The rooms below
// cmd belong to cmd; rooms for tests alone are left out.
func TestHouse(t *testing.T) {
	page, err := os.ReadFile("contributing.md")
	if err != nil {
		t.Fatal(err)
	}
	_, drawing, _ := strings.Cut(string(page), "## The house\n")
	_, drawing, _ = strings.Cut(drawing, "```text\n")
	drawing, _, _ = strings.Cut(drawing, "```")
	drawn := []string{"verify/games"} // the list of the games, in the folder of their rooms
	for line := range strings.Lines(drawing) {
		names, _, _ := strings.Cut(strings.TrimSpace(line), "  ")
		for name := range strings.SplitSeq(names, ", ") {
			drawn = append(drawn, strings.Replace(name, "NAME", "*", 1))
		}
	}
	for _, row := range mayImport {
		forTests := strings.HasSuffix(row.room, "test")
		if !forTests && !strings.HasPrefix(row.room, "cmd/") && !slices.Contains(drawn, row.room) {
			t.Errorf("the drawing of the house lacks %s", row.room)
		}
		drawn = slices.DeleteFunc(drawn, func(name string) bool { return name == row.room })
	}
	if drawn = slices.DeleteFunc(drawn, func(name string) bool { return name == "testdata" }); len(drawn) > 0 {
		t.Errorf("the drawing of the house has rooms that are not there: %q", drawn)
	}
}

// TestFilesInComments checks that a file of Go that a comment names is there: in the folder of
// the comment, or below the one that the name begins with.
func TestFilesInComments(t *testing.T) {
	named := regexp.MustCompile(`\b[a-z][a-z_/]*\.go\b`)
	found := 0
	err := filepath.WalkDir("..", func(file string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, ".go") {
			return err
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, comment := range tree.Comments {
			for _, name := range named.FindAllString(comment.Text(), -1) {
				found++
				_, here := os.Stat(filepath.Join(filepath.Dir(file), name))
				if _, above := os.Stat(filepath.Join("..", name)); here != nil && above != nil {
					t.Errorf("%s: a comment names %s, which is not there", file, name)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found == 0 {
		t.Error("no comment names a file")
	}
}

// checkFile says what is wrong with the imports of a file, and with what it prints.
func checkFile(room string, tree *ast.File) (wrong []string) {
	for _, i := range tree.Imports {
		imported, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			return []string{err.Error()}
		}
		wrong = append(wrong, checkImport(room, imported)...)
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		if n, ok := n.(*ast.SelectorExpr); ok {
			of, _ := n.X.(*ast.Ident)
			switch {
			case of == nil:
			case of.Name == "fmt" && strings.HasPrefix(n.Sel.Name, "Print"):
				wrong = append(wrong, "fmt."+n.Sel.Name+" prints to standard output; write to an io.Writer")
			case of.Name == "io" && n.Sel.Name == "Writer" && !slices.Contains(printers, room):
				wrong = append(wrong, "an io.Writer is for those who print: "+strings.Join(printers, ", "))
			}
		}
		return true
	})
	return wrong
}

// checkImport says what is wrong with an import.
func checkImport(room, imported string) (wrong []string) {
	allowed, known := allowedIn(room)
	if !known {
		wrong = append(wrong, room+" is no room of the house")
	}
	if own, ok := strings.CutPrefix(imported, "tpnote/"); ok && !slices.ContainsFunc(allowed, func(a string) bool { return matches(a, own) != nil }) {
		wrong = append(wrong, room+" may not import "+own)
	}
	for _, k := range keptTo {
		kept := imported == k.imported || strings.HasSuffix(k.imported, "/") && strings.HasPrefix(imported, k.imported)
		if kept && !slices.Contains(k.rooms, room) {
			wrong = append(wrong, imported+" is kept to "+strings.Join(k.rooms, ", "))
		}
	}
	if engine := matches("rules/*", room); engine != nil && room != "rules/variant" && room != "rules/nearest" && slices.Contains(notInEngines, imported) {
		wrong = append(wrong, "an engine may not import "+imported)
	}
	return wrong
}

// allowedIn lists what a room may import: its own row comes before one with a "*".
func allowedIn(room string) (imports []string, known bool) {
	for _, row := range mayImport {
		if row.room == room {
			return row.imports, true
		}
	}
	for _, row := range mayImport {
		if family := matches(row.room, room); family != nil {
			for _, i := range row.imports {
				imports = append(imports, strings.Replace(i, "*", *family, 1))
			}
			return imports, true
		}
	}
	return nil, false
}

// matches returns the text that a "*" in the pattern replaces in the package's name, and nil if
// the name does not match.
func matches(pattern, name string) *string {
	before, after, starred := strings.Cut(pattern, "*")
	if !starred && pattern == name {
		return &name
	}
	if family, ok := strings.CutPrefix(name, before); starred && ok && family != "" && after == "" && !strings.Contains(family, "/") {
		return &family
	}
	return nil
}

// TestImportsAreRefused checks that TestImports can fail: each of these breaks one law.
func TestImportsAreRefused(t *testing.T) {
	tests := []struct{ room, source, want string }{
		{"rules/wheel", `import "tpnote/notation"`, "rules/wheel may not import notation"},
		{"notation/wheel", `import "tpnote/rules/wheel"`, "notation/wheel may not import rules/wheel"},
		{"rules/wheel", `import "tpnote/rules/trouble"`, "rules/wheel may not import rules/trouble"},
		{"notation/wheel", `import "tpnote/notation/trouble"`, "notation/wheel may not import notation/trouble"},
		{"verify/games/wheel", `import "tpnote/verify/games/trouble"`, "verify/games/wheel may not import verify/games/trouble"},
		{"verify/games/wheel", `import "tpnote/rules/trouble"`, "verify/games/wheel may not import rules/trouble"},
		{"verify/games/wheel", `import "tpnote/notation/trespass"`, "verify/games/wheel may not import notation/trespass"},
		{"verify/games/wheel", `import "tpnote/verify/report"`, "verify/games/wheel may not import verify/report"},
		{"verify", `import "tpnote/rules/wheel"`, "verify may not import rules/wheel"},
		{"verify", `import "tpnote/notation/wheel"`, "verify may not import notation/wheel"},
		{"verify", `import "tpnote/verify/games"`, "verify may not import verify/games"},
		{"verify", `import "tpnote/verify/archive"`, "verify may not import verify/archive"},
		{"verify/draw", `import "tpnote/verify"`, "verify/draw may not import verify"},
		{"verify/archive", `import "tpnote/verify/games"`, "verify/archive may not import verify/games"},
		{"verify/view", `import "tpnote/verify/internal/logtest"`, "verify/view may not import verify/internal/logtest"},
		{"verify/report", `import "tpnote/cmd"`, "verify/report may not import cmd"},
		{"cmd", `import "tpnote/verify/games"`, "cmd may not import verify/games"},
		{"spec", `import "tpnote/rules"`, "spec may not import rules"},
		{"verify/attic", `import "strings"`, "verify/attic is no room of the house"},
		{"verify", `import "github.com/alecthomas/participle/v2/lexer"`, "github.com/alecthomas/participle/v2/lexer is kept to notation/action"},
		{"verify", `import "gopkg.in/yaml.v3"`, "gopkg.in/yaml.v3 is kept to rules/variant"},
		{"cmd/tpnote", `import "github.com/alecthomas/kong"`, "github.com/alecthomas/kong is kept to cmd"},
		{"verify/view", `import "os"`, "os is kept to rules/variant, verify/archive, cmd, cmd/engine, verify/internal/logtest"},
		{"rules/trouble", `import "fmt"`, "an engine may not import fmt"},
		{"rules/trouble", `import "time"`, "an engine may not import time"},
		{"rules/trouble", `import "math/rand/v2"`, "an engine may not import math/rand/v2"},
		{"verify/report", "func f() { fmt.Println() }", "fmt.Println prints to standard output; write to an io.Writer"},
		{"verify", "func f(w io.Writer) {}", "an io.Writer is for those who print: verify/lsp, verify/report, verify/view, verify/terminal, cmd"},
		{"verify/view", "func f(w io.Writer) { fmt.Fprintln(w) }", ""},
		{"verify/games/wheel", `import "tpnote/rules/wheel"`, ""},
		{"verify/games", `import "tpnote/verify/games/wheel"`, ""},
		{"rules/variant", `import "os"`, ""},
		{"cmd", `import "os/signal"`, ""},
	}
	for _, test := range tests {
		tree, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\n"+test.source, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(checkFile(test.room, tree), "; "); got != test.want {
			t.Errorf("%s, %s: %q, want %q", test.room, test.source, got, test.want)
		}
	}
}
