package notation_test

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"tpnote/notation"
)

// A Reader reads a log game by game, and a game line by line. A line that is not the notation has an
// error with its place, and reading goes on.
func Example() {
	log := `[Game "trouble"]
[Players "Red, Blue"]
1. Red 6:HOME-reS 3:reS-re3 ; out at once
2. Blue 2:pass
3.Red

[Game "trouble"]
[Players "Green, Blue"]
1. Green 2:pass
`
	reader := notation.NewReader(strings.NewReader(log))
	for {
		game, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println("a game from line", game.First)
		for line := range game.Lines() {
			switch node := line.Node.(type) {
			case *notation.Tag:
				fmt.Printf("  %s is %q\n", node.Name.Text, node.Value.Text)
			case *notation.Turn:
				fmt.Printf("  turn %d: %s plays", node.Number, node.Handle.Text)
				for _, action := range node.Actions {
					fmt.Print(" ", action.Text)
				}
				fmt.Println()
			}
			for _, comment := range line.Comments {
				fmt.Printf("    %s\n", strings.TrimSpace(comment.Text))
			}
			for _, e := range line.Errors {
				fmt.Printf("  %d:%d: %s [%s]\n", e.Span.Line, e.Span.Column, e.Message, e.Code)
			}
		}
	}
	// Output:
	// a game from line 1
	//   Game is "trouble"
	//   Players is "Red, Blue"
	//   turn 1: Red plays 6:HOME-reS 3:reS-re3
	//     out at once
	//   turn 2: Blue plays 2:pass
	//   5:1: put an ordinary blank after "3." [syntax]
	// a game from line 7
	//   Game is "trouble"
	//   Players is "Green, Blue"
	//   turn 1: Green plays 2:pass
}

// One line by itself.
func ExampleParseLine() {
	line := notation.ParseLine(`12. Ann 4:ye4+ 4:ye2pi ; want unreachable`, 1)
	turn := line.Node.(*notation.Turn)
	last := turn.Actions[len(turn.Actions)-1]
	fmt.Println(turn.Number, turn.Handle.Text, last.Text, "in column", last.Span.Column)
	fmt.Println("wants", line.Want())
	// Output:
	// 12 Ann 4:ye2pi in column 16
	// wants [unreachable]
}

// Missing parts and rulings of the table have words and lines of their own.
func ExampleParseLine_records() {
	for _, text := range []string{"3. Cleo 5:re0-re5 ...", "gap", "ruling stands", "leave Ann", "tally Ben turns=12 sixes=3", "("} {
		switch node := notation.ParseLine(text, 1).Node.(type) {
		case *notation.Turn:
			fmt.Println(node.Handle.Text, "did", len(node.Actions), "action and more:", node.More)
		case *notation.Gap:
			fmt.Println("turns are missing")
		case *notation.Ruling:
			fmt.Println("the turn before", node.Verdict.Text)
		case *notation.Leave:
			fmt.Println(node.Handle.Text, "went home")
		case *notation.Tally:
			for _, count := range node.Counts {
				fmt.Println(node.Handle.Text, "had", count.Number, count.Key)
			}
		case *notation.SideLine:
			fmt.Println("a side line opens:", node.Open)
		}
	}
	// Output:
	// Cleo did 1 action and more: true
	// turns are missing
	// the turn before stands
	// Ann went home
	// Ben had 12 turns
	// Ben had 3 sixes
	// a side line opens: true
}
