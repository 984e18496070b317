// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowExploration
import FlowGraph
import FlowRuntime
import SDKContract
import Values

/// How a run that is played stands, in the words of a screen.
package struct PlayState {
  /// What can be given with a move.
  struct Edit: Equatable {
    /// What a line begins with that changes it; nil where nothing is known.
    let given: String?
    /// The names, one behind another; empty where nothing can be given.
    let names: String
  }

  /// Such as `login 1.0.0`.
  let flow: String
  let place: PlayPlace
  /// Such as `12.500 s`.
  let time: String
  /// How many turns are played, and how many there are with those that were taken back.
  let played: Int
  let all: Int
  let list: PlayList
  let edits: [Edit]
  let trace: [String]
  /// The names of all events of the contract.
  let events: [String]
  let isOver: Bool

  package init(_ run: PlayedRun) {
    flow = "\(run.program.flow.name) \(run.program.flow.version)".onOneLine
    place = PlayPlace(run)
    let (seconds, rest) = (run.machine.time / 1_000, run.machine.time % 1_000)
    time = "\(seconds).\(String(1_000 + rest).dropFirst()) s"
    (played, all) = (run.played, run.count)
    let moves = run.moves
    list = PlayList(moves)
    edits = moves.map { Edit($0, run) }
    let trace = run.trace.map(\.text.onOneLine)
    // The times stand one below the other; what is blank before all of them takes room only.
    let blanks = trace.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    self.trace = trace.map { String($0.dropFirst(blanks)) }
    events = run.contract.events.map(\.name.onOneLine)
    isOver = run.machine.isOver
  }
}

extension PlayState.Edit {
  fileprivate init(_ move: PlayMove, _ run: PlayedRun) {
    switch move.moment.happening {
    case .answer(nil, let values):
      names = values.fields.map(\.name).joined(separator: ", ").onOneLine
      let step = run.program.flow[run.machine.stepAtWork]
      // What is secret, or would be more than one word, is not written out.
      let shown = values.fields.compactMap { field -> String? in
        let isSecret = step.inputs.first { $0.name == field.name }?.type.holdsSecret ?? true
        guard !isSecret, let text = Self.word(field.value) else { return nil }
        return "\(field.name)=\(text)"
      }
      given = shown.isEmpty ? nil : shown.joined(separator: " ")
    case .event(let occurrence):
      let spec = run.contract.event(named: occurrence.event.name).map { run.contract[$0] }
      let fields = (spec?.fields.fields ?? []).filter { Self.isWord($0.type) }.map(\.name)
      let own = spec?.hasStatus ?? false ? ["status", "error"] : ["error"]
      (given, names) = (nil, (fields + own).joined(separator: ", ").onOneLine)
    default: (given, names) = (nil, "")
    }
  }

  private static func isWord(_ type: ValueType) -> Bool {
    switch type {
    case .list, .record: false
    default: true
    }
  }

  private static func word(_ value: Value) -> String? {
    switch value {
    case .text(let text): text.isEmpty || text.contains(where: \.isWhitespace) || text != text.onOneLine ? nil : text
    case .int(let number): String(number)
    case .flag(let flag): String(flag)
    default: nil
    }
  }
}
