// SPDX-License-Identifier: Apache-2.0

package import SimulatedWorlds
import Values
import YAMLTree

/// What a simulated SDK finds around it: the users of the server, the devices, the server's rules, and what goes wrong.
///
/// It is read from a world file (``WorldReader``). It holds passwords and codes, and shows none of them.
public struct World: Sendable {
  var accounts: [Account] = []
  var notifications: [Notification] = []
  /// The world's own device, then the further ones.
  var devices: [Device] = [Device()]
  /// How long the reply to any call takes.
  var latency = Duration.zero
  let shared: SharedRules
  /// What the world was read from; nil for one that no file tells of.
  var source: YAMLNode?

  /// The world as it was written, as a JSON object; nil for one that no file tells of.
  ///
  /// For a backend in another process, which has passwords from it as the simulated server has.
  public var json: String? { source?.worldJSON() }

  /// A device with the SDK on it, before anybody has used it.
  struct Device: Sendable {
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
    /// What its SDK finds wrong with it, and when.
    var threats: [ThreatFinding] = []
    /// What goes wrong with calls of its SDK.
    var faults: [Fault] = []
  }

  /// The events that faults send in place of others, in the order of the devices.
  package var writtenEvents: [WrittenEvent] {
    devices.flatMap(\.faults).compactMap { fault in
      if case .reply(let change) = fault.effect { change.written } else { nil }
    }
  }

  /// The ways to approve a new device that the server offers, by the server's labels.
  public var newDeviceOptions: [String] {
    guard case .list(let options) = shared.rules.newDeviceOptions else { return [] }
    return options.compactMap { if case .text(let label) = $0 { label } else { nil } }
  }

  /// A world without users: every name is unknown.
  public init() { self.init(ServerRules()) }

  init(_ rules: ServerRules) { shared = SharedRules(rules) }
}

extension World: CustomStringConvertible, CustomReflectable {
  /// How many users there are and what the devices are called; never a password or a code.
  public var description: String {
    let names = devices.map(\.id).joined(separator: ", ")
    return "a world of \(accounts.count) users and the device\(devices.count == 1 ? "" : "s") \(names)"
  }
  /// Nothing: there is no way to print what it holds.
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
