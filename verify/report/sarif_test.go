package report_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"tpnote/verify"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/report"
)

// TestSARIF checks the output by the published schema, shipped in testdata.
func TestSARIF(t *testing.T) {
	text, err := os.ReadFile("../../testdata/sarif-2.1.0.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("sarif.json", schema); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	reader := logtest.NewReader(t, verify.Options{})
	for name, log := range map[string]string{
		"empty":  "",
		"legal":  "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben\"]\n\n1. Ann 6:bl-\n",
		"faulty": "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben\"]\n\n1. Ann 6:bl+ 2:bl3- x \"é<&\n2. Ben 9:x\n",
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			w := bufio.NewWriter(&out)
			archive, results := report.NewArchive("sarif", w, false), 0
			if _, err := reader.File("a folder/log", ".", strings.NewReader(log), func(g *verify.Summary) error {
				results += len(g.Findings)
				archive.Game(g)
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			archive.Unread("gone.log", "no such file")
			archive.End(&report.Summary{})
			w.Flush()
			doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(out.Bytes()))
			if err != nil {
				t.Fatalf("%v\n%s", err, out.Bytes())
			}
			if err := compiled.Validate(doc); err != nil {
				t.Fatalf("%v\n%s", err, out.Bytes())
			}
			var sarif struct{ Runs []struct{ Results []any } }
			if err := json.Unmarshal(out.Bytes(), &sarif); err != nil || len(sarif.Runs[0].Results) != results {
				t.Errorf("%d results, want %d: %v", len(sarif.Runs[0].Results), results, err)
			}
		})
	}
}
