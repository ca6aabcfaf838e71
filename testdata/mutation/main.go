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
// The program first runs each test by itself, to measure its time and to see which faults it
// reaches. Then, for each fault, it runs the tests that reach it, the cheapest first, and the games
// of -conformance, until one notices. Faults that no test can notice are in equivalent.txt, with the
// reasons. go test does not run this program: three hundred faults take the better part of an hour.
package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	_ "embed"
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
	"sync"
	"time"
)

var (
	number      = flag.Int("n", 400, "how many faults")
	seed        = flag.Uint64("seed", 1, "which faults")
	only        = flag.String("only", "", "plant these alone, by the numbers that are printed")
	in          = flag.String("in", "rules rules/walk rules/wheel rules/trouble rules/trespass verify verify/internal/turn verify/games/wheel verify/games/trouble verify/games/trespass", "the packages that get them")
	but         = flag.String("but", "draw.go explain.go example", "files that get none")
	tests       = flag.String("tests", "rules/... verify/... cmd", "the packages whose tests are run")
	conformance = flag.String("conformance", "", "the folder of the conformance suite")
	patience    = flag.Duration("patience", 10*time.Minute, "how long a package may test")
	dear        = flag.Duration("dear", 10*time.Second, "tests that take more of a processor by themselves are left out")
	most        = flag.Duration("most", 20*time.Second, "how much of a processor the tests of one fault may take")
	work        = flag.String("work", "", "a folder that keeps what is built and measured; a second run of the same tree goes on with it")
	workers     = flag.Int("j", 2, "how many tests run at a time")
)

// helpers is added to each package that gets faults. Where TPNOTE_REACHED names a file, its
// byte with the number of a fault is set to 1 where the fault would have made a difference.
//
//go:embed helpers.go.txt
var helpers string

// fault is a place where the program can be changed: by what is planted before and after the bytes from
// start to end of its file, and in place of the operator between them.
type fault struct {
	id                     int // from 1
	in                     *source
	what                   string
	line, start, end       int
	operator, operatorEnd  int // both 0 for none
	before, between, after string
}

// name is what a fault is known by as long as its file changes elsewhere only.
func (f *fault) name() string { return f.in.path + ": " + f.what }

// source is a file that gets faults.
type source struct {
	path string
	text []byte
}

func main() {
	log.SetFlags(0)
	flag.Parse()
	r := &runner{dir: *work}
	if r.dir == "" {
		var err error
		r.dir, err = os.MkdirTemp("", "mutation")
		check(err)
		defer os.RemoveAll(r.dir)
	}
	for _, file := range list(*in, `{{range .GoFiles}}{{$.Dir}}/{{.}}{{"\n"}}{{end}}`) {
		if !slices.ContainsFunc(strings.Fields(*but), func(s string) bool { return strings.Contains(filepath.Base(file), s) }) {
			r.read(relative(file))
		}
	}
	equal := equivalents()
	for _, name := range slices.Sorted(maps.Keys(equal)) {
		if !slices.ContainsFunc(r.faults, func(f *fault) bool { return f.name() == name }) {
			fmt.Println("equivalent.txt names a fault that cannot be planted:", name)
		}
	}
	r.build() // without the faults that do not compile
	all := slices.Clone(r.faults)
	if *only != "" {
		wanted := strings.Split(*only, ",")
		all = slices.DeleteFunc(all, func(f *fault) bool { return !slices.Contains(wanted, strconv.Itoa(f.id)) })
	}
	chance := rand.New(rand.NewPCG(*seed, *seed))
	chance.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	fmt.Printf("%d faults can be planted; %d are\n", len(all), min(*number, len(all)))
	all = all[:min(*number, len(all))]
	same := len(all)
	all = slices.DeleteFunc(all, func(f *fault) bool { return equal[f.name()] != "" })
	same -= len(all)
	began := time.Now()
	r.begin()
	fmt.Printf("%d tests are run by themselves after %.0f s\n", len(r.tests), time.Since(began).Seconds())
	by := map[string]int{}
	var left []string
	var lock sync.Mutex
	done := 0
	r.inTurn(len(all), func(i int) {
		f := all[i]
		stage, tests := r.notices(f)
		lock.Lock()
		defer lock.Unlock()
		by[stage]++
		if stage == "" {
			left = append(left, fmt.Sprintf("%s:%d: %d %s; %d tests were asked", f.in.path, f.line, f.id, f.what, tests))
			fmt.Println("survives:", left[len(left)-1])
		}
		if done++; done%20 == 0 {
			fmt.Printf("%d of %d, %d survive, after %.0f s\n", done, len(all), by[""], time.Since(began).Seconds())
		}
	})
	killed := len(all) - by[""]
	fmt.Printf("\n%d of %d faults are noticed, %.1f %%; %d more are equivalent\n", killed, len(all), 100*float64(killed)/float64(len(all)), same)
	for _, stage := range slices.Sorted(maps.Keys(by)) {
		if stage != "" {
			fmt.Printf("  %3d by %s\n", by[stage], stage)
		}
	}
	slices.Sort(left)
	fmt.Println(strings.Join(left, "\n"))
}

