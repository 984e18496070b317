// SPDX-License-Identifier: Apache-2.0

/// What somebody who edits waits for, as `peers/editors.py` measures it from outside: `mfaflow lsp`, and servers of others.
struct EditorSpeed {
  let tool: String
  /// The folder of the shipped flows, that of the generated ones, and where the flow of 2,000 steps stands.
  let flows: String
  let corpus: String
  let large: String
  let out: String

  private static let python = ".venv/bin/python"

  /// What is wanted of the figures, by the beginning of their names: the slowest of a hundred, but for memory.
  private static let wanted: [(name: String, bar: Double)] = [
    ("mfaflow, shipped flows, a keystroke", 10), ("mfaflow, 2,000 steps, a keystroke", 50),
    ("mfaflow, shipped flows, a completion", 50), ("mfaflow, 2,000 steps, a completion", 50),
    ("mfaflow, 1,000 flows, first findings", 1_000), ("mfaflow, 1,000 flows, 200 open, memory", 300),
    ("mfaflow, 1,000 flows, a keystroke", 50),
  ]

  func measure(into report: inout Report) {
    report.heading("Editors: from a change to its findings, over the language server protocol")
    let path = out + "/editors.tsv"
    let command = [Self.python, "peers/editors.py", tool, flows, corpus, large]
    guard let child = Child.run(command, limit: 600, output: path), child.exitCode == 0 else {
      return report.remark("not measured: there is no Python for it, or \(tool) failed")
    }
    let lines = Files.read(path).map { String(decoding: $0, as: UTF8.self).split(separator: "\n") } ?? []
    for line in lines {
      let cells = line.split(separator: "\t").map(String.init)
      guard cells.count == 6 else { continue }
      let numbers = cells[1...4].compactMap { Double($0) }
      guard numbers.count == 4 else { continue }
      report.figure(cells[0], Samples([numbers[1], numbers[0], numbers[2]]), cells[5])
      let bar = Self.wanted.first { $0.name == cells[0] }?.bar
      report.verdict(
        cells[5] == "MB" ? "the most" : "99 of 100 in", numbers[3], cells[5], bar.map { .atMost($0) } ?? .nothing)
    }
    for wanted in Self.wanted where !lines.contains(where: { $0.hasPrefix(wanted.name + "\t") }) {
      report.fault("not measured: \(wanted.name)")
    }
  }
}
