package report

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"tpnote/verify"
)

// Archive prints what was found in an archive, game by game, as it is found.
type Archive interface {
	// Game prints a game.
	Game(g *verify.Game) error
	// Unread says that a file could not be read to its end.
	Unread(name, reason string) error
	// End prints what belongs behind the last game.
	End(s *Summary) error
}

// Summary counts what was found in an archive.
type Summary struct {
	Files, Games              int
	Legal, Illegal, Malformed int // games, as they are recorded
	Errors, Warnings, Notes   int // findings
	Known                     int // findings left out, being in the baseline
	Omitted                   int // findings beyond what is shown or kept
	Judged                    int // games that took the full replay
	Fixed, FixedFiles, Unread int
	Interrupted               bool
}

// Count adds a game. Its findings are those that are left of it.
func (s *Summary) Count(g *verify.Game) {
	s.Games++
	switch g.Verdict() {
	case verify.Legal:
		s.Legal++
	case verify.Illegal:
		s.Illegal++
	case verify.Malformed:
		s.Malformed++
	}
	for i := range g.Findings {
		switch g.Findings[i].Severity {
		case verify.SeverityError:
			s.Errors++
		case verify.SeverityWarning:
			s.Warnings++
		case verify.SeverityNote:
			s.Notes++
		}
	}
}

// String is the summary in words.
func (s *Summary) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s in %s: %d legal, %d illegal, %d malformed; %s, %s, %s", count(s.Games, "game"), count(s.Files, "file"),
		s.Legal, s.Illegal, s.Malformed, count(s.Errors, "error"), count(s.Warnings, "warning"), count(s.Notes, "note"))
	for _, more := range []struct {
		n    int
		what string
	}{
		{s.Known, fmt.Sprintf("%d known", s.Known)},
		{s.Omitted, fmt.Sprintf("%d not shown", s.Omitted)},
		{s.Judged, count(s.Judged, "game") + " replayed in full"},
		{s.Fixed, count(s.Fixed, "game") + " fixed"},
		{s.Unread, count(s.Unread, "file") + " not read to the end"},
	} {
		if more.n > 0 {
			b.WriteString("; " + more.what)
		}
	}
	if s.Interrupted {
		b.WriteString("; interrupted")
	}
	return b.String()
}

// Formats are the formats of NewArchive.
const Formats = "text,json,sarif,junit,github"

// NewArchive prints to w in a format: one of Formats.
func NewArchive(format string, w io.Writer) Archive {
	switch format {
	case "json":
		return jsonArchive{w}
	case "sarif":
		return &sarifArchive{w: w}
	case "junit":
		return &junitArchive{w: w}
	case "github":
		return githubArchive{w}
	}
	return lineArchive{w}
}

// lineArchive prints one line a finding, as compilers do.
type lineArchive struct{ w io.Writer }

func (a lineArchive) Game(g *verify.Game) error {
	for i := range g.Findings {
		f := &g.Findings[i]
		if _, err := fmt.Fprintf(a.w, "%s:%d:%d: %s: %s [%s]\n", Name(g.File), f.Span.Line, f.Span.Column, f.Severity, oneLine(f.Message), f.Code); err != nil {
			return err
		}
	}
	return nil
}

func (a lineArchive) Unread(string, string) error { return nil }

func (a lineArchive) End(s *Summary) error {
	_, err := fmt.Fprintln(a.w, s)
	return err
}

// oneLine is Clean for a line of its own.
func oneLine(s string) string { return strings.ReplaceAll(Clean(s), "\n", " ") }

// jsonArchive prints one JSON object a game.
type jsonArchive struct{ w io.Writer }

func (a jsonArchive) Game(g *verify.Game) error   { return JSON(a.w, g) }
func (a jsonArchive) Unread(string, string) error { return nil }
func (a jsonArchive) End(*Summary) error          { return nil }

// githubArchive prints the commands by which a workflow annotates lines of a change.
type githubArchive struct{ w io.Writer }

