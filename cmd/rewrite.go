package cmd

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"tpnote/verify/archive"
	"tpnote/verify/report"
)

// replacement is a file that is written beside the one that it will replace. It is locked while
// it is written: one without a lock was left by a killed run, and the next run removes it.
type replacement struct {
	*os.File
	text *bufio.Writer // its text; place writes the rest of it, and reports its error
	path string        // where it goes; "" once it is there, and for what replaces nothing, such as a pipe
}

// newReplacement begins a replacement for path, with the given mode before umask. It removes that of a killed run.
func newReplacement(path string, mode fs.FileMode) (*replacement, error) {
	dir, name := filepath.Split(path)
	at := filepath.Join(dir, "."+name+".tpnote")
	for range 10 { // other runs may remove or create one meanwhile
		file, err := os.OpenFile(at, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		fresh := err == nil
		if errors.Is(err, fs.ErrExist) {
			if info, err := os.Lstat(at); err == nil && !info.Mode().IsRegular() {
				return nil, errors.New(at + " is in the way")
			}
			if file, err = os.OpenFile(at, os.O_RDWR, 0); errors.Is(err, fs.ErrNotExist) {
				continue
			}
		}
		if err != nil {
			return nil, err
		}
		free, there := lock(file) == nil, isAt(file, at)
		switch {
		case free && there && fresh:
			return &replacement{file, writingTo(file), path}, nil
		case free && there: // a killed run has left it
			err = remove(file, at)
		case !free && !fresh:
			err = errBusy
		}
		file.Close()
		if err != nil {
			return nil, err
		}
	}
	return nil, errBusy
}

// writingTo returns a writer to a file.
func writingTo(file io.Writer) *bufio.Writer { return bufio.NewWriterSize(file, 1<<16) }

var errBusy = errors.New("another tpnote is writing it")

// isAt reports whether a path leads to an open file.
func isAt(file *os.File, path string) bool {
	open, err := file.Stat()
	if err != nil {
		return false
	}
	there, err := os.Lstat(path)
	return err == nil && os.SameFile(open, there)
}

// place syncs the file to disk and moves it to its path. The file stays open and locked.
func (r *replacement) place() error {
	if err := r.text.Flush(); err != nil || r.path == "" {
		return err
	}
	if err := r.Sync(); err != nil {
		return err
	}
	placed, err := replaceLocked(r.File, r.path)
	if err == nil {
		r.File, r.path = placed, ""
	}
	return err
}

// drop closes the file, and removes it unless it was placed.
func (r *replacement) drop() {
	if r.path != "" {
		remove(r.File, r.Name())
	}
	r.Close()
}

// rewritable describes a file that can be rewritten. It returns an error for any other.
func rewritable(name string) (fs.FileInfo, error) {
	info, err := os.Stat(name)
	switch {
	case name == "-":
		return nil, errors.New("standard input cannot be written to; name a file")
	case err != nil:
		return nil, err
	case archive.Packed(name):
		return nil, errPacked
	case !info.Mode().IsRegular():
		return nil, cmp.Or(archive.Admit(name, info), errors.New("is not a regular file and cannot be rewritten"))
	}
	return info, nil
}

// errPacked is the error of a file that cannot be rewritten because it is packed.
var errPacked = errors.New("is packed and cannot be rewritten; unpack it first")

// openWritable opens a file for writing, unless its mode forbids everyone to write; root could still write to it.
func openWritable(path string, info fs.FileInfo, flag int) (*os.File, error) {
	if info.Mode().Perm()&0o222 == 0 {
		return nil, errors.New("it is read-only")
	}
	return os.OpenFile(path, flag, 0)
}

// createFile begins a replacement for the file that a name leads to, with its mode and owner, or for a new one.
// Anything but a regular file is written to directly. It returns an error if the file is not writable.
func createFile(name string) (*replacement, error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !isLink(name):
		return newReplacement(name, 0o666)
	case err != nil || !info.Mode().IsRegular():
		// Opened for reading too, a pipe would not wait for its reader, and the text would be lost.
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
		if err != nil {
			return nil, err
		}
		return &replacement{File: file, text: writingTo(file)}, nil
	}
	path, err := filepath.EvalSymlinks(name)
	if err != nil {
		return nil, err
	}
	file, err := openWritable(path, info, os.O_WRONLY)
	if err != nil {
		return nil, err
	}
	file.Close()
	d, err := newReplacement(path, 0o600)
	if err != nil {
		return nil, err
	}
	keepOwner(d.File, info)
	if err := d.Chmod(info.Mode().Perm()); err != nil {
		d.drop()
		return nil, err
	}
	return d, nil
}

