package variant_test

import (
	"fmt"
	"testing/fstest"

	"tpnote/rules/variant"
)

// Each engine has a Family: its games, its rule points, and its built-in variants. A library of
// families loads variants by name, from files, or from text, and reports the line of a fault.
func Example() {
	nim := &variant.Family{
		Name:  "nim",
		Games: []variant.Game{{Name: "nim", Default: "nim-normal"}},
		Points: []variant.Point{
			{Name: "last-takes", Decides: "what taking the last stone does", Kind: variant.Choice, Values: []variant.Meaning{{Is: "wins"}, {Is: "loses"}}},
			{Name: "most", Decides: "how many stones may be taken at once", Kind: variant.Number, Min: 1, Max: 9},
		},
		Files: fstest.MapFS{"nim-normal.yaml": {Data: []byte(`
variant: nim-normal
title: Nim
game: nim
rules:
  last-takes: {is: wins, standing: assumed}
  most: {is: 3, standing: assumed}
`)}},
	}
	library := variant.NewLibrary(nim)

	ours, err := library.Parse("ours.yaml", []byte(`variant: ours
extends: nim-normal
rules:
  last-takes: loses
`), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range []string{"last-takes", "most"} {
		setting := ours.Setting(s)
		fmt.Printf("%s: %s (%s, %s)\n", s, setting.Value, setting.Standing, setting.Origin)
	}

	_, err = ours.Set("most=12")
	fmt.Println(err)
	_, err = library.Parse("typo.yaml", []byte("variant: typo\nextends: nim-normal\nrules:\n  last-take: loses\n"), nil)
	fmt.Println(err)
	// Output:
	// last-takes: loses (house rule, ours.yaml:4)
	// most: 3 (assumed, built-in nim-normal.yaml:7)
	// --set most=12: most takes a number from 1 to 9, not "12"
	// typo.yaml:4:3: unknown rule point "last-take", did you mean "last-takes"?
}
