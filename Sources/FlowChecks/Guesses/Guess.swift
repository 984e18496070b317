// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowGraph
import FlowMeaning
import SDKContract
import Values

/// An answer by which the SDK checks a secret that somebody typed, and so a chance to guess it.
struct Guess {
  /// The step, as an index.
  let step: Int
  /// The part of the step that hands the secret in.
  let origin: Origin
  /// Where the call is written.
  let place: SourceRange
  /// What is guessed, as ``SecretGuesses/secret`` says it.
  let secret: String
  /// The codes by which the SDK counts what was wrong, as indices of the contract's, in order; empty if it counts nothing.
  let counters: [Int]

  /// The first of them: places that have it in common are counted together.
  var counter: Int? { counters.first }

  var part: UseNetwork.Part { UseNetwork.Part(step: step, origin: origin) }

  /// The secrets that a call hands in to be checked; none where it hands none in, or only what is set up.
  static func all(_ call: CallFacts, at step: Step, _ contract: Contract) -> [Guess] {
    let typed = call.use.arguments.filter { argument in
      guard case .input(let index) = argument.source, case .secret = step.inputs[index].type else { return false }
      return true
    }
    guard !typed.isEmpty else { return [] }
    let spec = contract[call.use.call]
    // What nothing follows is told to the SDK, and checked by nobody.
    guard !spec.answers.isEmpty || !spec.replies.isEmpty else { return [] }
    let counters = Set(call.arrivals.compactMap { contract.counter(of: $0) }).sorted()
    // What the contract does not call a set-up may be a check: silence is no proof that nothing can be guessed.
    if counters.isEmpty, spec.onlySetsUp(underMode: step.awaited?.mode) { return [] }
    let names = typed.map(\.name)
    let shown = spec.shownSecrets
    // What several secrets show is not said of each; who hands them in guesses at all that is not a check of the device or a page.
    let guessed = shown.filter { !(contract.authenticator(named: $0)?.channel.provesWithoutSecret ?? false) }
    let secrets = shown.isEmpty ? names : typed.count == 1 || guessed.isEmpty ? [shown[0]] : guessed
    return secrets.map {
      Guess(step: step.index, origin: call.origin, place: call.use.range, secret: $0, counters: counters)
    }
  }
}

extension Contract {
  /// The code, as an index, by which the SDK counts an arrival; nil if it does not.
  fileprivate func counter(of arrival: Arrival) -> Int? {
    guard case .code(let number) = arrival.outcome else { return nil }
    return codes.firstIndex { code in
      code.number == number && code.isCounted && code.arrivals.contains { $0.event == arrival.event }
    }
  }
}

extension CallSpec {
  /// Whether all that a success brings is something new.
  fileprivate func onlySetsUp(underMode mode: Int?) -> Bool {
    var enrols = false
    for index in replies.indices {
      if let under = replies[index].underMode, let mode, under != mode { continue }
      if !replies[index].earns.isEmpty { return false }
      if !replies[index].enrols.isEmpty { enrols = true }
    }
    return enrols
  }

  /// The authenticators that the secrets belong to, whatever the mode: what is known before what is had.
  fileprivate var shownSecrets: [String] {
    var shown: [String] = []
    let earned = replies.flatMap(\.earns)
    for proof in earned.filter({ $0.factor == .knowledge }) + earned where !shown.contains(proof.authenticator) {
      shown.append(proof.authenticator)
    }
    return shown
  }
}

extension StepFacts {
  /// Whether somebody types a secret here.
  var handsSecretsIn: Bool {
    step.inputs.contains { input in
      if case .secret = input.type { true } else { false }
    }
  }

  /// Every chance to guess at this step.
  func guesses(_ contract: Contract) -> [Guess] {
    guard handsSecretsIn else { return [] }
    return calls.flatMap { Guess.all($0, at: step, contract) }
  }

  /// Whether each call of a part of the step has a deadline of its own: that of the step strikes once.
  func timesOutEachTime(_ call: CallFacts, _ contract: Contract) -> Bool {
    if case .choice(let index) = call.origin, step.choices[index].within != nil { return true }
    return contract[call.use.call].patience != nil
  }

  /// Whether the step asks once more when its own time is over.
  func asksOnceMore(after origin: Origin, _ relation: Relation) -> Bool {
    guard step.within != nil else { return false }
    return relation.sites(of: step.index).contains { site in
      guard relation.sites[site].call.origin == origin, relation.sites[site].call.departure == nil else { return false }
      return relation.moves(at: relation.place(afterTaking: site)).contains { $0.cause == .time && $0.stays }
    }
  }

  /// Whether the step asks again after a part of it was used, however often, without being entered again.
  ///
  /// - Parameter unlessFailed: whether the reply that the call has failed does not count.
  func asksAgain(after origin: Origin, _ relation: Relation, unlessFailed: Bool = false) -> Bool {
    for site in relation.sites(of: step.index) where relation.sites[site].call.origin == origin {
      // What takes the call itself.
      if let line = relation.sites[site].call.lines.first(where: \.trigger.isAccepted) {
        if line.target.asksAgain { return true }
        continue
      }
      let place = relation.place(afterTaking: site)
      let isTimed = timesOutEachTime(relation.sites[site].call, relation.flow.contract)
      let stays = relation.moves(at: place).contains { move in
        move.cause != .person && (move.cause != .time || isTimed) && (move.origin == origin || move.origin == .itself)
          && move.stays && !(unlessFailed && move.isFailure(in: relation.flow.contract))
      }
      if stays || relation.unlistedMoves(at: place).contains(where: \.stays) { return true }
    }
    return false
  }
}

extension Move {
  /// Whether it is the reply that a call has failed.
  fileprivate func isFailure(in contract: Contract) -> Bool {
    guard case .event(let signal) = cause else { return false }
    return contract.isFailure(signal.outcome, of: signal.event)
  }

  /// Whether the step asks again by it.
  fileprivate var stays: Bool { line?.target.asksAgain ?? false }
}

extension Relation {
  /// Whether another user may be at work once the call of a part is accepted.
  func mayBringAnother(by part: UseNetwork.Part) -> Bool {
    sites(of: part.step).contains { sites[$0].call.origin == part.origin && mayBringAnother(site: $0) }
  }
}
