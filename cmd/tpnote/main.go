// Command tpnote replays and checks the logs of board games.
package main

import "tpnote/cmd"

func main() { cmd.Main() }
