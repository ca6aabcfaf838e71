package spec

import (
	"io/fs"
	"slices"
	"strings"
)

// Section is a part of a page that explains one finding code or rule point.
type Section struct {
	Name   string
	Page   string   // "wheel.md"
	Text   []string // its paragraphs, without tables and logs
	Kept   []string // logs that keep the rule; nil where the page says why none is shown
	Broken []string // logs that break it, with the finding on the line
}

// Code is a row of the table of finding codes.
type Code struct {
	Name, Severity, Text string
	Malformed            string // whether the log is then malformed: yes, no or both
}

// Sections lists the sections of that name, page by page: a rule point that two families
// of games share has two.
func Sections(name string) []Section {
	return slices.DeleteFunc(slices.Clone(sections), func(s Section) bool { return s.Name != name })
}

// Codes lists the finding codes.
func Codes() []Code { return slices.Clone(codes) }

var (
	sections = readSections()
	codes    = readCodes()
)

// page is the text of a page that is known to be there.
func page(path string) string {
	text, err := fs.ReadFile(pages, path)
	if err != nil {
		panic(err) // it is embedded
	}
	return string(text)
}

func readSections() []Section {
	paths, err := fs.Glob(pages, "*.md")
	if err != nil {
		panic(err) // the pattern is constant and well formed
	}
	var all []Section
	for _, path := range paths {
		for _, part := range strings.Split("\n"+page(path), "\n### `")[1:] {
			name, rest, _ := strings.Cut(part, "`\n")
			rest, _, _ = strings.Cut(rest, "\n#") // the next heading of any level
			s := Section{Name: name, Page: path}
			s.read(rest)
			all = append(all, s)
		}
	}
	return all
}

// read takes a section apart. A paragraph that begins with "Kept" or "Broken" says what the
// logs behind it are.
func (s *Section) read(text string) {
	logs := &s.Kept
	for i, block := range strings.Split(text, "```") {
		if log, fenced := strings.CutPrefix(block, "tpnote\n"); fenced && i%2 == 1 {
			*logs = append(*logs, log)
			continue
		}
		for paragraph := range strings.SplitSeq(block, "\n\n") {
			switch paragraph = strings.TrimSpace(paragraph); {
			case paragraph == "" || strings.HasPrefix(paragraph, "|"):
			case strings.HasPrefix(paragraph, "Kept"):
				logs = &s.Kept
			case strings.HasPrefix(paragraph, "Broken"):
				logs = &s.Broken
			default:
				s.Text = append(s.Text, paragraph)
			}
		}
	}
}

// readCodes reads "| `code` | severity | malformed | what is wrong |".
func readCodes() []Code {
	var all []Code
	for line := range strings.Lines(page("interface.md")) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if len(cells) == 4 && strings.HasPrefix(cells[0], "`") && strings.Contains("yes no both", cells[2]) {
			all = append(all, Code{strings.Trim(cells[0], "`"), cells[1], cells[3], cells[2]})
		}
	}
	return all
}
