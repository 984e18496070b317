// SPDX-License-Identifier: Apache-2.0

import FlowTrials
import ProcessBackend

extension Option {
  static let runs = Option(
    name: "--runs", shape: .number, numbers: 1...SoakSettings.mostRuns,
    meaning: "how many runs; each is a user of its own")

  static let concurrency = Option(
    name: "--concurrency", shape: .number, numbers: 1...SoakSettings.mostAtOnce,
    meaning: "how many runs may be under way at a time; as many as there are cores by default")

  static let keepGoing = Option(
    name: "--keep-going", shape: .flag, meaning: "count the failures of the SDK, and go on after the first")

  static let soakFormat = Option(
    name: "--format", shape: .oneOf(["text", "json", "html"]),
    meaning: "text (the default), one JSON object, or one HTML file with the percentiles of each step as bars")

  static let soakReport = Option(
    name: "--output", shape: .text(placeholder: "FILE"), short: "-o",
    meaning:
      "write the JSON object to FILE besides what is printed, or the HTML file if FILE ends in `.html`; `-o` for short")

  static let steady = Option(
    name: "--steady", shape: .flag,
    meaning: "leave out all wall-clock times: on virtual clocks the same runs give the same report")
}

extension Command {
  static let soak = Command(
    name: "soak", summary: "run a flow very many times at once, and tell how the runs came out and how long they took",
    details: [
      """
      Each run is a user of its own with an SDK of its own: the simulated one in a world of its own, or with
      `--backend 'process:COMMAND'` a program that is started for that run and ended after it. All begin alike and
      are answered alike, as `mfaflow run` does it: from the answers file, by `--set`, by the environment. Nobody is
      asked at a terminal.
      """,
      """
      The report tells how many runs came to which end, and how long they stood at each step, as percentiles: p50 is
      what half of the visits did not exceed. There are two times. Run time is what the clock of the run says, in
      ms: what the user and the SDK took; on a virtual clock nothing was really waited for. Wall time is what this
      machine took, in µs; with a program as the SDK, the program is in it.
      """,
      """
      The simulated SDK waits for nothing, so no more of its runs are under way than there are cores. Memory does
      not grow with the runs. A program that fails ends the soak, unless with `--keep-going`. The first ctrl-C lets
      what is under way stop, and the report tells of the runs that are done; the second ends the program.
      """,
    ],
    required: "--runs N",
    operands: Operands(placeholder: "FLOW", minimum: 1, maximum: 1, meaning: "a flow; `-` is standard input"),
    options: [
      .runs, .concurrency, .world, .answers, .set, .backend, .patience, .backendVariable, .backendLog, .keepGoing,
      .soakFormat, .soakReport, .steady,
      .contract, .color,
    ],
    exits: [
      Exit(.success, "every run reached a success end, or one that is `ended`"),
      Exit(.failure, "a run reached a failure end, or stopped at a step where nobody answers"),
      Exit(.wrongInput, "the flow, its world, its answers or the command line is wrong; nothing was run"),
      Exit(.broken, "a file cannot be read or written, or an SDK broke its contract or went away"),
      Exit(.interrupted, "interrupted with ctrl-C; the report tells what was done until then"),
    ],
    examples: [
      Example(
        "mfaflow soak login.yaml --runs 100000 --world world.yaml --answers answers.yaml", "on the simulated SDK"),
      Example(
        "mfaflow soak login.yaml --runs 500 --concurrency 20 --backend process:./my-sdk --answers answers.yaml",
        "on a program, twenty of it at a time"),
      Example(
        "mfaflow soak login.yaml --runs 1000 --world world.yaml --answers a.yaml --output soak.json",
        "keep the figures for another program"),
      Example(
        "mfaflow soak login.yaml --runs 1000 --world world.yaml --answers a.yaml --format html > soak.html",
        "see where the time goes"),
    ],
    perform: { invocation, streams throws(UsageProblem) in
      let backend = try BackendChoice.read(invocation, command: "soak")
      if case .replay = backend {
        throw UsageProblem(
          message: "a recording is one run, and `soak` makes many", help: "take the recorded SDK itself",
          command: "soak")
      }
      let settings = try SoakSettings(invocation, isSimulated: backend.isSimulator)
      let output = try SoakOutput(invocation)
      let limits = try ProcessLimits.read(invocation, command: "soak")
      guard invocation.has(.world) || !backend.isSimulator else {
        throw RunInputsReader.withoutWorld(invocation, command: "soak", streams)
      }
      let files = streams.keepingFiles
      let (read, code) = RunInputsReader.read(invocation, isSimulated: backend.isSimulator, files)
      guard let inputs = read else { return code }
      let stage = SoakStage(inputs, streams.variable) {
        RunInputsReader.read(invocation, isSimulated: backend.isSimulator, files.silent).inputs
      }
      try invocation.checkWritten(against: inputs.paths, of: "soak")
      return await SoakRun(stage, settings, output, backend, limits, streams).perform()
    })
}