// list is what go list prints of some packages by a template, word by word: "rules/..." is rules and all below it.
func list(packages, template string) (all []string) {
	for _, pattern := range strings.Fields(packages) {
		out, err := exec.Command("go", "list", "-f", template, "./"+pattern).Output()
		check(err)
		all = append(all, strings.Fields(string(out))...)
	}
	return all
}

// relative is a path as seen from the folder in which the program runs.
func relative(path string) string {
	here, err := os.Getwd()
	check(err)
	path, err = filepath.Rel(here, path)
	check(err)
	return path
}

// equivalents are the faults that no test can notice, with the reasons.
func equivalents() map[string]string {
	text, err := os.ReadFile("testdata/mutation/equivalent.txt")
	check(err)
	all := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if name, reason, ok := strings.Cut(strings.TrimSpace(line), " -- "); ok && name[0] != '#' {
			all[name] = reason
		}
	}
	return all
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// read finds the places in a file. Of those that begin together, the outer ones come first.
func (r *runner) read(path string) {
	text, err := os.ReadFile(path)
	check(err)
	files := token.NewFileSet()
	tree, err := parser.ParseFile(files, path, text, 0)
	check(err)
	s := &source{path, text}
	r.sources = append(r.sources, s)
	at := func(p token.Pos) int { return files.Position(p).Offset }
	alike := map[string]int{}
	add := func(n ast.Node, what, before, after string) *fault {
		f := &fault{id: len(r.faults) + 1, in: s, line: files.Position(n.Pos()).Line, start: at(n.Pos()), end: at(n.End()), after: after}
		f.what, f.before = what+": "+excerpt(text[f.start:f.end]), fmt.Sprintf(before, f.id)
		if alike[f.what]++; alike[f.what] > 1 {
			f.what += fmt.Sprintf(" (%d)", alike[f.what])
		}
		r.faults = append(r.faults, f)
		return f
	}
	negate := func(n ast.Expr) { add(n, "negated", "mutNot(%d, ", ")") }
	statements := func(list []ast.Stmt) {
		for _, st := range list {
			if omissible(st) {
				add(st, "left out", "if !mutIs(%d) { ", " }")
			}
		}
	}
	ast.PreorderStack(tree, nil, func(n ast.Node, stack []ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			return n.Tok == token.VAR // no constants and types
		case *ast.ArrayType:
			return false
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
			if sw, ok := stack[len(stack)-2].(*ast.SwitchStmt); ok && sw.Tag == nil {
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
			if o, ok := operators[n.Op]; ok {
				f := add(n, o.what, o.mutant+"(%d, ", o.after)
				f.operator, f.between = at(n.OpPos), o.between
				f.operatorEnd = f.operator + len(n.Op.String())
			}
		}
		return true
	})
}

// operators are what is planted for an operator: a call of a function that takes both sides.
var operators = map[token.Token]struct{ what, mutant, between, after string }{
	token.LAND: {"and for or", "mutAnd", ", func() bool { return ", " })"},
	token.LOR:  {"and for or", "mutOr", ", func() bool { return ", " })"},
	token.ADD:  {"+ for -", "mutADD", ",", ")"},
	token.SUB:  {"+ for -", "mutSUB", ",", ")"},
	token.LSS:  {"off by one", "mutLSS", ",", ")"},
	token.LEQ:  {"off by one", "mutLEQ", ",", ")"},
	token.GTR:  {"off by one", "mutGTR", ",", ")"},
	token.GEQ:  {"off by one", "mutGEQ", ",", ")"},
}

