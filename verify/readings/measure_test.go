package readings_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"text/tabwriter"
	"time"

	"tpnote/verify"
	"tpnote/verify/games"
	"tpnote/verify/play"
	"tpnote/verify/readings"
)

// This file measures the readings: it plays legal games, makes a slip of the pen in each, and
// counts what is found. TPNOTE_MEASURE gives the number of cases a cell, and prints the table
// of spec/records.md:
//
//	TPNOTE_MEASURE=200 go test -run TestMeasure -v -timeout 1h ./verify/readings
//
// TPNOTE_CELL restricts it to slips and families whose names contain the word.

// families are the variants that are measured.
var families = []struct {
	name     string
	variants []string
}{
	{"wheel", []string{"genus-iii", "master-1981", "heisey-mania", "genus-iii-five-wedge", "genus-iii-four-wedge", "master-1981-open-hub"}},
	{"trouble", []string{"trouble-official", "trouble-classic", "trouble-spec"}},
	{"trespass", []string{"trespass-1974"}},
}

// log is a game in lines; body is where its turns begin.
type log struct {
	lines []string
	body  int
}

func (l log) text() string { return strings.Join(l.lines, "\n") + "\n" }

// slip spoils the turn in line at of a log. truth is the log that a reading should give back, as far as
// it can; later turns have lost their numbers for the comparison. kind is the expected kind of the
// reading, if it matters.
type slip struct {
	name  string
	spoil func(l log, at int, chance *rand.Rand) (spoilt log, truth []string, ok bool)
	kind  string
}

// parts cuts a turn line.
func parts(line string) (number int, handle string, words []string) {
	f := strings.Fields(line)
	number, _ = strconv.Atoi(strings.TrimSuffix(f[0], "."))
	return number, f[1], f[2:]
}

func join(number int, handle string, words []string) string {
	return fmt.Sprintf("%d. %s %s", number, handle, strings.Join(words, " "))
}

// inWord is a slip in one word: change gives another word.
func inWord(change func(word string, chance *rand.Rand) string) func(l log, at int, chance *rand.Rand) (log, []string, bool) {
	return func(l log, at int, chance *rand.Rand) (log, []string, bool) {
		n, h, words := parts(l.lines[at])
		k := chance.IntN(len(words))
		changed := change(words[k], chance)
		if changed == "" || changed == words[k] {
			return l, nil, false
		}
		words = slices.Clone(words)
		words[k] = changed
		out := slices.Clone(l.lines)
		out[at] = join(n, h, words)
		return log{out, l.body}, l.lines, true
	}
}

// pick is a random place of a word that has one of the given characters.
func pick(word, chars string, chance *rand.Rand) int {
	var at []int
	for i := range len(word) {
		if strings.IndexByte(chars, word[i]) >= 0 {
			at = append(at, i)
		}
	}
	if at == nil {
		return -1
	}
	return at[chance.IntN(len(at))]
}

const (
	digits  = "0123456789"
	letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	signs   = "-+*#x^/:"
)

// substitute replaces one of the characters by another of them.
func substitute(word, chars, by string, chance *rand.Rand) string {
	i := pick(word, chars, chance)
	if i < 0 {
		return ""
	}
	return word[:i] + string(by[chance.IntN(len(by))]) + word[i+1:]
}

