package editor

import (
	"bytes"
	"fmt"

	"tpnote/verify/draft"
	"tpnote/verify/view"
)

// Exported is a file that is made of the log.
type Exported struct {
	File []byte `json:"file"`
	Left int    `json:"left,omitempty"` // steps that an animation leaves out
}

// mostChapters is how many games a lesson page takes.
const mostChapters = 50

// lesson makes a page of all games of the log, in chapters.
func (e *Editor) lesson() (*Exported, error) {
	if n := len(e.draft.Games()); n == 0 || n > mostChapters {
		return nil, fmt.Errorf("a lesson takes 1 to %d games, and this log has %d", mostChapters, n)
	}
	var films []*view.Film
	for _, g := range e.draft.Games() {
		film, err := e.film(g)
		if err != nil {
			return nil, err
		}
		films = append(films, film)
	}
	var b bytes.Buffer
	err := view.Page(&b, films, view.PageOptions{Lesson: true})
	return &Exported{File: b.Bytes()}, err
}

// animation makes a GIF of the game that a line is in.
func (e *Editor) animation(r *Request) (*Exported, error) {
	film, err := e.film(e.around(r.Line))
	if err != nil {
		return nil, err
	}
	film.Progress = e.Progress
	var b bytes.Buffer
	left, err := film.GIF(&b, r.Names)
	return &Exported{File: b.Bytes(), Left: left}, err
}

// film films a game of the log.
func (e *Editor) film(g *draft.Game) (*view.Film, error) {
	return view.Shoot(e.options, e.draft.Name, e.Dir, g.Block())
}
