//go:build e2e

package cmd

import (
	"os"
	"testing"

	"golang.org/x/tools/go/packages"
)

// TestSystems holds that the types of the program are right on the systems where CI does not run. To compile
// it for them would take minutes.
func TestSystems(t *testing.T) {
	for _, system := range []string{"darwin", "windows"} {
		const mode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax
		program, err := packages.Load(&packages.Config{Mode: mode, Env: append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")}, "tpnote/cmd/tpnote")
		if err != nil {
			t.Fatal(err)
		}
		seen := 0
		packages.Visit(program, nil, func(p *packages.Package) {
			for _, wrong := range p.Errors {
				t.Errorf("%s: %v", system, wrong)
			}
			seen++
		})
		if seen < 100 {
			t.Errorf("%s: only %d packages were read", system, seen)
		}
	}
}
