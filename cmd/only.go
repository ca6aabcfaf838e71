package cmd

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"maps"
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
	wanted := map[string]map[int64]bool{} // by file, where the games begin
	err := s.lines(c.OnlyGames, func(line []byte) error {
		file, offset, err := cutPlace(string(line))
		if wanted[file] == nil {
			files, wanted[file] = append(files, file), map[int64]bool{}
		}
		wanted[file][offset] = true
		return err
	})
	if err != nil {
		return err
	}
	p := &gamePrinter{streams: s}
	return s.output(c.Output, func(out *bufio.Writer) error {
		p.out = out
		for _, file := range files {
			p.games(file, wanted[file])
			if unwritten(out) != nil {
				break
			}
		}
		return nil
	})
}

// gamePrinter prints games as logs.
type gamePrinter struct {
	*streams
	out  *bufio.Writer
	some bool // a game has been printed
}

// games prints the games of a file that begin at the given bytes.
func (p *gamePrinter) games(file string, offsets map[int64]bool) {
	_, err := p.blocks(file, func(_ int, b notation.Block) error {
		if !offsets[b.Offset] {
			return nil
		}
		delete(offsets, b.Offset)
		if b.TooLong {
			return fmt.Errorf("the game at byte %d is too long", b.Offset)
		}
		p.print(b.Text)
		if len(offsets) == 0 {
			return errEnough
		}
		return unwritten(p.out)
	})
	if err != nil {
		p.complainOf(file, err)
		return
	}
	for _, offset := range slices.Sorted(maps.Keys(offsets)) {
		p.complainOf(file, noGameAt(offset))
	}
}

// print prints a game, with a blank line between it and the last one.
func (p *gamePrinter) print(text []byte) {
	log := bytes.TrimRight(text, "\r\n")
	end := "\n"
	if bytes.HasPrefix(text[len(log):], []byte("\r\n")) {
		end = "\r\n"
	}
	if p.some {
		p.out.WriteString(end)
	}
	p.some = true
	p.out.Write(log)
	p.out.WriteString(end)
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

func noGameAt(offset int64) error { return fmt.Errorf("no game begins at byte %d", offset) }
