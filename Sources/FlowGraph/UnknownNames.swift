// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLinking
import FlowSyntax
import SDKContract

/// What there is to say of a name of a step, an end or a message that stands for nothing.
extension Resolver {
  /// Tells of the name of a step or an end that stands for nothing.
  ///
  /// - Parameter line: the line that names it; nil where its key has a flaw of its own.
  mutating func unknownPlace(_ name: String, _ range: SourceRange, in line: NamingLine?) {
    let message = "there is no step or end \(Diagnostic.quoting(name))"
    guard missing[message] == nil else {
      return report(GraphRules.unknownTarget, message, range, help: Cure?.none, missing: name)
    }
    if let cure = cureOfPrefix(name) ?? cureOfMessage(name, in: line) ?? cureOfOutcome(name, in: line) {
      return report(GraphRules.unknownTarget, message, range, help: cure, missing: name)
    }
    if tellNeed(meant: name, message, range, GraphRules.unknownTarget) { return }
    let near = nearPlace(name, in: line) ?? cureOfCall(name, in: line) ?? cureOfMove(name, in: line)
    guard near != nil || SyntaxRules.mayBeGiven(Self.ownWord(of: name)) else {
      let help = "write the name of a step or an end in place of \(Diagnostic.quoting(Self.ownWord(of: name)))"
      return report(GraphRules.unknownTarget, message, range, help: help, missing: name)
    }
    if near == nil { remember(name) }
    report(
      GraphRules.unknownTarget, message, range,
      help: near
        ?? Cure(
          cure(
            unless: unnamedThings().placesToName, name,
            whereToAdd("steps", name, or: "ends") + ", or `use:` the part that has it")), missing: name)
  }

  /// Tells of the key of a message that stands for nothing.
  mutating func unknownMessage(_ key: Spanned<String>) {
    let name = key.value
    let message = "there is no message `\(name)`"
    guard missing[message] == nil else {
      return report(GraphRules.unknownMessage, message, key.range, help: Cure?.none, missing: name)
    }
    if ["true", "false", "yes", "no"].contains(name) {
      let help = "write the key of a message in place of `\(name)`"
      return report(GraphRules.unknownMessage, message, key.range, help: help, missing: name)
    }
    if places[name] == nil, tellNeed(meant: name, message, key.range, GraphRules.unknownMessage) { return }
    let near = nearMessage(name)
    if near == nil, places[name] == nil { remember(name) }
    report(
      GraphRules.unknownMessage, message, key.range,
      help: near
        ?? Cure(
          places[name] == nil
            ? cure(unless: unnamedThings().messages, name, whereToAdd("messages", name))
            : "`\(name)` is a step or an end: write `to: \(name)` to go there; for a message of that name, "
              + whereToAdd("messages", name)),
      missing: name)
  }

  /// A name with the step that runs its flow before it, in a line of that flow, where it bears its own name alone.
  private func cureOfPrefix(_ name: String) -> Cure? {
    // The linker has put the step in front of what is written there.
    let words = name.split(separator: "/").map(String.init)
    guard words.count > 2, words[words.count - 3] == words[words.count - 2],
      places[(words.dropLast(2) + words.suffix(1)).joined(separator: "/")] != nil
    else { return nil }
    let (run, meant) = (words[words.count - 2], words[words.count - 1])
    return Cure(
      "write `\(meant)`: in the flow that `\(run)` runs, it has this name", .word("\(run)/\(meant)", by: meant))
  }

  /// A name as its author writes it: the linker puts the steps in front that run its flow.
  private static func ownWord(of name: String) -> String { name.split(separator: "/").last.map(String.init) ?? name }

  /// Whether it is told of a message that there is none.
  func isMissing(message name: String) -> Bool { missing["there is no message `\(name)`"] != nil }

  /// A message where a step or an end is due.
  private mutating func cureOfMessage(_ name: String, in line: NamingLine?) -> Cure? {
    guard messageKeys[name] != nil, canSuggest(among: 1),
      Suggestion.nearest(to: name, among: unnamedThings().places) == nil
    else { return nil }
    if line.map({ asksAgain($0) }) ?? false { return Cure("`\(name)` is a message: write `{ retry: \(name) }`") }
    let end = document.ends.first { $0.isFailure } ?? document.ends.first
    return Cure(
      "`\(name)` is a message: write where to go, too, such as `{ to: \(end?.name.value ?? "failed"), say: \(name) }`; "
        + "for a step or an end of that name, " + whereToAdd("steps", name, or: "ends"))
  }

