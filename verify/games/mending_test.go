package games_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/archive"
	"tpnote/verify/games"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/readings"
	"tpnote/verify/regress"
)

// TestFirstError holds that the first error of a game is the same, line and code, with readings and without:
// in strange logs, and in games with slips of the pen, secrets and results included.
func TestFirstError(t *testing.T) {
	written, seeking := logtest.NewReader(t, verify.Options{}), logtest.NewReader(t, verify.Options{Readings: readings.New()})
	for v, variant := range logtest.Library().Builtin() {
		for seed := range strangeLogs() {
			for _, log := range []string{
				logtest.Strange(t, written, variant, rand.New(rand.NewPCG(uint64(v), uint64(seed)))),
				logtest.Slipped(t, written, variant, rand.New(rand.NewPCG(uint64(v), uint64(seed)))),
			} {
				if diff := cmp.Diff(firstErrors(t, written, log), firstErrors(t, seeking, log)); diff != "" {
					t.Errorf("%s, seed %d (-as written +with readings):\n%s\n%s", variant, seed, diff, log)
				}
			}
		}
	}
}

// TestFirstErrorUnderOtherRules is the same for the logs of testdata under each variant: they have errors
// that no slip of the pen makes.
func TestFirstErrorUnderOtherRules(t *testing.T) {
	for _, variant := range logtest.Library().Builtin() {
		written := logtest.NewReader(t, verify.Options{Variant: variant})
		seeking := logtest.NewReader(t, verify.Options{Variant: variant, Readings: readings.New()})
		for path, text := range logtest.Logs(t) {
			if folder := filepath.Base(filepath.Dir(path)); !slices.Contains([]string{"wheel", "trouble", "trespass"}, folder) {
				continue // the others are long, and add no kind of fault
			}
			first := firstErrors(t, written, text)
			if first == nil {
				continue // the log is of another game
			}
			if diff := cmp.Diff(first, firstErrors(t, seeking, text)); diff != "" {
				t.Errorf("%s by %s (-as written +with readings):\n%s", path, variant, diff)
			}
		}
	}
}

