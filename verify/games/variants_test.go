package games_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"tpnote/rules/variant"
	"tpnote/verify/games"
	"tpnote/verify/internal/logtest"
)

// TestMeanings checks that every value of every rule point means something to players.
func TestMeanings(t *testing.T) {
	lib := logtest.Library()
	for _, game := range lib.Games() {
		v := logtest.Ruled(t, lib.Default(game))
		for i, p := range v.Family.Points {
			if p.Topic == "" {
				t.Errorf("%s: %s has no topic", v.Family.Name, p.Name)
			}
			values := []variant.Value{v.Settings[i].Value}
			for _, word := range p.Choices() {
				values = append(values, variant.Value{Word: word})
			}
			for _, other := range v.Others(p.Name) {
				values = append(values, other.Settings[i].Value)
			}
			for _, value := range values {
				if says := p.Means(value); says == "" || strings.Contains(says, "%s") {
					t.Errorf("%s: %s means %q", p.Name, value, says)
				}
			}
		}
	}
}

func TestDiff(t *testing.T) {
	for _, test := range []struct{ a, b, want string }{
		{"genus-iii", "master-1981-open-hub hub-entry=exact card-alternation=free headquarters-reentry=after-question hub-reentry=after-question card-numbers=any", categories},
		{"master-1981", "master-1981-open-hub",
			"Hub: master-1981 requires the exact count, master-1981-open-hub lets any roll of at least the distance end there."},
		{"genus-iii", "genus-iii-four-wedge",
			"The winning question: genus-iii takes 6 wedges, genus-iii-four-wedge takes 4 wedges."},
		{"master-1981", "master-1981 wedge-set=pi,bl",
			"Wedges among those that win: master-1981 names none, master-1981 requires bl and pi."},
		{"trouble-official", "trouble-official enter-on=1,6",
			"From HOME to START: trouble-official takes a 6, trouble-official takes a 1 or 6."},
		{"genus-iii", "../../testdata/variants/another-edition.yaml",
			"Board: the wheel goes br bl or ye pi gr in genus-iii, bl pi ye br gr or in another-edition."},
		{"trouble-official", "trespass-1974",
			"Game: trouble-official is a variant of trouble, trespass-1974 of trespass."},
		{"genus-iii", "genus-iii", ""},
	} {
		var got []string
		for _, d := range variant.Diff(logtest.Ruled(t, test.a), logtest.Ruled(t, test.b)) {
			got = append(got, d.Says)
		}
		if diff := cmp.Diff(test.want, strings.Join(got, "\n")); diff != "" {
			t.Errorf("%s and %s (-want +got):\n%s", test.a, test.b, diff)
		}
	}
}

const categories = `The category bl: People & Places in genus-iii, Geography in master-1981-open-hub.
The category br: Science & Nature in genus-iii, Art & Literature in master-1981-open-hub.
The category gr: Sports & Leisure in genus-iii, Science & Nature in master-1981-open-hub.
The category or: Wild Card in genus-iii, Sports & Leisure in master-1981-open-hub.
The category pi: Arts & Entertainment in genus-iii, Entertainment in master-1981-open-hub.`

