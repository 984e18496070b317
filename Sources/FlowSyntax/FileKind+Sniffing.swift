// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowLanguage
import YAMLTree

/// What a file is by its outermost keys; nothing else decides it, but for the name of a configuration.
///
/// Three questions are asked, and a wrong answer to each does other harm: what somebody meant (``sniff(_:as:meant:)``), whether a
/// file of a folder is checked (``isFlowOrPart(_:)``), and whether its lines may be printed (``isSurely(_:)``).
extension FileKind {
  /// The kind of a file, and the key that tells it, for somebody who gave it where another kind is meant; nil if no key
  /// tells it.
  ///
  /// - Parameter meant: the kind that is due; a scenario file whose other keys are misspelt names its flow all the same.
  package static func sniff(
    _ file: SourceFile, as id: FileID = .first, meant: FileKind? = nil
  ) -> Spanned<FileKind>? {
    // Nothing is read behind `language:`, so that `part:` counts only in front of it.
    let words = tellingKeys.map(\.0) + (meant == .config ? Shape.config.names : [])
    let outline = YAMLOutline(file, of: words, as: id) {
      meant != .scenarios && $0.contains { $0.word == "language" }
    }
    let keys = outline.keys
    // A file of scenarios is told what is wrong in it by those who play it.
    if meant == .scenarios, let key = keys.first(where: { $0.word == "scenarios" }),
      !keys.contains(where: { $0.word == "steps" })
    {
      return Spanned(.scenarios, key.range)
    }
    // A team's configuration, too, is told what is wrong in it.
    if meant == .config, let key = keys.first(where: { Shape.config.names.contains($0.word) }) {
      return Spanned(.config, key.range)
    }
    for (word, kind) in tellingKeys where word != "flow" || meant != .scenarios {
      guard let key = keys.first(where: { $0.word == word }) else { continue }
      // Scenarios that are begun name the path of their flow, which no name of a flow can be.
      if word == "flow", key.value?.contains(".") ?? false { return Spanned(.scenarios, key.range) }
      return Spanned(kind, key.range)
    }
    return nil
  }

  /// The first that is there tells the kind: a scenario file names its flow, and so does no other.
  private static let tellingKeys: [(String, FileKind)] = [
    ("part", .part), ("language", .flow), ("steps", .flow), ("catalogue", .catalogue),
    ("scenarios", .scenarios), ("flow", .flow),
    ("contract", .contract), ("answers", .answers), ("users", .world), ("device", .world), ("devices", .world),
    ("severities", .config), ("allow", .config), ("fail-on", .config), ("exclude", .config), ("rule-pages", .config),
    ("guesses-over-accounts", .config),
  ]

  /// Whether a file that was found in a folder is a flow or a part, or begins like one and cannot be read.
  ///
  /// A scenario file names its flow in the same way: it is none, unless it has a key that only flows have.
  package static func isFlowOrPart(_ file: SourceFile) -> Bool {
    if isPlainFlow(file.bytes) || isWrappedFlow(file.bytes) { return true }
    guard OwnFile(file.bytes) == nil else { return false }
    if mayNameFlow(file.bytes) {
      let outline = YAMLOutline(file, of: ["flow", "part", "language", "steps", "scenarios"]) { keys in
        Self.isFlowOrPart(keys) == true
      }
      if outline.documents.contains(where: { isFlowOrPart($0) ?? $0.contains { $0.isName } }) { return true }
    }
    return isBuiltLikeOne(file)
  }

  /// Whether a file that has no name, as its key is misspelt or lacks its colon, has the keys of a flow or a part all the same.
  ///
  /// Why: a flow that is silently skipped is a flow that nobody checks.
  private static func isBuiltLikeOne(_ file: SourceFile) -> Bool {
    guard namesContract(file.bytes) else { return false }
    let outline = YAMLOutline(file, of: ["scenarios", "contract"] + sureKeys)
    return outline.documents.contains { keys in
      let words = Set(keys.map(\.word))
      return words.contains("sdk") && words.isDisjoint(with: ["scenarios", "contract", "catalogue"])
        && words.intersection(["steps", "interrupts", "ends", "messages", "use", "needs", "start", "language"]).count
          > 1
    }
  }

