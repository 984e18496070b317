// SPDX-License-Identifier: Apache-2.0

import Diagnostics

@testable import ProcessBackend

/// Changes messages here and there, the same way for the same seed.
struct WireMutator: RandomNumberGenerator {
  private var numbers: SplitMix64

  init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  mutating func next() -> UInt64 { numbers.next() }

  /// A JSON text as it is written, numbers by their letters.
  private indirect enum Tree {
    case plain(String)
    case list([Tree])
    case object([(name: String, value: Tree)])

    init(_ node: JSONNode) {
      switch node.value {
      case .null: self = .plain("null")
      case .flag(let flag): self = .plain("\(flag)")
      case .int(let number): self = .plain("\(number)")
      case .text(let text):
        var json = JSONWriter()
        json.string(text)
        self = .plain(json.text)
      case .list(let nodes): self = .list(nodes.map { Tree($0) })
      case .object(let fields): self = .object(fields.map { ($0.name, Tree($0.node)) })
      }
    }

    var text: String {
      switch self {
      case .plain(let text): text
      case .list(let items): "[" + items.map(\.text).joined(separator: ",") + "]"
      case .object(let fields): "{" + fields.map { "\"\($0.name)\":\($0.value.text)" }.joined(separator: ",") + "}"
      }
    }
  }

  private static let names = [
    "jsonrpc", "id", "result", "method", "params", "error", "code", "message", "data", "answer", "next", "held",
    "protocol", "contract", "name", "version", "fingerprint", "clock", "capabilities", "backend", "device", "event",
    "status", "statusMessage", "errorMessage", "values", "choice", "confirm", "wait", "waitUntil", "leave", "phone",
    "tablet", "watch", "stauts",
  ]
  private static let values = [
    "null", "true", "false", "0", "-0", "1", "2", "-1", "100", "100.0", "1e2", "1.5", "1e-1", "2147483647",
    "2147483648", "1125899906842624", "1125899906842625", "9007199254740991", "9007199254740992", "1e40", "[]", "{}",
    #""""#, #""2.0""#, #""phone""#, #""watch""#, #""accepted""#, #""rejected""#, #""live""#, #""virtual""#,
    #""event""#, #"["phone"]"#, #"["phone","phone"]"#, #"{"phone":5}"#, #"{"watch":5}"#, #"{"code":1,"message":""}"#,
  ]

  /// A line made of one or two, changed at up to three places.
  mutating func mutated(_ line: String, with other: String) throws -> String {
    let tree = Tree(try WireMessage.node(Array(line.utf8)))
    let donor = Tree(try WireMessage.node(Array(other.utf8)))
    // Why: what it says is worth more changes than the frame that all messages have.
    guard case .object(var fields) = tree, !chance(1, of: 6),
      let place = fields.firstIndex(where: { ["result", "params", "error"].contains($0.name) })
    else { return changed(tree, donor).text }
    for _ in 0..<Int.random(in: 1...3, using: &self) {
      fields[place].value =
        chance(1, of: 3) ? merged(fields[place].value, donor) : changed(fields[place].value, donor)
    }
    return Tree.object(fields).text
  }

  /// The tree with a change somewhere in it.
  private mutating func changed(_ tree: Tree, _ donor: Tree) -> Tree {
    if chance(1, of: 6) { return replaced(tree, donor) }
    switch tree {
    case .plain: return replaced(tree, donor)
    case .list(var items):
      let value = Tree.plain(any(of: Self.values))
      guard !items.isEmpty, !chance(1, of: 3) else { return .list(items + [value]) }
      let place = Int.random(in: items.indices, using: &self)
      if chance(1, of: 3) { items.remove(at: place) } else { items[place] = changed(items[place], donor) }
      return .list(items)
    case .object(var fields):
      let name = any(of: Self.names)
      let isFree = !fields.contains { $0.name == name }
      if isFree, fields.isEmpty || chance(1, of: 6) {
        return .object(fields + [(name, replaced(tree, donor))])
      }
      guard !fields.isEmpty else { return tree }
      let place = Int.random(in: fields.indices, using: &self)
      switch Int.random(in: 0..<8, using: &self) {
      case 0: fields.remove(at: place)
      case 1 where isFree: fields[place].name = name
      default: fields[place].value = changed(fields[place].value, donor)
      }
      return .object(fields)
    }
  }

  /// The object with a field more of what another message says, or with another value for one that it has.
  private mutating func merged(_ tree: Tree, _ donor: Tree) -> Tree {
    guard case .object(var fields) = tree, case .object(let all) = donor,
      case .object(let said)? = all.first(where: { ["result", "params", "error"].contains($0.name) })?.value,
      let field = said.randomElement(using: &self)
    else { return changed(tree, donor) }
    if let place = fields.firstIndex(where: { $0.name == field.name }) {
      fields[place] = field
    } else {
      fields.append(field)
    }
    return .object(fields)
  }

  private mutating func replaced(_ tree: Tree, _ donor: Tree) -> Tree {
    switch Int.random(in: 0..<5, using: &self) {
    case 0: .list([tree])
    case 1: part(of: donor)
    default: .plain(any(of: Self.values))
    }
  }

  /// Something that stands in another message.
  private mutating func part(of tree: Tree) -> Tree {
    guard !chance(1, of: 3) else { return tree }
    switch tree {
    case .plain: return tree
    case .list(let items): return items.randomElement(using: &self).map { part(of: $0) } ?? tree
    case .object(let fields): return fields.randomElement(using: &self).map { part(of: $0.value) } ?? tree
    }
  }

  /// One of them; there must be one.
  mutating func any(of texts: [String]) -> String { texts[Int.random(in: texts.indices, using: &self)] }

  private mutating func chance(_ part: Int, of whole: Int) -> Bool { Int.random(in: 0..<whole, using: &self) < part }
}
