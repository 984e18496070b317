// SPDX-License-Identifier: Apache-2.0

import FlowFormatting

extension Mutation {
  /// Slips in the keys of `then:`.
  static let lines = [
    Mutation(name: "drop-line") { shape in drop(shape) { !isCode($0) && $0 != "else" } },
    Mutation(name: "drop-code") { shape in drop(shape, where: isCode) },
    Mutation(name: "drop-else") { shape in drop(shape) { $0 == "else" } },
    Mutation(name: "swap-targets") { shape in shape.thens.flatMap { swaps($0, shape) } },
    Mutation(name: "widen-line") { shape in
      shape.lines.flatMap { path in wider(path.key).map { renamed(path, $0, shape) } }
    },
    Mutation(name: "swap-accepted-rejected") { shape in
      shape.lines.compactMap { path in
        switch path.key {
        case "accepted": renamed(path, "rejected", shape)
        case let key where key.hasPrefix("rejected"): renamed(path, "accepted", shape)
        default: nil
        }
      }
    },
  ]

  private static func drop(_ shape: FlowShape, where isMeant: (String) -> Bool) -> [Change] {
    shape.lines.filter { isMeant($0.key) }.map { path in
      Change(path, "dropped", shape.draft.with(nil, at: path))
    }
  }

  /// Whether a line is for one code or error, or for errors.
  private static func isCode(_ key: String) -> Bool {
    key.split(separator: " ").contains { $0 == "error" || $0.first?.isNumber ?? false } || key.contains("-")
  }

  /// Each line with each below it.
  private static func swaps(_ then: SourcePath, _ shape: FlowShape) -> [Change] {
    let entries = shape.draft[then]?.entries ?? []
    return entries.indices.flatMap { index in
      entries[(index + 1)...].compactMap { other in
        let one = entries[index]
        guard one.value.fileText != other.value.fileText else { return nil }
        let draft = shape.draft.with(other.value, at: then / one.key).with(one.value, at: then / other.key)
        return Change(then / one.key, "swapped with `\(other.key)`", draft)
      }
    }
  }

  /// The keys that take in more than this one does.
  private static func wider(_ key: String) -> [String] {
    var keys: [String] = []
    if let space = key.lastIndex(of: " "), isCode(key) { keys.append(String(key[..<space])) }
    if let bracket = key.firstIndex(of: "("), let end = key.firstIndex(of: ")") {
      keys.append(String(key[..<bracket] + key[key.index(after: end)...]))
    }
    return keys
  }

  /// A line under another key; where that key stands already, the line takes its place.
  private static func renamed(_ path: SourcePath, _ key: String, _ shape: FlowShape) -> Change {
    let other = path.parent / key
    let draft = shape.draft[other] == nil ? shape.draft : shape.draft.with(nil, at: other)
    return Change(path, "now `\(key)`", draft.renaming(path, to: key))
  }
}
