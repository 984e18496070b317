// SPDX-License-Identifier: Apache-2.0

/// What a simulated SDK finds around it: the users of the server, the device, the server's rules, and what goes wrong.
///
/// It is read from a world file (``WorldReader``). It holds passwords and codes, and shows none of them.
public struct World: Sendable {
  var accounts: [Account]
  let rules: ServerRules
  var device: Device
  /// How long the reply to any call takes.
  var latency: Duration
  var faults: [Fault]

  /// A device with the SDK on it, before anybody has used it.
  public struct Device: Sendable {
    var id = "device-1"
    var name = "Simulated device"
    var authentication = LocalAuthentication.none
    var biometric = BiometricScript()
    var biometricError = 131
    var asksName = true
    /// Who has signed in here before.
    var remembered: [String] = []
    /// Who signed in last; empty for nobody.
    var recent = ""
    /// Who lets this device authenticate them.
    var enrolled: [AccountID] = []

    /// A device of that id which nobody has used and which cannot authenticate anybody by itself.
    public init(id: String) { self.id = id }

    init() {}
  }

  /// A world without users: whoever signs in is unknown.
  public init() {
    self.init(
      accounts: [], device: Device(), latency: .zero, faults: [],
      rules: ServerRules(
        accountIDs: [:], seed: 1, policy: PasswordPolicy(), history: 5, offersForgotPassword: false,
        newDeviceOptions: NewDeviceOptions.documented, approval: Approval(), remembering: .manual))
  }

  init(accounts: [Account], device: Device, latency: Duration, faults: [Fault], rules: ServerRules) {
    self.accounts = accounts
    self.device = device
    self.latency = latency
    self.faults = faults
    self.rules = rules
  }
}

extension World: CustomStringConvertible, CustomReflectable {
  /// How many users there are and what the device is called; never a password or a code.
  public var description: String { "a world of \(accounts.count) users and the device \(device.id)" }
  /// Nothing: there is no way to print what it holds.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
