// SPDX-License-Identifier: Apache-2.0

package import FlowExploration
import FlowGraph
package import FlowRuntime
import FlowScenarios
import LocalFiles
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

  /// The scenario file; nil if the run does not come out so again.
  ///
  /// - Parameter path: where it is to be written.
  package func text(of run: [Moment], for path: String) async -> String? {
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    let place = folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder
    let name = path.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? "played"
    // Where a question reads otherwise when it is played, the way itself is what counts.
    for tellsQuestions in [true, false] {
      let transcript = RunTranscript(run, program, tellingQuestions: tellsQuestions)
      var scenario = ScenarioText(
        flow: RelativePath.path(from: place, to: paths.flow),
        contract: paths.contract.map { RelativePath.path(from: place, to: $0) }, name: name)
      scenario.comments = Self.comments
      scenario.items = transcript.items
      scenario.denial = transcript.denial
      guard var filled = await scenario.filled(on: program) else { continue }
      if run.count <= Self.mostShortened {
        await filled.shortenEvents(for: program.flow.contract, keepingUsers: false) { draft in
          await draft.played(on: program)?.passed ?? false
        }
      }
      return filled.text
    }
    return nil
  }
}
