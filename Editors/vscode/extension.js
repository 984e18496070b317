// SPDX-License-Identifier: Apache-2.0
// Starts `mfaflow lsp`, tells it what is typed, and shows what it says. It needs no other package.

const vscode = require('vscode')
const { Connection } = require('./connection')
const convert = require('./convert')
const { register } = require('./providers')

const selector = [
  { scheme: 'file', language: 'mfaflow' },
  { scheme: 'file', language: 'yaml' },
  { scheme: 'untitled', language: 'mfaflow' },
]

let connection
let running = []
let output

const isOurs = (text) => vscode.languages.match(selector, text) > 0

/** What the editor can do, as far as this extension hands it on. */
const capabilities = {
  general: { positionEncodings: ['utf-16'] },
  textDocument: {
    publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true, tagSupport: { valueSet: [1] } },
    completion: { completionItem: { snippetSupport: true } },
    hover: { contentFormat: ['markdown'] },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    codeAction: {
      // Without this, the protocol has commands only, and the server offers nothing.
      codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'refactor'] } },
      dataSupport: true,
      resolveSupport: { properties: ['edit'] },
    },
  },
  workspace: {
    applyEdit: true,
    workspaceEdit: { documentChanges: true, resourceOperations: ['create'] },
    workspaceFolders: true,
  },
}

function opened(text) {
  if (!isOurs(text)) return
  connection.notify('textDocument/didOpen', {
    textDocument: { uri: text.uri.toString(), languageId: text.languageId, version: text.version, text: text.getText() },
  })
}

/** Tells the server what is typed, which files change, and which folders there are. */
function follow() {
  const tell = (method, params) => connection.notify(method, params)
  const folder = (one) => ({ uri: one.uri.toString(), name: one.name })
  const watcher = vscode.workspace.createFileSystemWatcher('**/*.{yaml,yml,baseline}')
  // Of a folder that is made or removed, its own path alone is told.
  const folders = vscode.workspace.createFileSystemWatcher('**', false, true, false)
  const changed = (type) => (uri) =>
    tell('workspace/didChangeWatchedFiles', { changes: [{ uri: uri.toString(), type }] })
  return [
    vscode.workspace.onDidOpenTextDocument(opened),
    vscode.workspace.onDidCloseTextDocument((text) => {
      if (isOurs(text)) tell('textDocument/didClose', { textDocument: { uri: text.uri.toString() } })
    }),
    vscode.workspace.onDidChangeTextDocument((event) => {
      if (!isOurs(event.document) || event.contentChanges.length === 0) return
      tell('textDocument/didChange', {
        textDocument: { uri: event.document.uri.toString(), version: event.document.version },
        contentChanges: event.contentChanges.map((one) => ({ range: convert.toRange(one.range), text: one.text })),
      })
    }),
    vscode.workspace.onDidChangeWorkspaceFolders((event) =>
      tell('workspace/didChangeWorkspaceFolders', {
        event: { added: event.added.map(folder), removed: event.removed.map(folder) },
      })
    ),
    watcher,
    watcher.onDidCreate(changed(1)),
    watcher.onDidChange(changed(2)),
    watcher.onDidDelete(changed(3)),
    folders,
    folders.onDidCreate(changed(1)),
    folders.onDidDelete(changed(3)),
  ]
}

/** Has something done that the server knows by its name, and shows what it prints beside the editor. */
async function execute(command, args) {
  try {
    const result = await connection.request('workspace/executeCommand', { command, arguments: args })
    if (result && typeof result.text === 'string') {
      output.clear()
      output.append(result.text)
      output.show(true)
    }
    return result
  } catch (error) {
    vscode.window.showErrorMessage(`mfaflow: ${error.message}`)
  }
}

async function start() {
  const command = vscode.workspace.getConfiguration('mfaflow').get('path')
  const found = vscode.languages.createDiagnosticCollection('mfaflow')
  running = [found]
  connection = new Connection(
    command,
    ['lsp'],
    {
      'textDocument/publishDiagnostics': (params) =>
        found.set(convert.uri(params.uri), params.diagnostics.map(convert.diagnostic)),
      'window/showMessage': (params) => {
        const show = params.type <= 2 ? vscode.window.showWarningMessage : vscode.window.showInformationMessage
        show(params.message)
      },
      'workspace/applyEdit': async (params) => {
        const applied = await vscode.workspace.applyEdit(convert.workspaceEdit(params.edit))
        const made = params.edit.documentChanges?.find((change) => change.kind === 'create')
        if (applied && made) vscode.window.showTextDocument(await vscode.workspace.openTextDocument(convert.uri(made.uri)))
        return { applied }
      },
    },
    (error) => vscode.window.showErrorMessage(`mfaflow: ${error.message}; set mfaflow.path, then start the server again`)
  )
  const folders = vscode.workspace.workspaceFolders ?? []
  const server = await connection.request('initialize', {
    processId: process.pid,
    capabilities,
    rootUri: folders[0]?.uri.toString() ?? null,
    workspaceFolders: folders.map((one) => ({ uri: one.uri.toString(), name: one.name })),
  })
  connection.notify('initialized', {})
  const abilities = server.capabilities
  const commands = abilities.executeCommandProvider.commands.map((name) =>
    vscode.commands.registerCommand(name, (...args) => execute(name, args))
  )
  running.push(...follow(), ...register(selector, () => connection, abilities), ...commands)
  vscode.workspace.textDocuments.forEach(opened)
}

async function stop() {
  const old = connection
  connection = undefined
  for (const one of running.splice(0)) one.dispose()
  await old?.stop()
}

async function activate(context) {
  output = vscode.window.createOutputChannel('mfaflow results')
  context.subscriptions.push(
    output,
    vscode.commands.registerCommand('mfaflow.restart', async () => {
      await stop()
      await start()
    })
  )
  await start().catch(() => {})
}

module.exports = { activate, deactivate: stop }
