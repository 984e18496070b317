// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowChecks
import FlowCompiler
import FlowExploration
import FlowGraph
import FlowRuntime
import SDKContract
import Values

/// What the checker and brute force say of one specimen.
struct Trial: Sendable {
  enum Outcome: Sendable, Hashable {
    case agreed(isBroken: Bool)
    /// The checker says that it holds, and a run shows that it does not.
    case missed(words: String)
    /// The checker says that it does not hold, and no run shows that.
    case falseAlarm(words: String)
    /// They disagree, and why is known.
    case known
    /// Another error stands in the way.
    case notJudged

    var isDisagreement: Bool {
      switch self {
      case .missed, .falseAlarm: true
      case .agreed, .known, .notJudged: false
      }
    }

    /// What sort of disagreement it is, whether its reason is known or not; nil for none.
    var disagreement: String? {
      switch self {
      case .missed: "missed"
      case .falseAlarm: "false alarms"
      case .known: "known"
      case .agreed, .notJudged: nil
      }
    }

    /// Whether two disagreements may be one.
    func isLike(_ other: Outcome) -> Bool {
      switch (self, other) {
      case (.missed, .missed), (.falseAlarm, .falseAlarm): true
      default: false
      }
    }
  }

  private(set) var outcomes: [Property: Outcome] = [:]
  /// What the checker says.
  private(set) var findings: [Diagnostic] = []
  /// How many configurations there are; nil if nothing was explored.
  private(set) var configurations: Int?
  private(set) var isTooLarge = false
  /// For each disagreement the run that shows it; none for a false alarm.
  private(set) var runs: [Property: [String]] = [:]

  /// - Parameter properties: those that are compared.
  init(
    _ specimen: Specimen, _ reader: SpecimenReader, of properties: [Property] = Property.allCases,
    within bounds: BruteForce.Bounds = BruteForce.Bounds()
  ) {
    let reading = reader.read(specimen)
    findings = reading.compilation.findings
    for property in properties { outcomes[property] = .notJudged }
    let codes = Set(findings.map(\.code.id))
    let errors = Set(findings.filter { $0.severity == .error }.map(\.code.id))
    guard let flow = reading.flow else { return }
    let isCutShort = findings.contains { $0.code.id == "MFA403" && !$0.message.hasPrefix("the success end") }
    let isBarred = flow.isBarred(by: findings)
    let judged = properties.filter {
      errors.isSubset(of: $0.codes.union($0.beside)) && codes.isDisjoint(with: $0.excluded)
        && !(isCutShort && $0.beside.contains("MFA403")) && !(isBarred && [.guesses, .liveness].contains($0))
    }
    guard !judged.isEmpty else { return }
    let program = Program(ValidFlow(checked: flow))
    var bounds = bounds
    if flow.contract.events.contains(where: { $0.userField != nil }) { bounds.users = 2 }
    let view = RunView(program: program, graph: BruteForce(program, within: bounds).explore(), users: bounds.users)
    configurations = view.graph.count
    guard view.graph.isComplete else {
      isTooLarge = true
      return
    }
    // Events may wait behind each other, too, and replies may come late: that takes far longer to play.
    lazy var wider = RunView(
      program: program, graph: BruteForce(program, within: bounds.wider).explore(), users: bounds.users)
    lazy var later = RunView(
      program: program, graph: BruteForce(program, within: bounds.later).explore(), users: bounds.users)
    for property in judged where flow.isConcerned(by: property) {
      guard property != .guesses else {
        let said = reading.compilation.guesses ?? []
        let outcome = view.guesses(against: said)
        guard case .falseAlarm = outcome else {
          outcomes[.guesses] = outcome
          continue
        }
        guard wider.graph.isComplete else {
          isTooLarge = true
          continue
        }
        outcomes[.guesses] = wider.guesses(against: said)
        if case .falseAlarm = outcomes[.guesses], later.graph.isComplete,
          case .agreed(let isBroken) = later.guesses(against: said)
        {
          outcomes[.guesses] = .agreed(isBroken: isBroken)
        }
        continue
      }
      let sight = view.breach(of: property)
      let isFound =
        findings.contains { property.codes.contains($0.code.id) }
        || property == .gate && sight.map { view.tells(findings, ofGatePassedIn: $0.run) } ?? false
      switch (isFound, sight) {
      // A run that is over for want of an end is not caught, and yet comes to none: either word is right.
      case (true, nil) where property == .liveness && view.graph.unwrittenTrap != nil:
        outcomes[property] = .agreed(isBroken: true)
      case (true, nil):
        if wider.breach(of: property) != nil || later.breach(of: property) != nil {
          outcomes[property] = .agreed(isBroken: true)
        } else if wider.graph.isComplete {
          outcomes[property] = .falseAlarm(words: "no run shows it")
        } else {
          isTooLarge = true
        }
      // Of a call with which nothing ends how long a step waits, no more can be said.
      case (false, let sight?) where flow.tellsOfEndlessWait(for: sight.openCall, in: findings):
        outcomes[property] = .agreed(isBroken: true)
      // What none of these runs shows, one may show in which events wait behind each other.
      case (false, let sight?)
      where sight.missing.map({ wider.graph.shows($0) }) ?? false && wider.breach(of: property) == nil:
        outcomes[property] = .agreed(isBroken: false)
      case (false, let sight?):
        outcomes[property] = .missed(words: sight.words)
        runs[property] = program.trace(of: sight.run).map(\.text)
      default: outcomes[property] = .agreed(isBroken: isFound)
      }
    }
    for (property, outcome) in outcomes
    where KnownImprecision.explains(outcome, of: property, in: flow, by: runs[property] ?? []) {
      outcomes[property] = .known
    }
  }
}

