package archive

import (
	"bytes"
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// This file lists the logs that paths name, and the parts of them.

// Skipped is why no log, or no game, is read from a path. It is no fault.
type Skipped string

func (s Skipped) Error() string { return string(s) }

const (
	errNoLog    Skipped = "holds no log; a log in a folder is named *.log or *.tpn"
	errMisnamed Skipped = "skipped, although it looks like a log: name it *.log or *.tpn, or give its own path"
	errSkipped  Skipped = "skipped: it holds other files; unpack it"
)

// Log is a log in a list.
type Log struct {
	Name    string // of a file, from whose folder Variant paths start; or - for standard input
	Err     error  // why it cannot be read, as far as that is known before it is opened
	Regular bool   // a regular file
	Size    int64  // of a regular file, in bytes
	// Only games whose first line begins at a byte from From up to To, To excluded, are judged.
	// Games before From are counted. To is 0 for the end of the file.
	From, To int64
}

// Logs yields the logs that paths name: a file; the logs in a folder and below, in the order
// of their names; the files that a pattern matches; or - for standard input.
func Logs(paths []string) iter.Seq[Log] {
	return func(yield func(Log) bool) {
		for _, path := range paths {
			if !list(path, yield) {
				return
			}
		}
	}
}

// list yields the logs that a path names. It returns false if yield does.
func list(path string, yield func(Log) bool) bool {
	log, info := logOf(path)
	switch {
	case info != nil && info.IsDir():
		return folder(path, yield)
	case log.Err == nil || !strings.ContainsAny(path, "*?["):
		return yield(log)
	}
	names, err := filepath.Glob(path)
	if err != nil || names == nil {
		return yield(Log{Name: path, Err: errors.New("no file has such a name")})
	}
	return !slices.ContainsFunc(names, func(name string) bool { return !list(name, yield) })
}

// logOf returns what is known of a file or of standard input, and what the file is: nil if that is not known.
func logOf(name string) (log Log, info fs.FileInfo) {
	log.Name = name
	if name == "-" {
		return log, nil
	}
	if info, log.Err = os.Stat(name); log.Err == nil && info.Mode().IsRegular() {
		log.Regular, log.Size = true, info.Size()
	}
	return log, info
}

// folder yields the logs in a folder and below, without devices and pipes. It returns false if yield does.
func folder(path string, yield func(Log) bool) bool {
	any, more := false, true
	_ = filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error { // each error is yielded
		log := Log{Name: name, Err: err}
		switch {
		case err != nil:
		case d.IsDir():
			return nil
		case isLogName(name):
			log, _ = logOf(name)
		default:
			log.Err = misnamed(name, d)
		}
		if log.Err == nil && !log.Regular {
			return nil
		}
		if any, more = true, yield(log); !more {
			return filepath.SkipAll
		}
		return nil
	})
	if !any {
		return yield(Log{Name: path, Err: errNoLog})
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

// Packed reports whether a log is packed, by its name.
func Packed(name string) bool {
	return strings.HasSuffix(name, ".gz") || strings.HasSuffix(name, ".zst")
}

// bundle matches the name of a file that holds other files.
var bundle = regexp.MustCompile(`(?i)\.(zip|7z|rar|tgz|tar(\.(gz|zst|xz|bz2))?)$`)

// Part is part K of N of some logs, which are cut by their bytes. The zero Part is all of them.
type Part struct {
	K, N  int64
	Bytes int64 // of all logs
}

// ParsePart reads K/N, the name of a part.
func ParsePart(name string) (p Part, ok bool) {
	left, right, _ := strings.Cut(name, "/")
	k, errK := strconv.ParseInt(left, 10, 32)
	n, errN := strconv.ParseInt(right, 10, 32)
	return Part{K: k, N: n}, errK == nil && errN == nil && 1 <= k && k <= n
}

// end is the byte of all logs at which part k ends.
func (p Part) end(k int64) int64 { return p.Bytes/p.N*k + p.Bytes%p.N*k/p.N }

// Logs yields the logs of some paths that have something of the part.
func (p Part) Logs(paths []string) iter.Seq[Log] {
	if p.N == 0 {
		return Logs(paths)
	}
	return func(yield func(Log) bool) {
		from, to := p.end(p.K-1), p.end(p.K)
		for log := range Logs(paths) {
			if p.cut(&log, from, to) && !yield(log) {
				return
			}
			from, to = from-log.Size, to-log.Size
		}
	}
}

// cut reports whether a log has something of the part, which is between two of its bytes, and says what.
func (p Part) cut(log *Log, from, to int64) bool {
	if log.Size == 0 || Packed(log.Name) { // it is of one part
		return from <= 0 && (to > 0 || p.K == p.N)
	}
	if from >= log.Size || to <= 0 {
		return false
	}
	if log.From = max(from, 0); to < log.Size {
		log.To = to
	}
	return true
}
