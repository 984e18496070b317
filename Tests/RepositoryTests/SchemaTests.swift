// SPDX-License-Identifier: Apache-2.0

import FlowLanguage
import Foundation
import Testing

/// The files in `Schemas` are what `mfaflow schema` prints.
///
/// `RECORD=1` records them again. Other programs read them: `Maintenance/Scripts/check-schemas`.
@Suite("The schemas")
struct SchemaTests {
  private static let folder = "Schemas"

  @Test("Each kind of file has its schema, as the program prints it", arguments: FileKind.allCases)
  func current(_ kind: FileKind) throws {
    let path = "\(Self.folder)/\(kind.rawValue).schema.json"
    let text = JSONSchema(of: kind).text
    let recorded = Repository.here.file(path)?.text
    guard ProcessInfo.processInfo.environment["RECORD"] == "1", recorded != text else {
      #expect(recorded == text, "`make record` rewrites \(path)")
      return
    }
    try FileManager.default.createDirectory(
      at: Repository.here.root.appending(path: Self.folder), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: Repository.here.root.appending(path: path))
    Issue.record("\(path) was recorded: look at the difference, then run without RECORD")
  }

  @Test("There is no schema of anything else")
  func noOthers() {
    let names = Repository.here.files(under: Self.folder, suffixes: [".json"]).map(\.path)
    #expect(names == FileKind.allCases.map { "\(Self.folder)/\($0.rawValue).schema.json" }.sorted())
  }

  @Test("Either draft of each schema is JSON", arguments: FileKind.allCases, JSONSchema.Draft.allCases)
  func isJSON(_ kind: FileKind, _ draft: JSONSchema.Draft) throws {
    let object = try JSONSerialization.jsonObject(with: Data(JSONSchema(of: kind, draft).text.utf8))
    let fields = try #require(object as? [String: Any])
    #expect((fields["properties"] as? [String: Any])?.count == kind.shape.keys.count)
    #expect(fields["$id"] as? String == "urn:mfaflow:schema:\(kind.rawValue):\(draft.rawValue)")
  }
}
