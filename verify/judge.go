package verify

import (
	"fmt"

	"tpnote/notation"
	"tpnote/rules/nearest"
	"tpnote/rules/variant"
	"tpnote/spec"
)

// This file is how a judge reports: what is a finding, what is folded into an earlier one
// of the same turn, and where a finding stands.

// errorAt reports an error on the current line. The finding returned may be decorated at
// once; it is not valid after the next report.
func (j *judge) errorAt(code string, at notation.Span, message string) *Finding {
	return j.add(Finding{Code: code, Severity: SeverityError, Span: at, Message: message})
}

func (j *judge) malformedAt(code string, at notation.Span, message string) *Finding {
	return j.add(Finding{Code: code, Severity: SeverityError, Malformed: true, Span: at, Message: message})
}

func (j *judge) warningAt(code string, at notation.Span, message string) *Finding {
	return j.add(Finding{Code: code, Severity: SeverityWarning, Span: at, Message: message})
}

// erred reports whether the turn being judged has had an error.
func (j *judge) erred() bool { return j.unit >= 0 }

// add keeps a finding, or folds it into the first error of the same turn.
func (j *judge) add(f Finding) *Finding {
	j.malformed = j.malformed || f.Malformed
	j.illegal = j.illegal || f.Severity == SeverityError
	if j.unit >= 0 && !j.apart {
		if j.unit < len(j.Findings) {
			first := &j.Findings[j.unit]
			if len(first.Notes) < maxFindings {
				first.Notes = append(first.Notes, Note{Code: f.Code, Malformed: f.Malformed, Span: f.Span, Message: f.Message})
			}
		}
		return &f // decorated in vain: a note is its message
	}
	f.Text, f.Turn, f.Action = j.line.Text, j.turn, j.action
	if f.Severity == SeverityError {
		j.unit = len(j.Findings)
	}
	if len(j.Findings) == maxFindings {
		j.Omitted++
		return &f
	}
	j.Findings = append(j.Findings, f)
	found := &j.Findings[len(j.Findings)-1]
	found.Cites = j.cites(f.Code, "", "")
	return found
}

// by names the rule that decided, with its value, where that was written, and its clauses.
// The situation is finer than the rule (see situations.go); "" stands for none.
func (j *judge) by(f *Finding, rule, situation string) {
	f.Rule = rule
	if j.variant == nil {
		return
	}
	if j.variant.Has(rule) {
		s := j.variant.Setting(rule)
		f.Value, f.Origin = s.Value.String(), s.Origin.String()
	}
	f.Cites = j.cites(f.Code, rule, situation)
}

// suggest adds the known word that was probably meant.
func (f *Finding) suggest(word string, known []string) {
	if near := nearest.Word(word, known); near != "" {
		f.Help = append(f.Help, fmt.Sprintf("did you mean %s?", near))
	}
}

// elsewhere lets report speak of another line: what it says is not part of the turn being
// judged.
func (j *judge) elsewhere(line notation.Line, turn int, report func()) {
	wasLine, wasUnit, wasTurn, wasAction := j.line, j.unit, j.turn, j.action
	j.line, j.unit, j.turn, j.action = line, -1, turn, 0
	report()
	j.line, j.unit, j.turn, j.action = wasLine, wasUnit, wasTurn, wasAction
}

// atTag makes a tag's line the current one, for findings about it.
func (j *judge) atTag(name string) {
	t := j.tags[name]
	j.unit, j.turn, j.action = -1, 0, 0
	j.line = notation.Line{Text: j.tagText[name], Span: t.Name.Span}
}

// cites lists the clauses behind a finding: those of its situation, else those of the rule
// point's value in the variant, else those of its code. A value that is a house rule stands
// on no rulebook, and so has only the clauses that its file gives.
func (j *judge) cites(code, rule, situation string) []string {
	if j.variant == nil {
		return nil
	}
	setting := &variant.Setting{}
	if j.variant.Has(rule) {
		if setting = j.variant.Setting(rule); setting.Standing == variant.House {
			return setting.Cites
		}
	}
	if situation != "" {
		if ids := spec.Enforcing(j.variant.Rulebook, code+"/"+situation); ids != nil {
			return ids
		}
	}
	if setting.Cites != nil {
		return setting.Cites
	}
	return spec.Enforcing(j.variant.Rulebook, code)
}
