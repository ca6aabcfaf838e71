//go:build !unix || aix || solaris

package cmd

import (
	"io/fs"
	"os"
)

// lock does nothing: Windows does not remove a file that is open.
func lock(*os.File) error { return nil }

// remove closes a file and removes it.
func remove(file *os.File, path string) error {
	file.Close()
	return os.Remove(path)
}

// keepOwner does nothing.
func keepOwner(*os.File, fs.FileInfo) {}

// links returns 1: hard links are not counted on this system.
func links(fs.FileInfo) uint64 { return 1 }

// replaceLocked closes a file, moves it to another path, and opens it there; on failure it removes the file.
func replaceLocked(file *os.File, path string) (*os.File, error) {
	if err := file.Close(); err != nil {
		return nil, err
	}
	if err := os.Rename(file.Name(), path); err != nil {
		os.Remove(file.Name())
		return nil, err
	}
	return os.OpenFile(path, os.O_RDWR, 0)
}
