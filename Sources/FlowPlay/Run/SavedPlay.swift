// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import FlowExploration
import FlowGraph
package import FlowRuntime
import FlowScenarios
import LocalFiles
import SDKContract
import WrittenScenarios

/// A run that was played, as a scenario that passes.
package struct SavedPlay {
  private let program: Program
  /// The file of the flow and that of the contract, from where the program runs.
  private let paths: (flow: String, contract: String?)

  private static let comments = [
    "Written by `mfaflow play`: what was played, and how it came out. Give it a name that says what it is for."
  ]

  package init(_ program: Program, flow: String, contract: String?) {
    self.program = program
    paths = (flow, contract)
  }

  /// In a longer run, events keep all their fields: to try each would take too long.
  private static let mostShortened = 200

  /// What is written of a run.
  package struct Written {
    /// The scenario file.
    package let text: String
    /// What a scenario cannot say, or says otherwise than it was played.
    package let remarks: [String]
  }

  /// Why no scenario file can name the flow or its contract; nil if one can.
  package var obstacle: String? {
    for path in [paths.flow, paths.contract].compactMap(\.self) {
      guard let obstacle = ScenarioText.obstacle(to: path) else { continue }
      return "a scenario file cannot name \(Diagnostic.quoting(path: path)): it cannot hold \(obstacle)"
    }
    return nil
  }

  /// The scenario file, of as much of the run as comes out so again; nil if nothing of it does.
  ///
  /// - Parameter path: where it is to be written.
  package func written(_ run: [Moment], for path: String) async -> Written? {
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    let place = folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder
    var draft = ScenarioText(
      flow: RelativePath.path(from: place, to: paths.flow),
      contract: paths.contract.map { RelativePath.path(from: place, to: $0) },
      name: Self.name(ofFile: path))
    draft.comments = Self.comments
    guard var best = await longest(of: run, draft) else { return nil }
    if best.count <= Self.mostShortened {
      await best.scenario.shortenEvents(for: program.flow.contract, keepingUsers: false) { draft in
        await draft.played(on: program)?.passed ?? false
      }
    }
    return Written(text: best.scenario.text, remarks: remarks(on: run, best))
  }

  /// What the scenario is called: as its file, without what the names of scenario files end in.
  private static func name(ofFile path: String) -> String {
    let file = path.split(separator: "/").last ?? ""
    let name = String(file.drop { $0 == "." }.prefix { $0 != "." })
    return name.isEmpty || ScenarioText.obstacle(to: name) != nil ? "played" : name
  }

  /// A beginning of a run that comes out so again.
  private struct Beginning {
    var scenario: ScenarioText
    /// How many turns it has.
    let count: Int
    /// Whether time is left out that passes before a word of the SDK or of the security modules.
    let leavesTimeOut: Bool
  }

  /// The whole run where it comes out so again, else a long beginning.
  private func longest(of run: [Moment], _ draft: ScenarioText) async -> Beginning? {
    if let whole = await filled(run, draft) { return whole }
    // Why halves: a run may have very many turns. What is taken was played, whatever the others would come to.
    var best: Beginning?
    var (good, bad) = (0, run.count)
    while bad - good > 1 {
      let middle = (good + bad) / 2
      if let beginning = await filled(Array(run.prefix(middle)), draft) {
        (best, good) = (beginning, middle)
      } else {
        bad = middle
      }
    }
    return best
  }

  /// Nil if the run does not come out so again.
  private func filled(_ run: [Moment], _ draft: ScenarioText) async -> Beginning? {
    for leavesTimeOut in [false, true] {
      // Where a question reads otherwise when it is played, the way itself is what counts.
      for tellsQuestions in [true, false] {
        let transcript = RunTranscript(
          run, program, tellingQuestions: tellsQuestions, keepingWaiting: !leavesTimeOut)
        guard !leavesTimeOut || transcript.waitsForWords else { return nil }
        var scenario = draft
        scenario.items = transcript.items
        scenario.denial = transcript.denial
        guard let filled = await scenario.filled(on: program, taking: transcript.turns) else { continue }
        return Beginning(scenario: filled, count: run.count, leavesTimeOut: leavesTimeOut)
      }
    }
    return nil
  }

  private func remarks(on run: [Moment], _ beginning: Beginning) -> [String] {
    var remarks: [String] = []
    if beginning.leavesTimeOut {
      remarks.append(
        "Time that passes before a word on a call or at a gate is left out: a scenario has the word at once.")
    }
    var machine = FlowMachine(program)
    for moment in run.prefix(beginning.count) { _ = machine.pass(moment) }
    if beginning.count < run.count {
      let move = PlayMove(run[beginning.count], of: machine, program.flow.contract).words.onOneLine
      remarks.append(
        "Only the first \(beginning.count) of \(run.count) turns are written: in a scenario, which has the word on each call at once,"
          + " `\(move)` comes out otherwise.")
    } else if machine.awaitsAnswer, let call = machine.callAtWork {
      remarks.append(
        "The word on `\(program.flow.contract[call.call].name)` is missing: in the scenario the SDK takes the call.")
    } else if machine.awaitsVerdict {
      remarks.append(
        "The word of the security modules is missing: in the scenario they say what they said last, or allow it.")
    }
    if !machine.isOver, let end = beginning.scenario.expected?.end {
      remarks.append(
        "The run is not over: in the scenario nothing more comes, so that time goes on, and it ends at `\(end)`.")
    }
    return remarks
  }
}
