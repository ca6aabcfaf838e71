package lsp_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/sourcegraph/jsonrpc2"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/games"
	"tpnote/verify/lsp"
)

// The protocol's types, as a client has them.

type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

type textRange struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

type textEdit struct {
	Range   textRange `json:"range"`
	NewText string    `json:"newText"`
}

type diagnostic struct {
	Range    textRange
	Severity int
	Code     string
	Message  string
}

type published struct {
	URI         string
	Version     int
	Diagnostics []diagnostic
}

// client is an editor over pipes.
type client struct {
	t       testing.TB
	conn    *jsonrpc2.Conn
	mu      sync.Mutex
	heard   *sync.Cond
	last    map[string]published
	version int
	done    chan bool // what Serve answered
	in      io.Closer
}

func (c *client) Handle(_ context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) {
	var p published
	if r.Method != "textDocument/publishDiagnostics" || json.Unmarshal(*r.Params, &p) != nil {
		c.t.Errorf("the server sends %s", r.Method)
		return
	}
	c.mu.Lock()
	c.last[p.URI] = p
	c.mu.Unlock()
	c.heard.Broadcast()
}

type pipe struct {
	io.Reader
	io.Writer
}

func (pipe) Close() error { return nil }

// start starts a server and initializes it.
func start(t testing.TB) *client {
	t.Helper()
	s, err := lsp.New(games.All, "test")
	if err != nil {
		t.Fatal(err)
	}
	toServer, in := io.Pipe()
	out, fromServer := io.Pipe()
	c := &client{t: t, last: map[string]published{}, done: make(chan bool, 1), in: in}
	c.heard = sync.NewCond(&c.mu)
	go func() {
		c.done <- s.Serve(context.Background(), toServer, fromServer)
		fromServer.Close()
	}()
	c.conn = jsonrpc2.NewConn(context.Background(), jsonrpc2.NewBufferedStream(pipe{out, in}, jsonrpc2.VSCodeObjectCodec{}), c)
	t.Cleanup(func() { c.conn.Close(); in.Close(); out.Close() })
	var answer struct{ Capabilities map[string]any }
	if err := c.call("initialize", map[string]any{}, &answer); err != nil || len(answer.Capabilities) < 10 {
		t.Fatal(err, answer)
	}
	c.notify("initialized", map[string]any{})
	return c
}

func (c *client) call(method string, params, result any) error {
	return c.conn.Call(context.Background(), method, params, result)
}

func (c *client) notify(method string, params any) {
	if err := c.conn.Notify(context.Background(), method, params); err != nil {
		c.t.Error(err)
	}
}

// open opens a document and returns what was found in it.
func (c *client) open(uri, text string) []diagnostic {
	c.version++
	c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "tpnote", "version": c.version, "text": text}})
	return c.found(uri)
}

// change changes a document.
func (c *client) change(uri string, changes ...any) []diagnostic {
	c.version++
	c.notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": uri, "version": c.version}, "contentChanges": changes})
	return c.found(uri)
}

// found waits for what was found in the version that was sent last.
func (c *client) found(uri string) []diagnostic {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.last[uri].Version != c.version {
		c.heard.Wait()
	}
	return c.last[uri].Diagnostics
}

func at(uri string, p position) map[string]any {
	return map[string]any{"textDocument": map[string]any{"uri": uri}, "position": p}
}

// The client's own measures: lines end with \n, \r\n or \r, and columns are UTF-16 units.

func pointOf(text string, offset int) position {
	var p position
	for i := 0; i < offset; {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\r' && strings.HasPrefix(text[i:], "\r\n"):
			if i+1 >= offset { // between the two
				return p
			}
			size = 2
			fallthrough
		case r == '\n', r == '\r':
			p = position{p.Line + 1, 0}
		case r > 0xffff:
			p.Character += 2
		default:
			p.Character++
		}
		i += size
	}
	return p
}

