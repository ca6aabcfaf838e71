// Command snakes is tpnote with one game more.
package main

import (
	"example.com/snakes"

	"tpnote/cmd"
	"tpnote/verify/games"
)

func main() { cmd.Main(append(games.All, snakes.Game)...) }
