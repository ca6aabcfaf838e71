package spec

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// signs matches a text of the signs between the parts of action words, and their marks.
var signs = regexp.MustCompile(`^[-:^x@/+*#?]+$`)

// surgeons are the functions of strings and bytes that cut a text.
var surgeons = regexp.MustCompile(`^(Cut|CutPrefix|CutSuffix|Split.*|Index.*|LastIndex.*|Trim|TrimLeft|TrimRight|TrimPrefix|TrimSuffix|Contains.*|HasPrefix|HasSuffix|Count)$`)

// TestWordsAreParts checks that only notation cuts action words, and builds them from strings: other
// rooms ask for the parts of a word. A function that cuts other texts at the same signs is in otherTexts.
func TestWordsAreParts(t *testing.T) {
	used := map[string]bool{}
	err := filepath.WalkDir("..", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := filepath.ToSlash(strings.TrimPrefix(file, ".."+string(filepath.Separator)))
		if d.IsDir() && slices.Contains(withoutWords, name) {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		files := token.NewFileSet()
		tree, err := parser.ParseFile(files, file, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range tree.Decls {
			for _, at := range surgery(decl) {
				f, _ := decl.(*ast.FuncDecl)
				key := name
				if f != nil {
					key = name + " " + f.Name.Name
				}
				used[key] = true
				if _, other := otherTexts[key]; !other {
					t.Errorf("%s: %s: a word is cut or built here; ask for its parts", files.Position(at), key)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for key := range otherTexts {
		if !used[key] {
			t.Errorf("%s cuts no text: take it from the list", key)
		}
	}
}

// surgery returns where a declaration cuts a text at signs, joins texts with signs, or takes bytes of the
// text of a word.
func surgery(decl ast.Decl) (found []token.Pos) {
	sign := func(e ast.Expr) bool {
		l, ok := e.(*ast.BasicLit)
		if !ok || l.Kind != token.STRING && l.Kind != token.CHAR {
			return false
		}
		text, err := strconv.Unquote(l.Value)
		return err == nil && signs.MatchString(text)
	}
	texts := map[string]bool{"word": true} // variables with the text of a word, or of a part of one
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for i, of := range n.Rhs {
				if to, ok := n.Lhs[i].(*ast.Ident); ok && len(n.Lhs) == len(n.Rhs) && isText(of, texts) {
					texts[to.Name] = true
				}
			}
		case *ast.IndexExpr:
			if isText(n.X, texts) {
				found = append(found, n.Pos())
			}
		case *ast.SliceExpr:
			if isText(n.X, texts) {
				found = append(found, n.Pos())
			}
		case *ast.CallExpr:
			called, ok := n.Fun.(*ast.SelectorExpr)
			if !ok || len(n.Args) < 2 || !slices.ContainsFunc(n.Args[1:], sign) {
				break
			}
			if of, ok := called.X.(*ast.Ident); ok && (of.Name == "strings" || of.Name == "bytes") && surgeons.MatchString(called.Sel.Name) {
				found = append(found, n.Pos())
			}
		case *ast.BinaryExpr:
			if n.Op == token.ADD && (sign(n.X) || sign(n.Y)) {
				found = append(found, n.Pos())
			}
		}
		return true
	})
	return found
}

// partNames are the names that variables with a part or a word have, by habit.
var partNames = []string{"p", "q", "part", "w", "is", "chosen", "written"}

// isText reports whether an expression is the text of a word or of a part: the field Word, the field Text of
// a part or a word, a call of Text, as that of notation.Parts, or a variable that has such a text.
func isText(e ast.Expr, texts map[string]bool) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return texts[e.Name]
	case *ast.SelectorExpr:
		switch of := e.X.(type) {
		case *ast.Ident:
			return e.Sel.Name == "Word" || e.Sel.Name == "Text" && slices.Contains(partNames, of.Name)
		case *ast.SelectorExpr: // j.Word.Text
			return e.Sel.Name == "Word" || e.Sel.Name == "Text" && of.Sel.Name == "Word"
		case *ast.IndexExpr: // parts[0].Text, turn.Actions[i].Text
			return e.Sel.Name == "Word" || e.Sel.Name == "Text"
		}
	case *ast.CallExpr:
		switch called := e.Fun.(type) {
		case *ast.SelectorExpr:
			return called.Sel.Name == "Text" && len(e.Args) == 1
		case *ast.Ident, *ast.ArrayType: // a conversion
			return len(e.Args) == 1 && isText(e.Args[0], texts)
		}
	}
	return false
}

// withoutWords are the rooms that may cut words.
var withoutWords = []string{".git", "notation"}

// otherTexts are the functions that cut or build other texts at the same signs, and which.
var otherTexts = map[string]string{
	"cmd/arguments.go withCommand":              "a flag",
	"cmd/completion.go flagNamed":               "a flag",
	"cmd/completion.go offered":                 "a flag",
	"cmd/games.go cutStart":                     "a place in a file",
	"cmd/replay.go game":                        "a log",
	"cmd/serve.go url":                          "a link",
	"cmd/view.go kind":                          "a link",
	"rules/trespass/position.go parseRows":      "a position",
	"rules/trespass/position.go parseSecret":    "a position",
	"rules/trespass/secret.go Commitment":       "a number with its salt",
	"rules/trouble/players.go ParseSides":       "a side",
	"rules/trouble/position.go parsePegs":       "a position",
	"rules/variant/value.go parseWord":          "a value of a rule point",
	"rules/variant/variant.go Rules":            "a variant with its fingerprint",
	"rules/wheel/position.go parseToken":        "a position",
	"spec/section.go read":                      "a caption",
	"spec/spec.go EnforcedBy":                   "a code with its situation",
	"testdata/morris/position.go ParsePosition": "a position",
	"verify/archive/list.go ParsePart":          "a part of an archive",
	"verify/draw/text.go crowd":                 "a number of pieces",
	"verify/explain/check.go clauses":           "a code with its situation",
	"verify/explain/explain.go RuleOf":          "a rule with its situation",
	"verify/finding.go String":                  "a Rules tag",
	"verify/finding.go cites":                   "a code with its situation",
	"verify/games.go glossary":                  "a row of the glossary",
	"verify/games.go meaning":                   "a part with the sign before it",
	"verify/gametest/begun.go misspelt":         "a misspelt word",
	"verify/gametest/laws.go action":            "the place of a part",
	"verify/lesson/lesson.go Part":              "a comment",
	"verify/lesson/lesson.go Read":              "a comment",
	"verify/lsp/document.go uriOf":              "a path",
	"verify/lsp/log.go signatureHelp":           "the place of a part",
	"verify/lsp/variantfile.go entryOn":         "a variant file",
	"verify/lsp/variantfile.go field":           "a variant file",
	"verify/odds/graph.go left":                 "a position",
	"verify/play.go playersOf":                  "a position",
	"verify/play/chances.go Win":                "a side",
	"verify/play/play.go Game":                  "a side",
	"verify/reader.go fingerprint":              "a Rules tag",
	"verify/reader.go readResult":               "a side",
	"verify/readings/merge.go rename":           "the handles in a line",
	"verify/record/entry.go choice":             "a question",
	"verify/record/opening.go askRolls":         "a question",
	"verify/record/opening.go askSecrets":       "a question",
	"verify/record/opening.go takeSecret":       "a number with its salt",
	"verify/readings/turns.go turnSlips":        "two lines that change places",
	"verify/regress/lock.go before":             "a Rules tag",
	"verify/regress/migrate.go Game":            "a Rules tag",
	"verify/regress/migrate.go raisedNew":       "a place with a code",
	"verify/regress/reduce.go without":          "an order line",
	"verify/replay.go resultTag":                "a side",
	"verify/report/explain.go Topic":            "a rule with its situation",
	"verify/report/junit.go JUnit":              "a place with a code",
	"verify/report/rows.go newTable":            "a format",
	"verify/report/text.go finding":             "a finding",
	"verify/terminal/screen.go legal":           "a heading",
	"verify/view/quiz.go whoHasWon":             "a side",
}

// TestMarksAreJudgedOnce checks that games leave it to verify's Judgement.Mark when a mark is weak or false.
func TestMarksAreJudgedOnce(t *testing.T) {
	asked := 0
	for _, room := range []string{"../verify/games", "../testdata"} {
		err := filepath.WalkDir(room, func(file string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
				return err
			}
			text, err := os.ReadFile(file)
			for _, code := range []string{"CodeWeakMark", "CodeFalseMark"} {
				if strings.Contains(string(text), code) {
					t.Errorf("%s reports %s itself; call Judgement.Mark", file, code)
				}
			}
			asked += strings.Count(string(text), "j.Mark(")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if asked < 4 {
		t.Errorf("only %d calls of Judgement.Mark", asked)
	}
}

// TestSurgeryIsFound checks that TestWordsAreParts can fail.
func TestSurgeryIsFound(t *testing.T) {
	for source, want := range map[string]int{
		`die, move, _ := strings.Cut(word, ":")`:                                1,
		`bare := strings.TrimRight(word, "+-*#")`:                               1,
		`at := bytes.IndexByte(text, '@')`:                                      1,
		`word = die + ":" + to + "-"`:                                           2,
		`word = strings.HasPrefix(word, head+":") && parts[0].Text == "?"`:      1,
		`box := parts.Text(notation.IsCard)[:1]`:                                1,
		`text := parts.Text(notation.IsCard); box, number := text[0], text[1:]`: 2,
		`die := word[0]; last := t.Actions[0].Text[3:]; p.Text[0]++`:            3,
		`head := j.Word.Text[:2] + []byte(word)[2:]`:                            2,
		`text := l.Text[:end]; first := words[0]; p := parts[1].Text`:           0,
		`words := strings.Split(text, ", ")`:                                    0,
		`key := strings.Contains("+-*#", key) || text+" " == notation.Unknown`:  0,
	} {
		tree, err := parser.ParseFile(token.NewFileSet(), "x.go", "package x\nfunc f() { "+source+" }", 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := len(surgery(tree.Decls[0])); got != want {
			t.Errorf("%s: %d places, want %d", source, got, want)
		}
	}
}
