package main

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"tpnote/verify"
)

// logFiles lists the logs that paths name: a file is itself, a folder is all *.log and
// *.tpn in it and below, in the order of their names, and - is standard input.
func logFiles(paths []string) ([]string, error) {
	var files []string
	for _, path := range paths {
		info, err := os.Stat(path)
		if path == "-" || err != nil || !info.IsDir() {
			files = append(files, path) // what cannot be read is reported where it is opened
			continue
		}
		err = filepath.WalkDir(path, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && (strings.HasSuffix(path, ".log") || strings.HasSuffix(path, ".tpn")) {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

// openLog opens a log, and says what its Variant paths are relative to.
func openLog(s *streams, name string) (src io.ReadCloser, dir string, err error) {
	if name == "-" {
		return io.NopCloser(s.in), ".", nil
	}
	f, err := os.Open(name)
	return f, verify.Folder(name), err
}
