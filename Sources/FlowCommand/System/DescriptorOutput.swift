// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An output behind a descriptor of the system.
///
/// What is written is out when ``write(_:)`` returns.
final class DescriptorOutput: Output {
  private enum State {
    case open
    /// Nobody reads any more: the rest is dropped in silence.
    case closed
    case failed(SystemError)
  }

  let isTerminal: Bool
  private let descriptor: Int32
  private let state = Mutex(State.open)

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
  }

  var failure: String? {
    state.withLock { if case .failed(let error) = $0 { error.description } else { nil } }
  }

  func write(_ text: String) {
    guard !text.isEmpty else { return }
    var text = text
    text.withUTF8 { bytes in
      state.withLock { state in
        guard case .open = state, let error = send(bytes) else { return }
        state = error.number == EPIPE ? .closed : .failed(error)
      }
    }
  }

  /// From now on nothing is written any more.
  func mute() { state.withLock { $0 = .closed } }

  /// Nil if all was taken.
  private func send(_ bytes: UnsafeBufferPointer<UInt8>) -> SystemError? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let part = UnsafeBufferPointer(rebasing: rest)
      let count = systemWrite(descriptor, part.baseAddress, part.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        waitUntilWritable()
      } else if errno != EINTR {
        return .last
      }
    }
    return nil
  }

  /// A terminal or pipe that another program has made non-blocking: wait until it takes more.
  private func waitUntilWritable() {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&entry, 1, -1)
  }
}

/// The system's `write`, which the method of that name would hide.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
