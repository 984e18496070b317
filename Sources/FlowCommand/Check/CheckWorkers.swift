// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Checks many files on all cores.
///
/// What comes out stands in the order of what went in, whichever was first.
enum CheckWorkers {
  /// Files that a worker takes at once, at most: as many as a compiler reads together.
  private static let portion = 8
  /// The files that one worker has checked before a second would have begun.
  private static let fewFiles = 16
  /// A worker for fewer is not worth its start.
  private static let fewestEach = 4

  /// - Parameters:
  ///   - count: where to count the files that are done; nil if nobody asks.
  ///   - makeChecker: makes the checker of one worker.
  static func check(
    _ files: [FoundPath], _ count: WorkCount? = nil, _ makeChecker: @escaping @Sendable () -> FileChecker
  ) async -> [CheckedFile] {
    // Asking for the number of cores takes the system longer than checking a small file.
    let workers = files.count > fewFiles ? min(files.count / fewestEach, Processors.count) : 1
    let queue = Queue(count: files.count, workers: workers)
    guard workers > 1 else { return work(through: queue, of: files, count, makeChecker()).flatMap(\.files) }
    return await withTaskGroup { group in
      for _ in 0..<workers { group.addTask { work(through: queue, of: files, count, makeChecker()) } }
      var portions: [Portion] = []
      for await done in group { portions += done }
      return portions.sorted { $0.start < $1.start }.flatMap(\.files)
    }
  }

  private typealias Portion = (start: Int, files: [CheckedFile])

  /// What one worker does: it takes files until there are none left.
  private static func work(
    through queue: Queue, of files: [FoundPath], _ count: WorkCount?, _ checker: FileChecker
  ) -> [Portion] {
    var checker = checker
    var done: [Portion] = []
    while let range = queue.take(portion) {
      done.append((range.lowerBound, checker.check(files[range])))
      count?.add(range.count)
    }
    return done
  }

  /// What is still to be checked.
  private final class Queue: Sendable {
    private let next = Atomic(0)
    private let count: Int
    private let workers: Int

    init(count: Int, workers: Int) {
      self.count = count
      self.workers = workers
    }

    /// The next files, nil when nothing is left: towards the end ever fewer, so that no worker has much to do alone.
    func take(_ most: Int) -> Range<Int>? {
      var start = next.load(ordering: .relaxed)
      while start < count {
        let share = workers == 1 ? count - start : max(1, (count - start) / (2 * workers))
        let end = start + min(most, share)
        let (isTaken, now) = next.compareExchange(expected: start, desired: end, ordering: .relaxed)
        if isTaken { return start..<end }
        start = now
      }
      return nil
    }
  }
}