// TestCheck: what no schema can see, with the place to blame.
func TestCheck(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"good", "variant: x\nextends: genus-iii\n", ""},
		{"a category without a headquarters", "variant: x\nextends: genus-iii\ncategories:\n  gl: Geography\n",
			"x.yaml:4:3: the colour gl has no headquarters on this board"},
		{"a headquarters without a category", "variant: x\nextends: master-1981\nboard:\n  wheel:\n    - {hq: bl, spoke: [bl], track: [bl]}\n    - {hq: xx, spoke: [bl], track: [xx]}\nrules: {wedges-to-win: 2}\n",
			"x.yaml:6:12: the headquarters xx has no category: name it in categories:"},
		{"a space of no headquarters", "variant: x\nextends: master-1981\nboard:\n  wheel:\n    - {hq: bl, spoke: [bl], track: [bl]}\n    - {hq: pi, spoke: [bl], track: [xx]}\nrules: {wedges-to-win: 2}\n",
			"x.yaml:6:36: space pi1bl: no headquarters has the colour \"xx\""},
		{"too many wedges", "variant: x\nextends: heisey-mania\nrules: {wedges-to-win: 5}\n",
			"x.yaml:3:24: wedges-to-win is 5, but the board has only 4 headquarters"},
		{"six players of Trouble", "variant: x\nextends: trouble-official\nrules: {players: 2-6}\n",
			"x.yaml:3:18: players goes up to 6, but the board has only 4 colours"},
		{"no peg comes out", "variant: x\nextends: trouble-official\nrules: {enter-on: []}\n",
			"x.yaml:3:19: enter-on: without a face no peg can ever leave HOME"},
		{"a colour that does not play", "variant: x\nextends: trouble-official\ncolours: {pu: Purple}\n",
			"x.yaml:3:11: Purple is no colour of this board"},
		{"FINISH too long to fill", "variant: x\nextends: trouble-official\nboard: {finish: 8}\n",
			"x.yaml:3:17: no player can win: FINISH is filled from the back, and f8 is more than a 6 beyond the track"},
		{"FINISH with spaces to spare", "variant: x\nextends: trouble-official\nboard: {finish: 6}\n",
			"x.yaml:3:17: no peg ever comes to f2: FINISH is filled from the back, by 4 pegs"},
		{"a FINISH space out of reach", "variant: x\nextends: trouble-classic\nboard: {finish: 8}\nrules: {finish-moves: no}\n",
			"x.yaml:3:17: no peg ever comes to f8: a 6 from the last space of the track ends on f6"},
		{"the last FINISH space just in reach", "variant: x\nextends: trouble-classic\nboard: {finish: 6, pegs: 6}\nrules: {finish-moves: no}\n", ""},
		{"pegs that cannot finish", "variant: x\nextends: trouble-classic\nboard: {finish: 8, pegs: 8}\nrules: {finish-moves: no}\n",
			"x.yaml:3:17: no player can win: 8 pegs must finish, and no move goes further than f6"},
		{"a long FINISH in which pegs move on", "variant: x\nextends: trouble-classic\nboard: {finish: 8, pegs: 8}\n", ""},
		{"a FINISH that one peg can block", "variant: x\nextends: trouble-official\nrules: {finish-entry: any-no-passing, finish-moves: no}\n",
			"x.yaml:3:23: a game may never end: a peg that comes to f1 stays there, and no other peg may pass it"},
		{"another pop on every face", "variant: x\nextends: trouble-official\nrules: {extra-pop-on: [1, 2, 3, 4, 5, 6]}\n", ""},
		{"fewer wedges than are named", "variant: x\nextends: master-1981\nrules: {wedges-to-win: 1, wedge-set: [bl, pi]}\n",
			"x.yaml:3:24: wedges-to-win is 1, but wedge-set names 2: no player can win with fewer than 2"},
		{"a roll that leads nowhere", "variant: x\nextends: genus-iii\nrules: {wedges-to-win: 2}\nboard:\n  wheel:\n    - {hq: br, spoke: [], track: []}\n    - {hq: bl, spoke: [], track: []}\n",
			"x.yaml:6:5: the turn cannot go on: a 3 from br may have no legal move"},
		{"no room to move", "variant: x\nextends: trespass-1974\nboard: {columns: 5, rows: 4}\n",
			"x.yaml:3:27: no piece can move: four rows are all full at the start"},
		{"colours of Trespass", "variant: x\nextends: trespass-1974\ncolours: {bl: Blue}\n",
			"x.yaml:3:11: bl: the pieces of Trespass have neither colours nor categories"},
	} {
		t.Run(test.name, func(t *testing.T) {
			library := logtest.Library()
			_, err := library.Parse("x.yaml", []byte(test.text), games.All.Playable)
			got := ""
			if err != nil {
				got = err.Error()
			}
			if got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			v, err := library.Parse("x.yaml", []byte(test.text), nil)
			if err == nil {
				err = games.All.Playable(v)
			}
			if (err == nil) != (test.want == "") {
				t.Errorf("check says %q, and the program that loads it: %v", test.want, err)
			}
		})
	}
	for _, name := range logtest.Library().Builtin() {
		if _, err := logtest.Library().Check(name, "", games.All.Playable); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSchema checks that the schema accepts the built-in files and the examples, and refuses
// misspelt ones.
func TestSchema(t *testing.T) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(logtest.Library().Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("variant.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("variant.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../../rules/*/variants/*.yaml")
	if err != nil || len(files) != len(logtest.Library().Builtin()) {
		t.Fatalf("%d files, %d built-in variants (%v)", len(files), len(logtest.Library().Builtin()), err)
	}
	examples, err := filepath.Glob("../../testdata/variants/*.yaml")
	if err != nil || len(examples) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, file := range append(files, examples...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(fromYAML(t, string(text))); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	for _, text := range []string{
		"title: no name\nextends: genus-iii",
		"variant: x",
		"variant: x\ngame: chess",
		"variant: x\nextends: genus-iii\nrulez: {}",
		"variant: x\nextends: genus-iii\nrules: {hub-enty: exact}",
		"variant: x\nextends: genus-iii\nrules: {hub-entry: exakt}",
		"variant: x\nextends: genus-iii\nrules: {hub-entry: [exact]}",
		"variant: x\nextends: genus-iii\nrules: {hub-entry: {standing: stated}}",
		"variant: x\nextends: genus-iii\nrules: {hub-entry: {is: exact, standing: maybe}}",
		"variant: x\nextends: genus-iii\nrules: {card-boxes: 27}",
		"variant: x\nextends: genus-iii\nrules: {card-boxes: '2'}",
		"variant: x\nextends: genus-iii\nrules: {players: many}",
		"variant: ''\nextends: genus-iii",
		"variant: x\nextends: genus-iii\nrules: {enter-on: [6]}",
		"variant: x\nextends: trouble-official\nrules: {enter-on: [7]}",
		"variant: x\nextends: trouble-official\nrules: {enter-on: [6, 6]}",
		"variant: x\nextends: trouble-official\nrules: {enter-on: 6}",
		"variant: x\nextends: trouble-official\nboard: {columns: 5}",
		"variant: x\ngame: trouble\nrules: {hub-entry: exact}",
		"variant: x\nextends: genus-iii\nboard: {wheel: [{hq: bl, spoke: []}, {hq: pi, spoke: []}]}",
		"variant: x\nextends: genus-iii\ncategories: {blue: Rivers}",
	} {
		if schema.Validate(fromYAML(t, text)) == nil {
			t.Errorf("the schema accepts\n%s", text)
		}
		if v, err := logtest.Library().Parse("x.yaml", []byte(text), nil); err == nil {
			t.Errorf("the loader accepts %s\n%s", v.Name, text)
		}
	}
}

// fromYAML is a document as a JSON decoder would have it.
func fromYAML(t *testing.T, text string) any {
	t.Helper()
	var value any
	if err := yaml.Unmarshal([]byte(text), &value); err != nil {
		t.Fatal(err)
	}
	encoded, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	decoded, err := jsonschema.UnmarshalJSON(bytes.NewReader(encoded))
	if err != nil {
		t.Fatal(err)
	}
	return decoded
}

// TestHostileFiles: whatever a variant file is, it is refused in under a second and within
// 64 MB, by its place. All allocations count, also memory that was freed.
func TestHostileFiles(t *testing.T) {
	const mine = "variant: x\nextends: genus-iii\n"
	bomb := "a: &a [x, x, x, x, x, x, x, x, x]\n"
	for c := 'b'; c <= 'z'; c++ {
		bomb += fmt.Sprintf("%c: &%c [%s]\n", c, c, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*%c,", c-1), 9), ","))
	}
	deep := mine + "rules:\n"
	for i := range 900 {
		deep += strings.Repeat(" ", i+1) + "a:\n"
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"alias-bomb":     bomb,
		"alias-bomb-in":  mine + "rules: {hub-entry: &a [*a, *a]}\n",
		"ten-megabytes":  mine + "title: " + strings.Repeat("x", 10<<20),
		"many-keys":      mine + "categories:\n" + strings.Repeat("  aa: b\n", 1<<17),
		"many-anchors":   mine + strings.Repeat("&", 1<<19),
		"brackets":       mine + "rules: " + strings.Repeat("[", 1<<19),
		"braces":         mine + "rules: " + strings.Repeat("{a: ", 1<<17),
		"deep-lines":     deep,
		"question-marks": mine + strings.Repeat("? ", 1<<18),
		"dashes":         mine + "rules: \n" + strings.Repeat("- ", 1<<18),
		"binary":         "\x7fELF\x02\x01\x01" + strings.Repeat("\x00\xff\x80", 1<<16),
		"not-utf-8":      mine + "title: \xff\xfe\n",
		"duplicate-keys": mine + "rules:\n  hub-entry: exact\n  hub-entry: exact\n",
		"wrong-types":    mine + "rules: [1, 2]\ncategories: 7\nboard: x\ntitle: {a: b}\n",
		"misspelt-key":   mine + "rules:\n  hub-entyr: exact\n",
		"misspelt-value": mine + "rules:\n  hub-entry: exat\n",
		"cycle":          "variant: x\nextends: ./cycle.yaml\n",
		"cycle-a":        "variant: x\nextends: ./cycle-b.yaml\n",
		"cycle-b":        "variant: x\nextends: ./cycle-a.yaml\n",
		"long-quote":     mine + "title: \"" + strings.Repeat("\\x41", 1<<17) + "\n",
		"a-device":       "variant: x\nextends: /dev/zero\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name+".yaml"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	placed := regexp.MustCompile(`\.yaml:\d+:\d+: `)
	lib := logtest.Library()
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		begun := time.Now()
		_, err := lib.Open(filepath.Base(file), dir)
		took := time.Since(begun)
		runtime.ReadMemStats(&after)
		var faults variant.Errors
		if !errors.As(err, &faults) || !placed.MatchString(err.Error()) {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if took > time.Second {
			t.Errorf("%s took %v", name, took)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 64<<20 {
			t.Errorf("%s used %d MB", name, used>>20)
		}
		if wants := map[string]string{"misspelt-key": `"hub-entry"?`, "misspelt-value": `"exact"?`}[name]; !strings.Contains(err.Error(), wants) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
