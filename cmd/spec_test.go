package cmd

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"

	"tpnote/spec"
)

// TestInterfacePage holds the table of commands in spec/interface.md against the command
// line: every command has a row, and the row has its flags and no others.
func TestInterfacePage(t *testing.T) {
	parser, err := kong.New(&cli{}, kong.Name("tpnote"), kong.Vars{"version": ""})
	if err != nil {
		t.Fatal(err)
	}
	page := spec.Page("interface.md")
	_, section, _ := strings.Cut(page, "\n## Commands\n")
	section, _, _ = strings.Cut(section, "\n## ")
	got := map[string][]string{}
	flag := regexp.MustCompile("`(--?[a-z-]+)[^`]*`")
	for line := range strings.Lines(section) {
		cells := strings.Split(line, " | ")
		command := regexp.MustCompile("^\\| `([a-z ]+[a-z])").FindStringSubmatch(line)
		if command == nil || len(cells) != 3 {
			continue
		}
		flags := []string{}
		for _, m := range flag.FindAllStringSubmatch(cells[2], -1) {
			flags = append(flags, m[1])
		}
		slices.Sort(flags)
		got[command[1]] = slices.Compact(flags)
	}
	want := map[string][]string{}
	for _, leaf := range parser.Model.Leaves(true) {
		flags := []string{}
		for _, f := range leaf.Flags {
			flags = append(flags, "--"+f.Name)
			if f.Short != 0 {
				flags = append(flags, "-"+string(f.Short))
			}
		}
		slices.Sort(flags)
		want[strings.TrimPrefix(leaf.FullPath(), "tpnote ")] = flags
	}
	if len(want) == 0 {
		t.Fatal("no commands")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("commands (-program +page):\n%s", diff)
	}
}
