// The extension with the program: it activates, sees what is found in a log, completes an
// action, changes the log, judges by another variant, and steps.
const assert = require('assert')
const vscode = require('vscode')
const extension = require('../extension.js')

const found = (document) =>
  new Promise((resolve) => {
    const once = vscode.diagnostics.event((uri) => {
      if (uri.toString() === document.uri.toString() && once) resolve(vscode.published.get(uri.toString()))
    })
  })
const deadline = setTimeout(() => {
  console.error('the server does not answer')
  process.exit(1)
}, 20000)

async function main() {
  const uri = vscode.Uri.file('game.tpn')
  const document = new vscode.Document(uri, 'tpnote', '[Game "heisey-mania"]\n[Players "Ann, Ben"]\n\n1. Ann 3:zz9-\n')
  vscode.workspace.textDocuments.push(document)
  let list = found(document)
  await extension.activate({ subscriptions: [] })
  const wrong = await list
  assert.strictEqual(wrong.length, 1)
  assert.deepStrictEqual({ ...wrong[0].range.start }, { line: 3, character: 7 })

  const none = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) }
  const items = await vscode.providers.registerCompletionItemProvider.provideCompletionItems(document, new vscode.Position(3, 9), none, {})
  assert.ok(items.items.length > 3, 'completions')
  const word = items.items[0].label

  const before = document.text
  document.text = before.replace('3:zz9-', word)
  document.version++
  list = found(document)
  const range = new vscode.Range(3, 7, 3, 13)
  await vscode.events.onDidChangeTextDocument.fire({ document, contentChanges: [{ range, rangeOffset: 0, rangeLength: 6, text: word }] })
  assert.deepStrictEqual(await list, [])

  const lenses = await vscode.providers.registerCodeLensProvider.provideCodeLenses(document, none)
  const of = (name) => lenses.find((lens) => lens.command.command === name)
  assert.ok(of('tpnote.judge'), 'a lens that judges')
  assert.ok(of('tpnote.step'), 'a lens that steps')
  assert.match(await vscode.registered['tpnote.judge'](uri.toString(), 1, 'heisey-mania'), /^game 1 by heisey-mania: /)
  await vscode.registered['tpnote.step'](uri.toString(), 1)
  assert.deepStrictEqual(vscode.terminals[0].shellArgs, ['step', '--game', '1', uri.fsPath])
  await extension.deactivate()
  clearTimeout(deadline)
}

main().then(
  () => console.log('the client talks to the server'),
  (wrong) => {
    console.error(wrong)
    process.exit(1)
  },
)
