package report

import (
	"fmt"
	"strings"

	"tpnote/verify/regress"
)

// Changes prints what has become of the games of a lock.
func (t *Text) Changes(c *regress.Changes) {
	for i := range c.Changed {
		change := &c.Changed[i]
		was, now := &change.Was, &change.Now
		says := fmt.Sprintf("%s: game %d: %s: %s, was %s", Name(was.File), was.Number, change.Class, now.Verdict, was.Verdict)
		if was.Result != now.Result {
			says += fmt.Sprintf("; result %s, was %s", now.Result, was.Result)
		}
		if was.Position != now.Position {
			says += "; another position"
		}
		t.wrapped("", "  ", says)
	}
	for _, p := range c.Points {
		t.wrapped("  ", "    ", fmt.Sprintf("%s, %s from %s to %s: %s, %s %s", p.Variant, p.Point, p.Was, p.Now, p.Class,
			count(p.Games, "game"), plural(p.Games, "changes", "change")))
	}
	if c.Unexplained > 0 {
		t.printf("  %s changed by more than rule points\n", count(c.Unexplained, "game"))
	}
	t.printf("%s%s%s: %s in the lock, %d changed, %d missing, %d new\n", t.style.bold, c.Class, t.style.off, count(c.Games, "game"), len(c.Changed), c.Missing, c.New)
}

// Fates prints what becomes of games whose rules are replaced.
func (t *Text) Fates(m *regress.Migration, f *regress.Fates) {
	t.wrapped("", "  ", fmt.Sprintf("%s → %s: %s", nameOf(m.From), nameOf(m.To), strings.Join(m.Changes(), "; ")))
	var counts []string
	for _, fate := range []regress.Fate{regress.Unchanged, regress.Retagged, regress.Repaired, regress.Pinned} {
		counts = append(counts, fmt.Sprintf("%d %s", f.Of(fate), fate))
	}
	t.heading(count(f.Games, "game") + ": " + strings.Join(counts, ", "))
	for _, group := range f.Groups {
		says := fmt.Sprintf("%s: %d: %s", group.Fate, group.Games, group.Why)
		if group.Fate >= regress.Repaired {
			var first []string
			for i := range group.First {
				first = append(first, fmt.Sprintf("%s:%d", Name(group.First[i].File), group.First[i].Line))
			}
			if group.Games > len(first) {
				first = append(first, "…")
			}
			says += ": " + strings.Join(first, ", ")
		}
		t.wrapped("  ", "    ", says)
	}
}
