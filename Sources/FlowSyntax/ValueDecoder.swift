// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
import FlowLanguage
import Guards
import YAMLTree

extension DocumentDecoder {
  /// `setUser`, or `{ call: setUser, with: { … } }`.
  mutating func call(_ node: YAMLNode, _ what: String) -> CallSyntax? {
    if node.kind == .scalar {
      return node.name(what, &findings).map { CallSyntax(name: $0, arguments: []) }
    }
    let keys = Self.answerKeys
    guard
      let map = node.mapping(keys: keys)
        ?? node.mapping(what, keys: keys.map(\.description), elsewhere: Self.besideAnswer, &findings),
      let name = require("call", of: what, in: map, keys).flatMap({ $0.name("`call`", &findings) })
    else { return nil }
    return CallSyntax(name: name, arguments: map["with"].map { arguments($0) } ?? [])
  }

  private static let answerKeys = Shape.answer.words

  /// The keys of a step that does not belong to its call, with what to do about them.
  private static let besideAnswer = Dictionary(
    uniqueKeysWithValues: stepKeys.filter { key in !answerKeys.contains { $0.description == key.description } }.map {
      ($0.description, "move it out of the braces: it is a key of the step, beside `answer`")
    })

  mutating func arguments(_ node: YAMLNode) -> [ArgumentSyntax] {
    guard let map = node.mapping("`with`", &findings) else { return [] }
    return map.compactMap { entry in
      guard let text = text(entry.value, "the argument `\(entry.key.value)`") else { return nil }
      return content(text).map { ArgumentSyntax(name: entry.key, content: $0, range: text.range) }
    }
  }

  /// A scalar that begins with `$` is a reference; `$$` stands for the sign itself.
  private mutating func content(_ text: Spanned<String>) -> ArgumentSyntax.Content? {
    guard text.value.utf8.first == UInt8(ascii: "$") else { return .literal(text.value) }
    let rest = String(text.value.dropFirst())
    guard rest.utf8.first != UInt8(ascii: "$") else { return .literal(rest) }
    return path(text).map { .reference($0) }
  }

  /// `$event.timeLeftInSeconds`, where only a reference has a meaning.
  mutating func reference(_ node: YAMLNode, _ what: String) -> Spanned<ReferenceSyntax>? {
    guard let text = node.text(what, &findings) else { return nil }
    return path(text).map { Spanned($0, text.range) }
  }

  private mutating func path(_ text: Spanned<String>) -> ReferenceSyntax? {
    let path = text.value.withBytes { bytes in
      bytes.first == UInt8(ascii: "$")
        ? UnsafeBufferPointer(rebasing: bytes.dropFirst()).parts(between: UInt8(ascii: ".")) : []
    }
    if !path.isEmpty, path.allSatisfy(\.isName) { return ReferenceSyntax(path: path) }
    let isBare = text.value.hasPrefix("event.") && text.value.split(separator: ".").allSatisfy { String($0).isName }
    report(
      SyntaxRules.badReference, "`\(text.value)` is not a reference", text.range,
      help: isBare
        ? Cure("write `$\(text.value)`", .word("event", by: "$event"))
        : "write `$` and a path of names, such as `$event.userID`")
    return nil
  }

  /// A guard; a flaw in it is shown at its place where the guard is written on one line without escapes.
  mutating func expression(_ node: YAMLNode, _ what: String) -> GuardSyntax? {
    guard let text = node.text(what, &findings) else { return nil }
    switch Guard.parse(text.value) {
    case .success(let parsed):
      return GuardSyntax(expression: parsed, range: text.range)
    case .failure(let problem):
      report(
        SyntaxRules.badGuard, problem.message, text.range.part(problem.start, problem.end, of: text.value),
        help: problem.cure)
      return nil
    }
  }
}

extension SourceRange {
  /// The part of a scalar's range between two offsets (Unicode scalars) into its text; the whole range where the
  /// scalar is not written as plain as its text.
  package func part(_ from: Int, _ to: Int, of text: String) -> SourceRange {
    let length = text.unicodeScalars.count
    let width = Int(end.column - start.column)
    guard start.line == end.line, width == length || width == length + 2, from <= to, to <= length else { return self }
    let first = Int(start.column) + (width - length) / 2
    let line = Int(start.line)
    return SourceRange(
      SourcePosition(line: line, column: first + from),
      SourcePosition(line: line, column: first + max(to, from + 1)), in: file)
  }
}
