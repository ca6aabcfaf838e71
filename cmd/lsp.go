package cmd

import (
	"context"
	"strings"

	"tpnote/verify/lsp"
)

type lspCmd struct{}

// Help is the text below the flags.
func (lspCmd) Help() string {
	return strings.TrimSpace(`
A language server: an editor starts it and talks to it over standard input and
output. What an editor takes to do that stands in spec/editors.md. It finds what
verify finds as you type, completes what is legal with the roll typed so far,
shows the board behind an action, formats as fmt does, and renames players; of
variant files it completes and explains the rule points.

Exit status: 0 if the editor ended it as the protocol says, 1 if it hung up.

Example:
  tpnote lsp
  nvim -c "lua vim.lsp.start{cmd={'tpnote','lsp'}}" game.log`)
}

// Run serves until the editor exits.
func (c *lspCmd) Run(s *streams) error {
	server, err := lsp.New(s.games, version())
	if err != nil {
		return err
	}
	if !server.Serve(context.Background(), s.in, s.out) {
		return errFound
	}
	return nil
}
