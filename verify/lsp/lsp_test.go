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
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/sourcegraph/jsonrpc2"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/draw"
	"tpnote/verify/games"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/lsp"
	"tpnote/verify/play"
	"tpnote/verify/readings"
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
	choose  string   // the answer to questions
	shown   []string // messages
}

func (c *client) Handle(ctx context.Context, conn *jsonrpc2.Conn, r *jsonrpc2.Request) {
	switch r.Method {
	case "window/showMessageRequest":
		if err := conn.Reply(ctx, r.ID, map[string]any{"title": c.choose}); err != nil {
			c.t.Error(err)
		}
		return
	case "window/showMessage":
		var m struct{ Message string }
		if err := json.Unmarshal(*r.Params, &m); err != nil {
			c.t.Error(err)
		}
		c.mu.Lock()
		c.shown = append(c.shown, m.Message)
		c.mu.Unlock()
		c.heard.Broadcast()
		return
	}
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

// server is a server that keeps files in a folder of the test.
func server(t testing.TB) *lsp.Server {
	t.Helper()
	dir := t.TempDir()
	s, err := lsp.New(games.All, "test", func(name string, text []byte) (string, error) {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return "", err
		}
		return path, os.WriteFile(path, text, 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// capabilities are those of an editor that can do all that the server asks for.
const capabilities = `{"capabilities":{"textDocument":{"publishDiagnostics":{"codeDescriptionSupport":true}},"experimental":{"commands":{"commands":["tpnote.step"]}}}}`

// start starts a server and initializes it.
func start(t testing.TB) *client {
	t.Helper()
	s := server(t)
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
	if err := c.call("initialize", json.RawMessage(capabilities), &answer); err != nil || len(answer.Capabilities) < 10 {
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

// open opens a document and returns its diagnostics.
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

// found waits for the diagnostics of the version that was sent last.
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

// verified returns the findings of verify in a text.
func verified(t testing.TB, r *verify.Reader, dir, text string) []diagnostic {
	t.Helper()
	r = r.With(func(o *verify.Options) { o.Readings = readings.New() })
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
	header, err := r.Propose(verify.Header{Variant: variant}, 2, chance)
	if err != nil {
		t.Fatal(err)
	}
	g, err := play.Game(r, header, chance, play.Options{Right: 60, Limit: turns})
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
	r, variants := reader(t), games.All.Library().Builtin()
	n := 27
	if testing.Short() {
		n = 20
	}
	for seed := range n {
		v := variants[seed%len(variants)]
		all = append(all, document{fmt.Sprintf("untitled:%s-%d", v, seed), ".", played(t, r, v, uint64(seed), 12+seed%40)})
	}
	return all
}

// some is each seventh of the documents, and each third of testdata.
func some(t testing.TB) []document {
	var few []document
	for i, d := range documents(t) {
		if i%7 == 0 || i%3 == 0 && !strings.HasPrefix(d.uri, "untitled:") {
			few = append(few, d)
		}
	}
	return few
}

// snippets are the texts that random edits insert.
var snippets = []string{
	"", "", "\n", "x", "?", " ", "+", "-", "3", "ruling stands\n", "gap\n", "; 𝄞 é\n", "\n\n", "\r\n", "\r", "{𝄞}", "é", "\ufeff",
	"(\n", ")\n", "[Game \"trouble\"]\n[Players \"A, B\"]\n", "[Event \"é𝄞\"]\n", "[Result \"Ann\"]\n", "{", "}", "state 3 Ann\n", "1. Ann",
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

// TestDiagnostics compares the diagnostics after every random edit with verify.
func TestDiagnostics(t *testing.T) {
	r, c := reader(t), start(t)
	for i, d := range documents(t) {
		if i%3 > 0 { // TestFixes has others
			continue
		}
		text := d.text
		if i%2 == 1 {
			text = strings.ReplaceAll(text, "\n", "\r\n")
		}
		compare := func(what string, got []diagnostic) {
			t.Helper()
			want := verified(t, r, d.dir, text)
			if reflect.DeepEqual(want, got) {
				return
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s: %s (-verify +published):\n%s\n%q", d.uri, what, diff, text)
			}
		}
		compare("opened", c.open(d.uri, text))
		chance := rand.New(rand.NewPCG(uint64(i), 3))
		for range 2 {
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

// TestStrangeDiagnostics compares the diagnostics of strange logs, and of logs with slips, with verify.
func TestStrangeDiagnostics(t *testing.T) {
	r, c := logtest.NewReader(t, verify.Options{}), start(t)
	for v, variant := range games.All.Library().Builtin() {
		for seed := range uint64(3) {
			for kind, log := range map[string]string{
				"strange": logtest.Strange(t, r, variant, rand.New(rand.NewPCG(uint64(v), seed))),
				"slipped": logtest.Slipped(t, r, variant, rand.New(rand.NewPCG(uint64(v), seed))),
			} {
				if diff := cmp.Diff(verified(t, r, ".", log), c.open("untitled:"+kind, log)); diff != "" {
					t.Fatalf("%s %s, seed %d (-verify +published):\n%s\n%s", kind, variant, seed, diff, log)
				}
			}
		}
	}
}

// TestRequestBeforeFindings holds that a request need not wait until all games with errors are read.
func TestRequestBeforeFindings(t *testing.T) {
	games := strings.Repeat("[Game \\\"trouble\\\"]\\n[Players \\\"Red, Blue\\\"]\\n\\n1. Red 3:pas\\n2. Blue 2:pass\\n", 2000)
	s := server(t)
	raw := func(text string) *json.RawMessage {
		m := json.RawMessage(text)
		return &m
	}
	for _, r := range []*jsonrpc2.Request{ // all wait before the server begins
		{Method: "initialize", ID: jsonrpc2.ID{Num: 1}, Params: raw("{}")},
		{Method: "textDocument/didOpen", Notif: true, Params: raw(`{"textDocument":{"uri":"untitled:x","text":"` + games + `"}}`)},
		{Method: "textDocument/hover", ID: jsonrpc2.ID{Num: 7}, Params: raw(`{"textDocument":{"uri":"untitled:x"},"position":{"line":3,"character":3}}`)},
	} {
		s.Handle(context.Background(), nil, r)
	}
	var out bytes.Buffer
	s.Serve(context.Background(), strings.NewReader(""), &out)
	answer, found := strings.Index(out.String(), `"id":7`), strings.Index(out.String(), "publishDiagnostics")
	if answer < 0 || found < answer {
		t.Errorf("the answer is at byte %d, the findings are at byte %d", answer, found)
	}
}

// replayed returns, from the replay of a text, the position after each turn, and the text that
// hovering over each action must show.
func replayed(t testing.TB, text string) (positions []string, hovers map[position]string) {
	t.Helper()
	told, err := verify.NewReader(verify.Options{Games: games.All, Keep: true, Narrate: true})
	if err != nil {
		t.Fatal(err)
	}
	hovers = map[position]string{}
	same := func(s string) string { return s }
	logtest.ReadAll(t, told, "x", text, func(ev *verify.Event) {
		if ev.Carried {
			positions = append(positions, ev.After.Position())
		}
		for i, w := range ev.Words {
			after := ev.After
			if i+1 < len(ev.Before) {
				after = ev.Before[i+1]
			}
			scene := after.Board().Scene(same)
			hovers[position{w.Span.Line - 1, w.Span.Start}] = "```\n" + scene.Text(draw.Move{}, nil, draw.TextOptions{}) + "\n" + scene.Legend(draw.TextOptions{}) + "\n```\n" + ev.Actions[i].Said + "\n"
		}
	})
	return positions, hovers
}

// TestCompletion: at every action of legal games, completion offers the action that was
// played, also with its roll typed, and nothing illegal; hover and inlay hints say what the
// replay says.
func TestCompletion(t *testing.T) {
	r, c := reader(t), start(t)
	for seed, v := range games.All.Library().Builtin() {
		uri, text := "untitled:"+v, played(t, r, v, uint64(seed), 12)
		if found := c.open(uri, text); len(found) > 0 {
			t.Fatal(found)
		}
		positions, hovers := replayed(t, text)
		if len(hovers) == 0 {
			t.Error("no actions")
		}
		lines := strings.SplitAfter(text, "\n")
		for p, want := range hovers {
			line := lines[p.Line]
			word, _, _ := strings.Cut(strings.TrimRight(line[p.Character:], "\n"), " ")
			for _, typed := range []int{0, 1} {
				var list struct {
					Items []struct {
						Label    string
						TextEdit textEdit
					}
				}
				if err := c.call("textDocument/completion", at(uri, position{p.Line, p.Character + typed}), &list); err != nil {
					t.Fatal(err)
				}
				offered := false
				for _, item := range list.Items {
					offered = offered || item.Label == word
					if typed > 0 {
						continue
					}
					before := strings.Join(lines[:p.Line], "") + line[:p.Character]
					for _, d := range verified(t, r, ".", before+item.TextEdit.NewText+"\n") {
						if d.Severity == 1 {
							t.Errorf("%s: %s is offered after %q: %v", v, item.Label, line[:p.Character], d)
						}
					}
				}
				if !offered {
					t.Errorf("%s: %s is not offered among %d", v, word, len(list.Items))
				}
			}
			var shown struct{ Contents struct{ Value string } }
			if err := c.call("textDocument/hover", at(uri, p), &shown); err != nil || !strings.HasPrefix(shown.Contents.Value, want) || !strings.Contains(shown.Contents.Value, "allowed by ") {
				t.Errorf("%s: hover on %s: %v (-replay +shown)\n%s", v, word, err, cmp.Diff(want, shown.Contents.Value))
			}
			var help struct {
				Signatures []struct {
					Label           string
					Parameters      []struct{ Label [2]int }
					ActiveParameter int
				}
			}
			if err := c.call("textDocument/signatureHelp", at(uri, position{p.Line, p.Character + len(word)}), &help); err != nil || len(help.Signatures) == 0 || help.Signatures[0].Label != word || len(help.Signatures[0].Parameters) == 0 {
				t.Errorf("%s: signature of %s: %v %v", v, word, err, help)
				continue
			}
			for active, p := range help.Signatures[0].Parameters {
				if p.Label[0] >= p.Label[1] || p.Label[1] > len(word) || active > 0 && p.Label[0] < help.Signatures[0].Parameters[active-1].Label[1] {
					t.Errorf("%s: parts of %s: %v", v, word, help.Signatures[0].Parameters)
				}
			}
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
	}
}

// TestSignature: the part of a word that is being typed is the active one.
func TestSignature(t *testing.T) {
	c := start(t)
	const uri, text = "untitled:x", "[Game \"trouble\"]\n[Players \"Red, Blue\"]\nstate 5 Red Red=re3,home,home,home Blue=home,home,home,home\n5. Red 2:re3-re5\n"
	c.open(uri, text)
	for typed, want := range map[int]string{1: "re3", 2: "re3", 4: "re3", 5: "-", 6: "re5", 9: "re5"} {
		var help struct {
			Signatures []struct {
				Label      string
				Parameters []struct{ Label [2]int }
			}
			ActiveParameter int
		}
		if err := c.call("textDocument/signatureHelp", at(uri, position{3, 7 + typed}), &help); err != nil || len(help.Signatures) == 0 {
			t.Fatal(typed, err)
		}
		first := help.Signatures[0]
		if part := first.Parameters[help.ActiveParameter].Label; first.Label[part[0]:part[1]] != want {
			t.Errorf("after %d characters of %s: %q, not %q", typed, first.Label, first.Label[part[0]:part[1]], want)
		}
	}
}

// TestCardHover: an action with a card is allowed by the same rules as without.
func TestCardHover(t *testing.T) {
	c := start(t)
	const uri = "untitled:x"
	for _, word := range []string{"6:br-", "6:br@A-"} {
		c.open(uri, "[Game \"trivial-pursuit\"]\n[Players \"Ann, Ben\"]\n1. Ann "+word+"\n")
		var shown struct{ Contents struct{ Value string } }
		if err := c.call("textDocument/hover", at(uri, position{2, 8}), &shown); err != nil || !strings.HasSuffix(shown.Contents.Value, "\nallowed by movement, question, headquarters-reentry\n") {
			t.Errorf("hover on %s: %v %q", word, err, shown.Contents.Value)
		}
	}
}

// TestHandleHover: a handle is described in every line that names the player.
func TestHandleHover(t *testing.T) {
	c := start(t)
	const uri, text = "untitled:x", "[Game \"trouble\"]\n[Players \"Red, Blue\"]\n\norder Red:6 Blue:1\nstate 1 Red Red=home,home,home,home Blue=home,home,home,home\n1. Red 3:pass\n2. Blue\nleave Blue\n"
	c.open(uri, text)
	for at, want := range map[position]string{
		{3, 7}: "Red", {3, 14}: "Blue", {4, 9}: "Red", {4, 12}: "Red", {4, 37}: "Blue", {5, 4}: "Red", {6, 5}: "Blue", {7, 8}: "Blue",
	} {
		var shown struct{ Contents struct{ Value string } }
		params := map[string]any{"textDocument": map[string]any{"uri": uri}, "position": at}
		if err := c.call("textDocument/hover", params, &shown); err != nil || !strings.HasPrefix(shown.Contents.Value, want+": ") {
			t.Errorf("hover at %v: %v %q, not %s", at, err, shown.Contents.Value, want)
		}
	}
}

// TestStructure: folds, symbols, lenses and tokens of a log with everything in it.
func TestStructure(t *testing.T) {
	c := start(t)
	const uri, text = "untitled:x", `[Game "trouble"]
[Players "Red, Green"]

order Red:6 Green:1
1. Red 6:home-re0
; He thinks.
1. Red 2:re0-re2
(
1. Red 3:re0-re3
)
2. Green 1:pass
leave Green ; alone
`
	c.open(uri, text)
	ask := func(method string, params, result any) {
		t.Helper()
		if err := c.call("textDocument/"+method, params, result); err != nil {
			t.Fatal(err)
		}
	}
	document := map[string]any{"textDocument": map[string]any{"uri": uri}}
	var folds []struct{ StartLine, EndLine int }
	ask("foldingRange", document, &folds)
	if diff := cmp.Diff([]struct{ StartLine, EndLine int }{{0, 11}, {0, 1}, {4, 6}, {7, 9}}, folds); diff != "" {
		t.Errorf("folds (-want +got):\n%s", diff)
	}
	var symbols []struct {
		Name     string
		Children []struct{ Name string }
	}
	ask("documentSymbol", document, &symbols)
	if len(symbols) != 1 || symbols[0].Name != "Game 1" || len(symbols[0].Children) != 4 || symbols[0].Children[3].Name != "2. Green" {
		t.Errorf("symbols %v", symbols)
	}
	var lenses []struct {
		Command struct {
			Title, Command string
			Arguments      []any
		}
	}
	ask("codeLens", document, &lenses)
	if len(lenses) != 3 || lenses[0].Command.Title != "legal, 2 turns" || lenses[1].Command.Command != "tpnote.step" {
		t.Fatalf("lenses %v", lenses)
	}
	judge := map[string]any{"command": lenses[2].Command.Command, "arguments": lenses[2].Command.Arguments}
	c.choose = "trouble-spec"
	if err := c.call("workspace/executeCommand", judge, nil); err != nil {
		t.Fatal(err)
	}
	c.mu.Lock()
	for len(c.shown) == 0 {
		c.heard.Wait()
	}
	if c.shown[0] != "game 1 by trouble-spec: legal" {
		t.Errorf("shown %q", c.shown)
	}
	c.mu.Unlock()
	for _, wrong := range []any{nil, map[string]any{"command": "x"}, map[string]any{"command": "tpnote.judge", "arguments": []any{uri, 9}}, map[string]any{"command": "tpnote.judge", "arguments": []any{uri, 1, "nonsense"}}} {
		if c.call("workspace/executeCommand", wrong, nil) == nil {
			t.Errorf("%v is carried out", wrong)
		}
	}
	var whole, part struct{ Data []int }
	ask("semanticTokens/full", document, &whole)
	var words []string
	line, column := 0, 0
	lines := strings.Split(text, "\n")
	for i := 0; i < len(whole.Data); i += 5 {
		if whole.Data[i] > 0 {
			line, column = line+whole.Data[i], 0
		}
		column += whole.Data[i+1]
		words = append(words, strings.ReplaceAll(lines[line][column:column+whole.Data[i+2]], " ", "_"))
	}
	if diff := cmp.Diff(strings.Fields(`Game "trouble" Players "Red,_Green" order Red Green 1. Red 6:home-re0 ;_He_thinks. 1. Red 2:re0-re2
		( 1. Red 3:re0-re3 ) 2. Green 1:pass leave Green ;_alone`), words); diff != "" {
		t.Errorf("tokens (-want +got):\n%s", diff)
	}
	document["range"] = textRange{position{4, 0}, position{6, 9}}
	ask("semanticTokens/range", document, &part)
	if len(part.Data) != 7*5 || part.Data[0] != 4 {
		t.Errorf("tokens of three lines: %v", part.Data)
	}
}

// TestOffers: what completion offers where no action stands, and what hovering over a handle
// says.
func TestOffers(t *testing.T) {
	c := start(t)
	const uri = "untitled:x"
	const text = "[Game \"trouble\"]\n[\n[Variant \"trouble-s\"]\n[Termination \"\"]\n[Result \"\"]\n[Players \"Red, Blue\"]\n1. Red 3:pass\n\n2. \n2. Blue 3:pass ; want no\n3. Red 3:bl1-bl4\n"
	c.open(uri, text)
	for _, tt := range []struct {
		at   position
		want []string
	}{
		{position{0, 9}, []string{"trouble", "trespass", "trivial-pursuit"}},
		{position{1, 1}, []string{"Variant", "Result", "Termination"}},
		{position{2, 17}, []string{"trouble-spec", "trouble-official"}},
		{position{3, 14}, []string{"resigned"}},
		{position{4, 9}, []string{"*", "Red", "Blue"}},
		{position{7, 0}, []string{"2. Blue ", "state 2 Blue Red=home,home,home,home Blue=home,home,home,home", "gap", "ruling"}},
		{position{8, 3}, []string{"Red", "Blue"}},
		{position{9, 24}, []string{"no-peg", "wrong-player"}},
	} {
		var list struct {
			Items []struct {
				Label    string
				TextEdit textEdit
			}
		}
		if err := c.call("textDocument/completion", at(uri, tt.at), &list); err != nil {
			t.Fatal(err)
		}
		for _, want := range tt.want {
			i := slices.IndexFunc(list.Items, func(i struct {
				Label    string
				TextEdit textEdit
			}) bool {
				return i.Label == want
			})
			if i < 0 {
				t.Errorf("at %v there is no %q: %v", tt.at, want, list.Items)
			} else if e := list.Items[i].TextEdit; e.NewText != want || e.Range.Start.Line != tt.at.Line || e.Range.Start.Character > tt.at.Character || e.Range.End.Character < tt.at.Character {
				t.Errorf("at %v: the edit for %q is %v", tt.at, want, e)
			}
		}
	}
	var shown struct{ Contents struct{ Value string } }
	if err := c.call("textDocument/hover", at(uri, position{6, 4}), &shown); err != nil || !strings.HasPrefix(shown.Contents.Value, "Red: ") {
		t.Errorf("hover on a handle: %v %q", err, shown.Contents.Value)
	}
	for only, want := range map[string]bool{"quickfix": true, "source.fixAll": false} {
		var actions []any
		params := map[string]any{"textDocument": map[string]any{"uri": uri}, "range": textRange{End: position{Line: 99}}, "context": map[string]any{"only": []string{only}}}
		if err := c.call("textDocument/codeAction", params, &actions); err != nil || (len(actions) > 0) != want {
			t.Errorf("%s: %v %d", only, err, len(actions))
		}
	}
}

// TestMemory: what is kept of a document goes with it.
func TestMemory(t *testing.T) {
	c := start(t)
	text := strings.Repeat(played(t, reader(t), "genus-iii", 1, 300)+"\n", 20)
	var before, after runtime.MemStats
	for round := range 12 {
		if round == 2 {
			runtime.GC()
			runtime.ReadMemStats(&before)
		}
		uri := fmt.Sprintf("untitled:%d", round)
		c.open(uri, text)
		c.notify("textDocument/didClose", at(uri, position{}))
		if err := c.call("textDocument/hover", at(uri, position{}), nil); err == nil {
			t.Error("a closed document is there")
		}
		c.mu.Lock()
		clear(c.last)
		c.mu.Unlock()
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 5*int64(len(text)) { // ten texts would be more, and what is kept of them far more
		t.Errorf("%d bytes more are in use after ten documents of %d", grown, len(text))
	}
}

// TestDefinition goes to the variant's line and the rule's clause.
func TestDefinition(t *testing.T) {
	c := start(t)
	const uri = "untitled:x"
	const text = "[Game \"trouble\"]\n[Variant \"trouble-spec\"]\n[Players \"Red, Green\"]\n\n1. Red 6:home-re0 2:re0-re3\n2. Green 1:pass\n"
	c.open(uri, text)
	for _, tt := range []struct {
		at   position
		want []string // the beginning of the line that each place is in
	}{
		{position{1, 12}, []string{"variant: trouble-spec"}},
		{position{4, 4}, []string{"[Players \"Red, Green\"]"}},
		{position{4, 8}, []string{"  enter-on: ", "| TS.4 |"}},
		{position{4, 20}, []string{"| TS.9 |", "| TS.11 |"}},
		{position{0, 3}, nil},
	} {
		var raw json.RawMessage
		if err := c.call("textDocument/definition", at(uri, tt.at), &raw); err != nil {
			t.Fatal(err)
		}
		type location struct {
			URI   string
			Range textRange
		}
		var all []location
		if bytes.HasPrefix(raw, []byte("{")) {
			all = make([]location, 1)
			if err := json.Unmarshal(raw, &all[0]); err != nil {
				t.Fatal(err)
			}
		} else if err := json.Unmarshal(raw, &all); err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, l := range all {
			there := text
			if path, kept := strings.CutPrefix(l.URI, "file://"); kept {
				read, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				there = string(read)
			}
			lines = append(lines, strings.Split(there, "\n")[l.Range.Start.Line])
		}
		for _, want := range tt.want {
			if !slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, want) }) {
				t.Errorf("at %v there is no %q: %q", tt.at, want, lines)
			}
		}
		if tt.want == nil && len(lines) > 0 {
			t.Errorf("at %v: %q", tt.at, lines)
		}
	}
	var described struct {
		Diagnostics []struct{ CodeDescription struct{ Href string } }
	}
	out := session(t, `{"jsonrpc":"2.0","id":7,"method":"initialize","params":`+capabilities+`}`,
		`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"untitled:x","version":1,"text":`+strconv.Quote(text)+`}}}`)
	_, message, _ := strings.Cut(out, `"method":"textDocument/publishDiagnostics","params":`)
	if err := json.NewDecoder(strings.NewReader(message)).Decode(&described); err != nil || len(described.Diagnostics) != 1 || !strings.Contains(described.Diagnostics[0].CodeDescription.Href, "/clauses/trouble-spec.md#L") {
		t.Errorf("%v: %s", err, out)
	}
}

// TestRename: renaming each player and back again changes nothing, and what is found in
// between is as much.
func TestRename(t *testing.T) {
	r, c := reader(t), start(t)
	renamed := 0
	for _, d := range some(t) {
		if strings.HasSuffix(d.uri, "/trouble/unknown.log") {
			continue // it allows thousands of positions, and each rename judges all of them again
		}
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
				continue // no player has this handle, or the board names the players
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
	if renamed < 30 {
		t.Errorf("%d players renamed", renamed)
	}
}

// TestFormatting: formatting is fmt, and of a range it is fmt there and nothing elsewhere.
func TestFormatting(t *testing.T) {
	r, c := reader(t), start(t)
	for i, d := range some(t) {
		text := strings.ReplaceAll(d.text, " ", []string{" ", "  ", "\t"}[i%3])
		c.open(d.uri, text)
		lines := strings.Count(text, "\n")
		for method, some := range map[string]textRange{
			"formatting": {}, "rangeFormatting": {position{lines / 3, 2}, position{lines / 2, 1 << 20}},
		} {
			var want strings.Builder
			begin := 0
			if err := r.Format(notation.Whole(strings.NewReader(text)), d.dir, func(piece, form []byte) error {
				end := begin + len(piece)
				if method == "formatting" || begin <= offsetOf(text, some.End) && offsetOf(text, some.Start) <= end {
					want.Write(form)
				} else {
					want.Write(piece)
				}
				begin = end
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			var edits []textEdit
			if err := c.call("textDocument/"+method, map[string]any{"textDocument": map[string]any{"uri": d.uri}, "range": some}, &edits); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want.String(), apply(text, edits)); diff != "" {
				t.Errorf("%s: %s (-fmt +editor):\n%s", d.uri, method, diff)
			}
		}
	}
}

// slipped is a text with a slip in it: a die, a space, a player or a number that is another.
func slipped(chance *rand.Rand, text string) string {
	lines := strings.SplitAfter(text, "\n")
	var turns []int
	for n, line := range lines {
		if _, ok := notation.ParseLine(strings.TrimRight(line, "\n"), n+1).Node.(*notation.Turn); ok {
			turns = append(turns, n)
		}
	}
	n := turns[chance.IntN(len(turns))]
	line := []byte(lines[n])
	switch chance.IntN(4) {
	case 0: // a mark more or less
		line = append(bytes.TrimRight(line, "+-#*\n"), []string{"\n", "+\n", "#\n"}[chance.IntN(3)]...)
	case 1: // the line is missing
		line = nil
	default: // another digit
		for range 20 {
			if i := chance.IntN(len(line)); line[i] >= '1' && line[i] <= '9' {
				line[i] = byte('1' + chance.IntN(6))
				break
			}
		}
	}
	lines[n] = string(line)
	return strings.Join(lines, "")
}

// TestFixes: a quick fix removes what it is for. Every fourth is tried.
func TestFixes(t *testing.T) {
	c := start(t)
	fixes := map[string]int{} // by the first word of the title
	chance := rand.New(rand.NewPCG(5, 6))
	for i, d := range documents(t) {
		if i%3 != 1 { // TestDiagnostics has others
			continue
		}
		text := d.text
		if strings.HasPrefix(d.uri, "untitled:") {
			text = slipped(chance, text)
		}
		if i%4 == 1 {
			text = strings.ReplaceAll(text, "\n", "\r\n")
		}
		if i%5 > 0 { // a game that wants its findings is not read otherwise
			text = strings.ReplaceAll(text, "; want ", "; shows ")
		}
		found := c.open(d.uri, text)
		var actions []struct {
			Title       string
			Diagnostics []diagnostic
			Edit        struct{ Changes map[string][]textEdit }
		}
		params := map[string]any{"textDocument": map[string]any{"uri": d.uri}, "range": textRange{End: position{Line: 1 << 20}}, "context": map[string]any{"diagnostics": found}}
		if err := c.call("textDocument/codeAction", params, &actions); err != nil {
			t.Fatal(err)
		}
		for n, a := range actions {
			kind, _, _ := strings.Cut(a.Title, " ")
			if strings.Contains(a.Title, "left out") {
				kind = "a turn left out"
			}
			if fixes[kind]++; n%8 > 0 {
				continue
			}
			now := c.change(d.uri, map[string]any{"text": apply(text, a.Edit.Changes[d.uri])})
			if slices.ContainsFunc(now, func(n diagnostic) bool { return cmp.Equal(n, a.Diagnostics[0]) }) {
				t.Errorf("%s: %q leaves %v", d.uri, a.Title, a.Diagnostics[0])
			}
		}
		if len(actions) > 0 {
			if diff := cmp.Diff(found, c.change(d.uri, map[string]any{"text": text})); diff != "" {
				t.Error(diff)
			}
		}
	}
	for _, kind := range []string{"read", "a turn left out", "write", "let", "insert", "number"} {
		if fixes[kind] < 2 {
			t.Errorf("%d fixes that begin with %q: %v", fixes[kind], kind, fixes)
		}
	}
}

// TestProtocol checks the answers to odd messages by the protocol.
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
	for _, text := range []string{"[Game \"\r", "no log at all\n\x00\n"} { // the editor has a line after a CR, and the log has none
		c.open("untitled:x", text)
		for _, p := range []position{{-1, -1}, {0, 1 << 30}, {1 << 30, 0}, {1, 0}, {2, 2}} {
			for _, method := range []string{"completion", "hover", "signatureHelp", "definition", "prepareRename"} {
				if err := c.call("textDocument/"+method, at("untitled:x", p), nil); err != nil {
					t.Errorf("%s at %v: %v", method, p, err)
				}
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
	s := server(t)
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

// TestHeaders: lines that are no headers are skipped.
func TestHeaders(t *testing.T) {
	const message = `{"jsonrpc":"2.0","id":7,"method":"initialize","params":{}}`
	in := fmt.Sprintf(" \r\nnonsense\r\n\r\ncontent-length: %d\r\nmore nonsense\r\n\r\n%s", len(message), message)
	var out bytes.Buffer
	server(t).Serve(context.Background(), strings.NewReader(in), &out)
	if !strings.Contains(out.String(), `"capabilities"`) {
		t.Errorf("the answer is %q", out.String())
	}
}

// TestCancelled: a request that is cancelled while it waits is not carried out.
func TestCancelled(t *testing.T) {
	s := server(t)
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
	if found := c.open(uri, text); len(found) != 1 || found[0].Code != "" || !strings.Contains(found[0].Message, "tpnote verify judges it") {
		t.Errorf("found %v", found)
	}
	for _, method := range []string{"completion", "hover", "definition", "formatting", "inlayHint", "foldingRange", "documentSymbol", "codeLens", "codeAction", "prepareRename", "semanticTokens/full"} {
		params := at(uri, position{1 << 20, 3})
		params["range"] = textRange{End: position{Line: 1 << 30}}
		var answer any
		if err := c.call("textDocument/"+method, params, &answer); err != nil {
			t.Errorf("%s: %v", method, err)
		}
		if method == "hover" && answer != nil {
			t.Errorf("hover: %v", answer)
		}
	}
	found := c.change(uri, map[string]any{"range": textRange{position{Line: 1}, position{Line: 1 << 30}}, "text": ""})
	if diff := cmp.Diff(verified(t, reader(t), ".", wrong), found); diff != "" {
		t.Errorf("when it is small again (-verify +published):\n%s", diff)
	}
}

// TestVariantFiles checks that variant files have the faults that variants check reports, and that
// their rule points are completed and explained.
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
		_, err = games.All.Library().Parse(path, text, games.All.Playable)
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
	const good = "variant: mine\nextends: genus-iii\nrules:\n  hub-entry: at-least\n"
	var none []any
	if err := c.call("textDocument/codeLens", at(uri, position{}), &none); err != nil || len(none) > 0 {
		t.Errorf("lenses of a file with faults: %v %v", err, none)
	}
	if found := c.change(uri, map[string]any{"text": good}); len(found) > 0 {
		t.Errorf("found %v", found)
	}
	for at, want := range map[position][]string{
		{3, 4}:  {"**hub-entry** decides", "genus-iii has exact", "G3."},
		{3, 14}: {"hub-entry = at-least (house rule, ", "G3."},
		{1, 3}:  {"genus-iii: ", "genus-iii requires the exact count"},
	} {
		var shown struct{ Contents struct{ Value string } }
		params := map[string]any{"textDocument": map[string]any{"uri": uri}, "position": at}
		if err := c.call("textDocument/hover", params, &shown); err != nil {
			t.Fatal(err)
		}
		for _, text := range want {
			if !strings.Contains(shown.Contents.Value, text) {
				t.Errorf("at %v there is no %q: %s", at, text, shown.Contents.Value)
			}
		}
	}
	var lenses []struct{ Command struct{ Title string } }
	if err := c.call("textDocument/codeLens", at(uri, position{}), &lenses); err != nil || len(lenses) != 1 || lenses[0].Command.Title != "differs from genus-iii in hub-entry" {
		t.Errorf("lenses %v %v", err, lenses)
	}
	type location struct {
		URI   string
		Range textRange
	}
	var parent location
	var places []location
	if err := c.call("textDocument/definition", at(uri, position{1, 12}), &parent); err != nil || !strings.HasSuffix(parent.URI, "genus-iii.yaml") {
		t.Errorf("the parent is %v %v", err, parent)
	}
	if err := c.call("textDocument/definition", at(uri, position{3, 4}), &places); err != nil || len(places) < 2 || places[0].URI != parent.URI || !strings.HasSuffix(places[1].URI, "genus-iii-1994.md") {
		t.Errorf("the rule point is %v %v", err, places)
	}
	kept, err := os.ReadFile(strings.TrimPrefix(parent.URI, "file://"))
	if err != nil {
		t.Fatal(err)
	}
	if found := c.open(parent.URI, string(kept)); len(found) > 0 {
		t.Errorf("a built-in variant has %v", found)
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
