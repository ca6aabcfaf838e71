// Command mutation plants faults in the program, one at a time, and says which of them no test
// notices:
//
//	go run ./testdata/mutation -n 400 [-conformance ../shared/conformance]
//
// Every fault is built into the program at once, and an environment variable chooses the one
// that is in force. So the program and its tests are built only once, from an overlay: no file
// of the tree is touched. A fault is a negated condition, "&&" for "||", a comparison that is
// off by one, "-" for "+", or a statement left out. Of all of them -n are drawn by -seed.
//
// A fault is noticed by what comes first: the logs in testdata that want findings, the games of
// -conformance, or the tests of -tests, in that order. It is not run by go test: four hundred
// faults take the better part of an hour.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

var (
	number      = flag.Int("n", 400, "how many faults")
	seed        = flag.Uint64("seed", 1, "which faults")
	only        = flag.String("only", "", "plant these alone, by the numbers that are printed")
	in          = flag.String("in", "rules rules/wheel rules/trouble rules/trespass verify verify/internal/turn verify/games/wheel verify/games/trouble verify/games/trespass", "the packages that get them")
	but         = flag.String("but", "draw.go explain.go example", "files that get none")
	tests       = flag.String("tests", "rules/... verify/games/... verify verify/readings verify/archive verify/regress cmd", "the packages whose tests are run, in this order")
	conformance = flag.String("conformance", "", "the folder of the conformance suite")
	patience    = flag.Duration("patience", 4*time.Minute, "how long a package may test")
)

// helpers is added to each package that gets faults.
const helpers = `package %s

import (
	"cmp"
	"os"
	"strconv"
)

var mutant, _ = strconv.Atoi(os.Getenv("TPNOTE_MUTANT"))

func mutIs(id int) bool           { return id == mutant }
func mutNot(id int, b bool) bool  { return b != (id == mutant) }
func mutAnd(id int, a bool, b func() bool) bool { if id == mutant { return a || b() }; return a && b() }
func mutOr(id int, a bool, b func() bool) bool  { if id == mutant { return a && b() }; return a || b() }
func mutLSS[T cmp.Ordered](id int, a, b T) bool { if id == mutant { return a <= b }; return a < b }
func mutLEQ[T cmp.Ordered](id int, a, b T) bool { if id == mutant { return a < b }; return a <= b }
func mutGTR[T cmp.Ordered](id int, a, b T) bool { if id == mutant { return a >= b }; return a > b }
func mutGEQ[T cmp.Ordered](id int, a, b T) bool { if id == mutant { return a > b }; return a >= b }

type mutInt interface{ ~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 }

func mutADD[T mutInt](id int, a, b T) T { if id == mutant { return a - b }; return a + b }
func mutSUB[T mutInt](id int, a, b T) T { if id == mutant { return a + b }; return a - b }

var _ = []any{mutIs, mutNot, mutAnd, mutOr, mutLSS[int], mutLEQ[int], mutGTR[int], mutGEQ[int], mutADD[int], mutSUB[int]}
`

// fault is a place where the program can be changed.
type fault struct {
	id   int
	file string
	line int
	what string
	edit []edit
}

// edit replaces bytes of a file.
type edit struct {
	at, end int
	text    string
	inner   int // of insertions at one place: how deep the node lies
}

// source is a file that gets faults.
type source struct {
	path   string
	text   []byte
	faults []*fault
}

