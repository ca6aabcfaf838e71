package trespass_test

import (
	"fmt"

	"tpnote/notation"
	"tpnote/notation/trespass"
)

// An action is read by itself. Its piece and squares may exist or not: that is for the rules.
func ExampleParse() {
	action, err := trespass.Parse("A7:c2-d3^d5")
	fmt.Println(action, action.Text(notation.IsTo), err)
	_, err = trespass.Parse("c1-c2")
	fmt.Println(err)
	// Output:
	// A7:c2-d3^d5 d5 <nil>
	// malformed action "c1-c2": "c" is out of place (an action is PIECE:FROM, then -SQUARE for a slide or ^SQUARE for a jump, and # where it ends the game, such as A7:c2-d3^d5; or pass)
}

// A directive is a line that the other games do not have.
func ExampleParseDirective() {
	line := notation.ParseLine("place Ann 7 3 0 / 2 8 4", 1)
	d, err := trespass.ParseDirective(line.Node.(*notation.Directive), nil)
	fmt.Println(d.Handle.Text, d.Rows, err)
	// Output:
	// Ann [[7 3 0] [2 8 4]] <nil>
}
