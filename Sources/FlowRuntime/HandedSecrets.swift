// SPDX-License-Identifier: Apache-2.0

import Redaction
import Values

/// The secrets that were handed to the SDK, as far as their echo can be known by it.
///
/// An SDK, or a server behind it, may repeat what was typed in words that people are shown, in the name of a user, in a
/// reason. Whatever is shown, traced, reported, saved or handed on comes from an event or a refusal, so an echo is taken
/// out there.
struct HandedSecrets: Sendable {
  private var mask = SecretMask()
  /// What was handed over before; nil while one mask holds all.
  private var older: SecretMask?

  mutating func note(_ call: SDKCall) {
    for argument in call.arguments.fields {
      guard case .secret(let secret) = argument.value else { continue }
      if mask.isFull { (older, mask) = (mask, SecretMask()) }
      secret.withBytes { mask.note($0) }
    }
  }

  /// The event without what repeats a secret.
  ///
  /// - Parameter user: who is known to be there: a name is no echo, though it be the password, too.
  func covered(_ event: SDKEvent, user: String?) -> SDKEvent {
    guard !mask.isEmpty else { return event }
    var event = event
    event.statusMessage = event.statusMessage.map { covered($0) }
    event.errorMessage = event.errorMessage.map { covered($0) }
    event.data = covered(event.data, user)
    return event
  }

  /// Whether the words hold a secret, be it as short as it may.
  func isRepeated(in words: String) -> Bool { covered(words, shortest: 1) != words }

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

  private func covered(_ text: String, shortest: Int = Self.shortest) -> String {
    let bytes = Array(text.utf8)
    var shown = mask.covered(bytes, shortest: shortest)
    if let older { shown = older.covered(shown, shortest: shortest) }
    return shown == bytes ? text : String(decoding: shown, as: UTF8.self)
  }

  /// Of fewer bytes everything is full: a code of three digits stands in every other number.
  private static let shortest = 4
}
