package spec

import (
	"io/fs"
	"slices"
	"strings"
	"sync"
)

// Section is a part of a page that explains one finding code, rule point or rule.
type Section struct {
	Name  string
	Page  string // "wheel.md"
	Parts []Part // in the order of the page, without tables and drawings
}

// Part is a paragraph of a section, or a log.
type Part struct {
	Text   string // the paragraph; over a log its caption: "Kept, under both values"
	Log    string // "" for a paragraph
	Broken bool   // the log breaks the rule, with the finding on the line
}

// Kept lists the logs that keep the rule.
func (s Section) Kept() []string { return s.logs(false) }

// Broken lists the logs that break it.
func (s Section) Broken() []string { return s.logs(true) }

func (s Section) logs(broken bool) []string {
	var logs []string
	for _, p := range s.Parts {
		if p.Log != "" && p.Broken == broken {
			logs = append(logs, p.Log)
		}
	}
	return logs
}

// NotShown is the paragraph that says why no log can be shown; "" if there is none.
func (s Section) NotShown() string {
	for _, p := range s.Parts {
		if p.Log == "" && strings.HasPrefix(p.Text, "Not shown: ") {
			return p.Text
		}
	}
	return ""
}

// Code is a row of the table of finding codes.
type Code struct {
	Name, Severity, Text string
	Malformed            string // whether the log is then malformed: yes, no or both
}

// Sections lists the sections of that name, page by page: a rule point that two families
// of games share has two.
func Sections(name string) []Section {
	var all []Section
	for _, s := range sections() {
		if s.Name == name {
			all = append(all, s)
		}
	}
	return all
}

// AllSections lists the sections of all pages, in their order.
func AllSections() []Section { return slices.Clone(sections()) }

// Codes lists the finding codes.
func Codes() []Code { return slices.Clone(codes()) }

var (
	sections = sync.OnceValue(readSections)
	codes    = sync.OnceValue(readCodes)
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

// read takes a section apart. A paragraph that begins with "Kept" or "Broken" and ends in a
// colon is the caption of the logs behind it.
func (s *Section) read(text string) {
	caption := Part{Text: "Kept"}
	for i, block := range strings.Split(text, "```") {
		if i%2 == 1 {
			if log, ours := strings.CutPrefix(block, "tpnote\n"); ours {
				s.Parts = append(s.Parts, Part{Text: caption.Text, Log: log, Broken: caption.Broken})
			}
			continue
		}
		for paragraph := range strings.SplitSeq(block, "\n\n") {
			paragraph = strings.TrimSpace(paragraph)
			said, captions := strings.CutSuffix(paragraph, ":")
			broken := strings.HasPrefix(said, "Broken")
			switch {
			case paragraph == "" || strings.HasPrefix(paragraph, "|"):
			case captions && (broken || strings.HasPrefix(said, "Kept")):
				caption = Part{Text: said, Broken: broken}
			default:
				s.Parts = append(s.Parts, Part{Text: paragraph})
			}
		}
	}
}

// readCodes reads "| `code` | severity | malformed | what is wrong |". The codes of the
// program stand on one page; a game from outside has its own on its own.
func readCodes() []Code {
	paths, err := fs.Glob(pages, "*.md")
	if err != nil {
		panic(err) // the pattern is constant and well formed
	}
	var all []Code
	for _, path := range paths {
		for line := range strings.Lines(page(path)) {
			cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			if len(cells) == 4 && strings.HasPrefix(cells[0], "`") && strings.Contains("yes no both", cells[2]) {
				all = append(all, Code{strings.Trim(cells[0], "`"), cells[1], cells[3], cells[2]})
			}
		}
	}
	return all
}
