// Package lsp is the language server: it speaks the Language Server Protocol for logs, which
// it keeps as drafts, and for variant files. A Server serves one editor.
//
// The server carries out messages one after the other, in the order of arrival; only a cancellation
// and the end overtake others. It publishes the findings after an edit when no further edit waits.
package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"slices"
	"strings"
	"sync"

	"github.com/sourcegraph/jsonrpc2"

	"tpnote/notation"
	"tpnote/rules/variant"
	"tpnote/verify"
	"tpnote/verify/draft"
)

// Server is a language server.
type Server struct {
	games    verify.Games
	version  string
	keep     func(name string, text []byte) (path string, err error)
	library  *variant.Library
	reader   *verify.Reader
	clauses  map[string]*location // that have been kept
	conn     *jsonrpc2.Conn
	open     map[string]*document
	ready    bool     // initialize was answered
	commands []string // that the editor carries out by itself
	shut     bool     // shutdown was answered

	more    *sync.Cond
	waiting []*jsonrpc2.Request // guarded by more; nil is the end
}

// New makes a server for some games. version is the program's, for the editor to show. keep puts what the program has
// within it, such as a built-in variant, into a file for the editor to open.
func New(games verify.Games, version string, keep func(name string, text []byte) (path string, err error)) (*Server, error) {
	s := &Server{
		games: games, version: version, keep: keep, library: games.Library(), clauses: map[string]*location{},
		open: map[string]*document{}, more: sync.NewCond(new(sync.Mutex)),
	}
	return s, s.reload()
}

// Serve serves the editor at the other end of two streams until it exits or hangs up; orderly: it was shut down first.
func (s *Server) Serve(ctx context.Context, in io.Reader, out io.Writer) (orderly bool) {
	c := &codec{ended: func() { s.Handle(ctx, nil, nil) }, done: make(chan struct{})}
	c.stream = jsonrpc2.NewBufferedStream(struct {
		io.Reader
		io.Writer
		io.Closer // the streams are the caller's
	}{in, out, io.NopCloser(nil)}, c)
	s.conn = jsonrpc2.NewConn(ctx, c.stream, s, jsonrpc2.SetLogger(log.New(io.Discard, "", 0)))
	defer s.conn.Close()
	defer close(c.done)
	carryOut := jsonrpc2.HandlerWithError(s.answer)
	for {
		if s.first() != "textDocument/didChange" {
			s.publish()
		}
		request := s.next()
		if request == nil || request.Method == "exit" {
			return s.shut
		}
		carryOut.Handle(ctx, s.conn, request)
	}
}

// methodCancel is the method of a cancellation, and from then on that of the request that it cancels.
const methodCancel = "$/cancelRequest"

// Handle lets a message wait, or cancels one that waits.
func (s *Server) Handle(_ context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) {
	s.more.L.Lock()
	defer s.more.L.Unlock()
	if r == nil || r.Method != methodCancel {
		s.waiting = append(s.waiting, r)
		s.more.Signal()
		return
	}
	var params struct{ ID jsonrpc2.ID }
	if r.Params == nil || json.Unmarshal(*r.Params, &params) != nil {
		return
	}
	for _, w := range s.waiting {
		if !w.Notif && w.ID == params.ID {
			w.Method = methodCancel
		}
	}
}

// first is the method of the message that waits first, or "".
func (s *Server) first() string {
	s.more.L.Lock()
	defer s.more.L.Unlock()
	if len(s.waiting) == 0 || s.waiting[0] == nil {
		return ""
	}
	return s.waiting[0].Method
}

// next waits for a message; nil is the end.
func (s *Server) next() *jsonrpc2.Request {
	s.more.L.Lock()
	defer s.more.L.Unlock()
	for len(s.waiting) == 0 {
		s.more.Wait()
	}
	r := s.waiting[0]
	s.waiting = s.waiting[1:]
	return r
}

// The errors of the protocol, in addition to those of JSON-RPC.
const (
	codeNotInitialized = -32002
	codeCancelled      = -32800
	codeFailed         = -32803
)

// fault is an error of the protocol, and failure is one that the editor shows.
func fault(code int64, message string) error { return &jsonrpc2.Error{Code: code, Message: message} }
func failure(message string) error           { return fault(codeFailed, message) }

