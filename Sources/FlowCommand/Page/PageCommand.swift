// SPDX-License-Identifier: Apache-2.0

extension Option {
  /// More places take too long, and nobody looks at them.
  static let mostPlaces = 20_000

  static let places = Option(
    name: "--places", shape: .number, numbers: 1...mostPlaces,
    meaning: "explore up to N configurations of the flow (300 by default); the page says where they end")

  fileprivate static let site = Option(
    name: "--output", shape: .text(placeholder: "FILE|FOLDER/"), short: "-o",
    meaning: "write one file, or into a folder a page for each flow and an index; `-o` for short")
}

extension Command {
  static let page = Command(
    name: "page", summary: "make a page of flows for reviewers: to look at, to read, and to walk through",
    details: [
      """
      One self-contained file: the picture, each step in words, what is proved, the findings, what the user
      sees in every language, and a walk-through made from runs of the interpreter. It opens from disk, asks
      no server for anything, and runs no script but its own.
      """,
      """
      If `--output` names a folder (a path that ends in `/`, or a folder that exists), each flow gets its own
      page, and there is an index. Pages of an earlier run whose flows are not named any more are removed; nothing
      else in the folder is. The picture needs Graphviz; without it, the page has everything else and
      says what is missing.
      """,
    ],
    operands: Operands(placeholder: "FLOW…", minimum: 1, maximum: nil, meaning: "flows, and folders with flows"),
    options: [.site, .scenarios, .base, .places, .configuration, .baseline, .contract, .color],
    exits: [
      Exit(.success, "made; findings of the flows stand in it"),
      Exit(.wrongInput, "the command line is wrong, or a flow cannot be shown"),
      Exit(.broken, "a file could not be read or written"),
    ],
    examples: [
      Example("mfaflow page flows/login.yaml -o login.html", "a page of one flow"),
      Example(
        "mfaflow page flows/login.yaml --scenarios flows/login.scenarios.yaml -o login.html", "with its scenarios"),
      Example("mfaflow page flows -o site/", "a page of each flow, and an index"),
    ],
    perform: { invocation, streams async throws(UsageProblem) in
      try await PageRun(invocation, streams).perform()
    })
}

extension Invocation {
  /// Where the page goes; nil for standard output.
  var pagePath: String? { value(of: .site) }
}