// errChanged is the error of a file that another program has written to since it was read.
var errChanged = errors.New("another program has changed it meanwhile; run the command again")

// unchanged returns errChanged if a file is no longer as it was.
func unchanged(name string, old fs.FileInfo) error {
	now, err := os.Stat(name)
	if err == nil && (!os.SameFile(now, old) || now.Size() != old.Size() || !now.ModTime().Equal(old.ModTime())) {
		err = errChanged
	}
	return err
}

// errUnwritten is the error of a file that cannot be replaced by its changed text.
var errUnwritten = errors.New("cannot be written")

// adder takes the next piece of the new text of a log, and whether it differs. Its error is that a signal has come.
type adder func(text []byte, changed bool) error

// errUnchanged is the error of a file that was being rewritten when a signal stopped the command.
var errUnchanged = errors.New("interrupted; the file is unchanged")

// rewrite calls write with a log, and with an adder. If write returns no error and rewriting is wanted, rewrite
// replaces the file, as a whole or not at all. Nothing is written before the first change. The file keeps its mode and,
// where permitted, its owner; symbolic links are followed. (The libraries for this cannot abandon a half-written file,
// or do not support Windows.) It remarks what a user would not expect.
func (s *streams) rewrite(log archive.Log, wanted bool, write func(text io.Reader, add adder) error) error {
	name := log.Name
	var old fs.FileInfo // before it is read, to notice if another program changes it after that
	if wanted && log.Err == nil {
		s.await()
		var err error
		if old, err = rewritable(name); err != nil {
			return err
		}
	}
	var failed error   // of writing
	var d *replacement // nil before the first change
	kept := int64(0)   // bytes before the first change
	add := func(text []byte, changed bool) error {
		if d == nil && changed && wanted && failed == nil {
			if d, failed = createFile(name); failed == nil {
				failed = copyBeginning(d.text, name, kept)
			}
		}
		switch {
		case s.stopped():
			return errUnchanged
		case failed != nil:
		case d == nil:
			kept += int64(len(text))
		default:
			_, failed = d.text.Write(text)
		}
		return nil
	}
	err := s.read(log, func(text io.Reader) error { return write(text, add) })
	if d != nil {
		defer d.drop()
		failed = cmp.Or(failed, unchanged(name, old))
	}
	if err != nil || failed == nil && d == nil { // without d, nothing has changed
		return err
	}
	if failed == nil {
		failed = d.place()
	}
	if failed != nil {
		return fmt.Errorf("%w: %s", errUnwritten, plain(failed))
	}
	if links(old) > 1 {
		s.remark(name, "had hard links; its other names keep the old text")
	}
	return nil
}

// copyBeginning copies the first bytes of a file.
func copyBeginning(out io.Writer, name string, size int64) error {
	old, err := os.Open(name)
	if err != nil {
		return err
	}
	defer old.Close()
	_, err = io.CopyN(out, old, size)
	return err
}

// output calls print with a file, or standard output if name is "" or "-", and places the file if there is no error.
func (s *streams) output(name string, print func(out *bufio.Writer) error) error {
	if name == "" || name == "-" {
		return print(s.out)
	}
	file, err := createFile(name)
	if err == nil {
		defer file.drop()
		if err := print(file.text); err != nil && file.text.Flush() == nil {
			return err
		}
		err = file.place()
	}
	if err != nil {
		return fmt.Errorf("%s: cannot be written: %s", report.Name(name), plain(err))
	}
	return nil
}

// writeFile writes a text as output does.
func (s *streams) writeFile(name string, text []byte) error {
	return s.output(name, func(out *bufio.Writer) error {
		_, err := out.Write(text)
		return err
	})
}

func isLink(name string) bool {
	info, err := os.Lstat(name)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}
