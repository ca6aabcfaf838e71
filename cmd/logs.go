package cmd

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"tpnote/verify/archive"
	"tpnote/verify/report"
)

// unread says what of a source of archive.Run cannot be read.
func (s *streams) unread(src *archive.Source, _ int, err error) error {
	if err != nil {
		s.complainOf(src.Name, err)
	}
	return nil
}

// runArchive runs archive.Run over the inputs, and shows its progress. Its error is context.Canceled after a signal.
func (s *streams) runArchive(inputs *inputs, o archive.Options) error {
	defer s.line.begin(inputs.paths)()
	_, err := archive.Run(s.await(), o, func(yield func(*archive.Source) bool) {
		for log := range inputs.logs() {
			open := func() (io.ReadCloser, error) { // reports what cannot be listed, too, so that it comes in order
				if log.err == nil && inputs.rewritten {
					_, log.err = rewritable(log.name)
				}
				return s.open(log)
			}
			if !yield(&archive.Source{Name: log.name, Open: open, From: log.from, To: log.to}) {
				return
			}
		}
	})
	return err
}

// open opens a log and unpacks it.
func (s *streams) open(log entry) (io.ReadCloser, error) {
	if log.err != nil {
		return nil, log.err
	}
	if bundle.MatchString(log.name) {
		return nil, errors.New("holds other files, and is not unpacked: unpack it and name the folder, or pack each log alone as .gz or .zst")
	}
	src, err := s.file(log.name)
	if err != nil {
		return nil, err
	}
	text, err := unpack(log.name, src)
	if err != nil {
		src.Close()
		return nil, err
	}
	return &logText{Reader: text, Closer: src}, nil
}

// file opens a file or standard input.
func (s *streams) file(name string) (*wholeFile, error) {
	var info fs.FileInfo // nil if standard input is no file
	var err error
	if typed, ok := s.in.(*os.File); name == "-" && ok {
		info, err = typed.Stat()
	} else if name != "-" {
		info, err = os.Stat(name)
	}
	if err == nil && info != nil {
		err = admit(name, info)
	}
	if err != nil || name == "-" {
		return &wholeFile{ReadCloser: io.NopCloser(s.in), line: &s.line}, err
	}
	f, err := os.Open(name)
	src := &wholeFile{ReadCloser: f, line: &s.line}
	if info.Mode().IsRegular() {
		src.due = info.Size()
	}
	return src, err
}

// unpack unpacks a file that is packed as its name says, or a pipe as its first bytes do; no log begins with them.
func unpack(name string, src *wholeFile) (io.Reader, error) {
	ending, ahead := filepath.Ext(name), bufio.NewReader(src)
	if src.due == 0 && !packed(name) {
		first, err := ahead.Peek(2)
		if err != nil && err != io.EOF {
			return nil, err
		}
		ending = map[string]string{"\x1f\x8b": ".gz", "\x28\xb5": ".zst"}[string(first)]
	}
	switch ending {
	case ".gz":
		text, err := gzip.NewReader(ahead)
		if err == io.EOF { // the file is empty
			err = io.ErrUnexpectedEOF
		}
		return text, err
	case ".zst":
		return zstd.NewReader(ahead, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxWindow))
	}
	return ahead, nil
}

