package spec

import (
	"io/fs"
	"slices"
	"strings"
	"sync"
)

// These read the pages when a caller first asks for their contents.
var readBooks, readSections, readShown, readCodes, readWords = readers()

func readers() (func() books, func() []Section, func() []Section, func() []Code, func() []Word) {
	sections := func(pattern string) func() []Section {
		return sync.OnceValue(func() []Section { return sectionsOf(pattern) })
	}
	return sync.OnceValue(allBooks), sections("*.md"), sections("clauses/*.md"), sync.OnceValue(allCodes), sync.OnceValue(allWords)
}

// pages are the folders with the pages of the specification, and those that Add has brought.
var pages = []fs.FS{own}

// Add brings the pages of a game that lives in a module of its own, laid out as those here:
// a page of sections, clauses/RULEBOOK.md for each rulebook, and glossary.md for its words and marks.
// The pages are then read again. No other goroutine may read them at the same time.
func Add(more fs.FS) {
	pages = append(pages, more)
	readBooks, readSections, readShown, readCodes, readWords = readers()
}

// List lists the pages whose path, such as "wheel.md" or "clauses/genus-iii-1994.md", matches a
// well-formed pattern of package path. It panics for any other pattern.
func List(pattern string) (paths []string) {
	for _, folder := range pages {
		found, err := fs.Glob(folder, pattern)
		if err != nil {
			panic(err)
		}
		paths = append(paths, found...)
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// Page returns the text of a page, or "" if it does not exist. If two folders have the page, the first counts.
func Page(path string) string {
	for _, folder := range pages {
		if text, err := fs.ReadFile(folder, path); err == nil {
			return string(text)
		}
	}
	return ""
}

// rows returns the cells of the rows of a page's tables, where they are four.
func rows(text string) (all [][]string) {
	for line := range strings.Lines(text) {
		if line[0] != '|' {
			continue
		}
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if len(cells) == 4 {
			all = append(all, cells)
		}
	}
	return all
}
