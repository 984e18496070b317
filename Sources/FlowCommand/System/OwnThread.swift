// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A thread for work that waits for a person, so that none of the few threads that tasks share stands still.
enum OwnThread {
  /// What the thread is to do.
  private final class Body: Sendable {
    let work: @Sendable () -> Void
    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }

  /// Runs the work on a thread of its own, and suspends until it is done.
  static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      start { continuation.resume(returning: work()) }
    }
  }

  private static func start(_ work: @escaping @Sendable () -> Void) {
    let body = Unmanaged.passRetained(Body(work)).toOpaque()
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let failure = pthread_create(&thread, nil, threadBody, body)
    #if canImport(Glibc)
      if failure == 0 { pthread_detach(thread) }
    #else
      if failure == 0, let thread { pthread_detach(thread) }
    #endif
    // Why: a system out of threads still gets its answer, on the thread that is here.
    if failure != 0 { perform(body) }
  }

  fileprivate static func perform(_ body: UnsafeMutableRawPointer) {
    Unmanaged<Body>.fromOpaque(body).takeRetainedValue().work()
  }
}

#if canImport(Darwin)
  private func threadBody(_ body: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    OwnThread.perform(body)
    return nil
  }
#else
  private func threadBody(_ body: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let body { OwnThread.perform(body) }
    return nil
  }
#endif
