package cmd

import (
	"runtime/debug"
	"syscall/js"

	"tpnote/verify"
	"tpnote/verify/editor"
)

// Main is the program as a page in a browser has it: a worker runs it, hands it requests, and is handed
// what verify/editor answers. .ci/build compiles it without the other files of this package, which have
// the command line. The program that writes the page has checked the data of the games.
func Main(games ...verify.AnyGame) {
	debug.SetMemoryLimit(3 << 30) // wasm has 4 GiB, and a text of megabytes is there twice while it changes
	verify.Games(games).AddPages()
	e := editor.New(games)
	e.Progress = func(done, of int) { js.Global().Call("judged", done, of) }
	ask := js.FuncOf(func(_ js.Value, args []js.Value) any {
		text := make([]byte, args[1].Length())
		js.CopyBytesToGo(text, args[1])
		return string(e.Do([]byte(args[0].String()), text))
	})
	js.Global().Call("ready", ask)
	select {}
}
