package view

import (
	"bytes"
	"fmt"
	"html"
	"strings"

	"tpnote/verify/draw"
	"tpnote/verify/record"
	"tpnote/verify/report"
)

// LivePage is the page that follows a game that is recorded: what LiveTable returns comes to
// it as server-sent events of its own address.
const LivePage = `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The game as it is recorded</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { margin: 0 auto; max-width: 40rem; padding: 0.5rem; background: #fbfaf7; color: #16181d }
svg { display: block; width: 100%; max-height: 90vh }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 0.9rem/1.5 ui-monospace, monospace }
.wrong { color: #b3261e; font-weight: bold }
@media (prefers-color-scheme: dark) { body { background: #16181d; color: #f1f0ec } .wrong { color: #ff8a80 } }
</style>
<main aria-live="polite"><p>Waiting for the game …</p></main>
<p id="lost" hidden role="status">The recorder is not there any more.</p>
<script>
const from = new EventSource("/"), main = document.querySelector("main"), lost = document.getElementById("lost");
from.onmessage = (event) => { main.innerHTML = JSON.parse(event.data); lost.hidden = true };
from.onerror = () => { lost.hidden = false };
</script>
</html>
`

// LiveTable is what LivePage shows of a recorder: the board, whose turn it is, the last lines
// of the log, and what is wrong with it. What is half entered is not told.
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
