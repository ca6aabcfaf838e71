package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// progress is a line about a long run, on a terminal only: games, speed, findings, and the
// time left where the size of all files is known. It counts more than one thing, which
// progress bars do not. A nil progress says nothing.
type progress struct {
	w     io.Writer
	begin time.Time
	total int64 // bytes; 0 where that is not known

	bytes    atomic.Int64
	mu       sync.Mutex // of the terminal and the counts
	games    int
	findings int
	drawn    bool
	stopped  chan struct{}
}

// startProgress begins a progress line if w is a terminal.
func startProgress(w io.Writer, paths []string) *progress {
	f, ok := w.(*os.File)
	if !ok || !isTerminal(f) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	p := &progress{w: w, begin: time.Now(), stopped: make(chan struct{})}
	for name, err := range logs(paths) {
		info, statErr := os.Stat(name)
		if err != nil || statErr != nil || !info.Mode().IsRegular() {
			p.total = 0
			break
		}
		p.total += info.Size()
	}
	go p.run()
	return p
}

func (p *progress) run() {
	ticks := time.NewTicker(200 * time.Millisecond)
	defer ticks.Stop()
	for {
		select {
		case <-ticks.C:
			p.draw()
		case <-p.stopped:
			return
		}
	}
}

func (p *progress) draw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	read, took := float64(p.bytes.Load()), time.Since(p.begin)
	left := ""
	if p.total > 0 && read > 0 {
		rest := time.Duration(float64(took) * (float64(p.total) - read) / read)
		left = fmt.Sprintf(", %s left", max(0, rest).Round(time.Second))
	}
	fmt.Fprintf(p.w, "\r\x1b[K%d games, %.0f MB/s, %d findings%s", p.games, read/1e6/took.Seconds(), p.findings, left)
	p.drawn = true
}

// add counts games and findings.
func (p *progress) add(games, findings int) {
	if p == nil {
		return
	}
	p.mu.Lock()
	p.games += games
	p.findings += findings
	p.mu.Unlock()
}

// aside lets f print where the line stands.
func (p *progress) aside(f func()) {
	if p == nil {
		f()
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn {
		io.WriteString(p.w, "\r\x1b[K")
		p.drawn = false
	}
	f()
}

// stop ends the line.
func (p *progress) stop() {
	if p != nil {
		close(p.stopped)
		p.aside(func() {})
	}
}

// watch counts what is read from r.
func (p *progress) watch(r io.Reader) io.Reader {
	if p == nil {
		return r
	}
	return &watched{r, p}
}

type watched struct {
	io.Reader
	progress *progress
}

func (w *watched) Read(b []byte) (int, error) {
	n, err := w.Reader.Read(b)
	w.progress.bytes.Add(int64(n))
	return n, err
}
