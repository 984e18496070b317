// SPDX-License-Identifier: Apache-2.0

import Values

/// A device with the SDK on it: what it waits for, who is at it, and what it keeps to itself.
struct SimulatedDevice: Sendable {
  /// By which the server knows it.
  let id: String
  /// What it proposes as its name, and then is called.
  var name: String
  let authentication: LocalAuthentication
  /// The error number after a biometric prompt that failed or was cancelled.
  let biometricError: Int
  /// Whether the SDK asks for the name of a device that is new.
  let asksName: Bool
  var biometric: BiometricScript

  var stage = Stage.off
  /// Who is signing in or is signed in; nil while nobody is named.
  var user: AccountID?
  /// Whether the device's own authentication has let the user in, rather than a password.
  var letOwnerIn = false
  /// The notification by which an approval is awaited; nil if none is.
  var request: String?
  /// The answer to a notification for which the user is being checked; nil if there is none.
  var answer: PendingAnswer?
  var threats = ThreatDecisions()
  /// Who has signed in here, by name, in order.
  private(set) var remembered: [Value] = []
  /// Who signed in last; empty for nobody.
  private(set) var recent = ""
  /// Who lets this device authenticate them.
  private(set) var enrolled: [AccountID] = []

  init(_ description: World.Device) {
    id = description.id
    name = description.name
    authentication = description.authentication
    biometricError = description.biometricError
    asksName = description.asksName
    biometric = description.biometric
    remembered = description.remembered.map(Value.text)
    recent = description.recent
    enrolled = description.enrolled
  }

  func authenticates(_ user: AccountID) -> Bool { enrolled.contains(user) }

  mutating func enrol(_ user: AccountID) {
    if !enrolled.contains(user) { enrolled.append(user) }
  }

  mutating func withdraw(_ user: AccountID) { enrolled.removeAll { $0 == user } }

  /// Keeps who has signed in, for the next time.
  mutating func remember(_ name: String) {
    if recent != name { recent = name }
    if !remembered.contains(.text(name)) { remembered.append(.text(name)) }
  }

  /// Nobody is at the device any more, and nothing that somebody began goes on.
  mutating func forgetUser() {
    user = nil
    letOwnerIn = false
    request = nil
    answer = nil
  }
}
