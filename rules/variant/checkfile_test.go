package variant_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"tpnote/rules/trespass"
	"tpnote/rules/trouble"
	"tpnote/rules/variant"
	"tpnote/rules/wheel"
)

// games are the games of the program, each with its engine.
var games = variant.NewLibrary(wheel.Family, trouble.Family, trespass.Family)

// playable makes the engine of a variant, or returns why it cannot.
func playable(v *variant.Variant) (err error) {
	switch v.Family {
	case wheel.Family:
		_, err = wheel.New(v)
	case trouble.Family:
		_, err = trouble.New(v)
	case trespass.Family:
		_, err = trespass.New(v)
	}
	if err == nil {
		err = v.Faults()
	}
	return err
}

// TestCheck: Check names all mistakes in one run, also those that only an engine sees.
func TestCheck(t *testing.T) {
	const child = "variant: mine\nextends: genus-iii\n"
	for _, test := range []struct{ name, text, want string }{
		{"good", child + "rules: {hub-entry: {is: at-least, standing: derived, cites: [G3.23, G3.34], note: x}}\n", ""},
		{"assumed without a clause", child + "rules: {hub-entry: {is: at-least, standing: assumed}}\n", ""},
		{"house rule", child + "rules: {hub-entry: {is: at-least, standing: house rule}}\n", ""},
		{"no name", "extends: genus-iii\nrules: {hub-entry: exakt}\n",
			`x.yaml:1:1: no name: a variant file begins with variant: NAME
x.yaml:2:20: hub-entry takes exact or at-least, not "exakt", did you mean "exact"?`},
		{"no name and nothing else", "title: x\n",
			`x.yaml:1:1: no name: a variant file begins with variant: NAME
x.yaml:1:1: no extends: NAME, the variant to start from, and no game: NAME (the games are trivial-pursuit, heisey-mania, trouble and trespass)`},
		{"name of several words", "variant: our \"best\" table\nextends: genus-iii\n",
			`x.yaml:1:10: a name is one word, such as "our-best-table"`},
		{"name like a path", "variant: ./ours\nextends: genus-iii\n",
			`x.yaml:1:10: a name is one word, such as ".-ours"`},
		{"name of another game's variant", "variant: genus-iii\nextends: trouble-spec\n",
			`x.yaml:1:10: genus-iii is the name of a built-in variant of trivial-pursuit with other rules: choose another`},
		{"name of a built-in variant with other rules", "variant: genus-iii\nextends: genus-iii-four-wedge\n",
			`x.yaml:1:10: genus-iii is the name of a built-in variant of trivial-pursuit with other rules: choose another`},
		{"name of a built-in variant with its rules", "variant: genus-iii\nextends: genus-iii\n", ""},
		{"misspelt rulebook", "variant: x\nextends: trouble-spec\nrulebook: trouble-spek\n",
			`x.yaml:3:11: unknown rulebook "trouble-spek", did you mean "trouble-spec"?`},
		{"unknown rulebook", "variant: x\nextends: trouble-spec\nrulebook: ours\n",
			`x.yaml:3:11: unknown rulebook "ours": the rulebooks are genus-iii-1994, heisey-mania, trespass-1974, trivial-pursuit-1981, trouble-official and trouble-spec`},
		{"no rulebook", child + "rulebook:\n", `x.yaml:3:10: rulebook has no value; it takes one value`},
		{"no such clause", "variant: x\nextends: trouble-spec\nrules: {enter-on: {is: [6], standing: stated, cites: [TS.4, TS.999]}}\n",
			`x.yaml:3:61: trouble-spec has no clause "TS.999": they are TS.1 to TS.20`},
		{"clause of another rulebook", child + "rules: {hub-entry: {is: exact, standing: stated, cites: [M81.22]}}\n",
			`x.yaml:3:58: clause M81.22 is one of trivial-pursuit-1981, and the rulebook here is genus-iii-1994`},
		{"clause of the rulebook that the file names", child + "rulebook: trivial-pursuit-1981\nrules: {hub-entry: {is: exact, standing: stated, cites: [M81.22]}}\n", ""},
		{"no clause", child + "rules:\n  hub-entry: {is: exact, standing: stated}\n  hub-exit: {is: any-spoke, standing: conflicted, note: x}\n  stopping: {standing: derived}\n",
			`x.yaml:4:36: hub-entry: a stated value needs a clause: cites: [ID]
x.yaml:5:39: hub-exit: a conflicted value needs a clause: cites: [ID]
x.yaml:6:13: stopping: the long form needs is: VALUE
x.yaml:6:24: stopping: a derived value needs a clause: cites: [ID]`},
		{"empty list of clauses", child + "rules: {hub-entry: {is: exact, standing: stated, cites: []}}\n",
			`x.yaml:3:57: cites takes a list of clauses, such as [G3.34]`},
		{"several faults that only an engine sees", child + "rules: {wedges-to-win: 7, wedge-set: [xx]}\ncategories: {zz: Zoology}\n",
			`x.yaml:3:24: wedges-to-win is 7, but the board has only 6 headquarters
x.yaml:3:38: wedge-set: the board has no headquarters of colour "xx"
x.yaml:4:14: the colour zz has no headquarters on this board`},
		{"faults of every stage", "variant: our table\nextends: trouble\nrulebook: trouble-spek\nrules: {players: 2-6, enter-on: [], forced-move: true, start-save: no}\ncolours: {pu: Purple}\n",
			`x.yaml:1:10: a name is one word, such as "our-table"
x.yaml:2:10: extends an unknown variant "trouble", did you mean "trouble-official"?
x.yaml:3:11: unknown rulebook "trouble-spek", did you mean "trouble-spec"?
x.yaml:4:18: players goes up to 6, but the board has only 4 colours
x.yaml:4:33: enter-on: without a face no peg can ever leave HOME
x.yaml:4:50: forced-move takes yes or no, not "true", did you mean "yes"?
x.yaml:4:56: unknown rule point "start-save", did you mean "start-safe"?
x.yaml:5:11: Purple is no colour of this board`},
		{"faults of a board", child + "board:\n  wheel:\n    - {hq: bl, spoke: [xx, bl], track: [yy]}\n    - {hq: pi, spoke: [again], track: []}\n",
			`x.yaml:5:23: space bl1: no headquarters has the colour "xx"
x.yaml:5:40: space bl1pi: no headquarters has the colour "yy"
x.yaml:6:23: space pi1: no headquarters has the colour "again"`},
		{"colours from a to z", child + "board:\n  wheel:\n    - {hq: az, spoke: [za], track: [az]}\n    - {hq: za, spoke: [az], track: [za]}\nrules: {wedges-to-win: 2}\ncategories: {az: Arts, za: Zoology}\n", ""},
		{"headquarters without a code of their own", child + "board:\n  wheel:\n    - {hq: Blue, spoke: [xx], track: []}\n    - {hq: pi, spoke: [], track: []}\n    - {hq: pi, spoke: [], track: []}\n",
			`x.yaml:5:12: "Blue" is not a colour code: use two lower-case letters
x.yaml:7:12: a second headquarters of colour pi`},
		{"consequences of a fault are not reported", child + "board: {wheel: [{hq: bl, spoke: [], track: []}, {hq: pi, spoke: [], track: []}]}\nrules: {wedges-to-win: two}\n",
			`x.yaml:4:24: wedges-to-win takes a number from 1 to 12, not "two"`},
		{"what a value does to an inherited one", child + "board: {wheel: [{hq: bl, spoke: [], track: []}, {hq: pi, spoke: [], track: []}]}\n",
			`built-in genus-iii.yaml:21:23: wedges-to-win is 6, but the board has only 2 headquarters`},
		{"lists for mappings", child + "categories: [zz]\ncolours: zz\nrules: [hub-entry]\n",
			`x.yaml:3:13: categories takes key: value lines, not a list
x.yaml:4:10: colours takes key: value lines, not "zz"
x.yaml:5:8: rules takes key: value lines, not a list`},
		{"lists for mappings, and no parent", "variant: x\nboard: [zz]\nrules: [hub-entry]\n",
			`x.yaml:1:10: no extends: NAME, the variant to start from, and no game: NAME (the games are trivial-pursuit, heisey-mania, trouble and trespass)
x.yaml:2:8: board takes key: value lines, not a list
x.yaml:3:8: rules takes key: value lines, not a list`},
		{"not YAML", "rules: {hub-entry: exact\n", "x.yaml:1:1: not YAML: a bracket is not closed"},
		{"a list", "- x\n", "x.yaml:1:1: a variant file is a mapping that begins with variant: NAME"},
	} {
		t.Run(test.name, func(t *testing.T) {
			v, err := games.Parse("x.yaml", []byte(test.text), playable)
			if diff := cmp.Diff(test.want, said(err)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if (v == nil) == (err == nil) {
				t.Errorf("variant %v, error %v", v, err)
			}
		})
	}
}

func TestCheckFiles(t *testing.T) {
	for _, name := range games.Builtin() {
		v, err := games.Check(name, "", playable)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if want, err := games.Open(name, ""); err != nil || v.Fingerprint != want.Fingerprint {
			t.Errorf("%s is checked as %s, and opened as %s (%v)", name, v.Fingerprint, want.Fingerprint, err)
		}
	}
	if _, err := games.Check("1974", "", playable); !errors.Is(err, variant.ErrUnknown) || err.Error() != `unknown variant "1974", did you mean "trespass-1974"?` {
		t.Error(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"child.yaml":  "variant: child\nextends: parent\nrules: {hub-exit: no}\n",
		"parent.yaml": "extends: master-1981\nrules: {hub-entry: exakt}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want := `DIR/parent.yaml:1:1: no name: a variant file begins with variant: NAME
DIR/parent.yaml:2:20: hub-entry takes exact or at-least, not "exakt", did you mean "exact"?
DIR/child.yaml:2:10: extends an unknown variant "parent", did you mean "parent.yaml"?
DIR/child.yaml:3:19: hub-exit takes another-spoke or any-spoke, not "no"`
	if _, err := games.Check("child.yaml", dir, playable); err == nil || strings.ReplaceAll(err.Error(), dir, "DIR") != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

// TestForeignRulebook checks a game from outside, with a rulebook that the specification does not
// have, so that its clauses cannot be looked up.
func TestForeignRulebook(t *testing.T) {
	text := strings.Replace(ludo, "rules:", "rulebook: ludo-1896\nrules:", 1)
	family := *toy
	family.Files = fstest.MapFS{"ludo.yaml": {Data: []byte(text)}}
	lib := variant.NewLibrary(&family)
	none := func(*variant.Variant) error { return nil }
	for text, want := range map[string]string{
		"variant: x\nextends: ludo\nrulebook: ludo-1896\nrules: {limit: {is: 3, standing: stated, cites: [L.7]}}\n": "",
		"variant: x\nextends: ludo\nrulebook: ludo-1986\n":                                                          `x.yaml:3:11: unknown rulebook "ludo-1986", did you mean "ludo-1896"?`,
	} {
		_, err := lib.Parse("x.yaml", []byte(text), none)
		if got := said(err); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// said returns the text of an error; "" for none.
func said(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestParseBeside: a relative path in a text starts in the folder that the text is from.
func TestParseBeside(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "base.yaml"), []byte("variant: base\nextends: genus-iii\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	v, err := games.Parse(filepath.Join(dir, "mine.yaml"), []byte("variant: mine\nextends: ./base.yaml\n"), playable)
	if err != nil || v.Parents[0] != "base" {
		t.Errorf("%v, %v", v, err)
	}
}