extension Flow {
  /// Whether some step requires what nothing can meet: what is found behind it is shown by no run.
  fileprivate func isBarred(by findings: [Diagnostic]) -> Bool {
    let required = steps.compactMap(\.requirement).flatMap(\.lines).map(\.range)
    return findings.contains { $0.code.id == "MFA409" && required.contains($0.range) }
  }

  /// Whether the checker says that nothing ends how long the step of a call waits: it says so of one call of each step.
  fileprivate func tellsOfEndlessWait(for call: CallUse?, in findings: [Diagnostic]) -> Bool {
    guard let call, let step = steps.first(where: { $0.calls.contains { $0.use.range == call.range } }) else {
      return false
    }
    return findings.contains { finding in
      finding.code.id == "MFA330" && step.calls.contains { $0.use.range == finding.range }
    }
  }
}

/// All runs of a flow, as an answer to the questions that the checker answers.
struct RunView {
  let program: Program
  let graph: RunGraph
  /// How many users the SDK may have been about.
  var users = 1

  struct Breach {
    let words: String
    let run: [Moment]
    /// The call of which nothing comes any more; nil where that is not what it shows.
    var openCall: CallUse?
    /// What no run shows; nil where the run itself shows the breach.
    var missing: RunGraph.Observation?
  }

  /// A run that breaks a property; nil if none does.
  func breach(of property: Property) -> Breach? {
    switch property {
    case .goal, .gate:
      return first { if case .shortfall = $0 { true } else { false } }
    case .threats: return first { $0 == .passedThreat }
    case .phase:
      if let breach = first({ if case .callOutOfPhase = $0 { true } else { false } }) { return breach }
      return neverCallable
    case .liveness:
      if let node = graph.standstill {
        return Breach(
          words: "nothing can happen any more", run: graph.run(to: node), openCall: graph.openCall(at: node))
      }
      return graph.trap.map { Breach(words: "no end can be reached any more", run: graph.run(to: $0)) }
    case .guesses: return nil
    }
  }

  /// Whether a finding tells of the gate by which a run passes: then the end to which it leads is not told, too.
  func tells(_ findings: [Diagnostic], ofGatePassedIn run: [Moment]) -> Bool {
    var machine = FlowMachine(program)
    let marks = run.flatMap { machine.pass($0).marks }
    return findings.contains { finding in
      finding.code.id == "MFA405"
        && marks.contains { mark in
          switch mark.what {
          case .called(let row): program.use(ofRow: row)?.range == finding.range
          case .took(let hop, _): program.isWritten(hop: hop, at: finding.range)
          default: false
          }
        }
    }
  }

