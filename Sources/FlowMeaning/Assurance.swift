// SPDX-License-Identifier: Apache-2.0

/// What a run has come to, as far as a success hangs on it: the SDK's phase, what was shown, and what modules have allowed.
package struct Assurance: Sendable, Hashable {
  /// The SDK's phase, as an index of the contract's; or ``starting``.
  package var phase: UInt8
  /// The proofs that are shown, as bits of ``Relation/proofs``.
  package var proofs: UInt32 = 0
  /// What was set up in this run, as bits of ``Relation/proofs``: it proves nothing in this run.
  package var setUp: UInt32 = 0
  /// By step that an `after` names, as in ``Relation/marks``: the proofs that were shown since it was last entered.
  package var fresh = SIMD4<UInt32>.zero
  /// The steps that an `after` names and that were entered, as bits of ``Relation/marks``.
  package var entered: UInt8 = 0
  /// The questions, as bits of ``Relation/questions``, that modules have allowed since the last sign-in or loss of proofs.
  package var pending: UInt8 = 0
  /// The questions that they had allowed before the sign-in that stands.
  package var held: UInt8 = 0
  /// The questions that they have allowed since the last sign-in that is over, and not denied since.
  package var passed: UInt8 = 0
  /// How often each budget was drawn on that ``Relation/budgets`` counts.
  package var spent: UInt64 = 0
  /// The calls of interrupts that are gone whose replies may still come, as in ``Relation/owable``.
  package var owed: UInt8 = 0
  /// The calls that were given up and may be answered all the same.
  package var late = LateBits.none
  /// Whether an event has named the user; false in flows that never say who the user is.
  package var isNamed = false
  /// Whether the next event that names a user may name another one: a call may have said so.
  package var mayBeRenamed = false

  package init(phase: UInt8) { self.phase = phase }

  /// All that tells many of them apart, in few pieces: it is asked for all the time.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(UInt64(proofs) << 32 | UInt64(setUp))
    hasher.combine(UInt64(late.all) << 32 | UInt64(late.foreign))
    hasher.combine(
      UInt64(phase) | UInt64(owed) << 8 | UInt64(passed) << 16 | UInt64(pending) << 24 | UInt64(held) << 32
        | UInt64(entered) << 40)
    hasher.combine(spent)
  }

  /// The phase after a call that starts the SDK: still the first one, or what a notice has entered that nobody looks at.
  package static let starting: UInt8 = 63
  /// As many proofs as are distinguished.
  static let mostProofs = 32
  /// As many steps that an `after` names; runs are followed again for others.
  static let mostMarks = 4
  /// As many questions.
  package static let mostQuestions = 8

  /// Whether a run that has come to this can do no more than one that has come to the other.
  ///
  /// It is in the same phase, with nothing shown or allowed that the other lacks, and with all set up, and all that may be answered
  /// late, that the other has. What is spent or owed opens ways as well as closing them, so that must be the same.
  package func isNoMore(than other: Assurance) -> Bool {
    guard phase == other.phase, spent == other.spent, owed == other.owed, proofs & ~other.proofs == 0,
      other.setUp & ~setUp == 0, other.late.isSubset(of: late),
      isNamed || !other.isNamed, mayBeRenamed || !other.mayBeRenamed
    else { return false }
    guard (pending & ~other.pending) | (held & ~other.held) | (passed & ~other.passed) == 0 else { return false }
    return entered & ~other.entered == 0 && fresh & ~other.fresh == .zero
  }
}
