// SPDX-License-Identifier: Apache-2.0

/// How much of a backend is looked at.
public struct ConformanceLimits: Sendable, Hashable {
  /// How long it may take, as time passes.
  public var time = Duration.seconds(60)
  /// How many calls are made at most.
  public var calls = 50_000
  /// How many calls a run has at most.
  public var depth = 12
  /// On the run's clock: how long to listen where nothing may come.
  public var settle = Duration.seconds(1)
  /// So many events between two calls are too many.
  public var events = 200

  /// The limits of the command line.
  public init() {}
}
