package verify_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// TestCoreIsShort holds that a reader can take the files, the functions and the first page of the
// core in at a glance.
func TestCoreIsShort(t *testing.T) {
	const mostInFile, mostInFunction, mostInWay, mostWords = 600, 60, 40, 40
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
			if n := files.Position(f.End()).Line - files.Position(f.Pos()).Line + 1; n > mostInFunction {
				t.Errorf("%s: %s has %d lines; split it at %d", path, f.Name.Name, n, mostInFunction)
			}
		}
		if path == "doc.go" {
			_, way, _ := strings.Cut(file.Doc.Text(), "# The way of a line\n")
			way, rest, _ := strings.Cut(way, "# The rooms\n")
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
}
