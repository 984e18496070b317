// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import YAMLTree

/// The JSON Schema of a kind of file, made of its ``Shape``: what editors complete and check by.
///
/// It says what a map may hold, and never more than the reader of the file demands: what it refuses, `mfaflow check` refuses.
package struct JSONSchema: Sendable {
  /// The version of JSON Schema.
  package enum Draft: String, Sendable, CaseIterable {
    case latest = "2020-12"
    /// For editors that know no later one.
    case seventh = "07"
  }

  private let kind: FileKind
  private let draft: Draft
  /// Every shape that can stand in such a file, but for the outermost one, in the order in which they come up.
  private let shapes: [Shape]

  package init(of kind: FileKind, _ draft: Draft = .latest) {
    self.kind = kind
    self.draft = draft
    shapes = Array(kind.shape.reachable.dropFirst())
  }

  /// The schema, one value a line.
  package var text: String {
    var json = JSONWriter(isIndented: true)
    json.object { json in
      json.field("$schema", metaSchema)
      json.field("$id", "urn:mfaflow:schema:\(kind.rawValue):\(draft.rawValue)")
      json.field("title", "mfaflow \(kind.rawValue)")
      write(kind.shape, to: &json)
      guard !shapes.isEmpty else { return }
      json.object(definitions) { json in
        for shape in shapes { json.object(shape.name) { write(shape, to: &$0) } }
      }
    }
    return json.text + "\n"
  }

  private var metaSchema: String {
    switch draft {
    case .latest: "https://json-schema.org/draft/2020-12/schema"
    case .seventh: "http://json-schema.org/draft-07/schema#"
    }
  }

  private var definitions: String { draft == .latest ? "$defs" : "definitions" }

  private func write(_ shape: Shape, to json: inout JSONWriter) {
    json.field("description", shape.meaning)
    json.field("type", "object")
    json.object("properties") { json in
      for key in shape.keys {
        json.object(key.name) { json in
          json.field("description", key.meaning)
          write(filled(key.value, in: shape), of: key, to: &json)
        }
      }
    }
    if let others = shape.others {
      json.object("additionalProperties") { write(others, to: &$0) }
    } else {
      json.field("additionalProperties", false)
    }
    if shape.isNeverEmpty { json.field("minProperties", 1) }
    if shape.companion != nil { writeOneThing(of: shape, to: &json) }
    let required = shape.keys.filter(\.isRequired).map(\.name)
    if !required.isEmpty { json.field("required", required) }
    if !shape.needsOneOf.isEmpty { require(oneOf: shape.needsOneOf.map(\.description), in: &json) }
    let without = shape.keys.filter { $0.isRequiredWithout != nil }
    if let other = without.first?.isRequiredWithout {
      json.array("anyOf") { json in
        json.object { $0.field("required", [other]) }
        json.object { $0.field("required", without.map(\.name)) }
      }
    }
    let dependent = shape.keys.filter { $0.isOfNeighbours || shape.companion != nil && shape.isWithOthers($0) }
    guard !dependent.isEmpty else { return }
    json.object(draft == .latest ? "dependentSchemas" : "dependencies") { json in
      for key in dependent {
        json.object(key.name) { json in
          depend(key, in: &json)
          if shape.companion != nil { restrict(key, in: shape, &json) }
        }
      }
    }
  }

  /// One key, unless one is there with which others stand.
  private func writeOneThing(of shape: Shape, to json: inout JSONWriter) {
    json.array("anyOf") { json in
      json.object { $0.field("maxProperties", 1) }
      for key in shape.keys where shape.isWithOthers(key) { json.object { $0.field("required", [key.name]) } }
    }
  }

  /// Which keys may stand beside one in a map that says one thing.
  private func restrict(_ key: Key, in shape: Shape, _ json: inout JSONWriter) {
    let others = shape.words(needing: key.name).map(\.description)
    if key.name == shape.companion?.description {
      json.field("minProperties", 2)
      json.field("maxProperties", 2)
    } else if !others.isEmpty {
      json.object("propertyNames") { $0.field("enum", [key.name] + others) }
    }
  }

  /// The value of a key, where its place in a scenario may be that of a value of its cases.
  private func filled(_ value: ValueShape, in shape: Shape) -> ValueShape {
    let isOfFile = shape.name == kind.shape.name || shape.name == Shape.scenarioDevice.name
    return kind == .scenarios && !isOfFile ? value.orValueOfCase : value
  }

  private func require(oneOf names: [String], in json: inout JSONWriter) {
    json.array("anyOf") { json in
      for name in names { json.object { $0.field("required", [name]) } }
    }
  }

  /// What holds where the key is there.
  private func depend(_ key: Key, in json: inout JSONWriter) {
    if key.needs.count == 1 {
      json.field("required", key.needs)
    } else if !key.needs.isEmpty {
      require(oneOf: key.needs, in: &json)
    }
    if !key.beside.isEmpty {
      // Why a list of one: `anyOf` may already be there, for the keys that it needs.
      json.array("allOf") { json in
        json.object { json in
          json.array("anyOf") { json in
            for neighbour in key.beside { json.object { require(neighbour, in: &$0) } }
          }
        }
      }
    }
    guard !key.excludes.isEmpty || !key.narrows.isEmpty else { return }
    json.object("properties") { json in
      for name in key.excludes { json.field(name, false) }
      for narrowed in key.narrows { json.object(narrowed.name) { write(narrowed.value, of: narrowed, to: &$0) } }
    }
  }

  private func require(_ neighbour: Neighbour, in json: inout JSONWriter) {
    json.field("required", [neighbour.name])
    guard let value = neighbour.value else { return }
    json.object("properties") { json in json.object(neighbour.name) { write(value, to: &$0) } }
  }

  /// What a list or a map may hold.
  private struct Limits {
    /// The names in a map, as a pattern; nil for any.
    var members: String?
    var least = 0
    /// Nil for any number.
    var most: Int?
  }

  private func write(_ value: ValueShape, of key: Key, to json: inout JSONWriter) {
    write(value, Limits(members: key.members, least: key.isNeverEmpty ? 1 : 0), to: &json)
  }

  /// Writes the fields of the schema of a value.
  private func write(_ value: ValueShape, _ limits: Limits = Limits(), to json: inout JSONWriter) {
    switch value {
    // A text may look like a number or a flag: the language decides what it is.
    case .text:
      json.field("type", ["string", "number", "boolean"])
      json.field("minLength", 1)
    case .pattern(let pattern, let example):
      json.field("type", "string")
      json.field("pattern", whole(pattern))
      json.field("examples", [example])
    case .word(let words): json.field("enum", words)
    case .count(let least, let greatest):
      json.field("type", "integer")
      json.field("minimum", max(least, -YAMLLimits.greatestNumber))
      json.field("maximum", greatest ?? YAMLLimits.greatestNumber)
    case .number: json.field("type", "number")
    case .flag: json.field("type", "boolean")
    case .always(let flag): json.field("const", flag)
    // What is missing behind a colon is never meant.
    case .anything: json.object("not") { $0.field("type", "null") }
    case .list(let item):
      json.field("type", "array")
      if limits.least > 0 { json.field("minItems", limits.least) }
      if let most = limits.most { json.field("maxItems", most) }
      json.object("items") { write(item, to: &$0) }
    case .oneOrList(let item): write(.either([item, .list(item)]), limits, to: &json)
    case .map(let item):
      json.field("type", "object")
      if limits.least > 0 { json.field("minProperties", limits.least) }
      if let most = limits.most { json.field("maxProperties", most) }
      guard let members = limits.members else { return json.object("additionalProperties") { write(item, to: &$0) } }
      json.object("patternProperties") { json in json.object(whole(members)) { write(item, to: &$0) } }
      json.field("additionalProperties", false)
    case .shape(let shape): refer(to: shape(), in: &json)
    case .either(let values):
      json.array("anyOf") { json in
        for value in values { json.object { write(value, limits, to: &$0) } }
      }
    case .limited(let inner, let members, let least, let most):
      let own = Limits(
        members: members ?? limits.members, least: max(least, limits.least), most: most ?? limits.most)
      write(inner, own, to: &json)
    }
  }

  /// Why a list: draft 7 passes over what stands beside a reference.
  private func refer(to shape: Shape, in json: inout JSONWriter) {
    let path = "#/\(definitions)/\(shape.name)"
    guard draft == .seventh else { return json.field("$ref", path) }
    json.array("allOf") { json in json.object { $0.field("$ref", path) } }
  }

  private func whole(_ pattern: String) -> String { "^(?:\(pattern))$" }
}

