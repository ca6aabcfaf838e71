package lsp

// The types of the protocol that the server uses, by their names there. An object of one function has no type.

type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type textRange struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type location struct {
	URI   string    `json:"uri"`
	Range textRange `json:"range"`
}

type textEdit struct {
	Range   textRange `json:"range"`
	NewText string    `json:"newText"`
}

type diagnostic struct {
	Range       textRange         `json:"range"`
	Severity    int               `json:"severity"` // 1 error, 2 warning, 3 information
	Code        string            `json:"code,omitempty"`
	Description map[string]string `json:"codeDescription,omitempty"`
	Source      string            `json:"source"`
	Message     string            `json:"message"`
	Related     []any             `json:"relatedInformation,omitempty"`
}

type published struct {
	URI         string       `json:"uri"`
	Version     *int         `json:"version,omitempty"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

// The kinds of completion items.
const (
	kindValue    = 12
	kindKeyword  = 14
	kindVariable = 6
	kindProperty = 10
)

type documentSymbol struct {
	Name           string           `json:"name"`
	Detail         string           `json:"detail,omitempty"`
	Kind           int              `json:"kind"`
	Range          textRange        `json:"range"`
	SelectionRange textRange        `json:"selectionRange"`
	Children       []documentSymbol `json:"children,omitempty"`
}

// documentParams has the parameters of the requests about a document.
type documentParams struct {
	TextDocument struct {
		URI     string `json:"uri"`
		Version *int   `json:"version"`
		Text    string `json:"text"`
	} `json:"textDocument"`
	Position position  `json:"position"`
	Range    textRange `json:"range"`
	Context  struct {
		Only []string `json:"only"` // the wanted kinds of code actions; nil for all
	} `json:"context"`
	NewName        string `json:"newName"`
	ContentChanges []struct {
		Range *textRange `json:"range"`
		Text  string     `json:"text"`
	} `json:"contentChanges"`

	line, at   int // the line of the log at Position, and the byte in it
	start, end int // the bytes of the text in Range
}
