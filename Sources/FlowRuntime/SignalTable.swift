// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract

/// What a flow tells apart of the events of its contract: the numbers that signals are made of.
struct SignalTable {
  private(set) var events: [EventRow] = []
  private(set) var numbers: [Int32] = []
  /// The first signal is for everything that the contract does not know.
  private(set) var count = 1

  private struct Distinctions {
    var modes: Set<Int> = []
    var codes: Set<Int> = []
    var errors: Set<Int> = []
  }

  init(_ flow: Flow) {
    var told: [Distinctions?] = Array(repeating: nil, count: flow.contract.events.count)
    var anyErrors: Set<Int> = []
    func tell(_ event: EventID, mode: Int?, _ outcome: ReplyOutcome) {
      var known = told[Int(event.index)] ?? Distinctions()
      if let mode { known.modes.insert(mode) }
      switch outcome {
      case .code(let code): known.codes.insert(code)
      case .error(let error?): known.errors.insert(error)
      case .error(nil), .success: break
      }
      told[Int(event.index)] = known
    }
    for step in flow.steps {
      if let awaited = step.awaited {
        tell(awaited.event, mode: awaited.mode, awaited.code.map { .code($0) } ?? .success)
      }
      for transition in step.transitions + step.calls.flatMap(\.over) {
        switch transition.trigger {
        case .event(let event, let mode, let outcome): tell(event, mode: mode, outcome)
        case .error(let number?): anyErrors.insert(number)
        default: break
        }
      }
      for (use, _) in step.calls {
        for reply in flow.contract[use.call].replies { tell(reply.event, mode: reply.mode, reply.outcome) }
      }
    }
    for code in flow.contract.codes where code.isInformational {
      for arrival in code.arrivals where told[Int(arrival.event.index)] != nil {
        tell(arrival.event, mode: nil, .code(code.number))
      }
    }
    for (index, event) in flow.contract.events.enumerated() {
      add(event, told[index], anyErrors)
    }
    events.append(EventRow())
  }

  private mutating func add(_ spec: EventSpec, _ told: Distinctions?, _ anyErrors: Set<Int>) {
    var row = EventRow()
    row.kind = spec.kind
    row.phase = spec.phase.map { Int8($0.index) } ?? -1
    row.rank = UInt8(clamping: spec.rank)
    row.losesProofs = spec.losesProofs
    row.replaces = spec.repetition == .replace
    row.barsCalls = spec.barsCalls
    row.isTerminal = spec.isTerminal
    row.namesUser = spec.userField != nil
    row.cancels = spec.cancels.map(\.index)
    row.firstSignal = UInt16(count)
    if let told {
      row.isCollapsed = false
      row.modes = store(spec.modes.filter(told.modes.contains))
      row.codes = store(told.codes.sorted())
      row.errors = store(told.errors.union(anyErrors).sorted())
      if !spec.modes.isEmpty, row.modes.isEmpty { row.modes = store([spec.modes[0]]) }
    }
    count += row.blocks * row.outcomes
    events.append(row)
  }

  private mutating func store(_ values: [Int]) -> Range<Int32> {
    let first = Int32(numbers.count)
    numbers += values.map { Int32(truncatingIfNeeded: $0) }
    return first..<Int32(numbers.count)
  }

  /// Every arrival of an event that the flow tells apart.
  func arrivals(of event: EventID) -> [(mode: Int?, outcome: ReplyOutcome, signal: UInt16)] {
    let row = events[Int(event.index)]
    let modes: [Int?] = row.modes.map { Int(numbers[Int($0)]) } + [nil]
    var arrivals: [(mode: Int?, outcome: ReplyOutcome, signal: UInt16)] = []
    for block in 0..<row.blocks {
      let mode = row.modes.isEmpty ? nil : modes[block]
      let first = row.firstSignal + UInt16(block * row.outcomes)
      guard !row.isCollapsed else { return [(nil, .success, first)] }
      arrivals.append((mode, .success, first))
      arrivals.append((mode, .code(Program.otherNumber), first + 1))
      arrivals.append((mode, .error(nil), first + 2))
      var next = first + UInt16(EventRow.firstCode)
      for code in row.codes {
        arrivals.append((mode, .code(Int(numbers[Int(code)])), next))
        next += 1
      }
      for error in row.errors {
        arrivals.append((mode, .error(Int(numbers[Int(error)])), next))
        next += 1
      }
    }
    return arrivals
  }
}

extension Program {
  /// Stands for a code that nobody tells apart.
  static let otherNumber = Int.min
}