  private func first(_ isBreach: (RunGraph.Observation) -> Bool) -> Breach? {
    let runs = graph.shown.filter(isBreach).compactMap { graph.run(showing: $0) }
    return runs.min { $0.count < $1.count }.map { Breach(words: "a run shows it", run: $0) }
  }

  /// A choice whose call no phase allows in which its step is at work.
  private var neverCallable: Breach? {
    for step in program.flow.steps {
      guard let run = graph.run(showing: .atWork(step.id)) else { continue }
      for index in step.choices.indices where isLimited(step, index) {
        let offered = RunGraph.Observation.callable(step.id, choice: index)
        guard !graph.shows(offered) else { continue }
        return Breach(
          words: "no run offers the choice `\(step.choices[index].name.value)`", run: run, missing: offered)
      }
    }
    return nil
  }

  /// Whether the contract takes the call of a choice in some phases only.
  private func isLimited(_ step: Step, _ choice: Int) -> Bool {
    program.flow.contract.phases.indices.contains {
      !program.isCallable(choice, of: step.id, in: PhaseID(index: UInt8($0)))
    }
  }

  /// Holds what the checker says of the number of guesses against the runs.
  func guesses(against said: [SecretGuesses]) -> Trial.Outcome {
    // How the SDK counts is not played.
    guard program.flow.contract.codes.allSatisfy({ $0.attempts == nil }) else { return .notJudged }
    var isLimited = true
    for secret in said {
      // Of those over all accounts two users show but a part.
      let most = users > 1 ? mostGuessesOfOne(at: secret.secret) : mostGuesses(at: secret.secret)
      let told = users > 1 ? secret.account : secret.most
      if users > 1, case .times(let number) = secret.most, let over = mostGuesses(at: secret.secret), number < over {
        return .missed(words: "\(secret.secret): \(number) is said over all accounts, \(over) it is for two")
      }
      if most == nil { isLimited = false }
      let words = "\(secret.secret): \(told.words) is said, \(most.map { "\($0)" } ?? "unbounded") it is"
      switch (told, most) {
      case (.times(let number), let most?) where number == most: continue
      case (.unbounded, nil): continue
      // Two users are few: what is said of one account may take more.
      case (.times(let number), let most?) where users > 1 && number > most: continue
      case (.unbounded, _?) where users > 1: continue
      case (.times(let number), let most?): return number < most ? .missed(words: words) : .falseAlarm(words: words)
      case (.times, nil), (.counted, _), (.unproved, _): return .missed(words: words)
      case (.unbounded, _?): return .falseAlarm(words: words)
      }
    }
    return .agreed(isBroken: !isLimited)
  }

  /// How often a run guesses a secret at most; nil if no number is enough.
  func mostGuesses(at secret: String) -> Int? { graph.most { row in self.secret(guessedBy: row) == secret } }

  /// The same for one account.
  private func mostGuessesOfOne(at secret: String) -> Int? {
    let most = (0..<users).map { user in graph.most(for: user) { row in self.secret(guessedBy: row) == secret } }
    return most.contains(nil) ? nil : most.compactMap(\.self).max()
  }

  /// The secret that a call lets somebody guess; nil if it does not.
  private func secret(guessedBy row: UInt16) -> String? {
    guard let use = program.use(ofRow: row) else { return nil }
    let step = program.flow[program.origin(ofRow: row).step]
    let typed = use.arguments.first { argument in
      guard case .input(let index) = argument.source, case .secret = step.inputs[index].type else { return false }
      return true
    }
    let call = program.flow.contract[use.call]
    guard let typed else { return nil }
    let shown = call.replies.flatMap(\.earns)
    if shown.isEmpty, call.replies.contains(where: { !$0.enrols.isEmpty }) { return nil }
    return (shown.first { $0.factor == .knowledge } ?? shown.first)?.authenticator ?? typed.name
  }
}

extension Flow {
  /// Whether a property is compared here: a flow with required gates counts for those, any other for its goal.
  fileprivate func isConcerned(by property: Property) -> Bool {
    let asksLeave = requirement.map { !$0.gates.isEmpty } ?? false
    switch property {
    case .gate: return asksLeave
    case .goal: return !asksLeave
    case .phase, .guesses, .threats, .liveness: return true
    }
  }
}
