package spec

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// TestFoldersAreReadAsOne checks that pages from outside are added to those of the project, and
// replace none of them.
func TestFoldersAreReadAsOne(t *testing.T) {
	defer func(kept []fs.FS) { pages = kept }(pages)
	pages = nil
	Add(fstest.MapFS{"a.md": {Data: []byte("first")}, "clauses/x.md": {}})
	Add(fstest.MapFS{"a.md": {Data: []byte("second")}, "b.md": {Data: []byte("b")}, "more/y.md": {}})
	for pattern, want := range map[string][]string{"*.md": {"a.md", "b.md"}, "clauses/*.md": {"clauses/x.md"}, "more/*.md": {"more/y.md"}, "none/*.md": nil} {
		if diff := cmp.Diff(want, List(pattern)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", pattern, diff)
		}
	}
	for name, want := range map[string]string{"a.md": "first", "b.md": "b", "none": ""} {
		if got := Page(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
