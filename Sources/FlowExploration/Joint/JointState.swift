// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowDifference
import FlowGraph
import FlowRuntime
import SDKContract

/// Two flows to be run side by side.
struct JointFlows {
  let comparison: FlowComparison
  let old: Program
  let new: Program
  /// The machines of a run that was saved, which go on from where it waits; nil where both begin.
  var saved: (old: FlowMachine, new: FlowMachine)?

  /// The call of a mark, by its place in the contract that both flows are for.
  fileprivate func acts(_ marks: [TraceMark], _ program: Program) -> [JointState.Act] {
    marks.compactMap { mark in
      switch mark.what {
      case .called(let row): .called(program.call(ofRow: row).map(\.index))
      case .abandoned(let call): .called(call)
      case .gated(_, let questions), .gatedCall(_, let questions): .asked(questions.sorted())
      case .ended(.end(let end, _)): .ended(program.flow[end].name.value)
      case .ended(.unhandled): .ended("")
      case .ended(.goalNotReached): .fellShort
      case .refused: .refused
      case .timedOut: .timedOut
      default: nil
      }
    }
  }
}

/// Whether two flows can be told apart.
enum JointSight {
  /// Not by what they did.
  case alike
  /// They are at steps that stand for each other, and offer other choices there.
  case offersOther
  /// They do something else, or are elsewhere.
  case parted
}

/// Two machines to which the same has happened.
struct JointState {
  private(set) var old: FlowMachine
  private(set) var new: FlowMachine
  /// The user whom the SDK is about, by ``JointUsers``.
  private(set) var user = 0
  /// The user who is named by the call that awaits the SDK's word; nil for nobody in particular.
  private var typedUser: Int?

  /// What is told apart.
  struct Key: Hashable {
    let old: Standing
    let new: Standing
    let draws: Int
    let newDraws: Int
    let user: Int
    let typedUser: Int?
  }

  /// What somebody notices of a flow.
  fileprivate enum Act: Hashable {
    case called(UInt16?)
    case asked([String])
    case ended(String)
    case fellShort
    case refused
    /// A time is over; where the step stays, it asks again.
    case timedOut
  }

  init(_ flows: JointFlows) {
    old = flows.saved?.old ?? FlowMachine(flows.old)
    new = flows.saved?.new ?? FlowMachine(flows.new)
  }

  /// The steps at work.
  var pair: Correspondence.Pair { Self.pair(old, new) }

  static func pair(_ old: FlowMachine, _ new: FlowMachine) -> Correspondence.Pair {
    Correspondence.Pair(old: Int(old.stepAtWork.index), new: Int(new.stepAtWork.index))
  }

  /// - Parameters:
  ///   - counted: the steps whose uses are counted; nil for none.
  ///   - most: up to how many uses.
  ///   - refusals: up to how many refusals in a row are told apart.
  func key(counting counted: Correspondence.Pair?, upTo most: Int, refusals: Int) -> Key {
    // A budget that only one of them shares with other steps is drawn on more often there.
    let (mine, theirs) = counted.map { (old.draws(at: StepID($0.old)), new.draws(at: StepID($0.new))) } ?? (0, 0)
    return Key(
      old: old.standing(tellingUses: 0, refusals: refusals), new: new.standing(tellingUses: 0, refusals: refusals),
      draws: min(most, mine), newDraws: min(most, theirs), user: user, typedUser: typedUser)
  }

  /// Lets the same happen to both.
  ///
  /// - Returns: how they part by it; nil if nobody can tell them apart.
  mutating func take(_ moment: JointMoment, _ flows: JointFlows) -> (sight: JointSight, parting: JointParting?) {
    let calls = Set([old.callAtWork, new.callAtWork].compactMap { $0?.call })
    let marks = (old: old.pass(moment.old).marks, new: new.pass(moment.new).marks)
    follow(moment)
    let isAlike = flows.acts(marks.old, flows.old) == flows.acts(marks.new, flows.new) && standAlike(flows)
    if isAlike, old.isOver || JointOffers(old, new, flows).areAlike { return (.alike, nil) }
    return (isAlike ? .offersOther : .parted, JointParting(old, new, marks, under: calls, flows))
  }

  /// Who is named: by what the SDK sends, or by a call once it has taken that.
  private mutating func follow(_ moment: JointMoment) {
    switch moment.new.happening {
    case .answer: typedUser = moment.user
    case .accepted: (user, typedUser) = (typedUser ?? user, nil)
    case .rejected: typedUser = nil
    case .event: user = moment.user ?? user
    case .start, .staleAnswer, .verdict, .deadline: break
    }
  }

