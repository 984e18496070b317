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


async def findings(client, uri, wanted=None, words=""):
    """The first findings of a file, or those with a certain code and words among them: what other files and runs show comes later."""
    while True:
        await asyncio.wait_for(client.wait_for_notification("textDocument/publishDiagnostics"), 30)
        found = client.diagnostics.get(uri)
        if found is not None and (
            wanted is None or any(finding.code == wanted and words in finding.message for finding in found)
        ):
            return found


@pytest.mark.asyncio
async def test_findings(client):
    uri, text = opened(client, "parts/verify-password.yaml", document("parts/verify-password.yaml")[1].replace(
        "onUserLoggedIn: signedIn", "onUserLoggedIn: signdIn"))
    # A part alone does not know whether its line or its `needs` has the slip; the flows that use it do.
    found = await findings(client, uri, "MFA205", "there is no step or end `signdIn`")
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
async def test_calls_and_ways(client):
    uri, text = opened(client, "parts/verify-password.yaml")
    identifier = types.TextDocumentIdentifier(uri)
    help = await client.text_document_signature_help_async(
        types.SignatureHelpParams(identifier, place(text, "answer: setPassword", 10))
    )
    assert help.signatures[0].label == "setPassword(password: secret)"
    assert "Is typed" in help.signatures[0].parameters[0].documentation
    steps = await client.text_document_prepare_call_hierarchy_async(
        types.CallHierarchyPrepareParams(identifier, place(text, "verifyPassword:"))
    )
    assert {step.name for step in steps} == {"verifyPassword"}
    coming = await client.call_hierarchy_incoming_calls_async(types.CallHierarchyIncomingCallsParams(steps[0]))
    assert "identify" in [one.from_.name for one in coming]
    going = await client.call_hierarchy_outgoing_calls_async(types.CallHierarchyOutgoingCallsParams(steps[0]))
    assert {"signedIn", "blocked", "failed"} <= {one.to.name for one in going}
    # What was handed out and is not there any more.
    steps[0].data["name"] = "nobody"
    with pytest.raises(Exception, match="not have that place"):
        await client.call_hierarchy_incoming_calls_async(types.CallHierarchyIncomingCallsParams(steps[0]))


async def offers(client, uri, start, end):
    return await client.text_document_code_action_async(
        types.CodeActionParams(types.TextDocumentIdentifier(uri), types.Range(start, end), types.CodeActionContext([]))
    )


@pytest.mark.asyncio
async def test_parts(client):
    uri, text = opened(client, "parts/verify-password.yaml")
    found = await offers(client, uri, place(text, "verifyPassword:", 0), place(text, "verifyPassword:", 3))
    action = next(one for one in found if one.kind == "refactor.extract")
    assert action.edit is None
    resolved = await client.code_action_resolve_async(action)
    created = [one for one in resolved.edit.document_changes if isinstance(one, types.CreateFile)]
    assert [one.uri for one in created] == [f"file://{ROOT}/parts/verify-password-2.yaml"]
    uri, text = opened(client, "login.yaml")
    found = await offers(client, uri, place(text, "parts/verify-password"), place(text, "parts/verify-password"))
    action = next(one for one in found if one.kind == "refactor.inline")
    resolved = await client.code_action_resolve_async(action)
    assert "challenge: getPassword(verify)" in str(resolved.edit)


SHORT = """\
language: mfaflow/1
flow: short
version: 1.0.0
sdk: relid
goal: aal2
start: initialize
steps:
  initialize: { call: initialize, then: { getUser: identify, else: failed } }
  identify:
    challenge: getUser
    ask: [userName]
    answer: setUser
    tries: 3
    choices:
      skip: { to: done }
    then: { onUserLoggedIn: done, 101: retry, else: failed }
ends:
  done: { outcome: success }
  failed: { outcome: failure }
"""


@pytest.mark.asyncio
async def test_scenario_of_a_finding(client):
    asked = asyncio.get_running_loop().create_future()

    @client.feature(types.WORKSPACE_APPLY_EDIT)
    def apply(params: types.ApplyWorkspaceEditParams):
        asked.set_result(params.edit)
        return types.ApplyWorkspaceEditResult(True)

    uri = f"file://{ROOT}/short.yaml"
    client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "yaml", 1, SHORT)))
    found = await findings(client, uri, "MFA403")
    shown = next(one for one in found if one.code == "MFA403")
    actions = await offers(client, uri, shown.range.start, shown.range.start)
    # What has a `command`, lsprotocol takes for one, whose arguments are then lost.
    assert any(one.title == "Write a scenario that shows MFA403" for one in actions)
    start = {"line": shown.range.start.line, "character": shown.range.start.character}
    result = await client.workspace_execute_command_async(
        types.ExecuteCommandParams("mfaflow.scenario", [uri, "MFA403", start])
    )
    # Depending on what it reads, the client has an object or a map.
    result = result if isinstance(result, dict) else vars(result) if hasattr(result, "__dict__") else result._asdict()
    assert result["isGood"], result
    create, change = (await asyncio.wait_for(asked, 10)).document_changes
    assert create.uri.startswith(f"file://{ROOT}/short.MFA403") and create.uri.endswith(".scenarios.yaml")
    assert "- identify: skip" in change.edits[0].new_text
    assert change.edits[0].new_text == result["text"]


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
