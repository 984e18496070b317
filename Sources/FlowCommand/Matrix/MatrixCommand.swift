// SPDX-License-Identifier: Apache-2.0

extension Option {
  static let matrixFormat = Option(
    name: "--format", shape: .oneOf(["text", "json", "html"]),
    meaning:
      "text, one JSON object, or one HTML file with a heat map; by default what the name of `--output` ends in, or text"
  )

  static let cell = Option(
    name: "--cell", shape: .text(placeholder: "STEP:INTERRUPT"),
    meaning: "show the runs of one cell instead: one trace for each outcome at each time")

  static let limit = Option(
    name: "--limit", shape: .number,
    meaning: "look at up to N configurations of runs (20000 by default), and report if there are more")
}

extension Command {
  static let matrix = Command(
    name: "matrix", summary: "show what each interrupt does at each step, from generated runs",
    details: [
      """
      A row for each step and for each interrupt that is open, a column for each interrupt that the SDK knows. Each
      cell is filled in by runs that are generated from the flow and the contract: the interrupt comes before,
      during and after each call, two times, and late; every choice, refusal, reply and deadline is then tried.
      """,
      """
      Each of these runs must keep four rules: no event is lost, no question is answered twice, nothing continues
      after a terminating threat, and a resumed step is as it was before. A run that breaks one is printed, and the
      exit code is 1.
      """,
    ],
    operands: Operands(placeholder: "FLOW", minimum: 1, maximum: 1, meaning: "a flow; `-` is standard input"),
    options: [.matrixFormat, .textFile, .cell, .limit, .contract, .color],
    exits: [
      Exit(.success, "every run kept the rules"),
      Exit(.failure, "a run broke one, or there were too many configurations to look at all of them"),
      Exit(.wrongInput, "the flow or the command line is wrong"),
      Exit(.broken, "a file could not be read or written"),
    ],
    examples: [
      Example("mfaflow matrix login.yaml", "print the table"),
      Example("mfaflow matrix --cell identify:onSessionTimeout login.yaml", "see the runs behind a cell"),
      Example("mfaflow matrix login.yaml --format html -o matrix.html", "a heat map for people without any tool"),
      Example("mfaflow matrix --format json login.yaml > matrix.json", "for programs"),
    ],
    perform: { invocation, streams async throws(UsageProblem) in
      try await MatrixRun(invocation, streams).perform()
    })
}
