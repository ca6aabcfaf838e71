package cmd

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tpnote/rules/variant"
	"tpnote/verify"
	"tpnote/verify/archive"
	"tpnote/verify/editor"
	"tpnote/verify/report"
	"tpnote/verify/view"
)

type viewCmd struct {
	lineFlags
	Output string `short:"o" required:"" help:"A page (.html), a picture (.svg), an animation (.gif), or cards (.tsv)." placeholder:"OUT"`
	Turn   string `help:"The position after this turn, or this action of it (svg); the end of the game otherwise." placeholder:"N|N.A"`
	Legal  bool   `help:"Light what can be reached from there (svg), with the next roll or any."`
	Names  bool   `help:"Write onto the spaces how a log names them (svg, gif); a page has a key for it."`
	Game   int    `help:"The game of the file, counted from 1." default:"1" placeholder:"N"`
	Luck   bool   `help:"Draw who is ahead, as a curve: below the turns (html), or alone (svg)."`
	rightFlag
	Quiz   bool     `help:"The page asks before it shows." xor:"asking"`
	Spot   bool     `help:"The page shows moves that are not allowed: stop them, and say why." xor:"asking"`
	Lesson bool     `help:"One page of all games of the logs, in chapters."`
	Cards  bool     `help:"The questions of the logs as flash cards (.tsv)."`
	Sheet  string   `help:"Instead of a log: a sheet to print (svg, html), with the named board, how actions are written, and lines." placeholder:"GAME"`
	Play   bool     `help:"The page has the engine: the reader can play on from any step."`
	Editor bool     `help:"The page reads, checks and records logs: paste, drop or type one, or tap the die and the spaces. FILE is optional."`
	Files  []string `arg:"" optional:"" name:"file" help:"A log; - is standard input. --lesson and --cards take several."`
}

// Run draws the game. The file is written only when it is complete.
func (c *viewCmd) Run(s *streams) error {
	kind, err := c.kind()
	if err != nil {
		return err
	}
	var out bytes.Buffer
	switch {
	case c.Editor:
		err = c.editor(s, &out)
	case c.Sheet != "":
		err = c.sheet(s, kind, &out)
	default:
		err = c.draw(s, kind, &out)
	}
	if err != nil {
		return err
	}
	return s.writeFile(c.Output, out.Bytes())
}

// kind is the kind of file that is written, by its name. The error is of flags that do not go with it, or not together.
func (c *viewCmd) kind() (string, error) {
	kind := strings.ToLower(filepath.Ext(c.Output))
	chapters := c.Lesson || c.Cards
	given := c.Variant != "" || c.Set != nil || c.NoRulings || c.NoSideLines
	return kind, cmp.Or(
		misuse(!slices.Contains([]string{".html", ".svg", ".gif", ".tsv"}, kind), "-o "+c.Output+": the name must end in .html, .svg, .gif or .tsv"),
		misuse(c.Cards != (kind == ".tsv"), "--cards goes with -o OUT.tsv, and .tsv with --cards"),
		misuse(c.Lesson && kind != ".html", "--lesson is for a page (.html)"),
		misuse(chapters && (c.Quiz || c.Spot), "--lesson and --cards have the questions of their logs; leave out --quiz and --spot"),
		misuse(chapters && (c.Game != 1 || c.Luck || c.Names), "--lesson and --cards take all games of their logs; leave out --game, --luck and --names"),
		misuse(len(c.Files) > 1 && !chapters, "name one log; --lesson and --cards take several"),
		misuse(c.Turn != "" && kind != ".svg", "--turn is for one picture (.svg); to link into a page, use "+filepath.Base(c.Output)+"#"+c.Turn),
		misuse(c.Legal && kind != ".svg", "--legal is for one picture (.svg); a page shows it for every step"),
		misuse(c.Names && kind == ".html", "--names is for pictures (.svg, .gif); a page has a button for it"),
		misuse(c.Luck && kind == ".gif", "--luck is for a page (.html) or a picture (.svg)"),
		misuse((c.Quiz || c.Spot || c.Play) && kind != ".html", "--quiz, --spot and --play are for a page (.html)"),
		misuse(c.Editor && (kind != ".html" || c.Turn != "" || c.Quiz || c.Sheet != "" || given || c.Game != 1 || c.Lesson || c.Spot || c.Play),
			"--editor goes with a log and -o OUT.html alone"),
		misuse(!c.Editor && (len(c.Files) == 0) == (c.Sheet == ""), "name a log, or a game with --sheet"),
		misuse(c.Sheet != "" && kind == ".gif", "--sheet is for a picture (.svg) or a page (.html)"),
		misuse(c.Sheet != "" && (c.Turn != "" || c.Legal || c.Names || c.Quiz || c.Spot || c.Lesson || c.Play || c.Variant != ""),
			"--sheet goes with -o and --set alone"),
	)
}

