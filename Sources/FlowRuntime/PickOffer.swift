// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import Guards
import SDKContract
import Values

/// What a step lets its user pick from: the lists of its event, and which of their items are offered.
///
/// An item is offered if its `where:` holds and, where more is to be picked, something can be picked there, too.
struct PickOffer: Sendable {
  /// The picks of the step, in order.
  let inputs: ArraySlice<FlowGraph.Input>
  /// The data of the event that the step is for.
  let data: Record
  /// What the contract says of the data; nil where it says nothing.
  let fields: RecordType?
  /// The contract's words.
  let constants: Record
  /// The messages of the flow.
  let messages: [Message]

  /// The items that are offered behind those that were picked before, in the order of the pick.
  func items(behind picked: [Value]) -> [Value] {
    var steps = Self.mostSteps
    let items = list(behind: picked).filter { isOffered($0, behind: picked, &steps) }
    return steps < 0 ? [] : inOrder(items, behind: picked)
  }

  /// So often the checks of an offer are looked at.
  ///
  /// Where a list from a server needs more, nothing is offered.
  private static let mostSteps = 50_000

  /// The same, and in the same order those items that are shown and cannot be picked, each with its reason.
  func shown(behind picked: [Value]) -> [(item: Value, reason: MessageID?)] {
    guard let pick = pick(behind: picked) else { return [] }
    guard pick.checks.contains(where: { $0.say != nil }) else { return items(behind: picked).map { ($0, nil) } }
    var unavailable = 0
    var steps = Self.mostSteps
    let shown: [(item: Value, reason: MessageID?)] = inOrder(list(behind: picked), behind: picked).compactMap { item in
      switch standing(of: item, behind: picked, &steps) {
      case .fit: return leadsOn(item, behind: picked, &steps) ? (item, nil) : nil
      case .unfit(let reason?):
        unavailable += 1
        return unavailable > Pick.mostUnavailable ? nil : (item, reason)
      case .unfit(nil), .flawed: return nil
      }
    }
    return steps < 0 ? [] : shown
  }

  private func inOrder(_ items: [Value], behind picked: [Value]) -> [Value] {
    pick(behind: picked)?.order?.sorted(items) ?? items
  }

  /// The pick that is made next.
  func pick(behind picked: [Value]) -> Pick? {
    picked.count < inputs.count ? inputs[inputs.startIndex + picked.count].pick : nil
  }

  /// Whether there is anything to pick for every pick.
  var isEmpty: Bool {
    var steps = Self.mostSteps
    return !list(behind: []).contains { isOffered($0, behind: [], &steps) }
  }

  /// The item that an answer names by its place, counted from 1, or as it is.
  ///
  /// - Returns: the item, its place and how many are offered; nil if it is not offered.
  func item(_ named: Value, behind picked: [Value]) -> (item: Value, place: Int, count: Int)? {
    let items = items(behind: picked)
    if case .int(let place) = named {
      return place >= 1 && place <= items.count ? (items[place - 1], place, items.count) : nil
    }
    return items.firstIndex(of: named).map { (items[$0], $0 + 1, items.count) }
  }

  /// The first check of a `where:` that erred, which hides its item, and why; nil if none did.
  var flaw: String? {
    var steps = Self.mostSteps
    return flaw(behind: [], &steps)
  }

  private func flaw(behind picked: [Value], _ steps: inout Int) -> String? {
    for item in list(behind: picked) {
      switch standing(of: item, behind: picked, &steps) {
      case .flawed(let why): return why
      case .unfit: continue
      case .fit: if let why = flaw(behind: picked + [item], &steps) { return why }
      }
    }
    return nil
  }

  private func isOffered(_ item: Value, behind picked: [Value], _ steps: inout Int) -> Bool {
    guard case .fit = standing(of: item, behind: picked, &steps) else { return false }
    return leadsOn(item, behind: picked, &steps)
  }

  /// Whether something can be picked for each pick behind it, too.
  private func leadsOn(_ item: Value, behind picked: [Value], _ steps: inout Int) -> Bool {
    let next = picked + [item]
    return next.count == inputs.count || list(behind: next).contains { isOffered($0, behind: next, &steps) }
  }

