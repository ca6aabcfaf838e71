package cmd

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/archive"
	"tpnote/verify/view"
)

// This file has the loops over the games of logs that commands share.

// game is a game of a log.
type game struct {
	file string
	notation.Block
}

// judge judges the game; see, which may be nil, takes its events.
func (g game) judge(r *verify.Reader, see func(*verify.Event)) (*verify.Summary, *verify.Replay, error) {
	return r.Block(g.file, verify.Folder(g.file), g.Block, see)
}

// sum judges the game, in the memory of the one before.
func (g game) sum(r *verify.Reader) (*verify.Summary, error) {
	return r.Judge(g.file, verify.Folder(g.file), g.Block, nil)
}

// film films the game.
func (g game) film(s *streams) (*view.Film, error) {
	return view.Shoot(s.options, g.file, verify.Folder(g.file), g.Block)
}

// errNoGame is the error of a log in which no game begins. It does not fail a command.
const errNoGame archive.Skipped = "holds no game"

// gamesOf calls do with the games of a log, or of a part of it, until do returns an error; fs.SkipAll ends
// the loop without one. A game is valid during the call only. The error is errNoGame if the log has no game.
func (s *streams) gamesOf(log archive.Log, do func(g game) error) error {
	return s.read(log, func(text io.Reader) error {
		any := false
		for b, err := range notation.NewReader(text).Blocks() {
			any = true
			switch {
			case err != nil:
			case log.To > 0 && b.Offset >= log.To:
				return nil
			case b.Offset < log.From:
				continue
			default:
				err = do(game{log.Name, b})
			}
			if err == fs.SkipAll {
				return nil
			} else if err != nil {
				return err
			}
			s.judged.Add(1)
		}
		if !any {
			return errNoGame
		}
		return nil
	})
}

// gameOf calls do with the game of a log that has a number. Errors begin with the name of the log.
func (s *streams) gameOf(name string, number int, do func(g game) error) error {
	last := 0
	err := s.gamesOf(archive.Log{Name: name}, func(g game) error {
		if last = g.Number; last != number {
			return nil
		}
		return cmp.Or(do(g), fs.SkipAll)
	})
	if err == nil && last != number {
		err = noGame(number, last)
	}
	return ofFile(name, err)
}

// noGame is the error of a log without a game that is asked for.
func noGame(number, last int) error {
	return fmt.Errorf("no game %d; the last is game %d", number, last)
}

// eachGame calls do with the games of the logs that paths name, as eachLog does.
func (s *streams) eachGame(paths []string, do func(g game) error) error {
	return s.eachLog(archive.Logs(paths), func(log archive.Log) error { return s.gamesOf(log, do) })
}

// eachLog calls do with each log, and then flushes standard output. It reports the error of a log and goes on, until a
// signal stops the command. Opening a log that cannot be listed is left to do. The error is one that ends the command.
func (s *streams) eachLog(logs iter.Seq[archive.Log], do func(log archive.Log) error) error {
	for log := range logs {
		err := log.Err
		if _, skipped := errors.AsType[archive.Skipped](err); !skipped {
			err = do(log)
		}
		if flushed := s.out.Flush(); flushed != nil {
			return flushed
		}
		if _, unfit := errors.AsType[*verify.SetError](err); unfit {
			return err
		}
		if err != nil {
			s.complainOf(log.Name, err)
		}
		if s.stopped() {
			return s.ctx.Err()
		}
	}
	return nil
}

// cutStart cuts FILE@OFFSET, the place at which a game begins.
func cutStart(text string) (archive.Log, error) {
	sign := strings.LastIndexByte(text, '@')
	offset, err := strconv.ParseInt(text[sign+1:], 10, 64)
	if sign <= 0 || err != nil || offset < 0 {
		return archive.Log{}, fmt.Errorf("%q is not FILE@OFFSET", text)
	}
	return archive.Log{Name: text[:sign], From: offset}, nil
}

// eachGameAt calls do with the games that begin at some places: file by file in the order of the places, and in the
// order of each file. It reports the places at which no game begins.
func (s *streams) eachGameAt(places []archive.Log, do func(g game) error) error {
	var files []archive.Log
	offsets := map[string]map[int64]bool{}
	for _, at := range places {
		if offsets[at.Name] == nil {
			files, offsets[at.Name] = append(files, archive.Log{Name: at.Name}), map[int64]bool{}
		}
		offsets[at.Name][at.From] = true
	}
	return s.eachLog(slices.Values(files), func(log archive.Log) error {
		missing := offsets[log.Name]
		err := s.gamesOf(log, func(g game) error {
			if !missing[g.Offset] {
				return nil
			}
			if delete(missing, g.Offset); len(missing) > 0 {
				return do(g)
			}
			return cmp.Or(do(g), fs.SkipAll)
		})
		if err != nil && err != errNoGame {
			return err
		}
		for _, offset := range slices.Sorted(maps.Keys(missing)) {
			s.complainOf(log.Name, fmt.Errorf("no game begins at byte %d", offset))
		}
		return nil
	})
}

// rewriteGames calls change with each game of a log and its text, in which no line is cut short. If writes is set, it
// writes the texts that change returns in their places. No other byte changes.
func (s *streams) rewriteGames(log archive.Log, writes bool, change func(g game, text string) (string, error)) error {
	return s.rewrite(log, writes, func(text io.Reader, add adder) error {
		for b, err := range notation.Whole(text) {
			if err == nil && b.TooLong {
				err = fmt.Errorf("%w: a game in it is too long", errUnwritten)
			}
			if err != nil {
				return err
			}
			mark := b.Text[:len(b.Text)-len(notation.TrimMark(b.Text))]
			add(mark, false) // a signal is seen at the next piece
			b.Text = b.Text[len(mark):]
			was := string(b.Text)
			text := was
			if b.First > 0 {
				if text, err = change(game{log.Name, b}, was); err != nil {
					return err
				}
				s.judged.Add(1)
			}
			if err = add([]byte(text), text != was); err != nil {
				return err
			}
		}
		return nil
	})
}
