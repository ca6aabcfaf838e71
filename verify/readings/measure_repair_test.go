package readings_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"unicode"

	"tpnote/verify"
	"tpnote/verify/readings"
)

// This file measures what repair -w makes of logs with slips. It prints the tables of spec/records.md with
//
//	TPNOTE_MEASURE=200 go test -run TestMeasureRepair -v -timeout 2h ./verify/readings

// spelling spoils how a line is written, and not what it says.
func spelling(change func(line string, chance *rand.Rand) string) func(l log, at int, chance *rand.Rand) (log, []string, bool) {
	return func(l log, at int, chance *rand.Rand) (log, []string, bool) {
		is := change(l.lines[at], chance)
		if is == "" || is == l.lines[at] {
			return l, nil, false
		}
		return changed(l, at, 1, is), l.lines, true
	}
}

// inActions changes the words of a line, and leaves its number and its player.
func inActions(change func(words string, chance *rand.Rand) string) func(l log, at int, chance *rand.Rand) (log, []string, bool) {
	return spelling(func(line string, chance *rand.Rand) string {
		n, h, words := parts(line)
		is := change(strings.Join(words, " "), chance)
		if is == "" {
			return ""
		}
		return fmt.Sprintf("%d. %s %s", n, h, is)
	})
}

// insertAt puts text before a random one of the characters.
func insertAt(words, chars, text string, chance *rand.Rand) string {
	i := pick(words, chars, chance)
	if i <= 0 {
		return ""
	}
	return words[:i] + text + words[i:]
}

// exchange replaces one of the characters.
func exchange(words, char, by string, chance *rand.Rand) string {
	i := pick(words, char, chance)
	if i < 0 {
		return ""
	}
	return words[:i] + by + words[i+1:]
}

var spellings = []slip{
	{"blank for a colon", inActions(func(w string, c *rand.Rand) string { return exchange(w, ":", " ", c) }), ""},
	{"blank before a mark", inActions(func(w string, c *rand.Rand) string { return insertAt(w, "-+*#^x", " ", c) }), ""},
	{"comma", inActions(func(w string, c *rand.Rand) string { return cmp.Or(exchange(w, " ", ", ", c), w+",") }), ""},
	{"semicolon", inActions(func(w string, c *rand.Rand) string { return exchange(w, " ", "; ", c) }), ""},
	{"capitals", inActions(func(w string, _ *rand.Rand) string { return strings.ToUpper(w) }), ""},
	{"full-width digit", inActions(func(w string, c *rand.Rand) string {
		i := pick(w, digits, c)
		if i < 0 {
			return ""
		}
		return w[:i] + string(rune(w[i])-'0'+'０') + w[i+1:]
	}), ""},
	{"dash", inActions(func(w string, c *rand.Rand) string {
		return exchange(w, "-", []string{"–", "—", "−"}[c.IntN(3)], c)
	}), ""},
	{"full stop for a colon", inActions(func(w string, c *rand.Rand) string { return exchange(w, ":", ".", c) }), ""},
	{"no blank after the number", spelling(func(line string, _ *rand.Rand) string { return strings.Replace(line, ". ", ".", 1) }), ""},
	{"name in another case", spelling(func(line string, _ *rand.Rand) string {
		_, h, _ := parts(line)
		other := strings.ToLower(h)
		if unicode.IsUpper(rune(h[0])) && len(h) == 1 {
			return ""
		}
		return strings.Replace(line, " "+h+" ", " "+other+" ", 1)
	}), ""},
}

// remarks are lines that are no turns.
var remarks = []string{"Pizza break", "# a comment", "// second half", "1-0", "GAP?", "-----", "Ann is late", "half time!"}

// remark puts a line before one that is no turn.
var remark = slip{"remark", func(l log, at int, chance *rand.Rand) (log, []string, bool) {
	text := remarks[chance.IntN(len(remarks))]
	return changed(l, at, 0, text), changed(l, at, 0, "; "+text).lines, true
}, ""}

// singly are the slips that leave the other lines of a log as they are.
func singly() []slip {
	var all []slip
	for _, s := range slips {
		switch s.name {
		case "digit", "letter", "letter dropped", "letters exchanged", "space", "sign", "words swapped", "word doubled", "other player":
			all = append(all, s)
		}
	}
	return append(append(all, spellings...), remark)
}

// mended is what repair -w made of logs with slips.
type mended struct {
	games, whole, slips, restored, left, wrong, lost, harmed, before, after, more, withdrawn, findings int
	bad                                                                                                []string
}

// planted is a slip in a log: what is written, and what is right.
type planted struct{ name, is, right string }

