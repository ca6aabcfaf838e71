package morris

import (
	"bytes"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"tpnote/notation"
	"tpnote/verify"
	"tpnote/verify/draw"
	"tpnote/verify/games"
	"tpnote/verify/gametest"
	"tpnote/verify/record/recordtest"
	"tpnote/verify/terminal"
	"tpnote/verify/view"
)

// TestLaws holds the game to what every game must satisfy.
func TestLaws(t *testing.T) { gametest.Laws(t, Game, nil) }

// TestEntered enters legal actions into the recorder, by keys.
func TestEntered(t *testing.T) {
	for _, variant := range []string{"nine-mens-morris", "nine-mens-strict", "six-mens-morris"} {
		recordtest.Every(t, append(games.All, Game), variant, 2)
	}
}

// mill is a game in which Ann closes a mill and takes a man; then Ben moves a man that he does not have.
const mill = `[Game "morris"]
[Players "Ann, Ben"]
[Setup "21 Ann Ann=a1,b4,d1,g4/0 Ben=a4,b6,d7,g7/0 0"]

21. Ann g4-g1xd7
22. Ben d7-d6
`

// film shows the game of mill.
func film(t *testing.T) *view.Film {
	t.Helper()
	game, _ := notation.CutGame([]byte(mill), 1)
	f, err := view.Shoot(verify.Options{Games: append(games.All, Game)}, "mill.log", ".", game)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestStep steps through the game by keys.
func TestStep(t *testing.T) {
	var model tea.Model = terminal.NewStepper(film(t), false, draw.TextOptions{ASCII: true})
	press := func(keys ...tea.KeyPressMsg) string {
		for _, key := range keys {
			model, _ = model.Update(key)
		}
		return strings.Join(strings.Fields(model.View().Content), " ")
	}
	if shown := press(); !strings.Contains(shown, "Ann: 4 on the board, 0 to place") {
		t.Errorf("the start is shown as %s", shown)
	}
	if shown := press(tea.KeyPressMsg{Code: tea.KeyRight}); !strings.Contains(shown, "takes the man on d7") || !strings.Contains(shown, "Ben: 3 on the board") {
		t.Errorf("the mill is shown as %s", shown)
	}
	if shown := press(tea.KeyPressMsg{Code: 'n', Text: "n"}); !strings.Contains(shown, "Ben has no man on d7") {
		t.Errorf("the fault is shown as %s", shown)
	}
}

// TestPage holds that the page draws the game, and has its moves and its fault for the reader.
func TestPage(t *testing.T) {
	var page bytes.Buffer
	if err := view.Page(&page, []*view.Film{film(t)}, view.PageOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"<title>g1</title>",          // a point of the board
		`"e":"g4-g1xd7"`,             // a turn for the list
		"4 on the board, 0 to place", // how the players stand
		`"r":[22,21]`, `"x":[14]`,    // the way of the man, and where one was taken
		"Ben has no man on d7", // the fault
		"not-own", `"actor"`,
	} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}
