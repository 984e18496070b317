// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowExploration
import FlowGraph
import FlowRuntime
import LocalFiles
import ProcessBackend
import SDKContract
import SystemCalls
import Values

/// Somebody who plays a flow, line by line: at a terminal, or out of a file.
struct PlaySession {
  private var run: PlayedRun
  private let saved: SavedPlay
  private let screen: PlayScreen
  private let streams: Streams
  private let lines: LineSource?
  /// How many lines were played.
  private var count = 0

  /// A file that plays more has lost its way.
  private static let mostLines = 100_000

  init(_ program: Program, saving saved: SavedPlay, screen: PlayScreen, _ streams: Streams) {
    run = PlayedRun(program)
    self.saved = saved
    self.screen = screen
    self.streams = streams
    lines = streams.terminal == nil ? streams.lines() : nil
  }

  /// Plays until somebody ends it, or nothing more comes.
  mutating func play() async {
    defer { streams.terminal?.end() }
    streams.terminal?.begin()
    show(run.trace)
    while count < Self.mostLines, let line = await nextLine() {
      count += 1
      guard await carryOut(PlayLine(line)) else { return }
    }
  }

  /// Where the run stands, and what may happen next, behind what has just happened.
  private func show(_ trace: [TraceEntry]) {
    streams.output.write(screen.trace(trace) + screen.place(run) + screen.list(run.moves))
    guard run.machine.isOver else { return }
    streams.output.write("`back` takes the last thing back, `save FILE` writes a scenario, `quit` ends it.\n")
  }

  private func nextLine() async -> String? {
    if let lines {
      guard let bytes = lines.next() else { return nil }
      let line = String(decoding: bytes, as: UTF8.self)
      streams.output.write("> \(PlayLine.shown(line, isSecret).onOneLine)\n")
      return line
    }
    guard let terminal = streams.terminal, let wake = WakePipe() else { return nil }
    let typed = await OwnThread.run {
      terminal.takingTurn { terminal.line(Prompt(text: "> "), wokenBy: wake) }
    }
    guard case .text(let bytes) = typed else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a step asks for a secret of that name.
  private func isSecret(_ name: String) -> Bool {
    run.program.flow.steps.contains { $0.inputs.contains { $0.name == name && $0.type == .secret } }
  }

  /// - Returns: false at the end.
  private mutating func carryOut(_ line: PlayLine) async -> Bool {
    switch line {
    case .move(let number, let values): play(number, values)
    case .event(let name, let values): play(event: name, values)
    case .wait(let time):
      let before = run.trace.count
      run.wait(time)
      show(Array(run.trace.dropFirst(before)))
    case .back:
      guard run.goBack() else { return say("this is the beginning") }
      show([])
    case .forth:
      guard run.goForth() else { return say("nothing was taken back") }
      show(run.lastTrace)
    case .restart:
      run.restart()
      show([])
    case .list: show([])
    case .trace: streams.output.write(screen.trace(run.trace))
    case .help: streams.output.write(PlayLine.helpText)
    case .save(let path): await save(path)
    case .nothing(let help): return say(help)
    case .quit: return false
    }
    return true
  }

  private mutating func play(_ number: Int, _ values: [PlayLine.Given]) {
    let moves = run.moves
    guard number >= 1, number <= moves.count else {
      _ = say(
        run.machine.isOver
          ? "the run is over: `back`, `save FILE` or `quit`" : "write a number from 1 to \(moves.count)")
      return
    }
    switch moves[number - 1].with(values, in: run.program) {
    case .failure(let problem): _ = say(problem.words)
    case .success(let moment): play(moment)
    }
  }

  /// Any event of the contract, with ordinary values in the fields that nobody gives.
  private mutating func play(event name: String, _ values: [PlayLine.Given]) {
    guard !run.machine.isOver else {
      _ = say("the run is over: `back`, `save FILE` or `quit`")
      return
    }
    guard let id = run.contract.event(named: name) else {
      _ = say(
        Suggestion.help(
          for: name, among: run.contract.events.map(\.name),
          otherwise: "the contract has no event \(Diagnostic.quoting(name))"))
      return
    }
    let spec = run.contract[id]
    guard !run.machine.awaitsVerdict, spec.kind == .interrupt || !run.machine.awaitsAnswer else {
      _ = say("first say what becomes of the call: until then only interrupts can be told from what comes behind it")
      return
    }
    var event = SDKEvent(spec.name)
    event.status = spec.hasStatus ? run.contract.successCodes(of: spec).first : nil
    event.data = SampleValues.ordinary(spec.fields)
    if let field = spec.modeField, let mode = spec.modes.first { event.data[field] = .int(mode) }
    if let problem = event.take(values, run.contract) {
      _ = say(problem.words)
      return
    }
    guard let occurrence = try? run.program.occurrence(of: event, at: nil) else {
      _ = say("the contract does not let these fields be so")
      return
    }
    play(Moment(.event(occurrence)))
  }

  private mutating func play(_ moment: Moment) {
    run.play(moment)
    show(run.lastTrace)
  }

  private func save(_ path: String) async {
    let path = path.hasSuffix(".yaml") || path.hasSuffix(".yml") ? path : path + ".scenarios.yaml"
    guard let text = await saved.text(of: run.moments, for: path) else {
      _ = say("this run cannot be written as a scenario that comes out so again")
      return
    }
    var files = NewFiles(into: "")
    files.add(path, text)
    do throws(UsageProblem) {
      guard try files.write(streams) else { return }
      streams.output.write("`mfaflow test \(path.onOneLine)` plays it.\n")
    } catch {
      _ = say(error.message + "; give another name")
    }
  }

  private func say(_ words: String) -> Bool {
    streams.output.write("  \(words.onOneLine)\n")
    return true
  }
}
