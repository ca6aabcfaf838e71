//go:build !js

package spec

import "embed"

//go:embed *.md clauses/*.md
var own embed.FS
