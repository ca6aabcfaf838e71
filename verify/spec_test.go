package verify_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
	"tpnote/rules/variant"
	"tpnote/spec"
	"tpnote/verify"
	"tpnote/verify/explain"
	"tpnote/verify/games"
	"tpnote/verify/internal/logtest"
)

// This file holds the specification against the program: clauses, rule points, codes and
// the names of rules, each with what enforces it and with logs that show it.

// TestClausesAreEnforced holds that a clause names what there is: rule points of its own
// games, codes, rules; and that a reason is given where it names nothing.
func TestClausesAreEnforced(t *testing.T) {
	index := explain.NewIndex(games.All)
	family := map[string]string{}
	for _, v := range logtest.Library().Variants("") {
		family[v.Rulebook] = v.Family.Name
	}
	for _, c := range spec.Clauses() {
		if family[c.Rulebook] == "" {
			t.Errorf("%s: no variant plays by %s", c.ID, c.Rulebook)
		}
		if (len(c.Enforced) == 0) == (c.Unchecked == "") {
			t.Errorf("%s is enforced by %q, and unchecked for %q", c.ID, c.Enforced, c.Unchecked)
		}
		for _, name := range c.Enforced {
			if code, _, situation := strings.Cut(name, "/"); situation {
				name = code // TestCitations knows the situations
			}
			topic, _ := index.Explain(name)
			own := slices.ContainsFunc(topic.Points, func(p explain.PointTopic) bool { return p.Family == family[c.Rulebook] })
			if topic.Code == nil && topic.Raises == nil && !own {
				t.Errorf("%s is enforced by %q, which is no rule point of %s, no code and no rule", c.ID, name, family[c.Rulebook])
			}
		}
	}
}

// TestMovementHasClauses checks that every rulebook has a clause on how to move.
func TestMovementHasClauses(t *testing.T) {
	index := explain.NewIndex(games.All)
	topic, _ := index.Explain("movement")
	for _, v := range logtest.Library().Variants("") {
		if !slices.ContainsFunc(topic.RestsOn, func(c spec.Clause) bool { return c.Rulebook == v.Rulebook }) {
			t.Errorf("no clause of %s is about movement", v.Rulebook)
		}
		if len(spec.Enforcing(v.Rulebook, "movement")) > 2 {
			t.Errorf("%s: many clauses are the one to quote for movement: %q", v.Rulebook, spec.Enforcing(v.Rulebook, "movement"))
		}
	}
}

// TestValuesStandOnClauses holds that every value of a built-in variant has a standing, and
// cites clauses of its own rulebook in whose rows it stands. One value alone is a house
// rule.
func TestValuesStandOnClauses(t *testing.T) {
	for _, v := range logtest.Library().Variants("") {
		for i, s := range v.Settings {
			if s.Origin == variant.OffByDefault {
				continue // a house rule that no rulebook knows
			}
			point := v.Family.Points[i].Name
			if v.Name == "master-1981-open-hub" && point == "hub-entry" {
				if s.Standing != variant.House {
					t.Errorf("%s: %s is %s, and not a house rule", v.Name, point, s.Standing)
				}
				continue
			}
			if s.Standing == variant.House || len(s.Cites) == 0 {
				t.Errorf("%s: %s is %s, and cites %v", v.Name, point, s.Standing, s.Cites)
			}
			if s.Standing != variant.Stated && s.Note == "" {
				t.Errorf("%s: %s is %s, and no note says why", v.Name, point, s.Standing)
			}
			for _, id := range s.Cites {
				c, ok := spec.Find(id)
				if !ok || c.Rulebook != v.Rulebook || !slices.Contains(c.Enforced, point) {
					t.Errorf("%s: %s cites %s, a clause of %q that is enforced by %q", v.Name, point, id, c.Rulebook, c.Enforced)
				}
			}
		}
	}
}

var clauseID = regexp.MustCompile(`\b[A-Z][A-Z0-9]+\.\d+\b`)

