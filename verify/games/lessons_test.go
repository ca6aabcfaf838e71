package games_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tpnote/notation"
	"tpnote/spec"
	"tpnote/verify"
	"tpnote/verify/internal/logtest"
	"tpnote/verify/lesson"
)

// asked reads the questions of a log.
func asked(t *testing.T, name, text string) *lesson.Reader {
	t.Helper()
	var all lesson.Reader
	logtest.ReadAll(t, logtest.NewReader(t, verify.Options{Keep: true}), name, text, func(ev *verify.Event) { all.Read(ev) })
	return &all
}

// TestLessonsAsk checks the questions of the lessons: right answers are legal in the position of the
// question, wrong ones are not, and every lesson asks some.
func TestLessonsAsk(t *testing.T) {
	for name, text := range lessons(t) {
		t.Run(name, func(t *testing.T) {
			questions := asked(t, "../../testdata/lessons/"+name+".log", text)
			for _, fault := range questions.Faults() {
				t.Errorf("line %d: %s", fault.Line, fault.Message)
			}
			if n := len(questions.Questions); faultless(name) && (n < 3 || n > 6) {
				t.Errorf("%d questions; a lesson asks 3 to 6", n)
			}
		})
	}
}

// TestLessonsPageAsks checks that the examples of spec/lessons.md do what the page says.
func TestLessonsPageAsks(t *testing.T) {
	questions := 0
	for _, e := range spec.ExamplesIn("lessons.md") {
		read := asked(t, fmt.Sprintf("%s:%d", e.Page, e.Line), e.Log)
		questions += len(read.Questions)
		for _, fault := range read.Faults() {
			t.Errorf("line %d: %s", fault.Line, fault.Message)
		}
	}
	if questions == 0 {
		t.Error("no question")
	}
}

// faultless reports whether a lesson is a first or a second one, which have no faults in them.
func faultless(name string) bool {
	return strings.HasPrefix(name, "first-") || strings.HasPrefix(name, "second-")
}

// lessons are the texts of all lessons by name.
func lessons(t *testing.T) map[string]string {
	t.Helper()
	return logtest.Folder(t, "lessons")
}

