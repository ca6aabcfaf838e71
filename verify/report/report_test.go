package report

import (
	"bufio"
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/clipperhouse/displaywidth"
	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
	"tpnote/spec"
	"tpnote/verify"
	"tpnote/verify/explain"
	"tpnote/verify/games"
)

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("x", 100)
	tests := []struct {
		name, line string
		start, end int
		want       string // the excerpt with a caret line below it
	}{
		{"plain", "1. Ann 4:bl+", 7, 12, "1. Ann 4:bl+\n       ^^^^^"},
		{"wide characters", "1. 安 4:bl+", 7, 12, "1. 安 4:bl+\n      ^^^^^"},
		{"a tab is a blank", "1.\tAnn 4:bl+", 7, 12, "1. Ann 4:bl+\n       ^^^^^"},
		{"nothing has a caret too", "abc", 3, 3, "abc\n   ^"},
		{"control characters", "a\x1b[2Jb", 1, 2, "a�[2Jb\n ^"},
		{"direction marks", "a\u202eb", 0, 1, "a�b\n^"},
		{"long before", long + " y z", 101, 102, "…" + long[:41] + " y z\n" + strings.Repeat(" ", 43) + "^"},
		{"long after", "y " + long, 0, 1, "y " + long[:63] + "…\n^"},
		{"long itself", long, 0, 100, long[:43] + "…\n" + strings.Repeat("^", 44)},
	}
	for _, tt := range tests {
		shown, before, under := excerpt(tt.line, notation.Span{Start: tt.start, End: tt.end})
		got := shown + "\n" + strings.Repeat(" ", before) + strings.Repeat("^", under)
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
		if width := displaywidth.String(shown); width > excerptWidth {
			t.Errorf("%s: %d wide", tt.name, width)
		}
	}
}

func TestWrap(t *testing.T) {
	text := strings.Repeat("word ", 40)
	for i, line := range strings.Split(wrap(text, "    "), "\n") {
		if len(line) > Width {
			t.Errorf("line %d is %d wide: %s", i, len(line), line)
		}
		if i > 0 && !strings.HasPrefix(line, "    word") {
			t.Errorf("line %d is not indented: %q", i, line)
		}
	}
}

// TestText checks that hostile text never reaches the terminal as it is.
func TestText(t *testing.T) {
	var out bytes.Buffer
	text := NewText(bufio.NewWriter(&out), false)
	text.finding("a\x1b[31m.log", &verify.Finding{
		Code: "syntax", Severity: verify.SeverityError, Text: "x\x1b]0;title\a\u2066y",
		Span: notation.Span{Line: 1, Column: 1, EndColumn: 2, Start: 0, End: 1}, Message: "m\x00\u202e", Rule: "r\x1b", Help: []string{"\x9b"},
		Notes: []verify.Note{{Code: "c", Message: "\x1b[2J"}}, Fixes: []verify.Fix{{Message: "\x07"}},
	})
	text.w.Flush()
	if bytes.ContainsAny(out.Bytes(), "\x1b\x00\a\u202e\u2066\u009b") {
		t.Errorf("%q", out.String())
	}
	if !strings.Contains(out.String(), "x�]0;title��y") {
		t.Errorf("the line is not shown: %q", out.String())
	}
}

// TestTopics prints whatever can be explained: nothing of it is wider than a terminal but
// logs, which stand as they are, and no mark of Markdown is left but in logs.
func TestTopics(t *testing.T) {
	var out bytes.Buffer
	text := NewText(bufio.NewWriter(&out), false)
	index := explain.NewIndex(games.All)
	text.Topics(index)
	for _, name := range index.Topics() {
		topic, _ := index.Explain(name)
		text.w.Flush()
		before := out.Len()
		text.Topic(topic)
		text.w.Flush()
		if strings.Count(out.String()[before:], "\n") < 4 {
			t.Errorf("%s: no more than %q", name, out.String()[before:])
		}
	}
	for line := range strings.Lines(out.String()) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "    ") && !strings.HasPrefix(line, "          ") {
			continue // of a log
		}
		if displaywidth.String(line) > Width || strings.Contains(line, "`") || strings.Contains(line, "**") || strings.Contains(line, "](") {
			t.Errorf("%q", line)
		}
	}
}

// TestJSONFields checks that the pages describe every field of the JSON output, except SARIF, which
// has a standard of its own.
func TestJSONFields(t *testing.T) {
	var told string
	for _, name := range []string{"interface.md", "variants.md", "archives.md"} {
		page := spec.Page(name)
		told += page
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	fields := 0
	for _, file := range files {
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			if named, ok := n.(*ast.TypeSpec); ok && strings.HasPrefix(named.Name.Name, "sarif") {
				return false
			}
			field, ok := n.(*ast.Field)
			if !ok || field.Tag == nil {
				return true
			}
			name, _, _ := strings.Cut(reflect.StructTag(strings.Trim(field.Tag.Value, "`")).Get("json"), ",")
			if name == "" {
				return true
			}
			fields++
			if !strings.Contains(told, "`"+name+"`") {
				t.Errorf("%s: no page describes the field %s", file, name)
			}
			return true
		})
	}
	if fields < 50 {
		t.Errorf("only %d fields were looked at", fields)
	}
}

// TestColumns compares the lists of columns in spec/archives.md with the tables of the code.
func TestColumns(t *testing.T) {
	page := spec.Page("archives.md")
	for heading, want := range map[string][]string{
		"A row per game":   names(gameColumns),
		"A row per action": names(actionColumns),
	} {
		_, section, _ := strings.Cut(page, "\n## "+heading+"\n")
		section, _, _ = strings.Cut(section, "\n## ")
		var got []string
		for line := range strings.Lines(section) {
			if name, _, ok := strings.Cut(strings.TrimPrefix(line, "| `"), "` | "); ok && strings.HasPrefix(line, "| `") {
				got = append(got, name)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-code +page):\n%s", heading, diff)
		}
	}
}

// names are the names of the columns of a table.
func names(columns []column) (names []string) {
	for _, column := range columns {
		names = append(names, column.name)
	}
	return names
}
