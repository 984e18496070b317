// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import YAMLTree

/// `require:` of a step: checks of what is handed in, what must have been shown before, or both.
extension DocumentDecoder {
  /// A list of checks; a map of what must have been shown; or a list of checks, one item of which is such a map.
  mutating func required(_ node: YAMLNode) -> (checks: [CheckSyntax], shown: RequireSyntax?) {
    if node.kind == .mapping {
      let before = findings.count
      let shown = requirement(node)
      if node["check"] != nil {
        cure(since: before, "write checks in a list, as in `require: [{ check: pin == again, say: pins-differ }]`")
      }
      return ([], shown)
    }
    guard let items = node.sequence("`require`", &findings) else { return ([], nil) }
    if items.isEmpty { requiresNothing("`require` requires nothing", node.range) }
    var checks: [CheckSyntax] = []
    var first: YAMLNode?
    var shown: RequireSyntax?
    for item in items {
      guard isOfShown(item) else {
        let before = findings.count
        if let check = check(item) { checks.append(check) }
        if item["check"] != nil, let key = Self.requireKeys.first(where: { item[$0] != nil }) {
          cure(
            since: before,
            "write `\(key)` in an item of its own: it says what must have been shown, and checks no input")
        }
        continue
      }
      if let first {
        findings.append(
          Diagnostic(
            SyntaxRules.shownTwice, "this step says twice what must have been shown", at: item.range,
            help: "put it all into one map", notes: [Note("the first is here", at: first.range)]))
        continue
      }
      first = item
      shown = requirement(item)
    }
    tellTwice(checks, "`require`")
    return (checks, shown)
  }

  /// Whether it is what must have been shown, and no check of an input.
  private func isOfShown(_ node: YAMLNode) -> Bool {
    node.kind == .mapping && node["check"] == nil && Self.requireKeys.contains { node[$0] != nil }
  }

  /// Whether it is a `require:` of nothing but what must have been shown: it needs no answer.
  func isOfShown(_ entry: YAMLEntry) -> Bool {
    guard entry.key.value == "require" else { return false }
    guard entry.value.kind == .sequence else { return entry.value.kind == .mapping }
    return !entry.value.items.isEmpty && entry.value.items.allSatisfy { isOfShown($0) }
  }

  /// An interrupt opens whatever the user has shown.
  mutating func forbidShownAtInterrupt(_ map: YAMLMapping) {
    guard let node = map["require"],
      let shown = node.kind == .mapping ? node : node.items.first(where: { isOfShown($0) })
    else { return }
    report(
      SyntaxRules.misplacedKey, "an interrupt opens whatever the user has shown", shown.range,
      help: "write `require:` with what must have been shown at the step that the interrupt leads to")
  }
}
