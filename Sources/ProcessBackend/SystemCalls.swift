// SPDX-License-Identifier: Apache-2.0

import FlowRuntime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The two ends of a pipe, which no other program that is started inherits.
struct PipeEnds {
  let reading: Int32
  let writing: Int32

  /// - Throws: the system's word when it has no descriptors left.
  init() throws(SystemWord) {
    var ends: [Int32] = [-1, -1]
    #if canImport(Darwin)
      guard pipe(&ends) == 0 else { throw SystemWord(errno) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #else
      // Why in one step: a program that another thread starts meanwhile would hold the pipe open. On Darwin none is
      // handed on that is not named.
      guard systemPipe(&ends, O_CLOEXEC) == 0 else { throw SystemWord(errno) }
    #endif
    (reading, writing) = (ends[0], ends[1])
  }

  func closeBoth() {
    close(reading)
    close(writing)
  }
}

/// What the system says went wrong.
struct SystemWord: Error, CustomStringConvertible {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  var description: String { String(cString: strerror(number)) }
}

/// What came of reading or writing without waiting.
enum Transfer {
  case bytes(Int)
  /// Nothing now.
  case later
  /// Nobody is at the other end any more.
  case closed
}

extension Transfer {
  /// Writes without waiting; the descriptor must not block.
  static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Transfer {
    let count = bytes.withUnsafeBytes { bytes in
      withoutBrokenPipeSignal { systemWrite(descriptor, bytes.baseAddress, bytes.count) }
    }
    return count >= 0 ? .bytes(count) : errno == EAGAIN || errno == EINTR ? .later : .closed
  }

  /// Reads what is there without waiting; the descriptor must not block.
  static func read(from descriptor: Int32, into buffer: inout [UInt8]) -> Transfer {
    let count = buffer.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
    return count > 0 ? .bytes(count) : count < 0 && (errno == EAGAIN || errno == EINTR) ? .later : .closed
  }
}

extension Transfer {
  /// A reader that is gone must be told by an error, whatever the host does with the signal.
  ///
  /// Why: the signal of a write comes to the thread that writes; held back there, it can be taken away again.
  private static func withoutBrokenPipeSignal(_ write: () -> Int) -> Int {
    #if canImport(Darwin)
      // The descriptor raises none there.
      return write()
    #else
      var pipe = sigset_t()
      var before = sigset_t()
      sigemptyset(&pipe)
      sigaddset(&pipe, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &pipe, &before)
      let count = write()
      let error = errno
      if count < 0, error == EPIPE {
        var now = timespec()
        sigtimedwait(&pipe, nil, &now)
      }
      pthread_sigmask(SIG_SETMASK, &before, nil)
      errno = error
      return count
    #endif
  }
}

extension Duration {
  /// Whole milliseconds for `poll`, rounded up; never negative, and never too large for it.
  var pollMilliseconds: Int32 {
    let isWhole = components.attoseconds % 1_000_000_000_000_000 == 0
    return Int32(clamping: max(0, milliseconds + (isWhole ? 0 : 1)))
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}

#if !canImport(Darwin)
  /// `pipe2`, which the headers show only to those who ask for GNU's own functions.
  @_silgen_name("pipe2")
  private func systemPipe(_ ends: UnsafeMutablePointer<Int32>, _ flags: Int32) -> Int32
#endif
