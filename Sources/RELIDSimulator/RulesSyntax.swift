// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import Values
import YAMLTree

/// The rules of the server in a world file.
enum RulesSyntax {
  private static let approvalKeys = Shape.approval.names
  private static let sessionKeys = Shape.session.names
  private static let logOffKeys = Shape.forcedLogOff.names

  static func rules(_ map: YAMLMapping, _ findings: inout [Diagnostic]) -> ServerRules {
    var rules = ServerRules()
    if let seed = map["seed"]?.amount("`seed`", &findings) { rules.seed = UInt64(seed) }
    if let start = map["startsAt"]?.moment("`startsAt`", &findings) { rules.start = start }
    if let policy = map["policy"].flatMap({ PasswordPolicy(reading: $0, &findings) }) { rules.policy = policy }
    if let history = map["history"]?.amount("`history`", &findings) { rules.history = history }
    rules.remembering = map["rememberedUser"]?.word("`rememberedUser`", of: Remembering.self, &findings) ?? .manual
    rules.offersForgotPassword = map["forgotPassword"]?.flag("`forgotPassword`", &findings)?.value ?? false
    rules.logsOffAfterUpdate = map["logOffAfterUpdate"]?.flag("`logOffAfterUpdate`", &findings)?.value ?? false
    if let options = map["newDeviceOptions"]?.texts("`newDeviceOptions`", &findings) {
      rules.newDeviceOptions = .list(options.map { .text($0.value) })
    }
    if let node = map["approval"] { rules.approval = approval(node, &findings) }
    rules.approval.expiry = map["approvalExpires"]?.span("`approvalExpires`", &findings)
    rules.codeValidity = map["codeExpires"]?.span("`codeExpires`", &findings)
    rules.emptyNotifications =
      map["emptyNotifications"]?.word("`emptyNotifications`", of: EmptyNotifications.self, &findings) ?? .list
    rules.session = map["session"].flatMap { session($0, "`session`", &findings) }
    rules.appSession = map["appSession"].flatMap { session($0, "`appSession`", &findings) }
    rules.forcedLogOff = map["forcedLogOff"].flatMap { logOff($0, &findings) }
    return rules
  }

  /// A word, or a map.
  private static func approval(_ node: YAMLNode, _ findings: inout [Diagnostic]) -> Approval {
    var approval = Approval()
    guard node.kind == .mapping else {
      if let answer = node.word("`approval`", of: Approval.Answer.self, &findings) { approval.answer = answer }
      return approval
    }
    guard let map = node.mapping("`approval`", keys: approvalKeys, &findings) else { return approval }
    if let answer = map["answer"]?.word("`answer`", of: Approval.Answer.self, &findings) { approval.answer = answer }
    if let delay = map["after"]?.time("`after`", &findings) { approval.delay = delay }
    if let level = map["authLevel"]?.amount("`authLevel`", &findings) { approval.authLevel = level }
    if let word = map["rejected"]?.word("`rejected`", of: Approval.Rejected.self, &findings) {
      approval.rejected = word
    }
    func set(_ key: String, _ number: inout Int) {
      if let error = map.value(of: key).flatMap({ FaultSyntax.errorNumber($0, "`\(key)`", &findings) }) {
        number = error
      }
    }
    set("error", &approval.rejectedError)
    set("expiredError", &approval.expiredError)
    return approval
  }

  private static func session(_ node: YAMLNode, _ what: String, _ findings: inout [Diagnostic]) -> SessionLimits? {
    guard let map = node.mapping(what, keys: sessionKeys, &findings) else { return nil }
    var limits = SessionLimits()
    limits.idle = map["idle"]?.span("`idle`", &findings)
    limits.hard = map["hard"]?.span("`hard`", &findings)
    limits.warning = map["warning"]?.span("`warning`", &findings)
    limits.isExtendable = map["extendable"]?.flag("`extendable`", &findings)?.value ?? true
    limits.extensions = map["extensions"]?.amount("`extensions`", &findings)
    if let message = map["message"]?.text("`message`", &findings) { limits.message = message.value }
    guard map["idle"] != nil || map["hard"] != nil else {
      // A key that is misspelt is told already, and may be the one that is missed.
      guard !map.hasKeys(otherThan: sessionKeys) else { return nil }
      findings.append(.noLimit(what, at: node.range))
      return nil
    }
    for key in ["idle", "hard"] {
      guard let limit = key == "idle" ? limits.idle : limits.hard, let warning = limits.warning, limit <= warning else {
        continue
      }
      findings.append(.noRoom(key, at: (map["warning"] ?? node).range))
    }
    if !limits.isExtendable || map["idle"] == nil, let entry = map.entry("extensions") {
      findings.append(.noExtension(entry.key))
    }
    return limits
  }

  private static func logOff(_ node: YAMLNode, _ findings: inout [Diagnostic]) -> Duration? {
    node.mapping("`forcedLogOff`", keys: logOffKeys, &findings)?
      .require("after", of: "`forcedLogOff`", &findings)?.time("`after`", &findings)
  }
}

extension Diagnostic {
  fileprivate static func noLimit(_ what: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      WorldRules.sessionClash, "\(what) must say when it ends", at: range,
      help: "add `idle: 5m`, `hard: 30m` or both, or remove the key")
  }

  fileprivate static func noRoom(_ key: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      WorldRules.sessionClash, "a session must be longer than its `warning`; `\(key)` is not", at: range,
      help: "warn later, or let the session last longer")
  }

  fileprivate static func noExtension(_ key: Spanned<String>) -> Diagnostic {
    Diagnostic(
      WorldRules.sessionClash, "`\(key.value)` counts nothing: the session cannot be extended", at: key.range,
      help: "remove it, or give the session `idle` and no `extendable: false`")
  }
}
