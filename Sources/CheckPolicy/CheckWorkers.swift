// SPDX-License-Identifier: Apache-2.0

import LocalFiles
import SystemCalls

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
    let shares = await Workers.share(files.count, among: workers, portion: portion) { queue in
      work(through: queue, of: files, count, makeChecker())
    }
    return shares.joined().sorted { $0.start < $1.start }.flatMap(\.files)
  }

  private typealias Portion = (start: Int, files: [CheckedFile])

  /// What one worker does: it takes files until there are none left.
  private static func work(
    through queue: WorkQueue, of files: [FoundPath], _ count: WorkCount?, _ checker: FileChecker
  ) -> [Portion] {
    var checker = checker
    var done: [Portion] = []
    while let range = queue.take() {
      let checked = checker.check(files[range])
      done.append((range.lowerBound, checked))
      count?.add(range.count)
      count?.addFailures(checked.count { $0.errors > 0 })
    }
    return done
  }
}
