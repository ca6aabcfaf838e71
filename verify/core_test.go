package verify_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"tpnote/verify"
)

// TestCoreIsShort holds that a reader can take the files, the functions, the methods of each type and
// the first page of the core in at a glance.
func TestCoreIsShort(t *testing.T) {
	const mostInFile, mostInFunction, mostInWay, mostWords = 600, 60, 40, 40
	const mostMethods, mostOfReplay = 25, 40
	if n := reflect.TypeFor[*verify.Replay]().NumMethod(); n > mostOfReplay {
		t.Errorf("a Replay has %d methods with those of what it embeds; at most %d can be read as one", n, mostOfReplay)
	}
	methods := map[string]int{} // by package and type
	files := token.NewFileSet()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != "." && path != "internal" && !strings.HasPrefix(path, "internal/"):
			return fs.SkipDir
		case !strings.HasSuffix(path, ".go"), strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(files, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		if n := files.File(file.FileStart).LineCount(); n > mostInFile {
			t.Errorf("%s has %d lines; at most %d can be read as one", path, n, mostInFile)
		}
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if f.Recv != nil {
				methods[filepath.Dir(path)+" "+receiver(f.Recv.List[0].Type)]++
			}
			if n := files.Position(f.End()).Line - files.Position(f.Pos()).Line + 1; n > mostInFunction {
				t.Errorf("%s: %s has %d lines; split it at %d", path, f.Name.Name, n, mostInFunction)
			}
		}
		if path == "doc.go" {
			_, way, _ := strings.Cut(file.Doc.Text(), "# The way of a line\n")
			way, rest, _ := strings.Cut(way, "\nspec/contributing.md")
			if n := strings.Count(way, "\n"); n > mostInWay || n == 0 {
				t.Errorf("%s: the way of a line takes %d lines, and may take %d", path, n, mostInWay)
			}
			_, words, _ := strings.Cut(rest, "# Glossary\n")
			if n := strings.Count(words, "\n\t"); n > mostWords || n == 0 {
				t.Errorf("%s: the glossary has %d words, and may have %d", path, n, mostWords)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if methods[". Replay"] == 0 || methods[". set"] == 0 {
		t.Errorf("the methods of some types were not counted: %v", methods)
	}
	for name, n := range methods {
		most := mostMethods
		if name == ". Replay" {
			most = mostOfReplay
		}
		if n > most {
			t.Errorf("%s has %d methods; at most %d can be read as one", name, n, most)
		}
	}
}

// receiver is the name of the type of a receiver.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	}
	return e.(*ast.Ident).Name
}

// TestInterfacesOfGamesAreOnOnePage holds that the author of a game finds all that a game may
// provide in game.go: every interface that the core looks for in a value is declared there, by name.
func TestInterfacesOfGamesAreOnOnePage(t *testing.T) {
	files := token.NewFileSet()
	paths, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	declared, looked := map[string]string{}, map[string]string{} // by name: the file, the place
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				if _, ok := n.Type.(*ast.InterfaceType); ok && n.Name.IsExported() {
					declared[n.Name.Name] = path
				}
			case *ast.TypeAssertExpr:
				asserted := n.Type
				switch generic := asserted.(type) {
				case *ast.IndexExpr:
					asserted = generic.X
				case *ast.IndexListExpr:
					asserted = generic.X
				case *ast.InterfaceType:
					t.Errorf("%s: an interface without a name", files.Position(n.Pos()))
				}
				if name, ok := asserted.(*ast.Ident); ok {
					looked[name.Name] = files.Position(n.Pos()).String()
				}
			}
			return true
		})
	}
	for name, at := range looked {
		if file, ok := declared[name]; ok && file != "game.go" {
			t.Errorf("%s looks for a %s, which %s declares: move it to game.go", at, name, file)
		}
	}
	if declared["Fitter"] != "game.go" || looked["Seater"] == "" {
		t.Error("the interfaces of games were not found")
	}
}