// answer carries out a message.
func (s *Server) answer(_ context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) (any, error) {
	switch {
	case r.Method == methodCancel:
		return nil, fault(codeCancelled, "the request was cancelled")
	case r.Method == "initialize" && !s.ready:
		return s.initialize(r), nil
	case r.Method == "initialize":
		return nil, fault(jsonrpc2.CodeInvalidRequest, "the server is initialized already")
	case !s.ready:
		return nil, fault(codeNotInitialized, "initialize comes first")
	case s.shut:
		return nil, fault(jsonrpc2.CodeInvalidRequest, "the server has been shut down")
	case r.Method == "shutdown":
		s.shut = true
		return nil, nil
	case r.Method == "workspace/didChangeWatchedFiles":
		return nil, s.reload()
	case r.Method == "workspace/executeCommand":
		return s.execute(r)
	case strings.HasPrefix(r.Method, "$/") && r.Notif, r.Method == "initialized":
		return nil, nil
	}
	if changes[r.Method] == nil && aboutLogs[r.Method] == nil {
		return nil, fault(jsonrpc2.CodeMethodNotFound, "unknown method "+r.Method)
	}
	var params documentParams
	if r.Params == nil {
		return nil, fault(jsonrpc2.CodeInvalidParams, "the parameters are missing")
	}
	if err := json.Unmarshal(*r.Params, &params); err != nil {
		return nil, fault(jsonrpc2.CodeInvalidParams, err.Error())
	}
	d := s.open[params.TextDocument.URI]
	if d != nil {
		params.line, params.at = d.place(params.Position)
		params.start, params.end = d.offset(params.Range.Start), d.offset(params.Range.End)
	} else if r.Method != "textDocument/didOpen" {
		return nil, fault(jsonrpc2.CodeInvalidParams, "the document is not open: "+params.TextDocument.URI)
	}
	method := changes[r.Method]
	switch {
	case method != nil:
	case d.variant:
		method = aboutVariants[r.Method]
	case d.draft.Reader != nil:
		method = aboutLogs[r.Method]
	}
	if method == nil {
		return nil, nil
	}
	return method(s, d, &params)
}

// method carries out a message about a document.
type method = func(*Server, *document, *documentParams) (any, error)

// changes carry out the messages that say what becomes of a document.
var changes = map[string]method{
	"textDocument/didOpen":   (*Server).didOpen,
	"textDocument/didChange": (*Server).didChange,
	"textDocument/didClose":  (*Server).didClose,
	"textDocument/didSave":   (*Server).didSave,
}

// aboutLogs answer the questions about a log that is judged.
var aboutLogs = map[string]method{
	"textDocument/completion":           offering((*Server).complete),
	"textDocument/hover":                (*Server).hover,
	"textDocument/signatureHelp":        (*Server).signatureHelp,
	"textDocument/codeAction":           (*Server).codeAction,
	"textDocument/inlayHint":            (*Server).inlayHint,
	"textDocument/formatting":           whole((*Server).formatting),
	"textDocument/rangeFormatting":      (*Server).formatting,
	"textDocument/foldingRange":         (*Server).folding,
	"textDocument/documentSymbol":       (*Server).symbols,
	"textDocument/prepareRename":        (*Server).prepareRename,
	"textDocument/rename":               (*Server).rename,
	"textDocument/definition":           (*Server).definition,
	"textDocument/semanticTokens/full":  whole((*Server).tokens),
	"textDocument/semanticTokens/range": (*Server).tokens,
	"textDocument/codeLens":             (*Server).lenses,
}

// aboutVariants answer the questions about a variant file; the others have no answer there.
var aboutVariants = map[string]method{
	"textDocument/completion": offering((*Server).completeVariant),
	"textDocument/hover":      (*Server).hoverVariant,
	"textDocument/definition": (*Server).defined,
	"textDocument/codeLens":   (*Server).differs,
}

// whole is a method about a range, for the whole document.
func whole(about method) method {
	return func(s *Server, d *document, p *documentParams) (any, error) {
		p.start, p.end = 0, d.draft.Len()
		return about(s, d, p)
	}
}

