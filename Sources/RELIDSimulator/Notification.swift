// SPDX-License-Identifier: Apache-2.0

/// A message of the server that a user answers with one of its actions, on any of the user's devices.
struct Notification: Sendable {
  struct Action: Sendable {
    /// What the answer must be, letter by letter.
    let name: String
    let label: String
    /// How strongly the user is checked before it counts; 0 for not at all.
    let authLevel: Int
  }

  let id: String
  let user: AccountID
  var subject: String
  var message: String
  /// Empty for none.
  var enterprise = ""
  /// From when it is there, since the start of the run; below zero for before it.
  var created: Duration
  /// From when it can be answered no more; nil for never.
  var expires: Duration?
  var actions: [Action]
  /// What it was answered with; empty while it waits.
  var actionPerformed = ""
  /// The device, as an index, that waits to become one of the user's; nil if the notification is about something else.
  var waitingDevice: Int?

  /// Whether it can be seen.
  func isThere(at now: Duration) -> Bool { created <= now && !isExpired(at: now) }

  func isExpired(at now: Duration) -> Bool { expires.map { $0 <= now } ?? false }

  /// Whether an answer counts only once the user has been checked.
  func needsCheck(for action: String) -> Bool { actions.contains { $0.name == action && $0.authLevel != 0 } }
}

/// How the answer to a notification turns out, by the server's status.
///
/// 100, 110 and 153 are the real SDK's. It documents no others, so those from 921 are our own.
enum NotificationStatus: Int {
  case ok = 100
  case passwordExpired = 110
  case attemptsExhausted = 153
  case alreadyAnswered = 921
  case expired = 922
  case actionNotOffered = 923
  case unknown = 924

  var message: String? {
    switch self {
    case .ok: nil
    case .passwordExpired: "password expired"
    case .attemptsExhausted: "attempts exhausted"
    case .alreadyAnswered: "already answered"
    case .expired: "expired"
    case .actionNotOffered: "no such action"
    case .unknown: "no such notification"
    }
  }
}

/// An answer to a notification for which the user is being checked.
struct PendingAnswer: Sendable {
  let notification: String
  let action: String
}
