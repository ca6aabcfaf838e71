package variant_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"tpnote/rules/variant"
	"tpnote/rules/wheel"
)

// toy is a family with every kind of rule point and board part that wheel has not.
var toy = &variant.Family{
	Name:  "toy",
	Games: []variant.Game{{Name: "ludo", Default: "ludo"}},
	Points: []variant.Point{
		{Name: "enter-on", Kind: variant.Faces, Min: 1, Max: 6},
		{Name: "limit", Kind: variant.Number, Values: []variant.Meaning{{Is: "none"}}, Min: 0, Max: 9},
		{Name: "forced", Kind: variant.Choice, Values: []variant.Meaning{{Is: "yes"}, {Is: "no"}}},
	},
	Board: []variant.Part{
		{Name: "colours", Kind: variant.PartWords, Min: 2, Max: 4},
		{Name: "quarter", Kind: variant.PartNumber, Min: 1, Max: 9},
		{Name: "shape", Kind: variant.PartWord},
	},
	Files: fstest.MapFS{"ludo.yaml": {Data: []byte(ludo)}},
}

const ludo = `variant: ludo
game: ludo
board: {colours: [Red, Blue], quarter: 7, shape: cross}
rules:
  enter-on: [6]
  limit: none
  forced: yes
`

var library = variant.NewLibrary(wheel.Family, toy)

// load parses the text of a file and, where it can be, makes an engine of it.
func load(path, text string) (*variant.Variant, error) {
	v, err := library.Parse(path, []byte(text), nil)
	if err == nil && v.Family == wheel.Family {
		_, err = wheel.New(v)
	}
	return v, err
}

