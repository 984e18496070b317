// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A number in which the system says what went wrong.
struct SystemError: Error, Hashable, CustomStringConvertible {
  let number: Int32

  /// What the last call of this thread said.
  static var last: SystemError { SystemError(number: errno) }

  var description: String { String(cString: strerror(number)) }
}