func offsetOf(text string, p position) int {
	line, units := 0, 0
	for i, r := range text {
		if line == p.Line && (units >= p.Character || r == '\n' || r == '\r') {
			return i
		}
		switch {
		case r == '\n', r == '\r' && !strings.HasPrefix(text[i:], "\r\n"):
			line, units = line+1, 0
		case line == p.Line && r > 0xffff:
			units += 2
		case line == p.Line:
			units++
		}
	}
	return len(text)
}

func apply(text string, edits []textEdit) string {
	edits = slices.Clone(edits)
	slices.SortFunc(edits, func(a, b textEdit) int { return offsetOf(text, b.Range.Start) - offsetOf(text, a.Range.Start) })
	for _, e := range edits {
		text = text[:offsetOf(text, e.Range.Start)] + e.NewText + text[offsetOf(text, e.Range.End):]
	}
	return text
}

// verified is what verify finds in a text.
func verified(t testing.TB, r *verify.Reader, dir, text string) []diagnostic {
	t.Helper()
	severities := map[verify.Severity]int{verify.SeverityError: 1, verify.SeverityWarning: 2, verify.SeverityNote: 3}
	bare := strings.TrimPrefix(text, "\ufeff")
	starts := []int{len(text) - len(bare)}
	for i := range len(bare) {
		if bare[i] == '\n' {
			starts = append(starts, starts[0]+i+1)
		}
	}
	all := []diagnostic{}
	_, err := r.File("x.log", dir, strings.NewReader(text), func(g *verify.Summary) error {
		for i := range g.Findings {
			f := &g.Findings[i]
			begin := starts[f.Span.Line-1]
			all = append(all, diagnostic{
				textRange{pointOf(text, begin+f.Span.Start), pointOf(text, begin+f.Span.End)},
				severities[f.Severity], string(f.Code), lsp.Message(f),
			})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func reader(t testing.TB) *verify.Reader {
	t.Helper()
	r, err := verify.NewReader(verify.Options{Games: games.All})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// document is a text that tests open.
type document struct{ uri, dir, text string }

// played is a game that chance has played.
func played(t testing.TB, r *verify.Reader, variant string, seed uint64, turns int) string {
	t.Helper()
	chance := rand.New(rand.NewPCG(seed, 7))
	handles, err := r.Players(variant, "", 2)
	if err != nil {
		t.Fatal(err)
	}
	opening, err := r.Opening(variant, handles, chance)
	if err != nil {
		t.Fatal(err)
	}
	g, err := r.Play(verify.Header{Variant: variant, Players: handles, Opening: opening}, chance, verify.PlayOptions{Right: 60, Limit: turns})
	if err != nil {
		t.Fatal(err)
	}
	return g.Log
}

// documents are the logs of testdata, and generated games.
func documents(t testing.TB) []document {
	t.Helper()
	names, err := filepath.Glob("../../testdata/*/*.log")
	if err != nil || len(names) == 0 {
		t.Fatal("no logs", err)
	}
	var all []document
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		path, err := filepath.Abs(name)
		if err != nil {
			t.Fatal(err)
		}
		if utf8.Valid(text) {
			all = append(all, document{"file://" + filepath.ToSlash(path), filepath.Dir(path), string(text)})
		}
	}
	r := reader(t)
	for seed, v := range games.All.Library().Builtin() {
		all = append(all, document{"untitled:" + v, ".", played(t, r, v, uint64(seed), 40)})
	}
	return all
}

// snippets are what random edits put in.
var snippets = []string{
	"", "", "\n", "x", "?", " ", "+", "-", "3", "ruling stands\n", "gap\n", "; 𝄞 é\n", "\n\n", "\r\n", "\r", "{𝄞}", "é", "\ufeff",
	"[Game \"trouble\"]\n[Players \"A, B\"]\n", "[Event \"é𝄞\"]\n", "[Result \"Ann\"]\n", "{", "}", "state 3 Ann\n", "1. Ann",
}

// randomEdit is where a random edit begins and ends, between characters, and what it puts in.
func randomEdit(chance *rand.Rand, text string) (start, end int, put string) {
	boundary := func(i int) int {
		for i < len(text) && (!utf8.RuneStart(text[i]) || text[i] == '\n' && i > 0 && text[i-1] == '\r') {
			i++
		}
		return i
	}
	start = boundary(chance.IntN(len(text) + 1))
	end = start
	switch chance.IntN(4) {
	case 0:
		end = boundary(min(len(text), start+chance.IntN(60)))
	case 1:
		end = boundary(min(len(text), start+chance.IntN(4)))
	}
	return start, end, snippets[chance.IntN(len(snippets))]
}

// TestDiagnostics holds what is published after every random edit against verify.
func TestDiagnostics(t *testing.T) {
	r, c := reader(t), start(t)
	for i, d := range documents(t) {
		text := d.text
		if i%3 == 1 {
			text = strings.ReplaceAll(text, "\n", "\r\n")
		}
		compare := func(what string, got []diagnostic) {
			t.Helper()
			if diff := cmp.Diff(verified(t, r, d.dir, text), got); diff != "" {
				t.Fatalf("%s: %s (-verify +published):\n%s\n%q", d.uri, what, diff, text)
			}
		}
		compare("opened", c.open(d.uri, text))
		chance := rand.New(rand.NewPCG(uint64(i), 3))
		for range 12 {
			var changes []any
			what := ""
			for range 1 + chance.IntN(3) {
				start, end, put := randomEdit(chance, text)
				what += fmt.Sprintf("%d-%d %q ", start, end, put)
				edit := textEdit{textRange{pointOf(text, start), pointOf(text, end)}, put}
				text = text[:start] + put + text[end:]
				if chance.IntN(6) == 0 {
					changes = append(changes, map[string]any{"text": text})
				} else {
					changes = append(changes, map[string]any{"range": edit.Range, "text": put})
				}
			}
			compare(what, c.change(d.uri, changes...))
		}
	}
}

// actions yields the positions of the actions in a text.
func actions(text string, yield func(before, word string, at position)) {
	n := 0
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if turn, ok := notation.ParseLine(line, n+1).Node.(*notation.Turn); ok {
			for _, w := range turn.Actions {
				yield(line[:w.Span.Start], w.Text, position{n, pointOf(line, w.Span.Start).Character})
			}
		}
		n++
	}
}

// TestCompletion: at every action of legal games, completion offers the action that was
// played, also with its roll typed; hover and inlay hints say what the replay says.
func TestCompletion(t *testing.T) {
	r, c := reader(t), start(t)
	for seed, v := range games.All.Library().Builtin() {
		uri, text := "untitled:"+v, played(t, r, v, uint64(seed), 12)
		if found := c.open(uri, text); len(found) > 0 {
			t.Fatal(found)
		}
		asked := 0
		actions(text, func(_, word string, p position) {
			asked++
			for _, typed := range []int{0, 1} {
				var list struct {
					Items []struct{ Label string }
				}
				if err := c.call("textDocument/completion", at(uri, position{p.Line, p.Character + typed}), &list); err != nil {
					t.Fatal(err)
				}
				if !slices.ContainsFunc(list.Items, func(i struct{ Label string }) bool { return i.Label == word }) {
					t.Errorf("%s: %s is not offered among %d", v, word, len(list.Items))
				}
			}
			var shown struct{ Contents struct{ Value string } }
			if err := c.call("textDocument/hover", at(uri, p), &shown); err != nil || !strings.Contains(shown.Contents.Value, "```") {
				t.Errorf("%s: hover on %s: %v %q", v, word, err, shown.Contents.Value)
			}
		})
		if asked == 0 {
			t.Error("no actions")
		}
		var positions []string
		told, err := verify.NewReader(verify.Options{Games: games.All, Keep: true})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := told.Replays("x", ".", strings.NewReader(text), func(ev *verify.Event) {
			if ev.Carried {
				positions = append(positions, ev.After.Position())
			}
		}, func(*verify.Summary, *verify.Replay) error { return nil }); err != nil {
			t.Fatal(err)
		}
		var hints []struct{ Label string }
		everything := map[string]any{"textDocument": map[string]any{"uri": uri}, "range": textRange{End: position{Line: 1 << 20}}}
		if err := c.call("textDocument/inlayHint", everything, &hints); err != nil {
			t.Fatal(err)
		}
		var labels []string
		for _, h := range hints {
			labels = append(labels, h.Label)
		}
		if diff := cmp.Diff(positions, labels); diff != "" {
			t.Errorf("%s: hints (-replay +shown):\n%s", v, diff)
		}
		for _, method := range []string{"foldingRange", "documentSymbol", "codeLens"} {
			var list []any
			if err := c.call("textDocument/"+method, everything, &list); err != nil || len(list) == 0 {
				t.Errorf("%s: %s: %v %v", v, method, err, list)
			}
		}
		var tokens struct{ Data []int }
		if err := c.call("textDocument/semanticTokens/full", everything, &tokens); err != nil || len(tokens.Data) == 0 || len(tokens.Data)%5 != 0 {
			t.Errorf("%s: tokens: %v %d", v, err, len(tokens.Data))
		}
	}
}

// TestRename: renaming each player and back again changes nothing, and what is found in
// between is as much.
func TestRename(t *testing.T) {
	r, c := reader(t), start(t)
	renamed := 0
	for _, d := range documents(t) {
		found := c.open(d.uri, d.text)
		errors := len(found)
		seen := map[string]bool{}
		n := -1
		for line := range strings.Lines(d.text) {
			n++
			turn, ok := notation.ParseLine(strings.TrimRight(line, "\r\n"), n+1).Node.(*notation.Turn)
			if !ok || seen[turn.Handle.Text] {
				continue
			}
			seen[turn.Handle.Text] = true
			p := position{n, pointOf(line, turn.Handle.Span.Start).Character}
			change := func(text, name string) (string, bool) {
				var edit struct{ Changes map[string][]textEdit }
				params := at(d.uri, p)
				params["newName"] = name
				if err := c.call("textDocument/rename", params, &edit); err != nil {
					return "", false
				}
				return apply(text, edit.Changes[d.uri]), true
			}
			there, ok := change(d.text, "Zoe_7")
			if !ok {
				continue // nobody has this handle, or the board names the players
			}
			renamed++
			if now := c.change(d.uri, map[string]any{"text": there}); !strings.Contains(d.uri, "rules-") && len(now) != errors && len(verified(t, r, d.dir, d.text)) == 0 {
				t.Errorf("%s: %s renamed: %d findings, not %d: %v", d.uri, turn.Handle.Text, len(now), errors, now)
			}
			back, ok := change(there, turn.Handle.Text)
			if !ok || back != d.text {
				t.Errorf("%s: %s renamed and back (-was +is):\n%s", d.uri, turn.Handle.Text, cmp.Diff(d.text, back))
			}
			c.change(d.uri, map[string]any{"text": d.text})
		}
	}
	if renamed < 50 {
		t.Errorf("%d players renamed", renamed)
	}
}

// TestFormatting: formatting is fmt.
func TestFormatting(t *testing.T) {
	r, c := reader(t), start(t)
	for i, d := range documents(t) {
		text := strings.ReplaceAll(d.text, " ", []string{" ", "  ", "\t"}[i%3])
		c.open(d.uri, text)
		var want bytes.Buffer
		if err := r.Format(strings.NewReader(text), d.dir, func(_, form []byte) error {
			want.Write(form)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		for _, method := range []string{"formatting", "rangeFormatting"} {
			var edits []textEdit
			params := map[string]any{"textDocument": map[string]any{"uri": d.uri}, "range": textRange{End: position{Line: 1 << 20}}}
			if err := c.call("textDocument/"+method, params, &edits); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want.String(), apply(text, edits)); diff != "" {
				t.Errorf("%s: %s (-fmt +editor):\n%s", d.uri, method, diff)
			}
		}
	}
}

// TestFixes: every quick fix removes what it is for.
func TestFixes(t *testing.T) {
	c := start(t)
	fixes := 0
	for _, d := range documents(t) {
		found := c.open(d.uri, d.text)
		var actions []struct {
			Title       string
			Diagnostics []diagnostic
			Edit        struct{ Changes map[string][]textEdit }
		}
		params := map[string]any{"textDocument": map[string]any{"uri": d.uri}, "range": textRange{End: position{Line: 1 << 20}}, "context": map[string]any{"diagnostics": found}}
		if err := c.call("textDocument/codeAction", params, &actions); err != nil {
			t.Fatal(err)
		}
		for _, a := range actions {
			fixes++
			now := c.change(d.uri, map[string]any{"text": apply(d.text, a.Edit.Changes[d.uri])})
			if slices.ContainsFunc(now, func(n diagnostic) bool { return cmp.Equal(n, a.Diagnostics[0]) }) {
				t.Errorf("%s: %q leaves %v", d.uri, a.Title, a.Diagnostics[0])
			}
		}
		if len(actions) > 0 {
			if diff := cmp.Diff(found, c.change(d.uri, map[string]any{"text": d.text})); diff != "" {
				t.Error(diff)
			}
		}
	}
	if fixes < 100 {
		t.Errorf("%d fixes", fixes)
	}
}

// TestProtocol holds the server against what the protocol says of odd messages.
func TestProtocol(t *testing.T) {
	code := func(err error) int64 {
		if e, ok := err.(*jsonrpc2.Error); ok {
			return e.Code
		}
		return 0
	}
	c := start(t)
	for _, tt := range []struct {
		method string
		params any
		want   int64
	}{
		{"initialize", map[string]any{}, jsonrpc2.CodeInvalidRequest},
		{"textDocument/nonsense", map[string]any{}, jsonrpc2.CodeMethodNotFound},
		{"textDocument/hover", nil, jsonrpc2.CodeInvalidParams},
		{"textDocument/hover", []int{3}, jsonrpc2.CodeInvalidParams},
		{"textDocument/hover", at("untitled:no", position{}), jsonrpc2.CodeInvalidParams},
	} {
		if got := code(c.call(tt.method, tt.params, nil)); got != tt.want {
			t.Errorf("%s %v: code %d, not %d", tt.method, tt.params, got, tt.want)
		}
	}
	c.open("untitled:x", "no log at all\n\x00\n")
	for _, p := range []position{{-1, -1}, {0, 1 << 30}, {1 << 30, 0}, {2, 2}} {
		for _, method := range []string{"completion", "hover", "definition", "prepareRename"} {
			if err := c.call("textDocument/"+method, at("untitled:x", p), nil); err != nil {
				t.Errorf("%s at %v: %v", method, p, err)
			}
		}
	}
	if found := c.change("untitled:x", map[string]any{"range": textRange{position{1 << 30, 0}, position{0, -5}}, "text": "x"}); len(found) == 0 {
		t.Error("nothing found in what is no log")
	}
	if err := c.call("shutdown", nil, nil); err != nil {
		t.Error(err)
	}
	if got := code(c.call("textDocument/hover", at("untitled:x", position{}), nil)); got != jsonrpc2.CodeInvalidRequest {
		t.Errorf("after shutdown: code %d", got)
	}
	c.notify("exit", nil)
	if !<-c.done {
		t.Error("the end was not orderly")
	}
	c = start(t)
	c.in.Close()
	if <-c.done {
		t.Error("the editor hung up, and the end was orderly")
	}
}

// session sends messages as they are, and exit, and returns what comes back.
func session(t testing.TB, messages ...string) string {
	t.Helper()
	s, err := lsp.New(games.All, "test")
	if err != nil {
		t.Fatal(err)
	}
	var in strings.Builder
	for _, m := range append(messages, `{"jsonrpc":"2.0","method":"exit"}`) {
		fmt.Fprintf(&in, "Content-Length: %d\r\n\r\n%s", len(m), m)
	}
	var out bytes.Buffer
	s.Serve(context.Background(), strings.NewReader(in.String()), &out)
	return out.String()
}

// TestGarbage: what is no message is answered with an error, and the next one is read.
func TestGarbage(t *testing.T) {
	for _, tt := range []struct{ message, want string }{
		{"{", `"code":-32700`},
		{"null", `"code":-32600`},
		{"[]", `"code":-32600`},
		{`{"id":3}`, `"code":-32600`},
		{`{"id":-3,"method":"x"}`, `"code":-32600`},
		{"3\r\nContent-Length: 0\r\n\r\n", `"code":-32700`},
	} {
		out := session(t, tt.message, `{"jsonrpc":"2.0","id":7,"method":"initialize","params":{}}`)
		if !strings.Contains(out, tt.want) || !strings.Contains(out, `"capabilities"`) {
			t.Errorf("%s is answered %s", tt.message, out)
		}
	}
	out := session(t, `{"jsonrpc":"2.0","id":7,"method":"textDocument/hover","params":{}}`)
	if !strings.Contains(out, `-32002`) {
		t.Errorf("before initialize: %s", out)
	}
}

// TestCancelled: a request that is cancelled while it waits is not carried out.
func TestCancelled(t *testing.T) {
	s, err := lsp.New(games.All, "test")
	if err != nil {
		t.Fatal(err)
	}
	raw := func(text string) *json.RawMessage {
		m := json.RawMessage(text)
		return &m
	}
	for _, r := range []*jsonrpc2.Request{ // all wait before the server begins
		{Method: "initialize", ID: jsonrpc2.ID{Num: 1}, Params: raw("{}")},
		{Method: "shutdown", ID: jsonrpc2.ID{Num: 2}},
		{Method: "$/cancelRequest", Notif: true, Params: raw(`{"id":2}`)},
		{Method: "$/cancelRequest", Notif: true, Params: raw(`{"id":99}`)},
		{Method: "exit", Notif: true},
	} {
		s.Handle(context.Background(), nil, r)
	}
	var out bytes.Buffer
	if s.Serve(context.Background(), strings.NewReader(""), &out) {
		t.Error("shutdown was carried out")
	}
	if !strings.Contains(out.String(), `"code":-32800`) {
		t.Errorf("the answer is %s", out.String())
	}
}

// TestLarge: a log that is too large is said to be, and edits that change that are seen.
func TestLarge(t *testing.T) {
	c := start(t)
	const uri, line = "untitled:x", "; it rains all the time\n"
	wrong := "1. Ann\n"
	text := wrong + strings.Repeat(line, 17<<20/len(line))
	if found := c.open(uri, text); len(found) != 1 || found[0].Code != "" {
		t.Errorf("found %v", found)
	}
	for _, method := range []string{"completion", "hover", "definition", "formatting", "inlayHint", "foldingRange", "documentSymbol", "codeLens", "codeAction", "prepareRename", "semanticTokens/full"} {
		params := at(uri, position{1 << 20, 3})
		params["range"] = textRange{End: position{Line: 1 << 30}}
		if err := c.call("textDocument/"+method, params, nil); err != nil {
			t.Errorf("%s: %v", method, err)
		}
	}
	found := c.change(uri, map[string]any{"range": textRange{position{Line: 1}, position{Line: 1 << 30}}, "text": ""})
	if diff := cmp.Diff(verified(t, reader(t), ".", wrong), found); diff != "" {
		t.Errorf("when it is small again (-verify +published):\n%s", diff)
	}
}

// TestVariantFiles: variant files have the faults that variants check tells, and their rule
// points are completed and explained.
func TestVariantFiles(t *testing.T) {
	c := start(t)
	names, err := filepath.Glob("../../testdata/variants/*.yaml")
	if err != nil || len(names) == 0 {
		t.Fatal("no variants", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		path, err := filepath.Abs(name)
		if err != nil {
			t.Fatal(err)
		}
		uri := "file://" + filepath.ToSlash(path)
		_, err = games.All.Library().CheckText(path, text, games.All.Playable)
		if found := c.open(uri, string(text)); (err != nil) != (len(found) > 0) {
			t.Errorf("%s: %v, and the check says %v", name, found, err)
		}
	}
	const uri = "untitled:x.yaml"
	const text = "variant: mine\nextends: genus-iii\nrules:\n  hub-entry: nonsense\n  \n"
	found := c.open(uri, text)
	if len(found) == 0 || found[0].Range.Start != (position{3, 13}) {
		t.Errorf("found %v", found)
	}
	labels := func(p position) []string {
		var list struct {
			Items []struct{ Label string }
		}
		if err := c.call("textDocument/completion", at(uri, p), &list); err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, i := range list.Items {
			all = append(all, i.Label)
		}
		return all
	}
	for _, tt := range []struct {
		at   position
		want string
	}{{position{1, 9}, "genus-iii"}, {position{4, 2}, "hub-entry: "}, {position{3, 13}, "exact"}} {
		if got := labels(tt.at); !slices.Contains(got, tt.want) {
			t.Errorf("at %v there is no %s: %v", tt.at, tt.want, got)
		}
	}
	var shown struct{ Contents struct{ Value string } }
	if err := c.call("textDocument/hover", at(uri, position{3, 4}), &shown); err != nil || !strings.Contains(shown.Contents.Value, "hub-entry") {
		t.Errorf("%v %q", err, shown.Contents.Value)
	}
	if found := c.open("untitled:other.yaml", "services:\n  web: nonsense\n"); len(found) > 0 {
		t.Errorf("what is no variant has %v", found)
	}
}

// FuzzMessages: no message ends the server.
func FuzzMessages(f *testing.F) {
	open := `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:x","version":1,"text":"[Game \"trouble\"]\n[Players \"A, B\"]\n1. A 3:pass\n"}}}`
	for _, m := range []string{
		open, "{", `{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":1}}`,
		`{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{"textDocument":{"uri":"untitled:x"},"position":{"line":2,"character":5}}}`,
		`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"untitled:x"},"contentChanges":[{"range":{"start":{"line":1,"character":3},"end":{"line":9,"character":-1}},"text":"\r𝄞"}]}}`,
		`{"jsonrpc":"2.0","id":"a","method":"textDocument/rename","params":{"textDocument":{"uri":"untitled:x"},"position":{"line":2,"character":3},"newName":"C"}}`,
		`{"jsonrpc":"2.0","id":2,"method":"textDocument/codeAction","params":{"textDocument":{"uri":"untitled:x"},"range":{"end":{"line":9}}}}`,
	} {
		f.Add(m)
	}
	f.Fuzz(func(t *testing.T, message string) {
		out := session(t, `{"jsonrpc":"2.0","id":7,"method":"initialize","params":{}}`, open, message, `{"jsonrpc":"2.0","id":8,"method":"shutdown"}`)
		if strings.HasPrefix(message, "{") && !strings.Contains(message, "shutdown") && !strings.Contains(message, "exit") && !strings.Contains(out, `"id":8`) {
			t.Errorf("no answer to what follows %q: %s", message, out)
		}
		in := bufio.NewReader(strings.NewReader(out))
		for {
			var m json.RawMessage
			if err := (jsonrpc2.VSCodeObjectCodec{}).ReadObject(in, &m); err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
	})
}
