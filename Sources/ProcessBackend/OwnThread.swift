// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A thread for work that waits for a person or a process, so that none of the few threads that tasks share stands still.
package enum OwnThread {
  /// What the thread is to do.
  private final class Body: Sendable {
    let work: @Sendable () -> Void
    init(_ work: @escaping @Sendable () -> Void) { self.work = work }
  }

  /// Runs the work on a thread of its own, and suspends until it is done.
  package static func run<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      start { continuation.resume(returning: work()) }
    }
  }

  /// Starts the work on a thread of its own; with none to be had, on one that tasks share.
  static func start(_ work: @escaping @Sendable () -> Void) {
    let body = Unmanaged.passRetained(Body(work)).toOpaque()
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    guard pthread_create(&thread, nil, threadBody, body) == 0 else {
      Task { Self.perform(body) }
      return
    }
    #if canImport(Glibc)
      pthread_detach(thread)
    #else
      if let thread { pthread_detach(thread) }
    #endif
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
