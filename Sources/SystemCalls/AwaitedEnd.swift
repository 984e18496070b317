// SPDX-License-Identifier: Apache-2.0

import CSystemCalls

/// An end of a pipe, or a terminal, that is waited for: until there is something to read, or room to write.
package struct AwaitedEnd {
  private var end: system_end

  /// - Parameters:
  ///   - descriptor: nil for none, which is never ready.
  ///   - isWritten: whether it is to take something; else it is to have something, or its other end to be closed.
  package init(_ descriptor: Int32?, isWritten: Bool = false) {
    end = system_end(descriptor: descriptor ?? -1, is_written: isWritten, is_ready: false)
  }

  /// Whether there is something to do, which may be to see that it is closed.
  package var isReady: Bool { end.is_ready }

  /// What came of waiting.
  package enum Outcome {
    /// So many are ready; none, if the time is over.
    case ready(Int)
    /// By a signal: none was looked at.
    case interrupted
    case failed

    package var isAny: Bool { if case .ready(let count) = self { count > 0 } else { false } }
  }

  /// Waits until one of a few is ready, or the time is over.
  ///
  /// - Parameter milliseconds: nil for as long as it takes.
  package static func wait(for ends: inout [AwaitedEnd], atMost milliseconds: Int32?) -> Outcome {
    var asked = ends.map(\.end)
    let result = system_wait_for(&asked, Int32(clamping: asked.count), milliseconds ?? -1)
    for index in ends.indices { ends[index].end = asked[index] }
    switch SystemError(result)?.meaning {
    case nil: return .ready(Int(result))
    case .interrupted: return .interrupted
    default: return .failed
    }
  }

  /// Waits for one alone, or, for nil, until the time is over.
  package static func wait(for end: AwaitedEnd?, atMost milliseconds: Int32? = nil) -> Bool {
    var ends = [end].compactMap(\.self)
    return wait(for: &ends, atMost: milliseconds).isAny
  }
}

extension Duration {
  /// Whole milliseconds to wait, rounded up; never negative, and never too many for the system.
  package var waitedMilliseconds: Int32 {
    let (seconds, attoseconds) = components
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1000)
    guard !isTooLong else { return seconds < 0 ? 0 : .max }
    let rest = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(clamping: max(0, whole + rest))
  }
}
