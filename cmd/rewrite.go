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

	"tpnote/verify/report"
)

// draft is a file that is written beside the one that it will replace. It is locked while
// it is written: a draft without a lock was left by a killed run, and the next run removes it.
type draft struct {
	*os.File
	at   string // where it is written; "" for what replaces nothing, such as a pipe
	path string // where it goes
	left bool   // it replaces one that a killed run left
}

// newDraft begins a draft for path, with the given mode before umask. It removes the draft of a killed run.
func newDraft(path string, mode fs.FileMode) (*draft, error) {
	dir, name := filepath.Split(path)
	at := filepath.Join(dir, "."+name+".tpnote")
	left := false
	for range 10 { // other runs may remove or create a draft meanwhile
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
			return &draft{file, at, path, left}, nil
		case free && there: // a killed run has left it
			err = remove(file, at)
			left = left || err == nil
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

// place syncs the draft to disk and moves it to its path. The file stays open and locked.
func (d *draft) place() error {
	if d.at == "" {
		return nil
	}
	if err := d.Sync(); err != nil {
		return err
	}
	placed, err := replaceLocked(d.File, d.path)
	if err == nil {
		d.File = placed
	}
	return err
}

// become writes the whole text of the draft and places it. On failure it drops the draft.
func (d *draft) become(text []byte) error {
	_, err := d.Write(text)
	if err == nil {
		err = d.place()
	}
	if err != nil {
		d.drop()
	}
	return err
}

// drop closes the draft, and removes it unless it was placed.
func (d *draft) drop() {
	if isAt(d.File, d.at) {
		remove(d.File, d.at)
	}
	d.Close()
}

// rewritable returns an error if a file cannot be rewritten.
func rewritable(name string) error {
	switch info, err := os.Stat(name); {
	case name == "-":
		return errors.New("standard input cannot be written to; name a file")
	case packed(name):
		return errPacked
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return cmp.Or(admit(name, info), errors.New("is not a regular file and cannot be rewritten"))
	}
	return nil
}

// errPacked is the error of a file that cannot be rewritten because it is packed.
var errPacked = errors.New("is packed and cannot be rewritten; unpack it first")

// openWritable opens a file for writing, unless its mode forbids writing to everybody; root could still write to it.
func openWritable(path string, info fs.FileInfo, flag int) (*os.File, error) {
	if info.Mode().Perm()&0o222 == 0 {
		return nil, errors.New("it is read-only")
	}
	return os.OpenFile(path, flag, 0)
}

// draftOver begins a draft for the file that a name leads to, with its mode and owner. It returns an error if that
// file is not writable.
func draftOver(name string) (*draft, error) {
	path, err := filepath.EvalSymlinks(name)
	if err != nil {
		return nil, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	file, err := openWritable(path, info, os.O_WRONLY)
	if err != nil {
		return nil, err
	}
	file.Close()
	d, err := newDraft(path, 0o600)
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

// rewrite calls write with a log, and with a function that takes the next piece of its new text, and whether the piece
// differs from the old one. If write returns no error, rewrite replaces the file, as a whole or not at all. Nothing is
// written before the first change. The file keeps its mode and, where permitted, its owner; symbolic links are followed. (The
// libraries for this cannot abandon a half-written file, or do not support Windows.) Without wanted, rewrite only calls
// write. It remarks what a user would not expect.
func (s *streams) rewrite(name string, wanted bool, write func(log io.Reader, add func(text []byte, changed bool)) error) error {
	read := func(add func(text []byte, changed bool)) error {
		log, err := s.open(name, s.line)
		if err != nil {
			return err
		}
		defer log.Close()
		return write(log, add)
	}
	if !wanted {
		return read(func([]byte, bool) {})
	}
	if err := rewritable(name); err != nil {
		return err
	}
	old, failed := os.Stat(name) // before it is read, to notice if another program changes it after that
	var d *draft                 // nil before the first change
	var out *bufio.Writer        // to it
	kept := int64(0)             // bytes before the first change
	err := read(func(text []byte, changed bool) {
		if d == nil && changed && failed == nil {
			if d, failed = draftOver(name); failed == nil {
				out = bufio.NewWriterSize(d, 1<<16)
				failed = copyBeginning(out, name, kept)
			}
		}
		switch {
		case failed != nil:
		case d == nil:
			kept += int64(len(text))
		default:
			_, failed = out.Write(text)
		}
	})
	if d != nil {
		defer d.drop()
		failed = cmp.Or(failed, out.Flush(), unchanged(name, old))
	}
	switch {
	case err != nil:
		return err
	case failed == nil && d != nil:
		failed = d.place()
	}
	if failed != nil {
		return fmt.Errorf("%w: %s", errUnwritten, plain(failed))
	}
	if d != nil && d.left {
		s.remark(name, fmt.Sprintf("a killed run had left %s; it is removed", report.Name(filepath.Base(d.at))))
	}
	if d != nil && links(old) > 1 {
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

// createFile begins the output file of -o. It replaces an old file when it is complete;
// anything but a regular file is written to directly.
func createFile(name string) (*draft, error) {
	info, err := os.Stat(name)
	switch {
	case err == nil && info.Mode().IsRegular():
		return draftOver(name)
	case errors.Is(err, fs.ErrNotExist) && !isLink(name):
		return newDraft(name, 0o666)
	}
	// Opened for reading too, a pipe would not wait for its reader, and the text would be lost.
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	return &draft{File: file}, err
}

// output calls print with the output file of -o, or with standard output if name is "" or "-". The file is placed
// if print returns no error.
func (s *streams) output(name string, print func(out *bufio.Writer) error) error {
	if name == "" || name == "-" {
		return print(s.out)
	}
	file, err := createFile(name)
	if err == nil {
		defer file.drop()
		out := bufio.NewWriterSize(file, 1<<16)
		printed := print(out)
		if err = out.Flush(); err == nil && printed != nil {
			return printed
		}
	}
	if err == nil {
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
