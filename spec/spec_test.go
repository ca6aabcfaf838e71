package spec

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestClauses holds the index together: numbered without gaps, every clause with a known
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
			t.Errorf("clause %s where %s is due", c.ID, want)
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

func TestReadRow(t *testing.T) {
	tests := []struct {
		row  string
		want Clause
	}{
		{"| id | standing | enforced | says |", Clause{}},
		{"|---|---|---|---|", Clause{}},
		{"prose", Clause{}},
		{"| X.1 | stated | `a`, **`b-c`** | Says. |", Clause{ID: "X.1", Standing: "stated", Enforced: []string{"a", "b-c"}, Principal: []string{"b-c"}, Text: "Says."}},
		{"| X.2 | assumed | no: not in a log | Says. |", Clause{ID: "X.2", Standing: "assumed", Unchecked: "not in a log", Text: "Says."}},
	}
	for _, tt := range tests {
		got, _ := readRow(tt.row)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.row, diff)
		}
	}
}

func TestEnforcing(t *testing.T) {
	if diff := cmp.Diff([]string{"G3.20"}, Enforcing("genus-iii-1994", "unreachable")); diff != "" {
		t.Errorf("the principal clause of unreachable (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"G3.37", "G3.38"}, Enforcing("genus-iii-1994", "first-turn-tie")); diff != "" {
		t.Errorf("a rule point without a principal clause (-want +got):\n%s", diff)
	}
	if _, ok := Find("G3.31"); !ok {
		t.Error("no clause G3.31")
	}
	if _, ok := Find("G3.310"); ok {
		t.Error("there is a clause G3.310")
	}
}
