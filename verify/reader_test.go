package verify_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/verify"
	"tpnote/verify/internal/logtest"
)

// TestRulesTag: a log that was made under other rules is told so, whatever they are called.
func TestRulesTag(t *testing.T) {
	print := logtest.Ruled(t, "master-1981").Fingerprint
	for made, want := range map[string]string{
		"master-1981@" + print:     "",
		"our-table@" + print:       "",
		"master-1981@0123456789ab": "3: rules-fingerprint",
		"genus-iii@0123456789ab":   "3: rules-fingerprint",
		"master-1981":              "3: rules-fingerprint",
	} {
		all := logtest.Replay(t, verify.Options{}, "x.log", logtest.Head+"[Rules \""+made+"\"]\n1. Ann 3:bl3-\n")
		if got := strings.Join(logtest.Found(all), " "); got != want {
			t.Errorf("%s: %q, want %q", made, got, want)
		}
		if all[0].Verdict() != verify.Legal {
			t.Errorf("%s is %s: a warning alone changes no verdict", made, all[0].Verdict())
		}
	}
	// Another value of a rule point is another fingerprint.
	all := logtest.Replay(t, verify.Options{Set: []string{"stopping=allowed"}}, "x.log", logtest.Head+"[Rules \"master-1981@"+print+"\"]\n1. Ann 3:bl3-\n")
	if got := logtest.Found(all); len(got) != 1 {
		t.Errorf("with --set: %v", got)
	}
}

// TestRows holds the actions of games that are legal, which a quick judge tells, against those of
// the same games with a gap behind them, for which the rows wait until all has been judged. What is
// printed of a word once is what would be printed of it every time.
func TestRows(t *testing.T) {
	r := logtest.NewReader(t, verify.Options{})
	plain := regexp.MustCompile(`^[A-Za-z0-9 ,=/!#@+?_-]*$`)
	told, remembered := 0, 0
	rows := func(log string) string {
		var text strings.Builder
		row := func(game int, row *verify.Row) {
			bare := *row
			bare.Word, bare.Die, bare.Piece = nil, 0, ""
			bare.To, bare.Category, bare.Due, bare.Given, bare.Answer, bare.Captured, bare.Done, bare.Legal, bare.Codes = "", "", "", "", 0, "", false, false, nil
			bare.Cells = nil
			if bare.Plain = false; row.Plain && !plain.Match(row.Position) {
				t.Errorf("a plain position: %s", row.Position)
			}
			cells := verify.Cells{fmt.Append(nil, string(row.Word), row.Die, row.Piece), fmt.Append(nil, row.To, row.Category, row.Due, row.Given, row.Answer, row.Captured, row.Done, row.Legal, row.Codes)}
			switch {
			case row.Cells == nil:
			case row.Cells[0] == nil:
				told++
				*row.Cells = cells
			default:
				remembered++
				cells = *row.Cells
			}
			fmt.Fprintf(&text, "%d %s %+v\n", game, cells, bare)
		}
		if _, err := r.Rows("x.log", ".", strings.NewReader(log), row, func(*verify.Summary) error { return nil }); err != nil {
			t.Fatal(err)
		}
		return text.String()
	}
	oddly, odd := strings.NewReplacer(". ", ".\t{;} ", "+ ", "+{}  ", "\n", "\r\n"), false
	logtest.Generated(t, func(name string, game *verify.Played) {
		log := game.Log
		if odd = !odd; odd {
			log = oddly.Replace(log)
		}
		if diff := cmp.Diff(rows(log+"gap\n"), rows(log)); diff != "" {
			t.Errorf("%s (-with a gap +without):\n%s", name, diff)
		}
	})
	if remembered < told/4 || told == 0 {
		t.Errorf("%d words were told anew, and %d remembered", told, remembered)
	}
}