  /// How the checks of a `where:` come out for an item: the first that does not hold decides.
  private enum Fitness {
    case fit
    /// With what is said of the item; nil where nothing is.
    case unfit(MessageID?)
    case flawed(String)
  }

  private func standing(of item: Value, behind picked: [Value], _ steps: inout Int) -> Fitness {
    steps -= 1
    guard steps >= 0 else { return .flawed("the lists have too many items to go together") }
    guard let checks = pick(behind: picked)?.checks, !checks.isEmpty else { return .fit }
    let facts = PickFacts(offer: self, picked: picked + [item])
    for check in checks {
      switch check.expression.evaluate(facts) {
      case .yes: continue
      case .no: return .unfit(check.say)
      case .error(let why): return .flawed(why)
      }
    }
    return .fit
  }

  /// A list that is missing is an empty one.
  private func list(behind picked: [Value]) -> [Value] {
    guard let pick = pick(behind: picked) else { return [] }
    let found: Value?
    switch pick.source {
    case .event(let path): found = data.value(at: path)
    case .picked(let index, let path):
      guard picked.indices.contains(index), case .record(let record) = picked[index] else { return [] }
      found = record.value(at: path)
    }
    guard case .list(let values)? = found else { return [] }
    return values
  }
}

extension Pick.Order {
  /// What is equal, or cannot be compared, stays in the order of the list.
  fileprivate func sorted(_ items: [Value]) -> [Value] {
    items.enumerated().sorted { first, second in
      switch (key(first.element), key(second.element)) {
      case (.int(let low), .int(let high)) where low != high: (low < high) != isDescending
      case (.text(let low), .text(let high)) where !low.isSpelled(like: high):
        low.utf8.lexicographicallyPrecedes(high.utf8) != isDescending
      case (nil, .some): false
      case (.some, nil): true
      default: first.offset < second.offset
      }
    }.map(\.element)
  }

  private func key(_ item: Value) -> Value? {
    let compared: Value?
    if let field {
      guard case .record(let record) = item else { return nil }
      compared = record[field]
    } else {
      compared = item
    }
    switch compared {
    case .int(let number): return .int(number)
    case .text(let text): return .text(text)
    default: return nil
    }
  }
}

/// What a `where:` may ask for: the event, the contract's words, and what is picked so far, the item itself last.
private struct PickFacts: GuardFacts {
  let offer: PickOffer
  let picked: [Value]

  func value(named name: String) -> Value? {
    switch name {
    case "event": return .record(offer.data)
    case "contract": return .record(offer.constants)
    default:
      guard let place = offer.inputs.firstIndex(where: { $0.name == name }) else { return nil }
      let index = place - offer.inputs.startIndex
      return picked.indices.contains(index) ? picked[index] : nil
    }
  }
}

extension FlowMachine {
  /// What the step at work lets its user pick; nil if it has no picks.
  var pickOffer: PickOffer? {
    let count = Int(program.steps[Int(top.step)].picks)
    guard count > 0 else { return nil }
    return PickOffer(
      inputs: program.flow.steps[Int(top.step)].inputs[..<count], data: top.data?.event.data ?? Record(),
      fields: program.spec(of: top.data)?.fields, constants: program.flow.contract.constants,
      messages: program.flow.messages)
  }

  /// Whether the answer of a step could be given now: its call is legal, and there is something to pick for each pick.
  ///
  /// - Parameter onceFree: whether a call of the name that is under way counts as over.
  func canSubmit(_ row: StepRow, onceFree: Bool = false) -> Bool {
    row.hasAnswer && isAllowed(program.rows[Int(row.callRow)]) && requiredFieldHolds(program.rows[Int(row.callRow)])
      && (onceFree || owed.isEmpty || !owes(program.rows[Int(row.callRow)].call))
      && (row.picks == 0 || pickOffer?.isEmpty == false)
  }

  /// Notes how much a question offers to pick, and that a `where:` erred.
  func notePicks(_ effects: inout Effects) {
    guard effects.isTracing, let offer = pickOffer else { return }
    if let why = offer.flaw { effects.mark(now, .guardFailed(step: top.step, choice: -1, why: why)) }
    effects.mark(now, .offered(step: top.step, count: offer.items(behind: []).count))
  }
}
