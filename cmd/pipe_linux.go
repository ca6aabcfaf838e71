package cmd

import (
	"os"

	"golang.org/x/sys/unix"
)

// widen lets a pipe hold a megabyte instead of 64 KB, so that who writes much into it waits less often for the
// reader. Where the system does not let it, or the file is no pipe, all stays as it is.
func widen(f *os.File) {
	if conn, err := f.SyscallConn(); err == nil {
		conn.Control(func(fd uintptr) { unix.FcntlInt(fd, unix.F_SETPIPE_SZ, 1<<20) })
	}
}
