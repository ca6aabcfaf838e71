package spec

import (
	"io/fs"
	"slices"
	"strings"
)

// pages are the pages of the specification, and those that Add has brought.
var pages = folders{own}

// Add brings the pages of a game that lives in a module of its own, laid out as those here:
// a page of sections, and clauses/RULEBOOK.md for each rulebook. It is called before
// anything is read.
func Add(more fs.FS) { pages = append(pages, more) }

// Pages is the folder of pages: "wheel.md", "clauses/genus-iii-1994.md".
func Pages() fs.FS { return pages }

// list lists the pages whose path matches a well-formed pattern.
func list(pattern string) []string {
	paths, err := fs.Glob(pages, pattern)
	if err != nil {
		panic(err)
	}
	return paths
}

// page returns the text of a page that is known to be there.
func page(path string) string {
	text, err := fs.ReadFile(pages, path)
	if err != nil {
		panic(err) // it is embedded
	}
	return string(text)
}

// rows returns the cells of the rows of a page's tables, where they are four.
func rows(text string) [][]string {
	var all [][]string
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

// folders are folders that are read as one. Of files with the same name the first counts.
type folders []fs.FS

// Open opens the first file of that name.
func (f folders) Open(name string) (file fs.File, err error) {
	for _, folder := range f {
		if file, err = folder.Open(name); err == nil {
			return file, nil
		}
	}
	return nil, err
}

// ReadDir lists the files of all the folders.
func (f folders) ReadDir(name string) ([]fs.DirEntry, error) {
	var all []fs.DirEntry
	err := error(&fs.PathError{Op: "readdir", Path: name, Err: fs.ErrNotExist})
	for _, folder := range f {
		entries, missing := fs.ReadDir(folder, name)
		if missing != nil {
			continue
		}
		err = nil
		for _, e := range entries {
			if !slices.ContainsFunc(all, func(known fs.DirEntry) bool { return known.Name() == e.Name() }) {
				all = append(all, e)
			}
		}
	}
	return all, err
}
