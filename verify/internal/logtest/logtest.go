// Package logtest helps the tests of all rooms: it judges texts, and lets chance play games. Only tests import it.
package logtest

import (
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"tpnote/notation"
	"tpnote/rules/variant"
	"tpnote/verify"
	"tpnote/verify/games"
	"tpnote/verify/play"
)

// Tests hold little memory: by itself, Go would collect their garbage often, for up to a third of their time.
func init() { debug.SetGCPercent(400) }

// Head is the tags of the shortest log: a game of master-1981 for Ann and Ben.
const Head = "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben\"]\n"

// SameVariant compares variants by their rules.
var SameVariant = cmp.Comparer(func(a, b *variant.Variant) bool {
	return a == b || a != nil && b != nil && a.Fingerprint == b.Fingerprint
})

// SameFindings has cmp leave out the findings of summaries that reflect, ten times as fast, finds to be equal.
func SameFindings(want, got []*verify.Summary) cmp.Option {
	if slices.EqualFunc(want, got, func(a, b *verify.Summary) bool { return reflect.DeepEqual(a.Findings, b.Findings) }) {
		return cmpopts.IgnoreFields(verify.Summary{}, "Findings")
	}
	return nil
}

// Library is the library of all the program's variants.
func Library() *variant.Library { return games.All.Library() }

// NewReader makes a reader of the logs of all games, unless the options name some.
func NewReader(t testing.TB, options verify.Options) *verify.Reader {
	t.Helper()
	if options.Games == nil {
		options.Games = games.All
	}
	r, err := verify.NewReader(options)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Replay judges a log given as text.
func Replay(t testing.TB, options verify.Options, name, text string) []*verify.Summary {
	t.Helper()
	return ReadAll(t, NewReader(t, options), name, text, nil)
}

// ReadAll judges the games of a log by a reader. It calls see with every line; see may be nil.
func ReadAll(t testing.TB, r *verify.Reader, name, text string, see func(*verify.Event)) (all []*verify.Summary) {
	t.Helper()
	for block := range notation.NewReader(strings.NewReader(text)).Blocks() { // memory is always read to its end
		g, _, err := r.Block(name, filepath.Dir(name), block, see)
		if err != nil {
			t.Fatal(err)
		}
		g.Describe(block)
		all = append(all, g)
	}
	return all
}

// Begin sets up a game.
func Begin(t testing.TB, h verify.Header) *verify.Replay {
	t.Helper()
	game, err := NewReader(t, verify.Options{}).Begin(h)
	if err != nil {
		t.Fatal(err)
	}
	return game
}

// Ruled opens a variant: "NAME", or "NAME point=value …".
func Ruled(t testing.TB, rules string) *variant.Variant {
	t.Helper()
	fields := strings.Fields(rules)
	v, err := Library().Open(fields[0], ".")
	if err != nil {
		t.Fatal(err)
	}
	if v, err = v.Set(fields[1:]...); err != nil {
		t.Fatal(err)
	}
	return v
}

// Testdata is the path of a file or a folder in testdata, at the top of the project.
func Testdata(t testing.TB, path string) string {
	t.Helper()
	for top := "."; len(top) < 40; top = filepath.Join(top, "..") {
		if _, err := os.Stat(filepath.Join(top, "go.mod")); err == nil {
			return filepath.Join(top, "testdata", path)
		}
	}
	t.Fatal("no go.mod above")
	return ""
}

// Logs yields the path and the text of every log in testdata, except those of the folders archive and
// readme: they have faults without wants, as real records do.
func Logs(t testing.TB) iter.Seq2[string, string] {
	t.Helper()
	paths, err := filepath.Glob(Testdata(t, "*/*.log"))
	if err != nil || len(paths) < 20 {
		t.Fatalf("%d logs: %v", len(paths), err)
	}
	return func(yield func(string, string) bool) {
		for _, path := range paths {
			if folder := filepath.Base(filepath.Dir(path)); folder == "archive" || folder == "readme" {
				continue
			}
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !yield(path, string(text)) {
				return
			}
		}
	}
}

// Folder are the texts of the logs of a folder that Logs reads, by their names without ".log".
func Folder(t testing.TB, folder string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for path, text := range Logs(t) {
		if filepath.Base(filepath.Dir(path)) == folder {
			texts[strings.TrimSuffix(filepath.Base(path), ".log")] = text
		}
	}
	if len(texts) == 0 {
		t.Fatalf("%s: no logs", folder)
	}
	return texts
}

// PlayOut plays a game of a variant by chance, with two players where a game is for two.
func PlayOut(t testing.TB, r *verify.Reader, variant string, players int, seed uint64, o play.Options) *play.Played {
	t.Helper()
	return playOut(t, r, variant, []int{players, 2}, rand.New(rand.NewPCG(seed, 0)), o)
}

// playOut plays a game with the first of some numbers of players that suits it.
func playOut(t testing.TB, r *verify.Reader, variant string, numbers []int, chance *rand.Rand, o play.Options) *play.Played {
	t.Helper()
	var err error
	for _, n := range numbers {
		var h verify.Header
		if h, err = r.Propose(verify.Header{Variant: variant}, n, chance); err != nil {
			continue
		}
		var game *play.Played
		if game, err = play.Game(r, h, chance, o); err == nil {
			return game
		}
	}
	t.Fatal(err)
	return nil
}

// Generated calls do with games of every built-in variant, played in every way.
func Generated(t testing.TB, do func(name string, game *play.Played)) {
	t.Helper()
	r := NewReader(t, verify.Options{})
	for _, variant := range Library().Builtin() {
		for policy, name := range map[play.Policy]string{play.Random: "random", play.Eager: "eager"} {
			for seed := range uint64(4) {
				game := PlayOut(t, r, variant, 2, seed, play.Options{Policy: policy, Right: 60, Limit: 400})
				do(variant+" "+name, game)
			}
		}
	}
}

// Format is the canonical form of a text.
func Format(t testing.TB, r *verify.Reader, text, dir string) []byte {
	t.Helper()
	var form []byte
	err := r.Format(notation.Whole(strings.NewReader(text)), dir, func(_, is []byte) error {
		form = append(form, is...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return form
}
