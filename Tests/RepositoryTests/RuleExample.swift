// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowCompiler

/// A flow of the page of the rules, as short as its rule allows: what it leaves out is filled in behind it, so that its
/// lines keep their numbers.
///
/// A first line `# profile: NAME` tells by which profile it is measured, `# guesses-over-accounts: 20` how often a secret may be
/// guessed over all accounts, `# unnamed` that it is told what is left to `else`. A line `# and so on, to NAME` stands for lines
/// like the one above it, whose numbers rise by one until that name is reached; those move the lines below.
struct RuleExample {
  /// The code of the rule in whose entry it stands.
  let rule: String
  let block: MarkdownPage.Block
  /// By name, the parts and contracts that the page shows, which the example may use.
  let files: [String: String]
  var isBad: Bool { block.info.contains("bad") }

  /// The examples of a page, each with the `finding` block that follows it, if one does.
  static func all(of page: MarkdownPage) -> [(example: RuleExample, output: MarkdownPage.Block?)] {
    let blocks = page.blocks
    var rules: [(line: Int, code: String)] = []
    for (index, line) in page.file.lines.enumerated() where line.hasPrefix("### MFA") {
      rules.append((index + 1, String(line.dropFirst(4).prefix(6))))
    }
    let files = blocks.filter { $0.info.count == 3 && ["part", "contract", "catalogue"].contains($0.info[1]) }
      .map { ($0.info[2], $0.text) }
    return blocks.enumerated().compactMap { index, block in
      guard block.info.prefix(2) == ["yaml", "example"],
        let rule = rules.last(where: { $0.line < block.line })
      else { return nil }
      let next = index + 1 < blocks.count && blocks[index + 1].language == "finding" ? blocks[index + 1] : nil
      let example = RuleExample(
        rule: rule.code, block: block, files: Dictionary(files, uniquingKeysWith: { first, _ in first }))
      return (example, next)
    }
  }

  /// What is found in it: of its own rule as text, and of all rules.
  func findings() -> (own: String, all: [Diagnostic]) {
    let beginning = beginning
    let loader = FileLoader { path in
      if let text = path == "before.yaml" ? beginning : files[path] {
        return .success(SourceFile(path: path, text: text))
      }
      guard let file = Repository.here.file("flows/\(path)") else { return .failure(.init("there is no such file")) }
      return .success(SourceFile(path: path, text: file.text))
    }
    let compilation = Compiler(
      loader: loader, profile: profile, guessesOverAccounts: guessesOverAccounts, tellsUnnamed: tellsUnnamed
    ).compile(SourceFile(path: "example.yaml", text: whole))
    let own = compilation.findings.filter { $0.code.id == rule }
    return (TextRenderer().render(own, in: compilation.sources), compilation.findings)
  }

  /// Nil for none, and for one that there is not: nothing is found then that only a profile finds.
  private var profile: Profile? {
    Pattern("^# profile: (.*)\n").matches(in: block.text).first.flatMap { Profile.named($0[1]) }
  }

  private var tellsUnnamed: Bool { block.text.hasPrefix("# unnamed\n") }

  private var guessesOverAccounts: Int? {
    Pattern("^# guesses-over-accounts: (.*)\n").matches(in: block.text).first.flatMap { Int($0[1]) }
  }

  /// The lines that are written, and those that one of them stands for.
  private var unfolded: String {
    var lines: [Substring] = []
    for line in block.text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard
        let last = Pattern(#"^ *# and so on, to [a-z]+(\d+)$"#).matches(in: String(line)).first.flatMap({ Int($0[1]) }),
        var above = lines.last
      else {
        lines.append(line)
        continue
      }
      while let number = Self.number(above), number < last {
        above = Self.raised(above)
        lines.append(above)
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The first number in a line.
  private static func number(_ line: Substring) -> Int? {
    Int(line.drop { !$0.isNumber }.prefix { $0.isNumber })
  }

  /// The line with each of its numbers one higher.
  private static func raised(_ line: Substring) -> Substring {
    var raised: Substring = ""
    var rest = line
    while let first = rest.first {
      let digits = rest.prefix { $0.isNumber }
      raised += Int(digits).map { "\($0 + 1)" } ?? String(first)
      rest = rest.dropFirst(max(1, digits.count))
    }
    return raised
  }

  /// The fragment and what it leaves out.
  private var whole: String {
    let lines = unfolded.split(separator: "\n")
    let keys = lines.compactMap { line in
      line.first?.isLetter == true ? line.split(separator: ":").first.map(String.init) : nil
    }
    var text = unfolded
    if keys.contains("extends") {
      for (key, value) in Self.usual.prefix(3) where !keys.contains(key) { text += value }
      return text
    }
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
