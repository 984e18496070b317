// SPDX-License-Identifier: Apache-2.0

package import SDKContract

/// What something that happens does to the ``Assurance``, in the order of its parts.
package struct Effect: Sendable, Hashable {
  /// The questions that modules allow, as bits of ``Relation/questions``.
  var allows: UInt8 = 0
  /// The questions that modules deny.
  var denies: UInt8 = 0
  /// The phase that the SDK is in afterwards; nil for no change.
  package private(set) var phase: UInt8?
  /// Whether that phase is a closed one, in which no reply comes any more.
  private var closes = false
  /// Whether that phase is the one in which somebody is signed in.
  private var signsIn = false
  /// Whether all proofs are gone, and all leave of modules.
  package private(set) var loses = false
  /// The phase of signed-in users, where all is gone or another phase begins; nil elsewhere.
  private var signedIn: UInt8?
  /// What is shown, as bits of ``Relation/proofs``.
  package var earns: UInt32 = 0
  /// What is set up, as bits of ``Relation/proofs``.
  package var enrols: UInt32 = 0
  /// The steps that are entered and that an `after` names, as bits of ``Relation/marks``.
  var enters: UInt8 = 0
  /// What is drawn of the budgets that ``Relation/budgets`` counts.
  var draws: UInt64 = 0
  /// The budgets that ``Relation/budgets`` counts for a session, which begin again where one begins or ends.
  var renews: UInt64 = 0
  /// The calls that are given up, as in ``Relation/lateCalls``.
  var givesUp: UInt32 = 0
  /// Whether one of these may still sign the user in.
  package var givesUpSignIn = false
  /// Whether a call may have said that it is another user.
  var renames = false
  /// Whether another user may be at work since all is gone.
  var losesUser = false
  /// How the event names a user; nil if it names nobody.
  var naming: LateCalls.Naming?
  /// Whether what is earned counts only for the user whom the answered event names: it is nothing where the reply names another.
  var isOfAnswered = false
  /// The questions that the modules were asked for the user whom the event names, as bits of ``Relation/questions``: before the call
  /// to which it is the reply, or before the one that said who the user is.
  var approvedForUser: UInt8 = 0
  /// Whether another user may have been named since the calls were made that are given up, or replied to.
  var isForAnother = false
  /// Whether a step that an `after` names was entered since that.
  var isOld = false
  /// The other calls, beside those that are late, to which what has come may be the reply.
  var besides = LateBits.none
  /// The late calls that the SDK answers no more.
  var supersedes: UInt32 = 0
  /// Whether these are all that may sign the user in.
  var supersedesSignIns = false
  /// The owed calls that it works on no more, as in ``Relation/owable``.
  var supersedesOwed: UInt8 = 0
  /// Whose reply it could be that has come to the open call; and that call.
  var doubt = LateCalls.Doubt.none
  var replying: UInt32 = 0

  package static let none = Effect()

  private init() {}

  /// What is so by an event's mere arrival.
  package init(of event: EventID, _ outcome: ReplyOutcome = .success, in contract: Contract) {
    lose(contract[event].losesProofs, contract)
    enter(contract.phase(enteredBy: event, outcome), contract)
  }

  /// What a call does once the SDK takes it.
  package init(of call: CallID, in contract: Contract) {
    let spec = contract[call]
    lose(spec.losesProofs, contract)
    enter(spec.entersPhase, contract)
    // It may start the SDK again, too, where it has shut itself down. Where users are signed in from the first, it runs already.
    let isStart =
      contract.signedInPhase?.index != 0 && spec.phases.contains { $0.index == 0 }
      && spec.phases.allSatisfy { $0.index == 0 || contract.phases[Int($0.index)].isClosed }
    if phase == nil, isStart { phase = Assurance.starting }
  }

  private mutating func lose(_ loses: Bool, _ contract: Contract) {
    guard loses else { return }
    self.loses = true
    signedIn = contract.signedInPhase?.index
  }

  private mutating func enter(_ entered: PhaseID?, _ contract: Contract) {
    guard let entered else { return }
    phase = entered.index
    signsIn = entered == contract.signedInPhase
    if !signsIn { signedIn = contract.signedInPhase?.index }
    closes = contract.phases[Int(entered.index)].isClosed
  }

  /// What of a reply is left where its facts are so already.
  ///
  /// - Parameters:
  ///   - mayEarn: whether it still shows what the contract says.
  ///   - wasKept: whether it came before: whose reply it could be was told then.
  func resolved(_ mayEarn: Bool, wasKept: Bool = false) -> Effect {
    var rest = Effect()
    if mayEarn {
      rest.earns = earns
    }
    rest.enrols = enrols
    rest.enters = enters
    rest.givesUp = givesUp
    rest.doubt = wasKept ? .none : doubt
    rest.replying = replying
    rest.isOld = isOld
    return rest
  }

  /// Whether no late reply signs the user in any more.
  package var endsLateSignIns: Bool { loses || closes || supersedesSignIns }

  /// Whether nothing is as it was before.
  ///
  /// What is drawn of a budget counts for nothing here.
  package var changesNothing: Bool { isAs(.none) }

  /// Whether it does nothing but name a user.
  package var onlyNames: Bool {
    var rest = self
    rest.naming = nil
    return rest.changesNothing
  }

  /// Whether it does just what another one does.
  ///
  /// What is drawn of a budget, and who may be signed in late, counts for nothing here.
  package func isAs(_ other: Effect) -> Bool {
    var (mine, theirs) = (self, other)
    (mine.draws, theirs.draws, mine.renews, theirs.renews) = (0, 0, 0, 0)
    (mine.givesUpSignIn, theirs.givesUpSignIn) = (false, false)
    (mine.supersedesSignIns, theirs.supersedesSignIns) = (false, false)
    return mine == theirs
  }

  /// Whether an event may name another user than the one before.
  package func mayNameAnother(_ before: Assurance) -> Bool {
    naming != nil && before.isNamed && (before.mayBeRenamed || losesUser) || mayNameLateUser(before)
  }

  /// Whether an event may be a late reply that names another user, for whom the late call was made.
  func mayNameLateUser(_ before: Assurance) -> Bool {
    guard let naming, before.isNamed else { return false }
    return before.late.union(besides).foreign & naming.mayReplyTo != 0
  }

  /// What a run has come to afterwards.
  package func applied(to before: Assurance) -> Assurance {
    var after = before
    // What ends late calls may be a late reply itself.
    let late = before.late.without(supersedes).union(besides)
    if allows | denies != 0 {
      after.pending = (after.pending | allows) & ~denies
      after.held &= ~denies
      after.passed = (after.passed | allows) & ~denies
    }
    if let phase {
      if signsIn, phase != before.phase {
        after.held = after.pending
        after.pending = 0
      }
      // What was allowed before a sign-in that is over says nothing of the next one, though the proofs stay.
      if before.phase == signedIn { after.passed &= after.pending }
      after.phase = phase
      if closes { (after.owed, after.late) = (0, .none) }
    }
    if loses {
      if before.phase == signedIn { after.passed = 0 }
      after.proofs = 0
      after.fresh = .zero
      after.pending = 0
      after.held = 0
      after.late = .none
    }
    after.late = after.late.without(supersedes)
    after.owed &= ~supersedesOwed
    let isOfLateUser = mayNameLateUser(before)
    let changesUser = mayNameAnother(before)
    if changesUser {
      (after.proofs, after.fresh) = (0, .zero)
      let kept = approvedForUser & (after.pending | after.held)
      (after.pending, after.held) = signsIn && before.phase != phase ? (0, kept) : (kept, 0)
    }
    let shown = changesUser && isOfAnswered || late.blurs(doubt) ? 0 : earns & ~before.setUp
    if late.all & doubt.sharedWith != 0 { after.late.add(replying, isForAnother: isForAnother, isOld: isOld) }
    after.late.add(givesUp, isForAnother: isForAnother, isOld: isOld)
    if renames { after.late.foreign = after.late.all }
    if let naming {
      if changesUser { after.late.foreign |= after.late.all & ~naming.spares }
      (after.isNamed, after.mayBeRenamed) = (true, isOfLateUser)
    } else if after.isNamed, renames || losesUser {
      after.mayBeRenamed = true
    }
    if enters != 0 { after.late.old = after.late.all }
    if shown != 0 {
      after.proofs |= shown
      let isFresh = !isOld && late.old & doubt.sharedWith == 0
      for mark in 0..<Assurance.mostMarks where isFresh && after.entered & 1 << UInt8(mark) != 0 {
        after.fresh[mark] |= shown
      }
    }
    after.setUp |= enrols
    after.spent &+= draws
    if renews != 0, phase != nil, signsIn ? phase != before.phase : before.phase == signedIn { after.spent &= ~renews }
    if enters != 0 {
      for mark in 0..<Assurance.mostMarks where enters & 1 << UInt8(mark) != 0 { after.fresh[mark] = 0 }
      after.entered |= enters
    }
    return after
  }
}
