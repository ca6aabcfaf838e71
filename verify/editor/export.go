package editor

import (
	"bytes"
	"fmt"

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
	if n := len(e.draft.Games()); n > mostChapters {
		return nil, fmt.Errorf("a lesson takes at most %d games, and this log has %d", mostChapters, n)
	}
	films, err := view.ShootAll(e.options, e.draft.Name, e.Dir, bytes.NewReader(e.draft.Text()))
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = view.Page(&b, films, view.PageOptions{Lesson: true})
	return &Exported{File: b.Bytes()}, err
}

// animation makes a GIF of the game that a line is in.
func (e *Editor) animation(r *Request) (*Exported, error) {
	film, err := view.Shoot(e.options, e.draft.Name, e.Dir, bytes.NewReader(e.draft.Text()), e.around(r.Line).Summary().Number)
	if err != nil {
		return nil, err
	}
	film.Progress = e.Progress
	var b bytes.Buffer
	left, err := film.GIF(&b, r.Names)
	return &Exported{File: b.Bytes(), Left: left}, err
}
