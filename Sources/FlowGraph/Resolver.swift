// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
package import FlowLinking
import FlowSyntax
import Guards
package import SDKContract
import Values

/// Resolves the names of a document: the third clause of the sentence.
public enum FlowResolver {
  /// The flow, with everything that is wrong with its names.
  ///
  /// Where a name could not be resolved, the flow is not whole (``Flow/isWhole``): what depends on how the steps hang
  /// together would then report what merely follows.
  ///
  /// - Parameter known: what is known of the steps, and is kept of them; nil for nothing.
  package static func resolve(
    _ linked: LinkedFlow, with contract: Contract, knowing known: KnownGraph? = nil
  ) -> Outcome<Flow> {
    if let excess = FlowLimits.excess(of: linked) { return Outcome(nil, [excess]) }
    var resolver = Resolver(linked, contract)
    resolver.known = known
    let flow = resolver.flow()
    if flow.isWhole, let excess = FlowLimits.excess(of: flow) { return Outcome(nil, [excess]) }
    return Outcome(flow, resolver.findings)
  }

  /// What there is to say of a document whose `sdk:` no contract bears.
  public static func unknownContract(_ sdk: Spanned<String>, among names: [String]) -> Outcome<Flow> {
    let word = sdk.value
    let near = Suggestion.cure(for: word, among: names)
    return Outcome(
      nil,
      [
        Diagnostic(
          GraphRules.unknownContract, "there is no contract `\(word)`", at: sdk.range,
          help: near
            ?? "name \(names.quoted), or the file of a contract of your own, such as `sdk: ./contract.yaml`")
      ])
  }
}

/// The names of a document, looked up one by one.
struct Resolver {
  let linked: LinkedFlow
  let document: FlowDocument
  let contract: Contract
  var findings: [Diagnostic] = [] { didSet { told += 1 } }
  /// How often something was found, or added to what was.
  private(set) var told = 0
  /// The steps as they were resolved last; nil where nobody has kept them.
  var known: KnownGraph?
  /// What each name stands for.
  var places = NamedPlaces()
  /// What the key of each message stands for, as an index.
  var messageKeys = NameIndex()
  /// What each step and interrupt takes, by index.
  var takers: [Taker] = []
  /// Where messages are shown, with the event whose data fills them.
  var messageUses: [MessageUse] = []
  /// Whether something of the step at hand was left out, with a finding or since one was made elsewhere.
  var isDamaged = false
  /// The lists of questions that gates name.
  var namedGates: Set<String> = []
  /// Those that the step at hand names.
  var gatesOfStep: [String] = []
  /// How often a near name was looked for: a file full of unknown names needs no advice on each.
  var suggestions = 0
  /// By finding about what was removed: how many lines name it, where there are more than one.
  private var moreNames: [Int: Int] = [:]
  /// With how many names a wrong one was compared in all.
  var compared = 0
  /// The things that no line names; nil until they are needed.
  var unnamed: UnnamedThings?
  /// By message: the finding about a missing name, which many lines may use.
  private(set) var missing: [String: Int] = [:]
  /// The findings about names that are near to no other, each with its name.
  var nowhere: [(name: String, finding: Int)] = []

  init(_ linked: LinkedFlow, _ contract: Contract) {
    self.linked = linked
    document = linked.document
    self.contract = contract
  }

  mutating func flow() -> Flow {
    known?.begin(document)
    declareNames()
    known?.look(at: places, document)
    let count = document.steps.count + document.interrupts.count
    takers.reserveCapacity(count)
    let knownTakers = takersOfSteps()
    for syntax in document.interrupts { takers.append(taker(syntax)) }
    var steps: [Step] = []
    steps.reserveCapacity(count)
    // Each stands where its id says, also what could not be read.
    var isEach = addSteps(to: &steps, knownTakers)
    tellEntriesOfOneInterrupt()
    for syntax in document.interrupts { isEach = add(syntax, to: &steps) && isEach }
    let ends = document.ends.map { end($0) }
    let messages = document.messages.map(Self.message)
    let start = start()
    settleKeptData(steps, start: start)
    checkPlaceholders(of: messages)
    let requirement = document.require.map { self.requirement($0) }
    let claims = self.claims()
    tellUnusedGates()
    tellNowhereAtOnce()
    let isWhole = document.isWhole && start != nil && isEach && !findings.hasErrors
    let languages = self.languages(of: messages)
    return Flow(
      name: document.name.value, version: document.version.value, summary: document.summary?.value,
      goal: document.goal, requirement: requirement, silentThreats: silentThreats(), contract: contract,
      budgets: sharedBudgets, start: start ?? StepID(0), steps: steps,
      plainCount: document.steps.count, ends: ends, messages: messages,
      languages: languages,
      runs: linked.runs, passages: linked.passages, claims: claims,
      isChanged: linked.isChanged,
      ownFiles: Set(linked.bases + [document.range.file]).subtracting(linked.innerFiles),
      removedInterrupts: linked.removedInterrupts,
      uses: linked.usedParts.map { UsedPart(path: $0.path, files: $0.files) },
      range: document.range, isWhole: isWhole
    )
  }

