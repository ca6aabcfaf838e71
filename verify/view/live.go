package view

import (
	"bytes"
	_ "embed"
	"fmt"
	"html"
	"strings"

	"tpnote/verify/draw"
	"tpnote/verify/record"
	"tpnote/verify/report"
)

// LivePage is the page that follows a game that is recorded: what LiveTable returns comes to
// it as server-sent events of its own address.
//
//go:embed page/live.html
var LivePage string

// LiveTable is what LivePage shows of a recorder: the board, whose turn it is, the last lines
// of the log, and the findings. It leaves out an action that is half entered.
func LiveTable(r *record.Recorder) string {
	s := r.Table()
	var b bytes.Buffer
	if s.Replay != nil {
		scene := s.Replay.Board().Scene(report.OneLine)
		caption, high := scene.Caption(report.OneLine(s.Head), "")
		picture(&b, scene.Describe(), high, append(scene.Shapes(draw.Move{}, nil, false), caption...))
	}
	fmt.Fprintf(&b, "<h1>%s</h1>", html.EscapeString(report.OneLine(s.Title)))
	if s.Found != "" {
		fmt.Fprintf(&b, `<p class="wrong">%s</p>`, html.EscapeString(report.OneLine(s.Found)))
	}
	log := make([]string, len(s.Log))
	for i, line := range s.Log {
		log[i] = html.EscapeString(report.OneLine(line))
	}
	fmt.Fprintf(&b, "<pre>%s</pre>", strings.Join(log, "\n"))
	return b.String()
}
