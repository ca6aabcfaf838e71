package spec

import (
	"io/fs"
	"slices"
	"strings"
)

// Section is a part of a page that explains one finding code, rule point, rule or clause.
type Section struct {
	Name  string
	Page  string // "wheel.md"
	Parts []Part // in the order of the page, without tables and drawings
}

// Part is a paragraph of a section, or the log of one game.
type Part struct {
	Text   string // the paragraph; over a log its caption: "Kept, under both values"
	Log    string // "" for a paragraph
	Game   string // of the log: the value of its Game tag
	Broken bool   // the log breaks the rule, with the finding on the line
}

// Logs returns the logs that keep the rule, or those that break it.
func (s Section) Logs(broken bool) (logs []string) {
	for _, p := range s.Parts {
		if p.Log != "" && p.Broken == broken {
			logs = append(logs, p.Log)
		}
	}
	return logs
}

// Code is a row of the table of finding codes.
type Code struct {
	Name, Severity, Text string
	Malformed            string // whether the log is then malformed: yes, no or both
}

// Word is a row of the glossary: a word or a mark of the games and their notation.
type Word struct {
	Name  string   // "hub"; several spellings are several Words
	Games []string // the games that have it; nil for all
	Text  string
	Read  string // where there is more: a page, or a name that can be explained
}

// In reports whether a game has the word.
func (w Word) In(game string) bool { return w.Games == nil || slices.Contains(w.Games, game) }

// Sections returns the sections of that name, page by page: a rule point that two families of games share has two.
func Sections(name string) []Section {
	return slices.DeleteFunc(AllSections(), func(s Section) bool { return s.Name != name })
}

// Shown returns the examples of a clause in a game of its own rulebook; the zero Section if no log can show it.
func Shown(c Clause) Section {
	for _, s := range readShown() {
		if s.Name == c.ID {
			return s
		}
	}
	return Section{}
}

// AllSections returns the sections of all pages but those of the rulebooks, in their order.
func AllSections() []Section { return slices.Clone(readSections()) }

// Codes returns the finding codes.
func Codes() []Code { return slices.Clone(readCodes()) }

// IsCode reports whether a finding can have a code.
func IsCode(name string) bool {
	return slices.ContainsFunc(readCodes(), func(c Code) bool { return c.Name == name })
}

// Words returns the glossary.
func Words() []Word { return slices.Clone(readWords()) }

// sectionsOf returns the sections of some pages, one for each heading of the third level. Codes and
// rules have their names in backquotes, clauses do not.
func sectionsOf(pattern string) (all []Section) {
	for _, page := range List(pattern) {
		for _, part := range strings.Split("\n"+Page(page), "\n### ")[1:] {
			name, rest, _ := strings.Cut(part, "\n")
			bare := strings.Trim(name, "`")
			if bare == name && !strings.HasPrefix(page, "clauses/") {
				continue // a heading of prose
			}
			rest, _, _ = strings.Cut(rest, "\n#") // the next heading of any level
			s := Section{Name: bare, Page: page}
			s.read(rest)
			all = append(all, s)
		}
	}
	return all
}

// read splits a section into its parts. A paragraph from "Kept" or "Broken" to a colon is the caption of logs.
func (s *Section) read(text string) {
	caption := Part{Text: "Kept"}
	for i, block := range strings.Split(text, "```") {
		if i%2 == 1 {
			if logs, ours := strings.CutPrefix(block, "tpnote\n"); ours {
				for i, log := range strings.Split(logs, "\n[Game ") {
					if i > 0 {
						log = "[Game " + log
					}
					s.Parts = append(s.Parts, Part{caption.Text, log, gameOf(log), caption.Broken})
				}
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

// gameOf returns what the Game tag of a log names; the tag is its first line.
func gameOf(log string) string {
	_, rest, _ := strings.Cut(log, `[Game "`)
	name, _, _ := strings.Cut(rest, `"`)
	return name
}

// allCodes reads "| `code` | severity | malformed | what is wrong |". One page
// has the codes of the program; a game from outside adds a page with its own.
func allCodes() (all []Code) {
	for _, path := range List("*.md") {
		for _, cells := range rows(Page(path)) {
			if strings.HasPrefix(cells[0], "`") && strings.Contains("yes no both", cells[2]) {
				all = append(all, Code{strings.Trim(cells[0], "`"), cells[1], cells[3], cells[2]})
			}
		}
	}
	return all
}

// allWords reads "| `word`, `spelling` | games | meaning | where to read on |" from the glossary of each folder.
func allWords() (all []Word) {
	text := ""
	for _, folder := range pages {
		page, _ := fs.ReadFile(folder, "glossary.md") // a folder need not have one
		text += string(page) + "\n"
	}
	for _, cells := range rows(text) {
		if !strings.HasPrefix(cells[0], "`") {
			continue // the head of the table, and the rule below it
		}
		var games []string
		if cells[1] != "all" {
			games = strings.Split(cells[1], ", ")
		}
		for name := range strings.SplitSeq(cells[0], ", ") {
			all = append(all, Word{Name: strings.Trim(name, "`"), Games: games, Text: cells[2], Read: cells[3]})
		}
	}
	return all
}
