// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

/// Reads `authenticators`: what users show proofs with, and by which way.
enum AuthenticatorReader {
  private static let keys = Shape.authenticator.names

  static func read(_ node: YAMLNode?, in scope: inout ContractScope) -> [Authenticator] {
    guard let node, let mapping = node.mapping("`authenticators`", &scope.findings) else { return [] }
    if mapping.entries.isEmpty { scope.findings.append(.nothingNamed("`authenticators`", node.range)) }
    scope.authenticators = NameTable("an authenticator")
    return mapping.entries.compactMap { read($0, in: &scope) }
  }

  private static func read(_ entry: YAMLEntry, in scope: inout ContractScope) -> Authenticator? {
    guard mayName(entry.key, &scope.findings) else { return nil }
    let mapping = entry.value.mapping("an authenticator", keys: keys, &scope.findings)
    let channel = mapping?.require("channel", of: "an authenticator", &scope.findings)
      .flatMap { self.channel($0, &scope.findings) }
    // Its name is known all the same: what is wrong with it is told once.
    scope.authenticators?.enter(entry.key, channel, &scope.findings)
    guard let mapping, let channel else { return nil }
    for key in ["phishingResistant", "nonExportable"]
    where scope.flag(mapping, key) && !channel.mayHoldKey {
      scope.findings.append(.channelWithoutKey(key, channel, mapping.value(of: key)?.range ?? entry.key.range))
    }
    return Authenticator(
      name: entry.key.value, channel: channel, isPhishingResistant: scope.flag(mapping, "phishingResistant"),
      isNonExportable: scope.flag(mapping, "nonExportable"), meaning: scope.meaning(mapping))
  }

  /// Whether an authenticator may have this name: flows name kinds of proof at the same places.
  static func mayName(_ name: Spanned<String>, _ findings: inout [Diagnostic]) -> Bool {
    guard ContractWords.mayName(name, "an authenticator", &findings) else { return false }
    guard !name.value.isOne(of: ReservedWords.ofProofs) else {
      findings.append(.reservedName(name))
      return false
    }
    return true
  }

  private static func channel(_ node: YAMLNode, _ findings: inout [Diagnostic]) -> Channel? {
    guard let text = node.text("a channel", &findings) else { return nil }
    if let channel = Channel(rawValue: text.value) { return channel }
    let words = Channel.allCases.map(\.rawValue)
    findings.append(
      Diagnostic(
        ContractRules.unknownName, "\(Diagnostic.quoting(text.value)) is not a channel", at: text.range,
        help: Suggestion.cure(
          for: text.value, among: words, otherwise: "the channels are \(words.joined(separator: ", "))"
        )))
    return nil
  }
}

extension ContractScope {
  /// Whether an answer may bring a proof by this authenticator; a finding if the contract says otherwise.
  mutating func mayShow(_ name: Spanned<String>, isEarned: Bool) -> Bool {
    guard let authenticators else {
      if isEarned, !lacksAuthenticators { findings.append(.channelNotStated(name)) }
      lacksAuthenticators = lacksAuthenticators || isEarned
      return true
    }
    guard let channel = authenticators.find(name, &findings) else { return false }
    guard isEarned, let channel, !channel.provesAnything else { return true }
    findings.append(.channelProvesNothing(name, channel))
    return false
  }
}

extension Diagnostic {
  fileprivate static func channelWithoutKey(_ key: String, _ channel: Channel, _ range: SourceRange) -> Diagnostic {
    Diagnostic(
      ContractRules.channelWithoutKey, "`\(key)` is not possible by the channel `\(channel.rawValue)`", at: range,
      help: "what is typed or sent can be handed to anybody: take the line out, or name the channel `device` or `page`")
  }

  fileprivate static func channelNotStated(_ name: Spanned<String>) -> Diagnostic {
    Diagnostic(
      ContractRules.channelNotStated, "nothing says by which channel \(quoting(name.value)) comes", at: name.range,
      help: "state each authenticator that earns below `authenticators:`, such as `\(name.value): { channel: typed }`")
  }

  fileprivate static func channelProvesNothing(_ name: Spanned<String>, _ channel: Channel) -> Diagnostic {
    Diagnostic(
      ContractRules.channelProvesNothing, "what comes by `\(channel.rawValue)` earns nothing", at: name.range,
      help: "take \(quoting(name.value)) out of `earns`: reading mail proves no possession")
  }
}
