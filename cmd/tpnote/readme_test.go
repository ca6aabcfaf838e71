package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReadme runs the transcripts of the README: every "$ tpnote …" in a console block
// prints what stands below it. They start from the top of the project.
func TestReadme(t *testing.T) {
	t.Chdir("../..")
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	transcripts := 0
	for _, block := range strings.Split(string(page), "```console\n")[1:] {
		block, _, _ = strings.Cut(block, "```")
		for _, command := range strings.Split("\n"+block, "\n$ ")[1:] {
			line, want, _ := strings.Cut(command, "\n")
			args, ours := strings.CutPrefix(line, "tpnote ")
			if !ours {
				continue
			}
			transcripts++
			t.Run(line, func(t *testing.T) {
				var out bytes.Buffer
				run(strings.Fields(args), &streams{in: strings.NewReader(""), out: &out, err: &out})
				got := strings.TrimRight(out.String(), "\n")
				if diff := cmp.Diff(strings.TrimRight(want, "\n"), got); diff != "" {
					t.Errorf("(-README +now):\n%s", diff)
				}
			})
		}
	}
	if transcripts == 0 {
		t.Error("the README shows no transcript")
	}
}
