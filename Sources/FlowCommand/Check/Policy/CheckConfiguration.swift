// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowChecks
import YAMLTree

/// What a file `.mfaflow.yaml` says: how a team checks its flows.
package struct CheckConfiguration: Sendable {
  /// From which weight on a check fails; nil for what is usual.
  var limit: FailureLimit?
  /// Patterns of paths that are passed over in folders.
  var exclude: [PathPattern] = []
  /// How much the findings of a rule weigh, by its code; nil for nothing at all.
  var severities: [String: Severity?] = [:]
  /// The name of the profile that flows are measured by; nil for none.
  var profile: String?
  /// The path of the baseline; nil for none.
  var baseline: String?
  /// The fingerprints of contracts that may bear the name of a built-in one.
  var contracts: Set<String> = []
  /// Where people can read what the rules are; nil for nowhere.
  var rulePages: RuleAddress?

  /// The name that is looked for in the current folder.
  static let usualPath = ".mfaflow.yaml"

  /// The configuration of a file, and what is wrong with it.
  package static func read(_ file: SourceFile) -> Outcome<CheckConfiguration> {
    let tree = YAML.read(file)
    guard let root = tree.value else { return Outcome(nil, tree.findings) }
    var reader = ConfigurationReader(findings: tree.findings)
    let configuration = reader.read(root)
    return Outcome(reader.findings.hasErrors ? nil : configuration, reader.findings)
  }
}

private struct ConfigurationReader {
  var findings: [Diagnostic]

  mutating func read(_ root: YAMLNode) -> CheckConfiguration {
    var configuration = CheckConfiguration()
    let keys = ["fail-on", "exclude", "severities", "baseline", "profile", "rule-pages", "contracts"]
    guard let map = root.mapping("the configuration", keys: keys, &findings) else { return configuration }
    configuration.limit = map["fail-on"]
      .flatMap { word($0, "`fail-on`", among: FailureLimit.allCases.map(\.rawValue)) }
      .flatMap { FailureLimit(rawValue: $0) }
    for node in map["exclude"]?.sequence("`exclude`", &findings) ?? [] {
      guard let text = node.text("a pattern of `exclude`", &findings) else { continue }
      configuration.exclude.append(PathPattern(anyPath: text.value))
    }
    configuration.profile = map["profile"].flatMap { word($0, "`profile`", among: Profile.all.map(\.name)) }
    configuration.baseline = map["baseline"]?.text("`baseline`", &findings)?.value
    configuration.rulePages = map["rule-pages"].flatMap { address($0) }
    for node in map["contracts"]?.sequence("`contracts`", &findings) ?? [] {
      guard let text = node.text("the fingerprint of a contract", &findings) else { continue }
      configuration.contracts.insert(text.value)
    }
    for entry in map["severities"]?.mapping("`severities`", &findings)?.entries ?? [] {
      guard let (code, severity) = severity(entry) else { continue }
      configuration.severities[code] = .some(severity)
    }
    return configuration
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
    guard let word = word(entry.value, "the weight of a rule", among: ["error", "warning", "off"]) else { return nil }
    guard let code = RulePages.page(of: entry.key.value)?.rule else {
      let names = RulePages.all().flatMap { [$0.code, $0.slug] }
      findings.append(
        Diagnostic(
          PolicyRules.unknownRule, "there is no rule \(Diagnostic.quoting(entry.key.value))", at: entry.key.range,
          help: Suggestion.help(
            for: entry.key.value, among: names, otherwise: "`mfaflow explain --list` has all rules")))
      return nil
    }
    guard code.isOpenToPolicy, word != "off" || code.severity == .warning else {
      let reason =
        code.isOpenToPolicy
        ? "`\(code.id)` finds what must never run: it can be a warning, and not be off"
        : "`\(code.id)` finds files that mean nothing: it is always an error"
      findings.append(
        Diagnostic(
          PolicyRules.fixedSeverity, reason, at: entry.value.range,
          help: code.isOpenToPolicy ? "write `warning`, or allow it where it is found" : "take the line out"))
      return nil
    }
    return (code.id, Severity(rawValue: word))
  }

  private mutating func word(_ node: YAMLNode, _ what: String, among words: [String]) -> String? {
    guard let text = node.text(what, &findings) else { return nil }
    guard !words.contains(text.value) else { return text.value }
    findings.append(
      Diagnostic(
        PolicyRules.unknownWord, "\(what) cannot be \(Diagnostic.quoting(text.value))", at: text.range,
        help: Suggestion.help(
          for: text.value, among: words,
          otherwise: "write one of " + words.map { "`\($0)`" }.joined(separator: ", "))))
    return nil
  }
}
