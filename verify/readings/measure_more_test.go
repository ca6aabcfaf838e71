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
	"time"

	"tpnote/notation"
	"tpnote/verify"
)

// TestMeasureMore measures what is no single slip: illegal play that is gone on from, several
// slips, and logs that are none. It prints with TPNOTE_MEASURE, as TestMeasure does.
func TestMeasureMore(t *testing.T) {
	cases, full := cmp.Or(measured, 4), measured > 0
	only := os.Getenv("TPNOTE_CELL")
	b := newBench(t)
	out := &strings.Builder{}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, f := range families {
		if only != "" && !strings.Contains(f.name, only) {
			continue
		}
		chance := rand.New(rand.NewPCG(15, 4))
		kept, guarded := 0, 0
		for tries := 0; guarded < cases && tries < 20*cases; tries++ {
			text, ok := b.illegal(f.variants[tries%len(f.variants)], chance)
			if !ok || len(errorsOf(b.judge(b.strict, text))) != 1 {
				continue
			}
			guarded++
			found := errorsOf(b.judge(b.read, text))
			if len(found) == 1 && (len(found[0].Readings) == 0 || found[0].ReadOn == -1) {
				kept++
			} else if os.Getenv("TPNOTE_BAD") != "" {
				t.Logf("guard: %+v\n%s", found, text)
			}
		}
		fmt.Fprintf(table, "illegal, and gone on from: one finding, as written\t%s\t%s %%\tof %d\n", f.name, share(kept, guarded), guarded)

		found, noticed, worst := 0, 0, 0
		for done, tries := 0, 0; done < cases && tries < 20*cases; tries++ {
			l := b.game(f.variants[tries%len(f.variants)], chance)
			if len(l.lines)-l.body < 70 {
				continue
			}
			done++
			first := l.body + chance.IntN(len(l.lines)-l.body-60)
			for k := range 3 { // of the kinds that keep the number of lines
				s := slips[[]int{0, 1, 4, 5, 7, 12}[chance.IntN(6)]]
				if spoilt, _, ok := s.spoil(l, first+k*(20+chance.IntN(5)), chance); ok {
					l = spoilt
				}
			}
			n := len(errorsOf(b.judge(b.read, l.text())))
			found, noticed, worst = found+n, noticed+1, max(worst, n)
		}
		if noticed > 0 {
			fmt.Fprintf(table, "three slips: findings a game\t%s\t%.2f\tworst %d, of %d\n", f.name, float64(found)/float64(noticed), worst, noticed)
		}

		found, noticed = 0, 0
		for done, tries := 0, 0; done < max(1, cases/4) && tries < 5*cases; tries++ {
			l := b.game(f.variants[tries%len(f.variants)], chance)
			if len(l.lines)-l.body < 24 {
				continue
			}
			done++
			for at := l.body + chance.IntN(8); at < len(l.lines); at += 8 {
				if spoilt, _, ok := slips[0].spoil(l, at, chance); ok {
					l = spoilt
					noticed++
				}
			}
			found += len(errorsOf(b.judge(b.read, l.text())))
		}
		fmt.Fprintf(table, "a digit on every eighth line: findings a slip\t%s\t%.2f\tof %d slips\n", f.name, float64(found)/float64(max(1, noticed)), noticed)

		// One file in which every game has a slip, of all kinds in turn, and the games by themselves.
		texts, size := b.spoilt(f.variants, 4*cases, chance)
		file := strings.Join(texts, "\n")
		begun := used()
		b.judge(b.read, file)
		total := used() - begun
		var times []time.Duration
		for _, text := range texts {
			before := used()
			b.judge(b.read, text)
			times = append(times, used()-before)
		}
		slices.Sort(times)
		fmt.Fprintf(table, "a slip in every game\t%s\t%.2f MB/s\tp95 %.1f ms, worst %.1f ms, of %d\n", f.name, float64(size)/1e6/total.Seconds(),
			times[len(times)*95/100].Seconds()*1000, times[len(times)-1].Seconds()*1000, len(texts))

		worstGarbage := time.Duration(0)
		most := 0
		for k := range max(1, cases/10) {
			l := b.game(f.variants[k%len(f.variants)], chance)
			other := b.game(f.variants[k%len(f.variants)], chance)
			garbage := log{append(slices.Clone(l.lines[:l.body]), other.lines[other.body:]...), l.body}
			if k%2 == 0 { // the words of the log in any order
				var words []string
				for _, line := range l.lines[l.body:] {
					_, _, w := parts(line)
					words = append(words, w...)
				}
				chance.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
				garbage = log{slices.Clone(l.lines), l.body}
				for i := l.body; i < len(garbage.lines); i++ {
					n, h, w := parts(garbage.lines[i])
					garbage.lines[i] = join(n, h, words[:len(w)])
					words = words[len(w):]
				}
			}
			before := used()
			most = max(most, len(errorsOf(b.judge(b.read, garbage.text()))))
			worstGarbage = max(worstGarbage, used()-before)
		}
		fmt.Fprintf(table, "garbage\t%s\tworst %.1f ms\t%d findings\n", f.name, worstGarbage.Seconds()*1000, most)
	}
	table.Flush()
	if full {
		t.Log("\n" + out.String())
	}
}

// illegal plays a game in which one action is illegal, and what follows is legal from where it led.
func (b *bench) illegal(variant string, chance *rand.Rand) (string, bool) {
	l := b.game(variant, chance)
	if len(l.lines)-l.body < 12 {
		return "", false
	}
	at := l.body + 3 + chance.IntN(len(l.lines)-l.body-10)
	lines := slices.DeleteFunc(slices.Clone(l.lines[:at]), func(s string) bool { return strings.HasPrefix(s, "[Result") })
	last := b.after(b.strict.With(func(o *verify.Options) { o.Keep = true }), lines)
	number, handle, _ := parts(l.lines[at])
	_, _, words := parts(l.lines[l.body+chance.IntN(len(l.lines)-l.body)])
	line := join(number, handle, words[:1])
	ev := last.Line(notation.ParseLine(line, len(lines)+1))
	if len(ev.Findings) != 1 || ev.Findings[0].Severity != verify.SeverityError || len(ev.Actions) != 1 || !ev.Actions[0].Done || last.Over() {
		return "", false
	}
	lines = append(lines, line)
	for range 40 {
		if last.Over() {
			break
		}
		turn := last.Clock()
		line := fmt.Sprintf("%d. %s", turn.Number, last.Handles()[turn.Seat])
		for n := 0; n < 8 && !last.Over() && last.Clock().Seat == turn.Seat && last.Clock().Number == turn.Number; n++ {
			moves := last.Legal()
			m := moves[chance.IntN(len(moves))]
			line += " " + m.Word
			last.Play(m.Word)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n") + "\n", true
}
