// SPDX-License-Identifier: Apache-2.0

import FlowGraph
package import FlowRuntime
import Guards
package import SDKContract
import Values

/// Made-up events of an SDK, one for each way in which the flow could take them.
///
/// The data fit the contract's types. Where the flow has conditions on them, there is one event for each way in which
/// these come out together: true, false, or impossible to tell.
package struct SampleEvents: Sendable {
  private struct Key: Hashable {
    let event: EventID
    let mode: Int?
    let outcome: ReplyOutcome
    /// The data whose ids it echoes; nil for none.
    let echoed: Record?
  }

  private let program: Program
  /// Another flow, whose conditions are to come out in each way, too; nil for none.
  private let other: Flow?
  private var made: [Key: [Occurrence]] = [:]
  /// The informational codes that the flow has a line or a step for.
  private let informing: [StatusCode]

  /// Every event that the flow names or that one of its calls may lead to, and every interrupt and start of the contract.
  package init(_ program: Program) { self.init(program, beside: nil) }

  /// - Parameter other: another flow, whose conditions are to come out in each way, too.
  init(_ program: Program, beside other: Flow?) {
    self.program = program
    self.other = other
    let contract = program.flow.contract
    let named = program.flow.namedCodes
    informing = contract.codes.filter { $0.isInformational && named.contains($0.number) }
    for (index, spec) in contract.events.enumerated()
    where spec.kind == .interrupt || spec.kind == .notice && spec.phase != nil {
      make(EventID(index: UInt16(index)), nil, .success)
    }
    for step in program.flow.steps {
      if let own = step.awaited { make(own.event, own.mode, own.code.map { .code($0) } ?? .success) }
      for transition in step.transitions + step.calls.flatMap(\.over) {
        if case .event(let event, let mode, let outcome) = transition.trigger { make(event, mode, outcome) }
      }
    }
    for call in Set(program.flow.steps.flatMap { $0.calls.map(\.use.call) }).sorted(by: { $0.index < $1.index }) {
      for reply in contract[call].replies { make(reply, to: contract[call]) }
    }
  }

  /// The samples of an event that comes unasked, in all the ways that matter to the flow; none if it is not known.
  package func events(_ event: EventID, mode: Int?, outcome: ReplyOutcome = .success) -> [Occurrence] {
    made[Key(event: event, mode: mode, outcome: outcome, echoed: nil)] ?? []
  }

  /// The samples of every interrupt of the contract, in its order.
  package var interrupts: [Occurrence] {
    let events = program.flow.contract.events
    return events.indices.filter { events[$0].kind == .interrupt }
      .flatMap { self.events(EventID(index: UInt16($0)), mode: nil) }
  }

  /// The samples of a reply to a call that answered an event.
  package func replies(_ reply: Reply, answering answered: Occurrence?) -> [Occurrence] {
    if reply.echo != nil, let answered {
      let key = Key(
        event: reply.event, mode: reply.mode, outcome: reply.outcome, echoed: answered.event.data)
      if let echoes = made[key] { return echoes }
    }
    return events(reply.event, mode: reply.mode, outcome: reply.outcome)
  }

  /// One of each event of the contract that is no interrupt, with ordinary data.
  static func strays(_ program: Program) -> [Occurrence] {
    let contract = program.flow.contract
    return contract.events.filter { $0.kind != .interrupt }.compactMap { spec in
      var event = SDKEvent(spec.name)
      event.status = spec.hasStatus ? contract.successCodes(of: spec).first : nil
      event.data = SampleValues.ordinary(spec.fields)
      if let field = spec.modeField { event.data[field] = spec.modes.first.map { .int($0) } }
      return try? program.occurrence(of: event)
    }
  }

  private mutating func make(_ reply: Reply, to call: CallSpec) {
    make(reply.event, reply.mode, reply.outcome)
    guard let field = reply.echo?.first else { return }
    for answered in call.answers.flatMap({ events($0, mode: nil) }) {
      let key = Key(event: reply.event, mode: reply.mode, outcome: reply.outcome, echoed: answered.event.data)
      guard made[key] == nil else { continue }
      made[key] = events(reply.event, mode: reply.mode, outcome: reply.outcome).prefix(1).compactMap { sample in
        var event = sample.event
        event.data[field] = answered.event.data[field]
        return try? program.occurrence(of: event)
      }
    }
  }

  private mutating func make(_ id: EventID, _ mode: Int?, _ outcome: ReplyOutcome) {
    let key = Key(event: id, mode: mode, outcome: outcome, echoed: nil)
    guard made[key] == nil else { return }
    let spec = program.flow.contract[id]
    var event = SDKEvent(spec.name)
    switch outcome {
    case .success: event.status = spec.hasStatus ? program.flow.contract.successCodes(of: spec).first : nil
    case .code(let code): event.status = code
    case .error(let number): event.error = number ?? 1
    }
    // One of any mode is one of each.
    let modes: [Int?] = mode != nil || spec.modes.isEmpty ? [mode] : spec.modes
    var occurrences: [Occurrence] = []
    for mode in modes {
      let records = SampleData(of: id, mode, outcome, in: program.flow, beside: other).records
      for status in [event.status] + (outcome == .success ? statuses(informing: id, mode) : []) {
        for data in records {
          var event = event
          (event.status, event.data) = (status, data)
          if let occurrence = try? program.occurrence(of: event) { occurrences.append(occurrence) }
        }
      }
    }
    made[key] = occurrences
  }

  /// The informational codes that the flow names and that a success of an event may bear.
  private func statuses(informing event: EventID, _ mode: Int?) -> [Int?] {
    informing.filter { code in
      code.arrivals.contains { $0.event == event && ($0.mode == nil || mode == nil || $0.mode == mode) }
    }.map(\.number)
  }
}

