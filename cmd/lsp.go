package cmd

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"tpnote/verify/lsp"
)

type lspCmd struct{}

// Run serves until the editor exits.
func (c *lspCmd) Run(s *streams) error {
	server, err := lsp.New(s.games, version(), keep)
	if err != nil {
		return err
	}
	return outcome(false, !server.Serve(context.Background(), s.in, s.out))
}

// keep puts a text that the program has within it into a file below the user's cache, which
// is there for good: another text of the same name has another folder.
func keep(name string, text []byte) (path string, err error) {
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
	part, err := os.CreateTemp(filepath.Dir(path), "new")
	if err != nil {
		return "", err
	}
	_, err = part.Write(text)
	err = errors.Join(err, part.Chmod(0o400), part.Close())
	if err == nil {
		err = os.Rename(part.Name(), path)
	}
	if err != nil {
		os.Remove(part.Name())
	}
	return path, err
}
