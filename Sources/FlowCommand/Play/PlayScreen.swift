// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowRuntime
import RuleBook
import SDKContract

/// What somebody sees who plays a flow: where the run stands, and what may happen next.
struct PlayScreen {
  private let isStyled: Bool
  private let columns: Int
  /// What the messages say, by their keys.
  private let texts: [String: String]

  init(_ flow: Flow, isStyled: Bool, columns: Int) {
    self.isStyled = isStyled
    self.columns = columns
    texts = Dictionary(flow.messages.map { ($0.name.value, $0.written) }, uniquingKeysWith: { first, _ in first })
  }

  /// Where the run stands: the step, what the user sees there, the proofs so far.
  func place(_ run: PlayedRun) -> String {
    let machine = run.machine
    var lines = ["", rule(machine.isOver ? "the end" : machine.stepName)]
    if machine.isOver {
      let end = run.trace.last { $0.kind == "end" }
      lines.append("  " + (end?.words ?? "the run is over").onOneLine)
      if let text = end?.text("say").flatMap({ texts[$0] }) { lines.append("  " + text.onOneLine) }
    } else if machine.awaitsAnswer {
      lines.append("  the SDK is asked: does it take the call?")
    } else if machine.awaitsVerdict {
      lines.append("  the security modules are asked")
    } else if let question = machine.question(at: machine.time) {
      let head = QuestionHead(contract: run.contract).lines(
        of: question, told: nil, own: nil, hasNothing: false, isTicking: false)
      lines += head.dropFirst().map { "  " + $0.text }
    } else {
      lines.append("  the flow waits for the SDK")
    }
    let held = machine.pending.filter { $0.place == .held }.map { PlayMove.words($0.occurrence.event, run.contract) }
    if !held.isEmpty { lines.append("  held until then: \(held.joined(separator: ", "))".onOneLine) }
    let proofs = run.contract.words(machine.proofs)
    let enrolled = run.contract.words(machine.enrolled)
    lines.append(
      "  proofs: " + (proofs.isEmpty ? "none yet" : proofs) + (enrolled.isEmpty ? "" : "; set up: \(enrolled)"))
    return lines.map { $0 + "\n" }.joined()
  }

  /// What may happen, by number.
  func list(_ moves: [PlayMove]) -> String {
    var lines: [String] = []
    let width = String(moves.count).count
    for actor in PlayMove.Actor.allCases {
      let own = moves.enumerated().filter { $0.element.actor == actor }
      guard !own.isEmpty else { continue }
      lines.append(bold(actor.title))
      for (index, move) in own {
        let number = String(index + 1)
        let space = String(repeating: " ", count: width - number.count)
        let difference = own.first { $0.element.words == move.words }.flatMap { move.difference(from: $0.element) }
        lines.append("  \(space)\(number)  \(move.words)\(difference.map { " with \($0)" } ?? "")".onOneLine)
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// What has happened.
  func trace(_ entries: [TraceEntry]) -> String {
    entries.map { quiet($0.text.onOneLine) + "\n" }.joined()
  }

  private func rule(_ title: String) -> String {
    let title = title.onOneLine
    let dashes = max(3, min(columns, 78) - title.terminalWidth - 4)
    return "── " + bold(title) + " " + String(repeating: "─", count: dashes)
  }

  private func bold(_ text: String) -> String { isStyled ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
  private func quiet(_ text: String) -> String { isStyled ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
}