extension Flow {
  /// The status codes for which it has a line or a step.
  fileprivate var namedCodes: Set<Int> {
    var codes: Set<Int> = []
    for step in steps {
      if let code = step.awaited?.code { codes.insert(code) }
      for line in step.transitions + step.calls.flatMap(\.over) {
        if case .event(_, _, .code(let code)) = line.trigger { codes.insert(code) }
      }
    }
    return codes
  }
}

/// The data of an event, in all the ways that matter to a flow.
private struct SampleData {
  private let flow: Flow
  private let spec: EventSpec
  private let mode: Int?
  private let conditions: [Guard]
  private let required: [String]
  /// Whether lists of two items are tried, too: by these two flows are told apart that say `all` of other items.
  private let triesPairs: Bool
  /// Whether it says that a guess was wrong.
  private let isWrongGuess: Bool
  /// Lists of the event that something is picked from, each with the name of the pick.
  private let picks: [(name: String, path: [String], conditions: [Guard])]
  /// What decides which items of such lists, and of lists below them, are offered.
  private let pickConditions: [Guard]
  /// The lists of both flows; empty where they offer the same, or there is no other flow.
  private let comparedLists: [SampleList]

  /// So many combinations are looked through.
  private static let mostCandidates = 512

  init(of event: EventID, _ mode: Int?, _ outcome: ReplyOutcome, in flow: Flow, beside other: Flow?) {
    self.flow = flow
    let attempts = flow.contract[event].attemptsField
    isWrongGuess =
      attempts != nil && flow.contract.codes.contains { outcome == .code($0.number) && $0.boundedBy == attempts }
    self.mode = mode
    spec = flow.contract[event]
    let steps = flow.steps.filter { $0.awaited?.event == event }
    let own = Self.conditions(of: steps)
    let otherSteps = other?.steps.filter { $0.awaited?.event == event } ?? []
    let others = Self.conditions(of: otherSteps)
      .filter { other in !own.contains { $0.description == other.description } }
    conditions = own + others
    triesPairs = !others.isEmpty
    let picked = steps.flatMap(\.inputs).compactMap { input in input.pick.map { (input.name, $0) } }
    picks = picked.compactMap { name, pick in
      if case .event(let path) = pick.source { (name, path, pick.checks.map(\.expression)) } else { nil }
    }
    let (lists, theirs) = (steps.flatMap(SampleList.lists), otherSteps.flatMap(SampleList.lists))
    func words(_ lists: [SampleList]) -> Set<String> { Set(lists.flatMap(\.allConditions).map(\.description)) }
    comparedLists = other == nil || words(lists) == words(theirs) ? [] : lists + theirs
    pickConditions =
      picked.flatMap { $1.checks.map(\.expression) } + comparedLists.flatMap(\.allConditions)
    required = steps.flatMap { $0.calls.compactMap { flow.contract[$0.use.call].requiresField } }
  }

