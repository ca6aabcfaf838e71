package cmd

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tpnote/verify/games"
)

// TestAtOnce holds that the commands that are answered show what they have to say before they read on.
func TestAtOnce(t *testing.T) {
	const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`
	tests := []struct{ args, typed, first string }{
		{"lsp", fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(initialize), initialize), "Content-Length: "},
		{"record --plain --variant trouble-spec --players Ann,Ben FILE", "", "tpnote record"},
	}
	for _, test := range tests {
		t.Run(strings.Fields(test.args)[0], func(t *testing.T) {
			in, typed := io.Pipe()
			shown, out := io.Pipe()
			args := strings.Fields(strings.Replace(test.args, "FILE", filepath.Join(t.TempDir(), "game.log"), 1))
			ended := make(chan bool)
			go func() {
				defer close(ended)
				run(args, &streams{games: games.All, in: in, out: bufio.NewWriterSize(out, 1<<16), err: io.Discard})
				out.Close()
			}()
			go io.WriteString(typed, test.typed)
			waiting := time.AfterFunc(30*time.Second, func() { typed.Close() }) // then it shows what it has held back
			first := make([]byte, len(test.first))
			if _, err := io.ReadFull(shown, first); err != nil || string(first) != test.first || !waiting.Stop() {
				t.Errorf("%q, %v; want %q before the input ends", first, err, test.first)
			}
			typed.Close()
			io.Copy(io.Discard, shown)
			<-ended
		})
	}
}