var (
	githubValue    = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func (a githubArchive) Game(g *verify.Game) error {
	for i := range g.Findings {
		f := &g.Findings[i]
		level := string(f.Severity)
		if f.Severity == verify.SeverityNote {
			level = "notice"
		}
		if _, err := fmt.Fprintf(a.w, "::%s file=%s,line=%d,col=%d,endColumn=%d,title=%s::%s\n", level, githubProperty.Replace(Clean(g.File)),
			f.Span.Line, f.Span.Column, f.Span.EndColumn, githubProperty.Replace(f.Code), githubValue.Replace(Clean(f.Message))); err != nil {
			return err
		}
	}
	return nil
}

func (a githubArchive) Unread(name, reason string) error {
	_, err := fmt.Fprintf(a.w, "::error file=%s::%s\n", githubProperty.Replace(Clean(name)), githubValue.Replace(Clean(reason)))
	return err
}

func (a githubArchive) End(s *Summary) error {
	_, err := fmt.Fprintf(a.w, "::notice::%s\n", githubValue.Replace(s.String()))
	return err
}

// junitArchive prints a test suite a file and a test case a game. The totals that the
// format also knows would stand before what they count, and are left out: every reader
// counts for itself.
type junitArchive struct {
	w    io.Writer
	file string // whose suite is open, if open
	open bool
	any  bool
}

func (a *junitArchive) Game(g *verify.Game) error {
	if err := a.suite(g.File); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(a.w, "    <testcase classname=%s name=\"game %d, line %d\">\n", quoted(g.File), g.Number, g.Line); err != nil {
		return err
	}
	var text strings.Builder
	first := ""
	for i := range g.Findings {
		f := &g.Findings[i]
		if first == "" && f.Severity == verify.SeverityError {
			first = f.Message
		}
		fmt.Fprintf(&text, "%d:%d: %s: %s [%s]\n", f.Span.Line, f.Span.Column, f.Severity, f.Message, f.Code)
	}
	element := "system-out"
	if first != "" {
		element = "failure"
	}
	if text.Len() > 0 {
		open := "<" + element
		if first != "" {
			open += " message=" + quoted(first)
		}
		if _, err := fmt.Fprintf(a.w, "      %s>%s</%s>\n", open, escaped(text.String()), element); err != nil {
			return err
		}
	}
	_, err := io.WriteString(a.w, "    </testcase>\n")
	return err
}

// suite begins the suite of a file, and ends the one before.
func (a *junitArchive) suite(file string) error {
	if a.open && a.file == file {
		return nil
	}
	head := ""
	if !a.any {
		head = xml.Header + "<testsuites>\n"
	}
	if a.open {
		head += "  </testsuite>\n"
	}
	a.open, a.any, a.file = true, true, file
	_, err := fmt.Fprintf(a.w, "%s  <testsuite name=%s>\n", head, quoted(file))
	return err
}

func (a *junitArchive) Unread(name, reason string) error {
	if err := a.suite(name); err != nil {
		return err
	}
	_, err := fmt.Fprintf(a.w, "    <testcase classname=%s name=\"read\"><error message=%s/></testcase>\n", quoted(name), quoted(reason))
	return err
}

func (a *junitArchive) End(*Summary) error {
	tail := "</testsuites>\n"
	switch {
	case a.open:
		tail = "  </testsuite>\n" + tail
	case !a.any:
		tail = xml.Header + "<testsuites>\n" + tail
	}
	_, err := io.WriteString(a.w, tail)
	return err
}

func escaped(s string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(Clean(s)))
	return b.String()
}

// quoted is s as the value of an attribute.
func quoted(s string) string { return `"` + escaped(s) + `"` }

// A sarifArchive prints one SARIF 2.1.0 log. The results come first and the rules that they
// name behind them: JSON leaves the order free, and so nothing has to be kept.
type sarifArchive struct {
	w      io.Writer
	rules  map[string]int // index by code
	codes  []sarifRule
	unread []sarifNotification
	begun  bool
}

