package spec

import (
	"errors"
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// TestFoldersAreReadAsOne checks that pages from outside are added to those of the project, and
// replace none of them.
func TestFoldersAreReadAsOne(t *testing.T) {
	f := folders{
		fstest.MapFS{"a.md": {Data: []byte("first")}, "clauses/x.md": {}},
		fstest.MapFS{"a.md": {Data: []byte("second")}, "b.md": {Data: []byte("b")}, "more/y.md": {}},
	}
	for pattern, want := range map[string][]string{"*.md": {"a.md", "b.md"}, "clauses/*.md": {"clauses/x.md"}, "more/*.md": {"more/y.md"}, "none/*.md": nil} {
		got, err := fs.Glob(f, pattern)
		if err != nil {
			t.Errorf("%s: %v", pattern, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", pattern, diff)
		}
	}
	for name, want := range map[string]string{"a.md": "first", "b.md": "b"} {
		if got, err := fs.ReadFile(f, name); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v; want %q", name, got, err, want)
		}
	}
	if _, err := fs.ReadDir(f, "none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a folder that does not exist: %v", err)
	}
}
