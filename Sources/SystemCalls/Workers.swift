// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Work that the processors share.
package enum Workers {
  /// What each worker made of what it took, in no order.
  ///
  /// - Parameters:
  ///   - portion: how much a worker takes at once, at most.
  ///   - work: what one worker does: it takes from the queue until nothing is left.
  package static func share<Share: Sendable>(
    _ count: Int, among workers: Int, portion: Int = 1, _ work: @escaping @Sendable (WorkQueue) async -> Share
  ) async -> [Share] {
    let queue = WorkQueue(count, workers: workers, portion: portion)
    guard workers > 1 else { return [await work(queue)] }
    return await withTaskGroup(of: Share.self) { group in
      for _ in 0..<workers { group.addTask { await work(queue) } }
      var shares: [Share] = []
      for await share in group { shares.append(share) }
      return shares
    }
  }
}

/// What is still to be done, by numbers from 0.
package final class WorkQueue: Sendable {
  private let next = Atomic(0)
  private let count: Int
  private let workers: Int
  private let portion: Int

  init(_ count: Int, workers: Int, portion: Int) {
    self.count = count
    self.workers = workers
    self.portion = portion
  }

  /// The next numbers, nil when nothing is left: towards the end ever fewer, so that no worker has much to do alone.
  package func take() -> Range<Int>? {
    var start = next.load(ordering: .relaxed)
    while start < count {
      let share = workers == 1 ? count - start : max(1, (count - start) / (2 * workers))
      let end = start + min(portion, share)
      let (isTaken, now) = next.compareExchange(expected: start, desired: end, ordering: .relaxed)
      if isTaken { return start..<end }
      start = now
    }
    return nil
  }
}

/// How much of a long work is done, for all that want to know.
package final class WorkCount: Sendable {
  private let done = Atomic(0)
  private let failed = Atomic(0)
  private let known = Atomic(0)

  package var value: Int { done.load(ordering: .relaxed) }
  /// How much of it failed.
  package var failures: Int { failed.load(ordering: .relaxed) }
  /// How much there is to do, as far as that is known; 0 where nobody has said.
  package var total: Int { known.load(ordering: .relaxed) }

  package init() {}

  package func add(_ count: Int) { done.wrappingAdd(count, ordering: .relaxed) }

  package func addFailures(_ count: Int) { failed.wrappingAdd(count, ordering: .relaxed) }

  /// So much is done of so much that is known; for one who works alone.
  package func set(_ count: Int, of total: Int) {
    done.store(count, ordering: .relaxed)
    known.store(total, ordering: .relaxed)
  }
}
