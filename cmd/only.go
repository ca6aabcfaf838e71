package cmd

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tpnote/notation"
)

// gamesOf are the games of a file that are asked for.
type gamesOf struct {
	file    string
	offsets []int64 // where they begin, in their order
}

// printOnly prints the games of --only-games as logs: file by file in the order of the list, and in
// the order of each file. What cannot be found is reported.
func (c *verifyCmd) printOnly(s *streams) error {
	if c.Paths != nil || c.Format != "text" || c.Part != "" || c.Fix || c.Duplicates || c.Baseline != "" || c.MaxFindings != 0 {
		return errors.New("--only-games goes with --output alone: its list names the files")
	}
	wanted, err := c.readList(s)
	if err != nil {
		return err
	}
	p := &gamePrinter{streams: s}
	err = s.output(c.Output, func(out *bufio.Writer) error {
		p.out = out
		for _, w := range wanted {
			p.games(w)
			if unwritten(out) != nil {
				break
			}
		}
		return nil
	})
	return cmp.Or(err, outcome(p.failed, false))
}

// gamePrinter prints games as logs.
type gamePrinter struct {
	*streams
	out    *bufio.Writer
	some   bool // a game has been printed
	failed bool // a game was not found, or not read
}

// games prints games of a file.
func (p *gamePrinter) games(w *gamesOf) {
	_, err := p.blocks(w.file, func(_ int, b notation.Block) error {
		for len(w.offsets) > 0 && w.offsets[0] < b.Offset {
			p.missing(w)
		}
		if len(w.offsets) == 0 {
			return errEnough
		}
		if w.offsets[0] > b.Offset {
			return nil
		}
		w.offsets = w.offsets[1:]
		if b.TooLong {
			return fmt.Errorf("the game at byte %d is too long", b.Offset)
		}
		return p.print(b.Text)
	})
	for err == nil && len(w.offsets) > 0 {
		p.missing(w)
	}
	if err != nil {
		p.complainOf(w.file, err)
		p.failed = true
	}
}

// missing reports the first of the games that are asked for.
func (p *gamePrinter) missing(w *gamesOf) {
	p.complainOf(w.file, noGameAt(w.offsets[0]))
	p.failed, w.offsets = true, w.offsets[1:]
}

// print prints a game, with a blank line between it and the last one.
func (p *gamePrinter) print(text []byte) error {
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
	_, err := p.out.WriteString(end)
	return err
}

// readList reads the places of the games that are asked for.
func (c *verifyCmd) readList(s *streams) (wanted []*gamesOf, err error) {
	files := map[string]*gamesOf{}
	err = s.lines(c.OnlyGames, func(line []byte) error {
		name, offset, err := cutPlace(string(line))
		if err != nil {
			return err
		}
		w := files[name]
		if w == nil {
			w = &gamesOf{file: name}
			files[name], wanted = w, append(wanted, w)
		}
		w.offsets = append(w.offsets, offset)
		return nil
	})
	for _, w := range wanted {
		slices.Sort(w.offsets)
		w.offsets = slices.Compact(w.offsets)
	}
	return wanted, err
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
