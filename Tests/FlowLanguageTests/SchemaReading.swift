// SPDX-License-Identifier: Apache-2.0

import FlowLanguage
import Foundation

/// A JSON value, as an editor makes one of a file.
enum JSONTree: Decodable, Equatable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([JSONTree])
  case map([String: JSONTree])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let flag = try? value.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let items = try? value.decode([JSONTree].self) {
      self = .list(items)
    } else {
      self = .map(try value.decode([String: JSONTree].self))
    }
  }

  init(_ text: String) throws { self = try JSONDecoder().decode(JSONTree.self, from: Data(text.utf8)) }

  /// The value of a key of a map.
  subscript(key: String) -> JSONTree? { if case .map(let fields) = self { fields[key] } else { nil } }
}

/// Reads values by a schema, as far as our schemas use JSON Schema: any other word in one is an error of the test.
struct SchemaReading {
  private let root: JSONTree

  init(_ kind: FileKind, _ draft: JSONSchema.Draft) throws { root = try JSONTree(JSONSchema(of: kind, draft).text) }

  func takes(_ value: JSONTree) throws -> Bool { try fits(value, root) }

  struct UnknownWord: Error { let word: String }

  private func fits(_ value: JSONTree, _ schema: JSONTree) throws -> Bool {
    if case .flag(let takesAll) = schema { return takesAll }
    guard case .map(let words) = schema else { return false }
    return try words.allSatisfy { try fits(value, $0.key, $0.value, words) }
  }

  private func fits(_ value: JSONTree, _ word: String, _ rule: JSONTree, _ words: [String: JSONTree]) throws -> Bool {
    switch (word, rule) {
    case ("$schema", _), ("$id", _), ("title", _), ("description", _), ("examples", _), ("$defs", _),
      ("definitions", _):
      return true
    case ("$ref", .text(let path)):
      let names = path.dropFirst(2).split(separator: "/").map(String.init)
      return try names.reduce(root) { $0?[$1] }.map { try fits(value, $0) } ?? false
    case ("enum", .list(let values)): return values.contains(value)
    case ("const", _): return value == rule
    case ("type", .text(let type)): return Self.isOf(type, value)
    case ("type", .list(let types)):
      return types.contains { if case .text(let type) = $0 { Self.isOf(type, value) } else { false } }
    case ("anyOf", .list(let schemas)): return try schemas.contains { try fits(value, $0) }
    case ("allOf", .list(let schemas)): return try schemas.allSatisfy { try fits(value, $0) }
    case ("not", _): return try !fits(value, rule)
    default: break
    }
    switch value {
    case .text(let text): return try fits(text, word, rule)
    case .number(let number): return try fits(number, word, rule)
    case .list(let items): return try fits(items, word, rule)
    case .map(let fields): return try fits(fields, word, rule, words)
    case .null, .flag: return true
    }
  }

  private func fits(_ text: String, _ word: String, _ rule: JSONTree) throws -> Bool {
    switch (word, rule) {
    case ("pattern", .text(let pattern)): return Self.fits(text, pattern)
    case ("minLength", .number(let least)): return Double(text.count) >= least
    default: return try isOfOthers(word)
    }
  }

  private func fits(_ number: Double, _ word: String, _ rule: JSONTree) throws -> Bool {
    switch (word, rule) {
    case ("minimum", .number(let least)): return number >= least
    case ("maximum", .number(let most)): return number <= most
    default: return try isOfOthers(word)
    }
  }

  private func fits(_ items: [JSONTree], _ word: String, _ rule: JSONTree) throws -> Bool {
    switch (word, rule) {
    case ("items", _): return try items.allSatisfy { try fits($0, rule) }
    case ("minItems", .number(let least)): return Double(items.count) >= least
    case ("maxItems", .number(let most)): return Double(items.count) <= most
    default: return try isOfOthers(word)
    }
  }

  private func fits(
    _ fields: [String: JSONTree], _ word: String, _ rule: JSONTree, _ words: [String: JSONTree]
  ) throws -> Bool {
    switch (word, rule) {
    case ("minProperties", .number(let least)): return Double(fields.count) >= least
    case ("maxProperties", .number(let most)): return Double(fields.count) <= most
    case ("required", .list(let names)):
      return names.allSatisfy { if case .text(let name) = $0 { fields[name] != nil } else { false } }
    case ("propertyNames", _): return try fields.keys.allSatisfy { try fits(.text($0), rule) }
    case ("properties", .map(let schemas)):
      return try fields.allSatisfy { name, value in try schemas[name].map { try fits(value, $0) } ?? true }
    case ("patternProperties", .map(let schemas)):
      return try fields.allSatisfy { name, value in
        try schemas.allSatisfy { pattern, schema in try !Self.fits(name, pattern) || fits(value, schema) }
      }
    case ("additionalProperties", _):
      var known: [String] = []
      if case .map(let schemas)? = words["properties"] { known = Array(schemas.keys) }
      var patterns: [String] = []
      if case .map(let schemas)? = words["patternProperties"] { patterns = Array(schemas.keys) }
      return try fields.allSatisfy { name, value in
        if known.contains(name) || patterns.contains(where: { Self.fits(name, $0) }) { return true }
        return try fits(value, rule)
      }
    case ("dependentSchemas", .map(let schemas)), ("dependencies", .map(let schemas)):
      return try schemas.allSatisfy { name, schema in try fields[name] == nil || fits(.map(fields), schema) }
    default: return try isOfOthers(word)
    }
  }

  /// Whether a word says something of values of other forms only.
  private func isOfOthers(_ word: String) throws -> Bool {
    let words: Set<String> = [
      "pattern", "minLength", "minimum", "maximum", "items", "minItems", "maxItems", "minProperties", "maxProperties",
      "required", "propertyNames", "properties", "patternProperties", "additionalProperties", "dependentSchemas",
      "dependencies",
    ]
    guard words.contains(word) else { throw UnknownWord(word: word) }
    return true
  }

  private static func fits(_ text: String, _ pattern: String) -> Bool {
    text.range(of: pattern, options: .regularExpression) != nil
  }

  private static func isOf(_ type: String, _ value: JSONTree) -> Bool {
    switch (type, value) {
    case ("string", .text), ("number", .number), ("boolean", .flag), ("array", .list), ("object", .map),
      ("null", .null):
      true
    case ("integer", .number(let number)): number.rounded() == number
    default: false
    }
  }
}
