// SPDX-License-Identifier: Apache-2.0

import Values

/// What secrets were handed to the SDK, as far as their echo can be known by it: nothing of them is kept.
///
/// An SDK, or a server behind it, may repeat what was typed in words that people are shown, in the name of a user, in a
/// reason. Whatever is shown, traced, reported or handed on comes from an event, so an echo is taken out there.
struct HandedSecrets: Sendable {
  private struct Mark: Sendable, Hashable {
    /// In bytes.
    let length: Int
    /// Under a key that is made anew for each process.
    let hash: Int
  }

  private var marks: Set<Mark> = []

  mutating func note(_ call: SDKCall) {
    for argument in call.arguments.fields {
      guard case .secret(let secret) = argument.value else { continue }
      secret.withBytes { bytes in
        if bytes.count >= Self.shortest { marks.insert(Mark(length: bytes.count, hash: Self.hash(bytes[...]))) }
      }
    }
  }

  /// The event without what repeats a secret.
  ///
  /// - Parameter user: who is known to be there: a name is no echo, though it be the password, too.
  func covered(_ event: SDKEvent, user: String?) -> SDKEvent {
    guard !marks.isEmpty else { return event }
    var event = event
    event.statusMessage = event.statusMessage.map(covered)
    event.errorMessage = event.errorMessage.map(covered)
    event.data = covered(event.data, user)
    return event
  }

  private func covered(_ record: Record, _ user: String?) -> Record {
    Record(record.fields.map { Record.Field($0.name, covered($0.value, user)) })
  }

  private func covered(_ value: Value, _ user: String?) -> Value {
    switch value {
    case .text(let text): text == user ? value : .text(covered(text))
    case .list(let items): .list(items.map { covered($0, user) })
    case .record(let record): .record(covered(record, user))
    default: value
    }
  }

  private func covered(_ text: String) -> String {
    var bytes = Array(text.utf8)
    var hasEcho = false
    for mark in marks {
      var start = 0
      while start + mark.length <= bytes.count {
        if Self.hash(bytes[start..<start + mark.length]) == mark.hash {
          bytes.replaceSubrange(start..<start + mark.length, with: Self.cover)
          start += Self.cover.count
          hasEcho = true
        } else {
          start += 1
        }
      }
    }
    return hasEcho ? String(decoding: bytes, as: UTF8.self) : text
  }

  private static func hash(_ bytes: ArraySlice<UInt8>) -> Int {
    var hasher = Hasher()
    for byte in bytes { hasher.combine(byte) }
    return hasher.finalize()
  }

  private static let cover = Array("•••".utf8)
  /// Of fewer bytes everything is full: a code of three digits stands in every other number.
  private static let shortest = 4
}
