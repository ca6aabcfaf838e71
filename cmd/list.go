package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"tpnote/verify/report"
)

// This file lists the logs that a command reads, and the parts of them.

// skipped is why no log is read from a path. It does not fail a command.
type skipped string

func (s skipped) Error() string { return string(s) }

const (
	errNoLog    skipped = "holds no log; a log in a folder is named *.log or *.tpn"
	errMisnamed skipped = "skipped, although it looks like a log: name it *.log or *.tpn, or give its own path"
	errLeft     skipped = "left by a killed run; the next one that rewrites the log removes it"
	errSkipped  skipped = "skipped: it holds other files; unpack it"
)

// passedOver reports whether an error is of a path from which no log is read.
func passedOver(err error) bool {
	var why skipped
	return errors.As(err, &why)
}

// entry is a log in a list.
type entry struct {
	name    string
	regular bool  // a regular file
	size    int64 // of a regular file

	from, to int64 // only the games that begin there; to is 0 for all of the file
}

// logs yields the logs that paths name: a file; the logs in a folder and below, in the order
// of their names; the files that a pattern matches; or - for standard input. What cannot be
// listed is yielded with the error.
func logs(paths []string) iter.Seq2[entry, error] {
	return func(yield func(entry, error) bool) {
		for _, path := range paths {
			if !list(path, yield) {
				return
			}
		}
	}
}

// list yields the logs that a path names. It returns false if yield does.
func list(path string, yield func(entry, error) bool) bool {
	if path == "-" {
		return yield(entry{name: path}, nil)
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return folder(path, yield)
	case err == nil:
		return yield(entryOf(path, info), nil)
	case !strings.ContainsAny(path, "*?["):
		return yield(entry{name: path}, err)
	}
	names, err := filepath.Glob(path)
	if err != nil || names == nil {
		return yield(entry{name: path}, errors.New("no file has such a name"))
	}
	return !slices.ContainsFunc(names, func(name string) bool { return !list(name, yield) })
}

// named yields files without looking at them.
func named(files []string) iter.Seq2[entry, error] {
	return func(yield func(entry, error) bool) {
		for _, file := range files {
			if !yield(entry{name: file}, nil) {
				return
			}
		}
	}
}

// entryOf returns the entry of a file.
func entryOf(name string, info fs.FileInfo) entry {
	if !info.Mode().IsRegular() {
		return entry{name: name}
	}
	return entry{name: name, regular: true, size: info.Size()}
}

// folder yields the logs in a folder and below. It skips devices and pipes, which are read only if
// they are named. It returns false if yield does.
func folder(path string, yield func(entry, error) bool) bool {
	any, more := false, true
	_ = filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error { // each error is yielded
		log := entry{name: name}
		switch {
		case err != nil:
		case d.IsDir():
			return nil
		case isLogName(name):
			var info fs.FileInfo
			if info, err = os.Stat(name); err == nil {
				if log = entryOf(name, info); !log.regular {
					return nil
				}
			}
		default:
			if err = misnamed(name, d); err == nil {
				return nil
			}
		}
		if any, more = true, yield(log, err); !more {
			return filepath.SkipAll
		}
		return nil
	})
	if !any {
		return yield(entry{name: path}, errNoLog)
	}
	return more
}

// isLogName reports whether a file in a folder is a log, by its name.
func isLogName(name string) bool {
	ending := filepath.Ext(strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".zst"))
	return ending == ".log" || ending == ".tpn"
}

// misnamed is why a file in a folder is skipped that looks like a log or holds logs, but has another name,
// or was left by a killed run; nil for any other file.
func misnamed(name string, d fs.DirEntry) error {
	lower := strings.ToLower(name)
	switch {
	case !d.Type().IsRegular():
		return nil
	case bundle(lower):
		return errSkipped
	case strings.HasPrefix(filepath.Base(name), ".") && strings.HasSuffix(name, ".tpnote"):
		return abandoned(name)
	case isLogName(lower):
		return errMisnamed
	case filepath.Ext(lower) != ".txt":
		return nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	var begin [4096]byte
	if n, _ := f.Read(begin[:]); bytes.Contains(begin[:n], []byte("[Game \"")) {
		return errMisnamed
	}
	return nil
}

// abandoned is errLeft if no run writes a file that will replace a log; else nil.
func abandoned(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	if lock(f) != nil {
		return nil
	}
	return errLeft
}

// packed reports whether a log is packed, by its name.
func packed(name string) bool {
	return strings.HasSuffix(name, ".gz") || strings.HasSuffix(name, ".zst")
}

// bundle reports whether a file holds other files, by its name.
func bundle(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc([]string{".zip", ".7z", ".rar", ".tar", ".tgz", ".tar.gz", ".tar.zst", ".tar.xz", ".tar.bz2"}, func(ending string) bool {
		return strings.HasSuffix(name, ending)
	})
}

// partFlag lets a command judge a part of its inputs.
type partFlag struct {
	Part string `help:"Take only part K of N of the inputs." placeholder:"K/N"`
}

// parted are the inputs of a command, of which it may judge a part only.
type parted struct {
	paths []string
	name  string // the part as it is written; "" for the whole
	k, n  int64
	bytes int64 // of all inputs, where there is a part

	rewritten bool // logs that cannot be rewritten are not read
}

// of finds the sizes of the inputs, if a part is asked for.
func (f *partFlag) of(paths []string) (*parted, error) {
	p := &parted{paths: paths, name: f.Part}
	if f.Part == "" {
		return p, nil
	}
	var ok bool
	if p.k, p.n, ok = cutPart(f.Part); !ok {
		return nil, fmt.Errorf("--part %s: not K/N, such as 3/64", f.Part)
	}
	p.paths = slices.Sorted(slices.Values(paths))
	for log, err := range logs(p.paths) {
		if err == nil && !log.regular {
			return nil, fmt.Errorf("%s: is not a file; --part needs the sizes of its inputs", report.Name(log.name))
		}
		p.bytes += log.size
	}
	return p, nil
}

// cutPart cuts K/N, the name of a part.
func cutPart(name string) (k, n int64, ok bool) {
	left, right, _ := strings.Cut(name, "/")
	k, errK := strconv.ParseInt(left, 10, 32)
	n, errN := strconv.ParseInt(right, 10, 32)
	return k, n, errK == nil && errN == nil && 1 <= k && k <= n
}

// toEnd is the end of a part of a log that reaches to the end of the log.
const toEnd = math.MaxInt64

// end is the byte of all inputs at which part k ends.
func (p *parted) end(k int64) int64 { return p.bytes/p.n*k + p.bytes%p.n*k/p.n }

// logs yields the logs that have something of the part.
func (p *parted) logs() iter.Seq2[entry, error] {
	if p.name == "" {
		return logs(p.paths)
	}
	return func(yield func(entry, error) bool) {
		from, to := p.end(p.k-1), p.end(p.k)
		for log, err := range logs(p.paths) {
			if p.cut(&log, from, to) && !yield(log, err) {
				return
			}
			from, to = from-log.size, to-log.size
		}
	}
}

// cut reports whether a log has something of the part, which is between two of its bytes. If the part has not all of
// the log, cut says what.
func (p *parted) cut(log *entry, from, to int64) bool {
	if log.size == 0 || packed(log.name) { // it is of one part
		return from <= 0 && (to > 0 || p.k == p.n)
	}
	if from >= log.size || to <= 0 {
		return false
	}
	if from > 0 || to < log.size {
		log.from, log.to = max(from, 0), to
		if to >= log.size {
			log.to = toEnd
		}
	}
	return true
}
