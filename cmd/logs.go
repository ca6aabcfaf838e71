package cmd

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"syscall"

	"tpnote/verify/archive"
	"tpnote/verify/report"
)

// inputs are the logs that a command reads, of which it may judge a part only.
type inputs struct {
	Part string `help:"Take only part K of N of the inputs." placeholder:"K/N"`

	paths     []string
	part      archive.Part
	rewritten bool // logs that cannot be rewritten are not read
}

// take takes the paths of the logs, and finds their sizes if a part is asked for.
func (in *inputs) take(paths []string) error {
	if in.paths = paths; in.Part == "" {
		return nil
	}
	var ok bool
	if in.part, ok = archive.ParsePart(in.Part); !ok {
		return fmt.Errorf("--part %s: not K/N, such as 3/64", in.Part)
	}
	in.paths = slices.Sorted(slices.Values(paths))
	for log := range archive.Logs(in.paths) {
		if log.Err == nil && !log.Regular {
			return fmt.Errorf("%s: is not a file; --part needs the sizes of its inputs", report.Name(log.Name))
		}
		in.part.Bytes += log.Size
	}
	return nil
}

// runArchive runs archive.Run over the inputs, shows its progress, and reports what cannot be read, before it calls
// o.Done. Its error is context.Canceled after a signal.
func (s *streams) runArchive(inputs *inputs, o archive.Options) error {
	defer s.line.begin(inputs.paths)()
	done := o.Done
	o.Done = func(log archive.Log, games int, err error) error {
		if err != nil {
			s.complainOf(log.Name, err)
		}
		return done(log, games, err)
	}
	o.Open = func(log archive.Log) (io.ReadCloser, error) { // reports what cannot be listed, too, so that it comes in order
		if log.Err == nil && inputs.rewritten {
			_, log.Err = rewritable(log.Name)
		}
		return archive.Open(log, s.in, s.line.read)
	}
	_, err := archive.Run(s.await(), o, inputs.part.Logs(inputs.paths))
	return err
}

// read calls do with the text of a log.
func (s *streams) read(log archive.Log, do func(text io.Reader) error) error {
	text, err := archive.Open(log, s.in, s.line.read)
	if err != nil {
		return err
	}
	defer text.Close()
	return do(text)
}

// readFile returns what read makes of the text of a log that is named. Errors begin with the name.
func readFile[T any](s *streams, name string, read func(text io.Reader) (T, error)) (made T, err error) {
	err = s.read(archive.Log{Name: name}, func(text io.Reader) (err error) {
		made, err = read(text)
		return err
	})
	return made, ofFile(name, err)
}

// lines calls do with the lines of a file, without blanks around them. It passes over blank lines. Errors begin with
// the name of the file, and those of do with the number of the line, too.
func (s *streams) lines(name string, do func(line []byte) error) error {
	src, err := archive.Open(archive.Log{Name: name}, s.in, s.line.read)
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
	_, skipped := errors.AsType[archive.Skipped](err)
	s.failed = s.failed || !skipped
	if !s.unprinted(err) {
		s.remark(name, archive.Reason(err))
	}
}

// remark prints on standard error what is to be known of a file.
func (s *streams) remark(name, message string) { s.complain(report.Name(name) + ": " + message) }

// ofFile returns an error that begins with the name of its file; nil if err is nil.
func ofFile(name string, err error) error {
	if err == nil {
		return nil
	}
	return errors.New(report.Name(name) + ": " + archive.Reason(err))
}

// plain returns the text of an error without the path and the system call.
func plain(err error) string {
	if number, ok := errors.AsType[syscall.Errno](err); ok {
		return number.Error()
	}
	return err.Error()
}
