// SPDX-License-Identifier: Apache-2.0

import LanguageServerProtocol

/// What an editor says of itself when it begins.
struct ClientAbilities {
  private(set) var encoding = PositionEncoding.utf16
  private(set) var folders: [String] = []
  /// It asks for findings; then they are not sent besides, since it would show them twice.
  private(set) var asksForFindings = false
  private(set) var takesRelatedPlaces = false
  private(set) var takesCodeAddresses = false
  private(set) var takesTags = false
  private(set) var takesSnippets = false
  private(set) var watchesFiles = false
  private(set) var hasVersionedEdits = false
  private(set) var refreshesFindings = false
  private(set) var takesMarkdown = true
  private(set) var nestsSymbols = false
  /// It knows that the lines of what is put in are indented like the first one.
  private(set) var takesInsertModes = false
  /// It takes changes as offers; else it knows commands only, and none is a change.
  private(set) var takesActions = true
  /// It makes files that are part of a change.
  private(set) var createsFiles = false
  /// It takes changes that it has not asked for.
  private(set) var appliesEdits = false
  /// It asks for the changes of an offer once somebody wants them.
  private(set) var resolvesActions = false

  init() {}

  init(_ params: JSONValue) {
    let abilities = params["capabilities"]
    let document = abilities?["textDocument"]
    let encodings = abilities?["general"]?["positionEncodings"]?.list?.compactMap(\.text) ?? []
    // In the order of the editor.
    encoding = encodings.lazy.compactMap { PositionEncoding(rawValue: $0) }.first ?? .utf16
    if let list = params["workspaceFolders"]?.list {
      folders = list.compactMap { $0["uri"]?.text.flatMap(FileAddress.path) }
    } else if let root = params["rootUri"]?.text.flatMap(FileAddress.path) ?? params["rootPath"]?.text {
      folders = [root]
    }
    asksForFindings = document?["diagnostic"] != nil
    let published = document?["publishDiagnostics"]
    takesRelatedPlaces = published?["relatedInformation"]?.flag ?? false
    takesCodeAddresses = published?["codeDescriptionSupport"]?.flag ?? false
    takesTags = published?["tagSupport"] != nil
    takesSnippets = document?["completion"]?["completionItem"]?["snippetSupport"]?.flag ?? false
    watchesFiles = abilities?["workspace"]?["didChangeWatchedFiles"]?["dynamicRegistration"]?.flag ?? false
    hasVersionedEdits = abilities?["workspace"]?["workspaceEdit"]?["documentChanges"]?.flag ?? false
    refreshesFindings = abilities?["workspace"]?["diagnostics"]?["refreshSupport"]?.flag ?? false
    // Who says nothing at all of such requests, and makes them, has left out more than this.
    takesMarkdown = document?["hover"].map { $0["contentFormat"]?.list?.contains("markdown") ?? false } ?? true
    takesInsertModes =
      document?["completion"]?["completionItem"]?["insertTextModeSupport"]?["valueSet"]?.list?.contains(2) ?? false
    let edits = abilities?["workspace"]?["workspaceEdit"]
    createsFiles = edits?["resourceOperations"]?.list?.contains("create") ?? false
    appliesEdits = abilities?["workspace"]?["applyEdit"]?.flag ?? false
    let action = document?["codeAction"]
    takesActions = action.map { $0["codeActionLiteralSupport"] != nil } ?? true
    resolvesActions =
      (action?["dataSupport"]?.flag ?? false)
      && action?["resolveSupport"]?["properties"]?.list?.contains("edit") ?? false
    nestsSymbols = document?["documentSymbol"]?["hierarchicalDocumentSymbolSupport"]?.flag ?? false
  }
}
