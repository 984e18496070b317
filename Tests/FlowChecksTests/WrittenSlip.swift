// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import Foundation
import Testing

/// A flow without flaws in which the hand slips once, and all that is said of it.
struct WrittenSlip: Sendable, CustomTestStringConvertible {
  enum Change: Sendable {
    /// Other words in the place of the first that are the same.
    case write(String, for: String)
    /// All lines from one that holds these words, up to one that holds those, deeper by two spaces.
    case indent(String, until: String?)
  }

  let testDescription: String
  let change: Change
  /// Of each finding its code, its place, what it says and the cure.
  let found: [String]

  init(_ name: String, _ change: Change, _ found: String...) {
    testDescription = name
    self.change = change
    self.found = found
  }

  /// What is said of the flow with the slip.
  func findings() throws -> [String] {
    Compiler().compile(SourceFile(path: "slip.yaml", text: try text())).findings.map { finding in
      "\(finding.code.id) \(finding.range.start.line):\(finding.range.start.column) \(finding.message): "
        + (finding.help ?? "")
    }
  }

  func text() throws -> String {
    switch change {
    case .write(let new, let old):
      let range = try #require(Self.flow.range(of: old), "the flow does not hold \(old)")
      return Self.flow.replacingCharacters(in: range, with: new)
    case .indent(let first, let last):
      let start = try #require(Self.flow.range(of: first)?.lowerBound)
      let end = try last.map { try #require(Self.flow.range(of: $0)?.lowerBound) } ?? Self.flow.endIndex
      let lines = Self.flow[start..<end].split(separator: "\n").map { "  \($0)\n" }.joined()
      return Self.flow.replacingCharacters(in: start..<end, with: lines)
    }
  }

  static let flow = """
    language: mfaflow/1
    flow: f
    version: 1.0.0
    sdk: relid
    goal: aal1
    start: initialize
    steps:
      initialize: { call: initialize, then: { getUser: identify, else: failed } }
      identify:
        challenge: getUser
        ask: [userName]
        answer: setUser
        tries: 5
        then:
          getPassword(verify): verify
          101: { retry: check-your-name }
          138: { retry: check-your-name }
          getUser 166: { retry: check-your-name }
          exhausted: blocked
          else: failed
      verify:
        challenge: getPassword(verify)
        ask: [password]
        answer: setPassword
        tries: 5
        then:
          onUserLoggedIn: signedIn
          102: { retry: wrong-password }
          exhausted: blocked
          else: failed
      signedIn: { event: onUserLoggedIn, choices: { finish: { to: done } } }
    ends:
      done: { outcome: success }
      blocked: { outcome: failure, say: too-many-tries }
      failed: { outcome: failure }
    messages:
      check-your-name: Check what you typed and try again.
      wrong-password: "Not right. Attempts left: {attemptsLeft}."
      too-many-tries: Too many tries. Come back later.

    """
}
