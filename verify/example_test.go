package verify_test

import (
	"fmt"
	"strings"

	"tpnote/verify"
	"tpnote/verify/games"
)

// A Reader replays a log under the rules that its tags name. Each fault is a finding, with its place,
// the rule that decided, and the legal alternatives.
func Example() {
	log := `[Game "trivial-pursuit"]
[Variant "genus-iii"]
[Players "Ann, Ben"]
[Setup "24 Ann Ann=bl2/br,bl,or,ye,pi,gr Ben=or3/ye"]

24. Ann 4:hub/ye-
25. Ben 3:or*
`
	reader, err := verify.NewReader(verify.Options{Games: games.All})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = reader.File("evening.log", ".", strings.NewReader(log), func(g *verify.Summary) error {
		for _, f := range g.Findings {
			fmt.Printf("%s:%d:%d: %s [%s]\n", g.File, f.Span.Line, f.Span.Column, f.Message, f.Code)
			fmt.Printf("  %s is %s; %s\n", f.Rule, f.Value, f.Help[0])
		}
		fmt.Println(g.Verdict(), g.Position)
		return nil
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// evening.log:6:9: the hub is 2 steps from bl2: you need exactly 2, and this is a 4 [hub-entry]
	//   hub-entry is exact; a 4 from bl2 reaches bl, br2, or2, ye2, pi2 or gr2
	// illegal 25 Ben+ Ann=hub/br,bl,or,ye,pi,gr!hub Ben=or/or,ye
}

// Rule points can be set without a file: this is the log of the first example, by other
// rules.
func ExampleOptions() {
	log := `[Game "trivial-pursuit"]
[Variant "genus-iii"]
[Players "Ann, Ben"]
[Setup "24 Ann Ann=bl2/br,bl,or,ye,pi,gr Ben=or3/ye"]

24. Ann 4:hub/ye-
`
	for _, value := range []string{"exact", "at-least", "at-lest"} {
		reader, err := verify.NewReader(verify.Options{Games: games.All, Set: []string{"hub-entry=" + value}})
		if err != nil {
			fmt.Println(err)
			continue
		}
		_, err = reader.File("evening.log", ".", strings.NewReader(log), func(g *verify.Summary) error {
			fmt.Println(value, g.Verdict())
			return nil
		})
		if err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// exact illegal
	// at-least legal
	// --set hub-entry=at-lest: hub-entry takes exact or at-least, not "at-lest", did you mean "at-least"?
}

// A replay is a position and what may be done in it, with a log or without.
func ExampleReader_Begin() {
	reader, err := verify.NewReader(verify.Options{Games: games.All})
	if err != nil {
		fmt.Println(err)
		return
	}
	game, err := reader.Begin(verify.Header{
		Variant: "genus-iii",
		Players: []string{"Ann", "Ben"},
		Setup:   "24 Ann Ann=bl2/br,bl,or,ye,pi,gr Ben=or3/ye",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, move := range game.Legal() {
		if move.Die == 2 && move.Group == "to the hub, to win" {
			fmt.Println(move.Word, "-", move.Group)
		}
	}
	for _, f := range game.Why("4:hub/ye-") {
		fmt.Println("4:hub/ye-:", f.Message)
	}
	game.Play("2:hub/ye#")
	fmt.Println("over:", game.Over(), game.Result())
	// Output:
	// 2:hub/br# - to the hub, to win
	// 2:hub/br- - to the hub, to win
	// 2:hub/bl# - to the hub, to win
	// 2:hub/bl- - to the hub, to win
	// 2:hub/or# - to the hub, to win
	// 2:hub/or- - to the hub, to win
	// 2:hub/ye# - to the hub, to win
	// 2:hub/ye- - to the hub, to win
	// 2:hub/pi# - to the hub, to win
	// 2:hub/pi- - to the hub, to win
	// 2:hub/gr# - to the hub, to win
	// 2:hub/gr- - to the hub, to win
	// 4:hub/ye-: the hub is 2 steps from bl2: you need exactly 2, and this is a 4
	// over: true Ann
}

// The library has the variants of all games: the built-in ones by name, others by path.
func ExampleGames() {
	library := games.All.Library()
	fmt.Println(strings.Join(library.Games(), ", "))
	genus, err := library.Open("genus-iii", ".")
	if err != nil {
		fmt.Println(err)
		return
	}
	entry := genus.Setting("hub-entry")
	fmt.Println(genus.Title, "-", entry.Value, entry.Standing, entry.Cites)

	ours, err := genus.Set("hub-entry=at-least")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(ours.Setting("hub-entry").Value, "- playable:", games.All.Playable(ours) == nil)
	_, err = library.Open("genus-iv", ".")
	fmt.Println(err)
	// Output:
	// trivial-pursuit, heisey-mania, trouble, trespass
	// Trivial Pursuit, Genus III Edition Master Game (1994) - exact stated [G3.31 G3.33]
	// at-least - playable: true
	// unknown variant "genus-iv", did you mean "genus-iii"?
}
