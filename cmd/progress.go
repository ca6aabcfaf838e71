package cmd

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progress is a line about a long run, on a terminal only: games and findings, how much is
// read, how fast, and the time left where the size of all files is known. A nil progress
// says nothing.
type progress struct {
	mu       sync.Mutex // of the terminal and the counts
	bar      *progressbar.ProgressBar
	games    int
	findings int
}

// startProgress begins a progress line if w is a terminal.
func startProgress(w io.Writer, paths []string) *progress {
	f, ok := w.(*os.File)
	if !ok || !isTerminal(f) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	const unknown = -1
	total := int64(0)
	for name, err := range logs(paths) {
		info, statErr := os.Stat(name)
		if err != nil || statErr != nil || !info.Mode().IsRegular() || info.Size() == 0 {
			total = unknown
			break
		}
		total += info.Size()
	}
	return &progress{bar: progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(w),
		progressbar.OptionShowBytes(true),
		progressbar.OptionSetWidth(12),
		progressbar.OptionThrottle(200*time.Millisecond),
		progressbar.OptionSetSpinnerChangeInterval(0), // it is drawn when something is read
		progressbar.OptionClearOnFinish(),
	)}
}

// add counts games and findings.
func (p *progress) add(games, findings int) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.games += games
	p.findings += findings
}

// aside lets f print where the line stands.
func (p *progress) aside(f func()) {
	if p == nil {
		f()
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.bar.Clear()
	f()
}

// stop ends the line.
func (p *progress) stop() { p.aside(func() {}) }

// watch counts what is read from r.
func (p *progress) watch(r io.Reader) io.Reader {
	if p == nil {
		return r
	}
	return io.TeeReader(r, p)
}

// Write takes what has been read. What cannot be drawn is no error of reading.
func (p *progress) Write(read []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.bar.Describe(fmt.Sprintf("%d games, %d findings", p.games, p.findings))
	p.bar.Add(len(read))
	return len(read), nil
}
