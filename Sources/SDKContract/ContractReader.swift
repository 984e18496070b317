// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
import FlowLanguage
import Values
import YAMLTree

/// Reads a contract and checks it as strictly as a flow.
public enum ContractReader {
  private static let keys = Shape.contract.names
  private static let meanings = Shape.otherNames(of: [.contract])

  /// Reads the contract of a file, and reports all that is wrong with it, in the order of the file.
  ///
  /// There is no value if anything is.
  ///
  /// - Parameters:
  ///   - file: the file that was read.
  ///   - id: what the findings call this file.
  public static func read(_ file: SourceFile, as id: FileID = .first) -> Outcome<Contract> {
    let tree = YAML.read(
      file, as: id, limits: ContractLimits.file, words: YAMLWords().fitting(.contract),
      leavingOutCharacters: { _ in true })
    guard let root = tree.value else { return Outcome(nil, tree.findings) }
    // What else refers to a name that stands twice, or too deep, merely follows from that.
    if let misplaced = misplacedKey(in: root) { return Outcome(nil, tree.findings + [misplaced]) }
    guard !tree.findings.contains(where: { $0.code == YAMLRules.duplicateKey }) else {
      return Outcome(nil, tree.findings.refined(by: []))
    }
    var scope = ContractScope()
    let contract = read(root, in: &scope)
    let lacksBlock = [root["phases"], root["events"], root["calls"]].contains { $0 == nil }
    let findings = tree.findings.refined(by: scope.findings.tellingNamesOnce(alone: lacksBlock))
    return Outcome(findings.hasErrors ? nil : contract, findings.inReadingOrder())
  }

  /// An outermost key below another one; below some, anything may have such a name.
  private static func misplacedKey(in root: YAMLNode) -> Diagnostic? {
    root.misplacedKey(
      among: [
        "phases", "types", "authenticators", "codes", "errors", "events", "calls", "populations",
      ], notHaving: ["kind", "source", "name", "channel", "leadsTo", "byMode", "comes", "abandon", "closed"],
      below: ["types", "constants", "modes"])
  }

  /// Names first and what is said of them later, so that any line may name anything.
  private static func read(_ root: YAMLNode, in scope: inout ContractScope) -> Contract? {
    guard let top = root.mapping("a contract", keys: keys, meaning: meanings, &scope.findings) else { return nil }
    let name = top.require("contract", of: "a contract", &scope.findings)?.name("the contract", &scope.findings)
      .flatMap { ContractWords.isFlag($0, &scope.findings) ? nil : $0 }
    let version = readVersion(top, in: &scope)
    scope.success = readSuccess(top, in: &scope)
    scope.patience = top["patience"].flatMap { CallReader.patience($0, &scope.findings) }
    let phases = entries(top, "phases", in: &scope)
    let events = entries(top, "events", in: &scope)
    let calls = entries(top, "calls", in: &scope)
    ContractLimits.checkPhases(phases, &scope.findings)
    PhaseReader.enterNames(phases, in: &scope)
    EventReader.enterNames(events, in: &scope)
    EventReader.enterLostNames(events, in: &scope)
    CallReader.enterNames(calls, in: &scope)
    TypeReader.readModes(top["modes"], in: &scope)
    TypeReader.readTypes(top["types"], in: &scope)
    let constants = TypeReader.readConstants(top["constants"], in: &scope)
    EventReader.read(events, in: &scope)
    CodeReader.readCodes(top["codes"], in: &scope)
    CodeReader.readErrors(top["errors"], in: &scope)
    let authenticators = AuthenticatorReader.read(top["authenticators"], in: &scope)
    let specs = CallReader.read(calls, in: &scope)
    let populations = PopulationReader.read(top["populations"], specs, in: &scope)
    let signedIn = EventReader.phase(top["signedIn"], in: &scope)
    let readPhases = PhaseReader.read(phases, specs, calls.count, in: &scope)
    let readEvents = scope.events.compactMap(\.self)
    if specs.count == calls.count, readEvents.count == scope.events.count {
      let checks = ContractChecks(
        events: readEvents, calls: specs, modes: scope.modeNumbers, signedIn: signedIn, phases: readPhases)
      checks.report(at: events.map(\.key), isSureOfAnswers: scope.findings.areSureOfAnswers, &scope.findings)
    }
    guard let name, let version else { return nil }
    return Contract(
      name: name.value, version: version, successCodes: scope.success, phases: readPhases, signedInPhase: signedIn,
      events: readEvents, calls: specs, codes: scope.codes, errors: scope.errors, constants: constants,
      modes: scope.modeNumbers, origins: scope.origins, authenticators: authenticators, populations: populations)
  }

  /// The entries of a map that a contract must have.
  private static func entries(
    _ top: YAMLMapping, _ key: String, in scope: inout ContractScope
  ) -> [YAMLEntry] {
    guard let node = top.require(key, of: "a contract", &scope.findings),
      let mapping = node.mapping("`\(key)`", &scope.findings)
    else { return [] }
    if mapping.entries.isEmpty { scope.findings.append(.nothingNamed("`\(key)`", node.range)) }
    return mapping.entries
  }

  private static func readVersion(_ top: YAMLMapping, in scope: inout ContractScope) -> String? {
    guard let node = top.require("version", of: "a contract", &scope.findings),
      let text = node.text("a version", &scope.findings)
    else { return nil }
    let parts = text.value.split(separator: ".", omittingEmptySubsequences: false)
    let isVersion = parts.count == 3 && parts.allSatisfy { part in Int(part).map { String($0) == part } ?? false }
    if isVersion { return text.value }
    scope.findings.append(
      Diagnostic(
        ContractRules.badVersion, "a version is three numbers, not \(Diagnostic.quoting(text.value))", at: text.range,
        help: "write it as `1.0.0`"))
    return nil
  }

  private static func readSuccess(_ top: YAMLMapping, in scope: inout ContractScope) -> [Int] {
    top.require("success", of: "a contract", &scope.findings).map { CodeReader.readSuccess($0, in: &scope) } ?? []
  }
}

extension [Diagnostic] {
  /// Whether all names and keys are right.
  ///
  /// Only then does a call without an answer really have none.
  fileprivate var areSureOfAnswers: Bool {
    !contains { $0.code == ContractRules.unknownName || $0.code == YAMLRules.unknownKey }
  }

  /// These, with each name that is not there in one finding.
  ///
  /// - Parameter alone: whether a block is missing, so that its names are missing as a result.
  fileprivate func tellingNamesOnce(alone lacksBlock: Bool) -> [Diagnostic] {
    guard contains(where: { $0.code == ContractRules.unknownName }) else { return self }
    if lacksBlock, contains(where: { $0.severity == .error && $0.code != ContractRules.unknownName }) {
      return filter { $0.code != ContractRules.unknownName }
    }
    var told: [Diagnostic] = []
    var places: [String: Int] = [:]
    for finding in self {
      guard finding.code == ContractRules.unknownName, let known = places[finding.message] else {
        if finding.code == ContractRules.unknownName { places[finding.message] = told.count }
        told.append(finding)
        continue
      }
      // Mending one place would leave the others.
      told[known].cure?.change = nil
      if told[known].notes.count < 5 { told[known].notes.append(Note("it is named here, too", at: finding.range)) }
    }
    return told
  }
}
