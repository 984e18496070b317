// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract

/// A call on whose way the SDK may ask something in between that the flow has no answer for; or an interrupt that belongs to
/// one which the flow has an entry for, and has none itself.
enum InterruptWithoutEntry: Rule {
  static let code = DiagnosticCode("MFA310", "interrupt-without-entry", .warning)

  static func diagnose(_ context: CheckContext, _ findings: inout [Diagnostic]) {
    findings += found(context).findings
  }

  /// The events that are told.
  static func told(_ context: CheckContext) -> Set<UInt16> { found(context).events }

  private static func found(_ context: CheckContext) -> (findings: [Diagnostic], events: Set<UInt16>) {
    guard context.flow.isWhole else { return ([], []) }
    var findings: [Diagnostic] = []
    var asked: Set<UInt16> = []
    let contract = context.flow.contract
    for index in contract.events.indices where contract.events[index].needsAnswer {
      let event = contract.events[index]
      guard !event.after.isEmpty, !context.takes(EventID(index: UInt16(truncatingIfNeeded: index))),
        let use = context.firstCall(among: event.after)
      else { continue }
      asked.insert(UInt16(truncatingIfNeeded: index))
      let answer = contract.calls.first { $0.answers.contains { Int($0.index) == index } }?.name
      if let removal = context.flow.removedInterrupts[event.name] {
        findings.append(
          removed(removal, event.name, [Note("`\(contract[use.call].name)` is called here", at: use.range)]))
        continue
      }
      findings.append(
        finding(
          "`\(event.name)` may come after `\(contract[use.call].name)`, and nothing here answers it", at: use.range,
          help: "add `\(event.name)` below `interrupts:`\(answer.map { ", with a choice that calls `\($0)`" } ?? "")"))
    }
    let interrupts = contract.interruptsAtAnyTime
    var told = diagnoseRemoved(context, interrupts, &findings)
    for entry in context.flow.interrupts {
      guard let event = entry.awaited?.event else { continue }
      for other in contract.companions(of: event, among: interrupts)
      where !context.hasEntry(other) && told.insert(other.index).inserted {
        let (name, forgotten) = (contract[event].name, contract[other].name)
        if let removal = context.flow.removedInterrupts[forgotten] {
          findings.append(removed(removal, forgotten, [Note("`\(name)` has an entry", at: entry.name.range)]))
          continue
        }
        findings.append(
          finding(
            "`\(forgotten)` has no entry, though `\(name)` has one", at: entry.name.range,
            help:
              "add `\(forgotten)` below `interrupts:`: without an entry it goes to `else`, and the user is not told"
          ))
      }
    }
    return (findings, told.union(asked))
  }

  /// What a variant took away, though its base deals with it: a small flow may leave threats to `else`, but nobody gives up
  /// by the way what somebody else has thought of.
  ///
  /// - Returns: the events that were told.
  private static func diagnoseRemoved(
    _ context: CheckContext, _ interrupts: [EventID], _ findings: inout [Diagnostic]
  ) -> Set<UInt16> {
    let contract = context.flow.contract
    var told: Set<UInt16> = []
    var found: [(removal: Spanned<String>, names: [String], notes: [Note])] = []
    // A line takes it at its own step only.
    var taken: [(removal: Spanned<String>, name: String, notes: [Note])] = []
    for event in interrupts where contract[event].isGrave && !context.hasEntry(event) {
      guard let removal = context.flow.removedInterrupts[contract[event].name] else { continue }
      told.insert(event.index)
      let kept = context.flow.interrupts.first { entry in
        entry.awaited.map { contract.companions(of: $0.event, among: [event]).contains(event) } ?? false
      }
      let notes = kept.map { [Note("`\($0.name.value)` has an entry", at: $0.name.range)] } ?? []
      if context.takes(event) {
        taken.append((removal, contract[event].name, notes))
      } else if let index = found.firstIndex(where: { $0.removal.range == removal.range }) {
        found[index].names.append(contract[event].name)
        found[index].notes += notes
      } else {
        found.append((removal, [contract[event].name], notes))
      }
    }
    for (removal, names, notes) in found {
      findings.append(
        removed(removal, names[0], names.dropFirst().map { Note("nor is `\($0)`") } + notes))
    }
    findings += taken.map { removed($0.removal, $0.name, $0.notes, at: "at some steps only") }
    return told
  }

  private static func removed(
    _ removal: Spanned<String>, _ name: String, _ notes: [Note], at places: String = "no more"
  ) -> Diagnostic {
    let isOfPart = removal.value == "use" || removal.value.hasPrefix("use.")
    return finding(
      "`\(name)` is handled \(places), since \(isOfPart ? "its part is used no more" : "its entry is removed")",
      at: removal.range,
      help:
        "keep it, or add an entry for `\(name)` below `add:`: without one it goes to `else`, and the user is not told",
      notes: notes)
  }
}

extension EventSpec {
  /// Whether it tells of a threat or of the end of a session, or wants an answer.
  fileprivate var isGrave: Bool { severity != nil || isTerminal || losesProofs || needsAnswer }
}

extension Contract {
  fileprivate var interruptsAtAnyTime: [EventID] {
    events.indices.filter { events[$0].kind == .interrupt && events[$0].after.isEmpty }
      .map { EventID(index: UInt16(truncatingIfNeeded: $0)) }
  }

  /// The interrupts that belong to one: all that tell of threats belong together, and so do a warning and the end that closes
  /// it, but for an end that the app asks for, such as a log-off.
  fileprivate func companions(of event: EventID, among interrupts: [EventID]) -> [EventID] {
    let one = self[event]
    func isReply(_ id: EventID) -> Bool { calls.contains { $0.replies.contains { $0.event == id } } }
    return interrupts.filter { id in
      guard id != event else { return false }
      let other = self[id]
      if one.severity != nil || other.severity != nil { return one.severity != nil && other.severity != nil }
      return one.cancels.contains(id) && !isReply(event) || other.cancels.contains(event) && !isReply(id)
    }
  }
}

extension CheckContext {
  fileprivate func hasEntry(_ event: EventID) -> Bool { flow.interrupts.contains { $0.awaited?.event == event } }

  /// Whether an entry, a step or a line is for an event.
  func takes(_ event: EventID) -> Bool {
    hasEntry(event) || everyStep.contains { $0.step.awaited?.event == event || $0.names(event) }
  }

  /// The first of some calls that the flow makes; nil if it makes none of them.
  fileprivate func firstCall(among calls: [CallID]) -> CallUse? {
    for facts in everyStep {
      if let call = facts.calls.first(where: { calls.contains($0.use.call) }) { return call.use }
    }
    return nil
  }
}