// firstErrors are the verdict on each game of a log, and the line and the code of its first error; nil if the reader's variant
// is of another game.
func firstErrors(t *testing.T, r *verify.Reader, log string) (all []string) {
	_, err := r.File("x.log", ".", strings.NewReader(log), func(g *verify.Summary) error {
		first := "none"
		if i := slices.IndexFunc(g.Findings, func(f verify.Finding) bool { return f.Severity == verify.SeverityError }); i >= 0 {
			first = fmt.Sprint(g.Findings[i].Span.Line, " ", g.Findings[i].Code)
		}
		all = append(all, string(g.Verdict())+", first error "+first)
		return nil
	})
	if other := (*verify.OtherGameError)(nil); errors.As(err, &other) {
		return nil
	} else if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestWriters holds that no command that writes a log gives one with more errors, or with more errors and
// warnings, than it took, and that a second run changes nothing.
func TestWriters(t *testing.T) {
	r := logtest.NewReader(t, verify.Options{})
	writers := map[string]writer{
		"repair": repaired(logtest.NewReader(t, verify.Options{Readings: readings.New()})), "fix": fixed(r), "solve": solved(r), "merge": merged(r),
		"reduce": reduced(r), "fmt": func(t *testing.T, log, _ string) (string, bool) { return string(logtest.Format(t, r, log, ".")), true },
	}
	for v, variant := range logtest.Library().Builtin() {
		writers["migrate"] = migrated(t, v, variant)
		for seed := range strangeLogs() / 3 {
			chance := func() *rand.Rand { return rand.New(rand.NewPCG(uint64(v), uint64(seed))) }
			for _, log := range []string{logtest.Strange(t, r, variant, chance()), logtest.Slipped(t, r, variant, chance())} {
				other := logtest.Slip(log, chance())
				if _, size := notation.CutGame([]byte(log), 1); size < len(log) {
					continue // a slip has made two games of it
				}
				for name, write := range writers {
					once, ok := write(t, log, other)
					if !ok {
						continue
					}
					before, replayed := wrongs(t, log)
					if after, _ := wrongs(t, once); replayed && (after[0] > before[0] || after[1] > before[1]) {
						t.Errorf("%s of %s, seed %d: %d errors and warnings, then %d\n%s\nafter:\n%s", name, variant, seed, before, after, log, once)
					}
					if twice, ok := write(t, once, other); ok && twice != once {
						t.Errorf("%s of %s, seed %d: a second run changes it:\n%s\n%s", name, variant, seed, log, cmp.Diff(once, twice))
					}
				}
			}
		}
	}
}

// writer is a command that writes a log; other is a copy with slips of its own. ok is false for a log
// that it refuses.
type writer func(t *testing.T, log, other string) (written string, ok bool)

// wrongs counts the errors in a log as it is written, and the errors and warnings. replayed is
// whether its tags say enough for the log to be replayed; otherwise it is not known what is wrong.
func wrongs(t *testing.T, log string) (n [2]int, replayed bool) {
	t.Helper()
	for _, g := range logtest.Replay(t, verify.Options{Games: games.All}, "x.log", log) {
		replayed = g.Variant() != nil && g.Handles != nil
		for i := range g.Findings {
			switch g.Findings[i].Severity {
			case verify.SeverityError:
				n[0]++
				n[1]++
			case verify.SeverityWarning:
				n[1]++
			}
		}
	}
	return n, replayed
}

func repaired(seeking *verify.Reader) writer {
	return func(t *testing.T, log, _ string) (string, bool) {
		text, _, err := readings.Repair(seeking, "x.log", ".", 1, log, 1, nil)
		if err != nil {
			t.Fatal(err)
		}
		return text, true
	}
}

// fixed is a log with the certain fixes.
func fixed(r *verify.Reader) writer {
	return func(t *testing.T, log, _ string) (string, bool) {
		text, err := archive.Fix(r, "x.log", 1, log, 1)
		if err != nil {
			t.Fatal(err)
		}
		return text, true
	}
}

func solved(r *verify.Reader) writer {
	return func(t *testing.T, log, _ string) (string, bool) {
		b, _ := notation.CutGame([]byte(log), 1)
		s, err := readings.Solve(r, "x.log", ".", b)
		if err != nil {
			t.Fatal(err)
		}
		return string(s.Text), !bytes.Contains(s.Text, []byte("{too much is unknown}")) // then a further run goes on
	}
}

// merged is a log merged with a copy that has other slips.
func merged(r *verify.Reader) writer {
	return func(t *testing.T, log, other string) (string, bool) {
		m, err := readings.Merge(r, ".", [][]byte{[]byte(log), []byte(other)}, nil)
		if err != nil { // it is of another game by now
			return "", false
		}
		return string(m.Text), true
	}
}

func reduced(r *verify.Reader) writer {
	return func(t *testing.T, log, _ string) (string, bool) {
		if len(log) > 600 || strings.Contains(log, "?") || strings.Contains(log, notation.More) {
			return "", false // it takes minutes
		}
		m, err := regress.Reduce(r, ".", log, "")
		if err != nil && !errors.Is(err, regress.ErrNotRaised) {
			t.Fatal(err)
		}
		if err != nil || !m.Minimal {
			return "", false
		}
		return m.Log, true
	}
}

// migrated moves the logs of a variant from the rules of another variant of its game to its own.
func migrated(t *testing.T, v int, to string) writer {
	all := logtest.Library().Builtin()
	for i := range all {
		from := all[(v+1+i)%len(all)]
		if a, b := logtest.Ruled(t, from), logtest.Ruled(t, to); a.Game == b.Game && a.Fingerprint != b.Fingerprint {
			m, err := regress.NewMigration(games.All, a, b, func(string) (string, error) { return from, nil })
			if err != nil {
				t.Fatal(err)
			}
			return func(t *testing.T, log, _ string) (string, bool) {
				moved, err := m.Game("x.log", ".", 1, 1, log)
				if err != nil || moved.Fate == regress.Pinned { // it is judged by other rules then
					return "", false
				}
				return moved.Text, true
			}
		}
	}
	return func(*testing.T, string, string) (string, bool) { return "", false }
}
