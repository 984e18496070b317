// SPDX-License-Identifier: Apache-2.0

import Values

/// What the server has decided for everybody.
struct ServerRules: Sendable {
  var accountIDs: [Spelling: AccountID] = [:]
  var seed: UInt64 = 1
  /// The date at which the run's time is zero.
  var start = WorldDate.defaultStart
  var policy = PasswordPolicy() {
    didSet { policyRecord = policy.record }
  }
  /// The policy as an event carries it, made once.
  private(set) var policyRecord = PasswordPolicy().record
  /// How many of the last passwords may not come again.
  var history = 5
  var offersForgotPassword = false
  /// How long an activation code can be used once it was sent, the first one from the start of the run; nil for ever.
  var codeValidity: Duration?
  /// Whether the SDK logs the user off once a password was updated.
  var logsOffAfterUpdate = false
  /// As an event carries them.
  var newDeviceOptions = Value.list(NewDeviceOptions.usual.map(Value.text))
  var approval = Approval()
  var remembering = Remembering.manual
  var emptyNotifications = EmptyNotifications.list
  /// The limits of the time after a login; nil for none.
  var session: SessionLimits?
  /// The limits of the time before a login; nil for none.
  var appSession: SessionLimits?
  /// How long after a login the SDK logs the user off by itself; nil for never.
  var forcedLogOff: Duration?
}

/// The rules where copies of a server share them.
final class SharedRules: Sendable {
  let rules: ServerRules

  init(_ rules: ServerRules) { self.rules = rules }
}

/// What comes of a request to approve a new device on one that the user has.
struct Approval: Sendable {
  enum Answer: String, Sendable, CaseIterable {
    case approve
    case reject
    /// Nobody looks.
    case ignore
  }

  /// What a rejection leads to.
  enum Rejected: String, Sendable, CaseIterable {
    /// `getUser` with an error.
    case error
    /// The fallback: a code is asked for.
    case fallback
  }

  /// The actions of the notification that asks for it.
  static let approve = "Approve"
  static let reject = "Reject"

  /// What comes of it where no other device of the user is in the world.
  var answer = Answer.approve
  /// How long the user takes then.
  var delay = Duration.zero
  /// How long a request can be answered; nil for ever.
  var expiry: Duration?
  /// How strongly the user is checked before the answer counts; 0 for not at all.
  var authLevel = 0
  var rejected = Rejected.error
  /// The error number of a rejection.
  ///
  /// The SDK documents none, so the default is our own.
  var rejectedError = 910
  /// The error number when nobody has answered in time; our own by default.
  var expiredError = 912
}

/// The ways to make a device one of the user's.
///
/// Their labels are for a server to choose; these are the ones that the contract names.
enum NewDeviceOptions {
  static let usual = ["REL-ID Verify Authentication", "Add New Device using Fallback"]
}

/// How `onGetNotifications` says that there are none.
enum EmptyNotifications: String, Sendable, CaseIterable {
  /// With an empty list.
  case list
  /// Without a list.
  case missing
}

/// Whom a device proposes when somebody wants to sign in.
enum Remembering: String, Sendable, CaseIterable {
  /// The last user, without asking, if this is one of the user's devices and a password is due.
  case auto
  /// The last user without asking, if the device knows only one.
  case semiAuto
  /// The app gets the names and asks.
  case manual
  /// Nobody.
  case none

  /// As the SDK calls it.
  var sdkWord: String {
    switch self {
    case .auto: "AUTO"
    case .semiAuto: "SEMIAUTO"
    case .manual: "MANUAL"
    case .none: "NA"
    }
  }
}