  private static func conditions(of steps: [Step]) -> [Guard] {
    steps.flatMap { $0.choices.compactMap(\.when) + $0.checks.map(\.expression) }.filter { $0.names.contains("event") }
  }

  /// One record for each way in which all conditions come out together; the ordinary one first.
  var records: [Record] {
    var ordinary = SampleValues.ordinary(spec.fields)
    if let field = spec.modeField { ordinary[field] = mode.map { .int($0) } }
    // Whoever was wrong has one attempt less than at first.
    if isWrongGuess, let field = spec.attemptsField, case .int(let count)? = ordinary[field], count > 1 {
      ordinary[field] = .int(count - 1)
    }
    var records: [Record] = []
    var known: Set<[Int]> = []
    for candidate in candidates(from: ordinary) where known.insert(verdicts(on: candidate)).inserted {
      records.append(candidate)
    }
    return records
  }

  private func candidates(from ordinary: Record) -> [Record] {
    let values = SampleValues(for: conditions + pickConditions, words: flow.contract.constants)
    let read = (conditions + pickConditions).flatMap { $0.reads("event") } + picks.map(\.path)
    var fields: [String] = []
    for name in read.compactMap(\.first) + required where !fields.contains(name) { fields.append(name) }
    var candidates = [ordinary]
    for name in fields where name != spec.modeField {
      guard let type = spec.fields.type(of: name) else { continue }
      let alternatives = values.alternatives(type).map(Optional.some) + [nil]
      candidates = candidates.flatMap { candidate in
        alternatives.map { value in
          var varied = candidate
          varied[name] = value
          return varied
        }
      }
      candidates = Array(candidates.prefix(Self.mostCandidates))
    }
    for name in triesPairs ? fields : [] {
      guard let type = spec.fields.type(of: name) else { continue }
      candidates += values.pairs(type).prefix(Self.mostCandidates).map { pair in
        var varied = ordinary
        varied[name] = pair
        return varied
      }
    }
    let facts = EventFacts(data: ordinary, words: flow.contract.constants)
    return candidates + comparedLists.flatMap { $0.variations(of: ordinary, spec.fields, values, facts) }
  }

  private func items(of data: Record, at path: [String]) -> [Value] {
    var value: Value? = .record(data)
    for name in path {
      guard case .record(let record)? = value else { return [] }
      value = record[name]
    }
    if case .list(let items)? = value { return items }
    return []
  }

  private func isOffered(_ item: Value, as name: String, _ conditions: [Guard], _ facts: EventFacts) -> Bool {
    var facts = facts
    facts.item = (name, item)
    return conditions.allSatisfy { $0.evaluate(facts) == .yes }
  }

  /// How the conditions come out, and how many items each pick offers: none, one or more.
  private func verdicts(on data: Record) -> [Int] {
    let facts = EventFacts(data: data, words: flow.contract.constants)
    let offered = picks.map { pick in
      min(2, items(of: data, at: pick.path).count { isOffered($0, as: pick.name, pick.conditions, facts) })
    }
    return offered + comparedLists.flatMap { $0.offers(in: data, facts) }
      + conditions.map { condition in
        switch condition.evaluate(facts) {
        case .yes: 0
        case .no: 1
        case .error: 2
        }
      } + required.map { data[$0] == .flag(true) ? 0 : 1 }
  }
}

private struct EventFacts: GuardFacts {
  let data: Record
  let words: Record
  /// The item of a list that is looked at.
  var item: (name: String, value: Value)?

  func value(named name: String) -> Value? {
    if name == item?.name { return item?.value }
    return switch name {
    case "event": .record(data)
    case "contract": .record(words)
    default: nil
    }
  }
}
