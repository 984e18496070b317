// SPDX-License-Identifier: Apache-2.0

import SDKContract

extension Option {
  static let filter = Option(
    name: "--filter", shape: .text(placeholder: "TEXT"), meaning: "play only scenarios that have TEXT in their names")

  static let reportFormat = Option(
    name: "--format", shape: .oneOf(["text", "json", "github", "gitlab", "junit", "sarif"]),
    meaning: "text (the default); one JSON object a line; or as build servers and code scanners read it")

  static let notNamed = Option(
    name: "--skip", shape: .text(placeholder: "TEXT"), isRepeatable: true,
    meaning: "play no scenario that has TEXT in its name; it counts as skipped")

  static let coverage = Option(
    name: "--coverage", shape: .flag, meaning: "list what no scenario took, with its place in the flow")

  static let minimumCoverage = Option(
    name: "--min-coverage", shape: .number, numbers: 0...100,
    meaning:
      "fail if the scenarios take less than N percent of a flow's steps, interrupts, branches and choices together"
  )

  static let own = Option(
    name: "--own", shape: .flag,
    meaning: "count what flows share (parts, a base) as covered in all of them if the scenarios of one cover it")

  static let missing = Option(
    name: "--write-missing", shape: .text(placeholder: "DIR"),
    meaning:
      "write a scenario into DIR for all that no scenario takes: the way there, with what must come of it left open")

  static let verbose = Option(name: "--verbose", shape: .flag, meaning: "show the name of each scenario")

  static let failuresAlone = Option(
    name: "--quiet", shape: .flag,
    meaning: "write no line of summary, and in text only what failed and what is covered too little")

  static let wholeTrace = Option(
    name: "--trace", shape: .flag, meaning: "show the whole trace of a scenario that failed, not only its end")
}

extension Command {
  static let test = Command(
    name: "test", summary: "play the scenarios of flows, and tell what they leave out",
    details: [
      """
      A scenario is a test of a flow: an SDK, what happens with it in order, and how it must come out. Folders are
      searched for *.scenarios.yaml and *.scenarios.yml; a file that is named is always taken. Each file names its
      flow. Time is simulated, and nothing is waited for.
      """,
      """
      The report goes to standard output in the order of the paths: failures with their places and the end of the
      trace, then what the scenarios take of each flow. In text, what is wrong with a file goes to standard
      error; in any other format it goes only into the report. The line of summary goes to standard error.
      """,
      """
      With `--backend 'process:COMMAND'` a program of yours is the SDK of each scenario but those of `sdk: byHand`.
      It is started again for each, and told the scenario's world: Documentation/ProcessProtocol.md. Scenarios of an
      SDK without a simulator need this option; without it they are not played, which is an error.
      """,
      """
      With `--format json` the `kind` of an object is `scenario`, `skipped`, `finding`, `coverage` or, at the end,
      `summary`.
      """,
    ],
    operands: Operands(
      placeholder: "PATH…", minimum: 1, maximum: nil, meaning: "scenario files and folders; `-` is standard input"),
    options: [
      .filter, .notNamed, .coverage, .minimumCoverage, .own, .missing, .verbose, .failuresAlone, .wholeTrace,
      .reportFormat,
      ReportOutputs.option,
      .backend, .patience, .backendVariable, .backendLog,
      .language, .contract, .configuration, .color,
    ],
    exits: [
      Exit(.success, "every scenario passed"),
      Exit(.failure, "a scenario failed, or too little of a flow was taken"),
      Exit(
        .wrongInput,
        "a scenario file, its flow or the command line is wrong, there is no scenario, or no program for one that needs it"
      ),
      Exit(.broken, "a file could not be read, a report not be written, or a program was no SDK"),
    ],
    examples: [
      Example("mfaflow test flows/", "play every scenario of a folder and below"),
      Example("mfaflow test --filter code --trace login.scenarios.yaml", "look closely at some"),
      Example("mfaflow test --min-coverage 100 flows/", "leave nothing out"),
      Example("mfaflow test --own --min-coverage 100 flows/", "the same, but what flows share need be taken once only"),
      Example("mfaflow test --write-missing flows/ flows/login.scenarios.yaml", "begin the scenarios that are missing"),
      Example("mfaflow test --backend process:./my-sdk flows/", "with a program as the SDK"),
      Example("mfaflow test --language de flows/", "with the German texts"),
      Example("mfaflow test --output junit=report.xml flows/", "for a build server"),
    ],
    perform: { invocation, streams throws(UsageProblem) in
      try await TestRun(invocation, streams).perform()
    })
}
