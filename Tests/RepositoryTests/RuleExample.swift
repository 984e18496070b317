// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowCompiler

/// A flow of the page of the rules, as short as its rule allows: what it leaves out is filled in behind it, so that its
/// lines keep their numbers.
struct RuleExample {
  /// The code of the rule in whose entry it stands.
  let rule: String
  let block: MarkdownPage.Block
  var isBad: Bool { block.info.contains("bad") }

  /// The examples of a page, each with the `finding` block that follows it, if one does.
  static func all(of page: MarkdownPage) -> [(example: RuleExample, output: MarkdownPage.Block?)] {
    let blocks = page.blocks
    var rules: [(line: Int, code: String)] = []
    for (index, line) in page.file.lines.enumerated() where line.hasPrefix("### MFA") {
      rules.append((index + 1, String(line.dropFirst(4).prefix(6))))
    }
    return blocks.enumerated().compactMap { index, block in
      guard block.info.prefix(2) == ["yaml", "example"],
        let rule = rules.last(where: { $0.line < block.line })
      else { return nil }
      let next = index + 1 < blocks.count && blocks[index + 1].language == "finding" ? blocks[index + 1] : nil
      return (RuleExample(rule: rule.code, block: block), next)
    }
  }

  /// What is found in it: of its own rule as text, and of all rules.
  func findings() -> (own: String, all: [Diagnostic]) {
    let beginning = beginning
    let loader = FileLoader { path in
      if path == "before.yaml", let beginning { return .success(SourceFile(path: path, text: beginning)) }
      guard let file = Repository.here.file("flows/\(path)") else { return .failure(.init("there is no such file")) }
      return .success(SourceFile(path: path, text: file.text))
    }
    let compilation = Compiler(loader: loader).compile(SourceFile(path: "example.yaml", text: whole))
    let own = compilation.findings.filter { $0.code.id == rule }
    return (TextRenderer().render(own, in: compilation.sources), compilation.findings)
  }

  /// The fragment and what it leaves out.
  private var whole: String {
    let lines = block.text.split(separator: "\n")
    let keys = lines.compactMap { line in
      line.first?.isLetter == true ? line.split(separator: ":").first.map(String.init) : nil
    }
    var text = block.text
    for (key, value) in Self.usual where !keys.contains(key) { text += value }
    if keys.contains("start") { return text }
    if beginning != nil { return text + "use: [before]\nstart: initialize\n" }
    let all = text.split(separator: "\n")
    let first = all.firstIndex(of: "steps:").map { all[$0 + 1].split(separator: ":")[0].drop { $0 == " " } }
    return text + "start: \(first ?? "")\n"
  }

  /// A part that leads to the first step, if that is a challenge: before `initialize` the SDK takes no other call.
  private var beginning: String? {
    let isWhole = ["\nuse:", "\nstart:", "\n  initialize:"].contains { ("\n" + block.text).contains($0) }
    let first = Pattern(#"^steps:\n  (\w+):(?: \{|\n   ) challenge: ([^\s,]+)"#).matches(in: block.text).first
    guard !isWhole, let first else { return nil }
    return """
      part: before
      sdk: relid
      needs: [\(first[1]), failed]
      steps:
        initialize: { call: initialize, then: { "\(first[2])": \(first[1]), else: failed } }

      """
  }

  private static let usual: [(key: String, text: String)] = [
    ("language", "language: mfaflow/1\n"), ("flow", "flow: example\n"), ("version", "version: 1.0.0\n"),
    ("sdk", "sdk: relid\n"),
    (
      "steps",
      """
      steps:
        initialize: { call: initialize, then: { getUser: identify, else: failed } }
        identify:
          challenge: getUser
          ask: [userName]
          answer: setUser
          tries: 5
          then: { getPassword(verify): verify, 101: retry, else: failed }
        verify:
          challenge: getPassword(verify)
          ask: [password]
          answer: setPassword
          tries: 3
          then: { onUserLoggedIn: done, 102: retry, else: failed }

      """
    ),
    (
      "ends",
      """
      ends:
        done: { outcome: success }
        failed: { outcome: failure }

      """
    ),
  ]
}
