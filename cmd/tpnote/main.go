// Command tpnote replays and checks the logs of board games.
package main

import (
	"tpnote/cmd"
	"tpnote/verify/games"
)

func main() { cmd.Main(games.All...) }
