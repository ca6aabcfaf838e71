package archive_test

import (
	"bufio"
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/archive"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/play"
	"tpnote/verify/readings"
	"tpnote/verify/report"
)

// sameRows compares the rows of a log's actions, as workers of an archive render them, with those of
// games that are replayed line by line. It returns the text of the rows.
func sameRows(t *testing.T, o verify.Options, name, format string, jobs int, text []byte) string {
	t.Helper()
	var got, want bytes.Buffer
	gotRows, wantRows := bufio.NewWriter(&got), bufio.NewWriter(&want)
	printer := report.NewArchive(format, gotRows, false).(*report.Table)
	rows := &archive.Rows{Append: printer.Append, Write: printer.Write}
	if _, err := judge(context.Background(), archive.Options{Options: o, Jobs: jobs, Rows: rows, Game: new(collected).game, Done: ended}, sourceOf("log", text)); err != nil {
		t.Fatal(err)
	}
	printer = report.NewArchive(format, wantRows, false).(*report.Table)
	r, err := verify.NewReader(o)
	if err != nil {
		t.Fatal(err)
	}
	keeping := r.With(func(o *verify.Options) { o.Keep = true })
	for block, err := range notation.NewReader(bytes.NewReader(text)).Blocks() {
		if err != nil {
			t.Fatal(err)
		}
		positions := map[[2]int][]string{} // before the actions, by line and action: several where a line has several turns
		_, _, err = keeping.Block("log", ".", block, func(ev *verify.Event) {
			for i, a := range ev.Actions {
				if a.Judged && ev.Side == 0 {
					at := [2]int{ev.Line.Span.Line, i + 1}
					positions[at] = append(positions[at], ev.Before[i].Position())
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		row := func(game *verify.Summary, row *verify.Row) {
			at := [2]int{row.Line, row.Nth}
			if want := positions[at]; len(want) > 0 {
				if positions[at] = want[1:]; string(row.Position) != want[0] {
					t.Fatalf("line %d, action %d: the row has the position %q, and the replay %q", row.Line, row.Nth, row.Position, want[0])
				}
			}
			if err := printer.Write(printer.Append(nil, game, row)); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := r.Judge("log", ".", block, row); err != nil {
			t.Fatal(err)
		}
	}
	gotRows.Flush()
	wantRows.Flush()
	if got.String() != want.String() {
		t.Fatalf("%s, %s (-replay +archive):\n%.3000s", name, format, cmp.Diff(strings.Split(want.String(), "\n"), strings.Split(got.String(), "\n")))
	}
	return got.String()
}

// TestRows compares the rows of random games with those of the replay: of legal games, plainly and
// oddly written, one after the other, and of changed ones.
func TestRows(t *testing.T) {
	oddly := strings.NewReplacer(". ", ".\t{;} ", "+ ", "+{}  ", "\n", "\r\n")
	w := newWriter(t, seed())
	var all []byte
	games := 0
	logtest.Generated(t, func(_ string, game *play.Played) {
		if games++; games%2 > 0 { // half of them have rows enough
			return
		}
		for _, log := range []string{game.Log, oddly.Replace(game.Log), string(w.mutate([]byte(game.Log)))} {
			all = append(all, log...)
		}
	})
	sameRows(t, options, "generated", "rows", 1, all)
	withReadings := options
	withReadings.Readings = readings.New()
	sameRows(t, withReadings, "generated", "rows-json", 2, all)
}

// TestLongRows compares the rows of a game with those of the replay, for a game with too many rows
// to hold until its verdict is known: a legal one, one that is illegal in the end, and the games after.
func TestLongRows(t *testing.T) {
	w := newWriter(t, 3)
	w.game("trespass-1974", 60)
	short := w.out.String()
	w.out.Reset()
	w.game("genus-iii", 120)
	long := strings.ReplaceAll(w.out.String(), "Ann", strings.Repeat("A", 20_000))
	illegal := long + "999. Ben 7:zz\n"
	for jobs := range 2 {
		if rows := sameRows(t, options, "long", "rows", 1+jobs, []byte(short+long+short+illegal+long)); len(rows) < 10<<20 {
			t.Errorf("%d bytes of rows", len(rows))
		}
	}
}