func main() {
	log.SetFlags(0)
	flag.Parse()
	dir, err := os.MkdirTemp("", "mutation")
	check(err)
	defer os.RemoveAll(dir)
	var sources []*source
	next := 1
	for _, pkg := range strings.Fields(*in) {
		files, err := filepath.Glob(filepath.Join(pkg, "*.go"))
		check(err)
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") || slices.ContainsFunc(strings.Fields(*but), func(s string) bool { return strings.Contains(filepath.Base(file), s) }) {
				continue
			}
			s := read(file, &next)
			sources = append(sources, s)
		}
	}
	r := &runner{dir: dir, sources: sources}
	r.build()
	var all []*fault
	for _, s := range sources {
		all = append(all, s.faults...)
	}
	if *only != "" {
		wanted := strings.Split(*only, ",")
		all = slices.DeleteFunc(all, func(f *fault) bool { return !slices.Contains(wanted, strconv.Itoa(f.id)) })
	}
	chance := rand.New(rand.NewPCG(*seed, *seed))
	chance.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	fmt.Printf("%d faults can be planted; %d are\n", len(all), min(*number, len(all)))
	all = all[:min(*number, len(all))]
	r.begin()
	by := map[string]int{}
	var left []string
	for i, f := range all {
		stage := r.notices(f)
		by[stage]++
		if stage == "" {
			left = append(left, fmt.Sprintf("%s:%d: %d %s", f.file, f.line, f.id, f.what))
			fmt.Println("survives:", left[len(left)-1])
		}
		if (i+1)%20 == 0 {
			fmt.Printf("%d of %d, %d survive\n", i+1, len(all), by[""])
		}
	}
	fmt.Printf("\n%d of %d faults are noticed, %.1f %%\n", len(all)-by[""], len(all), 100*float64(len(all)-by[""])/float64(len(all)))
	for _, stage := range slices.Sorted(maps.Keys(by)) {
		if stage != "" {
			fmt.Printf("  %3d by %s\n", by[stage], stage)
		}
	}
	slices.Sort(left)
	fmt.Println(strings.Join(left, "\n"))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// read finds the places in a file.
func read(path string, next *int) *source {
	text, err := os.ReadFile(path)
	check(err)
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, path, text, 0)
	check(err)
	s := &source{path: path, text: text}
	at := func(p token.Pos) int { return files.Position(p).Offset }
	depth := 0
	add := func(n ast.Node, what string, make func(id string) []edit) {
		id := strconv.Itoa(*next)
		f := &fault{id: *next, file: path, line: files.Position(n.Pos()).Line, what: what + ": " + excerpt(text[at(n.Pos()):at(n.End())]), edit: make(id)}
		*next++
		s.faults = append(s.faults, f)
	}
	around := func(n ast.Node, before, behind string) []edit {
		return []edit{{at(n.Pos()), at(n.Pos()), before, depth}, {at(n.End()), at(n.End()), behind, depth}}
	}
	negate := func(n ast.Expr) {
		add(n, "negated", func(id string) []edit { return around(n, "mutNot("+id+", ", ")") })
	}
	statements := func(list []ast.Stmt) {
		for _, st := range list {
			switch st := st.(type) {
			case *ast.AssignStmt:
				if st.Tok == token.DEFINE {
					continue
				}
			case *ast.ReturnStmt:
				if len(st.Results) > 0 {
					continue
				}
			case *ast.BranchStmt:
				if st.Tok != token.CONTINUE && st.Tok != token.BREAK || st.Label != nil {
					continue
				}
			case *ast.ExprStmt, *ast.IncDecStmt:
			default:
				continue
			}
			add(st, "left out", func(id string) []edit { return around(st, "if !mutIs("+id+") { ", " }") })
		}
	}
	var stack []ast.Node
	ast.Inspect(tree, func(n ast.Node) bool {
		if n == nil {
			stack = stack[:len(stack)-1]
			return true
		}
		if d, ok := n.(*ast.GenDecl); ok && d.Tok != token.VAR {
			return false // constants and types
		}
		if _, ok := n.(*ast.ArrayType); ok {
			return false
		}
		stack = append(stack, n)
		depth = len(stack)
		switch n := n.(type) {
		case *ast.IfStmt:
			negate(n.Cond)
		case *ast.ForStmt:
			if n.Cond != nil {
				negate(n.Cond)
			}
		case *ast.BlockStmt:
			statements(n.List)
		case *ast.CaseClause:
			statements(n.Body)
			if sw, ok := stack[len(stack)-3].(*ast.SwitchStmt); ok && sw.Tag == nil {
				for _, c := range n.List {
					negate(c)
				}
			}
		case *ast.ReturnStmt:
			for _, result := range n.Results {
				if b, ok := result.(*ast.BinaryExpr); ok && (b.Op == token.EQL || b.Op == token.NEQ) {
					negate(b)
				}
			}
		case *ast.BinaryExpr:
			name := map[token.Token]string{token.LSS: "LSS", token.LEQ: "LEQ", token.GTR: "GTR", token.GEQ: "GEQ", token.ADD: "ADD", token.SUB: "SUB"}[n.Op]
			between := func(text string) edit { return edit{at(n.OpPos), at(n.OpPos) + len(n.Op.String()), text, depth} }
			switch {
			case n.Op == token.LAND || n.Op == token.LOR:
				name := map[token.Token]string{token.LAND: "And", token.LOR: "Or"}[n.Op]
				add(n, "and for or", func(id string) []edit {
					return append(around(n, "mut"+name+"("+id+", ", " })"), between(", func() bool { return "))
				})
			case name == "ADD" || name == "SUB":
				add(n, "+ for -", func(id string) []edit { return append(around(n, "mut"+name+"("+id+", ", ")"), between(",")) })
			case name != "":
				add(n, "off by one", func(id string) []edit { return append(around(n, "mut"+name+"("+id+", ", ")"), between(",")) })
			}
		}
		return true
	})
	return s
}

