// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import YAMLTree

/// The device of a world file.
enum DeviceSyntax {
  static let keys = ["id", "name", "lda", "biometric", "ldaCancelError", "asksName", "rememberedUsers", "recentUser"]

  /// What the device is, before the users are known.
  static func device(_ map: YAMLMapping?, _ findings: inout [Diagnostic]) -> World.Device {
    var device = World.Device()
    guard let map else { return device }
    if let id = map["id"]?.text("`id`", &findings) { device.id = id.value }
    if let name = map["name"]?.text("`name`", &findings) { device.name = name.value }
    if let lda = map["lda"]?.word("`lda`", \LocalAuthentication.word, &findings) { device.authentication = lda }
    if let script = map["biometric"].flatMap({ BiometricScript(reading: $0, &findings) }) { device.biometric = script }
    if let number = map["ldaCancelError"].flatMap({ FaultSyntax.errorNumber($0, "`ldaCancelError`", &findings) }) {
      device.biometricError = number
    }
    if let asks = map["asksName"]?.flag("`asksName`", &findings) { device.asksName = asks.value }
    return device
  }

  /// Who has used the device before: whom the file names, else the users whose device it is, in the file's order.
  static func fill(
    _ device: inout World.Device, _ map: YAMLMapping?, _ users: [UserSyntax], _ remembering: Remembering,
    _ findings: inout [Diagnostic]
  ) {
    for (index, user) in users.enumerated() where user.isEnrolled { device.enrolled.append(AccountID(index: index)) }
    func known(_ name: Spanned<String>) {
      let names = users.map(\.account.name)
      if !names.contains(name.value) { findings.append(.unknownUser(name, names)) }
    }
    let id = device.id
    device.remembered = users.map(\.account).filter { $0.devices.contains(id) }.map(\.name)
    if let listed = map?["rememberedUsers"]?.sequence("`rememberedUsers`", &findings) {
      let names = listed.compactMap { $0.text("a remembered user", &findings) }
      names.forEach(known)
      device.remembered = names.map(\.value)
    }
    device.recent = device.remembered.first ?? ""
    if let recent = map?["recentUser"]?.text("`recentUser`", &findings) {
      known(recent)
      device.recent = recent.value
    }
    guard remembering == .none else { return }
    device.remembered = []
    device.recent = ""
  }
}

extension BiometricScript {
  /// One word for every prompt, or a list of which each is used once.
  fileprivate init?(reading node: YAMLNode, _ findings: inout [Diagnostic]) {
    if node.kind == .sequence {
      self.init(once: node.items.compactMap { $0.word("`biometric`", of: BiometricResult.self, &findings) })
    } else {
      guard let result = node.word("`biometric`", of: BiometricResult.self, &findings) else { return nil }
      self.init(always: result)
    }
  }
}

extension Diagnostic {
  fileprivate static func unknownUser(_ name: Spanned<String>, _ names: [String]) -> Diagnostic {
    let near = Suggestion.nearest(to: name.value, among: names).map { "did you mean `\($0)`? " } ?? ""
    return Diagnostic(
      WorldRules.unknownUser, "a device can only remember a user of this world, not \(quoting(name.value))",
      at: name.range, help: near + "add the user to `users`, or remove the name here")
  }
}
