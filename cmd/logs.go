package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"tpnote/verify/archive"
	"tpnote/verify/report"
)

// errNoLog is the error of a folder without a log. It does not fail a command.
var errNoLog = errors.New("holds no log; a log in a folder is named *.log or *.tpn")

// logs yields the names of the logs that paths name: a file; the logs in a folder and below,
// in the order of their names; the files that a pattern matches; or - for standard input.
// What cannot be listed is yielded with the error.
func logs(paths []string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, path := range paths {
			for name, err := range listed(path) {
				if !yield(name, err) {
					return
				}
			}
		}
	}
}

func listed(path string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		info, err := os.Stat(path)
		switch {
		case path == "-":
			yield(path, nil)
		case err == nil && info.IsDir():
			folder(path, yield)
		case err != nil && strings.ContainsAny(path, "*?["):
			names, bad := filepath.Glob(path)
			if bad != nil || names == nil {
				yield(path, errors.New("no file has such a name"))
				return
			}
			logs(names)(yield)
		default:
			yield(path, err)
		}
	}
}

// folder yields the logs in a folder. It skips devices and pipes, which are read only if they
// are named.
func folder(path string, yield func(string, error) bool) {
	empty := true
	// The function returns no error but SkipAll, so WalkDir returns none.
	_ = filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		if err == nil {
			if d.IsDir() || !isLog(name) {
				return nil
			}
			kind := d.Type()
			if kind&fs.ModeSymlink != 0 {
				var info fs.FileInfo
				if info, err = os.Stat(name); err == nil {
					kind = info.Mode()
				}
			}
			if err == nil && !kind.IsRegular() {
				return nil
			}
		}
		empty = false
		if !yield(name, err) {
			return fs.SkipAll
		}
		return nil
	})
	if empty {
		yield(path, errNoLog)
	}
}

// isLog reports whether a file in a folder is a log, by its name.
func isLog(name string) bool {
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".zst")
	return strings.HasSuffix(name, ".log") || strings.HasSuffix(name, ".tpn")
}

// logs yields the logs that paths name. It reports folders without a log on standard error.
func (s *streams) logs(paths []string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for name, err := range logs(paths) {
			if errors.Is(err, errNoLog) {
				s.complainOf(name, err)
			} else if !yield(name, err) {
				return
			}
		}
	}
}

// reading is what a sink of archive.Run is that fixes nothing.
type reading struct {
	*streams
	failed bool // something could not be read
}

// sources yields the logs that paths name. What cannot be listed is a source that cannot be
// opened, so that the error is reported in order.
func (r *reading) sources(paths []string) iter.Seq[*archive.Source] {
	return func(yield func(*archive.Source) bool) {
		for name, err := range logs(paths) {
			if !yield(r.source(name, err, nil)) {
				return
			}
		}
	}
}

// Rewrite is not asked for.
func (*reading) Rewrite(*archive.Source, []byte, int) error { return nil }

// Done says what of a file cannot be read.
func (r *reading) Done(s *archive.Source, _ int, err error) error {
	if err != nil {
		r.complainOf(s.Name, err)
		r.failed = r.failed || !errors.Is(err, errNoLog)
	}
	return nil
}

// interrupted is the error of archive.Run, or that of a command that ^C has ended.
func interrupted(err error) error {
	if errors.Is(err, context.Canceled) {
		return errFailed
	}
	return err
}

// isPacked reports whether a log is packed, by its name.
func isPacked(name string) bool {
	return strings.HasSuffix(name, ".gz") || strings.HasSuffix(name, ".zst")
}

// source returns a log as a source of archives. err says why it cannot be listed, if so.
func (s *streams) source(name string, err error, p *progress) *archive.Source {
	var info fs.FileInfo // nil for standard input and for what is missing
	if name != "-" {
		info, _ = os.Stat(name)
	}
	source := &archive.Source{Name: name, Open: func() (io.ReadCloser, error) {
		switch {
		case err != nil:
			return nil, err
		case info == nil:
			return s.open(name, p)
		}
		return openFile(name, info, p)
	}}
	if info != nil && info.Mode().IsRegular() && !isPacked(name) {
		source.Size = info.Size()
	}
	return source
}

