// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler
import Testing

/// Lines of a flow that are moved to the left or to the right: what is said of each, and that it is said once.
@Suite("Lines that stand too deep or not deep enough")
struct ShiftedLineTests {
  /// How the lines are moved that belong together.
  enum Extent: CaseIterable {
    case key, block, inner
  }

  @Test("are one finding, whichever lines they are")
  func once() {
    var (silent, told) = (0, 0)
    for line in Self.lines.indices {
      for extent in Extent.allCases {
        for spaces in [-2, 2] {
          guard let text = Self.shifted(line, extent, by: spaces) else { continue }
          let findings = Compiler().compile(SourceFile(path: "shifted.yaml", text: text)).findings
          #expect(
            findings.count < 2,
            "\(Self.lines[line]), \(extent) by \(spaces): \(findings.map { "\($0.range.start.line) \($0.message)" })")
          if findings.isEmpty { silent += 1 } else { told += 1 }
        }
      }
    }
    // What is moved as a whole below its key means the same.
    #expect(told > 5 * silent && silent > 0, "\(told) \(silent)")
  }

  @Test(
    "are said to stand where they stand, and where they belong",
    arguments: [
      ("    then:", Extent.block, -2, "`then` stands too far to the left: it belongs to `identify`"),
      ("    then:", .block, 2, "`then` is indented too deep: it stands among the choices of `identify`"),
      ("    choices:", .block, -2, "`choices` stands too far to the left: it belongs to `identify`"),
      ("      help:", .inner, -2, "`call` belongs below `help`, and stands beside it"),
      ("  failed:", .block, -2, "`failed` stands too far to the left: it belongs to `ends`"),
      ("    choices:", .inner, -2, "`help` belongs below `choices`, and stands beside it"),
      ("messages:", .inner, -2, "`wrong-name` belongs below `messages`, and stands beside it"),
      ("messages:", .key, 2, "this line is indented too deep"),
      ("  wrong-name:", .inner, -2, "`text` belongs below `wrong-name`, and stands beside it"),
    ])
  func places(line: String, extent: Extent, spaces: Int, message: String) throws {
    let index = try #require(Self.lines.firstIndex { $0.hasPrefix(line) })
    let text = try #require(Self.shifted(index, extent, by: spaces))
    let findings = Compiler().compile(SourceFile(path: "shifted.yaml", text: text)).findings
    #expect(findings.map(\.message) == [message])
  }

  private static let lines = flow.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)

  /// The flow with lines moved; nil where they cannot be.
  private static func shifted(_ index: Int, _ extent: Extent, by spaces: Int) -> String? {
    func depth(_ line: String) -> Int { line.prefix { $0 == " " }.count }
    guard !lines[index].isEmpty else { return nil }
    var end = index + 1
    while end < lines.count, !lines[end].isEmpty, depth(lines[end]) > depth(lines[index]) { end += 1 }
    let moved =
      switch extent {
      case .key: index..<index + 1
      case .block: index..<end
      case .inner: index + 1..<end
      }
    guard !moved.isEmpty, extent == .key || end > index + 1, depth(lines[moved.lowerBound]) + spaces >= 0 else {
      return nil
    }
    return lines.enumerated().map { place, line in
      guard moved.contains(place) else { return line }
      return spaces > 0 ? "  " + line : String(line.dropFirst(2))
    }.joined(separator: "\n")
  }

  private static let flow = """
    language: mfaflow/1
    flow: shifted
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
        choices:
          help:
            call: resetAuthState
            max: 2
            then:
              getUser: stay
          leave:
            to: gone
        then:
          getPassword(verify): verify
          101: { retry: wrong-name }
          138: { retry: wrong-name }
          getUser 166: { retry: wrong-name }
          exhausted: failed
          else: failed
      verify:
        challenge: getPassword(verify)
        ask: [password]
        answer: setPassword
        tries: 5
        then:
          onUserLoggedIn: signedIn
          102: { retry: wrong-password }
          else: failed
      signedIn:
        event: onUserLoggedIn
        choices:
          finish:
            to: done
    interrupts:
      onTerminateWithThreats:
        say: closing
        choices:
          close:
            to: failed
      onUserConsentThreats:
        auto: leave
        choices:
          leave:
            call: takeActionOnThreats
            with: { shouldProceedWithThreats: false, rememberActionForSession: false }
            then: { onTerminateWithThreats: failed }
        then: { else: failed }
    ends:
      done: { outcome: success }
      gone:
        outcome: ended
      failed:
        outcome: failure
    messages:
      wrong-name:
        text: "{recentlyLoggedInUser}"
        none: Look at the name.
      wrong-password: Not right.
      closing: The app is closed.

    """
}
