// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning
import SDKContract

/// What a flow distinguishes of the events of its contract: the numbers that signals are made of.
struct SignalTable {
  private(set) var events: [EventRow] = []
  private(set) var numbers: [Int32] = []
  /// The first signal is for everything that the contract does not know.
  private(set) var count = 1

  init(_ flow: Flow) {
    let told = flow.distinctions
    for (index, event) in flow.contract.events.enumerated() {
      add(event, in: flow.contract, told[index])
    }
    events.append(EventRow())
  }

  private mutating func add(_ spec: EventSpec, in contract: Contract, _ told: Distinctions?) {
    var row = EventRow()
    row.kind = spec.kind
    row.phase = spec.phase.map { Int8($0.index) } ?? -1
    if spec.kind == .notice { row.entersFrom = UInt8(truncatingIfNeeded: contract.phasesBeforeStart) }
    row.rank = UInt8(clamping: spec.rank)
    row.losesProofs = spec.losesProofs
    row.replaces = spec.repetition == .replace
    row.barsCalls = spec.barsCalls
    row.needsAnswer = spec.kind == .interrupt && spec.needsAnswer
    row.isTerminal = spec.isTerminal
    row.namesUser = spec.userField != nil
    row.cancels = store(contract.cancelled(by: spec).map { Int($0.index) })
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

  /// Every signal by which an event can come that the flow distinguishes, with its number.
  func signals(of event: EventID) -> [(signal: Signal, number: UInt32)] {
    let row = events[Int(event.index)]
    let modes: [Int?] = row.modes.map { Int(numbers[Int($0)]) } + [nil, Signal.otherNumber]
    var signals: [(signal: Signal, number: UInt32)] = []
    for block in 0..<row.blocks {
      let mode = row.hasModes ? modes[block] : nil
      let first = row.firstSignal + UInt32(block * row.outcomes)
      guard !row.isCollapsed else { return [(Signal(event, mode: nil, .success), first)] }
      signals.append((Signal(event, mode: mode, .success), first))
      signals.append((Signal(event, mode: mode, .code(Signal.otherNumber)), first + 1))
      signals.append((Signal(event, mode: mode, .error(nil)), first + 2))
      var next = first + UInt32(EventRow.firstCode)
      for code in row.codes {
        signals.append((Signal(event, mode: mode, .code(Int(numbers[Int(code)]))), next))
        next += 1
      }
      for error in row.errors {
        signals.append((Signal(event, mode: mode, .error(Int(numbers[Int(error)]))), next))
        next += 1
      }
    }
    return signals
  }
}
