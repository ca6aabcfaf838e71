//go:build unix && !aix && !solaris

package cmd

import (
	"io/fs"
	"os"
	"syscall"
)

// lock locks a file until it is closed, or reports that another process has locked it. A
// file system without locks is no hindrance.
func lock(file *os.File) error {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == syscall.EWOULDBLOCK {
		return err
	}
	return nil
}

// remove removes an open file.
func remove(_ *os.File, path string) error { return os.Remove(path) }

// rename gives an open file another path. It stays locked until then, and is closed.
func rename(file *os.File, path string) error {
	if err := os.Rename(file.Name(), path); err != nil {
		return err
	}
	return file.Close()
}

// keepOwner gives a file the owner and the group of another, as far as that is allowed.
func keepOwner(file *os.File, like fs.FileInfo) {
	if stat, ok := like.Sys().(*syscall.Stat_t); ok && file.Chown(int(stat.Uid), int(stat.Gid)) != nil {
		file.Chown(-1, int(stat.Gid)) // the owner is root's to give, a group its members'
	}
}

// links is how many names a file has.
func links(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink)
	}
	return 1
}
