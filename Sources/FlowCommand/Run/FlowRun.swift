// SPDX-License-Identifier: Apache-2.0

import Cassettes
import CheckPolicy
import Diagnostics
import FlowGraph
import FlowRuntime
import FlowScenarios
import FlowTrials
import LocalFiles
import ProcessBackend
import RELIDSimulator
import SDKContract
import Synchronization
import SystemCalls
import Values

/// One run of `mfaflow run`, once everything is read.
struct FlowRun {
  private let inputs: RunInputs
  private let modules: SecurityModules
  private let streams: Streams
  private let trace: RunTrace?
  private let isJSON: Bool
  /// Nil if nobody has said so, and nobody is asked at a terminal.
  private let isLive: Bool?
  private let sides: RunSides
  /// Where a run is saved that is left waiting; nil for nowhere.
  private let savePath: String?
  /// Nil if it is not recorded.
  private let recording: RunRecording?
  private let format: FindingFormat
  private let resumedPath: String

  init(
    _ inputs: RunInputs, _ modules: SecurityModules, _ sides: RunSides, _ recording: RunRecording?,
    _ invocation: Invocation,
    _ streams: Streams
  ) {
    self.recording = recording
    self.inputs = inputs
    self.sides = sides
    self.modules = modules
    self.streams = streams
    trace = RunTrace(invocation, of: inputs.flow.flow, streams)
    isJSON = invocation.value(of: .traceFormat) == "json"
    isLive = invocation.value(of: .clock).map { $0 == "live" } ?? (streams.terminal != nil ? true : nil)
    savePath = invocation.value(of: .save)
    resumedPath = invocation.value(of: .resume) ?? ""
    format = .text(color: FindingFormat.color(invocation, streams.errors, streams))
  }

  func perform() async -> ExitCode {
    if let savePath, let obstacle = PrivateFile.obstacle(to: savePath)?.description {
      return cannotSave(obstacle, help: "name a file in a folder that is there and that you may write into")
    }
    guard recording?.isPossible(streams) ?? true else { return .broken }
    let script = ScriptResponder(answers: inputs.answers, settings: inputs.settings) { [streams] name in
      streams.variable(RunVariable.answer(name))
    }
    let children = ChildProcesses(in: streams)
    if sides.responder == nil { streams.terminal?.begin() }
    do throws(RunObstacle) {
      var stage = try await stage(children)
      let recorder = recording.map { _ in stage.record() }
      sayWhatIsMissing()
      sayWhatIsLess()
      let other = try await otherResponder(stage, children)
      let session = try stage.session(answeredBy: responder(script, stage.clock, other), modules, trace?.write)
      let result = await play(session)
      let failures = await close(stage, other, after: result)
      return recorded(recorder, await finish(result, failures, other, session, stage, script))
    } catch {
      switch error {
      case .file(let problem):
        let sources = SourceMap([SourceFile(path: resumedPath, bytes: [])])
        streams.tell([problem.finding(in: .first)], in: sources, format)
        return .wrongInput
      case .cassette(let obstacle):
        streams.tell([obstacle.finding], in: obstacle.sources, format)
        return obstacle.code
      case .backend(let failure): return neverBegun(failure, responder: nil)
      case .responder(let failure): return neverBegun(failure, responder: failure)
      }
    }
  }

  /// - Parameter responder: the failure, if it is that of the program that answers and not of the SDK.
  private func neverBegun(_ failure: BackendFailure, responder: BackendFailure?) -> ExitCode {
    if isJSON {
      let report = RunReport(.neverBegun(failure), of: inputs.flow.flow, responder: responder)
      streams.output.write(report.json + "\n")
    }
    streams.errors.write("mfaflow: \(failure.description.onOneLine)\n")
    return .broken
  }

  private func stage(_ children: ChildProcesses) async throws(RunObstacle) -> RunStage {
    switch sides.backend {
    case .simulator:
      try RunStage(inputs, isLive: isLive ?? false, keepsJournal: savePath != nil) { [streams] number in
        streams.variable(RunVariable.secret(number)).map { Secret($0) }
      }
    case .process(let command):
      try await RunStage(inputs, command, isLive: isLive, limits(sides.limits), children)
    case .replay(let path):
      RunStage(inputs, try cassette(path), isLive: isLive ?? false)
    }
  }

