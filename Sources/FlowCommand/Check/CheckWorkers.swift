// SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Checks many files on all cores.
///
/// What comes out stands in the order of what went in, whoever was first.
enum CheckWorkers {
  /// Files that a worker takes at once: few enough that none has much to do alone at the end.
  private static let portion = 4
  /// The files that one worker has checked before a second would have begun.
  private static let fewFiles = 16

  /// - Parameters:
  ///   - count: where to count the files that are done; nil if nobody asks.
  ///   - makeChecker: makes the checker of one worker.
  static func check(
    _ files: [FoundPath], _ count: WorkCount? = nil, _ makeChecker: @escaping @Sendable () -> FileChecker
  ) async -> [CheckedFile] {
    // Asking for the number of cores takes the system longer than checking a small file.
    let workers = files.count > fewFiles ? min((files.count + portion - 1) / portion, cores) : 1
    guard workers > 1 else {
      var checker = makeChecker()
      return files.map { file in
        defer { count?.add(1) }
        return checker.check(file)
      }
    }
    let queue = Queue(count: files.count)
    return await withTaskGroup { group in
      for _ in 0..<workers {
        group.addTask {
          var checker = makeChecker()
          var done: [(start: Int, files: [CheckedFile])] = []
          while let range = queue.take(portion) {
            done.append((range.lowerBound, files[range].map { checker.check($0) }))
            count?.add(range.count)
          }
          return done
        }
      }
      var portions: [(start: Int, files: [CheckedFile])] = []
      for await done in group { portions += done }
      return portions.sorted { $0.start < $1.start }.flatMap(\.files)
    }
  }

  private static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// What is still to be checked.
  private final class Queue: Sendable {
    private let next = Atomic(0)
    private let count: Int

    init(count: Int) { self.count = count }

    /// Nil when nothing is left.
    func take(_ portion: Int) -> Range<Int>? {
      let start = next.wrappingAdd(portion, ordering: .relaxed).oldValue
      return start < count ? start..<min(start + portion, count) : nil
    }
  }
}