// TestPagesGiveTheVariants holds the tables under the rule points against the variant
// files: value, standing and clauses. A variant without a row has that of its parent.
func TestPagesGiveTheVariants(t *testing.T) {
	for _, v := range logtest.Library().Variants("") {
		text := spec.Page(v.Family.Name + ".md")
		for i, s := range v.Settings {
			if s.Origin == variant.OffByDefault {
				continue // off in all of them: there is nothing to put in a table
			}
			point := v.Family.Points[i].Name
			_, section, _ := strings.Cut(string(text), "\n### `"+point+"`\n")
			section, _, _ = strings.Cut(section, "\n#")
			row := rowOf(section, append([]string{v.Name}, v.Parents...))
			if row == nil {
				t.Errorf("%s: no row in the table of %s", v.Name, point)
				continue
			}
			standing, _, _ := strings.Cut(row[2], ":")
			ids := clauseID.FindAllString(row[3], -1)
			cites := slices.Sorted(slices.Values(s.Cites))
			slices.Sort(ids)
			if row[1] != s.Value.String() || standing != string(s.Standing) || !slices.Equal(ids, cites) {
				t.Errorf("%s: %s is %s, %s, %v; the page says %s, %s, %v", v.Name, point, s.Value, s.Standing, cites, row[1], standing, ids)
			}
		}
	}
}

// rowOf is the row of the first of these variants that a table has, without backquotes.
func rowOf(section string, variants []string) []string {
	for _, name := range variants {
		for line := range strings.Lines(section) {
			cells := strings.Split(strings.Trim(strings.TrimSpace(strings.ReplaceAll(line, "`", "")), "|"), "|")
			for i := range cells {
				cells[i] = strings.TrimSpace(cells[i])
			}
			if len(cells) == 4 && cells[0] == name {
				return cells
			}
		}
	}
	return nil
}

// raising are the functions that report, and where their code stands among the arguments.
var raising = map[string]int{"Error": 0, "Malformed": 0, "Warning": 0, "Refuse": 0, "fail": 0, "sayTag": 2}

// passedOn are codes that come from somewhere else that is looked at.
var passedOn = []string{"code", "e.Code", "info.Code"}

// sources parses the files of the program that the patterns match.
func sources(t *testing.T, patterns ...string) map[string]*ast.File {
	t.Helper()
	trees := map[string]*ast.File{}
	for _, pattern := range patterns {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) < 3 {
			t.Fatalf("%s: %v %v", pattern, found, err)
		}
		for _, file := range found {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			if trees[file], err = parser.ParseFile(token.NewFileSet(), file, nil, 0); err != nil {
				t.Fatal(err)
			}
		}
	}
	return trees
}

// text is a string literal's value; ok is false for any other expression.
func text(e ast.Expr) (value string, ok bool) {
	literal, ok := e.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return "", false
	}
	value, err := strconv.Unquote(literal.Value)
	return value, err == nil
}

// codeNames are the constants of codes, by their names.
func codeNames(t *testing.T) map[string]string {
	t.Helper()
	tree, err := parser.ParseFile(token.NewFileSet(), "finding.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{}
	ast.Inspect(tree, func(n ast.Node) bool {
		if v, ok := n.(*ast.ValueSpec); ok && dotted(v.Type) == "Code" {
			names[v.Names[0].Name], _ = text(v.Values[0])
		}
		return true
	})
	return names
}

// raised lists the codes that the sources raise: the arguments of what reports, the codes
// of findings made by hand, and the engines' tables of reasons.
func raised(t *testing.T) []string {
	t.Helper()
	var codes []string
	constants := codeNames(t)
	// named is the code that an expression gives as a literal or a constant.
	named := func(e ast.Expr) (string, bool) {
		if literal, ok := text(e); ok {
			return literal, true
		}
		constant, ok := constants[strings.TrimPrefix(dotted(e), "verify.")]
		return constant, ok
	}
	for file, tree := range sources(t, "*.go", "games/*/*.go", "../notation/*.go", "../cmd/*.go", "../rules/*/check.go") {
		code := func(e ast.Expr) {
			if call, ok := e.(*ast.CallExpr); ok && strings.TrimPrefix(dotted(call.Fun), "verify.") == "Code" {
				e = call.Args[0]
			}
			if name, ok := named(e); ok {
				codes = append(codes, name)
			} else if !slices.Contains(passedOn, dotted(e)) {
				t.Errorf("%s: a code from %s", file, dotted(e))
			}
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				name := dotted(n.Fun)
				at, ok := raising[name[strings.LastIndex(name, ".")+1:]]
				if ok && name != "http.Error" && len(n.Args) > 2 { // else it is the text of an error
					code(n.Args[at])
				}
			case *ast.CompositeLit:
				name := dotted(n.Type)
				if name != "Finding" && name != "verify.Finding" && name != "" {
					return true // of something else, but what an array is made of has no name
				}
				for _, e := range n.Elts {
					if pair, ok := e.(*ast.KeyValueExpr); ok && dotted(pair.Key) == "Code" {
						code(pair.Value)
					}
				}
			case *ast.AssignStmt:
				for i, left := range n.Lhs {
					if dotted(left) == "code" && i < len(n.Rhs) {
						if name, ok := named(n.Rhs[i]); ok {
							codes = append(codes, name)
						}
					}
				}
			}
			return true
		})
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// dotted is an expression such as e.Code, and "" for any that is not made of names.
func dotted(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return dotted(e.X) + "." + e.Sel.Name
	}
	return ""
}

