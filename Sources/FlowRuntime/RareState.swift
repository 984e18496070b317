// SPDX-License-Identifier: Apache-2.0

/// What few runs have, and none for long.
///
/// Why a class, and a new one for each change: very many runs may be alive at once, and a machine that has nothing of this is
/// copied often.
final class RareState: Sendable {
  /// By step that an `after` names: the proofs that were earned since it was last entered, and a bit above them that it was
  /// entered.
  let freshBits: [UInt64]
  /// What users before the present one have drawn on budgets that are counted for each user.
  let drawnByUser: [DrawnByUser]
  /// The call that is made when the security modules allow it.
  let gated: MachineCall?
  /// What there was where something was missing.
  let shortfall: Shortfall?
  /// The calls that were given up, and that the SDK may answer all the same.
  let late: [LateCall]
  /// Those that were late until the event that has just come: it may be a reply to one of them, and none comes after it.
  let ending: [LateCall]
  /// Whether the call of the flow's own frame was open until that event, in the same way.
  let endsOwn: Bool

  /// Nil for nothing.
  init?(
    freshBits: [UInt64], drawnByUser: [DrawnByUser], gated: MachineCall?, shortfall: Shortfall?, late: [LateCall],
    ending: [LateCall], endsOwn: Bool
  ) {
    guard
      !freshBits.isEmpty || !drawnByUser.isEmpty || gated != nil || shortfall != nil || !late.isEmpty || !ending.isEmpty
        || endsOwn
    else { return nil }
    self.freshBits = freshBits
    self.drawnByUser = drawnByUser
    self.gated = gated
    self.shortfall = shortfall
    self.late = late
    self.ending = ending
    self.endsOwn = endsOwn
  }
}

extension FlowMachine {
  /// As in ``RareState/freshBits``; empty where no `after` is written.
  var freshBits: [UInt64] {
    get { rare?.freshBits ?? [] }
    set { keep(freshBits: newValue) }
  }

  /// As in ``RareState/drawnByUser``; empty before a second user.
  var drawnByUser: [DrawnByUser] {
    get { rare?.drawnByUser ?? [] }
    set { keep(drawnByUser: newValue) }
  }

  /// As in ``RareState/gated``; nil for none.
  var gated: MachineCall? {
    get { rare?.gated }
    set { keep(gated: .some(newValue)) }
  }

  /// As in ``RareState/shortfall``; nil if nothing was missing.
  var shortfall: Shortfall? {
    get { rare?.shortfall }
    set { keep(shortfall: .some(newValue)) }
  }

  /// As in ``RareState/late``; empty for none.
  var late: [LateCall] {
    get { rare?.late ?? [] }
    set { keep(late: newValue) }
  }

  /// As in ``RareState/ending``; empty for none.
  var ending: [LateCall] { rare?.ending ?? [] }

  /// Keeps what is given, and all else as it was.
  mutating func keep(
    freshBits: [UInt64]? = nil, drawnByUser: [DrawnByUser]? = nil, gated: MachineCall?? = nil,
    shortfall: Shortfall?? = nil, late: [LateCall]? = nil, ending: [LateCall]? = nil,
    endsOwn: Bool? = nil
  ) {
    rare = RareState(
      freshBits: freshBits ?? self.freshBits, drawnByUser: drawnByUser ?? self.drawnByUser,
      gated: gated ?? self.gated, shortfall: shortfall ?? self.shortfall, late: late ?? self.late,
      ending: ending ?? self.ending, endsOwn: endsOwn ?? rare?.endsOwn ?? false)
  }
}
