// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowChecks
import FlowLanguage
import LocalFiles
import RuleBook
import YAMLTree

/// What a file `.mfaflow.yaml` says: how a team checks its flows.
package struct CheckConfiguration: Sendable {
  /// From which weight on a check fails; nil for what is usual.
  var limit: FailureLimit?
  /// Patterns of paths that are skipped in folders.
  var exclude: [PathPattern] = []
  /// How much the findings of a rule weigh, by its code; nil for nothing at all.
  var severities: [String: Severity?] = [:]
  /// What may pass all the same, whatever its rule.
  var permits: [Permit] = []
  /// The name of the profile that flows are measured by; nil for none.
  var profile: String?
  /// How often a secret may be guessed over all accounts; nil for what the profile says.
  var guessesOverAccounts: Int?
  /// The path of the baseline; nil for none.
  var baseline: Spanned<String>?
  /// The fingerprints of contracts that may bear the name of a built-in one.
  var contracts: Set<String> = []
  /// Where people can read what the rules are; nil for nowhere.
  var rulePages: RuleAddress?

  /// The names that are looked for in the folder of a flow and in those above it.
  package static let usualNames = [".mfaflow.yaml", ".mfaflow.yml"]

  /// Whether a path ends in one of these names.
  package static func isUsualName(_ path: String) -> Bool {
    path.split(separator: "/").last.map { usualNames.contains(String($0)) } ?? false
  }

  /// The outermost keys of the file.
  static let keys = Shape.config.names
  /// The words that may stand behind its keys.
  static let words = FailureLimit.allCases.map(\.rawValue) + Profile.all.map(\.name) + FileKind.config.shape.fixedWords
  /// A larger number of guesses is no limit.
  static let mostGuesses = 1_000_000
  /// The keys of an item below `allow`.
  static let permitKeys = Shape.permit.names
  fileprivate static let permitMeanings = Shape.otherNames(of: [.permit])

  /// The configuration of a file, and what is wrong with it.
  package static func read(_ file: SourceFile) -> Outcome<CheckConfiguration> {
    let tree = YAML.read(file, words: YAMLWords().fitting(.config))
    guard let root = tree.value else { return Outcome(nil, tree.findings) }
    var reader = ConfigurationReader(source: file.path, findings: tree.findings)
    let configuration = reader.read(root)
    return Outcome(reader.findings.hasErrors ? nil : configuration, reader.findings)
  }

  /// What is said of allowances for files that are not there, by whoever looks at nothing but the configuration.
  package var stalePermits: [Diagnostic] { permits.filter(\.isForNothing).map(Diagnostic.stale) }
}

private struct ConfigurationReader {
  let source: String
  var findings: [Diagnostic]

  mutating func read(_ root: YAMLNode) -> CheckConfiguration {
    var configuration = CheckConfiguration()
    let keys = CheckConfiguration.keys
    guard let map = root.mapping("the configuration", keys: keys, &findings) else { return configuration }
    configuration.limit = map["fail-on"]
      .flatMap { word($0, "`fail-on`", among: FailureLimit.allCases.map(\.rawValue)) }
      .flatMap { FailureLimit(rawValue: $0) }
    let folder = PathFolder(of: source)
    for node in map["exclude"]?.sequence("`exclude`", &findings) ?? [] {
      guard let text = node.text("a pattern of `exclude`", &findings) else { continue }
      configuration.exclude.append(folder.pattern(text.value))
    }
    configuration.profile = map["profile"].flatMap { word($0, "`profile`", among: Profile.all.map(\.name)) }
    configuration.guessesOverAccounts =
      map["guesses-over-accounts"]?
      .count("`guesses-over-accounts`", atMost: CheckConfiguration.mostGuesses, &findings)?.value
    configuration.baseline = map["baseline"]?.text("`baseline`", &findings)
    configuration.rulePages = map["rule-pages"].flatMap { address($0) }
    for node in map["contracts"]?.sequence("`contracts`", &findings) ?? [] {
      guard let text = node.text("the fingerprint of a contract", &findings) else { continue }
      guard Self.isFingerprint(text.value) else {
        findings.append(
          Diagnostic(
            PolicyRules.unknownWord, "\(Diagnostic.quoting(text.value)) is no fingerprint of a contract",
            at: text.range,
            help: "copy the 16 digits that `mfaflow check` names where a contract bears the name of a built-in one"))
        continue
      }
      configuration.contracts.insert(text.value)
    }
    var named: [String: Spanned<String>] = [:]
    for entry in map["severities"]?.mapping("`severities`", &findings)?.entries ?? [] {
      if let id = RuleBook.rule(named: entry.key.value)?.id {
        if let first = named[id] {
          findings.append(.namedTwice(entry.key, as: first))
          continue
        }
        named[id] = entry.key
      }
      guard let (code, severity) = severity(entry) else { continue }
      configuration.severities[code] = .some(severity)
    }
    configuration.permits = (map["allow"]?.sequence("`allow`", &findings) ?? []).compactMap { permit($0) }
    return configuration
  }