// omissible reports whether a statement can be left out, as far as its form shows.
func omissible(st ast.Stmt) bool {
	switch st := st.(type) {
	case *ast.AssignStmt:
		return st.Tok != token.DEFINE
	case *ast.ReturnStmt:
		return len(st.Results) == 0
	case *ast.BranchStmt:
		return (st.Tok == token.CONTINUE || st.Tok == token.BREAK) && st.Label == nil
	case *ast.ExprStmt, *ast.IncDecStmt:
		return true
	}
	return false
}

// excerpt is code in a line.
func excerpt(text []byte) string {
	line := strings.Join(strings.Fields(string(text)), " ")
	if len(line) > 90 {
		line = line[:90] + "…"
	}
	return line
}

// planted is a file with all its faults in it.
func (r *runner) planted(s *source) (out []byte) {
	before, after, gone := make([]string, len(s.text)), make([]string, len(s.text)), make([]bool, len(s.text))
	for _, f := range r.faults {
		if f.in != s {
			continue
		}
		before[f.start] += f.before
		after[f.end] = f.after + after[f.end]
		before[f.operator] += f.between
		for i := f.operator; i < f.operatorEnd; i++ {
			gone[i] = true
		}
	}
	for i, b := range s.text {
		out = append(append(out, after[i]...), before[i]...)
		if !gone[i] {
			out = append(out, b)
		}
	}
	return out
}

// runner builds and runs.
type runner struct {
	dir     string
	sources []*source
	faults  []*fault  // that are planted
	tests   []*tested // the cheapest first
	wanted  string    // what the games of the conformance suite come to
}

// tested is a test, or one of the parts of a long one.
type tested struct {
	Dir, Name string // of the package; Name is a pattern of -test.run; both "" for the conformance suite
	Cost      time.Duration
	Parts     []string // that are run in its place
	Reaches   []byte   // by fault: 1 if the test comes to a place where the fault makes a difference
}

func (r *runner) overlay() string { return filepath.Join(r.dir, "overlay.json") }

// compileError is a line of the compiler's.
var compileError = regexp.MustCompile(`(?m)^(\S+\.go):(\d+):(\d+): `)

// stored is what a file of the folder for work holds, if it is there.
func (r *runner) stored(name string, to any) bool {
	text, err := os.ReadFile(filepath.Join(r.dir, name))
	if err != nil {
		return false
	}
	check(json.Unmarshal(text, to))
	return true
}

func (r *runner) store(name string, what any) {
	text, err := json.Marshal(what)
	check(err)
	check(os.WriteFile(filepath.Join(r.dir, name), text, 0o666))
}

// build builds the program, and takes out the faults that do not compile.
func (r *runner) build() {
	var planted []int
	if r.stored("planted.json", &planted) {
		r.faults = slices.DeleteFunc(r.faults, func(f *fault) bool { return !slices.Contains(planted, f.id) })
		return
	}
	for round := range 200 {
		replace := map[string]string{}
		for _, s := range r.sources {
			full, err := filepath.Abs(s.path)
			check(err)
			replace[full] = filepath.Join(r.dir, flat(s.path))
			check(os.WriteFile(replace[full], r.planted(s), 0o666))
			helper := filepath.Join(r.dir, "help-"+flat(filepath.Dir(s.path))+".go")
			name := regexp.MustCompile(`(?m)^package (\w+)`).FindSubmatch(s.text)[1]
			check(os.WriteFile(helper, fmt.Appendf(nil, helpers, name), 0o666))
			replace[filepath.Join(filepath.Dir(full), "zz_mutant.go")] = helper
		}
		text, err := json.Marshal(map[string]any{"Replace": replace})
		check(err)
		check(os.WriteFile(r.overlay(), text, 0o666))
		out, err := exec.Command("go", "build", "-gcflags=-e", "-overlay", r.overlay(), "-o", filepath.Join(r.dir, "tpnote"), "./cmd/tpnote").CombinedOutput()
		if err == nil {
			for _, f := range r.faults {
				planted = append(planted, f.id)
			}
			r.store("planted.json", planted)
			return
		}
		if !r.weed(string(out)) {
			log.Fatalf("round %d:\n%s", round, out)
		}
	}
	log.Fatal("it does not compile")
}