  /// A call behind the `to:` of a choice.
  private func cureOfCall(_ name: String, in line: NamingLine?) -> Cure? {
    guard let line, line.trigger == nil, contract.call(named: name) != nil else { return nil }
    return Cure(
      "`\(name)` is a call: in a choice, write `{ call: \(name) }`; for a step or an end of that name, "
        + whereToAdd("steps", name, or: "ends"))
  }

  /// A misspelt word for staying or going back, behind the colon of a line.
  private func cureOfMove(_ name: String, in line: NamingLine?) -> Cure? {
    guard let line, line.trigger != nil else { return nil }
    let moves = line.context.isInterrupt ? ["resume", "stay"] : ["retry", "stay"]
    return moves.first { Suggestion.isOneLetter(name, from: $0) }.map { Cure("did you mean `\($0)`?") }
  }

  /// The outcome of ends where the name of one is due.
  private func cureOfOutcome(_ name: String, in line: NamingLine?) -> Cure? {
    let names = document.ends.filter { $0.outcome.value == name }.map(\.name.value)
      .filter { mayBeMeant($0, in: line) }
    guard !names.isEmpty, names.count <= Self.mostNamed else { return nil }
    return Cure("write the name of an end: \(names.quoted) \(names.count == 1 ? "has" : "have") `outcome: \(name)`")
  }

  /// A name below `needs:` that was misspelt there: whatever names it is right.
  private mutating func tellNeed(
    meant name: String, _ message: String, _ range: SourceRange, _ code: DiagnosticCode
  ) -> Bool {
    guard linked.isPart, canSuggest(among: linked.needs.count) else { return false }
    let unnamed = unnamedThings()
    let free = linked.needs.filter { !unnamed.named.contains($0.value) }
    guard let near = Suggestion.nearest(to: name, among: free.map(\.value)),
      let need = free.first(where: { $0.value == near })
    else { return false }
    // However many lines use the name, it is reported here once.
    guard !findings.contains(where: { $0.code == code && $0.range == need.range }) else { return true }
    report(
      code, "nothing in this part names `\(near)`", need.range,
      help: Cure("did you mean `\(name)`?", .word(near, by: name)),
      notes: [Note("`\(name)` is named here, and nothing has that name", at: range)])
    return true
  }

  private mutating func remember(_ name: String) {
    if linked.isPart, !nowhere.contains(where: { $0.name == name }) { nowhere.append((name, findings.count)) }
  }

  /// If a part names several things that it neither has nor lists below `needs`, that is one finding.
  mutating func tellNowhereAtOnce() {
    guard nowhere.count > 1 else { return }
    var all = nowhere.map { findings[$0.finding] }
    let names = nowhere.map(\.name)
    all[0].message =
      "this part has neither \(Diagnostic.quoting(names[0])) nor \(names.count - 1) other \(names.count == 2 ? "name" : "names") that it uses"
    all[0].help =
      "list below `needs:` what the using flow provides, or `use:` the parts that have these names: "
      + names.quoted
    all[0].notes += zip(names, all).dropFirst().map { Note("`\($0)` is named here", at: $1.range) }
    findings[nowhere[0].finding] = all[0]
    for known in nowhere.dropFirst().map(\.finding).sorted(by: >) { findings.remove(at: known) }
  }

  /// A longer list of names would not be read.
  private static let mostNamed = 6
}

/// "Did you mean": names that are near.
extension Resolver {
  /// "did you mean", where a name is near.
  mutating func suggestion(_ word: String, _ candidates: some Collection<String>) -> Cure? {
    guard canSuggest(among: candidates.count) else { return nil }
    return Suggestion.cure(for: word, among: candidates)
  }

  /// "did you mean", where a step or an end has a name that is near; a change only where the line may lead there.
  private mutating func nearPlace(_ word: String, in line: NamingLine?) -> Cure? {
    // Of a `run:` step only the steps of its flow are left among the steps, and only that flow leads to those by name.
    func run(_ name: String) -> Substring? { name.lastIndex(of: "/").map { name[..<$0] } }
    let count = document.steps.count + linked.runs.count + document.ends.count
    guard canSuggest(among: count + document.unreadPlaces.count) else { return nil }
    let places = document.steps.map(\.name) + linked.runs + document.ends.map(\.name)
    let unread = document.unreadPlaces.filter { SyntaxRules.mayBeGiven(Self.ownWord(of: $0)) }
    let names = unread.union(places.map(\.value)).filter { run($0) == run(word) }
      .subtracting(document.interrupts.map(\.name.value)).filter { mayBeMeant($0, in: line) }
    var near = near(word, among: names, unnamed: unnamedThings().places.intersection(names))
    if case .word(_, let meant)? = near?.change, !mayLead(to: meant, line) { near?.change = nil }
    return near
  }

