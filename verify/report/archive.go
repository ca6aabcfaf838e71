package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"tpnote/verify"
)

// Archive prints the findings of an archive, game by game. Its errors are those of the writer, which keeps them.
type Archive interface {
	// Game prints a game.
	Game(g *verify.Summary)
	// Unread says that a file could not be read to its end.
	Unread(name, reason string)
	// End prints the text after the last game.
	End(s *Summary)
}

// Summary counts what was found in an archive, and shows where to begin.
type Summary struct {
	Part
	Worst         int                     // how many files Triage names
	Verdicts      map[verify.Verdict]int  // on the games
	Findings      map[verify.Severity]int // those that are kept
	Known         int                     // findings left out, being in the baseline
	Omitted       int                     // findings beyond what is shown or kept
	Fixed         int                     // games
	Empty, Packed int                     // files without a game, and those that cannot be fixed because they are packed

	faulty bool // the error of a game may be among its omitted findings
	codes  map[codeCount]int
	files  []fileCount // the worst ones, worst first, and after them the file being counted
}

// Part is the last line of the JSON of a part.
type Part struct {
	Name        string `json:"part"` // "K/N" of verify --part; "" for the whole
	Games       int    `json:"games"`
	Errors      int    `json:"errors"`
	Interrupted bool   `json:"interrupted"`
	Files       int    `json:"files"`  // that begin in the part
	Unread      int    `json:"unread"` // files that could not be read to the end of the part
	Bytes       int64  `json:"bytes"`  // of all inputs, where it is a part
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

// Count adds a game of a file: the verdict on it, its findings, and how many others are omitted.
func (s *Summary) Count(file string, v verify.Verdict, findings []verify.Finding, omitted int) {
	if s.Games == 0 {
		s.Verdicts, s.Findings, s.codes = map[verify.Verdict]int{}, map[verify.Severity]int{}, map[codeCount]int{}
	}
	if n := len(s.files); n == 0 || file != s.files[n-1].name {
		s.rank()
		s.files = append(s.files, fileCount{name: file})
	}
	last := &s.files[len(s.files)-1]
	for i := range findings {
		s.Findings[findings[i].Severity]++
		s.codes[codeCount{findings[i].Severity, findings[i].Code}]++
	}
	if errors := s.Findings[verify.SeverityError] - s.Errors; errors > 0 {
		last.errors += errors
		last.games++
		s.Errors += errors
	}
	s.Games++
	s.Verdicts[v]++
	s.Omitted += omitted
	s.faulty = s.faulty || omitted > 0 && !v.OK()
}

// rank puts the last file among the worst ones, if it has errors.
func (s *Summary) rank() {
	slices.SortStableFunc(s.files, func(a, b fileCount) int { return cmp.Compare(b.errors, a.errors) })
	s.files = slices.DeleteFunc(s.files[:min(len(s.files), s.Worst)], func(f fileCount) bool { return f.errors == 0 })
}

// Faulty reports whether a game is at fault. With strict, a warning is a fault.
func (s *Summary) Faulty(strict bool) bool {
	return s.Errors > 0 || s.faulty || strict && s.Findings[verify.SeverityWarning] > 0
}

// String is the summary in words.
func (s *Summary) String() string {
	var verdicts, all list
	verdicts.add("%d legal", s.Verdicts[verify.Legal])
	verdicts.when(s.Verdicts[verify.Incomplete] > 0, "%d incomplete", s.Verdicts[verify.Incomplete])
	verdicts.add("%d illegal, %d malformed", s.Verdicts[verify.Illegal], s.Verdicts[verify.Malformed])
	all.add("%s in %s: %s", count(s.Games, "game"), count(s.Files, "file"), strings.Join(verdicts, ", "))
	all.add("%s, %s, %s", count(s.Errors, "error"),
		count(s.Findings[verify.SeverityWarning], "warning"), count(s.Findings[verify.SeverityNote], "note"))
	all.when(s.Known > 0, "%d known", s.Known)
	all.when(s.Omitted > 0, "%d not shown", s.Omitted)
	all.when(s.Fixed > 0, "%s fixed", count(s.Fixed, "game"))
	all.when(s.Unread > 0, "%s not read to the end", count(s.Unread, "file"))
	all.when(s.Empty > 0, "%s without a game", count(s.Empty, "file"))
	all.when(s.Packed > 0, "%s skipped: cannot be rewritten", count(s.Packed, "compressed file"))
	all.when(s.Interrupted, "interrupted")
	return strings.Join(all, "; ")
}

// Triage writes the codes by count, errors first, and the files with the most errors.
func (s *Summary) Triage(w io.Writer) error {
	s.rank()
	severities := []verify.Severity{verify.SeverityError, verify.SeverityWarning, verify.SeverityNote}
	order := slices.SortedFunc(maps.Keys(s.codes), func(a, b codeCount) int {
		return cmp.Or(cmp.Compare(slices.Index(severities, a.severity), slices.Index(severities, b.severity)),
			cmp.Compare(s.codes[b], s.codes[a]), cmp.Compare(a.code, b.code))
	})
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	if len(order) > 0 {
		fmt.Fprintln(table, "findings by code:")
	}
	for _, c := range order {
		fmt.Fprintf(table, "%d\t  %s %s\n", s.codes[c], c.severity, c.code)
	}
	if len(s.files) > 0 {
		fmt.Fprintln(table, "files to look at first:")
	}
	for _, f := range s.files {
		fmt.Fprintf(table, "%d\t  %s in %s: %s\n", f.errors, plural(f.errors, "error", "errors"), count(f.games, "game"), Name(f.name))
	}
	return table.Flush()
}

// NewArchive prints to w in a format: json, sarif, junit, github, rows, rows-json, games, games-json, or else
// text. One that prints rows or games is a *Table; luck says whether it has columns of luck.
func NewArchive(format string, w *bufio.Writer, luck bool) Archive {
	switch format {
	case "json":
		return jsonArchive{w}
	case "sarif":
		return &sarifArchive{w: w}
	case "junit":
		return &junitArchive{w: w}
	case "github":
		return githubArchive{w}
	case "rows", "rows-json", "games", "games-json":
		return newTable(format, w, luck)
	}
	return lineArchive{w}
}

// lineArchive prints one line a finding, as compilers do, and the summary.
type lineArchive struct{ w *bufio.Writer }

func (a lineArchive) Game(g *verify.Summary) {
	for _, f := range g.Findings {
		fmt.Fprintf(a.w, "%s:%d:%d: %s: %s [%s]\n", Name(g.File), f.Line, f.Column, f.Severity, OneLine(Message(&f)), f.Code)
	}
}

// Message is what a finding says, with whether it was ruled, for those who print no more of it.
func Message(f *verify.Finding) string {
	if f.Ruled {
		return f.Message + " (" + ruled + ")"
	}
	return f.Message
}

func (a lineArchive) Unread(string, string) {}

func (a lineArchive) End(s *Summary) { fmt.Fprintln(a.w, s) }

// jsonArchive prints one JSON object a game.
type jsonArchive struct{ w *bufio.Writer }

func (a jsonArchive) Game(g *verify.Summary) { JSON(a.w, g) }
func (a jsonArchive) Unread(string, string)  {}

func (a jsonArchive) End(s *Summary) {
	if s.Name != "" {
		Line(a.w, s.Part)
	}
}

// githubArchive prints the commands by which a workflow annotates lines of a change.
type githubArchive struct{ w *bufio.Writer }

var (
	githubValue    = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func (a githubArchive) Game(g *verify.Summary) {
	for _, f := range g.Findings {
		level := string(f.Severity)
		if f.Severity == verify.SeverityNote {
			level = "notice"
		}
		fmt.Fprintf(a.w, "::%s file=%s,line=%d,col=%d,endColumn=%d,title=%s::%s\n", level, githubProperty.Replace(Clean(FileName(g.File))),
			f.Line, f.Column, f.EndColumn, githubProperty.Replace(string(f.Code)), githubValue.Replace(Clean(Message(&f))))
	}
}

func (a githubArchive) Unread(name, reason string) {
	fmt.Fprintf(a.w, "::error file=%s::%s\n", githubProperty.Replace(Clean(FileName(name))), githubValue.Replace(Clean(reason)))
}

func (a githubArchive) End(s *Summary) {
	fmt.Fprintf(a.w, "::notice::%s\n", githubValue.Replace(s.String()))
}
