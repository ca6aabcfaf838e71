package report

import (
	"fmt"

	"tpnote/verify/regress"
)

// Changes prints what has become of the games of a lock.
func (t *Text) Changes(c *regress.Changes) {
	for i := range c.Changed {
		change := &c.Changed[i]
		was, now := &change.Was, &change.Now
		says := fmt.Sprintf("%s: game %d: %s: %s, was %s", Name(was.File), was.Number, change.Class, now.Verdict, was.Verdict)
		if was.Result != now.Result {
			says += fmt.Sprintf("; result %s, was %s", Clean(now.Result), Clean(was.Result))
		}
		if was.Position != now.Position {
			says += "; another position"
		}
		t.printf("%s\n", wrap(says, "  "))
	}
	for _, p := range c.Points {
		t.printf("  %s\n", wrap(fmt.Sprintf("%s, %s from %s to %s: %s, %s %s", Clean(p.Variant), p.Point, Clean(p.Was), Clean(p.Now), p.Class,
			count(p.Games, "game"), plural(p.Games, "changes", "change")), "    "))
	}
	if c.Unexplained > 0 {
		t.printf("  %s changed by more than rule points\n", count(c.Unexplained, "game"))
	}
	t.printf("%s%s%s: %s in the lock, %d changed, %d missing, %d new\n", t.style.bold, c.Class, t.style.off, count(c.Games, "game"), len(c.Changed), c.Missing, c.New)
}