extension Shape {
  /// Whether other keys may stand beside one in a map that says one thing.
  fileprivate func isWithOthers(_ key: Key) -> Bool {
    key.name == companion?.description || keys.contains { $0.needs.contains(key.name) }
  }
}

extension Key {
  /// Whether it says something of the keys beside it.
  fileprivate var isOfNeighbours: Bool { !needs.isEmpty || !excludes.isEmpty || !beside.isEmpty || !narrows.isEmpty }
}

extension Shape {
  /// Every word that the language itself has for a value somewhere in this shape.
  package var fixedWords: [String] { reachable.flatMap(\.keys).flatMap(\.value.fixedWords) }

  /// This shape and all that can stand in it, each once.
  package var reachable: [Shape] {
    var found = [self]
    var index = 0
    while index < found.count {
      let values = found[index].keys.map(\.value) + [found[index].others].compactMap(\.self)
      for shape in values.flatMap(\.shapes) where !found.contains(where: { $0.name == shape.name }) {
        found.append(shape)
      }
      index += 1
    }
    return found
  }
}

extension ValueShape {
  /// This value, or `$name` in its place or in the places of its items.
  fileprivate var orValueOfCase: ValueShape {
    let reference = ValueShape.pattern(#"\$.+"#, example: "$code")
    switch self {
    case .text, .anything: return self
    case .list(let item): return .either([.list(item.orValueOfCase), reference])
    case .either(let values): return .either(values + [reference])
    case .pattern, .word, .count, .number, .flag, .always, .oneOrList, .map, .shape, .limited:
      return .either([self, reference])
    }
  }

  /// The words that the language itself has for this value, or for what stands in it.
  package var fixedWords: [String] {
    switch self {
    case .word(let words): words
    case .either(let values): values.flatMap(\.fixedWords)
    case .list(let value), .oneOrList(let value), .map(let value), .limited(let value, _, _, _): value.fixedWords
    case .text, .pattern, .count, .number, .flag, .always, .anything, .shape: []
    }
  }

  /// The shapes that may stand here, not those inside of them.
  fileprivate var shapes: [Shape] {
    switch self {
    case .shape(let shape): [shape()]
    case .list(let inner), .oneOrList(let inner), .map(let inner), .limited(let inner, _, _, _): inner.shapes
    case .either(let values): values.flatMap(\.shapes)
    case .text, .pattern, .word, .count, .number, .flag, .always, .anything: []
    }
  }
}
