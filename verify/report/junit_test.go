package report_test

import (
	"bufio"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"tpnote/verify/regress"
	"tpnote/verify/report"
)

// TestJUnitIsWellFormed checks that the XML can be read, and has all cases, for any
// content and name of a log.
func TestJUnitIsWellFormed(t *testing.T) {
	hostile := "]]>\"'&<a>\x00\x1b[31m\xff\u202e"
	results := []report.FileResult{
		{Tested: &regress.Tested{File: hostile, Games: []regress.TestedGame{
			{Name: "good"},
			{Name: hostile, Failures: []regress.Failure{{Line: 3, Code: "syntax", Message: hostile}, {Line: 4, Code: hostile, Missing: true}}},
		}}},
		{Tested: &regress.Tested{File: "gone.log"}, Err: errors.New(hostile)},
		{Tested: &regress.Tested{File: "empty.log"}},
	}
	var out strings.Builder
	w := bufio.NewWriter(&out)
	report.JUnit(w, results)
	w.Flush()
	cases, bad := 0, 0
	dec := xml.NewDecoder(strings.NewReader(out.String()))
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, out.String())
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if start.Name.Local == "testcase" {
			cases++
		}
		if start.Name.Local == "failure" || start.Name.Local == "error" {
			bad++
		}
	}
	if cases != 3 || bad != 2 {
		t.Errorf("%d cases, %d of them bad, want 3 and 2", cases, bad)
	}
}
