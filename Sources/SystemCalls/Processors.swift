// SPDX-License-Identifier: Apache-2.0

import CSystemCalls

/// The processors of the machine.
package enum Processors {
  /// How many are at work, as the system says; to ask takes it longer than checking a small file.
  package static var count: Int { max(1, Int(system_processors())) }
}
