// SPDX-License-Identifier: Apache-2.0

import Values

/// What the devices of all users share: accounts, codes, passwords, blocks, and the rules that the server holds.
struct SimulatedServer: Sendable {
  var accounts: [Account]
  let rules: ServerRules
  private var drawn: UInt64 = 0

  init(_ world: World) {
    accounts = world.accounts
    rules = world.rules
  }

  /// Nil if nobody has that name.
  func account(named name: String) -> AccountID? { rules.accountIDs[name] }

  subscript(id: AccountID) -> Account { accounts[id.index] }

  /// A new id of a session, or a new key by which a user knows which message a code stands in.
  ///
  /// The seed decides.
  mutating func drawKey() -> String {
    drawn += 1
    return String(unsafeUninitializedCapacity: 12) { buffer in
      var bits = SplitMix64.number(drawn, seed: rules.seed)
      for index in 0..<12 {
        let digit = UInt8(truncatingIfNeeded: bits & 15)
        buffer[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
        bits >>= 4
      }
      return 12
    }
  }
}

/// What the server has decided for everybody.
///
/// It never changes while the simulator runs, so copies share it.
final class ServerRules: Sendable {
  let accountIDs: [String: AccountID]
  let seed: UInt64
  let policy: PasswordPolicy
  /// The policy as an event carries it, made once.
  let policyRecord: Value
  /// How many of the last passwords may not come again.
  let history: Int
  let offersForgotPassword: Bool
  /// As an event carries them.
  let newDeviceOptions: Value
  let approval: Approval
  let remembering: Remembering

  init(
    accountIDs: [String: AccountID], seed: UInt64, policy: PasswordPolicy, history: Int, offersForgotPassword: Bool,
    newDeviceOptions: [String], approval: Approval, remembering: Remembering
  ) {
    self.accountIDs = accountIDs
    self.seed = seed
    self.policy = policy
    policyRecord = policy.record
    self.history = history
    self.offersForgotPassword = offersForgotPassword
    self.newDeviceOptions = .list(newDeviceOptions.map(Value.text))
    self.approval = approval
    self.remembering = remembering
  }
}

/// What comes of a request to approve a new device on one that the user has.
struct Approval: Sendable {
  enum Answer: String, Sendable, CaseIterable {
    case approve
    case reject
    /// Nobody looks: no event ever comes.
    case ignore
  }

  var answer = Answer.approve
  /// How long the user takes.
  var delay = Duration.zero
  /// The error number of a rejection.
  ///
  /// The SDK documents none, so the default is our own.
  var rejectedError = 910
}

/// The ways to make a device one of the user's, as the vendor's documentation shows a server offering them.
enum NewDeviceOptions {
  static let documented = ["REL-ID Verify Authentication", "Add New Device using Fallback"]
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

/// Steele, Lea and Flood's generator, here as a function of how many numbers have been drawn.
enum SplitMix64 {
  static func number(_ index: UInt64, seed: UInt64) -> UInt64 {
    var bits = seed &+ index &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