// admit returns an error for a folder or a device, from which no log is read. It is called
// before the file is opened, since opening a device can have effects.
func admit(name string, info fs.FileInfo) error {
	switch {
	case info.IsDir() && name == "-":
		return errors.New("is a folder")
	case info.IsDir():
		return errors.New("is a folder; name a log in it")
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

const inUTF16 = "is in UTF-16, and a log is in UTF-8; convert it: iconv -f UTF-16 -t UTF-8 OLD > NEW"

// documents has what the files of other programs begin with, and what is wrong with them.
var documents = [][2]string{
	{"\xff\xfe", inUTF16},
	{"\xfe\xff", inUTF16},
	{`{\rtf`, "is a document in RTF, and a log is plain text: save it as plain text"},
	{"PK\x03\x04", "is a document or an archive in ZIP, and a log is plain text: save it as plain text, or unpack it"},
	{"%PDF-", "is a PDF, and a log is plain text: copy its text into a plain file"},
}

// plainText returns an error for the text of a file that begins as those of other programs do, or has lines of old Macs.
func plainText(text []byte) error {
	for _, f := range documents {
		if bytes.HasPrefix(text, []byte(f[0])) {
			return errors.New(f[1])
		}
	}
	if at := bytes.IndexByte(text, '\r'); at >= 0 && at+1 < len(text) && bytes.IndexByte(text, '\n') < 0 {
		return errors.New("ends its lines with CR alone, as old Macs did; convert it: tr '\\r' '\\n' <OLD >NEW")
	}
	return nil
}

// logText is the unpacked text of a log, whose reading fails if it begins as no log does.
type logText struct {
	io.Reader
	io.Closer
	begun bool
}

func (t *logText) Read(p []byte) (int, error) {
	n, err := t.Reader.Read(p)
	if !t.begun {
		t.begun = n > 0
		if err := plainText(p[:n]); err != nil {
			return 0, err
		}
	}
	return n, err
}

// wholeFile is a file whose reading fails if it is truncated meanwhile. Bytes that are added meanwhile are not read.
type wholeFile struct {
	io.ReadCloser
	read, due int64       // bytes; due is 0 if the size is unknown
	line      *statusLine // counts the bytes, too
}

func (f *wholeFile) Read(p []byte) (int, error) {
	n, err := f.ReadCloser.Read(p)
	f.read += int64(n)
	f.line.read(n)
	switch {
	case err == io.EOF && f.read < f.due:
		return n, fmt.Errorf("was truncated while reading: %d of %d bytes were read", f.read, f.due)
	case err == nil && f.due > 0 && f.read == f.due:
		return n, io.EOF // without asking for it
	}
	return n, err
}

// maxWindow limits the memory that unpacking a log takes, in bytes.
const maxWindow = 64 << 20

// read calls do with the text of a log.
func (s *streams) read(log entry, do func(text io.Reader) error) error {
	text, err := s.open(log)
	if err != nil {
		return err
	}
	defer text.Close()
	return do(text)
}

// readFile returns what read makes of the text of a log that is named. Errors begin with the name.
func readFile[T any](s *streams, name string, read func(text io.Reader) (T, error)) (made T, err error) {
	err = s.read(entry{name: name}, func(text io.Reader) (err error) {
		made, err = read(text)
		return err
	})
	return made, ofFile(name, err)
}

// lines calls do with the lines of a file, without blanks around them. It passes over blank lines. Errors begin with
// the name of the file, and those of do with the number of the line, too.
func (s *streams) lines(name string, do func(line []byte) error) error {
	src, err := s.open(entry{name: name})
	if err != nil {
		return ofFile(name, err)
	}
	defer src.Close()
	lines := bufio.NewScanner(src)
	lines.Buffer(nil, maxWhole)
	for number := 1; lines.Scan(); number++ {
		if line := bytes.TrimSpace(lines.Bytes()); len(line) > 0 {
			if err := do(line); err != nil {
				return fmt.Errorf("%s:%d: %w", report.Name(name), number, err)
			}
		}
	}
	return ofFile(name, lines.Err())
}

// maxWhole limits a log that is held in memory as a whole, in bytes.
const maxWhole = 256 << 20

// whole reads a log of at most maxWhole bytes. Errors begin with the name of the log.
func (s *streams) whole(name string) ([]byte, error) { return readFile(s, name, readWhole) }

func readWhole(src io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(src, maxWhole+1))
	if err == nil && len(text) > maxWhole {
		err = fmt.Errorf("is longer than %d MiB; split it between two games", maxWhole>>20)
	}
	return text, err
}

// complainOf prints the error of a file on standard error. One of standard output is reported when the command ends.
func (s *streams) complainOf(name string, err error) {
	s.failed = s.failed || !passedOver(err)
	if !s.unprinted(err) {
		s.remark(name, reason(err))
	}
}

// remark prints on standard error what is to be known of a file.
func (s *streams) remark(name, message string) { s.complain(report.Name(name) + ": " + message) }

// ofFile returns an error that begins with the name of its file; nil if err is nil.
func ofFile(name string, err error) error {
	if err == nil {
		return nil
	}
	return errors.New(report.Name(name) + ": " + reason(err))
}

// reason returns the error of a file in plain words, without the path, which the caller prints.
func reason(err error) string {
	var path *fs.PathError
	switch {
	case errors.As(err, &path):
		return "cannot be read: " + path.Err.Error()
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "ends too early"
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, zstd.ErrMagicMismatch), errors.Is(err, gzip.ErrChecksum), errors.Is(err, zstd.ErrCRCMismatch):
		return "is damaged or not packed: " + err.Error()
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return fmt.Sprintf("takes more than %d MiB of memory to unpack; pack it without --long or --ultra", maxWindow>>20)
	}
	return err.Error()
}

// plain returns the text of an error without the path and the system call.
func plain(err error) string {
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		return number.Error()
	}
	return err.Error()
}
