package regress_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tpnote/notation"
	"tpnote/rules/variant"
	"tpnote/verify"
	"tpnote/verify/games"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/regress"
)

// equivalent gives, for values that make no difference in any log, the reason.
var equivalent = map[string]string{
	"wedge-set":               "where all wedges are needed, none can be left out",
	"card-alternation=strict": "with one box there is nothing to alternate",
	"card-repeat=allowed":     "where the boxes alternate, the card does too",
	"winning-question=player": "a log has the category, and not who chose it",
	"winning-question=die":    "a log has the category, and not who chose it",
}

// TestWitnessSuite checks the suite in testdata/witness, which "tpnote witness VARIANT" prints. For
// every other value of every rule point of every built-in variant it has a game that compare
// explains by that rule point alone, or a line that says that no such game was found.
func TestWitnessSuite(t *testing.T) {
	for _, v := range logtest.Library().Variants("") {
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
				found := partings(t, c, log)
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

// naive looks for a sequence of legal words after which two replays differ. It tries all sequences
// and merges nothing, and returns the length: 0 if they differ already, -1 if no sequence of up to
// depth words is one.
func naive(t *testing.T, a, b *verify.Replay, depth int) int {
	if a.Position() != b.Position() {
		return 0
	}
	if depth == 0 || a.Over() {
		return -1
	}
	// words are all that is legal, with the card too, or the box that it came from, where there are cards.
	words := func(r *verify.Replay) (all []string) {
		for _, m := range r.Legal() {
			all = append(all, m.Word)
			if end := len(m.Word) - 1; strings.ContainsRune("+-*#", rune(m.Word[end])) && m.Word[1] == ':' {
				for _, box := range []string{"@A1", "@B", "@C"} {
					if word := m.Word[:end] + box + m.Word[end:]; r.Why(word) == nil {
						all = append(all, word)
					}
				}
			}
		}
		return all
	}
	inA, inB := words(a), words(b)
	if !slices.Equal(inA, inB) {
		return 1
	}
	if may := mayEnd(a); may != mayEnd(b) {
		return 1
	} else if may {
		t.Fatalf("a turn may end at %s, and naive does not try what follows", a.Position())
	}
	best := -1
	for _, word := range inA {
		x, y := a.Fork(), b.Fork()
		x.Play(word)
		y.Play(word)
		if n := naive(t, x, y, depth-1); n == 0 {
			return 1
		} else if n > 0 {
			best, depth = n+1, n // only shorter ones count from here on
		}
	}
	return best
}

// mayEnd reports whether the turn of one of two players is open and may end here.
func mayEnd(r *verify.Replay) bool {
	number, who := 0, ""
	if _, err := fmt.Sscanf(r.Position(), "%d %s", &number, &who); err != nil || !strings.HasSuffix(who, "+") {
		return false
	}
	handles := r.Handles()
	next := handles[(slices.Index(handles, strings.TrimSuffix(who, "+"))+1)%len(handles)]
	ev := r.Fork().Line(notation.ParseLine(fmt.Sprintf("%d. %s 1:pass", number+1, next), 1))
	return !slices.ContainsFunc(ev.Findings, func(f verify.Finding) bool { return f.Code == "turn-unfinished" })
}

// tiny are boards so small that everything on them can be tried.
var tiny = map[string]string{
	"wheel.yaml": "variant: tiny-wheel\nextends: genus-iii\nrules: {wedges-to-win: 2}\nboard:\n  wheel:\n" +
		"    - {hq: br, spoke: [bl], track: [again, bl]}\n    - {hq: bl, spoke: [br], track: [br]}\n",
	"trouble.yaml":  "variant: tiny-trouble\nextends: trouble-official\nrules: {players: 2}\nboard: {colours: [Red, Blue], quarter: 2, finish: 1, pegs: 1}\n",
	"trespass.yaml": "variant: tiny-trespass\nextends: trespass-1974\nrules: {piece-numbers: 1-4}\nboard: {columns: 2, rows: 5}\n",
}

// TestWalkAsBruteForce compares walks on small boards, and from positions near the end of a game,
// with a search that tries everything, merges nothing and knows nothing of bounds. Both find the
// same, so a witness that is not found does not exist.
func TestWalkAsBruteForce(t *testing.T) {
	dir := t.TempDir()
	for name, text := range tiny {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	r := logtest.NewReader(t, verify.Options{})
	for _, test := range []struct {
		name  string
		depth int
		setup string // "" for the start of a game
	}{
		{"trouble-official", 2, ""},
		{filepath.Join(logtest.Testdata(t, "variants"), "narrow-trespass.yaml"), 2, ""},
		{filepath.Join(dir, "wheel.yaml"), 2, "5 Ann Ann=bl1/br,bl Ben=br1/br"},
		{filepath.Join(dir, "trouble.yaml"), 3, ""},
		{filepath.Join(dir, "trouble.yaml"), 3, "5 Red Red=bl1 Blue=re1"},
		{filepath.Join(dir, "trespass.yaml"), 3, ""},
	} {
		v, err := logtest.Library().Open(test.name, ".")
		if err != nil {
			t.Fatal(err)
		}
		header, err := r.Propose(verify.Header{Variant: test.name}, 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		search := regress.NewWitnesses(games.All, regress.SearchBounds{Actions: test.depth, Tries: 1 << 30})
		found, none := 0, 0
		wanted := map[string]int{}
		for _, p := range v.Family.Points {
			differs := false
			for _, other := range v.Others(p.Name) {
				begin := func(v *variant.Variant) *verify.Replay {
					r, err := verify.ReaderBy(v, verify.Options{Games: games.All})
					if err != nil {
						return nil
					}
					h, err := r.Propose(verify.Header{Variant: v.Name, Players: header.Players, Setup: test.setup}, 0, nil)
					if err != nil {
						return nil
					}
					p, err := r.Begin(h)
					if err != nil {
						return nil
					}
					return p
				}
				a, b := begin(v), begin(other)
				if a == nil || b == nil {
					continue
				}
				want := naive(t, a, b, test.depth)
				walk := a.Tree().Walk(b.Tree(), test.depth, 1<<30)
				got := -1
				if walk.Parted {
					got = len(walk.Steps)
					found++
				} else {
					none++
				}
				name := v.Name + " " + p.Name + "=" + other.Setting(p.Name).Value.String()
				if got != want || !walk.Whole {
					t.Errorf("%s from %q: the walk finds %d (whole: %v), all tries find %d", name, test.setup, got, walk.Whole, want)
				}
				wanted[name] = want
				differs = differs || want >= 0
			}
			if v.Name != "tiny-trouble" || test.setup != "" || !differs { // the others take long
				continue
			}
			if err := search.Others(v, p.Name, func(w *regress.Witness) error {
				if want, ok := wanted[v.Name+" "+p.Name+"="+w.Now]; ok && w.Log == "" && want >= 0 {
					t.Errorf("%s=%s: no witness, and all tries find one of %d actions", p.Name, w.Now, want)
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
		if found == 0 || none == 0 {
			t.Errorf("%s from %q: %d found, %d none", test.name, test.setup, found, none)
		}
	}
}
