// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning
import Synchronization

/// Which steps and hops of a program some run may take: worked out once, for whoever asks first.
///
/// Why not with the program: only who measures runs wants to know, and no app does.
final class HopsInReach: Sendable {
  private struct Known {
    /// By step.
    let steps: [Bool]
    /// By hop.
    let hops: [Bool]
    /// By line of a `run:` step.
    let passages: [Bool]
  }

  private let known = Mutex<Known?>(nil)

  func contains(step: Int, of program: Program) -> Bool { known(of: program).steps[step] }

  func contains(hop: UInt16, of program: Program) -> Bool { known(of: program).hops[Int(hop)] }

  func contains(passage: Int, of program: Program) -> Bool { known(of: program).passages[passage] }

  private func known(of program: Program) -> Known {
    known.withLock { known in
      if let known { return known }
      let lines = LinesInReach(of: program.flow)
      let hops = program.origins.map { origin in
        // What is no line is a choice, or where the flow goes by itself.
        origin.place.map { lines.contains(lineAt: $0, ofStep: Int(origin.owner)) } ?? true
      }
      var passages = program.flow.passages.map { _ in false }
      for (origin, isInReach) in zip(program.origins, hops) where isInReach {
        if let passage = origin.passage { passages[passage] = true }
      }
      let steps = program.flow.steps.indices.map { lines.contains(step: $0) }
      let new = Known(steps: steps, hops: hops, passages: passages)
      known = new
      return new
    }
  }
}

extension Program {
  /// Whether some run may come to a step, as far as the flow tells.
  func isInReach(step: Int) -> Bool { hopsInReach.contains(step: step, of: self) }

  /// Whether some run may take a hop, as far as the flow tells.
  func isInReach(hop: UInt16) -> Bool { hopsInReach.contains(hop: hop, of: self) }

  /// Whether some run may take the line of a `run:` step.
  func isInReach(passage: Int) -> Bool { hopsInReach.contains(passage: passage, of: self) }
}