  /// Adds a step, or its place if it could not be resolved; then it is false.
  mutating func add(_ syntax: StepSyntax, to steps: inout [Step]) -> Bool {
    let id = StepID(steps.count)
    let step = step(syntax, id)
    steps.append(step ?? Step(unread: syntax.name, id, range: syntax.range))
    return step != nil
  }

  /// The words of `silent:`, each as the contract knows it.
  ///
  /// Where these could not be read, all may be meant: nobody is told as well that one is missing.
  private mutating func silentThreats() -> [Spanned<String>] {
    let known = contract.severities
    if let broken = document.brokenThreats { return known.map { Spanned($0, broken) } }
    guard !document.silentThreats.isEmpty else { return [] }
    let meant = document.silentThreats.filter { word in
      if known.contains(word.value) { return true }
      report(
        GraphRules.unknownSeverity, "no threat is \(Diagnostic.quoting(word.value)) in this contract", word.range,
        help: Suggestion.cure(for: word.value, among: known)
          ?? (known.isEmpty
            ? "take it out: the contract does not say how grave a threat is" : "write \(known.quoted)"))
      return false
    }
    return meant.count < document.silentThreats.count
      ? known.map { Spanned($0, document.silentThreats[0].range) } : meant
  }

  private mutating func declareNames() {
    messageUses.reserveCapacity(document.messages.count)
    for (index, step) in document.steps.enumerated() {
      places[entering: step.name.value].step = StepID(index)
    }
    for index in document.ends.indices {
      let name = document.ends[index].name
      guard let id = places[entering: name.value].beEnd(EndID(index)) else { continue }
      let step = document.steps[Int(id.index)]
      reportDuplicate("a step and an end", name, notes: [Note("the step", at: step.name.range)])
    }
    for (index, interrupt) in document.interrupts.enumerated() {
      let name = interrupt.name
      let known = places[name.value]
      if let id = known?.step, Int(id.index) < document.steps.count {
        let step = document.steps[Int(id.index)]
        reportDuplicate("a step and an interrupt", name, notes: [Note("the step", at: step.name.range)])
      } else if let end = known?.end.map({ document.ends[Int($0.index)] }) {
        reportDuplicate("an end and an interrupt", name, notes: [Note("the end", at: end.name.range)])
      } else {
        places[entering: name.value] = NamedPlace(step: StepID(document.steps.count + index))
      }
    }
    for index in document.messages.indices { messageKeys.enter(document.messages[index].name.value, index) }
  }

  mutating func reportDuplicate(_ both: String, _ name: Spanned<String>, notes: [Note]) {
    report(
      GraphRules.duplicateName, "`\(name.value)` is \(both)", name.range,
      help: "rename one of them: a name must stand for one thing", notes: notes)
  }

  private mutating func start() -> StepID? {
    let name = document.start.value
    if let id = places[name]?.step, Int(id.index) < document.steps.count { return id }
    let isReported =
      name.isEmpty || document.lacksParts
      || (document.unreadPlaces.contains(name) && places[name] == nil)
    guard !isReported else { return nil }
    report(
      GraphRules.unknownTarget, "there is no step `\(name)` to start at", document.start.range,
      help: suggestion(name, (document.steps.map(\.name) + linked.runs).map(\.value).filter { !$0.contains("/") })
        ?? "name one of the flow's steps",
      missing: name)
    return nil
  }

