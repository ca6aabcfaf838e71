package cmd

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/verify/archive"
	"tpnote/verify/games"
)

// printedBy returns what a command prints, and its exit status.
func printedBy(args ...string) (out string, status int) {
	var stdout, stderr bytes.Buffer
	status = run(args, &streams{games: games.All, in: strings.NewReader(""), out: bufio.NewWriter(&stdout), err: &stderr})
	return stdout.String(), status
}

// records are the sorted records that verify prints of an archive, or of a part of it. refused is whether verify
// refuses a file of the archive.
func records(t *testing.T, format, part, dir string, refused bool) []string {
	t.Helper()
	args := []string{"verify", "--as-written", "--format", format, dir}
	if part != "" {
		args = append(args, "--part", part)
	}
	out, status := printedBy(args...)
	if status == exitFailure && !refused || part == "" && refused && status != exitFailure {
		t.Fatalf("%q fails: %s", args, out)
	}
	var lines []string
	if out != "" {
		lines = strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	}
	switch last := len(lines) - 1; {
	case format == "text": // the summary
		lines = lines[:last]
	case format == "json" && part != "":
		if !strings.HasPrefix(lines[last], fmt.Sprintf(`{"part":"%s","games":%d,`, part, last)) {
			t.Errorf("part %s of %d games ends with %s", part, last, lines[last])
		}
		lines = lines[:last]
	case format == "rows", format == "games": // the header
		lines = lines[1:]
	}
	return slices.Sorted(slices.Values(lines))
}

// FuzzParts holds that all parts of an archive have the records of the whole, whatever is in its files:
// logs of testdata, plain or packed, one after the other or changed, and other bytes.
func FuzzParts(f *testing.F) {
	paths, err := filepath.Glob("../testdata/*/*.log")
	if err != nil || len(paths) < 30 {
		f.Fatal(paths, err)
	}
	var logs [][]byte
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		logs = append(logs, text)
	}
	game := []byte("\xef\xbb\xbf; a comment\r\n\r\n[Game \"trouble\"]\r\n1. Red 1:pass\r\n[Game")
	for seed := range uint64(9) {
		f.Add(seed, game[:len(game)*int(seed)/8])
	}
	f.Fuzz(func(t *testing.T, seed uint64, odd []byte) {
		chance := rand.New(rand.NewPCG(seed, 1))
		dir := t.TempDir()
		for i := range 1 + chance.IntN(4) {
			var text []byte
			for range 1 + chance.IntN(5) {
				log := logs[chance.IntN(len(logs))]
				if len(log) > 1<<11 {
					log = log[:1<<11]
				}
				text = append(text, log...)
				if chance.IntN(3) == 0 && len(odd) > 0 {
					at := chance.IntN(len(text))
					text = slices.Insert(text, at, odd...)
				}
			}
			name := fmt.Sprintf("%d.log", i)
			if chance.IntN(4) == 0 {
				var packed bytes.Buffer
				w := gzip.NewWriter(&packed)
				w.Write(text)
				w.Close()
				name, text = name+".gz", packed.Bytes()
			}
			if chance.IntN(4) == 0 {
				text = bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
				if strings.HasSuffix(name, ".gz") {
					continue
				}
			}
			if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(dir, "odd.log"), odd, 0o666); err != nil {
			t.Fatal(err)
		}
		n := 1 + chance.IntN(5)
		if seed%8 == 0 {
			n = 64 - chance.IntN(59)
		}
		format := []string{"json", "rows", "rows-json", "games", "games-json", "text"}[seed%6]
		var parts []string
		refused := archive.PlainText(odd) != nil
		for k := range n {
			parts = append(parts, records(t, format, fmt.Sprintf("%d/%d", k+1, n), dir, refused)...)
		}
		slices.Sort(parts)
		if diff := cmp.Diff(records(t, format, "", dir, refused), parts); diff != "" {
			t.Errorf("%d parts, %s (-whole +parts):\n%s", n, format, diff)
		}
	})
}
