package cmd

import (
	"io"
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// TestWiden holds that rows find a pipe wide, and that other files stay as they are.
func TestWiden(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	for _, format := range []string{"text", "rows"} {
		run([]string{"verify", "--format", format, "nowhere.log"}, &streams{out: w, err: io.Discard})
		size, err := unix.FcntlInt(w.Fd(), unix.F_GETPIPE_SZ, 0)
		if err != nil {
			t.Fatal(err)
		}
		if format == "text" && size >= 1<<20 || format == "rows" && size < 1<<20 {
			t.Errorf("%s: the pipe holds %d bytes", format, size)
		}
	}
}
