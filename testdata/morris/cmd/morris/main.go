// Command morris is tpnote with Morris added.
package main

import (
	"example.com/morris"

	"tpnote/cmd"
	"tpnote/verify/games"
)

func main() { cmd.Main(append(games.All, morris.Game)...) }
