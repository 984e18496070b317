// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowRuntime
import SDKContract

/// Where a run that is played stands, in words.
package struct PlayPlace: Equatable {
  /// The step, or that it is over.
  package let title: String
  /// What the user sees there, or what is waited for.
  package let lines: [String]
  /// What is proved so far.
  package let proofs: String

  package init(_ run: PlayedRun) {
    let machine = run.machine
    title = (machine.isOver ? "the end" : machine.stepName).onOneLine
    var lines: [String] = []
    if machine.isOver {
      let end = run.trace.last { $0.kind == "end" }
      lines.append((end?.words ?? "the run is over").onOneLine)
      for line in (run.farewell ?? "").split(separator: "\n") { lines.append(String(line).asSaid) }
    } else if machine.awaitsAnswer {
      lines.append("the SDK is asked: does it take the call?")
    } else if machine.awaitsVerdict {
      lines.append("the security modules are asked")
    } else if let question = machine.question(at: machine.time) {
      let head = QuestionHead(contract: run.contract).lines(
        of: question, told: nil, own: nil, hasNothing: false, isTicking: false)
      lines += head.dropFirst().map(\.text)
      for choice in question.choices {
        if let confirm = choice.confirm { lines.append("\(choice.name) asks first: \(confirm.asSaid)".onOneLine) }
      }
    } else {
      lines.append("the flow waits for the SDK")
    }
    let held = machine.pending.filter { $0.place == .held }.map { PlayMove.words($0.occurrence.event, run.contract) }
    if !held.isEmpty { lines.append("held until then: \(held.joined(separator: ", "))".onOneLine) }
    self.lines = lines
    let proofs = machine.proofs.map(\.words).joined(separator: ", ")
    let enrolled = machine.enrolled.map(\.words).joined(separator: ", ")
    self.proofs =
      "proofs: " + (proofs.isEmpty ? "none yet" : proofs) + (enrolled.isEmpty ? "" : "; set up: \(enrolled)")
  }
}

/// What may happen next, as a list whose moves have numbers from 1.
package struct PlayList: Equatable {
  /// A line of it.
  package enum Line: Equatable {
    /// Whose doing the moves below it are.
    case heading(String)
    /// A move, by its place among all, from 0.
    case move(Int, String)
  }

  package private(set) var lines: [Line] = []
  let count: Int

  package init(_ moves: [PlayMove]) {
    count = moves.count
    for actor in PlayMove.Actor.allCases {
      let own = moves.enumerated().filter { $0.element.actor == actor }
      guard !own.isEmpty else { continue }
      lines.append(.heading(actor.title))
      var told: [String: PlayMove] = [:]
      for (index, move) in own {
        let difference = own.first { $0.element.words == move.words }.flatMap { move.difference(from: $0.element) }
        var words = move.words + (difference.map { " with \($0)" } ?? "")
        // No two lines are alike where the moves are not.
        while let twin = told[words], let more = move.difference(from: twin) { words += " \(more)" }
        told[words] = move
        lines.append(.move(index, words.onOneLine))
      }
    }
  }

  /// The words of the moves, in the order of the lines.
  var moves: [String] { lines.compactMap { if case .move(_, let words) = $0 { words } else { nil } } }

  /// A number from 1 with what blanks it needs to stand below the others.
  package func number(_ index: Int) -> String {
    let number = String(index + 1)
    return String(repeating: " ", count: String(count).count - number.count) + number
  }
}
