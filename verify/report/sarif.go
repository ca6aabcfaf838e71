package report

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"

	"tpnote/notation"
	"tpnote/rules/variant"
	"tpnote/verify"
)

// A sarifArchive prints one SARIF 2.1.0 log. The results come first, and the rules that they name
// after them: JSON allows any order, so nothing has to be kept. The libraries for the format hold the
// whole log, and print two dozen defaults with every result.
type sarifArchive struct {
	w      *bufio.Writer
	next   string   // what separates the next result from the text before; "" before the head
	codes  []object // the rules, by their index
	unread []object
}

// object is a JSON object.
type object map[string]any

// text is the object as text.
func (o object) text() []byte {
	text, _ := json.Marshal(o) // of texts and numbers, which have no error
	return escapedJSON(text)
}

const sarifHead = `{"$schema":"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",` +
	`"version":"2.1.0","runs":[{"columnKind":"unicodeCodePoints","results":[`

func (a *sarifArchive) Game(g *verify.Summary) {
	if a.next == "" {
		a.next = "\n"
		a.w.WriteString(sarifHead)
	}
	for i := range g.Findings {
		fmt.Fprintf(a.w, "%s%s", a.next, a.result(g.File, &g.Findings[i]).text())
		a.next = ",\n"
	}
}

func (a *sarifArchive) result(file string, f *verify.Finding) object {
	index := slices.IndexFunc(a.codes, func(rule object) bool { return rule["id"] == f.Code })
	if index < 0 {
		index = len(a.codes)
		a.codes = append(a.codes, object{"id": f.Code})
	}
	artifact := sarifFile(file)
	at := func(s notation.Span) object {
		return object{"physicalLocation": object{"artifactLocation": artifact, "region": sarifRegion(s)}}
	}
	r := object{"ruleId": f.Code, "ruleIndex": index, "level": f.Severity, "message": sarifText(f.Message), "locations": []object{at(f.Span)}}
	if f.Ruled {
		r["suppressions"] = []object{{"kind": "inSource", "justification": ruled}}
	}
	if len(f.Notes) > 0 {
		r["relatedLocations"] = variant.Each(f.Notes, func(n verify.Note) object {
			place := at(n.Span)
			place["message"] = sarifText(n.Message)
			return place
		})
	}
	var fixes []object
	fix := func(message string, edits ...verify.Edit) {
		changes := object{"artifactLocation": artifact, "replacements": variant.Each(edits, sarifEdit)}
		fixes = append(fixes, object{"description": sarifText(message), "artifactChanges": []object{changes}})
	}
	for _, x := range f.Fixes {
		fix(x.Message, x.Edit)
	}
	for _, reading := range f.Readings {
		if len(reading.Edits) > 0 { // else no change of the log says the same
			fix(reading.Message, reading.Edits...)
		}
	}
	if fixes != nil {
		r["fixes"] = fixes
	}
	return r
}

func sarifEdit(e verify.Edit) object {
	region := sarifRegion(e.Span)
	if e.Out { // with its line end
		region = object{"startLine": e.Line, "startColumn": 1, "endLine": e.Line + 1, "endColumn": 1}
	}
	return object{"deletedRegion": region, "insertedContent": object{"text": e.Text}}
}

func sarifText(text string) object { return object{"text": Clean(text)} }

// sarifFile is a file with its name as a relative or absolute URI reference.
func sarifFile(name string) object { return object{"uri": (&url.URL{Path: name}).String()} }

func sarifRegion(s notation.Span) object {
	return object{"startLine": s.Line, "startColumn": s.Column, "endColumn": s.EndColumn}
}

func (a *sarifArchive) Unread(name, reason string) {
	a.unread = append(a.unread, object{"level": "error", "message": sarifText(reason),
		"locations": []object{{"physicalLocation": object{"artifactLocation": sarifFile(name)}}}})
}

func (a *sarifArchive) End(s *Summary) {
	a.Game(&verify.Summary{}) // the head, if no game was there
	run := object{
		"invocations": []object{{"executionSuccessful": !s.Interrupted && a.unread == nil, "toolExecutionNotifications": listed(a.unread)}},
		"tool":        object{"driver": object{"name": "tpnote", "rules": listed(a.codes)}},
	}
	fmt.Fprintf(a.w, "],%s]}\n", run.text()[1:]) // the object of the run has been begun by the head
}
