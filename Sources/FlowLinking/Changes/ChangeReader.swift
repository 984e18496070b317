// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import FlowLanguage
import YAMLTree

/// Reads what a flow says of its base, and what it changes.
struct ChangeReader {
  private(set) var findings: [Diagnostic] = []

  /// The keys that only linking reads.
  static let keys = Shape.flow.words(merged: .never)

  /// Whether a flow has a base, or changes what comes from other files.
  static func hasChanges(_ root: YAMLNode) -> Bool { keys.contains { root[$0] != nil } }

  /// The changes of one file; none where two are for the same place.
  mutating func changes(_ root: YAMLNode) -> [Change] {
    var changes: [Change] = []
    for (key, make) in [("change", Change.Action.change), ("add", Change.Action.add)] {
      guard let map = root.value(of: key)?.mapping("`\(key)`", &findings) else { continue }
      if map.entries.isEmpty { tellEmpty(key, map.node) }
      let place = Self.place(of: key, in: root)
      for entry in map.entries {
        guard !entry.value.isReported else {
          tellEmpty(entry)
          continue
        }
        changes.append(Change(make(entry.value), entry.key, below: place))
      }
    }
    let removed = removed(root)
    if let node = root["remove"], removed?.isEmpty ?? false { tellEmpty("remove", node) }
    for node in removed ?? [] {
      guard node.kind != .mapping else {
        findings.append(
          Diagnostic(
            YAMLRules.wrongKind, "a path below `remove` must be a text, not a map", at: node.range,
            help: "take out the colon and what follows it; what stands deeper goes by a longer path, with dots"))
        continue
      }
      guard let path = node.text("a path below `remove`", &findings) else { continue }
      changes.append(Change(.remove(node), path, below: Self.place(of: "remove", in: root)))
    }
    if changes.count > Self.most {
      findings.append(
        Diagnostic(
          LinkRules.tooManyChanges, "a flow may have at most \(Self.most) changes", at: changes[Self.most].path.range,
          help: "what differs in so much is a flow of its own"))
      return []
    }
    changes = changes.filter { isPath($0) }
    return findOverlaps(changes) ? [] : changes
  }

  /// The paths below `remove:`; nil, and one finding, where they are the keys of a map.
  private mutating func removed(_ root: YAMLNode) -> [YAMLNode]? {
    guard let node = root["remove"] else { return nil }
    guard node.kind == .mapping else { return node.sequence("`remove`", &findings) }
    let paths = node.entries.map(\.key)
    let shown = paths.prefix(3).map(\.value).joined(separator: ", ") + (paths.count > 3 ? ", …" : "")
    findings.append(
      Diagnostic(
        YAMLRules.wrongKind, "`remove` must be a list, not a map", at: paths.first?.range ?? node.range,
        help: paths.isEmpty
          ? "take it out, or name what goes, each by its path" : "name each path without a colon: `remove: [\(shown)]`",
        notes: paths.dropFirst().map { Note("a path, too", at: $0.range) }))
    return nil
  }

  /// More than this nobody can review.
  private static let most = 1_000

  /// A path with nothing behind it: an empty value removes nothing, and is likely one that was forgotten.
  private mutating func tellEmpty(_ entry: YAMLEntry) {
    guard entry.value.kind == .scalar else { return }
    findings.append(
      Diagnostic(
        LinkRules.emptyChange,
        "\(Diagnostic.quoting(entry.key.value)) would be empty, and an empty value removes nothing",
        at: entry.value.range.start < entry.value.range.end ? entry.value.range : entry.key.range,
        help: "write a value behind the colon; to have nothing there, name the path below `remove:`"))
  }

  private mutating func tellEmpty(_ key: String, _ node: YAMLNode) {
    findings.append(
      Diagnostic(
        LinkRules.emptyChange, "`\(key)` names nothing", at: node.range, help: "take it out, or say what it is for"))
  }

  private static func place(of key: String, in root: YAMLNode) -> SourceRange {
    root.entries.first { $0.key.value == key }?.key.range ?? root.range
  }

