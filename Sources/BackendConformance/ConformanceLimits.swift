// SPDX-License-Identifier: Apache-2.0

/// How much of a backend is looked at.
public struct ConformanceLimits: Sendable, Hashable {
  /// How long it may take, as time passes.
  public var time = Duration.seconds(60)
  /// How many calls are made at most.
  public var calls = 50_000
  /// How many calls a run has at most.
  public var depth = 12
  /// How long to listen where nothing may come, on a virtual clock.
  public var settle = Duration.seconds(1)
  /// The same, where time passes by itself.
  public var liveSettle = Duration.milliseconds(50)
  /// So many events between two calls are too many.
  public var events = 200

  /// The limits of the command line.
  public init() {}
}
