// SPDX-License-Identifier: Apache-2.0

extension Option {
  static let places = Option(
    name: "--places", shape: .number,
    meaning: "walk through up to N places of runs (300 by default); where they end, the page says so")

  fileprivate static let site = Option(
    name: "--output", shape: .text(placeholder: "FILE|FOLDER/"), short: "-o",
    meaning: "write one file, or into a folder a page for each flow and an index; `-o` for short")
}

extension Command {
  static let page = Command(
    name: "page", summary: "make a page of flows for reviewers: to look at, to read, and to walk through",
    details: [
      """
      One file without any other: the picture, each step in words, what is proved, what was found, what the
      user sees in every language, and a flow to walk through, made of runs of the machine itself. It opens
      from disk, asks no server for anything, and runs no script but its own.
      """,
      """
      With a folder behind `--output` each flow has a page of its own, and there is an index. The picture
      needs Graphviz; without it all else is there, and the page says what is missing.
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
