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
)

// progress is a line about a long run, on a terminal only: games and findings, where they are
// counted, the part that is read, the speed, and the time left where the size of all files is
// known. A nil progress prints nothing.
type progress struct {
	mu       sync.Mutex // of the terminal and the counts
	to       io.Writer
	width    func() int // of the terminal, in columns
	begun    time.Time
	drawn    time.Time // when the line was last drawn
	shown    int       // the width of the line on the screen; 0 without a line
	counts   bool      // games and findings
	games    int
	findings int
	read     int64 // bytes
	total    int64 // bytes; 0 if unknown
}

// drawEvery is the least time between two drawings.
const drawEvery = 200 * time.Millisecond

// startProgress begins a progress line if w is a terminal. unpacked means that the bytes inside
// packed logs are counted, whose total is unknown.
func startProgress(w io.Writer, paths []string, unpacked bool) *progress {
	f, ok := w.(*os.File)
	if !ok || !isTerminal(f) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	now := time.Now()
	p := &progress{to: w, begun: now, drawn: now, width: func() int {
		width, _, err := term.GetSize(int(f.Fd()))
		if err != nil || width == 0 { // some terminals do not know it
			return 80
		}
		return width
	}}
	for log, err := range logs(paths) {
		info, statErr := os.Stat(log.name)
		if err != nil || statErr != nil || !info.Mode().IsRegular() || info.Size() == 0 || unpacked && packed(log.name) {
			p.total = 0
			break
		}
		p.total += info.Size()
	}
	return p
}

// watch shows the progress of a command that reads the logs that paths name, until stop is called.
// Other output to the same terminal begins on a clear line.
func (s *streams) watch(paths []string, unpacked bool) (stop func()) {
	p := startProgress(s.err, paths, unpacked)
	if p == nil {
		return func() {}
	}
	err := s.err
	s.progress, s.err = p, &besides{err, p}
	out, ok := s.out.(*output)
	ok = ok && s.terminal != nil
	if ok {
		out.Writer = &besides{out.Writer, p}
	}
	return sync.OnceFunc(func() {
		p.stop()
		s.progress, s.err = nil, err
		if ok {
			out.Writer = out.Writer.(*besides).Writer
		}
	})
}

// besides is what is printed while there is a progress line.
type besides struct {
	io.Writer
	progress *progress
}

func (b *besides) Write(text []byte) (n int, err error) {
	b.progress.aside(func() { n, err = b.Writer.Write(text) })
	return n, err
}

// add counts games and findings, which are shown from then on.
func (p *progress) add(games, findings int) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.counts = true
	p.games += games
	p.findings += findings
}

// aside clears the line and lets f print in its place.
func (p *progress) aside(f func()) {
	if p == nil {
		f()
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown > 0 {
		fmt.Fprintf(p.to, "\r%s\r", strings.Repeat(" ", p.shown))
		p.shown = 0
	}
	f()
}

// stop clears the line.
func (p *progress) stop() { p.aside(func() {}) }

// count counts bytes that were read and draws the line. It ignores errors of drawing.
func (p *progress) count(read int) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.read += int64(read)
	now := time.Now()
	if now.Sub(p.drawn) < drawEvery {
		return
	}
	p.drawn = now
	line := lipgloss.NewStyle().MaxWidth(max(1, p.width()-1)).Render(p.line(now.Sub(p.begun)))
	width := lipgloss.Width(line)
	fmt.Fprintf(p.to, "\r%s%s", line, strings.Repeat(" ", max(0, p.shown-width)))
	p.shown = width
}

// line returns the text of the line, some time after the start.
func (p *progress) line(took time.Duration) string {
	line := ""
	if p.counts {
		line = fmt.Sprintf("%d games, %d findings  ", p.games, p.findings)
	}
	rate := float64(p.read) / max(took.Seconds(), 0.001) // bytes a second
	if p.total == 0 {
		return line + fmt.Sprintf("%s, %s/s", megabytes(float64(p.read)), megabytes(rate))
	}
	part := min(1, float64(p.read)/float64(p.total))
	const width = 15 // of the bar
	full := int(math.Round(width * part))
	line += fmt.Sprintf("%s%s %3.0f%%  %s, %s/s", strings.Repeat("█", full), strings.Repeat("░", width-full), 100*part, megabytes(float64(p.total)), megabytes(rate))
	if p.read > 0 {
		left := time.Duration(float64(took) * (1/part - 1))
		line += fmt.Sprintf(", %s left", left.Round(time.Second))
	}
	return line
}

// megabytes returns a number of bytes as megabytes.
func megabytes(bytes float64) string { return fmt.Sprintf("%.1f MB", bytes/1e6) }