  /// An end whose outcome could not be read, which is told already, is taken for a failure.
  private mutating func end(_ syntax: EndSyntax) -> End {
    End(
      name: syntax.name, outcome: EndOutcome(rawValue: syntax.outcome.value) ?? .failure,
      say: say(syntax.say, filledBy: .nothing),
      requirement: syntax.require.map { self.requirement($0) }, outcomeRange: syntax.outcome.range)
  }

  /// What a step takes when something leads to it.
  mutating func taker(_ syntax: StepSyntax) -> Taker {
    switch syntax.kind {
    case .wait: Taker(name: syntax.name, takes: .nothing)
    case .gate: Taker(name: syntax.name, takes: .nothing, isGate: true)
    case .run: Taker(name: syntax.name, takes: .nothing)
    case .call(let call): Taker(name: syntax.name, takes: .call(contract.call(named: call.name.value)))
    case .challenge, .event, .interrupt: Taker(name: syntax.name, takes: .event(awaited(syntax)))
    }
  }

  /// `challenge: getPassword(set)`, with what the contract knows of it.
  private mutating func awaited(_ syntax: StepSyntax) -> Awaited? {
    let event: EventSyntax
    let kinds: [EventKind]
    let word: String
    switch syntax.kind {
    case .challenge(let awaited): (event, kinds, word) = (awaited, EventKind.ofChallenges, "challenge")
    case .event(let awaited): (event, kinds, word) = (awaited, EventKind.ofEvents, "event")
    case .interrupt(let awaited): (event, kinds, word) = (awaited, [.interrupt], "interrupt")
    case .call, .wait, .gate, .run: return nil
    }
    guard let id = self.event(event) else { return nil }
    let spec = contract[id]
    guard kinds.contains(spec.kind) else {
      report(
        GraphRules.wrongEventKind,
        "`\(event.name.value)` is \(Diagnostic.withArticle(spec.kind.rawValue)), not one for `\(word)`",
        event.name.range,
        help: spec.placeInWords(mode: event.mode))
      return nil
    }
    guard let mode = mode(event, of: id) else { return nil }
    if kinds == [.challenge], mode.number == nil { tell(openMode(event, spec)) }
    switch event.outcome {
    case .success: return Awaited(event: id, mode: mode.number, code: nil)
    case .code(let code):
      return statusCode(code, in: id, mode: mode.number, event.name.range)
        .map { Awaited(event: id, mode: mode.number, code: $0) }
    case .error:
      report(
        GraphRules.wrongEventKind, "a step cannot be for the errors of `\(event.name.value)`", event.name.range,
        help: "name the error below `then:` of the step whose call it follows")
      return nil
    }
  }

  private mutating func tell(_ flaws: [Diagnostic]) { if !flaws.isEmpty { findings += flaws } }

  /// A message to show at a place; nil where there is none.
  ///
  /// - Parameters:
  ///   - source: what fills its placeholders there; nil where that cannot be told.
  ///   - counts: what is counted at the step that asks then; nil where that is no step, or not known.
  mutating func say(
    _ key: Spanned<String>?, filledBy source: MessageUse.Source?, at counts: StepCounts? = nil
  ) -> MessageID? {
    guard let key else { return nil }
    guard let index = messageKeys[key.value] else {
      if !document.unreadMessages.contains(key.value), !document.lacksParts {
        // A text that is missing changes nothing of where the step goes.
        let wasDamaged = isDamaged
        unknownMessage(key)
        isDamaged = wasDamaged
      }
      return nil
    }
    let id = MessageID(index)
    if let source { messageUses.append(MessageUse(message: id, source: source, counts: counts, range: key.range)) }
    return id
  }

  /// Where what is missing is to be written: a variant adds it by its path.
  func whereToAdd(_ section: String, _ name: String, or other: String? = nil) -> String {
    linked.hasBase
      ? "add it below `add:`, as `\(section).\(name): …`" + (other.map { " or `\($0).\(name): …`" } ?? "")
      : "add it below `\(section):`" + (other.map { " or `\($0):`" } ?? "")
        + (linked.isPart ? ", or name it below `needs:` if the flow that uses the part has it" : "")
  }

  /// Where to read what the contract has.
  func whereListed(_ what: String) -> String { "\(contract.wherePrinted) lists the \(what)" }

