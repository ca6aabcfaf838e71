//go:build js && wasm

// Command engine is the program as a page in a browser has it: a worker runs it, hands it
// requests, and is handed what verify/editor answers. It is built by .ci/build.
package main

import (
	"runtime/debug"
	"syscall/js"

	"tpnote/verify/editor"
	"tpnote/verify/games"
)

func main() {
	debug.SetMemoryLimit(3 << 30) // wasm has 4 GiB, and a text of megabytes is there twice while it changes
	e := editor.New(games.All)
	e.Progress = func(done, of int) { js.Global().Call("judged", done, of) }
	ask := js.FuncOf(func(_ js.Value, args []js.Value) any {
		text := make([]byte, args[1].Length())
		js.CopyBytesToGo(text, args[1])
		return string(e.Do([]byte(args[0].String()), text))
	})
	js.Global().Call("ready", ask)
	select {}
}
