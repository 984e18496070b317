// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import YAMLTree

/// Parts of a file with names, which may build on each other: each is written out once, when it is asked for first.
struct NamedParts<Whole> {
  /// What stands behind a name.
  enum Part {
    /// All of it.
    case whole(Whole)
    /// What is to be written out, and then handed to ``finish(_:_:)``.
    case written(YAMLNode)
  }

  /// What a message calls one, such as `world`.
  private let kind: String
  private var names: [Spanned<String>] = []
  private var written: [String: YAMLNode] = [:]
  private var whole: [String: Whole] = [:]
  private var used: Set<String> = []
  /// Those that are being written out.
  private var begun: Set<String> = []

  init(_ kind: String) { self.kind = kind }

  /// - Parameter isListed: false for one that stands under another key of the file, and need not be used.
  mutating func add(_ name: Spanned<String>, _ node: YAMLNode, isListed: Bool = true) {
    if isListed { names.append(name) }
    written[name.value] = node
  }

  /// The names of those that are listed, in their order.
  var listed: [Spanned<String>] { names }

  /// Every listed part, as it is written.
  var all: [YAMLNode] { names.compactMap { written[$0.value] } }

  /// The part of that name; nil, and a finding, if there is none, or it is made of itself.
  ///
  /// - Parameter key: the key of the file below which it would be.
  mutating func part(_ name: Spanned<String>, below key: String, _ findings: inout [Diagnostic]) -> Part? {
    used.insert(name.value)
    if let known = whole[name.value] { return .whole(known) }
    guard let node = written[name.value] else {
      // The one that was meant is not unused as well.
      if let meant = Suggestion.nearest(to: name.value, among: names.map(\.value)) { used.insert(meant) }
      let others = written.keys.filter { name in !names.contains { $0.value == name } }
      findings.append(.notShared(kind, name, among: names.map(\.value) + others, key: key))
      return nil
    }
    guard begun.insert(name.value).inserted else {
      findings.append(
        Diagnostic(
          SharingRules.endless, "the \(kind) \(Diagnostic.quoting(name.value)) builds on itself", at: name.range,
          help: "let one of them stand on its own"))
      return nil
    }
    return .written(node)
  }

  /// Keeps a part that was written out; nil if it could not be.
  mutating func finish(_ name: Spanned<String>, _ part: Whole?) {
    begun.remove(name.value)
    whole[name.value] = part
  }

  /// What is wrong with parts that nothing asks for.
  ///
  /// - Parameter cure: how one is asked for.
  func unused(cure: String) -> [Diagnostic] {
    names.filter { !used.contains($0.value) }.map { name in
      Diagnostic(
        SharingRules.unused, "the \(kind) \(Diagnostic.quoting(name.value)) is used by no scenario", at: name.range,
        help: "\(cure), or take it out")
    }
  }
}

extension Diagnostic {
  /// A name of something that the file was to have.
  fileprivate static func notShared(
    _ kind: String, _ name: Spanned<String>, among names: [String], key: String
  ) -> Diagnostic {
    Diagnostic(
      SharingRules.unknown, "this file has no \(kind) \(quoting(name.value))", at: name.range,
      help: Suggestion.cure(
        for: name.value, among: names,
        otherwise: names.isEmpty ? "write it below `\(key)` of the file" : "there are \(names.inBackticks)"))
  }
}
