package cmd

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tpnote/verify"
	"tpnote/verify/editor"
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
	Luck   bool   `help:"Draw the curve of luck: on the page below the turns (html), or by itself (svg)."`
	rightFlag
	Quiz   bool   `help:"The page asks before it shows."`
	Sheet  string `help:"Instead of a log: a sheet to print for a game or variant (svg, html), with the named board, how actions are written, and lines to write on." placeholder:"GAME"`
	Editor bool   `help:"The page reads, checks and records logs: paste, drop or type one, or tap the die and the spaces. FILE is optional."`
	File   string `arg:"" optional:"" help:"A log; - is standard input."`
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
	case c.Luck && kind == ".gif":
		return fmt.Errorf("--luck is for a page (.html) or a picture (.svg)")
	case c.Quiz && kind != ".html":
		return fmt.Errorf("--quiz is for a page (.html)")
	}
	if c.Editor {
		return c.editor(s, kind)
	}
	if (c.File == "") == (c.Sheet == "") {
		return errors.New("name a log, or a game with --sheet")
	}
	if c.Sheet != "" {
		return c.sheet(s, kind)
	}
	film, err := c.filmed(s, &c.lineFlags, c.File, c.Game, c.Luck)
	if err != nil {
		return err
	}
	if c.Quiz {
		for _, fault := range film.Faults {
			s.complain(fmt.Sprintf("%s:%d: the quiz leaves this question out: %s", report.Name(c.File), fault.Line, fault.Message))
		}
	}
	film.Progress = s.drawing()
	var drawn pieces
	out := bufio.NewWriterSize(&drawn, 1<<16)
	switch kind {
	case ".html":
		err = film.Page(out, c.Quiz)
	case ".svg":
		if c.Luck {
			err = drawLuck(film, out)
			break
		}
		err = drawAt(film, c.Turn, c.Legal, c.Names, out)
	case ".gif":
		var left int
		left, err = film.GIF(out, c.Names)
		if left > 0 {
			s.complain(fmt.Sprintf("%s: the game is too long for an animation: %d of its %d steps are left out", report.Name(c.Output), left, len(film.Moments)))
		}
	}
	film.Progress(1, 0)
	if err = cmp.Or(err, out.Flush()); err != nil {
		return err
	}
	return writeFile(c.Output, drawn...)
}

// pieces is what has been written. It holds no more than that, as a buffer that grows would.
type pieces [][]byte

func (p *pieces) Write(text []byte) (int, error) {
	*p = append(*p, bytes.Clone(text))
	return len(text), nil
}

// sheet writes the sheet of a game.
func (c *viewCmd) sheet(s *streams, kind string) error {
	switch {
	case kind == ".gif":
		return errors.New("--sheet is for a picture (.svg) or a page (.html)")
	case c.Turn != "" || c.Legal || c.Names || c.Quiz || c.Variant != "":
		return errors.New("--sheet goes with -o and --set alone")
	}
	variant := cmp.Or(s.games.Library().Default(c.Sheet), c.Sheet)
	r, err := verify.NewReader(verify.Options{Games: s.games, Set: c.Set, Narrate: true})
	if err != nil {
		return err
	}
	start, err := new(setupFlags).begin(r, variant)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if sheet := view.NewSheet(start); kind == ".svg" {
		sheet.SVG(&out)
	} else {
		sheet.HTML(&out)
	}
	return writeFile(c.Output, out.Bytes())
}

// editor writes the page that reads, checks and records logs.
func (c *viewCmd) editor(s *streams, kind string) error {
	wasm, run := engine()
	switch {
	case kind != ".html" || c.Turn != "" || c.Quiz || c.Sheet != "" || c.lineFlags.given() || c.Game != 1:
		return errors.New("--editor goes with a log and -o OUT.html alone")
	case wasm == nil:
		return errors.New("--editor: this program was built without the engine of the page; .ci/build OUT makes one that has it")
	}
	log := &view.Log{}
	if c.File != "" {
		text, err := s.whole(c.File)
		if err != nil {
			return ofFile(c.File, err)
		}
		log.Name, log.Text = report.FileName(filepath.Base(c.File)), string(text)
	}
	e := editor.New(s.games)
	e.Dir = verify.Folder(c.File)
	found, err := e.Open(&editor.Request{Name: log.Name}, []byte(log.Text))
	if err != nil {
		return err
	}
	log.Found, log.Place = editor.JSON(found), editor.JSON(e.At(&editor.Request{Line: -1}))
	log.Files = variantFiles(e)
	library := s.games.Library()
	var choices []view.Choices
	for i, game := range library.Games() {
		c := view.Choices{Title: library.Titles()[i]}
		for _, v := range library.Variants(game) {
			c.Variants = append(c.Variants, v.Name)
		}
		choices = append(choices, c)
	}
	var out bytes.Buffer
	if err := view.Editor(&out, log, choices, view.Engine{Wasm: wasm, Run: run}); err != nil {
		return err
	}
	return writeFile(c.Output, out.Bytes())
}

// variantFiles are the files of the variants that the games of an editor are judged by, by
// their paths from the folder of the log.
func variantFiles(e *editor.Editor) map[string]string {
	files := map[string]string{}
	for v := range e.Variants() {
		origins := []string{v.Origin.File}
		for i := range v.Settings {
			origins = append(origins, v.Settings[i].Origin.File)
		}
		for _, file := range origins {
			path, err := filepath.Rel(e.Dir, file)
			if err != nil || files[path] != "" {
				continue
			}
			if text, err := os.ReadFile(file); err == nil { // others are built in
				files[filepath.ToSlash(path)] = string(text)
			}
		}
	}
	return files
}

// drawing returns a function that shows on a terminal how much is drawn, after the first second. A
// call with of = 0 ends it.
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
	at := film.End()
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
		first = cmp.Or(first, m.Turn)
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
