// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import Guards
import SDKContract
import Values

extension FlowMachine {
  /// An answer comes.
  ///
  /// What does not fit is refused, and changes nothing.
  mutating func take(_ answer: Answer, _ effects: inout Effects) {
    guard !isInBackground, top.request != 0, top.request == UInt32(exactly: answer.request) else {
      return refuse(.stale, &effects)
    }
    if let name = answer.choice { return choose(name, answer.isConfirmed, &effects) }
    let row = program.steps[Int(top.step)]
    guard canSubmit(row) else { return refuse(.nothingToSubmit, &effects) }
    switch inputs(answer.values) {
    case .failure(let flaw): refuse(flaw.refusal, &effects)
    case .success(let inputs): submit(inputs, row, &effects)
    }
  }

  private mutating func refuse(_ refusal: Refusal, _ effects: inout Effects) {
    effects.refusal = refusal
    effects.mark(now, .refused(step: top.step, refusal))
  }

  private mutating func choose(_ name: String, _ isConfirmed: Bool, _ effects: inout Effects) {
    let row = program.steps[Int(top.step)]
    guard let place = row.choices.first(where: { program.choiceNames[Int($0)] == name }) else {
      return refuse(.unknownChoice, &effects)
    }
    let index = Int(place - row.choices.lowerBound)
    guard isOffered(index, &effects) else { return refuse(.notOffered(name), &effects) }
    guard isConfirmed || !program.rows[Int(place)].isConfirmed else {
      effects.mark(now, .declined(step: top.step, choice: Int16(index)))
      return ask(&effects)
    }
    effects.mark(now, .answered(request: top.request, step: top.step, choice: Int16(index)))
    (top.say, top.news) = (-1, .none)
    press(place, &effects)
  }

  private mutating func submit(_ taken: TakenInputs, _ row: StepRow, _ effects: inout Effects) {
    let step = program.flow.steps[Int(top.step)]
    let values = taken.values
    for check in step.checks {
      let facts = Facts(machine: self, inputs: step.inputs, values: values)
      switch check.expression.evaluate(facts) {
      case .yes: continue
      case .no:
        if let say = check.say { (top.say, top.news) = (Int16(say.index), .none) }
        refuse(.failedCheck(check.say.map { program.flow[$0].name.value }), &effects)
        return ask(&effects)
      case .error(let why):
        effects.mark(now, .guardFailed(step: top.step, choice: -1, why: why))
        return follow(program.rows[Int(top.row)].otherwise, with: nil, &effects)
      }
    }
    effects.mark(now, .answered(request: top.request, step: top.step, choice: -1))
    for (index, pick) in taken.picks.enumerated() {
      effects.mark(now, .picked(step: top.step, input: index, place: pick.place, count: pick.count))
    }
    (top.say, top.news) = (-1, .none)
    call(row.callRow, with: values, &effects)
  }

  /// Whether a choice can be made now: its guard holds, its limits are not reached, and its call is legal.
  func isOffered(_ index: Int, _ effects: inout Effects, ignoringCooldown: Bool = false) -> Bool {
    switch offer(of: index, ignoringCooldown: ignoringCooldown) {
    case .offered: return true
    case .hidden, .spent: return false
    case .failed(let why):
      effects.mark(now, .guardFailed(step: top.step, choice: Int16(index), why: why))
      return false
    }
  }

  enum Offer {
    case offered
    case hidden
    /// Its `max` is reached.
    case spent
    /// Its guard erred, which hides it too.
    case failed(String)
  }

  func offer(of index: Int, ignoringCooldown: Bool = false) -> Offer {
    let step = program.steps[Int(top.step)]
    let row = program.rows[Int(step.choices.lowerBound) + index]
    guard isAllowed(row) else { return .hidden }
    if row.counter >= 0, counters[Int(row.counter)] >= row.max { return .spent }
    if row.scopedCounter >= 0, counters[Int(row.scopedCounter)] >= row.scopedMax { return .spent }
    if !ignoringCooldown, let ready = readyAt(row), ready > now { return .hidden }
    guard requiredFieldHolds(row) else { return .hidden }
    guard row.hasGuard, let when = program.flow.steps[Int(top.step)].choices[index].when else { return .offered }
    switch when.evaluate(Facts(machine: self, inputs: [], values: [])) {
    case .yes: return .offered
    case .no: return .hidden
    case .error(let why): return .failed(why)
    }
  }

  /// When the cooldown of a choice is over, and no call of its name is owed; nil if it has neither.
  func readyAt(_ row: Row) -> Int64? {
    let due = owed.isEmpty ? nil : dueTime(of: row.call)
    guard row.cooldown >= 0, !cooldowns.isEmpty, cooldowns[Int(row.cooldown)] != .min else { return due }
    return max(cooldowns[Int(row.cooldown)] + row.every, due ?? .min)
  }

