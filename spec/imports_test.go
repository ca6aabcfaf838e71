package spec

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// mayImport lists, for each package, the packages of this module that it may import. A name
// that ends in "/" stands for all packages below that folder. A package that has no entry
// fails the test.
var mayImport = []struct {
	room    string
	imports []string
}{
	{"spec", nil},
	{"rules", nil},
	{"rules/nearest", nil},
	{"rules/variant", []string{"spec", "rules/nearest"}},
	{"rules/", []string{"rules", "rules/variant"}}, // the engines: no game enters another
	{"notation/shape", nil},
	{"notation", []string{"notation/shape"}},
	{"notation/action", []string{"notation"}},
	{"notation/", []string{"notation", "notation/action"}},
	{"verify", []string{"spec", "rules", "rules/", "notation", "notation/"}},
	{"verify/report", []string{"spec", "verify", "notation", "rules", "rules/"}},
	{"verify/view", []string{"spec", "verify", "verify/report", "notation", "rules", "verify/view/internal/scene"}},
	{"verify/view/internal/scene", []string{"verify", "verify/report", "rules", "rules/"}},
	{"cmd/tpnote", []string{"cmd"}},
	{"cmd", []string{"spec", "verify", "verify/", "notation", "rules", "rules/"}},
}

// keptTo lists the packages that alone may import what comes from outside the module.
var keptTo = map[string][]string{
	"github.com/alecthomas/participle/v2":       {"notation", "notation/action"},
	"github.com/alecthomas/participle/v2/lexer": {"notation", "notation/action"},
	"gopkg.in/yaml.v3":                          {"rules/variant"},
	"github.com/alecthomas/kong":                {"cmd"},
	"os":                                        {"rules/variant", "cmd"}, // files, and where a program prints
}

// notInEngines lists what an engine may not import: it does not print, read files, look at a
// clock or roll dice.
var notInEngines = []string{"fmt", "os", "time", "math/rand", "math/rand/v2"}

func TestImportsKeepToTheWalls(t *testing.T) {
	packages := 0
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
		packages++
		room := path.Dir(filepath.ToSlash(strings.TrimPrefix(file, "../")))
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			called, ok := n.(*ast.SelectorExpr)
			if !ok || !strings.HasPrefix(called.Sel.Name, "Print") {
				return true
			}
			if of, ok := called.X.(*ast.Ident); ok && of.Name == "fmt" {
				t.Errorf("%s: fmt.%s prints to standard output; write to a writer, in verify/report, verify/view or cmd", file, called.Sel.Name)
			}
			return true
		})
		for _, i := range tree.Imports {
			imported, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			checkImport(t, file, room, imported)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if packages < 10 {
		t.Errorf("only %d files were checked", packages)
	}
}

func checkImport(t *testing.T, file, room, imported string) {
	t.Helper()
	if own, ok := strings.CutPrefix(imported, "tpnote/"); ok {
		allowed, known := roomOf(room)
		if !known {
			t.Errorf("%s: the package %s has no entry in mayImport", file, room)
		}
		if !slices.ContainsFunc(allowed, func(a string) bool { return own == a || strings.HasSuffix(a, "/") && strings.HasPrefix(own, a) }) {
			t.Errorf("%s: %s may not import %s", file, room, own)
		}
	}
	if rooms := keptTo[imported]; rooms != nil && !slices.Contains(rooms, room) {
		t.Errorf("%s: only %s may import %s", file, strings.Join(rooms, ", "), imported)
	}
	if strings.HasPrefix(room, "rules/") && room != "rules/variant" && slices.Contains(notInEngines, imported) {
		t.Errorf("%s: an engine may not use %s", file, imported)
	}
}

// roomOf returns the entry of mayImport for a package: the one of its own name, else the one
// for a folder above it.
func roomOf(name string) ([]string, bool) {
	for _, r := range mayImport {
		if r.room == name {
			return r.imports, true
		}
	}
	for _, r := range mayImport {
		if strings.HasSuffix(r.room, "/") && strings.HasPrefix(name, r.room) {
			return r.imports, true
		}
	}
	return nil, false
}
