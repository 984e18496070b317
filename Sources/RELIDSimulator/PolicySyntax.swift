// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

extension PasswordPolicy {
  private static let keys = Shape.policy.names

  /// Nil, and a finding, if the node is no policy, or one that no password fulfils.
  init?(reading node: YAMLNode, _ findings: inout [Diagnostic]) {
    guard let map = node.mapping("a policy", keys: Self.keys, &findings) else { return nil }
    self.init()
    func set(_ key: String, _ number: inout Int) {
      if let amount = map.value(of: key)?.amount("`\(key)`", &findings) { number = amount }
    }
    set("minLength", &minLength)
    set("maxLength", &maxLength)
    set("minDigits", &minDigits)
    set("minUppercase", &minUppercase)
    set("minLowercase", &minLowercase)
    set("minSymbols", &minSymbols)
    maxRepeats = map["maxRepeats"]?.count("`maxRepeats`", &findings)?.value
    forbidden = map["forbidden"]?.text("`forbidden`", &findings)?.value ?? ""
    allowsUserName = map["mayHoldUserName"]?.flag("`mayHoldUserName`", &findings)?.value ?? true
    message = map["message"]?.text("`message`", &findings)?.value
    let demanded = max(minLength, minDigits + minUppercase + minLowercase + minSymbols)
    if demanded > maxLength {
      findings.append(.impossiblePolicy(demanded, maxLength, at: (map["maxLength"] ?? node).range))
      return nil
    }
  }
}

extension Diagnostic {
  fileprivate static func impossiblePolicy(_ demanded: Int, _ maximum: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      WorldRules.impossiblePolicy, "a policy must leave room for the \(demanded) characters it demands, not \(maximum)",
      at: range, help: "raise `maxLength`, or demand less")
  }
}
