package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/sourcegraph/jsonrpc2"

	"tpnote/notation"
	"tpnote/rules/variant"
	"tpnote/spec"
	"tpnote/verify"
	"tpnote/verify/explain"
)

// builtIn is the prefix of an origin's file that is in the program.
const builtIn = "built-in "

// origin is the place that a value of a variant was written at; nil if no file has it.
func (s *Server) origin(v *variant.Variant, o variant.Origin) *location {
	path := o.File
	if name, builtin := strings.CutPrefix(path, builtIn); builtin {
		text, err := fs.ReadFile(v.Family.Files, name)
		if err != nil {
			return nil
		}
		if path, err = s.keep(name, text); err != nil {
			return nil
		}
	} else if o.Line == 0 {
		return nil // a flag, or a default
	}
	start := position{max(0, o.Line-1), max(0, o.Column-1)}
	return &location{uriOf(path), textRange{start, start}}
}

// clause is the place of a clause in the specification; nil if it is not there.
func (s *Server) clause(id string) *location {
	c, known := spec.Find(id)
	if at := s.clauses[id]; at != nil || !known {
		return at
	}
	page := "clauses/" + c.Rulebook + ".md"
	text := spec.Page(page)
	path, err := s.keep(page, []byte(text))
	if err != nil {
		return nil
	}
	before, _, _ := strings.Cut(text, "\n| "+id+" |")
	start := position{strings.Count(before, "\n") + 1, 0}
	s.clauses[id] = &location{uriOf(path), textRange{start, start}}
	return s.clauses[id]
}

// sources adds the places that a rule of a game comes from: the place where its value is set, and the clauses.
func (s *Server) sources(all []location, v *variant.Variant, rule string, cites []string) []location {
	add := func(at *location) {
		if at != nil {
			all = variant.Union(all, *at)
		}
	}
	if v != nil && v.Has(rule) {
		add(s.origin(v, v.Setting(rule).Origin))
	}
	for _, id := range cites {
		add(s.clause(id))
	}
	return all
}

// definition goes from a place of a log to a variant's file, the sources of a finding or an action, or the Players.
func (s *Server) definition(d *document, p *documentParams) (any, error) {
	g := d.draft.GameAt(p.line)
	end := g.End()
	if end == nil {
		return nil, nil
	}
	v := end.Variant()
	if tag, ok := d.draft.Parsed(p.line).Node.(*notation.Tag); ok && tag.Name.Text == "Variant" && v != nil {
		return s.origin(v, v.Origin), nil
	}
	var all []location
	for i := range g.Summary().Findings {
		if f := &g.Summary().Findings[i]; f.Span.Line == p.line+1 && touches(f.Span, p.at) {
			cites := f.Cites
			if cites == nil && f.Rule != "" && v != nil {
				cites = explain.RuleOf(end, f.Rule).Cites
			}
			all = s.sources(all, v, f.Rule, cites)
		}
	}
	if len(all) > 0 {
		return all, nil
	}
	if tag := g.Tag("Players"); tag != nil && d.handle(p) != nil {
		return location{d.uri, d.span(tag.Value.Span)}, nil
	}
	ev, _ := d.draft.Event(p.line)
	if i := actionAt(&ev, p.at); i >= 0 {
		for _, name := range explain.Allowing(ev.Before[i], ev.Actions[i]) {
			rule := explain.RuleOf(ev.Before[i], name)
			all = s.sources(all, v, rule.Name, rule.Cites)
		}
	}
	return all, nil
}

// The commands of code lenses. Judging is the server's; stepping needs a terminal, which is
// the editor's, and is offered to those alone that say they have it.
const (
	commandJudge = "tpnote.judge"
	commandStep  = "tpnote.step"
)

// lens is a code lens. Without a command it is read, and not pressed.
func lens(at textRange, title, command string, arguments []any) any {
	return map[string]any{"range": at, "command": map[string]any{"title": title, "command": command, "arguments": arguments}}
}

func (s *Server) lenses(d *document, _ *documentParams) (any, error) {
	lenses := []any{}
	for _, game := range d.draft.Games() {
		g := game.Summary()
		title := fmt.Sprintf("%s, %d turns", g.Verdict(), g.Turns)
		if g.Finished {
			title += ", result " + g.Result
		}
		at, arguments := d.whole(g.Line-1), []any{d.uri, g.Number}
		lenses = append(lenses, lens(at, title, "", arguments))
		if slices.Contains(s.commands, commandStep) {
			lenses = append(lenses, lens(at, "step", commandStep, arguments))
		}
		if g.Variant() != nil {
			lenses = append(lenses, lens(at, "judge by another variant", commandJudge, arguments))
		}
	}
	return lenses, nil
}

// execute carries out a command: it judges a game of a document by another variant, says what
// comes of it, and returns that too. Without a variant it asks for one.
func (s *Server) execute(r *jsonrpc2.Request) (any, error) {
	var uri, name string
	var number int
	params := struct {
		Command   string
		Arguments []any
	}{Arguments: []any{&uri, &number, &name}}
	wrong := fault(jsonrpc2.CodeInvalidParams, commandJudge+" takes a document, the number of a game in it, and a variant")
	if r.Params == nil || json.Unmarshal(*r.Params, &params) != nil || params.Command != commandJudge || len(params.Arguments) > 3 {
		return nil, wrong
	}
	d := s.open[uri]
	if d == nil || len(params.Arguments) < 2 || number < 1 || number > len(d.draft.Games()) {
		return nil, wrong
	}
	g := d.draft.Games()[number-1]
	switch v := g.Summary().Variant(); {
	case v == nil:
		return nil, wrong
	case name == "":
		return nil, s.ask(uri, number, v)
	}
	reader, err := verify.NewReader(verify.Options{Games: s.games, Variant: name})
	if err != nil {
		return nil, failure(err.Error())
	}
	sum, err := reader.Judge(d.path, d.dir(), g.Block(), nil)
	if err != nil {
		return nil, failure(err.Error())
	}
	said := fmt.Sprintf("game %d by %s: %s", number, name, sum.Verdict())
	if f := verify.FirstError(sum.Findings); f != nil {
		said += fmt.Sprintf("; line %d: %s", f.Span.Line, f.Message)
	}
	_ = s.conn.Notify(context.Background(), "window/showMessage", map[string]any{"type": 3, "message": said}) // the editor may have hung up
	return said, nil
}

// ask lets the editor ask by which variant a game is to be judged. The answer is the command with that variant.
func (s *Server) ask(uri string, number int, by *variant.Variant) error {
	var choices []map[string]string
	for _, v := range s.library.Variants(by.Game) {
		if v.Name != by.Name {
			choices = append(choices, map[string]string{"title": v.Name})
		}
	}
	if len(choices) == 0 {
		return failure("no other variant of " + by.Game + " is built in")
	}
	go func() {
		var choice struct{ Title string }
		question := map[string]any{"type": 3, "message": fmt.Sprintf("judge game %d by", number), "actions": choices}
		judge := &jsonrpc2.Request{Method: "workspace/executeCommand", Notif: true}
		if s.conn.Call(context.Background(), "window/showMessageRequest", question, &choice) == nil && choice.Title != "" &&
			judge.SetParams(map[string]any{"command": commandJudge, "arguments": []any{uri, number, choice.Title}}) == nil {
			s.Handle(context.Background(), nil, judge)
		}
	}()
	return nil
}