// excerpt is code in a line.
func excerpt(text []byte) string {
	line := strings.Join(strings.Fields(string(text)), " ")
	if len(line) > 90 {
		line = line[:90] + "…"
	}
	return line
}

// planted is the file with all its faults in it.
func (s *source) planted() []byte {
	var edits []edit
	for _, f := range s.faults {
		edits = append(edits, f.edit...)
	}
	opens := func(e edit) bool { return strings.HasSuffix(e.text, ", ") || strings.HasSuffix(e.text, "{ ") }
	slices.SortStableFunc(edits, func(a, b edit) int {
		if a.at != b.at {
			return a.at - b.at
		}
		if opens(a) != opens(b) { // what ends here comes first
			if opens(a) {
				return 1
			}
			return -1
		}
		if opens(a) {
			return a.inner - b.inner
		}
		return b.inner - a.inner
	})
	var out bytes.Buffer
	last := 0
	for _, e := range edits {
		out.Write(s.text[last:e.at])
		out.WriteString(e.text)
		last = e.end
	}
	out.Write(s.text[last:])
	return out.Bytes()
}

// runner builds and runs.
type runner struct {
	dir     string
	sources []*source
	tests   []tested
	wanted  string // what the games of the conformance suite come to
}

// tested is a package whose tests are run.
type tested struct {
	dir  string
	deps map[string]bool // the packages, by their folders, in which they can notice a fault
}

func (r *runner) overlay() string { return filepath.Join(r.dir, "overlay.json") }

// compileError is a line of the compiler's.
var compileError = regexp.MustCompile(`(?m)^(\S+\.go):(\d+):(\d+): `)

// build builds the program, and takes out the faults that do not compile.
func (r *runner) build() {
	for round := range 200 {
		replace := map[string]string{}
		for i, s := range r.sources {
			path := filepath.Join(r.dir, fmt.Sprintf("%d.go", i))
			check(os.WriteFile(path, s.planted(), 0o666))
			full, err := filepath.Abs(s.path)
			check(err)
			replace[full] = path
			pkg := filepath.Dir(full)
			helper := filepath.Join(r.dir, fmt.Sprintf("help-%s.go", strings.ReplaceAll(filepath.Dir(s.path), "/", "-")))
			name := regexp.MustCompile(`(?m)^package (\w+)`).FindSubmatch(s.text)[1]
			check(os.WriteFile(helper, fmt.Appendf(nil, helpers, name), 0o666))
			replace[filepath.Join(pkg, "zz_mutant.go")] = helper
		}
		text, err := json.Marshal(map[string]any{"Replace": replace})
		check(err)
		check(os.WriteFile(r.overlay(), text, 0o666))
		out, err := exec.Command("go", "build", "-gcflags=-e", "-overlay", r.overlay(), "-o", filepath.Join(r.dir, "tpnote"), "./cmd/tpnote").CombinedOutput()
		if err == nil {
			return
		}
		if !r.weed(string(out)) {
			log.Fatalf("round %d:\n%s", round, out)
		}
	}
	log.Fatal("it does not compile")
}

// weed takes out the faults on lines that do not compile.
func (r *runner) weed(said string) (weeded bool) {
	for _, m := range compileError.FindAllStringSubmatch(said, -1) {
		for i, s := range r.sources {
			if !strings.HasSuffix(m[1], s.path) && filepath.Base(m[1]) != fmt.Sprintf("%d.go", i) {
				continue
			}
			line, _ := strconv.Atoi(m[2])
			s.faults = slices.DeleteFunc(s.faults, func(f *fault) bool {
				span := strings.Count(string(s.text[slices.MinFunc(f.edit, byPlace).at:slices.MaxFunc(f.edit, byPlace).end]), "\n")
				bad := f.line <= line && line <= f.line+span && span < 2 || f.line == line
				weeded = weeded || bad
				return bad
			})
		}
	}
	return weeded
}

