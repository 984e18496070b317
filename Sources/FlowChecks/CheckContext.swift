// SPDX-License-Identifier: Apache-2.0

import FlowGraph
import FlowMeaning

/// What the rules share, worked out once: what may come back at each step, and how the steps are connected.
///
/// A class, as every rule is given it, and what a rule looks through with a closure would copy all of it.
final class CheckContext {
  let flow: Flow
  /// Every step that there is, in the order of the flow: those of which something is missing included.
  let everyStep: [StepFacts]
  /// The steps that are whole, in the order of the flow.
  let steps: [StepFacts]
  /// What can happen to a run of the flow; of no use if a name of the flow could not be resolved.
  let relation: Relation
  /// What can happen at each step; empty if a name of the flow could not be resolved.
  let moves: MoveTable
  /// Nil if a name of the flow could not be resolved.
  let graph: StepGraph?
  /// The standard that the flow is measured by; nil for none.
  let profile: Profile?
  /// How often the team lets a secret be guessed over all accounts; nil where it has not said so.
  let guessesOverAccounts: Int?
  /// How often each secret can be guessed; empty where nobody asks for it.
  private(set) var guesses: [SecretGuesses] = []
  /// Every configuration that a run can come to, made when it is asked for; nil for a flow that is too large.
  private(set) lazy var uses = FollowedUses(self)
  /// Where the SDK may be about a user whom it has not named.
  private(set) lazy var unnamedUsers = UnnamedUsers(self)
  /// The ways round that nothing limits.
  private(set) lazy var rounds = UnlimitedRounds(self)
  /// Which calls may be made, as far as it is not told why they are not.
  private(set) lazy var callsMade = CallsMade(self)
  /// Why secrets can be guessed for ever, other than by those.
  private(set) lazy var boundlessGuesses = BoundlessGuess.all(in: self)
  /// The indices of the `wait:` steps at which a call of another step may be open.
  private(set) lazy var inheriting = stepsThatInherit()
  /// Where somebody may be signed in; nowhere if a name of the flow could not be resolved.
  private(set) lazy var signedIn = SignedInSteps(self)

  /// Whether one of these makes guessing boundless, and is told.
  var guessesAreBoundless: Bool { !rounds.isEmpty || !boundlessGuesses.isEmpty }

  /// The step that a target names; nil for any other move.
  func step(at target: Target) -> StepFacts? {
    if case .step(let id) = target.move { everyStep[Int(id.index)] } else { nil }
  }

  /// The first thing that is found behind a target, and the last step on the way; nil where nothing is.
  ///
  /// - Parameters:
  ///   - passed: a step that is not gone through.
  ///   - onward: where a step on the way leads on.
  ///   - find: what is found at a target; nil for nothing.
  func first<Found>(
    behind target: Target, past passed: StepID? = nil, _ onward: (StepFacts) -> [Target], _ find: (Target) -> Found?
  ) -> (found: Found, from: Step?)? {
    var open: [(target: Target, from: Step?)] = [(target, nil)]
    var seen = Set([passed].compactMap(\.self))
    while let (target, from) = open.popLast() {
      if let found = find(target) { return (found, from) }
      guard let facts = step(at: target), seen.insert(facts.step.id).inserted else { continue }
      open += onward(facts).map { ($0, facts.step) }
    }
    return nil
  }

  init(_ flow: Flow, _ profile: Profile? = nil, guessesOverAccounts: Int? = nil) {
    self.flow = flow
    self.profile = profile
    self.guessesOverAccounts = guessesOverAccounts
    everyStep = flow.steps.map { StepFacts($0, flow.contract) }
    steps = flow.isWhole ? everyStep : everyStep.filter(\.step.isWhole)
    relation = Relation(flow, flow.isWhole ? steps : [])
    moves = MoveTable(relation)
    graph = flow.isWhole ? StepGraph(relation, moves) : nil
    // Counting exactly costs time: it is done where the cheap count is above a limit.
    let limits = [
      profile?.guesses.map { $0.most ?? .max }, profile?.guessesOverAccounts.map { $0.most ?? .max },
      guessesOverAccounts,
    ].compactMap { $0 }
    if let limit = limits.min() { guesses = GuessCount.secrets(in: self, exactAbove: limit) }
  }
}
