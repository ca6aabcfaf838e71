package regress

import (
	"fmt"
	"strings"

	"tpnote/rules/variant"
	"tpnote/spec"
)

// Question is a rule point that a rulebook leaves open or contradicts. Players settle it before a first game.
type Question struct {
	variant.Point
	*variant.Setting // of the variant; Standing is Assumed or Conflicted
	Clauses          []spec.Clause
	Readings         []RuleReading // the value that is taken first
}

// RuleReading is one way to read a rulebook: a value of a rule point.
type RuleReading struct {
	Value   string
	Means   string   // what a table with it does: "takes the exact count"
	Witness *Witness // what the value changes, seen from the value that is taken; nil for that one
}

// Questions lists the open rule points of v. The values taken are those of table, which is v or has
// other values of its rule points. search finds what each other value changes.
func Questions(v, table *variant.Variant, search *Witnesses) ([]Question, error) {
	var all []Question
	for i, point := range v.Family.Points {
		q := Question{Point: point, Setting: &v.Settings[i]}
		if q.Standing != variant.Assumed && q.Standing != variant.Conflicted {
			continue
		}
		for _, id := range q.Cites {
			if c, ok := spec.Find(id); ok {
				q.Clauses = append(q.Clauses, c)
			}
		}
		taken := table.Settings[i].Value
		q.Readings = []RuleReading{{Value: taken.String(), Means: point.Means(taken)}}
		err := search.Others(table, point.Name, func(w *Witness) error {
			other, err := table.Set(point.Name + "=" + w.Now)
			if err == nil {
				q.Readings = append(q.Readings, RuleReading{w.Now, point.Means(other.Settings[i].Value), w})
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		all = append(all, q)
	}
	return all, nil
}

// Table returns the variant file of a table that takes a reading of each question.
func Table(base string, all []Question) []byte {
	text := "variant: our-table\nextends: " + base + "\nrules:\n"
	for _, q := range all {
		text += "  " + q.Point.Name + ": " + q.Readings[0].Value + "\n"
	}
	if len(all) == 0 {
		text += "  {}\n"
	}
	return []byte(text)
}

// Shown returns the lines of the log of a witness that show the difference: without the tags that name
// the game and the variant, without blank lines, and without what the comments want.
func (w *Witness) Shown() (lines []string) {
	for _, line := range linesOf(w.Log) {
		if line != "" && tagOf(line, "Game") == nil && tagOf(line, "Variant") == nil {
			line, _, _ = strings.Cut(line, "  ; want ")
			lines = append(lines, line)
		}
	}
	return lines
}

// Says explains in a sentence what the values Was and Now make of the log.
func (w *Witness) Says() string {
	switch {
	case w.Log == "":
		return fmt.Sprintf("The search found no game with a difference (longest game: %d actions).", w.Within)
	case w.Under == "legal":
		return fmt.Sprintf("With %s this is legal; with %s it is not.", w.Now, w.Was)
	case strings.HasPrefix(w.Under, "ends "):
		return fmt.Sprintf("Both allow this, but with %s it %s.", w.Now, w.Under)
	}
	_, codes, _ := strings.Cut(w.Under, ": ")
	return fmt.Sprintf("With %s this is legal; with %s it is not (%s).", w.Was, w.Now, codes)
}
