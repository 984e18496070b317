// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import Values
import YAMLTree

/// A user of a world file.
struct UserSyntax {
  let account: Account
  /// The ids of the devices that authenticate the user by themselves.
  let enrolledOn: [String]
  let notifications: [NotificationSyntax]

  static let keys = Shape.user.names
  /// The keys that only an activated user can have.
  private static let activatedKeys = ["password", "passwordHistory", "passwordExpired", "registeredDevices", "lda"]

  /// Nil, and findings, if the entry is no user.
  ///
  /// - Parameters:
  ///   - written: the world's own device first.
  ///   - start: when the run's time is zero.
  init?(_ entry: YAMLEntry, on written: [DeviceSyntax], from start: WorldDate, _ findings: inout [Diagnostic]) {
    let name = entry.key
    let devices = written.map(\.device)
    if Trimming.trimmed(name.value) != name.value { findings.append(.untrimmed(name)) }
    let before = findings.count
    guard let map = entry.value.mapping("a user", keys: Self.keys, &findings) else {
      // A colon in it lacks its space, and that is the advice already.
      if findings.count > before, let text = entry.value.text, !text.contains(":") {
        findings[before].help = "write what is true of the user in braces, such as `{ password: … }`"
      }
      return nil
    }
    var account = Account(name: name.value)
    let facts = Self.activatedKeys.compactMap { map.entry($0) }
    account.isActivated = map["activated"]?.flag("`activated`", &findings)?.value ?? !facts.isEmpty
    account.codes = (map["activationCode"]?.texts("`activationCode`", &findings) ?? []).map { Credential($0.value) }
    account.codeAttempts = map["activationAttempts"]?.count("`activationAttempts`", &findings)?.value ?? 3
    account.resendLimit = map["resendLimit"]?.amount("`resendLimit`", &findings)
    account.password = map["password"]?.text("`password`", &findings).map { Credential($0.value) }
    account.formerPasswords =
      (map["passwordHistory"]?.texts("`passwordHistory`", &findings) ?? []).map { Credential($0.value) }
    account.passwordAttempts = map["passwordAttempts"]?.count("`passwordAttempts`", &findings)?.value ?? 3
    account.isPasswordExpired = map["passwordExpired"]?.flag("`passwordExpired`", &findings)?.value ?? false
    account.block = map["blocked"]?.word("`blocked`", of: Account.Block.self, &findings)
    account.devices =
      Self.devices(map["registeredDevices"], &findings)
      ?? (account.isActivated ? devices.prefix(1).map(\.id) : [])
    let enrolments = Self.enrolments(map["lda"], devices, &findings)
    enrolledOn = enrolments.map(\.value)
    self.account = account
    let areFactsRead = findings.count == before
    notifications = (map["notifications"]?.sequence("`notifications`", &findings) ?? []).compactMap {
      NotificationSyntax($0, from: start, &findings)
    }
    // What a fact that cannot be read should have said is not missing.
    if areFactsRead { check(name, map, facts, enrolments, written, &findings) }
  }

  /// Whether the facts contradict each other.
  private func check(
    _ name: Spanned<String>, _ map: YAMLMapping, _ facts: [YAMLEntry], _ enrolments: [Spanned<String>],
    _ written: [DeviceSyntax], _ findings: inout [Diagnostic]
  ) {
    guard account.isActivated else {
      for fact in facts { findings.append(.notActivated(fact.key, name.value)) }
      if facts.isEmpty, map["activationCode"] == nil, account.block == nil { findings.append(.noCode(name)) }
      return
    }
    let used = written.map(\.device).filter { account.devices.contains($0.id) }
    if map["password"] == nil, used.contains(where: { !enrolledOn.contains($0.id) }) {
      findings.append(.noWayIn(name))
    }
    for enrolment in enrolments {
      guard let syntax = written.first(where: { $0.device.id == enrolment.value }) else { continue }
      let device = syntax.device
      if device.authentication == .none {
        let further = device.id == written.first?.device.id ? nil : device.id
        findings.append(.noLDA(enrolment.range, further, written: syntax.lda))
      }
      if !account.devices.contains(device.id) { findings.append(.notHere(enrolment.range, name.value, device.id)) }
    }
  }

