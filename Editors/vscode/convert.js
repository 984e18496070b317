// SPDX-License-Identifier: Apache-2.0
// The values of the protocol as those of the editor, and the other way round. Both count from 0, in UTF-16.

const vscode = require('vscode')

const position = (value) => new vscode.Position(value.line, value.character)
const range = (value) => new vscode.Range(position(value.start), position(value.end))
const uri = (value) => vscode.Uri.parse(value)
const location = (value) => new vscode.Location(uri(value.uri), range(value.range))
const textEdit = (value) => new vscode.TextEdit(range(value.range), value.newText)
const markdown = (value) => new vscode.MarkdownString(typeof value === 'string' ? value : value.value)

const toPosition = (value) => ({ line: value.line, character: value.character })
const toRange = (value) => ({ start: toPosition(value.start), end: toPosition(value.end) })

function workspaceEdit(value) {
  const edit = new vscode.WorkspaceEdit()
  for (const [address, changes] of Object.entries(value.changes ?? {})) edit.set(uri(address), changes.map(textEdit))
  for (const change of value.documentChanges ?? []) {
    if (change.kind === 'create') edit.createFile(uri(change.uri), change.options ?? {})
    else for (const one of change.edits) edit.replace(uri(change.textDocument.uri), range(one.range), one.newText)
  }
  return edit
}

function diagnostic(value) {
  const found = new vscode.Diagnostic(range(value.range), value.message, value.severity - 1)
  found.source = value.source
  found.code = value.codeDescription ? { value: value.code, target: uri(value.codeDescription.href) } : value.code
  found.tags = value.tags
  found.relatedInformation = value.relatedInformation?.map(
    (related) => new vscode.DiagnosticRelatedInformation(location(related.location), related.message)
  )
  return found
}

function toDiagnostic(value) {
  return { range: toRange(value.range), message: value.message, severity: value.severity + 1, code: value.code?.value ?? value.code }
}

function completion(value) {
  const item = new vscode.CompletionItem(value.label, value.kind - 1)
  item.detail = value.detail
  item.documentation = value.documentation && markdown(value.documentation)
  item.sortText = value.sortText
  item.filterText = value.filterText
  item.range = range(value.textEdit.range)
  const isTemplate = value.insertTextFormat === 2
  item.insertText = isTemplate ? new vscode.SnippetString(value.textEdit.newText) : value.textEdit.newText
  return item
}

function signatures(value) {
  const help = new vscode.SignatureHelp()
  help.activeSignature = value.activeSignature
  help.activeParameter = value.activeParameter
  help.signatures = value.signatures.map((one) => {
    const signature = new vscode.SignatureInformation(one.label, one.documentation)
    signature.parameters = one.parameters.map((p) => new vscode.ParameterInformation(p.label, p.documentation))
    signature.activeParameter = one.activeParameter
    return signature
  })
  return help
}

function symbol(value) {
  const own = new vscode.DocumentSymbol(
    value.name, value.detail ?? '', value.kind - 1, range(value.range), range(value.selectionRange))
  own.children = (value.children ?? []).map(symbol)
  return own
}

function selection(value) {
  return value && new vscode.SelectionRange(range(value.range), selection(value.parent))
}

function action(value) {
  const own = new vscode.CodeAction(value.title, vscode.CodeActionKind.Empty.append(value.kind))
  own.diagnostics = value.diagnostics?.map(diagnostic)
  own.isPreferred = value.isPreferred
  own.edit = value.edit && workspaceEdit(value.edit)
  own.command = value.command
  // What the server wants back where it is asked for the changes.
  own.written = value
  return own
}

function place(value) {
  const item = new vscode.CallHierarchyItem(
    value.kind - 1, value.name, value.detail ?? '', uri(value.uri), range(value.range), range(value.selectionRange))
  item.written = value
  return item
}

module.exports = {
  action, completion, diagnostic, location, markdown, place, position, range, selection, signatures, symbol, textEdit,
  toDiagnostic, toPosition, toRange, uri, workspaceEdit,
}
