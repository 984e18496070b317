// SPDX-License-Identifier: Apache-2.0

import CSystemCalls

/// The words of the command line of this process.
package enum ProcessArguments {
  /// All words behind the name of the program.
  ///
  /// Why not Swift's alone: it reads them from `/proc`, and has none in a root without it.
  package static var all: [String] {
    let known = CommandLine.arguments
    #if os(Linux)
      if known.isEmpty { return Array(before(system_environment()).dropFirst()) }
    #endif
    return Array(known.dropFirst())
  }

  /// The words that stand before the environment in memory, as a process finds them when it begins; none where the
  /// environment has been moved.
  ///
  /// Source: System V Application Binary Interface, AMD64 supplement, section 3.4.1, figure 3.9; other processors of Linux
  /// do the same: the count, the words, a null, the environment.
  package static func before(_ environment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> [String] {
    guard environment[-1] == nil else { return [] }
    for count in 1...mostWords {
      guard let word = environment[-1 - count] else { return [] }
      guard Int(bitPattern: environment[-2 - count]) == count else {
        if UInt(bitPattern: word) < 4096 { return [] }
        continue
      }
      return (0..<count).compactMap { environment[-1 - count + $0].map { String(cString: $0) } }
    }
    return []
  }

  /// A line that is longer is no line of a person.
  private static let mostWords = 100_000
}