// initialize learns what the editor can do, and says what the server can do.
func (s *Server) initialize(r *jsonrpc2.Request) any {
	var params struct {
		Capabilities struct {
			Experimental struct {
				Commands struct{ Commands []string }
			}
		}
	}
	if r.Params != nil {
		_ = json.Unmarshal(*r.Params, &params) // experimental may contain anything
	}
	s.commands, s.ready = params.Capabilities.Experimental.Commands.Commands, true
	return map[string]any{
		"serverInfo": map[string]any{"name": "tpnote", "version": s.version},
		"capabilities": map[string]any{
			"positionEncoding":                "utf-16",
			"textDocumentSync":                map[string]any{"openClose": true, "change": 2, "save": true},
			"completionProvider":              map[string]any{"triggerCharacters": []string{" ", ":", "[", "\"", "-"}},
			"hoverProvider":                   true,
			"signatureHelpProvider":           map[string]any{"triggerCharacters": []string{":", "-", "/", "@", "^"}},
			"executeCommandProvider":          map[string]any{"commands": []string{commandJudge}},
			"codeActionProvider":              map[string]any{"codeActionKinds": []string{"quickfix"}},
			"inlayHintProvider":               true,
			"documentFormattingProvider":      true,
			"documentRangeFormattingProvider": true,
			"foldingRangeProvider":            true,
			"documentSymbolProvider":          true,
			"renameProvider":                  map[string]any{"prepareProvider": true},
			"definitionProvider":              true,
			"codeLensProvider":                map[string]any{},
			"semanticTokensProvider": map[string]any{
				"legend": map[string]any{"tokenTypes": tokenTypes, "tokenModifiers": []string{}}, "full": true, "range": true,
			},
		},
	}
}

// maxJudged is how many bytes a log may have to be judged: what is kept of each line takes many times as much.
const maxJudged = 16 << 20

// didOpen opens a document. One that is open already is replaced.
func (s *Server) didOpen(_ *document, p *documentParams) (any, error) {
	t := &p.TextDocument
	d := &document{uri: t.URI, path: pathOf(t.URI), version: t.Version, stale: true}
	d.variant = strings.HasSuffix(t.URI, ".yaml") || strings.HasSuffix(t.URI, ".yml")
	s.fill(d, t.Text)
	s.open[t.URI] = d
	return nil, nil
}

// fill takes a new text for a document.
func (s *Server) fill(d *document, text string) {
	reader := s.reader
	if d.variant || len(text) > maxJudged {
		reader = nil
	}
	d.draft = draft.New(reader, d.path, d.dir(), []byte(text))
	d.edited()
}

func (s *Server) didChange(d *document, p *documentParams) (any, error) {
	d.version, d.stale = p.TextDocument.Version, true
	for _, c := range p.ContentChanges {
		if c.Range == nil {
			s.fill(d, c.Text)
			continue
		}
		start, end := d.offset(c.Range.Start), d.offset(c.Range.End)
		d.draft.Edit(draft.Edit{Start: min(start, end), End: max(start, end), Text: c.Text})
		d.edited()
		if large := d.draft.Len() > maxJudged; !d.variant && large != (d.draft.Reader == nil) {
			s.fill(d, string(d.draft.Text()))
		}
	}
	return nil, nil
}

func (s *Server) didClose(d *document, _ *documentParams) (any, error) {
	delete(s.open, d.uri)
	return nil, s.conn.Notify(context.Background(), "textDocument/publishDiagnostics", published{URI: d.uri, Diagnostics: []diagnostic{}})
}

// didSave reads the variants again where one of them is saved: logs may be played by it.
func (s *Server) didSave(d *document, _ *documentParams) (any, error) {
	if !d.variant {
		return nil, nil
	}
	return nil, s.reload()
}

// reload reads the variants as their files are now, and judges all logs by them.
func (s *Server) reload() error {
	reader, err := verify.NewReader(verify.Options{Games: s.games})
	if err != nil {
		return err
	}
	s.reader = reader
	for _, d := range s.open {
		if d.draft.Reader != nil {
			s.fill(d, string(d.draft.Text()))
		}
		d.stale = true
	}
	return nil
}

// mostRead is how many bytes of faulty games are read, to find what they mean, while a message waits.
const mostRead = 1 << 16

// publish sends the findings of the documents that have changed. It stops while a message waits, and keeps what it has.
func (s *Server) publish() {
	read := 0
	for uri, d := range s.open {
		if !d.stale {
			continue
		}
		for _, g := range d.draft.Games() {
			switch {
			case g.Known():
				continue
			case read > mostRead && s.first() != "":
				return
			}
			g.Meant()
			read += len(g.Bytes())
		}
		_ = s.conn.Notify(context.Background(), "textDocument/publishDiagnostics", published{URI: uri, Version: d.version, Diagnostics: s.diagnostics(d)})
		d.stale = false
	}
}

// diagnostics returns the diagnostics of a document.
func (s *Server) diagnostics(d *document) []diagnostic {
	if d.variant {
		return s.variantDiagnostics(d)
	}
	all := []diagnostic{}
	if d.draft.Reader == nil {
		message := fmt.Sprintf("a log of more than %d MB is not judged in the editor: tpnote verify judges it", maxJudged>>20)
		return append(all, diagnostic{Range: d.whole(0), Severity: 3, Source: "tpnote", Message: message})
	}
	for _, g := range d.draft.Games() {
		sum, _ := g.Meant()
		for i := range sum.Findings {
			all = append(all, s.diagnostic(d, &sum.Findings[i]))
		}
	}
	return all
}

