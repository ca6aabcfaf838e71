package spec

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

// TestClauses checks the index: numbered without gaps, every clause with a known
// standing, and either enforced somewhere or with the reason why a log cannot show it.
func TestClauses(t *testing.T) {
	standings := map[string]bool{"stated": true, "derived": true, "assumed": true, "conflicted": true}
	next := map[string]int{}
	books := map[string]int{}
	for _, c := range Clauses() {
		books[c.Rulebook]++
		prefix, _, _ := strings.Cut(c.ID, ".")
		next[prefix]++
		if want := fmt.Sprintf("%s.%d", prefix, next[prefix]); c.ID != want {
			t.Errorf("clause %s, want %s", c.ID, want)
		}
		if !standings[c.Standing] {
			t.Errorf("%s: standing %q", c.ID, c.Standing)
		}
		if len(c.Enforced) == 0 && c.Unchecked == "" {
			t.Errorf("%s is neither enforced nor said to be uncheckable", c.ID)
		}
		if c.Text == "" {
			t.Errorf("%s says nothing", c.ID)
		}
	}
	if len(books) < 5 {
		t.Errorf("clauses of %d rulebooks", len(books))
	}
}

func TestReadClause(t *testing.T) {
	tests := []struct {
		row  string
		want Clause
	}{
		{"| id | standing | enforced | says |", Clause{}},
		{"|---|---|---|---|", Clause{}},
		{"prose", Clause{}},
		{"| X.1 | stated | `a`, `b-c/d` | Says. |", Clause{ID: "X.1", Standing: "stated", Enforced: []string{"a", "b-c/d"}, Text: "Says."}},
		{"| X.3 | stated | | Says. |", Clause{ID: "X.3", Standing: "stated", Text: "Says."}},
		{"| X.2 | assumed | no: not in a log | Says. |", Clause{ID: "X.2", Standing: "assumed", Unchecked: "not in a log", Text: "Says."}},
	}
	for _, tt := range tests {
		var got Clause
		for _, cells := range rows(tt.row) {
			got, _ = readClause(cells)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.row, diff)
		}
	}
}

func TestEnforcing(t *testing.T) {
	tests := []struct {
		rulebook string
		names    []string
		want     []string
	}{
		{"genus-iii-1994", []string{"unreachable"}, []string{"G3.20"}},
		{"genus-iii-1994", []string{"unreachable/backtracking", "unreachable"}, []string{"G3.19", "G3.20"}},
		{"genus-iii-1994", []string{"unreachable/unheard-of", "unreachable"}, []string{"G3.20"}},
		{"genus-iii-1994", []string{"first-turn-tie"}, []string{"G3.37", "G3.38"}},
		{"genus-iii-1994", []string{"unheard-of"}, nil},
		{"trespass-1974", []string{"occupied/jump"}, []string{"TP.13"}},
		{"of-another-planet", []string{"unreachable"}, nil},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, Enforcing(test.rulebook, test.names...)); diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", test.rulebook, test.names, diff)
		}
	}
	if _, ok := Find("G3.31"); !ok {
		t.Error("no clause G3.31")
	}
	if _, ok := Find("G3.310"); ok {
		t.Error("there is a clause G3.310")
	}
}

// TestDependencies compares the page of dependencies with go.mod: each module once, with its
// version, and no other.
func TestDependencies(t *testing.T) {
	listed := func(file string, row *regexp.Regexp) []string {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, m := range row.FindAllStringSubmatch(string(text), -1) {
			all = append(all, m[1]+" "+m[2])
		}
		slices.Sort(all)
		return all
	}
	want := listed("../go.mod", regexp.MustCompile(`(?m)^\s+(\S+\.\S+/\S+) (v\S+)`))
	got := listed("dependencies.md", regexp.MustCompile("(?m)^\\| `(\\S+)` \\| (v\\S+) \\| [0-9]{4}-[0-9]{2}-[0-9]{2} \\| [^|]+ \\|$"))
	if len(want) < 10 {
		t.Errorf("%d modules in go.mod", len(want))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-go.mod +page):\n%s", diff)
	}
}

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ +(.+)$`)
)

// TestLinks follows the links of the README and of all pages: to a file or folder that is
// there, and to a heading in it.
func TestLinks(t *testing.T) {
	pages := []string{"../README.md"}
	for _, pattern := range []string{"*.md", "clauses/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v %v", pattern, found, err)
		}
		pages = append(pages, found...)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			if strings.Contains(m[1], "://") {
				continue // of the world outside
			}
			path, anchor, _ := strings.Cut(m[1], "#")
			target := page
			if path != "" {
				target = filepath.Join(filepath.Dir(page), path)
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s leads to %s: %v", page, m[1], err)
				continue
			}
			if anchor != "" && !slices.Contains(anchors(t, target), anchor) {
				t.Errorf("%s leads to %s, and there is no such heading", page, m[1])
			}
		}
	}
}

// anchors are the names by which the headings of a page can be linked to.
func anchors(t *testing.T, page string) []string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, m := range heading.FindAllStringSubmatch(string(text), -1) {
		all = append(all, strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, m[1]))
	}
	return all
}
