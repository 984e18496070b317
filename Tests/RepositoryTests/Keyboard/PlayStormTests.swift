// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemCalls
import Testing

/// The whole screen of `mfaflow play` at a pseudo-terminal, with keys by chance and a screen that changes its size.
@Suite("Keys by chance on the whole screen", .serialized)
struct PlayStormTests {
  /// None of them saves a file or quits, in whatever order they come.
  private static let keys = [
    "↑", "↓", "←", "→", "⇟", "⏎", "⏎", "⏎", "⎋", "⌫", "e", "w", "v", ":", "t", "m", "?", "r", "b", "f", "1", "2", "=",
    "界",
    "^L", "^U", "^W",
  ]

  @Test("do not end it, and in the end the terminal is as it was", arguments: [1, 2, 3] as [UInt64])
  func storm(seed: UInt64) async throws {
    let tool = try #require(ExampleTests.built("mfaflow"), "the tests' target asks for mfaflow in Package.swift")
    var dice = SplitMix64(seed: seed)
    var lines = ["command play Tests/RepositoryTests/Keyboard/Sessions/small.yaml", "see accept initialize"]
    for _ in 0..<40 {
      lines.append("columns \(Int.random(in: 1...150, using: &dice))")
      lines.append("rows \(Int.random(in: 1...60, using: &dice))")
      let keys = (0..<12).map { _ in Self.keys.randomElement(using: &dice) ?? "⏎" }
      lines.append("type \(keys.joined())")
    }
    lines += ["type ⎋", "type ⎋", "type q", "end 0"]
    let script = KeyboardScript(lines.joined(separator: "\n"))
    #expect(script.flaws.isEmpty)
    let outcome = await OwnThread.run { () -> (complaints: [String], shown: String)? in
      guard let session = KeyboardSession(script, of: tool, in: Repository.here.root) else { return nil }
      session.play()
      return (session.complaints, String(decoding: session.shown, as: UTF8.self))
    }
    let (complaints, shown) = try #require(outcome, "no pseudo-terminal, or the program does not start")
    #expect(complaints.isEmpty, "seed \(seed): \(complaints)")
    #expect(shown.contains("\u{1B}[?1049h") && shown.hasSuffix("\u{1B}[?1049l"), "seed \(seed)")
  }
}
