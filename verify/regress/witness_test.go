package regress_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/games"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/regress"
)

// equivalent are the values of which no log can tell, by rule point: why none can.
var equivalent = map[string]string{
	"wedge-set":               "where all wedges are needed, none can be left out",
	"card-alternation=strict": "with one box there is nothing to alternate",
	"card-repeat=never":       "where the boxes alternate, the card does too",
}

// TestWitnessSuite holds the suite in testdata/witness, which "tpnote witness VARIANT" prints:
// for every other value of every rule point of every built-in variant there is a game on which
// compare parts them because of that rule point alone, or a line that says that there is none.
func TestWitnessSuite(t *testing.T) {
	for _, v := range logtest.Builtin(t) {
		texts := logtest.Folder(t, "witness")
		text := texts[v.Name]
		logs := map[string]string{}
		for b := range notation.NewReader(strings.NewReader(text)).Blocks() {
			for line := range b.Lines() {
				if tag, ok := line.Node.(*notation.Tag); ok && tag.Name.Text == "Event" {
					logs[tag.Value.Text] = string(b.Text)
				}
			}
		}
		values := 0
		for _, p := range v.Family.Points {
			for _, other := range v.Others(p.Name) {
				if games.All.Playable(other) != nil {
					continue
				}
				values++
				name := p.Name + "=" + other.Setting(p.Name).Value.String()
				log := logs[name]
				if log == "" {
					if equivalent[name] == "" && equivalent[p.Name] == "" || !strings.Contains(text, "; none for "+name+": ") {
						t.Errorf("%s: no witness of %s", v.Name, name)
					}
					continue
				}
				c, err := regress.NewComparison(verify.Options{Games: games.All}, v, other)
				if err != nil {
					t.Fatal(err)
				}
				var found []*regress.Parting
				if _, err := c.File("x.log", ".", strings.NewReader(log), func(p *regress.Parting) error {
					found = append(found, p)
					return nil
				}); err != nil {
					t.Fatal(err)
				}
				if len(found) != 1 || fmt.Sprint(found[0].First.Causes) != fmt.Sprintf("[[%s]]", p.Name) {
					t.Errorf("%s: %s does not part them because of it:\n%s", v.Name, name, log)
				} else if found[0].A.Verdict() != verify.Legal && found[0].B.Verdict() != verify.Legal {
					t.Errorf("%s: %s: legal under neither:\n%s", v.Name, name, log)
				}
			}
		}
		if values < 12 || len(logs) < values/2 {
			t.Errorf("%s: %d values, %d logs", v.Name, values, len(logs))
		}
	}
}

// naive looks for a sequence of legal words after which two replays differ, trying each in
// each without merging anything; 0 if there is none of at most so many.
func naive(a, b *verify.Replay, depth int) int {
	if a.Position() != b.Position() {
		return 0
	}
	if depth == 0 || a.Over() {
		return -1
	}
	words := func(r *verify.Replay) (all []string) {
		for _, m := range r.Legal() {
			all = append(all, m.Word)
		}
		return all
	}
	inA, inB := words(a), words(b)
	if !slices.Equal(inA, inB) {
		return 1
	}
	best := -1
	for _, word := range inA {
		x, y := a.Fork(), b.Fork()
		x.Play(word)
		y.Play(word)
		if n := naive(x, y, depth-1); n >= 0 && (best < 0 || n+1 < best) {
			best = n + 1
		}
	}
	return best
}

// TestWalkAsBruteForce holds walks on small boards against a search that tries everything.
func TestWalkAsBruteForce(t *testing.T) {
	r := logtest.NewReader(t, verify.Options{})
	narrow := filepath.Join(logtest.Testdata(t, "variants"), "narrow-trespass.yaml")
	if _, err := r.Players(narrow, "", 2); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"trouble-official", narrow} {
		v, err := logtest.Library().Open(name, ".")
		if err != nil {
			t.Fatal(err)
		}
		found, none := 0, 0
		for _, p := range v.Family.Points {
			for _, other := range v.Others(p.Name) {
				begin := func(r *verify.Reader) *verify.Replay {
					handles, err := r.Players(name, "", 2)
					if err != nil {
						t.Fatal(err)
					}
					opening, _ := r.Opening(name, handles, nil)
					p, err := r.Begin(verify.Header{Variant: v.Name, Players: handles, Opening: opening})
					if err != nil {
						return nil
					}
					return p
				}
				ra, err := verify.ReaderBy(v, verify.Options{Games: games.All})
				if err != nil {
					t.Fatal(err)
				}
				rb, err := verify.ReaderBy(other, verify.Options{Games: games.All})
				if err != nil {
					continue
				}
				a, b := begin(ra), begin(rb)
				if a == nil || b == nil {
					continue
				}
				const depth = 2
				want := naive(a, b, depth)
				walk := a.Walk(b, verify.Bounds{Actions: depth, Tries: 1 << 30})
				got := -1
				if walk.Parted {
					got = len(walk.Steps)
					found++
				} else {
					none++
				}
				if got != want || !walk.Whole {
					t.Errorf("%s %s=%s: the walk finds %d (whole: %v), all tries find %d", v.Name, p.Name, other.Setting(p.Name).Value, got, walk.Whole, want)
				}
			}
		}
		if found == 0 || none == 0 {
			t.Errorf("%s: %d found, %d none", name, found, none)
		}
	}
}
