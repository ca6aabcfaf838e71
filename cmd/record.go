package cmd

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"tpnote/notation"
	"tpnote/rules/variant"
	"tpnote/verify"
	"tpnote/verify/archive"
	"tpnote/verify/draft"
	"tpnote/verify/draw"
	"tpnote/verify/record"
	"tpnote/verify/report"
	"tpnote/verify/terminal"
	"tpnote/verify/view"
)

type recordCmd struct {
	setupFlags
	Variant string   `help:"The rules of a new game." placeholder:"NAME|FILE"`
	Tag     tags     `help:"A tag of a new game; may be repeated." placeholder:"NAME=VALUE" sep:"none"`
	Opening []string `help:"A line of a new game before the first turn, as \"order Ann:6 Ben:3\"; may be repeated." placeholder:"LINE" sep:"none"`
	Secrets string   `help:"How secret numbers are kept: sealed, open or none." enum:",sealed,open,none" default:"" placeholder:"HOW"`
	Serve   bool     `help:"Show the board in browsers, read only, at --address."`
	Address string   `help:"Where --serve answers; only this machine can reach a loopback address." default:"127.0.0.1:0" placeholder:"IP:PORT"`
	Best    bool     `name:"best-first" help:"List the legal moves by merit, not in the order of the board."`
	Plain   bool     `help:"Read and print lines, for screen readers and scripts."`
	ASCII   bool     `name:"ascii" help:"Draw in plain ASCII."`
	File    string   `arg:"" help:"The log, which is made if it is not there."`
}

// loopback is the default of --address: a free port of this machine.
const loopback = "127.0.0.1:0"

// Run records until the recorder is left.
func (c *recordCmd) Run(s *streams) error {
	if c.Address != loopback && !c.Serve {
		return errors.New("--address is for --serve")
	}
	if s.terminal == nil && !c.Plain {
		return errors.New("record needs a terminal; --plain reads lines")
	}
	file, text, err := openRecord(c.File)
	if err != nil {
		return ofFile(c.File, err)
	}
	defer file.close()
	described := c.Variant != "" || c.setupFlags != setupFlags{} || c.Tag != nil || c.Opening != nil || c.Secrets != ""
	if described && len(bytes.TrimSpace(text)) > 0 {
		return ofFile(c.File, errors.New("has a game already; --variant, --players and the like are for a new one"))
	}
	note, show := "", func(*record.Recorder) {}
	if c.Serve {
		shown, err := serve(c.Address)
		if err != nil {
			return fmt.Errorf("--address %s: %s", report.Clean(c.Address), plain(err))
		}
		defer shown.close()
		note, show = shown.url(), func(r *record.Recorder) { shown.show(view.LiveTable(r)) }
	}
	options := record.Options{
		Library: s.games.Library(),
		Answers: record.Answers{
			Variant: c.variantTag(s.games.Library()), Players: c.Players, Sides: c.Sides, Setup: c.Position, Secrets: c.Secrets, Tags: c.Tag, Lines: c.Opening,
		},
		BestFirst: c.Best, ReadOnly: file.locked, Sealed: file.sealed,
		Keep: func(r *record.Recorder) error {
			err := file.keep(r)
			if err == nil {
				show(r)
			}
			return err
		},
	}
	s.reader = s.reader.With(func(o *verify.Options) { o.Narrate = true })
	recorder := record.New(options, draft.New(s.reader, filepath.Base(c.File), verify.Folder(c.File), text))
	show(recorder)
	if c.Plain {
		return terminal.Plainly(recorder, s.in, s.atOnce(), note)
	}
	return s.show(terminal.NewRecording(recorder, note, draw.TextOptions{ASCII: c.ASCII, Colour: s.colour}))
}

// variantTag is the value of the Variant tag for --variant: a path in a log starts in the folder of the log.
func (c *recordCmd) variantTag(library *variant.Library) string {
	if _, err := os.Stat(c.Variant); err == nil && !library.IsBuiltin(c.Variant) && !filepath.IsAbs(c.Variant) {
		if path, err := pathFrom(verify.Folder(c.File), c.Variant); err == nil {
			return path
		}
	}
	return c.Variant
}

// tags are the tags of a new game.
type tags [][2]string

// UnmarshalText adds a tag, which is written NAME=VALUE.
func (t *tags) UnmarshalText(text []byte) error {
	name, value, ok := strings.Cut(string(text), "=")
	line := notation.ParseLine(notation.FormatTag(name, value), 1)
	if tag, form := line.Node.(*notation.Tag); !ok || !form || tag.Name.Text != name || len(line.Errors) > 0 || strings.ContainsAny(value, "\r\n") {
		return fmt.Errorf("%s: a tag is NAME=VALUE", text)
	}
	*t = append(*t, [2]string{name, value})
	return nil
}

