package archive

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"golang.org/x/term"

	"tpnote/notation"
)

// This file opens logs: files, pipes and standard input, perhaps packed.

// Open opens a log and unpacks it; the log "-" is stdin. Each read of a file calls read with the number of bytes.
func Open(log Log, stdin io.Reader, read func(bytes int)) (io.ReadCloser, error) {
	if log.Err != nil {
		return nil, log.Err
	}
	if bundle.MatchString(log.Name) {
		return nil, errors.New("holds other files, and is not unpacked: unpack it and name the folder, or pack each log alone as .gz or .zst")
	}
	src, err := file(log.Name, stdin, read)
	if err != nil {
		return nil, err
	}
	text, err := unpack(log.Name, src)
	if err == nil {
		_, _ = text.Peek(1)                    // an error comes again when the text is read
		begin, _ := text.Peek(text.Buffered()) // as much as a line can have; of a pipe, what has come
		err = PlainText(begin)
	}
	if err != nil {
		src.Close()
		return nil, err
	}
	return struct {
		io.Reader
		io.Closer
	}{text, src}, nil
}

// file opens a file or standard input.
func file(name string, stdin io.Reader, read func(bytes int)) (*wholeFile, error) {
	var info fs.FileInfo // nil if standard input is no file
	var err error
	if typed, ok := stdin.(*os.File); name == "-" && ok {
		info, err = typed.Stat()
	} else if name != "-" {
		info, err = os.Stat(name)
	}
	if err == nil && info != nil {
		err = Admit(name, info)
	}
	if err != nil || name == "-" {
		return &wholeFile{ReadCloser: io.NopCloser(stdin), counted: read}, err
	}
	f, err := os.Open(name)
	src := &wholeFile{ReadCloser: f, counted: read}
	if info.Mode().IsRegular() {
		src.due = info.Size()
	}
	return src, err
}

// unpack unpacks a file that is packed as its name says, or a pipe as its first bytes do; no log begins with them.
func unpack(name string, src *wholeFile) (*bufio.Reader, error) {
	ending, ahead := filepath.Ext(name), bufio.NewReaderSize(src, int(min(max(src.due, 4096), notation.MaxLine)))
	if src.due == 0 && !Packed(name) {
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
		return bufio.NewReaderSize(text, notation.MaxLine), err
	case ".zst":
		text, err := zstd.NewReader(ahead, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxWindow))
		return bufio.NewReaderSize(text, notation.MaxLine), err
	}
	return ahead, nil
}

// Admit returns an error for a folder or a device, from which no log is read. It is called
// before the file is opened, since opening a device can have effects.
func Admit(name string, info fs.FileInfo) error {
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
	return err == nil && term.IsTerminal(int(os.Stdin.Fd())) && os.SameFile(known, device)
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

// PlainText returns an error for the text of a file that begins as those of other programs do, or has lines of old Macs.
func PlainText(text []byte) error {
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

// wholeFile is a file whose reading fails if it is truncated meanwhile. Bytes that are added meanwhile are not read.
type wholeFile struct {
	io.ReadCloser
	read, due int64           // bytes; due is 0 if the size is unknown
	counted   func(bytes int) // is called with each read
}

func (f *wholeFile) Read(p []byte) (int, error) {
	n, err := f.ReadCloser.Read(p)
	f.read += int64(n)
	f.counted(n)
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

// Reason returns the error of a file in plain words, without the path, which the caller prints.
func Reason(err error) string {
	switch path, ok := errors.AsType[*fs.PathError](err); {
	case ok:
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
