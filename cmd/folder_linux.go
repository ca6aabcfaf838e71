package cmd

import (
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// list lists a folder that is so deep in the first one. What it returns opens files relative to the
// folder, of which the system then looks up a name instead of a path; it asks nothing of them
// that the folder has said; and it closes many in one call.
func list(path string, depth int) (listing, error) {
	dir := rawFile{name: path}
	err := dir.call("open", func() (err error) {
		dir.fd, err = syscall.Open(path, syscall.O_RDONLY|syscall.O_DIRECTORY|syscall.O_CLOEXEC, 0)
		return err
	})
	if err != nil {
		return listing{}, err
	}
	members, known, err := readMembers(&dir)
	if !known {
		dir.Close()
		return listAnywhere(path)
	}
	if depth > deepest {
		dir.Close()
		return listing{members: members}, err
	}
	var system syscall.Statfs_t
	plain := syscall.Fstatfs(dir.fd, &system) == nil && slices.Contains(plainSystems, uint32(system.Type))
	f := &folderFiles{fd: dir.fd, plain: plain}
	return listing{members, f.open, f.close}, err
}

const (
	deepest   = 16 // some systems let a process have 256 files open
	mostDone  = 64
	pageSize  = 4096
	direntLen = 19 // what comes before the name: two numbers of 8 bytes, the length in 2, the kind in 1
)

// plainSystems are file systems that read less than they are asked for, and not whole pages, at the end of a
// file alone. Others do so at any time.
var plainSystems = []uint32{unix.EXT4_SUPER_MAGIC, unix.XFS_SUPER_MAGIC, unix.BTRFS_SUPER_MAGIC, unix.TMPFS_MAGIC}

// kinds are what the system calls the kinds of what is in a folder.
var kinds = [...]fs.FileMode{
	unix.DT_UNKNOWN: fs.ModeIrregular, unix.DT_REG: 0, unix.DT_DIR: fs.ModeDir, unix.DT_LNK: fs.ModeSymlink, unix.DT_FIFO: fs.ModeNamedPipe,
	unix.DT_SOCK: fs.ModeSocket, unix.DT_CHR: fs.ModeDevice | fs.ModeCharDevice, unix.DT_BLK: fs.ModeDevice, unix.DT_WHT: fs.ModeIrregular,
}

// readMembers reads what an open folder holds, with what comes before an error. known is false where the
// file system does not say of what kind something is.
func readMembers(dir *rawFile) (members []member, known bool, err error) {
	var texts []string
	count := 0
	buf := make([]byte, 1<<16)
	for n := 1; n > 0; {
		err = dir.call("readdirent", func() (err error) {
			n, err = syscall.ReadDirent(dir.fd, buf)
			return err
		})
		if err != nil {
			break
		}
		texts = append(texts, string(buf[:n]))
		for rest := buf[:n]; len(rest) > 0; rest = rest[binary.NativeEndian.Uint16(rest[16:]):] {
			if int(rest[direntLen-1]) >= len(kinds) || kinds[rest[direntLen-1]] == fs.ModeIrregular {
				return nil, false, nil
			}
			count++
		}
	}
	members = make([]member, 0, count)
	for _, text := range texts {
		for len(text) > 0 {
			size := binary.NativeEndian.Uint16([]byte(text[16:18]))
			name, _, _ := strings.Cut(text[direntLen:size], "\x00")
			if name != "." && name != ".." {
				members = append(members, member{name: name, kind: kinds[text[direntLen-1]]})
			}
			text = text[size:]
		}
	}
	slices.SortFunc(members, func(a, b member) int { return strings.Compare(a.name, b.name) })
	return members, true, err
}

// folderFiles are the files in a folder.
type folderFiles struct {
	fd    int   // of the folder
	plain bool  // see plainSystems
	done  []int // files to be closed
	file  folderFile
}

// open opens a regular file in the folder.
func (f *folderFiles) open(path string, p *progress) (io.ReadCloser, error) {
	file := &f.file
	*file = folderFile{in: f, raw: rawFile{name: path}, wholeFile: wholeFile{ReadCloser: &file.raw, progress: p}}
	name := path[strings.LastIndexByte(path, '/')+1:]
	err := file.raw.call("open", func() (err error) {
		file.raw.fd, err = syscall.Openat(f.fd, name, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		return err
	})
	if err != nil {
		return nil, err
	}
	return file, nil
}

// shut closes the files that have been read, in one call where nothing else was opened between them.
func (f *folderFiles) shut() {
	for rest := f.done; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n] == rest[0]+n {
			n++
		}
		if n == 1 || unix.CloseRange(uint(rest[0]), uint(rest[n-1]), 0) != nil {
			for _, fd := range rest[:n] {
				syscall.Close(fd)
			}
		}
		rest = rest[n:]
	}
	f.done = f.done[:0]
}

// close closes the folder.
func (f *folderFiles) close() {
	f.shut()
	syscall.Close(f.fd)
}

// folderFile is a regular file in a folder. The system is asked how long it is only if one reading may not
// have been all.
type folderFile struct {
	wholeFile
	raw   rawFile
	in    *folderFiles
	begun bool
}

func (f *folderFile) Read(p []byte) (int, error) {
	if f.begun {
		return f.wholeFile.Read(p)
	}
	f.begun = true
	n, err := f.raw.Read(p)
	if short := n < len(p); err == nil && f.in.plain && short && n%pageSize != 0 {
		err = io.EOF
	} else if err == nil {
		var stat syscall.Stat_t
		err = f.raw.call("stat", func() error { return syscall.Fstat(f.raw.fd, &stat) })
		if f.due = stat.Size; err == nil && !short && f.due > 0 && f.due < int64(n) {
			err = errors.New("was truncated while reading")
		}
	}
	return n, f.came(n, err)
}

// Close leaves the file open until others are to be closed too.
func (f *folderFile) Close() error {
	if f.in.done = append(f.in.done, f.raw.fd); len(f.in.done) == mostDone {
		f.in.shut()
	}
	return nil
}