  /// Whether a text is written as the fingerprints of contracts are.
  private static func isFingerprint(_ text: String) -> Bool {
    text.utf8.count == 16
      && text.utf8.allSatisfy {
        ($0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")) || ($0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "f"))
      }
  }

  /// `{ rule: MFA403, path: flows/kiosk.yaml, because: nobody signs in there }`.
  private mutating func permit(_ node: YAMLNode) -> Permit? {
    let what = "an item of `allow`"
    // The rule as a key: what is missing then is the same slip.
    if let entry = node.entries.first, RuleBook.rule(named: entry.key.value) != nil {
      let path = entry.value.text ?? "…"
      findings.append(
        Diagnostic(
          YAMLRules.unknownKey, "\(what) has no key \(Diagnostic.quoting(entry.key.value))", at: entry.key.range,
          help: "write \(Diagnostic.quoting("{ rule: \(entry.key.value), path: \(path), because: … }", limit: 160))"))
      return nil
    }
    guard
      let map = node.mapping(
        what, keys: CheckConfiguration.permitKeys, meaning: CheckConfiguration.permitMeanings, &findings)
    else { return nil }
    let rule = map.require("rule", of: what, &findings)?.text("`rule`", &findings)
    let path = map.require("path", of: what, &findings)?.text("`path`", &findings)
    let reason = map.require("because", of: what, &findings)?.text("`because`", &findings)
    guard let rule, let path, let reason, let code = self.rule(rule) else { return nil }
    guard reason.value.contains(where: { !$0.isWhitespace }) else {
      findings.append(
        Diagnostic(
          PolicyRules.unknownWord, "`because` gives no reason", at: reason.range,
          help: "write why this finding may pass: each check repeats it"))
      return nil
    }
    guard code.isOpenToPolicy else {
      findings.append(.alwaysError(code, at: rule.range))
      return nil
    }
    return Permit(
      code: code.id, path: path, reason: reason.value, range: rule.range, source: source)
  }

  /// A rule by its code or its slug.
  private mutating func rule(_ name: Spanned<String>) -> DiagnosticCode? {
    if let rule = RuleBook.rule(named: name.value) { return rule }
    findings.append(
      Diagnostic(
        PolicyRules.unknownRule, "there is no rule \(Diagnostic.quoting(name.value))", at: name.range,
        help: RuleBook.cure(for: name.value, after: findings.count)))
    return nil
  }

  private mutating func address(_ node: YAMLNode) -> RuleAddress? {
    guard let text = node.text("`rule-pages`", &findings) else { return nil }
    if let address = RuleAddress(text.value) { return address }
    findings.append(
      Diagnostic(
        PolicyRules.badAddress, "\(Diagnostic.quoting(text.value)) is no address of a page", at: text.range,
        help: "write where your team reads `Rules.md`, such as `https://git.example.com/mfaflow/Rules.md`"))
    return nil
  }

  /// `MFA307: error`, `unbounded-retry: off`.
  private mutating func severity(_ entry: YAMLEntry) -> (String, Severity?)? {
    let words = Shape.config.words(behind: "severities")
    guard let word = word(entry.value, "the severity of a rule", among: words) else { return nil }
    guard let code = rule(entry.key) else { return nil }
    guard code.isOpenToPolicy else {
      findings.append(.alwaysError(code, at: entry.value.range))
      return nil
    }
    let severity = Severity(rawValue: word)
    if !code.mayPassInFlow, severity != .error, severity != code.severity {
      findings.append(.neverLighter(code, at: entry.value.range))
      return nil
    }
    if word == "off", code.severity == .error {
      findings.append(
        Diagnostic(
          PolicyRules.fixedSeverity, "`\(code.id)` finds what must never run: it can be a warning, and not be off",
          at: entry.value.range, help: "write `warning`, or allow it where it is found"))
      return nil
    }
    return (code.id, severity)
  }

  private mutating func word(_ node: YAMLNode, _ what: String, among words: [String]) -> String? {
    guard let text = node.text(what, &findings) else { return nil }
    guard !words.contains(text.value) else { return text.value }
    findings.append(
      Diagnostic(
        PolicyRules.unknownWord, "\(what) cannot be \(Diagnostic.quoting(text.value))", at: text.range,
        help: Suggestion.cure(
          for: text.value, ofAll: words,
          otherwise: "write one of " + words.map { "`\($0)`" }.joined(separator: ", "))))
    return nil
  }
}

extension Diagnostic {
  /// A rule by its code and by its slug: which line holds must not depend on their order.
  fileprivate static func namedTwice(_ key: Spanned<String>, as first: Spanned<String>) -> Diagnostic {
    Diagnostic(
      YAMLRules.duplicateKey, "\(quoting(key.value)) and \(quoting(first.value)) are the same rule", at: key.range,
      help: "keep one of the two lines", notes: [Note("the other line is here", at: first.range)])
  }

  fileprivate static func alwaysError(_ code: DiagnosticCode, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      PolicyRules.fixedSeverity,
      code.severity == .error
        ? "`\(code.id)` finds files that mean nothing: it is always an error" : "`\(code.id)` is always a warning",
      at: range,
      help: "take the line out")
  }

  fileprivate static func neverLighter(_ code: DiagnosticCode, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      PolicyRules.fixedSeverity, "what `\(code.id)` finds cannot be lowered for all flows", at: range,
      help: "mend it, or name the one file below `allow:`, with `rule:`, `path:` and `because:`")
  }
}
