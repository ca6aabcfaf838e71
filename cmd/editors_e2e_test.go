//go:build e2e

package cmd

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// neovim attaches the server to a log with an error, waits for the finding, completes an
// action and applies a quick fix. It writes what it saw.
const neovim = `
local function session()
  local function wait(what, check) assert(vim.wait(30000, check, 20), "no " .. what) end
  local id = vim.lsp.start_client({ name = "tpnote", cmd = { vim.env.TPNOTE, "lsp" } })
  vim.lsp.buf_attach_client(0, id)
  wait("finding", function() return #vim.diagnostic.get(0) == 1 end)
  local found = vim.diagnostic.get(0)[1]
  assert(found.code == "unknown-space", found.code)
  local document = { uri = vim.uri_from_bufnr(0) }
  local at = { line = found.lnum, character = found.col }
  local function ask(method, params)
    return vim.lsp.buf_request_sync(0, method, params, 30000)[id].result
  end
  local fixes = ask("textDocument/codeAction", { textDocument = document, range = { start = at, ["end"] = at }, context = { diagnostics = {} } })
  assert(#fixes > 0, "no fix")
  vim.lsp.util.apply_workspace_edit(fixes[1].edit, "utf-16")
  wait("clean log", function() return #vim.diagnostic.get(0) == 0 end)
  local list = ask("textDocument/completion", { textDocument = document, position = { line = at.line, character = at.character + 2 } })
  assert(#list.items > 3, "nothing to complete")
  vim.lsp.util.apply_text_edits({ list.items[1].textEdit }, 0, "utf-16")
  vim.wait(200)
  assert(#vim.diagnostic.get(0) == 0, "the completion is illegal")
  vim.cmd("write")
end
local ok, wrong = pcall(session)
if not ok then
  io.stderr:write(tostring(wrong) .. "\n")
  vim.cmd("cquit 1")
end
vim.cmd("qall!")
`

// TestNeovim drives the language server with Neovim.
func TestNeovim(t *testing.T) {
	binary, err := tpnote()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	log, script := filepath.Join(dir, "game.log"), filepath.Join(dir, "session.lua")
	const text = "[Game \"heisey-mania\"]\n[Players \"Ann, Ben\"]\n\n1. Ann 3:zz9-\n"
	for name, text := range map[string]string{log: text, script: neovim} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.Command("nvim", "--headless", "-u", "NONE", "-c", "luafile "+script, log)
	run.Env = append(os.Environ(), "TPNOTE="+binary, "HOME="+dir, "XDG_STATE_HOME="+dir)
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	after, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if string(after) == text {
		t.Error("the editor changed nothing")
	}
}
