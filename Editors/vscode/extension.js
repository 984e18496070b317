// SPDX-License-Identifier: Apache-2.0
// Starts `mfaflow lsp`, and shows what its commands print. All else is done by the server.

const vscode = require('vscode')
const { LanguageClient } = require('vscode-languageclient/node')

let client
let output

/** Shows the text of what a lens has done beside the editor. */
async function showResult(command, args, next) {
  const result = await next(command, args)
  if (result && typeof result.text === 'string') {
    output.clear()
    output.append(result.text)
    output.show(true)
  }
  return result
}

function start() {
  const command = vscode.workspace.getConfiguration('mfaflow').get('path')
  client = new LanguageClient(
    'mfaflow',
    'mfaflow',
    { command, args: ['lsp'] },
    {
      documentSelector: [
        { scheme: 'file', language: 'mfaflow' },
        { scheme: 'file', language: 'yaml' },
        { scheme: 'untitled', language: 'mfaflow' },
      ],
      middleware: { executeCommand: showResult },
    }
  )
  return client.start()
}

async function activate(context) {
  output = vscode.window.createOutputChannel('mfaflow results')
  context.subscriptions.push(
    output,
    vscode.commands.registerCommand('mfaflow.restart', async () => {
      await client?.stop()
      await start()
    })
  )
  await start()
}

function deactivate() {
  return client?.stop()
}

module.exports = { activate, deactivate }