  /// Whether a line begins with the key that each flow and each part has.
  private static func namesContract(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      for index in bytes.indices where bytes[index] == UInt8(ascii: "s") && (index == 0 || bytes[index - 1] == 0x0A) {
        if bytes[index...].starts(with: "sdk:".utf8) { return true }
      }
      return false
    }
  }

  /// Nil if it depends on keys that may still come.
  private static func isFlowOrPart(_ keys: [YAMLOutline.Key]) -> Bool? {
    guard keys.contains(where: \.isName) else { return false }
    if keys.contains(where: { $0.word == "language" || $0.word == "steps" }) { return true }
    return keys.contains { $0.word == "scenarios" } ? false : nil
  }

  /// Whether lines near the beginning are the first two keys of a flow as nearly everybody writes them.
  ///
  /// Why: it spares nearly all flows a second reading. A text of several lines with such lines is taken for a flow, too:
  /// what is wrong with it is then told.
  private static func isPlainFlow(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(1024).withUnsafeBufferPointer { bytes in
      var isLanguage = false
      var line = bytes[...]
      while let first = line.first {
        if first == UInt8(ascii: "l") { isLanguage = isLanguage || line.starts(with: "language: mfaflow/".utf8) }
        if first == UInt8(ascii: "f"), isLanguage, line.starts(with: "flow: ".utf8) { return true }
        guard let end = line.firstIndex(of: 0x0A) else { return false }
        line = line[(end + 1)...]
      }
      return false
    }
  }

  /// Whether the first two keys of a flow stand near the beginning, as deep as each other, in a list or below a key.
  ///
  /// That is no flow, and somebody takes it for one. In a text behind `|` or `>` they say nothing.
  private static func isWrappedFlow(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(1024).withUnsafeBufferPointer { bytes in
      var depth: Int?
      for line in bytes.split(separator: 0x0A) {
        if let last = line.last(where: { !" \r-+".utf8.contains($0) }), "|>".utf8.contains(last) { return false }
        let start = line.firstIndex { $0 != 0x20 && $0 != UInt8(ascii: "-") } ?? line.endIndex
        let words = line[start...]
        if words.starts(with: "language: mfaflow/".utf8) { depth = start - line.startIndex }
        if depth == start - line.startIndex, words.starts(with: "flow: ".utf8) { return true }
      }
      return false
    }
  }

  /// Whether one of the two keys can stand in a text at all; only an escape, or another encoding, can hide a word.
  ///
  /// Why: most files of a folder are something else, and are not read any further.
  private static func mayNameFlow(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      for (index, byte) in bytes.enumerated() {
        switch byte {
        case 0, UInt8(ascii: "\\"): return true
        case UInt8(ascii: "f"): if bytes[index...].starts(with: "flow".utf8) { return true }
        case UInt8(ascii: "p"): if bytes[index...].starts(with: "part".utf8) { return true }
        default: break
        }
      }
      return false
    }
  }

  /// Whether a file is surely of this kind, so that its lines may be shown beside what is wrong with them.
  ///
  /// A link, or a path in somebody else's flow, can lead to any file. One key proves nothing: a list of tokens may have a
  /// key `flow`.
  package func isSurely(_ file: SourceFile) -> Bool {
    switch self {
    case .flow, .part, .catalogue, .contract: isSurely(Self.outline(file) { isSurely($0) }.keys)
    case .scenarios, .answers, .world, .config: false
    }
  }

  private func isSurely(_ keys: [YAMLOutline.Key]) -> Bool {
    func has(_ words: String...) -> Bool { keys.contains { words.contains($0.word) && $0.isAsExpected } }
    let isLanguage = keys.contains {
      $0.word == "language" && $0.value?.hasPrefix("mfaflow/") ?? ($0.isOpen == nil)
    }
    switch self {
    case .flow:
      // The first keys may be misspelt.
      let isBuilt = has("steps") && has("ends") && keys.contains { $0.word == "sdk" || $0.word == "start" }
      let isVariant = keys.contains { $0.word == "extends" } && has("change", "remove", "add")
      return isLanguage && keys.count > 1 || has("flow") && has("steps", "ends", "interrupts") || isBuilt || isVariant
    case .part:
      // As with flows.
      let isBuilt = keys.contains { $0.word == "sdk" } && has("use", "needs") && has("steps", "interrupts", "ends")
      return isLanguage && keys.count > 1 || isBuilt
        || has("part") && has("steps", "ends", "interrupts", "messages", "budgets", "gates", "use", "needs")
    case .catalogue: return has("catalogue") && has("messages")
    case .contract: return has("contract") && has("events", "calls")
    case .scenarios, .answers, .world, .config: return false
    }
  }

  /// Whether a file is surely of a kind that holds no secrets.
  package static func mayBeShown(_ file: SourceFile) -> Bool {
    let keys = outline(file, until: isOfAny).keys
    return isOfAny(keys)
  }

  private static func isOfAny(_ keys: [YAMLOutline.Key]) -> Bool { allCases.contains { $0.isSurely(keys) } }

  /// The keys that tell, up to where they do: more keys make nothing less sure.
  private static func outline(_ file: SourceFile, until isSure: @escaping ([YAMLOutline.Key]) -> Bool) -> YAMLOutline {
    YAMLOutline(file, of: sureKeys) { keys in
      // What stands behind the last key may not have been seen yet.
      isSure(keys.last?.isOpen == nil ? keys.dropLast() : keys)
    }
  }

  private static let sureKeys = [
    "flow", "part", "language", "steps", "ends", "interrupts", "messages", "budgets", "gates", "use", "needs", "sdk",
    "start", "extends", "change", "remove", "add",
    "catalogue", "contract", "events", "calls",
  ]

  /// With its article, as in `this looks like a flow`.
  package var name: String {
    switch self {
    case .flow: "a flow"
    case .part: "a part of flows"
    case .catalogue: "a catalogue of messages"
    case .scenarios: "a scenario file"
    case .answers: "an answers file"
    case .world: "a world"
    case .contract: "a contract"
    case .config: "a configuration"
    }
  }

  /// What to do with a file of this kind.
  package var use: String {
    switch self {
    case .flow, .part: "check it with `mfaflow check`"
    case .catalogue: "name it below `catalogues:` of a flow"
    case .scenarios: "play it with `mfaflow test`"
    case .answers: "give it to `mfaflow run` with `--answers`"
    case .world: "give it to `mfaflow run` with `--world`"
    case .contract: "check it with `mfaflow contract --check FILE`, and give it with `--contract FILE`"
    case .config:
      "`mfaflow check` reads it for flows: name it `.mfaflow.yaml` and put it above them, or give it with `--config FILE`"
    }
  }
}

extension YAMLOutline.Key {
  /// Whether it gives a flow or a part its name.
  fileprivate var isName: Bool { word == "flow" || word == "part" }

  /// Whether it is followed by a name, or by maps.
  fileprivate var isAsExpected: Bool { isName || word == "contract" || word == "catalogue" || isOpen ?? true }
}
