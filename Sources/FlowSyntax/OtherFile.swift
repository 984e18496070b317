// SPDX-License-Identifier: Apache-2.0

import Diagnostics
package import YAMLTree

/// A file of another kind, where a flow is due.
struct OtherFile {
  /// Such as `a scenario file`.
  let what: String
  /// What to do with it, in one sentence.
  let cure: String

  /// Nil for what may be a flow, even a broken one.
  init?(_ root: YAMLNode) {
    func has(_ keys: StaticString...) -> Bool { keys.contains { root[$0] != nil } }
    if has("steps", "ends", "start") { return nil }
    if has("scenarios") || (!has("language", "version") && Self.isNear("scenarios", root)) {
      (what, cure) = ("a scenario file", "play it with `mfaflow test`, which says what is wrong with it, too")
    } else if has("catalogue"), !has("flow") {
      (what, cure) = ("a catalogue of messages", "name it below `catalogues:` of a flow, and check that flow")
    } else if has("answers") {
      (what, cure) = ("a file of answers", "give it to a run: `mfaflow run FLOW --answers FILE`")
    } else if has("contract"), has("events", "calls") {
      (what, cure) = ("an SDK contract", "check it with `mfaflow contract --check FILE`")
    } else if !has("language", "flow"), has("users", "device") {
      (what, cure) = ("a world file", "give it to a run: `mfaflow run FLOW --world FILE`")
    } else {
      return nil
    }
  }

  /// Whether a list stands behind a key that is nearly a word.
  private static func isNear(_ word: String, _ root: YAMLNode) -> Bool {
    root.entries.contains { $0.value.kind == .sequence && Suggestion.nearest(to: $0.key.value, among: [word]) != nil }
  }
}

extension DocumentReader {
  /// Whether a tree that is no flow is a file of another kind: of that nothing else is told than what it is.
  package static func isOfOtherKind(_ root: YAMLNode) -> Bool { OtherFile(root) != nil }
}
