package view

import (
	"fmt"
	"html"
	"strings"

	"tpnote/rules/variant"
	"tpnote/verify/draw"
	"tpnote/verify/record"
	"tpnote/verify/report"
)

// LivePage is the page that follows a game that is recorded: it gets what LiveTable returns as server-sent events.
var LivePage = file("page/live.html")

// LiveTable is what LivePage shows of a recorder: the board, whose turn it is, the last lines
// of the log, and the findings. It leaves out an action that is half entered.
func LiveTable(r *record.Recorder) string {
	s := r.Table()
	page := ""
	if s.Replay != nil {
		scene := s.Replay.Board().Scene(report.OneLine)
		page = picture(scene, "", report.OneLine(s.Head), "", scene.Shapes(draw.Move{}, nil, false))
	}
	page += fmt.Sprintf("<h1>%s</h1>", html.EscapeString(report.OneLine(s.Title)))
	if s.Found != "" {
		page += fmt.Sprintf(`<p class="wrong">%s</p>`, html.EscapeString(report.OneLine(s.Found)))
	}
	log := strings.Join(variant.Each(s.Log, report.OneLine), "\n")
	return page + "<pre>" + html.EscapeString(log) + "</pre>"
}
