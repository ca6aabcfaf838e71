// Package games is the list of the program's games.
package games

import (
	"tpnote/verify"
	"tpnote/verify/games/trespass"
	"tpnote/verify/games/trouble"
	"tpnote/verify/games/wheel"
)

// All is every game of the program. Adding a game is adding a line.
var All = verify.Games{wheel.Game, trouble.Game, trespass.Game}
