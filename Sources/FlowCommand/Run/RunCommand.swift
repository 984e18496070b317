// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowRuntime
import FlowTrials
import MessageLanguages
import ProcessBackend

extension Option {
  static let world = Option(
    name: "--world", shape: .text(placeholder: "FILE"),
    meaning: "the world that the SDK is simulated in: its users, the device, what goes wrong")

  static let answers = Option(
    name: "--answers", shape: .text(placeholder: "FILE"),
    meaning: "answers, each for a step: the next one for the step that asks is taken")

  static let set = Option(
    name: "--set", shape: .text(placeholder: "[STEP.]NAME=VALUE"), isRepeatable: true,
    meaning: "a value for an input, in STEP or in each step; `--set STEP=CHOICE` makes a choice; repeatable")

  static let language = Option(
    name: "--language", shape: .text(placeholder: "TAG"),
    meaning: "show the messages in this language, such as `de-AT`, as far as the flow has catalogues for it")

  static let traceFormat = Option(
    name: "--format", shape: .oneOf(["text", "json"]),
    meaning: "text (the default), or one JSON object a line; the last one is the result")

  static let clock = Option(
    name: "--clock", shape: .oneOf(["live", "virtual"]),
    meaning: "virtual waits for nothing, and is the default unless you are asked at a terminal")

  static let module = Option(
    name: "--module", shape: .text(placeholder: "NAME=allow|deny:REASON"), isRepeatable: true,
    meaning: "a security module that is asked at a `gate:`, and what it says; none means allow; repeatable")

  static let save = Option(
    name: "--save", shape: .text(placeholder: "FILE"),
    meaning: "if a step is left waiting, write the run to FILE, for `--resume`; no secret is in it")

  static let resume = Option(
    name: "--resume", shape: .text(placeholder: "FILE"),
    meaning: "go on with the run that was saved in FILE, in the same world")

  static let was = Option(
    name: "--was", shape: .text(placeholder: "FILE"),
    meaning:
      "the flow as it was when the run was saved, a file or one of a git revision; both must do the same from there on")
}

