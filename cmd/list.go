package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"regexp"
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
	err     error // why it cannot be read, as far as that is known before it is opened
	regular bool  // a regular file
	size    int64 // of a regular file

	from, to int64 // only the games that begin there; to is 0 for the end of the file
}

// logs yields the logs that paths name: a file; the logs in a folder and below, in the order
// of their names; the files that a pattern matches; or - for standard input.
func logs(paths []string) iter.Seq[entry] {
	return func(yield func(entry) bool) {
		for _, path := range paths {
			if !list(path, yield) {
				return
			}
		}
	}
}

// list yields the logs that a path names. It returns false if yield does.
func list(path string, yield func(entry) bool) bool {
	log, info := entryOf(path)
	switch {
	case info != nil && info.IsDir():
		return folder(path, yield)
	case log.err == nil || !strings.ContainsAny(path, "*?["):
		return yield(log)
	}
	names, err := filepath.Glob(path)
	if err != nil || names == nil {
		return yield(entry{name: path, err: errors.New("no file has such a name")})
	}
	return !slices.ContainsFunc(names, func(name string) bool { return !list(name, yield) })
}

// entryOf returns the entry of a file or of standard input, and what the file is: nil if that is not known.
func entryOf(name string) (log entry, info fs.FileInfo) {
	log.name = name
	if name == "-" {
		return log, nil
	}
	if info, log.err = os.Stat(name); log.err == nil && info.Mode().IsRegular() {
		log.regular, log.size = true, info.Size()
	}
	return log, info
}

// folder yields the logs in a folder and below, without devices and pipes. It returns false if yield does.
func folder(path string, yield func(entry) bool) bool {
	any, more := false, true
	_ = filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error { // each error is yielded
		log := entry{name: name, err: err}
		switch {
		case err != nil:
		case d.IsDir():
			return nil
		case isLogName(name):
			log, _ = entryOf(name)
		default:
			log.err = misnamed(name, d)
		}
		if log.err == nil && !log.regular {
			return nil
		}
		if any, more = true, yield(log); !more {
			return filepath.SkipAll
		}
		return nil
	})
	if !any {
		return yield(entry{name: path, err: errNoLog})
	}
	return more
}

// isLogName reports whether a file in a folder is a log, by its name.
func isLogName(name string) bool {
	ending := filepath.Ext(strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".zst"))
	return ending == ".log" || ending == ".tpn"
}

// misnamed is why a file in a folder is skipped that looks like a log, but has another name; nil for any other file.
func misnamed(name string, d fs.DirEntry) error {
	switch {
	case !d.Type().IsRegular():
		return nil
	case bundle.MatchString(name):
		return errSkipped
	case isLogName(strings.ToLower(name)):
		return errMisnamed
	case !strings.EqualFold(filepath.Ext(name), ".txt"):
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

// packed reports whether a log is packed, by its name.
func packed(name string) bool {
	return strings.HasSuffix(name, ".gz") || strings.HasSuffix(name, ".zst")
}

// bundle matches the name of a file that holds other files.
var bundle = regexp.MustCompile(`(?i)\.(zip|7z|rar|tgz|tar(\.(gz|zst|xz|bz2))?)$`)

// inputs are the logs that a command reads, of which it may judge a part only.
type inputs struct {
	Part string `help:"Take only part K of N of the inputs." placeholder:"K/N"`

	paths     []string
	k, n      int64 // the part
	bytes     int64 // of all inputs, where there is a part
	rewritten bool  // logs that cannot be rewritten are not read
}

// take takes the paths of the logs, and finds their sizes if a part is asked for.
func (in *inputs) take(paths []string) error {
	if in.paths = paths; in.Part == "" {
		return nil
	}
	var ok bool
	if in.k, in.n, ok = cutPart(in.Part); !ok {
		return fmt.Errorf("--part %s: not K/N, such as 3/64", in.Part)
	}
	in.paths = slices.Sorted(slices.Values(paths))
	for log := range logs(in.paths) {
		if log.err == nil && !log.regular {
			return fmt.Errorf("%s: is not a file; --part needs the sizes of its inputs", report.Name(log.name))
		}
		in.bytes += log.size
	}
	return nil
}

// cutPart cuts K/N, the name of a part.
func cutPart(name string) (k, n int64, ok bool) {
	left, right, _ := strings.Cut(name, "/")
	k, errK := strconv.ParseInt(left, 10, 32)
	n, errN := strconv.ParseInt(right, 10, 32)
	return k, n, errK == nil && errN == nil && 1 <= k && k <= n
}

// end is the byte of all inputs at which part k ends.
func (in *inputs) end(k int64) int64 { return in.bytes/in.n*k + in.bytes%in.n*k/in.n }

// logs yields the logs that have something of the part.
func (in *inputs) logs() iter.Seq[entry] {
	if in.Part == "" {
		return logs(in.paths)
	}
	return func(yield func(entry) bool) {
		from, to := in.end(in.k-1), in.end(in.k)
		for log := range logs(in.paths) {
			if in.cut(&log, from, to) && !yield(log) {
				return
			}
			from, to = from-log.size, to-log.size
		}
	}
}

// cut reports whether a log has something of the part, which is between two of its bytes, and says what.
func (in *inputs) cut(log *entry, from, to int64) bool {
	if log.size == 0 || packed(log.name) { // it is of one part
		return from <= 0 && (to > 0 || in.k == in.n)
	}
	if from >= log.size || to <= 0 {
		return false
	}
	if log.from = max(from, 0); to < log.size {
		log.to = to
	}
	return true
}
