// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation
import Testing

@testable import FlowEditing

@Suite("What the configuration leaves out of folders, when that changes")
struct ExclusionTests {
  private static let draft = Samples.flow(replacing: "messages:", by: "messages:\n  unused: Never shown.")

  private func desk(_ configuration: String? = nil) throws -> EditingDesk {
    var files = ["a.yaml": Samples.flow, "drafts/b.yaml": Self.draft]
    files[".mfaflow.yaml"] = configuration
    return try EditingDesk(files)
  }

  private func save(_ text: String?, _ desk: EditingDesk) throws {
    if let text {
      try desk.put(".mfaflow.yaml", text)
    } else {
      try FileManager.default.removeItem(atPath: desk.path(".mfaflow.yaml"))
    }
    desk.workspace.filesChanged([desk.path(".mfaflow.yaml")])
  }

  @Test("what is left out no longer is checked", arguments: ["fail-on: error\n", "exclude: [other]\n", nil])
  func included(configuration: String?) throws {
    let desk = try desk("exclude: [drafts]\n")
    #expect(desk.codes("drafts/b.yaml") == [])
    try save(configuration, desk)
    #expect(desk.codes("drafts/b.yaml") == ["MFA311"])
    #expect(desk.codes("a.yaml") == [])
  }

  @Test(
    "what is left out from now on is forgotten, and stays so when it is written",
    arguments: ["exclude: [drafts]\n", "exclude: ['drafts/*.yaml']\n", "exclude: [drafts/b.yaml]\n"])
  func excluded(configuration: String) throws {
    let desk = try desk("fail-on: error\n")
    #expect(desk.codes("drafts/b.yaml") == ["MFA311"])
    _ = desk.workspace.takeChanged()
    try save(configuration, desk)
    #expect(desk.codes("drafts/b.yaml") == [])
    #expect(desk.workspace.takeChanged().contains(desk.path("drafts/b.yaml")), "an editor is told")
    desk.workspace.filesChanged([desk.path("drafts/b.yaml")])
    #expect(desk.codes("drafts/b.yaml") == [])
    #expect(!desk.workspace.checkedPaths.contains(desk.path("drafts/b.yaml")))
    #expect(desk.workspace.checkedPaths.contains(desk.path("a.yaml")))
  }

  @Test("a configuration that nobody has saved leaves out, until it is closed")
  func unsaved() throws {
    let desk = try desk()
    #expect(desk.codes("drafts/b.yaml") == ["MFA311"])
    desk.edit(".mfaflow.yaml", "exclude: [drafts]\n")
    #expect(desk.codes("drafts/b.yaml") == [])
    desk.edit(".mfaflow.yaml", "exclude: [dra\n")
    #expect(desk.codes("drafts/b.yaml") == [], "a broken one changes nothing")
    desk.workspace.close(desk.path(".mfaflow.yaml"))
    #expect(desk.codes("drafts/b.yaml") == ["MFA311"])
  }

  @Test("a file that is open is checked, left out or not")
  func open() throws {
    let desk = try desk("exclude: [drafts]\n")
    desk.edit("drafts/b.yaml", Self.draft)
    #expect(desk.codes("drafts/b.yaml") == ["MFA311"])
    try save("exclude: [drafts, other]\n", desk)
    #expect(desk.codes("drafts/b.yaml") == ["MFA311"])
    desk.workspace.close(desk.path("drafts/b.yaml"))
    #expect(desk.codes("drafts/b.yaml") == [])
  }
}