// flat is a path as the name of one file.
func flat(path string) string { return strings.ReplaceAll(strings.TrimPrefix(path, "/"), "/", "-") }

// weed takes out the faults on lines that do not compile.
func (r *runner) weed(said string) (weeded bool) {
	before := len(r.faults)
	for _, m := range compileError.FindAllStringSubmatch(said, -1) {
		line, err := strconv.Atoi(m[2])
		check(err)
		r.faults = slices.DeleteFunc(r.faults, func(f *fault) bool {
			if !strings.HasSuffix(m[1], f.in.path) && filepath.Base(m[1]) != flat(f.in.path) {
				return false
			}
			span := bytes.Count(f.in.text[f.start:f.end], []byte{'\n'})
			return f.line == line || f.line <= line && line <= f.line+span && span < 2
		})
	}
	return len(r.faults) < before
}

// inParts is how long a test may take that is not run in parts, if it has some.
const inParts = 3 * time.Second

// passed is a line of -test.v on a part of a test.
var passed = regexp.MustCompile(`(?m)^ {4}--- PASS: (\S+) `)

// begin builds the tests, and runs each by itself without a fault, for its cost and what it
// reaches.
func (r *runner) begin() {
	if *conformance != "" {
		r.wanted, _ = r.conforming(0, "")
	}
	var all []*tested
	for _, dir := range list(*tests, "{{if or .TestGoFiles .XTestGoFiles}}{{.Dir}}{{end}}") {
		if _, err := os.Stat(r.binary(dir)); err != nil {
			said, err := exec.Command("go", "test", "-c", "-vet=off", "-overlay", r.overlay(), "-o", r.binary(dir), dir).CombinedOutput()
			if err != nil {
				log.Fatalf("%s: %v\n%s", dir, err, said)
			}
		}
		said, err := exec.Command(r.binary(dir), "-test.list", "^(Test|Example|Fuzz)").Output()
		check(err)
		for name := range strings.Lines(string(said)) {
			all = append(all, &tested{Dir: dir, Name: "^" + strings.TrimSpace(name) + "$"})
		}
	}
	if *conformance != "" {
		all = append(all, &tested{})
	}
	for len(all) > 0 {
		parts := make([][]*tested, len(all))
		r.inTurn(len(all), func(i int) {
			name := fmt.Sprintf("measured-%x", sha256.Sum256([]byte(all[i].Dir+all[i].Name)))
			if !r.stored(name, all[i]) {
				r.measure(all[i], filepath.Join(r.dir, fmt.Sprintf("reached-%d", i)))
				r.store(name, all[i])
			}
			for _, part := range all[i].Parts {
				parts[i] = append(parts[i], &tested{Dir: all[i].Dir, Name: part})
			}
		})
		r.tests = append(r.tests, all...)
		all = slices.Concat(parts...)
	}
	r.tests = slices.DeleteFunc(r.tests, func(t *tested) bool { return t.Reaches == nil })
	slices.SortFunc(r.tests, func(a, b *tested) int { return cmp.Compare(a.Cost, b.Cost) })
}

// measure runs a test without a fault. A long one is left to its parts, if it has some.
func (r *runner) measure(t *tested, path string) {
	check(os.WriteFile(path, make([]byte, 1+r.faults[len(r.faults)-1].id), 0o666))
	said, cost, failed := r.fails(0, path, 3600, t)
	if t.Cost = cost; failed {
		fmt.Printf("left out, for without a fault it fails: %s %s\n%s\n", t.Dir, t.Name, said)
		return
	}
	if cost > inParts && !strings.Contains(t.Name, "/") {
		for _, m := range passed.FindAllSubmatch(said, -1) {
			levels := strings.Split(string(m[1]), "/")
			for i, level := range levels {
				levels[i] = "^" + regexp.QuoteMeta(level) + "$"
			}
			t.Parts = append(t.Parts, strings.Join(levels, "/"))
		}
	}
	switch {
	case t.Parts != nil:
	case cost > *dear:
		fmt.Printf("left out, for it takes %.0f s: %s %s\n", cost.Seconds(), t.Dir, t.Name)
	default:
		var err error
		t.Reaches, err = os.ReadFile(path)
		check(err)
	}
}