// spoil makes count slips, a few turns from each other, the last one first.
func (b *bench) spoil(l log, kinds []slip, count int, chance *rand.Rand) (log, []string, []planted) {
	spoilt, truth := slices.Clone(l.lines), slices.Clone(l.lines)
	var all []planted
	turns := len(l.lines) - l.body
	step := min(8, turns/count)
	first := l.body + chance.IntN(max(1, turns-step*count+1))
	for k := count - 1; k >= 0; k-- {
		for range 30 {
			s := kinds[chance.IntN(len(kinds))]
			at := min(first+k*step+chance.IntN(max(1, step-1)), len(l.lines)-1)
			with, right, ok := s.spoil(l, at, chance)
			if !ok {
				continue
			}
			own := 1 - (len(with.lines) - len(l.lines)) // lines that it takes the place of
			spoilt = slices.Replace(spoilt, at, at+own, with.lines[at])
			truth = slices.Replace(truth, at, at+own, right[at])
			all = append(all, planted{s.name, with.lines[at], right[at]})
			break
		}
	}
	return log{spoilt, l.body}, truth, all
}

func (m *mended) add(b *bench, l log, truth []string, all []planted) {
	text := l.text()
	before := len(errorsOf(b.judge(b.strict, text)))
	if before == 0 {
		return
	}
	g := b.judge(b.read, text)
	m.findings += len(errorsOf(g))
	for _, f := range g.Findings {
		if slices.ContainsFunc(f.Notes, func(n verify.Note) bool { return n.Code == verify.CodeHelpWithdrawn }) || f.Code == verify.CodeHelpWithdrawn {
			m.withdrawn++
			break
		}
	}
	repaired, _, err := readings.Repair(b.read, "log", ".", 1, text, 1, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	m.games++
	m.slips += len(all)
	if repaired == strings.Join(truth, "\n")+"\n" {
		m.whole++
	}
	after := len(errorsOf(b.judge(b.strict, repaired)))
	m.before, m.after = m.before+before, m.after+after
	if after > before {
		m.more++
	}
	left := map[string]int{}
	for _, line := range strings.Split(strings.TrimSuffix(repaired, "\n"), "\n") {
		left[line]++
	}
	bad := after > before
	for _, p := range all {
		switch {
		case left[p.right] > 0:
			m.restored++
			left[p.right]--
		case left[p.is] > 0:
			m.left++
			left[p.is]--
			bad = true
		case p.name == remark.name:
			m.lost++
			bad = true
		default:
			m.wrong++
			bad = true
		}
	}
	for _, line := range truth {
		if slices.ContainsFunc(all, func(p planted) bool { return p.right == line }) {
			continue
		}
		if left[line] == 0 {
			m.harmed++
			bad = true
			continue
		}
		left[line]--
	}
	if bad && len(m.bad) < 8 {
		m.bad = append(m.bad, fmt.Sprintf("CASE %+v\nerrors %d, then %d\n%s\nrepaired:\n%s", all, before, after, text, repaired))
	}
}

// row is a line of a table.
func (m *mended) row() string {
	of := func(n, all int) string { return share(n, all) + " %" }
	return fmt.Sprintf("%d\t%s\t%s\t%s\t%s\t%d\t%d\t%.2f\t%.2f\t%d\t%.2f\t%s", m.games, of(m.whole, m.games), of(m.restored, m.slips), of(m.left, m.slips), of(m.wrong, m.slips), m.lost, m.harmed,
		float64(m.before)/float64(max(1, m.games)), float64(m.after)/float64(max(1, m.games)), m.more, float64(m.findings)/float64(max(1, m.slips)), of(m.withdrawn, m.games))
}

// repairedVariants are the variants of which repairs are measured.
var repairedVariants = []string{"genus-iii", "heisey-mania", "trouble-official", "trespass-1974"}

func TestMeasureRepair(t *testing.T) {
	games, full := cmp.Or(measured, 3), measured > 0
	b := newBench(t)
	out := &strings.Builder{}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "slips\tvariant\tgames\twhole\trestored\tleft\twrong\tlost\tharmed\terrors\tthen\tmore\tfindings\twithdrawn")
	measure := func(name string, kinds []slip, count int) {
		for _, variant := range repairedVariants {
			if only := os.Getenv("TPNOTE_CELL"); !strings.Contains(name+"/"+variant, only) {
				continue
			}
			chance := rand.New(rand.NewPCG(34, uint64(count)))
			var m mended
			for tries := 0; m.games < games && tries < 30*games; tries++ {
				l := b.game(variant, chance)
				if len(l.lines)-l.body < 3*count { // a slip every few turns
					continue
				}
				spoilt, truth, all := b.spoil(l, kinds, count, chance)
				if len(all) == count {
					m.add(b, spoilt, truth, all)
				}
			}
			fmt.Fprintf(table, "%s\t%s\t%s\n", name, variant, m.row())
			if os.Getenv("TPNOTE_BAD") != "" {
				t.Log(strings.Join(m.bad, "\n"))
			}
			if m.lost > 0 || m.more > 0 || m.harmed > 0 {
				t.Errorf("%s, %s: %s\n%s", name, variant, m.row(), strings.Join(m.bad, "\n"))
			}
		}
	}
	for _, s := range append(slices.Clone(spellings), remark) {
		measure(s.name, []slip{s}, 1)
	}
	counts := []int{1, 2, 3, 5, 8}
	if !full {
		counts = []int{2}
	}
	for _, count := range counts {
		measure(fmt.Sprint(count), singly(), count)
	}
	table.Flush()
	if full {
		t.Log("\n" + out.String())
	}
}
