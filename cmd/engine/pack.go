// Command engine packs the engine of the page that writes logs, for .ci/build.
package main

import (
	"log"
	"os"

	"github.com/klauspost/compress/zstd"
)

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: engine IN OUT.zst")
	}
	engine, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	pack, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithWindowSize(1<<24), zstd.WithEncoderConcurrency(1))
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(os.Args[2], pack.EncodeAll(engine, nil), 0o666); err != nil {
		log.Fatal(err)
	}
}