// unshown makes the logs that no page can show, by the code that they raise. The code
// duplicate takes a flag: testdata/script/verify.txtar has it. Readings raise help-withdrawn, and their tests have it.
var unshown = map[string]func() string{
	"encoding":      func() string { return logtest.Head + "1. Ann 3:bl3- ; \xff\n" },
	"line-too-long": func() string { return logtest.Head + "1. Ann 3:bl3- ; " + strings.Repeat("x", notation.MaxLine) + "\n" },
	"game-too-long": func() string {
		return logtest.Head + strings.Repeat("; "+strings.Repeat("x", 1<<12)+"\n", notation.MaxGame>>12)
	},
	"duplicate":      nil,
	"help-withdrawn": nil,
}

// TestEveryCode holds that the table of codes lists just what can be raised, and that every
// code has a log that keeps it and one that raises it. That the logs do what they say,
// TestSpecExamples holds.
func TestEveryCode(t *testing.T) {
	index := explain.NewIndex(games.All)
	var listed []string
	for _, c := range spec.Codes() {
		listed = append(listed, c.Name)
	}
	slices.Sort(listed)
	if diff := cmp.Diff(raised(t), listed); diff != "" {
		t.Errorf("codes (-raised +listed in spec/interface.md):\n%s", diff)
	}
	for _, code := range listed {
		topic, _ := index.Explain(code)
		kept, broken, excused := false, false, false
		for _, s := range topic.Sections {
			kept = kept || len(s.Logs(false)) > 0 && !wants(s.Logs(false), code)
			broken = broken || wants(s.Logs(true), code)
			excused = excused || paragraph(s, "Not shown: ") != ""
		}
		log, ours := unshown[code]
		if excused != ours || !excused && !(kept && broken) {
			t.Errorf("%s: a log that keeps it: %v; one that raises it: %v; not shown: %v", code, kept, broken, excused)
		}
		if log != nil && !slices.ContainsFunc(found(logtest.Replay(t, verify.Options{}, "x.log", log())), func(f string) bool { return strings.HasSuffix(f, ": "+code) }) {
			t.Errorf("%s: its log does not raise it", code)
		}
	}
}

// TestEveryGameShowsItsCodes holds that each code and each rule without alternatives has, in
// every game that has it, a log that keeps it and one that breaks it.
func TestEveryGameShowsItsCodes(t *testing.T) {
	all := explain.NewIndex(games.All)
	for _, family := range games.All.Families() {
		for _, game := range family.Games {
			index, err := all.In(game.Name)
			if err != nil {
				t.Fatal(err)
			}
			shown := 0
			for _, name := range index.Topics() {
				topic, _ := index.Explain(name)
				if _, excused := unshown[name]; excused || topic.Code == nil && topic.Raises == nil || notIn[name] == game.Name {
					continue
				}
				shown++
				kept, broken := false, false
				for _, s := range topic.Sections {
					if games := explain.Games(s); len(games) > 0 && !slices.Equal(games, []string{game.Name}) {
						t.Errorf("%s: %s shows logs of %v", game.Name, name, games)
					}
					kept = kept || len(s.Logs(false)) > 0
					broken = broken || topic.Code == nil && len(s.Logs(true)) > 0 || wants(s.Logs(true), name)
				}
				if !kept || !broken {
					t.Errorf("%s: %s has a log that keeps it: %v; one that breaks it: %v", game.Name, name, kept, broken)
				}
			}
			if shown < 40 {
				t.Errorf("%s has %d codes and rules", game.Name, shown)
			}
		}
	}
}

// notIn has the codes that no log of one game can raise: a turn of Trespass is one move.
var notIn = map[string]string{"turn-unfinished": "trespass"}

