package cmd

import (
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"sync"
	"time"

	"charm.land/lipgloss/v2"
	"golang.org/x/term"

	"tpnote/verify/archive"
)

// statusLine is the last line of a terminal. It shows how far a long run has come. Without a terminal it shows nothing.
type statusLine struct {
	io.Writer             // the terminal; nil without one
	columns    func() int // of the terminal
	mu         sync.Mutex // of what follows, and of the terminal
	runs       bool
	progress   progress
	begun      time.Time
	drawn      time.Time // when the line was last drawn
	shownWidth int       // of the text on the screen; 0 without one
}

// progress is how far a run has come: games and findings, where they are counted, the part that is read, the
// speed, and the time left where the size of all files is known; or how much of a picture is drawn.
type progress struct {
	counts   bool // games and findings
	games    int
	findings int
	read     int64 // bytes
	total    int64 // bytes; 0 if unknown

	drawn, steps int // of a picture; 0 where none is drawn
}

// drawEvery is the least time between two drawings.
const drawEvery = 200 * time.Millisecond

// use makes f the terminal of the line, if it is one.
func (l *statusLine) use(f *os.File) {
	if !isTerminal(f) || os.Getenv("TERM") == "dumb" {
		return
	}
	l.Writer = f
	l.columns = func() int {
		width, _, err := term.GetSize(int(f.Fd()))
		if err != nil || width == 0 { // some terminals do not know it
			return 80
		}
		return width
	}
}

// begin shows the line until stop is called, which it returns. The run reads the logs that paths name.
func (l *statusLine) begin(paths []string) (stop func()) {
	if l.Writer == nil {
		return l.stop
	}
	now := time.Now()
	l.runs, l.progress, l.begun, l.drawn = true, progress{}, now, now
	for log := range archive.Logs(paths) {
		if log.Size == 0 {
			l.progress.total = 0
			break
		}
		l.progress.total += log.Size
	}
	return l.stop
}

// update changes the progress, and draws it if it was last drawn some time ago. It ignores errors of drawing.
func (l *statusLine) update(change func(p *progress)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	change(&l.progress)
	now := time.Now()
	if !l.runs || now.Sub(l.drawn) < drawEvery {
		return
	}
	l.drawn = now
	text := lipgloss.NewStyle().MaxWidth(max(1, l.columns()-1)).Render(l.progress.text(now.Sub(l.begun)))
	width := lipgloss.Width(text)
	fmt.Fprintf(l.Writer, "\r%s%s", text, strings.Repeat(" ", max(0, l.shownWidth-width)))
	l.shownWidth = width
}

// judged counts games and findings, which are shown from then on.
func (l *statusLine) judged(games, findings int) {
	l.update(func(p *progress) { p.counts, p.games, p.findings = true, p.games+games, p.findings+findings })
}

// read counts bytes that were read.
func (l *statusLine) read(n int) { l.update(func(p *progress) { p.read += int64(n) }) }

// drawing says how much of a picture is drawn.
func (l *statusLine) drawing(drawn, steps int) {
	l.update(func(p *progress) { p.drawn, p.steps = drawn, steps })
}

// aside clears the line and lets print use the terminal.
func (l *statusLine) aside(print func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shownWidth > 0 {
		fmt.Fprintf(l.Writer, "\r%s\r", strings.Repeat(" ", l.shownWidth))
		l.shownWidth = 0
	}
	print()
}

// stop ends the run and clears the line.
func (l *statusLine) stop() { l.aside(func() { l.runs = false }) }

// beside returns a writer for other output to the terminal of w. The text begins on a clear line.
func (l *statusLine) beside(w io.Writer) io.Writer {
	return writing(func(text []byte) (n int, err error) {
		l.aside(func() { n, err = w.Write(text) })
		return n, err
	})
}

// text returns the text of the line, some time after the start.
func (p *progress) text(took time.Duration) string {
	if p.steps > 0 {
		return fmt.Sprintf("drawing: %d%%", 100*p.drawn/p.steps)
	}
	text := ""
	if p.counts {
		text = fmt.Sprintf("%d games, %d findings  ", p.games, p.findings)
	}
	rate := float64(p.read) / max(took.Seconds(), 0.001) // bytes a second
	if p.total == 0 {
		return text + fmt.Sprintf("%s, %s/s", megabytes(float64(p.read)), megabytes(rate))
	}
	part := min(1, float64(p.read)/float64(p.total))
	const width = 15 // of the bar
	full := int(math.Round(width * part))
	text += fmt.Sprintf("%s%s %3.0f%%  %s, %s/s", strings.Repeat("█", full), strings.Repeat("░", width-full), 100*part, megabytes(float64(p.total)), megabytes(rate))
	if p.read > 0 {
		left := time.Duration(float64(took) * (1/part - 1))
		text += fmt.Sprintf(", %s left", left.Round(time.Second))
	}
	return text
}

// megabytes returns a number of bytes as megabytes.
func megabytes(bytes float64) string { return fmt.Sprintf("%.1f MB", bytes/1e6) }