type (
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
		Message  *sarifMessage `json:"message,omitempty"`
	}
	sarifReplacement struct {
		Deleted  sarifRegion  `json:"deletedRegion"`
		Inserted sarifMessage `json:"insertedContent"`
	}
	sarifChange struct {
		Artifact     sarifArtifact      `json:"artifactLocation"`
		Replacements []sarifReplacement `json:"replacements"`
	}
	sarifFix struct {
		Description sarifMessage  `json:"description"`
		Changes     []sarifChange `json:"artifactChanges"`
	}
	sarifResult struct {
		Rule      string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifMessage    `json:"message"`
		Locations []sarifLocation `json:"locations"`
		Related   []sarifLocation `json:"relatedLocations,omitempty"`
		Fixes     []sarifFix      `json:"fixes,omitempty"`
	}
	sarifRule struct {
		ID string `json:"id"`
	}
	sarifNotification struct {
		Level     string          `json:"level"`
		Message   sarifMessage    `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
	sarifInvocation struct {
		Successful    bool                `json:"executionSuccessful"`
		Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifDriver struct {
		Name  string      `json:"name"`
		Rules []sarifRule `json:"rules"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
)

const sarifHead = `{"$schema":"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",` +
	`"version":"2.1.0","runs":[{"columnKind":"unicodeCodePoints","results":[`

func (a *sarifArchive) Game(g *verify.Game) error {
	if a.rules == nil {
		a.rules = map[string]int{}
		if _, err := io.WriteString(a.w, sarifHead); err != nil {
			return err
		}
	}
	for i := range g.Findings {
		separator := "\n"
		if a.begun {
			separator = ",\n"
		}
		a.begun = true
		if _, err := io.WriteString(a.w, separator); err != nil {
			return err
		}
		if err := writeJSON(a.w, a.result(g.File, &g.Findings[i])); err != nil {
			return err
		}
	}
	return nil
}

// writeJSON writes v without a line end.
func writeJSON(w io.Writer, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

func (a *sarifArchive) result(file string, f *verify.Finding) sarifResult {
	index, known := a.rules[f.Code]
	if !known {
		index = len(a.codes)
		a.rules[f.Code] = index
		a.codes = append(a.codes, sarifRule{f.Code})
	}
	at := func(line, column, end int, message string) sarifLocation {
		l := sarifLocation{Physical: sarifPhysical{Artifact: sarifArtifact{uri(file)}, Region: &sarifRegion{line, column, end}}}
		if message != "" {
			l.Message = &sarifMessage{Clean(message)}
		}
		return l
	}
	r := sarifResult{Rule: f.Code, RuleIndex: index, Level: string(f.Severity), Message: sarifMessage{Clean(f.Message)},
		Locations: []sarifLocation{at(f.Span.Line, f.Span.Column, f.Span.EndColumn, "")}}
	for _, n := range f.Notes {
		r.Related = append(r.Related, at(n.Span.Line, n.Span.Column, n.Span.EndColumn, n.Message))
	}
	for _, x := range f.Fixes {
		r.Fixes = append(r.Fixes, sarifFix{sarifMessage{x.Message}, []sarifChange{{sarifArtifact{uri(file)},
			[]sarifReplacement{{sarifRegion{x.Span.Line, x.Span.Column, x.Span.EndColumn}, sarifMessage{x.Text}}}}}})
	}
	return r
}

// uri is a file's name as a relative or absolute URI reference.
func uri(name string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/"
	var b strings.Builder
	for _, c := range []byte(name) {
		if strings.IndexByte(plain, c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

func (a *sarifArchive) Unread(name, reason string) error {
	a.unread = append(a.unread, sarifNotification{"error", sarifMessage{Clean(reason)},
		[]sarifLocation{{Physical: sarifPhysical{Artifact: sarifArtifact{uri(name)}}}}})
	return nil
}

func (a *sarifArchive) End(s *Summary) error {
	if err := a.Game(&verify.Game{}); err != nil { // the head, if no game was there
		return err
	}
	if _, err := io.WriteString(a.w, `],"invocations":[`); err != nil {
		return err
	}
	if err := writeJSON(a.w, sarifInvocation{!s.Interrupted && a.unread == nil, a.unread}); err != nil {
		return err
	}
	if _, err := io.WriteString(a.w, `],"tool":`); err != nil {
		return err
	}
	rules := append([]sarifRule{}, a.codes...)
	if err := writeJSON(a.w, sarifTool{sarifDriver{"tpnote", rules}}); err != nil {
		return err
	}
	_, err := io.WriteString(a.w, "}]}\n")
	return err
}
