package report

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"tpnote/rules/variant"
	"tpnote/spec"
	"tpnote/verify/explain"
)

// Topics prints the names that can be explained.
func (t *Text) Topics(x *explain.Index) {
	topics := variant.Each(x.Topics(), func(name string) explain.Topic {
		topic, _ := x.Explain(name)
		return topic
	})
	those := func(are func(explain.Topic) bool) []explain.Topic {
		return slices.DeleteFunc(slices.Clone(topics), func(x explain.Topic) bool { return !are(x) })
	}
	entries := func(heading string, of func(explain.Topic) bool, means func(explain.Topic) string) {
		t.heading(heading)
		for _, topic := range those(of) {
			t.entry(topic.Name, means(topic))
		}
		t.printf("\n")
	}
	entries("finding codes", func(x explain.Topic) bool { return x.Code != nil }, func(x explain.Topic) string { return plain(x.Code.Text) })
	entries("rule points", func(x explain.Topic) bool { return len(x.Points) > 0 }, func(x explain.Topic) string { return x.Points[0].Point.Decides })
	entries("rules that no variant changes", func(x explain.Topic) bool { return x.Code == nil && x.Raises != nil }, func(x explain.Topic) string { return "raises " + strings.Join(x.Raises, ", ") })
	entries("variants", func(x explain.Topic) bool { return x.Variant != nil }, func(x explain.Topic) string { return x.Variant.Title })
	t.heading("words and marks")
	words := those(func(x explain.Topic) bool { return len(x.Words) > 0 })
	t.wrapped("  ", "  ", strings.Join(variant.Each(words, func(x explain.Topic) string { return x.Name }), ", "))
	t.heading("\nwords of the notation")
	t.wrapped("  ", "  ", strings.Join(explain.Words(), ", "))
	t.heading("\nclauses of the rulebooks")
	clauses := those(func(x explain.Topic) bool { return x.Clause != nil })
	for _, of := range grouped(clauses, func(a, b explain.Topic) bool { return a.Clause.Rulebook == b.Clause.Rulebook }) {
		t.entry(of[0].Clause.Rulebook, of[0].Name+" to "+of[len(of)-1].Name)
	}
}

// entry prints a name and what it means, side by side.
func (t *Text) entry(name, text string) {
	const column = 24
	t.printf("  %-*s%s\n", column-2, name, wrap(text, strings.Repeat(" ", column)))
}

// kinds lists what a name is.
func kinds(x explain.Topic) (all list) {
	if c := x.Code; c != nil {
		all.when(c.Malformed == "yes", "finding code, %s, malformed", c.Severity)
		all.when(c.Malformed != "yes", "finding code, %s", c.Severity)
	}
	for _, p := range x.Points {
		all.add("rule point of %s", p.Family)
	}
	if x.Clause != nil {
		all.add("clause of %s", x.Clause.Rulebook)
	}
	all.when(x.Raises != nil, "rule")
	if x.Variant != nil {
		all.add("variant of %s", x.Variant.Game)
	}
	all.when(len(x.Words) > 0, "word")
	all.when(all == nil && x.Meanings == nil, "word of the notation")
	for _, r := range x.Meanings {
		all.add("%s of %s", r.Kind, r.Game)
	}
	return all
}

// Topic explains a name.
func (t *Text) Topic(topic explain.Topic) {
	t.printf("%s%s%s: %s\n", t.style.bold, topic.Name, t.style.off, strings.Join(kinds(topic), "; "))
	for _, w := range topic.Words {
		t.word(w)
	}
	for _, r := range topic.Meanings {
		t.printf("\n  %s of %s\n", r.Kind, r.Game)
		for _, p := range r.Parts {
			t.printf("    %-8s%s\n", p.Text, wrap(plain(p.Says), "            "))
		}
	}
	if topic.Variant != nil {
		t.printf("\n")
		t.Variant(topic.Variant)
	}
	switch {
	case topic.Clause != nil:
		t.clause(topic.Clause)
	case topic.Raises != nil:
		codes := "Breaking it raises: " + strings.Join(topic.Raises, ", ") + "."
		if topic.Points == nil { // else it is a rule point of some games alone
			codes = "No variant changes this rule. " + codes
		}
		t.paragraph(codes)
	case topic.Code != nil && len(topic.Sections) == 0:
		t.paragraph(plain(topic.Code.Text))
	}
	for _, p := range topic.Points {
		t.point(p)
	}
	for _, s := range topic.Sections {
		games := strings.Join(explain.Games(s), ", ")
		switch {
		case s.Name != topic.Name:
			t.heading(fmt.Sprintf("\nin %s, by %s", games, s.Name))
		case len(topic.Sections) > 1 && games != "":
			t.heading("\nin " + games)
		}
		t.section(s)
	}
	if len(topic.RestsOn) > 0 {
		t.heading("\nin the rulebooks")
	}
	for _, c := range topic.RestsOn {
		text := plain(c.Text)
		var in list // the situations of the code for which the clause stands
		for _, name := range c.Enforced {
			situation, found := strings.CutPrefix(name, topic.Name+"/")
			in.when(found, "%s", situation)
		}
		t.printf("  %-8s%s\n", c.ID, wrap(text+bracketed(in), "          "))
	}
}

// word prints a row of the glossary.
func (t *Text) word(w spec.Word) {
	text := plain(w.Text)
	if w.Games != nil {
		text = "In " + strings.Join(w.Games, ", ") + ": " + text
	}
	t.paragraph(text)
	t.wrapped("  read on: ", "           ", "spec/"+plain(w.Read))
}

func (t *Text) paragraph(text string) { t.wrapped("\n  ", "  ", text) }

func (t *Text) clause(c *spec.Clause) {
	t.paragraph(plain(c.Text))
	known := ". It is cited by: " + strings.Join(c.Enforced, ", ")
	if c.Unchecked != "" {
		known = ", and no log can show it: " + plain(c.Unchecked)
	}
	t.paragraph("It is " + c.Standing + " in the rulebook" + known + ".")
}

// point prints what values a rule point takes, and has in the built-in variants.
func (t *Text) point(p explain.PointTopic) {
	t.paragraph(fmt.Sprintf("Decides %s: %s.", p.Point.Decides, p.Point.Takes()))
	t.printf("\n")
	for _, v := range p.Variants {
		s := v.Setting(p.Point.Name)
		standing := string(s.Standing)
		switch {
		case s.Origin == variant.OffByDefault:
			standing = s.Origin.String()
		case s.Standing == variant.House:
			standing = "a house rule"
		}
		says := list{s.Value.String() + ", " + standing + bracketed(s.Cites)}
		says.when(s.Note != "", "%s", s.Note)
		t.entry(v.Name, strings.Join(says, ": "))
	}
}

// section prints what the specification says, with its logs.
func (t *Text) section(s spec.Section) {
	for i, p := range s.Parts {
		if p.Log == "" {
			t.paragraph(plain(p.Text))
			continue
		}
		t.printf("\n")
		if i == 0 || s.Parts[i-1].Log == "" || s.Parts[i-1].Text != p.Text {
			t.heading(wrap(plain(p.Text), ""))
		}
		for line := range strings.Lines(p.Log) {
			t.printf("%s\n", strings.TrimRight("    "+line, " \n"))
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
