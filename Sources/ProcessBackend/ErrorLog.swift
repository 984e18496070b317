// SPDX-License-Identifier: Apache-2.0

import Redaction
import Synchronization
import SystemCalls

/// What a program writes to its standard error: read at once, and shown line by line afterwards; what is too much is left out and counted.
///
/// Why: a program whose pipe is full stands still, and the time would count as its own.
final class ErrorLog: Sendable {
  private struct State {
    /// Nil once it is closed.
    var descriptor: Int32?
    let mostWaiting: Int
    /// What was taken and not yet shown.
    var waiting: [UInt8] = []
    var isShowing = false
    /// Whether all that comes is left out, since too much waits.
    var isLeavingOut = false
    /// How many bytes were left out that nobody was told of.
    var leftOut = 0
    /// What to do when all is shown, once nothing more comes.
    var atEnd: (@Sendable () -> Void)?

    /// Keeps what has come, unless too much waits: then whole lines are left out, until nothing waits.
    mutating func keep(_ bytes: ArraySlice<UInt8>) {
      var bytes = bytes
      if isLeavingOut {
        guard waiting.isEmpty, let end = bytes.firstIndex(of: ErrorLog.lineFeed) else {
          leftOut += bytes.count
          return
        }
        leftOut += end + 1 - bytes.startIndex
        bytes = bytes[(end + 1)...]
        isLeavingOut = false
      }
      guard waiting.count + bytes.count > mostWaiting else {
        waiting += bytes
        return
      }
      isLeavingOut = true
      if let end = waiting.lastIndex(of: ErrorLog.lineFeed) {
        leftOut += waiting.count - (end + 1) + bytes.count
        waiting.removeLast(waiting.count - (end + 1))
      } else {
        leftOut += bytes.count
        waiting.append(ErrorLog.lineFeed)
      }
    }

    mutating func next() -> Next {
      // What waits came before what is being left out.
      let told = isLeavingOut && !(waiting.isEmpty && atEnd != nil) ? 0 : leftOut
      guard !waiting.isEmpty || told > 0 else {
        isShowing = false
        defer { atEnd = nil }
        return .none(atEnd: atEnd)
      }
      leftOut -= told
      defer { waiting = [] }
      return .bytes(waiting, leftOut: told)
    }
  }

  /// What is to be shown next, and how much was left out before it; or nothing.
  private enum Next {
    case bytes([UInt8], leftOut: Int)
    case none(atEnd: (@Sendable () -> Void)?)
  }

  /// Up to this many bytes are shown without delay, so that they stand before what the program says next.
  private static let few = 4096
  private static let longestLine = 4096
  private static let lineFeed = UInt8(ascii: "\n")

  private let name: String
  private let mask: @Sendable () -> SecretMask
  private let log: @Sendable (String) -> Void
  private let state: Mutex<State>
  /// Used only by the thread that shows the lines.
  private let lines = Mutex(LineBuffer(longest: longestLine))
  /// The same.
  private let key = Mutex(PrivateKeyBlock())

  /// - Parameters:
  ///   - name: what to call the program, such as `the backend`.
  ///   - mask: the secrets that are known by now.
  ///   - log: told each line.
  ///   - mostWaiting: how many bytes wait at most: to cover secrets in a mebibyte takes seconds, which a run that is over waits for.
  init(
    _ descriptor: Int32, of name: String, mask: @escaping @Sendable () -> SecretMask,
    log: @escaping @Sendable (String) -> Void, mostWaiting: Int = 1 << 20
  ) {
    self.name = name
    self.mask = mask
    self.log = log
    state = Mutex(State(descriptor: descriptor, mostWaiting: mostWaiting))
  }

  /// What is to be waited for; nil once it is closed.
  var descriptor: Int32? { state.withLock { $0.descriptor } }

  /// Reads what is there; false if there is nothing more, for now or for good.
  @discardableResult
  func read(into buffer: inout [UInt8]) -> Bool {
    guard let descriptor else { return false }
    switch Transfer.read(from: descriptor, into: &buffer) {
    case .bytes(let count):
      take(buffer[..<count])
      return true
    case .later: return false
    case .closed:
      state.withLock { $0.descriptor = nil }
      return false
    }
  }

  /// Takes what comes within a time, once.
  func wait(atMost milliseconds: Int32, into buffer: inout [UInt8]) {
    if AwaitedEnd.wait(for: descriptor.map { AwaitedEnd($0) }, atMost: milliseconds) { read(into: &buffer) }
  }

  /// Takes what is there when the program has ended; a process that it has left behind is not waited for.
  ///
  /// - Parameter body: what to do when all of it is shown.
  func finish(into buffer: inout [UInt8], then body: @escaping @Sendable () -> Void) {
    for _ in 0..<Self.mostReads { guard read(into: &buffer) else { break } }
    let isIdle = state.withLock { state in
      state.descriptor = nil
      state.atEnd = body
      defer { state.isShowing = true }
      return !state.isShowing
    }
    if isIdle { show() }
  }

  private static let mostReads = 64

  /// Takes what the program has written.
  func take(_ bytes: ArraySlice<UInt8>) {
    let isIdle = state.withLock { state in
      state.keep(bytes)
      defer { state.isShowing = true }
      return !state.isShowing
    }
    guard isIdle else { return }
    if bytes.count <= Self.few { show() } else { OwnThread.start { [self] in show() } }
  }

  /// Shows what waits, until nothing does; only one thread at a time.
  private func show() {
    while true {
      switch state.withLock({ $0.next() }) {
      case .bytes(let bytes, let leftOut):
        tell(leftOut: leftOut)
        tell(bytes)
      case .none(let atEnd):
        if let atEnd {
          if let part = lines.withLock({ $0.takePart() }) { tell(part, mask()) }
          atEnd()
        }
        return
      }
    }
  }

  private func tell(leftOut count: Int) {
    guard count > 0 else { return }
    log("\(name) writes more to its standard error than can be shown: \(count) bytes are left out")
  }

  private func tell(_ bytes: [UInt8]) {
    let mask = mask()
    lines.withLock { lines in
      var rest = bytes[...]
      while !rest.isEmpty {
        lines.add(rest.prefix(Self.piece))
        rest = rest.dropFirst(Self.piece)
        while let line = lines.next() { tell(line, mask) }
        if lines.isTooLong, let part = lines.takePart() { tell(part, mask) }
      }
    }
  }

  /// How many of the waiting bytes are cut into lines at a time.
  private static let piece = 1 << 16

  private func tell(_ line: [UInt8], _ mask: SecretMask) {
    log("\(name): \(key.withLock { $0.cover(of: line[...]) } ?? mask.line(line[...]))")
  }
}
