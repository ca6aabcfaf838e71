package trouble_test

import (
	"fmt"

	"tpnote/notation"
	"tpnote/notation/trouble"
)

// An action is read by itself. Its spaces may exist or not: that is for the rules.
func ExampleParse() {
	action, err := trouble.Parse("2:re3xre5")
	fmt.Println(action, action.Text(notation.IsSign), err)
	_, err = trouble.Parse("re3-re5")
	fmt.Println(err)
	// Output:
	// 2:re3xre5 x <nil>
	// malformed action "re3-re5": "re" is out of place (an action is DIE:FROM-TO, with x for - where a peg is sent home, or DIE:pass, such as 2:re3-re5)
}

// A "?" means an unknown part.
func ExampleParse_unknown() {
	action, err := trouble.Parse("5:re3-?")
	fmt.Println(action, action.Open(), err)
	// Output:
	// 5:re3-? true <nil>
}
