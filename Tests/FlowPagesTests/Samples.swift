// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowPictures
import Testing

enum Samples {
  /// One in which little can happen.
  static let small = """
    language: mfaflow/1
    flow: small
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
        tries: 2
        then: { onUserLoggedIn: signedIn, 101: { retry: wrong }, exhausted: failed, else: failed }
      signedIn: { event: onUserLoggedIn, say: welcome, choices: { finish: { to: done } } }
    ends:
      done: { outcome: success }
      failed: { outcome: failure, say: sorry }
    messages:
      wrong: That name is not right.
      welcome: You are signed in.
      sorry: Try again later.
    """

  /// Words that would be something else to HTML, DOT, Mermaid and Markdown, if they were not written as words.
  static let hostile = [
    "<script>alert(1)</script>", "</script><img src=x onerror=alert(1)>", "\" onmouseover=\"alert(1)", "a & b &lt; c",
    "end", "graph TD", "A --> B", "]];)}", "\\N \\G \\l", "`code` *bold* [link](javascript:alert(1))", "#quot; #35;",
    "\u{202E}gnp.exe", "\u{2066}isolated", String(repeating: "long ", count: 400), "{{7*7}} ${x}", "<!-- -->", "]]>",
  ]

  /// A flow whose messages are such words.
  static func hostileMessages() -> String {
    var lines = [
      "language: mfaflow/1", "flow: hostile", "version: 1.0.0", "sdk: relid", "goal: aal1",
      "summary: \"</title><script>alert(1)</script> & more\"", "start: initialize", "steps:",
      "  initialize: { call: initialize, then: { getUser: identify, else: failed } }", "  identify:",
      "    challenge: getUser", "    ask: [userName]", "    answer: setUser", "    tries: 20", "    then:",
      "      onUserLoggedIn: signedIn",
    ]
    let codes = [101, 138, 141, 166]
    for (index, code) in codes.enumerated() { lines.append("      getUser \(code): { retry: m\(index) }") }
    lines += ["      exhausted: failed", "      else: failed"]
    lines.append("  signedIn: { event: onUserLoggedIn, say: m4, choices: { finish: { to: done } } }")
    lines += ["ends:", "  done: { outcome: success, say: m5 }", "  failed: { outcome: failure, say: m6 }", "messages:"]
    for (index, text) in hostile.enumerated()
    where !text.unicodeScalars.contains(where: { (0x2000...0x206F).contains($0.value) }) {
      let quoted = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("{", with: "{{")
        .replacing("}", with: "}}")
      lines.append("  m\(index): \"\(quoted)\"")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// A picture as the page has it.
func picture(of flow: Flow, _ level: FlowPicture.Level = .normal) throws -> FlowPicture {
  FlowPicture(of: try #require(FlowWays(flow)), level: level, open: ["all"])
}
