// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import MessageLanguages
import SDKContract

/// What two flows tell apart of all that an SDK may send: what neither of them names is the same to both.
struct ToldApart {
  /// The numbers by which calls may be refused that a flow names, and nil for any other.
  let rejections: [Int?]
  /// The languages beside their own that all flows have texts in.
  let languages: [LanguageTag]
  /// The keys of messages that do not say the same in each of those languages in all flows.
  let retold: Set<String>
  private var lines: [EventID: [Transition]] = [:]
  /// Lines that name errors of any event.
  private var ofErrors: [Transition] = []
  private var modes: [EventID: Set<Int>] = [:]

  init(_ flows: [Flow]) {
    let languages =
      flows.first?.languages.offered.filter { tag in
        flows.allSatisfy { $0.languages.offered.contains(tag) }
      } ?? []
    self.languages = languages
    var texts: [String: [ShownText?]] = [:]
    var retold: Set<String> = []
    for flow in languages.isEmpty ? [] : flows {
      for (index, message) in flow.messages.enumerated() {
        let own = languages.map { flow.languages.texts[$0]?[index].map { ShownText($0) } }
        if texts.updateValue(own, forKey: message.name.value) ?? own != own { retold.insert(message.name.value) }
      }
    }
    self.retold = retold
    var rejections: Set<Int> = []
    for flow in flows {
      for step in flow.steps {
        if let awaited = step.awaited, let mode = awaited.mode { modes[awaited.event, default: []].insert(mode) }
        for line in step.transitions + step.calls.flatMap(\.over) {
          switch line.trigger {
          case .event(let event, let mode, _):
            lines[event, default: []].append(line)
            if let mode { modes[event, default: []].insert(mode) }
          case .error: ofErrors.append(line)
          case .rejected(let number?): rejections.insert(number)
          case .rejected, .accepted, .timeout, .exhausted, .allow, .deny, .otherwise: break
          }
        }
      }
    }
    self.rejections = rejections.sorted() + [nil]
    for (event, all) in lines { lines[event] = all.distinct }
    ofErrors = ofErrors.distinct
  }

  /// The lines that tell the ways apart in which an event comes.
  func lines(of event: EventID) -> [Transition] { (lines[event] ?? []) + ofErrors }

  /// The ways in which an event may come that nobody asked for.
  ///
  /// - Parameter calls: those of the step; where their replies carry a code in some modes of the event, it comes in no other.
  func signals(of event: EventID, at calls: [CallFacts], _ contract: Contract) -> [Signal] {
    var outcomes: [ReplyOutcome] = [.success, .error(nil)]
    for code in contract.codes(in: event) { outcomes.append(.code(code.number)) }
    for line in lines(of: event) {
      switch line.trigger {
      case .event(_, _, let outcome): if !outcomes.contains(outcome) { outcomes.append(outcome) }
      case .error(let number):
        if !outcomes.contains(.error(number)) { outcomes.append(.error(number)) }
      default: break
      }
    }
    let known = contract[event].modes
    let told = modes[event] ?? []
    let named = told.sorted().map(Optional.some)
    let replies = contract[event].kind == .interrupt ? [] : calls.flatMap(\.arrivals).filter { $0.event == event }
    func isReplied(_ signal: Signal) -> Bool {
      guard case .code = signal.outcome else { return true }
      let carrying = replies.filter { $0.outcome == signal.outcome }
      return carrying.isEmpty || carrying.contains { Self.mayBe(signal, in: $0.mode, besides: told) }
    }
    return (named.count < known.count || known.isEmpty ? named + [nil] : named).flatMap { mode in
      outcomes.map { Signal(event, mode: mode, $0) }.filter { mayCome($0, contract, besides: told) && isReplied($0) }
    }
  }

  /// Whether the contract lets an event come so.
  ///
  /// It comes with an error only where it has a status, and with a code only in a mode that has this code. A code of which the contract
  /// says nothing may come with all.
  ///
  /// - Parameter told: the modes that are none of those that a signal without a mode stands for.
  func mayCome(_ signal: Signal, _ contract: Contract, besides told: Set<Int> = []) -> Bool {
    switch signal.outcome {
    case .success: return true
    case .error: return contract[signal.event].hasStatus
    case .code(let number):
      let places = contract.codes(in: signal.event).filter { $0.number == number }.flatMap(\.arrivals)
        .filter { $0.event == signal.event }
      return places.isEmpty || places.contains { Self.mayBe(signal, in: $0.mode, besides: told) }
    }
  }

  /// Whether a signal may be one of a mode, nil for any; one without a mode stands for all but some.
  private static func mayBe(_ signal: Signal, in mode: Int?, besides told: Set<Int>) -> Bool {
    guard let mode else { return true }
    return signal.mode.map { $0 == mode } ?? !told.contains(mode)
  }
}

extension [Transition] {
  /// One line for each trigger.
  fileprivate var distinct: [Transition] {
    var known: Set<Trigger> = []
    return filter { known.insert($0.trigger).inserted }
  }
}
