package cmd

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tpnote/notation"
)

// printOnly prints the games of --only-games as logs: file by file in the order of the list, and in
// the order of each file. What cannot be found is reported.
func (c *verifyCmd) printOnly(s *streams) error {
	if c.Paths != nil || c.Format != "text" || c.Part != "" || c.Fix || c.Duplicates || c.Baseline != "" || c.MaxFindings != 0 {
		return errors.New("--only-games goes with --output alone: its list names the files")
	}
	var files []string
	offsets := map[string][]int64{} // where the games begin, by file
	err := s.lines(c.OnlyGames, func(line []byte) error {
		file, offset, err := cutPlace(string(line))
		if offsets[file] == nil {
			files = append(files, file)
		}
		offsets[file] = append(offsets[file], offset)
		return err
	})
	if err != nil {
		return err
	}
	return s.output(c.Output, func(out *bufio.Writer) error {
		some := false // a game has been printed
		return s.eachLog(named(files...), func(log entry) error {
			return s.gamesAt(log.name, offsets[log.name], func(_ int, b notation.Block) error {
				if b.TooLong {
					return fmt.Errorf("the game at byte %d is too long", b.Offset)
				}
				text := bytes.TrimRight(b.Text, "\r\n")
				end := "\n"
				if bytes.HasPrefix(b.Text[len(text):], []byte("\r\n")) {
					end = "\r\n"
				}
				if some { // a blank line separates the games
					out.WriteString(end)
				}
				some = true
				out.Write(text)
				_, err := out.WriteString(end)
				return err
			})
		})
	})
}

// gamesAt calls do with the games of a file that begin at the given bytes, in the order of the file. It reports the
// bytes at which no game begins.
func (s *streams) gamesAt(file string, offsets []int64, do func(number int, b notation.Block) error) error {
	missing := slices.Compact(slices.Sorted(slices.Values(offsets)))
	_, err := s.blocks(file, func(number int, b notation.Block) error {
		at, wanted := slices.BinarySearch(missing, b.Offset)
		if !wanted {
			return nil
		}
		if err := do(number, b); err != nil {
			return err
		}
		if missing = slices.Delete(missing, at, at+1); len(missing) == 0 {
			return errEnough
		}
		return nil
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