// wants reports whether any line of some logs wants a code.
func wants(logs []string, code string) bool {
	return slices.ContainsFunc(logs, func(log string) bool {
		return slices.ContainsFunc(wanted(log), func(w string) bool { return strings.HasSuffix(w, ": "+code) })
	})
}

// TestEveryNameIsExplained holds that whatever can be asked for has something to say: the
// names that there are, those that pages explain, and the rules that findings name.
func TestEveryNameIsExplained(t *testing.T) {
	index := explain.NewIndex(games.All)
	for _, name := range index.Topics() {
		topic, _ := index.Explain(name)
		switch {
		case topic.Clause != nil || topic.Variant != nil || len(topic.Words) > 0:
		case topic.Code != nil && topic.Code.Text == "":
			t.Errorf("the code %s has no meaning", name)
		case len(topic.Sections) == 0:
			t.Errorf("%s has no section in the specification", name)
		}
	}
	for _, s := range spec.AllSections() {
		if topic, meant := index.Explain(s.Name); topic.Name == "" {
			t.Errorf("%s explains %s, which nothing is called; %s?", s.Page, s.Name, meant)
		}
	}
	for _, e := range spec.Examples() {
		for _, g := range logtest.Replay(t, verify.Options{}, e.Page, e.Log) {
			for _, f := range g.Findings {
				if topic, _ := index.Explain(f.Rule); f.Rule != "" && topic.Points == nil && topic.Raises == nil && topic.Code == nil {
					t.Errorf("%s:%d: a finding names the rule %s, which no page explains", e.Page, e.Line, f.Rule)
				}
			}
		}
	}
	if _, meant := index.Explain("hub-enrty"); meant != "hub-entry" {
		t.Errorf("hub-enrty is taken for %q", meant)
	}
}

// TestBracketedWordsAreExplained holds that a word in brackets after a message, which is the code
// of a finding, of a note or of a failed test, can be asked for.
func TestBracketedWordsAreExplained(t *testing.T) {
	index := explain.NewIndex(games.All)
	asked := 0
	for file, tree := range sources(t, "*.go", "*/*.go", "games/*/*.go", "../cmd/*.go") {
		ast.Inspect(tree, func(n ast.Node) bool {
			if pair, ok := n.(*ast.KeyValueExpr); ok && dotted(pair.Key) == "Code" {
				if code, ok := text(pair.Value); ok && bracketed.MatchString(code) {
					asked++
					if topic, _ := index.Explain(code); topic.Name == "" {
						t.Errorf("%s: [%s] is not explained", file, code)
					}
				}
			}
			return true
		})
	}
	if asked < 3 {
		t.Errorf("%d words in brackets", asked)
	}
}

// bracketed is a code; pictures have a Code too, which is a sign.
var bracketed = regexp.MustCompile(`^[a-z]{2}[a-z-]*$`)

// TestNotationPage holds the tables of tags and directives against those that are read.
func TestNotationPage(t *testing.T) {
	var tags []string
	for _, tree := range sources(t, "*.go") {
		ast.Inspect(tree, func(n ast.Node) bool {
			var name ast.Expr
			switch n := n.(type) {
			case *ast.CallExpr:
				if at := dotted(n.Fun); (strings.HasSuffix(at, ".value") || strings.HasSuffix(at, ".given")) && len(n.Args) == 1 {
					name = n.Args[0]
				}
			case *ast.IndexExpr:
				if strings.HasSuffix(dotted(n.X), ".tags") {
					name = n.Index
				}
			}
			if literal, ok := text(name); ok {
				tags = append(tags, literal)
			}
			return true
		})
	}
	slices.Sort(tags)
	directives := slices.Sorted(slices.Values(games.All.Keywords()))
	page := spec.Page("notation.md")
	for heading, want := range map[string][]string{"## 3. Tags": slices.Compact(tags), "## 7. Directives": directives} {
		_, section, _ := strings.Cut(page, heading+"\n")
		section, _, _ = strings.Cut(section, "\n## ")
		var got []string
		for line := range strings.Lines(section) {
			cells := strings.Split(line, "|")
			if len(cells) != 4 {
				continue
			}
			for i, piece := range strings.Split(cells[1], "`") {
				if i%2 == 1 {
					name, _, _ := strings.Cut(piece, " ")
					got = append(got, name)
				}
			}
		}
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-program +page):\n%s", heading, diff)
		}
	}
}
