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
	if dispatch(append(c.Command, "--help"), s) != exitLegal {
		return errFailed // dispatch has reported it
	}
	return nil
}

type versionCmd struct{}

// Run prints the version.
func (*versionCmd) Run(s *streams) error {
	_, err := fmt.Fprintln(s.out, version())
	return err
}

// version returns the version, as far as the build records it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "tpnote (unknown version)"
	}
	return versionOf(info)
}

// versionOf returns the version, the revision, whether the working tree had uncommitted
// changes, and Go's version.
func versionOf(info *debug.BuildInfo) string {
	built := map[string]string{}
	for _, s := range info.Settings {
		built[s.Key] = s.Value
	}
	text := "tpnote " + info.Main.Version
	if revision := built["vcs.revision"]; revision != "" {
		text += fmt.Sprintf(", revision %.12s of %s", revision, built["vcs.time"])
		if built["vcs.modified"] == "true" {
			text += ", modified"
		}
	}
	return text + ", " + info.GoVersion
}
