// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import FlowTrials
import ProcessBackend

extension Option {
  static let twins = Option(
    name: "--backend", shape: .text(placeholder: "SDK"), isRepeatable: true, offers: kindsToBeginWith,
    meaning: "one of the two: simulator, process:COMMAND or replay:FILE; give it twice")

  static let twinFormat = Option(
    name: "--format", shape: .oneOf(["text", "json"]), meaning: "text (the default), or one JSON object")
}

extension Option {
  /// The same option as that of a run; nobody is asked.
  fileprivate static let clockOfTwins = Option(
    name: clock.name, shape: clock.shape,
    meaning: "virtual waits for nothing, and is the default where the SDKs can do that")
}

extension Command {
  static let twin = Command(
    name: "twin", summary: "run a flow on two SDKs, and show the first thing in which they differ",
    details: [
      """
      Both runs get the same answers, from `--answers`, `--set` and MFAFLOW_ANSWER_<input>, and the same world. So
      the simulated SDK can be compared with a real one behind `--backend process:`, or with a recording of it.
      """,
      """
      Everything in the traces is compared but times: steps, calls, events, statuses, errors, proofs, the result.
      What events carry is compared, too: numbers, flags and words of the contract by value, lists by their length
      and items, times not at all. Texts differ with each SDK (session ids, keys, texts for people): of those, only
      whether they are empty is compared, unless one is a text that both runs were given, such as a user's name.
      A field that only one of the two sends is no difference; it is listed.
      """,
      """
      Instead of a flow a file of scenarios (`.scenarios.yaml`) may be given: each is played on both, with its own
      answers in its own world, until they differ in one.
      """,
    ],
    required: "--backend SDK --backend SDK",
    operands: Operands(
      placeholder: "FLOW", minimum: 1, maximum: 1, meaning: "a flow, `-` for standard input, or scenarios"),
    options: [
      .twins, .world, .answers, .set, .module, .filter, .patience, .backendVariable, .backendLog, .clockOfTwins,
      .twinFormat,
      .contract, .color,
    ],
    exits: [
      Exit(.success, "the two runs are the same"),
      Exit(.failure, "they differ"),
      Exit(.wrongInput, "the flow, the world, the answers, a cassette or the command line is wrong; nothing was run"),
      Exit(.broken, "a file cannot be read, or one of the SDKs broke its contract or went away"),
    ],
    examples: [
      Example(
        "mfaflow twin login.yaml --backend simulator --backend process:./my-sdk --world w.yaml", "compare them"),
      Example("mfaflow twin login.yaml --backend simulator --backend replay:login.cassette --world w.yaml", "later"),
      Example("mfaflow twin login.scenarios.yaml --backend simulator --backend process:./my-sdk", "in every scenario"),
    ],
    perform: { invocation, streams throws(UsageProblem) in
      let texts = invocation.values(of: .twins)
      guard texts.count == 2 else {
        throw UsageProblem(
          message:
            "`twin` needs two SDKs, and \(texts.isEmpty ? "none is" : "\(texts.count == 1 ? "one is" : "more are")") named",
          help: "give `--backend` twice: `--backend simulator --backend 'process:…'`", command: "twin")
      }
      var choices: [BackendChoice] = []
      for text in texts { choices.append(try BackendChoice(text, command: "twin")) }
      let limits = try ProcessLimits.read(invocation, command: "twin")
      let isLive = invocation.value(of: .clock).map { $0 == "live" }
      let sides = zip(texts, choices).map { TwinSide(name: $0, choice: $1, isLive: isLive, limits: limits) }
      if let path = invocation.operands.first, TwinScenarioRun.isMeant(path) {
        return try await TwinScenarioRun(sides, invocation, streams).perform(path)
      }
      if invocation.has(.filter) {
        throw UsageProblem(
          message: "`--filter` chooses among scenarios, and a flow is given",
          help: "take it out, or give a file of scenarios", command: "twin")
      }
      let isSimulated = choices.contains { $0.isSimulator }
      guard invocation.has(.world) || !isSimulated else {
        throw RunInputsReader.withoutWorld(
          invocation, command: "twin", instead: "takes two programs, or a program and a recording", streams)
      }
      var modules: [StatedModule] = []
      for text in invocation.values(of: .module) { modules.append(try StatedModule(text)) }
      let (read, code) = RunInputsReader.read(invocation, isSimulated: isSimulated, streams)
      guard let inputs = read else { return code }
      try invocation.checkWritten(against: inputs.paths, of: "twin")
      return await TwinRun(inputs, SecurityModules(modules), sides, invocation, streams).perform()
    })
}
