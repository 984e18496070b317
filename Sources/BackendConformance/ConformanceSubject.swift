// SPDX-License-Identifier: Apache-2.0

public import FlowRuntime

/// A backend that has just begun, in the world that it is to be looked at in.
public struct ConformanceSubject: Sendable {
  let backend: any Backend
  let clock: any RunClock
  private let cut: (@Sendable () -> Void)?
  /// Whether it is told to have things happen, if it says that it can be.
  private let mayDirect: Bool

  /// - Parameters:
  ///   - clock: the one that the backend goes by; a virtual one, if it can, since each silence is waited for.
  public init(_ backend: any Backend, clock: any RunClock) {
    self.init(backend, clock: clock, cut: nil)
  }

  /// - Parameter cut: has whatever is waited for fail at once; nil where that cannot be done.
  init(_ backend: any Backend, clock: any RunClock, mayDirect: Bool = true, cut: (@Sendable () -> Void)?) {
    self.backend = backend
    self.mayDirect = mayDirect
    self.clock = clock
    self.cut = cut
  }

  /// What cuts off a run that is under way when the time is up; nil where nothing can.
  ///
  /// Cancel it when the run is over.
  func watch(until end: ContinuousClock.Instant) -> Task<Void, Never>? {
    cut.map { cut in
      Task {
        try? await Task.sleep(until: end, clock: .continuous)
        if !Task.isCancelled { cut() }
      }
    }
  }

  /// What can be told to have things happen; nil if it cannot.
  var directed: (any PacedBackend)? {
    guard mayDirect, let paced = backend as? any PacedBackend, paced.takesDirections else { return nil }
    return paced
  }

  /// What went wrong at its end; nil if nothing did, or it has none.
  func close() async -> BackendFailure? { await (backend as? any PacedBackend)?.close() }
}
