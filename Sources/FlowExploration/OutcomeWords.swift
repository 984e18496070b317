// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowRuntime

/// What became of an interrupt, in the words of the table.
struct OutcomeWords {
  private let program: Program
  private let reaction: Reaction

  init(_ program: Program, _ reaction: Reaction) {
    self.program = program
    self.reaction = reaction
  }

  /// Nil while nothing is known yet.
  func words(for fate: EventFate) -> String? {
    switch fate {
    case .pending(.waiting): "deferred"
    case .pending(.kept): "kept"
    case .pending: nil
    case .left(let destination): words(for: destination)
    case .reply(let destination): "reply: \(words(for: destination))"
    case .unnamed(.unhandled): words(for: .unhandled)
    case .unnamed(let destination): "else: \(words(for: destination))"
    case .closed: "closed"
    case .superseded: "replaced"
    case .noticed: "noticed"
    case .dropped: "dropped"
    case .cutOff: "cut off"
    case .lost: "lost"
    }
  }

  private func words(for destination: Destination) -> String {
    switch destination {
    case .step(let step): "to \(program.flow[step].name.value)"
    case .end(let end): "end \(reachedEnd ?? program.flow[end].name.value)"
    case .stay, .retry: "stay"
    case .resume: wasResumed ? "resume" : "end \(reachedEnd ?? unhandled)"
    case .unhandled: "end \(unhandled)"
    }
  }

  private var unhandled: String { RunEnd.unhandled.name(in: program.flow) }

  private var wasResumed: Bool {
    reaction.marks.contains { if case .resumed = $0.what { true } else { false } }
  }

  /// The end that the run came to; nil if it goes on.
  private var reachedEnd: String? {
    for mark in reaction.marks {
      if case .ended(let end) = mark.what { return end.name(in: program.flow) }
    }
    return nil
  }
}
