// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Holds a JSON text against a JSON Schema: those of its words that ours uses, and no others.
struct SchemaCheck {
  private let definitions: [String: Any]
  private static let words: Set<String> = [
    "type", "properties", "required", "additionalProperties", "enum", "const", "anyOf", "$ref", "items", "minimum",
    "not",
  ]

  struct UnknownWord: Error { let word: String }

  init(_ text: String) throws {
    let schema = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    definitions = schema?["$defs"] as? [String: Any] ?? [:]
  }

  /// Nil if the text is as the definition of that name says; else the first thing that is not.
  func problem(with text: String, as name: String) throws -> String? {
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    return try problem(value, ["$ref": "#/$defs/\(name)"])
  }

  private func problem(_ value: Any, _ schema: Any?) throws -> String? {
    guard let schema = schema as? [String: Any] else { return "there is no such schema" }
    for word in schema.keys where !Self.words.contains(word) { throw UnknownWord(word: word) }
    if let name = (schema["$ref"] as? String)?.split(separator: "/").last {
      return try problem(value, definitions[String(name)])
    }
    if let types = schema["type"] as? [String] ?? (schema["type"] as? String).map({ [$0] }),
      !types.contains(where: { Self.isOf($0, value) })
    {
      return "\(value) is not of the type \(types)"
    }
    if let constant = schema["const"], value as? AnyHashable != constant as? AnyHashable {
      return "\(value) is not \(constant)"
    }
    if let words = schema["enum"] as? [String], !words.contains((value as? String) ?? "") { return "\(value)" }
    if let least = schema["minimum"] as? Int, let number = value as? Int, number < least { return "\(number)" }
    if let other = schema["not"], try problem(value, other) == nil { return "\(value) is what it may not be" }
    if let shapes = schema["anyOf"] as? [Any] {
      let problems = try shapes.map { try problem(value, $0) }
      guard problems.contains(where: { $0 == nil }) else { return problems.compactMap { $0 }.joined(separator: "; ") }
    }
    if let items = value as? [Any] {
      for item in items { if let found = try problem(item, schema["items"] ?? [:] as [String: Any]) { return found } }
    }
    guard let object = value as? [String: Any] else { return nil }
    let properties = schema["properties"] as? [String: Any] ?? [:]
    for name in schema["required"] as? [String] ?? [] where object[name] == nil { return "`\(name)` is missing" }
    for (name, value) in object {
      if let property = properties[name] {
        if let found = try problem(value, property) { return "\(name): \(found)" }
      } else if schema["additionalProperties"] as? Bool == false {
        return "`\(name)` is unknown"
      }
    }
    return nil
  }

  private static func isOf(_ type: String, _ value: Any) -> Bool {
    let isFlag = (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? (value is Bool)
    return switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "boolean": isFlag
    case "integer": !isFlag && (value as? Double).map { $0 == $0.rounded() } ?? false
    case "null": value is NSNull
    default: false
    }
  }
}
