package spec

import (
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

// ExamplesIn lists the logs of a page.
func ExamplesIn(page string) (all []Example) {
	about, inside := "", false
	var log strings.Builder
	number := 0
	for line := range strings.Lines(Page(page)) {
		number++
		switch {
		case !inside && strings.HasPrefix(line, "#"):
			about = ""
			if title := strings.Trim(line, "# \n"); strings.HasPrefix(title, "`") {
				about = strings.Trim(title, "`")
			}
		case !inside && strings.TrimSpace(line) == "```tpnote":
			inside = true
			all = append(all, Example{Page: page, Line: number + 1, About: about})
		case inside && strings.TrimSpace(line) == "```":
			inside = false
			all[len(all)-1].Log = log.String()
			log.Reset()
		case inside:
			log.WriteString(line)
		}
	}
	return all
}
