package explain_test

import (
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"tpnote/rules"
	"tpnote/rules/variant"
	"tpnote/verify"
	"tpnote/verify/explain"
	"tpnote/verify/games"
)

// judge is the rules of a game that is not played.
type judge struct{ verify.Rules[int, int] }

func (judge) Fast() verify.Fast[int] { return nil }

// The data of a game from outside. Each test has its own, named by a number in place of N.
const (
	pageN = "| code | severity | malformed | what is wrong |\n|---|---|---|---|\n| `too-farN` | error | no | it is too far |\n"
	bookN = "| id | standing | enforced | says |\n|---|---|---|---|\n| XN.1 | stated | `players`, `too-farN/again` | Two play. |\n| XN.2 | stated | `rangeN`, `turn-order` | One moves. |\n"
	yamlN = "variant: outN-plain\ngame: outN\nrulebook: bookN\nboard: {size: 5}\nrules:\n  players: {is: 2, standing: stated, cites: [XN.1]}\n"
)

// TestCheck damages the data of a game from outside, which is without contradiction, in one place.
func TestCheck(t *testing.T) {
	for i, tt := range []struct{ was, is, want string }{
		{want: ""},
		{"| `too-farN`", "| `too-fraN`", `reason 1 of outN has the code "too-farN", which no page has in a table of codes`},
		{"`rangeN`", "`rnageN`", `reason 1 of outN (too-farN) has the rule "rangeN", which is no rule point of outN, and which no clause and no page names`},
		{"`rangeN`", "`rnageN`", `clause XN.2 of bookN is enforced by "rnageN", which is no rule point of outN, no code and no rule`},
		{"`players`", "`hub-exits`", `clause XN.1 of bookN is enforced by "hub-exits", which is no rule point of outN, no code and no rule`},
		{"size: 5", "siez: 5", `built-in outN-plain.yaml:4:9: unknown board part "siez"`},
		{"[XN.1]", "[XN.3]", `outN-plain.yaml:6:46: bookN has no clause "XN.3": they are XN.1 to XN.2`},
		{"outN-plain", "genus-iii", `the built-in variant genus-iii of outN has the name of a variant of wheel`},
		{"XN.2", "G3.20", `the clause id G3.20 is used twice: in the rulebooks bookN and genus-iii-1994`}, // the last: the page stays
	} {
		n := strconv.Itoa(i + 1)
		data := func(text string) string {
			if tt.was != "" {
				text = strings.ReplaceAll(text, tt.was, tt.is)
			}
			return strings.ReplaceAll(text, "N", n)
		}
		file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(data(text))} }
		name, _, _ := strings.Cut(strings.TrimPrefix(data(yamlN), "variant: "), "\n")
		game := &verify.Game[int, int]{
			Family: &variant.Family{
				Name: "out" + n, Games: []variant.Game{{Name: "out" + n, Title: "Out " + n, Default: name}},
				Points: []variant.Point{{Name: "players", Decides: "how many may play", Topic: "Players", Kind: variant.Range, Min: 2, Max: 2, Values: []variant.Meaning{{Means: "is for %s"}}}},
				Board:  []variant.Part{{Name: "size", Kind: variant.PartNumber, Min: 1, Max: 9}},
				Files:  fstest.MapFS{name + ".yaml": file(yamlN)},
			},
			Reasons: []rules.ReasonInfo{{}, {Code: "too-far" + n, Rule: "range" + n}},
			Rules:   func(*variant.Variant) (verify.Rules[int, int], error) { return judge{}, nil },
			Pages:   fstest.MapFS{"out" + n + ".md": file(pageN), "clauses/book" + n + ".md": file(bookN)},
		}
		outside := verify.Games{game}
		outside.AddPages()
		err := explain.Check(append(games.All[:3:3], game), outside)
		want := strings.ReplaceAll(tt.want, "N", n)
		switch {
		case want == "" && err != nil:
			t.Errorf("%d: %v", i, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q in place of %q: %v, want %s", tt.is, tt.was, err, want)
		}
	}
	bare := verify.Games{&verify.Game[int, int]{Family: &variant.Family{Name: "bare"}}}
	if err := explain.Check(bare, bare.AddPages()); err == nil || err.Error() != "the game bare has no page bare.md: give it one in Game.Pages" {
		t.Errorf("a game without pages: %v", err)
	}
}
