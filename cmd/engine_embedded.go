//go:build editor

package cmd

import _ "embed"

//go:embed engine.wasm.zst
var engineWasm []byte

//go:embed wasm_exec.js
var engineRun []byte

// engine is the program compiled for js/wasm and packed, and what runs it in a browser.
func engine() (wasm, run []byte) { return engineWasm, engineRun }