func mustLoad(t testing.TB, text string) *variant.Variant {
	t.Helper()
	v, err := load("mine.yaml", text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func mustOpen(t testing.TB, name string) *variant.Variant {
	t.Helper()
	v, err := library.Open(name, "")
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestBuiltin(t *testing.T) {
	want := []string{
		"genus-iii", "genus-iii-five-wedge", "genus-iii-four-wedge", "heisey-mania", "master-1981", "master-1981-open-hub", "ludo",
	}
	if diff := cmp.Diff(want, library.Builtin()); diff != "" {
		t.Errorf("built in (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"trivial-pursuit", "heisey-mania", "ludo"}, library.Games()); diff != "" {
		t.Errorf("games (-want +got):\n%s", diff)
	}
	for _, name := range library.Builtin() {
		v := mustOpen(t, name)
		if v.Name != name {
			t.Errorf("%s is called %s in its file", name, v.Name)
		}
		if v.Family == wheel.Family {
			if _, err := wheel.New(v); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		for i, s := range v.Settings {
			if v.Family == wheel.Family && s.Origin != variant.OffByDefault && (s.Origin.Line == 0 || s.Standing != variant.House && len(s.Cites) == 0) {
				t.Errorf("%s: %s comes from nowhere: %+v", name, v.Family.Points[i].Name, s)
			}
		}
	}
	for game, name := range map[string]string{
		"trivial-pursuit": "master-1981", "heisey-mania": "heisey-mania", "ludo": "ludo", "chess": "",
	} {
		if got := library.Default(game); got != name {
			t.Errorf("the default of %s is %q, want %q", game, got, name)
		}
	}
}

// TestBuiltinRules compares the built-in variants with the table of rules.md.
func TestBuiltinRules(t *testing.T) {
	table := `
players               2-6           2-6             2-4
rolloff-tie           highest       highest         highest
hub-entry             exact         exact           exact
hub-exit              another-spoke another-spoke   another-spoke
hub-passing           always        always          always
headquarters-reentry  anytime       after-question  anytime
hub-reentry           anytime       after-question  anytime
wedges-to-win         6             6               4
wedge-set             any           any             any
winning-question      opponents     opponents       opponents
first-turn-tie        shared        shared          shared
card-boxes            2             2               1
card-alternation      strict        free            free
card-repeat           never         never           never
card-numbers          1000          any             any
stopping              never         never           never
wedge-ends-turn       no            no              no
turn-direction        clockwise     clockwise       clockwise
held-headquarters     question      question        question`
	for column, name := range []string{"master-1981", "genus-iii", "heisey-mania"} {
		var got, want strings.Builder
		v := mustOpen(t, name)
		for i, p := range v.Family.Points {
			if v.Settings[i].Origin != variant.OffByDefault {
				fmt.Fprintln(&got, p.Name, v.Settings[i].Value)
			}
		}
		for line := range strings.SplitSeq(strings.TrimSpace(table), "\n") {
			cells := strings.Fields(line)
			fmt.Fprintln(&want, cells[0], cells[column+1])
		}
		if diff := cmp.Diff(want.String(), got.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	for name, diff := range map[string][2]string{
		"genus-iii-five-wedge": {"genus-iii", "wedges-to-win=5"},
		"genus-iii-four-wedge": {"genus-iii", "wedges-to-win=4"},
		"master-1981-open-hub": {"master-1981", "hub-entry=at-least"},
	} {
		want, err := mustOpen(t, diff[0]).Set(diff[1])
		if err != nil {
			t.Fatal(err)
		}
		if got := mustOpen(t, name); got.Fingerprint != want.Fingerprint {
			t.Errorf("%s is not %s with %s", name, diff[0], diff[1])
		}
	}
}

func TestProvenance(t *testing.T) {
	v := mustLoad(t, `variant: mine
title: Our table
extends: genus-iii-four-wedge
rules:
  hub-entry: at-least
  hub-exit:
    is: any-spoke
    standing: conflicted
    cites: [G3.19, G3.28]
    note: as we have always played
`)
	if diff := cmp.Diff([]string{"genus-iii-four-wedge", "genus-iii", "master-1981"}, v.Parents); diff != "" {
		t.Errorf("parents (-want +got):\n%s", diff)
	}
	if got, want := v.Title+"|"+v.Name+"|"+v.Game+"|"+v.Rulebook, "Our table|mine|trivial-pursuit|genus-iii-1994"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := v.Origin, (variant.Origin{File: "mine.yaml", Line: 1, Column: 10}); got != want {
		t.Errorf("origin %+v, want %+v", got, want)
	}
	if got := v.Categories["or"]; got != "Wild Card" {
		t.Errorf("category or is %q", got)
	}
	for point, want := range map[string]variant.Setting{
		"hub-entry": {
			Value: variant.Value{Word: "at-least"}, Standing: variant.House,
			Origin: variant.Origin{File: "mine.yaml", Line: 5, Column: 14},
		},
		"hub-exit": {
			Value: variant.Value{Word: "any-spoke"}, Standing: variant.Conflicted,
			Cites: []string{"G3.19", "G3.28"}, Note: "as we have always played",
			Origin: variant.Origin{File: "mine.yaml", Line: 7, Column: 9},
		},
		"wedges-to-win": {
			Value: variant.Value{Lo: 4, Hi: 4}, Standing: variant.Stated, Cites: []string{"G3.39", "G3.29"},
			Origin: variant.Origin{File: "built-in genus-iii-four-wedge.yaml", Line: 5, Column: 23},
		},
		"card-alternation": {
			Value: variant.Value{Word: "free"}, Standing: variant.Stated,
			Cites: []string{"G3.13"}, Note: "the card is drawn from either box",
			Origin: variant.Origin{File: "built-in genus-iii.yaml", Line: 26, Column: 26},
		},
	} {
		if diff := cmp.Diff(want, *v.Setting(point)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", point, diff)
		}
	}
	if got, want := v.Setting("hub-exit").Origin.String(), "mine.yaml:7"; got != want {
		t.Errorf("the origin reads %s, want %s", got, want)
	}
	// A child leaves its parents as they are.
	if got := mustOpen(t, "genus-iii").Setting("hub-exit").Value.Word; got != "another-spoke" {
		t.Errorf("the parent's hub-exit is now %s", got)
	}
}

func TestFingerprint(t *testing.T) {
	base := "variant: a\nextends: master-1981\n"
	same := []string{
		base,
		"variant: b\ntitle: Another name\nextends: master-1981\nrulebook: genus-iii-1994\ncategories: {bl: Rivers}\n",
		base + "rules: {hub-entry: {is: exact, standing: assumed, note: a guess}, wedges-to-win: 6, players: 2-6}\n",
	}
	want := mustOpen(t, "master-1981").Fingerprint
	if len(want) != 12 || strings.Trim(want, "0123456789abcdef") != "" {
		t.Errorf("%q is not 12 hex digits", want)
	}
	for _, text := range same {
		if got := mustLoad(t, text).Fingerprint; got != want {
			t.Errorf("other rules, it says: %s\n%s", got, text)
		}
	}
	seen := map[string]string{want: "master-1981"}
	for _, rule := range []string{
		"players: 2-5", "players: 1-6", "rolloff-tie: everyone", "hub-entry: at-least", "hub-exit: any-spoke",
		"hub-passing: qualified", "hub-passing: never", "headquarters-reentry: after-question", "hub-reentry: after-question",
		"wedges-to-win: 5", "wedge-set: [bl]", "wedge-set: [bl, pi]", "first-turn-tie: none", "card-boxes: 1", "card-alternation: free",
		"stopping: allowed", "wedge-ends-turn: yes", "first-turn-tie: every-round", "card-boxes: 3",
		"turn-direction: counter-clockwise", "held-headquarters: choice", "card-repeat: allowed",
		"winning-question: all", "winning-question: die", "card-numbers: 500", "card-numbers: any",
	} {
		got := mustLoad(t, base+"rules: {"+rule+"}\n").Fingerprint
		if other, ok := seen[got]; ok {
			t.Errorf("%s and %s have the same fingerprint", rule, other)
		}
		seen[got] = rule
	}
	// The order of a set is no rule; the board and its colours' names are.
	v := mustOpen(t, "master-1981")
	one, _ := v.Set("wedge-set=bl,pi")
	two, _ := v.Set("wedge-set=[pi, bl]")
	if one.Fingerprint != two.Fingerprint {
		t.Error("wedge-set bl,pi and pi,bl differ")
	}
	board := "variant: a\nextends: master-1981\nboard: {wheel: [{hq: bl, spoke: [], track: [bl]}, {hq: pi, spoke: [], track: [%s]}]}\nrules: {wedges-to-win: 2}\ncolours: {bl: %s}\n"
	for _, text := range []string{
		fmt.Sprintf(board, "bl", "Blue"), fmt.Sprintf(board, "pi", "Blue"), fmt.Sprintf(board, "bl, bl", "Blue"), fmt.Sprintf(board, "bl", "Azure"),
		fmt.Sprintf(board, "bl", `"Blue\ncolour.br=Brown"`),
	} {
		got := mustLoad(t, text).Fingerprint
		if other, ok := seen[got]; ok {
			t.Errorf("the same fingerprint:\n%s\n%s", text, other)
		}
		seen[got] = text
	}
}

// TestOff checks that a new house rule of a family changes neither files nor fingerprints, until a
// variant turns it on.
func TestOff(t *testing.T) {
	family := *toy
	family.Points = append(slices.Clone(toy.Points),
		variant.Point{Name: "tries", Kind: variant.Number, Values: []variant.Meaning{{Is: "one"}}, Min: 2, Max: 9, Off: "one"},
		variant.Point{Name: "again-on", Kind: variant.Faces, Min: 1, Max: 6, Off: "[]"},
		variant.Point{Name: "seats", Kind: variant.Range, Min: 2, Max: 6, Off: "2-6"},
	)
	lib := variant.NewLibrary(&family)
	before, err := lib.Open("ludo", "")
	if err != nil {
		t.Fatal(err)
	}
	if want := mustOpen(t, "ludo").Fingerprint; before.Fingerprint != want {
		t.Errorf("three house rules change the fingerprint from %s to %s", want, before.Fingerprint)
	}
	for point, want := range map[string]variant.Value{
		"tries": {Word: "one"}, "again-on": {Faces: []int{}}, "seats": {Lo: 2, Hi: 6},
	} {
		want := variant.Setting{Value: want, Standing: variant.House, Origin: variant.OffByDefault}
		if diff := cmp.Diff(want, *before.Setting(point)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", point, diff)
		}
	}
	seen := map[string]string{}
	for _, test := range []struct {
		rules string
		off   bool
	}{
		{"{tries: one}", true},
		{"{again-on: [], seats: {is: 2 - 6, standing: assumed}}", true},
		{"{tries: 2}", false},
		{"{tries: 3}", false},
		{"{again-on: [6]}", false},
		{"{seats: 2-5}", false},
	} {
		v, err := lib.Parse("ours.yaml", []byte("variant: ours\nextends: ludo\nrules: "+test.rules+"\n"), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := v.Fingerprint == before.Fingerprint; got != test.off {
			t.Errorf("%s: the fingerprint stays: %v, want %v", test.rules, got, test.off)
		}
		if other, ok := seen[v.Fingerprint]; ok && !test.off {
			t.Errorf("%s and %s have the same fingerprint", test.rules, other)
		}
		seen[v.Fingerprint] = test.rules
		if v.Settings[3].Origin == variant.OffByDefault && strings.Contains(test.rules, "tries") {
			t.Errorf("%s: given, and called off by default", test.rules)
		}
	}
	// On in the parent, off in the child: as if it had never been on.
	on, err := before.Set("tries=3")
	if err != nil {
		t.Fatal(err)
	}
	off, err := on.Set("tries=one")
	if err != nil || off.Fingerprint != before.Fingerprint || on.Fingerprint == before.Fingerprint {
		t.Errorf("on %s, off again %s, before %s (%v)", on.Fingerprint, off.Fingerprint, before.Fingerprint, err)
	}
	diffs := variant.Diff(before, on)
	if len(diffs) != 1 || diffs[0].About != "tries" || diffs[0].A != "one" || diffs[0].B != "3" {
		t.Errorf("they differ in %+v", diffs)
	}
	if schema := string(lib.Schema()); !strings.Contains(schema, "one is off, and need not be given") {
		t.Error("the schema does not say that the house rules may be left out")
	}
}

func TestSet(t *testing.T) {
	for _, test := range []struct{ name, point, text, want string }{
		{"master-1981", "players", "2-4", "2-4"},
		{"master-1981", "players", "3", "3"},
		{"master-1981", "players", " 2 - 4 ", "2-4"},
		{"master-1981", "wedges-to-win", "1", "1"},
		{"master-1981", "wedge-set", "any", "any"},
		{"master-1981", "wedge-set", "pi,bl", "[bl, pi]"},
		{"master-1981", "wedge-set", "[pi, bl]", "[bl, pi]"},
		{"master-1981", "hub-passing", "qualified", "qualified"},
		{"ludo", "enter-on", "6,1", "[1, 6]"},
		{"ludo", "enter-on", "", "[]"},
		{"ludo", "limit", "none", "none"},
		{"ludo", "limit", "0", "0"},
	} {
		before := mustOpen(t, test.name)
		v, err := before.Set(test.point + "=" + test.text)
		if err != nil {
			t.Errorf("%s=%s: %v", test.point, test.text, err)
			continue
		}
		got := v.Setting(test.point)
		if got.Value.String() != test.want || got.Standing != variant.House || got.Origin.String() != "--set" {
			t.Errorf("%s=%s: %+v", test.point, test.text, got)
		}
		again, err := before.Set(test.point + "=" + got.Value.String())
		if err != nil || again.Fingerprint != v.Fingerprint {
			t.Errorf("%s=%s prints as %s, which is other rules (%v)", test.point, test.text, got.Value, err)
		}
		if diff := cmp.Diff(mustOpen(t, test.name).Settings, before.Settings); diff != "" {
			t.Errorf("Set changed its receiver:\n%s", diff)
		}
	}
	for _, test := range []struct{ name, point, text, want string }{
		{"master-1981", "hub-entri", "exact", `--set: no rule point "hub-entri" for trivial-pursuit, did you mean "hub-entry"?`},
		{"heisey-mania", "finish", "any", `--set: no rule point "finish" for heisey-mania; tpnote variants show heisey-mania lists them`},
		{"master-1981", "hub-entry", "exakt", `--set hub-entry=exakt: hub-entry takes exact or at-least, not "exakt", did you mean "exact"?`},
		{"master-1981", "hub-entry", "", `--set hub-entry=: hub-entry takes exact or at-least, not ""`},
		{"master-1981", "wedges-to-win", "0", `--set wedges-to-win=0: wedges-to-win takes a number from 1 to 12, not "0"`},
		{"master-1981", "wedges-to-win", "six", `--set wedges-to-win=six: wedges-to-win takes a number from 1 to 12, not "six"`},
		{"master-1981", "players", "6-2", `--set players=6-2: players takes a range such as 2-6, from 1 to 24, not "6-2"`},
		{"master-1981", "players", "-", `--set players=-: players takes a range such as 2-6, from 1 to 24, not "-"`},
		{"master-1981", "players", "99999999999999999999", `--set players=99999999999999999999: players takes a range such as 2-6, from 1 to 24, not "99999999999999999999"`},
		{"master-1981", "wedge-set", "bl,bl", `--set wedge-set=bl,bl: wedge-set lists "bl" twice`},
		{"master-1981", "wedge-set", "", `--set wedge-set=: wedge-set takes any or a list of colour codes`},
		{"ludo", "enter-on", "6,7", `--set enter-on=6,7: enter-on takes a list of numbers from 1 to 6, such as [6], not "7"`},
		{"ludo", "enter-on", "6,6", `--set enter-on=6,6: enter-on lists 6 twice`},
		{"ludo", "limit", "nine", `--set limit=nine: limit takes none or a number from 0 to 9, not "nine", did you mean "none"?`},
	} {
		_, err := mustOpen(t, test.name).Set(test.point + "=" + test.text)
		if err == nil || err.Error() != test.want {
			t.Errorf("got  %v\nwant %s", err, test.want)
		}
	}
	v, err := mustOpen(t, "heisey-mania").Set("wedges-to-win=5")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := wheel.New(v); err == nil || err.Error() != "--set: wedges-to-win is 5, but the board has only 4 headquarters" {
		t.Errorf("five wedges of four: %v", err)
	}
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("good.yaml", "variant: good\nextends: sub/parent.yaml\n")
	write("sub/parent.yaml", "variant: parent\nextends: ../top.yml\nrules: {hub-entry: at-least}\n")
	write("top.yml", "variant: top\nextends: genus-iii\n")
	write("plain", "variant: plain\nextends: ludo\n")
	write("self.yaml", "variant: self\nextends: ./self.yaml\n")
	write("a.yaml", "variant: a\nextends: sub/b.yaml\n")
	write("sub/b.yaml", "variant: b\nextends: ../a.yaml\n")
	write("orphan.yaml", "variant: orphan\ntitle: no parent\nextends: gone.yaml\n")
	write("folder.yaml", "variant: folder\nextends: sub/\n")
	write("badparent.yaml", "variant: child\nextends: bad.yaml\n")
	write("bad.yaml", "variant: bad\nextends: master-1981\nrulez: {}\n")
	write("big.yaml", "variant: big # "+strings.Repeat("x", 2<<20))
	for i := range 20 {
		write(fmt.Sprintf("c%d.yaml", i), fmt.Sprintf("variant: c%d\nextends: c%d.yaml\n", i, i+1))
	}

	v, err := library.Open("good.yaml", dir)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"parent", "top", "genus-iii", "master-1981"}, v.Parents); diff != "" {
		t.Errorf("parents (-want +got):\n%s", diff)
	}
	if got, want := v.Setting("hub-entry").Origin.String(), filepath.Join(dir, "sub/parent.yaml")+":3"; got != want {
		t.Errorf("hub-entry comes from %s, want %s", got, want)
	}
	if _, err := library.Open("plain", dir); err != nil {
		t.Errorf("a file without an extension: %v", err)
	}
	if _, err := library.Open(filepath.Join(dir, "good.yaml"), "elsewhere"); err != nil {
		t.Errorf("an absolute path: %v", err)
	}

	for _, test := range []struct{ name, want string }{
		{"genus-ii", `unknown variant "genus-ii", did you mean "genus-iii"?`},
		{"nothing", `unknown variant "nothing": tpnote variants list shows the built-in ones; of a file, give the path, such as ./our-table.yaml`},
		{"", `unknown variant "": tpnote variants list shows the built-in ones; of a file, give the path, such as ./our-table.yaml`},
		{"gone.yaml", `DIR/gone.yaml: cannot read the variant file: no such file or directory`},
		{"sub/gone", `DIR/sub/gone: cannot read the variant file: no such file or directory`},
		{"../master-1981", `UP/master-1981: cannot read the variant file: no such file or directory`},
		{"sub", `DIR/sub: a variant file is a regular file, and this is not one`},
		{"/dev/zero", `/dev/zero: a variant file is a regular file, and this is not one`},
		{"big.yaml", `DIR/big.yaml:1:1048577: longer than 1048576 bytes: too long for a variant file`},
		{"self.yaml", `DIR/self.yaml:2:10: extends itself: DIR/self.yaml → DIR/self.yaml`},
		{"a.yaml", `DIR/sub/b.yaml:2:10: extends itself: DIR/a.yaml → DIR/sub/b.yaml → DIR/a.yaml`},
		{"c0.yaml", `DIR/c15.yaml:2:10: more than 16 variants extend one another`},
		{"orphan.yaml", `DIR/orphan.yaml:3:10: extends gone.yaml: cannot read the variant file: no such file or directory`},
		{"folder.yaml", `DIR/folder.yaml:2:10: extends sub/: a variant file is a regular file, and this is not one`},
		{"badparent.yaml", `DIR/bad.yaml:3:1: unknown key "rulez", did you mean "rules"?`},
	} {
		want := strings.NewReplacer("DIR", dir, "UP", filepath.Dir(dir)).Replace(test.want)
		if _, err := library.Open(test.name, dir); err == nil || err.Error() != want {
			t.Errorf("%s\ngot  %v\nwant %s", test.name, err, want)
		} else if got := errors.Is(err, variant.ErrUnknown); got != strings.HasPrefix(test.want, "unknown") {
			t.Errorf("%s: is ErrUnknown: %v", test.name, got)
		}
	}
}

// TestBuiltinStaysBuiltin: what is built in may not read files.
func TestBuiltinStaysBuiltin(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.yaml")
	if err := os.WriteFile(path, []byte(ludo), 0o666); err != nil {
		t.Fatal(err)
	}
	family := *toy
	family.Files = fstest.MapFS{"ludo.yaml": {Data: []byte("variant: ludo\nextends: " + path + "\n")}}
	_, err := variant.NewLibrary(&family).Open("ludo", "")
	if want := "built-in ludo.yaml:2:10: a built-in variant extends built-in ones only"; err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

// TestLongName holds that a name without end is not quoted to its end.
func TestLongName(t *testing.T) {
	for _, end := range []string{"", ".yaml"} {
		_, err := games.Open(strings.Repeat("x", 1<<16)+end, ".")
		if want := `unknown variant "` + strings.Repeat("x", variant.MaxName) + `…": tpnote variants list shows the built-in ones; of a file, give the path, such as ./our-table.yaml`; err == nil || err.Error() != want {
			t.Errorf("%.300v", err)
		}
	}
}

// TestNameLength: a variant's name has up to 100 bytes.
func TestNameLength(t *testing.T) {
	for n, want := range map[int]bool{100: true, 101: false} {
		_, err := load("mine.yaml", "variant: "+strings.Repeat("x", n)+"\nextends: master-1981\n")
		if got := err == nil; got != want {
			t.Errorf("a name of %d bytes: %v", n, err)
		}
	}
}
