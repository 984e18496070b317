// SPDX-License-Identifier: Apache-2.0

import Values

/// What the devices of all users share: accounts, codes, passwords, blocks, notifications, and the rules that the
/// server holds.
struct SimulatedServer: Sendable {
  var accounts: [Account]
  var notifications: [Notification]
  private let shared: SharedRules
  private var drawn: UInt64 = 0

  init(_ world: World) {
    accounts = world.accounts
    notifications = world.notifications
    shared = world.shared
  }

  /// They never change while the simulator runs, so copies of the server share them.
  var rules: ServerRules {
    _read { yield shared.rules }
  }

  /// Puts a credential that no secret is in the place of a password.
  mutating func forget(_ password: Secret) {
    for index in accounts.indices { accounts[index].forget(password) }
  }

  /// Nil if nobody has that name.
  func account(named name: String) -> AccountID? { rules.accountIDs[Spelling(name)] }

  subscript(id: AccountID) -> Account {
    _read { yield accounts[id.index] }
  }

  /// A new id of a session or a notification, or a new key by which a user knows which message a code stands in.
  ///
  /// The seed decides.
  mutating func drawKey() -> String {
    drawn += 1
    let seed = rules.seed
    return String(unsafeUninitializedCapacity: 12) { buffer in
      var bits = SplitMix64.number(drawn, seed: seed)
      for index in 0..<12 {
        let digit = UInt8(truncatingIfNeeded: bits & 15)
        buffer[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
        bits >>= 4
      }
      return 12
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
