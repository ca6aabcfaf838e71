package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/renameio/v2/maybe"

	"tpnote/verify"
)

// logFiles lists the logs that paths name: a file is itself, a folder is all *.log and
// *.tpn in it and below, in the order of their names, and - is standard input. What cannot
// be read is listed, so that it is reported where it is opened.
func logFiles(paths []string) []string {
	var files []string
	for _, path := range paths {
		info, err := os.Stat(path)
		if path == "-" || err != nil || !info.IsDir() {
			files = append(files, path)
			continue
		}
		// The function never returns an error but SkipDir, so WalkDir returns none.
		_ = filepath.WalkDir(path, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil:
				files = append(files, path)
				return fs.SkipDir
			case !d.IsDir() && (filepath.Ext(path) == ".log" || filepath.Ext(path) == ".tpn"):
				files = append(files, path)
			}
			return nil
		})
	}
	return files
}

// openLog opens a log, and says what its Variant paths are relative to.
func openLog(s *streams, name string) (src io.ReadCloser, dir string, err error) {
	if name == "-" {
		return io.NopCloser(s.in), ".", nil
	}
	if ext := filepath.Ext(name); ext == ".gz" || ext == ".zst" {
		return nil, "", errors.New("is packed, which only verify reads; unpack it first")
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, "", err
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, "", errors.New("is a folder; name the logs in it, such as " + name + "/*.log")
	}
	return f, verify.Folder(name), nil
}

// maxWhole is how long a log may be that is held as a whole, in bytes.
const maxWhole = 256 << 20

// readWhole reads a log to its end, if it has one.
func readWhole(src io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(src, maxWhole+1))
	if err == nil && len(text) > maxWhole {
		err = fmt.Errorf("is longer than %d MiB; cut it, between two games", maxWhole>>20)
	}
	return text, err
}

// replace gives a file new content, all of it or none, and keeps its mode. A link stays a
// link.
func replace(name string, content []byte) error {
	target, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	info, err := os.Stat(target)
	if err != nil {
		return err
	}
	if err := maybe.WriteFile(target, content, info.Mode().Perm()); err != nil {
		return err
	}
	return os.Chmod(target, info.Mode()) // the umask may have taken something from it
}

// reason is an error without the path, which the caller prints.
func reason(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) && path.Op == "write" {
		return "cannot be written: " + path.Err.Error()
	} else if errors.As(err, &path) {
		return "cannot be read: " + path.Err.Error()
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return "ends too early"
	}
	return err.Error()
}