// TestQuestionFaults checks that the test above can fail, and what each slip of a question raises.
func TestQuestionFaults(t *testing.T) {
	const head = "[Game \"trouble\"]\n[Players \"Red, Green\"]\norder Red:6 Green:1\n1. Red 6:home-re0 2:re0-re2\n2. Green 6:home-gr0 1:gr0-gr1\n"
	const interrupted = "this line is no part of the question: each line of a question begins with ask, answer, option, wrong, hint, ring, arrow"
	tests := []struct{ name, comments, want string }{
		{"right", "; ask What?\n; answer 3:re2-re5\n; wrong 3:re2-re6: too far\n; hint Count.\n", ""},
		{"all", "; ask What?\n; answer 6:home-re0 6:re2-bl1\n", ""},
		{"prose", "; ask What?\n; answer This.\n; option That.\n", ""},
		{"illegal answer", "; ask What?\n; answer 3:re2-re6\n", "7 answer 3:re2-re6: a 3 from re2 ends on re5, not on re6"},
		{"answer with a mark too weak", "; ask What?\n; answer 6:home-re0 6:re2-bl1\n; answer 3:re2-re5#\n", "8 answer 3:re2-re5#: # says that this move brings the last peg into FINISH, but it does not"},
		{"wrong that is legal", "; ask What?\n; answer 3:re2-re5\n; wrong 3:re2-re5: too far\n", "8 wrong 3:re2-re5: it is legal"},
		{"wrong without a reason", "; ask What?\n; answer 3:re2-re5\n; wrong 3:re2-re6\n", "8 wrong 3:re2-re6: it is not of the form WORD: why"},
		{"not all", "; ask What?\n; answer 6:home-re0 6:home-re0\n", "7 answer 6:home-re0 6:home-re0: 6:re2-bl1 is legal too\n7 answer 6:home-re0 6:home-re0: a word is given twice"},
		{"an empty answer", "; ask What?\n; answer\n; answer 3:re2-re5\n", `7 write something after "answer"`},
		{"no text", "; ask\n; answer 3:re2-re5\n", `6 write the question after "ask"`},
		{"no answer", "; ask What?\n; hint Count.\n", `6 a question needs an answer: write "; answer …" in a line right after it`},
		{"an answer after a blank line", "; ask What?\n\n; answer 3:re2-re5\n; hint Count.\n", `6 a question needs an answer: write "; answer …" in a line right after it`},
		{"an answer in prose", "; ask What?\n; answer Red goes on.\n", `7 answer Red goes on.: it is no action; if answers are prose, write a wrong one too: "; option …"`},
		{"a misspelt part", "; ask What?\n; anser 3:re2-re5\n; hint Count.\n", `7 "anser" is no part of a question; did you mean "answer"?`},
		{"a question in two lines", "; ask What can\n; Red do?\n; answer 3:re2-re5\n", "7 " + interrupted},
		{"a remark in a question", "; ask What?\n; answer 3:re2-re5\n; Now think.\n; hint Count.\n", "8 " + interrupted},
		{"a question without ask", "; What can Red do?\n; Answer: 3:re2-re5\n", `6 begin a question with "; ask"`},
		{"the same text twice", "; ask What?\n; answer This.\n; option This.\n", "6 a text is offered twice"},
		{"options and wrong words", "; ask What?\n; answer This.\n; option That.\n; wrong 3:re2-re6: too far\n", "9 options, which are prose, and wrong actions do not go together"},
		{"rings and arrows", "; ask What?\n; answer 3:re2-re5\n; ring re2, Red f1\n; arrow re2, re5\n", ""},
		{"a ring around nothing", "; ask What?\n; answer 3:re2-re5\n; ring re2 re5\n", `8 the board has no space "re2 re5"; write commas between spaces`},
		{"an arrow without an end", "; ask What?\n; answer 3:re2-re5\n; arrow re2\n", "8 arrow re2: it is not of the form SPACE, SPACE"},
		{"after the ordinary comment", "; plain\n; ask What?\n; answer 3:re2-re5\n; plain\n", ""},
	}
	two := asked(t, "test.log", head+"; ask What?\n; answer 3:re2-re5\n; asks And 4?\n; answer 4:re2-re6\n").Questions
	if len(two) != 2 || len(two[0].Faults()) != 0 || len(two[1].Faults()) != 1 {
		t.Errorf("a misspelt ask is no fault of its own question alone: %d questions", len(two))
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			questions := asked(t, "test.log", head+tt.comments)
			if n := len(questions.Questions); n != 1 {
				t.Fatalf("%d questions", n)
			}
			var got []string
			for _, f := range questions.Faults() {
				got = append(got, fmt.Sprintf("%d %s", f.Line, f.Message))
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, "\n")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestChapter reads lines that begin a chapter, and others.
func TestChapter(t *testing.T) {
	for comment, want := range map[string]string{
		"chapter First turns": "First turns", "Chapter: First turns": "First turns", "chapter: First turns": "First turns",
		"Chapter 3 of the book": "", "chapters": "", "chapter": "",
	} {
		line := notation.Line{Comments: []notation.Comment{{Text: comment}}}
		if title, ok := lesson.Chapter(&line); ok != (want != "") || ok && title != want {
			t.Errorf("%q begins the chapter %q, %t", comment, title, ok)
		}
	}
}

// TestFirstLessons checks that every game has a first lesson, that first and second ones show
// nothing illegal, and that first ones are short.
func TestFirstLessons(t *testing.T) {
	games := map[string]bool{}
	for name, text := range lessons(t) {
		if !faultless(name) {
			continue
		}
		turns := 0
		for _, g := range logtest.Replay(t, verify.Options{}, "../../testdata/lessons/"+name+".log", text) {
			turns += g.Turns
			if g.Verdict() != verify.Legal || len(g.Findings) > 0 {
				t.Errorf("%s, game %d: %s, with %d findings", name, g.Number, g.Verdict(), len(g.Findings))
			}
		}
		if game, first := strings.CutPrefix(name, "first-"); first {
			games[game] = true
			if turns < 8 || turns > 20 {
				t.Errorf("%s: %d turns; a first lesson has 8 to 20", name, turns)
			}
		}
	}
	for game := range logtest.Folder(t, "games") {
		if !games[game] {
			t.Errorf("no first lesson for %s", game)
		}
	}
}

// TestLessonsAreCanonical checks that "fmt" leaves lessons and games as they are, with their
// questions after the turns that they are about.
func TestLessonsAreCanonical(t *testing.T) {
	r := logtest.NewReader(t, verify.Options{})
	for _, folder := range []string{"lessons", "games"} {
		for name, text := range logtest.Folder(t, folder) {
			if folder == "lessons" && !faultless(name) {
				continue // its faults are aligned by hand
			}
			if diff := cmp.Diff(string(logtest.Format(t, r, text, logtest.Testdata(t, folder))), text); diff != "" {
				t.Errorf("%s (-fmt +log):\n%s", name, diff)
			}
		}
	}
}

// TestGamesReadLikeAnEvening checks the sample games: they are legal and finished, and have 20 to 60
// turns, comments and a state line; a ruling, and no other error; and in Trespass secrets that are
// unknown before turn 1.
func TestGamesReadLikeAnEvening(t *testing.T) {
	for name, text := range logtest.Folder(t, "games") {
		t.Run(name, func(t *testing.T) {
			comments, states, begun := 0, 0, false
			see := func(ev *verify.Event) {
				comments += len(ev.Line.Comments)
				switch n := ev.Line.Node.(type) {
				case *notation.Turn:
					begun = true
				case *notation.State:
					states++
				case *notation.Directive:
					if n.Keyword.Text == "secret" && !begun {
						t.Errorf("line %d: a secret is open before turn 1", ev.Line.Span.Line)
					}
				}
			}
			for _, g := range logtest.ReadAll(t, logtest.NewReader(t, verify.Options{}), "../../testdata/games/"+name+".log", text, see) {
				if g.Verdict() != verify.Legal || !g.Finished {
					t.Errorf("game %d: %s, result %s", g.Number, g.Verdict(), g.Result)
				}
				if ruled := slices.ContainsFunc(g.Findings, func(f verify.Finding) bool { return f.Ruled }); !ruled || len(g.Findings) > 1 {
					t.Errorf("game %d: ruled is %v, %d findings", g.Number, ruled, len(g.Findings))
				}
				if g.Turns < 20 || g.Turns > 60 {
					t.Errorf("game %d: %d turns; 20 to 60 are an evening", g.Number, g.Turns)
				}
			}
			if comments < 5 || states == 0 {
				t.Errorf("%d comments, %d state lines", comments, states)
			}
			if name != "trespass" && !regexp.MustCompile(`(?m)^order .* / `).MatchString(text) {
				t.Error("no tie in the rolls for the first turn")
			}
		})
	}
}

// taught is a row of the table in spec/lessons.md: "| question | [lesson](path) | where |".
var taught = regexp.MustCompile(`^\| (.+) \| \[([^]]+)\]\(\.\./testdata/lessons/([^)]+)\.log\) \| (?:game (\d+), )?(before turn|turn) (\d+) \|$`)

// TestLessonsTable checks that the lessons and turns of the table exist, and that each has a comment
// that teaches.
func TestLessonsTable(t *testing.T) {
	page := spec.Page("lessons.md")
	all := lessons(t)
	rows, named, held := 0, map[string]bool{}, map[string]bool{}
	for row := range strings.Lines(page) {
		row = strings.TrimSpace(row)
		if !strings.HasPrefix(row, "| ") || !strings.Contains(row, "testdata/lessons/") || eightRow.MatchString(row) {
			continue
		}
		m := taught.FindStringSubmatch(row)
		if m == nil {
			t.Errorf("a row that names no turn: %s", row)
			continue
		}
		rows++
		named[m[3]] = true
		game := 1
		if m[4] != "" {
			game, _ = strconv.Atoi(m[4])
		}
		number, _ := strconv.Atoi(m[6])
		switch text, ok := all[m[3]]; {
		case !ok || m[2] != m[3]:
			t.Errorf("no lesson %s: %s", m[2], row)
		case !explained(text, game, number, m[5] == "before turn"):
			t.Errorf("no comment at turn %d of game %d: %s", number, game, row)
		case shown[m[1]] != "":
			held[m[1]] = true
			if happened := facts(t, m[3], text, game, number); !regexp.MustCompile(shown[m[1]]).MatchString(happened) {
				t.Errorf("%s\nis answered where %q does not happen, but\n%s", row, shown[m[1]], happened)
			}
		}
	}
	if rows < 90 {
		t.Errorf("%d rows", rows)
	}
	for question := range shown {
		if !held[question] {
			t.Errorf("the table does not ask: %s", question)
		}
	}
	for name := range all {
		if !named[name] {
			t.Errorf("the table does not name %s", name)
		}
	}
}

// eightRow is a row of the eight questions: "| game | question | [lesson](path) | answered | asked first |".
var eightRow = regexp.MustCompile(`^\| (.+) \| (.+) \| \[([^]]+)\]\(\.\./testdata/lessons/([^)]+)\.log\) \| (.+) \| (.+) \|$`)

// eightPlace is where a row of the eight questions points.
var eightPlace = regexp.MustCompile(`^(?:game (\d+), )?(before turn|turn|after turn) (\d+)$`)

// TestEightQuestions holds that the first lesson of each game answers the eight questions of a learner, each
// before it is asked.
func TestEightQuestions(t *testing.T) {
	page := spec.Page("lessons.md")
	all := lessons(t)
	answered := map[string][]string{}
	for row := range strings.Lines(page) {
		m := eightRow.FindStringSubmatch(strings.TrimSpace(row))
		if m == nil {
			continue
		}
		name, answer, ask := m[4], eightPlace.FindStringSubmatch(m[5]), eightPlace.FindStringSubmatch(m[6])
		if answer == nil || ask == nil && m[6] != "not asked" || m[3] != name || !strings.HasPrefix(name, "first-") {
			t.Errorf("a row that names no place: %s", row)
			continue
		}
		answered[name] = append(answered[name], m[2])
		game, turn := place(answer)
		if !explained(all[name], game, turn, answer[2] == "before turn") {
			t.Errorf("no comment answers it: %s", row)
		}
		if ask == nil {
			continue
		}
		askedIn, after := place(ask)
		if game > askedIn || game == askedIn && turn > after {
			t.Errorf("it is asked before it is answered: %s", row)
		}
		if !asks(all[name], askedIn, after) {
			t.Errorf("nothing is asked there: %s", row)
		}
	}
	for name := range all {
		if strings.HasPrefix(name, "first-") && len(answered[name]) != 8 {
			t.Errorf("%s answers %d of the eight questions: %v", name, len(answered[name]), answered[name])
		}
	}
}

// place is the game and the turn of a place.
func place(m []string) (game, turn int) {
	game = 1
	if m[1] != "" {
		game, _ = strconv.Atoi(m[1])
	}
	turn, _ = strconv.Atoi(m[3])
	return game, turn
}

// asks reports whether a game of a log asks a question right after a turn.
func asks(text string, game, turn int) bool {
	at, found := 0, false
	for block := range notation.NewReader(strings.NewReader(text)).Blocks() {
		at++
		last := 0
		for line := range block.Lines() {
			if turn, ok := line.Node.(*notation.Turn); ok {
				last = turn.Number
			}
			if keyword, _, ok := lesson.Part(&line); ok && keyword == "ask" && at == game && last == turn {
				found = true
			}
		}
	}
	return found
}

// shown matches the facts of the turn that answers a question.
var shown = map[string]string{
	"Who begins, and where do the tokens start?":                                 `^order [^/]*\n`,
	"What is the aim, and who begins?":                                           `^order [^/]*\n`,
	"Who begins if the highest roll is a tie?":                                   `^order .* / `,
	"How do I read `3:bl3-`?":                                                    `\n3:bl3- `,
	"Which roll leads from the hub to a headquarters, and what do I earn there?": `\n6:..\* \(to a headquarters, for its wedge`,
	"When does my turn go on, and when does it pass, and to whom?":               `[*+] .*\n.*- .*\nthen Ann`,
	"What is a Roll Again space?":                                                `\(roll again\)`,
	"May I go both ways around, and turn back?":                                  `pi6gr.*\n.*gr\*.*\n.*pi4gr|br2bl.*\n.*br4bl`,
	"What happens in the hub while wedges are missing?":                          `as a wild card`,
	"What happens in the H.M. while pegs are missing?":                           `as a wild card`,
	"I was wrong in a headquarters. When may I try again?":                       `\d:..- \(to a headquarters|ye\* \(to a headquarters|co3fl-`,
	"What does a headquarters ask whose wedge I have?":                           `to a headquarters already won`,
	"What if I roll too much, and which spokes may I choose then?":               `through the hub`,
	"What if I roll too much for the hub?":                                       `through the hub`,
	"What if I roll too much for the H.M.?":                                      `through the H.M.`,
	"May I overshoot back down the spoke that I came by?":                        `through the hub`,
	"What if I am wrong in the hub?":                                             `hub/..- .*to win`,
	"Who chooses the winning question, and what if I am wrong?":                  `hub/..- .*to win`,
	"Who chooses the winning question?":                                          `to win`,
	"When have I won?":                                                           `# .*(to win|last peg|goal row).*\nthen .*, result [A-Z]`,
	"How many wedges does the full game take?":                                   `(?s)(\* .*){6}#`,
	"A player wins in the first round. May the others still play?":               `# .*to win\)\nthen (Ben|Cleo), result (Ann|Ben)$`,
	"Two win in the first round. Who has won?":                                   `result Ann = `,
	"Two have all wedges in a later round. Does the second get a chance?":        `# .*\nthen Ann, result Ann$`,
	"Two have all pegs in a later round. Does the second get a chance?":          `# .*\nthen Ann, result Ann$`,
	"Does a Roll Again space open a headquarters again after a miss?":            `br2bl \(roll again`,
	"Need I answer a question before I come back to a headquarters?":             `\(roll again\)\n.*\n.*fl\* `,
	"What does the replay say when I come back too early?":                       `\nreentry\n`,
	"From which box do the cards come?":                                          `@B.*\n.*@A`,
	"How do the boxes go by turns?":                                              `@B.*\n.*@A`,
	"May we play that any roll which is high enough reaches the hub?":            `on a higher roll`,
	"Which roll leads straight to a headquarters?":                               `\n5:sa\*`,
	"What does a 6 from the H.M. offer?":                                         `\n6:co1fl`,
	"May one move go along the diamond and up a path?":                           `mo6co.*\n3:co3-`,
	"How does a peg leave HOME?":                                                 `\n6:.*out of HOME`,
	"What if I cannot move?":                                                     `\n\d:pass \(pass\)`,
	"What else does a 6 give?":                                                   `\n6:.*\n\d:`,
	"How do I send a peg HOME?":                                                  `send a peg home`,
	"There is a peg on my START. May I come out?":                                `homexbl0`,
	"In which order is FINISH filled?":                                           `into FINISH`,
	"Where does FINISH begin, and may a peg go around twice?":                    `ye5-f2 \(into FINISH`,
	"What if the number is too high for FINISH?":                                 `5:pass \(pass\)`,
	"What if it is too low?":                                                     `1:.*along the track`,
	"My own peg is on START. What can I do with a 6?":                            `6:re0-.*\n6:home-re0`,
	"How many sixes may follow each other?":                                      `(\n6:.*){3}`,
	"Which space of FINISH does my first peg need?":                              `-f4 \(into FINISH`,
	"Is a peg safe on START?":                                                    `xgr0 \(send a peg home`,
	"I cannot use a 6. Do I still pop again?":                                    `\n6:pass.*\n\d:`,
	"Who is second, and who is last?":                                            `result Red > Blue > Green`,
	"May I pass although I can move?":                                            `\nmust-move\n`,
	"May a peg move on inside FINISH?":                                           `on inside FINISH`,
	"What is the aim, and how do I set up my pieces?":                            `^place Ann .*\nplace Ben `,
	"How far does a slide go?":                                                   `own piece, sliding\)`,
	"May a slide turn a corner? Which way is forward?":                           `d5-e3 .*sliding\)`,
	"How does a jump go, and what happens to the piece below?":                   `own piece, jumping`,
	"May I jump several times?":                                                  `\^..\^.. .*jumping`,
	"May I move the other player's pieces?":                                      `the opponent's piece`,
	"May I slide and jump in one move, and the other way round?":                 `sliding and jumping`,
	"How does a log keep a secret?":                                              `^commit Ann `,
	"The other player moves my secret piece home. Who wins?":                     `# \(the opponent's piece into its goal row\)\nthen Ben, result Ann$`,
	"A piece comes in and nothing happens. What do I learn from it?":             `into its goal row\)\nthen Ann, result \*$`,
	"May a piece in the back row still move?":                                    `A3:b6-c6`,
	"Which piece may I not move?":                                                `\nlast-moved\n`,
}

// facts describes a turn, one fact a line: the directives right before it; each
// action as it is written and what kind of action it is; the codes of what is wrong with it;
// who is next, and the result so far.
func facts(t *testing.T, name, text string, game, number int) string {
	t.Helper()
	at := 1
	var lead, turn []string
	logtest.ReadAll(t, logtest.NewReader(t, verify.Options{Keep: true}), "../../testdata/lessons/"+name+".log", text, func(ev *verify.Event) {
		switch ev.Line.Node.(type) {
		case *notation.Tag:
			if ev.Line.Span.Line > 1 && strings.HasPrefix(ev.Line.Text, "[Game ") {
				at++
			}
		case *notation.Turn:
			switch {
			case at == game && ev.Turn == number:
				for k, word := range ev.Words {
					turn = append(turn, fmt.Sprintf("%s (%s)", word.Text, kindOf(ev.Before[k], word.Text)))
				}
				for _, f := range ev.Findings {
					turn = append(turn, string(f.Code))
				}
				turn = append(turn, fmt.Sprintf("then %s, result %s", ev.After.Handles()[ev.After.Clock().Seat], ev.After.Result()))
			case turn == nil:
				lead = nil
			}
		case nil:
		default:
			if at == game && turn == nil {
				lead = append(lead, ev.Line.Text)
			}
		}
	})
	return strings.Join(slices.Concat(lead, []string{""}, turn), "\n")
}

// marked matches the part of a word after the action: the card and the mark.
var marked = regexp.MustCompile(`(@[AB]\d*)?[-+*#]?$`)

// kindOf is the kind of action that a word is.
func kindOf(before *verify.Replay, word string) verify.Group {
	for _, m := range before.Legal() {
		if marked.ReplaceAllString(m.Word, "") == marked.ReplaceAllString(word, "") {
			return m.Group
		}
	}
	return ""
}

// explained reports whether a game of a log has a turn with this number, and a comment in
// the lines after it, or before it, that is not part of a question.
func explained(text string, game, number int, before bool) bool {
	at := 0
	for block := range notation.NewReader(strings.NewReader(text)).Blocks() { // memory is always read to its end
		at++
		if at != game {
			continue
		}
		last, said := 0, map[int]bool{} // whether a comment follows a turn, by its number
		turns := []int{0}
		for line := range block.Lines() {
			if turn, ok := line.Node.(*notation.Turn); ok && turn.Number != last {
				last = turn.Number
				turns = append(turns, last)
			}
			for _, c := range line.Comments {
				if _, _, part := lesson.Part(&line); !part && c.Text != "" {
					said[last] = true
				}
			}
		}
		i := slices.Index(turns, number)
		if i > 0 && before {
			i--
			return said[turns[i]]
		}
		return i > 0 && said[number]
	}
	return false
}
