module tpnote

go 1.26.0

require (
	github.com/agext/levenshtein v1.2.3
	github.com/alecthomas/participle/v2 v2.1.4
	gopkg.in/yaml.v3 v3.0.1
)

require (
	github.com/alecthomas/kong v1.17.0
	golang.org/x/text v0.43.0
)

require github.com/rivo/uniseg v0.4.7

require (
	github.com/aymanbagabas/go-udiff v0.4.1
	github.com/google/go-cmp v0.7.0
	github.com/google/renameio/v2 v2.0.2
	github.com/klauspost/compress v1.20.3
	github.com/rogpeppe/go-internal v1.16.0
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
)

require (
	golang.org/x/sys v0.48.0 // indirect
	golang.org/x/tools v0.51.0 // indirect
)
