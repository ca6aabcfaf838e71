module tpnote

go 1.26.0

require (
	github.com/agext/levenshtein v1.2.3
	github.com/alecthomas/participle/v2 v2.1.4
	github.com/google/go-cmp v0.7.0
	gopkg.in/yaml.v3 v3.0.1
)

require golang.org/x/text v0.43.0
