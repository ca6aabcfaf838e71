package verify_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tpnote/spec"
	"tpnote/verify"
)

// raised lists the codes that the sources of this package raise, and those of the engines.
func raised(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	reasons, err := filepath.Glob("../rules/*/check.go")
	if err != nil || len(reasons) < 3 {
		t.Fatalf("engines: %v %v", reasons, err)
	}
	code := regexp.MustCompile(`(?:errorAt\(|malformedAt\(|warningAt\(|Finding{Code: )"([a-z-]+)"|{Code: +"([a-z-]+)", Rule:`)
	var codes []string
	for _, file := range append(files, reasons...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range code.FindAllStringSubmatch(string(text), -1) {
			codes = append(codes, m[1]+m[2])
		}
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// wants reports whether any line of some logs wants a code.
func wants(logs []string, code string) bool {
	return slices.ContainsFunc(logs, func(log string) bool {
		return slices.ContainsFunc(wanted(log), func(w string) bool { return strings.HasSuffix(w, ": "+code) })
	})
}

// TestEveryCodeIsExplained holds that every code that can be raised has its meaning and two
// logs, or says why not. That the logs do what they say, TestSpecExamples holds.
func TestEveryCodeIsExplained(t *testing.T) {
	codes := raised(t)
	if len(codes) < 40 {
		t.Fatalf("only %d codes are raised: %v", len(codes), codes)
	}
	for _, code := range codes {
		topic, _ := verify.Explain(code)
		if topic.Code == nil {
			t.Errorf("%s is not in the table of spec/interface.md", code)
			continue
		}
		kept, broken, excused := false, false, false
		for _, s := range topic.Sections {
			kept = kept || len(s.Kept) > 0 && !wants(s.Kept, code)
			broken = broken || wants(s.Broken, code)
			excused = excused || slices.ContainsFunc(s.Text, func(p string) bool {
				return strings.HasPrefix(p, "Not shown: ") || strings.HasPrefix(p, "No built-in variant ")
			})
		}
		if !(kept && broken) && !excused {
			t.Errorf("%s: a log that keeps it: %v; one that breaks it: %v", code, kept, broken)
		}
	}
}

// TestEveryNameIsExplained holds that whatever can be asked for has something to say.
func TestEveryNameIsExplained(t *testing.T) {
	for _, name := range verify.Topics() {
		topic, _ := verify.Explain(name)
		switch {
		case topic.Clause != nil || topic.Raises != nil:
		case topic.Code != nil && topic.Code.Text == "":
			t.Errorf("the code %s has no meaning", name)
		case len(topic.Sections) == 0:
			t.Errorf("%s has no section in the specification", name)
		}
		for _, p := range topic.Points {
			if !slices.ContainsFunc(topic.Sections, func(s spec.Section) bool { return s.Page == p.Family+".md" }) {
				t.Errorf("the rule point %s of %s has no section on its page", name, p.Family)
			}
		}
	}
	if _, meant := verify.Explain("hub-enrty"); meant != "hub-entry" {
		t.Errorf("hub-enrty is taken for %q", meant)
	}
}
