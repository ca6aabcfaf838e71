package cmd

import (
	"bytes"
	"context"
	"errors"
	"iter"

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

// given yields the names of files as they are given.
func given(names []string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, name := range names {
			if !yield(name, nil) {
				return
			}
		}
	}
}

// eachGame calls do with the games of logs, and then, after each log, with whether it was read to its end and
// holds a game. It reports logs that do not, and goes on with the next. The error is one that ends the command.
func (s *streams) eachGame(logs iter.Seq2[string, error], do func(name string, number int, b notation.Block) error, then func(name string, read bool) error) (failed bool, err error) {
	for name, err := range logs {
		games := 0
		if err == nil {
			games, err = s.blocks(name, func(number int, b notation.Block) error { return do(name, number, b) })
		}
		if ended := then(name, err == nil && games > 0); ended != nil {
			return failed, ended
		}
		var set *verify.SetError
		switch {
		case errors.As(err, &set), s.unprinted(err):
			return failed, err
		case err != nil:
			s.complainOf(name, err)
			failed = true
		case games == 0:
			s.complain(report.Name(name) + ": holds no game")
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
