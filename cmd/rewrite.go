package cmd

import (
	"bufio"
	"cmp"
	"errors"
	"io"
	"os"
	"path/filepath"
)

// rewriting is a file that is written anew, all of it or nothing, from the first change on.
// It keeps its mode, and a link stays a link. (The libraries for this know no way to think
// better of it, or no Windows.)
type rewriting struct {
	name string
	kept int64         // how much of it is as it was
	path string        // the file itself, behind links
	file *os.File      // the new one, beside it
	out  *bufio.Writer // to file
	err  error
}

// rewritable says why a log cannot be written anew, if that shows from its name.
func rewritable(name string) error {
	switch info, err := os.Stat(name); {
	case name == "-":
		return errors.New("standard input cannot be written to; name a file")
	case isPacked(name):
		return errors.New("is packed, and is not written into; unpack it first")
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return admit(name, info)
	}
	return nil
}

// add takes the next piece of the file, and whether it differs from what stands there. The
// first error is kept for commit.
func (r *rewriting) add(text []byte, changed bool) {
	switch {
	case r.err != nil:
	case r.file == nil && !changed:
		r.kept += int64(len(text))
	default:
		if r.file == nil {
			if r.err = r.begin(); r.err != nil {
				return
			}
		}
		_, r.err = r.out.Write(text)
	}
}

// begin opens the new file and copies what is as it was.
func (r *rewriting) begin() error {
	var err error
	if r.path, err = filepath.EvalSymlinks(r.name); err != nil {
		return err
	}
	old, err := os.Open(r.path)
	if err != nil {
		return err
	}
	defer old.Close()
	info, err := old.Stat()
	if err != nil {
		return err
	}
	if r.file, err = os.CreateTemp(filepath.Dir(r.path), "."+filepath.Base(r.path)+"-*"); err != nil {
		return err
	}
	if err := r.file.Chmod(info.Mode().Perm()); err != nil {
		return err
	}
	r.out = bufio.NewWriterSize(r.file, 1<<16)
	_, err = io.CopyN(r.out, old, r.kept)
	return err
}

// commit puts the new file in the place of the old one, if anything has changed.
func (r *rewriting) commit() error {
	if r.err != nil || r.file == nil {
		return r.err
	}
	r.err = cmp.Or(r.out.Flush(), r.file.Sync(), r.file.Close())
	if r.err == nil {
		r.err = os.Rename(r.file.Name(), r.path)
	}
	if r.err == nil {
		r.file = nil
	}
	return r.err
}

// drop removes what has been written and not put in place.
func (r *rewriting) drop() {
	if r.file != nil {
		r.file.Close()
		os.Remove(r.file.Name())
	}
}

// replace gives a file new content, all of it or none.
func replace(name string, content []byte) error {
	r := &rewriting{name: name}
	defer r.drop()
	r.add(content, true)
	return r.commit()
}
