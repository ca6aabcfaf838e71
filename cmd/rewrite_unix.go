//go:build unix && !aix && !solaris

package cmd

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// openRegular opens a regular file for reading, and returns its size. An os.File would take
// five more calls of the system, to ask whether one can wait for it, which is so of no
// regular file.
func openRegular(name string) (io.ReadCloser, int64, error) {
	f := &rawFile{name: name}
	var stat syscall.Stat_t
	err := f.call("open", func() (err error) {
		f.fd, err = syscall.Open(name, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		return err
	})
	if err != nil {
		return nil, 0, err
	}
	if err := f.call("stat", func() error { return syscall.Fstat(f.fd, &stat) }); err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, stat.Size, nil
}

// rawFile is a regular file that is read.
type rawFile struct {
	fd   int
	name string
}

// call calls the system until no signal comes between.
func (f *rawFile) call(op string, do func() error) error {
	for {
		switch err := do(); err {
		case nil:
			return nil
		case syscall.EINTR:
		default:
			return &fs.PathError{Op: op, Path: f.name, Err: err}
		}
	}
}

func (f *rawFile) Read(p []byte) (n int, err error) {
	err = f.call("read", func() error {
		n, err = syscall.Read(f.fd, p)
		return err
	})
	if err == nil && n == 0 && len(p) > 0 {
		err = io.EOF
	}
	return max(n, 0), err
}

func (f *rawFile) Close() error { return syscall.Close(f.fd) }

// lock locks a file until it is closed. It returns an error if another process has locked
// it, and none on a file system without locks.
func lock(file *os.File) error {
	err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == syscall.EWOULDBLOCK {
		return err
	}
	return nil
}

// remove removes an open file.
func remove(_ *os.File, path string) error { return os.Remove(path) }

// rename moves an open file to another path, and then closes it, which ends its lock.
func rename(file *os.File, path string) error {
	if err := os.Rename(file.Name(), path); err != nil {
		return err
	}
	return file.Close()
}

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

// replaceLocked moves an open file to another path, and returns it, still locked. When it
// returns, the move is on the disk.
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
