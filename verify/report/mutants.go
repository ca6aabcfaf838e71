package report

import (
	"fmt"

	"tpnote/verify/regress"
)

// Mutants prints which mutants the logs kill, and the survivors with what would kill them.
func (t *Text) Mutants(m *regress.Mutants) {
	for _, v := range m.Variants {
		killed, killable, others := v.Counts()
		t.printf("\n%s%s%s: %s; of %s %d killed, %d survive, %d cannot be told apart by any log known; %d%%\n", t.style.bold, Clean(nameOf(v.Variant)), t.style.off,
			count(v.Games, "game"), count(len(v.Mutants), "mutant"), killed, killable, others, v.Percent())
		for _, x := range v.Mutants {
			switch {
			case x.Kills == 1:
				t.printf("  %s=%s: killed only by %s\n", x.Point, Clean(x.Value), Name(x.By))
			case x.Kills > 0:
			case x.Witness.Log == "":
				t.printf("  %s=%s: no log of %s from %s kills it\n", x.Point, Clean(x.Value), count(x.Witness.Within, "action"), count(x.Witness.Starts, "position"))
			default:
				t.printf("  %s%s=%s survives%s; this log would kill it:\n\n%s\n", t.style.yellow, x.Point, Clean(x.Value), t.style.off,
					Escape(string(regress.Suite([]*regress.Witness{x.Witness}))))
			}
		}
	}
}

// MutantsJSON is the same for JSON.
func MutantsJSON(m *regress.Mutants) any {
	type jsonMutant struct {
		Point   string `json:"point"`
		Value   string `json:"value"`
		Kills   int    `json:"kills"`
		By      string `json:"by,omitempty"`
		Log     string `json:"log,omitempty"`
		Actions int    `json:"actions,omitempty"`
		Starts  int    `json:"positions,omitempty"`
	}
	type jsonVariant struct {
		Variant     string       `json:"variant"`
		Fingerprint string       `json:"fingerprint"`
		Games       int          `json:"games"`
		Killed      int          `json:"killed"`
		Survivors   int          `json:"survivors"`
		Equivalent  int          `json:"untold"`
		Percent     int          `json:"percent"`
		Mutants     []jsonMutant `json:"mutants"`
	}
	out := []jsonVariant{}
	for _, v := range m.Variants {
		killed, killable, others := v.Counts()
		jv := jsonVariant{v.Variant.Name, v.Variant.Fingerprint, v.Games, killed, killable, others, v.Percent(), []jsonMutant{}}
		for _, x := range v.Mutants {
			jm := jsonMutant{Point: x.Point, Value: x.Value, Kills: x.Kills, By: x.By}
			if x.Kills == 0 {
				jm.Log, jm.Actions, jm.Starts = x.Witness.Log, x.Witness.Within, x.Witness.Starts
			}
			jv.Mutants = append(jv.Mutants, jm)
		}
		out = append(out, jv)
	}
	return map[string]any{"mutants": out}
}

// BelowMutants says of a variant that too few of its mutants are killed.
func BelowMutants(v *regress.VariantMutants, threshold int) string {
	return fmt.Sprintf("%s: %d%% of the mutants is below the threshold of %d%%", Clean(v.Variant.Name), v.Percent(), threshold)
}
