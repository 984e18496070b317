// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowSyntax
import YAMLTree

/// `extends: ../login@1.2`: the base of a variant, and which of its versions the variant was written for.
struct BasePin {
  /// The path of the base.
  let path: Spanned<String>
  /// Two numbers, such as `1.2`.
  let version: String
  /// As its author wrote all of it.
  let written: Spanned<String>

  /// The base that a node names; nil, and a finding, if it names none.
  static func read(_ node: YAMLNode, _ findings: inout [Diagnostic]) -> BasePin? {
    guard let text = node.text("`extends`", &findings) else { return nil }
    let parts = text.value.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 2, DocumentReader.isPath(parts[0]), DocumentReader.isVersion(parts[1], ofNumbers: 2) {
      return BasePin(path: Spanned(parts[0], text.range), version: parts[1], written: text)
    }
    // `login 1.0` lacks the sign between the two.
    let words = text.value.split(separator: " ").map(String.init)
    let named = parts.count == 1 && words.count == 2 && words[1].first?.isNumber ?? false ? words : parts
    let path = named.first ?? ""
    let curedPath = DocumentReader.isPath(path) ? path : DocumentReader.path(curing: path)
    if curedPath == nil, parts.count == 2, let rename = DocumentReader.cure(ofNameIn: path) {
      findings.append(.badBase(text, help: rename))
      return nil
    }
    let cured = curedPath ?? "../login"
    // `v1.2.3` and `1` stand for a version as well.
    let numbers = named.count > 1 ? named[1].split { !$0.isNumber }.prefix(2) : []
    let version = (numbers + ["0"]).prefix(2).joined(separator: ".")
    let isKnown = !numbers.isEmpty && DocumentReader.isVersion(version, ofNumbers: 2)
    let what =
      DocumentReader.isPath(path)
      ? "write the path of the base and its version as two numbers"
      : "write the path of the base from the folder of this file, and its version as two numbers"
    findings.append(.badBase(text, help: "\(what), such as `extends: \(cured)@\(isKnown ? version : "1.0")`"))
    return nil
  }
}

extension Diagnostic {
  fileprivate static func badBase(_ text: Spanned<String>, help: String) -> Diagnostic {
    Diagnostic(
      LinkRules.badBase, "\(quoting(text.value)) is not a base with its version", at: text.range, help: help)
  }
}