  /// How often the tries of two steps were drawn on.
  func draws(at pair: Correspondence.Pair) -> Int {
    max(old.draws(at: StepID(pair.old)), new.draws(at: StepID(pair.new)))
  }

  /// How often what a difference limits was drawn on: the tries of a step alone, or one choice.
  ///
  /// It is the smaller limit that is to be used up. Where the larger one is shared with other steps, that is drawn on more often.
  func draws(on difference: Difference, _ flows: JointFlows) -> Int {
    switch difference.spot {
    case .step(let pair), .outcome(let pair, _):
      guard let mine = old.tries(at: StepID(pair.old)), let theirs = new.tries(at: StepID(pair.new)) else {
        return draws(at: pair)
      }
      let (step, twin) = (flows.comparison.old.steps[pair.old], flows.comparison.new.steps[pair.new])
      // The tries of a copy are those of the step that it is a copy of, too.
      let isOneLimit = step.triesScope == twin.triesScope && !flows.comparison.correspondence.isCopy(pair)
      return Self.draws(mine, theirs, of: isOneLimit ? (step.tries?.value, twin.tries?.value) : (nil, nil))
    case .choice(let pair, let mine, let theirs):
      return Self.draws(
        mine.flatMap { old.draws(ofChoice: $0, at: StepID(pair.old)) } ?? 0,
        theirs.flatMap { new.draws(ofChoice: $0, at: StepID(pair.new)) } ?? 0,
        of: flows.limits(of: (mine, theirs), at: pair))
    case .start, .interrupt, .none: return 0
    }
  }

  /// - Parameter limits: how often each may be drawn on; nil where that cannot be compared.
  private static func draws(_ mine: Int, _ theirs: Int, of limits: (old: Int?, new: Int?)) -> Int {
    guard let old = limits.old, let new = limits.new, old != new else { return max(mine, theirs) }
    return old < new ? mine : theirs
  }

  private func standAlike(_ flows: JointFlows) -> Bool {
    guard old.isOver == new.isOver, !old.isOver else { return old.isOver == new.isOver }
    let (mine, theirs) = (old.layers, new.layers)
    return mine.count == theirs.count && old.currentPhase == new.currentPhase
      && zip(mine, theirs).allSatisfy {
        flows.comparison.correspondence.matches(Int($0.step.index), Int($1.step.index))
      }
      && old.awaitsAnswer == new.awaitsAnswer && old.awaitsVerdict == new.awaitsVerdict
  }
}

extension JointFlows {
  /// How often two choices may be made in a run; nothing where they do not stand for each other, as where the new one is a second way
  /// beside the old one, or where one counts anything else than runs do.
  fileprivate func limits(of choices: (old: Int?, new: Int?), at pair: Correspondence.Pair) -> (old: Int?, new: Int?) {
    guard let mine = choices.old, let theirs = choices.new,
      comparison.correspondence.choices(at: pair)[mine] == theirs
    else { return (nil, nil) }
    let (choice, twin) = (comparison.old.steps[pair.old].choices[mine], comparison.new.steps[pair.new].choices[theirs])
    guard choice.scopedMax == nil, twin.scopedMax == nil else { return (nil, nil) }
    return (choice.max?.value, twin.max?.value)
  }

  /// What the choices of the old step are called in the new one.
  func names(at pair: Correspondence.Pair) -> [String: String] {
    let (mine, theirs) = (comparison.old.steps[pair.old].choices, comparison.new.steps[pair.new].choices)
    var names: [String: String] = [:]
    for (index, twin) in comparison.correspondence.choices(at: pair) {
      names[mine[index].name.value] = theirs[twin].name.value
    }
    return names
  }

  /// The inputs of the old step that have another name in the new one, each with that.
  func inputs(at pair: Correspondence.Pair) -> [String: String] { comparison.renamedInputs(at: pair) }
}

/// Where interrupts come.
struct Interruptible: Hashable {
  let place: Standing.Place
  let draws: Int
}

extension JointState {
  /// Whether interrupts are tried here: once at each place of the flow's own layer, for each number of uses.
  func mayBeInterrupted(_ interrupted: inout Set<Interruptible>, _ draws: Int) -> Bool {
    guard old.hasBegun, !old.isOver, !old.hasPending, !new.hasPending, !old.awaitsAnswer, !old.awaitsVerdict,
      old.depth == 1, let place = old.standing(tellingUses: 0).layers.first?.place
    else { return false }
    return interrupted.insert(Interruptible(place: place, draws: draws)).inserted
  }
}
