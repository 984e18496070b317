// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowRuntime
import FlowScenarios
import RELIDSimulator
import SDKContract

/// One run of `mfaflow run`, once everything is read.
struct FlowRun {
  private let inputs: RunInputs
  private let modules: SecurityModules
  private let streams: Streams
  private let isQuiet: Bool
  private let isJSON: Bool
  private let isLive: Bool

  init(_ inputs: RunInputs, _ modules: SecurityModules, _ invocation: Invocation, _ streams: Streams) {
    self.inputs = inputs
    self.modules = modules
    self.streams = streams
    isQuiet = invocation.has(.quiet)
    isJSON = invocation.value(of: .traceFormat) == "json"
    isLive = invocation.value(of: .clock).map { $0 == "live" } ?? (streams.terminal != nil)
  }

  func perform() async -> ExitCode {
    let clock: any RunClock = isLive ? LiveClock() : VirtualClock()
    let script = ScriptResponder(answers: inputs.answers, settings: inputs.settings) { [streams] name in
      streams.variable("MFAFLOW_ANSWER_" + name)
    }
    let result = await run(answeredBy: responder(script, clock), clock)
    streams.terminal?.closePrompt()
    let report = RunReport(result, of: inputs.flow.flow)
    streams.output.write((isJSON ? report.json : report.text) + "\n")
    say(report, script)
    return report.exitCode
  }

  /// The script, and behind it the person at the terminal, if there is one.
  private func responder(_ script: ScriptResponder, _ clock: any RunClock) -> any Responder {
    guard let terminal = streams.terminal else { return script }
    let person = TerminalResponder(terminal, successCodes: inputs.flow.flow.contract.successCodes, clock: clock)
    return PersonBehindScript(script: script, person: person)
  }

  private func run(answeredBy responder: any Responder, _ clock: any RunClock) async -> RunResult {
    let simulator = RELIDSimulator(world: inputs.world, clock: clock)
    let session = FlowSession(
      flow: inputs.flow, backend: simulator, responder: responder, clock: clock, modules: modules,
      trace: trace)
    return await session.run()
  }

  /// What writes the trace, line by line as it happens; nil if it is not wanted.
  private var trace: (@Sendable (TraceEntry) -> Void)? {
    guard !isQuiet else { return nil }
    let (output, isJSON) = (streams.output, isJSON)
    let terminal = output.isTerminal ? streams.terminal : nil
    return { entry in
      terminal?.breakPrompt()
      output.write((isJSON ? entry.json : entry.text) + "\n")
    }
  }

  /// What a person should know besides the result: who waits for what, and which answers nobody asked for.
  private func say(_ report: RunReport, _ script: ScriptResponder) {
    if let line = report.line(unanswered: script.unanswered) { streams.errors.write("mfaflow: \(line)\n") }
    for refused in script.refusals {
      let place = refused.line.map { "line \($0) of the answers" } ?? "an answer for `\(refused.step)`"
      streams.errors.write("mfaflow: \(place) was refused: \(refused.why.onOneLine)\n")
    }
    guard let first = script.unused.first else { return }
    let count = script.unused.count
    let line = first.step.range.start.line
    streams.errors.write(
      "mfaflow: \(count) answer\(count == 1 ? " was" : "s were") not used; "
        + "the first is for `\(first.step.value)`, line \(line) of the answers\n")
  }
}

/// Answers from the script while that has something to say, then from the person.
struct PersonBehindScript: Responder {
  let script: ScriptResponder
  let person: TerminalResponder

  var answersAtOnce: Bool { false }

  func respond(to question: Question) async -> Response {
    if let response = script.response(to: question) { return response }
    return await person.respond(to: question)
  }

  func refused(_ refusal: Refusal, to question: Question) async {
    await script.refused(refusal, to: question)
    await person.refused(refusal, to: question)
  }
}
