package archive_test

import (
	"context"
	"fmt"
	"io"
	"os"

	"tpnote/verify"
	"tpnote/verify/archive"
	"tpnote/verify/games"
)

// All logs in a folder and below, packed or not, are judged on all cores. The games come in the order of the files.
func Example() {
	options := archive.Options{
		Options: verify.Options{Games: games.All},
		Open:    func(log archive.Log) (io.ReadCloser, error) { return archive.Open(log, os.Stdin, func(int) {}) },
		Game: func(g *verify.Summary) error {
			fmt.Printf("%s:%d: %s, %d turns\n", g.File, g.Line, g.Verdict(), g.Turns)
			return nil
		},
		Done: func(log archive.Log, games int, err error) error {
			if err != nil {
				fmt.Printf("%s: %s\n", log.Name, archive.Reason(err))
			}
			return nil
		},
	}
	n, err := archive.Run(context.Background(), options, archive.Logs([]string{"../../testdata/readme", "missing.log"}))
	fmt.Println(n, err)
	// Output:
	// ../../testdata/readme/evening.log:1: illegal, 5 turns
	// missing.log: cannot be read: no such file or directory
	// 1 <nil>
}
