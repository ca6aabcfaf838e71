//go:build unix

package archive

import (
	"os"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFolder lists a folder with all that may be in one.
func TestFolder(t *testing.T) {
	t.Chdir(t.TempDir()) // the names of sockets are short
	if err := os.MkdirAll("middle.log/deep", 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.log", ".log", "b.tpn", "\xff.log", "z.log.gz", "z.log.zst", "z.log.gz.zst", ".gz", "other.txt", "middle.log/deep/c.log"} {
		if err := os.WriteFile(name, []byte("text"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	socket, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(socket)
	for _, err := range []error{
		syscall.Bind(socket, &syscall.SockaddrUnix{Name: "socket.log"}), syscall.Mkfifo("pipe.log", 0o600),
		os.Symlink("a.log", "link.log"), os.Symlink("nowhere", "broken.log"), os.Symlink("middle.log", "folder.log"),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	const inMiddle = "middle.log/deep/c.log regular"
	all := []string{".log regular", "a.log regular", "b.tpn regular", "broken.log cannot be read: no such file or directory", "link.log regular",
		inMiddle, "z.log.gz regular", "z.log.zst regular", "\xff.log regular"}
	for path, want := range map[string][]string{
		".": all, "./middle.log/..": all, "middle.log": {inMiddle}, "folder.log/": {"folder.log/deep/c.log regular"},
		"folder.log": {"folder.log " + Reason(errNoLog)},
	} {
		var got []string
		folder(path, func(log Log) bool {
			said := "regular"
			if log.Err != nil {
				said = Reason(log.Err)
			}
			if log.Regular != (log.Err == nil) {
				t.Errorf("%s: regular is %t, and the error %v", log.Name, log.Regular, log.Err)
			}
			got = append(got, log.Name+" "+said)
			return true
		})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
	listed := 0
	folder(".", func(Log) bool { listed++; return false })
	if listed != 1 {
		t.Errorf("%d logs were listed after the caller stopped", listed)
	}
}
