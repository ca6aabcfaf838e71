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
	dir := *work
	if dir == "" {
		var err error
		dir, err = os.MkdirTemp("", "mutation")
		check(err)
		defer os.RemoveAll(dir)
	}
	var sources []*source
	next := 1
	for _, pkg := range folders(*in) {
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
	equal := equivalents()
	gone := maps.Clone(equal)
	for _, s := range sources {
		for _, f := range s.faults {
			delete(gone, f.name())
		}
	}
	for _, name := range slices.Sorted(maps.Keys(gone)) {
		fmt.Println("equivalent.txt names a fault that cannot be planted:", name)
	}
	r := &runner{dir: dir, sources: sources, faults: next}
	r.build() // without the faults that do not compile
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
	began := time.Now()
	r.begin()
	fmt.Printf("%d tests are run by themselves after %.0f s\n", len(r.tests), time.Since(began).Seconds())
	by := map[string]int{}
	var left []string
	var lock sync.Mutex
	done := 0
	r.inTurn(len(all), func(i int) {
		f := all[i]
		stage, tests := "they are equivalent", 0
		if equal[f.name()] == "" {
			stage, tests = r.notices(f)
		}
		lock.Lock()
		defer lock.Unlock()
		by[stage]++
		if stage == "" {
			left = append(left, fmt.Sprintf("%s:%d: %d %s; %d tests were asked", f.file, f.line, f.id, f.what, tests))
			fmt.Println("survives:", left[len(left)-1])
		}
		if done++; done%20 == 0 {
			fmt.Printf("%d of %d, %d survive, after %.0f s\n", done, len(all), by[""], time.Since(began).Seconds())
		}
	})
	same := by["they are equivalent"]
	delete(by, "they are equivalent")
	killable, killed := len(all)-same, len(all)-same-by[""]
	fmt.Printf("\n%d of %d faults are noticed, %.1f %%; %d more are equivalent\n", killed, killable, 100*float64(killed)/float64(killable), same)
	for _, stage := range slices.Sorted(maps.Keys(by)) {
		if stage != "" {
			fmt.Printf("  %3d by %s\n", by[stage], stage)
		}
	}
	slices.Sort(left)
	fmt.Println(strings.Join(left, "\n"))
}

// folders are those of some packages, as go list knows them: "rules/..." is rules and all below it.
func folders(packages string) (all []string) {
	for _, pattern := range strings.Fields(packages) {
		out, err := exec.Command("go", "list", "-f", "{{.Dir}}", "./"+pattern).Output()
		check(err)
		here, err := os.Getwd()
		check(err)
		for _, dir := range strings.Fields(string(out)) {
			dir, err := filepath.Rel(here, dir)
			check(err)
			all = append(all, dir)
		}
	}
	return all
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

// name is what a fault is known by as long as its file changes elsewhere only.
func (f *fault) name() string { return f.file + ": " + f.what }

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
	alike := map[string]int{}
	add := func(n ast.Node, what string, make func(id string) []edit) {
		id := strconv.Itoa(*next)
		what += ": " + excerpt(text[at(n.Pos()):at(n.End())])
		if alike[what]++; alike[what] > 1 {
			what += fmt.Sprintf(" (%d)", alike[what])
		}
		f := &fault{id: *next, file: path, line: files.Position(n.Pos()).Line, what: what, edit: make(id)}
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
	faults  int       // no fault has a number as high
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
		for _, s := range r.sources {
			s.faults = slices.DeleteFunc(s.faults, func(f *fault) bool { return !slices.Contains(planted, f.id) })
		}
		return
	}
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
			for _, s := range r.sources {
				for _, f := range s.faults {
					planted = append(planted, f.id)
				}
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
	for _, pattern := range strings.Fields(*tests) {
		out, err := exec.Command("go", "list", "-f", "{{if .TestGoFiles}}{{.Dir}}{{else if .XTestGoFiles}}{{.Dir}}{{end}}", "./"+pattern).Output()
		check(err)
		for _, dir := range strings.Fields(string(out)) {
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
	check(os.WriteFile(path, make([]byte, r.faults), 0o666))
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
	if t.Parts == nil && cost > *dear {
		fmt.Printf("left out, for it takes %.0f s: %s %s\n", cost.Seconds(), t.Dir, t.Name)
		return
	}
	if t.Parts == nil {
		var err error
		t.Reaches, err = os.ReadFile(path)
		check(err)
	}
}

// inTurn does n things, -j at a time.
func (r *runner) inTurn(n int, do func(i int)) {
	var wait sync.WaitGroup
	next := make(chan int)
	for range *workers {
		wait.Go(func() {
			for i := range next {
				do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wait.Wait()
}

func (r *runner) binary(dir string) string {
	return filepath.Join(r.dir, strings.ReplaceAll(strings.TrimPrefix(dir, "/"), "/", "-")+".test")
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
			root, err := os.Getwd()
			check(err)
			name, err := filepath.Rel(root, dir)
			check(err)
			return "the tests of " + name, tests
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
			return "broken", took
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
	return text.String(), took
}
