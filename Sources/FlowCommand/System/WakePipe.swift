// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Ends a wait for input from another thread: what is written into the pipe wakes who polls its other end.
final class WakePipe: Sendable {
  /// What to poll besides the input.
  let readEnd: Int32
  private let writeEnd: Int32

  /// Nil if the system has no descriptors left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (readEnd, writeEnd) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Wakes, now or when somebody polls; more than once is as once.
  func wake() {
    var byte: UInt8 = 0
    _ = write(writeEnd, &byte, 1)
  }

  /// Takes back what woke, so that it can wake again; only where it has.
  func rest() {
    var byte: UInt8 = 0
    _ = read(readEnd, &byte, 1)
  }

  /// Whether it has woken.
  var isWoken: Bool { isWoken(within: 0) }

  /// Whether it has woken, or does so in time.
  ///
  /// - Parameter time: in milliseconds.
  func isWoken(within time: Int32) -> Bool {
    var entry = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, time) > 0
  }
}
