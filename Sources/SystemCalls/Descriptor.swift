// SPDX-License-Identifier: Apache-2.0

import CSystemCalls

/// What can be done with a number by which the system knows an open file, pipe or terminal.
///
/// No program that is started inherits one that was opened here.
package enum Descriptor {
  package static let input: Int32 = 0
  package static let output: Int32 = 1
  package static let errors: Int32 = 2

  /// Opens what is there, without waiting for anybody who writes to it.
  package static func openToRead(_ path: String, followingLinks follows: Bool = true) throws(SystemError) -> Int32 {
    try SystemError.checked(system_open_to_read(path, follows))
  }

  package static func openToWrite(_ path: String) throws(SystemError) -> Int32 {
    try SystemError.checked(system_open_to_write(path))
  }

  /// - Parameter permissions: those of a file that is made.
  package static func openToAppend(_ path: String, permissions: UInt32) throws(SystemError) -> Int32 {
    try SystemError.checked(system_open_to_append(path, permissions))
  }

  /// What takes and gives nothing.
  static func openNowhere() throws(SystemError) -> Int32 { try SystemError.checked(system_open_nowhere()) }

  /// - Throws: also where all was written and the system says only now that there was no room for it.
  package static func close(_ descriptor: Int32) throws(SystemError) {
    _ = try SystemError.checked(system_close(descriptor))
  }

  package static func isTerminal(_ descriptor: Int32) -> Bool { system_is_terminal(descriptor) }

  /// Whether a file or pipe has bytes that can be read at once; a device says nothing of what comes.
  package static func hasUnread(_ descriptor: Int32) -> Bool { system_has_unread(descriptor) }

  /// Waits for the next bytes, and gives as many as come at once; none at the end.
  package static func read(_ descriptor: Int32, atMost room: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      var result: Int
      repeat {
        result = system_read(descriptor, buffer.baseAddress, room)
        failure = SystemError(result)
      } while failure?.meaning == .interrupted
      count = max(0, result)
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes it all, and waits where nothing can be taken now.
  package static func write(_ text: String, to descriptor: Int32) throws(SystemError) {
    var text = text
    let failure = text.withUTF8 { bytes -> SystemError? in
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = UnsafeBufferPointer(rebasing: rest)
        let count = system_write(descriptor, part.baseAddress, part.count)
        switch SystemError(count)?.meaning {
        case nil: rest = rest.dropFirst(count)
        case .interrupted: break
        // A terminal or pipe that another program has made non-blocking: wait until it takes more.
        case .later: _ = AwaitedEnd.wait(for: AwaitedEnd(descriptor, isWritten: true))
        default: return SystemError(count)
        }
      }
      return nil
    }
    if let failure { throw failure }
  }

  /// From now on it is neither read nor written where that would mean waiting.
  static func neverWait(_ descriptor: Int32) { system_never_wait(descriptor) }
}
