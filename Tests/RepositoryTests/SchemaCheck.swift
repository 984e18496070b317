// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Holds a JSON text against a JSON Schema: those of its words that ours uses, and no others.
///
/// A word that it does not know is an error, so that none is passed over.
struct SchemaCheck {
  private var definitions: [String: Shape]
  private static let words: Set<String> = [
    "type", "properties", "required", "additionalProperties", "propertyNames", "enum", "const", "anyOf", "$ref",
    "items",
    "minItems", "uniqueItems", "minimum", "maximum", "minLength", "not",
  ]

  struct UnknownWord: Error { let word: String }
  struct NoDefinition: Error { let name: String }

  init(_ text: String) throws {
    definitions = try Shape(text)["$defs"]?.fields ?? [:]
    for shape in definitions.values { try Self.holdWords(of: shape) }
  }

  /// The same, where some of its definitions say more.
  func narrowed(_ narrowings: [String: String]) throws -> SchemaCheck {
    var check = self
    for (name, text) in narrowings {
      guard definitions[name] != nil else { throw NoDefinition(name: name) }
      check.definitions[name] = try Shape(text)
    }
    return check
  }

  /// The names of all definitions.
  var names: Set<String> { Set(definitions.keys) }

  /// Nil if the text is as the definition of that name says; else the first thing that is not.
  func problem(with text: String, as name: String) throws -> String? {
    guard let definition = definitions[name] else { throw NoDefinition(name: name) }
    guard let value = try? Shape(text) else { return "this is no JSON object or array" }
    return try problem(value, definition)
  }

  private static func holdWords(of shape: Shape) throws {
    guard let fields = shape.fields else { return }
    for (word, inner) in fields {
      guard words.contains(word) else { throw UnknownWord(word: word) }
      switch word {
      case "properties": for property in (inner.fields ?? [:]).values { try holdWords(of: property) }
      case "anyOf": for shape in inner.items ?? [] { try holdWords(of: shape) }
      case "items", "additionalProperties", "propertyNames", "not": try holdWords(of: inner)
      default: break
      }
    }
  }

  private func problem(_ value: Shape, _ schema: Shape) throws -> String? {
    if schema == .flag(false) { return "nothing may stand here" }
    if let name = schema["$ref"]?.text?.split(separator: "/").last {
      guard let definition = definitions[String(name)] else { throw NoDefinition(name: String(name)) }
      if let found = try problem(value, definition) { return found }
    }
    if let type = schema["type"] {
      let types = type.items ?? [type]
      guard types.contains(where: { value.isOf($0.text ?? "") }) else { return "\(value) is not of the type \(types)" }
    }
    if let constant = schema["const"], value != constant { return "\(value) is not \(constant)" }
    if let values = schema["enum"]?.items, !values.contains(value) { return "\(value) is none of \(values)" }
    if let number = value.number {
      if let least = schema["minimum"]?.number, number < least { return "\(number) is below \(least)" }
      if let most = schema["maximum"]?.number, number > most { return "\(number) is above \(most)" }
    }
    if let text = value.text, let least = schema["minLength"]?.number, Double(text.count) < least { return "too short" }
    if let other = schema["not"], try problem(value, other) == nil { return "\(value) is what it may not be" }
    if let shapes = schema["anyOf"]?.items {
      let problems = try shapes.map { try problem(value, $0) }
      guard problems.contains(where: { $0 == nil }) else { return problems.compactMap { $0 }.joined(separator: "; ") }
    }
    if let items = value.items { return try problem(items, schema) }
    return try value.fields.flatMap { try problem($0, schema) }
  }

  private func problem(_ items: [Shape], _ schema: Shape) throws -> String? {
    if let least = schema["minItems"]?.number, Double(items.count) < least { return "too few" }
    if schema["uniqueItems"] == .flag(true), Set(items).count < items.count { return "one is there twice" }
    guard let each = schema["items"] else { return nil }
    for item in items { if let found = try problem(item, each) { return found } }
    return nil
  }

  private func problem(_ fields: [String: Shape], _ schema: Shape) throws -> String? {
    for name in schema["required"]?.items ?? [] where fields[name.text ?? ""] == nil { return "\(name) is missing" }
    let properties = schema["properties"]?.fields ?? [:]
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      if let names = schema["propertyNames"], let found = try problem(.text(name), names) { return found }
      guard let shape = properties[name] ?? schema["additionalProperties"] else { continue }
      if let found = try problem(value, shape) { return "\(name): \(found)" }
    }
    return nil
  }
}

/// A value of JSON, as every reader of JSON has it: numbers by their value.
private indirect enum Shape: Hashable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([Shape])
  case object([String: Shape])

  init(_ text: String) throws { self.init(try JSONSerialization.jsonObject(with: Data(text.utf8))) }

  private init(_ value: Any) {
    switch value {
    case let fields as [String: Any]: self = .object(fields.mapValues { Shape($0) })
    case let items as [Any]: self = .list(items.map { Shape($0) })
    case let text as String: self = .text(text)
    case let number as NSNumber:
      self = String(cString: number.objCType) == "c" ? .flag(number.boolValue) : .number(number.doubleValue)
    default: self = .null
    }
  }

  subscript(name: String) -> Shape? { fields?[name] }
  var fields: [String: Shape]? { if case .object(let fields) = self { fields } else { nil } }
  var items: [Shape]? { if case .list(let items) = self { items } else { nil } }
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var number: Double? { if case .number(let number) = self { number } else { nil } }

  func isOf(_ type: String) -> Bool {
    switch self {
    case .null: type == "null"
    case .flag: type == "boolean"
    case .number(let number): type == "number" || type == "integer" && number == number.rounded()
    case .text: type == "string"
    case .list: type == "array"
    case .object: type == "object"
    }
  }
}
