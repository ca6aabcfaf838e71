package report

import (
	"fmt"
	"regexp"
	"strings"

	"tpnote/rules/variant"
	"tpnote/spec"
	"tpnote/verify"
)

// Topics prints the names that can be explained.
func (t *Text) Topics(x *verify.Index) {
	t.printf("%sfinding codes%s\n", t.style.bold, t.style.off)
	for _, c := range spec.Codes() {
		t.entry(c.Name, plain(c.Text))
	}
	clauses := spec.Clauses()
	isClause := map[string]bool{}
	for _, c := range clauses {
		isClause[c.ID] = true
	}
	var points, fixed []verify.Topic
	for _, name := range x.Topics() {
		if isClause[name] { // there are hundreds
			continue
		}
		topic, _ := x.Explain(name)
		if len(topic.Points) > 0 {
			points = append(points, topic)
		}
		if topic.Code == nil && topic.Raises != nil {
			fixed = append(fixed, topic)
		}
	}
	t.printf("\n%srule points%s\n", t.style.bold, t.style.off)
	for _, topic := range points {
		t.entry(topic.Name, topic.Points[0].Point.Decides)
	}
	t.printf("\n%srules that no variant changes%s\n", t.style.bold, t.style.off)
	for _, topic := range fixed {
		t.entry(topic.Name, "raises "+strings.Join(topic.Raises, ", "))
	}
	t.printf("\n%swords of the notation%s\n", t.style.bold, t.style.off)
	t.printf("  %s\n", strings.Join(verify.Words(), ", "))
	ids := map[string][]string{}
	var books []string
	for _, c := range clauses {
		if ids[c.Rulebook] == nil {
			books = append(books, c.Rulebook)
		}
		ids[c.Rulebook] = append(ids[c.Rulebook], c.ID)
	}
	t.printf("\n%sclauses of the rulebooks%s\n", t.style.bold, t.style.off)
	for _, book := range books {
		t.entry(book, ids[book][0]+" to "+ids[book][len(ids[book])-1])
	}
}

// entry prints a name and what it means, side by side.
func (t *Text) entry(name, text string) {
	const column = 24
	t.printf("  %-*s%s\n", column-2, name, wrap(text, strings.Repeat(" ", column)))
}

// Topic explains a name.
func (t *Text) Topic(topic verify.Topic) {
	var kinds []string
	if c := topic.Code; c != nil {
		kind := "finding code, " + c.Severity
		if c.Malformed == "yes" {
			kind += ", malformed"
		}
		kinds = append(kinds, kind)
	}
	for _, p := range topic.Points {
		kinds = append(kinds, "rule point of "+p.Family)
	}
	if topic.Clause != nil {
		kinds = append(kinds, "clause of "+topic.Clause.Rulebook)
	}
	if topic.Raises != nil {
		kinds = append(kinds, "rule")
	}
	if topic.Notation {
		kinds = append(kinds, "word of the notation")
	}
	t.printf("%s%s%s: %s\n", t.style.bold, topic.Name, t.style.off, strings.Join(kinds, "; "))
	switch {
	case topic.Clause != nil:
		t.clause(topic.Clause)
	case topic.Raises != nil:
		t.paragraph("No variant changes this rule. Whoever breaks it is told one of: " + strings.Join(topic.Raises, ", ") + ".")
	case len(topic.Sections) == 0:
		t.paragraph(plain(topic.Code.Text))
	}
	for _, p := range topic.Points {
		t.point(p)
	}
	for _, s := range topic.Sections {
		t.section(s, topic.Clause != nil)
	}
	if len(topic.Behind) > 0 {
		t.printf("\n%sin the rulebooks%s\n", t.style.bold, t.style.off)
		for _, c := range topic.Behind {
			t.printf("  %-8s%s\n", c.ID, wrap(plain(c.Text), "          "))
		}
	}
}

func (t *Text) paragraph(text string) { t.printf("\n  %s\n", wrap(text, "  ")) }

func (t *Text) clause(c *spec.Clause) {
	t.paragraph(plain(c.Text))
	standing := "It is " + c.Standing + " in the rulebook"
	switch {
	case c.Unchecked != "":
		standing += ", and a log cannot break it: " + plain(c.Unchecked) + "."
	default:
		standing += ". It stands behind: " + strings.Join(c.Enforced, ", ") + "."
	}
	t.paragraph(standing)
}

// point prints what values a rule point takes, and has in the built-in variants.
func (t *Text) point(p verify.PointTopic) {
	t.paragraph(fmt.Sprintf("Decides %s: %s.", p.Point.Decides, p.Point.Takes()))
	t.printf("\n")
	for _, v := range p.Variants() {
		s := v.Setting(p.Point.Name)
		text := s.Value.String() + ", " + string(s.Standing)
		switch {
		case s.Origin == variant.OffByDefault:
			text = s.Value.String() + ", " + s.Origin.String()
		case s.Standing == variant.House:
			text = s.Value.String() + ", a house rule"
		}
		if len(s.Cites) > 0 {
			text += " (" + strings.Join(s.Cites, ", ") + ")"
		}
		if s.Note != "" {
			text += ": " + s.Note
		}
		t.entry(v.Name, text)
	}
}

// section prints what the specification says; of one that only illustrates, the logs.
func (t *Text) section(s spec.Section, illustrates bool) {
	for _, p := range s.Parts {
		switch {
		case p.Log == "" && !illustrates:
			t.paragraph(plain(p.Text))
		case p.Log != "":
			caption := plain(p.Text)
			if illustrates {
				caption += " (" + s.Name + ")"
			}
			t.printf("\n%s%s%s\n", t.style.bold, wrap(caption, ""), t.style.off)
			for line := range strings.Lines(p.Log) {
				t.printf("%s\n", strings.TrimRight("    "+strings.TrimSuffix(line, "\n"), " "))
			}
		}
	}
}

var markdownLink = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)

// plain is Markdown without its marks. What stands between backquotes has none.
func plain(text string) string {
	pieces := strings.Split(markdownLink.ReplaceAllString(text, "$1"), "`")
	for i := 0; i < len(pieces); i += 2 {
		pieces[i] = strings.ReplaceAll(pieces[i], "*", "")
	}
	return strings.Join(pieces, "")
}
