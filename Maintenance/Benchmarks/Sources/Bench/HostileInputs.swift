// SPDX-License-Identifier: Apache-2.0

/// Files made to be slow.
///
/// N bytes must be answered within 50 ms and a second more for each 5 MB.
struct HostileInputs {
  let tool: String
  /// Where the files are written.
  let folder: String

  func measure(into report: inout Report) {
    report.heading("Hostile files: `mfaflow check`, part of the time it may take (50 ms + N / 5 MB/s)")
    Files.makeFolder(folder)
    for (name, text) in Self.inputs {
      let path = "\(folder)/\(name.split(separator: " ").joined(separator: "-")).yaml"
      guard Files.write(text, to: path) else { return report.remark("not measured: \(path) cannot be written") }
      let runs = (0..<3).compactMap { _ in Child.run([tool, "check", path], limit: 10) }
      let allowed = 0.05 + Double(text.count) / 5e6
      let taken = Samples(runs.map(\.seconds))
      report.verdict(
        "\(name), \(short(Double(text.count) / 1000)) KB, \(short(taken.median * 1000)) ms", taken.median / allowed, "",
        .atMost(1))
      if runs.contains(where: { $0.exitCode == nil }) { report.fault("\(name): it crashed or was stopped after 10 s") }
      let isSound = name.hasPrefix("sound")
      if runs.contains(where: { ($0.exitCode == 0) != isSound }) {
        report.fault("\(name): it was \(isSound ? "refused" : "let pass")")
      }
    }
  }

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func many(_ count: Int, _ text: (Int) -> String) -> [UInt8] {
    (0..<count).flatMap { text($0).utf8 }
  }

  private static let head = "language: mfaflow/1\nflow: hostile\nversion: 1.0.0\nsdk: relid\nstart: s0\n"

  private static var inputs: [(String, [UInt8])] {
    [
      ("open lists", many(100_000) { _ in "[" }),
      ("open maps", many(20_000) { _ in "{a: " }),
      ("nested block maps", many(2_000) { String(repeating: " ", count: $0) + "a:\n" }),
      ("nested list dashes", many(30_000) { _ in "- " }),
      ("question marks", many(100_000) { _ in "? " }),
      ("anchors", many(100_000) { "- &a\($0) b\n" }),
      ("alias bomb", aliasBomb),
      ("aliases of one", bytes("- &a [b]\n") + many(100_000) { _ in "- *a\n" }),
      ("one long scalar", bytes("flow: ") + [UInt8](repeating: 97, count: 4_000_000)),
      ("one long quoted scalar", bytes("flow: \"") + many(500_000) { _ in "\\x41" } + bytes("\"\n")),
      ("one long list", bytes("steps: [") + many(1_000_000) { _ in "a, " } + bytes("]\n")),
      ("one long key", bytes(String(repeating: "k", count: 2_000) + ": v\n")),
      ("a file of comments", many(100_000) { "# comment \($0)\n" }),
      ("a file of line breaks", [UInt8](repeating: 10, count: 1_000_000)),
      ("a file of carriage returns", [UInt8](repeating: 13, count: 1_000_000)),
      ("zero bytes", [UInt8](repeating: 0, count: 1_000_000)),
      ("broken UTF-8", many(200_000) { _ in "\u{e9}" }.map { $0 == 0xC3 ? 0xFF : $0 }),
      ("one key again and again", many(100_000) { _ in "flow: a\n" }),
      ("unknown keys", many(50_000) { "stepz\($0): a\n" }),
      ("unknown steps", unknownSteps(5_000)),
      ("steps without kind", bytes(head + "steps:\n") + many(30_000) { "  s\($0): {}\n" }),
      ("one step to all others", wideSteps(5_000)),
      ("a long guard", guardOf(many(30_000) { _ in "a == 1 && " } + bytes("true"))),
      ("a guard in parentheses", guardOf(many(50_000) { _ in "(" })),
      ("a guard of negations", guardOf(many(50_000) { _ in "!" } + bytes("true"))),
      ("sound long chain", Array(FlowGenerator.chain(of: 2_000).utf8)),
    ]
  }

  private static var aliasBomb: [UInt8] {
    bytes("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n")
      + many(20) { level in
        let list = [String](repeating: "*a\(level)", count: 10).joined(separator: ", ")
        return "a\(level + 1): &a\(level + 1) [\(list)]\n"
      }
  }

  /// Each step leads to a step that is not there, and whose name is near all the others.
  private static func unknownSteps(_ count: Int) -> [UInt8] {
    bytes(head + "steps:\n")
      + many(count) { "  s\($0):\n    call: initialize\n    then: { getUser: t\($0), else: u\($0) }\n" }
      + bytes("ends:\n  done: { outcome: success }\n")
  }

  private static func wideSteps(_ count: Int) -> [UInt8] {
    bytes(head + "steps:\n")
      + many(count) {
        "  s\($0):\n    challenge: getUser\n    choices:\n      c: { to: s\(($0 * 7) % count) }\n    then: { else: s0 }\n"
      }
      + bytes("ends:\n  done: { outcome: success }\n")
  }

  private static func guardOf(_ text: [UInt8]) -> [UInt8] {
    bytes(
      head
        + "steps:\n  s0:\n    challenge: getUser\n    choices:\n      c:\n        when: \"") + text
      + bytes("\"\n        call: setUser\n    then: { else: done }\nends:\n  done: { outcome: failure }\n")
  }
}
