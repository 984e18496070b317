// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessBackend
import SystemCalls
import Testing

/// Each file of keys is typed at a pseudo-terminal; what the screen shows then stands in the file beside it.
///
/// Seconds and times of the trace are shown as `#`. `RECORD=1` records the screens again.
@Suite("Somebody at a keyboard", .serialized)
struct KeyboardTests {
  private static let folder = "Tests/RepositoryTests/Keyboard/Sessions"
  static let scripts = Repository.here.files(under: folder, suffixes: [".keys"]).map(\.path)

  @Test("sees what is recorded, and no secret", .timeLimit(.minutes(30)), arguments: scripts)
  func session(path: String) async throws {
    let tool = try #require(ExampleTests.built("mfaflow"), "the tests' target asks for mfaflow in Package.swift")
    let script = KeyboardScript(try #require(Repository.here.file(path)).text)
    #expect(script.flaws.isEmpty)
    let outcome = await OwnThread.run { () -> (complaints: [String], looks: String, screen: String)? in
      guard let session = KeyboardSession(script, of: tool, in: Repository.here.root) else { return nil }
      session.play()
      return (session.complaints, session.looks, session.screen.text)
    }
    let (complaints, looks, screen) = try #require(outcome, "no pseudo-terminal, or the program does not start")
    let shown = looks + Self.timeless(screen)
    #expect(complaints.isEmpty, "\(shown)")
    let place = path.replacing(".keys", with: ".screen")
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try Data(shown.utf8).write(to: Repository.here.root.appending(path: place))
      Issue.record("\(place) was recorded: look at the difference, then run without RECORD")
      return
    }
    #expect(shown == Repository.here.file(place)?.text, "`make record` rewrites \(place)")
  }

  @Test("each screen has its keys")
  func pairs() {
    let screens = Repository.here.files(under: Self.folder, suffixes: [".screen"]).map(\.path)
    #expect(!Self.scripts.isEmpty && screens == Self.scripts.map { $0.replacing(".keys", with: ".screen") })
  }

  @Test("a page shows the screens of its sessions", arguments: MarkdownPage.all)
  func pages(page: MarkdownPage) {
    for block in page.blocks where block.language == "text" && block.info.dropFirst().first == "screen" {
      let place = "\(Self.folder)/\(block.info.last ?? "").screen"
      let screen = Repository.here.file(place)?.text.trimmingCharacters(in: .newlines)
      #expect(
        screen == block.text.trimmingCharacters(in: .newlines), "\(page.file.path):\(block.line): copy \(place) here")
    }
  }

  /// What differs from run to run.
  private static func timeless(_ screen: String) -> String {
    screen.replacing(#/\d+ s\b/#, with: "# s").replacing(#/(?m)^ +\d+\.\d{3}  /#, with: "    #.###  ")
  }
}
