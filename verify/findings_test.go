package verify_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/verify"
	"tpnote/verify/internal/logtest"
)

var update = flag.Bool("update", false, "rewrite testdata/findings.txt")

// TestFindings holds every word of the findings of the logs in testdata, as they are written, against
// testdata/findings.txt. Read there what users will read after you change a message.
func TestFindings(t *testing.T) {
	var got strings.Builder
	for path, text := range logtest.Logs(t) {
		name := filepath.Base(filepath.Dir(path)) + "/" + filepath.Base(path)
		for _, g := range logtest.Replay(t, verify.Options{}, path, text) {
			for i := range g.Findings {
				write(&got, name, &g.Findings[i])
			}
		}
	}
	file := logtest.Testdata(t, "findings.txt")
	if *update {
		if err := os.WriteFile(file, []byte(got.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")); diff != "" {
		t.Errorf("the findings are others than in testdata/findings.txt; if they should be, run go test ./verify -run TestFindings -update (-was +is):\n%s", diff)
	}
}

// write writes a finding: a line with its place, code and message, and a line for each thing more.
func write(b *strings.Builder, name string, f *verify.Finding) {
	place := fmt.Sprintf("%d-%d", f.Span.Start+1, f.Span.End+1)
	flags := ""
	for _, is := range []struct {
		word string
		so   bool
	}{{" malformed", f.Malformed}, {" ruled", f.Ruled}, {" side", f.SideLine}} {
		if is.so {
			flags += is.word
		}
	}
	fmt.Fprintf(b, "%s:%d:%s turn %d.%d %s%s: %s [%s]\n", name, f.Span.Line, place, f.Turn, f.Action, f.Severity, flags, f.Message, f.Code)
	if f.Rule != "" || len(f.Cites) > 0 {
		fmt.Fprintf(b, "\trule %s %s %s\n", f.Rule, f.Value, strings.Join(f.Cites, " "))
	}
	for _, help := range f.Help {
		fmt.Fprintf(b, "\thelp %s\n", help)
	}
	for _, n := range f.Notes {
		fmt.Fprintf(b, "\tnote %d:%d %s [%s] %s\n", n.Span.Line, n.Span.Start+1, n.Message, n.Code, strings.Join(n.Help, "; "))
	}
	for _, x := range f.Fixes {
		fmt.Fprintf(b, "\tfix %d-%d %q %s\n", x.Span.Start+1, x.Span.End+1, x.Text, x.Message)
	}
}