  /// `true` is the world's own device; a list names any.
  private static func enrolments(
    _ node: YAMLNode?, _ devices: [World.Device], _ findings: inout [Diagnostic]
  ) -> [Spanned<String>] {
    guard let node else { return [] }
    guard node.kind == .sequence else {
      guard let flag = node.flag("`lda`", &findings), flag.value, let own = devices.first else { return [] }
      return [Spanned(own.id, flag.range)]
    }
    let names = node.texts("`lda`", &findings) ?? []
    for name in names where !devices.contains(where: { $0.id == name.value }) {
      findings.append(.unknownDevice(name, devices.map(\.id)))
    }
    return names
  }

  /// The ids of a list that may be empty; nil if there is no list.
  private static func devices(_ node: YAMLNode?, _ findings: inout [Diagnostic]) -> [String]? {
    guard let items = node?.sequence("`registeredDevices`", &findings) else { return nil }
    return items.compactMap { $0.text("a device", &findings)?.value }
  }
}

extension Diagnostic {
  fileprivate static func untrimmed(_ name: Spanned<String>) -> Diagnostic {
    Diagnostic(
      WorldRules.untrimmed, "a user's name must not begin or end with a space, as \(quoting(name.value)) does",
      at: name.range, help: "remove the spaces: the SDK trims what is typed, so this user could never sign in")
  }

  fileprivate static func noCode(_ name: Spanned<String>) -> Diagnostic {
    Diagnostic(
      WorldRules.noCode, "a user who is not activated needs a code; \(quoting(name.value)) has none", at: name.range,
      help: "add `activationCode: \"…\"`, or `password: …` for a user who is activated")
  }

  fileprivate static func noWayIn(_ name: Spanned<String>) -> Diagnostic {
    Diagnostic(
      WorldRules.noWayIn, "a user of this device must be able to sign in; \(quoting(name.value)) cannot",
      at: name.range, help: "add `password: …` or `lda: true`, or leave this device out of `registeredDevices`")
  }

  fileprivate static func notActivated(_ key: Spanned<String>, _ name: String) -> Diagnostic {
    Diagnostic(
      WorldRules.notActivated, "\(quoting(name)) is not activated, so `\(key.value)` says nothing", at: key.range,
      help: "remove this key, or remove `activated: false`")
  }

  /// - Parameters:
  ///   - further: the name of the device; nil for the world's own.
  ///   - written: where the device says that it has none; nil if it says nothing.
  fileprivate static func noLDA(_ range: SourceRange, _ further: String?, written: SourceRange?) -> Diagnostic {
    Diagnostic(
      WorldRules.noLDA, "a device that has no `lda` cannot authenticate a user by itself", at: range,
      help: written == nil
        ? "add `lda: face` or the like to \(further.map { "\(quoting($0)) below `devices`" } ?? "`device`")"
        : "write `lda: face` or the like in place of `lda: none`, or `lda: false` for the user",
      notes: written.map { [Note("this device has none", at: $0)] } ?? [])
  }

  fileprivate static func notHere(_ range: SourceRange, _ name: String, _ device: String) -> Diagnostic {
    Diagnostic(
      WorldRules.noLDA, "this device cannot authenticate \(quoting(name)): it is not one of the user's", at: range,
      help: "add \(quoting(device)) to `registeredDevices`, or remove `lda`")
  }

  fileprivate static func unknownDevice(_ name: Spanned<String>, _ devices: [String]) -> Diagnostic {
    return Diagnostic(
      WorldRules.unknownDevice, "this world describes no device \(quoting(name.value))", at: name.range,
      help: Suggestion.cure(for: name.value, among: devices, more: " " + "add it to `devices`, or remove the name here")
        ?? "add it to `devices`, or remove the name here")
  }
}
