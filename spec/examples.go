package spec

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Example is a log from a page of the specification.
type Example struct {
	Page  string // "wheel.md"
	Line  int    // of its first line in the page
	About string // the code in the heading that it stands under: a rule point, or ""
	Log   string // a file of one or more games
}

// Examples lists the logs of all pages but those of the rulebooks, in the order of the pages.
func Examples() []Example { return slices.Clone(examples()) }

// The pages are read when they are first asked for: reading takes longer than many a command.
var examples = sync.OnceValue(func() (all []Example) {
	for _, path := range List("*.md") {
		all = append(all, ExamplesIn(path)...)
	}
	return all
})

// headingOrLog matches a heading, or the log of an example.
var headingOrLog = regexp.MustCompile("(?m)^#(.*)$|^ *```tpnote\n((?s:.*?))^ *```$")

// ExamplesIn lists the logs of a page.
func ExamplesIn(page string) (all []Example) {
	text, about := Page(page), ""
	for _, at := range headingOrLog.FindAllStringSubmatchIndex(text, -1) {
		if log := at[4]; log >= 0 {
			all = append(all, Example{page, 1 + strings.Count(text[:log], "\n"), about, text[log:at[5]]})
			continue
		}
		title := strings.Trim(text[at[2]:at[3]], "# ")
		if about = strings.Trim(title, "`"); !strings.HasPrefix(title, "`") {
			about = ""
		}
	}
	return all
}
