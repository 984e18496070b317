# SPDX-License-Identifier: Apache-2.0
"""Drives the language server from pytest-lsp, which holds each message to the types of the protocol."""

import asyncio
import os
import random

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

ROOT = os.environ["EDITOR_ROOT"]
SERVER = [os.environ["MFAFLOW"], "lsp"]


@pytest_lsp.fixture(config=ClientServerConfig(server_command=SERVER))
async def client(lsp_client: LanguageClient):
    capabilities = client_capabilities("neovim@0.10.0")
    capabilities.text_document.diagnostic = None
    await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=capabilities,
            workspace_folders=[types.WorkspaceFolder(uri="file://" + ROOT, name="flows")],
        )
    )
    yield
    await lsp_client.shutdown_session()


def document(name):
    path = f"{ROOT}/{name}"
    with open(path, encoding="utf-8") as file:
        return "file://" + path, file.read()


def opened(client, name, text=None):
    uri, disk = document(name)
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "yaml", 1, text or disk))
    )
    return uri, text or disk


def place(text, word, offset=1):
    start = text.index(word) + offset
    line = text.count("\n", 0, start)
    return types.Position(line, start - (text.rfind("\n", 0, start) + 1))


async def findings(client, uri, version):
    while True:
        await client.wait_for_notification("textDocument/publishDiagnostics")
        if uri in client.diagnostics:
            return client.diagnostics[uri]


@pytest.mark.asyncio
async def test_findings(client):
    uri, text = opened(client, "parts/verify-password.yaml", document("parts/verify-password.yaml")[1].replace(
        "onUserLoggedIn: signedIn", "onUserLoggedIn: signdIn"))
    found = await findings(client, uri, 1)
    assert [finding.code for finding in found] == ["MFA205"]
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(types.TextDocumentIdentifier(uri), found[0].range, types.CodeActionContext(found))
    )
    assert any("signedIn" in action.title for action in actions)


@pytest.mark.asyncio
async def test_answers(client):
    uri, text = opened(client, "parts/verify-password.yaml")
    identifier = types.TextDocumentIdentifier(uri)
    hover = await client.text_document_hover_async(types.HoverParams(identifier, place(text, "102:")))
    assert "wrong-password" in hover.contents.value
    places = await client.text_document_definition_async(
        types.DefinitionParams(identifier, place(text, "wrong-password }"))
    )
    assert len(places) == 1
    found = await client.text_document_completion_async(
        types.CompletionParams(identifier, place(text, "tries: 8", 0))
    )
    assert "within" in [item.label for item in found.items]
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(identifier))
    assert "verifyPassword" in [symbol.name for symbol in symbols]
    edit = await client.text_document_rename_async(
        types.RenameParams(identifier, place(text, "verifyPassword:"), "checkPassword")
    )
    assert edit is not None


@pytest.mark.asyncio
async def test_typing_while_everything_is_asked(client):
    dice = random.Random(1)
    uri, text = opened(client, "login.yaml")
    identifier = types.TextDocumentIdentifier(uri)
    lines = text.split("\n")
    waiting = []
    for version in range(2, 400):
        line = dice.randrange(len(lines))
        column = dice.randrange(len(lines[line]) + 1)
        at = types.Position(line, column)
        client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(version, uri),
                [types.TextDocumentContentChangePartial(types.Range(at, at), dice.choice(["x", "{", "}", ": ", "'", ""]))],
            )
        )
        request = dice.choice(
            [
                lambda: client.text_document_completion_async(types.CompletionParams(identifier, at)),
                lambda: client.text_document_hover_async(types.HoverParams(identifier, at)),
                lambda: client.text_document_folding_range_async(types.FoldingRangeParams(identifier)),
                lambda: client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(identifier)),
                lambda: client.text_document_formatting_async(
                    types.DocumentFormattingParams(identifier, types.FormattingOptions(2, True))
                ),
            ]
        )
        waiting.append(asyncio.ensure_future(request()))
    await asyncio.wait_for(asyncio.gather(*waiting, return_exceptions=True), 60)
    # Typed back, all is as it was.
    client.diagnostics.pop(uri, None)
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(1000, uri), [types.TextDocumentContentChangeWholeDocument(text)]
        )
    )
    while client.diagnostics.get(uri) is None or client.diagnostics[uri]:
        await asyncio.wait_for(client.wait_for_notification("textDocument/publishDiagnostics"), 30)
