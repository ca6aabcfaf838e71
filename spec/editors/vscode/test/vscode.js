// The part of the module `vscode`, which exists only in VS Code, that the client of the language
// server needs: documents, events, diagnostics, and classes and registrations that hold what they are
// given. The test plays the editor with it.
const path = require('path')

class Event {
  listeners = []
  event = (listener, self) => {
    this.listeners.push(listener.bind(self))
    return { dispose() {} }
  }
  dispose() {}
  fire = (what) => Promise.all(this.listeners.map((listener) => listener(what)))
}

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character })
  }
}

class Range {
  constructor(a, b, c, d) {
    this.start = typeof a === 'object' ? a : new Position(a, b)
    this.end = typeof a === 'object' ? b : new Position(c, d)
  }
}

class Uri {
  constructor(text) {
    this.text = text
    const url = new URL(text)
    Object.assign(this, { scheme: url.protocol.slice(0, -1), path: decodeURIComponent(url.pathname), authority: '', query: '', fragment: '' })
    this.fsPath = this.path
  }
  static parse = (text) => new Uri(text)
  static file = (name) => new Uri('file://' + path.resolve(name))
  with = () => this
  toString = () => this.text
}

class Document {
  constructor(uri, languageId, text) {
    Object.assign(this, { uri, languageId, text, version: 1, isClosed: false, fileName: uri.fsPath, eol: 1 })
  }
  getText = () => this.text
}

// record is a class whose constructor takes its fields in their order.
const record = (...fields) =>
  class {
    constructor(...values) {
      fields.forEach((field, i) => (this[field] = values[i]))
    }
  }

class Kind {
  static Empty = new Kind()
  append = () => this
}

const published = new Map()
const diagnostics = new Event()
const events = {}
const event = (name) => (events[name] ??= new Event()).event
const providers = {}
const commands = {}
const terminals = []

// named gives what a namespace has, and for `onDid…` an event, for `register…` what keeps the
// provider.
const named = (own) =>
  new Proxy(own, {
    get(target, name) {
      if (name in target || typeof name === 'symbol') return target[name]
      if (/^on(Did|Will)/.test(name)) return event(name)
      if (/^register/.test(name))
        return (selector, provider) => {
          providers[name] = provider ?? selector
          return { dispose() {} }
        }
      return undefined
    },
  })

const classes = {}
const api = {
  __esModule: true, // so that the loader does not copy the members of this moment, and miss later ones
  Position,
  Range,
  Uri,
  EventEmitter: Event,
  Diagnostic: record('range', 'message', 'severity'),
  CompletionItem: record('label', 'kind'),
  CompletionList: record('items', 'isIncomplete'),
  CodeLens: record('range', 'command'),
  CodeActionKind: Kind,
  CancellationTokenSource: class {
    token = { isCancellationRequested: false, onCancellationRequested: new Event().event }
    cancel() {}
    dispose() {}
  },
  Disposable: class {
    static from = () => ({ dispose() {} })
    dispose() {}
  },
  version: '1.120.0',
  env: named({ language: 'en', appName: 'test' }),
  extensions: named({ all: [] }),
  commands: named({
    registerCommand(name, run) {
      commands[name] = run
      return { dispose() {} }
    },
  }),
  languages: named({
    match: (selector, document) => (selector.some((s) => s.language === document.languageId) ? 10 : 0),
    createDiagnosticCollection: () => ({
      set(uri, list) {
        published.set(uri.toString(), list)
        diagnostics.fire(uri)
      },
      delete: (uri) => published.delete(uri.toString()),
      clear: () => published.clear(),
      dispose() {},
    }),
  }),
  window: named({
    visibleTextEditors: [],
    tabGroups: named({ all: [] }),
    createOutputChannel: () => ({ append() {}, appendLine() {}, trace() {}, debug() {}, info() {}, warn: console.error, error: console.error, show() {}, dispose() {}, onDidChangeLogLevel: new Event().event, logLevel: 3 }),
    createTerminal: (options) => {
      terminals.push(options)
      return { show() {} }
    },
    showErrorMessage: async (message) => console.error(message),
    showInformationMessage: async () => undefined,
  }),
  workspace: named({
    textDocuments: [],
    notebookDocuments: [],
    getConfiguration: () => ({ get: (name) => (name === 'path' ? process.env.TPNOTE : undefined) }),
    createFileSystemWatcher: () => ({ onDidCreate: event('create'), onDidChange: event('change'), onDidDelete: event('delete'), dispose() {} }),
    getWorkspaceFolder: () => undefined,
  }),
}

module.exports = new Proxy(api, {
  get(target, name) {
    if (name in target || typeof name === 'symbol') return target[name]
    if (!/^[A-Z]/.test(name)) return undefined
    // A class whose unknown members are numbers, as those of enumerations are.
    return (classes[name] ??= new Proxy(record(), { get: (own, member) => (member in own || typeof member === 'symbol' ? own[member] : 0) }))
  },
})
Object.assign(api, { Document, published, diagnostics, events, providers, registered: commands, terminals })
