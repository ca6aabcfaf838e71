package cmd

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

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
