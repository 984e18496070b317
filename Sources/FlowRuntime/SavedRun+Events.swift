// SPDX-License-Identifier: Apache-2.0

import Values

extension SavedRun {
  /// What the run says of its SDK that does not go with what that SDK has said; nil if all does.
  ///
  /// - Parameter events: all that came in the run, in order; those that nobody has read are the last of them.
  package func mismatch(with events: [SDKEvent], of program: Program) -> SnapshotMismatch? {
    guard unread.count <= events.count, zip(unread.reversed(), events.reversed()).allSatisfy({ $0.name == $1.name })
    else { return .damaged("unread") }
    let said = Dictionary(grouping: events.map(program.asSaved), by: \.name)
    guard machine.events.allSatisfy({ event in said[event.name]?.contains { event.repeats($0) } ?? false }) else {
      return .damaged("event")
    }
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

extension Program {
  /// An event as a snapshot holds it: by the name and the types of the contract, without what is secret in it.
  fileprivate func asSaved(_ event: SDKEvent) -> SDKEvent {
    (try? occurrence(of: event)).map { withoutSecrets($0.event) } ?? event
  }
}

extension SDKEvent {
  /// Whether it says what another one said, but for words that repeated a secret.
  fileprivate func repeats(_ other: SDKEvent) -> Bool {
    status == other.status && error == other.error && data.repeats(other.data)
  }
}

extension Record {
  fileprivate func repeats(_ other: Record) -> Bool {
    Set(fields.map(\.name)) == Set(other.fields.map(\.name))
      && fields.allSatisfy { field in other[field.name].map { field.value.repeats($0) } ?? false }
  }
}

extension Value {
  fileprivate func repeats(_ other: Value) -> Bool {
    switch (self, other) {
    case (.text(let text), .text(let said)): text == said || text.contains(Secret.mark)
    case (.list(let items), .list(let said)):
      items.count == said.count && zip(items, said).allSatisfy { $0.repeats($1) }
    case (.record(let record), .record(let said)): record.repeats(said)
    default: self == other
    }
  }
}

extension MachineSnapshot {
  /// All events that it holds.
  fileprivate var events: [SDKEvent] {
    (frames.flatMap { [$0.event].compactMap { $0 } + $0.kept } + waiting).map(\.event)
  }
}
