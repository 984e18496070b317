// SPDX-License-Identifier: Apache-2.0

import SDKContract

/// An event as the machine sees it: numbers only.
struct EventRow: Sendable {
  /// The signal of the first mode's success.
  ///
  /// Each mode has a block of `outcomes` signals. The last but one is for modes that the flow does not distinguish, the
  /// last for a mode that the contract does not know, or none where one is due.
  var firstSignal: UInt32 = 0
  var modes: Range<Int32> = 0..<0
  var codes: Range<Int32> = 0..<0
  var errors: Range<Int32> = 0..<0
  var kind = EventKind.challenge
  /// What the SDK's phase becomes; -1 for no change.
  var phase: Int8 = -1
  /// The phases from which it becomes so, as a set of bits.
  var entersFrom = UInt8.max
  var rank: UInt8 = 0
  var losesProofs = false
  var replaces = false
  var barsCalls = false
  var needsAnswer = false
  var isTerminal = false
  var namesUser = false
  var hasModes = false
  /// Whether nothing is so by its mere arrival, and a frame has to take it.
  var isPlain = false
  /// The flow never tells one of its arrivals from another: all are one signal.
  var isCollapsed = true
  /// The interrupt step that opens; -1 if the flow has none.
  var interrupt: Int32 = -1
  /// The events whose interrupts it closes, in `Program.numbers`.
  var cancels: Range<Int32> = 0..<0

  /// Success, other codes, other errors; then the codes and the errors that are distinguished.
  var outcomes: Int { isCollapsed ? 1 : 3 + codes.count + errors.count }
  /// How many blocks of signals the event has.
  var blocks: Int { isCollapsed || !hasModes ? 1 : modes.count + 2 }

  static let success = 0
  static let otherCode = 1
  static let otherError = 2
  static let firstCode = 3

  /// - Parameter mode: nil for none, and for one that the contract does not know.
  func signal(mode: Int?, _ outcome: ReplyOutcome, _ numbers: [Int32]) -> UInt32 {
    if isCollapsed { return firstSignal }
    var block = 0
    if hasModes {
      block = modes.count + 1
      if let mode {
        block = modes.count
        for index in modes where numbers[Int(index)] == mode {
          block = Int(index - modes.lowerBound)
          break
        }
      }
    }
    return firstSignal + UInt32(block * outcomes + place(of: outcome, numbers))
  }

  private func place(of outcome: ReplyOutcome, _ numbers: [Int32]) -> Int {
    switch outcome {
    case .success: return EventRow.success
    case .code(let status):
      for index in codes where numbers[Int(index)] == status {
        return EventRow.firstCode + Int(index - codes.lowerBound)
      }
      return EventRow.otherCode
    case .error(let error):
      for index in errors where error.map({ numbers[Int(index)] == $0 }) ?? false {
        return EventRow.firstCode + codes.count + Int(index - errors.lowerBound)
      }
      return EventRow.otherError
    }
  }
}
