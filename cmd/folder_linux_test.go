package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
)

// folderOfAll makes a folder with all that may be in one.
func folderOfAll(t *testing.T) string {
	dir := t.TempDir()
	below := filepath.Join(dir, "middle.log", strings.Repeat("deep/", deepest+2))
	if err := os.MkdirAll(below, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, size := range map[string]int{
		"a.log": 1, "same-beginning-1.log": 20, "same-beginning-10.log": 30, "same-beginning-.log": 40, "page.log": pageSize, "pages.log": 3 * pageSize,
		"more.log": 3*pageSize + 1, "room.tpn": 1 << 16, "large.log": 1<<16 + 1, "larger.log": 5 << 16, "empty.log": 0, "\xff.log": 5, ".log": 7,
		"z.log.gz": 9, "z.log.zst": 9, "z.log.gz.zst": 9, ".gz": 9, "other.txt": 9, "middle.log/b.log": 9,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), bytes.Repeat([]byte("7 bytes"), size)[:size], 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 3 * mostDone {
		if err := os.WriteFile(filepath.Join(below, fmt.Sprintf("%d.log", i)), []byte("deep"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	socket, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(socket)
	t.Chdir(dir) // the names of sockets are short
	if err := errors.Join(
		syscall.Bind(socket, &syscall.SockaddrUnix{Name: "socket.log"}),
		syscall.Mkfifo("pipe.log", 0o600),
		os.Symlink("a.log", "link.log"), os.Symlink("nowhere", "broken.log"), os.Symlink("middle.log", "folder.log"),
	); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestFolderAnywhere holds that folders are listed on this system as on any other: as the walk of a library
// that asks of every file what it is.
func TestFolderAnywhere(t *testing.T) {
	dir := folderOfAll(t)
	type found struct {
		name    string
		regular bool
		err     string
	}
	for _, path := range []string{dir, dir + "//", ".", "./middle.log/..", "middle.log", "folder.log", "folder.log/", "middle.log/deep"} {
		var here, anywhere []found
		folder(path, func(log entry, err error) bool {
			here = append(here, found{log.name, log.regular, fmt.Sprint(err)})
			return true
		})
		_ = filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error { // returns what the function does: nothing
			var info fs.FileInfo
			if strings.HasSuffix(strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".zst"), ".log") || strings.HasSuffix(name, ".tpn") {
				if info, err = os.Stat(name); err != nil || info.Mode().IsRegular() {
					anywhere = append(anywhere, found{name, err == nil, fmt.Sprint(err)})
				}
			}
			return nil
		})
		if anywhere == nil {
			anywhere = []found{{path, false, errNoLog.Error()}}
		}
		if !reflect.DeepEqual(here, anywhere) {
			t.Errorf("%s:\n%v, not\n%v", path, here, anywhere)
		}
	}
	folder(dir, func(log entry, _ error) bool { return log.name != filepath.Join(dir, "a.log") }) // and on no more
	if left := openIn(t, dir); len(left) > 0 {
		t.Errorf("left open: %v", left)
	}
}

// openIn returns what is open in a folder.
func openIn(t *testing.T, dir string) (files []string) {
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range open {
		if path, err := os.Readlink("/proc/self/fd/" + f.Name()); err == nil && strings.HasPrefix(path, dir) {
			files = append(files, path)
		}
	}
	return files
}

// TestFolderFiles holds that files are read in a folder as by their names, whatever the file system does at their
// end and however much is read at a time.
func TestFolderFiles(t *testing.T) {
	dir := folderOfAll(t)
	l, err := list(dir, 0)
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	for _, plain := range []bool{true, false} {
		for _, room := range []int{1, 20, pageSize, 1 << 16, 1<<16 + 1} {
			f := &folderFiles{fd: int(openFolder(t, dir).Fd()), plain: plain}
			for _, m := range l.members {
				if !m.kind.IsRegular() {
					continue
				}
				files++
				path := filepath.Join(dir, m.name)
				want, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				file, err := f.open(path, nil)
				if err != nil {
					t.Fatal(err)
				}
				var got bytes.Buffer
				if _, err := io.CopyBuffer(struct{ io.Writer }{&got}, struct{ io.Reader }{file}, make([]byte, room)); err != nil || !bytes.Equal(got.Bytes(), want) {
					t.Errorf("%s, read by %d: %d bytes, %v", m.name, room, got.Len(), err)
				}
				file.Close()
			}
			f.shut()
		}
	}
	if _, err := l.open(filepath.Join(dir, "gone.log"), nil); !errors.Is(err, fs.ErrNotExist) || reason(err) != "cannot be read: no such file or directory" {
		t.Error(err)
	}
	l.close()
	if files < 100 {
		t.Errorf("%d files", files)
	}
}

func openFolder(t *testing.T, dir string) *os.File {
	f, err := os.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// TestFolderTruncated holds that a file in a folder that becomes shorter while it is read is no shorter log.
func TestFolderTruncated(t *testing.T) {
	for _, step := range []struct{ before, size int64 }{{0, 150}, {1, 50}, {1, 150}} {
		dir := t.TempDir()
		file := filepath.Join(dir, "game.log")
		if err := os.WriteFile(file, make([]byte, 200), 0o600); err != nil {
			t.Fatal(err)
		}
		f := &folderFiles{fd: int(openFolder(t, dir).Fd()), plain: true}
		log, err := f.open(file, nil)
		if err != nil {
			t.Fatal(err)
		}
		buf := make([]byte, 100)
		if step.before == 1 {
			if n, err := log.Read(buf); n != 100 || err != nil {
				t.Fatal(n, err)
			}
		}
		if err := os.Truncate(file, step.size); err != nil {
			t.Fatal(err)
		}
		_, err = io.ReadAll(log)
		if truncated := err != nil && strings.HasPrefix(err.Error(), "was truncated while reading"); truncated != (step.before == 1) {
			t.Errorf("%+v: %v", step, err)
		}
		log.Close()
		f.shut()
	}
}
