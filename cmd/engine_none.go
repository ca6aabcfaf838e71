//go:build !editor

package cmd

// engine is nil: the page that writes logs takes a program that .ci/build has made.
func engine() (wasm, run []byte) { return nil, nil }