// open opens a log and unpacks it. The progress, which may be nil, counts the bytes of the
// file that are read.
func (s *streams) open(name string, p *progress) (io.ReadCloser, error) {
	if name == "-" {
		if f, ok := s.in.(*os.File); ok {
			if info, err := f.Stat(); err != nil {
				return nil, err
			} else if err := admit(name, info); err != nil {
				return nil, err
			}
		}
		return io.NopCloser(p.watch(s.in)), nil
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	return openFile(name, info, p)
}

// openFile is open for a file of which os.Stat has given info.
func openFile(name string, info fs.FileInfo, p *progress) (io.ReadCloser, error) {
	if err := admit(name, info); err != nil {
		return nil, err
	}
	whole, open := &wholeFile{}, os.Open
	if info.Mode().IsRegular() {
		whole.due, open = info.Size(), openRegular
	}
	f, err := open(name)
	if err != nil {
		return nil, err
	}
	whole.File = f
	src := p.watch(whole)
	switch {
	case strings.HasSuffix(name, ".gz"):
		unpacked, err := gzip.NewReader(src)
		if err != nil {
			f.Close()
			return nil, unpackError(cutShort(err))
		}
		return &unpacking{unpacked, f.Close}, nil
	case strings.HasSuffix(name, ".zst"):
		unpacked, err := zstd.NewReader(src, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxWindow))
		if err != nil {
			f.Close()
			return nil, unpackError(err)
		}
		return &unpacking{unpacked, func() error { unpacked.Close(); return f.Close() }}, nil
	}
	return &unpacking{src, f.Close}, nil
}

// admit returns an error for a folder or a device, from which no log is read. It is called
// before the file is opened, since opening a device can have effects.
func admit(name string, info fs.FileInfo) error {
	switch {
	case info.IsDir() && name == "-":
		return errors.New("is a folder")
	case info.IsDir():
		return errors.New("is a folder; name the logs in it, such as " + filepath.Join(name, "*.log"))
	case info.Mode()&fs.ModeDevice != 0 && !isHarmless(info):
		return errors.New("is a device; a log is a file, a pipe or what is typed in a terminal")
	}
	return nil
}

// isHarmless reports whether a device is the null device or the terminal.
func isHarmless(device fs.FileInfo) bool {
	for _, name := range []string{os.DevNull, "/dev/tty"} {
		if known, err := os.Stat(name); err == nil && os.SameFile(known, device) {
			return true
		}
	}
	known, err := os.Stdin.Stat()
	return err == nil && isTerminal(os.Stdin) && os.SameFile(known, device)
}

// wholeFile is a file whose reading fails if somebody truncates it meanwhile. What somebody
// adds to it meanwhile is not read.
type wholeFile struct {
	*os.File
	read, due int64
}

func (f *wholeFile) Read(p []byte) (int, error) {
	n, err := f.File.Read(p)
	f.read += int64(n)
	switch {
	case err == io.EOF && f.read < f.due:
		return n, fmt.Errorf("was truncated while reading: %d of %d bytes were read", f.read, f.due)
	case err == nil && f.due > 0 && f.read == f.due:
		return n, io.EOF // without asking for it
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

// maxWindow limits the memory that unpacking a log takes, in bytes.
const maxWindow = 64 << 20

// unpackError returns the error of a packed file in plain words.
func unpackError(err error) error {
	switch {
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, zstd.ErrMagicMismatch), errors.Is(err, gzip.ErrChecksum), errors.Is(err, zstd.ErrCRCMismatch):
		return fmt.Errorf("is damaged, or not packed as its name says: %w", err)
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return fmt.Errorf("takes more than %d MiB of memory to unpack; pack it without --long or --ultra", maxWindow>>20)
	}
	return err
}

// cutShort returns err, or io.ErrUnexpectedEOF for an empty file.
func cutShort(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// maxWhole limits a log that is held in memory as a whole, in bytes.
const maxWhole = 256 << 20

// whole reads a log of at most maxWhole bytes.
func (s *streams) whole(name string) ([]byte, error) {
	src, err := s.open(name, nil)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	text, err := io.ReadAll(io.LimitReader(src, maxWhole+1))
	if err == nil && len(text) > maxWhole {
		err = errTooLong
	}
	return text, err
}

var errTooLong = fmt.Errorf("is longer than %d MiB; split it between two games", maxWhole>>20)

// complainOf prints the error of a file on standard error. An error of standard output is not
// the file's and is reported when the command ends.
func (s *streams) complainOf(name string, err error) {
	if !s.unprinted(err) {
		s.complain(report.Name(name) + ": " + reason(err))
	}
}

// ofFile returns an error that begins with the name of its file.
func ofFile(name string, err error) error {
	return errors.New(report.Name(name) + ": " + reason(err))
}

// reason returns the text of an error without the path, which the caller prints.
func reason(err error) string {
	var path *fs.PathError
	switch {
	case errors.As(err, &path):
		return "cannot be read: " + path.Err.Error()
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "ends too early"
	}
	return err.Error()
}

// plain returns the text of an error without the path and the system call.
func plain(err error) string {
	var number syscall.Errno
	if errors.As(err, &number) {
		return number.Error()
	}
	return err.Error()
}
