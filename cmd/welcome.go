package cmd

import (
	"embed"
	"fmt"
	"runtime/debug"
)

// help has the text below the flags of each command, and the first screen.
//
//go:embed help
var help embed.FS

// helpText returns the help text of a command, which may be "".
func helpText(name string) string {
	text, _ := help.ReadFile("help/" + name + ".txt")
	return string(text)
}

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
