// SPDX-License-Identifier: Apache-2.0

/// How long a process is waited for, and how much it may say.
public struct ProcessLimits: Sendable, Hashable {
  /// From its start to its answer to `initialize`.
  public var handshake = Duration.seconds(10)
  /// For the answer to any other request, and for the rest of a line that has begun.
  public var call = Duration.seconds(10)
  /// On a live clock, for the answer of a responder; nil for as long as the question stands, since a person may be behind
  /// it.
  public var answer: Duration?
  /// For its end, once it was told to shut down.
  public var shutdown = Duration.seconds(2)
  /// Between the signal that asks it to end and the one that ends it.
  public var grace = Duration.milliseconds(500)
  /// On a live clock: who has been silent for so long has nothing more to say; nil to wait without limit.
  public var quiet: Duration?
  /// The longest line that it may send, in bytes.
  public var longestLine = 1 << 20
  /// How many events may wait to be read, and how many may come unasked within a second.
  public var mostEvents = 1_000

  /// The limits of the command line.
  public init() {}
}