// inTurn does n things, -j at a time.
func (r *runner) inTurn(n int, do func(i int)) {
	var wait sync.WaitGroup
	running := make(chan bool, *workers)
	for i := range n {
		running <- true
		wait.Go(func() {
			do(i)
			<-running
		})
	}
	wait.Wait()
}

func (r *runner) binary(dir string) string {
	return filepath.Join(r.dir, flat(dir)+".test")
}

// run runs a program with a fault in force, and has it mark in a file what it reaches. It may
// take the seconds of a processor that most says, and the time of -patience. The duration is
// that of the processor.
func (r *runner) run(id int, reached string, most int, dir string, args ...string) ([]byte, time.Duration, error) {
	ctx, stop := context.WithTimeout(context.Background(), *patience)
	defer stop()
	c := exec.CommandContext(ctx, "sh", append([]string{"-c", fmt.Sprintf(`ulimit -v 8000000; ulimit -t %d; exec "$@"`, most), "sh"}, args...)...)
	c.Dir = dir
	c.Env = append(os.Environ(), "TPNOTE_MUTANT="+strconv.Itoa(id), "TPNOTE_REACHED="+reached, "TMPDIR="+r.dir)
	c.WaitDelay = time.Second
	out, err := c.Output()
	if c.ProcessState == nil {
		return out, 0, err
	}
	return out, c.ProcessState.UserTime() + c.ProcessState.SystemTime(), err
}

// fails reports whether one of some tests of a package fails with a fault in force.
func (r *runner) fails(id int, reached string, most int, some ...*tested) (said []byte, took time.Duration, failed bool) {
	if some[0].Dir == "" {
		text, took := r.conforming(id, reached)
		return nil, took, text != r.wanted
	}
	var names []string
	for _, t := range some {
		names = append(names, t.Name)
	}
	said, took, err := r.run(id, reached, most, some[0].Dir, r.binary(some[0].Dir), "-test.v", "-test.failfast", "-test.short", "-test.run", strings.Join(names, "|"))
	return said, took, err != nil
}

// notices says what notices a fault, or "", and how many tests were asked: those that come to
// it, the cheapest first, as far as -most goes. Cheap ones are run together.
func (r *runner) notices(f *fault) (by string, tests int) {
	due := slices.DeleteFunc(slices.Clone(r.tests), func(t *tested) bool { return t.Reaches[f.id] == 0 })
	left := *most
	for n, t := range due {
		if left -= t.Cost; left < 0 && n > 0 {
			due = due[:n]
			break
		}
	}
	tests = len(due)
	for budget := 200 * time.Millisecond; len(due) > 0; budget *= 4 {
		n, cost := 0, time.Duration(0)
		byDir := map[string][]*tested{}
		for n < len(due) && (n == 0 || cost+due[n].Cost < budget) {
			cost += due[n].Cost
			byDir[due[n].Dir] = append(byDir[due[n].Dir], due[n])
			n++
		}
		due = due[n:]
		for _, dir := range slices.Sorted(maps.Keys(byDir)) {
			if _, _, failed := r.fails(f.id, "", 10+10*int(cost.Seconds()), byDir[dir]...); !failed {
				continue
			}
			if dir == "" {
				return "the conformance suite", tests
			}
			return "the tests of " + relative(dir), tests
		}
	}
	return "", tests
}

// conforming is what the conformance suite looks at: verdicts, ends, and the lines of first
// errors.
func (r *runner) conforming(id int, reached string) (string, time.Duration) {
	logs, err := filepath.Glob(filepath.Join(*conformance, "*", "*.log"))
	check(err)
	out, took, _ := r.run(id, reached, 60, "", append([]string{filepath.Join(r.dir, "tpnote"), "replay", "--format", "json"}, logs...)...)
	type finding struct {
		Line     int
		Severity string
	}
	var text strings.Builder
	for line := range bytes.Lines(out) {
		var g struct {
			File, Verdict, Position, Result string
			Findings                        []finding
		}
		if json.Unmarshal(line, &g) != nil {
			return "broken", took
		}
		if g.Verdict != "legal" {
			g.Position, g.Result = "", ""
		}
		g.Findings = slices.DeleteFunc(g.Findings, func(f finding) bool { return f.Severity != "error" })
		fmt.Fprintln(&text, g.File, g.Verdict, g.Position, g.Result, g.Findings[:min(1, len(g.Findings))])
	}
	return text.String(), took
}