  private mutating func nearMessage(_ word: String) -> Cure? {
    guard canSuggest(among: document.messages.count + document.unreadMessages.count) else { return nil }
    return near(
      word, among: document.unreadMessages.union(document.messages.map(\.name.value)),
      unnamed: unnamedThings().messages)
  }

  /// - Parameter unnamed: those of the names that nothing names. A thing that was renamed while one line was forgotten is among them. So it
  ///   is suggested first, unless another name is only one letter away.
  private func near(_ word: String, among names: Set<String>, unnamed: Set<String>) -> Cure? {
    let near = Suggestion.cure(for: word, among: names)
    let nearest = Suggestion.nearest(to: word, among: names)
    if let nearest, Suggestion.isOneLetter(word, from: nearest) { return near }
    if let free = Suggestion.nearest(to: word, among: unnamed) {
      return free == nearest ? near : Cure("did you mean `\(free)`?")
    }
    return near
  }

  /// Where to add a name, behind the question whether the only thing that nothing names is meant; no question if there is none, or several.
  ///
  /// - Parameter adding: begins with `add it`.
  private func cure(unless unnamed: Set<String>, _ name: String, _ adding: String) -> String {
    guard unnamed.count == 1, let only = unnamed.first, document.isWhole, !linked.hasBase, !linked.isPart else {
      return adding
    }
    return "did you mean `\(only)`, which no line uses? If not, add `\(name)`" + adding.dropFirst("add it".count)
  }

  private mutating func canSuggest(among candidates: Int) -> Bool {
    suggestions += 1
    compared += candidates
    return suggestions <= Self.mostSuggestions && compared <= Self.mostCompared
  }

  /// Enough for fifty of them among a thousand names.
  private static let mostCompared = 50_000
  private static let mostSuggestions = 50

  private mutating func unnamedThings() -> UnnamedThings {
    if let unnamed { return unnamed }
    let things = UnnamedThings(of: document, isPart: linked.isPart)
    unnamed = things
    return things
  }
}

/// What of a flow nothing in it names.
struct UnnamedThings {
  /// All names that stand in its lines.
  private(set) var named: Set<String> = []
  /// Steps and ends; none of a part, since the flow that uses it may name them.
  private(set) var places: Set<String> = []
  /// Messages.
  private(set) var messages: Set<String> = []
  /// The places but for success ends: before the last step is written, nothing leads there.
  private(set) var placesToName: Set<String> = []

  init(of document: FlowDocument, isPart: Bool) {
    named.insert(document.start.value)
    see(document.require)
    for step in document.steps + document.interrupts { see(step) }
    for end in document.ends {
      see(end.say)
      see(end.require)
    }
    if !isPart {
      places = Set(document.steps.map(\.name.value) + document.ends.map(\.name.value)).subtracting(named)
    }
    placesToName = places.subtracting(document.ends.filter(\.isSuccess).map(\.name.value))
    messages = Set(document.messages.map(\.name.value)).subtracting(named)
  }

  private mutating func see(_ step: StepSyntax) {
    see(step.say)
    see(step.requirement)
    see(step.to)
    for check in step.checks { see(check.say) }
    for input in step.inputs {
      see(input.pick?.none)
      for check in input.pick?.checks ?? [] { see(check.say) }
    }
    for choice in step.choices {
      see(choice.confirm)
      if case .go(let target) = choice.action { see(target) }
      if case .shared(let budget)? = choice.max { see(budget) }
      for line in choice.then { see(line.target) }
    }
    for line in step.then { see(line.target) }
    if case .shared(let budget)? = step.tries { see(budget) }
    if case .shared(let budget)? = step.max { see(budget) }
  }

  private mutating func see(_ target: TargetSyntax?) {
    if case .to(let name)? = target?.move { named.insert(name) }
    see(target?.say)
  }

  private mutating func see(_ requirement: RequireSyntax?) { see(requirement?.after) }

  private mutating func see(_ name: Spanned<String>?) { if let name { named.insert(name.value) } }
}