  /// Whether a path leads to something that can be changed.
  private mutating func isPath(_ change: Change) -> Bool {
    let (words, first) = (change.words, change.words[0])
    guard words.allSatisfy({ !$0.isEmpty }) || words.count > 1 && first == "use" else {
      return report(
        LinkRules.badChange, change, "is no path",
        help: "write the names on the way with dots between them, such as `steps.identify.tries`")
    }
    if first.contains("/") {
      return report(
        LinkRules.badChange, change, "is no path",
        help: "write dots between the names, as in `\(change.path.value.split(separator: "/").joined(separator: "."))`")
    }
    if first.isOne(of: Self.own) {
      return report(LinkRules.badChange, change, "cannot be changed by `\(change.verb)`", help: Self.cure(of: change))
    }
    if ChangedFlow.sections.contains(first), words.count == 1 {
      return report(
        LinkRules.badChange, change, "does not say which of them",
        help: Self.onOneLine(change) ?? "write a name behind it, such as `\(first).\(Self.example(first))`")
    }
    return true
  }

  /// The first change of maps in maps, as it is to be written; nil where there is none to show.
  private static func onOneLine(_ change: Change) -> String? {
    guard case .change(var node) = change.action else { return nil }
    var path = change.path.value
    while node.kind == .mapping, let first = node.entries.first {
      path += "." + first.key.value
      node = first.value
    }
    guard let text = node.text, !text.isEmpty, text.count <= 40, !text.contains("`"), path != change.path.value else {
      return nil
    }
    return "write each path on a line of its own, with dots: `\(path): \(text)`"
  }

  private static func cure(of change: Change) -> String {
    let key = change.words[0]
    switch Shape.flow.key(named: key)?.merge {
    case .fixed: return "a variant is for the contract of its base"
    case .append: return "write `\(key):` beside `extends:`: they are added to those of the base"
    case .replace, .own:
      if case .remove = change.action { return "take the line out: each flow has its own" }
      return "write `\(key):` beside `extends:`"
    case .byPath, .byName, .never, nil: return "name a place of the base, such as `steps.identify.tries`"
    }
  }

  /// What no path may begin with.
  private static let own = Shape.flow.words(merged: .replace, .append, .own, .fixed, .never)

  private static func example(_ section: String) -> String {
    switch section {
    case "steps": "identify"
    case "interrupts": "onSessionTimeout"
    case "ends": "done"
    case "budgets": "password"
    case "gates": "sign-in"
    default: "welcome"
    }
  }

  /// Two changes of which one is for a place in the other's: their order would matter.
  private mutating func findOverlaps(_ changes: [Change]) -> Bool {
    let sorted = changes.sorted { $0.words.lexicographicallyPrecedes($1.words) }
    var found: [(first: Change, others: [Change])] = []
    var last: Change?
    for change in sorted {
      defer { if last.map({ !change.words.starts(with: $0.words) }) ?? true { last = change } }
      guard let first = last, change.words.starts(with: first.words) else { continue }
      // A list may get items and lose others.
      if case .add = first.action, case .remove = change.action, change.words != first.words { continue }
      if found.last?.first.path.range == first.path.range {
        found[found.count - 1].others.append(change)
      } else {
        found.append((first, [change]))
      }
    }
    for (first, others) in found { tellOverlap(of: first, with: others) }
    return !found.isEmpty
  }

  /// One change that takes the place of what others change is one slip.
  private mutating func tellOverlap(of first: Change, with others: [Change]) {
    if others.count == 1, let other = others.first {
      findings.append(
        Diagnostic(
          LinkRules.overlappingChanges,
          "\(Diagnostic.quoting(other.path.value)) is changed by another line, too", at: other.path.range,
          help: "keep one of the two: the order of changes means nothing",
          notes: [Note("the other one", at: first.path.range)]))
      return
    }
    var help = "keep this line or the others: the order of changes means nothing"
    if case .change(let node) = first.action, let key = node.entries.first?.key.value {
      help += "; a value is replaced as a whole: to change one key of it, name that, as in `\(first.path.value).\(key)`"
    }
    findings.append(
      Diagnostic(
        LinkRules.overlappingChanges, "\(Diagnostic.quoting(first.path.value)) is changed by other lines, too",
        at: first.path.range, help: help, notes: others.map { Note("one of the others", at: $0.path.range) }))
  }

  private mutating func report(_ code: DiagnosticCode, _ change: Change, _ words: String, help: String) -> Bool {
    findings.append(
      Diagnostic(code, "\(Diagnostic.quoting(change.path.value)) \(words)", at: change.path.range, help: help))
    return false
  }
}
