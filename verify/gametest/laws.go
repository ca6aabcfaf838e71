package gametest

import (
	"fmt"
	"slices"
	"testing"

	"tpnote/notation"
	"tpnote/notation/shape"
	"tpnote/rules/variant"
	"tpnote/spec"
	"tpnote/verify"
	"tpnote/verify/explain"
	"tpnote/verify/internal/quick"
)

// Laws plays games by chance, under the built-in variants of a game and others near them, and checks what every game
// must satisfy. Its data are without contradiction. A position is the one that its text gives. A legal action passes
// Check, and Act reports nothing about its word and carries it out as Apply does. The fast judge carries out the
// words that Act accepts without a finding, and no others. The parts of a word, joined, are the word; each is at its
// place; and the word fits the action with parts unknown, as far as the notation lets them be unknown. Check and Act
// refuse other actions. Allowing names the rule points that matter. Then see wholes. settle may be nil.
func Laws[S, A comparable](t *testing.T, g *verify.Game[S, A], settle Settle[S, A]) {
	data(t, g)
	open, fast, acted := 0, 0, 0
	start(t, g, settle, func(b *begun[S, A]) {
		if b.builtin && len(b.handles) == 2 {
			b.otherwise()
		}
		for n := 0; (n < 40 || n < 200 && b.others != nil) && b.legal(); n++ {
			text := b.position(&b.state)
			if n < 40 {
				if back, err := b.rules.ParsePosition(text, b.handles); err != nil || b.position(&back) != text {
					b.Fatalf("%q by %s is read as %q, %v", text, b.variant.Name, b.position(&back), err)
				}
				for range 5 {
					b.action(b.any())
				}
				b.refused()
			}
			b.decided(text)
			b.rules.Apply(&b.state, b.any())
		}
		open, fast, acted = open+b.open, fast+b.fast, acted+b.acted
	})
	if fast+acted > 0 && min(fast, acted) < 500 {
		t.Errorf("the fast judge carries %d words out, and leaves %d", fast, acted)
	}
	if _, err := g.Parse(notation.Unknown); err == nil && open < 500 {
		t.Errorf("only %d words with an unknown part", open)
	}
	wholes(t, g)
}

// data checks what the game declares: a reason has a code, a rule and a clause; either all values of a rule
// point bear on an action, or none does.
func data[S, A comparable](t *testing.T, g *verify.Game[S, A]) {
	games := verify.Games{g}
	if err := explain.Check(games, games.AddPages()); err != nil {
		t.Error(err)
	}
	for n, why := range g.Reasons {
		cited := n == 0 || why.Assumed || slices.ContainsFunc(g.Family.Points, func(p variant.Point) bool {
			return p.Name == why.Rule && p.Off != "" // a house rule
		})
		for _, v := range variant.NewLibrary(g.Family).Variants("") {
			cited = cited || slices.ContainsFunc(spec.EnforcedBy(why.Code, why.Rule), func(c spec.Clause) bool { return c.Rulebook == v.Rulebook })
		}
		if n > 0 && (why.Code == "" || why.Rule == "") || !cited {
			t.Errorf("reason %d has no code, no rule, or no clause and is not Assumed: %+v", n, why)
		}
	}
	for _, p := range g.Family.Points {
		if slices.ContainsFunc(p.Values, func(m variant.Meaning) bool {
			return (m.Does == variant.SetsUp) != (p.Values[0].Does == variant.SetsUp)
		}) {
			t.Errorf("%s: some of the values lack Does: %+v", p.Name, p.Values)
		}
	}
}

// action checks a legal action and its word.
func (b *begun[S, A]) action(a A) {
	described := b.rules.Describe(&b.state, a)
	word := b.rules.Write(described)
	b.known, b.words = append(b.known, a), append(b.words, word)
	if why := b.rules.Check(&b.state, a); why.Reason != 0 {
		b.fail(word, "it is legal, but Check refuses it: %+v", why)
	}
	parts, err := b.game.Parse(word)
	if err != nil || parts.String() != word {
		b.fail(word, "%v; the parts give %s", err, parts)
	}
	for _, like := range []string{word, b.misspelt(word), b.words[b.chance.IntN(len(b.words))]} {
		b.quick(like)
	}
	acted, applied := b.state, b.state
	findings, done := b.act(b.rules, &acted, word)
	b.rules.Apply(&applied, a)
	if len(findings) > 0 || !done.Done || b.position(&acted) != b.position(&applied) {
		b.fail(word, "Act gives %q and %+v, Apply %q", b.position(&acted), findings, b.position(&applied))
	}
	if die := parts.Roll(); die != described.Die {
		b.fail(word, "the roll is %d, not %d", die, described.Die)
	}
	for _, p := range parts {
		if word[p.Start:p.End()] != p.Text {
			b.fail(word, "%q is not at %d", p.Text, p.Start)
		}
	}
	for _, blank := range parts.Blanks() {
		if w, err := b.game.Parse(blank); err == nil {
			if b.open++; !b.fits(a, w) {
				b.fail(word, "it does not fit %s", blank)
			}
		}
	}
}

