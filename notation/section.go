package notation

import (
	"bufio"
	"errors"
	"io"
)

// Section reads the games of a file that begin at the bytes from from up to, and not including, to,
// and after them the first line of the next game: what follows a game bears on its form. From the
// byte 0 on, comments and blank lines before the first game are read too.
func Section(src io.Reader, from, to int64) io.Reader {
	return &section{src: bufio.NewReaderSize(src, maxKept), from: from, to: to, inside: from == 0}
}

type section struct {
	src      *bufio.Reader
	games    Splitter
	at       int64 // bytes read so far
	from, to int64
	inside   bool // from the section on
	goesOn   bool // the line read last was longer than the buffer
	left     []byte
	err      error // after left
}

// Read reads on.
func (s *section) Read(p []byte) (int, error) {
	for len(s.left) == 0 {
		if s.err != nil {
			return 0, s.err
		}
		s.line()
	}
	n := copy(p, s.left)
	s.left = s.left[n:]
	return n, nil
}

// line reads a line, or as much of it as the buffer holds.
func (s *section) line() {
	line, err := s.src.ReadSlice('\n')
	if !s.goesOn {
		text, at := line, s.at
		if at == 0 {
			text = TrimMark(line)
			at = int64(len(line) - len(text))
		}
		if _, begins := s.games.Line(text); begins {
			s.inside = s.inside || at >= s.from
			if at >= s.to {
				s.err = io.EOF
			}
		}
	}
	s.at += int64(len(line))
	if s.goesOn = errors.Is(err, bufio.ErrBufferFull); err != nil && !s.goesOn {
		s.err = err
	}
	if s.inside {
		s.left = line
	}
}
