//go:build unix && !aix && !solaris

package cmd

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// lock locks a file until it is closed, if its file system has locks. Its error is that another process has locked it.
func lock(file *os.File) error {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == syscall.EWOULDBLOCK {
		return err
	}
	return nil
}

// remove removes an open file.
func remove(_ *os.File, path string) error { return os.Remove(path) }

// keepOwner gives a file the owner and group of another, as far as permitted.
func keepOwner(file *os.File, like fs.FileInfo) {
	if stat, ok := like.Sys().(*syscall.Stat_t); ok && file.Chown(int(stat.Uid), int(stat.Gid)) != nil {
		file.Chown(-1, int(stat.Gid)) // only root may change the owner
	}
}

// links returns the number of hard links of a file.
func links(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink)
	}
	return 1
}

// replaceLocked moves an open file to another path, and returns it, still locked. The move is then on the disk.
func replaceLocked(file *os.File, path string) (*os.File, error) {
	if err := os.Rename(file.Name(), path); err != nil {
		return nil, err
	}
	if dir, err := os.Open(filepath.Dir(path)); err == nil {
		dir.Sync() // not every file system can
		dir.Close()
	}
	return file, nil
}
