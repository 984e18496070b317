// SPDX-License-Identifier: Apache-2.0

import CSystemCalls

/// The two ends of a pipe, which no other program that is started inherits.
package struct PipeEnds: Sendable {
  package let reading: Int32
  package let writing: Int32

  /// - Throws: when the system has no descriptors left.
  package init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    _ = try SystemError.checked(system_pipe(&ends))
    (reading, writing) = (ends[0], ends[1])
  }

  /// From now on neither end is waited for.
  package func neverWait() {
    for end in [reading, writing] { Descriptor.neverWait(end) }
  }

  package func closeBoth() {
    for end in [reading, writing] { try? Descriptor.close(end) }
  }
}
