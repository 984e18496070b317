// SPDX-License-Identifier: Apache-2.0
// What the editor asks for, handed on to the server.

const vscode = require('vscode')
const convert = require('./convert')

/** Registers all that the server offers; gives what is to be disposed of. */
function register(selector, connection, abilities) {
  const ask = (method, params, token) => connection().request(method, params, token)
  const document = (text) => ({ textDocument: { uri: text.uri.toString() } })
  const at = (text, position) => ({ ...document(text), position: convert.toPosition(position) })
  const list = (values, make) => (values ?? []).map(make)
  const legend = new vscode.SemanticTokensLegend(
    abilities.semanticTokensProvider.legend.tokenTypes, abilities.semanticTokensProvider.legend.tokenModifiers)
  const tokens = (value) => value && new vscode.SemanticTokens(new Uint32Array(value.data))
  const languages = vscode.languages
  return [
    languages.registerCompletionItemProvider(
      selector,
      {
        async provideCompletionItems(text, position, token) {
          const found = await ask('textDocument/completion', at(text, position), token)
          return found && new vscode.CompletionList(list(found.items, convert.completion), found.isIncomplete)
        },
      },
      ...abilities.completionProvider.triggerCharacters
    ),
    languages.registerHoverProvider(selector, {
      async provideHover(text, position, token) {
        const found = await ask('textDocument/hover', at(text, position), token)
        return found && new vscode.Hover(convert.markdown(found.contents), convert.range(found.range))
      },
    }),
    languages.registerSignatureHelpProvider(
      selector,
      {
        async provideSignatureHelp(text, position, token) {
          const found = await ask('textDocument/signatureHelp', at(text, position), token)
          return found && convert.signatures(found)
        },
      },
      ...abilities.signatureHelpProvider.triggerCharacters
    ),
    languages.registerDefinitionProvider(selector, {
      provideDefinition: async (text, position, token) =>
        list(await ask('textDocument/definition', at(text, position), token), convert.location),
    }),
    languages.registerReferenceProvider(selector, {
      provideReferences: async (text, position, context, token) =>
        list(await ask('textDocument/references', { ...at(text, position), context }, token), convert.location),
    }),
    languages.registerDocumentHighlightProvider(selector, {
      provideDocumentHighlights: async (text, position, token) =>
        list(
          await ask('textDocument/documentHighlight', at(text, position), token),
          (one) => new vscode.DocumentHighlight(convert.range(one.range), one.kind - 1)
        ),
    }),
    languages.registerRenameProvider(selector, {
      async provideRenameEdits(text, position, newName, token) {
        const found = await ask('textDocument/rename', { ...at(text, position), newName }, token)
        return found && convert.workspaceEdit(found)
      },
      async prepareRename(text, position, token) {
        const found = await ask('textDocument/prepareRename', at(text, position), token)
        return found && { range: convert.range(found.range), placeholder: found.placeholder }
      },
    }),
    languages.registerDocumentSymbolProvider(selector, {
      provideDocumentSymbols: async (text, token) =>
        list(await ask('textDocument/documentSymbol', document(text), token), convert.symbol),
    }),
    languages.registerWorkspaceSymbolProvider({
      provideWorkspaceSymbols: async (query, token) =>
        list(
          await ask('workspace/symbol', { query }, token),
          (one) => new vscode.SymbolInformation(one.name, one.kind - 1, one.containerName, convert.location(one.location))
        ),
    }),
    languages.registerFoldingRangeProvider(selector, {
      provideFoldingRanges: async (text, context, token) =>
        list(
          await ask('textDocument/foldingRange', document(text), token),
          (one) =>
            new vscode.FoldingRange(
              one.startLine, one.endLine, one.kind === 'comment' ? vscode.FoldingRangeKind.Comment : undefined)
        ),
    }),
    languages.registerSelectionRangeProvider(selector, {
      provideSelectionRanges: async (text, positions, token) =>
        list(
          await ask(
            'textDocument/selectionRange', { ...document(text), positions: positions.map(convert.toPosition) }, token),
          convert.selection
        ),
    }),
    languages.registerDocumentLinkProvider(selector, {
      provideDocumentLinks: async (text, token) =>
        list(
          await ask('textDocument/documentLink', document(text), token),
          (one) => new vscode.DocumentLink(convert.range(one.range), convert.uri(one.target))
        ),
    }),
    languages.registerDocumentSemanticTokensProvider(
      selector,
      {
        provideDocumentSemanticTokens: async (text, token) =>
          tokens(await ask('textDocument/semanticTokens/full', document(text), token)),
      },
      legend
    ),
    languages.registerInlayHintsProvider(selector, {
      provideInlayHints: async (text, range, token) =>
        list(
          await ask('textDocument/inlayHint', { ...document(text), range: convert.toRange(range) }, token),
          (one) => {
            const hint = new vscode.InlayHint(convert.position(one.position), one.label)
            hint.paddingLeft = one.paddingLeft
            return hint
          }
        ),
    }),
    languages.registerCodeActionsProvider(
      selector,
      {
        async provideCodeActions(text, range, context, token) {
          const params = {
            ...document(text), range: convert.toRange(range),
            context: { diagnostics: context.diagnostics.map(convert.toDiagnostic) },
          }
          if (context.only) params.context.only = [context.only.value]
          return list(await ask('textDocument/codeAction', params, token), convert.action)
        },
        async resolveCodeAction(action, token) {
          if (action.edit || action.command) return action
          const resolved = await ask('codeAction/resolve', action.written, token)
          action.edit = resolved?.edit && convert.workspaceEdit(resolved.edit)
          return action
        },
      },
      {
        providedCodeActionKinds: abilities.codeActionProvider.codeActionKinds.map((kind) =>
          vscode.CodeActionKind.Empty.append(kind)
        ),
      }
    ),
    languages.registerCodeLensProvider(selector, {
      provideCodeLenses: async (text, token) =>
        list(
          await ask('textDocument/codeLens', document(text), token),
          (one) => new vscode.CodeLens(convert.range(one.range), one.command)
        ),
    }),
    languages.registerDocumentFormattingEditProvider(selector, {
      provideDocumentFormattingEdits: async (text, options, token) =>
        list(await ask('textDocument/formatting', { ...document(text), options }, token), convert.textEdit),
    }),
    languages.registerDocumentRangeFormattingEditProvider(selector, {
      provideDocumentRangeFormattingEdits: async (text, range, options, token) =>
        list(
          await ask(
            'textDocument/rangeFormatting', { ...document(text), range: convert.toRange(range), options }, token),
          convert.textEdit
        ),
    }),
    languages.registerOnTypeFormattingEditProvider(
      selector,
      {
        provideOnTypeFormattingEdits: async (text, position, ch, options, token) =>
          list(
            await ask('textDocument/onTypeFormatting', { ...at(text, position), ch, options }, token),
            convert.textEdit
          ),
      },
      abilities.documentOnTypeFormattingProvider.firstTriggerCharacter
    ),
    languages.registerCallHierarchyProvider(selector, {
      prepareCallHierarchy: async (text, position, token) =>
        list(await ask('textDocument/prepareCallHierarchy', at(text, position), token), convert.place),
      provideCallHierarchyIncomingCalls: async (item, token) =>
        list(
          await ask('callHierarchy/incomingCalls', { item: item.written }, token),
          (one) => new vscode.CallHierarchyIncomingCall(convert.place(one.from), one.fromRanges.map(convert.range))
        ),
      provideCallHierarchyOutgoingCalls: async (item, token) =>
        list(
          await ask('callHierarchy/outgoingCalls', { item: item.written }, token),
          (one) => new vscode.CallHierarchyOutgoingCall(convert.place(one.to), one.fromRanges.map(convert.range))
        ),
    }),
  ]
}

module.exports = { register }
