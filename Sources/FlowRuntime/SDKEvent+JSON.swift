// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import Values

extension SDKEvent {
  /// Reads what ``JSONWriter/write(_:)`` has written.
  package init(_ node: JSONNode) throws(JSONProblem) {
    var fields = try node.object()
    try self.init(from: &fields)
    try fields.finish()
  }

  /// Takes an event out of an object.
  package init(from fields: inout JSONFields) throws(JSONProblem) {
    self.init(try fields.take("event").text())
    if let node = fields.takeIfThere("data") { data = try Record(node) }
    if let node = fields.takeIfThere("status") { status = try node.int(in: Int.min...Int.max) }
    if let node = fields.takeIfThere("statusMessage") { statusMessage = try node.text() }
    if let node = fields.takeIfThere("error") { error = try node.int(in: Int.min...Int.max) }
    if let node = fields.takeIfThere("errorMessage") { errorMessage = try node.text() }
  }
}

extension JSONWriter {
  /// Writes an event, without what is secret in it.
  ///
  /// - Parameter time: when it came; nil if that is not told.
  package mutating func write(_ event: SDKEvent, at time: Int64? = nil) {
    object { json in
      json.field("event", event.name)
      if let time { json.field("time", Int(time)) }
      if !event.data.isEmpty {
        json.key("data")
        json.write(event.data.withoutSecrets)
      }
      if let status = event.status { json.field("status", status) }
      if let message = event.statusMessage { json.field("statusMessage", message) }
      if event.error != 0 { json.field("error", event.error) }
      if let message = event.errorMessage { json.field("errorMessage", message) }
    }
  }

  /// Writes a record without secrets; of fields of one name the first, which is the one that everybody reads.
  package mutating func write(_ record: Record) {
    object { json in
      var names: Set<String> = []
      for field in record.fields where names.insert(field.name).inserted {
        json.key(field.name)
        json.write(field.value)
      }
    }
  }

  /// Writes a value without secrets.
  package mutating func write(_ value: Value) {
    switch value {
    case .text(let text): string(text)
    case .int(let number): int(number)
    case .flag(let flag): bool(flag)
    case .list(let values): array { json in for value in values { json.write(value) } }
    case .record(let record): write(record)
    case .secret: null()
    }
  }
}

extension Record {
  /// Reads what ``JSONWriter/write(_:)`` has written.
  package init(_ node: JSONNode) throws(JSONProblem) {
    self.init()
    for field in try node.object().rest { fields.append(Field(field.name, try Value(field.node))) }
  }
}

extension Value {
  fileprivate init(_ node: JSONNode) throws(JSONProblem) {
    switch node.value {
    case .text(let text): self = .text(text)
    case .int(let number): self = .int(number)
    case .flag(let flag): self = .flag(flag)
    case .list(let nodes):
      var values: [Value] = []
      for node in nodes { values.append(try Value(node)) }
      self = .list(values)
    case .object: self = .record(try Record(node))
    case .null: throw JSONProblem("`null` is no value", at: node.place)
    }
  }
}