// diagnostic is a finding as editors have it.
func (s *Server) diagnostic(d *document, f *verify.Finding) diagnostic {
	out := diagnostic{Range: d.span(f.Span), Severity: severities[f.Severity], Code: string(f.Code), Source: "tpnote", Message: Message(f)}
	for _, n := range f.Notes {
		out.Related = append(out.Related, map[string]any{"location": location{d.uri, d.span(n.Span)}, "message": n.Message})
	}
	if len(f.Cites) > 0 {
		if at := s.clause(f.Cites[0]); at != nil {
			out.Description = map[string]string{"href": fmt.Sprintf("%s#L%d", at.URI, at.Range.Start.Line+1)}
		}
	}
	return out
}

var severities = map[verify.Severity]int{verify.SeverityError: 1, verify.SeverityWarning: 2, verify.SeverityNote: 3}

// Message is the text of a finding in a diagnostic: the fault, the help, and by which rule.
func Message(f *verify.Finding) string {
	lines := append([]string{f.Message}, f.Help...)
	if f.Rule != "" {
		by := "rule " + f.Rule
		if f.Value != "" {
			by += " = " + f.Value + " (" + f.Origin + ")"
		}
		lines = append(lines, by)
	}
	if len(f.Cites) > 0 {
		lines = append(lines, "clauses "+strings.Join(f.Cites, ", "))
	}
	return strings.Join(lines, "\n")
}

// formatting changes the form of those pieces of a log that touch a range.
func (s *Server) formatting(d *document, p *documentParams) (any, error) {
	var edits []draft.Edit
	at := 0
	text := d.draft.Between(0, d.draft.Len())
	err := s.reader.Format(notation.Whole(strings.NewReader(text)), d.dir(), func(piece, form []byte) error {
		begin := at
		at += len(piece)
		switch n := len(edits) - 1; {
		case string(piece) == string(form) || begin > p.end || p.start > at:
		case n >= 0 && edits[n].End == begin: // edits must not touch
			edits[n].End = at
			edits[n].Text += string(form)
		default:
			edits = append(edits, draft.Edit{Start: begin, End: at, Text: string(form)})
		}
		return nil
	})
	if err != nil {
		return nil, failure(err.Error())
	}
	return variant.Each(edits, d.textEdit), nil
}

// tokenTypes are the types of semantic tokens, by the names that editors know.
var tokenTypes = []string{"keyword", "number", "variable", "function", "comment", "string", "property"}

// token is a part of a line that editors colour by its type.
type token struct {
	span notation.Span
	kind string
}

// tokensOf are the tokens of a line, in order.
func tokensOf(l *notation.Line) (tokens []token) {
	add := func(kind string, words ...notation.Word) {
		tokens = append(tokens, variant.Each(words, func(w notation.Word) token { return token{w.Span, kind} })...)
	}
	switch node := l.Node.(type) {
	case *notation.Tag:
		add("property", node.Name)
		add("string", node.Value)
	case *notation.Turn:
		add("number", notation.Word{Span: node.NumberSpan})
		add("variable", node.Handle)
		add("function", node.Actions...)
	case nil, *notation.Bad:
	case *notation.Directive:
		add("keyword", node.Keyword)
	default:
		begin := l.Span.Start
		end := begin + strings.IndexAny(l.Text[begin:]+" ", " \t;{")
		add("keyword", notation.Word{Span: notation.SpanIn(l.Text, l.Span.Line, begin, end)})
		add("variable", named(l)...)
	}
	for _, c := range l.Comments {
		add("comment", notation.Word{Span: c.Span})
	}
	slices.SortFunc(tokens, func(a, b token) int { return a.span.Start - b.span.Start })
	return tokens
}

// tokens are the semantic tokens of the lines of a range.
func (s *Server) tokens(d *document, p *documentParams) (any, error) {
	data := []int{}
	var last position
	from, to := d.linesIn(p)
	for n := from; n < to; n++ {
		l := d.draft.Parsed(n)
		for _, t := range tokensOf(&l) {
			at := d.span(t.span)
			if at.Start.Line != at.End.Line {
				continue // a token does not go over the end of a line
			}
			column := at.Start.Character
			if at.Start.Line == last.Line {
				column -= last.Character
			}
			data = append(data, at.Start.Line-last.Line, column, at.End.Character-at.Start.Character, slices.Index(tokenTypes, t.kind), 0)
			last = at.Start
		}
	}
	return map[string]any{"data": data}, nil
}