// draw draws games of logs.
func (c *viewCmd) draw(s *streams, kind string, out *bytes.Buffer) error {
	films, err := c.films(s)
	if err != nil {
		return err
	}
	film := films[0]
	defer s.line.begin(nil)()
	film.Progress = s.line.drawing
	switch {
	case kind == ".tsv":
		if out.WriteString(view.Cards(films)); out.Len() == 0 {
			err = errors.New("the logs ask no question; see Questions in a log, in spec/lessons.md")
		}
	case kind == ".html":
		o := view.PageOptions{Quiz: c.Quiz, Spot: c.Spot, Lesson: c.Lesson}
		if o.Play, err = c.play(films); err == nil {
			err = view.Page(out, films, o)
		}
	case kind == ".svg" && !c.Luck:
		at, found := film.End(), true
		if c.Turn != "" {
			at, found = film.MomentOf(c.Turn)
		}
		if !found {
			return fmt.Errorf("--turn %s: the game has no such turn or action; its last turn is %d", c.Turn, film.Moments[film.End()].Turn)
		}
		out.WriteString(film.SVG(at, c.Legal, c.Names))
	case kind == ".svg" && film.Luck.Unit == "":
		return errors.New("--luck: the game has no dice, so it has no curve")
	case kind == ".svg":
		out.WriteString(film.Curve())
	default:
		var left int
		if left, err = film.GIF(out, c.Names); left > 0 {
			s.remark(c.Output, fmt.Sprintf("the game is too long for an animation: %d of its %d steps are left out", left, len(film.Moments)))
		}
	}
	return err
}

// films films all games for a lesson or cards, and one game otherwise. It names the questions that cannot be asked.
func (c *viewCmd) films(s *streams) (films []*view.Film, err error) {
	for _, file := range c.Files { // one, except for a lesson or cards
		if c.Lesson || c.Cards {
			err = ofFile(file, s.gamesOf(archive.Log{Name: file}, func(g game) error {
				film, err := g.film(s)
				films = append(films, film)
				return err
			}))
		} else {
			films = make([]*view.Film, 1)
			films[0], err = c.filmed(s, file, c.Game, c.Luck)
		}
		if err != nil {
			return nil, err
		}
	}
	for _, film := range films {
		for i := 0; (c.Quiz || c.Lesson || c.Cards) && i < len(film.Faults); i++ {
			fault := film.Faults[i]
			s.complain(fmt.Sprintf("%s:%d: this question is left out: %s", report.Name(film.Game.File), fault.Line, fault.Message))
		}
	}
	return films, nil
}

// play is what a page needs for playing on; nil without --play.
func (c *viewCmd) play(films []*view.Film) (*view.Play, error) {
	if !c.Play {
		return nil, nil
	}
	var err error
	p := &view.Play{Files: map[string]string{}, Variant: c.Variant, Set: c.Set}
	if p.Engine, err = embedded("--play"); err != nil {
		return nil, err
	}
	for _, film := range films {
		addVariant(p.Files, verify.Folder(film.Game.File), film.Variant())
	}
	return p, nil
}

// embedded is the engine of the page, if this program has it.
func embedded(flag string) (view.Engine, error) {
	e := view.Engine{Wasm: within("engine/engine.wasm.zst"), Run: within("engine/wasm_exec.js")}
	if e.Wasm == nil {
		return view.Engine{}, fmt.Errorf("%s: this program was built without the engine of the page; .ci/build OUT makes one that has it", flag)
	}
	return e, nil
}

// sheet writes the sheet of a game.
func (c *viewCmd) sheet(s *streams, kind string, out *bytes.Buffer) error {
	variant := cmp.Or(s.games.Library().Default(c.Sheet), c.Sheet)
	start, err := new(setupFlags).begin(s.reader.With(func(o *verify.Options) { o.Narrate = true }), variant)
	if err != nil {
		return err
	}
	if kind == ".svg" {
		out.WriteString(view.SheetSVG(start))
	} else {
		out.WriteString(view.SheetHTML(start))
	}
	return nil
}

// editor writes the page that reads, checks and records logs.
func (c *viewCmd) editor(s *streams, out *bytes.Buffer) error {
	engine, err := embedded("--editor")
	if err != nil {
		return err
	}
	log := &view.Log{}
	file := ""
	if len(c.Files) > 0 {
		file = c.Files[0]
		text, err := s.whole(file)
		if err != nil {
			return err
		}
		log.Name, log.Text = report.FileName(filepath.Base(file)), string(text)
	}
	e := editor.New(s.games)
	e.Dir = verify.Folder(file)
	found, err := e.Open(&editor.Request{Name: log.Name}, []byte(log.Text))
	if err != nil {
		return err
	}
	log.Found, log.Place = found, e.At(&editor.Request{Line: -1})
	log.Files = map[string]string{}
	for _, v := range e.Variants() {
		addVariant(log.Files, e.Dir, v)
	}
	out.WriteString(view.Editor(log, s.games.Library(), engine))
	return nil
}

// addVariant adds the files of a variant to those of a page, by their paths from the folder of the log.
func addVariant(files map[string]string, dir string, v *variant.Variant) {
	origins := variant.Each(v.Settings, func(s variant.Setting) string { return s.Origin.File })
	for _, file := range append(origins, v.Origin.File) {
		path, err := filepath.Rel(dir, file)
		if err != nil || files[path] != "" {
			continue
		}
		if text, err := os.ReadFile(file); err == nil { // others are built in
			files[filepath.ToSlash(path)] = string(text)
		}
	}
}