// spaces are the spaces of a variant's words, seen in the log.
func spaces(l log, from func(word string) []string) []string {
	var all []string
	for _, line := range l.lines[l.body:] {
		_, _, words := parts(line)
		for _, w := range words {
			all = append(all, from(w)...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// spacesOf are the spaces that a word names.
func spacesOf(word string) []string {
	_, rest, _ := strings.Cut(word, ":")
	if rest == "pass" || word == "pass" {
		return nil
	}
	rest, _, _ = strings.Cut(rest, "/")
	rest, _, _ = strings.Cut(rest, "@")
	return strings.FieldsFunc(rest, func(r rune) bool { return strings.ContainsRune("-+*#^", r) })
}

var slips = []slip{
	{"digit", inWord(func(word string, chance *rand.Rand) string {
		if strings.HasSuffix(word, "pass") {
			return ""
		}
		return substitute(word, digits, "0123456789", chance)
	}), ""},
	{"letter", inWord(func(word string, chance *rand.Rand) string {
		return substitute(word, letters, "abcdefghijklmnopqrstuvwxyz", chance)
	}), ""},
	{"letter dropped", inWord(func(word string, chance *rand.Rand) string {
		i := pick(word, letters, chance)
		if i < 0 {
			return ""
		}
		return word[:i] + word[i+1:]
	}), ""},
	{"letters exchanged", inWord(func(word string, chance *rand.Rand) string {
		i := pick(word[:len(word)-1], letters+digits, chance)
		if i < 0 || strings.HasSuffix(word, "pass") && i == 0 {
			return ""
		}
		return word[:i] + string(word[i+1]) + string(word[i]) + word[i+2:]
	}), ""},
	{"space", func(l log, at int, chance *rand.Rand) (log, []string, bool) {
		all := spaces(l, spacesOf)
		return inWord(func(word string, chance *rand.Rand) string {
			own := spacesOf(word)
			if len(own) == 0 {
				return ""
			}
			old := own[chance.IntN(len(own))]
			by := all[chance.IntN(len(all))]
			i := strings.LastIndex(word, old)
			return word[:i] + by + word[i+len(old):]
		})(l, at, chance)
	}, ""},
	{"sign", inWord(func(word string, chance *rand.Rand) string {
		i := pick(word, signs, chance)
		if i < 0 {
			return ""
		}
		return word[:i] + string(signs[chance.IntN(len(signs))]) + word[i+1:]
	}), ""},
	{"words swapped", func(l log, at int, chance *rand.Rand) (log, []string, bool) {
		n, h, words := parts(l.lines[at])
		if len(words) < 2 {
			return l, nil, false
		}
		k := chance.IntN(len(words) - 1)
		if words[k] == words[k+1] {
			return l, nil, false
		}
		words = slices.Clone(words)
		words[k], words[k+1] = words[k+1], words[k]
		return changed(l, at, 1, join(n, h, words)), l.lines, true
	}, ""},
	{"word doubled", func(l log, at int, chance *rand.Rand) (log, []string, bool) {
		n, h, words := parts(l.lines[at])
		k := chance.IntN(len(words))
		return changed(l, at, 1, join(n, h, slices.Insert(slices.Clone(words), k, words[k]))), l.lines, true
	}, ""},
	{"turn lost", func(l log, at int, chance *rand.Rand) (log, []string, bool) {
		if at+1 >= len(l.lines) {
			return l, nil, false
		}
		n, h, _ := parts(l.lines[at])
		return changed(l, at, 1), changed(l, at, 1, join(n, h, []string{"..."})).lines, true
	}, "turn-missing"},
	{"turn lost, numbered on", func(l log, at int, chance *rand.Rand) (log, []string, bool) {
		if at+1 >= len(l.lines) {
			return l, nil, false
		}
		n, h, _ := parts(l.lines[at])
		out := changed(l, at, 1)
		renumber(out, at, n)
		return out, changed(l, at, 1, join(n, h, []string{"..."})).lines, true
	}, "turn-missing"},
	{"turn doubled", func(l log, at int, chance *rand.Rand) (log, []string, bool) {
		n, h, words := parts(l.lines[at])
		if chance.IntN(2) == 0 { // under its own number, or numbered on
			return changed(l, at, 1, l.lines[at], l.lines[at]), l.lines, true
		}
		out := changed(l, at, 1, l.lines[at], join(n+1, h, words))
		renumber(out, at+2, n+2)
		return out, l.lines, true
	}, "turn-doubled"},
	{"turns swapped", func(l log, at int, chance *rand.Rand) (log, []string, bool) {
		if at+1 >= len(l.lines) {
			return l, nil, false
		}
		n, h, words := parts(l.lines[at])
		m, i, others := parts(l.lines[at+1])
		if chance.IntN(2) == 0 {
			n, m = m, n
		}
		return changed(l, at, 2, join(n, i, others), join(m, h, words)), l.lines, true
	}, "turns-swapped"},
	{"other player", func(l log, at int, chance *rand.Rand) (log, []string, bool) {
		n, h, words := parts(l.lines[at])
		var others []string
		for _, line := range l.lines[l.body:] {
			if _, other, _ := parts(line); other != h {
				others = append(others, other)
			}
		}
		if others == nil {
			return l, nil, false
		}
		return changed(l, at, 1, join(n, others[chance.IntN(len(others))], words)), l.lines, true
	}, ""},
	{"action left out", func(l log, at int, chance *rand.Rand) (log, []string, bool) {
		n, h, words := parts(l.lines[at])
		if len(words) < 2 {
			return l, nil, false
		}
		k := chance.IntN(len(words))
		left := slices.Delete(slices.Clone(words), k, k+1)
		known := slices.Clone(words)
		known[k] = "?"
		return changed(l, at, 1, join(n, h, left)), changed(l, at, 1, join(n, h, known)).lines, true
	}, "word-missing"},
	{"wholly different action", func(l log, at int, chance *rand.Rand) (log, []string, bool) {
		n, h, words := parts(l.lines[at])
		k := chance.IntN(len(words))
		_, _, others := parts(l.lines[l.body+chance.IntN(len(l.lines)-l.body)])
		other := others[chance.IntN(len(others))]
		if other == words[k] {
			return l, nil, false
		}
		words = slices.Clone(words)
		words[k] = other
		return changed(l, at, 1, join(n, h, words)), l.lines, true
	}, ""},
	{"two turns lost running", func(l log, at int, chance *rand.Rand) (log, []string, bool) {
		if at+2 >= len(l.lines) {
			return l, nil, false
		}
		n, h, _ := parts(l.lines[at])
		m, i, _ := parts(l.lines[at+1])
		out := changed(l, at, 2)
		if chance.IntN(2) == 0 {
			renumber(out, at, n)
		}
		return out, changed(l, at, 2, join(n, h, []string{"..."}), join(m, i, []string{"..."})).lines, true
	}, "turn-missing"},
	{"leave left out", func(l log, at int, chance *rand.Rand) (log, []string, bool) { // of a wheel game, in which the others play on as if nothing were
		n, who, _ := parts(l.lines[at])
		others := map[string]bool{}
		out := log{slices.Clone(l.lines[:at]), l.body}
		for _, line := range l.lines[at:] {
			if _, h, _ := parts(line); h != who {
				out.lines, others[h] = append(out.lines, line), true
			}
		}
		renumber(out, at, n)
		left := slices.Insert(slices.Clone(out.lines), at, "leave "+who)
		return out, left, l.lines[0] != `[Game "trouble"]` && len(others) > 1 && !strings.Contains(l.text(), `[Result "`+who)
	}, "leave-missing"},
}

// changed is a log with other lines in the place of n of its own.
func changed(l log, at, n int, by ...string) log {
	return log{slices.Replace(slices.Clone(l.lines), at, at+n, by...), l.body}
}

// renumber numbers the turns from a line on.
func renumber(l log, at, number int) {
	for ; at < len(l.lines); at++ {
		_, h, words := parts(l.lines[at])
		l.lines[at] = join(number, h, words)
		number++
	}
}

// unnumbered is a log for comparison: without the numbers of its turns.
func unnumbered(lines []string, body int) string {
	var b strings.Builder
	for _, line := range lines[body:] {
		_, h, words := parts(line)
		fmt.Fprintln(&b, h, strings.Join(words, " "))
	}
	return b.String()
}

// used is the processor time that the program has taken.
func used() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

type bench struct {
	t            testing.TB
	read, strict *verify.Reader
}

func newBench(t testing.TB) *bench {
	t.Helper()
	reader := func(o verify.Options) *verify.Reader {
		o.Games = games.All
		r, err := verify.NewReader(o)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	return &bench{t, reader(verify.Options{Readings: readings.New()}), reader(verify.Options{})}
}

// game is a legal game that chance plays.
func (b *bench) game(variant string, chance *rand.Rand) log {
	players := 2 + chance.IntN(3)
	if strings.HasPrefix(variant, "trespass") {
		players = 2
	}
	h, err := b.read.Propose(verify.Header{Variant: variant}, players, chance)
	if err != nil {
		b.t.Fatal(err)
	}
	o := play.Options{Policy: play.Policy(chance.IntN(2)), Right: 60, Limit: []int{25, 60, 400}[chance.IntN(3)]}
	p, err := play.Game(b.read, h, chance, o)
	if err != nil {
		b.t.Fatal(err)
	}
	l := log{lines: strings.Split(strings.TrimSuffix(p.Log, "\n"), "\n")}
	l.body = slices.IndexFunc(l.lines, func(s string) bool { return s != "" && s[0] >= '1' && s[0] <= '9' })
	return l
}

func (b *bench) judge(r *verify.Reader, text string) *verify.Summary {
	var g *verify.Summary
	if _, err := r.File("log", ".", strings.NewReader(text), func(s *verify.Summary) error { g = s; return nil }); err != nil {
		b.t.Fatal(err)
	}
	return g
}

func errorsOf(g *verify.Summary) []verify.Finding {
	return slices.DeleteFunc(slices.Clone(g.Findings), func(f verify.Finding) bool { return f.Severity != verify.SeverityError })
}

// apply makes the edits of a reading in a log.
func apply(lines []string, r *verify.Reading) []string {
	out := slices.Clone(lines)
	for _, e := range slices.Backward(r.Edits) {
		if e.Out {
			out = slices.Delete(out, e.Line-1, e.Line)
			continue
		}
		line := []rune(out[e.Line-1])
		text := string(line[:e.Column-1]) + e.Text + string(line[e.EndColumn-1:])
		out = slices.Replace(out, e.Line-1, e.Line, strings.Split(text, "\n")...)
	}
	return out
}

// gives reports whether a corrected log is the true one, except for one unknown part of one word.
func gives(log, truth string) bool {
	if log == truth {
		return true
	}
	from, to, open := strings.Cut(log, "?")
	return open && strings.Count(log, "?") == strings.Count(truth, "?")+1 && len(truth) >= len(log) && strings.HasPrefix(truth, from) && strings.HasSuffix(truth, to) &&
		!strings.ContainsAny(truth[len(from):len(truth)-len(to)], " \n")
}

// cell has the measurements of one kind of slip in one family.
type cell struct {
	cases, noticed, findings, worst, first, third, shared, named, place, tied, tiedPlace, moved int
	times                                                                                       []time.Duration
	bytes                                                                                       int
	bad                                                                                         []string
}

func (c *cell) add(b *bench, s *slip, spoilt log, truth []string, at int) {
	text := spoilt.text()
	strict := errorsOf(b.judge(b.strict, text))
	if len(strict) == 0 {
		return
	}
	begun := used()
	g := b.judge(b.read, text)
	c.times = append(c.times, used()-begun)
	c.bytes += len(text)
	c.noticed++
	found := errorsOf(g)
	c.findings += len(found)
	c.worst = max(c.worst, len(found))
	place := func(fs []verify.Finding) int {
		for _, f := range fs {
			if f.Code != verify.CodeResult {
				return f.Span.Line
			}
		}
		return 0
	}
	if place(strict) != place(found) {
		c.moved++
	}
	want := unnumbered(truth, spoilt.body)
	right, named, placed := -1, false, false
	for _, f := range found {
		placed = placed || f.Span.Line == at+1
		for k := range f.Readings {
			r := &f.Readings[k]
			if k < 3 {
				turn, _, _ := parts(truth[at])
				placed = placed || r.Kind == "not-carried-out" && strings.HasPrefix(r.Message, fmt.Sprintf("turn %d ", turn))
				placed = placed || 0 < r.From && r.From <= at+1 && at+1 <= r.Edits[0].Line
				for _, e := range r.Edits {
					placed = placed || e.Line == at+1 || s.name != "digit" && e.Line == at+2
				}
			}
			if right < 0 && gives(unnumbered(apply(spoilt.lines, r), spoilt.body), want) {
				right = 0 // its rank, which readings of equal cost share
				for i := range f.Readings {
					if f.Readings[i].Cost < r.Cost {
						right++
					}
				}
				if right == 0 && k > 0 {
					c.shared++
				}
			}
			named = named || r.Kind == s.kind && r.Cost == f.Readings[0].Cost
		}
	}
	if right == 0 {
		c.first++
	}
	if right >= 0 && right < 3 {
		c.third++
	}
	if named {
		c.named++
	}
	if placed {
		c.place++
	}
	if fits := b.fits(spoilt.lines, found); fits && (right < 0 || right > 2) { // the rest of the game does not decide
		c.tied++
	}
	if !placed && b.fits(spoilt.lines, found) {
		c.tiedPlace++
	}
	if len(found) > 1 || right != 0 || s.kind != "" && !named || !placed {
		why := fmt.Sprintf("CASE %s line %d: %d findings, truth %d, named %t, placed %t", s.name, at+1, len(found), right, named, placed)
		for _, f := range found {
			why += fmt.Sprintf("\n    %d %s: %s on %d", f.Span.Line, f.Code, f.Message, f.ReadOn)
			for _, r := range f.Readings {
				why += fmt.Sprintf("\n        %.2f %s %s fits %d", r.Cost, r.Kind, r.Message, r.Fits)
			}
		}
		why += "\n    truth: " + truth[at] + "\n" + text
		c.bad = append(c.bad, why)
	}
}

func share(n, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", 100*float64(n)/float64(of))
}

// fits reports whether a log with a single finding has no further error under its best reading, or
// as it is written after the finding.
func (b *bench) fits(lines []string, found []verify.Finding) bool {
	if len(found) != 1 || len(found[0].Readings) == 0 || found[0].ReadOn < 0 {
		return len(found) == 1
	}
	r := &found[0].Readings[0]
	return len(errorsOf(b.judge(b.strict, strings.Join(apply(lines, r), "\n")+"\n"))) == 0
}

func TestMeasure(t *testing.T) {
	cases, full := cmp.Or(measured, 4), measured > 0
	only := os.Getenv("TPNOTE_CELL")
	b := newBench(t)
	out := &strings.Builder{}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "slip\tfamily\tcases\tnoticed\tfindings\tworst\tfirst %\tin three %\ttied %\tshared\tnamed %\tplace %\ttied %\tmoved\tms mean\tms p95\tMB/s")
	for _, s := range slips {
		for _, f := range families {
			if only != "" && !strings.Contains(s.name+"/"+f.name, only) {
				continue
			}
			chance := rand.New(rand.NewPCG(15, uint64(len(s.name))))
			var c cell
			for tries := 0; c.cases < cases && tries < 20*cases; tries++ {
				l := b.game(f.variants[tries%len(f.variants)], chance)
				at := l.body + chance.IntN(len(l.lines)-l.body)
				spoilt, truth, ok := s.spoil(l, at, chance)
				if !ok {
					continue
				}
				c.cases++
				c.add(b, &s, spoilt, truth, at)
			}
			if c.noticed == 0 {
				continue
			}
			slices.Sort(c.times)
			total := time.Duration(0)
			for _, d := range c.times {
				total += d
			}
			ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
			fmt.Fprintf(table, "%s\t%s\t%d\t%d\t%.2f\t%d\t%s\t%s\t%s\t%d\t%s\t%s\t%s\t%d\t%.1f\t%.1f\t%.2f\n", s.name, f.name, c.cases, c.noticed,
				float64(c.findings)/float64(c.noticed), c.worst, share(c.first, c.noticed), share(c.third, c.noticed), share(c.tied, c.noticed), c.shared,
				share(c.named, c.noticed), share(c.place, c.noticed), share(c.tiedPlace, c.noticed), c.moved, ms(total)/float64(c.noticed), ms(c.times[len(c.times)*95/100]), float64(c.bytes)/1e6/total.Seconds())
			if name := os.Getenv("TPNOTE_BAD"); name != "" {
				t.Log(strings.Join(c.bad, "\n"))
			}
			if c.moved > 0 || !full && c.findings > 3*c.noticed {
				t.Errorf("%s, %s: %d findings of %d slips, %d first errors moved", s.name, f.name, c.findings, c.noticed, c.moved)
			}
		}
	}
	table.Flush()
	if full {
		t.Log("\n" + out.String())
	}
}
