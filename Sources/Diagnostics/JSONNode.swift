// SPDX-License-Identifier: Apache-2.0

/// A value of a JSON text, and where it stands.
public struct JSONNode: Sendable {
  /// What stands there.
  public enum Value: Sendable {
    case null
    case flag(Bool)
    /// A whole number; our files have no others.
    case int(Int)
    case text(String)
    case list([JSONNode])
    case object([Field])
  }

  /// A value of an object and the name under which it stands; no name is there twice.
  public struct Field: Sendable {
    /// The name, without its escapes.
    public let name: String
    /// What stands behind it.
    public let node: JSONNode
  }

  /// What stands there.
  public let value: Value
  /// Where it begins.
  public let place: JSONPlace
  /// What it was taken out as, such as "`next`: ", for what is said of it; empty for what no name leads to.
  private var label = ""

  init(value: Value, place: JSONPlace) { (self.value, self.place) = (value, place) }

  /// The value as one that was asked for by a name.
  fileprivate func labelled(_ words: String) -> JSONNode {
    var node = self
    node.label = "\(words): "
    return node
  }

  private func problem(_ words: String) -> JSONProblem { JSONProblem(label + words, at: place) }
}

/// A place in a JSON text, counted from 1; columns are bytes.
public struct JSONPlace: Sendable, Hashable, CustomStringConvertible {
  /// The line.
  public let line: Int
  /// The byte in the line.
  public let column: Int

  package init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

  /// Such as `line 1, column 20`.
  public var description: String { "line \(line), column \(column)" }
}

/// Why a JSON text is not what is expected.
public struct JSONProblem: Error, Sendable, Hashable {
  /// One sentence without a full stop; it quotes names of fields, never values.
  public let message: String
  /// The same without a word of the text: for those of which nothing is told.
  package let bareMessage: String
  /// Where.
  public let place: JSONPlace

  /// A problem at a place.
  public init(_ message: String, at place: JSONPlace) { self.init(message, bare: message, at: place) }

  init(_ message: String, bare: String, at place: JSONPlace) {
    self.message = message
    bareMessage = bare
    self.place = place
  }

  /// What is said where a text ends too early.
  static let cutOff = "the text is cut off"

  /// Whether the text ends too early.
  package var isCutOff: Bool { message == Self.cutOff }

  /// The message, and where it is in a text of one line.
  package var words: String { "\(message), at column \(place.column)" }
}

extension JSONNode {
  /// The text.
  public func text() throws(JSONProblem) -> String {
    guard case .text(let text) = value else { throw problem("a text is expected") }
    return text
  }

  /// The number, which must be one of these.
  public func int(in range: ClosedRange<Int>) throws(JSONProblem) -> Int {
    guard case .int(let number) = value else { throw problem("a whole number is expected") }
    guard range.contains(number) else {
      throw problem("a whole number from \(range.lowerBound) to \(range.upperBound) is expected")
    }
    return number
  }

  /// The yes or no.
  public func flag() throws(JSONProblem) -> Bool {
    guard case .flag(let flag) = value else { throw problem("`true` or `false` is expected") }
    return flag
  }

  /// The values of the array, each as `read` has it.
  public func list<Element>(
    _ read: (JSONNode) throws(JSONProblem) -> Element
  ) throws(JSONProblem) -> [Element] {
    guard case .list(let nodes) = value else { throw problem("an array is expected") }
    var elements: [Element] = []
    for node in nodes {
      elements.append(try read(label.isEmpty ? node : node.labelled("an item of \(label.dropLast(2))")))
    }
    return elements
  }

  /// Whether it is the JSON `null`.
  public var isNull: Bool { if case .null = value { true } else { false } }

  /// The object, to take its fields out of.
  public func object() throws(JSONProblem) -> JSONFields {
    guard case .object(let fields) = value else { throw problem("an object is expected") }
    return JSONFields(fields, at: place)
  }
}

/// The fields of an object, taken out one by one: what nobody takes is unknown.
public struct JSONFields: Sendable {
  private var fields: [JSONNode.Field]
  /// Where the object begins.
  public let place: JSONPlace

  init(_ fields: [JSONNode.Field], at place: JSONPlace) {
    self.fields = fields
    self.place = place
  }

  /// Takes a field out that must be there.
  public mutating func take(_ name: String) throws(JSONProblem) -> JSONNode {
    guard let node = takeIfThere(name) else { throw JSONProblem("`\(name)` is missing", at: place) }
    return node
  }

  /// Takes a field out; nil if it is not there.
  public mutating func takeIfThere(_ name: String) -> JSONNode? {
    guard let index = fields.firstIndex(where: { $0.name == name }) else { return nil }
    return fields.remove(at: index).node.labelled("`\(name)`")
  }

  /// - Throws: when something is left that nobody has taken.
  public func finish() throws(JSONProblem) {
    guard let first = fields.first else { return }
    throw JSONProblem(
      "\(Diagnostic.quoting(first.name, limit: 30)) is no field of this object", bare: "an object has a field too many",
      at: first.node.place)
  }

  /// All fields that are left, for an object whose names are anybody's.
  public var rest: [JSONNode.Field] { fields }
}