  /// - Parameter name: what there is not, where that is what is wrong.
  mutating func report(
    _ code: DiagnosticCode, _ message: String, _ range: SourceRange, help: String? = nil, notes: [Note] = [],
    missing name: String? = nil
  ) {
    report(code, message, range, help: help.map { Cure($0) }, notes: notes, missing: name)
  }

  mutating func report(
    _ code: DiagnosticCode, _ message: String, _ range: SourceRange, help: Cure?, notes: [Note] = [],
    missing name: String? = nil
  ) {
    isDamaged = true
    guard let name, let removal = linked.removed[name] else {
      // What the contract does not have is told once, too, wherever it is named.
      let isOnce = name != nil || GraphRules.ofContract.contains(code) && notes.isEmpty
      guard isOnce, let known = missing[message] else {
        if isOnce { missing[message] = findings.count }
        return findings.append(Diagnostic(code, message, at: range, help: help, notes: notes))
      }
      // Mending one place would leave the others.
      findings[known].cure?.change = nil
      return add(Note("it is named here, too", at: range), to: known, after: 0)
    }
    // What a variant removed is told once, where it says so, with the lines that still name it.
    var finding = Diagnostic(
      code, message, at: removal.place, help: "keep it, or change or remove what names it",
      notes: [Note("it is named here", at: range)])
    if case .part(let path) = removal.company { finding = .stillNeeded(path, name, finding) }
    guard let known = findings.firstIndex(where: { $0.range == removal.place && $0.code == finding.code }) else {
      return findings.append(finding)
    }
    let isOfPart = finding.code == GraphRules.partStillNeeded
    add(isOfPart ? finding.notes[0] : Note("and here", at: range), to: known, after: 1)
  }

  /// Shows one more line that names what is not there, or only how many there are.
  ///
  /// - Parameter first: how many the finding shows before any was added.
  private mutating func add(_ note: Note, to known: Int, after first: Int) {
    let count = moreNames[known, default: first] + 1
    moreNames[known] = count
    switch count - Self.mostPlaces {
    case ...0: findings[known].notes.append(note)
    case 1: findings[known].notes.append(Note("and in 1 more place"))
    case let more: findings[known].notes[Self.mostPlaces] = Note("and in \(more) more places")
    }
  }

  /// So many lines are shown that name what is not there.
  private static let mostPlaces = 5
}

extension Diagnostic {
  /// A part that is used no more, and of which something is still named.
  ///
  /// - Parameters:
  ///   - path: of the part; nil where several may be meant.
  ///   - finding: what there would be to say of the name alone.
  fileprivate static func stillNeeded(_ path: String?, _ name: String, _ finding: Diagnostic) -> Diagnostic {
    Diagnostic(
      GraphRules.partStillNeeded,
      path.map { "\(quoting($0)) is used no more, and what it holds is still needed" }
        ?? "parts are used no more, and what they hold is still needed",
      at: finding.range, help: "keep the part, add what is named, or change or remove the lines that name it",
      notes: finding.notes.map { Note("\(quoting(name)) is named here", at: $0.range) })
  }
}

/// What the names of steps, interrupts and ends stand for.
struct NamedPlaces {
  private var index = NameIndex()
  private var places: [NamedPlace] = []

  /// Nil for a name that stands for nothing.
  subscript(name: String) -> NamedPlace? { index[name].map { places[$0] } }

  /// The same, to be changed.
  subscript(entering name: String) -> NamedPlace {
    get { self[name] ?? NamedPlace() }
    set {
      if let place = index[name] { return places[place] = newValue }
      index.enter(name, places.count)
      places.append(newValue)
    }
  }
}

/// What a name stands for: a step or an interrupt, or an end; both only where that is reported.
struct NamedPlace {
  var step: StepID?
  var end: EndID?

  /// Makes it the name of an end, too, and gives the step that bears it already; nil for none.
  mutating func beEnd(_ id: EndID) -> StepID? {
    end = id
    return step
  }
}

extension Contract {
  /// What shows all that it has, in words: one of somebody's own cannot be printed by its name.
  package var wherePrinted: String {
    EmbeddedContracts.names.contains(name) ? "`mfaflow contract \(name)`" : "the file of the contract `\(name)`"
  }
}
