package view

import (
	"bytes"
	"encoding/ascii85"
	"encoding/binary"
	"fmt"
	"html"
	"strings"

	"tpnote/rules/variant"
)

// editorScripts are the files of the page's script, in their order. They share one scope.
var editorScripts = []string{"base", "found", "text", "record", "logs", "read", "share", "start"}

// Engine is the program compiled for js/wasm and packed with zstd, and the script of the Go distribution that runs it.
type Engine struct{ Wasm, Run []byte }

// Log is what the page that writes logs begins with.
type Log struct {
	Name  string            `json:"name"`
	Text  string            `json:"text"`
	Files map[string]string `json:"files"` // the variant files that the log names, by their paths
	Found any               `json:"found"` // what verify/editor answers to open
	Place any               `json:"place"` // and to a question for the end of the log
}

// Editor is the page that reads, checks and records logs, by the variants of a library. The page loads nothing
// else: it shows the game first, then starts the engine.
func Editor(log *Log, library *variant.Library, engine Engine) string {
	var choices strings.Builder
	for i, game := range library.Games() {
		fmt.Fprintf(&choices, `<optgroup label="%s">`, html.EscapeString(library.Titles()[i]))
		for _, v := range library.Variants(game) {
			fmt.Fprintf(&choices, "<option>%s</option>", html.EscapeString(v.Name))
		}
		choices.WriteString("</optgroup>")
	}
	script := wholeScript()
	return fill("editor/editor.html", map[string]string{
		"choices": choices.String(),
		"first":   jsonOf(log), "js": script, "css": styled("editor/editor.css"),
		"policy": html.EscapeString("default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline'; worker-src blob:; script-src " + mayRun(script)),
		// npm's fzstd unpacks the engine.
		"worker": string(engine.Run) + "\n" + file("editor/lib/fzstd.js") + "\n" + file("editor/worker.js"),
		"engine": packed(engine.Wasm),
	})
}

// packed has four bytes in five characters, where base64 would need five and a third. None of them has
// a meaning in HTML or JSON. The first four bytes are the length. worker.js unpacks them.
func packed(data []byte) string {
	const digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?_,()[]{}@%$#;"
	data = append(binary.BigEndian.AppendUint32(nil, uint32(len(data))), data...)
	data = append(data, make([]byte, -len(data)&3)...)
	text := make([]byte, ascii85.MaxEncodedLen(len(data)))
	text = bytes.ReplaceAll(text[:ascii85.Encode(text, data)], []byte("z"), []byte("!!!!!")) // z is four zeros
	return string(bytes.Map(func(r rune) rune { return rune(digits[r-'!']) }, text))
}

// wholeScript is the script of the page that writes logs.
func wholeScript() string {
	script := `"use strict";(() => {` + "\n"
	for _, name := range editorScripts {
		script += file("editor/" + name + ".js")
	}
	return script + "})();\n"
}

// mayRun lets a page run a script and the engine.
func mayRun(script string) string { return "'wasm-unsafe-eval' " + hashOf(script) }

// Play lets the reader of a page play on from any step: the page carries the one that writes logs, which begins there.
type Play struct {
	Engine  Engine            `json:"-"`
	Files   map[string]string `json:"files"`   // as in Log
	Variant string            `json:"variant"` // to judge by, if not by that of the log
	Set     []string          `json:"set"`
}

// player is the page that plays on, as data of another page.
func (p *Play) player() string {
	noChoice := new(variant.Library) // the page judges by the variant of the log
	return `<script type="application/json" id="player">` + jsonOf(Editor(&Log{}, noChoice, p.Engine)) + "</script>"
}
