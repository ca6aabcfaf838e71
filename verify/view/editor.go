package view

import (
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"strings"
)

var (
	//go:embed editor/editor.html
	editorHTML string
	//go:embed editor/editor.css
	editorCSS string
	//go:embed editor/editor.js
	editorJS string
	//go:embed editor/worker.js
	workerJS string
	//go:embed editor/fzstd.js
	fzstdJS string // of npm's fzstd, which unpacks the engine
)

// Engine is the program compiled for js/wasm and packed with zstd, and the script of the Go
// distribution that runs it.
type Engine struct{ Wasm, Run []byte }

// Log is what the page that writes logs begins with.
type Log struct {
	Name  string            `json:"name"`
	Text  string            `json:"text"`
	Files map[string]string `json:"files"` // the variant files that the log names, by their paths
	Found json.RawMessage   `json:"found"` // what verify/editor answers to open
	Place json.RawMessage   `json:"place"` // and to a question for the end of the log
}

// Choices are the built-in variants of a game, offered for a new game.
type Choices struct {
	Title    string
	Variants []string
}

// Editor writes the page that reads, checks and records logs. It needs nothing but itself: it
// shows the game first, and begins the engine behind that.
func Editor(w io.Writer, log *Log, games []Choices, engine Engine) error {
	text, err := json.Marshal(log) // which escapes <, > and &, and so can end no script
	if err != nil {
		return err
	}
	var choices strings.Builder
	for _, g := range games {
		fmt.Fprintf(&choices, `<optgroup label="%s">`, html.EscapeString(g.Title))
		for _, v := range g.Variants {
			fmt.Fprintf(&choices, "<option>%s</option>", html.EscapeString(v))
		}
		choices.WriteString("</optgroup>")
	}
	return fill(w, editorHTML, map[string]part{
		"choices": markup(choices.String()),
		"first":   markup(string(text)), "js": markup(editorJS), "css": markup(styled(editorCSS)),
		"policy": escaped("default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline'; worker-src blob:; script-src 'wasm-unsafe-eval' " + hashOf(editorJS)),
		"worker": markup(string(engine.Run) + "\n" + fzstdJS + "\n" + workerJS),
		"engine": markup(base64.StdEncoding.EncodeToString(engine.Wasm)),
	})
}