extension Command {
  static let run = Command(
    name: "run", summary: "run a flow against a simulated SDK or a program, and show what happens",
    details: [
      """
      A step that asks is answered from the answers file, then by `--set`, then by the environment variable
      MFAFLOW_ANSWER_<input>, and then, if standard input is a terminal, by you. Each answer of the file is used
      once; each setting and variable once in each step. Settings can be seen by other users of the machine:
      give real secrets in a file or in the environment.
      """,
      """
      An answers file has the key `answers` and a list: `- identify: { userName: alice }` hands inputs in,
      `- signedIn: finish` makes a choice, `- leave: { choice: quit, confirm: no }` is asked to confirm it and says
      no. Documentation/Answers.md tells it all. At the terminal the name of a choice makes that choice, whatever
      is asked for.
      """,
      """
      The trace goes to standard output as it happens, ending with the result; findings, questions and errors go
      to standard error. Where standard output is a terminal, there is no trace unless `--trace`, `--texts` or
      `--format` asks for it, and the last line tells in words how the run came out.
      """,
      """
      With `--backend 'process:COMMAND'` a program in any language is the SDK, and with `--responder` one answers
      behind the answers file: one JSON message a line, as Documentation/ProcessProtocol.md tells. No shell reads
      COMMAND. Time is virtual where the program can do that, unless you are asked at a terminal.
      """,
      """
      `--record` writes the calls and events of a run to a cassette, and `--backend replay:FILE` plays it back,
      without a world. If a run makes another call than the recorded one, it stops and shows both; it then has no
      outcome, and the exit code is 3. Documentation/Cassettes.md tells it all.
      """,
      """
      `--save` writes a waiting run to a file: when the answers run out, when the terminal's input ends, or when
      ctrl-C or another signal ends the program. A run that has ended is not saved.
      When you take it up, give only the answers that are still to come; a password that was set on the way is
      taken from MFAFLOW_SECRET_1.
      """,
      """
      With `--format json` the last object has the `kind` result and tells the `ending` (success, failure, ended,
      waiting, backend-gone, backend-broke-contract, diverged, responder-failed), the `end` or the `step`, `proofs`,
      `enrolled` and `exit`; behind the end `goal-not-reached`, `goal` says why.
      """,
    ],
    operands: Operands(placeholder: "FLOW", minimum: 1, maximum: 1, meaning: "a flow; `-` is standard input"),
    options: [
      .world, .answers, .set, .module, .backend, .responder, .patience, .backendVariable, .backendLog, .record, .save,
      .resume, .was, .clock, .language, .trace, .texts,
      .traceFormat, .quiet, .contract, .color,
    ],
    exits: [
      Exit(.success, "the flow reached a success end, or one that is `ended`"),
      Exit(.failure, "it reached a failure end, or a step waits and nobody answers"),
      Exit(
        .wrongInput,
        "the flow, its world, its answers, the saved run, the cassette or the command line is wrong; nothing was run"),
      Exit(
        .broken,
        "a file cannot be read or written, the SDK or the responder broke its contract or went away, or the run differs "
          + "from its cassette"),
      Exit(.interrupted, "interrupted with ctrl-C"),
    ],
    examples: [
      Example("mfaflow run login.yaml --world world.yaml", "be asked at the terminal"),
      Example("mfaflow run login.yaml --world world.yaml --trace", "and see what happens between the questions"),
      Example("mfaflow run login.yaml --world world.yaml --answers answers.yaml", "answer from a file"),
      Example(
        "mfaflow run login.yaml --world world.yaml --set userName=alice --set consent=approve",
        "answer on the command line"),
      Example(
        "MFAFLOW_ANSWER_password=… mfaflow run login.yaml --world world.yaml --set userName=alice",
        "keep a secret off the command line"),
      Example("mfaflow run login.yaml --backend process:./my-sdk", "with a program as the SDK"),
      Example("mfaflow run login.yaml --backend process:./my-sdk --record login.cassette", "write down what it does"),
      Example("mfaflow run login.yaml --backend replay:login.cassette --answers a.yaml", "without the program"),
      Example("mfaflow run login.yaml --world world.yaml --answers a.yaml --format json", "for programs"),
      Example("mfaflow run login.yaml --world world.yaml --save run.json", "leave it, and keep where it stands"),
      Example("mfaflow run login.yaml --world world.yaml --resume run.json --save run.json", "go on with it"),
    ],
    perform: { invocation, streams throws(UsageProblem) in
      // Why before anything is read: who types ahead types secrets, too.
      let isAsked = !invocation.has(.responder) && !invocation.readsInput
      if isAsked { streams.terminal?.begin() }
      var hasBegun = false
      defer { streams.terminal?.end(dropping: isAsked && !hasBegun) }
      if invocation.has(.quiet), let other = [Option.trace, .texts].first(where: { invocation.has($0) }) {
        throw UsageProblem(
          message: "`--quiet` and `\(other.name)` contradict each other", help: "leave one of them out", command: "run")
      }
      if invocation.has(.was), !invocation.has(.resume) {
        throw UsageProblem(
          message: "`--was` says in which flow a run was saved, and none is taken up", help: "add `--resume FILE`",
          command: "run")
      }
      _ = try LanguageTag.read(invocation, command: "run")
      let backend = try BackendChoice.read(invocation, command: "run")
      let responder = try ResponderChoice.read(invocation)
      let limits = try ProcessLimits.read(invocation, command: "run")
      try backend.check(invocation)
      guard invocation.has(.world) || !backend.isSimulator else {
        throw RunInputsReader.withoutWorld(invocation, command: "run", streams)
      }
      if let path = invocation.value(of: .save) {
        try WritePlace(path: path, option: Option.save.name, command: "run").check()
      }
      let recording = try RunRecording(invocation)
      var modules: [StatedModule] = []
      for text in invocation.values(of: .module) { modules.append(try StatedModule(text)) }
      let (read, code) = RunInputsReader.read(invocation, isSimulated: backend.isSimulator, streams)
      guard let inputs = read else { return code }
      try invocation.checkWritten(against: inputs.paths, of: "run")
      // A run that is taken up may still be held to what its own version asked.
      if !modules.isEmpty, !inputs.flow.flow.asksModules, !invocation.has(.resume) {
        streams.errors.write("mfaflow: the security modules are not asked: the flow has no `gate:`\n")
      }
      hasBegun = true
      let sides = RunSides(backend: backend, responder: responder, limits: limits)
      return await FlowRun(inputs, SecurityModules(modules), sides, recording, invocation, streams).perform()
    })
}
