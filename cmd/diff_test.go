package cmd

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLineDiff(t *testing.T) {
	tests := []struct {
		name   string
		pieces [][2]string
		want   string
	}{
		{"nothing changes", [][2]string{{"a\n", "a\n"}}, ""},
		{"the end of the last line", [][2]string{{"a\n", "a\n"}, {"b", "b\n"}}, "--- x.orig\n+++ x\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n"},
		{"everything goes", [][2]string{{"\n", ""}}, "--- x.orig\n+++ x\n@@ -1 +0,0 @@\n-\n"},
		{"a blank line comes", [][2]string{{"a\n", "a\n"}, {"", "\n"}, {"b\n", "b\n"}}, "--- x.orig\n+++ x\n@@ -1,2 +1,3 @@\n a\n+\n b\n"},
		{"lines in another order", [][2]string{{"b\na\nc\n", "a\nb\nc\n"}}, "--- x.orig\n+++ x\n@@ -1,3 +1,3 @@\n+a\n b\n-a\n c\n"},
		{"the old lines of a run come first", [][2]string{{"a \n", "a\n"}, {"b \n", "b\n"}}, "--- x.orig\n+++ x\n@@ -1,2 +1,2 @@\n-a \n-b \n+a\n+b\n"},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, diffOf(t, tt.pieces)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// diffOf is the diff of a text that is rewritten in pieces.
func diffOf(t *testing.T, pieces [][2]string) string {
	t.Helper()
	var out bytes.Buffer
	d := &lineDiff{name: "x", print: func(text []byte) { out.Write(text) }}
	for _, p := range pieces {
		d.add([]byte(p[0]), []byte(p[1]))
	}
	d.end()
	return out.String()
}

// TestLineDiffPatches holds that a diff leads from the old text to the new one, with hunks that
// are as large as they should be: also where they are cut because everything changes.
func TestLineDiffPatches(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for run := range 300 {
		lines, size, changing := random.IntN(80), 10, random.IntN(100)
		if run == 0 {
			lines, size, changing = 40, maxHunk/5, 70
		}
		var pieces [][2]string
		var was, is strings.Builder
		for n := range lines {
			line := fmt.Sprint(n%7, strings.Repeat("x", size))
			p := [2]string{line + "\n", line + "\n"}
			if random.IntN(100) < changing {
				p = [][2]string{{line + " \n", line + "\n"}, {"\n", ""}, {"", "\n"}, {"b\n" + line + "\na\n", "a\nb\n" + line + "\n"}}[random.IntN(4)]
			}
			pieces = append(pieces, p)
			was.WriteString(p[0])
			is.WriteString(p[1])
		}
		diff := diffOf(t, pieces)
		if got := patched(t, was.String(), diff); got != is.String() {
			t.Fatalf("%.2000s\nmakes of\n%.2000s\nthis:\n%.2000s", diff, was.String(), got)
		}
		if run == 0 && strings.Count(diff, "\n@@ ") < 4 {
			t.Error("one hunk of any size")
		}
	}
}

// patched applies a diff exactly where it says.
func patched(t *testing.T, was, diff string) string {
	t.Helper()
	if diff == "" {
		return was
	}
	old := strings.SplitAfter(was, "\n")
	var is []string
	at := 0 // in old
	for _, hunk := range strings.Split(diff, "\n@@ ")[1:] {
		head, body, _ := strings.Cut(hunk, " @@\n")
		from, to, _ := strings.Cut(strings.TrimPrefix(head, "-"), " +")
		first, n := ranged(t, from)
		newFirst, m := ranged(t, to)
		if first < at || first > len(old) {
			t.Fatalf("a hunk at line %d, after line %d", first+1, at)
		}
		is = append(is, old[at:first]...)
		at = first
		if len(is) != newFirst {
			t.Errorf("@@ %s @@, but the new text has %d lines before it", head, len(is))
		}
		var marks strings.Builder
		for line := range strings.Lines(body + "\n") {
			if line == "\n" { // the last hunk ends with a line end of its own
				continue
			}
			marks.WriteByte(line[0])
			text := line[1:]
			if line[0] != '+' {
				if text != old[at] {
					t.Fatalf("line %d is %.80q, not %.80q", at+1, old[at], text)
				}
				at++
				n--
			}
			if line[0] != '-' {
				is = append(is, text)
				m--
			}
		}
		if n != 0 || m != 0 {
			t.Errorf("@@ %s @@ is wrong by %d and %d lines", head, n, m)
		}
		lead, trail := len(marks.String())-len(strings.TrimLeft(marks.String(), " ")), len(marks.String())-len(strings.TrimRight(marks.String(), " "))
		if lead < trail && first > 0 || trail < lead && at < len(old)-1 {
			t.Errorf("@@ %s @@ has %d lines before and %d after: for patch, it is at an end of the file", head, lead, trail)
		}
	}
	return strings.Join(append(is, old[at:]...), "")
}

// ranged returns the lines before a range, and the lines in it.
func ranged(t *testing.T, text string) (before, n int) {
	t.Helper()
	n = 1
	if strings.Contains(text, ",") {
		if _, err := fmt.Sscanf(text, "%d,%d", &before, &n); err != nil {
			t.Fatal(err)
		}
	} else if _, err := fmt.Sscan(text, &before); err != nil {
		t.Fatal(err)
	}
	if n > 0 {
		before--
	}
	return before, n
}
