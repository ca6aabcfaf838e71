package report

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"

	"tpnote/verify"
)

// A sarifArchive prints one SARIF 2.1.0 log. The results come first, and the rules that they name
// after them: JSON allows any order, so nothing has to be kept. The libraries for the format hold the
// whole log, and print two dozen defaults with every result. So this package has its own types, with
// only the fields that it fills in.
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
		EndLine     int `json:"endLine,omitempty"`
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

		Suppressions []sarifSuppression `json:"suppressions,omitempty"`
	}
	sarifSuppression struct {
		Kind          string `json:"kind"`
		Justification string `json:"justification"`
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
	sarifEnd struct {
		Invocations []sarifInvocation `json:"invocations"`
		Tool        sarifTool         `json:"tool"`
	}
)

const sarifHead = `{"$schema":"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",` +
	`"version":"2.1.0","runs":[{"columnKind":"unicodeCodePoints","results":[`

func (a *sarifArchive) Game(g *verify.Summary) error {
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
		text, err := json.Marshal(a.result(g.File, &g.Findings[i]))
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(a.w, "%s%s", separator, escapedJSON(text)); err != nil {
			return err
		}
	}
	return nil
}

func (a *sarifArchive) result(file string, f *verify.Finding) sarifResult {
	code := string(f.Code)
	index, known := a.rules[code]
	if !known {
		index = len(a.codes)
		a.rules[code] = index
		a.codes = append(a.codes, sarifRule{code})
	}
	at := func(line, column, end int, message string) sarifLocation {
		l := sarifLocation{Physical: sarifPhysical{Artifact: sarifArtifact{uri(file)}, Region: &sarifRegion{StartLine: line, StartColumn: column, EndColumn: end}}}
		if message != "" {
			l.Message = &sarifMessage{Clean(message)}
		}
		return l
	}
	r := sarifResult{Rule: code, RuleIndex: index, Level: string(f.Severity), Message: sarifMessage{Clean(f.Message)},
		Locations: []sarifLocation{at(f.Span.Line, f.Span.Column, f.Span.EndColumn, "")}}
	if f.Ruled {
		r.Suppressions = []sarifSuppression{{"inSource", ruled}}
	}
	for _, n := range f.Notes {
		r.Related = append(r.Related, at(n.Span.Line, n.Span.Column, n.Span.EndColumn, n.Message))
	}
	for _, x := range f.Fixes {
		r.Fixes = append(r.Fixes, sarifFix{sarifMessage{x.Message}, []sarifChange{{sarifArtifact{uri(file)},
			[]sarifReplacement{{sarifRegion{StartLine: x.Span.Line, StartColumn: x.Span.Column, EndColumn: x.Span.EndColumn}, sarifMessage{x.Text}}}}}})
	}
	for i := range f.Readings {
		if fix, ok := sarifReading(file, &f.Readings[i]); ok {
			r.Fixes = append(r.Fixes, fix)
		}
	}
	return r
}

// sarifReading is a reading as a fix; ok is false for one that no change of the log says.
func sarifReading(file string, r *verify.Reading) (fix sarifFix, ok bool) {
	change := sarifChange{Artifact: sarifArtifact{uri(file)}}
	for _, e := range r.Edits {
		region := sarifRegion{StartLine: e.Line, StartColumn: e.Column, EndColumn: e.EndColumn}
		if e.Out { // with its line end
			region = sarifRegion{StartLine: e.Line, StartColumn: 1, EndLine: e.Line + 1, EndColumn: 1}
		}
		change.Replacements = append(change.Replacements, sarifReplacement{region, sarifMessage{e.Text}})
	}
	return sarifFix{sarifMessage{Clean(r.Message)}, []sarifChange{change}}, len(r.Edits) > 0
}

// uri is a file's name as a relative or absolute URI reference.
func uri(name string) string { return (&url.URL{Path: name}).String() }

func (a *sarifArchive) Unread(name, reason string) error {
	a.unread = append(a.unread, sarifNotification{"error", sarifMessage{Clean(reason)},
		[]sarifLocation{{Physical: sarifPhysical{Artifact: sarifArtifact{uri(name)}}}}})
	return nil
}

func (a *sarifArchive) End(s *Summary) error {
	if err := a.Game(&verify.Summary{}); err != nil { // the head, if no game was there
		return err
	}
	rules := append([]sarifRule{}, a.codes...)
	text, err := json.Marshal(sarifEnd{[]sarifInvocation{{!s.Interrupted && a.unread == nil, a.unread}}, sarifTool{sarifDriver{"tpnote", rules}}})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.w, "],%s]}\n", escapedJSON(text)[1:]) // the object of the run has been begun by the head
	return err
}
