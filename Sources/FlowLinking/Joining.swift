// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowSyntax

extension FlowDocument {
  /// The document with its parts joined to it, as if what they hold stood there, and what does not fit.
  ///
  /// A name given twice is an error that shows both places. What a part needs must be there.
  ///
  /// - Parameters:
  ///   - isPart: whether this is a part that is read on its own.
  ///   - isWhole: false when a part could not be read: what it would have held is then not missed.
  ///   - removed: what a variant removed: of that each line is told that still names it.
  ///   - tellNeeds: the findings for what parts need and the flow does not have.
  func joined(
    with parts: [PartDocument], isPart: Bool, isWhole: Bool, without removed: [String: RemovedThing],
    telling tellNeeds: ([UnmetNeed], Set<String>) -> [Diagnostic]
  ) -> Outcome<FlowDocument> {
    var joined = self
    if !isWhole { joined.flaws.append(range) }
    var findings: [Diagnostic] = []
    for part in parts {
      if part.sdk.value != sdk.value {
        findings.append(.otherContract(part, sdk))
        // What it would have held is not missed.
        joined.lacksParts = true
        continue
      }
      joined.budgets += part.budgets
      joined.gates += part.gates
      joined.steps += part.steps
      joined.interrupts += part.interrupts
      joined.ends += part.ends
      joined.messages += part.messages
      joined.catalogues += part.catalogues
      joined.unreadPlaces.formUnion(part.unreadPlaces)
      joined.unreadMessages.formUnion(part.unreadMessages)
      joined.unreadBudgets.formUnion(part.unreadBudgets)
      joined.unreadGates.formUnion(part.unreadGates)
      joined.flaws += part.flaws
      if part.hasRuns { joined.hasRuns = true }
      if part.lacksParts { joined.lacksParts = true }
    }
    joined.flaws.sort()
    joined.fillIn(parts.filter { $0.sdk.value == sdk.value }.map(\.defaults))
    findings += joined.namesGivenTwice()
    if joined.isWhole, !isPart, findings.isEmpty {
      let held = joined.names
      let needs = UnmetNeed.all(of: parts, held, without: removed)
      findings += tellNeeds(needs, held)
      // What is needed and not there is told once.
      let unmet = needs.map(\.name.value)
      joined.unreadPlaces.formUnion(unmet)
      joined.unreadMessages.formUnion(unmet)
      joined.unreadBudgets.formUnion(unmet)
      joined.unreadGates.formUnion(unmet)
    }
    if findings.hasErrors { joined.flaws = (joined.flaws + findings.map(\.range)).sorted() }
    return Outcome(joined, findings)
  }

  /// Takes in what parts need and nobody gives, with the value that the part has for it.
  private mutating func fillIn(_ defaults: [PartDefaults]) {
    let (budgets, messages, gates) = (
      Set(budgets.map(\.name.value)), Set(messages.map(\.name.value)), Set(gates.map(\.name.value))
    )
    for values in defaults {
      self.budgets += values.budgets.filter { !budgets.contains($0.name.value) }
      self.messages += values.messages.filter { !messages.contains($0.name.value) }
      self.gates += values.gates.filter { !gates.contains($0.name.value) }
    }
  }

  /// Drops the later of two that bear one name, with a finding for each.
  ///
  /// The finding stands in the flow's own file if one of the two does: the part may not be its author's to change.
  private mutating func namesGivenTwice() -> [Diagnostic] {
    var findings: [Diagnostic] = []
    var places: [String: SourceRange] = [:]
    var keys: [String: SourceRange] = [:]
    var shared: [String: SourceRange] = [:]
    var lists: [String: SourceRange] = [:]
    func isNew(_ name: Spanned<String>, in seen: inout [String: SourceRange], _ what: String) -> Bool {
      guard let first = seen[name.value] else {
        seen[name.value] = name.range
        return true
      }
      // Twice in one file is found where that file is read.
      if first.file != name.range.file { findings.append(.givenTwice(name, what, first, in: range.file)) }
      return first.file == name.range.file
    }
    steps = steps.filter { isNew($0.name, in: &places, "a step, interrupt or end") }
    interrupts = interrupts.filter { isNew($0.name, in: &places, Self.interrupt) }
    ends = ends.filter { isNew($0.name, in: &places, "a step, interrupt or end") }
    budgets = budgets.filter { isNew($0.name, in: &shared, "a budget") }
    gates = gates.filter { isNew($0.name, in: &lists, "a list of questions") }
    messages = messages.filter { isNew($0.name, in: &keys, "a message") }
    return findings
  }

  /// An interrupt bears the name of its event, and can bear no other.
  fileprivate static let interrupt = "an interrupt"

  /// The names of all that it has.
  private var names: Set<String> {
    Set(
      (steps + interrupts).map(\.name.value) + ends.map(\.name.value) + messages.map(\.name.value)
        + budgets.map(\.name.value) + gates.map(\.name.value))
  }
}

extension Diagnostic {
  fileprivate static func otherContract(_ part: PartDocument, _ sdk: Spanned<String>) -> Diagnostic {
    Diagnostic(
      LinkRules.otherContract, "the part `\(part.name.value)` is for `\(part.sdk.value)`", at: part.sdk.range,
      help: Suggestion.cure(
        for: part.sdk.value, among: [sdk.value],
        otherwise: "a part and the flow that uses it must be for one contract"),
      notes: [Note("the flow is for `\(sdk.value)`", at: sdk.range)])
  }

  fileprivate static func givenTwice(
    _ name: Spanned<String>, _ what: String, _ first: SourceRange, in own: FileID
  ) -> Diagnostic {
    let isFirstOwn = first.file == own
    let isInterrupt = what == FlowDocument.interrupt
    return Diagnostic(
      LinkRules.givenTwice,
      isInterrupt
        ? "`\(name.value)` is given in another file too"
        : "`\(name.value)` is the name of \(what) in another file too",
      at: isFirstOwn ? first : name.range,
      help: isInterrupt
        ? "an interrupt bears its event's name: take it out of one of the files, or do without that part"
        : "rename one of the two: a part is joined to its flow as if it stood there",
      notes: [Note("the other one is here", at: isFirstOwn ? name.range : first)])
  }
}
