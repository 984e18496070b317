// SPDX-License-Identifier: Apache-2.0

import FlowRuntime
import Synchronization

/// A clock of a run that stands where a test puts it.
final class StillClock: RunClock {
  private let time = Mutex(Duration.zero)

  var now: Duration { time.withLock { $0 } }

  func set(_ time: Duration) { self.time.withLock { $0 = time } }

  func sleep(until time: Duration) async {}
}