  /// What the contract requires of the answered event, such as `sessionCanBeExtended`.
  func requiredFieldHolds(_ row: Row) -> Bool {
    guard row.requiresField, let field = program.flow.contract.calls[Int(row.call)].requiresField else { return true }
    return top.data?.event.data[field] == .flag(true)
  }
}

/// What a guard may ask for: the event of the step, the inputs, and the contract's words.
struct Facts: GuardFacts {
  let machine: FlowMachine
  let inputs: [FlowGraph.Input]
  let values: [Value]

  func value(named name: String) -> Value? {
    if name == "event" { return machine.top.data.map { .record($0.event.data) } }
    if name == "contract" { return .record(machine.program.flow.contract.constants) }
    if name == "interrupted", !inputs.contains(where: { $0.name == name }) {
      return machine.below.first.map { .text(machine.program.flow.steps[Int($0.step)].name.value) }
    }
    return inputs.firstIndex { $0.name == name }.flatMap { values.indices.contains($0) ? values[$0] : nil }
  }
}

/// Why an input cannot be taken.
struct InputFlaw: Error {
  let refusal: Refusal
}

/// What was handed in, as the types and the contract have it.
struct TakenInputs {
  /// In the order of the step's inputs.
  var values: [Value] = []
  /// For each pick the place of its item, counted from 1, and how many were offered.
  var picks: [(place: Int, count: Int)] = []
}

extension FlowMachine {
  /// What was handed in for the inputs of the step at work, in their order.
  private func inputs(_ given: Record) -> Result<TakenInputs, InputFlaw> {
    let inputs = program.flow.steps[Int(top.step)].inputs
    if let unknown = given.fields.first(where: { field in !inputs.contains { $0.name == field.name } }) {
      let isKnown = program.flow.steps.contains { $0.inputs.contains { $0.name == unknown.name } }
      return .failure(InputFlaw(refusal: .unknownValue(isKnown ? unknown.name : nil)))
    }
    let offer = pickOffer
    var taken = TakenInputs()
    taken.values.reserveCapacity(inputs.count)
    // Read by index: the whole input would be copied.
    for index in inputs.indices {
      let name = inputs[index].name
      guard let value = given[name] else { return .failure(InputFlaw(refusal: .missingValue(name))) }
      if let offer, inputs[index].pick != nil {
        guard let (item, place, count) = offer.item(value, behind: taken.values) else {
          return .failure(InputFlaw(refusal: .noSuchItem(name)))
        }
        taken.values.append(item)
        taken.picks.append((place, count))
        continue
      }
      switch inputs[index].take(value) {
      case .failure(let flaw): return .failure(flaw)
      case .success(let value): taken.values.append(value)
      }
    }
    return .success(taken)
  }
}

extension FlowGraph.Input {
  /// A value that was typed, as the type and the contract have it.
  fileprivate func take(_ value: Value) -> Result<Value, InputFlaw> {
    guard let accepted = type.accept(value) else { return .failure(InputFlaw(refusal: .wrongType(name, type))) }
    let trimmed = parameter?.isTrimmed ?? false ? accepted.trimmed : accepted
    if let size = trimmed.size, size < leastSize {
      return .failure(InputFlaw(refusal: .tooShort(name, minimum: leastSize)))
    }
    if let size = trimmed.size, let maximum = parameter?.maximum, size > maximum {
      return .failure(InputFlaw(refusal: .tooLong(name, maximum: maximum)))
    }
    if case .int(let number) = trimmed, number < parameter?.minimum ?? .min || number > parameter?.maximum ?? .max {
      return .failure(
        InputFlaw(refusal: .outOfBounds(name, minimum: parameter?.minimum, maximum: parameter?.maximum)))
    }
    return .success(trimmed)
  }
}

extension Value {
  /// Without the white space around it.
  fileprivate var trimmed: Value {
    switch self {
    case .text(let text): .text(Trimming.trimmed(text))
    case .secret(let secret): .secret(secret.trimmed)
    default: self
    }
  }

  /// How many characters; nil for what has none.
  fileprivate var size: Int? {
    switch self {
    case .text(let text): text.scalarCount
    case .secret(let secret): secret.count
    default: nil
    }
  }
}

extension Secret {
  /// The same secret if there is no white space around it.
  fileprivate var trimmed: Secret {
    let other: Secret? = withBytes { bytes in
      let rest = Trimming.bounds(of: bytes)
      return rest == bytes.indices ? nil : Secret(bytes: Array(bytes[rest]))
    }
    return other ?? self
  }
}

extension String {
  /// How many Unicode scalars: of each, all bytes but the first begin with the bits 10.
  fileprivate var scalarCount: Int { utf8.count { $0 & 0xC0 != 0x80 } }
}
