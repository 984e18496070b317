// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowRuntime
import Values

extension SDKEvent {
  /// A number for all that the event says, but for what is secret in it: the digest of its JSON, with fields in the order
  /// of their names.
  ///
  /// Events that say the same have the same number, and others have another but by chance.
  var said: String {
    var event = self
    event.data = data.told
    var json = JSONWriter()
    json.write(event)
    var fingerprint = Fingerprint()
    fingerprint.add(Array(json.text.utf8))
    return fingerprint.text
  }
}

extension Record {
  /// Without secrets, by their type or by their name, and in the order of names.
  fileprivate var told: Record {
    let open = withoutSecrets.fields.filter { !RELIDJournal.secretNames.contains($0.name) }
    return Record(open.map { Field($0.name, $0.value.told) }.sorted { $0.name < $1.name })
  }
}

extension Value {
  fileprivate var told: Value {
    switch self {
    case .record(let record): .record(record.told)
    case .list(let values): .list(values.map(\.told))
    case .text, .int, .flag, .secret: self
    }
  }
}
