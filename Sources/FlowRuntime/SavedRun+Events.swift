// SPDX-License-Identifier: Apache-2.0

import Values

extension SavedRun {
  /// What the run says of its SDK that does not go with what that SDK has said; nil if all does.
  ///
  /// - Parameter events: all that came in the run, in order; those that nobody has read are the last of them.
  package func mismatch(with events: [SDKEvent], of program: Program) -> SnapshotMismatch? {
    guard unread.count <= events.count, zip(unread.reversed(), events.reversed()).allSatisfy({ $0.name == $1.name })
    else { return .damaged("unread") }
    let names = Set(events.map(\.name))
    guard machine.events.allSatisfy({ names.contains($0.name) }) else { return .damaged("event") }
    // The run holds the user whom the SDK named last, whatever became of that event.
    let told = events.dropLast(unread.count)
    let named = told.compactMap { event in (try? program.occurrence(of: event))?.user }.last
    switch (machine.user, named) {
    case (nil, nil): return nil
    case (let user?, let named?) where user.isSpelled(like: named): return nil
    // A name that repeats a secret is not kept.
    case (let user?, _?) where user.contains(Secret.mark): return nil
    default: return .damaged("user")
    }
  }
}

extension MachineSnapshot {
  /// All events that it holds.
  fileprivate var events: [SDKEvent] {
    (frames.flatMap { [$0.event].compactMap { $0 } + $0.kept } + waiting).map(\.event)
  }
}
