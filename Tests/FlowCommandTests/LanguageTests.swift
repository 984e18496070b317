// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import FlowCommand

@Suite("--language")
struct LanguageTests {
  /// A desk with the flows of the repository.
  private static func desk() throws -> Desk {
    let desk = try Desk()
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    try FileManager.default.copyItem(
      at: root.appending(path: "flows"), to: URL(filePath: desk.root).appending(path: "flows"))
    return desk
  }

  @Test("the country's scenarios hold in German, and every message of it has a German text")
  func country() async throws {
    let desk = try Self.desk()
    let played = await desk.run("test", "--language", "de", "@flows/variants/country.scenarios.yaml")
    #expect(played.code == .success, "\(played)")
    #expect(played.errors == "mfaflow: 1 scenario, 1 passed\n")
    let checked = await desk.run("check", "--fail-on", "warning", "@flows/variants/country.yaml")
    #expect(checked.code == .success, "\(checked)")
  }

  @Test("a text in German holds in German only, the flow's own in every language")
  func texts() async throws {
    let desk = try Self.desk()
    for (say, isEnglish) in [
      ("Sie haben noch 2 Versuche.", false), ("Attempts left: 2.", true),
    ] {
      let words = isEnglish ? "That password is not right. \(say)" : "Das Passwort ist nicht richtig. \(say)"
      try desk.put(
        "a.scenarios.yaml",
        """
        flow: flows/variants/country.yaml
        world: { users: { bob: { password: horse-battery-1 } }, device: { lda: none } }
        scenarios:
          - name: a wrong password
            do:
              - identify: { userName: bob }
              - verifyPassword: { password: wrong-1 }
              - expect: { step: verifyPassword, say: "\(words)" }
            expect: { waiting: verifyPassword }
        """)
      let german = await desk.run("test", "--language", "de", "@a.scenarios.yaml")
      #expect(german.code == .success, "\(german)")
      let english = await desk.run("test", "@a.scenarios.yaml")
      #expect((english.code == .success) == isEnglish, "\(english)")
    }
  }
}
