package cmd

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"tpnote/notation"
	"tpnote/verify"
)

// This file has the loops over the games of logs that commands share.

// errEnough ends streams.blocks without an error.
var errEnough = errors.New("enough")

// blocks calls do with the games of a file, or of standard input, until do returns an error. It returns how
// many games it has read.
func (s *streams) blocks(name string, do func(number int, b notation.Block) error) (games int, err error) {
	src, err := s.open(name, nil)
	if err != nil {
		return 0, err
	}
	defer src.Close()
	for b, err := range notation.NewReader(src).Blocks() {
		if err != nil {
			return games, err
		}
		games++
		if err := do(games, b); err == errEnough {
			return games, nil
		} else if err != nil {
			return games, err
		}
		s.judged.Add(1)
	}
	return games, nil
}

// eachGameOf calls do with the games of a log like blocks. It reports a log without a game.
func (s *streams) eachGameOf(log entry, do func(name string, number int, b notation.Block) error) error {
	games, err := s.blocks(log.name, func(number int, b notation.Block) error { return do(log.name, number, b) })
	if err == nil && games == 0 {
		s.remark(log.name, "holds no game")
	}
	return err
}

// eachGame calls do with the games of the logs that paths name, as eachLog does.
func (s *streams) eachGame(paths []string, do func(name string, number int, b notation.Block) error) error {
	return s.eachLog(logs(paths), func(log entry) error { return s.eachGameOf(log, do) })
}

// eachLog calls do with each of the logs, and flushes standard output after it. It reports the error of a log, and
// goes on with the next one, until a signal stops the command. The error is one that ends the command.
func (s *streams) eachLog(logs iter.Seq2[entry, error], do func(log entry) error) error {
	for log, err := range logs {
		if err == nil {
			err = do(log)
		}
		if flushed := s.out.Flush(); flushed != nil {
			return flushed
		}
		var set *verify.SetError
		if errors.As(err, &set) {
			return err
		}
		if err != nil {
			s.complainOf(log.name, err)
		}
		if s.stopped() {
			break
		}
	}
	return nil
}

// gamesAt calls do with the games of a file that begin at the given bytes, in the order of the file. It reports the
// bytes at which no game begins.
func (s *streams) gamesAt(file string, offsets []int64, do func(number int, b notation.Block) error) error {
	missing := slices.Compact(slices.Sorted(slices.Values(offsets)))
	_, err := s.blocks(file, func(number int, b notation.Block) error {
		at, wanted := slices.BinarySearch(missing, b.Offset)
		switch {
		case at == len(missing): // the others begin before this game
			return errEnough
		case !wanted:
			return nil
		}
		missing = slices.Delete(missing, at, at+1)
		if err := do(number, b); err != nil || len(missing) > 0 {
			return err
		}
		return errEnough
	})
	if err != nil {
		return err
	}
	for _, offset := range missing {
		s.complainOf(file, fmt.Errorf("no game begins at byte %d", offset))
	}
	return nil
}

// cutPlace cuts FILE@OFFSET, the place where a game begins.
func cutPlace(text string) (file string, offset int64, err error) {
	at := strings.LastIndexByte(text, '@')
	if at > 0 {
		offset, err = strconv.ParseInt(text[at+1:], 10, 64)
	}
	if at <= 0 || err != nil || offset < 0 {
		return "", 0, fmt.Errorf("%q is not FILE@OFFSET", text)
	}
	return text[:at], offset, nil
}

// rewriteGames calls change with the text of each game of a log, its number, and the number of its first line.
// If writes is set, it writes the texts that change returns in their places. No other byte changes.
func (s *streams) rewriteGames(name string, writes bool, change func(game string, number, line int) (string, error)) error {
	return s.rewrite(name, writes, func(add func(text []byte, changed bool)) error {
		log, err := s.open(name, s.line)
		if err != nil {
			return err
		}
		defer log.Close()
		src := bufio.NewReaderSize(log, 1<<16)
		begin, _ := src.Peek(4)
		mark, _ := src.Discard(len(begin) - len(notation.TrimMark(begin)))
		add(begin[:mark], false)
		var rest bytes.Buffer // has been read, and is not passed on yet
		number, line, ended := 0, 1, false
		for !ended || rest.Len() > 0 {
			lines := rest.Bytes()
			if !ended {
				lines = lines[:bytes.LastIndexByte(lines, '\n')+1]
			}
			b, size := notation.CutGame(lines, line)
			if size == len(lines) && !ended { // the game may go on
				if rest.Len() > notation.MaxGame {
					return fmt.Errorf("%w: a game in it is too long", errUnwritten)
				}
				_, err := io.CopyN(&rest, src, int64(max(1<<16, rest.Len())))
				if ended = err == io.EOF; err != nil && !ended {
					return err
				}
				continue
			}
			was := string(rest.Next(size))
			game := was
			if b.First > 0 {
				number++
				if game, err = change(was, number, line); err != nil {
					return err
				}
				s.judged.Add(1)
			}
			add([]byte(game), game != was)
			line += strings.Count(was, "\n")
			if s.stopped() {
				return errUnchanged
			}
		}
		return nil
	})
}

// errUnchanged is the error of a file that was being rewritten when a signal stopped the command.
var errUnchanged = errors.New("interrupted; the file is unchanged")
