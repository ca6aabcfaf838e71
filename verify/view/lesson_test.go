package view

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tpnote/notation"
	"tpnote/verify/draw"
)

// every are the films of all games of a lesson.
func every(t *testing.T, name string) (films []*Film) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../testdata/lessons", name+".log"))
	if err != nil {
		t.Fatal(err)
	}
	for game := range notation.NewReader(bytes.NewReader(text)).Blocks() {
		f, err := Shoot(all, name, ".", game)
		if err != nil {
			t.Fatal(err)
		}
		films = append(films, f)
	}
	return films
}

// courses are the lessons of each game.
var courses = map[string][]string{
	"trouble":              {"first-trouble", "second-trouble", "trouble", "records"},
	"genus-iii":            {"first-genus-iii", "second-genus-iii", "genus-iii"},
	"trivial-pursuit-1981": {"first-trivial-pursuit-1981", "second-trivial-pursuit-1981"},
	"heisey-mania":         {"first-heisey-mania", "second-heisey-mania"},
	"trespass":             {"first-trespass", "second-trespass", "trespass"},
}

// TestEveryStepSays holds that every step of a first lesson has a sentence, and none more than 40 words.
func TestEveryStepSays(t *testing.T) {
	for _, logs := range courses {
		for _, f := range every(t, logs[0]) {
			for i := range f.Moments {
				m := &f.Moments[i]
				if n := len(strings.Fields(strings.Join(m.Comments, " "))); n == 0 || n > 40 {
					t.Errorf("%s, %s %s: %d words", logs[0], m.Link, m.Word, n)
				}
			}
		}
	}
}

// TestLessonPage holds that a lesson of all logs of a game is one page of at most 400 kB, which begins with
// the set-up, and whose chapters are in order.
func TestLessonPage(t *testing.T) {
	for game, logs := range courses {
		var films []*Film
		for _, name := range logs {
			films = append(films, every(t, name)...)
		}
		var page bytes.Buffer
		if err := Page(&page, films, PageOptions{Lesson: true}); err != nil {
			t.Fatal(err)
		}
		if page.Len() > 400_000 {
			t.Errorf("%s: the page has %d bytes", game, page.Len())
		}
		last := -1
		for _, title := range []string{`{"t":"Aim and set-up","m":0}`, `{"t":"First turns"`, `{"t":"Special places`, `how to win`, `{"t":"Awkward cases`} {
			at := strings.Index(strings.ToLower(page.String()), strings.ToLower(title))
			if at < 0 && title == "how to win" && game == "trespass" {
				continue // its first lesson is one game
			}
			if at <= last {
				t.Errorf("%s: chapter %s is not in its place", game, title)
			}
			last = at
		}
	}
	for _, name := range []string{"first-trouble", "first-trespass"} {
		if err := Page(&bytes.Buffer{}, every(t, name)[:1], PageOptions{}); err != nil {
			t.Error(err)
		}
	}
	films := append(every(t, "first-trouble"), every(t, "first-trespass")...)
	if err := Page(&bytes.Buffer{}, films, PageOptions{Lesson: true}); err == nil {
		t.Error("a page of two boards")
	}
}

// TestSpots holds that what a page shows to be stopped is not allowed, and that one reason is right.
func TestSpots(t *testing.T) {
	for _, game := range []string{"trouble", "genus-iii", "heisey-mania", "trespass"} {
		f := film(t, "games/"+game+".log")
		spots := f.spots()
		if len(spots) < 3 {
			t.Errorf("%s: %d spots", game, len(spots))
		}
		for _, s := range spots {
			_, word, _ := strings.Cut(s.Heading, "  ")
			if len(f.Moments[s.Moment].before.Why(word)) == 0 {
				t.Errorf("%s: %s is allowed", game, s.Heading)
			}
			right := 0
			for _, o := range s.Options {
				if o.Right {
					right++
				}
			}
			if right != 1 {
				t.Errorf("%s: %d reasons are right", s.Heading, right)
			}
		}
	}
}

// TestSetupQuestion asks about the first position of a Setup, with a ring and an arrow, and holds that what
// can be written there is answered.
func TestSetupQuestion(t *testing.T) {
	f := shoot(t, `[Game "trouble"]
[Players "Red, Green"]
[Setup "61 Red Red=ye3,ye5,f3,f4 Green=home,gr0,re2,bl5"]

; ask Red pops a 3. What enters FINISH?
; answer 3:ye5-f2
; ring Red f2
; arrow ye5, Red f2
61. Red 3:ye5-f2
`, ".")
	if len(f.Faults) > 0 {
		t.Fatal(f.Faults)
	}
	q := f.ownQuestions()[0]
	if q.Moment != 1 || len(q.Rings) != 1 || len(q.Arrows) != 1 || q.Arrows[0][1] != q.Rings[0] {
		t.Errorf("asked before moment %d, rings %v, arrows %v", q.Moment, q.Rings, q.Arrows)
	}
	written := map[string]bool{}
	listed := 0
	for _, o := range q.Options {
		written[o.Word] = true
		if !o.Right && o.Why == "" {
			t.Errorf("%s: no reason", o.Word)
		}
		if !o.More {
			listed++
		}
	}
	if !written["3:ye5-f2"] || !written["3:ye3-ye6"] || listed > 1+short {
		t.Errorf("%d answers are listed; written can be %v", listed, written)
	}
}

// TestCards holds that a card has its four fields.
func TestCards(t *testing.T) {
	n := 0
	for line := range strings.Lines(Cards(every(t, "first-trouble"))) {
		n++
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(fields) != 4 || !strings.HasPrefix(fields[1], "<svg") || fields[2] == "" {
			t.Errorf("a card of %d fields: %.80s", len(fields), line)
		}
	}
	if n != 6 {
		t.Errorf("%d cards; the lesson asks 6 questions", n)
	}
}

// TestSixTokens holds that six tokens on a space stay large enough to read, and on the board.
func TestSixTokens(t *testing.T) {
	f := shoot(t, "[Game \"trivial-pursuit\"]\n[Players \"A1, B2, C3, D4, E5, F6\"]\n[Setup \"3 A1 A1=br1bl B2=br1bl C3=br1bl D4=br1bl E5=br1bl F6=br1bl\"]\n3. A1 1:br+\n", ".")
	s := f.Scene(0)
	for i, at := range s.Stand() {
		r := at.Scale * s.Radius
		const phone = 374.0 / draw.Side // pixels of a unit
		if r*phone < 9 {
			t.Errorf("token %d has a radius of %.1f pixels on a phone", i, r*phone)
		}
		if at.X < r || at.X > draw.Side-r || at.Y < r || at.Y > draw.Side-r {
			t.Errorf("token %d is beyond the board, at %v", i, at.Point)
		}
	}
}
