package variant

import (
	"cmp"
	"errors"
	"slices"

	"gopkg.in/yaml.v3"

	"tpnote/spec"
)

// consistent asks the engine whether the values and the board go together. An engine may stop at the first fault, so
// a value that it refuses is put back to what was inherited, and the engine asked again.
func (w *walker) consistent(v *Variant, playable func(*Variant) error) {
	v = v.Mix(v, nil)
	for again := true; again && len(w.errs) < maxFaults; {
		again = false
		var found Errors
		if err := playable(v); err != nil && !errors.As(err, &found) {
			found = Errors{Fault(v.Origin, "%s", err)}
		}
		for _, e := range found {
			if slices.Contains(w.errs, e) || e.Origin.File != w.path && len(w.errs) > 0 {
				continue // reported before, or a consequence of a value that was put back
			}
			w.errs = append(w.errs, e)
			for i, s := range v.Settings {
				if s.Origin == e.Origin && w.inherited != nil {
					v.Settings[i], again = w.inherited[i], true
				}
			}
		}
		v.Fingerprint = v.fingerprint()
	}
	w.errs = w.faults()
}

// taken faults the name of a built-in variant on other rules than its own.
func (w *walker) taken(v *Variant) {
	if w.builtin || !w.lib.IsBuiltin(v.Name) {
		return
	}
	builtin, err := w.lib.Open(v.Name, "")
	if err == nil && (builtin.Game != v.Game || len(w.errs) == 0 && builtin.Fingerprint != v.Fingerprint) {
		w.failAt(v.Origin, "%s is the name of a built-in variant of %s with other rules: choose another", v.Name, builtin.Game)
	}
}

// cited are the standings that need a clause.
var cited = []Standing{Stated, Derived, Conflicted}

// rulebook faults the name of a rulebook that is not in the specification and that no
// built-in variant names. Clauses are then looked up in the one that it probably means.
func (w *walker) rulebook(v *Variant, n *yaml.Node) {
	if n == nil || n.Kind != yaml.ScalarNode || n.Tag == "!!null" || slices.Contains(spec.Rulebooks(), n.Value) {
		return // not given, refused already, or known
	}
	own := Each(w.lib.Variants(""), func(b *Variant) string { return b.Rulebook }) // a game from elsewhere brings its own
	if known := Union(spec.Rulebooks(), own...); !slices.Contains(known, n.Value) {
		v.Rulebook = cmp.Or(w.unknown(n, "rulebook", known, ""), v.Rulebook)
	}
}

// clause faults a citation that is no clause of the rulebook, if the specification has that rulebook.
func (w *walker) clause(n *yaml.Node, rulebook string) {
	cited, found := spec.Find(n.Value)
	if cited.Rulebook == rulebook {
		return
	}
	own := slices.DeleteFunc(spec.Clauses(), func(c spec.Clause) bool { return c.Rulebook != rulebook })
	switch {
	case len(own) == 0:
	case found:
		w.fail(n, "clause %s is one of %s, and the rulebook here is %s", cited.ID, cited.Rulebook, rulebook)
	default:
		w.fail(n, "%s has no clause %q: they are %s to %s", rulebook, n.Value, own[0].ID, own[len(own)-1].ID)
	}
}
