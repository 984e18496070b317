// SPDX-License-Identifier: Apache-2.0

public import FlowRuntime

/// A backend that has just begun, in the world that it is to be looked at in.
public struct ConformanceSubject: Sendable {
  let backend: any Backend
  let clock: any RunClock

  /// - Parameters:
  ///   - clock: the one that the backend goes by; a virtual one, if it can, since each silence is waited for.
  public init(_ backend: any Backend, clock: any RunClock) {
    self.backend = backend
    self.clock = clock
  }

  /// What can be told to have things happen; nil if it cannot.
  var directed: (any PacedBackend)? {
    guard let paced = backend as? any PacedBackend, paced.takesDirections else { return nil }
    return paced
  }

  /// What went wrong at its end; nil if nothing did, or it has none.
  func close() async -> BackendFailure? { await (backend as? any PacedBackend)?.close() }
}
