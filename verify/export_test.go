package verify

// Keywords lists the keywords of all the games' lines.
func (gs Games) Keywords() []string { return gs.keywords() }
