package notation_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tpnote/notation"
)

// BenchmarkLines reads the lines of ordinary logs.
func BenchmarkLines(b *testing.B) {
	for _, name := range []string{"wheel", "trouble", "trespass"} {
		b.Run(name, func(b *testing.B) {
			text, err := os.ReadFile(filepath.Join("../testdata", name, "playthrough.log"))
			if err != nil {
				b.Fatal(err)
			}
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			lines := 0
			for b.Loop() {
				for block, err := range notation.NewReader(bytes.NewReader(text)).Blocks() {
					if err != nil {
						b.Fatal(err)
					}
					for range block.Lines() {
						lines++
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(lines), "ns/line")
		})
	}
}

// BenchmarkFormat formats the same logs, without a board.
func BenchmarkFormat(b *testing.B) {
	text, err := os.ReadFile("../testdata/wheel/playthrough.log")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	plain := func([]notation.Line) notation.Spelling { return notation.Spelling{} }
	for b.Loop() {
		err := notation.Format(notation.Whole(strings.NewReader(string(text))), plain, func(_, form []byte) error {
			_, err := io.Discard.Write(form)
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}
