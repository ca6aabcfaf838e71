package wheel_test

import (
	"math/bits"
	"os"
	"testing"

	"tpnote/rules"
	"tpnote/rules/variant"
	"tpnote/rules/wheel"
)

// TestProof compares the judges everywhere: one token on each space, with each set of wedges, each
// bar, in each phase, for each roll with each space, category and answer; and with some sets under
// every variant that differs in one rule point. See spec/contributing.md.
func TestProof(t *testing.T) {
	whole := os.Getenv("TPNOTE_PROOF") != ""
	seen := map[string]bool{}
	for _, name := range builtins {
		v := engine(t, name).Variant
		seen[v.Fingerprint] = true
		t.Run(name, func(t *testing.T) {
			p := proof{T: t}
			p.all(v, whole, func(wedges, needed int) bool { return whole || wedges == 0 || wedges == 1<<needed-1 })
			t.Logf("%d positions, %d cases", p.positions, p.cases)
		})
	}
	if !whole {
		return
	}
	for _, name := range builtins {
		v := engine(t, name).Variant
		t.Run(name+" but one rule point", func(t *testing.T) {
			p := proof{T: t}
			variants := 0
			for _, point := range wheel.Family.Points {
				for _, other := range v.Others(point.Name) {
					if seen[other.Fingerprint] {
						continue
					}
					seen[other.Fingerprint] = true
					variants++
					p.all(other, false, func(wedges, needed int) bool {
						n := bits.OnesCount(uint(wedges))
						return wedges&(wedges+1) == 0 && (n < 2 || n == needed-1 || n == needed)
					})
				}
			}
			t.Logf("%d variants, %d positions, %d cases", variants, p.positions, p.cases)
		})
	}
}

// proof counts what it has compared.
type proof struct {
	*testing.T
	positions, cases int
	legal            []wheel.Action
	is               [1 << 16]bool // by index: it is in legal
}

// all compares the judges in the positions of a variant. some chooses sets of wedges; every says whether
// the token may be barred from every headquarters, and not from the hub and one of them alone.
func (p *proof) all(v *variant.Variant, every bool, some func(wedges, needed int) bool) {
	e, err := wheel.New(v)
	if err != nil { // no player could win
		return
	}
	bars := []uint8{0}
	for space := range wheel.Space(e.Board.Len()) {
		if kind := e.Board.Places[space].Kind; kind == wheel.HubKind || kind == wheel.Headquarters && (every || len(bars) < 3) {
			bars = append(bars, uint8(space)+1)
		}
	}
	s := e.Start(2)
	for wedges := range 1 << len(e.Board.Colours) {
		if !some(wedges, v.Setting("wedges-to-win").Value.Lo) {
			continue
		}
		for space := range wheel.Space(e.Board.Len()) {
			for _, bar := range bars {
				for _, phase := range []rules.Phase{rules.Due, rules.Open} {
					s.Tokens[0] = wheel.Token{Space: space, Barred: bar, Wedges: uint16(wedges)}
					s.Clock.Phase = phase
					p.position(e, &s)
				}
			}
		}
	}
}

// position compares Legal, Check and Fit in a position, and what Fit and Apply carry out.
func (p *proof) position(e *wheel.Engine, s *wheel.State) {
	p.positions++
	p.legal = e.Legal(p.legal[:0], s)
	for _, a := range p.legal {
		p.is[index(a)] = true
	}
	var a wheel.Action
	scratch := *s
	for a.Die = uint8(1); a.Die <= 6; a.Die++ {
		for a.Space = range wheel.Space(e.Board.Len()) {
			for a.Category = range uint8(len(e.Board.Colours) + 1) {
				for a.Answer = range wheel.Wrong + 1 {
					p.cases++
					legal := p.is[index(e.Canonical(a))]
					if why := e.Check(s, a); (why.Reason == 0) != legal {
						p.Fatalf("%s by %v: %+v is in Legal: %t, and Check says %v", show(e, s), rulesOf(e), a, legal, why)
					}
					if legal {
						p.fits(e, s, a)
					} else if e.Fit(&scratch, &a, wheel.Mark(p.cases%5)) || scratch != *s {
						p.Fatalf("%s by %v: %+v is illegal, and fits", show(e, s), rulesOf(e), a)
					}
				}
			}
		}
	}
	for _, a := range p.legal {
		p.is[index(a)] = false
	}
}

// index is another number for each action without a card.
func index(a wheel.Action) int {
	return int(a.Die)<<13 | int(a.Space)<<6 | int(a.Category)<<2 | int(a.Answer)
}

// fits holds that Fit carries a legal action out as Apply does, with the mark that it earns and no other.
func (p *proof) fits(e *wheel.Engine, s *wheel.State, a wheel.Action) {
	applied := *s
	e.Apply(&applied, a)
	for mark := range wheel.WinMark + 1 {
		want, after := *s, *s
		if a.Answer != wheel.Right || mark == e.Due(s, a) {
			want = applied
		}
		if e.Fit(&after, &a, mark); after != want {
			p.Fatalf("%s by %v: %+v with mark %d comes to %s, want %s", show(e, s), rulesOf(e), a, mark, show(e, &after), show(e, &want))
		}
	}
}
