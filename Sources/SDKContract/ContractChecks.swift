// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Values

/// What can be said of a contract only once all of it is read.
struct ContractChecks {
  let events: [EventSpec]
  let calls: [CallSpec]
  let modes: [NamedNumber]
  /// The phase in which somebody is signed in; nil if the contract has none.
  let signedIn: PhaseID?
  let phases: [Phase]

  /// - Parameters:
  ///   - names: the events' names with their places, in the order of `events`.
  ///   - isSureOfAnswers: whether each call says which events it answers, as far as is known.
  func report(at names: [Spanned<String>], isSureOfAnswers: Bool, _ findings: inout [Diagnostic]) {
    checkRanks(names, &findings)
    if isSureOfAnswers { checkAnswers(names, &findings) }
    checkNotices(names, &findings)
  }

  /// A notice ends no wait, so no flow can do anything about what it changes: it may tell that the SDK runs now, and no more.
  private func checkNotices(_ names: [Spanned<String>], _ findings: inout [Diagnostic]) {
    for (index, event) in events.enumerated() where event.kind == .notice {
      if event.losesProofs { findings.append(.noticeWithEffect(names[index], "takes proofs away")) }
      if event.userField != nil { findings.append(.noticeWithEffect(names[index], "names the user")) }
      if !event.cancels.isEmpty { findings.append(.noticeWithEffect(names[index], "closes interrupts")) }
      guard let phase = event.phase else { continue }
      if phase == signedIn {
        findings.append(.noticeWithEffect(names[index], "signs somebody in"))
      } else if phases.indices.contains(Int(phase.index)), phases[Int(phase.index)].isClosed {
        findings.append(.noticeWithEffect(names[index], "says that the SDK has shut itself down"))
      } else if phase.index == 0, signedIn != nil {
        findings.append(.noticeWithEffect(names[index], "takes the SDK back to its first phase"))
      }
    }
  }

  /// Of two interrupts at once it must be plain which opens above the other.
  private func checkRanks(_ names: [Spanned<String>], _ findings: inout [Diagnostic]) {
    for (index, event) in events.enumerated() where event.rank > 0 {
      guard let first = events[..<index].firstIndex(where: { $0.rank == event.rank }) else { continue }
      findings.append(.equalRanks(names[index], event, events[first], names[first].range))
    }
  }

  /// Each event that wants an answer gets one, in each mode.
  private func checkAnswers(_ names: [Spanned<String>], _ findings: inout [Diagnostic]) {
    var answers: [[CallSpec]] = Array(repeating: [], count: events.count)
    for call in calls where call.answersCode == nil {
      for event in call.answers { answers[Int(event.index)].append(call) }
    }
    for (index, event) in events.enumerated() where event.kind == .challenge || event.needsAnswer {
      if answers[index].isEmpty {
        findings.append(.unanswered(names[index], nil))
        continue
      }
      let answered = answers[index].map(\.answeredModes)
      guard !answered.contains(nil) else { continue }
      for mode in event.modes where !answered.contains(where: { $0?.contains(mode) ?? false }) {
        findings.append(.unanswered(names[index], modes.first { $0.number == mode }?.name))
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func noticeWithEffect(_ name: Spanned<String>, _ effect: String) -> Diagnostic {
    Diagnostic(
      ContractRules.noticeWithEffect, "`\(name.value)` \(effect), and no flow can do anything about a notice",
      at: name.range, help: "make it an interrupt, or a result that calls lead to")
  }

  fileprivate static func equalRanks(
    _ name: Spanned<String>, _ event: EventSpec, _ first: EventSpec, _ range: SourceRange
  ) -> Diagnostic {
    Diagnostic(
      ContractRules.equalRanks, "`\(event.name)` and `\(first.name)` have the same rank \(event.rank)", at: name.range,
      help: "give each interrupt a rank of its own", notes: [Note("the first is here", at: range)])
  }

  fileprivate static func unanswered(_ name: Spanned<String>, _ mode: String?) -> Diagnostic {
    let event = mode.map { "\(name.value)(\($0))" } ?? name.value
    return Diagnostic(
      ContractRules.unanswered, "no call answers `\(event)`, which wants an answer", at: name.range,
      help: "name it under `answers` of a call" + (mode == nil ? "" : ", and its mode under `byMode`"))
  }
}
