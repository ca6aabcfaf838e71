package view

import (
	"bufio"
	"html"
	"io"
	"strings"
)

// part writes a part of a page.
type part func(w *bufio.Writer) error

// markup is a part that is markup as it stands: our own.
func markup(text string) part {
	return func(w *bufio.Writer) error {
		_, err := w.WriteString(text)
		return err
	}
}

// escaped is a part that is text, as of a log, in which nothing is markup.
func escaped(text string) part { return markup(html.EscapeString(text)) }

// fill writes a page, with its parts where their names stand: {{name}}.
func fill(w io.Writer, page string, parts map[string]part) error {
	out := bufio.NewWriter(w)
	for {
		before, rest, found := strings.Cut(page, "{{")
		out.WriteString(before)
		if !found {
			return out.Flush()
		}
		name, after, _ := strings.Cut(rest, "}}")
		if err := parts[name](out); err != nil {
			return err
		}
		page = after
	}
}
