// SPDX-License-Identifier: Apache-2.0
// Runs the VS Code extension with the server and a stand-in for the editor: what it registers is asked as the editor asks it.
//
// usage: node vscode.js EXTENSION-FOLDER PROGRAM FOLDER

const Module = require('module')
const path = require('path')
const fs = require('fs')

const [extension, program, root] = process.argv.slice(2).map((one) => path.resolve(one))
const providers = {}
const listeners = {}
const diagnostics = new Map()
const commands = {}
const edits = []
const messages = []

class Position {
  constructor(line, character) {
    this.line = line
    this.character = character
  }
}
class Range {
  constructor(start, end) {
    this.start = start
    this.end = end
  }
}
/** A value that keeps what it is made of. */
const value = (...names) =>
  class {
    constructor(...given) {
      names.forEach((name, index) => (this[name] = given[index]))
    }
  }
class Uri {
  constructor(text) {
    this.text = text
  }
  static parse(text) {
    return new Uri(text)
  }
  toString() {
    return this.text
  }
}
class WorkspaceEdit {
  constructor() {
    this.done = []
  }
  set(uri, changes) {
    for (const one of changes) this.done.push({ uri: uri.text, range: one.range, text: one.newText })
  }
  createFile(uri) {
    this.done.push({ uri: uri.text, created: true })
  }
  replace(uri, range, text) {
    this.done.push({ uri: uri.text, range, text })
  }
}
const event = (name) => (listener) => {
  listeners[name] = listener
  return { dispose() {} }
}
const kind = (text) => ({ value: text, append: (more) => kind(text ? `${text}.${more}` : more) })
const disposable = { dispose() {} }
const languages = new Proxy(
  {
    match: (selector, text) => (text.languageId === 'yaml' ? 10 : 0),
    createDiagnosticCollection: () => ({ set: (uri, found) => diagnostics.set(uri.text, found), dispose() {} }),
  },
  {
    get(own, name) {
      if (own[name]) return own[name]
      return (...given) => {
        const provider = given.find((one) => typeof one === 'object' && !Array.isArray(one))
        Object.assign(providers, Object.fromEntries(Object.entries(provider)))
        for (const method of Object.keys(provider)) providers[method] = provider[method].bind(provider)
        return disposable
      }
    },
  }
)
const vscode = {
  Position, Range, Uri, WorkspaceEdit, languages,
  Location: value('uri', 'range'), TextEdit: value('range', 'newText'), MarkdownString: value('value'),
  Diagnostic: value('range', 'message', 'severity'), DiagnosticRelatedInformation: value('location', 'message'),
  CompletionItem: value('label', 'kind'), CompletionList: value('items', 'isIncomplete'), SnippetString: value('value'),
  SignatureHelp: value(), SignatureInformation: value('label', 'documentation'),
  ParameterInformation: value('label', 'documentation'), Hover: value('contents', 'range'),
  DocumentHighlight: value('range', 'kind'), DocumentSymbol: value('name', 'detail', 'kind', 'range', 'selectionRange'),
  SymbolInformation: value('name', 'kind', 'containerName', 'location'), FoldingRange: value('start', 'end', 'kind'),
  FoldingRangeKind: { Comment: 1 }, SelectionRange: value('range', 'parent'), DocumentLink: value('range', 'target'),
  SemanticTokens: value('data'), SemanticTokensLegend: value('types', 'modifiers'), InlayHint: value('position', 'label'),
  CodeAction: value('title', 'kind'), CodeActionKind: { Empty: kind('') }, CodeLens: value('range', 'command'),
  CallHierarchyItem: value('kind', 'name', 'detail', 'uri', 'range', 'selectionRange'),
  CallHierarchyIncomingCall: value('from', 'fromRanges'), CallHierarchyOutgoingCall: value('to', 'fromRanges'),
  commands: {
    registerCommand(name, run) {
      commands[name] = run
      return disposable
    },
  },
  window: {
    createOutputChannel: () => ({ clear() {}, append: (text) => messages.push(text), show() {}, dispose() {} }),
    showErrorMessage: (text) => messages.push(`error: ${text}`),
    showWarningMessage: (text) => messages.push(text),
    showInformationMessage: (text) => messages.push(text),
    showTextDocument() {},
  },
  workspace: {
    getConfiguration: () => ({ get: () => program }),
    workspaceFolders: [{ uri: new Uri('file://' + root), name: 'flows' }],
    textDocuments: [],
    onDidOpenTextDocument: event('open'), onDidCloseTextDocument: event('close'),
    onDidChangeTextDocument: event('change'), onDidChangeWorkspaceFolders: event('folders'),
    createFileSystemWatcher: () => ({
      onDidCreate: event('create'), onDidChange: event('written'), onDidDelete: event('delete'), dispose() {},
    }),
    applyEdit: async (edit) => edits.push(edit),
    openTextDocument: async () => ({}),
  },
}
const load = Module._load
Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest))

