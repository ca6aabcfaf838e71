package regress

import (
	"slices"
	"strings"

	"tpnote/rules/variant"
	"tpnote/spec"
	"tpnote/verify"
)

// PointCoverage counts the games of a variant that kept a rule point, and those that broke it.
//
// A game *keeps* a rule point when a line without an error would have been judged differently with another value of
// that rule point (see variant.Others): refused, or followed by another position, or with other actions allowed in
// the place of one of its own. It *breaks* a rule point when an error names it, or when one that names none would
// have passed with another value of it. A rule point of which no game does either is never met.
type PointCoverage struct {
	Point  string `json:"point"`
	Value  string `json:"value"`
	Kept   int    `json:"kept"`
	Broken int    `json:"broken"`
	Log    string `json:"log,omitempty"` // a log that would meet it, where one was looked for: see Covering
	Met    bool   `json:"met"`           // a game kept or broke it
}

// PercentMet is how many of a hundred rule points were met, rounded down.
func (v *VariantStudy) PercentMet() int {
	met := 0
	for _, p := range v.Points {
		if p.Met {
			met++
		}
	}
	return 100 * met / len(v.Points)
}

// matters reports whether another value of a rule point would have judged a legal line otherwise, and whether it
// would have let an error pass that no rule point is named for. It looks at one line more than the line where they
// part, since an unfinished turn is reported only there; after it the two judge different positions.
func matters(t, other *trace) (kept, broken bool) {
	parted := false
	for x, y := range pairs(t, other) {
		if !parted && x.errors == nil && !x.bad && (x.differs(y) || x.choices != y.choices) {
			kept = true
		}
		broken = broken || slices.ContainsFunc(x.unnamed, func(code verify.Code) bool { return !slices.Contains(y.errors, code) })
		if parted {
			break
		}
		parted = x.differs(y)
	}
	return kept, broken
}

// Covering finds the shortest log known that would keep or break the rule point under the
// variant, and returns it as a log of that variant that wants its findings. It searches the rule
// point's own examples in the specification, then all others, and returns "" if it finds none.
func Covering(games verify.Games, v *variant.Variant, point string) (string, error) {
	r, err := verify.ReaderBy(v, verify.Options{Games: games})
	if err != nil {
		return "", err
	}
	mutants, _ := mutantsOf(games, v, point)
	for _, own := range []bool{true, false} {
		var logs []string
		for _, e := range spec.Examples() {
			if own != (e.About == point) {
				continue
			}
			for b := range blocks([]byte(e.Log)) {
				logs = append(logs, JudgedBy(nameOf(games, v), string(b.Text)))
			}
		}
		slices.SortStableFunc(logs, func(a, b string) int { return len(a) - len(b) })
		for _, log := range logs {
			g := &game{blockOf(log), point, ".", true}
			t, err := g.judge(r)
			if err != nil || t.Variant() == nil {
				continue // of another game
			}
			if kept, broken, err := g.try(t, point, mutants); err == nil && (kept || broken) {
				wanting, err := Expecting(r, point, ".", []byte(log))
				return strings.TrimSpace(string(wanting)), err
			}
		}
	}
	return "", nil
}

// nameOf is what a Variant tag calls a variant: its name, or its file if it is not built in.
func nameOf(games verify.Games, v *variant.Variant) string {
	if games.Library().IsBuiltin(v.Name) {
		return v.Name
	}
	return v.Origin.File
}
