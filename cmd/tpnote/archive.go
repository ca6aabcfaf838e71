package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"tpnote/verify"
)

// sources lists the logs that paths name: files, folders, patterns, and "-". What cannot
// be listed is a source that cannot be opened, so that it is said in its place.
func (v *verification) sources(paths []string) iter.Seq[*verify.Source] {
	return func(yield func(*verify.Source) bool) {
		for _, path := range paths {
			for name, err := range logs(path) {
				if !yield(v.source(name, err)) {
					return
				}
			}
		}
	}
}

// logs yields the names of the logs that a path stands for, or what is wrong with it.
func logs(path string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		info, err := os.Stat(path)
		switch {
		case path == "-":
			yield(path, nil)
		case err == nil && info.IsDir():
			filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
				if err == nil && (d.IsDir() || !isLog(name)) {
					return nil
				}
				if !yield(name, err) {
					return fs.SkipAll
				}
				return nil
			})
		case err != nil && strings.ContainsAny(path, "*?["):
			names, bad := filepath.Glob(path)
			if bad != nil || names == nil {
				yield(path, errors.New("no file has such a name"))
			}
			for _, name := range names {
				for name, err := range logs(name) {
					if !yield(name, err) {
						return
					}
				}
			}
		default:
			yield(path, err)
		}
	}
}

// isLog reports whether a file in a folder is taken for a log.
func isLog(name string) bool {
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".zst")
	return strings.HasSuffix(name, ".log") || strings.HasSuffix(name, ".tpn")
}

// source is a log, or err instead of one.
func (v *verification) source(name string, err error) *verify.Source {
	s := &verify.Source{Name: name, Fix: v.Fix}
	compressed := strings.HasSuffix(name, ".gz") || strings.HasSuffix(name, ".zst")
	s.Open = func() (io.ReadCloser, error) {
		switch {
		case err != nil:
			return nil, err
		case v.Fix && (name == "-" || compressed):
			return nil, errors.New("cannot be fixed in place: --fix takes plain files")
		case name == "-":
			return io.NopCloser(v.progress.watch(v.in)), nil
		}
		return v.open(name)
	}
	return s
}

// open opens a file, and what is compressed in it.
func (v *verification) open(name string) (io.ReadCloser, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	whole := &wholeFile{File: f, name: name}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		whole.due = info.Size()
	}
	src := v.progress.watch(whole)
	switch {
	case strings.HasSuffix(name, ".gz"):
		unpacked, err := gzip.NewReader(src)
		if err != nil {
			f.Close()
			return nil, unpackError(err)
		}
		return &unpacking{unpacked, f.Close}, nil
	case strings.HasSuffix(name, ".zst"):
		unpacked, err := zstd.NewReader(src, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(64<<20))
		if err != nil {
			f.Close()
			return nil, unpackError(err)
		}
		return &unpacking{unpacked, func() error { unpacked.Close(); return f.Close() }}, nil
	}
	return &unpacking{src, f.Close}, nil
}

// wholeFile is a file that is to be as long as it was when it was opened.
type wholeFile struct {
	*os.File
	name      string
	read, due int64
}

func (f *wholeFile) Read(p []byte) (int, error) {
	n, err := f.File.Read(p)
	f.read += int64(n)
	if err == io.EOF && f.read < f.due {
		return n, fmt.Errorf("has become shorter while it was read: %d of %d bytes are left", f.read, f.due)
	}
	return n, err
}

// unpacking reads what is in a file, and closes the file.
type unpacking struct {
	io.Reader
	close func() error
}

func (u *unpacking) Close() error { return u.close() }

func (u *unpacking) Read(p []byte) (int, error) {
	n, err := u.Reader.Read(p)
	return n, unpackError(err)
}

// unpackError words the errors of packed files.
func unpackError(err error) error {
	switch {
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, zstd.ErrMagicMismatch), errors.Is(err, gzip.ErrChecksum), errors.Is(err, zstd.ErrCRCMismatch):
		return fmt.Errorf("is damaged, or not packed as its name says: %w", err)
	}
	return err
}

// resolved is the file that a name leads to, through links.
func resolved(name string) (string, error) { return filepath.EvalSymlinks(name) }
