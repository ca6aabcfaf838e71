package cmd

import (
	"embed"
	"fmt"
	"runtime/debug"
)

// files has the text below the flags of each command, and the first screen; the scripts that ask the program what can be
// offered; and the program compiled for js/wasm and packed, and what runs it in a browser, if .ci/build has made this
// program. Else engine has only the command that packs.
//
//go:embed help completion engine
var files embed.FS

// within returns a file that the program has within it, or nil.
func within(name string) []byte {
	text, _ := files.ReadFile(name)
	return text
}

// helpText returns the help text of a command, which may be "".
func helpText(name string) string { return string(within("help/" + name + ".txt")) }

type helpCmd struct {
	Command []string `arg:"" optional:"" help:"The command to explain; none lists them all."`
}

// Run prints the help of the program or of a command.
func (c *helpCmd) Run(s *streams) error {
	s.failed = dispatch(append(c.Command, "--help"), s) != exitLegal
	return nil
}

type versionCmd struct{}

// Run prints the version.
func (*versionCmd) Run(s *streams) error {
	_, err := fmt.Fprintln(s.out, version())
	return err
}

// version returns the version as the build records it, and Go's.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "tpnote (unknown version)"
	}
	return "tpnote " + info.Main.Version + ", " + info.GoVersion
}
