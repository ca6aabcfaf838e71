package notation

import "strings"

// FormatTag is a tag line, without its line end.
func FormatTag(name, value string) string {
	return "[" + name + ` "` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"]`
}
