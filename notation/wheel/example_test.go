package wheel_test

import (
	"fmt"

	"tpnote/notation"
	"tpnote/notation/wheel"
)

// An action is read by itself. Its space may exist or not: that is for the rules.
func ExampleParse() {
	action, err := wheel.Parse("4:hub/ye+")
	fmt.Println(action, action.Text(notation.IsCategory), err)
	_, err = wheel.Parse("4:hub/ye+-")
	fmt.Println(err)
	// Output:
	// 4:hub/ye+ ye <nil>
	// malformed action "4:hub/ye+-": "-" is out of place (an action is DIE:SPACE, then /CATEGORY, @BOX and + * # or - where they belong, such as 4:ye2+)
}

// A "?" means an unknown part.
func ExampleParse_unknown() {
	action, err := wheel.Parse("4:hub/?+")
	fmt.Println(action, action.Open(), err)
	// Output:
	// 4:hub/?+ true <nil>
}