// recordFile is the log that a recorder writes. It is locked, so that a second recorder reads only.
type recordFile struct {
	*os.File
	path    string
	created bool
	locked  string          // why nothing may be written; "" if it may
	sealed  []record.Sealed // the secrets beside it
	stamp   fs.FileInfo     // of the file as it was read or written last
}

// openRecord opens a log, for writing if that is permitted, or makes one, and returns its text.
func openRecord(name string) (*recordFile, []byte, error) {
	f := &recordFile{path: name}
	if path, err := filepath.EvalSymlinks(name); err == nil {
		f.path = path
	}
	for {
		info, err := rewritable(f.path)
		switch {
		case errors.Is(err, fs.ErrNotExist) && isLink(f.path):
			err = errors.New("is a link that leads nowhere")
		case errors.Is(err, fs.ErrNotExist):
			if f.File, err = os.OpenFile(f.path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666); err != nil {
				err = errors.New("cannot be made: " + plain(err))
			}
			f.created = err == nil
		case err == nil:
			if f.File, err = openWritable(f.path, info, os.O_RDWR); err != nil {
				f.locked = plain(err)
				f.File, err = os.Open(f.path)
			}
		}
		if err != nil {
			return nil, nil, err
		}
		if f.locked == "" && lock(f.File) != nil {
			f.locked = "another tpnote is recording it"
		}
		if f.locked != "" || isAt(f.File, f.path) {
			break
		}
		f.File.Close() // it was replaced before it was locked
	}
	text, err := readWhole(f)
	if err = cmp.Or(archive.PlainText(text), err); err == nil {
		f.stamp, err = f.Stat()
	}
	if err == nil {
		f.sealed, err = f.secrets()
	}
	if err != nil {
		f.close()
	}
	return f, text, err
}

// close ends the recording. A log that was made and has nothing in it is removed.
func (f *recordFile) close() {
	if info, err := os.Stat(f.path); err == nil && f.created && info.Size() == 0 && isAt(f.File, f.path) {
		remove(f.File, f.path)
	}
	f.File.Close()
}

// keep writes the log as it is now: it is on the disk as a whole when keep returns, or as it
// was before. The secrets are written first, and go when they are revealed.
func (f *recordFile) keep(r *record.Recorder) error {
	sealed := r.Unrevealed()
	if len(sealed) > 0 {
		if err := f.keepSecrets(sealed); err != nil {
			return errors.New("the secrets: " + plain(err))
		}
	}
	if err := f.write(r.Text()); err != nil {
		return errors.New(plain(err))
	}
	if len(sealed) == 0 {
		os.Remove(f.beside()) // if it is there
	}
	return nil
}

// write replaces the file. The lock goes over to the new one before anybody can see it.
func (f *recordFile) write(text []byte) error {
	if unchanged(f.path, f.stamp) != nil {
		return errors.New("another program has changed the file; leave, and record on from what it is now")
	}
	d, err := createFile(f.path)
	if err != nil {
		return err
	}
	d.text.Write(text) // place reports its error
	if err = d.place(); err != nil {
		d.drop()
		return err
	}
	f.File.Close()
	f.File = d.File
	f.stamp, err = f.Stat()
	return err
}

// beside is the file that keeps secrets until they are revealed.
func (f *recordFile) beside() string {
	dir, name := filepath.Split(f.path)
	return filepath.Join(dir, "."+name+".secrets")
}

// secrets reads the secrets beside the log.
func (f *recordFile) secrets() (all []record.Sealed, err error) {
	text, err := os.ReadFile(f.beside())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for line := range strings.Lines(string(text)) {
		if w := strings.Fields(line); len(w) == 3 {
			all = append(all, record.Sealed{Handle: w[0], Number: w[1], Salt: w[2]})
		}
	}
	return all, err
}

// keepSecrets writes the secrets beside the log, for its owner alone.
func (f *recordFile) keepSecrets(all []record.Sealed) error {
	var text []byte
	for _, s := range all {
		text = fmt.Appendf(text, "%s %s %s\n", s.Handle, s.Number, s.Salt)
	}
	if old, err := os.ReadFile(f.beside()); err == nil && bytes.Equal(old, text) {
		return nil
	}
	d, err := newReplacement(f.beside(), 0o600)
	if err != nil {
		return err
	}
	defer d.drop()
	d.text.Write(text) // place reports its error
	return d.place()
}
