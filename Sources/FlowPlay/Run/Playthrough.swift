// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowExploration
import FlowGraph
package import FlowRuntime
import LocalFiles
import SDKContract
import Values

/// Where what was played is written.
package protocol PlayedFiles: Sendable {
  /// Why no file can be at a path; nil if one can.
  func misplacement(_ path: String) -> String?

  /// Writes a scenario into a file that is not there yet.
  ///
  /// - Returns: what was made, line by line; or why nothing was.
  func write(_ scenario: String, to path: String) -> Result<[String], PlayProblem>
}

/// A flow that somebody plays: what a line means, whoever shows what comes of it.
package struct Playthrough {
  /// What came of a line.
  package enum Reply {
    /// This happened.
    case happened([TraceEntry])
    /// A turn was taken back, or all of them.
    case wentBack
    /// Nothing; this is to be said, such as why.
    case said(String)
    /// What was played is written; what there is to say of it.
    case written([String])
    /// Something is to be shown.
    case list, trace, help
    case quit
  }

  package private(set) var run: PlayedRun
  private let saved: SavedPlay
  private let files: any PlayedFiles
  private let secrets: Set<String>

  /// - Parameter files: the files into which the run is written.
  package init(_ program: Program, saving saved: SavedPlay, _ files: any PlayedFiles) {
    run = PlayedRun(program)
    self.saved = saved
    self.files = files
    secrets = Set(
      program.flow.steps.flatMap { step in step.inputs.filter(\.type.holdsSecret).map(\.name) })
  }

  /// Whether a step asks for a secret of that name.
  package func isSecret(_ name: String) -> Bool { secrets.contains(name) }

  /// Each turn is kept, so that it can be taken back.
  private static let mostTurns = 100_000

  /// Does what a line asks for.
  package mutating func carryOut(_ line: PlayLine) async -> Reply {
    switch line {
    case .move, .event, .wait:
      guard run.played >= Self.mostTurns else { break }
      return .said(
        "the run has \(Self.mostTurns) turns, and no more are kept: `back`, `restart`, `save FILE` or `quit`")
    default: break
    }
    switch line {
    case .move(let number, let values): return play(number, values)
    case .event(let name, let values): return play(event: name, values)
    case .wait(let time):
      let before = run.trace.count
      run.wait(time)
      return happened(behind: before)
    case .back: return run.goBack() ? .wentBack : .said("this is the beginning")
    case .forth:
      let before = run.trace.count
      return run.goForth() ? happened(behind: before) : .said("nothing was taken back")
    case .restart:
      run.restart()
      return .wentBack
    case .list: return .list
    case .trace: return .trace
    case .help: return .help
    case .save(let path): return await save(path)
    case .nothing(let help): return .said(help)
    case .quit: return .quit
    }
  }

  /// What has happened since the trace had so many lines.
  private func happened(behind count: Int) -> Reply { .happened(Array(run.trace.dropFirst(count))) }

  private mutating func play(_ number: Int, _ values: [PlayLine.Given]) -> Reply {
    let moves = run.moves
    guard number >= 1, number <= moves.count else {
      return .said(run.machine.isOver ? Self.over : "write a number from 1 to \(moves.count)")
    }
    switch moves[number - 1].with(values, in: run.program) {
    case .failure(let problem): return .said(problem.words)
    case .success(let moment): return play(moment)
    }
  }

  private static let over = "the run is over: `back`, `save FILE` or `quit`"

  /// Any event of the contract, with ordinary values in the fields that nobody gives.
  private mutating func play(event name: String, _ values: [PlayLine.Given]) -> Reply {
    guard !run.machine.isOver else { return .said(Self.over) }
    guard let id = run.contract.event(named: name) else {
      return .said(
        Suggestion.help(
          for: name, among: run.contract.events.map(\.name),
          otherwise: "the contract has no event \(Diagnostic.quoting(name))"))
    }
    let spec = run.contract[id]
    guard spec.kind == .interrupt || !run.machine.awaitsAnswer && !run.machine.awaitsVerdict else {
      let first = run.machine.awaitsVerdict ? "what the security modules decide" : "what becomes of the call"
      return .said("first say \(first): until then only an interrupt can come")
    }
    var event = SDKEvent(spec.name)
    event.status = spec.hasStatus ? run.contract.successCodes(of: spec).first : nil
    event.data = SampleValues.ordinary(spec.fields)
    if let field = spec.modeField, let mode = spec.modes.first { event.data[field] = .int(mode) }
    if let problem = event.take(values, run.contract) { return .said(problem.words) }
    guard let occurrence = try? run.program.occurrence(of: event, at: nil) else {
      return .said("the contract does not let these fields be so")
    }
    return play(Moment(.event(occurrence)))
  }

  private mutating func play(_ moment: Moment) -> Reply {
    run.play(moment)
    return .happened(run.lastTrace)
  }

  private func save(_ path: String) async -> Reply {
    if let reason = files.misplacement(path) {
      let name = Diagnostic.quoting(path: path)
      return .said("\(name) cannot be written: \(reason); name a file in a folder that is there")
    }
    let path = FilePath.isYAML(path) ? path : path + FilePath.scenariosEnding
    if let obstacle = saved.obstacle { return .said(obstacle) }
    guard let written = await saved.written(run.moments, for: path) else {
      return .said("this run cannot be written as a scenario that comes out so again")
    }
    switch files.write(written.text, to: path) {
    case .success(let lines):
      return .written(lines + written.remarks + ["`mfaflow test \(path.onOneLine.asShellWord)` plays it."])
    case .failure(let problem): return .said(problem.words)
    }
  }
}
