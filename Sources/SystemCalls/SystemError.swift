// SPDX-License-Identifier: Apache-2.0

import CSystemCalls

/// A number in which the system says what went wrong.
package struct SystemError: Error, Hashable, CustomStringConvertible {
  /// What a number means to this package.
  package enum Meaning {
    /// There is no such file, or no such folder above it.
    case missing
    case folder
    case forbidden
    /// A socket, or a pipe with nobody at its other end, cannot be opened.
    case noFile
    case exists
    case interrupted
    /// Nothing can be read or written now.
    case later
    /// Nobody reads any more.
    case closed
    case other
  }

  private let number: Int32

  private init(number: Int32) { self.number = number }

  /// Nil for what a function of the system returns if all went well.
  init?(_ result: some BinaryInteger) {
    guard result < 0 else { return nil }
    number = Int32(clamping: -Int(result))
  }

  /// A folder stands where a file is meant.
  package static let isFolder = SystemError(number: system_number(SYSTEM_IS_FOLDER))
  /// The program is ending.
  package static let interrupted = SystemError(number: system_number(SYSTEM_INTERRUPTED))

  package var meaning: Meaning {
    switch system_meaning(number) {
    case SYSTEM_MISSING: .missing
    case SYSTEM_IS_FOLDER: .folder
    case SYSTEM_FORBIDDEN: .forbidden
    case SYSTEM_NO_FILE: .noFile
    case SYSTEM_EXISTS: .exists
    case SYSTEM_INTERRUPTED: .interrupted
    case SYSTEM_LATER: .later
    case SYSTEM_CLOSED: .closed
    default: .other
    }
  }

  package var description: String { String(cString: system_words(number)) }

  /// What a function returned that returns minus the number of what went wrong.
  static func checked<Result: BinaryInteger>(_ result: Result) throws(SystemError) -> Result {
    if let error = SystemError(result) { throw error }
    return result
  }
}
