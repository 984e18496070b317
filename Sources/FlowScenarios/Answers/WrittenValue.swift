// SPDX-License-Identifier: Apache-2.0

package import Values

extension ValueType {
  /// What a person meant who wrote this where a value of this type is asked for; nil if it cannot be one.
  ///
  /// A flag is `true` or `false`, a number is decimal, a numbered word is its name or its number; a text that is no
  /// secret yet becomes one where a secret is asked for.
  package func value(written: Value) -> Value? {
    switch (self, written) {
    case (.text, .text), (.oneOf, .text): written
    case (.secret, .text(let text)): .secret(Secret(text))
    case (.secret, .secret): written
    case (.int, .text(let text)): Int(text).map(Value.int)
    case (.count, .text(let text)), (.seconds, .text(let text)):
      Int(text).flatMap { $0 >= 0 ? Value.int($0) : nil }
    case (.flag, .text("true")): .flag(true)
    case (.flag, .text("false")): .flag(false)
    case (.numbered(_, let names), .text(let text)):
      (names.first { $0.name == text }?.number ?? Int(text)).map(Value.int)
    case (.list(let element), .list(let written)): element.values(written: written).map(Value.list)
    case (.record(let type), .record(let written)): type.record(written: written).map(Value.record)
    default: nil
    }
  }

  private func values(written: [Value]) -> [Value]? {
    let values = written.compactMap(value(written:))
    return values.count == written.count ? values : nil
  }

  /// What to write for it, for a message.
  package var inWords: String {
    switch self {
    case .text, .secret: "a text"
    case .int: "a whole number"
    case .count: "a whole number, not negative"
    case .seconds: "a number of seconds"
    case .flag: "`true` or `false`"
    case .oneOf(_, let words): "one of " + words.map { "`\($0)`" }.joined(separator: ", ")
    case .numbered(_, let names): "one of " + names.map { "`\($0.name)`" }.joined(separator: ", ")
    case .list: "a list"
    case .record: "a map"
    }
  }
}

extension RecordType {
  fileprivate func record(written: Record) -> Record? {
    var fields: [Record.Field] = []
    for field in written.fields {
      guard let value = type(of: field.name)?.value(written: field.value) else { return nil }
      fields.append(Record.Field(field.name, value))
    }
    return Record(fields)
  }
}
