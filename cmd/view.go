package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"tpnote/verify"
	"tpnote/verify/report"
	"tpnote/verify/view"
)

type viewCmd struct {
	lineFlags
	Output string `short:"o" required:"" help:"What to write: a page (.html), a picture (.svg) or an animation (.gif)." placeholder:"OUT.html|.svg|.gif"`
	Turn   string `help:"The position after this turn, or this action of it (svg); the end of the game otherwise." placeholder:"N|N.A"`
	Legal  bool   `help:"Ring what can be reached from there (svg): with the roll that follows in the log, or else with any."`
	Names  bool   `help:"Write onto the spaces how a log names them (svg, gif); a page has a key for it."`
	Game   int    `help:"The game of the file, counted from 1." default:"1" placeholder:"N"`
	Quiz   bool   `help:"The page asks before it shows."`
	Sheet  string `help:"Instead of a log: a sheet to print for a game or variant (svg, html), with the named board, how actions are written, and lines to write on." placeholder:"GAME"`
	File   string `arg:"" optional:"" help:"A log; - is standard input."`
}

// Help is the text below the flags.
func (viewCmd) Help() string {
	return strings.TrimSpace(`
The page is one file and needs no network. Each step has a link, such as
game.html#12.3 for the third action of turn 12.

Example:
  tpnote view testdata/lessons/genus-iii.log -o game.html
  tpnote view --quiz testdata/lessons/trouble.log -o lesson.html
  tpnote view --turn 2 --legal testdata/wheel/genus-iii.log -o turn-2.svg
  tpnote view --names testdata/wheel/genus-iii.log -o game.gif
  tpnote view --sheet trouble -o sheet.html`)
}

// Run draws the game. The file is written only when it is complete.
func (c *viewCmd) Run(s *streams) error {
	kind := strings.ToLower(filepath.Ext(c.Output))
	switch {
	case kind != ".html" && kind != ".svg" && kind != ".gif":
		return fmt.Errorf("-o %s: the name must end in .html, .svg or .gif", c.Output)
	case c.Turn != "" && kind != ".svg":
		return fmt.Errorf("--turn is for one picture (.svg); to link into a page, use %s#%s", filepath.Base(c.Output), c.Turn)
	case c.Legal && kind != ".svg":
		return fmt.Errorf("--legal is for one picture (.svg); a page shows it for every step")
	case c.Names && kind == ".html":
		return fmt.Errorf("--names is for pictures (.svg, .gif); a page has a button for it")
	case c.Quiz && kind != ".html":
		return fmt.Errorf("--quiz is for a page (.html)")
	}
	if (c.File == "") == (c.Sheet == "") {
		return errors.New("name a log, or a game with --sheet")
	}
	if c.Sheet != "" {
		return c.sheet(s, kind)
	}
	debug.SetGCPercent(50) // a long game is held whole: memory counts for more than time here
	debug.SetMemoryLimit(75 << 20)
	film, err := c.shoot(s, c.File, c.Game)
	if err != nil {
		return err
	}
	film.Progress = s.drawing()
	var out bytes.Buffer
	switch kind {
	case ".html":
		err = film.Page(&out, c.Quiz)
	case ".svg":
		err = drawAt(film, c.Turn, c.Legal, c.Names, &out)
	case ".gif":
		var left int
		left, err = film.GIF(&out, c.Names)
		if left > 0 {
			s.complain(fmt.Sprintf("%s: the game is too long for an animation: %d of its %d steps are left out", report.Name(c.Output), left, len(film.Moments)))
		}
	}
	film.Progress(1, 0)
	if err != nil {
		return err
	}
	return c.write(&out)
}

func (c *viewCmd) write(out *bytes.Buffer) error {
	if err := writeFile(c.Output, out.Bytes()); err != nil {
		return fmt.Errorf("%s: cannot be written: %s", report.Name(c.Output), plain(err))
	}
	return nil
}

// sheet writes the sheet of a game.
func (c *viewCmd) sheet(s *streams, kind string) error {
	switch {
	case kind == ".gif":
		return errors.New("--sheet is for a picture (.svg) or a page (.html)")
	case c.Turn != "" || c.Legal || c.Names || c.Quiz || c.Variant != "":
		return errors.New("--sheet goes with -o and --set alone")
	}
	variant := c.Sheet
	if name := s.games.Library().Default(c.Sheet); name != "" {
		variant = name
	}
	r, err := verify.NewReader(verify.Options{Games: s.games, Set: c.Set, Narrate: true})
	if err != nil {
		return err
	}
	header, err := (&setupFlags{}).header(r, variant, nil)
	if err != nil {
		return err
	}
	start, err := r.Begin(header)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if kind == ".svg" {
		err = view.NewSheet(start).SVG(&out)
	} else {
		err = view.NewSheet(start).HTML(&out)
	}
	if err != nil {
		return err
	}
	return c.write(&out)
}

// drawing returns what tells on a terminal how much is drawn, from the second second on. A
// part of nothing ends it.
func (s *streams) drawing() func(done, of int) {
	f, ok := s.err.(*os.File)
	if !ok || !isTerminal(f) || os.Getenv("TERM") == "dumb" {
		return func(int, int) {}
	}
	drawn := time.Now().Add(time.Second - drawEvery)
	shown := false
	return func(done, of int) {
		switch now := time.Now(); {
		case of == 0 && shown:
			fmt.Fprint(f, "\r\x1b[K")
		case of > 0 && now.Sub(drawn) >= drawEvery:
			drawn, shown = now, true
			fmt.Fprintf(f, "\rdrawing: %d%%", 100*done/of)
		}
	}
}

// drawAt draws the position after a turn or an action, or the last one.
func drawAt(film *view.Film, turn string, legal, names bool, w io.Writer) error {
	at := len(film.Moments) - 1
	if turn != "" {
		var ok bool
		if at, ok = film.Behind(turn); !ok {
			return fmt.Errorf("--turn %s: the game has no such turn%s", turn, turnsOf(film))
		}
	}
	return film.SVG(w, at, legal, names)
}

// turnsOf returns the end of an error message: which turns a film has.
func turnsOf(film *view.Film) string {
	first, last := 0, 0
	for _, m := range film.Moments {
		if first == 0 {
			first = m.Turn
		}
		last = max(last, m.Turn)
	}
	if first == 0 {
		return "; it has none"
	}
	return fmt.Sprintf("; it goes from turn %d to turn %d", first, last)
}

// shoot films one game of a log.
func (f *lineFlags) shoot(s *streams, name string, game int) (*view.Film, error) {
	in, err := s.open(name, nil)
	if err != nil {
		return nil, ofFile(name, err)
	}
	defer in.Close()
	film, err := view.Shoot(f.options(s), name, verify.Folder(name), in, game)
	if err != nil {
		return nil, ofFile(name, err)
	}
	return film, nil
}
