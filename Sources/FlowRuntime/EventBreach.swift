// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import SDKContract
import Values

/// What an SDK may not send: the rest of a sentence that begins with its name.
package struct EventBreach: Error, Sendable {
  package let words: String
}

extension Contract {
  /// An event that a program or a recording has told, held against what this contract says of it.
  ///
  /// - Throws: what is wrong, without a value.
  package func held(_ told: SDKEvent) throws(EventBreach) -> SDKEvent {
    var event = told
    let name = Diagnostic.quoting(event.name)
    guard let id = self.event(named: event.name) else {
      throw EventBreach(words: "sent the event \(name), which the contract `\(self.name)` does not know")
    }
    let spec = self[id]
    for field in event.data.fields {
      guard let type = spec.fields.type(of: field.name) else { continue }
      guard type.accept(field.value) != nil else {
        throw EventBreach(words: "sent \(name) with a `\(field.name)` that is not of the type \(type)")
      }
    }
    // Secrets become secrets here.
    event.data = spec.fields.accept(event.data) ?? event.data
    return event
  }
}
