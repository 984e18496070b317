// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
package import FlowExploration
import FlowGraph
import SDKContract

/// What a run would have to come to so that it shows a finding.
package enum ShownFinding {
  /// A run can show it, if there is one that comes to this.
  case by(WitnessGoal)
  /// A run can show it that makes these calls so often, for one user or over all of them.
  case counted([CountedCall], Int, isOverAccounts: Bool = false)
  /// No single run can, and why not.
  case never(String)

  /// How a run can show the findings of a rule.
  private enum Means {
    case shortfall, outOfPhase, passingGate, leaving
    case transition([EventKind]?)
    case guesses(isOverAccounts: Bool)
    case sends
    case never(String)
  }

  private static func means(of code: String) -> Means {
    switch code {
    case "MFA403": .shortfall
    case "MFA404": .outOfPhase
    case "MFA405": .passingGate
    case "MFA401", "MFA402", "MFA406": .transition(nil)
    case "MFA407": .leaving
    case "MFA431": .transition([.challenge])
    case "MFA432": .transition([.interrupt])
    case "MFA420", "MFA421": .guesses(isOverAccounts: false)
    case "MFA427": .guesses(isOverAccounts: true)
    case "MFA423": .sends
    case "MFA304": .never("what goes on for ever is shown by no run that ends")
    case "MFA430": .never("it takes two runs to see the difference")
    case "MFA422": .never("it is not stated how often the SDK lets it be guessed")
    case "MFA410": .never("it counts what happens in many runs")
    default: .never(writing)
    }
  }

  /// Whether a run may show findings of a rule, as far as the rule tells.
  package static func mayBeShown(_ code: String) -> Bool {
    if case .never = means(of: code) { false } else { true }
  }

  init(_ finding: Diagnostic, of flow: Flow) {
    self =
      switch Self.means(of: finding.code.id) {
      // Without a way nothing was found wrong with one: the flow is too large, or the goal is none that can be reached.
      case .shortfall: finding.way.isEmpty ? .never(Self.writing) : .by(.shortfall(finding.range))
      case .outOfPhase: .by(.callOutOfPhase(finding.range))
      case .passingGate:
        finding.notes.first?.range.map { .by(.call(finding.range, withoutGate: $0)) } ?? .never(Self.writing)
      case .leaving:
        // Where nothing is named that is open, it is the step of the transition itself.
        finding.notes.last.flatMap { last in flow.steps.first { $0.name.range == last.range } }.map { open in
          .by(
            .leaving(
              open: open.name.range, by: finding.notes.first { $0.range != open.name.range }?.range ?? finding.range))
        } ?? .by(.transition(finding.range, by: nil))
      case .transition(let kinds): .by(.transition(finding.range, by: kinds))
      case .guesses(let isOverAccounts): RunCounts(flow).guesses(of: finding, isOverAccounts: isOverAccounts)
      case .sends: RunCounts(flow).sends(of: finding)
      case .never(let reason): .never(reason)
      }
  }

  private static let writing = "it is about what is written, and not about one run"
}

/// What is counted of a flow: guesses, and calls that have something sent.
private struct RunCounts {
  private let secrets: [SecretGuesses]
  private let sends: [SendCount]

  /// As often as a run does what nothing limits.
  private static let often = 20
  private static let longest = 200
  private static let unknown = ShownFinding.never("how often it can be done is not known")

  init(_ flow: Flow) {
    (secrets, sends) = Checker.counts(in: flow)
  }

  func guesses(of finding: Diagnostic, isOverAccounts: Bool = false) -> ShownFinding {
    guard let secret = secrets.first(where: { finding.message.contains(Diagnostic.quoting($0.secret)) }) else {
      return Self.unknown
    }
    let calls = secret.places.map { CountedCall($0.call, counters: $0.counters) }
    return Self.shown(isOverAccounts ? secret.most : secret.account, calls, isOverAccounts: isOverAccounts)
  }

  func sends(of finding: Diagnostic) -> ShownFinding {
    guard let count = sends.first(where: { $0.marks.contains(finding.range) }) else { return Self.unknown }
    guard finding.range == count.place, count.isTooManyTogether else {
      return Self.shown(count.most, [CountedCall(count.place)])
    }
    return Self.shown(count.total, sends.filter { $0.call == count.call }.map { CountedCall($0.place) })
  }

  private static func shown(
    _ most: GuessLimit, _ calls: [CountedCall], isOverAccounts: Bool = false
  ) -> ShownFinding {
    switch most {
    case .times(let times) where times > longest: .never("a scenario with \(times) of these calls is too long to read")
    case .times(let times): .counted(calls, times, isOverAccounts: isOverAccounts)
    case .unbounded: .counted(calls, often, isOverAccounts: isOverAccounts)
    case .counted, .unproved: unknown
    }
  }
}
