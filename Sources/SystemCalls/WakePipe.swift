// SPDX-License-Identifier: Apache-2.0

/// Ends a wait for input from another thread: what is written into the pipe wakes who waits for its other end.
package final class WakePipe: Sendable {
  private let pipe: PipeEnds

  /// Nil if the system has no descriptors left.
  package init?() {
    guard let pipe = try? PipeEnds() else { return nil }
    self.pipe = pipe
  }

  deinit { pipe.closeBoth() }

  /// What to wait for besides the input.
  package var end: AwaitedEnd { AwaitedEnd(pipe.reading) }

  /// Wakes, now or when somebody waits; more than once is as once.
  package func wake() { _ = Transfer.write([0], to: pipe.writing) }

  /// Takes back what woke, so that it can wake again; only where it has.
  package func rest() {
    var byte: [UInt8] = [0]
    _ = Transfer.read(from: pipe.reading, into: &byte)
  }

  /// Whether it has woken.
  package var isWoken: Bool { isWoken(within: 0) }

  /// Whether it has woken, or does so in time.
  ///
  /// - Parameter time: in milliseconds.
  package func isWoken(within time: Int32) -> Bool { AwaitedEnd.wait(for: end, atMost: time) }
}
