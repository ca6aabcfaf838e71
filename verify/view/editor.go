package view

import (
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"html/template"
	"io"
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

// Choices are the built-in variants of a game, for whoever begins one.
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
	page, err := template.New("editor").Parse(editorHTML)
	if err != nil {
		return err
	}
	return page.Execute(w, map[string]any{
		"Title": "tpnote", "Games": games, "First": template.JS(text), "JS": template.JS(editorJS),
		"CSS":    styled(editorCSS),
		"Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline'; worker-src blob:; script-src 'wasm-unsafe-eval' " + hashOf(editorJS),
		"Worker": template.HTML(string(engine.Run) + "\n" + fzstdJS + "\n" + workerJS),
		"Engine": template.HTML(base64.StdEncoding.EncodeToString(engine.Wasm)),
	})
}
