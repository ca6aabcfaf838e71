package report

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"

	"tpnote/verify"
)

// Triage counts the findings of an archive by code and by file, and shows where to begin.
type Triage struct {
	Worst int // how many files it names

	codes map[codeCount]int
	files []fileCount // the worst ones, worst first
	last  fileCount   // the file being counted
}

// codeCount is what findings are counted by.
type codeCount struct {
	severity verify.Severity
	code     verify.Code
}

// fileCount is how much is wrong in a file.
type fileCount struct {
	name          string
	errors, games int // games with an error
}

// Count adds a game.
func (t *Triage) Count(g *verify.Summary) {
	if g.File != t.last.name {
		t.close()
		t.last.name = g.File
	}
	errors := t.last.errors
	for i := range g.Findings {
		f := &g.Findings[i]
		if t.codes == nil {
			t.codes = map[codeCount]int{}
		}
		t.codes[codeCount{f.Severity, f.Code}]++
		if f.Severity == verify.SeverityError {
			t.last.errors++
		}
	}
	if t.last.errors > errors {
		t.last.games++
	}
}

// close ranks the last file.
func (t *Triage) close() {
	if t.last.errors > 0 {
		t.files = append(t.files, t.last)
		slices.SortStableFunc(t.files, func(a, b fileCount) int { return cmp.Compare(b.errors, a.errors) })
		t.files = t.files[:min(len(t.files), t.Worst)]
	}
	t.last = fileCount{}
}

// Print writes the codes by count, errors first, and the files with the most errors.
func (t *Triage) Print(w io.Writer) error {
	t.close()
	severities := []verify.Severity{verify.SeverityError, verify.SeverityWarning, verify.SeverityNote}
	order := slices.SortedFunc(maps.Keys(t.codes), func(a, b codeCount) int {
		return cmp.Or(cmp.Compare(slices.Index(severities, a.severity), slices.Index(severities, b.severity)),
			cmp.Compare(t.codes[b], t.codes[a]), cmp.Compare(a.code, b.code))
	})
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	if len(order) > 0 {
		fmt.Fprintln(table, "findings by code:")
	}
	for _, c := range order {
		fmt.Fprintf(table, "%d\t  %s %s\n", t.codes[c], c.severity, c.code)
	}
	if len(t.files) > 0 {
		fmt.Fprintln(table, "files to look at first:")
	}
	for _, f := range t.files {
		fmt.Fprintf(table, "%d\t  %s in %s: %s\n", f.errors, plural(f.errors, "error", "errors"), count(f.games, "game"), Name(f.name))
	}
	return table.Flush()
}