  private func cassette(_ path: String) throws(RunObstacle) -> Cassette {
    do throws(CassetteFile.Obstacle) {
      let cassette = try CassetteFile.read(path, for: inputs.flow.flow.contract)
      let own = Cassette.Identity(inputs.identity)
      if cassette.identity.flow != own.flow {
        streams.errors.write("mfaflow: the cassette is of the flow \(Diagnostic.quoting(cassette.identity.flow))\n")
      } else if cassette.identity.sources != own.sources {
        streams.errors.write("mfaflow: the flow or one of its parts has changed since the cassette was recorded\n")
      }
      return cassette
    } catch {
      throw .cassette(error)
    }
  }

  /// Writes the cassette, whatever the run came to.
  private func recorded(_ recorder: CassetteRecorder?, _ code: ExitCode) -> ExitCode {
    guard let recorder, let recording else { return code }
    return recording.write(recorder, inputs.identity, streams) ? code : .broken
  }

  /// A script has said everything at once: what stays silent then is not waited for for ever.
  private func limits(_ limits: ProcessLimits) -> ProcessLimits {
    guard streams.terminal != nil || sides.responder != nil else { return limits }
    var limits = limits
    limits.quiet = nil
    return limits
  }

  private func otherResponder(
    _ stage: RunStage, _ children: ChildProcesses
  ) async throws(RunObstacle) -> ProcessResponder? {
    guard let command = sides.responder?.command else { return nil }
    do throws(BackendFailure) {
      return try await ProcessResponder.start(
        command, flow: inputs.flow.flow.name, world: inputs.worldText, clock: stage.clock, limits: sides.limits,
        in: children)
    } catch {
      _ = await stage.close()
      throw .responder(error)
    }
  }

  /// What is known of the programs only once they are ended.
  private struct Failures {
    /// The SDK broke its contract at the end, or the recording does not go with the run.
    var backend: BackendFailure?
    /// The program that answers failed.
    var responder: BackendFailure?
  }

  /// Ends the programs.
  private func close(
    _ stage: RunStage, _ responder: ProcessResponder?, after result: RunResult
  ) async -> Failures {
    var failures = Failures(responder: responder?.failure)
    let ofBackend = await stage.close(after: result)
    let ofResponder = await responder?.close() ?? nil
    failures.backend = ofBackend
    failures.responder = failures.responder ?? ofResponder
    return failures
  }

  /// Runs the session; where the run can be saved or is recorded, a signal stops it rather than the program.
  private func play(_ session: FlowSession) async -> RunResult {
    guard savePath != nil || recording != nil else { return await session.run() }
    let script = Mutex<Task<RunResult, Never>?>(nil)
    // Before the run begins: a signal that comes with the first question is heeded, too.
    streams.stop.onRing {
      session.stop()
      script.withLock { $0 }?.cancel()
    }
    let run = Task { await session.run() }
    // A script or a program is not interrupted by that alone; a person who types would lose what is under way.
    if streams.terminal == nil || sides.responder != nil {
      script.withLock { $0 = run }
      if streams.stop.heeded != nil { run.cancel() }
    }
    let result = await run.value
    streams.stop.onRing(nil)
    return result
  }

  private func finish(
    _ result: RunResult, _ failures: Failures, _ other: ProcessResponder?, _ session: FlowSession,
    _ stage: RunStage, _ script: ScriptResponder
  ) async -> ExitCode {
    let hasAsked = streams.terminal?.end() ?? false
    var result = result
    var stalled: String?
    if case .failed = result.ending {
    } else if let failure = failures.backend {
      if failure.kind == .diverged, case .waiting(let step) = result.ending { stalled = step }
      result = result.failed(failure)
    }
    let report = RunReport(result, of: inputs.flow.flow, responder: failures.responder, stalledAt: stalled)
    guard isSeen else {
      streams.output.write((isJSON ? report.json : report.text) + "\n")
      return await tell(report, other, session, stage, script)
    }
    let code = await tell(report, other, session, stage, script)
    let columns = streams.terminal?.columns ?? RunReport.usualColumns
    streams.output.write((hasAsked ? "\n" : "") + report.closing(columns: columns))
    return code
  }

  /// Whether a person sees the result.
  private var isSeen: Bool { streams.output.isTerminal && !isJSON }

