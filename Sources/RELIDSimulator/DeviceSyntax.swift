// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

/// A device of a world file.
struct DeviceSyntax {
  private(set) var device: World.Device
  /// Where it is written which check of its own it has; nil where that is not.
  private(set) var lda: SourceRange?
  /// Nil if the file says nothing about the device.
  private let map: YAMLMapping?

  private static let keys = Shape.device.names
  /// A further device has its own threats and faults; those of the world's own device are the world's.
  private static let furtherKeys = Shape.furtherDevice.names

  /// The world's own device, then the further ones, before the users are known.
  static func all(_ world: YAMLMapping, _ findings: inout [Diagnostic]) -> [DeviceSyntax] {
    var own = DeviceSyntax(world["device"]?.mapping("a device", keys: keys, &findings), &findings)
    if world.has("device"), own.map == nil { own.device.authentication = Self.unread }
    if let id = own.map?["id"]?.text("`id`", &findings) { own.device.id = id.value }
    own.readFailures(world, &findings)
    let further = (world["devices"]?.mapping("`devices`", &findings)?.entries ?? []).map { entry in
      DeviceSyntax(further: entry, &findings)
    }
    for entry in world["devices"]?.entries ?? [] where entry.key.value == own.device.id {
      let first = own.map?.entry("id")?.value.range ?? entry.key.range
      findings.append(.idTwice("device", entry.key.value, at: entry.key.range, first: first))
    }
    return [own] + further
  }

  /// Stands for what cannot be read: nothing must follow from it.
  private static let unread = LocalAuthentication.face

  private init(further entry: YAMLEntry, _ findings: inout [Diagnostic]) {
    let map = entry.value.mapping("a device", keys: Self.furtherKeys, &findings)
    self.init(map, &findings)
    device.id = entry.key.value
    if let map { readFailures(map, &findings) } else { device.authentication = Self.unread }
  }

  private init(_ map: YAMLMapping?, _ findings: inout [Diagnostic]) {
    device = World.Device()
    self.map = map
    guard let map else { return }
    if let name = map["name"]?.text("`name`", &findings) { device.name = name.value }
    lda = map["lda"]?.range
    if let node = map["lda"] {
      device.authentication = node.word("`lda`", \LocalAuthentication.word, &findings) ?? Self.unread
    } else if map.hasKeys(otherThan: Self.furtherKeys + Self.keys) {
      device.authentication = Self.unread
    }
    if let script = map["biometric"].flatMap({ BiometricScript(reading: $0, &findings) }) { device.biometric = script }
    if let number = map["ldaCancelError"].flatMap({ FaultSyntax.errorNumber($0, "`ldaCancelError`", &findings) }) {
      device.biometricError = number
    }
    if let asks = map["asksName"]?.flag("`asksName`", &findings) { device.asksName = asks.value }
  }

  private mutating func readFailures(_ map: YAMLMapping, _ findings: inout [Diagnostic]) {
    if let node = map["threats"] { device.threats = ThreatSyntax.findings(node, &findings) }
    if let node = map["faults"] { device.faults = FaultSyntax.faults(node, &findings) }
  }

  /// Who has used the device before: whom the file names, else the users whose device it is, in the file's order.
  ///
  /// - Parameter names: of all users that the file writes, also of those that cannot be read; nil where nobody knows.
  mutating func fill(
    _ users: [UserSyntax], named names: [String]?, _ remembering: Remembering, _ findings: inout [Diagnostic]
  ) {
    let id = device.id
    for (index, user) in users.enumerated() where user.enrolledOn.contains(id) {
      device.enrolled.append(AccountID(index: index))
    }
    func known(_ name: Spanned<String>) {
      if let names, !names.contains(name.value) { findings.append(.unknownUser(name, names)) }
    }
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
    return Diagnostic(
      WorldRules.unknownUser, "a device can only remember a user of this world, not \(quoting(name.value))",
      at: name.range,
      help: Suggestion.cure(
        for: name.value, among: names, more: " " + "add the user to `users`, or remove the name here")
        ?? "add the user to `users`, or remove the name here")
  }
}
