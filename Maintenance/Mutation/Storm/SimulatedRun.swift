// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import RELIDSimulator
import Synchronization

/// A random run against the simulated SDK in a random world.
struct SimulatedRun {
  /// What came of it.
  struct Outcome {
    /// What the run, or the SDK, did that it must not do; empty if all is well.
    let broken: [String]
    /// The text of the world that it was played in.
    let world: String
    let trace: [TraceEntry]
    /// The name of the end; nil for none.
    let end: String?

    /// The run, line by line, below its world.
    var lines: [String] { [world] + trace.map(\.text) }
  }

  /// Refusals by which the simulated SDK says that a call was not legal, though the contract says that it was.
  private static let unlawful: Set<Int> = [
    Rejection.wrongPhase.rawValue, Rejection.undecidedThreats.rawValue,
  ]

  /// - Parameters:
  ///   - patience: after so many questions nobody answers any more.
  ///   - isShipped: whether the flow makes each call at its time; nobody proves that of others.
  /// - Returns: nil if no world came of the dice.
  static func play(_ program: Program, _ dice: Dice, patience: Int, isShipped: Bool) async -> Outcome? {
    var dice = dice
    guard let world = RandomWorld(&dice) else { return nil }
    let clock = VirtualClock()
    let trace = TraceKeeper()
    let session = FlowSession(
      program: program, backend: RELIDSimulator(world: world.world, clock: clock),
      responder: RandomResponder(dice, patience: patience), clock: clock, trace: { trace.keep($0) })
    let result = await session.run()
    var broken: [String] = []
    // A call while another one is under way may be refused for what that one has changed.
    var isUnderWay = false
    // The contract does not say what becomes of a call when another one is made before its reply.
    var isGivenUp = false
    // What comes of its reply then is safe, and no more is proved.
    var hasStray = false
    // Whether the step at work waits for the reply to its own call.
    var isOpen = false
    for entry in trace.entries {
      switch entry.kind {
      case "call" where isUnderWay: isGivenUp = true
      case "go" where !isShipped && entry.words.hasPrefix("accepted"): isGivenUp = true
      case "accepted": (isUnderWay, isOpen) = (true, true)
      case "event":
        if isGivenUp, !isOpen { hasStray = true }
        (isUnderWay, isOpen) = (false, false)
      case "step": isOpen = false
      case "undeclared" where isGivenUp: hasStray = true
      // An interrupt that the flow has no entry for is one that the contract expects.
      case "undeclared" where !entry.words.contains("the flow has no"):
        broken.append("undeclared: \(entry.words)")
      case "rejected":
        isOpen = false
        if isShipped, !isUnderWay, let code = entry.number("error"), unlawful.contains(code) {
          broken.append("unlawful: \(entry.words)")
        }
      default: break
      }
    }
    var end: String?
    switch result.ending {
    case .ended(let name, _, _):
      end = name
      if name == "unhandled" || name == "goal-not-reached" && !hasStray {
        broken.append("\(name): \(trace.entries.last?.words ?? "")")
      }
    case .failed(let failure): broken.append("failed: \(failure)")
    case .waiting: break
    }
    return Outcome(broken: broken, world: world.text, trace: trace.entries, end: end)
  }
}

/// What happened, kept for later.
private final class TraceKeeper: Sendable {
  private let kept = Mutex<[TraceEntry]>([])

  func keep(_ entry: TraceEntry) { kept.withLock { $0.append(entry) } }

  var entries: [TraceEntry] { kept.withLock { $0 } }
}

extension TraceEntry {
  fileprivate func number(_ name: String) -> Int? {
    guard case .number(let number)? = facts.first(where: { $0.name == name })?.value else { return nil }
    return number
  }
}
