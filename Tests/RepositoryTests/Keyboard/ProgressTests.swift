// SPDX-License-Identifier: Apache-2.0

import Foundation
import SystemCalls
import Testing

/// The program at a pseudo-terminal, with a work that takes long.
@Suite("Progress at a terminal", .serialized)
struct ProgressTests {
  private static let soak =
    "soak flows/activation.yaml --world flows/activation.world.yaml --answers flows/activation.answers.yaml --steady --runs"

  /// What was shown, and what the screen shows in the end.
  private func play(_ acts: [String]) async throws -> (shown: String, screen: String) {
    let (complaints, shown, screen) = try await attempt(acts)
    #expect(complaints.isEmpty, "\(screen)")
    return (shown, screen)
  }

  /// The same, and what went wrong.
  private func attempt(_ acts: [String]) async throws -> (complaints: [String], shown: String, screen: String) {
    let tool = try #require(ExampleTests.built("mfaflow"), "the tests' target asks for mfaflow in Package.swift")
    let script = KeyboardScript(acts.joined(separator: "\n"))
    #expect(script.flaws.isEmpty)
    let outcome = await OwnThread.run { () -> (complaints: [String], shown: String, screen: String)? in
      guard let session = KeyboardSession(script, of: tool, in: Repository.here.root) else { return nil }
      session.play()
      return (session.complaints, String(decoding: session.shown, as: UTF8.self), session.screen.text)
    }
    return try #require(outcome, "no pseudo-terminal, or the program does not start")
  }

  @Test("a long work shows a bar, and after ctrl-C nothing is left of it")
  func endsClean() async throws {
    let (shown, screen) = try await play(["command \(Self.soak) 90000000", "see  of 90000000  [", "type ^C", "end 130"])
    #expect(shown.contains("  0 %"))
    #expect(!screen.contains("ran ") && !screen.contains("["), "\(screen)")
    #expect(screen.contains("runs of activation") && screen.contains("it was stopped"), "\(screen)")
  }

  @Test("before it is stopped by ctrl-Z the line is taken away, and it comes back")
  func makesWayForTheShell() async throws {
    let (shown, screen) = try await play([
      "command \(Self.soak) 90000000", "see  of 90000000  [", "type ^Z", "see ^Z", "stopped", "continue",
      "see  of 90000000  [", "type ^C", "end 130",
    ])
    #expect(shown.matches(of: /\r\u{1B}\[K/).count >= 2)
    #expect(!screen.contains(" of 90000000  ["), "\(screen)")
  }

  @Test("on a narrow terminal no line reaches the last column", arguments: [10, 24, 40, 61])
  func isNarrow(columns: Int) async throws {
    let (shown, screen) = try await play([
      "columns \(columns)", "command \(Self.soak) 90000000", "see \(columns < 12 ? "/9" : "90000000")", "type ^C",
      "end 130",
    ])
    // What is cut behind the line ends each one that was drawn.
    let lines = shown.components(separatedBy: "\u{1B}[K").dropLast().compactMap { $0.split(separator: "\r").last }
      .filter { $0.contains("9") }
    #expect(!lines.isEmpty, "\(screen)")
    for line in lines { #expect(line.count < columns, "\(line)") }
  }

  private static let interrupted = ["command matrix flows/notifications.yaml", "see looked at ", "type ^C", "end 130"]

  @Test("a matrix shows how much of it is found out")
  func showsMatrix() async throws {
    let (_, screen) = try await play(["command matrix flows/sso-login.yaml", "see cells, ", "end 0"])
    #expect(!screen.contains("looked at"), "\(screen)")
    // Where the machine is busy the work may be done before the key is pressed.
    var last = try await attempt(Self.interrupted)
    for _ in 0..<4 where last.complaints == ["the exit code is 0"] { last = try await attempt(Self.interrupted) }
    let (complaints, shown, rest) = last
    #expect(complaints.isEmpty, "\(rest)")
    #expect(shown.contains("looked at ") && rest.contains("mfaflow: interrupted"), "\(rest)")
    #expect(!rest.contains("looked at "), "\(rest)")
  }

  @Test("nothing of it where nobody wants it", arguments: ["CI=true", "NO_COLOR=1"])
  func isSilent(variable: String) async throws {
    let (shown, screen) = try await play([
      "environment \(variable)", "command \(Self.soak) 3000", "see whole run", "end 0",
    ])
    #expect(!shown.contains("\u{1B}[K") && !shown.contains("ran "), "\(screen)")
  }
}
