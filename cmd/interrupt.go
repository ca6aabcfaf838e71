package cmd

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	"tpnote/verify/report"
)

// grace is how long a command may take to end by itself after ^C or SIGTERM.
const grace = 900 * time.Millisecond

// interruption ends the program with exit status 2 at ^C or SIGTERM: at once, or, if the command has asked for the
// context, when the command has ended, after grace, or at a second signal. The zero value waits for no signal.
type interruption struct {
	ctx     context.Context // nil where no signal is waited for
	awaited atomic.Bool     // the command ends by itself when ctx is done
	judged  atomic.Int64    // games
}

// interruptible makes s end the program at ^C and SIGTERM. A closed pipe is an error of printing.
func (s *streams) interruptible() {
	signal.Ignore(syscall.SIGPIPE)
	s.ctx, _ = signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(s.ctx, func() {
		if s.awaited.Load() {
			again, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			select {
			case <-again.Done():
			case <-time.After(grace):
			}
		}
		fmt.Fprintln(os.Stderr, "tpnote: interrupted"+s.count())
		os.Exit(exitFailure)
	})
}

// count says how many games were judged before ^C; "" if none is known.
func (i *interruption) count() string {
	if n := int(i.judged.Load()); n > 0 {
		return "; " + report.CountIs(n, "game", "was judged", "were judged")
	}
	return ""
}

// await returns a context that ^C and SIGTERM end. The command then has to end by itself, within grace.
func (i *interruption) await() context.Context {
	if i.ctx == nil {
		return context.Background()
	}
	i.awaited.Store(true)
	return i.ctx
}

// stopped reports whether a signal has come and the command has to end by itself.
func (i *interruption) stopped() bool { return i.awaited.Load() && i.ctx.Err() != nil }
