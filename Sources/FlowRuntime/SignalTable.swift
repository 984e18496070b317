// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import SDKContract

/// What a flow tells apart of the events of its contract: the numbers that signals are made of.
struct SignalTable {
  private(set) var events: [EventRow] = []
  private(set) var numbers: [Int32] = []
  /// The first signal is for everything that the contract does not know.
  private(set) var count = 1

  /// A way in which an event can arrive, as far as the flow tells it from others.
  struct Arrival {
    let mode: Int?
    let outcome: ReplyOutcome
    let signal: UInt32
  }

  init(_ flow: Flow) {
    let told = flow.distinctions
    for (index, event) in flow.contract.events.enumerated() {
      add(event, told[index])
    }
    events.append(EventRow())
  }

  private mutating func add(_ spec: EventSpec, _ told: Distinctions?) {
    var row = EventRow()
    row.kind = spec.kind
    row.phase = spec.phase.map { Int8($0.index) } ?? -1
    row.rank = UInt8(clamping: spec.rank)
    row.losesProofs = spec.losesProofs
    row.replaces = spec.repetition == .replace
    row.barsCalls = spec.barsCalls
    row.isTerminal = spec.isTerminal
    row.namesUser = spec.userField != nil
    row.cancels = store(spec.cancels.map { Int($0.index) })
    row.isPlain =
      row.kind != .notice && row.phase < 0 && !row.losesProofs && !row.namesUser && row.cancels.isEmpty
    row.firstSignal = UInt32(count)
    if let told {
      row.isCollapsed = false
      row.hasModes = !spec.modes.isEmpty
      row.modes = store(spec.modes.filter(told.modes.contains))
      row.codes = store(told.codes.sorted())
      row.errors = store(told.errors.sorted())
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
  ///
  /// The mode is nil for those that it does not tell apart, and ``Program/otherNumber`` for one that the contract does
  /// not know.
  func arrivals(of event: EventID) -> [Arrival] {
    let row = events[Int(event.index)]
    let modes: [Int?] = row.modes.map { Int(numbers[Int($0)]) } + [nil, Program.otherNumber]
    var arrivals: [Arrival] = []
    for block in 0..<row.blocks {
      let mode = row.hasModes ? modes[block] : nil
      let first = row.firstSignal + UInt32(block * row.outcomes)
      guard !row.isCollapsed else { return [Arrival(mode: nil, outcome: .success, signal: first)] }
      arrivals.append(Arrival(mode: mode, outcome: .success, signal: first))
      arrivals.append(Arrival(mode: mode, outcome: .code(Program.otherNumber), signal: first + 1))
      arrivals.append(Arrival(mode: mode, outcome: .error(nil), signal: first + 2))
      var next = first + UInt32(EventRow.firstCode)
      for code in row.codes {
        arrivals.append(Arrival(mode: mode, outcome: .code(Int(numbers[Int(code)])), signal: next))
        next += 1
      }
      for error in row.errors {
        arrivals.append(Arrival(mode: mode, outcome: .error(Int(numbers[Int(error)])), signal: next))
        next += 1
      }
    }
    return arrivals
  }
}

extension Program {
  /// Stands for a code that nobody tells apart, and for a mode that the contract does not know.
  static let otherNumber = Int.min
}
