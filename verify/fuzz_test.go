package verify_test

import (
	"bytes"
	"testing"

	"tpnote/verify"
	"tpnote/verify/internal/logtest"
)

// FuzzReplay holds that no log makes the replay panic or hang, that every finding stands
// in its line, and that an error is never lost from the verdict.
func FuzzReplay(f *testing.F) {
	for _, text := range logtest.Logs(f) {
		for _, game := range bytes.SplitAfter([]byte(text), []byte("\n\n")) {
			f.Add(game)
		}
	}
	reader := logtest.NewReader(f, verify.Options{Narrate: true, Keep: true})
	dir := f.TempDir() // no variant files to be found
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, g := range logtest.ReadAll(t, reader, dir+"/fuzz.log", string(text), func(*verify.Event) {}) {
			for _, x := range g.Findings {
				if x.Span.Start < 0 || x.Span.Start > x.Span.End || x.Text != "" && x.Span.End > len(x.Text) {
					t.Fatalf("%s: span %+v in %q", x.Code, x.Span, x.Text)
				}
				if x.Severity == verify.SeverityError && g.Verdict() == verify.Legal {
					t.Fatalf("legal with the error %s", x.Code)
				}
			}
		}
	})
}
