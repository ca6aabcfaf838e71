package spec

import "embed"

// own has the codes and the clauses: the page in a browser explains no more, and may not be large.
//
//go:embed interface.md clauses/*.md
var own embed.FS