  /// What there is to tell besides the result, which is saved where it is to be.
  private func tell(
    _ report: RunReport, _ other: ProcessResponder?, _ session: FlowSession, _ stage: RunStage,
    _ script: ScriptResponder
  ) async -> ExitCode {
    let denial = await session.denialOfResuming
    guard denial.isEmpty else {
      let why = denial.map(\.onOneLine).joined(separator: "; ")
      streams.errors.write("mfaflow: the run was not taken up: a security module denies it now: \(why)\n")
      return report.exitCode
    }
    say(report, script, at: stage.clock.now)
    if let (count, last) = other?.refusals {
      let words =
        count == 1 ? "an answer of the responder was refused" : "\(count) answers of the responder were refused"
      streams.errors.write("mfaflow: \(words)\(count == 1 ? "" : "; the last"): \(last.onOneLine)\n")
    }
    guard let savePath, report.isWaiting else { return report.exitCode }
    guard let run = await session.saved, let journal = stage.network?.journal else {
      return cannotSave("a call is under way")
    }
    let text = RunFile(identity: inputs.identity, run: run, journal: journal).text
    guard text.utf8.count <= FileReader.limit else {
      return cannotSave("it is larger than \(FileReader.limit >> 20) MiB")
    }
    if let failure = PrivateFile.write(text, to: savePath)?.description { return cannotSave(failure) }
    streams.errors.write("mfaflow: the run is saved in \(Diagnostic.quoting(path: savePath))\n")
    for number in 0..<journal.passwordsSet {
      streams.errors.write(
        "mfaflow: the saved run does not hold a password that was set: to go on with the run, give it as \(RunVariable.secret(number + 1))\n"
      )
    }
    return report.exitCode
  }

  private func cannotSave(_ why: String, help: String? = nil) -> ExitCode {
    let place = savePath.map { " in \(Diagnostic.quoting($0, limit: 200)) (`--save`)" } ?? ""
    streams.errors.write("mfaflow: the run cannot be saved\(place): \(why)\n")
    if let help { streams.errors.write("  help: \(help)\n") }
    return .broken
  }

  /// Passwords that the saved run does not hold and that nobody has handed in.
  private func sayWhatIsMissing() {
    for number in 0..<(inputs.resumed?.journal.passwordsSet ?? 0) {
      let name = RunVariable.secret(number + 1)
      guard streams.variable(name) == nil else { continue }
      streams.errors.write("mfaflow: \(name) is not set: the password that it stands for will not be right\n")
    }
  }

  /// What the simulated SDK will not do as the flow and its contract have it.
  private func sayWhatIsLess() {
    guard case .simulator = sides.backend, case .simulated(let world) = inputs.world else { return }
    for line in SimulatorNotes(inputs.flow.flow, in: world).lines {
      streams.errors.write("mfaflow: \(line.onOneLine)\n")
    }
  }

  /// The script, and behind it the person at the terminal, if there is one.
  private func responder(
    _ script: ScriptResponder, _ clock: any RunClock, _ other: ProcessResponder?
  ) -> any Responder {
    if let other { return BehindScript(script: script, other: other) }
    guard let terminal = streams.terminal else {
      return savePath == nil ? script : LeavingScript(script, in: inputs.flow.flow)
    }
    let person = TerminalResponder(terminal, inputs.flow.flow.contract, clock: clock)
    return BehindScript(script: script, other: person)
  }

  /// What a person should know besides the result: who waits for what, and which answers nobody asked for.
  private func say(_ report: RunReport, _ script: ScriptResponder, at now: Duration) {
    let isStopped = streams.stop.heeded != nil
    if !isSeen, let line = report.line(unanswered: script.unanswered, at: now, isStopped: isStopped) {
      streams.errors.write("mfaflow: \(line)\n")
    }
    if report.isWaiting, !isStopped, streams.terminal == nil, streams.hasUnreadInput() {
      streams.errors.write(
        "mfaflow: standard input was not read, since it is no terminal: give the answers with `--answers FILE`, "
          + "or in the form of such a file with `--answers -`\n")
    }
    for refused in script.refusals {
      let place = refused.line.map { "line \($0) of the answers" } ?? "an answer for `\(refused.step)`"
      streams.errors.write("mfaflow: \(place) was refused: \(refused.why.onOneLine)\n")
    }
    for (step, miss) in script.misses {
      streams.errors.write("mfaflow: the answer to `\(step)`: \(miss.message); \(miss.help)\n")
    }
    if let first = script.unusedSettings.first {
      let count = script.unusedSettings.count
      streams.errors.write(
        "mfaflow: \(count) setting\(count == 1 ? " was" : "s were") not used; "
          + "the first is `\(Option.set.name) \(first.name.onOneLine)=…`\n")
    }
    guard let first = script.unused.first else { return }
    let count = script.unused.count
    let line = first.step.range.start.line
    streams.errors.write(
      "mfaflow: \(count) answer\(count == 1 ? " was" : "s were") not used; "
        + "the first is for `\(first.step.value)`, line \(line) of the answers\n")
  }
}
