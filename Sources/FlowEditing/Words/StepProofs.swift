// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowGraph
import SDKContract

/// What is known of a run that has come to a step, in sentences.
struct StepProofs {
  let flow: Flow

  /// What has been shown there at least, and what can still be guessed.
  func lines(of step: Step) -> [String] {
    [shown(at: step)].compactMap(\.self) + guesses(at: step)
  }

  private func shown(at step: Step) -> String? {
    guard let proofs = Checker.proofsByStep(flow) else { return nil }
    guard proofs.isComplete else { return "Nothing is proved here: the flow is too large to follow all its runs." }
    let weakest = proofs.weakest[Int(step.id.index)]
    guard !weakest.isEmpty else { return step.isInterrupt ? nil : "No run comes here." }
    return "Proved when it is reached: " + weakest.map(Self.words).joined(separator: "; or ") + "."
  }

  static func words(_ shown: [Proof]) -> String {
    shown.isEmpty ? "nothing" : shown.map(\.words).joined(separator: ", ")
  }

  private func guesses(at step: Step) -> [String] {
    let all = Checker.counts(in: flow).guesses
    let name = step.name.value
    var lines = all.flatMap { secret in
      secret.places.filter { $0.step.value == name }.map {
        "`\(secret.secret)` can be guessed here, in a run and at worst: \($0.most.words)."
      }
    }
    guard !step.isInterrupt, !all.isEmpty else { return lines }
    let left = Checker.guessesLeft(in: flow, at: step.id, of: all)
    lines.append(
      left.isEmpty
        ? "From here on no secret can be guessed."
        : "Guesses left from here on, at worst: "
          + left.map { "`\($0.secret)` \($0.words)" }.joined(separator: "; ") + ".")
    return lines
  }
}
