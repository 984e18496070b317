// SPDX-License-Identifier: Apache-2.0

import FlowFormatting
import Foundation

extension Mutation {
  /// Slips in conditions.
  static let guards = [
    Mutation(name: "drop-guard") { shape in dropped(shape, guards(shape).map { $0.key == "check" ? $0.parent : $0 }) },
    Mutation(name: "negate-guard") { shape in guards(shape).map { changed($0, shape) { "!(\($0))" } } },
    Mutation(name: "guard-operator") { shape in
      guards(shape).flatMap { path in
        let text = shape.draft[path]?.text ?? ""
        return operators.filter { text.contains($0.0) }.map { old, new in
          changed(path, shape) { $0.replacingFirst(old, by: new) }
        }
      }
    },
    Mutation(name: "guard-constant") { shape in
      guards(shape).flatMap { path in
        constants(of: shape.draft[path]?.text ?? "").map { new in changed(path, shape) { _ in new } }
      }
    },
  ]

  private static let operators = [
    ("==", "!="), ("!=", "=="), ("<=", "<"), (">=", ">"), (" < ", " <= "), (" > ", " >= "), ("&&", "||"), ("||", "&&"),
    (".all(", ".exists("), (".exists(", ".all("),
  ]

  /// Each `when:`, `where:` and `check:`.
  private static func guards(_ shape: FlowShape) -> [SourcePath] {
    let plain = shape.choices.map { $0 / "when" } + shape.picks.map { $0 / "where" }
    return (plain + shape.checks.map { $0 / "check" }).filter { shape.draft[$0]?.text != nil }
  }

  private static func changed(_ path: SourcePath, _ shape: FlowShape, _ change: (String) -> String) -> Change {
    let text = shape.draft[path]?.text ?? ""
    let new = change(text)
    return Change(path, "now `\(new)`", shape.draft.with(.text(new), at: path))
  }

  /// The condition with one text, number or list in it changed, each in turn.
  private static func constants(of text: String) -> [String] {
    var changed: [String] = []
    let pieces = text.split(separator: "\"", omittingEmptySubsequences: false).map(String.init)
    for index in pieces.indices where index % 2 == 1 {
      var others = pieces
      others[index] += "x"
      changed.append(others.joined(separator: "\""))
      if index + 1 < pieces.count, pieces[index + 1].hasPrefix(", ") {
        changed.append(text.replacingFirst("\"\(pieces[index])\", ", by: ""))
      } else if pieces[index - 1] == ", " {
        changed.append(text.replacingFirst(", \"\(pieces[index])\"", by: ""))
      }
    }
    for word in text.split(separator: " ") where Int(word) != nil {
      changed.append(text.replacingFirst(" \(word)", by: " \((Int(word) ?? 0) + 1)"))
    }
    if let dot = text.range(of: "contract.") {
      let name = text[dot.upperBound...].prefix { $0.isLetter }
      for other in ["verifyOption", "fallbackOption"] where other != name {
        changed.append(text.replacingFirst("contract.\(name)", by: "contract.\(other)"))
      }
    }
    return changed
  }
}

extension String {
  func replacingFirst(_ old: String, by new: String) -> String {
    guard let range = range(of: old) else { return self }
    return replacingCharacters(in: range, with: new)
  }
}
