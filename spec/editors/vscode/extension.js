// The client of the language server: it starts `tpnote lsp`, and steps through a game in a
// terminal. All else is the server's.
const vscode = require('vscode')
const { LanguageClient } = require('vscode-languageclient/node')

let client

/** Steps through a game of a document in a terminal. */
function step(uri, game) {
  const terminal = vscode.window.createTerminal({
    name: 'tpnote',
    shellPath: program(),
    shellArgs: ['step', '--game', String(game), vscode.Uri.parse(uri).fsPath],
  })
  terminal.show()
}

function program() {
  return vscode.workspace.getConfiguration('tpnote').get('path') || 'tpnote'
}

exports.activate = async function (context) {
  context.subscriptions.push(vscode.commands.registerCommand('tpnote.step', step))
  const server = { command: program(), args: ['lsp'] }
  client = new LanguageClient('tpnote', 'tpnote', server, {
    documentSelector: [{ language: 'tpnote' }, { scheme: 'file', language: 'yaml' }],
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher('**/*.{yaml,yml}') },
  })
  client.registerFeature({
    fillClientCapabilities(capabilities) {
      capabilities.experimental = { ...capabilities.experimental, commands: { commands: ['tpnote.step'] } }
    },
    initialize() {},
    getState: () => ({ kind: 'static' }),
    clear() {},
  })
  await client.start()
}

exports.deactivate = () => client?.stop()