func byPlace(a, b edit) int { return a.at - b.at }

// begin builds the tests, and sees that they pass as long as no fault is in force.
func (r *runner) begin() {
	for _, pattern := range strings.Fields(*tests) {
		out, err := exec.Command("go", "list", "-f", "{{if .TestGoFiles}}{{.Dir}}{{else if .XTestGoFiles}}{{.Dir}}{{end}}", "./"+pattern).Output()
		check(err)
		for _, dir := range strings.Fields(string(out)) {
			said, err := exec.Command("go", "test", "-c", "-vet=off", "-overlay", r.overlay(), "-o", r.binary(dir), dir).CombinedOutput()
			if err != nil {
				log.Fatalf("%s: %v\n%s", dir, err, said)
			}
			deps, err := exec.Command("go", "list", "-deps", "-test", "-f", "{{.Dir}}", dir).Output()
			check(err)
			p := tested{dir, map[string]bool{}}
			for _, dep := range strings.Fields(string(deps)) {
				p.deps[dep] = true
			}
			r.tests = append(r.tests, p)
		}
	}
	if *conformance != "" {
		r.wanted = r.conforming(0)
	}
	if stage := r.notices(&fault{}); stage != "" {
		log.Fatalf("without a fault, %s fails", stage)
	}
}

func (r *runner) binary(dir string) string {
	return filepath.Join(r.dir, strings.ReplaceAll(strings.TrimPrefix(dir, "/"), "/", "-")+".test")
}

// run runs a program with a fault in force.
func (r *runner) run(id int, dir string, args ...string) ([]byte, error) {
	ctx, stop := context.WithTimeout(context.Background(), *patience)
	defer stop()
	c := exec.CommandContext(ctx, "sh", append([]string{"-c", `ulimit -v 8000000; exec "$@"`, "sh"}, args...)...)
	c.Dir = dir
	c.Env = append(os.Environ(), "TPNOTE_MUTANT="+strconv.Itoa(id), "TMPDIR="+r.dir)
	c.WaitDelay = time.Second
	return c.Output()
}

// notices says what notices a fault, or "".
func (r *runner) notices(f *fault) string {
	id := f.id
	in, err := filepath.Abs(filepath.Dir(f.file))
	check(err)
	program := filepath.Join(r.dir, "tpnote")
	logs, err := filepath.Glob("testdata/*/*.log")
	check(err)
	if _, err := r.run(id, "", append([]string{program, "test"}, logs...)...); err != nil {
		return "logs that want findings"
	}
	if *conformance != "" && r.conforming(id) != r.wanted {
		return "the conformance suite"
	}
	root, err := os.Getwd()
	check(err)
	for _, p := range r.tests {
		if f.id != 0 && !p.deps[in] {
			continue
		}
		if _, err := r.run(id, p.dir, r.binary(p.dir), "-test.failfast", "-test.short"); err != nil {
			name, err := filepath.Rel(root, p.dir)
			check(err)
			return "the tests of " + name
		}
	}
	return ""
}

// conforming is what the conformance suite looks at: verdicts, ends, and the lines of first
// errors.
func (r *runner) conforming(id int) string {
	logs, err := filepath.Glob(filepath.Join(*conformance, "*", "*.log"))
	check(err)
	out, _ := r.run(id, "", append([]string{filepath.Join(r.dir, "tpnote"), "replay", "--format", "json"}, logs...)...)
	var text strings.Builder
	for line := range bytes.Lines(out) {
		var g struct {
			File, Verdict, Position, Result string
			Findings                        []struct {
				Line     int
				Severity string
			}
		}
		if json.Unmarshal(line, &g) != nil {
			return "broken"
		}
		if g.Verdict != "legal" {
			g.Position, g.Result = "", ""
		}
		fmt.Fprintf(&text, "%s %s %s %s", g.File, g.Verdict, g.Position, g.Result)
		for _, f := range g.Findings {
			if f.Severity == "error" {
				fmt.Fprintf(&text, " %d", f.Line)
				break
			}
		}
		text.WriteByte('\n')
	}
	return text.String()
}
