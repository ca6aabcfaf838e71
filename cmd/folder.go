package cmd

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// listing is what a folder holds.
type listing struct {
	members []member // in the order of their names
	open    opener   // of the regular files in it, until close is called; nil where they are opened like any other
	close   func()
}

// member is a file, a folder or something else in a folder.
type member struct {
	name string
	kind fs.FileMode // its type bits
}

// opener opens a log by its path, one after the other, to be closed before the next is opened. The progress,
// which may be nil, counts the bytes that are read.
type opener func(path string, p *progress) (io.ReadCloser, error)

// folder yields the logs in a folder and below. It skips devices and pipes, which are read only if
// they are named.
func folder(path string, yield func(entry, error) bool) {
	w := walk{yield: yield}
	if info, err := os.Lstat(path); err != nil {
		w.found(entry{name: path}, err)
	} else if info.IsDir() { // and no link to a folder
		w.folder(path, 0)
	}
	if !w.any {
		yield(entry{name: path}, errNoLog)
	}
}

// walk goes through folders.
type walk struct {
	yield func(entry, error) bool
	any   bool // something has been found
}

func (w *walk) found(log entry, err error) bool {
	w.any = true
	return w.yield(log, err)
}

// folder yields the logs in a folder that is so deep in the first one, and reports whether to go on.
func (w *walk) folder(path string, depth int) bool {
	l, err := list(path, depth)
	if l.close != nil {
		defer l.close()
	}
	if err != nil && !w.found(entry{name: path}, err) {
		return false
	}
	dir := strings.TrimSuffix(filepath.Join(path, "x"), "x")
	for _, m := range l.members {
		if m.kind.IsDir() {
			if !w.folder(dir+m.name, depth+1) {
				return false
			}
			continue
		}
		ending := filepath.Ext(strings.TrimSuffix(strings.TrimSuffix(m.name, ".gz"), ".zst"))
		if ending != ".log" && ending != ".tpn" {
			continue
		}
		log, kind := entry{name: dir + m.name, in: l.open}, m.kind
		var err error
		if kind&fs.ModeSymlink != 0 {
			var info fs.FileInfo
			if info, err = os.Stat(log.name); err == nil {
				kind = info.Mode()
			}
			log.in = nil
		}
		if err == nil && !kind.IsRegular() {
			continue
		}
		log.regular = err == nil
		if !w.found(log, err) {
			return false
		}
	}
	return true
}

// listAnywhere lists a folder on any system.
func listAnywhere(path string) (listing, error) {
	entries, err := os.ReadDir(path)
	l := listing{members: make([]member, len(entries))}
	for i, e := range entries {
		l.members[i] = member{name: e.Name(), kind: e.Type()}
	}
	return l, err
}