// quick compares the fast judge with Act: it carries a word out if Act reports nothing, and both positions are equal.
func (b *begun[S, A]) quick(word string) {
	if b.judge == nil || b.parts(word) == nil {
		return
	}
	clock := b.rules.Turn(&b.state)
	line := quick.Lines{Text: append([]byte(" "+word+"\n"), make([]byte, shape.Slack)...), Line: 1}
	line.Start(0, clock.Number, clock.Seat)
	fast, acted := b.state, b.state
	played := b.judge.Play(&fast, &line)
	findings, _ := b.act(b.rules, &acted, word)
	switch {
	case played != (len(findings) == 0) || played && fast != acted:
		b.fail(word, "the fast judge carries it out: %t; Act reports %d findings\n%+v\n%+v", played, len(findings), fast, acted)
	case played:
		b.fast++
	default:
		b.acted++
	}
}

// fits reports whether a word can record a legal action.
func (b *begun[S, A]) fits(a A, w notation.Parts) bool {
	if filler, own := b.rules.(verify.Filler[S, A]); own {
		_, fits := filler.Fill(&b.state, a, w)
		return fits
	}
	parts, err := b.game.Parse(b.word(a))
	return err == nil && w.Fits(parts)
}

// refused checks an action that was legal before, and words like its word. Check refuses the action unless
// it is written as one in Legal, and Act reports a word unless it fits one of them.
func (b *begun[S, A]) refused() {
	at := b.chance.IntN(len(b.known))
	if a := b.known[at]; b.rules.Check(&b.state, a).Reason == 0 && !slices.Contains(b.actions, a) {
		if word := b.word(a); !slices.ContainsFunc(b.actions, func(a A) bool { return b.word(a) == word }) {
			b.fail(word, "%+v is not in Legal, but Check allows it", a)
		}
	}
	for _, word := range []string{b.words[at], b.misspelt(b.words[at])} {
		w := b.parts(word)
		if acted := b.state; w != nil {
			findings, _ := b.act(b.rules, &acted, word)
			if len(findings) == 0 && !slices.ContainsFunc(b.actions, func(a A) bool { return b.word(a) == word || b.fits(a, w) }) {
				b.fail(word, "it fits no legal action, but Act reports nothing")
			}
		}
	}
}

// otherwise makes the rules for other values of each rule point that bears on an action; nil for a value
// that the variant cannot have, so that nothing is known of it.
func (b *begun[S, A]) otherwise() {
	b.others = map[string][]verify.Rules[S, A]{}
	for _, p := range b.game.Family.Points {
		for _, value := range p.Extremes() {
			var r verify.Rules[S, A]
			if v, err := b.variant.Set(p.Name + "=" + value.String()); err == nil {
				r, _ = b.game.Rules(v)
			}
			if p.Meaning(value).Does != variant.SetsUp {
				b.others[p.Name] = append(b.others[p.Name], r)
			}
		}
	}
}

// ends returns how a turn ends with a word under some rules, and the position then.
func (b *begun[S, A]) ends(r verify.Rules[S, A], s S, word string) (how, after string) {
	if findings, _ := b.act(r, &s, word); len(findings) > 0 {
		return "illegal", ""
	}
	how = fmt.Sprintf("legal, leads to phase %d, may stop: %t", r.Turn(&s).Phase, r.MayStop(&s))
	return how, string(r.AppendPosition(nil, &s, b.handles)) + r.Outcome(&s, b.handles).String()
}

// decided compares the rule points that Allowing names for a legal action with what other values of them
// bring about. A point is named if another value forbids the action, or ends its turn or the game otherwise;
// it is not named if no value makes a difference, also after the position is read from its text.
func (b *begun[S, A]) decided(position string) {
	shown := *b
	shown.state, _ = b.rules.ParsePosition(position, b.handles)
	if b.others == nil || !shown.legal() {
		return
	}
	a := shown.any()
	word, named := shown.word(a), b.rules.Allowing(&shown.state, a)
	how, after := b.ends(b.rules, shown.state, word)
	for point, others := range b.others {
		names, matters := slices.Contains(named, point), slices.Contains(others, nil)
		for _, r := range slices.DeleteFunc(slices.Clone(others), func(r verify.Rules[S, A]) bool { return r == nil }) {
			otherHow, otherAfter := b.ends(r, shown.state, word)
			if otherHow != how && !names {
				shown.fail(word, "Allowing gives %q, but it is %s, and with another %s %s", named, how, point, otherHow)
			}
			read, err := r.ParsePosition(position, b.handles)
			if matters = matters || err != nil || otherHow != how || otherAfter != after; !matters {
				_, otherAfter = b.ends(r, read, word)
				matters = otherAfter != after
			}
		}
		if names && !matters {
			shown.fail(word, "Allowing gives %q, but no value of %s makes a difference", named, point)
		}
	}
}
