// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowPictures

extension Option {
  fileprivate static let pictureFormat = Option(
    name: "--format", shape: .oneOf(["dot", "mermaid", "svg", "json"]),
    meaning:
      "dot (the default, unless the name of the output says otherwise), mermaid and json need nothing else; svg needs Graphviz"
  )

  fileprivate static let level = Option(
    name: "--level", shape: .oneOf(FlowPicture.Level.allCases.map(\.rawValue)),
    meaning:
      "overview has one arrow between two places, normal (the default) one for each kind of transition, all one for each"
  )

  fileprivate static let open = Option(
    name: "--open", shape: .text(placeholder: "RUN"), isRepeatable: true,
    meaning: "show the flow of the step RUN step by step; `all` for those of all steps")

  static let scenarios = Option(
    name: "--scenarios", shape: .text(placeholder: "PATH"), isRepeatable: true,
    meaning: "play the scenarios of PATH, and highlight what none of them takes")

  static let scenario = Option(
    name: "--scenario", shape: .text(placeholder: "TEXT"),
    meaning: "of `--scenarios`, highlight the path of those that have TEXT in their names")

  fileprivate static let finding = Option(
    name: "--finding", shape: .text(placeholder: "CODE"),
    meaning: "highlight the paths of the findings of a rule, such as MFA401")

  static let base = Option(
    name: "--base", shape: .text(placeholder: "OLD"),
    meaning: "highlight what is weaker (red) and stronger (green) than in OLD, a file or one of a git revision")
}

extension Command {
  static let graph = Command(
    name: "graph", summary: "draw a flow: its steps, the transitions between them, and the interrupts",
    details: [
      """
      The picture shows the transition relation by which the flow is checked and run, not the text of the file:
      each arrow is a transition that a run can take, and what a level leaves out is counted.
      """
    ],
    operands: Operands(placeholder: "FLOW", minimum: 1, maximum: 1, meaning: "a flow; `-` is standard input"),
    options: [
      .pictureFormat, .level, .open, .scenarios, .scenario, .finding, .base, .textFile, .contract, .color,
    ],
    exits: [
      Exit(.success, "drawn; findings of the flow are for `mfaflow check`"),
      Exit(.wrongInput, "the command line is wrong, or the flow cannot be drawn"),
      Exit(.broken, "a file could not be read or written, or Graphviz is missing"),
    ],
    examples: [
      Example("mfaflow graph flows/login.yaml --format svg -o login.svg", "a picture to look at"),
      Example("mfaflow graph flows/login.yaml --format mermaid --level overview", "for a wiki"),
      Example(
        "mfaflow graph flows/login.yaml --scenarios flows/login.scenarios.yaml --format svg",
        "what no scenario takes"),
    ],
    perform: { invocation, streams async throws(UsageProblem) in
      try await GraphRun(invocation, streams).perform()
    })
}

extension FlowPicture.Level {
  /// What the command line asks for.
  init(_ invocation: Invocation) {
    self = invocation.value(of: .level).flatMap(FlowPicture.Level.init(rawValue:)) ?? .normal
  }
}

extension Invocation {
  /// The inner flows that are to be shown step by step.
  var openRuns: [String] { values(of: .open) }

  /// How the picture is written; the name of the output says so where nothing else does.
  ///
  /// - Throws: where the name says another format, so that nobody opens a text as a picture.
  func pictureFormat() throws(UsageProblem) -> String {
    if let format = value(of: .pictureFormat) {
      try checkOutputName(
        against: .pictureFormat,
        ["dot": "dot", "gv": "dot", "mmd": "mermaid", "mermaid": "mermaid", "svg": "svg", "json": "json"], of: "graph")
      return format
    }
    guard let name = value(of: .textFile)?.split(separator: "/").last, let dot = name.lastIndex(of: ".") else {
      return "dot"
    }
    switch name[name.index(after: dot)...].lowercased() {
    case "dot", "gv", "txt": return "dot"
    case "mmd", "mermaid", "md": return "mermaid"
    case "svg": return "svg"
    case "json": return "json"
    default:
      throw UsageProblem(
        message: "no format of pictures is known by the name \(Diagnostic.quoting(String(name)))",
        help:
          "end it in `.svg`, `.dot`, `.mmd` or `.json`, or add `--format`; Graphviz makes others of what `--format dot` writes",
        command: "graph")
    }
  }

  /// The rule whose findings are to be highlighted; nil for none.
  var markedFinding: String? { value(of: .finding) }
}
