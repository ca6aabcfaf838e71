package report_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"tpnote/verify/regress"
	"tpnote/verify/report"
)

// TestJUnitIsWellFormed checks that the XML can be read, and counts its cases correctly, for any
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
	if err := report.JUnit(&out, results); err != nil {
		t.Fatal(err)
	}
	cases := 0
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
		if start.Name.Local == "testsuites" {
			for i, want := range []string{"3", "1", "1"} {
				if got := start.Attr[i].Value; got != want {
					t.Errorf("%s is %s, want %s", start.Attr[i].Name.Local, got, want)
				}
			}
		}
	}
	if cases != 3 {
		t.Errorf("%d cases, want 3", cases)
	}
}
