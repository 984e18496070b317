// SPDX-License-Identifier: Apache-2.0

package import Diagnostics
package import FlowLanguage
package import YAMLTree

/// A tree as the text of one file, laid out as the formatter does, and where each line comes from.
package struct PrintedTree {
  /// The lines of the file.
  package let lines: [String]
  /// By line: where the first word of the line was written, or the first that somebody changed or added to what stands
  /// around it, and of what was added itself, the first that somebody changed or added in it; nil for a line that holds none.
  package let origins: [SourceRange?]

  /// Nil only by a defect: what is printed would say something else.
  package init?(_ root: YAMLNode, as shape: ValueShape, words: YAMLWords) {
    let value = SourceValue(root).spelledAnew
    let text = TreeWriter().text(of: value)
    let file = SourceFile(path: "shown.yaml", bytes: Array(text.utf8))
    guard case .formatted(let laidOut) = Formatter.format(file, as: shape, words: words) else { return nil }
    let shown = SourceFile(path: "shown.yaml", bytes: Array(laidOut.utf8))
    guard let read = YAML.read(shown, words: words).value,
      SourceValue(read).saysAnyway(as: value)
    else {
      return nil
    }
    lines = laidOut.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    var origins: [Int32: Origin] = [:]
    Self.note(read, root, in: &origins)
    self.origins = lines.indices.map { origins[Int32($0) + 1]?.range }
  }

  /// Where what stands in a line comes from.
  private struct Origin {
    /// Where it is shown, with all that is in it.
    let place: SourceRange
    let range: SourceRange
    /// Whether it is of another file than what stands around it.
    let isChanged: Bool

    /// Whether another place is within that of this one.
    func holds(_ other: SourceRange) -> Bool { place.start < other.start && other.start < place.end }
  }

  /// Goes through what is shown and what it comes from side by side: they hold the same, maybe in another order.
  private static func note(
    _ shown: YAMLNode, _ origin: YAMLNode, in origins: inout [Int32: Origin]
  ) {
    func add(_ place: SourceRange, _ range: SourceRange, isChanged: Bool) {
      // Why what is within: an entry of a part was added to its section, and whoever changes a word of it does so later.
      if let known = origins[place.start.line] {
        guard isChanged, !known.isChanged || known.holds(place) else { return }
      }
      origins[place.start.line] = Origin(place: place, range: range, isChanged: isChanged)
    }
    for (item, other) in zip(shown.items, origin.items) {
      if item.kind == .scalar { add(item.range, other.range, isChanged: other.range.file != origin.range.file) }
      note(item, other, in: &origins)
    }
    let others = Dictionary(origin.entries.map { ($0.key.value, $0) }, uniquingKeysWith: { first, _ in first })
    for entry in shown.entries {
      guard let other = others[entry.key.value] else { continue }
      // A value of another file than its key is what somebody changed, and a key of another file than its map was added.
      let isChanged = other.value.range.file != other.key.range.file
      let isAdded = other.key.range.file != origin.range.file
      var place = entry.key.range
      place.end = entry.value.range.end
      add(place, isChanged ? other.value.range : other.key.range, isChanged: isChanged || isAdded)
      note(entry.value, other.value, in: &origins)
    }
  }
}

/// Writes a tree as a person would: sections and steps below each other, what is small in one line.
private struct TreeWriter {
  private let writer = ValueWriter(lineBreak: "\n")
  /// What stands apart, with a line for each name.
  private static let sections: Set<String> = ["budgets", "steps", "interrupts", "ends", "messages", "change", "add"]
  /// Longer than this nothing stands in one line.
  private static let width = 100

  func text(of root: SourceValue) -> String {
    guard case .map(let members) = root else { return writer.block(root, 0) + "\n" }
    var lines: [String] = []
    for member in members {
      if case .map(let inner) = member.value, Self.sections.contains(member.key) {
        lines += ["", member.key + ":"]
        for entry in inner {
          lines += entryLines(entry, 1, isOpen: member.key == "steps" || member.key == "interrupts")
        }
      } else {
        lines += entryLines(member, 0, isOpen: false)
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// - Parameter isOpen: whether a map has its keys on lines of their own, however short they are.
  private func entryLines(_ member: SourceValue.Member, _ indent: Int, isOpen: Bool) -> [String] {
    let margin = String(repeating: "  ", count: indent)
    let short = margin + writer.entry(member, 2 * indent, isBlock: false)
    let isSmall = short.utf8.count <= Self.width && (indent > 2 || depth(member.value) < 2 || !holdsMaps(member.value))
    guard member.value.isContainer, !isSmall || isOpen else { return [short] }
    let head = margin + writer.head(writer.key(member.key, inFlow: false), 2 * indent)
    switch member.value {
    case .map(let members) where !members.isEmpty:
      return [head] + members.flatMap { entryLines($0, indent + 1, isOpen: false) }
    case .list(let items) where !items.isEmpty:
      return [head] + items.map { margin + "  - " + writer.inline($0, inFlow: false) }
    default: return [short]
    }
  }

  private func holdsMaps(_ value: SourceValue) -> Bool {
    if case .map(let members) = value { members.contains { $0.value.isContainer } } else { false }
  }

  private func depth(_ value: SourceValue) -> Int {
    switch value {
    case .scalar: 0
    case .list(let items): 1 + (items.map { depth($0) }.max() ?? 0)
    case .map(let members): 1 + (members.map { depth($0.value) }.max() ?? 0)
    }
  }
}

extension SourceValue {
  /// The same, where texts that were written without quotes get some if their new place wants them.
  fileprivate var spelledAnew: SourceValue {
    switch self {
    case .scalar(let text, let isPlain):
      let isBare = isPlain && !Quotes.isTextToUs(text) && !text.utf8.contains { Self.signs.contains($0) }
      return isBare ? self : .text(text)
    case .list(let items): return .list(items.map(\.spelledAnew))
    case .map(let members): return .map(members.map { Member($0.key, $0.value.spelledAnew) })
    }
  }

  /// What ends a text without quotes somewhere.
  private static let signs = Set(" ,[]{}?:#".utf8)

  /// Whether both say the same, with the keys of maps in whatever order.
  fileprivate func saysAnyway(as other: SourceValue) -> Bool { sorted.saysTheSame(as: other.sorted) }

  private var sorted: SourceValue {
    switch self {
    case .scalar: self
    case .list(let items): .list(items.map(\.sorted))
    case .map(let members):
      .map(members.map { Member($0.key, $0.value.sorted) }.sorted { $0.key < $1.key })
    }
  }
}
