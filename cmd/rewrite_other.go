//go:build !unix || aix || solaris

package cmd

import (
	"io/fs"
	"os"
)

// lock does nothing: on Windows a file that somebody has open cannot be removed, which is
// lock enough.
func lock(*os.File) error { return nil }

// remove closes a file and removes it.
func remove(file *os.File, path string) error {
	file.Close()
	return os.Remove(path)
}

// rename closes a file and gives it another path, or removes it.
func rename(file *os.File, path string) error {
	if err := file.Close(); err != nil {
		return err
	}
	err := os.Rename(file.Name(), path)
	if err != nil {
		os.Remove(file.Name())
	}
	return err
}

// keepOwner does nothing: a new file belongs to whoever writes it.
func keepOwner(*os.File, fs.FileInfo) {}

// links is 1: how many names a file has is not asked here.
func links(fs.FileInfo) uint64 { return 1 }
