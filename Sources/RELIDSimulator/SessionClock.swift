// SPDX-License-Identifier: Apache-2.0

/// How long a session lasts.
struct SessionLimits: Sendable {
  /// How long it lasts without a call; nil for any time.
  var idle: Duration?
  /// How long it lasts whatever is done; nil for any time.
  var hard: Duration?
  /// How long before its end the SDK warns; nil for no warning.
  var warning: Duration?
  /// Whether the user may extend it when it is about to end for want of calls.
  var isExtendable = true
  /// How often; nil for any number.
  var extensions: Int?
  /// What the warning says.
  var message = "Your session is about to end."
}

/// When a session ends, and when the SDK warns of it.
struct SessionClock: Sendable {
  /// What is due.
  enum Due: Equatable {
    case nothing(until: Duration)
    case warning(end: Duration)
    case end
  }

  let limits: SessionLimits
  private let start: Duration
  private var lastUse: Duration
  private var extensions = 0
  /// The end that the SDK has warned of; a later one needs a warning of its own.
  private var warnedOf: Duration?

  /// A session that begins now; nil if nothing ends it.
  init?(_ limits: SessionLimits?, at now: Duration) {
    guard let limits, limits.idle != nil || limits.hard != nil else { return nil }
    self.limits = limits
    start = now
    lastUse = now
  }

  /// Whether the SDK has warned and nothing has changed since.
  var hasWarned: Bool { warnedOf == end }

  /// Whether the session can be extended: not beyond its hard end, and not more often than the server grants.
  var canBeExtended: Bool {
    limits.isExtendable && !endsHard && extensions < limits.extensions ?? .max
  }

  func due(at now: Duration) -> Due {
    guard hasWarned || limits.warning == nil else {
      let time = max(end - (limits.warning ?? .zero), start)
      return time <= now ? .warning(end: end) : .nothing(until: time)
    }
    return end <= now ? .end : .nothing(until: end)
  }

  mutating func warn() { warnedOf = end }

  /// A call was made: the session is not idle.
  mutating func use(at now: Duration) { lastUse = now }

  mutating func extend(at now: Duration) {
    extensions += 1
    lastUse = now
  }

  private var end: Duration { min(idleEnd ?? hardEnd, hardEnd) }
  private var endsHard: Bool { idleEnd.map { hardEnd <= $0 } ?? true }
  private var idleEnd: Duration? { limits.idle.map { lastUse + $0 } }
  private var hardEnd: Duration { limits.hard.map { start + $0 } ?? Self.never }

  /// Later than any run.
  private static let never = Duration.seconds(Int64.max / 4)
}