class Text {
  constructor(name) {
    this.uri = new Uri('file://' + path.join(root, name))
    this.languageId = 'yaml'
    this.version = 1
    this.lines = fs.readFileSync(path.join(root, name), 'utf8').split('\n')
  }
  getText() {
    return this.lines.join('\n')
  }
  /** The place of a word, so many characters into it. */
  place(word, offset = 1) {
    const line = this.lines.findIndex((one) => one.includes(word))
    check(line >= 0, `no line has ${word}`)
    return new Position(line, this.lines[line].indexOf(word) + offset)
  }
  replace(word, other) {
    const start = this.place(word, 0)
    const end = new Position(start.line, start.character + word.length)
    this.lines[start.line] = this.lines[start.line].replace(word, other)
    this.version += 1
    listeners.change({ document: this, contentChanges: [{ range: new Range(start, end), text: other }] })
  }
}

function check(holds, words) {
  if (holds) return
  console.error(`vscode: ${words}`)
  process.exit(1)
}

/** Waits for what the server tells by and by: a file's own findings come first, and those of the flows that use it later. */
async function until(holds, words) {
  for (let count = 0; count < 600; count++) {
    if (holds()) return
    await new Promise((done) => setTimeout(done, 50))
  }
  check(false, words)
}

async function main() {
  const { activate, deactivate } = require(path.join(extension, 'extension.js'))
  await activate({ subscriptions: [] })
  const text = new Text('parts/verify-password.yaml')
  listeners.open(text)
  const own = () => diagnostics.get(text.uri.text) ?? []
  text.replace('onUserLoggedIn: signedIn', 'onUserLoggedIn: signdIn')
  // A part alone does not know whether its line or its `needs` has the slip; the flows that use it do, and are checked later.
  const slip = () => own().find((one) => (one.code.value ?? one.code) === 'MFA205' && one.message.includes('there is no step or end `signdIn`'))
  await until(slip, 'no finding')
  const found = slip()
  const cures = await providers.provideCodeActions(text, found.range, { diagnostics: [found] })
  check(cures.some((one) => one.edit?.done[0].text === 'signedIn'), 'no cure')
  text.replace('onUserLoggedIn: signdIn', 'onUserLoggedIn: signedIn')
  await until(() => own().length === 0, 'the finding stays')

  const hover = await providers.provideHover(text, text.place('102:'))
  check(hover.contents.value.includes('wrong-password'), 'no hover')
  const items = (await providers.provideCompletionItems(text, text.place('tries: 8', 0))).items
  check(items.some((one) => one.label === 'within' && one.insertText !== undefined), 'no completion')
  const help = await providers.provideSignatureHelp(text, text.place('answer: setPassword', 12))
  check(help.signatures[0].label === 'setPassword(password: secret)', `signature: ${help.signatures[0]?.label}`)
  check((await providers.provideDefinition(text, text.place('retry: wrong-password', 10))).length === 1, 'no definition')
  check((await providers.provideReferences(text, text.place('verifyPassword:'), {})).length > 2, 'no references')
  check((await providers.prepareRename(text, text.place('verifyPassword:'))).placeholder === 'verifyPassword', 'no name')
  const renamed = await providers.provideRenameEdits(text, text.place('verifyPassword:'), 'checkPassword')
  check(new Set(renamed.done.map((one) => one.uri)).size > 2, 'no new name')
  check((await providers.provideDocumentSymbols(text)).some((one) => one.name === 'verifyPassword'), 'no symbols')
  check((await providers.provideDocumentSemanticTokens(text)).data.length % 5 === 0, 'no tokens')
  const whole = new Range(new Position(0, 0), new Position(text.lines.length, 0))
  check((await providers.provideInlayHints(text, whole)).length > 3, 'no hints')
  check((await providers.provideFoldingRanges(text)).length > 3, 'no folds')
  check((await providers.provideSelectionRanges(text, [text.place('102:')]))[0].parent, 'no selection')
  check((await providers.provideDocumentFormattingEdits(text, {})).length === 0, 'the file is not laid out')

  const [step] = await providers.prepareCallHierarchy(text, text.place('verifyPassword:'))
  check(step.name === 'verifyPassword', 'no step')
  const coming = await providers.provideCallHierarchyIncomingCalls(step)
  check(coming.some((one) => one.from.name === 'identify'), 'nobody leads there')
  check((await providers.provideCallHierarchyOutgoingCalls(step)).length > 3, 'it leads nowhere')

  const offers = await providers.provideCodeActions(text, new Range(text.place('verifyPassword:', 0), text.place('verifyPassword:', 5)), {
    diagnostics: [],
  })
  const extract = offers.find((one) => one.kind.value === 'refactor.extract')
  check(extract && !extract.edit, 'no extraction is offered, or it is worked out too early')
  const resolved = await providers.resolveCodeAction(extract)
  check(resolved.edit.done.some((one) => one.created), 'the part is not made')

  const scenarios = new Text('sign-in.scenarios.yaml')
  listeners.open(scenarios)
  const lens = (await providers.provideCodeLenses(scenarios)).find((one) => one.command.command === 'mfaflow.play')
  const played = await commands['mfaflow.play'](...lens.command.arguments)
  check(played.isGood, `played: ${played.summary}`)
  await deactivate()
  check(!messages.some((one) => one.startsWith('error:')), messages.join('\n'))
  console.log(`VS Code: ${Object.keys(providers).length} answers of the extension`)
  process.exit(0)
}

main().catch((error) => check(false, error.stack))
