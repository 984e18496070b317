// SPDX-License-Identifier: Apache-2.0

import MFAFlow

/// Lets nobody in while the house is closed.
struct OpeningHours: SecurityModule {
  let name = "opening-hours"
  let isOpen: @Sendable () -> Bool

  func allowLogin() async throws -> SecurityVerdict {
    isOpen() ? .allow : .deny("The house is closed now.")
  }
}
