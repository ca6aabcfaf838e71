package cmd

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"

	"tpnote/verify/lsp"
)

type lspCmd struct{}

// Run serves until the editor exits.
func (c *lspCmd) Run(s *streams) error {
	server, err := lsp.New(s.games, version(), s.keep)
	if err != nil {
		return err
	}
	s.found = !server.Serve(context.Background(), s.in, s.atOnce())
	return nil
}

// keep puts a text that the program has within it into a file below the user's cache, which
// is there for good: another text of the same name has another folder.
func (s *streams) keep(name string, text []byte) (path string, err error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	path = filepath.Join(cache, "tpnote", fmt.Sprintf("%.6x", sha256.Sum256(text)), filepath.FromSlash(name))
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", err
	}
	return path, cmp.Or(s.writeFile(path, text), os.Chmod(path, 0o400))
}
