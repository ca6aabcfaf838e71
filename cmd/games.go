package cmd

import (
	"bufio"
	"bytes"
	"context"
	"errors"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/report"
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
		s.judgedGame()
	}
	return games, nil
}

// eachGameOf calls do with the games of a log like blocks. It reports a log without a game.
func (s *streams) eachGameOf(log entry, do func(name string, number int, b notation.Block) error) error {
	games, err := s.blocks(log.name, func(number int, b notation.Block) error { return do(log.name, number, b) })
	if err == nil && games == 0 {
		s.complain(report.Name(log.name) + ": holds no game")
	}
	return err
}

// eachGame calls do with the games of the logs that paths name, as eachLog does.
func (s *streams) eachGame(paths []string, out *bufio.Writer, do func(name string, number int, b notation.Block) error) (failed bool, err error) {
	return s.eachLog(context.Background(), &parted{paths: paths}, out, func(log entry) error { return s.eachGameOf(log, do) })
}

// eachLog calls do with the logs of inputs, and flushes out after each. It reports the error of a log, and goes
// on with the next one, until ctx is done. The error is one that ends the command.
func (s *streams) eachLog(ctx context.Context, inputs *parted, out *bufio.Writer, do func(log entry) error) (failed bool, err error) {
	for log, err := range inputs.logs() {
		if err == nil {
			err = do(log)
		}
		if flushed := out.Flush(); flushed != nil {
			return failed, flushed
		}
		var set *verify.SetError
		if errors.As(err, &set) {
			return failed, err
		}
		if err != nil {
			s.complainOf(log.name, err)
			failed = failed || !passedOver(err)
		}
		if ctx.Err() != nil {
			break
		}
	}
	return failed, nil
}

// rewriteGames calls change with the text of each game of a log, its number, and the number of its first line,
// and writes the texts that change returns in their places.
func (s *streams) rewriteGames(ctx context.Context, name string, writes bool, change func(game string, number, line int) (string, error)) error {
	if writes {
		if err := rewritable(name); err != nil {
			return err
		}
	}
	rewrite := newRewriting(name)
	defer rewrite.drop()
	text, err := s.whole(name)
	if err != nil {
		return err
	}
	rest := notation.TrimMark(text)
	rewrite.add(text[:len(text)-len(rest)], false)
	number := 0
	for line := 1; len(rest) > 0; {
		b, size := notation.CutGame(rest, line)
		game := string(rest[:size])
		if b.First > 0 {
			number++
			if game, err = change(game, number, line); err != nil {
				return err
			}
			s.judgedGame()
		}
		rewrite.add([]byte(game), game != string(rest[:size]))
		line += bytes.Count(rest[:size], []byte{'\n'})
		rest = rest[size:]
		s.progress.count(size)
		if ctx.Err() != nil {
			return errors.New("interrupted; the file is unchanged")
		}
	}
	if !writes {
		return nil
	}
	return s.commit(rewrite)
}
