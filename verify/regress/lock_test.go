package regress_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tpnote/notation"
	"tpnote/rules/variant"
	"tpnote/verify"
	"tpnote/verify/games"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/regress"
)

// lockBy is what the games of a text come to under a variant, written and read again.
func lockBy(t *testing.T, v *variant.Variant, text string) (*regress.Lock, *verify.Reader, []*verify.Summary) {
	t.Helper()
	r, err := verify.ReaderBy(v, verify.Options{Games: games.All})
	if err != nil {
		t.Fatal(err)
	}
	lock := regress.NewLock()
	var all []*verify.Summary
	if _, err := r.File("a file.log", ".", strings.NewReader(text), func(g *verify.Summary) error {
		lock.Add(g)
		all = append(all, g)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	written := lock.Text()
	again, err := regress.ReadLock(strings.NewReader(written))
	if err != nil {
		t.Fatalf("%v\n%s", err, written)
	}
	if diff := cmp.Diff(lock.Games, again.Games, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("a lock that is read again (-written +read):\n%s", diff)
	}
	return again, r, all
}

// codesByLine is what a game raises, with the lines.
func codesByLine(g *verify.Summary) map[string]bool {
	all := map[string]bool{}
	for _, f := range g.Findings {
		all[fmt.Sprint(f.Span.Line, f.Code)] = true
		for _, n := range f.Notes {
			all[fmt.Sprint(n.Span.Line, n.Code)] = true
		}
	}
	return all
}

// TestLockNoticesPlantedChanges changes every value of every built-in variant, and compares the
// suite of witnesses with a lock made before: what the lock says is what comparing game by
// game says, and the rule point is named.
func TestLockNoticesPlantedChanges(t *testing.T) {
	suites := logtest.Folder(t, "witness")
	planted := 0
	for _, v := range logtest.Library().Variants("") {
		lock, _, before := lockBy(t, v, suites[v.Name])
		for _, p := range v.Family.Points {
			for _, other := range v.Others(p.Name) {
				if games.All.Playable(other) != nil {
					continue
				}
				planted++
				name := v.Name + " " + p.Name + "=" + other.Setting(p.Name).Value.String()
				now, r, after := lockBy(t, other, suites[v.Name])
				want, changed := regress.Patch, 0
				for i := range before {
					a, b := before[i], after[i]
					same := a.Result == b.Result && a.Position == b.Position
					fewer := true // of the codes, on the same lines
					for code := range codesByLine(b) {
						fewer = fewer && codesByLine(a)[code]
					}
					switch {
					case same && a.Verdict() == b.Verdict() && cmp.Equal(codesByLine(a), codesByLine(b)):
						continue
					case a.Verdict() != verify.Legal && b.Verdict() == verify.Legal, same && fewer:
						want = max(want, regress.Minor)
					default:
						want = regress.Major
					}
					changed++
				}
				got := lock.Check(now, nil)
				if got.Class != want || len(got.Changed) != changed || got.New+got.Missing != 0 {
					t.Errorf("%s: %v with %d changed, want %v with %d", name, got.Class, len(got.Changed), want, changed)
					continue
				}
				_, equal := equivalent[p.Name+"="+other.Setting(p.Name).Value.String()]
				if _, always := equivalent[p.Name]; changed == 0 && !equal && !always {
					t.Errorf("%s is not noticed", name)
				}
				for _, name := range got.Files() {
					eachGame(t, name, ".", suites[v.Name], func(name, _ string, b notation.Block) error {
						got.Explain(lock, r, games.All, name, b)
						return nil
					})
				}
				if changed > 0 && (len(got.Points) != 1 || got.Points[0].Point != p.Name || got.Points[0].Class != want || got.Points[0].Games != changed || got.Unexplained != 0) {
					t.Errorf("%s: explained as %+v, %d not at all", name, got.Points, got.Unexplained)
				}
			}
		}
	}
	if planted < 100 {
		t.Errorf("%d planted changes", planted)
	}
}

func TestNoLock(t *testing.T) {
	for _, text := range []string{"tpnote lock 2\n", "[Game \"trouble\"]\n", "tpnote lock 1\ngame \"a\n", "tpnote lock 1\nnonsense\n"} {
		if _, err := regress.ReadLock(strings.NewReader(text)); err == nil {
			t.Errorf("%q is read as a lock", text)
		}
	}
}
