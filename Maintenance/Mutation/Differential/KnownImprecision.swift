// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract

/// Where the checker is known to say more or less than runs show, and why that stays so.
///
/// The list is short: whatever is not in it is a failure.
struct KnownImprecision: Sendable {
  let property: Property
  /// Whether the checker says nothing where a run shows it; else it warns of what no run shows.
  let isMissed: Bool
  /// How the words of what is missed begin.
  var words = ""
  /// Why it stays so.
  let reason: String
  /// Whether a flow is one of those, and the run that shows it, line by line; no lines where none does.
  let concerns: @Sendable (Flow, [String]) -> Bool

  static let all = [
    KnownImprecision(
      property: .phase, isMissed: true, words: "no run offers",
      reason:
        "that a choice is never offered is told by the cheap proof, in which budgets go both ways and `auto` asks as well",
      concerns: { flow, _ in
        flow.steps.contains { step in
          !step.autos.isEmpty || step.tries != nil || step.max != nil || step.requirement != nil
            || step.choices.contains { $0.max != nil }
        }
      }),
    KnownImprecision(
      property: .guesses, isMissed: false,
      reason:
        """
        that the time of a step is over once only is known to the quick count, and that a phase bars the call to the exact one: each \
        alone finds no bound where both together do
        """,
      concerns: { flow, _ in
        flow.steps.contains { step in
          step.within != nil && step.transitions.contains { $0.trigger == .timeout && $0.target.move == .stay }
        }
      }),
    KnownImprecision(
      property: .phase, isMissed: false,
      reason:
        "that the SDK answers no call any more which was open when the proofs were lost is followed only where a call shows something",
      concerns: { flow, _ in
        let showsNothing = flow.contract.calls.allSatisfy { $0.replies.allSatisfy(\.earns.isEmpty) }
        return showsNothing && flow.contract.events.contains { $0.kind == .interrupt && $0.losesProofs }
      }),
    lateReplies(.goal), lateReplies(.gate), userBefore,
    sharedBudget(.threats), sharedBudget(.guesses), sharedBudget(.goal),
    KnownImprecision(
      property: .guesses, isMissed: false,
      reason: "a reply that comes late may begin a count for each session or user again, and brute force sends none",
      concerns: { flow, _ in flow.steps.contains { $0.triesScope != .run } }),
    triesForUsers(.goal), triesForUsers(.phase),
    KnownImprecision(
      property: .goal, isMissed: false,
      reason:
        """
        a call counts as late once an interrupt leads away from its step, though its reply had come and was kept; if a reply to it came \
        still, it would name the user before
        """,
      concerns: { flow, _ in
        flow.contract.events.contains { $0.userField != nil }
          && flow.interrupts.contains(where: \.leadsAwayByLine)
      }),
    KnownImprecision(
      property: .phase, isMissed: false,
      reason:
        "the same of a reply to a call of an interrupt: if it came once more, it would change the phase at another step",
      concerns: { flow, _ in
        flow.interrupts.contains { $0.leadsAwayByLine || $0.leadsAwayByButton }
          && flow.interrupts.contains { interrupt in
            interrupt.calls.contains { call in
              flow.contract[call.use.call].replies.contains { flow.contract[$0.event].phase != nil }
            }
          }
      }),
  ]

  private static func triesForUsers(_ property: Property) -> KnownImprecision {
    KnownImprecision(
      property: property, isMissed: false,
      reason: "tries for each user are not counted where proofs are followed: a second answer is thought possible",
      concerns: { flow, _ in flow.steps.contains { $0.triesScope == .user } })
  }

  private static func sharedBudget(_ property: Property) -> KnownImprecision {
    KnownImprecision(
      property: property, isMissed: false,
      reason: "what one step leaves another of a budget that they share is counted only where nothing is waited for",
      concerns: { flow, _ in !flow.budgets.isEmpty })
  }

  /// To follow whom the SDK is about takes as many states again wherever a call names a user, and refuses sound flows.
  private static let userBefore = KnownImprecision(
    property: .goal, isMissed: true, words: "a run shows it",
    reason:
      """
      an interrupt makes a call before the SDK has replied to the one that names the user, and one of the two replies is about the user \
      before: the second takes the proofs away, and a reply that is kept earns none; the run claims nothing, and ends as `goal-not-reached`
      """,
    concerns: { flow, run in
      let naming = Set(flow.contract.events.filter { $0.userField != nil }.map(\.name))
      var (isOpen, isCovered, isCrossed, keeps) = (false, false, false, false)
      for words in run.map({ $0.split(separator: " ") }) where words.count > 2 {
        switch words[1] {
        case "accepted":
          if isCovered { isCrossed = true }
          isOpen = true
        case "interrupt": isCovered = isOpen
        case "event" where naming.contains(String(words[2])):
          if keeps { return true }
          (isOpen, isCovered) = (false, false)
        case "keep" where isCrossed && naming.contains(String(words[2])): keeps = true
        case "lose" where isCrossed: return true
        default: break
        }
      }
      return false
    })

  /// Of decision 25: late replies are not followed as ways of their own.
  private static func lateReplies(_ property: Property) -> KnownImprecision {
    KnownImprecision(
      property: property, isMissed: true, words: "a run shows it",
      reason:
        """
        a call is given up, and while an interrupt is open its reply and that to another call come: the second takes the proofs away, \
        or signs the user off, and the first leads to the end; the run claims nothing, and ends as `goal-not-reached`
        """,
      concerns: { flow, run in
        let contract = flow.contract
        let losing = Set(
          contract.events.filter { $0.losesProofs || $0.phase.map { $0 != contract.signedInPhase } ?? false }
            .map(\.name))
        let kept = run.compactMap { line -> String? in
          let words = line.split(separator: " ")
          return words.count > 2 && words[1] == "keep" ? String(words[2]) : nil
        }
        let isGivenUp = run.contains {
          $0.hasSuffix("timeout → stay") || $0.hasSuffix("timeout → retry") || $0.contains("  owe ")
        }
        return isGivenUp
          && kept.count > 1 && kept.dropFirst().contains(where: losing.contains)
      })
  }

  /// Whether a disagreement is one of those.
  static func explains(_ outcome: Trial.Outcome, of property: Property, in flow: Flow, by run: [String]) -> Bool {
    all.contains { known in
      guard known.property == property, known.concerns(flow, run) else { return false }
      switch outcome {
      case .missed(let words): return known.isMissed && words.hasPrefix(known.words)
      case .falseAlarm: return !known.isMissed
      case .agreed, .known, .notJudged: return false
      }
    }
  }
}

extension Step {
  /// Whether a line leads to a step, and so leaves what was open.
  fileprivate var leadsAwayByLine: Bool {
    (transitions + calls.flatMap(\.over)).contains { if case .step = $0.target.move { true } else { false } }
  }

  /// Whether a button that makes no call leads to a step.
  fileprivate var leadsAwayByButton: Bool {
    choices.contains { choice in
      if case .go(let target) = choice.action, case .step = target.move { true } else { false }
    }
  }
}
